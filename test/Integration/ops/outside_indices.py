"""Every op that takes positions, at positions outside of its tensor: the nearest ones count."""

import numpy as np

from sbp_testing.harness import Case

MODEL = """
sbp.placement @p ["a" = {ranks}]
func.func @main(%t: tensor<5x2xf32> {{sbp.name = "t", sbp.distribution = #sbp.distribution<@p, [{how}]>}}, %i: tensor<4xi64> {{sbp.name = "i"}},
                %u: tensor<4x2xf32> {{sbp.name = "u"}}, %s: tensor<i64> {{sbp.name = "s"}})
    -> (tensor<4x2xf32> {{sbp.name = "gathered"}}, tensor<4x2xf32> {{sbp.name = "captured"}}, tensor<5x2xf32> {{sbp.name = "added"}},
        tensor<2x2xf32> {{sbp.name = "slice"}}, tensor<5x2xf32> {{sbp.name = "inserted"}}, tensor<1xf32> {{sbp.name = "element"}},
        tensor<5x2xf32> {{sbp.name = "put"}}, tensor<5x2xf32> {{sbp.name = "replaced"}}) {{
  %far = arith.constant dense<2000> : tensor<4xi64>
  %j = arith.muli %i, %far : tensor<4xi64>
  %gathered = nn.gather %t, %j {{axis = 0 : i64}} : (tensor<5x2xf32>, tensor<4xi64>) -> tensor<4x2xf32>
  %e = tensor.empty() : tensor<4x2xf32>
  %captured = linalg.generic {{indexing_maps = [affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]}}
    ins(%i : tensor<4xi64>) outs(%e : tensor<4x2xf32>) {{
  ^bb0(%x: i64, %o: f32):
    %two = arith.constant 2 : i64
    %row = arith.muli %x, %two : i64
    %k = arith.index_cast %row : i64 to index
    %column = linalg.index 1 : index
    %v = tensor.extract %t[%k, %column] : tensor<5x2xf32>
    linalg.yield %v : f32
  }} -> tensor<4x2xf32>
  %added = nn.scatter_add %t, %j, %u {{axis = 0 : i64}} : (tensor<5x2xf32>, tensor<4xi64>, tensor<4x2xf32>) -> tensor<5x2xf32>
  %replaced = nn.scatter %t, %j, %u {{axis = 0 : i64}} : (tensor<5x2xf32>, tensor<4xi64>, tensor<4x2xf32>) -> tensor<5x2xf32>
  %n = tensor.extract %s[] : tensor<i64>
  %three = arith.constant 3 : i64
  %m = arith.muli %n, %three : i64
  %at = arith.index_cast %m : i64 to index
  %slice = tensor.extract_slice %t[%at, 0] [2, 2] [1, 1] : tensor<5x2xf32> to tensor<2x2xf32>
  %inserted = tensor.insert_slice %slice into %t[%at, 0] [2, 2] [1, 1] : tensor<2x2xf32> into tensor<5x2xf32>
  %zero = arith.constant 0 : index
  %x = tensor.extract %t[%at, %zero] : tensor<5x2xf32>
  %element = tensor.from_elements %x : tensor<1xf32>
  %nine = arith.constant 9.0 : f32
  %put = tensor.insert %nine into %t[%at, %zero] : tensor<5x2xf32>
  return %gathered, %captured, %added, %slice, %inserted, %element, %put, %replaced
    : tensor<4x2xf32>, tensor<4x2xf32>, tensor<5x2xf32>, tensor<2x2xf32>, tensor<5x2xf32>, tensor<1xf32>, tensor<5x2xf32>, tensor<5x2xf32>
}}
"""
NAMES = ["gathered", "captured", "added", "slice", "inserted", "element", "put", "replaced"]


def compute(t, i, u, s):
    far, near, begin, at = np.clip(i * 2000, 0, 4), np.clip(i * 2, 0, 4), min(max(3 * s, 0), 3), min(max(3 * s, 0), 4)
    added, inserted, put, replaced = (t.copy() for _ in range(4))
    np.add.at(added, far, u)
    inserted[begin : begin + 2] = t[begin : begin + 2]
    put[at, 0] = 9
    for number, row in enumerate(far):  # the last one wins
        replaced[row] = u[number]
    return [t[far], t[near], added, t[begin : begin + 2], inserted, t[at, :1], put, replaced]


t, u = np.arange(10, dtype=np.float32).reshape(5, 2), 10 * np.arange(1, 9, dtype=np.float32).reshape(4, 2)
i = np.array([-3, 1, 0, 7])
for ranks, how in ((1, "B"), (2, "S(0)"), (3, "S(1)")):
    case = Case(MODEL.format(ranks=ranks, how=how))
    for s in (-7, 0, 1, 2):
        inputs = {"t": t, "i": i, "u": u, "s": np.array(s)}
        for found in (case.execute(inputs, NAMES), case.interpret(inputs, NAMES)):
            for name, wanted in zip(NAMES, compute(**inputs)):
                np.testing.assert_array_equal(found[name], wanted, f"{name} at {s} on {ranks}")
    print("equal on", ranks, "rank" + "s" * (ranks > 1))
print(case.interpret(inputs, NAMES, "--check-indices", expect=1).stderr.splitlines()[0])

# The runner checks on the one-rank program, before anything is computed or written.
print(case.execute(inputs, NAMES, "--check-indices", expect=1).stderr.splitlines()[0])
case = Case(MODEL.format(ranks=2, how="S(0)"), "--with-reference")
for changed in ({}, {"i": i * 0}, {"i": i * 0, "s": np.array(0)}):
    finished = case.execute(inputs | changed, [], "--check-indices", expect=int(len(changed) < 2))
    print(finished.stderr.splitlines()[0] if len(changed) < 2 else "all inside")
inside = inputs | changed
for name, wanted in zip(NAMES, compute(**inside)):
    np.testing.assert_array_equal(case.execute(inside, NAMES, "--check-indices", "--compare")[name], wanted, name)

INPUT = """
func.func @main(%t: tensor<5x2xf32> {sbp.name = "t"}, %i: tensor<3xi64> {sbp.name = "i"}) -> (tensor<3x2xf32> {sbp.name = "y"}) {
  %y = nn.gather %t, %i {axis = 0 : i64} : (tensor<5x2xf32>, tensor<3xi64>) -> tensor<3x2xf32>
  return %y : tensor<3x2xf32>
}
"""
case, inputs = Case(INPUT), {"t": t, "i": np.array([1, 9, 0])}
for how in (case.execute, case.interpret):
    print(how(inputs, ["y"], expect=1).stderr.splitlines()[0])
