"""Attention with its gradient, spelled out in linalg in the orders that frameworks have, and what both compute in f64.

`write` gives the text of one function with the results y (where there is one), dq, dk and dv; its inputs are those of the attention and g, the cotangent of y.
"""

import dataclasses

import numpy as np

from sbp_testing.spelled_attention import (
    FLAGS,
    POSITIONS,
    SIZES,
    Spelling,
    Writer,
    draw_weights,
    select,
    shape,
    write_scores,
    write_weights,
)


@dataclasses.dataclass(frozen=True)
class Gradient:
    """How the cotangent of the scores is computed: `order` is torch, jax, short, logarithm, maximum or derived; `changed` what makes it no gradient."""

    spelling: Spelling
    order: str = "torch"
    hides: bool = True  # a mask that selects scores selects 0 in their cotangent
    changed: str = ""
    has_result: bool = True  # y is computed too


# The ways to change a gradient, with the further inputs and results that they need, by their dimensions.
CHANGES = {
    "another mask": ({}, []),
    "another factor": ({}, []),
    "sum of queries": ({}, []),
    "no sum": ({}, []),
    "another key": ({"other_k": "key"}, []),
    "another query": ({"other_q": "query"}, []),
    "another value": ({"other_v": "value"}, []),
    "another cotangent": ({"other_g": "result"}, []),
    "cotangent of scores": ({"more": "scores"}, []),
    "dropout": ({"more": "scores"}, []),
    "dropout of the cotangent": ({"more": "scores"}, []),
    "exponentials": ({}, []),
    "scores returned": ({}, ["scores"]),
    "cotangent returned": ({}, ["scores"]),
    "weights returned": ({}, ["scores"]),
    "gradient of a bias": ({}, ["bias"]),
    "key again": ({}, ["key"]),
    "hidden weights": ({}, []),
    "hidden sum": ({}, []),
}


def multiply(w, letters, *factors):
    """The product of tensors of `letters`, elementwise."""
    body = ["%x0 = arith.mulf %a0, %a1 : f32", *[f"%x{i} = arith.mulf %x{i - 1}, %a{i + 1} : f32" for i in range(1, len(factors) - 1)]]
    return w.elementwise(letters, "f32", [(name, of, "f32") for name, of in factors], *body, f"%x{len(factors) - 2}")


def write_cotangent(w, gradient, weights, inner):
    """The cotangent of the masked scores, from that of the weights, `inner`."""
    letters = w.spelling.scores
    over = "i" if gradient.changed == "sum of queries" else "j"
    rows, own = letters.replace(over, ""), letters.replace("j", "")
    each = lambda inputs, *body: w.elementwise(letters, "f32", [(name, of, "f32") for name, of in inputs], *body)
    of_rows = lambda inputs, *body: w.elementwise(rows, "f32", [(name, of, "f32") for name, of in inputs], *body)
    hide = lambda value: hide_by_flags(w, value) if gradient.changed == "hidden sum" else value
    total = lambda value: w.reduce(letters, over, hide(value), "arith.addf", "0.0", "f32")
    if gradient.order == "short":
        means = w.product(rows, (weights, letters), (inner, letters), "f32")
        return each(
            [(inner, letters), (means, rows), (weights, letters)], "%d = arith.subf %a0, %a1 : f32", "%x = arith.mulf %d, %a2 : f32", "%x"
        )
    if gradient.order == "jax":
        inverse = of_rows(
            [(w.total, own)], "%z = arith.mulf %a0, %a0 : f32", "%c = arith.constant 1.0 : f32", "%x = arith.divf %c, %z : f32", "%x"
        )
        term = multiply(w, letters, (inner, letters), (inverse, rows), (w.powers, letters))
        negated = of_rows([(total(term), rows)], "%x = arith.negf %a0 : f32", "%x")
        body = ["%ratio = arith.divf %a0, %a1 : f32", "%sum = arith.addf %ratio, %a2 : f32", "%x = arith.mulf %sum, %a3 : f32", "%x"]
        return each([(inner, letters), (w.total, own), (negated, rows), (w.powers, letters)], *body)
    product = multiply(w, letters, (inner, letters), (weights, letters))
    if gradient.order == "logarithm":
        negated = each([(product, letters)], "%x = arith.negf %a0 : f32", "%x")
        means = of_rows([(total(negated), rows), (w.total, own)], "%x = arith.divf %a0, %a1 : f32", "%x")
        return each(
            [(product, letters), (means, rows), (w.powers, letters)],
            "%t = arith.mulf %a1, %a2 : f32",
            "%x = arith.addf %a0, %t : f32",
            "%x",
        )
    if gradient.changed == "no sum":
        return product
    body = ["%t = arith.mulf %a1, %a2 : f32"]
    if gradient.changed == "another factor":
        body += ["%c = arith.constant 0.75 : f32", "%u = arith.mulf %t, %c : f32", "%x = arith.subf %a0, %u : f32", "%x"]
    else:
        body += ["%x = arith.subf %a0, %t : f32", "%x"]
    cotangent = each([(product, letters), (weights, letters), (total(product), rows)], *body)
    if gradient.order == "maximum":  # the derivative of the maximum, which is subtracted: a sum that is 0
        return each([(cotangent, letters), (total(cotangent), rows)], "%x = arith.subf %a0, %a1 : f32", "%x")
    return cotangent


def hide_by_flags(w, value, kept="%a0", hidden="%z"):
    """`value`, of the scores' dimensions, and 0 where flags hide a key."""
    body = ["%z = arith.constant 0.0 : f32", f"%t = arith.select %a1, {kept}, {hidden} : f32", "%t"]
    return w.elementwise(w.spelling.scores, "f32", [(value, w.spelling.scores, "f32"), ("%flags", "bj", "i1")], *body)


def scale_and_hide(w, gradient, cotangent):
    """The cotangent of the product of query and key, from that of the scores."""
    spelling, letters = w.spelling, w.spelling.scores
    if gradient.hides and spelling.mask in POSITIONS:
        other = "window" if spelling.mask == "causal" else "causal"
        cotangent = select(w, cotangent, other if gradient.changed == "another mask" else spelling.mask, "0.0")
    if gradient.hides and spelling.mask in FLAGS:
        cotangent = hide_by_flags(w, cotangent, *(["%z", "%a0"] if gradient.changed == "another mask" else []))
    op = {"after": ("mulf", "0.5"), "divided": ("divf", "2.0")}.get(spelling.scale)
    if op:
        body = [f"%c = arith.constant {op[1]} : f32", f"%x = arith.{op[0]} %a0, %c : f32", "%x"]
        cotangent = w.elementwise(letters, "f32", [(cotangent, letters, "f32")], *body)
    return cotangent


def write_gradients(w, gradient, weights, dropped):
    """The gradients of query, key and value, and the further results that a change has."""
    s, changed, letters = w.spelling, gradient.changed, w.spelling.scores
    inner = w.product(letters, ("%g", s.result), ("%other_v" if changed == "another value" else "%v", s.value), "f32")
    if changed == "dropout":
        inner = multiply(w, letters, (inner, letters), ("%more", letters))
    cotangent = write_cotangent(w, gradient, weights, inner)
    if changed == "dropout of the cotangent":
        cotangent = multiply(w, letters, (cotangent, letters), ("%more", letters))
    if changed == "cotangent of scores":
        cotangent = w.elementwise(
            letters, "f32", [(cotangent, letters, "f32"), ("%more", letters, "f32")], "%x = arith.addf %a0, %a1 : f32", "%x"
        )
    masked, cotangent = cotangent, scale_and_hide(w, gradient, cotangent)
    query = w.product(s.query, (cotangent, letters), ("%other_k" if changed == "another key" else "%k", s.key), "f32")
    if s.scale == "before":
        query = w.elementwise(
            s.query, "f32", [(query, s.query, "f32")], "%c = arith.constant 0.5 : f32", "%x = arith.mulf %a0, %c : f32", "%x"
        )
    of_query = w.scaled if s.scale == "before" else "%q"
    key = w.product(s.key, (cotangent, letters), ("%other_q" if changed == "another query" else of_query, s.query), "f32")
    value = w.product(
        s.value,
        ({"exponentials": w.powers, "dropout": dropped}.get(changed, weights), letters),
        ("%other_g" if changed == "another cotangent" else "%g", s.result),
        "f32",
    )
    if changed == "hidden weights":
        value = w.product(s.value, (hide_by_flags(w, weights), letters), ("%g", s.result), "f32")
    further = {"cotangent returned": masked, "weights returned": weights, "scores returned": w.scores}.get(changed)
    if changed == "gradient of a bias":
        further = w.reduce(letters, "b", masked, "arith.addf", "0.0", "f32")
    if changed == "key again":
        further = w.product(s.key, (cotangent, letters), ("%g", s.result.replace("e", "d")), "f32")
    return [query, key, value, *([further] if further else [])]


def write(gradient, placement="", distributions=None):
    """The text; `distributions`: {input: "[S(0), B]"} on @mesh, which `placement` declares."""
    s = gradient.spelling
    w = Writer(s)
    inputs = {"q": (s.query, "f32"), "k": (s.key, "f32"), "v": (s.value, "f32"), "g": (s.result, "f32")}
    if s.mask in ("bias", "both"):
        inputs["bias"] = ("hij", "f32")
    if s.mask in FLAGS:
        inputs["flags"] = ("bj", "i1")
    more, results = CHANGES.get(gradient.changed, ({}, []))
    of = {"query": s.query, "key": s.key, "value": s.value, "result": s.result, "scores": s.scores, "bias": s.scores.replace("b", "")}
    inputs |= {name: (of[role], "f32") for name, role in more.items()}
    w.scores = write_scores(w, {name: f"%{name}" for name in inputs})
    weights = write_weights(w, w.scores)
    dropped = multiply(w, s.scores, (weights, s.scores), ("%more", s.scores)) if gradient.changed == "dropout" else weights
    y = w.product(s.result, (dropped, s.scores), ("%v", s.value), "f32")
    if gradient.order == "derived":
        given = ", ".join(w.type(of[role], "f32") for role in ("result", "result", "query", "key", "value"))
        taken = ", ".join(w.type(of[role], "f32") for role in ("query", "key", "value"))
        w.lines.append(f"  %d:3 = nn.gradient {y} seed %g wrt (%q, %k, %v) : ({given}) -> ({taken})")
        returned = [y, "%d#0", "%d#1", "%d#2"]
    else:
        returned = [y, *write_gradients(w, gradient, weights, dropped)]
    letters = [s.result, s.query, s.key, s.value, *[of[role] for role in results]]
    names = ["y", "dq", "dk", "dv", "further"]
    if not gradient.has_result:
        returned, letters, names = returned[1:], letters[1:], names[1:]

    def note(name):
        given = (distributions or {}).get(name)
        return f", sbp.distribution = #sbp.distribution<@mesh, {given}>" if given else ""

    types = [w.type(each, "f32") for each in letters]
    arguments = ", ".join(f'%{name}: {w.type(each, kind)} {{sbp.name = "{name}"{note(name)}}}' for name, (each, kind) in inputs.items())
    outputs = ", ".join(f'{kind} {{sbp.name = "{name}"}}' for name, kind in zip(names, types, strict=False))
    body = "\n".join(w.lines)
    return f"{placement}\nfunc.func @main({arguments}) -> ({outputs}) {{\n{body}\n  return {', '.join(returned)} : {', '.join(types)}\n}}\n"


def draw(gradient, random):
    """Inputs by name, and the results by name in f64."""
    s = gradient.spelling
    values, weights = draw_weights(s, random)
    values["g"] = random.standard_normal(shape(s.result)).astype(np.float32)
    q, k, v, g = (values[name].astype("f8") for name in "qkvg")
    inner = np.einsum(f"{s.result},{s.value}->{s.scores}", g, v)
    cotangent = weights * (inner - (weights * inner).sum(s.scores.index("j"), keepdims=True)) * (1 if s.scale == "none" else 0.5)
    if s.mask == "hidden" and gradient.hides:
        cotangent = np.where(values["flags"].reshape([SIZES[letter] if letter in "bj" else 1 for letter in s.scores]), cotangent, 0)
    return values, {
        **({"y": np.einsum(f"{s.scores},{s.value}->{s.result}", weights, v)} if gradient.has_result else {}),
        "dq": np.einsum(f"{s.scores},{s.key}->{s.query}", cotangent, k),
        "dk": np.einsum(f"{s.scores},{s.query}->{s.key}", cotangent, q),
        "dv": np.einsum(f"{s.scores},{s.result}->{s.value}", weights, g),
    }
