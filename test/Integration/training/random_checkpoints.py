"""Random models with random checkpoints: two steps have the numbers of those without any checkpoint, on one rank and on [2, 2].

What is computed again has the bits of what was dropped. A sum may be fused with other producers where one of them is not kept, and then adds in
another order, so most models have equal bits and all are within 1e-6 of the loss and 1e-5 of each state.

A model is a chain of three to seven calls of private functions: products with an activation, norms, attention, a residual branch, and sums that
are broadcast again. Calls carry nothing, `nn.checkpoint` with `keep = "inputs"` or `"contractions"`, or call a function that
calls others. SBP_SEEDS is five times the number of models (at most 100), SBP_PLANS_SEED draws the same again. Prints the bytes that backward keeps.
"""

import os
import random

import numpy as np

from sbp_testing.harness import Case, run
from sbp_testing.staged_models import train

BATCH, TOKENS, WIDTH = 4, 6, 8
X = f"tensor<{BATCH}x{TOKENS}x{WIDTH}xf32>"
W, V, N = f"tensor<{WIDTH}x{WIDTH}xf32>", f"tensor<{WIDTH}xf32>", f"tensor<{BATCH}x{TOKENS}xf32>"
Q = f"tensor<{BATCH}x2x{TOKENS}x{WIDTH // 2}xf32>"
ZERO = "  %zero = arith.constant 0.0 : f32\n"

FUNCTIONS = {
    "product": f"""{ZERO}  %e = tensor.empty() : {X}
  %f = linalg.fill ins(%zero : f32) outs(%e : {X}) -> {X}
  %p = linalg.generic {{indexing_maps = [affine_map<(b, t, i, o) -> (b, t, i)>, affine_map<(b, t, i, o) -> (i, o)>,
      affine_map<(b, t, i, o) -> (b, t, o)>], iterator_types = ["parallel", "parallel", "reduction", "parallel"]}}
      ins(%x, %w : {X}, {W}) outs(%f : {X}) {{
  ^bb0(%a: f32, %c: f32, %s: f32):
    %m = arith.mulf %a, %c : f32
    %t = arith.addf %s, %m : f32
    linalg.yield %t : f32
  }} -> {X}
  %y = math.tanh %p : {X}
""",
    "norm": f"  %n = nn.rms_norm %x, %v {{epsilon = 1.0e-5 : f64}} : ({X}, {V}) -> {X}\n  %y = math.erf %n : {X}\n",
    "residual": f"  %a = math.sin %x : {X}\n  %b = arith.mulf %a, %x : {X}\n  %y = arith.addf %x, %b : {X}\n",
    "attention": f"""  %s = tensor.expand_shape %x [[0], [1], [2, 3]] output_shape [{BATCH}, {TOKENS}, 2, {WIDTH // 2}] : {X}
      into tensor<{BATCH}x{TOKENS}x2x{WIDTH // 2}xf32>
  %e = tensor.empty() : {Q}
  %q = linalg.transpose ins(%s : tensor<{BATCH}x{TOKENS}x2x{WIDTH // 2}xf32>) outs(%e : {Q}) permutation = [0, 2, 1, 3]
  %r, %l = nn.attention %q, %q, %q {{scale = 0.5 : f64, causal}} : ({Q}, {Q}, {Q}) -> ({Q}, tensor<{BATCH}x2x{TOKENS}xf32>)
  %g = tensor.empty() : tensor<{BATCH}x{TOKENS}x2x{WIDTH // 2}xf32>
  %h = linalg.transpose ins(%r : {Q}) outs(%g : tensor<{BATCH}x{TOKENS}x2x{WIDTH // 2}xf32>) permutation = [0, 2, 1, 3]
  %c = tensor.collapse_shape %h [[0], [1], [2, 3]] : tensor<{BATCH}x{TOKENS}x2x{WIDTH // 2}xf32> into {X}
  %y = arith.addf %c, %x : {X}
""",
    "centre": f"""{ZERO}  %e = tensor.empty() : {N}
  %f = linalg.fill ins(%zero : f32) outs(%e : {N}) -> {N}
  %s = linalg.reduce {{ arith.addf }} ins(%x : {X}) outs(%f : {N}) dimensions = [2]
  %k = arith.constant dense<{1 / WIDTH}> : {N}
  %m = arith.mulf %s, %k : {N}
  %g = tensor.empty() : {X}
  %w1 = linalg.broadcast ins(%m : {N}) outs(%g : {X}) dimensions = [2]
  %y = arith.subf %x, %w1 : {X}
""",
}


def write(seed, checkpoints, mesh):
    """The model of a seed, with or without its checkpoints, and its weights."""
    draw = random.Random(seed)
    at = lambda *parts: f", sbp.distribution = #sbp.distribution<@p, [{', '.join(parts)}]>" if mesh else ""
    texts = [
        f"func.func private @{name}(%x: {X}, %w: {W}, %v: {V}) -> {X} {{\n{body}  return %y : {X}\n}}" for name, body in FUNCTIONS.items()
    ]
    lines, weights, value = [], {"w": W, "v": V}, "%x"
    nested = draw.sample(list(FUNCTIONS), 2)
    texts.append(
        f"func.func private @both(%x: {X}, %w: {W}, %v: {V}) -> {X} {{\n"
        f"  %a = func.call @{nested[0]}(%x, %w, %v) {draw.choice(['', MARKS[0]])} : ({X}, {W}, {V}) -> {X}\n"
        f"  %y = func.call @{nested[1]}(%a, %w, %v) : ({X}, {W}, {V}) -> {X}\n  return %y : {X}\n}}"
    )
    # Both weights are read.
    names = ["product", "norm", *(draw.choice([*FUNCTIONS, "both"]) for _ in range(draw.randint(1, 5)))]
    for i, name in enumerate(draw.sample(names, len(names))):
        mark = draw.choice(["", *MARKS])
        lines.append(f"  %h{i} = func.call @{name}({value}, %w, %v) {mark} : ({X}, {W}, {V}) -> {X}")
        value = f"%h{i}"
        if mesh:  # else what is made again could be chosen to lie elsewhere, and sums would have other parts
            lines.append(f"  %c{i} = sbp.constrain {value} to #sbp.distribution<@p, [S(0), B]> : {X}")
            value = f"%c{i}"
    text = "\n".join(texts)
    if not checkpoints:
        for mark in MARKS:
            text, lines = text.replace(mark, ""), [line.replace(mark, "") for line in lines]
    arguments = [f'%x: {X} {{sbp.name = "x"{at("S(0)", "B")}}}']
    for name, kind in weights.items():
        arguments.append(f'%{name}: {kind} {{sbp.name = "{name}"{at("B", "B")}}}')
    return (
        ('sbp.placement @p ["a" = 2, "b" = 2]\n' if mesh else "")
        + text
        + f'\nfunc.func @main({", ".join(arguments)}) -> (tensor<f32> {{sbp.name = "loss"}}) {{\n{ZERO}'
        + "\n".join(lines)
        + f"\n  %q = arith.mulf {value}, {value} : {X}\n  %e = tensor.empty() : tensor<f32>\n"
        "  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<f32>) -> tensor<f32>\n"
        f"  %loss = linalg.reduce {{ arith.addf }} ins(%q : {X}) outs(%f : tensor<f32>) dimensions = [0, 1, 2]\n"
        "  return %loss : tensor<f32>\n}\n"
    ), weights


MARKS = ['{nn.checkpoint = {keep = "inputs"}}', '{nn.checkpoint = {keep = "contractions"}}']


def check(seed, folder):
    """Compares a model's two steps with those without checkpoints; returns in how many of two cases all bits are the same."""
    bytes_kept, same = [], 0
    for mesh in (False, True):
        results = []
        for checkpoints in (False, True):
            text, weights = write(seed, checkpoints, mesh)
            with open(folder, "w") as file:
                file.write(text)
            step = run("sbp-opt", folder, "--sbp-add-training=loss=loss data=x optimizer=adamw rate=0.01").stdout
            case = Case(step)
            numbers = np.random.default_rng(seed)
            values = {name: np.float32(numbers.normal(size=(WIDTH, WIDTH) if name[0] == "w" else (WIDTH,), scale=0.5)) for name in weights}
            losses, states = train(case, {"x": numbers.normal(size=(BATCH, TOKENS, WIDTH)).astype(np.float32)}, values, 2)
            results.append((losses, states))
            bytes_kept.append(sum(each["bytes"] for each in case.report["saved"]))
        (losses, states), (again, others) = results
        assert np.isfinite(losses).all(), (seed, mesh, losses)
        np.testing.assert_allclose(again, losses, rtol=1e-6, err_msg=f"seed {seed}, mesh {mesh}")
        for name, value in states.items():
            np.testing.assert_allclose(others[name], value, rtol=1e-5, atol=1e-5, err_msg=f"seed {seed}, mesh {mesh}, {name}")
        same += losses.tobytes() == again.tobytes() and all(value.tobytes() == others[name].tobytes() for name, value in states.items())
    print(f"seed {seed}: kept bytes without and with, one rank and [2, 2]: {bytes_kept}, {same} of 2 with the same bits", flush=True)
    return same


def main():
    first = int(os.environ.get("SBP_PLANS_SEED", np.random.default_rng().integers(10**6)))
    count = max(1, min(int(os.environ.get("SBP_SEEDS", "15")) // 5, 100))
    scratch = Case("func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {\n  return %x : tensor<2xf32>\n}\n")
    same = sum(check(seed, scratch.path("forward.mlir")) for seed in range(first, first + count))
    # Few results say nothing of a share.
    assert count < 10 or same >= 0.75 * 2 * count, (same, count)
    print(f"{count} models have the same numbers with checkpoints, {same} of {2 * count} results the same bits")


main()
