"""nn.cumsum on several meshes against numpy: uneven and empty pieces, every direction, every type; what travels."""

import numpy as np

from sbp_testing.harness import Case, close

MESHES = (
    ('"a" = 1', "[0]"),
    ('"a" = 2', "[1, 0]"),
    ('"a" = 3', "[0, 1, 2]"),
    ('"a" = 4', "[4, 2, 0, 1]"),
    ('"a" = 2, "b" = 2', "[0, 1, 2, 3]"),
)
FLAGS = ("", "exclusive", "reverse", "exclusive, reverse")
TYPES = {"f32": np.float32, "f64": np.float64, "f16": np.float16, "i32": np.int32, "i8": np.int8}
generator = np.random.default_rng(11)


def cumsum(x, axis, flags):
    """One term after the other, f16 in f32, rounded at the end."""
    terms = np.moveaxis(np.flip(x, axis) if "reverse" in flags else x, axis, 0)
    sums = np.cumsum(terms, 0, dtype=np.float32 if x.dtype == np.float16 else x.dtype)
    if "exclusive" in flags:
        sums = np.concatenate([np.zeros_like(sums), sums])[len(sums) - 1 : -1] if len(sums) else sums
    sums = np.moveaxis(sums, 0, axis).astype(x.dtype)
    return np.flip(sums, axis) if "reverse" in flags else sums


def text(x):
    return "tensor<" + "".join(f"{n}x" for n in x.shape) + [k for k, v in TYPES.items() if v == x.dtype][0] + ">"


def draw(name, *shape):
    dtype = TYPES[name]
    if dtype(0).dtype.kind == "f":
        return generator.standard_normal(shape).astype(dtype)
    return generator.integers(-100, 100, shape).astype(dtype)


def build(axes, ranks, calls, inputs):
    """`calls`: (input, axis, flags, component of input and result on every axis)."""
    count = axes.count("=")
    lines, arguments, results, values = [], [], [], []
    for i, (x, axis, flags, component) in enumerate(calls):
        where = f"#sbp.distribution<@p, [{', '.join([component] * count)}]>"
        kind = text(inputs[x])
        attributes = f"axis = {axis} : i64" + (f", {flags}" if flags else "")
        arguments.append(f'%x{i}: {kind} {{sbp.name = "x{i}", sbp.distribution = {where}}}')
        lines.append(f"  %y{i} = nn.cumsum %x{i} {{{attributes}}} : ({kind}) -> {kind}")
        results.append(f'{kind} {{sbp.name = "y{i}", sbp.distribution = {where}}}')
        values.append((f"%y{i}", kind))
    return (
        f"sbp.placement @p [{axes}] ranks {ranks}\nfunc.func @main({', '.join(arguments)})\n    -> ({', '.join(results)}) {{\n"
        + "\n".join(lines)
        + f"\n  return {', '.join(v for v, _ in values)} : {', '.join(t for _, t in values)}\n}}\n"
    )


inputs = {
    "f32": draw("f32", 7, 5),
    "f64": draw("f64", 3, 4, 2),
    "f16": draw("f16", 9),
    "i32": draw("i32", 3, 2),
    "i8": draw("i8", 13),
    "empty": draw("f32", 0, 4),
}
calls = [(name, axis, FLAGS[(i + axis) % 4], f"S({axis})") for i, (name, x) in enumerate(inputs.items()) for axis in range(x.ndim)]
calls += [("f32", 0, flags, "S(0)") for flags in FLAGS] + [("i8", 0, flags, "S(0)") for flags in FLAGS]
calls += [
    ("f32", 1, "exclusive", "S(0)"),
    ("f64", 1, "reverse", "S(2)"),
    ("f16", 0, "", "B"),
    ("f32", 0, "", "B"),
    ("i32", 0, "", "P"),
    ("f32", 1, "", "P"),
]
first = None
for axes, ranks in MESHES:
    case = Case(build(axes, ranks, calls, inputs))
    names = [f"y{i}" for i in range(len(calls))]
    feed = {f"x{i}": inputs[name] for i, (name, *_) in enumerate(calls)}
    found, level0 = case.execute(feed, names), case.interpret(feed, names)
    for i, (name, axis, flags, component) in enumerate(calls):
        x, what = inputs[name], f"{axes}: {calls[i]}"
        wanted, y = cumsum(x, axis, flags), found[f"y{i}"]
        np.testing.assert_array_equal(level0[f"y{i}"], wanted, what)
        # The same bits where no sum is re-associated.
        if x.dtype.kind == "f" and component in (f"S({axis})", "P"):
            close(y, wanted, x.shape[axis], x.dtype, what)
        else:
            np.testing.assert_array_equal(y, wanted, what)
print("equal to numpy on", len(MESHES), "meshes")

# Pieces without ranks of their own, the last one empty, from a start each.
BLOCKS = """
sbp.placement @p ["a" = 2]
func.func @main(%x: tensor<3x4xf16> {sbp.name = "x", sbp.distribution = #sbp.distribution<@p, [S(1)]>}, %s: tensor<2x4xf32> {sbp.name = "s"})
    -> (tensor<3x4xf16> {sbp.name = "y"}, tensor<4x4xf32> {sbp.name = "t"}) {
  %y = nn.cumsum %x start %s {axis = 0 : i64, blocks = 2 : i64, reverse} : (tensor<3x4xf16>, tensor<2x4xf32>) -> tensor<3x4xf16>
  %t = nn.block_sum %x {axis = 0 : i64, blocks = 4 : i64} : (tensor<3x4xf16>) -> tensor<4x4xf32>
  return %y, %t : tensor<3x4xf16>, tensor<4x4xf32>
}
"""
x, s = draw("f16", 3, 4), draw("f32", 2, 4)
found = Case(BLOCKS).execute({"x": x, "s": s}, ["y", "t"])
wide = x.astype(np.float32)
close(found["y"], np.stack([s[0] + wide[0] + wide[1], s[0] + wide[1], s[1] + wide[2]]), 1, np.float16)
close(found["t"], np.concatenate([wide, 0 * wide[:1]]))

# Split along the summed dim only the sums of the pieces travel: 4 ranks send one row of 128 f32 to 3 others each.
case = Case(build('"a" = 4', "[0, 1, 2, 3]", [("big", 0, "", "S(0)")], {"big": draw("f32", 66, 128)}))
for boxing in (b for b in case.report["boxings"] if b["total_bytes"]):
    print([step["kind"] for step in boxing["steps"]], boxing["total_bytes"], boxing["lower_bound_total_bytes"])
