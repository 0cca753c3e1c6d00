"""Attention that is spelled out in linalg, in many ways, and what it computes in f64.

A spelling is a choice per question: the order of dimensions, how scores are scaled and masked, how softmax is written, whether heads share keys and
values. `write` gives the text of one, `draw` inputs and the result.
"""

import dataclasses

import numpy as np

SIZES = {"b": 2, "h": 4, "r": 2, "i": 6, "j": 6, "d": 4, "e": 4}


@dataclasses.dataclass(frozen=True)
class Spelling:
    query: str = "bhid"  # a letter a dimension: batch, heads, repeated heads, query, key, widths
    key: str = "bhjd"
    value: str = "bhje"
    scores: str = "bhij"
    result: str = "bhie"
    scale: str = "after"  # after, before, divided, none
    mask: str = "none"  # none, causal, low, window, bias, flags, hidden, both
    softmax: str = "divide"  # divide, inverse, logarithm, plain, merged
    dtype: str = "f32"
    widens: bool = False  # the product of query and key widens its factors, and has scores of f32
    changed: str = ""  # what makes it no attention: weights, returned, query, sum, order, threshold, capped


def shape(letters):
    return [SIZES[letter] for letter in letters]


class Writer:
    def __init__(self, spelling):
        self.spelling, self.lines, self.count = spelling, [], 0
        self.scaled = None  # the query where it is scaled
        self.powers = self.total = None  # of the softmax: exponentials, their sum over a row

    def type(self, letters, dtype):
        return f"tensor<{''.join(f'{size}x' for size in shape(letters))}{dtype}>"

    def generic(self, result, dtype, inputs, body, init=None, loops=None):
        """result[letters] = body over `loops` (those of the result first); inputs: [(name, letters, dtype)]."""
        loops = loops or result
        self.count += 1
        name, dims = f"%v{self.count}", ", ".join(loops)
        maps = [letters for _, letters, _ in inputs] + [result]
        maps = ", ".join(f"affine_map<({dims}) -> ({', '.join(letters)})>" for letters in maps)
        kinds = ", ".join(f'"{"parallel" if loop in result else "reduction"}"' for loop in loops)
        out = self.type(result, dtype)
        self.lines.append(f"  {name}_e = tensor.empty() : {out}")
        start = f"{name}_e"
        if init is not None:
            self.lines += [f"  {name}_c = arith.constant {init} : {dtype}"]
            self.lines += [f"  {name}_f = linalg.fill ins({name}_c : {dtype}) outs({start} : {out}) -> {out}"]
            start = f"{name}_f"
        arguments = [f"%a{k}: {kind}" for k, (_, _, kind) in enumerate(inputs)] + [f"%o: {dtype}"]
        names, types = ", ".join(each for each, _, _ in inputs), ", ".join(self.type(letters, kind) for _, letters, kind in inputs)
        self.lines.append(
            f"  {name} = linalg.generic {{indexing_maps = [{maps}], iterator_types = [{kinds}]}} ins({names} : {types}) outs({start} : {out}) {{"
        )
        self.lines.append(f"  ^bb0({', '.join(arguments)}):")
        self.lines += [f"    {line}" for line in body]
        self.lines.append(f"  }} -> {out}")
        return name

    def product(self, result, one, other, dtype, widens=False):
        loops = result + "".join(sorted((set(one[1]) | set(other[1])) - set(result)))
        made, factors = (dtype, ["%a0", "%a1"]) if not widens else ("f32", ["%w0", "%w1"])
        body = [f"%w{k} = arith.extf %a{k} : {dtype} to f32" for k in (0, 1) if widens]
        body += [f"%p = arith.mulf {', '.join(factors)} : {made}", f"%s = arith.addf %o, %p : {made}", f"linalg.yield %s : {made}"]
        return self.generic(result, made, [(*one, dtype), (*other, dtype)], body, "0.0", loops)

    def elementwise(self, letters, dtype, inputs, *body):
        return self.generic(letters, dtype, inputs, [*body[:-1], f"linalg.yield {body[-1]} : {dtype}"])

    def reduce(self, letters, over, value, op, init, dtype):
        result = letters.replace(over, "")
        body = [f"%s = {op} %o, %a0 : {dtype}", f"linalg.yield %s : {dtype}"]
        return self.generic(result, dtype, [(value, letters, dtype)], body, init, letters)


LOWEST = {"f32": "0xFF800000", "bf16": "0xFF80"}
POSITIONS = ("causal", "low", "window", "both")  # masks that compare positions
FLAGS = ("flags", "hidden")  # masks that read flags; with "hidden" those of one sequence hide all keys


def select(w, value, mask, number):
    """`value`, of the scores' dimensions, where a mask of positions lets a query see a key; `number` elsewhere."""
    letters = w.spelling.scores
    places = [f"%i = linalg.index {letters.index('i')} : index", f"%j = linalg.index {letters.index('j')} : index"]
    sees = ["%n = arith.cmpi sle, %j, %i : index"]
    if mask == "window":
        sees = ["%two = arith.constant 2 : index", "%back = arith.addi %j, %two : index", "%n1 = arith.cmpi sle, %j, %i : index"]
        sees += ["%n2 = arith.cmpi sge, %back, %i : index", "%n = arith.andi %n1, %n2 : i1"]
    body = [*places, *sees, f"%low = arith.constant {number} : f32", "%t = arith.select %n, %a0, %low : f32"]
    return w.elementwise(letters, "f32", [(value, letters, "f32")], *body, "%t")


def write_scores(w, values):
    """Scores with their scale and mask, all in f32 from the product on."""
    s = w.spelling
    query = values["q"]
    if s.scale == "before":
        query = w.elementwise(s.query, s.dtype, [(query, s.query, s.dtype)], f"%c = arith.constant 0.5 : {s.dtype}",
                              f"%m = arith.mulf %a0, %c : {s.dtype}", "%m")  # fmt: skip
        w.scaled = query
    letters = s.scores
    scores = w.product(letters, (query, s.query), (values["k"], s.key), s.dtype, s.widens)
    if s.dtype != "f32" and not s.widens:
        scores = w.elementwise(letters, "f32", [(scores, letters, s.dtype)], f"%w = arith.extf %a0 : {s.dtype} to f32", "%w")
    if s.changed == "order":  # a bias is added before the scale, which scales it too
        scores = w.elementwise(
            letters, "f32", [(scores, letters, "f32"), (values["bias"], "hij", "f32")], "%t = arith.addf %a0, %a1 : f32", "%t"
        )
    if s.scale == "after":
        scores = w.elementwise(
            letters, "f32", [(scores, letters, "f32")], "%c = arith.constant 0.5 : f32", "%m = arith.mulf %c, %a0 : f32", "%m"
        )
    if s.scale == "divided":
        scores = w.elementwise(
            letters, "f32", [(scores, letters, "f32")], "%c = arith.constant 2.0 : f32", "%m = arith.divf %a0, %c : f32", "%m"
        )
    if s.mask in ("bias", "both"):
        scores = w.elementwise(
            letters, "f32", [(scores, letters, "f32"), (values["bias"], "hij", "f32")], "%t = arith.addf %a0, %a1 : f32", "%t"
        )
    if s.mask in POSITIONS:
        scores = select(w, scores, s.mask, "-1.0e30" if s.mask == "low" else LOWEST["f32"])
    if s.changed == "threshold":  # only positive scores are seen
        scores = w.elementwise(letters, "f32", [(scores, letters, "f32")], "%z = arith.constant 0.0 : f32", f"%low = arith.constant {LOWEST['f32']} : f32",
                               "%n = arith.cmpf ogt, %a0, %z : f32", "%t = arith.select %n, %a0, %low : f32", "%t")  # fmt: skip
    if s.changed == "capped":  # the mask is computed from scores
        scores = w.elementwise(
            letters, "f32", [(scores, letters, "f32")], "%c = math.tanh %a0 : f32", "%t = arith.addf %a0, %c : f32", "%t"
        )
    if s.mask in FLAGS:
        scores = w.elementwise(letters, "f32", [(scores, letters, "f32"), (values["flags"], "bj", "i1")], "%low = arith.constant -1.0e30 : f32",
                               "%t = arith.select %a1, %a0, %low : f32", "%t")  # fmt: skip
    return scores


def write_weights(w, scores):
    s, letters = w.spelling, w.spelling.scores
    over = "i" if s.changed == "query" else "j"
    rows = letters.replace(over, "")
    if s.softmax == "plain":
        shifted = scores
    else:
        most = w.reduce(letters, over, scores, "arith.maximumf", LOWEST["f32"], "f32")
        shifted = (scores, most)
    if s.softmax == "plain":
        powers = w.elementwise(letters, "f32", [(scores, letters, "f32")], "%x = math.exp %a0 : f32", "%x")
    elif s.softmax == "merged":
        powers = w.elementwise(letters, "f32", [(scores, letters, "f32"), (most, rows, "f32")], "%t = arith.subf %a0, %a1 : f32",
                               "%x = math.exp %t : f32", "%x")  # fmt: skip
    else:
        shifted = w.elementwise(letters, "f32", [(scores, letters, "f32"), (most, rows, "f32")], "%t = arith.subf %a0, %a1 : f32", "%t")
        powers = w.elementwise(letters, "f32", [(shifted, letters, "f32")], "%x = math.exp %a0 : f32", "%x")
    summed = (
        w.elementwise(letters, "f32", [(powers, letters, "f32")], "%x = arith.mulf %a0, %a0 : f32", "%x") if s.changed == "sum" else powers
    )
    total = w.reduce(letters, over, summed, "arith.addf", "0.0", "f32")
    w.powers, w.total = powers, total
    if s.softmax == "inverse":
        inverse = w.elementwise(
            rows, "f32", [(total, rows, "f32")], "%one = arith.constant 1.0 : f32", "%x = arith.divf %one, %a0 : f32", "%x"
        )
        return w.elementwise(letters, "f32", [(powers, letters, "f32"), (inverse, rows, "f32")], "%x = arith.mulf %a0, %a1 : f32", "%x")
    if s.softmax == "logarithm":
        sums = w.elementwise(
            rows, "f32", [(total, rows, "f32"), (most, rows, "f32")], "%l = math.log %a0 : f32", "%x = arith.addf %l, %a1 : f32", "%x"
        )
        return w.elementwise(letters, "f32", [(scores, letters, "f32"), (sums, rows, "f32")], "%t = arith.subf %a0, %a1 : f32",
                             "%x = math.exp %t : f32", "%x")  # fmt: skip
    return w.elementwise(letters, "f32", [(powers, letters, "f32"), (total, rows, "f32")], "%x = arith.divf %a0, %a1 : f32", "%x")


def write(spelling, placement="", distributions=None):
    """The text; `distributions`: {input or "y": "[S(0), B]"} on @mesh, which `placement` declares."""
    w = Writer(spelling)
    inputs = {"q": (spelling.query, spelling.dtype), "k": (spelling.key, spelling.dtype), "v": (spelling.value, spelling.dtype)}
    if spelling.mask in ("bias", "both") or spelling.changed == "order":
        inputs["bias"] = ("hij", "f32")
    if spelling.mask in FLAGS:
        inputs["flags"] = ("bj", "i1")
    scores = write_scores(w, {name: f"%{name}" for name in inputs})
    weights = write_weights(w, scores)
    letters = spelling.scores
    if spelling.changed == "weights":
        weights = w.elementwise(
            letters, "f32", [(weights, letters, "f32"), (weights, letters, "f32")], "%x = arith.mulf %a0, %a1 : f32", "%x"
        )
    if spelling.dtype != "f32":
        weights = w.elementwise(
            letters, spelling.dtype, [(weights, letters, "f32")], f"%n = arith.truncf %a0 : f32 to {spelling.dtype}", "%n"
        )
    result = w.product(spelling.result, (weights, letters), ("%v", spelling.value), spelling.dtype)

    def note(name):
        given = (distributions or {}).get(name)
        return f", sbp.distribution = #sbp.distribution<@mesh, {given}>" if given else ""

    arguments = ", ".join(
        f'%{name}: {w.type(shape_of, kind)} {{sbp.name = "{name}"{note(name)}}}' for name, (shape_of, kind) in inputs.items()
    )
    kept = spelling.changed == "returned"
    types = [w.type(spelling.result, spelling.dtype), *[w.type(letters, spelling.dtype)] * kept]
    results = ", ".join(f'{kind} {{sbp.name = "{name}"{note(name)}}}' for name, kind in zip(("y", "weights"), types, strict=False))
    returned = ", ".join([result, *[weights] * kept])
    body = "\n".join(w.lines)
    return f"{placement}\nfunc.func @main({arguments}) -> ({results}) {{\n{body}\n  return {returned} : {', '.join(types)}\n}}\n"


def draw(spelling, random):
    """Inputs by name, and the result in f64."""
    values, weights = draw_weights(spelling, random)
    return values, np.einsum(f"{spelling.scores},{spelling.value}->{spelling.result}", weights, values["v"].astype("f8"))


def draw_weights(spelling, random):
    """Inputs by name, and the weights in f64."""
    values = {name: random.standard_normal(shape(letters)) for name, letters in
              [("q", spelling.query), ("k", spelling.key), ("v", spelling.value)]}  # fmt: skip
    if spelling.dtype == "bf16":  # numbers that it holds
        values = {name: np.round(value * 8) / 8 for name, value in values.items()}
    values = {name: value.astype(np.float32) for name, value in values.items()}
    scores = np.einsum(f"{spelling.query},{spelling.key}->{spelling.scores}", values["q"].astype("f8"), values["k"].astype("f8"))
    letters = spelling.scores
    if spelling.scale != "none":
        scores = scores / 2

    def expand(value, of):
        present = [letter for letter in letters if letter in of]
        value = np.transpose(value, [of.index(letter) for letter in present])
        return value.reshape([SIZES[letter] if letter in of else 1 for letter in letters])

    if spelling.mask in ("bias", "both"):
        values["bias"] = random.standard_normal(shape("hij")).astype(np.float32)
        scores = scores + expand(values["bias"].astype("f8"), "hij")
    i, j = expand(np.arange(SIZES["i"]), "i"), expand(np.arange(SIZES["j"]), "j")
    if spelling.mask in POSITIONS:
        seen = (j <= i) & ((j + 2 >= i) | (spelling.mask != "window"))
        scores = np.where(seen, scores, -np.inf)
    if spelling.mask in FLAGS:
        values["flags"] = random.random(shape("bj")) < 0.7
        values["flags"][:, 0] = True
        values["flags"][0] &= spelling.mask == "flags"
        scores = np.where(expand(values["flags"], "bj"), scores, -1e30)
    axis = letters.index("j")
    weights = np.exp(scores - scores.max(axis=axis, keepdims=True))
    weights /= weights.sum(axis=axis, keepdims=True)
    return values, weights
