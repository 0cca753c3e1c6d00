"""nn.scatter_add on several meshes against numpy: every way to split it, repeated indices, empty pieces, wrong indices."""

import numpy as np

from sbp_testing.harness import Case, close

MESHES = (
    ('"a" = 1', "[0]"),
    ('"a" = 2', "[1, 0]"),
    ('"a" = 3', "[0, 1, 2]"),
    ('"a" = 4', "[4, 2, 0, 1]"),
    ('"a" = 2, "b" = 2', "[0, 1, 2, 3]"),
)
DTYPES = {
    np.dtype(t): name
    for name, t in (("f32", np.float32), ("f64", np.float64), ("f16", np.float16), ("i32", np.int32), ("i64", np.int64), ("i8", np.int8))
}
generator = np.random.default_rng(5)


def text(x):
    return "tensor<" + "".join(f"{n}x" for n in x.shape) + DTYPES[x.dtype] + ">"


def draw(dtype, *shape):
    if np.dtype(dtype).kind == "f":
        return generator.standard_normal(shape).astype(dtype)
    return generator.integers(-100, 100, shape).astype(dtype)


def scatter(t, i, u, axis):
    """The updates of an element in order, as np.add.at applies them."""
    result = (t.astype(np.float32) if t.dtype == np.float16 else t).copy()
    inside = (i >= 0) & (i < t.shape[axis])
    moved = np.moveaxis(u.reshape(t.shape[:axis] + (i.size,) + t.shape[axis + 1 :]), axis, 0)[inside.reshape(-1)]
    np.add.at(np.moveaxis(result, axis, 0), i.reshape(-1)[inside.reshape(-1)], moved)
    return result.astype(t.dtype)


def build(axes, ranks, calls):
    """`calls`: table, indices, updates, axis, flag, components of the three and of the result."""
    count = axes.count("=")
    where = lambda c: f"#sbp.distribution<@p, [{', '.join([c] * count)}]>"
    lines, arguments, results, values = [], [], [], []
    for n, (t, i, u, axis, flag, parts) in enumerate(calls):
        for name, value, part in zip("tiu", (t, i, u), parts):
            arguments.append(f'%{name}{n}: {text(value)} {{sbp.name = "{name}{n}", sbp.distribution = {where(part)}}}')
        lines.append(
            f"  %r{n} = nn.scatter_add %t{n}, %i{n}, %u{n} {{axis = {axis} : i64{flag}}} : ({text(t)}, {text(i)}, {text(u)}) -> {text(t)}"
        )
        results.append(f'{text(t)} {{sbp.name = "r{n}", sbp.distribution = {where(parts[3])}}}')
        values.append((f"%r{n}", text(t)))
    return (
        f"sbp.placement @p [{axes}] ranks {ranks}\nfunc.func @main({', '.join(arguments)})\n    -> ({', '.join(results)}) {{\n"
        + "\n".join(lines)
        + f"\n  return {', '.join(v for v, _ in values)} : {', '.join(t for _, t in values)}\n}}\n"
    )


def feed(calls):
    return {f"{name}{n}": value for n, call in enumerate(calls) for name, value in zip("tiu", call)}


ids = generator.integers(0, 7, (5, 4))
wild = generator.integers(-3, 10, 11).astype(np.int32)
rows = (draw(np.float32, 7, 6), ids, draw(np.float32, 5, 4, 6), 0, "")
inside = (draw(np.float64, 2, 7, 3), wild, draw(np.float64, 2, 11, 3), 1, ", drop_outside")
narrow = (draw(np.float16, 7), ids, draw(np.float16, 5, 4), 0, "")
bytes_ = (draw(np.int8, 3, 5), ids % 3, draw(np.int8, 5, 4, 5), 0, "")
tiny = (draw(np.float32, 7, 2), np.int64(6) * np.ones((), np.int64), draw(np.float32, 2), 0, "")
nothing = (draw(np.float32, 7, 2), np.zeros((0,), np.int64), draw(np.float32, 0, 2), 0, "")
exact = [
    (*rows, ("S(0)", "B", "B", "S(0)")),
    (*rows, ("S(1)", "B", "S(2)", "S(1)")),
    (*rows, ("B", "B", "B", "B")),
    (*inside, ("S(1)", "B", "B", "S(1)")),
    (*inside, ("S(0)", "B", "S(0)", "S(0)")),
    (*narrow, ("S(0)", "B", "B", "S(0)")),
    (*bytes_, ("S(0)", "B", "B", "S(0)")),
    (*bytes_, ("P", "S(0)", "S(0)", "B")),
    (*bytes_, ("P", "S(1)", "S(1)", "S(1)")),
    (*tiny, ("S(0)", "B", "B", "S(0)")),
    (*nothing, ("S(0)", "B", "B", "S(0)")),
    (*nothing, ("P", "S(0)", "S(0)", "B")),
]
summed = [
    (*rows, ("P", "S(0)", "S(0)", "B")),
    (*rows, ("P", "S(1)", "S(1)", "S(0)")),
    (*inside, ("P", "S(0)", "S(1)", "B")),
    (*rows, ("P", "B", "P", "B")),
]
calls = exact + summed
for axes, ranks in MESHES:
    case = Case(build(axes, ranks, calls))
    names = [f"r{n}" for n in range(len(calls))]
    found, level0, again = (run(feed(calls), names) for run in (case.execute, case.interpret, case.execute))
    for n, (t, i, u, axis, _, parts) in enumerate(calls):
        wanted, what = scatter(t, i, u, axis), f"{axes}: call {n}, {parts}"
        np.testing.assert_array_equal(level0[names[n]], wanted, what)
        assert again[names[n]].tobytes() == found[names[n]].tobytes(), what
        if n < len(exact):  # no sum is re-associated
            np.testing.assert_array_equal(found[names[n]], wanted, what)
        else:
            close(found[names[n]], wanted, i.size + 1, t.dtype, what)
print("equal to numpy on", len(MESHES), "meshes")

# An index from an input is checked once per step, wherever the table lives; with drop_outside any is allowed.
wrong = np.array([[0, 1], [7, 2]])
t, u = draw(np.float32, 7, 2), draw(np.float32, 2, 2, 2)
for parts in (("B", "B", "B", "B"), ("S(0)", "B", "B", "S(0)")):
    calls = [(t, wrong, u, 0, "", parts)]
    case = Case(build('"a" = 2', "[0, 1]", calls))
    print(case.execute(feed(calls), ["r0"], expect=1).stderr.strip().splitlines()[0])
    print(case.interpret(feed(calls), ["r0"], expect=1).stderr.strip().splitlines()[0].split("error: ", 1)[-1])

# A gradient step on a state, in place: rows that were read before they are added to, twice the same row.
STATE = """
sbp.placement @p ["a" = {ranks}]
func.func @main(%w: tensor<9x4xf32> {{sbp.state = "w", sbp.init = dense<1.0> : tensor<9x4xf32>,
                                      sbp.distribution = #sbp.distribution<@p, [{how}]>}},
                %i: tensor<5xi64> {{sbp.name = "i"}}, %s: tensor<5x4xf32> {{sbp.name = "s"}})
    -> (tensor<9x4xf32> {{sbp.state = "w"}}, tensor<5x4xf32> {{sbp.name = "read"}}) {{
  %r = nn.gather %w, %i {{axis = 0 : i64}} : (tensor<9x4xf32>, tensor<5xi64>) -> tensor<5x4xf32>
  %u = arith.mulf %r, %s : tensor<5x4xf32>
  %n = nn.scatter_add %w, %i, %u {{axis = 0 : i64}} : (tensor<9x4xf32>, tensor<5xi64>, tensor<5x4xf32>) -> tensor<9x4xf32>
  return %n, %r : tensor<9x4xf32>, tensor<5x4xf32>
}}
"""
i, s, w = np.array([8, 2, 2, 0, 8]), draw(np.float32, 5, 4), np.ones((9, 4), np.float32)
for _ in range(2):
    read = w[i]
    np.add.at(w, i, read * s)
for ranks, how in ((1, "B"), (2, "S(0)"), (3, "B"), (4, "S(1)")):
    case = Case(STATE.format(ranks=ranks, how=how))
    np.testing.assert_array_equal(case.execute({"i": i, "s": s}, ["read"], "--steps=3")["read"], w[i], how)
print("a state is updated in place")

# A computed index is checked by nobody: outside of the table it takes the nearest row, wherever the table lives.
COMPUTED = """
sbp.placement @p ["a" = {ranks}]
func.func @main(%t: tensor<{rows}x2xf32> {{sbp.name = "t", sbp.distribution = #sbp.distribution<@p, [{how}]>}}, %i: tensor<4xi64> {{sbp.name = "i"}})
    -> (tensor<4x2xf32> {{sbp.name = "y"}}) {{
  %far = arith.constant dense<1000000000> : tensor<4xi64>
  %j = arith.muli %i, %far : tensor<4xi64>
  %y = nn.gather %t, %j {{axis = 0 : i64}} : (tensor<{rows}x2xf32>, tensor<4xi64>) -> tensor<4x2xf32>
  return %y : tensor<4x2xf32>
}}
"""
i = np.array([0, 1, -1, 0])
for ranks, how, rows in ((1, "B", 5), (2, "S(0)", 5), (3, "S(1)", 5), (1, "B", 0)):
    t = draw(np.float32, rows, 2)
    wanted = t[i * (rows - 1) * (i > 0)] if rows else np.zeros((4, 2))
    np.testing.assert_array_equal(Case(COMPUTED.format(ranks=ranks, how=how, rows=rows)).execute({"t": t, "i": i}, ["y"])["y"], wanted)
print("computed indices stay inside of the table")
