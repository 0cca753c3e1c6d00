"""Models of one kernel family each, for scripts/gpu-check: level-0 text, fresh inputs, and what float64 numpy gives.

`elements` are those of the largest tensor, a multiple of 65,536. Tolerances are those of the type of the result: the largest difference over
the largest value. NaN and infinities stand where numpy has them; integers are equal.
"""

import numpy as np

ROW = 1024
NUMPY = {"f64": np.float64, "f32": np.float32, "f16": np.float16, "i64": np.int64, "i32": np.int32, "i8": np.int8}
TOLERANCES = {"f64": 1e-13, "f32": 1e-5, "f16": 2e-3, "bf16": 1.6e-2, "i64": 0, "i32": 0, "i8": 0}


def to_file(values, kind):
    """numpy has no bf16: its two bytes."""
    if kind != "bf16":
        return values.astype(NUMPY[kind])
    bits = np.ascontiguousarray(values, np.float32).view(np.uint32)
    even = bits + 0x7FFF + (bits >> 16 & 1)
    return np.where(np.isnan(values), 0x7FC0, even >> 16).astype(np.uint16).view("V2")


def from_file(values, kind):
    """In float64, or integers as they are."""
    if kind == "bf16":
        return (np.ascontiguousarray(values).view(np.uint16).astype(np.uint32) << 16).view(np.float32).astype(np.float64)
    return values.astype(np.float64) if kind[0] == "f" else values


class Family:
    def __init__(self, inputs, result, body, reference, tolerance=None, moved=None, kind="f32", special=False):
        """`inputs`: {name: (shape, kind)}, kind a type or the bound of indices; `moved`: bytes that have to move, if not all tensors; `kind`: of
        the result; `special`: NaN and infinities among the inputs."""
        self.inputs, self.result, self.body, self.reference, self.kind, self.special = inputs, result, body, reference, kind, special
        self.tolerance = TOLERANCES[kind] if tolerance is None else tolerance
        self.moved = moved or sum(4 * int(np.prod(shape)) for shape, _ in inputs.values()) + 4 * int(np.prod(result))

    def write(self):
        arguments = ", ".join(
            f'%{name}: {write_type(shape, "i32" if isinstance(kind, int) else kind)} {{sbp.name = "{name}"}}'
            for name, (shape, kind) in self.inputs.items()
        )
        result = write_type(self.result, self.kind)
        zero = "0.0" if self.kind[0] != "i" else "0"
        return (
            f'func.func @main({arguments}) -> ({result} {{sbp.name = "y"}}) {{\n  %zero = arith.constant {zero} : {self.kind}\n'
            f"  %e = tensor.empty() : {result}\n{self.body}\n  return %y : {result}\n}}\n"
        )

    def draw(self, random):
        return {name: self.draw_one(random, shape, kind) for name, (shape, kind) in self.inputs.items()}

    def draw_one(self, random, shape, kind):
        if isinstance(kind, int):
            return random.integers(0, kind, shape).astype(np.int32)
        if kind[0] == "i":
            limits = np.iinfo(NUMPY[kind])
            return random.integers(limits.min, limits.max, shape, NUMPY[kind], endpoint=True)
        values = random.standard_normal(shape)
        if self.special:
            places = random.random(shape)
            for low, value in ((0.003, np.nan), (0.002, np.inf), (0.001, -np.inf), (0.0, -0.0)):
                values[(places >= low) & (places < low + 0.001)] = value
        return to_file(values, kind)

    def compare(self, inputs, found):
        """The largest difference over the largest value."""
        wide = {
            name: from_file(value, "i32" if isinstance(self.inputs[name][1], int) else self.inputs[name][1])
            for name, value in inputs.items()
        }
        with np.errstate(all="ignore"):
            expected = self.reference(**wide)
        if self.kind[0] == "i":
            if (found != expected).any():
                raise RuntimeError(f"{np.count_nonzero(found != expected)} integers differ from numpy's")
            return 0.0
        found, is_finite = from_file(found, self.kind), np.isfinite(expected)
        if not np.array_equal(found[~is_finite], expected[~is_finite], equal_nan=True):
            raise RuntimeError("NaN or infinities are not where numpy has them")
        found, expected = found[is_finite], expected[is_finite]
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


def scatter(into, rows, terms):
    """Rows of terms added one after another, in the type of `terms`."""
    result = into.copy()
    np.add.at(result, rows, terms)
    return result


def choose(x, k):
    """The k greatest of each row, greatest first, and where they stand: the lower index first among equals."""
    order = np.argsort(-x, -1, kind="stable")[..., :k]
    return np.take_along_axis(x, order, -1), order


def make_memory_layer_families(elements):
    """Bags of chosen rows, their gradients and updates, and choices: float rows of 256, 64 slots a token."""
    width, slots, table_rows = 256, 64, max(64, elements // 256)
    tokens = max(2, elements // (width * slots))
    table, rows = write_type((table_rows, width), "f32"), write_type((tokens, slots), "i32")
    scores, outside = write_type((tokens, slots), "f32"), write_type((tokens, width), "f32")
    inputs = {"t": ((table_rows, width), "f32"), "r": ((tokens, slots), table_rows)}
    given, result = {**inputs, "s": ((tokens, slots), "f32")}, {**inputs, "z": ((tokens, width), "f32")}
    both = {**given, "z": ((tokens, width), "f32")}
    moved = 4 * tokens * (slots * (width + 2) + width)
    keys, m = 256, 16
    heads = max(4, elements // (2 * keys))
    pairs = [(i, j) for i in range(m) for j in range(m) if (i + 1) * (j + 1) <= m]
    places = [", ".join(str(pair[side]) for pair in pairs) for side in (0, 1)]
    half, list_type = write_type((heads, keys), "f32"), f"tensor<{len(pairs)}xi32>"
    best, places_type, sums = (write_type((heads, size), kind) for size, kind in ((m, "f32"), (m, "i32"), (len(pairs), "f32")))
    choices = "\n".join(
        f"  %v{side}, %i{side} = nn.top_k %{name} {{axis = 1 : i64, k = {m} : i64}} : ({half}) -> ({best}, {places_type})\n"
        f"  %p{side} = arith.constant dense<[{places[side]}]> : {list_type}\n"
        f"  %g{side} = nn.gather %v{side}, %p{side} {{axis = 1 : i64}} : ({best}, {list_type}) -> {sums}"
        for side, name in enumerate("xw")
    )

    def choose_pairs(x, w):
        (a, _), (b, _) = choose(x, m), choose(w, m)
        first, second = np.array(pairs).T
        return choose(a[:, first] + b[:, second], m)[0]

    def add_terms(t, r, s, z):
        result = t.copy()
        np.add.at(result, r, s[:, :, None] * z[:, None])
        return result

    return {
        "bag": Family(
            given,
            (tokens, width),
            f"  %y = memory_layer.bag %t, %r, %s : ({table}, {rows}, {scores}) -> {outside}",
            lambda t, r, s: np.einsum("tj,tjw->tw", s, t[r]),
            moved=moved,
        ),
        "row dot": Family(
            result,
            (tokens, slots),
            f"  %y = memory_layer.row_dot %t, %r, %z : ({table}, {rows}, {outside}) -> {scores}",
            lambda t, r, z: np.einsum("tw,tjw->tj", z, t[r]),
            moved=moved,
        ),
        "row update": Family(
            both,
            (table_rows, width),
            f"  %y = memory_layer.add_outer %t, %r, %s, %z : ({table}, {rows}, {scores}, {outside}) -> {table}",
            add_terms,
            # A copy of the table, and of each term its row of z.
            moved=2 * 4 * table_rows * width + moved,
        ),
        "top k": Family(
            {"x": ((heads, 2 * keys), "f32")},
            (heads, m),
            f"  %y, %i = nn.top_k %x {{axis = 1 : i64, k = {m} : i64}} : ({write_type((heads, 2 * keys), 'f32')}) -> "
            f"({best}, {places_type})",
            lambda x: choose(x, m)[0],
        ),
        "product keys": Family(
            {"x": ((heads, keys), "f32"), "w": ((heads, keys), "f32")},
            (heads, m),
            f"{choices}\n  %a = tensor.empty() : {sums}\n"
            f"  %c = linalg.add ins(%g0, %g1 : {sums}, {sums}) outs(%a : {sums}) -> {sums}\n"
            f"  %y, %q = nn.top_k %c {{axis = 1 : i64, k = {m} : i64}} : ({sums}) -> ({best}, {places_type})",
            choose_pairs,
        ),
    }


def make_plain_families(elements):
    """Those without a kernel made to be quick: right at any size."""
    rows = elements // ROW
    few = 16, 8
    narrow, wide = write_type((rows, ROW // 2, 2), "f32"), write_type((ROW // 2,), "f32")
    table, terms = write_type(few, "f32"), write_type((96, few[1]), "f32")
    sorted_kind = write_type((64, 40), "f32"), write_type((64, 40), "i32")
    return {
        "reduction": Family(
            {"x": ((rows, ROW // 2, 2), "f32")},
            (ROW // 2,),
            f"  %f = linalg.fill ins(%zero : f32) outs(%e : {wide}) -> {wide}\n"
            f"  %y = linalg.reduce {{ arith.addf }} ins(%x : {narrow}) outs(%f : {wide}) dimensions = [0, 2]",
            lambda x: x.sum((0, 2)),
        ),
        "loops": Family(
            {"x": ((64, 40), "f32")},
            (64, 40),
            f"  %y, %i = nn.sort %x {{axis = 1 : i64}} : ({sorted_kind[0]}) -> ({sorted_kind[0]}, {sorted_kind[1]})",
            lambda x: np.sort(x, 1),
        ),
        "serial": Family(
            {"x": (few, "f32"), "i": ((96,), few[0]), "t": ((96, few[1]), "f32")},
            few,
            f"  %y = nn.scatter_add %x, %i, %t {{axis = 0 : i64}} : ({table}, {write_type((96,), 'i32')}, {terms}) -> {table}",
            lambda x, i, t: scatter(x, i, t),
        ),
    }


def make_typed_families(elements):
    """The families of f32 above in the other types; NaN and infinities through each that keeps them apart."""
    families, rows, side = {}, elements // ROW, 128

    def add(name, kind, shapes, result, body, reference, special=False):
        inputs = {port: (shape, kind) for port, shape in shapes.items()}
        families[f"{name} {kind}{' with NaN' if special else ''}"] = Family(inputs, result, body, reference, kind=kind, special=special)

    def elementwise(op, kind):
        t = write_type((rows, ROW), kind)
        return f"  %y = linalg.{op} ins(%x, %z : {t}, {t}) outs(%e : {t}) -> {t}"

    def unary(op, kind, shape):
        t = write_type(shape, kind)
        return f"  %y = linalg.{op} ins(%x : {t}) outs(%e : {t}) -> {t}"

    both = {"x": (rows, ROW), "z": (rows, ROW)}
    for kind in ("f64", "f16", "bf16", "i64", "i32", "i8"):
        square, t, row = write_type((side, side), kind), write_type((rows, ROW), kind), write_type((ROW,), kind)

        def wrapped(value, kind=kind):
            return value.astype(NUMPY[kind]) if kind[0] == "i" else value

        add("elementwise", kind, both, (rows, ROW), elementwise("add", kind), lambda x, z, w=wrapped: w(x + z))
        add(
            "transpose",
            kind,
            {"x": (side, 2 * side)},
            (2 * side, side),
            f"  %y = linalg.transpose ins(%x : {write_type((side, 2 * side), kind)}) outs(%e : {write_type((2 * side, side), kind)}) "
            "permutation = [1, 0]",
            lambda x: x.T,
        )
        combine = "arith.addf" if kind[0] != "i" else "arith.addi"
        if kind in ("f64", "i64", "i32", "i8"):  # a sum in a narrow float has a rounding a term
            add(
                "columns",
                kind,
                {"x": (rows, ROW)},
                (ROW,),
                f"  %f = linalg.fill ins(%zero : {kind}) outs(%e : {row}) -> {row}\n"
                f"  %y = linalg.reduce {{ {combine} }} ins(%x : {t}) outs(%f : {row}) dimensions = [0]",
                lambda x, w=wrapped: w(x.sum(0)),
            )
        add(
            "product",
            kind,
            {"x": (side, side), "z": (side, side)},
            (side, side),
            f"  %f = linalg.fill ins(%zero : {kind}) outs(%e : {square}) -> {square}\n"
            f"  %y = linalg.matmul ins(%x, %z : {square}, {square}) outs(%f : {square}) -> {square}",
            lambda x, z, w=wrapped: w(x @ z),
        )
        if kind[0] != "i":
            add(
                "softmax",
                kind,
                {"x": (rows, ROW)},
                (rows, ROW),
                f"  %y = linalg.softmax dimension(1) ins(%x : {t}) outs(%e : {t}) -> {t}",
                softmax,
            )
    for kind in ("f64", "f32", "f16", "bf16"):
        t, row = write_type((rows, ROW), kind), write_type((ROW,), kind)
        add("elementwise", kind, both, (rows, ROW), elementwise("mul", kind), lambda x, z: x * z, special=True)
        add("maximum", kind, both, (rows, ROW), elementwise("max", kind), lambda x, z: np.maximum(x, z), special=True)
        add("exp", kind, {"x": (rows, ROW)}, (rows, ROW), unary("exp", kind, (rows, ROW)), lambda x: np.exp(x), special=True)
        lowest = {"f64": "0xFFF0000000000000", "f32": "0xFF800000", "f16": "0xFC00", "bf16": "0xFF80"}[kind]
        add(
            "columns",
            kind,
            {"x": (rows, ROW)},
            (ROW,),
            f"  %low = arith.constant {lowest} : {kind}\n  %f = linalg.fill ins(%low : {kind}) outs(%e : {row}) -> {row}\n"
            f"  %y = linalg.reduce {{ arith.maximumf }} ins(%x : {t}) outs(%f : {row}) dimensions = [0]",
            lambda x: x.max(0),
            special=True,
        )
        add(
            "softmax",
            kind,
            {"x": (rows, ROW)},
            (rows, ROW),
            f"  %y = linalg.softmax dimension(1) ins(%x : {t}) outs(%e : {t}) -> {t}",
            softmax,
            special=True,
        )
    return families


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
    piece, whole = write_type((rows // 2, ROW - 24), "f32"), write_type((rows, ROW), "f32")
    families = {
        "elementwise": Family(
            {"x": f32(rows, ROW), "z": f32(rows, ROW)},
            (rows, ROW),
            f"  %y = linalg.add ins(%x, %z : {t}, {t}) outs(%e : {t}) -> {t}",
            lambda x, z: x + z,
        ),
        "exp": rows_of(ROW, "  %y = linalg.exp ins(%x : T) outs(%e : T) -> T", lambda x: np.exp(x)),
        "softmax": rows_of(ROW, soft, softmax),
        "long softmax": rows_of(32768, soft, softmax),
        "layer norm": Family(
            {"x": f32(rows, ROW), "g": f32(ROW), "b": f32(ROW)},
            (rows, ROW),
            f"  %y = nn.layer_norm %x, %g, %b {{epsilon = 1.0e-5 : f64}} : ({t}, {g}, {g}) -> {t}",
            lambda x, g, b: normalise(x) * g + b,
        ),
        "rms norm": Family(
            {"x": f32(rows, ROW), "g": f32(ROW)},
            (rows, ROW),
            f"  %y = nn.rms_norm %x, %g {{epsilon = 1.0e-5 : f64}} : ({t}, {g}) -> {t}",
            lambda x, g: x / np.sqrt((x * x).mean(-1, keepdims=True) + 1e-5) * g,
        ),
        "cross entropy": Family(
            {"x": f32(rows, ROW), "i": ((rows,), ROW)},
            (rows,),
            f"  %y = nn.cross_entropy %x, %i : ({t}, {write_type((rows,), 'i32')}) -> {write_type((rows,), 'f32')}",
            lambda x, i: -np.log(softmax(x)[np.arange(len(i)), i]),
        ),
        "transpose": Family(
            {"x": f32(side, side)},
            (side, side),
            f"  %y = linalg.transpose ins(%x : {square}) outs(%e : {square}) permutation = [1, 0]",
            lambda x: x.T,
        ),
        "heads": Family(
            {"x": f32(*turned[0])},
            turned[1],
            f"  %y = linalg.transpose ins(%x : {write_type(turned[0], 'f32')}) outs(%e : {write_type(turned[1], 'f32')}) "
            "permutation = [0, 2, 1, 3]",
            lambda x: x.transpose(0, 2, 1, 3),
        ),
        "copy": Family(
            {"x": f32(rows, ROW)},
            (rows // 2, ROW - 24),
            f"  %y = tensor.extract_slice %x[8, 16] [{rows // 2}, {ROW - 24}] [1, 1] : {whole} to {piece}",
            lambda x: x[8 : 8 + rows // 2, 16 : ROW - 8],
            moved=8 * (rows // 2) * (ROW - 24),
        ),
        "embedding": Family(
            {"x": f32(512, 128), "i": ((lookups,), 512)},
            (lookups, 128),
            f"  %y = nn.gather %x, %i {{axis = 0 : i64}} : ({write_type((512, 128), 'f32')}, {write_type((lookups,), 'i32')}) -> "
            f"{write_type((lookups, 128), 'f32')}",
            lambda x, i: x[i],
            moved=4 * (2 * lookups * 128 + lookups),
        ),
        "columns": Family(
            {"x": f32(rows, ROW)},
            (ROW,),
            f"  %f = linalg.fill ins(%zero : f32) outs(%e : {g}) -> {g}\n"
            f"  %y = linalg.reduce {{ arith.addf }} ins(%x : {t}) outs(%f : {g}) dimensions = [0]",
            lambda x: x.sum(0),
        ),
        "product": Family(
            {"x": f32(depth, depth), "z": f32(depth, depth)},
            (depth, depth),
            f"  %f = linalg.fill ins(%zero : f32) outs(%e : {product}) -> {product}\n"
            f"  %y = linalg.matmul ins(%x, %z : {product}, {product}) outs(%f : {product}) -> {product}",
            lambda x, z: x @ z,
        ),
    }
    return families | make_memory_layer_families(elements) | make_plain_families(elements) | make_typed_families(elements)


# The same by PyTorch, on tensors of the inputs' names.
PEERS = {
    "elementwise": lambda torch, x, z: x + z,
    "exp": lambda torch, x: torch.exp(x),
    "softmax": lambda torch, x: torch.softmax(x, -1),
    "long softmax": lambda torch, x: torch.softmax(x, -1),
    "layer norm": lambda torch, x, g, b: torch.nn.functional.layer_norm(x, g.shape, g, b, 1e-5),
    "rms norm": lambda torch, x, g: torch.nn.functional.rms_norm(x, g.shape, g, 1e-5),
    "cross entropy": lambda torch, x, i: torch.nn.functional.cross_entropy(x, i.long(), reduction="none"),
    "transpose": lambda torch, x: x.t().contiguous(),
    "heads": lambda torch, x: x.transpose(1, 2).contiguous(),
    "embedding": lambda torch, x, i: torch.nn.functional.embedding(i, x),
    "columns": lambda torch, x: x.sum(0),
    "bag": lambda torch, t, r, s: torch.nn.functional.embedding_bag(r, t, mode="sum", per_sample_weights=s),
    "row dot": lambda torch, t, r, z: torch.einsum("tw,tjw->tj", z, torch.nn.functional.embedding(r, t)),
    "row update": lambda torch, t, r, s, z: t.index_add(0, r.flatten(), (s[:, :, None] * z[:, None]).flatten(0, 1)),
    "top k": lambda torch, x: torch.topk(x, 16).values,
    "product": lambda torch, x, z: x @ z,
}
