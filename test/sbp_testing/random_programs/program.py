"""A random program, which grows op by op, together with what numpy says about it."""

import random

import numpy as np

from .value import FLOATS, INTS, LARGEST, TINY, Value, kind_of, round_to, type_of, wrap

SIZES = [1, 2, 3, 4, 5, 6, 7, 8, 11, 12]
# Roundings that boxings may add to an edge: partial sums of at most 8 ranks, on the way in and by way of somewhere else.
BOXING_ROUNDINGS = 24
FAMILIES = {}  # name -> what adds an op of it to a program; every group of families adds its own
COMBINERS = {
    "float": ["sum", "prod", "max", "min", "maxnum", "minnum"],
    "int": ["sum", "prod", "max", "min", "umax", "umin"],
    "bool": ["and", "or"],
}


class Retry(Exception):
    """The family cannot be applied here; another one is drawn."""


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
    """`prefix` keeps the names of several programs in one function apart; `placements`: constrain values to them at random;
    `steps`: there are states and inputs that change, and values are those of the last of so many steps; `families`: those to
    draw from, if not all; `micro_batches`: every input has a dimension that so many micro-batches divide.
    """

    def __init__(self, seed, prefix="", length=None, placements=None, steps=None, families=None, micro_batches=1):
        self.rng, self.constraints, self.placements = random.Random(seed), random.Random(seed), placements
        self.prefix, self.steps, self.used, self.varies = prefix, steps, set(), False
        self.micro_batches = micro_batches
        self.lines, self.inputs, self.values, self.updates = [], [], [], []
        self.families, self.segments, self.counter = [], [], 0
        wanted = self.rng.randint(3, 8)
        wanted = wanted if length is None else min(wanted, length)
        while len(self.families) < wanted:
            family = self.rng.choice(sorted(families or FAMILIES))
            state = (len(self.lines), len(self.inputs), len(self.values), set(self.used), self.counter)
            try:
                self.family, self.varies = family, False
                FAMILIES[family](self)
                self.families.append(family)
                self.segments.append((state[0], len(self.lines)))  # lines of each op, with what stands around it
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

    def input(self, dtype, shape, bound=None, fed=True):
        """A new argument; `bound`: integers in [0, bound); `fed`: may be another one in each step."""
        if shape and not self.get_cuts(shape):
            raise Retry
        if self.steps and fed and self.rng.random() < 0.2:
            slices = [self.input(dtype, shape, bound, fed=False) for _ in range(self.steps)]
            del self.inputs[-self.steps : -1], self.values[-self.steps : -1]
            slices[-1].slices, slices[-1].varies = np.stack([v.val for v in slices]), True
            return slices[-1]
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

    def get_cuts(self, shape):
        """The dimensions that the micro-batches divide."""
        return [d for d, extent in enumerate(shape) if self.micro_batches == 1 or (extent > 0 and extent % self.micro_batches == 0)]

    def pick(self, dtypes=None, rank=None, shape=None, accept=lambda v: True):
        """A value that fits, recent ones first, or a new argument."""
        fits = [
            v
            for v in self.values
            if (dtypes is None or v.dtype in dtypes)
            and accept(v)
            and (rank is None or len(v.shape) == rank)
            and (shape is None or v.shape == tuple(shape))
        ]
        if fits and self.rng.random() < 0.75:
            value = self.rng.choice(fits[-4:])
        else:
            dtype = self.rng.choice(sorted(dtypes or (*FLOATS, *INTS, "i1")))
            value = self.input(dtype, self.draw_shape(rank) if shape is None else tuple(shape))
            if not accept(value):
                raise Retry
        return self.read(value)

    def read(self, value):
        self.used.add(value.name)
        self.varies |= value.varies
        return value

    def finish(self, name, dtype, val, err=None, mag=None):
        value = Value(name, dtype, val, err, mag)
        value.varies = self.varies
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

    def padded(self, x, low, high, number):
        """`x` with `number` around it."""
        value = self.constant(x.dtype, f"{number}.0" if x.is_float else "false" if x.dtype == "i1" else str(number))
        widths = list(zip(low, high))
        val = np.pad(x.val, widths, constant_values=number)
        name = self.fresh()
        indices = ", ".join(f"%i{d}: index" for d in range(len(x.shape)))
        self.emit(f"{name} = tensor.pad {x.name} low{low} high{high} {{")
        self.emit(f"^bb0({indices}):")
        self.emit(f"  tensor.yield {value} : {x.dtype}")
        self.emit(f"}} {{{self.tag}}} : {x.type} to {type_of(x.dtype, val.shape)}")
        return self.finish(name, x.dtype, val, np.pad(x.err, widths), np.pad(x.mag, widths, constant_values=number))

    def generic(self, ins, dtype, shape, body, maps=None, iterators=None, out=None):
        """A linalg.generic; `body` are its lines, the last one defines %r. Dead init unless `out`.

        `maps`: the number of loops, then per operand the dims it is read at, as numbers or as text.
        """
        rank = len(shape)
        dims = ", ".join(f"d{d}" for d in range(rank if maps is None else maps[0]))
        texts = (
            [f"affine_map<({dims}) -> ({dims})>"] * (len(ins) + 1)
            if maps is None
            else [f"affine_map<({dims}) -> ({', '.join(f'd{d}' if isinstance(d, int) else d for d in m)})>" for m in maps[1:]]
        )
        iterators = iterators or ["parallel"] * rank
        init = out.name if out else self.empty(dtype, shape)
        name, kind = self.fresh(), type_of(dtype, shape)
        arguments = [f"%x{i}: {v.dtype}" for i, v in enumerate(ins)] + [f"%o: {dtype}"]
        operands = f"ins({', '.join(v.name for v in ins)} : {', '.join(v.type for v in ins)}) " if ins else ""
        kinds = ", ".join(f'"{i}"' for i in iterators)
        self.emit(
            f"{name} = linalg.generic {{indexing_maps = [{', '.join(texts)}], iterator_types = [{kinds}]}} "
            f"{operands}outs({init} : {kind}) attrs = {{{self.tag}}} {{"
        )
        self.emit(f"^bb0({', '.join(arguments)}):")
        for line in body:
            self.emit("  " + line)
        self.emit(f"  linalg.yield %r : {dtype}")
        self.emit(f"}} -> {kind}")
        return name
