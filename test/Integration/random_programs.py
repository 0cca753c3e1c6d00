"""Random level-0 programs together with what numpy says about them.

A `Program` grows op by op; every op comes from a family (FAMILIES). Each value carries, besides its elements in float64 or
int64, `err` (a bound on the rounding error of any evaluation order) and `mag` (a bound on the sum of |terms| that were
added up to it: partial sums may cancel). Integers are exact.
"""
import random

import numpy as np

import philox

FLOATS = {"f64": 2.0**-52, "f32": 2.0**-23, "f16": 2.0**-10, "bf16": 2.0**-7}
INTS = {"i64": 64, "i32": 32, "i8": 8}
TINY = {"f64": 2.0**-1074, "f32": 2.0**-149, "f16": 2.0**-24, "bf16": 2.0**-133}  # what rounds to 0 is off by this
LARGEST = {"f64": 1e30, "f32": 1e30, "bf16": 1e30, "f16": 2e4}
SIZES = [1, 2, 3, 4, 5, 6, 7, 8, 11, 12]
# Roundings that boxings may add to an edge: partial sums of at most 8 ranks, on the way in and by way of somewhere else.
BOXING_ROUNDINGS = 24


class Retry(Exception):
    """The family cannot be applied here; another one is drawn."""


def wrap(width, value):
    value = np.asarray(value, np.int64)
    if width == 64:
        return value
    return ((value + (1 << (width - 1))) & ((1 << width) - 1)) - (1 << (width - 1))


def unsigned(dtype, value):
    width = INTS[dtype]
    return value.view(np.uint64) if width == 64 else (value & ((1 << width) - 1)).astype(np.uint64)


def round_to(dtype, value):
    value = np.asarray(value, np.float64)
    if dtype == "f64":
        return value
    if dtype in ("f32", "f16"):
        return value.astype({"f32": np.float32, "f16": np.float16}[dtype]).astype(np.float64)
    bits = value.astype(np.float32).view(np.uint32)
    return ((bits + 0x7FFF + ((bits >> 16) & 1)) & 0xFFFF0000).astype(np.uint32).view(np.float32).astype(np.float64)


def type_of(dtype, shape):
    return "tensor<" + "".join(f"{n}x" for n in shape) + dtype + ">"


class Value:
    def __init__(self, name, dtype, val, err=None, mag=None):
        self.name, self.dtype = name, dtype
        self.is_float = dtype in FLOATS
        self.val = np.asarray(val, np.float64 if self.is_float else np.int64)
        self.err = np.zeros(self.val.shape) if err is None else np.broadcast_to(err, self.val.shape)
        self.mag = np.abs(self.val).astype(np.float64) if mag is None else np.broadcast_to(mag, self.val.shape)

    @property
    def shape(self):
        return self.val.shape

    @property
    def type(self):
        return type_of(self.dtype, self.shape)


COMBINERS = {"float": ["sum", "prod", "max", "min", "maxnum", "minnum"],
             "int": ["sum", "prod", "max", "min", "umax", "umin"], "bool": ["and", "or"]}


def draw_distribution(rng, placements, dtype, rank):
    """Any legal distribution as text; `placements`: (sizes, ranks) of @p0, @p1, ..."""
    place = rng.randrange(len(placements))
    axes = len(placements[place][0])
    combiner = rng.choice(COMBINERS[kind_of(dtype)])
    choices = ["B", f"P({combiner})"] + [f"S({d})" for d in range(rank)] * 2
    components = [rng.choice(choices) for _ in range(axes)]
    order = list(range(axes))
    rng.shuffle(order)
    suffix = f", order = {order}" if order != sorted(order) else ""
    return f"#sbp.distribution<@p{place}, [{', '.join(components)}]{suffix}>"


class Program:
    """`prefix` keeps the names of several programs in one function apart; `placements`: constrain values to them at random."""

    def __init__(self, seed, prefix="", length=None, placements=None):
        self.rng, self.constraints, self.placements = random.Random(seed), random.Random(seed), placements
        self.prefix, self.lines, self.inputs, self.values, self.used = prefix, [], [], [], set()
        self.families, self.counter = [], 0
        wanted = self.rng.randint(3, 8)
        wanted = wanted if length is None else min(wanted, length)
        while len(self.families) < wanted:
            family = self.rng.choice(sorted(FAMILIES))
            state = (len(self.lines), len(self.inputs), len(self.values), set(self.used), self.counter)
            try:
                self.family = family
                FAMILIES[family](self)
                self.families.append(family)
            except Retry:
                lines, inputs, values, self.used, self.counter = state
                del self.lines[lines:], self.inputs[inputs:], self.values[values:]
        self.outputs = [v for v in self.values if v.name not in self.used and v not in self.inputs]

    # --- values -------------------------------------------------------------------------------------------------------
    def fresh(self):
        self.counter += 1
        return f"%{self.prefix}v{self.counter}"

    def draw_shape(self, rank=None, low=1):
        rank = self.rng.randint(low, 3) if rank is None else rank
        return tuple(0 if self.rng.random() < 0.03 else self.rng.choice(SIZES) for _ in range(rank))

    def input(self, dtype, shape, bound=None):
        """A new argument; `bound`: integers in [0, bound)."""
        source = np.random.default_rng(self.rng.getrandbits(32))
        if bound is not None:
            data = source.integers(0, bound, shape)
        elif dtype == "i1":
            data = -source.integers(0, 2, shape)
        elif dtype in INTS and self.rng.random() < 0.3:
            data = wrap(INTS[dtype], source.integers(-(2**63), 2**63 - 1, shape))
        elif dtype in INTS:
            data = source.integers(-5, 6, shape)
        else:
            data = round_to(dtype, source.uniform(-1, 1, shape))
        self.counter += 1
        value = Value(f"%{self.prefix}a{self.counter}", dtype, data)
        self.inputs.append(value)
        self.values.append(value)
        return value

    def pick(self, dtypes=None, rank=None, shape=None, accept=lambda v: True):
        """A value that fits, recent ones first, or a new argument."""
        fits = [v for v in self.values if (dtypes is None or v.dtype in dtypes) and accept(v)
                and (rank is None or len(v.shape) == rank) and (shape is None or v.shape == tuple(shape))]
        if fits and self.rng.random() < 0.75:
            value = self.rng.choice(fits[-4:])
        else:
            dtype = self.rng.choice(sorted(dtypes or (*FLOATS, *INTS, "i1")))
            value = self.input(dtype, self.draw_shape(rank) if shape is None else tuple(shape))
            if not accept(value):
                raise Retry
        self.used.add(value.name)
        return value

    def finish(self, name, dtype, val, err=None, mag=None):
        value = Value(name, dtype, val, err, mag)
        if value.is_float and value.mag.size and not (value.mag + value.err).max() < LARGEST[dtype]:
            raise Retry
        self.values.append(value)
        while self.placements and self.constraints.random() < 0.3:
            value.name, source = self.fresh(), value.name
            where = draw_distribution(self.constraints, self.placements, dtype, len(value.shape))
            self.emit(f"{value.name} = sbp.constrain {source} to {where} : {value.type}")
        return value

    def rounded(self, name, dtype, val, err, mag, terms=1):
        """A float result: adds the rounding of `terms` additions and of boxings behind it."""
        return self.finish(name, dtype, val, err + (terms + BOXING_ROUNDINGS) * (FLOATS[dtype] * mag + TINY[dtype]), mag)

    # --- text ---------------------------------------------------------------------------------------------------------
    @property
    def tag(self):
        return f'test.family = "{self.family}"'

    def emit(self, text):
        self.lines.append(text)

    def empty(self, dtype, shape):
        name = self.fresh()
        self.emit(f"{name} = tensor.empty() : {type_of(dtype, shape)}")
        return name

    def constant(self, dtype, text):
        name = self.fresh()
        self.emit(f"{name} = arith.constant {text}" + ("" if dtype == "i1" else f" : {dtype}"))
        return name

    def zeros(self, dtype, shape):
        zero = self.constant(dtype, "0.0" if dtype in FLOATS else "0")
        empty, name = self.empty(dtype, shape), self.fresh()
        kind = type_of(dtype, shape)
        self.emit(f"{name} = linalg.fill ins({zero} : {dtype}) outs({empty} : {kind}) -> {kind}")
        return Value(name, dtype, np.zeros(shape))

    def generic(self, ins, dtype, shape, body, maps=None, iterators=None, out=None):
        """A linalg.generic; `body(names)` gives its lines, the last one defines %r. Dead init unless `out`."""
        rank = len(shape)
        dims = ", ".join(f"d{d}" for d in range(rank if maps is None else maps[0]))
        texts = [f"affine_map<({dims}) -> ({dims})>"] * (len(ins) + 1) if maps is None else [
            f"affine_map<({dims}) -> ({', '.join(f'd{d}' for d in m)})>" for m in maps[1:]]
        iterators = iterators or ["parallel"] * rank
        init = out.name if out else self.empty(dtype, shape)
        name, kind = self.fresh(), type_of(dtype, shape)
        arguments = [f"%x{i}: {v.dtype}" for i, v in enumerate(ins)] + [f"%o: {dtype}"]
        operands = f"ins({', '.join(v.name for v in ins)} : {', '.join(v.type for v in ins)}) " if ins else ""
        kinds = ", ".join(f'"{i}"' for i in iterators)
        self.emit(f"{name} = linalg.generic {{indexing_maps = [{', '.join(texts)}], iterator_types = [{kinds}]}} "
                  f"{operands}outs({init} : {kind}) attrs = {{{self.tag}}} {{")
        self.emit(f"^bb0({', '.join(arguments)}):")
        for line in body:
            self.emit("  " + line)
        self.emit(f"  linalg.yield %r : {dtype}")
        self.emit(f"}} -> {kind}")
        return name


# --- families -------------------------------------------------------------------------------------------------------------
def einsum(text, a, b, is_float):
    return np.einsum(text, a, b) if is_float else np.einsum(text, a, b, dtype=np.int64)


def contraction(p):
    source = p.rng.choice([*FLOATS, *INTS])
    result = {"bf16": p.rng.choice(["bf16", "f32"]), "i8": p.rng.choice(["i8", "i32"])}.get(source, source)
    text, op = p.rng.choice([("ij,jk->ik", "matmul"), ("bij,bjk->bik", "batch_matmul"), ("ij,j->i", "matvec"),
                             ("j,ji->i", "vecmat"), ("abj,jc->abc", None)])
    left, right, out = text.replace("->", ",").split(",")
    a = p.pick([source], rank=len(left))
    sizes = dict(zip(left, a.shape))
    sizes.update({x: p.rng.choice(SIZES) for x in right if x not in sizes})
    b = p.pick([source], shape=[sizes[x] for x in right])
    shape = tuple(sizes[x] for x in out)
    init = p.zeros(result, shape) if p.rng.random() < 0.6 else p.pick([result], shape=shape)
    if op:
        name = p.fresh()
        kind = type_of(result, shape)
        p.emit(f"{name} = linalg.{op} {{{p.tag}}} ins({a.name}, {b.name} : {a.type}, {b.type}) outs({init.name} : {kind}) -> {kind}")
    else:
        order = sorted(sizes)
        maps = [len(order), *([order.index(x) for x in side] for side in (left, right, out))]
        suffix = "f" if source in FLOATS else "i"
        widen = [f"%w{i} = arith.ext{'f' if suffix == 'f' else 'si'} %x{i} : {source} to {result}" for i in (0, 1)]
        factors = ("%w0", "%w1") if source != result else ("%x0", "%x1")
        body = (widen if source != result else []) + [f"%m = arith.mul{suffix} {factors[0]}, {factors[1]} : {result}",
                                                      f"%r = arith.add{suffix} %o, %m : {result}"]
        name = p.generic([a, b], result, shape, body, maps, ["parallel" if x in out else "reduction" for x in order], init)
    if source in INTS:
        return p.finish(name, result, wrap(INTS[result], init.val + einsum(text, a.val, b.val, False)))
    val = init.val + einsum(text, a.val, b.val, True)
    err = init.err + einsum(text, a.mag, b.err, True) + einsum(text, a.err, b.mag, True) + einsum(text, a.err, b.err, True)
    mag = init.mag + einsum(text, a.mag + a.err, b.mag + b.err, True)
    return p.rounded(name, result, val, err, mag, terms=sizes["j"] + 2)


REDUCTIONS = {"float": ["addf", "mulf", "maximumf", "minimumf", "maxnumf", "minnumf"],
              "int": ["addi", "muli", "maxsi", "minsi", "maxui", "minui"], "bool": ["andi", "ori"]}
UFUNCS = {"addf": np.add, "mulf": np.multiply, "maximumf": np.maximum, "minimumf": np.minimum, "maxnumf": np.fmax,
          "minnumf": np.fmin, "addi": np.add, "muli": np.multiply, "maxsi": np.maximum, "minsi": np.minimum,
          "andi": np.bitwise_and, "ori": np.bitwise_or, "subf": np.subtract, "subi": np.subtract}


def kind_of(dtype):
    return "float" if dtype in FLOATS else "int" if dtype in INTS else "bool"


def fold(op, dtype, init, x, axis):
    """Integer or bool reduction, wrapped after each step."""
    result = init.copy()
    for part in np.moveaxis(x, axis, 0):
        if op in ("maxui", "minui"):
            larger = unsigned(dtype, result) > unsigned(dtype, part)
            result = np.where(larger == (op == "maxui"), result, part)
        else:
            result = UFUNCS[op](result, part)
            result = wrap(INTS[dtype], result) if dtype in INTS else result
    return result


def reduction(p):
    x = p.pick(accept=lambda v: len(v.shape) > 0)
    axis = p.rng.randrange(len(x.shape))
    op = p.rng.choice(REDUCTIONS[kind_of(x.dtype)])
    shape = x.shape[:axis] + x.shape[axis + 1:]
    init = p.zeros(x.dtype, shape) if op in ("addf", "addi") and p.rng.random() < 0.5 else p.pick([x.dtype], shape=shape)
    name = p.fresh()
    p.emit(f"{name} = linalg.reduce {{ arith.{op} }} ins({x.name} : {x.type}) outs({init.name} : {init.type}) "
           f"dimensions = [{axis}] {{{p.tag}}}")
    if not x.is_float:
        return p.finish(name, x.dtype, fold(op, x.dtype, init.val, x.val, axis))
    val = UFUNCS[op](init.val, UFUNCS[op].reduce(x.val, axis, initial={"addf": 0.0, "mulf": 1.0}.get(op))
                     if op in ("addf", "mulf") or x.shape[axis] else init.val)
    if op == "addf":
        return p.rounded(name, x.dtype, val, init.err + x.err.sum(axis), init.mag + x.mag.sum(axis), x.shape[axis])
    if op == "mulf":
        high = (init.mag + init.err) * (x.mag + x.err).prod(axis)
        low = (init.mag * x.mag.prod(axis))
        return p.rounded(name, x.dtype, val, high - low, high, x.shape[axis])
    err = np.maximum(init.err, x.err.max(axis, initial=0.0))
    return p.finish(name, x.dtype, val, err, np.abs(val) + err)


def elementwise(p):
    a = p.pick()
    kind = kind_of(a.dtype)
    op = p.rng.choice({"float": ["addf", "subf", "mulf", "maximumf", "minimumf", "maxnumf", "negf", "tanh", "exp", "absf",
                                 "square", "select"],
                       "int": ["addi", "subi", "muli", "maxsi", "minsi", "maxui", "minui", "select"],
                       "bool": ["andi", "ori", "not"]}[kind])
    if op in ("negf", "tanh", "exp", "absf", "square", "not"):
        return unary(p, a, op)
    b = p.pick([a.dtype], shape=a.shape)
    if op == "select":
        c = p.pick(["i1"], shape=a.shape)
        name = p.generic([c, a, b], a.dtype, a.shape, [f"%r = arith.select %x0, %x1, %x2 : {a.dtype}"])
        return p.finish(name, a.dtype, np.where(c.val, a.val, b.val), np.where(c.val, a.err, b.err),
                        np.where(c.val, a.mag, b.mag))
    name = p.generic([a, b], a.dtype, a.shape, [f"%r = arith.{op} %x0, %x1 : {a.dtype}"])
    if kind != "float":
        return p.finish(name, a.dtype, binary_int(op, a, b))
    val = UFUNCS[op](a.val, b.val)
    if op in ("addf", "subf"):
        return p.rounded(name, a.dtype, val, a.err + b.err, a.mag + b.mag)
    if op == "mulf":
        mag = (a.mag + a.err) * (b.mag + b.err)
        return p.rounded(name, a.dtype, val, a.err * b.mag + a.mag * b.err + a.err * b.err, mag)
    err = np.maximum(a.err, b.err)
    return p.finish(name, a.dtype, val, err, np.abs(val) + err)


def binary_int(op, a, b):
    if op in ("maxui", "minui"):
        larger = unsigned(a.dtype, a.val) > unsigned(a.dtype, b.val)
        return np.where(larger == (op == "maxui"), a.val, b.val)
    val = UFUNCS[op](a.val, b.val)
    return wrap(INTS[a.dtype], val) if a.dtype in INTS else val


def unary(p, a, op):
    body = {"negf": [f"%r = arith.negf %x0 : {a.dtype}"], "absf": [f"%r = math.absf %x0 : {a.dtype}"],
            "square": [f"%r = arith.mulf %x0, %x0 : {a.dtype}"],
            "not": ["%t = arith.constant true", "%r = arith.xori %x0, %t : i1"]}.get(op, [f"%r = math.{op} %x0 : {a.dtype}"])
    if op == "exp" and a.val.size and (a.mag + a.err).max() > 6:
        raise Retry
    name = p.generic([a], a.dtype, a.shape, body)
    if op == "not":
        return p.finish(name, "i1", ~a.val)
    if op == "negf":
        return p.finish(name, a.dtype, -a.val, a.err, a.mag)
    if op == "absf":
        return p.finish(name, a.dtype, np.abs(a.val), a.err, np.abs(a.val) + a.err)
    if op == "square":
        return p.rounded(name, a.dtype, a.val**2, 2 * a.err * a.mag + a.err**2, (np.abs(a.val) + a.err) ** 2)
    if op == "tanh":
        return p.rounded(name, a.dtype, np.tanh(a.val), a.err, np.ones(a.shape))
    val = np.exp(a.val)
    return p.rounded(name, a.dtype, val, val * np.expm1(a.err), val * np.exp(a.err))


def moved(p, name, x, function):
    """A result whose elements are those of `x`, rearranged."""
    return p.finish(name, x.dtype, function(x.val), function(x.err), function(x.mag))


def broadcast(p):
    x = p.pick(accept=lambda v: len(v.shape) < 3)
    axis, size = p.rng.randint(0, len(x.shape)), p.rng.choice(SIZES)
    shape = x.shape[:axis] + (size,) + x.shape[axis:]
    empty, name, kind = p.empty(x.dtype, shape), p.fresh(), type_of(x.dtype, shape)
    p.emit(f"{name} = linalg.broadcast ins({x.name} : {x.type}) outs({empty} : {kind}) dimensions = [{axis}] {{{p.tag}}}")
    return moved(p, name, x, lambda v: np.broadcast_to(np.expand_dims(v, axis), shape))


def transpose(p):
    x = p.pick(accept=lambda v: len(v.shape) > 1)
    order = list(range(len(x.shape)))
    p.rng.shuffle(order)
    shape = tuple(x.shape[d] for d in order)
    empty, name, kind = p.empty(x.dtype, shape), p.fresh(), type_of(x.dtype, shape)
    p.emit(f"{name} = linalg.transpose ins({x.name} : {x.type}) outs({empty} : {kind}) permutation = {order} {{{p.tag}}}")
    return moved(p, name, x, lambda v: v.transpose(order))


def reshape(p):
    x = p.pick(accept=lambda v: len(v.shape) > 0)
    name = p.fresh()
    if len(x.shape) > 1 and p.rng.random() < 0.5:
        at = p.rng.randrange(len(x.shape) - 1)
        shape = x.shape[:at] + (x.shape[at] * x.shape[at + 1],) + x.shape[at + 2:]
        groups = [[d] for d in range(at)] + [[at, at + 1]] + [[d] for d in range(at + 2, len(x.shape))]
        p.emit(f"{name} = tensor.collapse_shape {x.name} {groups} {{{p.tag}}} : {x.type} into {type_of(x.dtype, shape)}")
    else:
        at = p.rng.randrange(len(x.shape))
        factor = p.rng.choice([f for f in range(1, max(x.shape[at], 1) + 1) if x.shape[at] % f == 0])
        shape = x.shape[:at] + (factor, x.shape[at] // factor) + x.shape[at + 1:]
        groups = [[d] for d in range(at)] + [[at, at + 1]] + [[d + 1] for d in range(at + 1, len(x.shape))]
        p.emit(f"{name} = tensor.expand_shape {x.name} {groups} output_shape {list(shape)} {{{p.tag}}} : {x.type} into "
               f"{type_of(x.dtype, shape)}")
    return moved(p, name, x, lambda v: v.reshape(shape))


def draw_slice(p, shape, strided=True):
    offsets, sizes, strides = [], [], []
    for extent in shape:
        if extent == 0 or p.rng.random() < 0.5:
            offset, size, stride = 0, extent, 1
        else:
            offset, stride = p.rng.randrange(extent), p.rng.choice([1, 1, 2]) if strided else 1
            size = p.rng.randint(1, (extent - offset + stride - 1) // stride)
        offsets.append(offset), sizes.append(size), strides.append(stride)
    index = tuple(slice(o, o + (n - 1) * s + 1 if n else o, s) for o, n, s in zip(offsets, sizes, strides))
    return f"{offsets} {sizes} {strides}", tuple(sizes), index


def cut(p):
    x = p.pick(accept=lambda v: len(v.shape) > 0)
    if 0 in x.shape:
        raise Retry
    text, shape, index = draw_slice(p, x.shape)
    name = p.fresh()
    p.emit(f"{name} = tensor.extract_slice {x.name}{text} {{{p.tag}}} : {x.type} to {type_of(x.dtype, shape)}")
    return moved(p, name, x, lambda v: v[index])


def insert(p):
    x = p.pick(accept=lambda v: len(v.shape) > 0)
    if 0 in x.shape:
        raise Retry
    text, shape, index = draw_slice(p, x.shape)
    s = p.pick([x.dtype], shape=shape)
    name = p.fresh()
    p.emit(f"{name} = tensor.insert_slice {s.name} into {x.name}{text} {{{p.tag}}} : {s.type} into {x.type}")

    def place(into, part):
        into = into.copy()
        into[index] = part
        return into
    return p.finish(name, x.dtype, place(x.val, s.val), place(x.err, s.err), place(x.mag, s.mag))


def concat(p):
    a = p.pick(accept=lambda v: len(v.shape) > 0)
    axis = p.rng.randrange(len(a.shape))
    b = p.pick([a.dtype], shape=a.shape[:axis] + (p.rng.choice(SIZES),) + a.shape[axis + 1:])
    parts = [a, b]
    p.rng.shuffle(parts)
    join = lambda pieces: np.concatenate(pieces, axis)
    val = join([v.val for v in parts])
    name = p.fresh()
    p.emit(f"{name} = tensor.concat dim({axis}) {parts[0].name}, {parts[1].name} {{{p.tag}}} : "
           f"({parts[0].type}, {parts[1].type}) -> {type_of(a.dtype, val.shape)}")
    return p.finish(name, a.dtype, val, join([v.err for v in parts]), join([v.mag for v in parts]))


def pad(p):
    x = p.pick(accept=lambda v: len(v.shape) > 0)
    low = [p.rng.choice([0, 0, 1, 2]) for _ in x.shape]
    high = [p.rng.choice([0, 0, 1, 3]) for _ in x.shape]
    number = p.rng.choice([0, 0, 1]) if x.dtype != "i1" else 0
    value = p.constant(x.dtype, f"{number}.0" if x.is_float else "false" if x.dtype == "i1" else str(number))
    widths = list(zip(low, high))
    val = np.pad(x.val, widths, constant_values=number)
    name = p.fresh()
    indices = ", ".join(f"%i{d}: index" for d in range(len(x.shape)))
    p.emit(f"{name} = tensor.pad {x.name} low{low} high{high} {{")
    p.emit(f"^bb0({indices}):")
    p.emit(f"  tensor.yield {value} : {x.dtype}")
    p.emit(f"}} {{{p.tag}}} : {x.type} to {type_of(x.dtype, val.shape)}")
    return p.finish(name, x.dtype, val, np.pad(x.err, widths), np.pad(x.mag, widths, constant_values=number))


def gather(p):
    x = p.pick(accept=lambda v: len(v.shape) > 0)
    axis = p.rng.randrange(len(x.shape))
    if x.shape[axis] == 0:
        raise Retry
    ids = p.input(p.rng.choice(["i64", "i32"]), p.draw_shape(p.rng.choice([1, 1, 2])), x.shape[axis])
    p.used.add(ids.name)
    shape = x.shape[:axis] + ids.shape + x.shape[axis + 1:]
    name = p.fresh()
    p.emit(f"{name} = nn.gather {x.name}, {ids.name} {{axis = {axis} : i64, {p.tag}}} : ({x.type}, {ids.type}) -> "
           f"{type_of(x.dtype, shape)}")
    return moved(p, name, x, lambda v: np.take(v, ids.val, axis))


def scatter(p):
    x = p.pick([*FLOATS, *INTS], accept=lambda v: len(v.shape) > 0)
    axis = p.rng.randrange(len(x.shape))
    drops = p.rng.random() < 0.3
    if x.shape[axis] == 0 and not drops:
        raise Retry
    ids = p.input(p.rng.choice(["i64", "i32"]), p.draw_shape(p.rng.choice([0, 1, 1, 2]), low=0), x.shape[axis] + 2 * drops)
    p.used.add(ids.name)
    u = p.pick([x.dtype], shape=x.shape[:axis] + ids.shape + x.shape[axis + 1:])
    name = p.fresh()
    p.emit(f"{name} = nn.scatter_add {x.name}, {ids.name}, {u.name} {{axis = {axis} : i64, {'drop_outside, ' * drops}{p.tag}}} : "
           f"({x.type}, {ids.type}, {u.type}) -> {x.type}")
    rows = ids.val.reshape(-1)
    inside = rows < x.shape[axis]

    def run(table, updates):
        table = table.copy()
        flat = updates.reshape(x.shape[:axis] + (rows.size,) + x.shape[axis + 1:])
        np.add.at(np.moveaxis(table, axis, 0), rows[inside], np.moveaxis(flat, axis, 0)[inside])
        return table
    if not x.is_float:
        return p.finish(name, x.dtype, wrap(INTS[x.dtype], run(x.val, u.val)))
    return p.rounded(name, x.dtype, run(x.val, u.val), run(x.err, u.err), run(x.mag, u.mag), terms=rows.size + 1)


def random_numbers(p):
    kind = p.rng.choice(["uniform", "normal", "bernoulli"])
    dtype = "i1" if kind == "bernoulli" else p.rng.choice(sorted(FLOATS))
    seed, offset, shape = p.input("i64", ()), p.rng.choice([0, 1, -1]), p.draw_shape(low=0)
    p.used.add(seed.name)
    name = p.fresh()
    share = "probability = 0.375 : f64, " * (kind == "bernoulli")
    p.emit(f"{name} = nn.random {kind} {seed.name} {{offset = {offset} : i64, {share}{p.tag}}} : (tensor<i64>) -> {type_of(dtype, shape)}")
    val = philox.random(kind, dtype, int(seed.val), offset, shape, 0.375)
    if kind == "bernoulli":
        return p.finish(name, dtype, -val.astype(np.int64))
    if kind == "uniform":
        return p.finish(name, dtype, val)
    digits = 50 if dtype == "f64" else 21  # of logarithm, cosine and angle
    return p.rounded(name, dtype, val, 16 * 2.0**-digits, np.abs(val))


def cumsum(p):
    x = p.pick([*FLOATS, *INTS], accept=lambda v: len(v.shape) > 0)
    axis = p.rng.randrange(len(x.shape))
    flags = [flag for flag in ("exclusive", "reverse") if p.rng.random() < 0.4]
    attributes = ", ".join([f"axis = {axis} : i64", *flags, p.tag])
    name = p.fresh()
    terms = x.shape[axis] + 1
    if p.rng.random() < 0.6:
        p.emit(f"{name} = nn.cumsum {x.name} {{{attributes}}} : ({x.type}) -> {x.type}")
    else:  # in pieces, each from the sum of those before
        blocks, total, start = f"blocks = {p.rng.choice([2, 3, 4, 6])} : i64", p.fresh(), p.fresh()
        sums = type_of({"f16": "f32", "bf16": "f32"}.get(x.dtype, x.dtype), x.shape[:axis] + (int(blocks[9]),) + x.shape[axis + 1:])
        before = ", ".join([f"axis = {axis} : i64, exclusive", *(flag for flag in flags if flag == "reverse"), p.tag])
        p.emit(f"{total} = nn.block_sum {x.name} {{axis = {axis} : i64, {blocks}, {p.tag}}} : ({x.type}) -> {sums}")
        p.emit(f"{start} = nn.cumsum {total} {{{before}}} : ({sums}) -> {sums}")
        terms += int(blocks[9]) + 2 * BOXING_ROUNDINGS  # of the sums of the pieces, and of their boxings
        p.emit(f"{name} = nn.cumsum {x.name} start {start} {{{blocks}, {attributes}}} : ({x.type}, {sums}) -> {x.type}")

    def run(v):
        v = np.moveaxis(np.flip(v, axis) if "reverse" in flags else v, axis, 0)
        sums = np.cumsum(v, 0, dtype=v.dtype)
        if "exclusive" in flags and len(sums):
            sums = np.concatenate([np.zeros_like(sums[:1]), sums[:-1]])
        sums = np.moveaxis(sums, 0, axis)
        return np.flip(sums, axis) if "reverse" in flags else sums
    if not x.is_float:
        return p.finish(name, x.dtype, wrap(INTS[x.dtype], run(x.val)))
    return p.rounded(name, x.dtype, run(x.val), run(x.err), run(x.mag), terms=terms)


def exact(v):
    """Known to the last bit: which of two elements is greater hangs on nothing."""
    return len(v.shape) > 0 and not v.err.any()


def argmax(p):
    x = p.pick(accept=exact)
    axis = p.rng.randrange(len(x.shape))
    if x.shape[axis] == 0:
        raise Retry
    val = np.argmax(-x.val if x.dtype == "i1" else x.val, axis)
    dtype, name = p.rng.choice(["i64", "i32"]), p.fresh()
    p.emit(f"{name} = nn.argmax {x.name} {{axis = {axis} : i64, {p.tag}}} : ({x.type}) -> {type_of(dtype, val.shape)}")
    return p.finish(name, dtype, val)


def ranks(x):
    """Integers in the order of the elements; of i1, true (-1) is above false."""
    return -x.val if x.dtype == "i1" else np.unique(x.val, return_inverse=True)[1].reshape(x.shape)


def top_k(p):
    """Now and then in blocks, whose candidates then come together: the same on any number of ranks."""
    x = p.pick(accept=exact)
    axis = p.rng.randrange(len(x.shape))
    if x.shape[axis] == 0:
        raise Retry
    k, index = p.rng.randint(1, min(4, x.shape[axis])), p.rng.choice(["i64", "i32"])
    order = np.argsort(-ranks(x), axis, kind="stable").take(range(k), axis)

    def emit(operands, kinds, extent, more=""):
        shape = x.shape[:axis] + (extent,) + x.shape[axis + 1:]
        names, types = (p.fresh(), p.fresh()), (type_of(x.dtype, shape), type_of(index, shape))
        p.emit(f"{', '.join(names)} = nn.top_k {' at '.join(operands)} {{axis = {axis} : i64, k = {k} : i64, {more}{p.tag}}} : "
               f"({', '.join(kinds)}) -> ({', '.join(types)})")
        return names, types
    source = ((x.name,), (x.type,))
    if p.rng.random() < 0.6:
        blocks = p.rng.choice([2, 2, 3, 4, 6])
        source = emit(*source, blocks * k, f"blocks = {blocks} : i64, ")
    names, _ = emit(*source, k)
    p.finish(names[1], index, order)
    take = lambda v: np.take_along_axis(np.broadcast_to(v, x.shape), order, axis)
    return moved(p, names[0], x, take)


def sort(p):
    x = p.pick(accept=exact)
    axis, index = p.rng.randrange(len(x.shape)), p.rng.choice(["i64", "i32"])
    descending = p.rng.random() < 0.5
    order = np.argsort(-ranks(x) if descending else ranks(x), axis, kind="stable")
    names, kind = (p.fresh(), p.fresh()), type_of(index, x.shape)
    flags = ", ".join([f"axis = {axis} : i64", *["descending"] * descending, p.tag])
    p.emit(f"{', '.join(names)} = nn.sort {x.name} {{{flags}}} : ({x.type}) -> ({x.type}, {kind})")
    p.finish(names[1], index, order)
    return moved(p, names[0], x, lambda v: np.take_along_axis(np.broadcast_to(v, x.shape), order, axis))


CASTS = [("f32", "f64", "extf"), ("bf16", "f32", "extf"), ("f16", "f32", "extf"), ("f64", "f32", "truncf"),
         ("f32", "bf16", "truncf"), ("f32", "f16", "truncf"), ("i32", "f32", "sitofp"), ("i8", "f16", "sitofp"),
         ("i64", "f64", "sitofp"), ("i8", "i32", "extsi"), ("i8", "i64", "extui"), ("i64", "i32", "trunci"),
         ("i32", "i8", "trunci"), ("i1", "i32", "extui"), ("i1", "f32", "uitofp")]


def cast(p):
    x = p.pick([source for source, _, _ in CASTS])
    _, target, op = p.rng.choice([c for c in CASTS if c[0] == x.dtype])
    name = p.generic([x], target, x.shape, [f"%r = arith.{op} %x0 : {x.dtype} to {target}"])
    if target in INTS:
        val = x.val
        if op == "extui":
            val = unsigned(x.dtype, x.val).astype(np.int64) if x.dtype in INTS else -x.val
        return p.finish(name, target, wrap(INTS[target], val))
    val = -x.val if op == "uitofp" else x.val
    mag = np.abs(val).astype(np.float64) if not x.is_float else x.mag
    return p.rounded(name, target, val.astype(np.float64), x.err, mag)


def index(p):
    x = p.pick([*FLOATS, *INTS], accept=lambda v: len(v.shape) > 0)
    axis = p.rng.randrange(len(x.shape))
    grid = np.broadcast_to(np.arange(x.shape[axis]).reshape([-1 if d == axis else 1 for d in range(len(x.shape))]), x.shape)
    if len(x.shape) > 1 and p.rng.random() < 0.5:  # a causal mask
        other = (axis + 1) % len(x.shape)
        columns = np.broadcast_to(
            np.arange(x.shape[other]).reshape([-1 if d == other else 1 for d in range(len(x.shape))]), x.shape)
        zero = "0.0" if x.is_float else "0"
        name = p.generic([x], x.dtype, x.shape, [
            f"%i = linalg.index {axis} : index", f"%j = linalg.index {other} : index",
            f"%z = arith.constant {zero} : {x.dtype}", "%c = arith.cmpi sge, %i, %j : index",
            f"%r = arith.select %c, %x0, %z : {x.dtype}"])
        keep = grid >= columns
        return p.finish(name, x.dtype, np.where(keep, x.val, 0), np.where(keep, x.err, 0), np.where(keep, x.mag, 0))
    if x.is_float:
        name = p.generic([x], x.dtype, x.shape, [
            f"%i = linalg.index {axis} : index", "%n = arith.index_cast %i : index to i32",
            f"%f = arith.sitofp %n : i32 to {x.dtype}", f"%r = arith.addf %x0, %f : {x.dtype}"])
        return p.rounded(name, x.dtype, x.val + grid, x.err, x.mag + grid)
    name = p.generic([x], x.dtype, x.shape, [
        f"%i = linalg.index {axis} : index", f"%n = arith.index_cast %i : index to {x.dtype}",
        f"%r = arith.addi %x0, %n : {x.dtype}"])
    return p.finish(name, x.dtype, wrap(INTS[x.dtype], x.val + grid))


FAMILIES = {"contraction": contraction, "reduction": reduction, "elementwise": elementwise, "broadcast": broadcast,
            "transpose": transpose, "reshape": reshape, "slice": cut, "insert": insert, "concat": concat, "pad": pad,
            "gather": gather, "scatter": scatter, "cumsum": cumsum, "cast": cast, "index": index,
            "argmax": argmax, "top_k": top_k, "sort": sort, "random": random_numbers}
