"""Prints ResNet basic blocks (forward, batch norms folded into scale and shift) as level-0 text, NHWC.

    python3 generate.py --batch 2 --height 8 --width 6 --channels 4 --blocks 4,8:2 \
        --placement p=2 --split none|batch|channels|height [--data DIRECTORY] > resnet.mlir

A block `CHANNELS[:STRIDE]`: pad, 3x3 convolution (stride), scale and shift, relu, pad, 3x3 convolution, scale and shift, plus
the input (through a 1x1 convolution with that stride, scaled and shifted, where channels or stride change), relu.

`--split batch` and `--split height` split x and every activation over the axis "p": height needs of the neighbours the rows
that a convolution's windows reach into, and nothing else moves. `--split channels` splits the channels between the two
convolutions of a block: one all_reduce behind the second. `--data` also writes seeded x.npy, weights.safetensors and the
float64 y.npy.
"""

import argparse
import os
import sys

# The dimension of each weight that is split between the two convolutions: the channels that conv1 produces and conv2 consumes.
CHANNELS = {"conv1.weight": 3, "conv1.scale": 0, "conv1.shift": 0, "conv2.weight": 2}


def tensor(shape):
    return "tensor<" + "".join(f"{size}x" for size in shape) + "f32>"


def weight_shapes(channels, blocks):
    """name -> shape, in the order of the arguments; kernels are [height, width, in, out]."""
    shapes = {}
    for index, (out, stride) in enumerate(blocks):
        convolutions = {"conv1": (3, 3, channels, out), "conv2": (3, 3, out, out)}
        if stride != 1 or channels != out:
            convolutions["shortcut"] = (1, 1, channels, out)
        for name, shape in convolutions.items():
            shapes[f"b{index}.{name}.weight"] = shape
            shapes[f"b{index}.{name}.scale"] = shapes[f"b{index}.{name}.shift"] = (out,)
        channels = out
    return shapes


class Text:
    """Collects the function body; every method appends ops and returns a value, a pair (name, shape)."""

    def __init__(self, stream):
        """`stream`: the distribution of every activation, or None."""
        self.lines, self.count, self.stream = [], 0, stream

    def add(self, hint, text, shape):
        self.count += 1
        name = f"%{hint}_{self.count}"
        self.lines.append(f"  {name} = {text}")
        return name, shape

    def constrain(self, x):
        return self.add("seen", f"sbp.constrain {x[0]} to {self.stream} : {tensor(x[1])}", x[1]) if self.stream else x

    def pad(self, x):
        n, h, w, c = x[1]
        shape = (n, h + 2, w + 2, c)
        return self.add(
            "padded",
            f"tensor.pad {x[0]} low[0, 1, 1, 0] high[0, 1, 1, 0] {{\n  ^bb0(%i: index, %j: index, %k: index, "
            f"%l: index):\n    tensor.yield %zero : f32\n  }} : {tensor(x[1])} to {tensor(shape)}",
            shape,
        )

    def convolution(self, x, weight, stride):
        (n, h, w, _), (kh, kw, _, out) = x[1], weight[1]
        shape = (n, (h - kh) // stride + 1, (w - kw) // stride + 1, out)
        empty = self.add("empty", f"tensor.empty() : {tensor(shape)}", shape)
        init = self.add("init", f"linalg.fill ins(%zero : f32) outs({empty[0]} : {tensor(shape)}) -> {tensor(shape)}", shape)
        return self.constrain(
            self.add(
                "conv",
                f"linalg.conv_2d_nhwc_hwcf {{strides = dense<{stride}> : tensor<2xi64>, dilations = dense<1> : tensor<2xi64>}}\n"
                f"      ins({x[0]}, {weight[0]} : {tensor(x[1])}, {tensor(weight[1])}) outs({init[0]} : {tensor(shape)}) -> "
                f"{tensor(shape)}",
                shape,
            )
        )

    def map(self, hint, inputs, body):
        """`body` gets a, b, .. per input; inputs of one dimension run along the channels."""
        shape = inputs[0][1]
        maps = ", ".join("affine_map<(n, h, w, c) -> " + ("(n, h, w, c)>" if len(i[1]) == 4 else "(c)>") for i in inputs + [inputs[0]])
        empty = self.add("empty", f"tensor.empty() : {tensor(shape)}", shape)
        scalars = ", ".join(f"%{chr(ord('a') + i)}: f32" for i in range(len(inputs)))
        lines = "".join(f"    {line}\n" for line in body)
        return self.add(
            hint,
            f"linalg.generic {{indexing_maps = [{maps}],\n      iterator_types = "
            f'["parallel", "parallel", "parallel", "parallel"]}}\n'
            f"      ins({', '.join(i[0] for i in inputs)} : {', '.join(tensor(i[1]) for i in inputs)}) "
            f"outs({empty[0]} : {tensor(shape)}) {{\n  ^bb0({scalars}, %out: f32):\n{lines}"
            f"    linalg.yield %r : f32\n  }} -> {tensor(shape)}",
            shape,
        )

    def normalised(self, x, weights, name, stride):
        """Convolution, scale and shift."""
        y = self.convolution(x, weights[name + ".weight"], stride)
        return self.map(
            "norm",
            [y, weights[name + ".scale"], weights[name + ".shift"]],
            ["%m = arith.mulf %a, %b : f32", "%r = arith.addf %m, %c : f32"],
        )

    def relu(self, hint, inputs):
        value = "%s" if len(inputs) == 2 else "%a"
        add = ["%s = arith.addf %a, %b : f32"] if len(inputs) == 2 else []
        return self.map(hint, inputs, add + ["%z = arith.constant 0.0 : f32", f"%r = arith.maximumf {value}, %z : f32"])

    def block(self, x, weights, stride):
        y = self.relu("relu", [self.normalised(self.pad(x), weights, "conv1", stride)])
        y = self.normalised(self.pad(y), weights, "conv2", 1)
        if "shortcut.weight" in weights:
            x = self.normalised(x, weights, "shortcut", stride)
        return self.relu("joined", [y, x])


def output_shape(options):
    height, width = options.height, options.width
    for _, stride in options.blocks:
        height, width = (height - 1) // stride + 1, (width - 1) // stride + 1
    return options.batch, height, width, options.blocks[-1][0] if options.blocks else options.channels


def module(options):
    """The whole text for parsed `options`."""
    name, size = options.placement
    distributed = lambda dim: f"#sbp.distribution<@mesh, [{'B' if dim is None else f'S({dim})'}]>"
    annotate = lambda dim: "" if options.split == "none" else f", sbp.distribution = {distributed(dim)}"
    data = {"batch": 0, "height": 1}.get(options.split)
    x_shape, y_shape = (options.batch, options.height, options.width, options.channels), output_shape(options)
    shapes = weight_shapes(options.channels, options.blocks)
    arguments = [f'%x: {tensor(x_shape)} {{sbp.name = "x"{annotate(data)}}}']
    for weight, shape in shapes.items():
        dim = CHANNELS.get(weight.split(".", 1)[1]) if options.split == "channels" else None
        arguments.append(f'%{weight}: {tensor(shape)} {{sbp.name = "{weight}"{annotate(dim)}}}')
    text = Text(distributed(data) if data is not None else None)
    x = "%x", x_shape
    for index, (_, stride) in enumerate(options.blocks):
        prefix = f"b{index}."
        weights = {key.removeprefix(prefix): ("%" + key, shape) for key, shape in shapes.items() if key.startswith(prefix)}
        x = text.block(x, weights, stride)
    return (
        "\n".join(
            [
                f'sbp.placement @mesh ["{name}" = {size}]',
                "func.func @main(\n    " + ",\n    ".join(arguments) + ")",
                f'    -> ({tensor(y_shape)} {{sbp.name = "y"{annotate(data)}}}) {{',
                "  %zero = arith.constant 0.0 : f32",
                *text.lines,
                f"  return {x[0]} : {tensor(y_shape)}",
                "}",
            ]
        )
        + "\n"
    )


def write_data(options):
    """x.npy, weights.safetensors and y.npy (float64 oracle) in `options.data`, the same values for the same sizes."""
    import numpy as np
    from resnet_oracle import resnet

    from sbp import safetensors

    random = np.random.default_rng(0)
    x = random.standard_normal((options.batch, options.height, options.width, options.channels), np.float32)
    weights = {
        name: (
            random.standard_normal(shape, np.float32) * np.float32(np.prod(shape[:-1]) ** -0.5)
            if len(shape) == 4
            else random.uniform(0.5, 1.5, shape).astype(np.float32)
        )
        for name, shape in weight_shapes(options.channels, options.blocks).items()
    }
    os.makedirs(options.data, exist_ok=True)
    np.save(os.path.join(options.data, "x.npy"), x)
    safetensors.save(os.path.join(options.data, "weights.safetensors"), weights)
    np.save(os.path.join(options.data, "y.npy"), resnet(x, weights, options.blocks))


def placement(text):
    name, size = text.split("=")
    return name, int(size)


def blocks(text):
    return [(int(part.split(":")[0]), int((part + ":1").split(":")[1])) for part in text.split(",")]


def parse(arguments):
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    for name, value in (("batch", 2), ("height", 8), ("width", 6), ("channels", 4)):
        parser.add_argument("--" + name, type=int, default=value)
    parser.add_argument("--blocks", type=blocks, default=[(4, 1), (8, 2)], help="CHANNELS[:STRIDE] each, separated by commas")
    parser.add_argument("--placement", type=placement, default=("p", 1), help="one axis: p=4")
    parser.add_argument("--split", choices=["none", "batch", "channels", "height"], default="none")
    parser.add_argument("--data", help="also write inputs, weights and the oracle's result into this directory")
    return parser.parse_args(arguments)


if __name__ == "__main__":
    parsed = parse(sys.argv[1:])
    sys.stdout.write(module(parsed))
    if parsed.data:
        write_data(parsed)
