"""Models of one kernel family each, for scripts/gpu-check: level-0 text, fresh inputs, and what float64 numpy gives.

`elements` are those of the largest tensor, a multiple of 65,536. Tolerances are of f32: the largest difference over the largest value.
"""
import numpy as np

ROW = 1024


class Family:
    def __init__(self, inputs, result, body, reference, tolerance=1e-5, moved=None):
        """`inputs`: {name: (shape, kind)}, kind a float type or the bound of indices; `moved`: bytes that have to move, if not all tensors."""
        self.inputs, self.result, self.body, self.reference, self.tolerance = inputs, result, body, reference, tolerance
        self.moved = moved or sum(4 * int(np.prod(shape)) for shape, _ in inputs.values()) + 4 * int(np.prod(result))

    def write(self):
        arguments = ", ".join(f'%{name}: {write_type(shape, "i32" if isinstance(kind, int) else kind)} {{sbp.name = "{name}"}}'
                              for name, (shape, kind) in self.inputs.items())
        result = write_type(self.result, "f32")
        return (f'func.func @main({arguments}) -> ({result} {{sbp.name = "y"}}) {{\n  %zero = arith.constant 0.0 : f32\n'
                f"  %e = tensor.empty() : {result}\n{self.body}\n  return %y : {result}\n}}\n")

    def draw(self, random):
        return {name: random.integers(0, kind, shape).astype(np.int32) if isinstance(kind, int) else random.standard_normal(shape, np.float32)
                for name, (shape, kind) in self.inputs.items()}

    def compare(self, inputs, found):
        """The largest difference over the largest value."""
        wide = {name: value.astype(np.float64) if value.dtype == np.float32 else value for name, value in inputs.items()}
        expected = self.reference(**wide)
        difference = float(np.abs(found - expected).max() / max(1e-30, np.abs(expected).max()))
        if not difference <= self.tolerance:
            raise RuntimeError(f"differs from numpy by {difference:.3g} of the largest value, {self.tolerance:.3g} is allowed")
        return difference


def write_type(shape, kind):
    return f"tensor<{''.join(f'{size}x' for size in shape)}{kind}>"


def softmax(x):
    e = np.exp(x - x.max(-1, keepdims=True))
    return e / e.sum(-1, keepdims=True)


def normalise(x):
    x = x - x.mean(-1, keepdims=True)
    return x / np.sqrt((x * x).mean(-1, keepdims=True) + 1e-5)


def make_families(elements):
    def f32(*shape):
        return shape, "f32"

    rows = elements // ROW
    side = int(elements**0.5) // 64 * 64
    depth = min(4096, max(128, side // 2))
    t, g, square = (write_type(shape, "f32") for shape in ((rows, ROW), (ROW,), (side, side)))
    turned = (elements // 65536, 128, 8, 64), (elements // 65536, 8, 128, 64)
    lookups = elements // 128

    def rows_of(columns, body, reference, **more):
        shape = elements // columns, columns
        kind = write_type(shape, "f32")
        return Family({"x": f32(*shape)}, shape, body.replace("T", kind), reference, **more)

    soft = "  %y = linalg.softmax dimension(1) ins(%x : T) outs(%e : T) -> T"
    product = write_type((depth, depth), "f32")
    return {
        "elementwise": Family({"x": f32(rows, ROW), "z": f32(rows, ROW)}, (rows, ROW),
                              f"  %y = linalg.add ins(%x, %z : {t}, {t}) outs(%e : {t}) -> {t}", lambda x, z: x + z),
        "exp": rows_of(ROW, "  %y = linalg.exp ins(%x : T) outs(%e : T) -> T", lambda x: np.exp(x)),
        "softmax": rows_of(ROW, soft, softmax),
        "long softmax": rows_of(32768, soft, softmax),
        "layer norm": Family({"x": f32(rows, ROW), "g": f32(ROW), "b": f32(ROW)}, (rows, ROW),
                             f"  %y = nn.layer_norm %x, %g, %b {{epsilon = 1.0e-5 : f64}} : ({t}, {g}, {g}) -> {t}",
                             lambda x, g, b: normalise(x) * g + b),
        "rms norm": Family({"x": f32(rows, ROW), "g": f32(ROW)}, (rows, ROW),
                           f"  %y = nn.rms_norm %x, %g {{epsilon = 1.0e-5 : f64}} : ({t}, {g}) -> {t}",
                           lambda x, g: x / np.sqrt((x * x).mean(-1, keepdims=True) + 1e-5) * g),
        "cross entropy": Family({"x": f32(rows, ROW), "i": ((rows,), ROW)}, (rows,),
                                f"  %y = nn.cross_entropy %x, %i : ({t}, {write_type((rows,), 'i32')}) -> {write_type((rows,), 'f32')}",
                                lambda x, i: -np.log(softmax(x)[np.arange(len(i)), i])),
        "transpose": Family({"x": f32(side, side)}, (side, side),
                            f"  %y = linalg.transpose ins(%x : {square}) outs(%e : {square}) permutation = [1, 0]", lambda x: x.T),
        "heads": Family({"x": f32(*turned[0])}, turned[1],
                        f"  %y = linalg.transpose ins(%x : {write_type(turned[0], 'f32')}) outs(%e : {write_type(turned[1], 'f32')}) "
                        "permutation = [0, 2, 1, 3]", lambda x: x.transpose(0, 2, 1, 3)),
        "embedding": Family({"x": f32(512, 128), "i": ((lookups,), 512)}, (lookups, 128),
                            f"  %y = nn.gather %x, %i {{axis = 0 : i64}} : ({write_type((512, 128), 'f32')}, {write_type((lookups,), 'i32')}) -> "
                            f"{write_type((lookups, 128), 'f32')}", lambda x, i: x[i], moved=4 * (2 * lookups * 128 + lookups)),
        "columns": Family({"x": f32(rows, ROW)}, (ROW,),
                          f"  %f = linalg.fill ins(%zero : f32) outs(%e : {g}) -> {g}\n"
                          f"  %y = linalg.reduce {{ arith.addf }} ins(%x : {t}) outs(%f : {g}) dimensions = [0]", lambda x: x.sum(0)),
        "product": Family({"x": f32(depth, depth), "z": f32(depth, depth)}, (depth, depth),
                          f"  %f = linalg.fill ins(%zero : f32) outs(%e : {product}) -> {product}\n"
                          f"  %y = linalg.matmul ins(%x, %z : {product}, {product}) outs(%f : {product}) -> {product}", lambda x, z: x @ z),
    }
