"""Every call of the stub driver and of the stub of NCCL fails in turn: what ends says which call failed, the driver's words, and where.

    fail_each.py BUILD [--cases CASE,...] [--sample N] [--seed S] [--jobs J]

A case is MODEL:STREAMS:GPUS, with :graph behind it for steps of one call, or with :processes for one process a rank (mpirun), in one of
which, drawn, the call fails. --sample: at most so many calls of each function, drawn, the first and the last among them; 0: all of them.
A run ends with 1 before anything was launched and 3 from then on, with the call and the driver's words; with 3, the rank and what it did
by the model's line. A call whose failure does no harm leaves the bits as they are.
"""

import argparse
import multiprocessing.pool
import os
import random
import re
import sys
import tempfile
from pathlib import Path

from plans import Plan, use_stub

CASES = [
    "mlp:1:1",
    "mlp:3:4:graph",
    "gpt_megatron:1:1",
    "gpt_megatron:3:1:graph",
    "gpt_megatron:3:4",
    "regression:3:1:graph",
    "stages:2:3",
    "mlp:1:4:processes",
]
RANKS = 4
WORDS = r"failed: (CUDA_ERROR_\w+ \(\d+\): as the stub was told|unhandled cuda error \(1\))"
# What a rank was at: a task or a communication, at a line of the model; what is between steps has no line.
PLACES = [
    r"rank \d+, .* at \S+\.mlir:\d+:\d+\).*, launch \d+: ",
    r"rank \d+, the (begin|end) of the step: ",
    r"rank \d+, (input|output|state) ",
    r"(rank \d+|GPU \d+ \('stub'\)), the graph of the step: ",
]


class Case:
    def __init__(self, text, directory):
        self.text = text
        model, streams, self.gpus, *self.kind = text.split(":")
        self.plan = Plan(model, os.path.join(directory, text.replace(":", "-")), int(streams))
        self.flags = ["--cuda-graph"] if "graph" in self.kind else []
        self.expected = self.plan.expect(self.flags, DEVICES=self.gpus)
        self.counts = self.plan.count_calls(self.flags, DEVICES=self.gpus)

    def fail(self, name, number, process):
        """What is wrong with the end of a run, or None."""
        where = f".{name}.{number}"
        calls = os.path.join(self.plan.directory, f"calls{where}")
        fails = {"SBP_STUB_FAIL": f"{name}:{number}", "SBP_STUB_CALLS": calls}
        words = {"where": where, "timeout": 20, "DEVICES": self.gpus}
        if "processes" in self.kind:
            # The rank whose call fails is known only behind the launcher.
            setting = " ".join(f"{key}={value}" for key, value in fails.items())
            inside = f'[ $OMPI_COMM_WORLD_RANK = {process} ] && exec env {setting} "$@"; exec "$@"'
            prefix = ["mpirun", "-n", str(RANKS), "--oversubscribe", "--bind-to", "none", "sh", "-c", inside, "sh"]
            root = {"OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1"}
            code, text, values = self.plan.run(self.flags, prefix=prefix, environment=root, **words)
        else:
            code, text, values = self.plan.run(self.flags, environment=fails, **words)
        launched = os.path.exists(calls) and bool(re.search(r"^(cuLaunchKernel|cuGraphLaunch) ", Path(calls).read_text(), re.M))
        for file in (calls, os.path.join(self.plan.directory, f"out{where}")):
            os.system(f"rm -rf {file}")
        wrong = self.judge(name, code, text, values, launched)
        return wrong and f"{wrong}: {text[:300]!r}"

    def judge(self, name, code, text, values, launched):
        if "for ever" in text and name not in ("cuGraphExecDestroy", "cuGraphDestroy"):
            return "NCCL waits for a graph that nobody let go"
        if code == 0:
            return None if values == self.expected else "other bits"
        if "processes" in self.kind:
            launched = code == 3  # of one process; others may be before that
        launched = launched or "launch 0: " in text  # what comes before its call
        if code != (3 if launched else 1):
            return f"exit code {code} {'after' if launched else 'before'} the first launch"
        if f"{name} failed" not in text and "cannot allocate" not in text and "has no function" not in text:
            return "does not name the call"
        if "cannot allocate" not in text and "has no function" not in text and not re.search(WORDS, text):
            return "does not say the driver's words"
        if code == 3 and not any(re.search(place, text) for place in PLACES):
            return "does not say where"
        if code == 1 and not re.search(r"rank \d|GPU \d|CUDA driver|NCCL", text):
            return "does not say which GPU or rank"
        return None


def choose(count, sample, draw):
    if sample == 0 or count <= sample:
        return range(1, count + 1)
    return sorted({1, count, *draw.sample(range(1, count + 1), max(sample - 2, 0))})


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("build")
    parser.add_argument("--cases", default=",".join(CASES))
    parser.add_argument("--sample", type=int, default=0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=2)
    options = parser.parse_args()
    use_stub(options.build)
    print("seed", options.seed, flush=True)
    wrong = 0
    with tempfile.TemporaryDirectory() as directory:
        for text in options.cases.split(","):
            case, draw = Case(text, directory), random.Random(options.seed)
            todo = [
                (name, number, draw.randrange(RANKS))
                for name, count in sorted(case.counts.items())
                for number in choose(count, options.sample, draw)
            ]

            def run(item):
                return item, case.fail(*item)

            tried = bad = 0
            with multiprocessing.pool.ThreadPool(options.jobs) as pool:
                for (name, number, process), error in pool.imap(run, todo):
                    tried += 1
                    if error:
                        bad += 1
                        print(f"{text}: {name}:{number} (process {process}): {error}", flush=True)
            wrong += bad
            print(f"{text}: {tried} of {sum(case.counts.values())} calls failed in turn, {bad} end otherwise than they should", flush=True)
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
