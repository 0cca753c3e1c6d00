"""The text of functions on tensors of small integers, which are exact in every type, and what they compute."""

import numpy as np

from sbp_testing.bfloats import to_bf16
from sbp_testing.host_kernels import NUMPY_TYPES


def tensor(shape, element):
    return f"tensor<{'x'.join(map(str, [*shape, element]))}>"


class Function:
    """A function under construction. A value is a name, a shape and an array of integers; `text` ends the function."""

    def __init__(self, name, element, rng, limits=(-4, 5)):
        self.name, self.element, self.rng, self.limits = name, element, rng, limits
        self.lines, self.inputs, self.count = [], [], 0

    def input(self, shape):
        values = self.rng.integers(*self.limits, shape)
        self.inputs.append((f"%x{len(self.inputs)}", shape, values))
        return self.inputs[-1]

    def add(self, line, values):
        self.count += 1
        name = f"%v{self.count}"
        self.lines.append(f"  {name} = {line}")
        return name, values.shape, values

    def type(self, value):
        return tensor(value[1], self.element)

    def slice(self, x, begin, sizes):
        result = tensor(sizes, self.element)
        ones = ", ".join("1" for _ in sizes)
        line = f"tensor.extract_slice {x[0]}[{', '.join(map(str, begin))}] [{', '.join(map(str, sizes))}] [{ones}] : {self.type(x)} to {result}"
        return self.add(line, x[2][tuple(slice(b, b + s) for b, s in zip(begin, sizes))])

    def transpose(self, x, order):
        shape = [x[1][d] for d in order]
        empty = self.add(f"tensor.empty() : {tensor(shape, self.element)}", np.zeros(shape))
        line = f"linalg.transpose ins({x[0]} : {self.type(x)}) outs({empty[0]} : {self.type(empty)}) permutation = {list(order)}"
        return self.add(line, np.transpose(x[2], order))

    def reshape(self, x, groups, shape):
        form = ", ".join(f"[{', '.join(map(str, group))}]" for group in groups)
        if len(shape) > len(x[1]):
            line = f"tensor.expand_shape {x[0]} [{form}] output_shape {list(shape)} : {self.type(x)} into {tensor(shape, self.element)}"
        else:
            line = f"tensor.collapse_shape {x[0]} [{form}] : {self.type(x)} into {tensor(shape, self.element)}"
        return self.add(line, x[2].reshape(shape))

    def concat(self, dim, *pieces):
        values = np.concatenate([piece[2] for piece in pieces], dim)
        names, types = ", ".join(piece[0] for piece in pieces), ", ".join(map(self.type, pieces))
        return self.add(f"tensor.concat dim({dim}) {names} : ({types}) -> {tensor(values.shape, self.element)}", values)

    def each(self, body, compute, shape, *reads):
        """An elementwise op; `reads` are values and the loops that index them."""
        loops = [f"d{i}" for i in range(len(shape))]
        maps = [
            f"affine_map<({', '.join(loops)}) -> ({', '.join(f'd{i}' for i in used)})>" for _, used in (*reads, (None, range(len(shape))))
        ]
        empty = self.add(f"tensor.empty() : {tensor(shape, self.element)}", np.zeros(shape))
        kinds = ", ".join('"parallel"' for _ in shape)
        arguments = ", ".join(f"%a{i}: {self.element}" for i in range(len(reads)))
        names, types = ", ".join(x[0] for x, _ in reads), ", ".join(self.type(x) for x, _ in reads)
        line = (
            f"linalg.generic {{indexing_maps = [{', '.join(maps)}], iterator_types = [{kinds}]}} ins({names} : {types}) "
            f"outs({empty[0]} : {self.type(empty)}) {{ ^bb0({arguments}, %old: {self.element}): {body} linalg.yield %r : {self.element} }} -> {self.type(empty)}"
        )
        arrays = []
        for x, used in reads:
            order = sorted(range(len(used)), key=lambda i: used[i])
            wide = [x[1][used.index(i)] if i in used else 1 for i in range(len(shape))]
            arrays.append(np.transpose(x[2], order).reshape(wide))
        return self.add(line, np.broadcast_to(compute(*arrays), shape))

    def op(self, name):
        return f"arith.{name}{'f' if self.element[0] in 'fb' else 'i'}"

    def negate(self, x):
        zero = f"%z = arith.constant 0{'.0' if self.element[0] in 'fb' else ''} : {self.element}"
        body = f"{zero} %r = {self.op('sub')} %z, %a0 : {self.element}"
        return self.each(body, lambda a: -a, x[1], (x, range(len(x[1]))))

    def rotate(self, x, turned, cos, sin, loops):
        body = " ".join(
            f"%{result} = {self.op(name)} %{left}, %{right} : {self.element}"
            for result, name, left, right in (("p", "mul", "a0", "a1"), ("q", "mul", "a2", "a3"), ("r", "add", "p", "q"))
        )
        every = range(len(x[1]))
        return self.each(body, lambda a, b, c, d: a * b + c * d, x[1], (x, every), (cos, loops), (turned, every), (sin, loops))

    def text(self, *results):
        arguments = ", ".join(f"{name}: {tensor(shape, self.element)}" for name, shape, _ in self.inputs)
        types = ", ".join(map(self.type, results))
        self.expected = [value[2] for value in results]
        lines = "\n".join(self.lines)
        return f"func.func @{self.name}({arguments}) -> ({types}) {{\n{lines}\n  return {', '.join(r[0] for r in results)} : {types}\n}}\n"

    def narrow(self, values):
        return to_bf16(values.astype(np.float32)) if self.element == "bf16" else values.astype(NUMPY_TYPES[self.element])

    def product(self, x, weight):
        """x W^T in f32, for x of (..., k) and weights of (n, k)."""
        *outer, k = x[1]
        loops = [f"d{i}" for i in range(len(outer))]
        maps = ", ".join(
            f"affine_map<({', '.join([*loops, 'n', 'k'])}) -> ({', '.join(used)})>" for used in ([*loops, "k"], ["n", "k"], [*loops, "n"])
        )
        shape = [*outer, weight[1][0]]
        result = tensor(shape, "f32")
        widen = [f"%{n} = arith.extf %{o} : {self.element} to f32" for n, o in (("wa", "a"), ("wb", "b"))] if self.element != "f32" else []
        a, b = ("%wa", "%wb") if widen else ("%a", "%b")
        kinds = ", ".join(['"parallel"'] * (len(shape)) + ['"reduction"'])
        self.count += 1
        n = self.count
        self.lines.append(
            f"  %z{n} = arith.constant 0.0 : f32\n  %e{n} = tensor.empty() : {result}\n"
            f"  %f{n} = linalg.fill ins(%z{n} : f32) outs(%e{n} : {result}) -> {result}\n"
            f"  %p{n} = linalg.generic {{indexing_maps = [{maps}], iterator_types = [{kinds}]}} "
            f"ins({x[0]}, {weight[0]} : {self.type(x)}, {self.type(weight)}) outs(%f{n} : {result}) {{\n"
            f"  ^bb0(%a: {self.element}, %b: {self.element}, %s: f32):\n    {' '.join(widen)} %m = arith.mulf {a}, {b} : f32 "
            f"%t = arith.addf %s, %m : f32 linalg.yield %t : f32 }} -> {result}"
        )
        values = np.matmul(x[2], weight[2].T)
        if self.element == "f32":
            return f"%p{n}", values.shape, values
        every = f"affine_map<({', '.join(loops + ['n'])}) -> ({', '.join(loops + ['n'])})>"
        empty = self.add(f"tensor.empty() : {tensor(shape, self.element)}", values)
        parallel = ", ".join(['"parallel"'] * len(shape))
        return self.add(
            f"linalg.generic {{indexing_maps = [{every}, {every}], iterator_types = [{parallel}]}} ins(%p{n} : {result}) "
            f"outs({empty[0]} : {self.type(empty)}) {{ ^bb0(%a: f32, %o: {self.element}): %r = arith.truncf %a : f32 to {self.element} "
            f"linalg.yield %r : {self.element} }} -> {self.type(empty)}",
            values,
        )
