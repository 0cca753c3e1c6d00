"""Sums have bits that their op alone decides: those of numpy in lanes, whatever is fused with the sum, kept, or compiled for.

lane_sums.py [FLAGS of sbp-host-region]

Term i of a sum along contiguous elements goes to lane i mod L, and lanes are added in halves; L is the largest power of two up to the number of terms,
at most 32 of f32 and 16 of f64. Other sums are formed in order. Terms are squares of the input, which another result keeps or not,
read as they are, by way of a reshape, or transposed. The numbers differ in size by 10^6, so that almost every other order has other bits.
"""

import sys

import numpy as np

from sbp_testing.host_kernels import compile_text

LANE_BYTES = 128
SHAPES = [(3, 2), (5, 7), (4, 8), (3, 31), (2, 32), (6, 48), (2, 1000), (1, 4097)]
FORMS = ["alone", "kept", "reshaped", "columns", "all", "elsewhere"]


def add_in_lanes(terms):
    """The sums of rows of `terms`, [..., steps, n]: lanes take the terms of all steps."""
    count = terms.shape[-1]
    lanes = min(2 ** (count.bit_length() - 1), LANE_BYTES // terms.itemsize)
    sums = np.full((*terms.shape[:-2], lanes), -0.0, terms.dtype)
    for step in range(terms.shape[-2]):
        for first in range(0, count, lanes):
            block = terms[..., step, first : first + lanes]
            sums[..., : block.shape[-1]] += block
    while lanes > 1:
        lanes //= 2
        sums = sums[..., :lanes] + sums[..., lanes : 2 * lanes]
    return sums[..., 0]


def add_in_order(terms):
    total = np.zeros_like(terms[0])
    for term in terms:
        total = total + term
    return total


def name(*words):
    return "_".join(map(str, words))


def write(form, rows, columns, kind):
    x, s = f"tensor<{rows}x{columns}x{kind}>", f"tensor<{columns if form == 'columns' else rows}x{kind}>"
    s = f"tensor<{kind}>" if form == "all" else s
    dimensions = {"columns": "0", "all": "0, 1"}.get(form, "1")
    flat = f"tensor<{rows * columns}x{kind}>"
    square = {
        "reshaped": f"  %f = tensor.collapse_shape %x [[0, 1]] : {x} into {flat}\n  %g = arith.mulf %f, %f : {flat}\n"
        f"  %t = tensor.expand_shape %g [[0, 1]] output_shape [{rows}, {columns}] : {flat} into {x}\n"
    }.get(form, f"  %t = arith.mulf %x, %x : {x}\n")
    kept = {"kept": f", {x}", "elsewhere": f", {x}"}.get(form, "")
    more = {"elsewhere": f"  %u = arith.addf %t, %x : {x}\n"}.get(form, "")
    value = {"kept": ", %t", "elsewhere": ", %u"}.get(form, "")
    return (
        f"func.func @{name(form, rows, columns, kind)}(%x: {x}) -> ({s}{kept}) {{\n  %zero = arith.constant 0.0 : {kind}\n{square}{more}"
        f"  %e = tensor.empty() : {s}\n  %f0 = linalg.fill ins(%zero : {kind}) outs(%e : {s}) -> {s}\n"
        f"  %s = linalg.reduce {{ arith.addf }} ins(%t : {x}) outs(%f0 : {s}) dimensions = [{dimensions}]\n"
        f"  return %s{value} : {s}{kept}\n}}\n"
    )


def main():
    kinds = {"f32": np.float32, "f64": np.float64}
    cases = [(form, *shape, kind) for kind in kinds for shape in SHAPES for form in FORMS]
    regions = compile_text("\n".join(write(*case) for case in cases), *sys.argv[1:])
    print("form rows columns type: elements with other bits")
    for form, rows, columns, kind in cases:
        numbers = np.random.default_rng(rows * columns)
        x = (numbers.normal(size=(rows, columns)) * 10.0 ** numbers.uniform(-3, 3, (rows, columns))).astype(kinds[kind])
        terms = x * x
        expected = add_in_order(terms) if form == "columns" else add_in_lanes(terms if form == "all" else terms[:, None, :])
        found = regions[name(form, rows, columns, kind)](x)
        found = found[0] if form in ("kept", "elsewhere") else found
        different = np.count_nonzero(found != expected)
        print(f"{form} {rows} {columns} {kind}: {different}")
        assert different == 0, (found, expected)
    print(f"{len(cases)} sums have the bits of numpy")


main()
