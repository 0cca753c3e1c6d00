"""Command lines: good ones with words dropped, doubled, added, and values that are empty, huge, of other kinds, or files that
are missing, directories, full or already there."""

import hashlib
import json
import os
from pathlib import Path

import numpy as np

from files import compile_base
from outcomes import EQUAL, LEFTOVER, WRONG, Outcome
from sbp_testing.random_check import safetensors
from tools import judge

MODEL = """sbp.placement @p ["x" = 2]
func.func @main(%x: tensor<4x6xf32> {sbp.name = "x", sbp.distribution = #sbp.distribution<@p, [S(0)]>},
                %w: tensor<6x3xf32> {sbp.name = "w"}, %s: tensor<3xf32> {sbp.state = "s", sbp.init = dense<1.0> : tensor<3xf32>})
    -> (tensor<4x3xf32> {sbp.name = "y", sbp.distribution = #sbp.distribution<@p, [B]>}, tensor<3xf32> {sbp.state = "s"}) {
  %e = tensor.empty() : tensor<4x3xf32>
  %c = arith.constant 0.0 : f32
  %f = linalg.fill ins(%c : f32) outs(%e : tensor<4x3xf32>) -> tensor<4x3xf32>
  %y = linalg.matmul ins(%x, %w : tensor<4x6xf32>, tensor<6x3xf32>) outs(%f : tensor<4x3xf32>) -> tensor<4x3xf32>
  return %y, %s : tensor<4x3xf32>, tensor<3xf32>
}
"""
# @ stands for the folder of the base files. Numbers stay where a run of so many steps ends soon.
NUMBERS = [
    "0",
    "-1",
    "1",
    "2",
    "3",
    "07",
    "+2",
    "0x3",
    "1e1",
    "2.5",
    "",
    " ",
    "x",
    "nan",
    "99999999999999999999",
    "9223372036854775808",
    "-9223372036854775809",
]
FILES = [
    "",
    ".",
    "/",
    "missing",
    "@x.npy",
    "@w.safetensors",
    "@model.mlir",
    "@model.sbpx",
    "/dev/null",
    "/dev/full",
    "/dev/zero",
    "no/such/out",
    "out.npy",
    "out.json",
    "old",
    "old/",
    "folder",
    "a" * 300,
    "é",
    "\t",
    "%s%n",
    "out.html",
    "-",
    "--",
    "/proc/self/mem",
    "/etc/passwd/x",
]
NAMED = [
    "x",
    "=",
    "x=",
    "=@",
    "x=@",
    "y=@",
    "x=@@x.npy",
    "w=@@w.npy",
    "y=@out.npy",
    "y=@out.npy:all",
    "y=@:all",
    "z=@@x.npy",
    "0=@@x.npy",
    "1=@@w.npy",
    "s=@@s.npy",
    "x=4x6xf32=1",
    "x=2x2xf32=1,2,3,4",
    "x=3xf32",
    "x=f32=1",
    "x=4x6xf33=1",
    "x=99999999999999999999xf32=1",
    "x=-1xf32=",
    "x=4x6xf32=" + ",".join(["1"] * 24),
    "x=4x6xf32=" + ",".join(["1"] * 23),
    "x=4x6xf32=,,,",
    "x=0xf32=",
    "y=@/dev/full",
    "y=@@x.npy",
    "y=@old",
    "x=@/dev/zero",
    "w=6x3xbf16=1",
    "x=@.",
    "",
    "y=@folder",
]
WORDS = ["main", "other", "", "host", "cuda", "artifact", "executable", "tasks", "native", "x86-64-v3", "x86-64-v9", "é", "a" * 5000]
RUN = {
    "--entry": WORDS,
    "--input": NAMED,
    "--output": NAMED,
    "--weights": FILES,
    "--input-shards": FILES,
    "--output-shards": FILES,
    "--steps": NUMBERS,
    "--save-state": FILES,
    "--trace": FILES,
    "--benchmark": ["1", "2", "-1", "0", "", "x", "99999999999999999999", "1e1"],
    "--json": None,
    "--compare": None,
    "--inspect": None,
    "--help": None,
    "--version": None,
    "--nonsense": WORDS,
    "-x": None,
    "--progress": None,
}
COMPILE = {
    "-o": FILES,
    "--target": WORDS,
    "--emit": WORDS,
    "--cpu": WORDS,
    "--report": FILES,
    "--report-per-rank": None,
    "--explain": None,
    "--strict": None,
    "--topology": FILES,
    "--tuning": FILES,
    "--dump-phases": FILES,
    "--with-reference": None,
    "--overlap-launches": ["on", "off", *WORDS],
    "--version": None,
    "--nonsense": WORDS,
}
INTERPRET = {
    name: RUN[name]
    for name in (
        "--entry",
        "--input",
        "--output",
        "--weights",
        "--input-shards",
        "--output-shards",
        "--steps",
        "--save-state",
        "--nonsense",
    )
} | {"--float64": None}
OPT = {
    "--sbp-compile-to": ["model", "distributed", "local", "tasks", "artifact", "", "x"],
    "--sbp-verify-phase": ["model", "distributed", "local", "tasks", "x", ""],
    "--sbp-dump-phases": FILES,
    "-o": FILES,
    "--sbp-select-distributions": ["print-rates=true", "x=1", ""],
    "--sbp-import": None,
    "--nonsense": WORDS,
    "--pass-pipeline": ["builtin.module(sbp-import)", "builtin.module(", "x", "builtin.module(sbp-import{x=1})", ""],
}
INPUTS = ["--input=x=@@x.npy", "--weights=@w.safetensors"]
GOOD = [
    ("sbp-run", RUN, ["@model.sbpx", *INPUTS, "--output=y=@out.npy"]),
    ("sbp-run", RUN, ["@model.sbpx", *INPUTS, "--save-state=out.states"]),
    ("sbp-run", RUN, ["@model.mlir", *INPUTS, "--output=y=@out.npy"]),
    ("sbp-compile", COMPILE, ["@model.mlir", "-o", "out.sbpx"]),
    ("sbp-compile", COMPILE, ["@model.mlir", "-o=out.sbpx", "--report=out.json"]),
    ("sbp-interpret", INTERPRET, ["@model.mlir", *INPUTS, "--output=y=@out.npy"]),
    ("sbp-opt", OPT, ["@model.mlir", "--sbp-compile-to=tasks", "-o", "out.mlir"]),
]
ENVIRONMENT = {
    "SBP_WORKERS": ["0", "1", "7", "1024", "1025", "x", "", "-1", "1e3"],
    "SBP_WATCHDOG_SECONDS": ["0", "-1", "x", "nan", "1e300", "", "60"],
    "WORLD_SIZE": ["1", "2", "0", "x", ""],
    "SLURM_NTASKS": ["2"],
    "SBP_FLIGHT_RECORDS": ["missing", ""],
    "TMPDIR": ["missing", "/dev/null"],
}


class Flags:
    """The programs' own flags, two of one, values of every kind; existing and impossible outputs; environment variables."""

    name, runs, checked = "flags", 10000, 80

    def __init__(self, folder, bin):
        compile_base(folder, bin, "model", MODEL)
        self.base = folder + "/"
        arrays = {"x": np.arange(24, dtype=np.float32).reshape(4, 6), "w": np.ones((6, 3), np.float32), "s": np.ones(3, np.float32)}
        for name, array in arrays.items():
            np.save(f"{folder}/{name}.npy", array)
        safetensors.save(f"{folder}/w.safetensors", {"w": arrays["w"]})
        self.y = arrays["x"] @ arrays["w"]
        self.hashes = self.hash_base()

    def hash_base(self):
        return {entry.name: hashlib.md5(open(entry.path, "rb").read()).hexdigest() for entry in os.scandir(self.base) if entry.is_file()}

    def attack(self, case):
        draw = case.draw
        case.write("old", "old content")
        os.mkdir(case.path("folder"))
        program, flags, words = draw.choice(GOOD)
        words = self.change(draw, flags, list(words))
        environment = dict(os.environ)
        if draw.random() < 0.1:
            variable = draw.choice(list(ENVIRONMENT))
            environment[variable] = draw.choice(ENVIRONMENT[variable])
            words_of_environment = [f"{variable}={environment[variable]}"]
        else:
            words_of_environment = []
        words = [
            word.replace("@@", "@" + self.base) if "@@" in word else word.replace("@", self.base, 1) if self.is_base(word) else word
            for word in words
        ]
        finished = case.run(program, *words, environment=environment)
        finished.command += words_of_environment
        return self.check(case, finished, judge(finished))

    def is_base(self, word):
        return any(
            f"@{name}" in word for name in ("x.npy", "w.npy", "s.npy", "w.safetensors", "model.mlir", "model.sbpx")
        ) and "=@" not in word.replace("=@w.", "")

    def change(self, draw, flags, words):
        for _ in range(draw.choice([0, 1, 1, 1, 2, 3])):
            way = draw.random()
            if way < 0.6:
                flag = draw.choice(list(flags))
                value = "" if flags[flag] is None else draw.choice(flags[flag])
                words[draw.randint(0, len(words)) : 0] = (
                    draw.choice([[flag], [f"{flag}={value}"], [flag, value]])
                    if draw.random() < 0.3
                    else [flag]
                    if flags[flag] is None
                    else [f"{flag}={value}"]
                )
            elif words:
                at = draw.randrange(len(words))
                words[at : at + 1] = draw.choice(
                    [
                        [],
                        [words[at]] * 2,
                        [draw.choice(FILES)],
                        [words[at], draw.choice(FILES)],
                        [words[at][:-1]],
                        [words[at].replace("=", "", 1)],
                        [words[at] + draw.choice(["=", "=1", ":all", " ", ","])],
                    ]
                )
        return words

    def check(self, case, finished, outcome):
        hashes = self.hash_base()
        if hashes != self.hashes:
            changed = [name for name, value in hashes.items() if self.hashes.get(name) != value]
            for name in set(hashes) - set(self.hashes):
                os.unlink(self.base + name)
            self.__init__(self.base.rstrip("/"), case.bin)
            # Arrays and weights may be replaced by what was made of them, and files that are no part of the run.
            if any(name.startswith("model.") and name in self.get_models(finished.command) for name in changed):
                return Outcome(LEFTOVER, f"{finished.program} wrote onto its own model {', '.join(changed)}")
        if outcome:
            phases = [word.partition("=")[2] for word in finished.command if "dump-phases" in word]
            new = [name for name in os.listdir(case.folder) if name not in ("old", "folder", *phases)]
            if finished.code == 1 and outcome.is_good and new:
                return Outcome(LEFTOVER, f"{finished.program} refuses and leaves {', '.join(sorted(new))[:60]}: {outcome.detail}")
            return outcome
        if {"--help", "-h", "--version"} & set(finished.command):
            return Outcome(EQUAL)
        try:
            return self.check_outputs(case, finished.command)
        except (ValueError, OSError, KeyError) as error:
            return Outcome(LEFTOVER, f"{finished.program} ran, but {error}")

    @staticmethod
    def get_models(command):
        """What the command reads as a model: words that are neither flags nor the values of such."""
        return {
            os.path.basename(word)
            for before, word in zip([""] + command, command)
            if not word.startswith("-") and not (before.startswith("-") and "=" not in before)
        }

    def check_outputs(self, case, command):
        """What was written is whole and right."""
        for entry in os.scandir(case.folder):
            if entry.is_dir():
                continue
            if any(word.endswith((f"y=@{entry.name}", f"y=@{entry.name}:all")) for word in command):
                found = np.load(entry.path)
                if found.shape[-2:] != self.y.shape or not (found == self.y).all():
                    return Outcome(WRONG, f"{entry.name} is not y")
            elif (
                not entry.name.endswith(".html")
                and {f"--report={entry.name}", f"--trace={entry.name}"} & set(command)
                and "--inspect" not in command
            ):
                json.loads(Path(entry.path).read_text())
            elif entry.name.endswith((".part", ".partial")):
                return Outcome(LEFTOVER, f"{entry.name} stays")
        return Outcome(EQUAL)
