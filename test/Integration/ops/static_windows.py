"""Slices and concats along a dimension that is split: equal to numpy, and only halos move.

static_windows.py             prints bytes
"""

import numpy as np

from sbp_testing.harness import Case

ROWS = 230_001
WIDTH = 10_000
TOKENS = 50_000


def distribution(*components):
    return f"sbp.distribution = #sbp.distribution<@p, [{', '.join(components)}]>"


def moved(case):
    return sum(boxing["total_bytes"] for boxing in case.report["boxings"])


def shifted():
    """Neighbours of every row: three slices that overlap, one exchange."""
    n, m = ROWS, ROWS - 2
    slices = "".join(
        f"  %s{i} = tensor.extract_slice %x[{i}, 0] [{m}, 50] [1, 1] : tensor<{n}x50xf32> to tensor<{m}x50xf32>\n" for i in range(3)
    )
    case = Case(f"""sbp.placement @p ["x" = 3]
func.func @main(%x: tensor<{n}x50xf32> {{sbp.name = "x", {distribution("S(0)")}}}) -> (tensor<{m}x50xf32> {{sbp.name = "y", {distribution("S(0)")}}}) {{
{slices}  %a = arith.addf %s0, %s1 : tensor<{m}x50xf32>
  %y = arith.subf %a, %s2 : tensor<{m}x50xf32>
  return %y : tensor<{m}x50xf32>
}}
""")
    x = np.random.default_rng(1).standard_normal((n, 50)).astype(np.float32)
    y = case.execute({"x": x}, ["y"])["y"]
    np.testing.assert_array_equal(y, x[:-2] + x[1:-1] - x[2:])
    print(f"shifted slices: {moved(case)} bytes")


def rotary():
    """x cos + rotate_half(x) sin with the positions split, and with the width split over two."""
    for split in ("S(0)", "S(1)"):
        case = Case(f"""sbp.placement @p ["x" = 2]
func.func @main(%x: tensor<10x64xf32> {{sbp.name = "x", {distribution(split)}}}) -> (tensor<10x64xf32> {{sbp.name = "y", {distribution(split)}}}) {{
  %a = tensor.extract_slice %x[0, 0] [10, 32] [1, 1] : tensor<10x64xf32> to tensor<10x32xf32>
  %b = tensor.extract_slice %x[0, 32] [10, 32] [1, 1] : tensor<10x64xf32> to tensor<10x32xf32>
  %n = arith.negf %b : tensor<10x32xf32>
  %y = tensor.concat dim(1) %n, %a : (tensor<10x32xf32>, tensor<10x32xf32>) -> tensor<10x64xf32>
  return %y : tensor<10x64xf32>
}}
""")
        x = np.random.default_rng(2).standard_normal((10, 64)).astype(np.float32)
        np.testing.assert_array_equal(case.execute({"x": x}, ["y"])["y"], np.concatenate([-x[:, 32:], x[:, :32]], 1))
        print(f"rotary halves, {split}: {moved(case)} of {x.nbytes} bytes")


def window():
    """Swin's shift: rows move up by 3 around the edge; queries, keys and values lie packed in each row. Rows are long: of short ones all are
    gathered, since two exchanges of halos wait twice."""
    n = WIDTH
    case = Case(f"""sbp.placement @p ["x" = 4]
func.func @main(%x: tensor<56x{3 * n}xf32> {{sbp.name = "x", {distribution("S(0)")}}}) -> (tensor<56x{n}xf32> {{sbp.name = "y", {distribution("S(0)")}}}) {{
  %q = tensor.extract_slice %x[0, 0] [56, {n}] [1, 1] : tensor<56x{3 * n}xf32> to tensor<56x{n}xf32>
  %k = tensor.extract_slice %x[0, {n}] [56, {n}] [1, 1] : tensor<56x{3 * n}xf32> to tensor<56x{n}xf32>
  %s = arith.addf %q, %k : tensor<56x{n}xf32>
  %low = tensor.extract_slice %s[3, 0] [53, {n}] [1, 1] : tensor<56x{n}xf32> to tensor<53x{n}xf32>
  %high = tensor.extract_slice %s[0, 0] [3, {n}] [1, 1] : tensor<56x{n}xf32> to tensor<3x{n}xf32>
  %y = tensor.concat dim(0) %low, %high : (tensor<53x{n}xf32>, tensor<3x{n}xf32>) -> tensor<56x{n}xf32>
  return %y : tensor<56x{n}xf32>
}}
""")
    x = np.random.default_rng(3).standard_normal((56, 3 * n)).astype(np.float32)
    np.testing.assert_array_equal(case.execute({"x": x}, ["y"])["y"], np.roll(x[:, :n] + x[:, n : 2 * n], -3, 0))
    print(f"shifted windows: {moved(case)} bytes")


def packed():
    """Queries, keys and values in one tensor, their heads split: by heads first they lie where they are read, else each rank fetches its own.
    There are many of them: few are gathered, since three exchanges wait three times."""
    heads, width, ranks, tokens = 4, 8, 4, TOKENS
    columns, x = heads * width, np.random.default_rng(5).standard_normal((tokens, 3 * heads * width)).astype(np.float32)

    def multiply(tensor, cut, slices, where):
        parts = "".join(f"  %{name} = tensor.extract_slice %x[{slices(i)}\n" for i, name in enumerate("qkv"))
        return Case(f"""sbp.placement @p ["x" = {ranks}]
func.func @main(%x: tensor<{tensor}xf32> {{sbp.name = "x", {where}}}) -> (tensor<{cut}xf32> {{sbp.name = "y", {where}}}) {{
{parts}  %a = arith.addf %q, %k : tensor<{cut}xf32>
  %y = arith.mulf %a, %v : tensor<{cut}xf32>
  return %y : tensor<{cut}xf32>
}}
""")

    q, k, v = (x[:, i * columns : (i + 1) * columns] for i in range(3))
    rows = multiply(
        f"{tokens}x{3 * columns}",
        f"{tokens}x{columns}",
        lambda i: f"0, {i * columns}] [{tokens}, {columns}] [1, 1] : tensor<{tokens}x{3 * columns}xf32> to tensor<{tokens}x{columns}xf32>",
        distribution("S(1)"),
    )
    np.testing.assert_array_equal(rows.execute({"x": x}, ["y"])["y"], (q + k) * v)
    piece, packed_piece = columns // ranks, 3 * columns // ranks
    fetched = sum(
        4 * tokens
        for rank in range(ranks)
        for i in range(3)
        for column in range(piece)
        if (i * columns + rank * piece + column) // packed_piece != rank
    )
    assert moved(rows) == fetched, f"{moved(rows)} bytes, {fetched} lie elsewhere"
    of_heads = multiply(
        f"{tokens}x{heads}x3x{width}",
        f"{tokens}x{heads}x1x{width}",
        lambda i: (
            f"0, 0, {i}, 0] [{tokens}, {heads}, 1, {width}] [1, 1, 1, 1] : tensor<{tokens}x{heads}x3x{width}xf32> to tensor<{tokens}x{heads}x1x{width}xf32>"
        ),
        distribution("S(1)"),
    )
    q, k, v = (x.reshape(tokens, heads, 3, width)[:, :, i : i + 1] for i in range(3))
    np.testing.assert_array_equal(of_heads.execute({"x": x.reshape(tokens, heads, 3, width)}, ["y"])["y"], (q + k) * v)
    print(f"packed by rows, heads split: {moved(rows)} of {x.nbytes} bytes; packed by heads: {moved(of_heads)} bytes")


def uneven():
    """Steps, pieces without elements, insertions, more ranks than rows, two axes."""
    rng = np.random.default_rng(4)
    for axes, ranks in (('"x" = 3', 1), ('"x" = 2, "y" = 3', 2), ('"x" = 7', 1)):
        where = distribution(*["S(0)"] * ranks)
        case = Case(f"""sbp.placement @p [{axes}]
func.func @main(%x: tensor<11x3xf32> {{sbp.name = "x", {where}}}, %z: tensor<4x3xf32> {{sbp.name = "z", {where}}})
    -> (tensor<4x3xf32> {{sbp.name = "a", {where}}}, tensor<16x3xf32> {{sbp.name = "b", {where}}}, tensor<11x3xf32> {{sbp.name = "c", {where}}}) {{
  %a = tensor.extract_slice %x[1, 0] [4, 3] [3, 1] : tensor<11x3xf32> to tensor<4x3xf32>
  %one = tensor.extract_slice %x[5, 0] [1, 3] [1, 1] : tensor<11x3xf32> to tensor<1x3xf32>
  %b = tensor.concat dim(0) %z, %one, %x : (tensor<4x3xf32>, tensor<1x3xf32>, tensor<11x3xf32>) -> tensor<16x3xf32>
  %c = tensor.insert_slice %z into %x[5, 0] [4, 3] [1, 1] : tensor<4x3xf32> into tensor<11x3xf32>
  return %a, %b, %c : tensor<4x3xf32>, tensor<16x3xf32>, tensor<11x3xf32>
}}
""")
        x, z = (rng.standard_normal((n, 3)).astype(np.float32) for n in (11, 4))
        found = case.execute({"x": x, "z": z}, ["a", "b", "c"])
        c = x.copy()
        c[5:9] = z
        for name, wanted in (("a", x[1:11:3]), ("b", np.concatenate([z, x[5:6], x])), ("c", c)):
            np.testing.assert_array_equal(found[name], wanted, err_msg=f"{name} on {axes}")
    print("uneven pieces are right")


if __name__ == "__main__":
    shifted()
    rotary()
    window()
    packed()
    uneven()
