"""linalg.generic with a random body: any ops on scalars, operands that are broadcast or transposed, one or two results; and
random contractions and reductions over several dims at once.
"""

import numpy as np

from .contraction import einsum, product_error
from .program import BOXING_ROUNDINGS, SIZES, Retry
from .scalar import Body
from .value import FLOATS, INTS, Value, type_of, wrap


def over_loops(value, dims, rank, name):
    """An operand read at `dims` as a scalar over the loops, off by what boxings may add."""
    spread = lambda v: np.transpose(v, np.argsort(dims)).reshape([v.shape[dims.index(d)] if d in dims else 1 for d in range(rank)])
    err = spread(value.err)
    if value.err.any():
        err = err + BOXING_ROUNDINGS * FLOATS[value.dtype] * spread(value.mag) if value.is_float else err
    return Value(name, value.dtype, spread(value.val), err)


def affine(rank, dims):
    loops = ", ".join(f"d{d}" for d in range(rank))
    return f"affine_map<({loops}) -> ({', '.join(f'd{d}' for d in dims)})>"


def body(p):
    first = p.pick(accept=lambda v: 0 < len(v.shape) < 4 and v.val.size < 2000)
    rank, operands = len(first.shape), [(first, list(range(len(first.shape))))]
    for _ in range(p.rng.randint(0, 2)):
        dims = [d for d in range(rank) if p.rng.random() < 0.7]
        p.rng.shuffle(dims)
        operands.append((p.pick([first.dtype, "i1"], shape=[first.shape[d] for d in dims]), dims))
    inner = Body(p, [over_loops(v, dims, rank, f"%x{i}") for i, (v, dims) in enumerate(operands)], first.shape)
    for _ in range(p.rng.randint(1, 4)):
        inner.grow()
    made = inner.values[len(operands) :]
    results = [made[-1]] + ([p.rng.choice(inner.values)] if p.rng.random() < 0.25 else [])
    layouts = []
    for _ in results:
        dims = list(range(rank))
        if p.rng.random() < 0.3:
            p.rng.shuffle(dims)
        layouts.append(dims)
    shapes = [tuple(first.shape[d] for d in dims) for dims in layouts]
    inits = [p.empty(r.dtype, shape) for r, shape in zip(results, shapes)]
    names, types = [p.fresh() for _ in results], [type_of(r.dtype, shape) for r, shape in zip(results, shapes)]
    maps, kinds = ", ".join(affine(rank, dims) for dims in [d for _, d in operands] + layouts), ", ".join(['"parallel"'] * rank)
    p.emit(
        f"{', '.join(names)} = linalg.generic {{indexing_maps = [{maps}], iterator_types = [{kinds}]}} "
        f"ins({', '.join(v.name for v, _ in operands)} : {', '.join(v.type for v, _ in operands)}) "
        f"outs({', '.join(inits)} : {', '.join(types)}) attrs = {{{p.tag}}} {{"
    )
    arguments = [f"%x{i}: {v.dtype}" for i, (v, _) in enumerate(operands)] + [f"%o{i}: {r.dtype}" for i, r in enumerate(results)]
    p.emit(f"^bb0({', '.join(arguments)}):")
    for line in inner.lines:
        p.emit("  " + line)
    p.emit(f"  linalg.yield {', '.join(r.name for r in results)} : {', '.join(r.dtype for r in results)}")
    p.emit("} -> " + (types[0] if len(types) == 1 else f"({', '.join(types)})"))
    for name, result, dims in zip(names, results, layouts):
        turn = lambda v: np.transpose(np.broadcast_to(v, first.shape), dims)
        if result.is_float:
            p.rounded(name, result.dtype, turn(result.val), turn(result.err), turn(np.abs(result.val) + result.err), 2)
        else:
            p.finish(name, result.dtype, turn(result.val))


def contract(p):
    """Any product of two tensors: each loop is in both and the result, or missing in one of the three, in any order."""
    rng, dtype = p.rng, p.rng.choice([*FLOATS, *INTS])
    roles = [rng.choice(["batch", "left", "right", "sum", "sum"]) for _ in range(rng.randint(2, 5))]
    letters = "abcde"[: len(roles)]
    sizes = {x: rng.choice(SIZES[:7]) for x in letters}

    def side(*wanted):
        dims = [x for x, role in zip(letters, roles) if role in wanted]
        rng.shuffle(dims)
        return "".join(dims)

    left, right, out = side("batch", "left", "sum"), side("batch", "right", "sum"), side("batch", "left", "right")
    a = p.pick([dtype], shape=[sizes[x] for x in left])
    b = p.pick([dtype], shape=[sizes[x] for x in right])
    shape = tuple(sizes[x] for x in out)
    if np.prod([*sizes.values()]) > 20000:
        raise Retry
    init = p.zeros(dtype, shape) if rng.random() < 0.6 else p.pick([dtype], shape=shape)
    text = f"{left},{right}->{out}"
    maps = [[letters.index(x) for x in dims] for dims in (left, right, out)]
    if rng.random() < 0.5 and "sum" in roles:
        name = p.fresh()
        p.emit(
            f"{name} = linalg.contract indexing_maps = [{', '.join(affine(len(letters), m) for m in maps)}] {{{p.tag}}} "
            f"ins({a.name}, {b.name} : {a.type}, {b.type}) outs({init.name} : {init.type}) -> {init.type}"
        )
    else:
        kind = "f" if dtype in FLOATS else "i"
        lines = [f"%m = arith.mul{kind} %x0, %x1 : {dtype}", f"%r = arith.add{kind} %o, %m : {dtype}"]
        kinds = ["reduction" if role == "sum" else "parallel" for role in roles]
        name = p.generic([a, b], dtype, shape, lines, [len(letters), *maps], kinds, init)
    if dtype in INTS:
        return p.finish(name, dtype, wrap(INTS[dtype], init.val + einsum(text, a.val, b.val, False)))
    multiply = lambda v, w: einsum(text, v, w, True)
    terms = int(np.prod([sizes[x] for x, role in zip(letters, roles) if role == "sum"])) + 2
    return p.rounded(
        name,
        dtype,
        init.val + multiply(a.val, b.val),
        init.err + product_error(multiply, a, b),
        init.mag + multiply(a.mag + a.err, b.mag + b.err),
        terms,
    )


def statistics(p):
    """One pass over some dims that makes two results: a sum and an extreme."""
    x = p.pick([*FLOATS, *INTS], accept=lambda v: 0 < len(v.shape) < 4)
    rank = len(x.shape)
    reduced = tuple(d for d in range(rank) if p.rng.random() < 0.6) or (p.rng.randrange(rank),)
    kept = [d for d in range(rank) if d not in reduced]
    p.rng.shuffle(kept)
    shape = tuple(x.shape[d] for d in kept)
    total, top = p.zeros(x.dtype, shape), p.pick([x.dtype], shape=shape)
    ops = ("addf", "maximumf") if x.is_float else ("addi", "maxsi")
    names, kinds = (p.fresh(), p.fresh()), ", ".join('"reduction"' if d in reduced else '"parallel"' for d in range(rank))
    maps = ", ".join(affine(rank, dims) for dims in (range(rank), kept, kept))
    p.emit(
        f"{', '.join(names)} = linalg.generic {{indexing_maps = [{maps}], iterator_types = [{kinds}]}} ins({x.name} : {x.type}) "
        f"outs({total.name}, {top.name} : {total.type}, {top.type}) attrs = {{{p.tag}}} {{"
    )
    p.emit(f"^bb0(%x: {x.dtype}, %s: {x.dtype}, %t: {x.dtype}):")
    p.emit(f"  %a = arith.{ops[0]} %s, %x : {x.dtype}")
    p.emit(f"  %b = arith.{ops[1]} %t, %x : {x.dtype}")
    p.emit(f"  linalg.yield %a, %b : {x.dtype}, {x.dtype}")
    p.emit(f"}} -> ({total.type}, {top.type})")
    turn = lambda v: np.transpose(v, [sorted(kept).index(d) for d in kept])
    val = np.maximum(top.val, turn(x.val.max(reduced, initial=np.iinfo(np.int64).min if not x.is_float else -np.inf)))
    if not x.is_float:
        p.finish(names[1], x.dtype, val)
        return p.finish(names[0], x.dtype, wrap(INTS[x.dtype], turn(x.val.sum(reduced))))
    err = np.maximum(top.err, turn(x.err.max(reduced, initial=0.0)))
    p.finish(names[1], x.dtype, val, err, np.abs(val) + err)
    return p.rounded(
        names[0],
        x.dtype,
        turn(x.val.sum(reduced)),
        turn(x.err.sum(reduced)),
        turn(x.mag.sum(reduced)),
        int(np.prod([x.shape[d] for d in reduced])) + 1,
    )


def spread(p):
    """A value along a loop that it does not have."""
    x = p.pick([*FLOATS, *INTS], accept=lambda v: 0 < len(v.shape) < 3)
    at = p.rng.randint(0, len(x.shape))
    shape = x.shape[:at] + (p.rng.choice(SIZES[:6]),) + x.shape[at:]
    y, dims = p.pick([x.dtype], shape=shape), [d for d in range(len(shape)) if d != at]
    turn = lambda v: np.broadcast_to(np.expand_dims(v, at), shape)
    everything = list(range(len(shape)))
    name = p.generic(
        [x, y],
        x.dtype,
        shape,
        [f"%r = arith.add{'f' if x.is_float else 'i'} %x0, %x1 : {x.dtype}"],
        [len(shape), dims, everything, everything],
    )
    if not x.is_float:
        return p.finish(name, x.dtype, wrap(INTS[x.dtype], turn(x.val) + y.val))
    return p.rounded(name, x.dtype, turn(x.val) + y.val, turn(x.err) + y.err, turn(x.mag) + y.mag, 2)


FAMILIES = {"body": body, "contract": contract, "spread": spread, "statistics": statistics}
