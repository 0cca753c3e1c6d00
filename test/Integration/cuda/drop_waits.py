"""What orders streams on a GPU is needed: every wait that no others imply, left out, gives other bits or an error in one of 20 orders.

    drop_waits.py BUILD [--models NAME,...] [--streams 2,3] [--micro-batches] [--seeds N] [--sample N] [--jobs J]

Models are those of plans.py, or paths; --micro-batches: also the plans of test/unit/Runtime/CudaStreamsTest.cpp. The waits of a step are found by the stub driver from the order of
calls; each is left out in all steps, of which each has other inputs. --sample: at most so many waits of a plan, drawn; 0: all.
"""

import argparse
import multiprocessing.pool
import os
import random
import subprocess
import sys
import tempfile

from plans import Plan, use_stub

STEPS = 4


class Waits:
    def __init__(self, name, plan):
        self.name, self.plan = name, plan
        waits = os.path.join(plan.directory, "waits")
        self.expected = plan.expect(WAITS=waits)
        counts = plan.count_calls()
        self.all = counts.get("cuStreamWaitEvent", 0)
        with open(waits) as file:
            numbers = [int(line) for line in file]
        # One worker: waits come in one order, as many a step.
        assert self.all % STEPS == 0, (name, self.all)
        self.every = self.all // STEPS
        self.numbers = sorted({(number - 1) % self.every + 1 for number in numbers} if numbers else [])

    def is_seen(self, number, seeds):
        """The first order in which it is, or None."""
        for seed in range(1, seeds + 1):
            code, _, values = self.plan.run(where=f".{number}", SEED=seed, DROP_WAIT=f"{number}:{self.every}")
            if code != 0 or values != self.expected:
                return seed
        return None


class MicroBatches:
    """The unit test of a plan with micro-batches, which is 20 sessions of four steps, each in another order."""

    SESSIONS = 20
    KINDS = {1: "2 streams", 2: "3 streams", 4: "3 streams with graphs"}

    def __init__(self, kind, build, directory):
        self.words = [os.path.join(build, "bin", "unit", "RuntimeTest"), f"--gtest_filter=Kinds/CudaStreams.EveryOrderIsRight/{kind}"]
        self.name = f"micro-batches on {self.KINDS[kind]}"
        waits, calls = (os.path.join(directory, name) for name in ("waits", "calls"))
        assert self.run(WAITS=waits, CALLS=calls) == 0
        with open(calls) as counts, open(waits) as numbers:
            self.every = int(dict(map(str.split, counts))["cuStreamWaitEvent"]) // self.SESSIONS
            self.numbers = sorted({(int(line) - 1) % self.every + 1 for line in numbers})

    def run(self, **stubs):
        return subprocess.run(
            self.words,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            env={**os.environ, **{f"SBP_STUB_{name}": str(value) for name, value in stubs.items()}},
        ).returncode

    def is_seen(self, number, seeds):
        return 1 if self.run(DROP_WAIT=f"{number}:{self.every}") else None


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("build")
    parser.add_argument("--models", default="mlp,gpt_megatron,regression,stages,softmax,resnet,jax_mlp,pkm")
    parser.add_argument("--streams", default="2,3")
    parser.add_argument("--micro-batches", action="store_true")
    parser.add_argument("--seeds", type=int, default=20)
    parser.add_argument("--sample", type=int, default=0)
    parser.add_argument("--jobs", type=int, default=2)
    options = parser.parse_args()
    use_stub(options.build)
    os.environ["SBP_WORKERS"] = "1"
    total = unseen = 0
    with tempfile.TemporaryDirectory() as directory:

        def plans():
            for model in filter(None, options.models.split(",")):
                for streams in map(int, options.streams.split(",")):
                    plan = Plan(model, os.path.join(directory, os.path.basename(model)), streams, STEPS)
                    yield Waits(f"{os.path.basename(model)} on {streams} streams", plan)
            for kind in MicroBatches.KINDS if options.micro_batches else ():
                yield MicroBatches(kind, options.build, directory)

        for waits in plans():
            chosen = waits.numbers
            if options.sample and len(chosen) > options.sample:
                chosen = sorted(random.Random(1).sample(chosen, options.sample))
            with multiprocessing.pool.ThreadPool(options.jobs) as pool:
                seen = pool.map(lambda number: waits.is_seen(number, options.seeds), chosen)
            hidden = [number for number, seed in zip(chosen, seen) if seed is None]
            total, unseen = total + len(chosen), unseen + len(hidden)
            print(
                f"{waits.name}: {len(chosen)} of {len(waits.numbers)} waits that no others imply (of {waits.every}): "
                f"{'each is seen' if not hidden else f'not seen: {hidden}'}",
                flush=True,
            )
    print(f"{total} waits left out, {total - unseen} seen in {options.seeds} orders")
    sys.exit(1 if unseen else 0)


if __name__ == "__main__":
    main()
