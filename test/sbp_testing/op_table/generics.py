"""linalg.generic: odd maps, bodies, results and iterators."""

import numpy as np

from sbp_testing.op_table.cases import CASES, Case, T, V, draw, empty, filled, ret, wrap


def generic(name, inputs, outputs, loops, body_maps, kinds, body, terms=10, live=(), prefix="", exact=False, inits=None, names=None):
    """outputs: [(dtype, values)]; body_maps: one text per operand and result; live: (dtype, value or array) inits per result or None for empty."""
    text, outs = prefix, []
    outputs = [(d, wrap(d, v)) for d, v in outputs]
    for i, (dtype, v) in enumerate(outputs):
        init = (inits or [None] * len(outputs))[i]
        if init is None:
            text += empty(f"o{i}", dtype, v.shape)
            outs.append(f"%o{i}")
        elif isinstance(init, str):
            outs.append(init)
        else:
            text += filled(f"o{i}", dtype, v.shape, init)
            outs.append(f"%o{i}")
    ts = [T(d, v.shape) for d, v in outputs]
    ins = names or [f"%a{i}" for i in range(len(inputs))]
    used = [v for v, n in zip(inputs, ins) if n]
    ins = [n for n in ins if n]
    args = ", ".join([f"%x{i}: {v.dtype}" for i, v in enumerate(used)] + [f"%y{i}: {d}" for i, (d, _) in enumerate(outputs)])
    maps_text = ", ".join(f"affine_map<({', '.join(loops)}) -> ({m})>" for m in body_maps)
    its = ", ".join({"p": '"parallel"', "r": '"reduction"'}[k] for k in kinds)
    result = "%r" if len(outputs) == 1 else f"%r:{len(outputs)}"
    into = ts[0] if len(ts) == 1 else "(" + ", ".join(ts) + ")"
    insx = f"ins({', '.join(ins)} : {', '.join(v.type for v in used)}) " if used else ""
    text += f"  {result} = linalg.generic {{indexing_maps = [{maps_text}], iterator_types = [{its}]}} {insx}outs({', '.join(outs)} : {', '.join(ts)}) {{\n  ^bb0({args}):\n{body}\n  }} -> {into}\n"
    text += ret(*[("%r" if len(ts) == 1 else f"%r#{i}", t) for i, t in enumerate(ts)])
    Case("generic " + name, inputs, outputs, text, terms, exact=exact)


ADD = "    %s = arith.addf %x0, %y0 : f32\n    linalg.yield %s : f32"
COPY = "    linalg.yield %x0 : f32"
q = draw("f32", 7, 7)
generic("diagonal", [q], [("f32", np.diag(q.exact))], "i", ["i, i", "i"], "p", COPY, exact=True)
generic("trace", [q], [("f32", np.trace(q.exact))], "i", ["i, i", ""], "r", ADD, inits=[0])
generic("constant row", [q], [("f32", q.exact[3])], "i", ["3, i", "i"], "p", COPY, exact=True)
generic("constant column broadcast", [q], [("f32", np.broadcast_to(q.exact[:, 2], (5, 7)))], "ij", ["j, 2", "i, j"], "pp", COPY, exact=True)
z = draw("f32", 13)
generic(
    "sliding window d0+d1",
    [z, draw("f32", 3)],
    [("f32", np.array([z.exact[i : i + 3].sum() for i in range(11)]))],
    "ik",
    ["i + k", "k", "i"],
    "pr",
    "    %s = arith.addf %x0, %y0 : f32\n    linalg.yield %s : f32",
    inits=[0],
)
w = draw("f32", 3)
generic(
    "correlate",
    [z, w],
    [("f32", np.correlate(z.exact, w.exact))],
    "ik",
    ["i + k", "k", "i"],
    "pr",
    "    %m = arith.mulf %x0, %x1 : f32\n    %s = arith.addf %m, %y0 : f32\n    linalg.yield %s : f32",
    inits=[0],
)
generic("strided", [z, draw("f32", 6)], [("f32", z.exact[0:12:2])], "i", ["i * 2", "i", "i"], "p", COPY, exact=True)
generic("strided offset", [z, draw("f32", 5)], [("f32", z.exact[3:12:2])], "i", ["i * 2 + 3", "i", "i"], "p", COPY, exact=True)
generic("reversed", [z, draw("f32", 13)], [("f32", z.exact[::-1])], "i", ["-i + 12", "i", "i"], "p", COPY, exact=True)
generic("floordiv repeat", [draw("f32", 4), draw("f32", 8)], [("f32", np.zeros(8))], "i", ["i floordiv 2", "i", "i"], "p", COPY, exact=True)
CASES[-1].outputs = [("f32", np.repeat(CASES[-1].inputs[0].exact, 2))]
generic("mod tile", [draw("f32", 4), draw("f32", 8)], [("f32", np.zeros(8))], "i", ["i mod 4", "i", "i"], "p", COPY, exact=True)
CASES[-1].outputs = [("f32", np.tile(CASES[-1].inputs[0].exact, 2))]
a, b = draw("f32", 3, 4), draw("f32", 4, 5)
generic(
    "outer sum then transposed out",
    [a, b],
    [("f32", (a.exact @ b.exact).T)],
    "ijk",
    ["i, k", "k, j", "j, i"],
    "ppr",
    "    %m = arith.mulf %x0, %x1 : f32\n    %s = arith.addf %y0, %m : f32\n    linalg.yield %s : f32",
    inits=[0],
)
generic(
    "index sum",
    [draw("f32", 5, 7)],
    [("i64", np.add.outer(np.arange(5) * 10, np.arange(7)))],
    "ij",
    ["i, j", "i, j"],
    "pp",
    "    %i = linalg.index 0 : index\n    %j = linalg.index 1 : index\n    %c = arith.constant 10 : index\n    %m = arith.muli %i, %c : index\n    %s = arith.addi %m, %j : index\n    %r = arith.index_cast %s : index to i64\n    linalg.yield %r : i64",
)
x = draw("f32", 5, 7)
generic(
    "index in reduction",
    [x],
    [("f32", (x.exact * np.arange(7)).sum(1))],
    "ij",
    ["i, j", "i"],
    "pr",
    "    %j = linalg.index 1 : index\n    %n = arith.index_cast %j : index to i32\n    %f = arith.sitofp %n : i32 to f32\n    %m = arith.mulf %x0, %f : f32\n    %s = arith.addf %m, %y0 : f32\n    linalg.yield %s : f32",
    inits=[0],
)
s = V(np.float32(1.75))
generic(
    "captured scalar",
    [x, s],
    [("f32", x.exact * 1.75)],
    "ij",
    ["i, j", "i, j"],
    "pp",
    "    %m = arith.mulf %x0, %v : f32\n    linalg.yield %m : f32",
    prefix="  %v = tensor.extract %a1[] : tensor<f32>\n",
    names=["%a0", None],
)
Case(
    "generic scalar operand",
    [x],
    [("f32", x.exact * 3)],
    """  %v = arith.constant 3.0 : f32
  %o = tensor.empty() : tensor<5x7xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> ()>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%a0, %v : tensor<5x7xf32>, f32) outs(%o : tensor<5x7xf32>) {
  ^bb0(%p: f32, %q: f32, %y: f32):
    %m = arith.mulf %p, %q : f32
    linalg.yield %m : f32
  } -> tensor<5x7xf32>
"""
    + ret(("%r", "tensor<5x7xf32>")),
)
table, ids = draw("f32", 9, 7), draw("i64", 5, low=0, high=8)
generic(
    "captured table",
    [ids, table],
    [("f32", table.exact[ids.data])],
    "ij",
    ["i", "i, j"],
    "pp",
    "    %i = arith.index_cast %x0 : i64 to index\n    %j = linalg.index 1 : index\n    %v = tensor.extract %a1[%i, %j] : tensor<9x7xf32>\n    linalg.yield %v : f32",
    names=["%a0", None],
    exact=True,
)
two = draw("i64", 5, low=0, high=6)
generic(
    "captured at two computed indices",
    [ids, table, two],
    [("f32", table.exact[ids.data, two.data])],
    "i",
    ["i", "i", "i"],
    "p",
    "    %i = arith.index_cast %x0 : i64 to index\n    %j = arith.index_cast %x1 : i64 to index\n    %v = tensor.extract %a1[%i, %j] : tensor<9x7xf32>\n    linalg.yield %v : f32",
    names=["%a0", None, "%a2"],
    exact=True,
)
image = draw("f32", 2, 3, 4, 5)
generic(
    "upsampled as torch-mlir has it",
    [image],
    [("f32", image.exact.repeat(2, 2).repeat(2, 3))],
    "nchw",
    ["n, c, h, w"],
    "pppp",
    """    %n = linalg.index 0 : index
    %c = linalg.index 1 : index
    %h = linalg.index 2 : index
    %w = linalg.index 3 : index
    %two = arith.constant 2 : index
    %i = arith.floordivsi %h, %two : index
    %j = arith.floordivsi %w, %two : index
    %v = tensor.extract %a0[%n, %c, %i, %j] : tensor<2x3x4x5xf32>
    linalg.yield %v : f32""",
    names=[None],
    exact=True,
)
generic(
    "position computed with affine.apply",
    [table],
    [("f32", table.exact[:, ::-1])],
    "ij",
    ["i, j"],
    "pp",
    """    %i = linalg.index 0 : index
    %j = linalg.index 1 : index
    %k = affine.apply affine_map<(d)[s] -> (6 - d + s)>(%j)[%zero]
    %v = tensor.extract %a0[%i, %k] : tensor<9x7xf32>
    linalg.yield %v : f32""",
    prefix="  %zero = arith.constant 0 : index\n",
    names=[None],
    exact=True,
)
generic(
    "if in the body",
    [x],
    [("f32", np.where(x.exact > 0, x.exact * 2, -x.exact))],
    "ij",
    ["i, j", "i, j"],
    "pp",
    """    %z = arith.constant 0.0 : f32
    %c = arith.cmpf ogt, %x0, %z : f32
    %v = scf.if %c -> (f32) {
      %m = arith.addf %x0, %x0 : f32
      scf.yield %m : f32
    } else {
      %n = arith.negf %x0 : f32
      scf.yield %n : f32
    }
    linalg.yield %v : f32""",
)
generic(
    "for in the body",
    [x],
    [("f32", x.exact * 8)],
    "ij",
    ["i, j", "i, j"],
    "pp",
    """    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c3 = arith.constant 3 : index
    %v = scf.for %k = %c0 to %c3 step %c1 iter_args(%acc = %x0) -> (f32) {
      %m = arith.addf %acc, %acc : f32
      scf.yield %m : f32
    }
    linalg.yield %v : f32""",
)
generic(
    "two results",
    [x],
    [("f32", x.exact.sum(1)), ("f32", x.exact.max(1))],
    "ij",
    ["i, j", "i", "i"],
    "pr",
    "    %s = arith.addf %x0, %y0 : f32\n    %m = arith.maximumf %x0, %y1 : f32\n    linalg.yield %s, %m : f32, f32",
    inits=[0, -np.inf],
)
generic(
    "sum and count",
    [x],
    [("f32", x.exact.sum()), ("i64", np.array(int((x.exact > 0).sum())))],
    "ij",
    ["i, j", "", ""],
    "rr",
    "    %z = arith.constant 0.0 : f32\n    %s = arith.addf %x0, %y0 : f32\n    %c = arith.cmpf ogt, %x0, %z : f32\n    %e = arith.extui %c : i1 to i64\n    %n = arith.addi %y1, %e : i64\n    linalg.yield %s, %n : f32, i64",
    inits=[0, 0],
    terms=60,
)
generic(
    "parallel and reduced result",
    [x],
    [("f32", x.exact * 2), ("f32", x.exact.sum(1))],
    "ij",
    ["i, j", "i, j", "i"],
    "pr",
    "    %d = arith.addf %x0, %x0 : f32\n    %s = arith.addf %x0, %y1 : f32\n    linalg.yield %d, %s : f32, f32",
    inits=[None, 0],
)
xh = draw("bf16", 5, 7)
generic(
    "peeled truncation",
    [xh],
    [("bf16", xh.exact.sum(1))],
    "ij",
    ["i, j", "i"],
    "pr",
    "    %e = arith.extf %x0 : bf16 to f32\n    %g = arith.extf %y0 : bf16 to f32\n    %s = arith.addf %e, %g : f32\n    %t = arith.truncf %s : f32 to bf16\n    linalg.yield %t : bf16",
    inits=[0],
)
generic(
    "fma accumulation",
    [x, x],
    [("f32", (x.exact**2).sum(1))],
    "ij",
    ["i, j", "i, j", "i"],
    "pr",
    "    %s = math.fma %x0, %x1, %y0 : f32\n    linalg.yield %s : f32",
    inits=[0],
    names=["%a0", "%a1"],
)
generic(
    "subtraction",
    [x],
    [("f32", -x.exact.sum(0))],
    "ij",
    ["i, j", "j"],
    "rp",
    "    %s = arith.subf %y0, %x0 : f32\n    linalg.yield %s : f32",
    inits=[0],
)
generic(
    "masked sum",
    [x, draw("i1", 5, 7)],
    [("f32", np.zeros(5))],
    "ij",
    ["i, j", "i, j", "i"],
    "pr",
    "    %z = arith.constant 0.0 : f32\n    %v = arith.select %x1, %x0, %z : f32\n    %s = arith.addf %v, %y0 : f32\n    linalg.yield %s : f32",
    inits=[0],
)
CASES[-1].outputs = [("f32", np.where(CASES[-1].inputs[1].data, x.exact, 0).sum(1))]
generic(
    "select of accumulators",
    [x, CASES[-1].inputs[1]],
    [("f32", np.where(CASES[-1].inputs[1].data, x.exact, 0).sum(1))],
    "ij",
    ["i, j", "i, j", "i"],
    "pr",
    "    %s = arith.addf %x0, %y0 : f32\n    %v = arith.select %x1, %s, %y0 : f32\n    linalg.yield %v : f32",
    inits=[0],
)
value = np.zeros(5)
for j in range(7):
    value = value * 0.5 + x.exact[:, j]
generic(
    "decay",
    [x],
    [("f32", value)],
    "ij",
    ["i, j", "i"],
    "pr",
    "    %h = arith.constant 0.5 : f32\n    %d = arith.mulf %y0, %h : f32\n    %s = arith.addf %d, %x0 : f32\n    linalg.yield %s : f32",
    inits=[0],
)
value = x.exact[:, -1]
generic("last one wins", [x], [("f32", value)], "ij", ["i, j", "i"], "pr", COPY, inits=[0], exact=True)
live = draw("f32", 5)
generic("live init", [x, live], [("f32", x.exact.sum(1) + live.exact)], "ij", ["i, j", "i"], "pr", ADD, inits=["%a1"], names=["%a0", None])
live2 = draw("f32", 5, 7)
generic(
    "live init elementwise",
    [x, live2],
    [("f32", x.exact * live2.exact)],
    "ij",
    ["i, j", "i, j"],
    "pp",
    "    %s = arith.mulf %x0, %y0 : f32\n    linalg.yield %s : f32",
    inits=["%a1"],
    names=["%a0", None],
)
none = V(np.zeros((5, 0), np.float32))
generic("no trips, sum", [none], [("f32", np.full(5, 4.0))], "ij", ["i, j", "i"], "pr", ADD, inits=[4])
generic(
    "no trips, max",
    [none],
    [("f32", np.full(5, -np.inf))],
    "ij",
    ["i, j", "i"],
    "pr",
    "    %s = arith.maximumf %x0, %y0 : f32\n    linalg.yield %s : f32",
    inits=[-np.inf],
)
generic(
    "no trips, live init",
    [none, live],
    [("f32", live.exact)],
    "ij",
    ["i, j", "i"],
    "pr",
    ADD,
    inits=["%a1"],
    names=["%a0", None],
    exact=True,
)
generic("nothing at all", [V(np.zeros((0, 3), np.float32))], [("f32", np.zeros((0, 3)))], "ij", ["i, j", "i, j"], "pp", COPY)
unit = draw("f32", 1, 7, 1)
generic("unit dims", [unit], [("f32", unit.exact[0, :, 0])], "i", ["0, i, 0", "i"], "p", COPY, exact=True)
generic("unit reduction", [unit], [("f32", unit.exact.sum(0))], "aij", ["a, i, j", "i, j"], "rpp", ADD, inits=[0])
b1 = draw("i1", 5, 7)
generic(
    "any and all",
    [b1],
    [("i1", b1.data.any(1)), ("i1", b1.data.all(1))],
    "ij",
    ["i, j", "i", "i"],
    "pr",
    "    %o = arith.ori %x0, %y0 : i1\n    %p = arith.andi %x0, %y1 : i1\n    linalg.yield %o, %p : i1, i1",
    inits=[False, True],
)
generic(
    "parity",
    [b1],
    [("i1", np.logical_xor.reduce(b1.data, 1))],
    "ij",
    ["i, j", "i"],
    "pr",
    "    %o = arith.xori %x0, %y0 : i1\n    linalg.yield %o : i1",
    inits=[False],
)
generic(
    "0-d",
    [V(np.float32(2)), V(np.float32(5))],
    [("f32", np.array(10.0))],
    "",
    ["", "", ""],
    "",
    "    %m = arith.mulf %x0, %x1 : f32\n    linalg.yield %m : f32",
    exact=True,
)
prime = draw("f32", 13, 11)
generic("primes", [prime], [("f32", prime.exact.sum((0, 1)))], "ij", ["i, j", ""], "rr", ADD, inits=[0], terms=150)
generic(
    "max of abs",
    [prime],
    [("f32", np.abs(prime.exact).max(0))],
    "ij",
    ["i, j", "j"],
    "rp",
    "    %z = math.absf %x0 : f32\n    %s = arith.maximumf %z, %y0 : f32\n    linalg.yield %s : f32",
    inits=[0],
    exact=True,
)
generic(
    "product",
    [x],
    [("f32", x.exact.prod(1))],
    "ij",
    ["i, j", "i"],
    "pr",
    "    %s = arith.mulf %x0, %y0 : f32\n    linalg.yield %s : f32",
    inits=[1],
)
generic(
    "argmax pair",
    [x],
    [("f32", x.exact.max(1)), ("i64", x.exact.argmax(1))],
    "ij",
    ["i, j", "i", "i"],
    "pr",
    """    %j = linalg.index 1 : index
    %n = arith.index_cast %j : index to i64
    %c = arith.cmpf ogt, %x0, %y0 : f32
    %v = arith.select %c, %x0, %y0 : f32
    %w = arith.select %c, %n, %y1 : i64
    linalg.yield %v, %w : f32, i64""",
    inits=[-np.inf, 0],
)
generic(
    "mean and variance (Welford)",
    [x],
    [("f32", x.exact.mean(1)), ("f32", ((x.exact - x.exact.mean(1, keepdims=True)) ** 2).sum(1))],
    "ij",
    ["i, j", "i", "i"],
    "pr",
    """    %one = arith.constant 1.0 : f32
    %j = linalg.index 1 : index
    %n = arith.index_cast %j : index to i32
    %f = arith.sitofp %n : i32 to f32
    %k = arith.addf %f, %one : f32
    %d = arith.subf %x0, %y0 : f32
    %q = arith.divf %d, %k : f32
    %m = arith.addf %y0, %q : f32
    %e = arith.subf %x0, %m : f32
    %p = arith.mulf %d, %e : f32
    %v = arith.addf %y1, %p : f32
    linalg.yield %m, %v : f32, f32""",
    inits=[0, 0],
)
generic(
    "three operands two reductions",
    [draw("f32", 3, 4), draw("f32", 4, 5), draw("f32", 5, 2)],
    [("f32", np.zeros((3, 2)))],
    "ijkl",
    ["i, k", "k, l", "l, j", "i, j"],
    "pprr",
    "    %m = arith.mulf %x0, %x1 : f32\n    %n = arith.mulf %m, %x2 : f32\n    %s = arith.addf %n, %y0 : f32\n    linalg.yield %s : f32",
    inits=[0],
)
CASES[-1].outputs = [("f32", CASES[-1].inputs[0].exact @ CASES[-1].inputs[1].exact @ CASES[-1].inputs[2].exact)]
generic(
    "permuted batches",
    [draw("f32", 4, 2, 3), draw("f32", 3, 4)],
    [("f32", np.zeros((2, 4)))],
    "bij",
    ["i, b, j", "j, i", "b, i"],
    "ppr",
    "    %m = arith.mulf %x0, %x1 : f32\n    %s = arith.addf %m, %y0 : f32\n    linalg.yield %s : f32",
    inits=[0],
)
CASES[-1].outputs = [("f32", np.einsum("ibj,ji->bi", CASES[-1].inputs[0].exact, CASES[-1].inputs[1].exact))]
Case(
    "generic same tensor twice, transposed",
    [q],
    [("f32", q.exact + q.exact.T)],
    """  %o = tensor.empty() : tensor<7x7xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (j, i)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%a0, %a0 : tensor<7x7xf32>, tensor<7x7xf32>) outs(%o : tensor<7x7xf32>) {
  ^bb0(%p: f32, %q: f32, %y: f32):
    %m = arith.addf %p, %q : f32
    linalg.yield %m : f32
  } -> tensor<7x7xf32>
"""
    + ret(("%r", "tensor<7x7xf32>")),
)
Case(
    "generic into the input",
    [x],
    [("f32", x.exact + 1)],
    """  %one = arith.constant 1.0 : f32
  %r = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} outs(%a0 : tensor<5x7xf32>) {
  ^bb0(%y: f32):
    %m = arith.addf %y, %one : f32
    linalg.yield %m : f32
  } -> tensor<5x7xf32>
"""
    + ret(("%r", "tensor<5x7xf32>")),
)
i8 = draw("i8", 5, 7, low=-128, high=127)
generic(
    "i8 widened sum",
    [i8],
    [("i32", i8.exact.sum(1))],
    "ij",
    ["i, j", "i"],
    "pr",
    "    %e = arith.extsi %x0 : i8 to i32\n    %s = arith.addi %e, %y0 : i32\n    linalg.yield %s : i32",
    inits=[0],
)
generic(
    "i8 wrapping sum",
    [i8],
    [("i8", i8.exact.sum(1))],
    "ij",
    ["i, j", "i"],
    "pr",
    "    %s = arith.addi %x0, %y0 : i8\n    linalg.yield %s : i8",
    inits=[0],
)
nans = V(np.where(np.random.default_rng(1).random((13, 6)) < 0.1, np.nan, draw("f32", 13, 6).data).astype(np.float32))
generic(
    "max with NaN",
    [nans],
    [("f32", np.max(nans.exact, 0))],
    "ij",
    ["i, j", "j"],
    "rp",
    "    %s = arith.maximumf %x0, %y0 : f32\n    linalg.yield %s : f32",
    inits=[-np.inf],
    exact=True,
)
generic(
    "maxnum with NaN",
    [nans],
    [("f32", np.fmax.reduce(nans.exact, 0))],
    "ij",
    ["i, j", "j"],
    "rp",
    "    %s = arith.maxnumf %x0, %y0 : f32\n    linalg.yield %s : f32",
    inits=[np.nan],
    exact=True,
)
generic(
    "sum with infinities",
    [V(np.where(np.arange(91).reshape(13, 7) % 40 == 3, np.inf, draw("f32", 13, 7).data).astype(np.float32))],
    [("f32", np.zeros(7))],
    "ij",
    ["i, j", "j"],
    "rp",
    ADD,
    inits=[0],
)
CASES[-1].outputs = [("f32", CASES[-1].inputs[0].exact.sum(0))]
generic("negative zeros", [V(np.full((4, 5), -0.0, np.float32))], [("f32", np.zeros(4))], "ij", ["i, j", "i"], "pr", ADD, inits=[-0.0])
generic(
    "constant yield",
    [x],
    [("f32", np.full((5, 7), 2.5))],
    "ij",
    ["i, j", "i, j"],
    "pp",
    "    %c = arith.constant 2.5 : f32\n    linalg.yield %c : f32",
    exact=True,
)
generic(
    "pool with two window loops",
    [draw("f32", 10, 9), draw("f32", 2, 3)],
    [("f32", np.zeros((5, 3)))],
    "ijkl",
    ["i * 2 + k, j * 3 + l", "k, l", "i, j"],
    "pprr",
    "    %s = arith.maximumf %x0, %y0 : f32\n    linalg.yield %s : f32",
    inits=[-np.inf],
)
CASES[-1].outputs = [("f32", CASES[-1].inputs[0].exact.reshape(5, 2, 3, 3).max((1, 3)))]
sampled = draw("f32", 13)
Case(
    "generic product with an operand that only counts",
    [sampled, V(np.float32(3))],
    [("f32", sampled.exact[::2].sum() * 3)],
    filled("o", "f32", ())
    + """  %w = tensor.empty() : tensor<7xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(i) -> (i * 2)>, affine_map<(i) -> ()>, affine_map<(i) -> (i)>, affine_map<(i) -> ()>], iterator_types = ["reduction"]} ins(%a0, %a1, %w : tensor<13xf32>, tensor<f32>, tensor<7xf32>) outs(%o : tensor<f32>) {
  ^bb0(%p: f32, %q: f32, %u: f32, %y: f32):
    %m = arith.mulf %p, %q : f32
    %s = arith.addf %m, %y : f32
    linalg.yield %s : f32
  } -> tensor<f32>
"""
    + ret(("%r", "tensor<f32>")),
    16,
)
generic("diagonal of a batch", [draw("f32", 3, 5, 5)], [("f32", np.zeros((3, 5)))], "bi", ["b, i, i", "b, i"], "pp", COPY, exact=True)
CASES[-1].outputs = [("f32", np.einsum("bii->bi", CASES[-1].inputs[0].exact))]
generic("skewed", [draw("f32", 3, 7)], [("f32", np.zeros((3, 5)))], "ij", ["i, i + j", "i, j"], "pp", COPY, exact=True)
CASES[-1].outputs = [("f32", np.stack([CASES[-1].inputs[0].exact[i, i : i + 5] for i in range(3)]))]
generic(
    "transposed convolution (output d0+d1)",
    [draw("f32", 5), draw("f32", 3), V(np.zeros(7, np.float32))],
    [("f32", np.zeros(7))],
    "ik",
    ["i", "k", "i + k"],
    "rr",
    "    %m = arith.mulf %x0, %x1 : f32\n    %s = arith.addf %m, %y0 : f32\n    linalg.yield %s : f32",
    inits=["%a2"],
    names=["%a0", "%a1", None],
)
CASES[-1].outputs = [("f32", np.convolve(CASES[-1].inputs[0].exact, CASES[-1].inputs[1].exact))]
