"""Every call of device, communicator and memory fails in turn, or never returns, in one of four processes: all end and say why.

    fail_calls.py --build BUILD [--what WHAT,...] [--sample N] [--seed S] [--slice I/N] [--jobs N]

WHAT: device-error, communicator-error (each call once, then the next; a process drawn for each), device-stuck, communicator-lost
(drawn moments of endless runs, --timeout=5), allocation-alone (operator new, in one process), allocation (in one of four, drawn of those
that come there: the first call of each place in the code that asks for memory, and the last one; a place is a stack), launcher (the
launcher is killed). --sample: at most so many calls of each, drawn; 0: all of them (20 moments, 20 launchers). --slice: the I-th of N
parts of the places, from 0. --jobs: runs of `allocation` at a time. BUILD: the build folder, for sbp-run-shims and
sbp-fail-allocations.so. On PATH: sbp-compile, mpirun. A run that does not end, an end by a signal, another exit
code than 0, 1, 3, 4 or an end without a word ends this with 1.
"""

import argparse
import collections
import concurrent.futures
import os
import queue
import random
import re
import signal
import statistics
import subprocess
import time

import numpy as np

from kill_ranks import MODELS
from sbp_testing.harness import Case

PROCESSES = 4
SECONDS = 20  # of a run that ends; the watchdog's are added
PATIENCE = 30  # of a watchdog that is not to end it, on a machine that others use


class Runs:
    def __init__(self, options, case=None, folder=None):
        model, inputs = MODELS["training"]
        self.case = case or Case(model)
        self.words = [self.case.artifact, *self.case.save({key: np.ones(shape, np.float32) for key, shape in inputs.items()})]
        self.shims = os.path.join(options.build, "bin", "test", "sbp-run-shims")
        self.preload = os.path.join(options.build, "lib", "sbp-fail-allocations.so")
        self.options = options
        self.folder = folder = folder or self.case.directory
        # Each process says its pid, its words and its end, in files of its own.
        self.wrapper = (
            f'"$@" 2> {folder}/said.$OMPI_COMM_WORLD_RANK > /dev/null & echo $! > {folder}/new.$OMPI_COMM_WORLD_RANK; '
            f"mv {folder}/new.$OMPI_COMM_WORLD_RANK {folder}/run.$OMPI_COMM_WORLD_RANK; "
            f"wait $!; echo $? > {folder}/code.$OMPI_COMM_WORLD_RANK"
        )
        self.choose = random.Random(options.seed)
        self.slice = tuple(map(int, options.slice.split("/")))

    def beside(self, name):
        """For runs at the same time."""
        os.mkdir(self.path(name))
        return Runs(self.options, self.case, self.path(name))

    def path(self, name):
        return os.path.join(self.folder, name)

    def read(self, name):
        try:
            with open(self.path(name)) as file:
                return file.read().strip()
        except FileNotFoundError:
            return ""

    def environment(self, variables):
        return {
            **os.environ,
            "OMPI_ALLOW_RUN_AS_ROOT": "1",
            "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1",
            "SBP_FLIGHT_RECORDS": self.folder,
            **variables,
        }

    def launch(self, program, flags, variables):
        for name in os.listdir(self.folder):
            if name.split(".")[0] in ("run", "said", "code", "reached"):
                os.remove(self.path(name))
        # Preloaded behind the launcher, which is not what is tested.
        inside = ["env", *(f"{key}={value}" for key, value in variables.items()), program]
        return subprocess.Popen(
            [
                "mpirun",
                "-n",
                str(PROCESSES),
                "--oversubscribe",
                "--bind-to",
                "none",
                "--enable-recovery",
                "sh",
                "-c",
                self.wrapper,
                "sh",
                *inside,
                *self.words,
                *flags,
            ],
            env=self.environment({}),
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )

    def wait(self, what, seconds, condition):
        begin = time.monotonic()
        while not condition():
            if time.monotonic() - begin > seconds:
                raise AssertionError(f"{what} took more than {seconds} s: {[self.read(f'said.{r}') for r in range(PROCESSES)]}")
            time.sleep(0.005)
        return time.monotonic() - begin

    def together(self, what, program, flags, variables, seconds=SECONDS, codes=(0, 1, 3, 4)):
        """Runs four processes to their end: their codes, and what they said."""
        launcher = self.launch(program, flags, variables)
        try:
            taken = self.wait(what, seconds, lambda: all(self.read(f"code.{r}") for r in range(PROCESSES)))
        finally:
            launcher.kill()
            launcher.wait()
        ends = [int(self.read(f"code.{rank}")) for rank in range(PROCESSES)]
        said = [self.read(f"said.{rank}") for rank in range(PROCESSES)]
        # What several say alike is said once.
        assert all(end in codes for end in ends) and (not any(ends) or "sbp-run: error: " in "".join(said)), (what, ends, said)
        return taken, ends, said

    def alone(self, what, flags, variables):
        process = subprocess.run(
            [self.shims, *self.words, *flags], env=self.environment(variables), capture_output=True, text=True, timeout=60
        )
        assert process.returncode in (0, 1, 3) and (process.returncode == 0 or "sbp-run: error: " in process.stderr), (
            what,
            process.returncode,
            process.stderr,
        )
        return process.returncode

    def count(self, flags, variable, **variables):
        """By process, the words that were counted: numbers, of allocations also where they came from."""
        self.together("counting", self.shims, flags, {variable: self.path("count"), **variables}, codes=(0,))
        words = [self.read(f"count{rank}").split() for rank in range(PROCESSES)]
        return [[int(word, 0) for i, word in enumerate(some)] for some in words]

    def draw(self, count, sample):
        return range(count) if sample == 0 or count <= sample else sorted(self.choose.sample(range(count), sample))


def fail_each(runs, what, sample):
    """device-error, communicator-error."""
    counts = runs.count(["--steps=2"], "SBP_FAULT_COUNT")
    index = 0 if what.startswith("device") else 2
    calls = runs.draw(min(count[index] for count in counts), sample)
    times = []
    for call in calls:
        process = runs.choose.randrange(PROCESSES)
        taken, ends, said = runs.together(
            f"{what}:{call} in {process}",
            runs.shims,
            ["--steps=2"],
            {"SBP_FAULT": f"{what}:{call}", "SBP_FAULT_PROCESS": process},
            codes=(1, 3),
        )
        assert "injected fault" in said[process], (what, call, process, said)
        for rank in range(PROCESSES):
            assert rank == process or f"process {process} (" in said[rank], (what, call, process, rank, said)
        times.append(taken)
    print(
        f"{what}: {len(times)} of {min(count[index] for count in counts)} calls, all ended and named the process; seconds of a run: "
        f"median {statistics.median(times):.2f}, max {max(times):.2f}",
        flush=True,
    )


def stand_still(runs, what, sample):
    """device-stuck, communicator-lost."""
    counts = runs.count(["--steps=2"], "SBP_FAULT_COUNT")
    index = 0 if what.startswith("device") else 1
    # Between the last calls of loading and many steps later.
    times = []
    for _ in range(sample or 20):
        process = runs.choose.randrange(PROCESSES)
        call = runs.choose.randrange(counts[process][index], 50 * counts[process][index])
        taken, ends, said = runs.together(
            f"{what}:{call} in {process}",
            runs.shims,
            ["--steps=100000000", "--timeout=5"],
            {"SBP_FAULT": f"{what}:{call}", "SBP_FAULT_PROCESS": process},
            SECONDS + 5,
            codes=(4,),
        )
        for rank, text in enumerate(said):
            assert "watchdog: " in text and re.search(r"model\.mlir:.*launch |waits for its device|has no task left", text), (
                what,
                rank,
                text,
            )
        # The one that stands in its kernel, where it is that.
        if what == "device-stuck":
            where = rf"rank {process} (runs|never started|waits for its device|has no task left)"
            assert all(re.search(where, text) for text in said), (what, process, said)
        times.append(taken)
    print(
        f"{what}: {len(times)} runs, all ended by the watchdog of 5 s; seconds of a run: median {statistics.median(times):.2f}, "
        f"max {max(times):.2f}",
        flush=True,
    )


def allocation_alone(runs, what, sample):
    variables = {"LD_PRELOAD": runs.preload}
    flags = ["--steps=2", f"--save-state={runs.path('s.safetensors')}"]
    runs.alone("counting", flags, {**variables, "SBP_FAIL_COUNT": runs.path("count")})
    count = int(runs.read("count0").split()[0])
    ends = [runs.alone(f"allocation {call}", flags, {**variables, "SBP_FAIL_ALLOCATION": str(call)}) for call in runs.draw(count, sample)]
    print(f"{what}: {len(ends)} of {count}; exit codes {sorted((code, ends.count(code)) for code in set(ends))}", flush=True)


def find_places(runs):
    """Of every process, stacks and how often each was counted: what is there in all of some runs, for threads differ."""
    counts = [
        [collections.Counter(words[1:]) for words in runs.count(["--steps=2"], "SBP_FAIL_COUNT", LD_PRELOAD=runs.preload)] for _ in range(3)
    ]
    return [{stack: min(run[process][stack] for run in counts) for stack in counts[0][process]} for process in range(PROCESSES)]


def fail_allocation(runs, stack, call, process):
    """A run whose end is looked at: (seconds, the process's code, whether it came there, what is wrong)."""
    what = f"allocation {call} of 0x{stack:x} in {process}"
    try:
        taken, codes, said = runs.together(
            what,
            runs.shims,
            ["--steps=2", f"--timeout={PATIENCE}"],
            {
                "LD_PRELOAD": runs.preload,
                "SBP_FAIL_ALLOCATION": str(call),
                "SBP_FAIL_STACK": hex(stack),
                "SBP_FAULT_PROCESS": process,
                "SBP_FAIL_REACHED": runs.path("reached"),
            },
            seconds=PATIENCE + SECONDS,
        )
    except AssertionError as failure:
        return 0, -1, True, str(failure)
    isReached = os.path.exists(runs.path("reached"))
    # Nobody said what failed: all others waited for it.
    return taken, codes[process], isReached, f"{what}: a watchdog ended it: {codes}, {said}" if 4 in codes else ""


def allocation(runs, what, sample):
    """Calls that come from one place (their stacks are alike) are one: the first and the last of them fail."""
    found = find_places(runs)
    places = sorted(set().union(*found))
    calls = []
    for stack in places:
        process = runs.choose.choice([i for i in range(PROCESSES) if found[i].get(stack)] or [0])
        calls += [(stack, call, process) for call in sorted({0, max(found[process].get(stack, 1), 1) - 1})]
    calls = [calls[i] for i in runs.draw(len(calls), sample)]
    part, parts = runs.slice
    calls = calls[len(calls) * part // parts : len(calls) * (part + 1) // parts]
    idle = queue.SimpleQueue()
    for i in range(runs.options.jobs):
        idle.put(runs.beside(f"job{i}"))

    def fail(call):
        mine = idle.get()
        try:
            for _ in range(3):  # threads may take another way
                end = fail_allocation(mine, *call)
                if end[2]:
                    break
            return end
        finally:
            idle.put(mine)

    ends = []
    with concurrent.futures.ThreadPoolExecutor(runs.options.jobs) as pool:
        for end in pool.map(fail, calls):
            ends.append(end)
            if end[3]:
                print(end[3], flush=True)
    codes = [end[1] for end in ends if end[2]]
    times = [end[0] for end in ends]
    failures = [end[3] for end in ends if end[3]]
    print(
        f"{what}, one of four processes: {len(codes)} of {len(calls)} calls of {len(places)} places, {len(ends) - len(codes)} were not "
        f"come to; seconds of a run: median {statistics.median(times):.2f}, max {max(times):.2f}; exit codes of the one "
        f"{sorted((code, codes.count(code)) for code in set(codes))}; {len(failures)} did not end as they should",
        flush=True,
    )
    assert not failures, failures


def is_gone(pid):
    try:
        with open(f"/proc/{pid}/stat") as file:
            return file.read().rpartition(")")[2].split()[0] == "Z"
    except (FileNotFoundError, ProcessLookupError):
        return True


def launcher(runs, what, sample):
    times = []
    for _ in range(sample or 20):
        started = runs.launch(runs.shims, ["--steps=100000000"], {})
        runs.wait("starting", 60, lambda: all(runs.read(f"run.{rank}") for rank in range(PROCESSES)))
        pids = [int(runs.read(f"run.{rank}")) for rank in range(PROCESSES)]
        time.sleep(runs.choose.uniform(0, 1.5))
        started.send_signal(runs.choose.choice([signal.SIGKILL, signal.SIGTERM, signal.SIGINT]))
        times.append(runs.wait("ending without a launcher", 10, lambda: all(map(is_gone, pids))))
        started.kill()
        started.wait()
    print(
        f"{what} killed: {len(times)} times; seconds until all were gone: median {statistics.median(times):.2f}, max {max(times):.2f}",
        flush=True,
    )


WAYS = {
    "device-error": fail_each,
    "communicator-error": fail_each,
    "device-stuck": stand_still,
    "communicator-lost": stand_still,
    "allocation-alone": allocation_alone,
    "allocation": allocation,
    "launcher": launcher,
}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", required=True)
    parser.add_argument("--what", default=",".join(WAYS))
    parser.add_argument("--sample", type=int, default=0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--slice", default="0/1")
    parser.add_argument("--jobs", type=int, default=2)
    options = parser.parse_args()
    print("seed", options.seed, flush=True)
    runs = Runs(options)
    for what in options.what.split(","):
        WAYS[what](runs, what, options.sample)


if __name__ == "__main__":
    main()
