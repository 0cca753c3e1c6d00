"""Models compiled for GPUs and run on the stub driver, with inputs drawn for them:  Plan(model, streams).run(...)

A model is a name of EXAMPLES or a path. sbp-compile and sbp-run are on PATH.
"""

import os
import re
import subprocess
import sys

import numpy as np

from sbp import memory_layers as layers
from sbp import safetensors
from sbp_testing.paths import ROOT

# Name: the file below examples/, and what is written otherwise so that a run is quick on a machine without a GPU, or the words of
# the program that writes it.
EXAMPLES = {
    "mlp": ("mlp/mlp.mlir", {"1024": "128", "256": "64"}),
    "mlp_open": ("mlp/mlp_open.mlir", {"1024": "128", "256": "64"}),
    "regression": ("regression/regression.mlir", {}),
    "gpt": ("gpt/gpt.mlir", {}),
    "gpt_calls": ("gpt/gpt_calls.mlir", {}),
    "gpt_inputs": ("gpt/gpt_inputs.mlir", {}),
    "gpt_megatron": ("gpt/gpt_megatron.mlir", {}),
    "jax_mlp": ("jax/mlp.mlir", {}),
    "jax_train_step": ("jax/train_step.mlir", {}),
    "softmax": ("ask/softmax.mlir", {"4096": "64"}),
    "sort": ("ask/sort.mlir", {"32768": "256"}),
    "stages": ("ask/stages.mlir", {}),
    "sum": ("ask/sum.mlir", {"1024": "64"}),
    "minilm": ("minilm/minilm.mlir", {}),
    "resnet": ("resnet/generate.py", ["--batch=2", "--height=6", "--width=6", "--placement=p=4", "--split=height"]),
}
# The layers of examples/memory_layers, small.
SIZES = dict(width=16, heads=2, keys=8, slots=4, key_width=8, value_width=16)
ULTRA = dict(width=16, heads=1, keys=8, slots=4, chosen=4, rank=2, key_width=8)
LAYERS = {
    "pkm": lambda: layers.PKM(**SIZES),
    "peer": lambda: layers.PEER(**SIZES),
    "memory_plus": lambda: layers.MemoryPlus(**SIZES),
    "ultramem": lambda: layers.UltraMem(**ULTRA, cores=2, blocks=4, value_width=16, penalty=0.001),
    "ultramem_v2": lambda: layers.UltraMemV2(**ULTRA, down_width=8, value_width=16, table_rows=4 * 8**2, base=8**2),
}
TYPES = {"f64": np.float64, "f32": np.float32, "f16": np.float16, "i64": np.int64, "i32": np.int32, "i8": np.int8, "i1": np.bool_}


def write_model(model, directory):
    """The path of an example, small, or of any model."""
    if model in LAYERS:
        text = layers.write(LAYERS[model](), 16, [("tp", 4)], "width")
    elif model in EXAMPLES:
        path, changes = os.path.join(ROOT, "examples", EXAMPLES[model][0]), EXAMPLES[model][1]
        if path.endswith(".py"):
            text = subprocess.run([sys.executable, path, *changes], check=True, capture_output=True, text=True).stdout
        else:
            with open(path) as file:
                text = re.sub("|".join(changes) or "$^", lambda found: changes[found[0]], file.read())
    else:
        return model
    path = os.path.join(directory, f"{model}.mlir")
    with open(path, "w") as file:
        file.write(text)
    return path


class Entry:
    """What an artifact says of an entry: names, shapes and types; states are inputs that are outputs."""

    def __init__(self, name, lines):
        self.name = name
        ports = [re.match(r"  (input|output) (.+?): (\S+)(?: |$)", line) for line in lines]
        kinds = {"input": {}, "output": {}}
        for kind, port, text in (m.groups() for m in ports if m):
            *shape, dtype = text.split("x")
            kinds[kind][port] = (tuple(map(int, shape)), TYPES[dtype])
        self.states = {port: what for port, what in kinds["input"].items() if port in kinds["output"]}
        self.inputs = {port: what for port, what in kinds["input"].items() if port not in self.states}
        self.outputs = [port for port in kinds["output"] if port not in self.states]


def read_entries(artifact):
    text = subprocess.run(["sbp-run", "--inspect", artifact], check=True, capture_output=True, text=True).stdout
    return [Entry(part.split("\n", 1)[0], part.split("\n")[1:]) for part in re.split(r"^model entry ", text, flags=re.M)[1:]]


def draw(random, shape, dtype):
    """Indices are in every range."""
    if np.issubdtype(dtype, np.floating):
        return (random.standard_normal(shape) / 4).astype(dtype)
    return random.integers(0, 2, shape).astype(dtype)


class Plan:
    """A model for GPUs on so many streams, its first entry; `steps` with other inputs each."""

    def __init__(self, model, directory, streams=1, steps=3, flags=(), artifact=None):
        self.directory, self.streams, self.steps = directory, streams, steps
        os.makedirs(directory, exist_ok=True)
        self.artifact = artifact or os.path.join(directory, f"{streams}.sbpx")
        if not artifact:
            subprocess.run(
                [
                    "sbp-compile",
                    write_model(model, directory),
                    "-o",
                    self.artifact,
                    "--target=cuda",
                    "--chip=sm_90",
                    f"--streams={streams}",
                    *flags,
                ],
                check=True,
                capture_output=True,
                text=True,
            )
        self.entries = read_entries(self.artifact)
        self.entry = self.entries[0]
        self.words = [*self.write_inputs(), f"--steps={steps}", *[f"--entry={self.entry.name}"] * (len(self.entries) > 1)]

    def write_inputs(self):
        """The same for every number of streams. What is fed changes every step; other integers are weights."""
        random = np.random.default_rng(1)
        everything = {**self.entry.states, **self.entry.inputs}
        values = {name: draw(random, *what) for name, what in sorted(everything.items())}
        words = []
        for name, (shape, dtype) in self.entry.inputs.items():
            if np.issubdtype(dtype, np.floating) and np.prod(shape) <= 1 << 20:
                path = os.path.join(self.directory, f"in.{name.replace('/', '_')}.npy")
                first = values.pop(name)
                np.save(path, np.stack([first * dtype(step + 1) for step in range(self.steps)]))
                words.append(f"--input={name}=@{path}")
                break
        path = os.path.join(self.directory, "weights.safetensors")
        safetensors.save(path, values)
        return [*words, f"--weights={path}"] if values else words

    def run(self, flags=(), where="", prefix=(), timeout=60, environment=None, **stubs):
        """Exit code, what was said, the bytes of all outputs of all steps, of every rank's pieces and of all states in the end; `where`:
        a name for runs at the same time."""
        folder = os.path.join(self.directory, f"out{where}")
        os.makedirs(folder, exist_ok=True)
        for name in os.listdir(folder):
            os.remove(os.path.join(folder, name))
        outputs = [f"--output={name}=@{folder}/{i}.npy:all" for i, name in enumerate(self.entry.outputs)]
        outputs += [f"--output-shards={folder}"]
        outputs += [f"--save-state={folder}/states.safetensors"] * bool(self.entry.states)
        process = subprocess.run(
            [*prefix, "sbp-run", self.artifact, *self.words, *outputs, f"--timeout={timeout}", *flags],
            text=True,
            capture_output=True,
            timeout=timeout + 60,
            errors="replace",
            env={**os.environ, **(environment or {}), **{f"SBP_STUB_{name}": str(value) for name, value in stubs.items()}},
        )
        values = {}
        for name in sorted(os.listdir(folder)):
            with open(os.path.join(folder, name), "rb") as file:
                values[name] = file.read()
        return process.returncode, process.stderr, values

    def expect(self, flags=(), **words):
        code, text, values = self.run(flags, **words)
        assert code == 0 and values, (self.artifact, flags, words, text)
        return values

    def count_calls(self, flags=(), **words):
        path = os.path.join(self.directory, "calls.txt")
        self.expect(flags, CALLS=path, **words)
        with open(path) as file:
            return dict((name, int(count)) for name, count in map(str.split, file))


def use_stub(build):
    """For all runs."""
    os.environ["SBP_CUDA_DRIVER"] = os.path.join(build, "lib", "libsbp_stub_cuda.so")
    os.environ["SBP_NCCL"] = os.path.join(build, "lib", "libsbp_stub_nccl.so")
