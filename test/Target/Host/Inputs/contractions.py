"""Contractions given as einsum strings, in every float type and layout, against numpy in float64."""

import sys

import numpy as np

from sbp_testing.bfloats import from_bf16, to_bf16
from sbp_testing.compared import Compared
from sbp_testing.host_kernels import NUMPY_TYPES, compile_text

# Sizes by letter; e is empty.
SIZES = dict(a=3, b=2, c=5, d=4, h=2, i=6, j=7, k=8, m=1, n=9, e=0, z=1)
CASES = [
    "ik,kj->ij",
    "ki,kj->ij",
    "ik,jk->ij",
    "ki,jk->ij",
    "ik,kj->ji",
    "ki,jk->ji",  # every transpose
    "ik,k->i",
    "ki,k->i",
    "k,kj->j",
    "k,jk->j",
    "k,k->",
    "ab,ab->",  # matrix-vector, dot
    "bik,bkj->bij",
    "bik,kj->bij",
    "bikd,bjkd->bij",
    "bhid,bhjd->bhij",
    "bihd,bjhd->bhij",
    "bhij,bjhd->bihd",
    "abcik,abckj->abcij",
    "abcik,cabkj->bcaij",  # three batch dims, permuted
    "ick,kj->icj",
    "cik,kj->ijc",
    "ikc,kcj->ij",
    "kic,ckj->ij",
    "iakc,cjka->ij",  # several m, k; orders differ
    "ik,kj->ijh",
    "mk,kj->mj",
    "ikm,kjm->ijm",
    "ijk,k->ij",
    "ei,ij->ej",
    "ie,ej->ij",
    "ik,ke->ie",
    "bie,bej->bij",  # empty m, k, n
    "ik,jc->ij",
    "ik,ckj->ij",
    "i,j->ij",  # a dim summed on one side only; no sum at all
    "bik,bik->bi",
    "ik,ik->k",
]  # rows of dot products


def tensor(dims, type_):
    return "tensor<" + "".join(f"{SIZES[d]}x" for d in dims) + type_ + ">"


def contraction(name, spec, type_, out_type, init):
    inputs, out = spec.split("->")
    a, b = inputs.split(",")
    loops = sorted(set(a + b + out))
    numbers = {d: f"d{i}" for i, d in enumerate(loops)}
    space = ", ".join(numbers.values())
    maps = ", ".join(f"affine_map<({space}) -> ({', '.join(numbers[d] for d in dims)})>" for dims in (a, b, out))
    kinds = ", ".join('"parallel"' if d in out else '"reduction"' for d in loops)
    widen = (
        ""
        if type_ == out_type
        else f"""
    %p2 = arith.extf %p : {type_} to {out_type}
    %q2 = arith.extf %q : {type_} to {out_type}"""
    )
    p, q = ("%p", "%q") if type_ == out_type else ("%p2", "%q2")
    argument = f", %c: {tensor(out, out_type)}" if init else ""
    start = (
        ""
        if init
        else f"""
  %zero = arith.constant 0.0 : {out_type}
  %e = tensor.empty() : {tensor(out, out_type)}
  %c = linalg.fill ins(%zero : {out_type}) outs(%e : {tensor(out, out_type)}) -> {tensor(out, out_type)}"""
    )
    return f"""
func.func @{name}(%a: {tensor(a, type_)}, %b: {tensor(b, type_)}{argument}) -> {tensor(out, out_type)} {{{start}
  %r = linalg.generic {{indexing_maps = [{maps}], iterator_types = [{kinds}]}}
    ins(%a, %b : {tensor(a, type_)}, {tensor(b, type_)}) outs(%c : {tensor(out, out_type)}) {{
  ^bb0(%p: {type_}, %q: {type_}, %o: {out_type}):{widen}
    %x = arith.mulf {p}, {q} : {out_type}
    %y = arith.addf %o, %x : {out_type}
    linalg.yield %y : {out_type}
  }} -> {tensor(out, out_type)}
  return %r : {tensor(out, out_type)}
}}"""


def shape(dims):
    return [SIZES[d] for d in dims]


def encode(value, type_):
    return to_bf16(value) if type_ == "bf16" else value.astype(NUMPY_TYPES[type_])


def decode(value, type_):
    return (from_bf16(value) if type_ == "bf16" else value).astype(np.float64)


def oracle(spec, a, b):
    inputs, out = spec.split("->")
    only_out = "".join(d for d in out if d not in inputs)
    return np.einsum(f"{inputs},{only_out}->{out}", a, b, np.ones(shape(only_out)))


def main():
    rng = np.random.default_rng(1)
    text, cases = [], []
    for type_, out_type in [("f32", "f32"), ("f64", "f64"), ("bf16", "bf16"), ("f16", "f16"), ("bf16", "f32")]:
        for number, spec in enumerate(CASES):
            if spec == "i,j->ij" and type_ in ("bf16", "f16"):
                continue  # nothing is summed: the product and the addition round, as written
            for init in (False, True):
                name = f"c{number}_{type_}_{out_type}_{int(init)}"
                cases.append((name, spec, type_, out_type, init))
                text.append(contraction(*cases[-1]))
    regions, compared = compile_text("\n".join(text), *sys.argv[1:]), Compared()
    for name, spec, type_, out_type, init in cases:
        inputs, out = spec.split("->")
        dims = inputs.split(",") + ([out] if init else [])
        types = [type_, type_] + ([out_type] if init else [])
        arguments = [encode(rng.standard_normal(shape(d)), t) for d, t in zip(dims, types)]
        found = decode(regions[name](*arguments), out_type)
        exact = [decode(value, t) for value, t in zip(arguments, types)]
        wanted = oracle(spec, exact[0], exact[1]) + (exact[2] if init else 0)
        size = oracle(spec, abs(exact[0]), abs(exact[1])) + (abs(exact[2]) if init else 0)
        # One rounding to the result's type; the sum itself is at least f32.
        epsilon = {"f64": 1e-15, "f32": 1e-6, "f16": 5.2e-4, "bf16": 4.2e-3}[out_type]
        inner = 1e-15 if type_ == "f64" else 1e-6
        assert found.shape == wanted.shape
        allowed = epsilon * abs(wanted) + inner * size + 1e-30
        assert (abs(found - wanted) <= allowed).all(), (name, spec, found, wanted)
        compared.measure(f"{spec} {type_} -> {out_type}", abs(found - wanted).max(initial=0), allowed.max(initial=0), size=found.size)
    compared.show("contractions compared")
    print(len(cases), "contractions agree")


main()
