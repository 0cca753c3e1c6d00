"""Random regions against numpy: every fusion must keep the values. The seed of a failing program is printed.

random_programs.py [COUNT [FIRST_SEED]]
"""

import sys

import numpy as np

from sbp_testing.compared import Compared
from sbp_testing.host_kernels import NUMPY_TYPES, compile_text

UNARY = {"math.tanh": np.tanh, "arith.negf": np.negative, "math.absf": np.abs}
BINARY = {"arith.addf": np.add, "arith.subf": np.subtract, "arith.mulf": np.multiply, "arith.maximumf": np.maximum}
REDUCTIONS = {"arith.addf": (np.sum, "0.0"), "arith.maximumf": (np.max, "-1.0e6")}


class Program:
    """Grows op by op; `values` maps SSA names to what numpy says they hold."""

    def __init__(self, seed):
        self.rng = np.random.default_rng(seed)
        self.type = ["f64", "f32"][seed % 2]
        self.lines, self.values, self.arguments, self.counter = [], {}, [], 0
        for _ in range(self.rng.integers(1, 4)):
            rank = self.rng.integers(1, 4)
            value = self.rng.standard_normal([int(self.rng.choice([1, 2, 3, 5, 17])) for _ in range(rank)])
            name = f"%arg{len(self.arguments)}"
            self.arguments.append((name, value.astype(NUMPY_TYPES[self.type])))
            self.values[name] = self.arguments[-1][1].astype(np.float64)
        self.lines.append(f"  %zero = arith.constant 0.0 : {self.type}\n  %low = arith.constant -1.0e6 : {self.type}")
        for _ in range(self.rng.integers(3, 14)):
            step = self.rng.choice(
                [
                    self.unary,
                    self.binary,
                    self.broadcast,
                    self.reduction,
                    self.transpose,
                    self.reshape,
                    self.slice,
                    self.concat,
                    self.pad,
                    self.matmul,
                    self.gather,
                    self.normalize,
                ]
            )
            step()
        names = [name for name in self.values if not name.startswith("%arg")] or list(self.values)
        count = min(len(names), int(self.rng.integers(1, 4)))
        self.results = list(self.rng.choice(names[-6:], count)) + [names[-1]]

    def tensor(self, shape):
        return "tensor<" + "".join(f"{n}x" for n in shape) + self.type + ">"

    def pick(self, minimum=1):
        names = [name for name, value in self.values.items() if value.ndim >= minimum and value.size]
        return str(self.rng.choice(names[-5:])) if names else None

    def add(self, value, text):
        name = f"%v{self.counter}"
        self.counter += 1
        # Values stay near 1, so that one bound fits all programs.
        self.values[name] = value
        self.lines.append("  " + text.replace("%R", name).replace("%E", name + "_e").replace("%F", name + "_f"))
        return name

    def empty(self, shape):
        return f"%E = tensor.empty() : {self.tensor(shape)}\n  "

    def fill(self, shape, scalar):
        return self.empty(shape) + (
            f"%F = linalg.fill ins({scalar} : {self.type}) outs(%E : {self.tensor(shape)}) -> {self.tensor(shape)}\n  "
        )

    def generic(self, maps, kinds, operands, out_shape, body, init="%E"):
        text = ", ".join(f"affine_map<({', '.join(f'd{i}' for i in range(len(kinds)))}) -> ({', '.join(m)})>" for m in maps)
        types = ", ".join(self.tensor(self.values[name].shape) for name in operands)
        block = ", ".join(f"%a{i}: {self.type}" for i in range(len(operands)))
        loops = ", ".join(f'"{kind}"' for kind in kinds)
        return (
            f"%R = linalg.generic {{indexing_maps = [{text}], iterator_types = [{loops}]}} ins({', '.join(operands)} : {types})"
            f" outs({init} : {self.tensor(out_shape)}) {{\n  ^bb0({block}, %o: {self.type}):\n    {body}\n"
            f"    linalg.yield %r : {self.type}\n  }} -> {self.tensor(out_shape)}"
        )

    def elementwise(self, op, function, operands, maps, shape, value):
        body = f"%r = {op} {', '.join(f'%a{i}' for i in range(len(operands)))} : {self.type}"
        identity = [f"d{i}" for i in range(len(shape))]
        self.add(value, self.empty(shape) + self.generic(maps + [identity], ["parallel"] * len(shape), operands, shape, body))

    def unary(self):
        op, function = list(UNARY.items())[self.rng.integers(len(UNARY))]
        name = self.pick()
        value = self.values[name]
        self.elementwise(op, function, [name], [[f"d{i}" for i in range(value.ndim)]], value.shape, function(value))

    def binary(self):
        op, function = list(BINARY.items())[self.rng.integers(len(BINARY))]
        name = self.pick()
        shape = self.values[name].shape
        other = str(self.rng.choice([n for n, v in self.values.items() if v.shape == shape]))
        dims = [f"d{i}" for i in range(len(shape))]
        self.elementwise(op, function, [name, other], [dims, dims], shape, function(self.values[name], self.values[other]))

    def broadcast(self):
        """big op small, `small` along some of the dims, kept dims of size 1 included."""
        name = self.pick(2)
        if name is None:
            return
        big = self.values[name]
        for other in self.rng.permutation(list(self.values)):
            small = self.values[str(other)]
            if 0 < small.ndim <= big.ndim and small.ndim < 4:
                for offset in range(big.ndim - small.ndim + 1):
                    part = big.shape[offset : offset + small.ndim]
                    if all(s in (1, b) for s, b in zip(small.shape, part)):
                        dims = [f"d{offset + i}" if s == b else "0" for i, (s, b) in enumerate(zip(small.shape, part))]
                        shaped = small.reshape(small.shape + (1,) * (big.ndim - offset - small.ndim))
                        op, function = list(BINARY.items())[self.rng.integers(len(BINARY))]
                        self.elementwise(
                            op, function, [name, str(other)], [[f"d{i}" for i in range(big.ndim)], dims], big.shape, function(big, shaped)
                        )
                        return

    def reduction(self):
        name = self.pick()
        value = self.values[name]
        axis = int(self.rng.integers(value.ndim))
        keep = bool(self.rng.integers(2))
        op, (function, neutral) = list(REDUCTIONS.items())[self.rng.integers(2)]
        result = function(value, axis=axis, keepdims=keep)
        dims = [f"d{i}" for i in range(value.ndim)]
        out = ["0" if i == axis else d for i, d in enumerate(dims)] if keep else dims[:axis] + dims[axis + 1 :]
        kinds = ["reduction" if i == axis else "parallel" for i in range(value.ndim)]
        scalar = "%zero" if neutral == "0.0" else "%low"
        self.add(
            result,
            self.fill(result.shape, scalar)
            + self.generic([dims, out], kinds, [name], result.shape, f"%r = {op} %o, %a0 : {self.type}", "%F"),
        )

    def normalize(self):
        """x - max(x) over the last dim, as softmax begins: a row-wise chain."""
        name = self.pick(2)
        if name is None:
            return
        value = self.values[name]
        dims = [f"d{i}" for i in range(value.ndim)]
        top = value.max(axis=-1)
        kinds = ["parallel"] * (value.ndim - 1) + ["reduction"]
        maximum = self.add(
            top,
            self.fill(top.shape, "%low")
            + self.generic([dims, dims[:-1]], kinds, [name], top.shape, f"%r = arith.maximumf %o, %a0 : {self.type}", "%F"),
        )
        self.elementwise("arith.subf", None, [name, maximum], [dims, dims[:-1]], value.shape, value - top[..., None])
        shifted = f"%v{self.counter - 1}"
        self.elementwise("math.tanh", None, [shifted], [dims], value.shape, np.tanh(self.values[shifted]))

    def transpose(self):
        name = self.pick(2)
        if name is None:
            return
        value = self.values[name]
        order = [int(i) for i in self.rng.permutation(value.ndim)]
        result = value.transpose(order)
        self.add(
            result,
            self.empty(result.shape) + f"%R = linalg.transpose ins({name} : {self.tensor(value.shape)})"
            f" outs(%E : {self.tensor(result.shape)}) permutation = {order}",
        )

    def reshape(self):
        name = self.pick()
        value = self.values[name]
        if value.ndim >= 2 and self.rng.integers(2):
            at = int(self.rng.integers(value.ndim - 1))
            shape = value.shape[:at] + (value.shape[at] * value.shape[at + 1],) + value.shape[at + 2 :]
            groups = [[i] for i in range(at)] + [[at, at + 1]] + [[i] for i in range(at + 2, value.ndim)]
            self.add(
                value.reshape(shape), f"%R = tensor.collapse_shape {name} {groups} : {self.tensor(value.shape)} into {self.tensor(shape)}"
            )
        elif value.ndim <= 3:
            at = int(self.rng.integers(value.ndim))
            size = value.shape[at]
            factor = int(self.rng.choice([f for f in range(1, size + 1) if size % f == 0]))
            shape = value.shape[:at] + (factor, size // factor) + value.shape[at + 1 :]
            groups = [[i] for i in range(at)] + [[at, at + 1]] + [[i + 1] for i in range(at + 1, value.ndim)]
            self.add(
                value.reshape(shape),
                f"%R = tensor.expand_shape {name} {groups} output_shape {list(shape)} :"
                f" {self.tensor(value.shape)} into {self.tensor(shape)}",
            )

    def slice(self):
        name = self.pick()
        value = self.values[name]
        offsets = [int(self.rng.integers(n)) for n in value.shape]
        sizes = [int(self.rng.integers(1, n - o + 1)) for n, o in zip(value.shape, offsets)]
        result = value[tuple(slice(o, o + s) for o, s in zip(offsets, sizes))]
        self.add(
            result,
            f"%R = tensor.extract_slice {name}{offsets} {sizes} {[1] * value.ndim} : {self.tensor(value.shape)} to {self.tensor(sizes)}",
        )

    def concat(self):
        name = self.pick()
        value = self.values[name]
        axis = int(self.rng.integers(value.ndim))
        result = np.concatenate([value, value], axis=axis)
        if result.size > 4000:
            return
        self.add(
            result,
            f"%R = tensor.concat dim({axis}) {name}, {name} : ({self.tensor(value.shape)}, {self.tensor(value.shape)}) -> {self.tensor(result.shape)}",
        )

    def pad(self):
        name = self.pick()
        value = self.values[name]
        low = [int(self.rng.integers(2)) for _ in value.shape]
        high = [int(self.rng.integers(2)) for _ in value.shape]
        result = np.pad(value, list(zip(low, high)))
        indices = ", ".join(f"%i{i}: index" for i in range(value.ndim))
        self.add(
            result,
            f"%R = tensor.pad {name} low{low} high{high} {{\n  ^bb0({indices}):\n    tensor.yield %zero : {self.type}\n"
            f"  }} : {self.tensor(value.shape)} to {self.tensor(result.shape)}",
        )

    def matmul(self):
        name = self.pick(2)
        if name is None:
            return
        a = self.values[name]
        for other in self.rng.permutation(list(self.values)):
            b = self.values[str(other)]
            if b.ndim == 2 and a.shape[-1] in b.shape:
                across = b.shape[0] == a.shape[-1]
                result = np.tanh(0) + a @ (b if across else b.T)
                m = [f"d{i}" for i in range(a.ndim - 1)]
                n, k = f"d{a.ndim - 1}", f"d{a.ndim}"
                kinds = ["parallel"] * a.ndim + ["reduction"]
                body = f"%p = arith.mulf %a0, %a1 : {self.type}\n    %r = arith.addf %o, %p : {self.type}"
                self.add(
                    result,
                    self.fill(result.shape, "%zero")
                    + self.generic([m + [k], [k, n] if across else [n, k], m + [n]], kinds, [name, str(other)], result.shape, body, "%F"),
                )
                return

    def gather(self):
        """Rows in reverse, read in the body."""
        name = self.pick()
        value = self.values[name]
        result = value[::-1]
        dims = [f"d{i}" for i in range(value.ndim)]
        lines = [f"%i{i} = linalg.index {i} : index" for i in range(value.ndim)]
        lines += [f"%c = arith.constant {value.shape[0] - 1} : index", "%j = arith.subi %c, %i0 : index"]
        at = ", ".join(["%j"] + [f"%i{i}" for i in range(1, value.ndim)])
        lines.append(f"%r = tensor.extract {name}[{at}] : {self.tensor(value.shape)}")
        text = self.generic([dims], ["parallel"] * value.ndim, [], value.shape, "\n    ".join(lines))
        text = text.replace("ins( : ) ", "").replace("^bb0(, %o", "^bb0(%o")
        self.add(result, self.empty(value.shape) + text)

    def text(self, name):
        arguments = ", ".join(f"{n}: {self.tensor(v.shape)}" for n, v in self.arguments)
        types = ", ".join(self.tensor(self.values[n].shape) for n in self.results)
        body = "\n".join(self.lines)
        return f"func.func @{name}({arguments}) -> ({types}) {{\n{body}\n  return {', '.join(self.results)} : {types}\n}}"


def main():
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 100
    first = int(sys.argv[2]) if len(sys.argv) > 2 else 0
    programs = {f"p{seed}": Program(seed) for seed in range(first, first + count)}
    regions = compile_text("\n".join(program.text(name) for name, program in programs.items()))
    worst = {}
    for name, program in programs.items():
        found = regions[name](*[value for _, value in program.arguments])
        for result, array in zip(program.results, found if isinstance(found, list) else [found]):
            wanted = program.values[result]
            scale = max([1.0] + [float(np.abs(v).max()) for v in program.values.values() if v.size])
            bound = scale * scale * (1e-12 if program.type == "f64" else 3e-4)
            difference = np.max(np.abs(array - wanted), initial=0)
            worst[program.type] = max(worst.get(program.type, (0, 0, 0)), (difference / bound, difference, bound))
            if not (np.abs(array - wanted) <= bound).all():
                print(program.text(name))
                sys.exit(f"{name}: {result} differs by {np.abs(array - wanted).max()}, bound {bound}")
    compared = Compared()
    for kind, (_, difference, bound) in sorted(worst.items()):
        compared.measure(f"nearest to its bound, {kind}", difference, bound)
    compared.show("element types")
    print(count, "programs agree")


main()
