"""Models whose states depend on every step: on slices of an input, on random numbers, on a partial state; under many plans."""

import os

import numpy as np

# Every save waits for the disk some times; where there is memory to write to, tests do not.
if os.access("/dev/shm", os.W_OK | os.X_OK):
    os.environ["TMPDIR"] = "/dev/shm"

ROWS, COLUMNS = 7, 5

# name: (axes, w, v, t): w and v are whole values split or copied; t is a sum of products, kept as a term per rank where it is P.
PLANS = {
    "one": ('"a" = 1', "B", "B", "B"),
    "two rows": ('"a" = 2', "S(0)", "S(1)", "B"),
    "two columns": ('"a" = 2', "S(1)", "B", "S(0)"),
    "three": ('"a" = 3', "S(0)", "S(0)", "S(0)"),
    "three copies": ('"a" = 3', "B", "B", "B"),
    "five": ('"a" = 5', "S(1)", "S(0)", "B"),
    "eight": ('"a" = 8', "S(0)", "S(1)", "S(0)"),
    "mesh": ('"a" = 2, "b" = 2', "S(0), S(1)", "S(1), B", "B, S(0)"),
    "mesh nested": ('"a" = 2, "b" = 3', "S(0), S(0)", "B, S(1)", "S(0), B"),
    "mesh turned": ('"a" = 3, "b" = 2', "S(1), S(0)", "S(0), S(0)", "B, B"),
    "terms": ('"a" = 2', "S(0)", "B", "P"),
    "terms of a mesh": ('"a" = 2, "b" = 2', "S(0), B", "B, S(0)", "S(0), P"),
}


def make_model(plan, scale="0.5"):
    axes, w, v, t = PLANS[plan]

    def at(components):
        return f"sbp.distribution = #sbp.distribution<@m, [{components}]>"

    # What the terms are made of: products of small whole numbers, so that their sum has one value in any order.
    k, c = {"P": ("S(1)", "S(0)"), "S(0), P": ("S(0), S(1)", "B, S(0)")}.get(t, (None, None))
    left, right = (f", {at(k)}", f", {at(c)}") if k else ("", "")
    matrix = f"tensor<{ROWS}x{COLUMNS}xf32>"
    return f"""sbp.placement @m [{axes}]
func.func @main(%x: {matrix} {{sbp.name = "x"}},
                %k: tensor<{ROWS}x6xf32> {{sbp.name = "k"{left}}}, %c: tensor<6x{COLUMNS}xf32> {{sbp.name = "c"{right}}},
                %w: {matrix} {{sbp.state = "w", sbp.init = dense<{scale}> : {matrix}, {at(w)}}},
                %v: {matrix} {{sbp.state = "v", sbp.init = dense<1.0> : {matrix}, {at(v)}}},
                %t: {matrix} {{sbp.state = "t", sbp.init = dense<0.25> : {matrix}, {at(t)}}},
                %seed: tensor<i64> {{sbp.state = "seed", sbp.init = dense<7> : tensor<i64>}})
    -> ({matrix} {{sbp.name = "y"}}, {matrix} {{sbp.state = "w"}}, {matrix} {{sbp.state = "v"}}, {matrix} {{sbp.state = "t"}},
        tensor<i64> {{sbp.state = "seed"}}) {{
  %r = nn.random uniform %seed : (tensor<i64>) -> {matrix}
  %one = arith.constant dense<1> : tensor<i64>
  %next = arith.addi %seed, %one : tensor<i64>
  %rx = arith.mulf %r, %x : {matrix}
  %nw = arith.addf %w, %rx : {matrix}
  %vw = arith.mulf %v, %nw : {matrix}
  %nv = math.sqrt %vw : {matrix}
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : {matrix}
  %f = linalg.fill ins(%zero : f32) outs(%e : {matrix}) -> {matrix}
  %p = linalg.matmul ins(%k, %c : tensor<{ROWS}x6xf32>, tensor<6x{COLUMNS}xf32>) outs(%f : {matrix}) -> {matrix}
  %nt = arith.addf %t, %p : {matrix}
  %y = arith.addf %nv, %w : {matrix}
  return %y, %nw, %nv, %nt, %next : {matrix}, {matrix}, {matrix}, {matrix}, tensor<i64>
}}
"""


def save_inputs(folder, steps, of):
    """The first `steps` slices of as many as `of`; the words of a command line that name them."""
    random = np.random.default_rng(5)
    x = random.uniform(0.5, 1.5, (of, ROWS, COLUMNS)).astype(np.float32)
    k, c = (random.integers(-4, 5, shape).astype(np.float32) for shape in ((of, ROWS, 6), (6, COLUMNS)))
    words = []
    for name, value in (("x", x[:steps]), ("k", k[:steps]), ("c", c)):
        path = os.path.join(folder, f"{name}.{steps}.npy")
        np.save(path, value)
        words += ["--input", f"{name}=@{path}"]
    return words
