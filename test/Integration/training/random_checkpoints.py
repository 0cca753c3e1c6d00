"""Random models with random checkpoints: two steps have the bits of those without any checkpoint, on one rank and on [2, 2].

What is computed again has the bits of what was dropped, and so have losses and states: the order of a sum does not depend on what is fused with it
(docs/Rationale/HostProducts.md).

A model is a chain of three to seven calls of private functions: products with an activation, norms, attention, a residual branch, and sums that
are broadcast again. Rows have 8, 24 or 40 elements. Calls carry nothing, `nn.checkpoint` with `keep = "inputs"` or `"contractions"`, or call a function that
calls others. SBP_SEEDS is five times the number of models (at most 100), SBP_PLANS_SEED draws the same again. Prints the bytes that backward keeps.
"""

import os
import random

import numpy as np

from called_functions import get_bodies, get_types, write_call, write_function, write_model
from sbp_testing.harness import Case, run
from sbp_testing.staged_models import train

MARKS = ['{nn.checkpoint = {keep = "inputs"}}', '{nn.checkpoint = {keep = "contractions"}}']


def distribute(*parts):
    return f"sbp.distribution = #sbp.distribution<@p, [{', '.join(parts)}]>"


WHOLE = distribute("B", "B")


def draw_sizes(draw):
    return 4, draw.choice([6, 17]), draw.choice([8, 24, 40])


def write(seed, checkpoints, mesh):
    """The model of a seed, with or without its checkpoints."""
    draw = random.Random(seed)
    sizes = draw_sizes(draw)
    types, bodies = get_types(*sizes), get_bodies(*sizes)
    functions = [write_function(name, body, types) for name, body in bodies.items()]
    nested = draw.sample(list(bodies), 2)
    calls = [write_call("%a", nested[0], "%x", types, draw.choice(["", MARKS[0]])), write_call("%y", nested[1], "%a", types)]
    functions.append(write_function("both", "\n".join(calls) + "\n", types))
    # Both weights are read.
    names = ["product", "norm", *(draw.choice([*bodies, "both"]) for _ in range(draw.randint(1, 5)))]
    lines, value = [], "%x"
    for i, name in enumerate(draw.sample(names, len(names))):
        lines.append(write_call(f"%h{i}", name, value, types, draw.choice(["", *MARKS])))
        value = f"%h{i}"
        if mesh:
            lines.append(f"  %c{i} = sbp.constrain {value} to #sbp.distribution<@p, [S(0), S(0)]> : {types[0]}")
            value = f"%c{i}"
    annotations = {"x": ", " + distribute("S(0)", "S(0)"), "w": ", " + WHOLE, "v": ", " + WHOLE} if mesh else {}
    text = ('sbp.placement @p ["a" = 2, "b" = 2]\n' if mesh else "") + write_model(functions, lines, value, types, annotations)
    for mark in () if checkpoints else MARKS:
        text = text.replace(mark, "")
    return text


def check(seed, folder):
    """Compares the bits of a model's two steps with those without checkpoints."""
    bytes_kept = []
    batch, tokens, width = draw_sizes(random.Random(seed))
    for mesh in (False, True):
        results = []
        for checkpoints in (False, True):
            with open(folder, "w") as file:
                file.write(write(seed, checkpoints, mesh))
            step = run("sbp-opt", folder, "--sbp-add-training=loss=loss data=x optimizer=adamw rate=0.01").stdout
            # A free choice may split a sum that is made again into other parts, so that it has other bits.
            step = step.replace('sbp.state = "step"', f'{WHOLE}, sbp.state = "step"') if mesh else step
            case = Case(step, *["--strict"] * mesh)
            numbers = np.random.default_rng(seed)
            values = {name: np.float32(numbers.normal(size=shape, scale=0.5)) for name, shape in (("w", (width, width)), ("v", width))}
            losses, states = train(case, {"x": numbers.normal(size=(batch, tokens, width)).astype(np.float32)}, values, 2)
            results.append((losses, states))
            bytes_kept.append(sum(each["bytes"] for each in case.report["saved"]))
        (losses, states), (again, others) = results
        assert np.isfinite(losses).all(), (seed, mesh, losses)
        for name, value, other in [("loss", losses, again), *((name, value, others[name]) for name, value in states.items())]:
            assert value.tobytes() == other.tobytes(), f"seed {seed}, mesh {mesh}, {name}:\n{value}\n{other}"
    print(f"seed {seed}: kept bytes without and with, one rank and [2, 2]: {bytes_kept}, the same bits", flush=True)


def main():
    first = int(os.environ.get("SBP_PLANS_SEED", np.random.default_rng().integers(10**6)))
    count = max(1, min(int(os.environ.get("SBP_SEEDS", "15")) // 5, 100))
    scratch = Case("func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {\n  return %x : tensor<2xf32>\n}\n")
    for seed in range(first, first + count):
        check(seed, scratch.path("forward.mlir"))
    print(f"{count} models have the same bits with checkpoints")


if __name__ == "__main__":
    main()
