"""The bytes of one process are those of several, and of a device that works late: every example, and random programs.

    every_program.py [--examples NAME ...] [--programs N] [--first SEED] [--batch PROGRAMS] [--processes 2,3,4,8] [--again RUNS]
                     [--late SEEDS [--late-runner PROGRAM]]

Each artifact is run in one process; then by mpirun in each of these numbers of processes that its ranks can be dealt out over, one
rank each or a block each; --again: once more RUNS times in one process, with 1, 2, 3, ... workers; --late: on sbp-run-shims with that
many seeds. Every piece of every result on every rank, and every state, has the same bytes. Examples are fed seeded random values.
On PATH: sbp-compile, sbp-run, mpirun, and sbp-run-shims for --late. Ends with 1 at the first difference, which it names.
"""

import argparse
import filecmp
import json
import os
import subprocess
import sys
import tempfile

import numpy as np

from sbp_testing.bfloats import round_to_bits
from sbp_testing.harness import mpirun, run
from sbp_testing.paths import EXAMPLES
from sbp_testing.random_check import draw_module, safetensors, write_inputs, write_model

NUMPY = {"f64": np.float64, "f32": np.float32, "f16": np.float16, "i64": np.int64, "i32": np.int32, "i8": np.int8, "i1": np.bool_}


def generated(program, *flags):
    return [sys.executable, os.path.join(EXAMPLES, program, "generate.py"), *flags]


def gpt(placement, annotations, *flags):
    return generated(
        "gpt", "--batch=5", "--tokens=10", "--width=32", "--heads=8", f"--placement={placement}", f"--annotate={annotations}", *flags
    )


# A file below examples/, or what prints the model.
MODELS = {
    **{f"ask/{name}": f"ask/{name}.mlir" for name in ("softmax", "sort", "stages", "sum")},
    **{f"gpt/{name}": f"gpt/{name}.mlir" for name in ("gpt", "gpt_calls", "gpt_inputs", "gpt_megatron")},
    **{
        f"gpt:{placement}:{how}": gpt(placement, how)
        for placement, how in (
            ("tp=2", "megatron"),
            ("dp=3", "inputs"),
            ("tp=3", "megatron"),
            ("tp=4", "sequence"),
            ("dp=2,tp=2,pp=2", "megatron"),
            ("tp=8", "megatron"),
            ("dp=2,tp=4", "inputs"),
        )
    },
    **{f"jax/{name}": f"jax/{name}.mlir" for name in ("mlp", "train_step")},
    **{f"memory_layers/{name}": f"memory_layers/{name}.mlir" for name in ("memory_plus", "peer", "pkm", "ultramem", "ultramem_v2")},
    "minilm": "minilm/minilm.mlir",
    **{f"mlp/{name}": f"mlp/{name}.mlir" for name in ("mlp", "mlp_open")},
    "regression": "regression/regression.mlir",
    **{
        f"resnet:{ranks}:{split}": generated("resnet", "--batch=8", f"--placement=p={ranks}", f"--split={split}")
        for ranks, split in ((2, "height"), (3, "height"), (4, "channels"), (8, "batch"))
    },
}


def parse_type(text):
    *sizes, dtype = text.split("x")
    return [int(size) for size in sizes], dtype


def draw(generator, text):
    """Values of a type; whole numbers are positions in the smallest table there may be."""
    shape, dtype = parse_type(text)
    if dtype == "bf16":
        return round_to_bits(generator.uniform(-1, 1, shape))
    if dtype.startswith("i"):
        return generator.integers(0, 2, shape).astype(NUMPY[dtype])
    return generator.uniform(-1, 1, shape).astype(NUMPY[dtype])


class Artifact:
    """Compiled once; what one process says of it is what all others have to say."""

    def __init__(self, name, folder):
        self.name, self.folder = name, folder
        self.path = os.path.join(folder, "model.sbpx")
        self.runs = 0

    def compile(self, model):
        run("sbp-compile", model, "-o", self.path)
        self.inspected = json.loads(run("sbp-run", self.path, "--inspect", "--json").stdout)
        self.ranks = self.inspected["ranks"]

    def feed(self):
        """The flags of every entry, with seeded values for inputs and states."""
        generator = np.random.default_rng(7)
        states = {state["name"]: draw(generator, state["type"]) for state in self.inspected["states"]}
        weights = os.path.join(self.folder, "weights.safetensors")
        if states:
            safetensors.save(weights, states)
        for entry in self.inspected["entries"]:
            flags = [f"--entry={entry['name']}"] + [f"--weights={weights}"] * bool(states)
            for i, port in enumerate(entry["inputs"]):
                if port["name"] not in states:
                    path = os.path.join(self.folder, f"{entry['name']}.{i}.npy")
                    np.save(path, draw(generator, port["type"]))
                    flags.append(f"--input={port['name']}=@{path}")
            yield entry["name"], [*flags, "--steps=2"] if states else flags

    def layouts(self, processes):
        """(processes, ranks of each) that --ranks-per-process can say."""
        for count in processes:
            block = -(-self.ranks // count)
            if count <= self.ranks and -(-self.ranks // block) == count:
                yield count, block

    def execute(self, start, entry, flags):
        """Runs into a new folder; its files."""
        self.runs += 1
        target = os.path.join(self.folder, f"run{self.runs}")
        hasStates = any(state["role"] == "model" for state in self.inspected["states"])
        outputs = [f"--output={port['name']}=@{target}/{i}.npy" for i, port in enumerate(self.outputs[entry])]
        os.mkdir(target)
        start(
            self.path,
            *flags,
            f"--output-shards={target}/shards",
            *outputs,
            *[f"--save-state={target}/states.safetensors"] * (hasStates and self.updates[entry]),
        )
        files = {}
        for root, _, names in os.walk(target):
            for name in names:
                files[os.path.relpath(os.path.join(root, name), target)] = os.path.join(root, name)
        return files

    def check(self, options, entries, counts):
        self.outputs, self.updates = {}, {}
        states = {state["name"] for state in self.inspected["states"]}
        for entry in self.inspected["entries"]:
            self.outputs[entry["name"]] = [port for port in entry["outputs"] if port["name"] not in states]
            self.updates[entry["name"]] = any(port["name"] in states for port in entry["outputs"])
        for entry, flags in entries:
            expected = self.execute(lambda *words: run("sbp-run", *words), entry, flags)

            def same(what, start):
                found = self.execute(start, entry, flags)
                assert sorted(found) == sorted(expected), (self.name, entry, what, sorted(found), sorted(expected))
                for name, path in expected.items():
                    assert filecmp.cmp(path, found[name], shallow=False), (self.name, entry, what, name)
                subprocess.run(["rm", "-r", os.path.join(self.folder, f"run{self.runs}")], check=True)
                counts[what] = counts.get(what, 0) + 1

            for count, block in self.layouts(options.processes):
                same(
                    f"{count} processes" + (" of several ranks" if block > 1 else ""),
                    lambda *words: mpirun(count, *words, f"--ranks-per-process={block}"),
                )
            for i in range(options.again):
                same("one process again", lambda *words: run("env", f"SBP_WORKERS={1 + i % 4}", "sbp-run", *words))
            for seed in range(1, options.late + 1):
                same("late devices", lambda *words: run("env", f"SBP_LATE_SEED={seed}", options.late_runner, *words))


def check_example(name, options, counts):
    with tempfile.TemporaryDirectory() as folder:
        model = os.path.join(folder, "model.mlir")
        source = MODELS[name]
        if isinstance(source, str):
            model = os.path.join(EXAMPLES, source)
        else:
            with open(model, "w") as file:
                subprocess.run(source, stdout=file, check=True)
        artifact = Artifact(name, folder)
        artifact.compile(model)
        artifact.check(options, artifact.feed(), counts)


def check_programs(seeds, options, counts):
    with tempfile.TemporaryDirectory() as folder:
        module, steps, _ = draw_module(seeds, seeds.start)
        model = os.path.join(folder, "model.mlir")
        write_model(model, module)
        artifact = Artifact(f"programs {seeds.start} to {seeds.stop - 1}", folder)
        artifact.compile(model)

        def entries():
            for entry in module.results:
                flags = [f"--entry={entry}", *write_inputs(folder, module, entry)]
                yield entry, flags + [f"--steps={steps}"] * (steps is not None)

        artifact.check(options, entries(), counts)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--examples", nargs="+", default=["all"], help="all, none, or names")
    parser.add_argument("--programs", type=int, default=200)
    parser.add_argument("--first", type=int, default=1)
    parser.add_argument("--batch", type=int, default=5, help="programs of a module")
    parser.add_argument("--processes", type=lambda text: [int(word) for word in text.split(",") if word], default=[2, 3, 4, 8])
    parser.add_argument("--again", type=int, default=0)
    parser.add_argument("--late", type=int, default=0)
    parser.add_argument("--late-runner", default="sbp-run-shims", help="the program, where it is not on PATH")
    options = parser.parse_args()
    names = list(MODELS) if options.examples == ["all"] else [name for name in options.examples if name != "none"]
    total = {}
    for name in names:
        counts = {}
        check_example(name, options, counts)
        print(f"{name}: {counts}", flush=True)
        for key, value in counts.items():
            total[key] = total.get(key, 0) + value
    end = options.first + options.programs
    for first in range(options.first, end, options.batch):
        check_programs(range(first, min(first + options.batch, end)), options, total)
    print(f"{len(names)} examples, {options.programs} programs from {options.first}: every run has the same bytes; runs: {total}")


if __name__ == "__main__":
    main()
