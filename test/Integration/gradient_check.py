"""Derivatives of every kind of op against central differences in f64.

    gradient_check.py [--only NAME] [--meshes]

A case is a program y = f(inputs) at level 0. The loss is the sum of y times fixed random weights; the gradient comes from
nn.gradient, the differences from one run of the interpreter with a step per changed element. With --meshes each program is
compiled for random distributions of its inputs on [2, 2] as well and must give the gradient of one rank. Prints a table: case,
elements, largest difference, bound. On PATH: sbp-interpret, sbp-compile, sbp-run.
"""
import argparse
import os
import random
import sys

import numpy as np

from harness import Case, run

STEP = 1e-5
BOUND = 2e-7  # relative to the largest derivative: h^2 of the difference and eps / h of the loss


class Program:
    """Text of a level-0 function with f64 inputs: `inputs` maps names to arrays."""

    def __init__(self, inputs, body, result, shape):
        self.inputs, self.body, self.result, self.shape = inputs, body, result, shape
        self.bound = BOUND


def tensor(shape, element="f64"):
    return f"tensor<{''.join(f'{size}x' for size in shape)}{element}>"


def elementwise(op, *inputs):
    """y = op(inputs) on equal shapes."""
    names = [f"%x{i}" for i in range(len(inputs))]
    shape = inputs[0].shape
    text = f"  %y = {op} {', '.join(names)} : {tensor(shape)}"
    return Program({f"x{i}": value for i, value in enumerate(inputs)}, text, "%y", shape)


def fill(name, shape, value="0.0", element="f64"):
    return (f"  %{name}_c = arith.constant {value} : {element}\n  %{name}_e = tensor.empty() : {tensor(shape, element)}\n"
            f"  %{name} = linalg.fill ins(%{name}_c : {element}) outs(%{name}_e : {tensor(shape, element)}) -> {tensor(shape, element)}")


def generic(result, maps, iterators, inputs, init, body, element="f64"):
    """A linalg.generic: `inputs` are (name, shape), `init` is (name, shape), `body` the lines of the block."""
    arguments = ", ".join([f"%a{i}: {element}" for i in range(len(inputs))] + [f"%o: {element}"])
    return (f"  {result} = linalg.generic {{indexing_maps = [{', '.join(f'affine_map<{m}>' for m in maps)}], "
            f"iterator_types = [{', '.join(chr(34) + i + chr(34) for i in iterators)}]}} "
            f"ins({', '.join(name for name, _ in inputs)} : {', '.join(tensor(shape, element) for _, shape in inputs)}) "
            f"outs({init[0]} : {tensor(init[1], element)}) {{\n  ^bb0({arguments}):\n    " + "\n    ".join(body) +
            f"\n  }} -> {tensor(init[1], element)}")


def contraction(random_array):
    a, b = random_array(3, 4), random_array(4, 5)
    body = fill("z", (3, 5)) + "\n" + generic("%y", ["(m, n, k) -> (m, k)", "(m, n, k) -> (k, n)", "(m, n, k) -> (m, n)"],
                                              ["parallel", "parallel", "reduction"], [("%a", a.shape), ("%b", b.shape)],
                                              ("%z", (3, 5)), ["%p = arith.mulf %a0, %a1 : f64", "%s = arith.addf %o, %p : f64",
                                                               "linalg.yield %s : f64"])
    return Program({"a": a, "b": b}, body, "%y", (3, 5))


def reduction(op, init, array, rows=True):
    dims = "[1]" if rows else "[0]"
    shape = (array.shape[0],) if rows else (array.shape[1],)
    body = fill("z", shape, init) + f"\n  %y = linalg.reduce {{ {op} }} ins(%x : {tensor(array.shape)}) outs(%z : {tensor(shape)}) dimensions = {dims}"
    return Program({"x": array}, body, "%y", shape)


def nn(text, inputs, shape, integers=()):
    program = Program(inputs, text, "%y", shape)
    program.integers = dict(integers)
    return program


def make_cases(seed):
    source = np.random.default_rng(seed)
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
        cases[f"math.{op}"] = Program({"x": array(3, 4)}, f"  %r = math.{op} %x : tensor<3x4xf64>\n  %y = arith.mulf %r, %x : tensor<3x4xf64>",
                                      "%y", (3, 4))
    cases["arith.select"] = Program({"a": array(3, 4), "b": array(3, 4)},
                                    "  %c = arith.cmpf olt, %a, %b : tensor<3x4xf64>\n  %s = arith.mulf %a, %a : tensor<3x4xf64>\n"
                                    "  %y = arith.select %c, %s, %b : tensor<3x4xi1>, tensor<3x4xf64>", "%y", (3, 4))
    cases["arith.truncf"] = Program({"a": array(3, 4)}, "  %h = arith.truncf %a : tensor<3x4xf64> to tensor<3x4xf32>\n"
                                    "  %y = arith.extf %h : tensor<3x4xf32> to tensor<3x4xf64>", "%y", (3, 4))
    cases["arith.truncf"].bound = 2e-2  # a rounding of f32 over the step of the difference
    cases["a value read twice"] = Program({"x": array(3, 4)}, "  %a = arith.mulf %x, %x : tensor<3x4xf64>\n"
                                          "  %b = math.tanh %a : tensor<3x4xf64>\n  %y = arith.mulf %a, %b : tensor<3x4xf64>", "%y", (3, 4))
    cases["nested gradients"] = Program(
        {"x": array(4)}, "  %square = arith.mulf %x, %x : tensor<4xf64>\n  %cube = arith.mulf %square, %x : tensor<4xf64>\n" + fill("inner", ()) +
        "\n  %sum = linalg.reduce { arith.addf } ins(%cube : tensor<4xf64>) outs(%inner : tensor<f64>) dimensions = [0]\n"
        "  %y = nn.gradient %sum wrt (%x) : (tensor<f64>, tensor<4xf64>) -> tensor<4xf64>", "%y", (4,))
    cases["contraction"] = contraction(array)
    cases["reduce addf"] = reduction("arith.addf", "0.0", array(3, 4))
    cases["reduce maximumf"] = reduction("arith.maximumf", "0xFFF0000000000000", array(3, 4))
    cases["reduce minimumf"] = reduction("arith.minimumf", "0x7FF0000000000000", array(3, 4), rows=False)
    cases["reduce mulf"] = reduction("arith.mulf", "1.0", array(3, 4))
    cases["live init"] = Program({"x": array(3, 4), "z": array(3)},
                                 "  %y = linalg.reduce { arith.addf } ins(%x : tensor<3x4xf64>) outs(%z : tensor<3xf64>) dimensions = [1]", "%y", (3,))
    cases["broadcast"] = Program({"b": array(4)}, "  %e = tensor.empty() : tensor<3x4xf64>\n"
                                 "  %y = linalg.broadcast ins(%b : tensor<4xf64>) outs(%e : tensor<3x4xf64>) dimensions = [0]", "%y", (3, 4))
    cases["transpose"] = Program({"x": array(3, 4)}, "  %e = tensor.empty() : tensor<4x3xf64>\n"
                                 "  %y = linalg.transpose ins(%x : tensor<3x4xf64>) outs(%e : tensor<4x3xf64>) permutation = [1, 0]", "%y", (4, 3))
    cases["collapse_shape"] = Program({"x": array(3, 4)}, "  %y = tensor.collapse_shape %x [[0, 1]] : tensor<3x4xf64> into tensor<12xf64>", "%y", (12,))
    cases["expand_shape"] = Program({"x": array(12)}, "  %y = tensor.expand_shape %x [[0, 1]] output_shape [3, 4] : tensor<12xf64> into tensor<3x4xf64>", "%y", (3, 4))
    cases["extract_slice"] = Program({"x": array(5, 4)}, "  %y = tensor.extract_slice %x[1, 0] [2, 3] [2, 1] : tensor<5x4xf64> to tensor<2x3xf64>", "%y", (2, 3))
    cases["insert_slice"] = Program({"x": array(2, 3), "into": array(5, 4)},
                                    "  %y = tensor.insert_slice %x into %into[1, 1] [2, 3] [2, 1] : tensor<2x3xf64> into tensor<5x4xf64>", "%y", (5, 4))
    cases["concat"] = Program({"a": array(3, 4), "b": array(3, 2)},
                              "  %y = tensor.concat dim(1) %a, %b : (tensor<3x4xf64>, tensor<3x2xf64>) -> tensor<3x6xf64>", "%y", (3, 6))
    cases["pad"] = Program({"x": array(3, 4)}, "  %c = arith.constant 0.0 : f64\n  %y = tensor.pad %x low[1, 0] high[0, 2] {\n"
                           "  ^bb0(%i: index, %j: index):\n    tensor.yield %c : f64\n  } : tensor<3x4xf64> to tensor<4x6xf64>", "%y", (4, 6))
    cases["softmax"] = Program({"x": array(3, 4)}, "  %e = tensor.empty() : tensor<3x4xf64>\n"
                               "  %y = linalg.softmax dimension(1) ins(%x : tensor<3x4xf64>) outs(%e : tensor<3x4xf64>) -> tensor<3x4xf64>", "%y", (3, 4))
    cases["nn.layer_norm"] = nn("  %y = nn.layer_norm %x, %w, %b {epsilon = 1.0e-5 : f64} : (tensor<3x6xf64>, tensor<6xf64>, tensor<6xf64>) -> tensor<3x6xf64>",
                                {"x": array(3, 6), "w": array(6), "b": array(6)}, (3, 6))
    cases["nn.rms_norm"] = nn("  %y = nn.rms_norm %x, %w {epsilon = 1.0e-6 : f64} : (tensor<3x6xf64>, tensor<6xf64>) -> tensor<3x6xf64>",
                              {"x": array(3, 6), "w": array(6)}, (3, 6))
    targets = ("targets", np.array([3, 0, 9, 2], np.int64))
    cases["nn.cross_entropy"] = nn("  %y = nn.cross_entropy %x, %targets : (tensor<4x5xf64>, tensor<4xi64>) -> tensor<4xf64>",
                                   {"x": array(4, 5)}, (4,), [targets])
    rows = ("rows", source.integers(0, 6, (2, 4)))
    cases["nn.gather"] = nn("  %y = nn.gather %x, %rows {axis = 0 : i64} : (tensor<6x3xf64>, tensor<2x4xi64>) -> tensor<2x4x3xf64>",
                            {"x": array(6, 3)}, (2, 4, 3), [rows])
    cases["nn.scatter_add"] = nn("  %y = nn.scatter_add %x, %rows, %u {axis = 0 : i64} : (tensor<6x3xf64>, tensor<2x4xi64>, tensor<2x4x3xf64>) -> tensor<6x3xf64>",
                                 {"x": array(6, 3), "u": array(2, 4, 3)}, (6, 3), [rows])
    outside = ("rows", np.array([[0, -1, 5, 7], [2, 2, 9, 1]]))
    cases["nn.scatter_add drop_outside"] = nn(
        "  %y = nn.scatter_add %x, %rows, %u {axis = 0 : i64, drop_outside} : (tensor<6x3xf64>, tensor<2x4xi64>, tensor<2x4x3xf64>) -> tensor<6x3xf64>",
        {"x": array(6, 3), "u": array(2, 4, 3)}, (6, 3), [outside])
    for flags in ("", ", exclusive", ", reverse", ", exclusive, reverse"):
        cases[f"nn.cumsum{flags}"] = nn(f"  %y = nn.cumsum %x {{axis = 1 : i64{flags}}} : (tensor<3x5xf64>) -> tensor<3x5xf64>", {"x": array(3, 5)}, (3, 5))
    attention = lambda flags, heads=2, groups=2, s=3, t=4, mask=None: nn(
        f"  %y, %lse = nn.attention %q, %k, %v{' mask %m' if mask else ''} {{scale = 0.6 : f64{flags}}} : (tensor<1x{heads}x{s}x2xf64>, "
        f"tensor<1x{groups}x{t}x2xf64>, tensor<1x{groups}x{t}x3xf64>{', ' + tensor(mask) if mask else ''}) -> "
        f"(tensor<1x{heads}x{s}x3xf64>, tensor<1x{heads}x{s}xf64>)",
        {"q": array(1, heads, s, 2), "k": array(1, groups, t, 2), "v": array(1, groups, t, 3), **({"m": array(*mask)} if mask else {})},
        (1, heads, s, 3))
    cases["nn.attention"] = attention("")
    cases["nn.attention, causal"] = attention(", causal")
    cases["nn.attention, window"] = attention(", window = array<i64: 1, 1>")
    cases["nn.attention, grouped heads"] = attention(", causal", heads=4)
    cases["nn.attention, mask"] = attention("", mask=(1, 1, 3, 4))
    cases["nn.attention, mask of heads"] = attention("", heads=4, mask=(1, 4, 3, 4))
    cases["nn.attention, logarithm of sums"] = nn(
        "  %r, %y = nn.attention %q, %k, %v {scale = 0.6 : f64} : (tensor<1x2x3x2xf64>, tensor<1x2x4x2xf64>, tensor<1x2x4x3xf64>) -> "
        "(tensor<1x2x3x3xf64>, tensor<1x2x3xf64>)",
        {"q": array(1, 2, 3, 2), "k": array(1, 2, 4, 2)}, (1, 2, 3))
    cases["nn.attention, logarithm of sums"].extra = {"v": array(1, 2, 4, 3)}
    bag = ("rows", source.integers(0, 6, (3, 2, 2)).astype(np.int32))
    cases["memory_layer.bag"] = nn("  %y = memory_layer.bag %t, %rows, %s : (tensor<6x4xf64>, tensor<3x2x2xi32>, tensor<3x2x2xf64>) -> tensor<3x4xf64>",
                                   {"t": array(6, 4), "s": array(3, 2, 2)}, (3, 4), [bag])
    cases["memory_layer.row_dot"] = nn("  %y = memory_layer.row_dot %t, %rows, %z : (tensor<6x4xf64>, tensor<3x2x2xi32>, tensor<3x4xf64>) -> tensor<3x2x2xf64>",
                                       {"t": array(6, 4), "z": array(3, 4)}, (3, 2, 2), [bag])
    cases["memory_layer.add_outer"] = nn(
        "  %y = memory_layer.add_outer %t, %rows, %s, %z : (tensor<6x4xf64>, tensor<3x2x2xi32>, tensor<3x2x2xf64>, tensor<3x4xf64>) -> tensor<6x4xf64>",
        {"t": array(6, 4), "s": array(3, 2, 2), "z": array(3, 4)}, (6, 4), [bag])
    blocks = ("blocks", source.integers(0, 2, (3, 4)).astype(np.int32))
    slots = ("rows", source.integers(0, 6, (3, 4)).astype(np.int32))
    cases["memory_layer.bag with segments"] = nn(
        "  %y = memory_layer.bag %t, %rows, %s into %blocks {segments = 2 : i64} : (tensor<6x2x3xf64>, tensor<3x4xi32>, tensor<3x4x2xf64>, tensor<3x4xi32>) "
        "-> tensor<3x2x2x3xf64>", {"t": array(6, 2, 3), "s": array(3, 4, 2)}, (3, 2, 2, 3), [slots, blocks])
    cases["memory_layer.tucker_top_k"] = nn(
        "  %sums, %p, %qq, %y = memory_layer.tucker_top_k %row, %column, %core {k = 3 : i64} : (tensor<2x1x2x4xf64>, tensor<2x1x2x4xf64>, tensor<1x2x2x2xf64>) "
        "-> (tensor<2x1x3xf64>, tensor<2x1x3xi32>, tensor<2x1x3xi32>, tensor<2x1x3x2xf64>)",
        {"row": array(2, 1, 2, 4), "column": array(2, 1, 2, 4), "core": array(1, 2, 2, 2)}, (2, 1, 3, 2))
    cases["nn.top_k"] = nn("  %y, %i = nn.top_k %x {axis = 0 : i64, k = 2 : i64} : (tensor<5x3xf64>) -> (tensor<2x3xf64>, tensor<2x3xi64>)", {"x": array(5, 3)}, (2, 3))
    cases["nn.sort"] = nn("  %y, %i = nn.sort %x {axis = 1 : i64, descending} : (tensor<3x5xf64>) -> (tensor<3x5xf64>, tensor<3x5xi64>)", {"x": array(3, 5)}, (3, 5))
    return cases


def write_model(program, weights, annotations=None, placement=""):
    """The model whose results are the loss and the gradient by every float input."""
    names = list(program.inputs)
    integers = {**getattr(program, "integers", {}), **getattr(program, "extra", {})}
    elements = {"int64": "i64", "int32": "i32", "float64": "f64"}
    arguments = [f"%{name}: {tensor(value.shape)} {{sbp.name = \"{name}\"{(annotations or {}).get(name, '')}}}" for name, value in program.inputs.items()]
    arguments += [f"%{name}: {tensor(value.shape, elements[value.dtype.name])} {{sbp.name = \"{name}\"}}" for name, value in integers.items()]
    arguments.append(f"%weights: {tensor(program.shape)} {{sbp.name = \"weights\"}}")
    results = ["tensor<f64> {sbp.name = \"loss\"}"] + [f"{tensor(program.inputs[name].shape)} {{sbp.name = \"d_{name}\"}}" for name in names]
    dims = list(range(len(program.shape)))
    types = [tensor(program.inputs[name].shape) for name in names]
    gradients = f"%g:{len(names)}" if len(names) > 1 else "%g"
    returned = [f"%g#{i}" for i in range(len(names))] if len(names) > 1 else ["%g"]
    return f"""{placement}
func.func @main({', '.join(arguments)}) -> ({', '.join(results)}) {{
{program.body}
  %weighted = arith.mulf {program.result}, %weights : {tensor(program.shape)}
{fill('loss_init', ())}
  %loss = linalg.reduce {{ arith.addf }} ins(%weighted : {tensor(program.shape)}) outs(%loss_init : tensor<f64>) dimensions = {dims}
  {gradients} = nn.gradient %loss wrt ({', '.join('%' + name for name in names)}) : (tensor<f64>, {', '.join(types)}) -> ({', '.join(types)})
  return %loss, {', '.join(returned)} : tensor<f64>, {', '.join(types)}
}}
"""


def shift_inputs(program):
    """Inputs stacked over steps: the first is the point itself, then each element of each float input up and down by STEP."""
    total = sum(value.size for value in program.inputs.values())
    stacked = {name: np.repeat(value[None], 2 * total + 1, 0) for name, value in program.inputs.items()}
    step = 1
    for name, value in program.inputs.items():
        for index in np.ndindex(*value.shape):
            stacked[name][(step, *index)] += STEP
            stacked[name][(step + 1, *index)] -= STEP
            step += 2
    return stacked, 2 * total + 1


def differences(program, losses):
    slopes, step = {}, 1
    for name, value in program.inputs.items():
        slopes[name] = np.zeros(value.shape)
        for index in np.ndindex(*value.shape):
            slopes[name][index] = (losses[step] - losses[step + 1]) / (2 * STEP)
            step += 2
    return slopes


def draw_annotations(program, generator):
    """A random distribution on [2, 2] for some of the inputs."""
    annotations = {}
    for name, value in program.inputs.items():
        if generator.random() < 0.7:
            components = [generator.choice(["B", *(f"S({dim})" for dim in range(value.ndim))]) for _ in range(2)]
            annotations[name] = f", sbp.distribution = #sbp.distribution<@mesh, [{', '.join(components)}]>"
    return annotations


def check(name, program, weights, meshes, generator):
    integers = {**getattr(program, "integers", {}), **getattr(program, "extra", {})}
    case = Case(write_model(program, weights))
    outputs = ["loss", *(f"d_{name}" for name in program.inputs)]
    point = {**program.inputs, **integers, "weights": weights}
    found = case.interpret(point, outputs)
    stacked, steps = shift_inputs(program)
    words = case.save({**stacked, **integers, "weights": weights})
    run("sbp-interpret", case.model, *words, f"--steps={steps}", "--output", f"loss=@{case.path('losses.npy')}:all")
    slopes = differences(program, np.load(case.path("losses.npy")))
    scale = max(1.0, max(np.abs(slope).max(initial=0) for slope in slopes.values()))
    worst = max(np.abs(found[f"d_{key}"] - slope).max(initial=0) for key, slope in slopes.items()) / scale
    print(f"{name:32} {sum(v.size for v in program.inputs.values()):4} elements, difference {worst:.1e} (bound {program.bound:.0e})")
    assert worst <= program.bound, f"{name}: {found} against {slopes}"
    if not meshes:
        return
    annotations = draw_annotations(program, generator)
    spread = Case(write_model(program, weights, annotations, 'sbp.placement @mesh ["a" = 2, "b" = 2]'))
    again = spread.execute(point, outputs)
    for key in outputs:
        difference = np.abs(again[key] - found[key]).max(initial=0)
        limit = 1e-12 * max(1.0, np.abs(found[key]).max(initial=0))
        assert difference <= limit, f"{name} on [2, 2] with {annotations}: {key} differs by {difference}"


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--only")
    parser.add_argument("--meshes", action="store_true")
    parser.add_argument("--seed", type=int, default=31)
    options = parser.parse_args()
    generator = random.Random(options.seed)
    source = np.random.default_rng(options.seed + 1)
    cases = make_cases(options.seed)
    if os.environ.get("SBP_SANITIZED"):  # sanitizers look at the code, of which one in five cases runs most
        cases = dict(list(cases.items())[::5])
    for name, program in cases.items():
        if options.only in (None, name) or options.only and options.only.endswith("*") and name.startswith(options.only[:-1]):
            check(name, program, source.standard_normal(program.shape), options.meshes, generator)
    print(f"{len(cases)} kinds of ops, seed {options.seed}")


if __name__ == "__main__":
    sys.exit(main())
