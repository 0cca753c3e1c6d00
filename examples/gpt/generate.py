"""Prints GPT blocks (forward) as level-0 text, in the direct form JAX gives: contractions on 3-D and 4-D tensors.

    python3 generate.py --batch 5 --tokens 10 --width 128 --heads 8 --layers 1 \
        --placement tp=4 --annotate none|inputs|megatron|sequence [--calls] [--data DIRECTORY] > gpt.mlir

x [batch, tokens, width] f32 -> y of the same shape; causal attention, pre-normalisation, GELU with erf. With `--calls` every
layer is a call of one private function. `--data` also writes seeded x.npy, weights.safetensors and the float64 y.npy.
With `--annotate megatron` every argument has a distribution, and the products that join the residual stream are constrained to
be whole there: enough for `--strict`. With `--annotate sequence` (sequence parallelism) the residual stream and the norms are
split by tokens over "tp" instead of whole on its ranks; the weights lie as with `megatron`.
"""

import argparse
import os
import sys

# Megatron's rules per kind of weight: the dimension split over "tp" (None: a copy on every rank).
MEGATRON = {
    "ln1.weight": None,
    "ln1.bias": None,
    "ln2.weight": None,
    "ln2.bias": None,
    "attention.query.weight": 1,
    "attention.query.bias": 0,
    "attention.key.weight": 1,
    "attention.key.bias": 0,
    "attention.value.weight": 1,
    "attention.value.bias": 0,
    "attention.output.weight": 0,
    "attention.output.bias": None,
    "mlp.up.weight": 1,
    "mlp.up.bias": 0,
    "mlp.down.weight": 0,
    "mlp.down.bias": None,
}


def weight_shapes(width):
    """The weights of one layer, in the order of the arguments: name -> shape. Matrices are [in, out]."""
    hidden = 4 * width
    shapes = {}
    for name in MEGATRON:
        inner, outer = {"mlp.up": (width, hidden), "mlp.down": (hidden, width)}.get(name.rsplit(".", 1)[0], (width, width))
        shapes[name] = (inner, outer) if name.endswith(".weight") and not name.startswith("ln") else (outer,)
    return shapes


def tensor(shape):
    return "tensor<" + "".join(f"{size}x" for size in shape) + "f32>"


class Text:
    """Collects one function body; every method appends one op and returns its value, a pair (name, shape)."""

    def __init__(self, stream=None):
        """`stream`: the distribution of the residual stream where a row-parallel product joins it, or None."""
        self.lines, self.count, self.stream = [], 0, stream

    def add(self, line):
        self.lines.append("  " + line)

    def name(self, hint):
        self.count += 1
        return f"%{hint}_{self.count}"

    def filled(self, shape, constant):
        """`outs` of a reduction: a tensor of `shape` holding the scalar `constant`."""
        empty, fill = self.name("empty"), self.name("init")
        self.add(f"{empty} = tensor.empty() : {tensor(shape)}")
        self.add(f"{fill} = linalg.fill ins({constant} : f32) outs({empty} : {tensor(shape)}) -> {tensor(shape)}")
        return fill, shape

    def generic(self, hint, inputs, spec, shape, body, init=None):
        """`spec` as in einsum ("bti,io->bto"); `body` gets the names of the inputs, `out` and `i0, i1, ..`."""
        operands, _, result = spec.replace(" ", "").partition("->")
        operands = operands.split(",")
        letters = result + "".join(dict.fromkeys(letter for text in operands for letter in text if letter not in result))
        dims = ", ".join(f"d{i}" for i in range(len(letters)))
        results = [", ".join(f"d{letters.index(letter)}" for letter in text) for text in [*operands, result]]
        maps = ", ".join(f"affine_map<({dims}) -> ({each})>" for each in results)
        kinds = ", ".join('"parallel"' if letter in result else '"reduction"' for letter in letters)
        if init is None:
            out = self.name("empty")
            self.add(f"{out} = tensor.empty() : {tensor(shape)}")
        else:
            out = self.filled(shape, init)[0]
        value = self.name(hint)
        names, types = ", ".join(i[0] for i in inputs), ", ".join(tensor(i[1]) for i in inputs)
        self.add(f"{value} = linalg.generic {{indexing_maps = [{maps}],")
        self.add(f"    iterator_types = [{kinds}]}} ins({names} : {types}) outs({out} : {tensor(shape)}) {{")
        scalars = [chr(ord("a") + i) for i in range(len(inputs))]
        self.add("^bb0(" + ", ".join(f"%{scalar}: f32" for scalar in scalars) + (", " if scalars else "") + "%out: f32):")
        for line in body:
            self.add("  " + line)
        self.add(f"  linalg.yield %r : f32\n  }} -> {tensor(shape)}")
        return value, shape

    def matmul(self, hint, left, right, spec, shape):
        return self.generic(
            hint, [left, right], spec, shape, ["%p = arith.mulf %a, %b : f32", "%r = arith.addf %out, %p : f32"], init="%zero"
        )

    def linear(self, hint, x, weight, bias, joins=False):
        """`joins`: the product is added to the residual stream next."""
        shape = x[1][:2] + (weight[1][1],)
        product = self.matmul(hint, x, weight, "bti,io->bto", shape)
        if joins and self.stream:
            value = self.name("seen")
            self.add(f"{value} = sbp.constrain {product[0]} to {self.stream} : {tensor(shape)}")
            product = value, shape
        return self.generic(hint, [product, bias], "bto,o->bto", shape, ["%r = arith.addf %a, %b : f32"])

    def layer_norm(self, x, weight, bias):
        """Statistics as two sums over the last dimension; epsilon 1e-5."""
        rows, width = x[1][:2], x[1][2]
        mean_of = [f"%n = arith.constant {width:.1f} : f32", "%r = arith.divf %a, %n : f32"]
        total = self.generic("sum", [x], "btc->bt", rows, ["%r = arith.addf %out, %a : f32"], init="%zero")
        mean = self.generic("mean", [total], "bt->bt", rows, mean_of)
        centred = self.generic("centred", [x, mean], "btc,bt->btc", x[1], ["%r = arith.subf %a, %b : f32"])
        squares = self.generic(
            "squares", [centred], "btc->bt", rows, ["%s = arith.mulf %a, %a : f32", "%r = arith.addf %out, %s : f32"], init="%zero"
        )
        scale = self.generic(
            "scale",
            [squares],
            "bt->bt",
            rows,
            [
                mean_of[0],
                "%v = arith.divf %a, %n : f32",
                "%eps = arith.constant 1.0e-5 : f32",
                "%e = arith.addf %v, %eps : f32",
                "%r = math.rsqrt %e : f32",
            ],
        )
        normal = self.generic("normal", [centred, scale], "btc,bt->btc", x[1], ["%r = arith.mulf %a, %b : f32"])
        return self.generic(
            "norm", [normal, weight, bias], "btc,c,c->btc", x[1], ["%m = arith.mulf %a, %b : f32", "%r = arith.addf %m, %c : f32"]
        )

    def split_heads(self, x, heads):
        batch, tokens, width = x[1]
        shape, value = (batch, tokens, heads, width // heads), self.name("heads")
        self.add(
            f"{value} = tensor.expand_shape {x[0]} [[0], [1], [2, 3]] output_shape {list(shape)} : {tensor(x[1])} into {tensor(shape)}"
        )
        return value, shape

    def attention(self, query, key, value):
        """[b, t, h, d] three times -> [b, t, h, d]; token i sees tokens j <= i."""
        batch, tokens, heads, size = query[1]
        square = (batch, heads, tokens, tokens)
        scores = self.matmul("scores", query, key, "bihd,bjhd->bhij", square)
        masked = self.generic(
            "masked",
            [scores],
            "bhij->bhij",
            square,
            [
                f"%factor = arith.constant {size**-0.5!r} : f32",
                "%s = arith.mulf %a, %factor : f32",
                "%i = linalg.index 2 : index",
                "%j = linalg.index 3 : index",
                "%seen = arith.cmpi sle, %j, %i : index",
                "%hidden = arith.constant 0xFF800000 : f32",
                "%r = arith.select %seen, %s, %hidden : f32",
            ],
        )
        largest = self.generic("largest", [masked], "bhij->bhi", square[:3], ["%r = arith.maximumf %out, %a : f32"], init="%lowest")
        powers = self.generic(
            "powers", [masked, largest], "bhij,bhi->bhij", square, ["%s = arith.subf %a, %b : f32", "%r = math.exp %s : f32"]
        )
        total = self.generic("total", [powers], "bhij->bhi", square[:3], ["%r = arith.addf %out, %a : f32"], init="%zero")
        weights = self.generic("weights", [powers, total], "bhij,bhi->bhij", square, ["%r = arith.divf %a, %b : f32"])
        return self.matmul("mixed", weights, value, "bhij,bjhd->bihd", query[1])

    def merge_heads(self, x):
        shape, value = x[1][:2] + (x[1][2] * x[1][3],), self.name("merged")
        self.add(f"{value} = tensor.collapse_shape {x[0]} [[0], [1], [2, 3]] : {tensor(x[1])} into {tensor(shape)}")
        return value, shape

    def block(self, x, weights, heads):
        def linear(hint, y, name, joins=False):
            return self.linear(hint, y, weights[name + ".weight"], weights[name + ".bias"], joins)

        y = self.layer_norm(x, weights["ln1.weight"], weights["ln1.bias"])
        parts = [self.split_heads(linear(hint, y, "attention." + hint), heads) for hint in ("query", "key", "value")]
        mixed = linear("attended", self.merge_heads(self.attention(*parts)), "attention.output", joins=True)
        x = self.generic("residual", [x, mixed], "btc,btc->btc", x[1], ["%r = arith.addf %a, %b : f32"])
        y = linear("up", self.layer_norm(x, weights["ln2.weight"], weights["ln2.bias"]), "mlp.up")
        y = self.generic(
            "gelu",
            [y],
            "btc->btc",
            y[1],
            [
                "%c = arith.constant 0.70710678118654757 : f32",
                "%s = arith.mulf %a, %c : f32",
                "%e = math.erf %s : f32",
                "%one = arith.constant 1.0 : f32",
                "%q = arith.addf %e, %one : f32",
                "%half = arith.constant 0.5 : f32",
                "%h = arith.mulf %a, %half : f32",
                "%r = arith.mulf %h, %q : f32",
            ],
        )
        return self.generic(
            "residual", [x, linear("down", y, "mlp.down", joins=True)], "btc,btc->btc", x[1], ["%r = arith.addf %a, %b : f32"]
        )


def is_annotated(options):
    """Whether weights and the residual stream are distributed by annotation."""
    return options.annotate in ("megatron", "sequence")


def distribution(axes, batch_dim=None, model_dim=None):
    """The attribute for a value whose `batch_dim` is split over "dp" and whose `model_dim` over "tp"; other axes: B."""
    dims = {"dp": batch_dim, "tp": model_dim}
    parts = ", ".join("B" if dims.get(axis) is None else f"S({dims[axis]})" for axis, _ in axes)
    return f"#sbp.distribution<@mesh, [{parts}]>"


def module(options):
    """The whole text for parsed `options`."""
    x_shape = (options.batch, options.tokens, options.width)
    shapes, axes = weight_shapes(options.width), options.placement
    lines = []
    if axes:
        lines.append("sbp.placement @mesh [" + ", ".join(f'"{name}" = {size}' for name, size in axes) + "]")
    residual = distribution(axes, 0, 1 if options.annotate == "sequence" else None) if axes else ""
    data = f", sbp.distribution = {residual}" if axes and options.annotate != "none" else ""
    stream = residual if axes and is_annotated(options) else None
    arguments = [f'%x: {tensor(x_shape)} {{sbp.name = "x"{data}}}']
    for layer in range(options.layers):
        for name, shape in shapes.items():
            rule = ", sbp.distribution = " + distribution(axes, None, MEGATRON[name]) if axes and is_annotated(options) else ""
            arguments.append(f'%h{layer}.{name}: {tensor(shape)} {{sbp.name = "h.{layer}.{name}"{rule}}}')
    result = f'{tensor(x_shape)} {{sbp.name = "y"{data if is_annotated(options) else ""}}}'
    scalars = ["  %zero = arith.constant 0.0 : f32", "  %lowest = arith.constant 0xFF800000 : f32"]

    lines.append("func.func @main(\n    " + ",\n    ".join(arguments) + f")\n    -> ({result}) {{")
    text, x = Text(stream), ("%x", x_shape)
    for layer in range(options.layers):
        weights = {name: (f"%h{layer}.{name}", shape) for name, shape in shapes.items()}
        if options.calls:
            value = text.name("layer")
            types = ", ".join(tensor(shape) for shape in (x_shape, *shapes.values()))
            text.add(f"{value} = call @block({', '.join([x[0]] + [w[0] for w in weights.values()])}) : ({types}) -> {tensor(x_shape)}")
            x = value, x_shape
        else:
            x = text.block(x, weights, options.heads)
    lines += ([] if options.calls else scalars) + text.lines + [f"  return {x[0]} : {tensor(x_shape)}", "}"]
    if options.calls:
        text = Text(stream)
        parameters = [f"%x: {tensor(x_shape)}"] + [f"%{name}: {tensor(shape)}" for name, shape in shapes.items()]
        y = text.block(("%x", x_shape), {name: ("%" + name, shape) for name, shape in shapes.items()}, options.heads)
        lines += [f"func.func private @block({', '.join(parameters)}) -> {tensor(x_shape)} {{"] + scalars + text.lines
        lines += [f"  return {y[0]} : {tensor(x_shape)}", "}"]
    return "\n".join(lines) + "\n"


def write_data(options):
    """x.npy, weights.safetensors and y.npy (float64 oracle) in `options.data`, the same values for the same sizes."""
    import numpy as np
    from gpt_oracle import gpt

    from sbp import safetensors

    random = np.random.default_rng(0)
    x = random.standard_normal((options.batch, options.tokens, options.width), np.float32)
    weights = {}
    for layer in range(options.layers):
        for name, shape in weight_shapes(options.width).items():
            scale, offset = (shape[0] ** -0.5, 0) if len(shape) == 2 else (0.1, float(name.startswith("ln") and "weight" in name))
            weights[f"h.{layer}.{name}"] = (offset + scale * random.standard_normal(shape)).astype(np.float32)
    os.makedirs(options.data, exist_ok=True)
    np.save(os.path.join(options.data, "x.npy"), x)
    safetensors.save(os.path.join(options.data, "weights.safetensors"), weights)
    np.save(os.path.join(options.data, "y.npy"), gpt(x, weights, options.heads, options.layers))


def placement(text):
    return [(name, int(size)) for name, size in (axis.split("=") for axis in text.split(","))] if text else []


def parse(arguments):
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    for name, value in (("batch", 5), ("tokens", 10), ("width", 128), ("heads", 8), ("layers", 1)):
        parser.add_argument("--" + name, type=int, default=value)
    parser.add_argument("--placement", type=placement, default=[], help='axes outermost first: "dp=2,tp=4"; none: one rank')
    parser.add_argument("--annotate", choices=["none", "inputs", "megatron", "sequence"], default="none")
    parser.add_argument("--calls", action="store_true", help="every layer is a call of one private function")
    parser.add_argument("--data", help="also write inputs, weights and the oracle's result into this directory")
    options = parser.parse_args(arguments)
    if options.width % options.heads:
        parser.error(f"--width {options.width} is not a multiple of --heads {options.heads}")
    return options


if __name__ == "__main__":
    parsed = parse(sys.argv[1:])
    sys.stdout.write(module(parsed))
    if parsed.data:
        write_data(parsed)
