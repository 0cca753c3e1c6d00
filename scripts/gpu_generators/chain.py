"""Chains of steps on few elements: rounds of a power iteration in one launch."""

import numpy as np

from gpu_case import Case
from gpu_families import write_type

PRIORITY, CHIP = 68, "sm_90"


def write_sum(name, factors, maps, result, iterators):
    """A sum of products of two factors."""
    (x, x_type), (z, z_type) = factors
    return (
        f"  %{name}e = tensor.empty() : {result}\n  %{name}f = linalg.fill ins(%zero : f32) outs(%{name}e : {result}) -> {result}\n"
        f"  %{name} = linalg.generic {{indexing_maps = [{maps}], iterator_types = [{iterators}]}} ins({x}, {z} : {x_type}, {z_type}) "
        f"outs(%{name}f : {result}) {{\n  ^bb0(%a: f32, %b: f32, %o: f32):\n    %m = arith.mulf %a, %b : f32\n"
        f"    %s = arith.addf %o, %m : f32\n    linalg.yield %s : f32 }} -> {result}\n"
    )


def make_case(rows, columns, rounds, is_timed=False):
    matrix, right, left = write_type((rows, columns), "f32"), write_type((columns,), "f32"), write_type((rows,), "f32")
    vector, whole = "affine_map<(i) -> (i)>", "affine_map<(i) -> ()>"
    product, both = "affine_map<(i, k) -> (i, k)>, affine_map<(i, k) -> (k)>, affine_map<(i, k) -> (i)>", '"parallel", "reduction"'
    turned = product.replace("-> (i, k)>", "-> (k, i)>")
    body, v = "  %zero = arith.constant 0.0 : f32\n  %ve = tensor.empty() : " + right + "\n", "%v"
    for n in range(rounds):
        name = "y0" if n + 1 == rounds else f"v{n}"
        body += write_sum(f"u{n}", [("%x", matrix), (v, right)], product, left, both)
        body += write_sum(f"t{n}", [("%x", matrix), (f"%u{n}", left)], turned, right, both)
        body += write_sum(f"s{n}", [(f"%t{n}", right)] * 2, f"{vector}, {vector}, {whole}", "tensor<f32>", '"reduction"')
        body += (
            f'  %{name} = linalg.generic {{indexing_maps = [{vector}, {whole}, {vector}], iterator_types = ["parallel"]}} '
            f"ins(%t{n}, %s{n} : {right}, tensor<f32>) outs(%ve : {right}) {{\n  ^bb0(%a: f32, %b: f32, %o: f32):\n"
            f"    %r = math.sqrt %b : f32\n    %d = arith.divf %a, %r : f32\n    linalg.yield %d : f32 }} -> {right}\n"
        )
        v = f"%{name}"

    def compute(places, x, v):
        x, v = x.astype(np.float64), v.astype(np.float64)
        for _ in range(rounds):
            t = x.T @ (x @ v)
            v = t / np.sqrt(t @ t)
        # Rounding errors of a round, which each round may double.
        return [(v[places], 2.0**-23 * (rows + columns) * 2.0**rounds)]

    return Case(
        f"{rounds} rounds of {rows} x {columns}",
        {"x": ((rows, columns), "f32"), "v": ((columns,), "f32")},
        [((columns,), "f32")],
        body,
        compute,
        is_timed,
    )


def list_cases(is_full):
    yield make_case(2, 2, 9)
    yield make_case(16, 12, 3)
    yield make_case(2, 2, 8, is_timed=True)
    if is_full:
        yield make_case(16, 16, 8, is_timed=True)
