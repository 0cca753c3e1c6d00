"""Launches by generator and scratch of the memory layers of examples/memory_layers as one region, and of updates of their tables."""

import re
import sys
from pathlib import Path

from sbp_testing import cuda_kernels

MOST_SCRATCH = 64 << 20
PRODUCT_KEYS = ("pkm", "peer", "memory_plus")
CHAINED = ("ultramem", "ultramem_v2")  # their power iterations
TABLE, ROWS, SCORES, TERMS = "tensor<65536x256xf32>", "tensor<256x64xi32>", "tensor<256x64xf32>", "tensor<256x256xf32>"
UPDATES = {"lazy_adam": [TABLE, TABLE], "row_adagrad": ["tensor<65536xf32>"]}


def read_example(path):
    """The model without its placement and its distributions, which are those of one rank."""
    lines = [line for line in path.read_text().splitlines() if not line.startswith("sbp.placement")]
    return re.sub(r" \{sbp\.[^}]*\}", "", "\n".join(lines)) + "\n"


def write_update(rule, states):
    names = [f"%s{i}" for i in range(len(states))]
    kinds, types = [TABLE, *states], ", ".join([TABLE, *states])
    arguments = ", ".join(f"{name}: {kind}" for name, kind in zip(["%t", *names], kinds))
    results = ", ".join(f"{kind} {{sbp.in_place = {i} : i64}}" for i, kind in enumerate(kinds))
    returned = ", ".join(f"%y#{i}" for i in range(len(kinds)))
    return (
        f"func.func @main({arguments}, %r: {ROWS}, %w: {SCORES}, %z: {TERMS}, %rate: tensor<f32>, %step: tensor<i64>) -> ({results}) {{\n"
        f"  %y:{len(kinds)} = memory_layer.update {rule} %t, ({', '.join(names)}), %r, %w, %z, %rate, %step {{epsilon = 1.0e-3 : f64}} : "
        f"({types}, {ROWS}, {SCORES}, {TERMS}, tensor<f32>, tensor<i64>) -> ({types})\n  return {returned} : {types} }}\n"
    )


def main(examples):
    layers = (*PRODUCT_KEYS, "ultramem", "ultramem_v2")
    programs = {name: read_example(Path(examples) / f"{name}.mlir") for name in layers}
    programs |= {rule: write_update(rule, states) for rule, states in UPDATES.items()}
    for name, text in programs.items():
        described = cuda_kernels.compile_ptx(text)[1]["main"]
        families = [launch["family"] for launch in described["launches"]]
        counts = ", ".join(f"{family} {families.count(family)}" for family in sorted(set(families)))
        seconds = sum(launch["predicted_seconds"] for launch in described["launches"])
        print(
            f"{name}: {len(families)} launches ({counts}), {seconds * 1e6:.0f} us predicted, {described['scratch']} bytes of scratch",
            flush=True,
        )
        assert "serial" not in families, (name, counts)
        assert described["scratch"] <= MOST_SCRATCH, (name, described["scratch"])
        tiny = [launch["schedule"] for launch in described["launches"] if launch["grid"] == [1, 1, 1]]
        assert not any("a thread an element" in schedule for schedule in tiny), (name, tiny)
        if name in CHAINED:
            assert "chain, 36 steps in one block" in tiny, (name, tiny)
        if name in PRODUCT_KEYS:
            assert families.count("product_keys") == 1 and "top_k" not in families, (name, counts)
    print(f"no serial launch in {len(programs)} programs")


main(*sys.argv[1:])
