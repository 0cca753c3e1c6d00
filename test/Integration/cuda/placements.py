"""Models without their annotations, with others drawn, on other ranks, compiled for GPUs: what sbp-interpret gives of the model on one device.

    placements.py BUILD [--models NAME,...] [--placements 1,4,2x2,3,12] [--seed S] [--jobs J]

Models are those of plans.py and what JAX and PyTorch lowered ("jax_ops/NAME", "torch_ops/NAME"), or paths; all but MiniLM where
none is named. Where a framework's results are known these are compared, too.
"""

import argparse
import glob
import multiprocessing.pool
import os
import random
import re
import subprocess
import tempfile

import numpy as np

from plans import EXAMPLES, LAYERS, Plan, use_stub, write_model
from sbp import safetensors
from sbp_testing.paths import INPUTS

EXPORTED = [
    f"{folder}_ops/{os.path.basename(path)[:-5]}"
    for folder in ("jax", "torch")
    for path in sorted(glob.glob(os.path.join(INPUTS, f"{folder}_ops", "*.mlir")))
]


def read(model, directory):
    path = os.path.join(INPUTS, model + ".mlir") if model in EXPORTED else write_model(model, directory)
    with open(path) as file:
        return file.read()


def strip(text):
    """`text` without placements, distributions and constraints: a model of one device."""
    text = re.sub(r"^\s*sbp\.placement .*\n", "", text, flags=re.M)
    text = re.sub(r"(,\s*)?sbp\.distribution = #sbp\.distribution<@\w+, \[[^\]]*\]>", "", text)
    text = re.sub(r"\{,\s*", "{", text)
    seen = dict(re.findall(r"^\s*(%[\w.]+) = sbp\.constrain (%[\w.]+) to", text, flags=re.M))
    text = re.sub(r"^.* = sbp\.constrain .*\n", "", text, flags=re.M)

    def follow(found):
        name = found[0]
        while name in seen:
            name = seen[name]
        return name

    return re.sub(r"%[\w.]+", follow, text)


def annotate(text, axes, draw):
    """`text` on `axes`: what is named and no state is split along drawn dimensions, or whole."""

    def distribute(found):
        dims = found[1].count("x")
        parts = [f"S({draw.randrange(dims)})" if dims and draw.random() < 0.7 else "B" for _ in axes]
        return f"{found[0]}, sbp.distribution = #sbp.distribution<@ranks, [{', '.join(parts)}]>"

    text = re.sub(r'tensor<([\dx]*)\w+> \{sbp\.name = "[^"]*"(?!, sbp\.state)', distribute, text)
    placement = f"sbp.placement @ranks [{', '.join(f'{chr(97 + i)!r} = {n}' for i, n in enumerate(axes))}]\n".replace("'", '"')
    module = re.search(r"^module.*\{\n", text, flags=re.M)
    return text[: module.end()] + placement + text[module.end() :] if module else placement + text


def write(path, text):
    with open(path, "w") as file:
        file.write(text)
    return path


def collect(program, subject, plan, folder):
    """What one step of `subject` writes: outputs and states."""
    os.makedirs(folder)
    words = [f"--output={name}=@{folder}/{i}.npy" for i, name in enumerate(plan.entry.outputs)]
    states = [f"--save-state={folder}/states.safetensors"] if plan.entry.states else []
    subprocess.run([program, subject, *plan.words, *words, *states], check=True, capture_output=True, text=True)
    values = {name: np.load(f"{folder}/{i}.npy") for i, name in enumerate(plan.entry.outputs)}
    return {**values, **safetensors.load(f"{folder}/states.safetensors")} if states else values


def feed_known(model, plan):
    """The framework's inputs in place of drawn ones; its results by the names of outputs."""
    data = np.load(os.path.join(INPUTS, model + ".npz"))
    arrays = [[data[key] for key in data.files if key.startswith(kind)] for kind in ("input", "result")]
    plan.words = []
    for i, (name, value) in enumerate(zip(plan.entry.inputs, arrays[0])):
        np.save(f"{plan.directory}/known{i}.npy", value)
        plan.words.append(f"--input={name}=@{plan.directory}/known{i}.npy")
    return dict(zip(plan.entry.outputs, arrays[1]))


def check(model, axes, seed, directory):
    directory = os.path.join(directory, model.replace("/", "_") + "x".join(map(str, axes)))
    os.makedirs(directory)
    plain = strip(read(model, directory))
    single = write(directory + "/single.mlir", plain)
    path = write(directory + "/model.mlir", annotate(plain, axes, random.Random(f"{seed} {model} {axes}")))
    plan = Plan(path, directory, steps=1)
    known = feed_known(model, plan) if model in EXPORTED else {}
    found = collect("sbp-run", plan.artifact, plan, directory + "/found")
    expected = collect("sbp-interpret", single, plan, directory + "/expected")
    assert found.keys() == expected.keys() and found
    for name, value in [*expected.items(), *known.items()]:
        largest = np.max(np.abs(value[np.isfinite(value)].astype(np.float64)), initial=0.0) if value.size else 0.0
        np.testing.assert_allclose(found[name], value, rtol=1e-5, atol=1e-5 * max(largest, 1e-6), err_msg=f"{path} {name}")
    return len(found)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("build")
    parser.add_argument("--models", default=",".join([*(name for name in [*EXAMPLES, *LAYERS] if name != "minilm"), *EXPORTED]))
    parser.add_argument("--placements", default="1,4,2x2,3,12")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=2)
    options = parser.parse_args()
    use_stub(options.build)
    todo = [(model, tuple(map(int, axes.split("x")))) for model in options.models.split(",") for axes in options.placements.split(",")]
    failed, values = 0, 0
    with tempfile.TemporaryDirectory() as directory, multiprocessing.pool.ThreadPool(options.jobs) as pool:

        def run(item):
            try:
                return item, check(*item, options.seed, directory), None
            except subprocess.CalledProcessError as error:
                return item, 0, f"{' '.join(error.cmd)}\n{error.stderr}"
            except AssertionError as error:
                return item, 0, str(error)

        for (model, axes), count, problem in pool.imap(run, todo):
            values += count
            failed += problem is not None
            if problem:
                print(f"{model} on {list(axes)}, seed {options.seed}: {problem[:4000]}", flush=True)
    print(f"{len(todo)} models on their ranks, {values} values: {failed} do not agree")
    return failed > 0


if __name__ == "__main__":
    raise SystemExit(main())
