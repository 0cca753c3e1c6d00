"""Sums into bf16 and f16 are rounded once, however their bodies write them: against float64 numpy.

narrow_sums.py [N]...        N terms a sum; 1, 7, 4096 without one. SBP_TEST_TARGET=cuda runs on the stub driver.

A model is compiled for one rank, and with the terms split over four. A sum of N terms is exact to one unit of its type, plus the
roundings of f32; over ranks each part is rounded as well, because the type of the sum is that in which parts are sent.
"""

import os
import sys

import numpy as np

from sbp_testing.bfloats import load_as, save_as
from sbp_testing.compared import Compared
from sbp_testing.harness import Case

UNITS = {"bf16": 2.0**-8, "f16": 2.0**-11}  # half a unit in the last place, relative
COLUMNS = 3
IS_HOST = os.environ.get("SBP_TEST_TARGET", "host") == "host"

# Bodies over %x, %y, %out of type T; the sum of `terms` of x and y.
SPELLINGS = {
    "out + x": ("%s = arith.addf %out, %x : T", lambda x, y: x),
    "x + out": ("%s = arith.addf %x, %out : T", lambda x, y: x),
    "out - x": ("%s = arith.subf %out, %x : T", lambda x, y: -x),
    "truncf(extf(out) + extf(x))": (
        "%w = arith.extf %out : T to f32\n%v = arith.extf %x : T to f32\n%a = arith.addf %w, %v : f32\n%s = arith.truncf %a : f32 to T",
        lambda x, y: x,
    ),
    "truncf(extf(x) + extf(out))": (
        "%w = arith.extf %out : T to f32\n%v = arith.extf %x : T to f32\n%a = arith.addf %v, %w : f32\n%s = arith.truncf %a : f32 to T",
        lambda x, y: x,
    ),
    "through f64": (
        "%w = arith.extf %out : T to f64\n%v = arith.extf %x : T to f64\n%a = arith.addf %w, %v : f64\n%s = arith.truncf %a : f64 to T",
        lambda x, y: x,
    ),
    "out + x y": ("%p = arith.mulf %x, %y : T\n%s = arith.addf %out, %p : T", lambda x, y: x * y),
    "out + truncf(x y)": (
        "%v = arith.extf %x : T to f32\n%u = arith.extf %y : T to f32\n%q = arith.mulf %v, %u : f32\n%p = arith.truncf %q : f32 to T\n"
        "%s = arith.addf %out, %p : T",
        lambda x, y: x * y,
    ),
    "out + x + y": ("%p = arith.addf %out, %x : T\n%s = arith.addf %p, %y : T", lambda x, y: x + y),
    "out + (x + y)": ("%p = arith.addf %x, %y : T\n%s = arith.addf %p, %out : T", lambda x, y: x + y),
    "fma": ("%s = math.fma %x, %y, %out : T", lambda x, y: x * y),
    "out + y where x > y": (
        "%c = arith.cmpf ogt, %x, %y : T\n%a = arith.addf %out, %y : T\n%s = arith.select %c, %a, %out : T",
        lambda x, y: np.where(x > y, y, 0.0),
    ),
}
COMPARED = Compared()


def write(kind, terms, along, ranks):
    """A model of all spellings. Rows are summed along their elements, columns along the rows."""
    shape, result = ((COLUMNS, terms), 0) if along == "rows" else ((terms, COLUMNS), 1)
    split = 1 - result
    where = f", sbp.distribution = #sbp.distribution<@p, [S({split})]>" if ranks > 1 else ""
    tensor, sums = f"tensor<{shape[0]}x{shape[1]}x{kind}>", f"tensor<{COLUMNS}x{kind}>"
    kinds = ["parallel", "parallel"]
    kinds[split] = "reduction"
    text = f'sbp.placement @p ["a" = {ranks}]\n' if ranks > 1 else ""
    results = ", ".join(f'{sums} {{sbp.name = "s{n}"}}' for n in range(len(SPELLINGS)))
    text += f'func.func @main(%xs: {tensor} {{sbp.name = "x"{where}}}, %ys: {tensor} {{sbp.name = "y"{where}}}) -> ({results}) {{\n'
    text += f"  %zero = arith.constant 0.0 : {kind}\n  %e = tensor.empty() : {sums}\n"
    text += f"  %f = linalg.fill ins(%zero : {kind}) outs(%e : {sums}) -> {sums}\n"
    for number, (body, _) in enumerate(SPELLINGS.values()):
        body = body.replace(" T", f" {kind}").replace("\n", "\n    ")
        text += f"""  %r{number} = linalg.generic {{
      indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> ({"ij"[result]})>],
      iterator_types = ["{kinds[0]}", "{kinds[1]}"]}} ins(%xs, %ys : {tensor}, {tensor}) outs(%f : {sums}) {{
  ^bb0(%x: {kind}, %y: {kind}, %out: {kind}):
    {body}
    linalg.yield %s : {kind}
  }} -> {sums}
"""
    values = ", ".join(f"%r{n}" for n in range(len(SPELLINGS)))
    return text + f"  return {values} : {', '.join([sums] * len(SPELLINGS))}\n}}\n", shape, split


def check(kind, terms, along, ranks, random):
    model, shape, split = write(kind, terms, along, ranks)
    # All of one sign: rounding after each term would lose most of them. Sums of f16 stay below its largest number.
    scale = min(1.0, 2.0 ** np.floor(np.log2(20000 / terms))) if kind == "f16" else 1.0
    x, y = (load_as(save_as(random.uniform(0.5, 1.5, shape) * scale, kind)) for _ in range(2))
    # The references of --compare compute in f32: they share no kernel of these types.
    compares = ranks > 1 and terms < 5000
    case = Case(model, *(["--with-reference"] if compares else []))
    inputs = {"x": save_as(x, kind), "y": save_as(y, kind)}
    # Parts are rounded each, and so is their sum. f32 adds in blocks.
    bound = UNITS[kind] * (1 if ranks == 1 else 2) + 2.0**-24 * (64 + terms / 64)
    names = [f"s{n}" for n in range(len(SPELLINGS))]
    runs = {"run": case.execute} | ({"interpret": case.interpret} if terms < 500 and IS_HOST else {})
    for program, execute in runs.items():
        found = execute(inputs, names, *(["--compare"] if compares and program == "run" else []))
        for name, (spelling, (_, sum_of)) in zip(names, SPELLINGS.items()):
            total = sum_of(x, y).sum(split)
            # Products of small f16 numbers lose digits below 2^-14.
            COMPARED.add(
                f"{program} {kind} {terms} {along}: {spelling}", load_as(found[name]), total, 2.0**-24 if kind == "f16" else 0, ranks, bound
            )


def main(counts):
    random = np.random.default_rng(5)
    for terms in counts:
        for kind in UNITS:
            for along in ("rows", "columns"):
                for ranks in (1, 4) if IS_HOST and terms >= 4 else (1,):
                    check(kind, terms, along, ranks, random)
    COMPARED.show("sums are rounded once")


main([int(word) for word in sys.argv[1:]] or [1, 7, 4096])
