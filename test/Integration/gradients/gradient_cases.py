"""Programs whose derivatives gradient_check.py compares with differences: one for every op that has one, and for what an op may
be in other forms. Those of the op table come on top.
"""

import numpy as np


class Program:
    """The body of a level-0 function: `inputs` are the f64 arrays that it is differentiated by, `others` what else it reads, by
    name; `results` are names and shapes of the floats that it computes."""

    def __init__(self, inputs, body, results, others=None, bound=1e-6):
        self.inputs, self.body, self.results, self.others, self.bound = inputs, body, results, dict(others or {}), bound

    @property
    def arguments(self):
        """All that it reads, in the order of the parameters."""
        return {**self.inputs, **self.others}

    def write_function(self, symbol):
        arguments = ", ".join(f"%{name}: {type_of(value)}" for name, value in self.arguments.items())
        types = ", ".join(tensor(shape) for _, shape in self.results)
        returned = ", ".join(name for name, _ in self.results)
        return f"func.func private @{symbol}({arguments}) -> ({types}) {{\n{self.body}\n  return {returned} : {types}\n}}\n"


def tensor(shape, element="f64"):
    return f"tensor<{''.join(f'{size}x' for size in shape)}{element}>"


def type_of(value):
    return tensor(value.shape, {"int64": "i64", "int32": "i32", "int8": "i8", "bool": "i1", "float64": "f64"}[value.dtype.name])


def elementwise(op, *inputs):
    """y = op(inputs) on equal shapes."""
    names = [f"%x{i}" for i in range(len(inputs))]
    shape = inputs[0].shape
    text = f"  %y = {op} {', '.join(names)} : {tensor(shape)}"
    return Program({f"x{i}": value for i, value in enumerate(inputs)}, text, [("%y", shape)])


def fill(name, shape, value="0.0", element="f64"):
    return (
        f"  %{name}_c = arith.constant {value} : {element}\n  %{name}_e = tensor.empty() : {tensor(shape, element)}\n"
        f"  %{name} = linalg.fill ins(%{name}_c : {element}) outs(%{name}_e : {tensor(shape, element)}) -> {tensor(shape, element)}"
    )


def generic(result, maps, iterators, inputs, init, body, element="f64"):
    """A linalg.generic: `inputs` are (name, shape), `init` is (name, shape), `body` the lines of the block."""
    arguments = ", ".join([f"%a{i}: {element}" for i in range(len(inputs))] + [f"%o: {element}"])
    return (
        f"  {result} = linalg.generic {{indexing_maps = [{', '.join(f'affine_map<{m}>' for m in maps)}], "
        f"iterator_types = [{', '.join(chr(34) + i + chr(34) for i in iterators)}]}} "
        f"ins({', '.join(name for name, _ in inputs)} : {', '.join(tensor(shape, element) for _, shape in inputs)}) "
        f"outs({init[0]} : {tensor(init[1], element)}) {{\n  ^bb0({arguments}):\n    "
        + "\n    ".join(body)
        + f"\n  }} -> {tensor(init[1], element)}"
    )


def contraction(random_array):
    a, b = random_array(3, 4), random_array(4, 5)
    body = (
        fill("z", (3, 5))
        + "\n"
        + generic(
            "%y",
            ["(m, n, k) -> (m, k)", "(m, n, k) -> (k, n)", "(m, n, k) -> (m, n)"],
            ["parallel", "parallel", "reduction"],
            [("%a", a.shape), ("%b", b.shape)],
            ("%z", (3, 5)),
            ["%p = arith.mulf %a0, %a1 : f64", "%s = arith.addf %o, %p : f64", "linalg.yield %s : f64"],
        )
    )
    return Program({"a": a, "b": b}, body, [("%y", (3, 5))])


def reduction(op, init, array, rows=True):
    dims = "[1]" if rows else "[0]"
    shape = (array.shape[0],) if rows else (array.shape[1],)
    body = (
        fill("z", shape, init)
        + f"\n  %y = linalg.reduce {{ {op} }} ins(%x : {tensor(array.shape)}) outs(%z : {tensor(shape)}) dimensions = {dims}"
    )
    return Program({"x": array}, body, [("%y", shape)])


def nn(text, inputs, shape, others=()):
    return Program(inputs, text, [("%y", shape)], others)


def make_scalars(source):
    """Float ops of arith and math."""
    array = lambda *shape: source.standard_normal(shape)
    positive = lambda *shape: source.uniform(0.5, 2.0, shape)
    small = lambda *shape: source.uniform(-0.8, 0.8, shape)
    cases = {}
    for op in ("addf", "subf", "mulf", "maximumf", "minimumf", "maxnumf", "minnumf"):
        cases[f"arith.{op}"] = elementwise(f"arith.{op}", array(3, 4), array(3, 4))
    cases["arith.divf"] = elementwise("arith.divf", array(3, 4), positive(3, 4))
    cases["arith.remf"] = elementwise("arith.remf", positive(3, 4), positive(3, 4) + 0.13)
    cases["arith.negf"] = elementwise("arith.negf", array(3, 4))
    for op in ("exp", "exp2", "expm1", "tanh", "sinh", "cosh", "sin", "cos", "atan", "asinh", "erf", "erfc", "absf", "tan"):
        cases[f"math.{op}"] = elementwise(f"math.{op}", small(3, 4))
    cases["math.clampf"] = Program(
        {"x": array(3, 4), "a": array(3, 4) - 1, "b": array(3, 4) + 1},
        "  %y = math.clampf %x to [%a, %b] : tensor<3x4xf64>",
        [("%y", (3, 4))],
    )
    cases["math.fpowi"] = Program(
        {"x": positive(3, 4)},
        "  %y = math.fpowi %x, %n : tensor<3x4xf64>, tensor<3x4xi32>",
        [("%y", (3, 4))],
        {"n": source.integers(-3, 4, (3, 4)).astype(np.int32)},
    )
    for op in ("log", "log2", "log10", "log1p", "sqrt", "rsqrt", "cbrt"):
        cases[f"math.{op}"] = elementwise(f"math.{op}", positive(3, 4))
    for op in ("asin", "acos", "atanh"):
        cases[f"math.{op}"] = elementwise(f"math.{op}", small(3, 4))
    cases["math.acosh"] = elementwise("math.acosh", 1.2 + positive(3, 4))
    cases["math.atan2"] = elementwise("math.atan2", array(3, 4), array(3, 4))
    cases["math.powf"] = elementwise("math.powf", positive(3, 4), array(3, 4))
    cases["math.copysign"] = elementwise("math.copysign", array(3, 4), array(3, 4))
    cases["math.fma"] = elementwise("math.fma", array(3, 4), array(3, 4), array(3, 4))
    for op in ("floor", "ceil", "round", "roundeven", "trunc"):
        cases[f"math.{op}"] = Program(
            {"x": array(3, 4)}, f"  %r = math.{op} %x : tensor<3x4xf64>\n  %y = arith.mulf %r, %x : tensor<3x4xf64>", [("%y", (3, 4))]
        )
    cases["arith.select"] = Program(
        {"a": array(3, 4), "b": array(3, 4)},
        "  %c = arith.cmpf olt, %a, %b : tensor<3x4xf64>\n  %s = arith.mulf %a, %a : tensor<3x4xf64>\n"
        "  %y = arith.select %c, %s, %b : tensor<3x4xi1>, tensor<3x4xf64>",
        [("%y", (3, 4))],
    )
    cases["arith.truncf"] = Program(
        {"a": array(3, 4)},
        "  %h = arith.truncf %a : tensor<3x4xf64> to tensor<3x4xf32>\n  %y = arith.extf %h : tensor<3x4xf32> to tensor<3x4xf64>",
        [("%y", (3, 4))],
    )
    cases["arith.truncf"].bound = 2e-2  # a rounding of f32 over the step of the difference
    return cases


def make_structured(source):
    """Generics and reductions."""
    array = lambda *shape: source.standard_normal(shape)
    positive = lambda *shape: source.uniform(0.5, 2.0, shape)
    cases = {}
    cases["a value read twice"] = Program(
        {"x": array(3, 4)},
        "  %a = arith.mulf %x, %x : tensor<3x4xf64>\n  %b = math.tanh %a : tensor<3x4xf64>\n  %y = arith.mulf %a, %b : tensor<3x4xf64>",
        [("%y", (3, 4))],
    )
    cases["nn.stop_gradient"] = Program(
        {"x": array(3, 4)},
        "  %k = arith.constant dense<3.0> : tensor<3x4xf64>\n  %s = nn.stop_gradient %k : tensor<3x4xf64>\n"
        "  %y = arith.mulf %x, %s : tensor<3x4xf64>",
        [("%y", (3, 4))],
    )
    cases["nested gradients"] = Program(
        {"x": array(4)},
        "  %square = arith.mulf %x, %x : tensor<4xf64>\n  %cube = arith.mulf %square, %x : tensor<4xf64>\n"
        + fill("inner", ())
        + "\n  %sum = linalg.reduce { arith.addf } ins(%cube : tensor<4xf64>) outs(%inner : tensor<f64>) dimensions = [0]\n"
        "  %y = nn.gradient %sum wrt (%x) : (tensor<f64>, tensor<4xf64>) -> tensor<4xf64>",
        [("%y", (4,))],
    )
    cases["contraction"] = contraction(array)
    cases["reduce addf"] = reduction("arith.addf", "0.0", array(3, 4))
    cases["reduce maximumf"] = reduction("arith.maximumf", "0xFFF0000000000000", array(3, 4))
    cases["reduce minimumf"] = reduction("arith.minimumf", "0x7FF0000000000000", array(3, 4), rows=False)
    cases["reduce mulf"] = reduction("arith.mulf", "1.0", array(3, 4))
    cases["live init"] = Program(
        {"x": array(3, 4), "z": array(3)},
        "  %y = linalg.reduce { arith.addf } ins(%x : tensor<3x4xf64>) outs(%z : tensor<3xf64>) dimensions = [1]",
        [("%y", (3,))],
    )
    for name, op in (("mulf", "arith.mulf"), ("maximumf", "arith.maximumf")):
        cases[f"live init of {name}"] = Program(
            {"x": array(3, 4), "z": array(3)},
            f"  %y = linalg.reduce {{ {op} }} ins(%x : tensor<3x4xf64>) outs(%z : tensor<3xf64>) dimensions = [1]",
            [("%y", (3,))],
        )
    cases["gradient of a product's gradient"] = Program(
        {"x": array(3, 4), "z": array(3), "s": array(3)},
        "  %p = linalg.reduce { arith.mulf } ins(%x : tensor<3x4xf64>) outs(%z : tensor<3xf64>) dimensions = [1]\n"
        "  %y, %w = nn.gradient %p seed %s wrt (%x, %z) : (tensor<3xf64>, tensor<3xf64>, tensor<3x4xf64>, tensor<3xf64>) "
        "-> (tensor<3x4xf64>, tensor<3xf64>)",
        [("%y", (3, 4)), ("%w", (3,))],
    )
    # Rows whose sum is negative have no logarithm, and elements of 1 no slope of the root.
    unselected = Program(
        {"x": np.where(source.random((4, 5)) < 0.3, 1.0, positive(4, 5)), "w": array(5)},
        "  %one = arith.constant dense<1.0> : tensor<4x5xf64>\n  %d = arith.subf %x, %one : tensor<4x5xf64>\n"
        "  %a = math.absf %d : tensor<4x5xf64>\n  %r = math.sqrt %a : tensor<4x5xf64>\n"
        "  %e = tensor.empty() : tensor<4x5xf64>\n"
        "  %b = linalg.broadcast ins(%w : tensor<5xf64>) outs(%e : tensor<4x5xf64>) dimensions = [0]\n"
        "  %m = arith.mulf %r, %b : tensor<4x5xf64>\n  %c = arith.cmpf oeq, %x, %one : tensor<4x5xf64>\n"
        "  %k = arith.select %c, %one, %m : tensor<4x5xi1>, tensor<4x5xf64>\n"
        + fill("z", (4,))
        + "\n  %s = linalg.reduce { arith.addf } ins(%k : tensor<4x5xf64>) outs(%z : tensor<4xf64>) dimensions = [1]\n"
        "  %p = arith.cmpf ogt, %s, %z : tensor<4xf64>\n  %l = math.log %s : tensor<4xf64>\n"
        "  %h = arith.select %p, %l, %z : tensor<4xi1>, tensor<4xf64>",
        [("%h", (4,))],
    )
    unselected.fixed = {"x": unselected.inputs["x"] == 1}
    cases["branches that are not selected"] = unselected
    cases["broadcast"] = Program(
        {"b": array(4)},
        "  %e = tensor.empty() : tensor<3x4xf64>\n"
        "  %y = linalg.broadcast ins(%b : tensor<4xf64>) outs(%e : tensor<3x4xf64>) dimensions = [0]",
        [("%y", (3, 4))],
    )
    cases["transpose"] = Program(
        {"x": array(3, 4)},
        "  %e = tensor.empty() : tensor<4x3xf64>\n"
        "  %y = linalg.transpose ins(%x : tensor<3x4xf64>) outs(%e : tensor<4x3xf64>) permutation = [1, 0]",
        [("%y", (4, 3))],
    )
    for name, op in (("sincos", "math.sincos"),):
        cases[name] = Program({"x": array(3, 4)}, f"  %y, %z = {op} %x : tensor<3x4xf64>", [("%y", (3, 4)), ("%z", (3, 4))])
    windows = lambda name, maps, iterators, inputs, shape, body, init="0.0": Program(
        {f"x{i}": value for i, value in enumerate(inputs)},
        fill("z", shape, init)
        + "\n"
        + generic("%y", maps, iterators, [(f"%x{i}", value.shape) for i, value in enumerate(inputs)], ("%z", shape), body),
        [("%y", shape)],
    )
    # The derivative by the first input is not linear in it, and 0 between the windows, where it is infinite.
    gaps = windows(
        "",
        ["(i, k) -> (i * 3 + k)", "(i, k) -> (k)", "(i, k) -> (i)"],
        ["parallel", "reduction"],
        [positive(8), array(2)],
        (3,),
        ["%q = math.sqrt %a0 : f64", "%p = arith.mulf %q, %a1 : f64", "%s = arith.addf %o, %p : f64", "linalg.yield %s : f64"],
    )
    gaps.inputs["x0"][2::3] = 0.0
    gaps.fixed = {"x0": gaps.inputs["x0"] == 0}
    cases["windows with gaps"] = gaps
    cases["two windows over one kernel"] = windows(
        "",
        ["(i, j, k) -> (i + k, j * 2 + k * 3)", "(i, j, k) -> (k)", "(i, j, k) -> (j, i)", "(i, j, k) -> (i, j)"],
        ["parallel", "parallel", "reduction"],
        [array(4, 9), array(2), array(2, 3)],
        (3, 2),
        [
            "%p = arith.mulf %a0, %a1 : f64",
            "%q = arith.mulf %p, %a2 : f64",
            "%r = math.tanh %q : f64",
            "%s = arith.addf %o, %r : f64",
            "linalg.yield %s : f64",
        ],
    )
    cases["window that is numbered"] = windows(
        "",
        ["(i, k) -> (i * 2 + k)", "(i, k) -> (k)", "(i, k) -> (i)"],
        ["parallel", "reduction"],
        [array(7), array(3)],
        (3,),
        [
            "%i = linalg.index 0 : index",
            "%k = linalg.index 1 : index",
            "%n = arith.muli %i, %k : index",
            "%c = arith.index_cast %n : index to i64",
            "%f = arith.sitofp %c : i64 to f64",
            "%p = arith.mulf %a0, %f : f64",
            "%q = arith.mulf %p, %a1 : f64",
            "%s = arith.addf %o, %q : f64",
            "linalg.yield %s : f64",
        ],
    )
    cases["maximum of overlapping windows"] = windows(
        "",
        ["(i, k) -> (i * 2 + k)", "(i, k) -> (k)", "(i, k) -> (i)"],
        ["parallel", "reduction"],
        [array(9), array(3)],
        (4,),
        ["%p = arith.mulf %a0, %a1 : f64", "%s = arith.maximumf %o, %p : f64", "linalg.yield %s : f64"],
        "0xFFF0000000000000",
    )
    cases["a row that is read at a constant"] = Program(
        {"x": array(3, 4)},
        "  %e = tensor.empty() : tensor<4xf64>\n"
        + generic(
            "%y",
            ["(i) -> (0, i)", "(i) -> (i)"],
            ["parallel"],
            [("%x", (3, 4))],
            ("%e", (4,)),
            ["%m = math.sin %a0 : f64", "linalg.yield %m : f64"],
        ),
        [("%y", (4,))],
    )
    cases["gradient of a convolution's gradient"] = Program(
        {"x": array(7), "w": array(3), "s": array(3)},
        fill("z", (3,))
        + "\n"
        + generic(
            "%c",
            ["(i, k) -> (i * 2 + k)", "(i, k) -> (k)", "(i, k) -> (i)"],
            ["parallel", "reduction"],
            [("%x", (7,)), ("%w", (3,))],
            ("%z", (3,)),
            ["%p = arith.mulf %a0, %a1 : f64", "%q = math.sin %p : f64", "%t = arith.addf %o, %q : f64", "linalg.yield %t : f64"],
        )
        + "\n  %y, %v = nn.gradient %c seed %s wrt (%x, %w) : (tensor<3xf64>, tensor<3xf64>, tensor<7xf64>, tensor<3xf64>) -> (tensor<7xf64>, tensor<3xf64>)",
        [("%y", (7,)), ("%v", (3,))],
    )
    return cases


def make_tensors(source):
    """Ops of tensor."""
    array = lambda *shape: source.standard_normal(shape)
    cases = {}
    cases["collapse_shape"] = Program(
        {"x": array(3, 4)}, "  %y = tensor.collapse_shape %x [[0, 1]] : tensor<3x4xf64> into tensor<12xf64>", [("%y", (12,))]
    )
    cases["expand_shape"] = Program(
        {"x": array(12)},
        "  %y = tensor.expand_shape %x [[0, 1]] output_shape [3, 4] : tensor<12xf64> into tensor<3x4xf64>",
        [("%y", (3, 4))],
    )
    cases["extract_slice"] = Program(
        {"x": array(5, 4)}, "  %y = tensor.extract_slice %x[1, 0] [2, 3] [2, 1] : tensor<5x4xf64> to tensor<2x3xf64>", [("%y", (2, 3))]
    )
    cases["insert_slice"] = Program(
        {"x": array(2, 3), "into": array(5, 4)},
        "  %y = tensor.insert_slice %x into %into[1, 1] [2, 3] [2, 1] : tensor<2x3xf64> into tensor<5x4xf64>",
        [("%y", (5, 4))],
    )
    cases["concat"] = Program(
        {"a": array(3, 4), "b": array(3, 2)},
        "  %y = tensor.concat dim(1) %a, %b : (tensor<3x4xf64>, tensor<3x2xf64>) -> tensor<3x6xf64>",
        [("%y", (3, 6))],
    )
    cases["pad"] = Program(
        {"x": array(3, 4)},
        "  %c = arith.constant 0.0 : f64\n  %y = tensor.pad %x low[1, 0] high[0, 2] {\n"
        "  ^bb0(%i: index, %j: index):\n    tensor.yield %c : f64\n  } : tensor<3x4xf64> to tensor<4x6xf64>",
        [("%y", (4, 6))],
    )
    cases["extract and insert"] = Program(
        {"x": array(3, 4), "s": array()},
        """  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %a = tensor.extract %x[%c1, %c2] : tensor<3x4xf64>
  %b = tensor.extract %s[] : tensor<f64>
  %m = arith.mulf %a, %b : f64
  %n, %o = math.sincos %m : f64
  %p = arith.addf %n, %o : f64
  %i = tensor.insert %p into %x[%c2, %c1] : tensor<3x4xf64>
  %f = tensor.from_elements %a, %m, %p, %b : tensor<2x2xf64>
  %y = tensor.splat %p : tensor<3xf64>""",
        [("%y", (3,)), ("%i", (3, 4)), ("%f", (2, 2))],
    )
    cases["a scalar that a body captures"] = Program(
        {"x": array(3, 4), "s": array()},
        "  %c = tensor.extract %s[] : tensor<f64>\n"
        + generic(
            "%y",
            ["(i, j) -> (i, j)", "(i, j) -> (i, j)"],
            ["parallel", "parallel"],
            [("%x", (3, 4))],
            ("%e", (3, 4)),
            ["%m = arith.mulf %a0, %c : f64", "linalg.yield %m : f64"],
        ).replace("  %y =", "  %e = tensor.empty() : tensor<3x4xf64>\n  %y ="),
        [("%y", (3, 4))],
    )
    return cases


def make_composites(source):
    """Norms, losses, rows by index, scans, order."""
    array = lambda *shape: source.standard_normal(shape)
    cases = {}
    cases["softmax"] = Program(
        {"x": array(3, 4)},
        "  %e = tensor.empty() : tensor<3x4xf64>\n"
        "  %y = linalg.softmax dimension(1) ins(%x : tensor<3x4xf64>) outs(%e : tensor<3x4xf64>) -> tensor<3x4xf64>",
        [("%y", (3, 4))],
    )
    cases["nn.layer_norm"] = nn(
        "  %y = nn.layer_norm %x, %w, %b {epsilon = 1.0e-5 : f64} : (tensor<3x6xf64>, tensor<6xf64>, tensor<6xf64>) -> tensor<3x6xf64>",
        {"x": array(3, 6), "w": array(6), "b": array(6)},
        (3, 6),
    )
    cases["nn.rms_norm"] = nn(
        "  %y = nn.rms_norm %x, %w {epsilon = 1.0e-6 : f64} : (tensor<3x6xf64>, tensor<6xf64>) -> tensor<3x6xf64>",
        {"x": array(3, 6), "w": array(6)},
        (3, 6),
    )
    targets = ("targets", np.array([3, 0, 9, 2], np.int64))
    cases["nn.cross_entropy"] = nn(
        "  %y = nn.cross_entropy %x, %targets : (tensor<4x5xf64>, tensor<4xi64>) -> tensor<4xf64>", {"x": array(4, 5)}, (4,), [targets]
    )
    rows = ("rows", source.integers(0, 6, (2, 4)))
    cases["nn.gather"] = nn(
        "  %y = nn.gather %x, %rows {axis = 0 : i64} : (tensor<6x3xf64>, tensor<2x4xi64>) -> tensor<2x4x3xf64>",
        {"x": array(6, 3)},
        (2, 4, 3),
        [rows],
    )
    cases["nn.scatter_add"] = nn(
        "  %y = nn.scatter_add %x, %rows, %u {axis = 0 : i64} : (tensor<6x3xf64>, tensor<2x4xi64>, tensor<2x4x3xf64>) -> tensor<6x3xf64>",
        {"x": array(6, 3), "u": array(2, 4, 3)},
        (6, 3),
        [rows],
    )
    outside = ("rows", np.array([[0, -1, 5, 7], [2, 2, 9, 1]]))
    cases["nn.scatter_add drop_outside"] = nn(
        "  %y = nn.scatter_add %x, %rows, %u {axis = 0 : i64, drop_outside} : (tensor<6x3xf64>, tensor<2x4xi64>, tensor<2x4x3xf64>) -> tensor<6x3xf64>",
        {"x": array(6, 3), "u": array(2, 4, 3)},
        (6, 3),
        [outside],
    )
    for flags in ("", ", exclusive", ", reverse", ", exclusive, reverse"):
        cases[f"nn.cumsum{flags}"] = nn(
            f"  %y = nn.cumsum %x {{axis = 1 : i64{flags}}} : (tensor<3x5xf64>) -> tensor<3x5xf64>", {"x": array(3, 5)}, (3, 5)
        )
    cases["nn.top_k"] = nn(
        "  %y, %i = nn.top_k %x {axis = 0 : i64, k = 2 : i64} : (tensor<5x3xf64>) -> (tensor<2x3xf64>, tensor<2x3xi64>)",
        {"x": array(5, 3)},
        (2, 3),
    )
    cases["nn.sort"] = nn(
        "  %y, %i = nn.sort %x {axis = 1 : i64, descending} : (tensor<3x5xf64>) -> (tensor<3x5xf64>, tensor<3x5xi64>)",
        {"x": array(3, 5)},
        (3, 5),
    )
    cases["nn.cross_entropy with log_sum_exp"] = Program(
        {"x": array(4, 5)},
        "  %y, %l = nn.cross_entropy %x, %targets : (tensor<4x5xf64>, tensor<4xi64>) -> (tensor<4xf64>, tensor<4xf64>)",
        [("%y", (4,)), ("%l", (4,))],
        [targets],
    )
    cases["nn.cross_entropy, log_sum_exp alone"] = Program(
        {"x": array(4, 5)},
        "  %y, %l = nn.cross_entropy %x, %targets : (tensor<4x5xf64>, tensor<4xi64>) -> (tensor<4xf64>, tensor<4xf64>)",
        [("%l", (4,))],
        [targets],
    )
    for flags, index in (("", rows), (", drop_outside", outside)):
        cases[f"nn.scatter{flags}"] = nn(
            f"  %y = nn.scatter %x, %rows, %u {{axis = 0 : i64{flags}}} : (tensor<6x3xf64>, tensor<2x4xi64>, tensor<2x4x3xf64>) -> tensor<6x3xf64>",
            {"x": array(6, 3), "u": array(2, 4, 3)},
            (6, 3),
            [index],
        )
    cases["nn.scatter of a batch"] = nn(
        "  %y = nn.scatter %x, %rows, %u {axis = 1 : i64, batch_dims = 1 : i64} : (tensor<2x6x3xf64>, tensor<2x4xi64>, tensor<2x4x3xf64>) -> tensor<2x6x3xf64>",
        {"x": array(2, 6, 3), "u": array(2, 4, 3)},
        (2, 6, 3),
        [rows],
    )
    cases["nn.barrier"] = nn(
        "  %s = arith.mulf %x, %x : tensor<3x5xf64>\n  %y = nn.barrier %s : (tensor<3x5xf64>) -> tensor<3x5xf64>",
        {"x": array(3, 5)},
        (3, 5),
    )
    cases["nn.block_sum"] = nn(
        "  %y = nn.block_sum %x {axis = 1 : i64, blocks = 3 : i64} : (tensor<2x7xf64>) -> tensor<2x3xf64>", {"x": array(2, 7)}, (2, 3)
    )
    cases["nn.cumsum in blocks"] = nn(
        "  %y = nn.cumsum %x start %s {axis = 1 : i64, blocks = 2 : i64, exclusive} : (tensor<3x5xf64>, tensor<3x2xf64>) -> tensor<3x5xf64>",
        {"x": array(3, 5), "s": array(3, 2)},
        (3, 5),
    )
    places = ("places", source.permutation(15).reshape(5, 3))
    cases["nn.top_k with positions"] = nn(
        "  %y, %i = nn.top_k %x at %places {axis = 0 : i64, k = 2 : i64} : (tensor<5x3xf64>, tensor<5x3xi64>) -> (tensor<2x3xf64>, tensor<2x3xi64>)",
        {"x": array(5, 3)},
        (2, 3),
        [places],
    )
    cases["nn.top_k in blocks"] = nn(
        "  %y, %i = nn.top_k %x {axis = 1 : i64, k = 2 : i64, blocks = 2 : i64} : (tensor<3x5xf64>) -> (tensor<3x4xf64>, tensor<3x4xi64>)",
        {"x": array(3, 5)},
        (3, 4),
    )
    return cases


def make_attention(source):
    """Masks, windows, heads that share one of key and value."""
    array = lambda *shape: source.standard_normal(shape)
    cases = {}
    attention = lambda flags, heads=2, groups=2, s=3, t=4, mask=None: nn(
        f"  %y, %lse = nn.attention %q, %k, %v{' mask %m' if mask else ''} {{scale = 0.6 : f64{flags}}} : (tensor<1x{heads}x{s}x2xf64>, "
        f"tensor<1x{groups}x{t}x2xf64>, tensor<1x{groups}x{t}x3xf64>{', ' + tensor(mask) if mask else ''}) -> "
        f"(tensor<1x{heads}x{s}x3xf64>, tensor<1x{heads}x{s}xf64>)",
        {"q": array(1, heads, s, 2), "k": array(1, groups, t, 2), "v": array(1, groups, t, 3), **({"m": array(*mask)} if mask else {})},
        (1, heads, s, 3),
    )
    cases["nn.attention"] = attention("")
    cases["nn.attention, causal"] = attention(", causal")
    cases["nn.attention, window"] = attention(", window = array<i64: 1, 1>")
    cases["nn.attention, grouped heads"] = attention(", causal", heads=4)
    cases["nn.attention, mask"] = attention("", mask=(1, 1, 3, 4))
    cases["nn.attention, mask of heads"] = attention("", heads=4, mask=(1, 4, 3, 4))
    cases["nn.attention, logarithm of sums"] = nn(
        "  %r, %y = nn.attention %q, %k, %v {scale = 0.6 : f64} : (tensor<1x2x3x2xf64>, tensor<1x2x4x2xf64>, tensor<1x2x4x3xf64>) -> "
        "(tensor<1x2x3x3xf64>, tensor<1x2x3xf64>)",
        {"q": array(1, 2, 3, 2), "k": array(1, 2, 4, 2)},
        (1, 2, 3),
    )
    cases["nn.attention, logarithm of sums"].others = {"v": array(1, 2, 4, 3)}
    cases["nn.attention, both results"] = Program(
        {"q": array(2, 4, 3, 2), "k": array(2, 2, 4, 2), "v": array(2, 2, 4, 3), "m": array(2, 1, 1, 4)},
        "  %y, %l = nn.attention %q, %k, %v mask %m {scale = 0.6 : f64, causal} : (tensor<2x4x3x2xf64>, tensor<2x2x4x2xf64>, tensor<2x2x4x3xf64>, "
        "tensor<2x1x1x4xf64>) -> (tensor<2x4x3x3xf64>, tensor<2x4x3xf64>)",
        [("%y", (2, 4, 3, 3)), ("%l", (2, 4, 3))],
    )
    shapes = "tensor<1x2x3x2xf64>, tensor<1x1x4x2xf64>, tensor<1x1x4x3xf64>"
    cases["nn.attention_gradient"] = Program(
        {"q": array(1, 2, 3, 2), "k": array(1, 1, 4, 2), "v": array(1, 1, 4, 3), "s": array(1, 2, 3, 3)},
        f"  %r, %l = nn.attention %q, %k, %v {{scale = 0.6 : f64, causal}} : ({shapes}) -> (tensor<1x2x3x3xf64>, tensor<1x2x3xf64>)\n"
        f"  %dq, %dk, %dv = nn.gradient %r seed %s wrt (%q, %k, %v) : (tensor<1x2x3x3xf64>, tensor<1x2x3x3xf64>, {shapes}) -> ({shapes})",
        [("%dq", (1, 2, 3, 2)), ("%dk", (1, 1, 4, 2)), ("%dv", (1, 1, 4, 3))],
    )
    return cases


def make_grouped(source):
    """Products of groups of rows: rows of no group, an empty group."""
    array = lambda *shape: source.standard_normal(shape)
    x, y, weights = "tensor<7x3xf64>", "tensor<7x2xf64>", "tensor<4x3x2xf64>"
    inputs, bounds = {"x": array(7, 3), "w": array(4, 3, 2)}, ("bounds", np.array([1, 3, 2, 6, 6], np.int32))
    return {
        "nn.grouped_product": nn(
            f"  %y = nn.grouped_product %x, %w, %bounds : ({x}, {weights}, tensor<5xi32>) -> {y}", inputs, (7, 2), [bounds]
        ),
        "nn.grouped_product, transposed": nn(
            f"  %y = nn.grouped_product %x, %w, %bounds {{transposed}} : ({x}, tensor<4x2x3xf64>, tensor<5xi32>) -> {y}",
            {"x": array(7, 3), "w": array(4, 2, 3)},
            (7, 2),
            [bounds],
        ),
        "nn.grouped_outer": nn(
            f"  %y = nn.grouped_outer %a, %b, %bounds : ({x}, {y}, tensor<5xi32>) -> {weights}",
            {"a": array(7, 3), "b": array(7, 2)},
            (4, 3, 2),
            [bounds],
        ),
    }


def make_memory_layers(source):
    """The trilinear form and the choice of rows."""
    array = lambda *shape: source.standard_normal(shape)
    cases = {}
    bag = ("rows", source.integers(0, 6, (3, 2, 2)).astype(np.int32))
    cases["memory_layer.bag"] = nn(
        "  %y = memory_layer.bag %t, %rows, %s : (tensor<6x4xf64>, tensor<3x2x2xi32>, tensor<3x2x2xf64>) -> tensor<3x4xf64>",
        {"t": array(6, 4), "s": array(3, 2, 2)},
        (3, 4),
        [bag],
    )
    cases["memory_layer.row_dot"] = nn(
        "  %y = memory_layer.row_dot %t, %rows, %z : (tensor<6x4xf64>, tensor<3x2x2xi32>, tensor<3x4xf64>) -> tensor<3x2x2xf64>",
        {"t": array(6, 4), "z": array(3, 4)},
        (3, 2, 2),
        [bag],
    )
    cases["memory_layer.add_outer"] = nn(
        "  %y = memory_layer.add_outer %t, %rows, %s, %z : (tensor<6x4xf64>, tensor<3x2x2xi32>, tensor<3x2x2xf64>, tensor<3x4xf64>) -> tensor<6x4xf64>",
        {"t": array(6, 4), "s": array(3, 2, 2), "z": array(3, 4)},
        (6, 4),
        [bag],
    )
    blocks = ("blocks", source.integers(0, 2, (3, 4)).astype(np.int32))
    slots = ("rows", source.integers(0, 6, (3, 4)).astype(np.int32))
    cases["memory_layer.bag with segments"] = nn(
        "  %y = memory_layer.bag %t, %rows, %s into %blocks {segments = 2 : i64} : (tensor<6x2x3xf64>, tensor<3x4xi32>, tensor<3x4x2xf64>, tensor<3x4xi32>) "
        "-> tensor<3x2x2x3xf64>",
        {"t": array(6, 2, 3), "s": array(3, 4, 2)},
        (3, 2, 2, 3),
        [slots, blocks],
    )
    cases["memory_layer.tucker_top_k"] = nn(
        "  %sums, %p, %qq, %y = memory_layer.tucker_top_k %row, %column, %core {k = 3 : i64} : (tensor<2x1x2x4xf64>, tensor<2x1x2x4xf64>, tensor<1x2x2x2xf64>) "
        "-> (tensor<2x1x3xf64>, tensor<2x1x3xi32>, tensor<2x1x3xi32>, tensor<2x1x3x2xf64>)",
        {"row": array(2, 1, 2, 4), "column": array(2, 1, 2, 4), "core": array(1, 2, 2, 2)},
        (2, 1, 3, 2),
    )
    return cases


def make_cases(seed):
    """Programs by name."""
    cases = {}
    for make in (make_scalars, make_structured, make_tensors, make_composites, make_attention, make_grouped, make_memory_layers):
        cases.update(make(np.random.default_rng(seed)))
    return cases
