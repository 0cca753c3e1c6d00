"""Large tables: memory while training, rows that no slot names, elements beyond 2^31, int8 rows with a scale per row.

With SBP_FULL the sizes are those that matter: 20,971,520 rows of 64 bf16 on four ranks (2.7 GB) for 100 steps, and tables of more than
2^31 elements (4.3 GB of bf16, 2.1 GB of int8); else small ones, which look at the same code. Elements are small integers or halves of
them where sums must be exact.
"""

import json
import os
import sys

import numpy as np

from sbp import safetensors
from sbp_testing.bfloats import from_bf16, round_to_bits
from sbp_testing.harness import Case, run

FULL = bool(os.environ.get("SBP_FULL"))
ROWS, BEYOND = (20 * 2**20, 2**25 + 1000) if FULL else (4096, 2048)
WIDTH, TOKENS, SLOTS, STEPS = 64, 64, 16, 100
HALF = 0x3F00  # 0.5 in bf16


def tensor(kind, *sizes):
    return "tensor<" + "".join(f"{n}x" for n in sizes) + kind + ">"


def at(components):
    return f"sbp.distribution = #sbp.distribution<@mesh, [{components}]>"


def check_training(rng):
    table, sums = tensor("bf16", ROWS, WIDTH), tensor("f32", ROWS)
    row, scores, z = tensor("i32", TOKENS, SLOTS), tensor("bf16", TOKENS, SLOTS), tensor("bf16", TOKENS, WIDTH)
    text = (
        f'sbp.placement @mesh ["p" = 4]\nfunc.func @main(%t: {table} {{sbp.state = "t", {at("S(0)")}, sbp.init = dense<0.5> : {table}}}, '
        f'%a: {sums} {{sbp.state = "a", {at("S(0)")}, sbp.init = dense<0.0> : {sums}}}, %r: {row} {{sbp.name = "r"}}, %s: {scores} {{sbp.name = "s"}}, '
        f'%z: {z} {{sbp.name = "z"}}, %rate: tensor<f32> {{sbp.name = "rate"}}, %step: tensor<i64> {{sbp.name = "step"}}) -> '
        f'({z} {{sbp.name = "y"}}, {table} {{sbp.state = "t", {at("S(0)")}}}, {sums} {{sbp.state = "a", {at("S(0)")}}}) {{\n'
        f"  %y = memory_layer.bag %t, %r, %s : ({table}, {row}, {scores}) -> {z}\n"
        f"  %u:2 = memory_layer.update row_adagrad %t, (%a), %r, %s, %z, %rate, %step : ({table}, {sums}, {row}, {scores}, {z}, tensor<f32>, tensor<i64>) -> "
        f"({table}, {sums})\n  return %y, %u#0, %u#1 : {z}, {table}, {sums}\n}}\n"
    )
    case = Case(text)
    rows = rng.integers(0, ROWS, (STEPS, TOKENS, SLOTS)).astype(np.int32)
    inputs = {
        "r": rows,
        "s": round_to_bits(rng.integers(1, 3, rows.shape)),
        "z": round_to_bits(rng.integers(1, 3, (STEPS, TOKENS, WIDTH))),
        "rate": np.float32(0.25),
        "step": np.arange(1, STEPS + 1),
    }
    saved = case.path("states.safetensors")
    summary = json.loads(
        run("sbp-run", case.artifact, *case.save(inputs), f"--steps={STEPS}", f"--save-state={saved}", "--json", "--timeout=0").stdout
    )
    slice_bytes, memory = (ROWS * WIDTH * 2 + ROWS * 4) // 4, case.report["memory"]
    arena = max(rank["peak_bytes"] - rank["state_bytes"] for rank in memory)
    assert arena <= 2**20, f"arena of {arena} bytes"
    feeds = 0 if FULL else 2**15  # what the inputs of a step take, which a large table hides
    assert summary["peak_bytes"] <= 1.02 * slice_bytes + arena + feeds, f"peak {summary['peak_bytes']}, slice {slice_bytes}, arena {arena}"
    table = np.asarray(safetensors.load(saved)["t"]).view(np.uint16).reshape(ROWS, WIDTH)
    changed = np.flatnonzero((table != HALF).any(1))
    named = np.unique(rows)
    assert np.array_equal(changed, named), f"{len(changed)} rows changed, {len(named)} were named"
    print(
        f"{ROWS} rows: peak {summary['peak_bytes']} of a rank, slice {slice_bytes}, arena {arena}, median step {summary['seconds']['median']:.6f} s"
    )


def check_beyond(rng):
    """Rows around element 2^31 and at both ends, added to in one step and read in the next."""
    table, row, scores, z = tensor("bf16", BEYOND, WIDTH), tensor("i32", 2, 4), tensor("bf16", 2, 4), tensor("bf16", 2, WIDTH)
    text = (
        f'func.func @main(%t: {table} {{sbp.state = "t", sbp.init = dense<0.5> : {table}}}, %r: {row} {{sbp.name = "r"}}, %s: {scores} {{sbp.name = "s"}}, '
        f'%z: {z} {{sbp.name = "z"}}) -> ({z} {{sbp.name = "y"}}, {scores} {{sbp.name = "g"}}, {table} {{sbp.state = "t"}}) {{\n'
        f"  %y = memory_layer.bag %t, %r, %s : ({table}, {row}, {scores}) -> {z}\n"
        f"  %g = memory_layer.row_dot %t, %r, %z : ({table}, {row}, {z}) -> {scores}\n"
        f"  %u = memory_layer.add_outer %t, %r, %s, %z : ({table}, {row}, {scores}, {z}) -> {table}\n  return %y, %g, %u : {z}, {scores}, {table}\n}}\n"
    )
    middle = min(BEYOND // 2, 2**25)
    rows = np.array([[0, 1, middle - 1, middle], [BEYOND - 1, middle, BEYOND - 2, 1]], np.int32)
    given = rng.integers(1, 3, (2, 2, 4)).astype(np.float64), rng.integers(0, 2, (2, 2, WIDTH)).astype(np.float64)
    held = {number: np.full(WIDTH, 0.5) for number in rows.flat}
    for step in range(2):
        y, g = np.zeros((2, WIDTH)), np.zeros((2, 4))
        for t, j in np.ndindex(2, 4):
            y[t] += given[0][step, t, j] * held[rows[t, j]]
            g[t, j] = given[1][step, t] @ held[rows[t, j]]
        for t, j in np.ndindex(2, 4):
            held[rows[t, j]] = held[rows[t, j]] + given[0][step, t, j] * given[1][step, t]
    found = Case(text).execute(
        {"r": np.stack([rows, rows]), "s": round_to_bits(given[0]), "z": round_to_bits(given[1])}, ["y", "g"], "--steps=2", "--timeout=0"
    )
    assert np.array_equal(from_bf16(found["y"]), y), f"{from_bf16(found['y'])}, expected {y}"
    limit = 2.0**-8 * np.abs(g).max()  # of one rounding
    assert np.max(np.abs(from_bf16(found["g"]) - g)) <= limit, f"{from_bf16(found['g'])}, expected {g}"
    print(f"{BEYOND * WIDTH} elements of bf16 agree")


def check_int8(rng):
    """A scale per row multiplies the scores: a gather of numbers, no operand more."""
    table, row, scores, y = (
        tensor("i8", BEYOND, WIDTH),
        tensor("i32", TOKENS, SLOTS),
        tensor("f32", TOKENS, SLOTS),
        tensor("f32", TOKENS, WIDTH),
    )
    scale = tensor("f32", BEYOND)
    text = (
        f'sbp.placement @mesh ["p" = 2]\nfunc.func @main(%t: {table} {{sbp.name = "t", {at("S(0)")}}}, %c: {scale} {{sbp.name = "c"}}, %r: {row} {{sbp.name = "r"}}, '
        f'%s: {scores} {{sbp.name = "s"}}) -> ({y} {{sbp.name = "y"}}) {{\n'
        f"  %g = nn.gather %c, %r {{axis = 0 : i64}} : ({scale}, {row}) -> {scores}\n  %e = tensor.empty() : {scores}\n"
        f"  %w = linalg.mul ins(%s, %g : {scores}, {scores}) outs(%e : {scores}) -> {scores}\n"
        f"  %y = memory_layer.bag %t, %r, %w : ({table}, {row}, {scores}) -> {y}\n  return %y : {y}\n}}\n"
    )
    case = Case(text)
    rows = rng.integers(0, BEYOND, (TOKENS, SLOTS)).astype(np.int32)
    rows.flat[:2] = 0, BEYOND - 1
    pattern = np.resize(np.arange(-128, 128, dtype=np.int8), (251, WIDTH))
    values = np.resize(pattern, (BEYOND, WIDTH))
    scales, weights = (
        2.0 ** rng.integers(-3, 3, BEYOND, dtype=np.int8).astype(np.float32),
        rng.integers(-3, 4, rows.shape).astype(np.float32),
    )
    file = case.path("weights.safetensors")
    safetensors.save(file, {"t": values, "c": scales.astype(np.float32)})
    found = case.execute({"r": rows, "s": weights}, ["y"], f"--weights={file}", "--timeout=0")["y"]
    expected = np.einsum("tj,tjw->tw", weights.astype(np.float64) * scales[rows], values[rows].astype(np.float64))
    assert np.array_equal(found, expected), "int8 rows differ"
    print(f"{BEYOND * WIDTH} elements of int8 agree")


def main():
    rng = np.random.default_rng(7)
    for check in (check_training, check_beyond, check_int8):
        check(rng)
    print("large tables agree")


if __name__ == "__main__":
    sys.exit(main())
