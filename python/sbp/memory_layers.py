"""Memory layers of five papers as level-0 text, forward and backward: PKM, PEER, Memory+, UltraMem, UltraMemV2.

    layer = PKM(width=256, heads=4, keys=256, slots=16, value_width=256)
    text = write(layer, tokens=256, axes=[("tp", 4)], table="width")

A layer is a dataclass of sizes; `layer.build(program, tokens)` writes its forward part and returns (x, y, parameters). `write` makes a
whole entry: x, dy and the parameters go in; y and the gradients of x and of all parameters come out. Tables lie copied, by "rows", by
"width", or by "both" on two axes; tokens are split wherever the table is (`tokens="split"`), or whole.

Product keys: Lample et al. 2019 (PKM), He 2024 (PEER), Berges et al. 2024 (Memory+); Huang et al. 2024 (UltraMem), 2025 (UltraMemV2).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Protocol

from sbp.level0 import Body, Program, Value, type_text


class Layer(Protocol):
    """What `write` needs of a layer: its width, and its forward part."""

    width: int

    def build(self, p: Program, x: Value, parameters: list[Value], split: Sequence[str] | None = None) -> Value:
        """Writes y of x [tokens, width]; appends its parameters. `split`: the distribution of its tables, or None."""
        ...


def pairs_that_can_win(slots: int) -> list[tuple[int, int]]:
    """Positions (i, j) in two lists sorted downwards whose sum can be among the `slots` greatest, in the order of the full grid."""
    return [(i, j) for i in range(slots) for j in range(slots) if (i + 1) * (j + 1) <= slots]


@dataclass
class ProductKeys:
    """Rows i * keys + j by the sum of two scores: [tokens, heads, slots] rows and scores."""

    heads: int
    keys: int
    slots: int
    key_width: int  # of one half

    def build(self, p: Program, x: Value, parameters: list[Value]) -> tuple[Value, Value]:
        """Appends query, keys and gain to `parameters`; returns rows and softmax of scores, both [tokens, heads, slots]."""
        width = x.shape[1]
        query = p.argument("query", (width, self.heads, 2, self.key_width))
        keys = p.argument("keys", (self.heads, 2, self.keys, self.key_width))
        gain = p.argument("query_gain", (self.key_width,))
        parameters += [query, keys, gain]
        q = p.normalise(p.einsum("td,dhsk->thsk", x, query), gain)
        rows, best = self.choose(p, p.einsum("thsk,hsnk->sthn", q, keys))
        return rows, p.softmax(best)

    def choose(self, p: Program, scores: Value) -> tuple[Value, Value]:
        """Rows and their sums out of the scores of both halves, [2, tokens, heads, keys]."""
        values, indices = p.top_k(scores, self.slots)
        halves = [(self.half(p, values, s), self.half(p, indices, s)) for s in range(2)]
        pairs = pairs_that_can_win(self.slots)
        first, second = (p.dense([pair[s] for pair in pairs]) for s in range(2))
        sums = p.add(p.gather(halves[0][0], first, 2), p.gather(halves[1][0], second, 2))
        rows = p.integers(
            p.gather(halves[0][1], first, 2), p.gather(halves[1][1], second, 2), lambda b, i, j: b.add(b.mul(i, b.constant(self.keys)), j)
        )
        best, places = p.top_k(sums, self.slots)
        return p.gather(rows, places, 2, 2), best

    @staticmethod
    def half(p: Program, both: Value, side: int) -> Value:
        """[2, ...] -> [...] of one side."""
        at = p.emit(f"arith.constant dense<{side}> : tensor<i32>", ((), "i32"))[0]
        return p.gather(both, at, 0)


def bag(
    p: Program, values: Value, rows: Value, scores: Value, segment: Value | None = None, segments: int | None = None, token_dims: int = 1
) -> Value:
    """Weighted sums of rows, with its gradients: all three are derivatives of one trilinear form."""
    shape = rows.shape[:token_dims] + ((segments,) if segments else ()) + values.shape[1:]
    operands, at = [values, rows, scores], ""
    if segments:
        operands.append(segment)
        at = f" into {segment.name}"
    kinds = ", ".join(v.type for v in operands)
    count = f" {{segments = {segments} : i64}}" if segments else ""
    y = p.emit(
        f"memory_layer.bag {values.name}, {rows.name}, {scores.name}{at}{count} : ({kinds}) -> {type_text(shape, scores.dtype)}",
        (shape, scores.dtype),
    )[0]
    p.record(
        [y],
        lambda dy: [
            (scores, lambda: row_dot(p, values, rows, dy, segment)),
            (values, lambda: add_outer(p, values, rows, scores, dy, segment)),
        ],
    )
    return y


def row_dot(p: Program, values: Value, rows: Value, z: Value, segment: Value | None = None) -> Value:
    """Products of rows of a table [rows, width] with `z`: [tokens, heads, slots], with a core more where the table has cores."""
    shape = rows.shape + values.shape[1:-1]
    operands = [values, rows, z] + ([segment] if segment else [])
    at = f" at {segment.name}" if segment else ""
    g = p.emit(
        f"memory_layer.row_dot {values.name}, {rows.name}, {z.name}{at} : ({', '.join(v.type for v in operands)}) -> "
        f"{type_text(shape, z.dtype)}",
        (shape, z.dtype),
    )[0]
    p.record([g], lambda dg: [(z, lambda: bag(p, values, rows, dg, segment)), (values, lambda: add_outer(p, values, rows, dg, z, segment))])
    return g


def add_outer(p: Program, like: Value, rows: Value, scores: Value, z: Value, segment: Value | None = None) -> Value:
    """The gradient of the table `like`: `scores` times `z` added to each of `rows`; it has no gradient of its own."""
    init = p.zeros(like.shape, like.dtype)
    operands = [init, rows, scores, z] + ([segment] if segment else [])
    at = f" at {segment.name}" if segment else ""
    return p.emit(
        f"memory_layer.add_outer {init.name}, {rows.name}, {scores.name}, {z.name}{at} : ({', '.join(v.type for v in operands)}) -> "
        f"{init.type}",
        (like.shape, like.dtype),
    )[0]


@dataclass
class PKM:
    """y = sum over heads and slots of softmax(scores) values[row]."""

    width: int
    heads: int
    keys: int
    slots: int
    key_width: int
    value_width: int

    def retrieve(self, p: Program, x: Value, parameters: list[Value]) -> tuple[Value, Value]:
        """Rows and their softmax of scores, [tokens, heads, slots]."""
        return ProductKeys(self.heads, self.keys, self.slots, self.key_width).build(p, x, parameters)

    def table(self, p: Program, name: str, width: int, split: Sequence[str] | None) -> Value:
        """A parameter of keys^2 rows."""
        return p.argument(name, (self.keys**2, width), split=split)

    def build(self, p: Program, x: Value, parameters: list[Value], split: Sequence[str] | None = None) -> Value:
        """Writes y [tokens, value_width] and appends the parameters."""
        rows, scores = self.retrieve(p, x, parameters)
        values = self.table(p, "values", self.value_width, split)
        parameters.append(values)
        return bag(p, values, rows, scores)


@dataclass
class PEER(PKM):
    """y = sum of softmax(scores) gelu(down[row] . x) values[row]; the value width is that of the layer."""

    def build(self, p: Program, x: Value, parameters: list[Value], split: Sequence[str] | None = None) -> Value:
        """Writes y [tokens, value_width] and appends the parameters."""
        rows, scores = self.retrieve(p, x, parameters)
        down, values = self.table(p, "down", self.width, split), self.table(p, "values", self.value_width, split)
        parameters += [down, values]
        hidden = p.unary("gelu", row_dot(p, down, rows, x))
        return bag(p, values, rows, p.einsum("thm,thm->thm", scores, hidden))


@dataclass
class MemoryPlus(PKM):
    """y = out (pooled * silu(x gate)), pooled as in PKM."""

    def build(self, p: Program, x: Value, parameters: list[Value], split: Sequence[str] | None = None) -> Value:
        """Writes y [tokens, width] and appends the parameters."""
        pooled = super().build(p, x, parameters, split)
        gate = p.argument("gate", (self.width, self.value_width))
        out = p.argument("out", (self.value_width, self.width))
        parameters += [gate, out]
        gated = p.einsum("tv,tv->tv", pooled, p.unary("silu", p.einsum("td,dv->tv", x, gate)))
        return p.einsum("tv,vd->td", gated, out)


@dataclass
class TuckerKeys:
    """Rows i * keys + j by sums of products of factors with small cores: [tokens, heads, chosen] rows, [.., cores] scores.

    `u` and `v` are the leading singular vectors of each head's sum of cores: v comes in, eight power steps are made, the next v is a
    result ("next_v"); their sign chooses the rows, so it is kept. They and all indices have no gradient.
    """

    heads: int
    keys: int
    slots: int
    chosen: int
    rank: int
    cores: int
    key_width: int
    query_per_rank: bool

    def build(self, p: Program, x: Value, parameters: list[Value]) -> tuple[Value, Value]:
        """Appends query, keys, gains and core; returns rows [tokens, heads, chosen] and scores [tokens, heads, chosen, cores]."""
        width, r, k = x.shape[1], self.rank, self.key_width
        shape = (width, 2, r, k) if self.query_per_rank else (width, 2, k)
        query, gain = p.argument("query", shape), p.argument("query_gain", (k,))
        keys, key_gain = p.argument("keys", (2, self.heads, r, self.keys, k)), p.argument("key_gain", (k,))
        core = p.argument("core", (self.heads, self.cores, r, r))
        parameters += [query, gain, keys, key_gain, core]
        letters = "srk" if self.query_per_rank else "sk"
        q = p.normalise(p.einsum(f"td,d{letters}->t{letters}", x, query), gain)
        scores = p.einsum(f"t{letters},shrnk->sthrn", q, p.normalise(keys, key_gain))
        row_scores, column_scores = (ProductKeys.half(p, scores, s) for s in range(2))
        with p.detached():
            u, v = self.find_vectors(p, core)
            row_places = p.top_k(p.einsum("hr,thrn->thn", u, row_scores), self.slots)[1]
            column_places = p.top_k(p.einsum("hr,thrn->thn", v, column_scores), self.slots)[1]
        row, column = p.gather(row_scores, row_places, 3, 2), p.gather(column_scores, column_places, 3, 2)
        first, second, chosen = self.choose(p, row, column, core)
        i, j = p.gather(row_places, first, 2, 2), p.gather(column_places, second, 2, 2)
        return p.integers(i, j, lambda b, x, y: b.add(b.mul(x, b.constant(self.keys)), y)), chosen

    def find_vectors(self, p: Program, core: Value) -> tuple[Value, Value]:
        """The leading singular vectors u and v, [heads, rank], of the sum of cores by eight power steps from the input "v"."""
        v = p.argument("v", (self.heads, self.rank))
        total = p.einsum("hcab->hab", core)
        for _ in range(8):
            v = self.to_length_one(p, p.einsum("hab,ha->hb", total, p.einsum("hab,hb->ha", total, v)))
        p.result("next_v", v)
        return self.to_length_one(p, p.einsum("hab,hb->ha", total, v)), v

    @staticmethod
    def to_length_one(p: Program, vector: Value) -> Value:
        """Rows of `vector` [heads, rank] divided by their Euclidean norms."""
        return p.einsum("hr,h->hr", vector, p.unary("rsqrt", p.einsum("hr,hr->h", vector, vector)))

    def choose(self, p: Program, row: Value, column: Value, core: Value) -> tuple[Value, Value, Value]:
        """Positions in rows and in columns [tokens, heads, chosen] of the greatest sums over cores, and the scores of each core."""
        front = row.shape[:2] + (self.chosen,)
        kinds = [(front, "f32"), (front, "i32"), (front, "i32"), (front + (self.cores,), "f32")]
        _, first, second, scores = p.emit(
            f"memory_layer.tucker_top_k {row.name}, {column.name}, {core.name} {{k = {self.chosen} : i64}} : ({row.type}, {column.type}, "
            f"{core.type}) -> ({', '.join(type_text(*kind) for kind in kinds)})",
            *kinds,
        )

        def backward(gradient: Value) -> Iterator[tuple[Value, Callable[[], Value]]]:  # of each core's row^T core column at the winners
            a, b = (lambda: p.gather(row, first, 3, 2)), (lambda: p.gather(column, second, 3, 2))
            yield core, lambda: p.einsum("thkc,thak,thbk->hcab", gradient, a(), b())
            yield row, lambda: p.scatter(row, first, p.einsum("thkc,hcab,thbk->thak", gradient, core, b()), 3, 2)
            yield column, lambda: p.scatter(column, second, p.einsum("thkc,hcab,thak->thbk", gradient, core, a()), 3, 2)

        p.record([scores], backward)
        return first, second, scores


def add_constant_rows(p: Program, rows: Value, base: int, window: int, total: int) -> Value:
    """Row `rows` of a window of a table that several layers share, which begins at `base` and goes round."""

    def place(b: Body, row: str, _: object = None) -> str:
        inside = b.op(f"arith.remsi {row}, {b.constant(window)}")
        return b.op(f"arith.remsi {b.add(inside, b.constant(base))}, {b.constant(total)}")

    return p.integers(rows, None, place)


@dataclass
class UltraMem:
    """y = sum over blocks of pooled[block] out[block]; a logical row stands for a block and a row of the table through `permutation`.

    The table has keys^2 / blocks rows of cores x value_width / cores; columns of a core get that core's score.
    """

    width: int
    heads: int
    keys: int  # a side, of the logical rows
    slots: int
    chosen: int
    rank: int
    cores: int
    blocks: int
    key_width: int
    value_width: int
    penalty: float = 0.0  # of second singular values above `margin` (rank 2): the auxiliary loss
    margin: float = 0.15

    def build(self, p: Program, x: Value, parameters: list[Value], split: Sequence[str] | None = None) -> Value:
        """Writes y [tokens, width] and appends the parameters; with a penalty it adds the result "penalty"."""
        finder = TuckerKeys(self.heads, self.keys, self.slots, self.chosen, self.rank, self.cores, self.key_width, query_per_rank=False)
        logical, scores = finder.build(p, x, parameters)
        count = self.keys**2 // self.blocks
        permutation = p.argument("permutation", (self.keys**2,), "i32")
        virtual = p.gather(permutation, logical, 0)
        block = p.integers(virtual, None, lambda b, i: b.op(f"arith.divsi {i}, {b.constant(count)}"))
        rows = p.integers(virtual, None, lambda b, i: b.op(f"arith.remsi {i}, {b.constant(count)}"))
        columns = self.value_width // self.cores
        if split is not None:  # width is the last dimension
            split = [component.replace("S(1)", "S(2)") for component in split]
        values = p.argument("values", (count, self.cores, columns), split=split)
        out = p.argument("out", (self.blocks, self.cores, columns, self.width))
        core = next(value for value in parameters if value.name == "%core")
        parameters += [values, out]
        pooled = bag(p, values, rows, scores, block, self.blocks)
        if self.penalty:
            p.result("penalty", self.write_penalty(p, core))
        return p.einsum("tecw,ecwd->td", pooled, out)

    def write_penalty(self, p: Program, core: Value) -> Value:
        """penalty * sum over heads of max(0, second singular value - margin)^2: |det| = product, |core|^2 = sum of squares."""
        assert self.rank == 2, "the second singular value is written for rank 2"
        total = p.einsum("hcab->hab", core)
        squares = p.einsum("hab,hab->h", total, total)
        ends = [
            p.emit(f"arith.constant dense<{rows}> : tensor<2x2xf32>", ((2, 2), "f32"))[0]
            for rows in ("[[1.0, 0.0], [0.0, 0.0]]", "[[0.0, 0.0], [0.0, 1.0]]")
        ]
        off = [
            p.emit(f"arith.constant dense<{rows}> : tensor<2x2xf32>", ((2, 2), "f32"))[0]
            for rows in ("[[0.0, 1.0], [0.0, 0.0]]", "[[0.0, 0.0], [1.0, 0.0]]")
        ]
        pick = lambda mask: p.einsum("hab,ab->h", total, mask)
        determinant = p.add(
            p.einsum("h,h->h", pick(ends[0]), pick(ends[1])), p.affine(p.einsum("h,h->h", pick(off[0]), pick(off[1])), -1.0)
        )
        # s1 + s2 and s1 - s2 are roots of |core|^2 + 2 |det| and |core|^2 - 2 |det|.
        size = p.unary("abs", determinant)
        root = lambda x: p.einsum("h,h->h", x, p.unary("rsqrt", p.affine(x, 1.0, 1e-12)))
        second = p.affine(
            p.add(root(p.add(squares, p.affine(size, 2.0))), p.affine(root(p.unary("relu", p.add(squares, p.affine(size, -2.0)))), -1.0)),
            0.5,
        )
        above = p.unary("relu", p.affine(second, 1.0, -self.margin))
        return p.affine(p.einsum("h,h->", above, above), self.penalty / (self.rank - 1))


@dataclass
class UltraMemV2:
    """y = out^T sum of s (z . down[row]) values[row], z = x inner; each rank has its query, and layers share a table by windows."""

    width: int
    heads: int
    keys: int
    slots: int
    chosen: int
    rank: int
    key_width: int
    down_width: int
    value_width: int
    table_rows: int
    base: int = 0

    def build(self, p: Program, x: Value, parameters: list[Value], split: Sequence[str] | None = None) -> Value:
        """Writes y [tokens, width] and appends the parameters."""
        finder = TuckerKeys(self.heads, self.keys, self.slots, self.chosen, self.rank, 1, self.key_width, query_per_rank=True)
        logical, scores = finder.build(p, x, parameters)
        permutation = p.argument("permutation", (self.keys**2,), "i32")
        rows = add_constant_rows(p, p.gather(permutation, logical, 0), self.base, self.keys**2, self.table_rows)
        inner = p.argument("inner", (self.width, self.down_width))
        down = p.argument("down", (self.table_rows, self.down_width), split=split)
        values = p.argument("values", (self.table_rows, self.value_width), split=split)
        out = p.argument("out", (self.value_width, self.width))
        parameters += [inner, down, values, out]
        hidden = row_dot(p, down, rows, p.einsum("td,dp->tp", x, inner))
        pooled = bag(p, values, rows, p.einsum("thkc,thk->thk", scores, hidden))
        return p.einsum("tv,vd->td", pooled, out)


TABLES = {"copied": ["B"], "rows": ["S(0)"], "width": ["S(1)"], "both": ["S(0)", "S(1)"]}


def write(
    layer: Layer,
    tokens: int,
    axes: Sequence[tuple[str, int]] = (("p", 1),),
    table: str | None = None,
    split_tokens: bool = True,
    gradients: bool = True,
) -> str:
    """The text of an entry of `layer`: x [tokens, width], dy and parameters -> y, and with `gradients` d_x and d_NAME of each parameter.

    `table`: how tables lie, a key of TABLES ("both" needs two axes); None leaves it to the compiler. With `split_tokens`, x, dy and y are
    split by tokens over all axes, as in a data-parallel step.
    """
    p = Program(*axes)
    split = None if table is None else (TABLES[table] * len(axes))[: len(axes)]
    ends = None if table is None else ["S(0)" if split_tokens else "B"] * len(axes)
    x = p.argument("x", (tokens, layer.width), split=ends)
    parameters = []
    y = layer.build(p, x, parameters, split)
    penalty = next((value for value, words in p.results if '"penalty"' in words), None)
    p.result("y", y, split=ends)
    if gradients:
        outputs = [(y, p.argument("dy", y.shape, split=ends))]
        if penalty is not None:
            outputs.append((penalty, p.emit("arith.constant dense<1.0> : tensor<f32>", ((), "f32"))[0]))
        wanted = [x, *parameters]
        for value, gradient in zip(wanted, p.gradients(outputs, wanted)):
            is_table = value.name in ("%values", "%down") and table is not None
            where = ends if value is x else None
            if is_table:
                where = [component.replace("S(1)", f"S({len(value.shape) - 1})") for component in split]
            p.result("d_" + value.name[1:], gradient, split=where)
    return p.text()
