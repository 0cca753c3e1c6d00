"""Rows of 16 k to 256 k columns, each by a cluster of blocks, in the PTX executor against float64, and what they move.

Generator x op x shape: softmax, log-softmax, norms, cross entropy and gradients; ties, rows of -inf, NaN, large offsets. What is moved is
counted in sectors and bytes of bulk copies, over all inputs and outputs once; gains are read by every cluster. SBP_FULL=1
runs all lengths of all ops, odd ones and slices among them. With --assemble PTXAS the kernels are assembled instead.
"""

import os
import sys

import numpy as np

import assembled
import backward_rows
from sbp_testing import cuda_kernels
from sbp_testing.bfloats import from_bf16, to_bf16
from sbp_testing.compared import Compared

FULL = os.environ.get("SBP_FULL") == "1"
SEEDS = min(int(os.environ.get("SBP_SEEDS", 3 if FULL else 1)), 100 if FULL else 3)
MOST_MOVED = 1.05
COMPARED = Compared()


def softmax(name, rows, columns, kind="f32"):
    t = f"tensor<{rows}x{columns}x{kind}>"
    return (
        f"func.func @{name}(%x: {t}) -> {t} {{\n  %e = tensor.empty() : {t}\n"
        f"  %r = linalg.softmax dimension(1) ins(%x : {t}) outs(%e : {t}) -> {t}\n  return %r : {t} }}\n"
    )


def offset_softmax(name, rows, columns, kind="f32"):
    """The softmax of rows that begin at the fourth element of a tensor of one row more."""
    flat, count, t = f"tensor<{(rows + 1) * columns}x{kind}>", rows * columns, f"tensor<{rows}x{columns}x{kind}>"
    return (
        f"func.func @{name}(%x: tensor<{rows + 1}x{columns}x{kind}>) -> {t} {{\n"
        f"  %f = tensor.collapse_shape %x [[0, 1]] : tensor<{rows + 1}x{columns}x{kind}> into {flat}\n"
        f"  %s = tensor.extract_slice %f[3] [{count}] [1] : {flat} to tensor<{count}x{kind}>\n"
        f"  %y = tensor.expand_shape %s [[0, 1]] output_shape [{rows}, {columns}] : tensor<{count}x{kind}> into {t}\n"
        f"  %e = tensor.empty() : {t}\n"
        f"  %r = linalg.softmax dimension(1) ins(%y : {t}) outs(%e : {t}) -> {t}\n  return %r : {t} }}\n"
    )


def norm(op, gains):
    def write(name, rows, columns, kind="f32"):
        t, g = f"tensor<{rows}x{columns}x{kind}>", f"tensor<{columns}x{kind}>"
        names = ["%g", "%h"][:gains]
        return (
            f"func.func @{name}(%x: {t}{''.join(f', {one}: {g}' for one in names)}) -> {t} {{\n"
            f"  %r = nn.{op} %x, {', '.join(names)} {{epsilon = 1.0e-5 : f64}} : ({t}{f', {g}' * gains}) -> {t}\n  return %r : {t} }}\n"
        )

    return write


def add_maxima(t):
    """Row maxima of e_x, as r_m."""
    shape = t.shapes["r"]
    t.lines.append(
        f"  %low = arith.constant 0xFF800000 : f32\n  %r_e = tensor.empty() : {shape}\n"
        f"  %r_f = linalg.fill ins(%low : f32) outs(%r_e : {shape}) -> {shape}\n"
        f"  %r_m = linalg.reduce {{ arith.maximumf }} ins(%e_x : {t.shapes['e']}) outs(%r_f : {shape}) dimensions = [1]"
    )
    return t.generic("r", ["e_x", "r_m"], "%s = arith.subf %a0, %a1 : f32; %y = math.exp %s : f32", sums=True)


def log_softmax(name, rows, columns, kind="f32"):
    t = backward_rows.Text(rows, columns)
    total = add_maxima(t)
    result = t.generic("e", ["e_x", "r_m", total], "%s = arith.subf %a0, %a1 : f32; %l = math.log %a2 : f32; %y = arith.subf %s, %l : f32")
    return t.write(name, ["e_x"], [result])


def cross_entropy(name, rows, columns, kind="f32"):
    t, i, r = f"tensor<{rows}x{columns}x{kind}>", f"tensor<{rows}xi32>", f"tensor<{rows}xf32>"
    return f"func.func @{name}(%x: {t}, %t: {i}) -> {r} {{\n  %r = nn.cross_entropy %x, %t : ({t}, {i}) -> {r}\n  return %r : {r} }}\n"


def loss_gradient(name, rows, columns, kind="f32"):
    """Loss and gradient in one kernel: log sum exp x - x[t], softmax x - onehot t. Labels are f32."""
    t = backward_rows.Text(rows, columns)
    total = add_maxima(t)
    label = "%i = linalg.index 1 : index; %k = arith.index_cast %i : index to i32; %f = arith.sitofp %k : i32 to f32"
    chosen = t.generic(
        "r",
        ["e_x", "r_t"],
        f"{label}; %c = arith.cmpf oeq, %f, %a1 : f32; %y = arith.select %c, %a0, %zero : f32",
        sums=True,
    )
    gradient = t.generic(
        "e",
        ["e_x", "r_m", total, "r_t"],
        f"{label}; %c = arith.cmpf oeq, %f, %a3 : f32; %one = arith.constant 1.0 : f32; %h = arith.select %c, %one, %zero : f32; "
        "%s = arith.subf %a0, %a1 : f32; %e = math.exp %s : f32; %p = arith.divf %e, %a2 : f32; %y = arith.subf %p, %h : f32",
    )
    t.lines.append(
        f"  %r_loss = linalg.generic {{indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>, affine_map<(i) -> (i)>, "
        f'affine_map<(i) -> (i)>], iterator_types = ["parallel"]}} ins(%r_m, %{total}, %{chosen} : {", ".join([t.shapes["r"]] * 3)}) '
        f"outs(%r_e : {t.shapes['r']}) {{\n  ^bb0(%a0: f32, %a1: f32, %a2: f32, %old: f32):\n    %l = math.log %a1 : f32\n"
        f"    %s = arith.addf %a0, %l : f32\n    %y = arith.subf %s, %a2 : f32\n    linalg.yield %y : f32 }} -> {t.shapes['r']}"
    )
    return t.write(name, ["e_x", "r_t"], ["r_loss", gradient])


def get_softmax(x):
    with np.errstate(invalid="ignore"):
        e = np.exp(x - x.max(1, keepdims=True))
        return e / e.sum(1, keepdims=True)


def get_log_softmax(x):
    with np.errstate(invalid="ignore", divide="ignore"):
        centred = x - x.max(1, keepdims=True)
        return centred - np.log(np.exp(centred).sum(1, keepdims=True))


def get_layer_norm(x, g, h):
    return (x - x.mean(1, keepdims=True)) / np.sqrt(x.var(1, keepdims=True) + 1e-5) * g + h


def get_rms_norm(x, g):
    return x / np.sqrt((x * x).mean(1, keepdims=True) + 1e-5) * g


def get_loss(x, t):
    return -get_log_softmax(x)[np.arange(len(t)), t.astype(int)]


def get_loss_gradient(x, t):
    gradient = get_softmax(x)
    gradient[np.arange(len(t)), t.astype(int)] -= 1
    return [get_loss(x, t), gradient]


def get_offset_softmax(x):
    rows, columns = len(x) - 1, x.shape[1]
    return get_softmax(x.reshape(-1)[3 : 3 + rows * columns].reshape(rows, columns))


# Inputs by kind (element, the same with one row more, column, label of i32 or f32), text, float64 reference.
OPS = {
    "softmax": ("e", softmax, get_softmax),
    "offset_softmax": ("o", offset_softmax, get_offset_softmax),
    "log_softmax": ("e", log_softmax, get_log_softmax),
    "layer_norm": ("ecc", norm("layer_norm", 2), get_layer_norm),
    "rms_norm": ("ec", norm("rms_norm", 1), get_rms_norm),
    "cross_entropy": ("ei", cross_entropy, get_loss),
    "loss_gradient": ("el", loss_gradient, get_loss_gradient),
    "softmax_gradient": ("ee", lambda *case: backward_rows.write_softmax(*case[:3]), backward_rows.KINDS["softmax"][2]),
    "norm_gradient": ("eecr", lambda *case: backward_rows.write_norm(*case[:3]), backward_rows.get_norm),
    "loss_backward": ("ee", lambda *case: backward_rows.write_loss(*case[:3]), backward_rows.get_loss),
}
PLAIN = ("softmax", "offset_softmax", "layer_norm", "rms_norm", "cross_entropy")  # of all types
GRADIENTS = ("softmax_gradient", "norm_gradient", "loss_backward")
# Op, rows, columns, type, special data. Of several rows each, the persistent clusters go over more than one.
QUICK = [
    ("softmax", 3, 32768, "f32", None),
    ("softmax", 2, 65536, "f32", "ties"),
    ("softmax", 3, 65536, "bf16", None),
    ("softmax", 18, 70004, "f32", "infinite"),
    ("softmax", 2, 70001, "f32", "infinite"),
    ("log_softmax", 2, 40000, "f32", None),
    ("layer_norm", 70, 16400, "f32", "offset"),
    ("layer_norm", 2, 17001, "f32", None),
    ("rms_norm", 2, 65536, "bf16", None),
    ("cross_entropy", 3, 50000, "f32", None),
    ("loss_gradient", 2, 32768, "f32", None),
    ("softmax_gradient", 2, 32768, "f32", None),
    ("norm_gradient", 2, 32768, "f32", None),
    ("norm_gradient", 1, 262144, "f32", None),
    ("norm_gradient", 3, 16385, "f32", None),
    ("softmax_gradient", 18, 65537, "f32", None),
    ("offset_softmax", 3, 16400, "f32", None),
    ("offset_softmax", 2, 16391, "bf16", None),
    ("rms_norm", 3, 16387, "f16", None),
    ("rms_norm", 20, 65539, "bf16", None),
]
LENGTHS = (16384, 32768, 65536, 131072, 262144)
ALL = [(op, 3 if columns > 16384 else 9, columns, "f32", None) for op in OPS for columns in LENGTHS[op == "offset_softmax" :]]
ALL += [(op, 18, 131072, "f32", "infinite" if "softmax" in op else None) for op in OPS]
ALL += [(op, 18, 100001, "f32", None) for op in ("softmax", "layer_norm", "loss_gradient")]
ALL += [(op, rows, columns, "f32", None) for op in OPS for rows, columns in [(2, 16385), (3, 16386), (2, 33333), (19, 65537), (3, 262145)]]
ALL += [(op, 1, 16385, "f32", None) for op in OPS if op != "loss_gradient"]  # whose loss is another kernel for one row
ALL += [(op, 3, columns, kind, None) for op in PLAIN for kind in ("bf16", "f16") for columns in (16385, 16390, 65537, 131071)]
ALL += [("softmax", 18, 262144, "bf16", None), ("rms_norm", 18, 262144, "bf16", None), ("layer_norm", 40, 65536, "bf16", "offset")]
CASES = list(dict.fromkeys(QUICK + ALL * FULL))


def name_case(case):
    op, rows, columns, kind, special = case
    return f"{op}_{rows}_{columns}_{kind}{'_' + special if special else ''}"


def make_inputs(case, rng):
    op, rows, columns, kind, special = case
    shapes = {"e": (rows, columns), "o": (rows + 1, columns), "c": (columns,), "r": (rows,)}
    inputs = []
    for each in OPS[op][0]:
        if each in "il":
            inputs.append(rng.integers(0, columns, rows).astype(np.int32 if each == "i" else np.float32))
            continue
        values = rng.standard_normal(shapes[each]).astype(np.float32)
        if each == "e" and special == "ties":
            values = np.round(values)
        elif each == "e" and special == "offset":
            values += 300
        elif each == "e" and special == "infinite":
            values[0, : columns // 2] = -np.inf  # whole blocks have no finite value
            values[1, 0 if columns % 2 else -1] = np.nan
            if rows > 2:
                values[2, :] = -np.inf
                values[3, 1:] = -np.inf
                values[4, columns // 3] = np.inf
        inputs.append(to_bf16(values) if kind == "bf16" else values.astype(np.float16) if kind == "f16" else values)
    return inputs


def widen(values):
    return from_bf16(values).astype(np.float64) if values.dtype == np.uint16 else values.astype(np.float64)


def count_moved(region, before, case, inputs, results):
    """What was moved over all inputs and outputs once, gains as often as clusters need them: for each row, or for all rows of a cluster."""
    counted = {key: value - before[key] for key, value in region.machine.count().items()}
    moved = 32 * counted["sectors"] + counted["bulk_bytes"]
    named = list(zip(inputs, OPS[case[0]][0]))
    gains = sum(value.nbytes for value, each in named if each == "c")
    least = sum(value.nbytes for value in [*inputs, *results]) - gains - sum(value[0].nbytes for value, each in named if each == "o")
    launch = region.description["launches"][0]
    readers = launch["grid"][0] // get_cluster(launch) if "gains kept" in launch["schedule"] else case[1]
    return moved / (least + readers * gains), readers


def get_cluster(launch):
    return int(launch["schedule"].split("clusters of ")[1].split(",")[0])


def check(case, region):
    op, rows, columns, kind, special = case
    launches = region.description["launches"]
    families = [launch["family"] for launch in launches]
    worst, bounds = 0, {"bf16": 2.0**-8, "f16": 2.0**-11, "f32": 2e-4 if special == "offset" else 1e-5}
    for seed in range(1, SEEDS + 1):
        inputs = make_inputs(case, np.random.default_rng(seed))
        before = region.machine.count()
        results = region.run_once(seed, inputs, ())
        moved, readers = count_moved(region, before, case, inputs, results)
        again = region.run_once(seed + 100, inputs, ())
        assert all(x.tobytes() == y.tobytes() for x, y in zip(results, again)), f"{case}: another order of blocks gives other bits"
        expected = OPS[op][2](*(widen(value) for value in inputs))
        for found, right in zip(results, expected if isinstance(expected, list) else [expected], strict=True):
            found = widen(found)
            same = (found == right) | (np.isnan(found) & np.isnan(right))
            with np.errstate(invalid="ignore"):
                # Gradients are differences: what a sum over the row lost is relative to the largest of them.
                scale = np.abs(right).max(-1, keepdims=True) if op in GRADIENTS else np.abs(right)
                difference = np.where(same, 0, np.abs(found - right) / (1 + scale))
            worst = max(worst, np.nan_to_num(difference, nan=np.inf).max())
    schedules = ", ".join(launch["schedule"] for launch in launches)
    gains = f"; gains read {readers} times" if "c" in OPS[op][0] else ""
    title = f"{name_case(case)} ({schedules}; moved {moved:.3f}{gains})"
    COMPARED.measure(title, worst, bounds[kind], size=rows * columns)
    assert families == ["cluster_rows" if columns > 16384 else "rows"], (case, families)
    assert moved <= MOST_MOVED, (case, moved)


def assemble(ptxas):
    """Fails where ptxas uses the stack, spills registers or warns."""
    cases = list(dict.fromkeys(QUICK + ALL))
    ptx, _ = cuda_kernels.compile_ptx(write(cases), "--chip=sm_90a")
    registers = [kernel.registers for kernel in assembled.check(ptxas, ptx, len(cases)).values()]
    print(f"{len(registers)} kernels pass, {min(registers)} to {max(registers)} registers")


def write(cases):
    return "".join(OPS[case[0]][1](name_case(case), *case[1:4]) for case in cases)


def main():
    if sys.argv[1:2] == ["--assemble"]:
        assemble(sys.argv[2])
        return
    regions = cuda_kernels.compile_text(write(CASES), "--chip=sm_90a")
    for case in CASES:
        check(case, regions[name_case(case)])
    COMPARED.show("kinds of rows agree")


if __name__ == "__main__":
    main()
