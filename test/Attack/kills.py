"""Programs ended at any moment: a file under its final name is the old or the new one, whole; the next run works."""

import json
import os
import signal
import subprocess
import time
from pathlib import Path

import numpy as np

from files import compile_base
from outcomes import DISAGREE, EQUAL, LEFTOVER, WRONG, Outcome
from tools import judge

MODEL = """sbp.placement @p ["x" = 3]
func.func @main(%a: tensor<64x256xf32> {sbp.name = "a", sbp.distribution = #sbp.distribution<@p, [S(0)]>},
                %s: tensor<64xf32> {sbp.state = "s", sbp.init = dense<1.0> : tensor<64xf32>})
    -> (tensor<64x256xf32> {sbp.name = "b", sbp.distribution = #sbp.distribution<@p, [B]>}, tensor<64xf32> {sbp.state = "s"}) {
  %b = arith.addf %a, %a : tensor<64x256xf32>
  return %b, %s : tensor<64x256xf32>, tensor<64xf32>
}
"""
RUN = ["--input=a=@../a.npy", "--steps=20", "--output=b=@b.npy:all", "--save-state=s.states", "--trace=t.json"]
COMMANDS = [
    ("sbp-run", ["../model.sbpx", *RUN], ["b.npy", "s.states", "t.json"]),
    (
        "sbp-run",
        ["../model.sbpx", "--input=a=@../a.npy", "--output-shards=."],
        [f"{name}.rank{r}.npy" for r in range(3) for name in "bs"] + ["distributions.json"],
    ),
    ("sbp-run", ["../model.mlir", *RUN], ["b.npy", "s.states", "t.json"]),
    ("sbp-compile", ["../model.mlir", "-o", "m.sbpx", "--report=r.json"], ["m.sbpx", "r.json"]),
    ("sbp-compile", ["../model.mlir", "-o", "m", "--emit=executable"], ["m"]),
    (
        "sbp-interpret",
        ["../model.mlir", "--input=a=@../a.npy", "--steps=3", "--output=b=@b.npy:all", "--save-state=s.states"],
        ["b.npy", "s.states"],
    ),
]
OLD = b"what was here before"


def restore_signals():
    """Whoever attacks in the background (nohup, &) ignores what is sent here."""
    for number in (signal.SIGINT, signal.SIGHUP, signal.SIGTERM):
        signal.signal(number, signal.SIG_DFL)


class Kills:
    """SIGKILL, SIGTERM, SIGINT and SIGHUP while files are written, over new and over existing ones."""

    name, runs, checked = "kills", 2000, 20

    def __init__(self, folder, bin):
        self.folder, self.bin = folder, bin
        compile_base(folder, bin, "model", MODEL)
        np.save(f"{folder}/a.npy", np.ones((64, 256), np.float32))
        self.whole, self.seconds = {}, []
        for i, (program, words, files) in enumerate(COMMANDS):
            here = f"{folder}/whole{i}"
            os.makedirs(here, exist_ok=True)
            start = time.monotonic()
            subprocess.run([os.path.join(bin, program), *words], cwd=here, check=True, capture_output=True)
            self.seconds.append(time.monotonic() - start)
            for name in files:
                with open(f"{here}/{name}", "rb") as file:
                    self.whole[i, name] = file.read()

    def attack(self, case):
        draw = case.draw
        i = draw.randrange(len(COMMANDS))
        program, words, files = COMMANDS[i]
        old = [name for name in files if draw.random() < 0.3]
        for name in old:
            case.write(name, OLD)
        os.mkdir(case.path("tmp"))
        how = draw.choice([signal.SIGKILL, signal.SIGTERM, signal.SIGINT, signal.SIGHUP])
        case.commands.append(f"{program} {' '.join(words)} # {how.name}")
        process = subprocess.Popen(
            [os.path.join(self.bin, program), *words],
            cwd=case.folder,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            env={**os.environ, "TMPDIR": case.path("tmp")},
            preexec_fn=restore_signals,
        )
        time.sleep(draw.uniform(0, 1.1) * self.seconds[i])
        process.send_signal(how)
        errors = process.communicate()[1].decode(errors="replace")
        if process.returncode not in (0, -how):
            return Outcome(DISAGREE, f"{program} ends with {process.returncode} after {how.name}: {errors[-200:]}")
        outcome = self.check_files(case, i, old, process.returncode == 0, how)
        return outcome or self.run_again(case, i)

    def check_files(self, case, i, old, ran, how):
        program, _, files = COMMANDS[i]
        for name in files:
            path = case.path(name)
            content = Path(path).read_bytes() if os.path.exists(path) else None
            if (
                content == self.whole[i, name]
                or (not ran and content == (OLD if name in old else None))
                or self.is_whole_json(name, content)
            ):
                continue
            return Outcome(
                LEFTOVER,
                f"{program}, {how.name}: {name} is neither the old nor the new one"
                if content is not None
                else f"{program}, {how.name}: {name} is lost",
            )
        others = [name for name in os.listdir(case.folder) + os.listdir(case.path("tmp")) if name not in (*files, "tmp")]
        if how != signal.SIGKILL and others:
            return Outcome(LEFTOVER, f"{program}, {how.name}: {', '.join(sorted(others))} stays")
        return None

    def is_whole_json(self, name, content):
        """Reports and traces hold times: any whole one will do."""
        if not name.endswith(".json") or not content:
            return False
        try:
            json.loads(content)
            return True
        except ValueError:
            return False

    def run_again(self, case, i):
        program, words, files = COMMANDS[i]
        outcome = judge(case.run(program, *words))
        if outcome:
            return Outcome(DISAGREE, f"the next run fails: {outcome.detail}")
        for name in files:
            content = Path(case.path(name)).read_bytes()
            if content != self.whole[i, name] and not self.is_whole_json(name, content):
                return Outcome(WRONG, f"{program}: {name} of the next run differs")
        return Outcome(EQUAL)
