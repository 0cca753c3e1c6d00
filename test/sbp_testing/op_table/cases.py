"""What a case of the table is: a small model with an op, its inputs, and numpy's values for it.

A case is a function body over %a0, %a1, ... that returns its results; what is expected of it is computed in float64, or in
integers that are wrapped.
"""

import numpy as np

from sbp_testing.bfloats import round_floats, round_to_bits

NAMES = {np.float64: "f64", np.float32: "f32", np.float16: "f16", np.int64: "i64", np.int32: "i32", np.int8: "i8", np.bool_: "i1"}
DTYPES = {name: dtype for dtype, name in NAMES.items()}
DTYPES["bf16"] = np.float32
EPS = {"f64": 2.0**-52, "f32": 2.0**-23, "f16": 2.0**-10, "bf16": 2.0**-7}
WIDTH = {"i64": 64, "i32": 32, "i8": 8, "i1": 1}

CASES = []


def T(dtype, shape):
    return "tensor<" + "".join(f"{n}x" for n in shape) + dtype + ">"


class V:
    """A tensor of the model: `data` has numpy's dtype (float32 holding bf16 values for bf16)."""

    def __init__(self, data, dtype=None):
        self.dtype = dtype or NAMES[np.asarray(data).dtype.type]
        self.data = np.asarray(data, DTYPES[self.dtype])
        if self.dtype == "bf16":
            self.data = round_floats(self.data)

    @property
    def shape(self):
        return self.data.shape

    @property
    def type(self):
        return T(self.dtype, self.shape)

    @property
    def file(self):
        """As it is written to .npy: bf16 as <V2."""
        return round_to_bits(self.data) if self.dtype == "bf16" else self.data

    @property
    def exact(self):
        """float64 or int64."""
        return self.data.astype(np.float64 if self.dtype in EPS else np.int64)


def wrap(dtype, values):
    if dtype in EPS:
        return np.asarray(values, np.float64)
    values = np.asarray(values)
    if values.dtype == object:
        values = np.vectorize(lambda v: ((int(v) + 2**63) % 2**64) - 2**63, otypes=[np.int64])(values)
    width = WIDTH[dtype]
    if width == 1:
        return (values & 1).astype(np.bool_) if values.dtype != np.bool_ else values
    with np.errstate(all="ignore"):
        return values.astype(np.int64).astype(DTYPES[dtype])


class Case:
    def __init__(self, name, inputs, outputs, body, terms=1, header="", exact=False):
        """outputs: [(dtype, float64 or int64 values)]; terms: how many roundings a float result may have; `header`: text
        outside of the function (resources)."""
        self.name, self.inputs, self.body, self.terms, self.header, self.exact = name, inputs, body, terms, header, exact
        self.outputs = [(dtype, wrap(dtype, values)) for dtype, values in outputs]
        CASES.append(self)

    def function(self, symbol, arguments=None, results=None, visibility="private "):
        arguments = arguments or [""] * len(self.inputs)
        results = results or [""] * len(self.outputs)
        ins = ", ".join(f"%a{i}: {v.type}{d}" for i, (v, d) in enumerate(zip(self.inputs, arguments)))
        outs = ", ".join(f"{T(d, v.shape)}{a}" for (d, v), a in zip(self.outputs, results))
        return f"func.func {visibility}@{symbol}({ins}) -> ({outs}) {{\n{self.body}\n}}\n"


_seed = [0]


def draw(dtype, *shape, low=None, high=None):
    _seed[0] += 1
    random = np.random.default_rng(_seed[0])
    if dtype == "i1":
        return V(random.integers(0, 2, shape).astype(np.bool_))
    if dtype in WIDTH:
        low, high = (low if low is not None else -9), (high if high is not None else 9)
        return V(random.integers(low, high, shape, endpoint=True), dtype)
    values = random.standard_normal(shape)
    if low is not None:
        values = low + (high - low) * random.random(shape)
    return V(values, dtype)


def literal(dtype, value):
    if dtype == "i1":
        return "true" if value else "false"
    if dtype not in EPS:
        return str(int(value))
    if np.isfinite(value):
        return repr(float(value))
    bits = {"f64": np.uint64, "f32": np.uint32, "f16": np.uint16}
    if dtype == "bf16":
        return f"0x{np.float32(value).view(np.uint32) >> 16:04X}"
    raw = np.asarray(value, DTYPES[dtype]).view(bits[dtype])
    return f"0x{int(raw):0{2 * raw.dtype.itemsize}X}"


def typed(dtype, value):
    return literal(dtype, value) + ("" if dtype == "i1" else f" : {dtype}")


def filled(name, dtype, shape, value=0):
    return (
        f"  %{name}_v = arith.constant {typed(dtype, value)}\n  %{name}_e = tensor.empty() : {T(dtype, shape)}\n"
        f"  %{name} = linalg.fill ins(%{name}_v : {dtype}) outs(%{name}_e : {T(dtype, shape)}) -> {T(dtype, shape)}\n"
    )


def empty(name, dtype, shape):
    return f"  %{name} = tensor.empty() : {T(dtype, shape)}\n"


def ret(*pairs):
    return "  return " + ", ".join(n for n, _ in pairs) + " : " + ", ".join(t for _, t in pairs)
