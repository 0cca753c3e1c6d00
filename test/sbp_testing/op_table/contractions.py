"""Contractions: named with every layout of their operands, quantized, contract."""

import numpy as np

from sbp_testing.op_table.cases import Case, T, draw, filled, ret


def contraction(op, spec, sizes, ins="f32", out=None, attributes="", live=False, init=0):
    out = out or ins
    lhs, rhs, result = spec.replace("->", ",").split(",")
    a, b = (draw(ins, *[sizes[c] for c in letters]) for letters in (lhs, rhs))
    shape = [sizes[c] for c in result]
    value = np.einsum(spec, a.exact, b.exact)
    inputs = [a, b]
    if live:
        c = draw(out, *shape)
        inputs.append(c)
        value = value + c.exact
        body, dest = "", "%a2"
    else:
        body, dest = filled("o", out, shape, init), "%o"
        value = value + init
    body += f"  %r = linalg.{op} {attributes} ins(%a0, %a1 : {a.type}, {b.type}) outs({dest} : {T(out, shape)}) -> {T(out, shape)}\n" + ret(
        ("%r", T(out, shape))
    )
    terms = int(np.prod([sizes[c] for c in set(lhs + rhs) - set(result)])) + 2
    Case(f"{op} {spec} {ins}->{out}{' live' if live else ''}{' ' + attributes if attributes else ''}", inputs, [(out, value)], body, terms)


S = dict(b=2, m=5, n=7, k=6, M=3, N=2, K=4)
for ins, out in (
    ("f32", "f32"),
    ("f64", "f64"),
    ("bf16", "bf16"),
    ("bf16", "f32"),
    ("f16", "f16"),
    ("i32", "i32"),
    ("i8", "i32"),
    ("i64", "i64"),
    ("i8", "i8"),
):
    contraction("matmul", "mk,kn->mn", S, ins, out)
contraction("matmul", "mk,kn->mn", S, live=True)


def maps(spec, loops):
    return (
        "indexing_maps = ["
        + ", ".join(f"affine_map<({', '.join(loops)}) -> ({', '.join(part)})>" for part in spec.replace("->", ",").split(","))
        + "]"
    )


for spec in ("km,kn->mn", "mk,nk->mn", "km,nk->mn"):
    contraction("matmul", spec, S, attributes=maps(spec, "mnk"))
for spec in ("k,kn->mn", "mk,k->mn"):  # one side broadcast
    left, right = spec.split("->")[0].split(",")
    a, b = draw("f32", *[S[c] for c in left]), draw("f32", *[S[c] for c in right])
    whole = [v.exact.reshape([S[c] if c in letters else 1 for c in "mkn"]) for v, letters in ((a, left), (b, right))]
    t = T("f32", (S["m"], S["n"]))
    Case(
        f"matmul {spec}",
        [a, b],
        [("f32", np.broadcast_to(whole[0] * whole[1], (S["m"], S["k"], S["n"])).sum(1))],
        filled("o", "f32", (S["m"], S["n"]))
        + f"  %r = linalg.matmul {maps(spec, 'mnk')} ins(%a0, %a1 : {a.type}, {b.type}) outs(%o : {t}) -> {t}\n"
        + ret(("%r", t)),
        9,
    )
contraction("batch_matmul", "bmk,bkn->bmn", S)
contraction("batch_matmul", "bmk,bkn->bmn", S, "bf16", "f32")
contraction("batch_matmul", "bkm,bkn->bmn", S, attributes=maps("bkm,bkn->bmn", "bmnk"))
contraction("batch_matmul", "bmk,bnk->bmn", S, attributes=maps("bmk,bnk->bmn", "bmnk"))
contraction("batch_matmul", "mk,bkn->bmn", S, attributes=maps("mk,bkn->bmn", "bmnk"))
contraction("batch_reduce_matmul", "bmk,bkn->mn", S)
contraction("batch_reduce_matmul", "bkm,bkn->mn", S, attributes=maps("bkm,bkn->mn", "bmnk"))
contraction("batch_reduce_matmul", "bmk,bkn->mn", S, "bf16", "bf16")
contraction("batch_matvec", "bmk,bk->bm", S)
contraction("batch_vecmat", "bk,bkn->bn", S)
contraction("matvec", "mk,k->m", S)
contraction("vecmat", "k,kn->n", S)
contraction("dot", "k,k->", S)
contraction("dot", "k,k->", S, "i32")
contraction("dot", "k,k->", S, "bf16", "f32")
contraction("mmt4d", "mkMK,nkNK->mnMN", S)
contraction("mmt4d", "mkMK,nkNK->mnMN", S, "i8", "i32")
contraction("batch_mmt4d", "bmkMK,bnkNK->bmnMN", S)


def quantized(op, spec):
    lhs, rhs, result = spec.replace("->", ",").split(",")
    a, b = (draw("i8", *[S[c] for c in letters]) for letters in (lhs, rhs))
    shape = [S[c] for c in result]
    t = T("i32", shape)
    Case(
        op,
        [a, b],
        [("i32", np.einsum(spec, a.exact - 3, b.exact + 2))],
        filled("o", "i32", shape)
        + f"  %p = arith.constant 3 : i32\n  %q = arith.constant -2 : i32\n  %r = linalg.{op} ins(%a0, %a1, %p, %q : {a.type}, {b.type}, i32, i32) "
        f"outs(%o : {t}) -> {t}\n" + ret(("%r", t)),
    )


quantized("quantized_matmul", "mk,kn->mn")
quantized("quantized_batch_matmul", "bmk,bkn->bmn")


def contract(spec, loops, sizes, dtype="f32", live=True):
    lhs, rhs, result = spec.replace("->", ",").split(",")
    contraction("contract", spec, sizes, dtype, attributes=maps(spec, loops), live=live)


contract("mk,kn->mn", "mnk", S)
contract("kbm,nkb->nbm", "bmnk", S)
contract("mkK,Kkn->nm", "mnkK", S)
contract("mk,mk->m", "mk", S, "i32")
