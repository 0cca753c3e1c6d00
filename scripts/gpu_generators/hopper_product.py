"""Products of bf16 and f16 with f32 sums on Hopper's tensor cores: transpositions, epilogues, few rows, batches, operands that are packed."""

import numpy as np

from gpu_case import Case, wide
from gpu_families import write_type

PRIORITY, CHIP = 10, "sm_90a"
ROUNDING = {"bf16": 2.0**-8, "f16": 2.0**-11}
# M, N, K.
RAGGED = [(65, 129, 63), (8, 136, 72), (136, 264, 136)]
SQUARE, ROWS = (4096, 4096, 4096), [(rows, 4096, 4096) for rows in (1, 8, 16, 32, 64)]
LARGE = [(16384, 1024, 4096), (8192, 3072, 768), (4096, 14336, 4096), (2048, 2048, 2048), (512, 4096, 4096), (128, 4096, 4096)]
TRANSPOSITIONS = [("NN", False, False), ("NT", False, True), ("TN", True, False), ("TT", True, True)]


def write_map(count, dims):
    return f"affine_map<({', '.join('bmnk'[4 - count :])}) -> ({', '.join(dims)})>"


def multiply(kind, a, b, result, dims):
    """The product of %a and %b into %s, with f32 sums."""
    loops = 4 if "b" in dims[0] else 3
    iterators = ", ".join(f'"{each}"' for each in [*["parallel"] * (loops - 1), "reduction"])
    maps, sums = ", ".join(write_map(loops, each) for each in dims), write_type(result, "f32")
    return (
        f"  %zero = arith.constant 0.0 : f32\n  %e = tensor.empty() : {sums}\n"
        f"  %f = linalg.fill ins(%zero : f32) outs(%e : {sums}) -> {sums}\n"
        f"  %s = linalg.generic {{indexing_maps = [{maps}], iterator_types = [{iterators}]}}\n"
        f"      ins(%a, %b : {write_type(a, kind)}, {write_type(b, kind)}) outs(%f : {sums}) {{\n"
        f"  ^bb0(%x: {kind}, %y: {kind}, %t: f32):\n    %xw = arith.extf %x : {kind} to f32\n    %yw = arith.extf %y : {kind} to f32\n"
        f"    %p = arith.mulf %xw, %yw : f32\n    %u = arith.addf %t, %p : f32\n    linalg.yield %u : f32\n  }} -> {sums}\n"
    )


# gelu of %v, as tanh approximates it.
GELU = """    %c0 = arith.constant 0.044715 : f32
    %c1 = arith.constant 0.7978845608 : f32
    %c2 = arith.constant 0.5 : f32
    %c3 = arith.constant 1.0 : f32
    %sq = arith.mulf %v, %v : f32
    %cu = arith.mulf %sq, %v : f32
    %sc = arith.mulf %cu, %c0 : f32
    %su = arith.addf %v, %sc : f32
    %ar = arith.mulf %su, %c1 : f32
    %th = math.tanh %ar : f32
    %on = arith.addf %th, %c3 : f32
    %ha = arith.mulf %v, %c2 : f32
    %g = arith.mulf %ha, %on : f32
"""


def finish(kind, shape, epilogue):
    """The elementwise op that alone reads the sums: it rounds them, behind `bias` and gelu, or a residual."""
    count, result = len(shape), write_type(shape, kind)
    whole = list("bmn"[3 - count :])
    read = {"": [], "bias, gelu": [("%bias", write_type(shape[-1:], kind), ["n"])], "residual": [("%r", result, whole)]}[epilogue]
    names = ", ".join(name for name, _, _ in [("%s", 0, 0), *read])
    types = ", ".join(each for _, each, _ in [("", write_type(shape, "f32"), 0), *read])
    maps = ", ".join(f"affine_map<({', '.join(whole)}) -> ({', '.join(dims)})>" for dims in [whole, *(dims for _, _, dims in read), whole])
    more = f"    %w = arith.extf %z : {kind} to f32\n    %v = arith.addf %x, %w : f32\n" if epilogue else ""
    body, last = (more + GELU, "%g") if "gelu" in epilogue else (more, "%v" if epilogue else "%x")
    parallel = ", ".join(['"parallel"'] * count)
    arguments = "%x: f32" + f", %z: {kind}" * bool(epilogue) + f", %o: {kind}"
    return (
        f"  %n = tensor.empty() : {result}\n"
        f"  %y0 = linalg.generic {{indexing_maps = [{maps}], iterator_types = [{parallel}]}}\n"
        f"      ins({names} : {types}) outs(%n : {result}) {{\n  ^bb0({arguments}):\n{body}"
        f"    %q = arith.truncf {last} : f32 to {kind}\n    linalg.yield %q : {kind}\n  }} -> {result}\n"
    )


def gelu(x):
    return 0.5 * x * (1 + np.tanh(0.7978845608 * (x + 0.044715 * x**3)))


def make_reference(kind, k, transposed, epilogue, is_batch):
    def compute(places, a, b, bias=None, r=None):
        x, y = (value.swapaxes(-1, -2) if each else value for value, each in zip((a, b), transposed))
        x, y = (wide(x[places]), wide(y[places])) if is_batch else (wide(x[places]), wide(y))
        sums, magnitude = np.matmul(x, y), np.matmul(np.abs(x), np.abs(y))
        error = (1e-9 * k + 2e-6) * magnitude
        if epilogue == "residual":
            sums = sums + wide(r[places])
        if epilogue == "bias, gelu":
            sums, error = gelu(sums + wide(bias)), 1.2 * error + 1e-6
        return [(sums, error + ROUNDING[kind] * (np.abs(sums) + error))]

    return compute


def make_peers(transposed, epilogue):
    def get_operands(a, b):
        return [value.mT if each else value for value, each in zip((a, b), transposed)]

    if epilogue == "bias, gelu":
        return {"cublaslt": lambda torch, a, b, bias: torch._addmm_activation(bias, *get_operands(a, b), use_gelu=True)}
    if epilogue == "residual":
        return {"cublas": lambda torch, a, b, r: torch.addmm(r, *get_operands(a, b))}
    return {"cublas": lambda torch, a, b: torch.matmul(*get_operands(a, b))}


def make_case(m, n, k, name="NN", ta=False, tb=False, kind="bf16", epilogue="", batch=0, is_timed=True):
    lead, first = ([batch], ["b"]) if batch else ([], [])
    a, b, result = [*lead, *((k, m) if ta else (m, k))], [*lead, *((n, k) if tb else (k, n))], [*lead, m, n]
    dims = [[*first, *("km" if ta else "mk")], [*first, *("nk" if tb else "kn")], [*first, "m", "n"]]
    inputs = {"a": (a, kind), "b": (b, kind)}
    if epilogue == "bias, gelu":
        inputs["bias"] = ([n], kind)
    if epilogue == "residual":
        inputs["r"] = (result, kind)
    title = f"{f'{batch} x ' * bool(batch)}{m} x {n} x {k} {name} {kind}{f', {epilogue}' * bool(epilogue)}"
    transposed = ta, tb
    return Case(
        title,
        inputs,
        [(result, kind)],
        multiply(kind, a, b, result, dims) + finish(kind, result, epilogue),
        make_reference(kind, k, transposed, epilogue, bool(batch)),
        is_timed,
        operations=2 * max(1, batch) * m * n * k,
        peers=make_peers(transposed, epilogue),
    )


def fit(is_full, *shape):
    """The shape, or a tiny one."""
    return shape if is_full else [min(each, 72 + i * 8) for i, each in enumerate(shape)]


def list_edges(is_full):
    """Sizes with edges: strides that are multiples of 16 bytes and others, whose operands are packed."""
    for i, (m, n, k) in enumerate(RAGGED if is_full else RAGGED[:2]):
        for name, ta, tb in TRANSPOSITIONS if is_full else TRANSPOSITIONS[i + 1 :: 2]:
            epilogue = ("", "bias, gelu", "residual")[(i + ta + tb) % 3]
            yield make_case(m, n, k, name, ta, tb, "f16" if ta and tb else "bf16", epilogue, is_timed=False)
    yield make_case(72, 136, 200, "NT", False, True, batch=3, is_timed=False)


def list_large(is_full):
    """Products of practice, which are timed."""
    for name, ta, tb in TRANSPOSITIONS if is_full else TRANSPOSITIONS[:1]:
        yield make_case(*fit(is_full, *SQUARE), name, ta, tb)
    for shape in LARGE if is_full else ():
        yield make_case(*shape, "NT", False, True)


def make_gelu(is_full):
    return make_case(*fit(is_full, 8192, 3072, 768), "NT", False, True, epilogue="bias, gelu")


def list_checked(is_full):
    """Those with edges, and few rows."""
    yield from list_edges(is_full)
    for m in (1, 7, 15, 33, 64) if is_full else (15,):
        yield make_case(m, 136, 264, "NT", False, True, epilogue="bias, gelu", is_timed=False)


def list_cases(is_full):
    yield from list_checked(is_full)
    yield from list_large(is_full)
    for shape in ROWS if is_full else ROWS[:1]:
        yield make_case(*fit(is_full, *shape), "NT", False, True)
    yield make_gelu(is_full)
    yield make_case(*fit(is_full, 8192, 768, 3072), "NT", False, True, epilogue="residual")
    yield make_case(*fit(is_full, 1024, 1024, 64), "NT", False, True, batch=96 if is_full else 2)
    if is_full:
        yield make_case(1000, 1001, 1003)
