"""Writes level-0 text op by op and, from what was written, the ops of its gradients.

    p = Program(["tp" , 4])
    x, w = p.argument("x", (8, 4)), p.argument("w", (4, 6))
    y = p.einsum("td,de->te", x, w)
    p.result("y", y)
    p.gradients(y, p.argument("dy", (8, 6)), {"dw": w})
    print(p.text())

Every op that has a gradient puts a function on the tape that writes it; `gradients` runs the tape backwards. Ops on integers and what
is written under `detached` have none.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager

from sbp.dtypes import TABLE

IS_FLOAT = {element.name for element in TABLE if element.is_float}


def type_text(shape: Sequence[int], dtype: str) -> str:
    """Returns the text of a tensor type, such as "tensor<8x4xf32>"."""
    return "tensor<" + "".join(f"{n}x" for n in shape) + dtype + ">"


class Value:
    """A tensor of the program: its name in the text ("%x"), its shape and the name of its element type ("f32")."""

    def __init__(self, name: str, shape: Sequence[int], dtype: str) -> None:
        self.name, self.shape, self.dtype = name, tuple(shape), dtype

    @property
    def type(self) -> str:
        """The type as text."""
        return type_text(self.shape, self.dtype)


# For the gradient of a result: each operand that gets one, with a function that writes it.
Backward = Callable[[Value], Iterable[tuple[Value, Callable[[], Value]]]]


class Body:
    """Scalar ops inside of a linalg.generic; arguments and results are names."""

    def __init__(self, dtype: str) -> None:
        self.dtype, self.lines, self.count = dtype, [], 0

    def op(self, text: str, dtype: str | None = None) -> str:
        """Adds a line `%sN = text : dtype`; `dtype` is that of the body unless given."""
        self.count += 1
        self.lines.append(f"    %s{self.count} = {text} : {dtype or self.dtype}")
        return f"%s{self.count}"

    def constant(self, number: float) -> str:
        """A constant of the element type of the body."""
        self.count += 1
        literal = f"{number:.17e}" if self.dtype in IS_FLOAT else str(int(number))
        self.lines.append(f"    %s{self.count} = arith.constant {literal} : {self.dtype}")
        return f"%s{self.count}"

    def binary(self, name: str, x: str, y: str) -> str:
        """`arith.namef` or `arith.namei`, by the element type."""
        return self.op(f"arith.{name}{'f' if self.dtype in IS_FLOAT else 'i'} {x}, {y}")

    def add(self, x: str, y: str) -> str:
        """x + y."""
        return self.binary("add", x, y)

    def mul(self, x: str, y: str) -> str:
        """x y."""
        return self.binary("mul", x, y)

    def math(self, name: str, x: str) -> str:
        """`math.name` of x."""
        return self.op(f"math.{name} {x}")

    def sigmoid(self, x: str) -> str:
        """The logistic function 1 / (1 + exp(-x))."""
        one = self.constant(1)
        return self.op(f"arith.divf {one}, {self.add(one, self.math('exp', self.op(f'arith.negf {x}')))}")


def rsqrt_slope(b: Body, x: str) -> str:
    """-1/2 x^(-3/2), the derivative of rsqrt."""
    root = b.math("rsqrt", x)
    return b.mul(b.constant(-0.5), b.mul(root, b.mul(root, root)))


def gelu_part(b: Body, x: str) -> str:
    """(1 + erf(x / sqrt 2)) / 2, the normal distribution function."""
    return b.mul(b.constant(0.5), b.add(b.constant(1), b.math("erf", b.mul(x, b.constant(2**-0.5)))))


def gelu_slope(b: Body, x: str) -> str:
    """The derivative of x Phi(x): Phi(x) + x phi(x)."""
    bell = b.math("exp", b.mul(b.constant(-0.5), b.mul(x, x)))
    return b.add(gelu_part(b, x), b.mul(b.mul(x, bell), b.constant(0.3989422804014327)))


def silu_slope(b: Body, x: str) -> str:
    """The derivative of x s(x): s (1 + x (1 - s))."""
    s = b.sigmoid(x)
    return b.mul(s, b.add(b.constant(1), b.mul(x, b.op(f"arith.subf {b.constant(1)}, {s}"))))


def positive(b: Body, x: str) -> str:
    """max(x, 0)."""
    return b.op(f"arith.maximumf {x}, {b.constant(0)}")


def is_positive(b: Body, x: str) -> str:
    """1 where x > 0, else 0."""
    zero, one = b.constant(0), b.constant(1)
    b.count += 1
    b.lines.append(f"    %s{b.count} = arith.cmpf ogt, {x}, {zero} : {b.dtype}")
    return b.op(f"arith.select %s{b.count}, {one}, {zero}")


def is_above(b: Body, x: str) -> str:
    """1 where x > 0, else -1."""
    return b.add(b.mul(b.constant(2), is_positive(b, x)), b.constant(-1))


# name: the function and its derivative.
UNARY = {
    "rsqrt": (lambda b, x: b.math("rsqrt", x), rsqrt_slope),
    "gelu": (lambda b, x: b.mul(x, gelu_part(b, x)), gelu_slope),
    "silu": (lambda b, x: b.mul(x, b.sigmoid(x)), silu_slope),
    "relu": (positive, is_positive),
    "abs": (lambda b, x: b.math("absf", x), is_above),
}


class Program:
    """One entry on one placement; `axes` are its names and sizes."""

    def __init__(self, *axes: tuple[str, int], name: str = "main") -> None:
        self.axes, self.entry = axes or (("p", 1),), name
        self.arguments, self.lines, self.results = [], [], []
        self.count, self.tape, self.is_taped = 0, [], True
        self.constants = {}

    # --- ports ---#

    def attributes(self, name: str, state: str | None, split: Sequence[str] | None, init: str | None = None) -> str:
        """The attributes of a port, in braces."""
        words = [f'sbp.name = "{name}"'] + ([f'sbp.state = "{state}"'] if state else []) + ([f"sbp.init = {init}"] if init else [])
        if split is not None:
            words.append(f"sbp.distribution = #sbp.distribution<@mesh, [{', '.join(split)}]>")
        return "{" + ", ".join(words) + "}"

    def argument(
        self,
        name: str,
        shape: Sequence[int],
        dtype: str = "f32",
        split: Sequence[str] | None = None,
        state: bool = False,
        init: str | None = None,
    ) -> Value:
        """`split`: one component per axis ("B", "S(0)", "P"), or None for the compiler to choose."""
        value = Value(f"%{name}", shape, dtype)
        self.arguments.append(f"{value.name}: {value.type} {self.attributes(name, name if state else None, split, init)}")
        return value

    def result(self, name: str, value: Value, split: Sequence[str] | None = None, state: str | None = None) -> None:
        """Returns `value` under `name`; `state` names the state of which it is the next value."""
        self.results.append((value, self.attributes(name, state, split)))

    def text(self) -> str:
        """The module: the placement and the entry."""
        axes = ", ".join(f'"{name}" = {size}' for name, size in self.axes)
        results = ", ".join(f"{value.type} {attributes}" for value, attributes in self.results)
        names, types = ", ".join(v.name for v, _ in self.results), ", ".join(v.type for v, _ in self.results)
        arguments = ",\n    ".join(self.arguments)
        return (
            f"sbp.placement @mesh [{axes}]\nfunc.func @{self.entry}(\n    {arguments})\n    -> ({results}) {{\n"
            + "\n".join(self.lines)
            + f"\n  return {names} : {types}\n}}\n"
        )

    # --- ops ---#

    def fresh(self, shape: Sequence[int], dtype: str = "f32") -> Value:
        """A value with a new name, which nothing computes yet."""
        self.count += 1
        return Value(f"%{self.count - 1}", shape, dtype)

    def emit(self, text: str, *kinds: tuple[Sequence[int], str]) -> list[Value]:
        """`text` with `{}` for its results, each (shape, dtype)."""
        values = [self.fresh(*kind) for kind in kinds]
        self.lines.append(f"  {', '.join(v.name for v in values)} = {text}")
        return values

    def record(self, outputs: list[Value], backward: Backward) -> None:
        """Puts the gradient of an op on the tape, unless under `detached`."""
        if self.is_taped:
            self.tape.append((outputs, backward))

    @contextmanager
    def detached(self) -> Iterator[None]:
        """Ops that are written under it have no gradient."""
        before, self.is_taped = self.is_taped, False
        yield
        self.is_taped = before

    def dense(self, numbers: Sequence[int], dtype: str = "i32") -> Value:
        """A constant vector."""
        return self.emit(
            f"arith.constant dense<[{', '.join(map(str, numbers))}]> : {type_text((len(numbers),), dtype)}", ((len(numbers),), dtype)
        )[0]

    def empty(self, shape: Sequence[int], dtype: str = "f32") -> Value:
        """A tensor without defined elements, for `outs`."""
        kind = type_text(shape, dtype)
        return self.emit(f"tensor.empty() : {kind}", (shape, dtype))[0]

    def zeros(self, shape: Sequence[int], dtype: str = "f32") -> Value:
        """A tensor of zeros."""
        zero = f"%zero_{dtype}"
        if dtype not in self.constants:
            self.constants[dtype] = zero
            literal = "0.0" if dtype in IS_FLOAT else "0"
            self.lines.insert(0, f"  {zero} = arith.constant {literal} : {dtype}")
        init = self.empty(shape, dtype)
        return self.emit(f"linalg.fill ins({zero} : {dtype}) outs({init.name} : {init.type}) -> {init.type}", (shape, dtype))[0]

    def generic(
        self,
        inputs: Sequence[Value],
        letters: Sequence[str],
        result: str | tuple[str, Sequence[int]],
        dtype: str,
        body: Callable[..., str],
        reduces: bool = False,
    ) -> Value:
        """`letters` of each input and of the `result`; `body(b, inputs.., sum)` gives the element."""
        extents = {}
        for value, word in zip(inputs, letters):
            for letter, size in zip(word, value.shape):
                assert extents.setdefault(letter, size) == size, f"{letter} is {extents[letter]} and {size}"
        if isinstance(result, tuple):
            result, sizes = result
            extents.update(zip(result, sizes))
        loops = list(dict.fromkeys(result + "".join(letters)))
        dims = ", ".join(f"d{i}" for i in range(len(loops)))
        maps = ", ".join(f"affine_map<({dims}) -> ({', '.join(f'd{loops.index(l)}' for l in word)})>" for word in [*letters, result])
        kinds = ", ".join('"parallel"' if letter in result else '"reduction"' for letter in loops)
        shape = [extents[letter] for letter in result]
        out = self.zeros(shape, dtype) if reduces else self.empty(shape, dtype)
        names = [f"%element_{i}" for i in range(len(inputs))]
        b = Body(dtype)
        element = body(b, *names, "%element_out")
        ins = f" ins({', '.join(v.name for v in inputs)} : {', '.join(v.type for v in inputs)})" if inputs else ""
        header = ", ".join([f"{n}: {v.dtype}" for n, v in zip(names, inputs)] + [f"%element_out: {dtype}"])
        return self.emit(
            f"linalg.generic {{indexing_maps = [{maps}], iterator_types = [{kinds}]}}{ins} outs({out.name} : {out.type}) {{\n"
            f"  ^bb0({header}):\n" + "\n".join(b.lines) + f"\n    linalg.yield {element} : {dtype}\n  }} -> {out.type}",
            (shape, dtype),
        )[0]

    def einsum(self, spec: str, *inputs: Sequence[Value], sizes: dict[str, int] | None = None) -> Value:
        """Products of the inputs, summed over letters that the result lacks; a letter of the result alone has a size in `sizes`."""
        words, result = spec.split("->")
        words = words.split(",")
        extents = {l: n for w, v in zip(words, inputs) for l, n in zip(w, v.shape)} | (sizes or {})
        reduces = any(letter not in result for word in words for letter in word)

        def body(b: Body, *names: str) -> str:
            product = names[0]
            for name in names[1:-1]:
                product = b.mul(product, name)
            return b.add(names[-1], product) if reduces else product

        value = self.generic(inputs, words, (result, [extents[l] for l in result]), inputs[0].dtype, body, reduces)

        def backward(gradient: Value) -> Iterator[tuple[Value, Callable[[], Value]]]:
            for i, word in enumerate(words):
                others = [(w, v) for j, (w, v) in enumerate(zip(words, inputs)) if j != i]
                yield (
                    inputs[i],
                    lambda others=others, word=word: self.einsum(
                        ",".join([result, *[w for w, _ in others]]) + "->" + word, gradient, *[v for _, v in others], sizes=extents
                    ),
                )

        self.record([value], backward)
        return value

    def add(self, x: Value, y: Value) -> Value:
        """x + y of two tensors of one shape."""
        word = "abcdefgh"[: len(x.shape)]
        value = self.generic([x, y], [word, word], word, x.dtype, lambda b, s, t, _: b.add(s, t))
        self.record([value], lambda gradient: [(x, lambda: gradient), (y, lambda: gradient)])
        return value

    def affine(self, x: Value, scale: float = 1.0, shift: float = 0.0) -> Value:
        """scale x + shift."""
        word = "abcdefgh"[: len(x.shape)]
        value = self.generic([x], [word], word, x.dtype, lambda b, s, _: b.add(b.mul(s, b.constant(scale)), b.constant(shift)))
        self.record([value], lambda gradient: [(x, lambda: self.affine(gradient, scale))])
        return value

    def unary(self, name: str, x: Value) -> Value:
        """A function of UNARY, element by element."""
        function, slope = UNARY[name]
        word = "abcdefgh"[: len(x.shape)]
        value = self.generic([x], [word], word, x.dtype, lambda b, s, _: function(b, s))
        self.record(
            [value],
            lambda gradient: [
                (x, lambda: self.generic([gradient, x], [word, word], word, x.dtype, lambda b, g, s, _: b.mul(g, slope(b, s))))
            ],
        )
        return value

    def integers(self, x: Value, y: Value | None, body: Callable[..., str]) -> Value:
        """body(b, x, y) of two tensors of one shape (y may be None)."""
        word = "abcdefgh"[: len(x.shape)]
        inputs = [x] if y is None else [x, y]
        return self.generic(inputs, [word] * len(inputs), word, x.dtype, lambda b, *names: body(b, *names[:-1]))

    def normalise(self, x: Value, gain: Value | None = None) -> Value:
        """Along the last dimension to mean 0 and variance 1, with 1e-5 in the root; times `gain`."""
        word = "abcdefgh"[: len(x.shape)]
        front, last = word[:-1], word[-1]
        mean = self.affine(self.einsum(f"{word}->{front}", x), -1.0 / x.shape[-1])
        centred = self.add(x, self.einsum(f"{front}->{word}", mean, sizes={last: x.shape[-1]}))
        variance = self.affine(self.einsum(f"{word},{word}->{front}", centred, centred), 1.0 / x.shape[-1], 1e-5)
        scaled = self.einsum(f"{word},{front}->{word}", centred, self.unary("rsqrt", variance))
        return scaled if gain is None else self.einsum(f"{word},{last}->{word}", scaled, gain)

    def softmax(self, x: Value) -> Value:
        """Along the last dimension."""
        word = "abcdefgh"[: len(x.shape)]
        init = self.empty(x.shape, x.dtype)
        value = self.emit(
            f"linalg.softmax dimension({len(x.shape) - 1}) ins({x.name} : {x.type}) outs({init.name} : {init.type}) -> {x.type}",
            (x.shape, x.dtype),
        )[0]

        def through(gradient: Value) -> Value:
            weighted = self.einsum(f"{word},{word}->{word}", gradient, value)
            total = self.affine(self.einsum(f"{word}->{word[:-1]}", weighted), -1.0)
            return self.add(weighted, self.einsum(f"{word},{word[:-1]}->{word}", value, total))

        self.record([value], lambda gradient: [(x, lambda: through(gradient))])
        return value

    def gather(self, data: Value, indices: Value, axis: int, batch: int = 0) -> Value:
        """Slices of `data` along `axis` that `indices` choose; the first `batch` dimensions are shared."""
        shape = data.shape[:axis] + indices.shape[batch:] + data.shape[axis + 1 :]
        dims = f"axis = {axis} : i64" + (f", batch_dims = {batch} : i64" if batch else "")
        value = self.emit(
            f"nn.gather {data.name}, {indices.name} {{{dims}}} : ({data.type}, {indices.type}) -> {type_text(shape, data.dtype)}",
            (shape, data.dtype),
        )[0]
        if data.dtype in IS_FLOAT:
            self.record([value], lambda gradient: [(data, lambda: self.scatter(data, indices, gradient, axis, batch))])
        return value

    def scatter(self, like: Value, indices: Value, updates: Value, axis: int, batch: int = 0) -> Value:
        """What a gather from `like` gives back: sums of `updates` where its elements were taken."""
        init = self.zeros(like.shape, like.dtype)
        dims = f"axis = {axis} : i64" + (f", batch_dims = {batch} : i64" if batch else "")
        return self.emit(
            f"nn.scatter_add {init.name}, {indices.name}, {updates.name} {{{dims}}} : ({init.type}, {indices.type}, {updates.type}) -> "
            f"{init.type}",
            (like.shape, like.dtype),
        )[0]

    def top_k(self, x: Value, k: int) -> tuple[Value, Value]:
        """Along the last dimension: values and i32 indices."""
        axis = len(x.shape) - 1
        shape = (*x.shape[:-1], k)
        values, indices = self.emit(
            f"nn.top_k {x.name} {{axis = {axis} : i64, k = {k} : i64}} : ({x.type}) -> ({type_text(shape, x.dtype)}, "
            f"{type_text(shape, 'i32')})",
            (shape, x.dtype),
            (shape, "i32"),
        )
        self.record([values], lambda gradient: [(x, lambda: self.scatter(x, indices, gradient, axis, axis))])
        return values, indices

    # --- gradients ---#

    def gradients(self, outputs: Iterable[tuple[Value, Value]], wanted: Sequence[Value]) -> list[Value | None]:
        """`outputs`: (value, its gradient); `wanted`: a list of values. The gradient of each, None where nothing depends on it."""
        found = {}

        def give(value: Value, gradient: Value) -> None:
            found[value.name] = gradient if value.name not in found else self.add(found[value.name], gradient)

        with self.detached():
            for value, gradient in outputs:
                give(value, gradient)
            needed = {value.name for value in wanted}
            depends = set(needed)
            for made, backward in self.tape:  # forwards: the values that depend on those to derive by
                if any(value.name in depends for value, _ in backward(made[0])):
                    depends.update(value.name for value in made)
            for made, backward in reversed(self.tape):
                if made[0].name not in found or made[0].name not in depends:
                    continue
                for value, write in list(backward(found[made[0].name])):
                    if value.name in depends:
                        give(value, write())
        return [found.get(value.name) for value in wanted]
