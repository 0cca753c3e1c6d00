"""Losses as JAX and PyTorch export them, differentiated by the compiler, against JAX's gradients:  jax_losses.py [--only NAME] [--mesh MESH]

Each model of Inputs/jax_losses runs on one rank, [4], [2, 2], [3] and [2, 2, 2] with arguments distributed at random, `mlp` and `gpt`
on two stages as well, and `mlp` with --strict; then ten steps of AdamW, which --sbp-add-training writes, on [2, 2], and those of `mlp` and
`gpt`, whose head is its embedding, in four micro-batches on two stages of [2, 2] and on one rank. Without
SBP_FULL=1 each model runs on one rank, one of the meshes in turn, and the plans of its own. Prints a table: model, plan, largest
difference relative to the largest element of a gradient. On PATH: sbp-opt, sbp-compile, sbp-run.
"""

import argparse
import os
import random
import re
import tempfile

import numpy as np

from sbp import safetensors
from sbp_testing.harness import Case, run
from sbp_testing.paths import INPUTS

MODELS = ["mlp", "gpt", "encoder", "resnet_block", "choices", "pkm", "ultramem"]
MESHES = {"one": None, "[4]": [4], "[2, 2]": [2, 2], "[3]": [3], "[2, 2, 2]": [2, 2, 2]}
BOUND = 1e-5  # relative to the largest element
TRAINED = 1e-5  # of losses, relative to the largest
PORT = re.compile(r'(%arg\d+): (tensor<[^>]*>) \{sbp\.name = "([^"]*)"')


class Loss:
    """The text of a function that returns a loss, and JAX's numbers."""

    def __init__(self, name):
        self.name = name
        data = np.load(os.path.join(INPUTS, "jax_losses", name + ".npz"))
        self.arguments = {key[6:]: data[key] for key in data.files if key.startswith("input ")}
        self.gradient = {key[9:]: data[key] for key in data.files if key.startswith("gradient ")}
        self.loss, self.losses = data["loss"], data["losses"]
        folder = "torch_ops" if name == "encoder" else "jax_losses"
        with open(os.path.join(INPUTS, folder, name + ".mlir")) as file:
            self.text = file.read()
        if "seed" in self.arguments:
            self.text = weigh_result(self.text)
        self.ports = PORT.findall(self.text)

    def differentiate(self):
        """The text with the gradient by every parameter as further results `d NAME`."""
        start = self.text.index("@main")
        value = re.search(r"\n    return (%\S+) : tensor<f32>", self.text[start:])[1]
        wrt = [port for port in self.ports if port[2] in self.gradient]
        kinds = ", ".join(kind for _, kind, _ in wrt)
        names = ", ".join(f"%gradient{i}" for i in range(len(wrt)))
        op = f"\n    {names} = nn.gradient {value} wrt ({', '.join(port[0] for port in wrt)}) : (tensor<f32>, {kinds}) -> ({kinds})"
        main = self.text[start:].replace(
            f"\n    return {value} : tensor<f32>", f"{op}\n    return {value}, {names} : tensor<f32>, {kinds}", 1
        )
        results = "".join(f', {kind} {{sbp.name = "d {name}"}}' for _, kind, name in wrt)
        return self.text[:start] + re.sub(
            r'-> \((tensor<f32> \{sbp\.name = "result"[^}]*\})\)', lambda match: f"-> ({match[1]}{results})", main, count=1
        )


def weigh_result(text):
    """`text`, whose result is a tensor, with the sum of the result times the argument `seed` in its place."""
    kind = re.search(r'-> \((tensor<[^>]*>) \{sbp\.name = "result"\}\)', text)[1]
    value = re.search(rf"\n    return (%\S+) : {re.escape(kind)}", text)[1]
    dims = list(range(kind.count("x")))
    text = text.replace(f'-> ({kind} {{sbp.name = "result"}})', '-> (tensor<f32> {sbp.name = "result"})')
    text = re.sub(r"\) -> \(tensor<f32>", f', %arg99: {kind} {{sbp.name = "seed"}}) -> (tensor<f32>', text, count=1)
    return text.replace(
        f"\n    return {value} : {kind}",
        f"""
    %weighted = arith.mulf {value}, %arg99 : {kind}
    %nothing = tensor.empty() : tensor<f32>
    %none = arith.constant 0.0 : f32
    %start = linalg.fill ins(%none : f32) outs(%nothing : tensor<f32>) -> tensor<f32>
    %loss = linalg.reduce {{ arith.addf }} ins(%weighted : {kind}) outs(%start : tensor<f32>) dimensions = {dims}
    return %loss : tensor<f32>""",
    )


def annotate(text, placements, where):
    """`text` with `placements` in its module; `where` gives the distribution of a port by name and rank, or None."""

    def add(match):
        found = where(match[3], match[2].count("x"))
        return match[0] + (f", sbp.distribution = #sbp.distribution<{found}>" if found else "")

    text = PORT.sub(add, text)
    text = re.sub(r'()(tensor<[^>]*>) \{sbp\.name = "((?:d [^"]*|result))"', add, text)
    return re.sub(
        r"^(module[^\n]*\{\n)", lambda match: match[1] + "".join(f"  {line}\n" for line in placements), text, count=1, flags=re.MULTILINE
    )


def place_at_random(axes, generator):
    """Some arguments split along some axes."""

    def where(name, rank):
        if name == "result" or name.startswith("d ") or generator.random() < 0.3:
            return None
        return f"@mesh, [{', '.join(generator.choice(['B', *(f'S({dim})' for dim in range(rank))]) for _ in axes)}]"

    return [f"sbp.placement @mesh [{', '.join(f'{chr(34)}x{i}{chr(34)} = {size}' for i, size in enumerate(axes))}]"], where


def place_in_stages(name, rank):
    """The second layer's parameters, and the targets, live on the second stage; batches are split."""
    late = re.search(r"layers\.1|gain$|shift$|w2|b2|targets|^y|^result", name)
    whole = "params" in name or name == "result"
    return f"@{'b' if late else 'a'}, [{'B' if whole else 'S(0)'}]"


STAGES = {
    "two stages of [2, 2]": ['sbp.placement @a ["dp" = 2, "tp" = 2]', 'sbp.placement @b ["dp" = 2, "tp" = 2] ranks [4, 5, 6, 7]'],
    "one rank": ['sbp.placement @a ["dp" = 1, "tp" = 1]', 'sbp.placement @b ["dp" = 1, "tp" = 1]'],
}


def place_in_tensor_parallel_stages(name, rank):
    """Stages as above; heads and inner columns are split over the second axis."""
    stage, _, data = place_in_stages(name, rank).partition(", ")
    split = {"qkv": "S(2)", "out": "S(0)", "up": "S(1)", "down": "S(0)", "bias": "S(0)", "w1": "S(1)", "b1": "S(0)", "w2": "S(0)"}
    return f"{stage}, {data[:-1]}, {split.get(name.rpartition('.')[2], 'B')}]"


def place_data_parallel(name, rank):
    return f"@mesh, [{'B' if 'params' in name or name == 'result' else 'S(0)'}]"


def list_plans(model, number):
    """(what, placements and distributions, flags) of the plans of one model."""
    generator = random.Random(number)
    every = [mesh for mesh in MESHES if mesh != "one"]
    chosen = every if os.environ.get("SBP_FULL") == "1" else [every[number % len(every)]]
    plans = [("one", None, [])] + [(mesh, place_at_random(MESHES[mesh], generator), []) for mesh in chosen]
    if model in ("mlp", "gpt"):
        plans.append(
            ("two stages of [2]", (['sbp.placement @a ["dp" = 2]', 'sbp.placement @b ["dp" = 2] ranks [2, 3]'], place_in_stages), [])
        )
    if model == "mlp":
        plans.append(("[2] --strict", (['sbp.placement @mesh ["dp" = 2]'], place_data_parallel), ["--strict"]))
    return plans


def check_gradient(loss, what, plan, flags):
    text = loss.differentiate()
    if plan:
        text = annotate(text, *plan)
    outputs = ["result", *(f"d {name}" for name in loss.gradient)]
    found = Case(text, *flags).execute(loss.arguments, outputs)
    worst = abs(found["result"] - loss.loss) / abs(loss.loss)
    for name, expected in loss.gradient.items():
        worst = max(worst, np.abs(found[f"d {name}"] - expected).max() / np.abs(expected).max())
    print(f"{loss.name:14} {what:18} {len(loss.gradient):3} gradients, largest difference {worst:.1e} (bound {BOUND:.0e})", flush=True)
    assert worst <= BOUND, {
        name: np.abs(found[f"d {name}"] - expected).max() / np.abs(expected).max() for name, expected in loss.gradient.items()
    }


def cut(text, data, count):
    """A training step in so many micro-batches, along the first dimension of its data."""
    for name in data:
        text = text.replace(f'sbp.name = "{name}"', f'sbp.microbatch = 0 : i64, sbp.name = "{name}"')
    return re.sub(r"(@train\(.*\)) \{$", rf"\1 attributes {{sbp.microbatches = {count} : i64}} {{", text, flags=re.M)


def check_training(loss, what, plan, micro_batches=1):
    """Ten steps of AdamW; the losses of all steps."""
    data = [name for name in loss.arguments if name not in loss.gradient]
    options = f"loss=result data={','.join(data)} optimizer=adamw rate=0.01 weight-decay=0.1"
    with tempfile.NamedTemporaryFile("w", suffix=".mlir") as file:
        file.write(annotate(loss.text, *plan))
        file.flush()
        text = run("sbp-opt", file.name, f"--sbp-add-training={options}").stdout
    case = Case(cut(text, data, micro_batches) if micro_batches > 1 else text)
    if "stages" in what:
        assert len(case.report["schedule"]["stages"]) == 2, case.report["schedule"]
    safetensors.save(case.path("first.safetensors"), {name: value for name, value in loss.arguments.items() if name in loss.gradient})
    steps = len(loss.losses)
    words = case.save({name: loss.arguments[name] for name in data})
    run(
        "sbp-run",
        case.artifact,
        "--entry=train",
        *words,
        f"--weights={case.path('first.safetensors')}",
        f"--steps={steps}",
        "--output",
        f"result=@{case.path('losses.npy')}:all",
    )
    found = np.load(case.path("losses.npy"))
    worst = np.abs(found - loss.losses).max() / np.abs(loss.losses).max()
    print(
        f"{loss.name:14} AdamW on {what} {steps:3} steps, loss {found[0]:.4f} to {found[-1]:.4f}, largest difference {worst:.1e} (bound {TRAINED:.0e})",
        flush=True,
    )
    assert worst <= TRAINED, (found, loss.losses)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", choices=MODELS)
    parser.add_argument("--mesh")
    options = parser.parse_args()
    for number, name in enumerate(MODELS):
        if options.only not in (None, name) or os.environ.get("SBP_SANITIZED") and name not in ("mlp", "choices"):
            continue
        loss = Loss(name)
        for what, plan, flags in list_plans(name, number):
            if options.mesh in (None, what):
                check_gradient(loss, what, plan, flags)
        if options.mesh in (None, "AdamW"):
            check_training(loss, "[2, 2]", place_at_random([2, 2], random.Random(100 + number)))
        if name == "pkm" and options.mesh in (None, "stages"):
            for count in (2, 4):
                check_training(loss, f"[2, 2], {count} micro-batches", place_at_random([2, 2], random.Random(count)), count)
        if name in ("mlp", "gpt") and options.mesh in (None, "stages"):
            for what, placements in STAGES.items():
                check_training(loss, f"{what}, 4 micro-batches", (placements, place_in_tensor_parallel_stages), 4)
    print("gradients and steps are JAX's")


if __name__ == "__main__":
    main()
