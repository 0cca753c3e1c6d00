"""A choice under a limit: the plan needs no more, the cost falls as the limit rises, and every rank computes what one computes.

    memory_limits.py [--only REGEX] [--shares 0,0.5,1]
    memory_limits.py --parts [--only REGEX]

Prints, for every model, the limits between the least that fits and what the free choice needs, and what plans need and cost.
Four of the models without --only.

--parts: GPT and MiniLM on four ranks under a half and a third of what the free choice needs, beside one rank. Where that is refused, the
error proves that nothing fits, and what it says would fit is tried.
"""

import argparse
import os
import re
import subprocess
import sys

import numpy as np

from sbp_testing.harness import Case, close
from sbp_testing.paths import ROOT

TYPES = {"i64": np.int64, "i32": np.int32, "i1": np.bool_}
SHARES = (0, 0.1, 0.3, 0.5, 0.7, 0.9)


def gpt(placement, annotate):
    return subprocess.run(
        [
            sys.executable,
            os.path.join(ROOT, "examples", "gpt", "generate.py"),
            "--batch",
            "2",
            "--tokens",
            "8",
            "--width",
            "32",
            "--heads",
            "4",
            "--layers",
            "1",
            "--placement",
            placement,
            "--annotate",
            annotate,
        ],
        check=True,
        capture_output=True,
        text=True,
    ).stdout


def example(path, axes=None):
    with open(os.path.join(ROOT, "examples", path)) as file:
        text = file.read()
    return place(text, axes) if axes else text


def place(text, axes):
    """On these axes, nothing annotated."""
    names = ", ".join(f'"{chr(97 + i)}" = {size}' for i, size in enumerate(axes))
    text = re.sub(r"sbp\.placement @(\w+) .*", lambda m: f"sbp.placement @{m[1]} [{names}]", text, count=1)
    text = re.sub(r",\s*sbp\.distribution = #sbp\.distribution<[^>]*>", "", text)
    return re.sub(r"sbp\.distribution = #sbp\.distribution<[^>]*>(, )?", "", text)


def resnet(axes):
    return place(
        subprocess.run(
            [sys.executable, os.path.join(ROOT, "examples", "resnet", "generate.py")], check=True, capture_output=True, text=True
        ).stdout,
        axes,
    )


def peak(case):
    return max(rank["peak_bytes"] for rank in case.report["memory"])


def draw(case):
    """The first entry that the artifact lists, values for its inputs: small numbers, indices below every bound, and its outputs."""
    listed = subprocess.run(["sbp-run", case.artifact, "--inspect"], check=True, capture_output=True, text=True).stdout
    _, entry, listed, *_ = re.split("^model entry (.*)\n", listed, flags=re.M)
    random, inputs, outputs = np.random.default_rng(7), {}, []
    for words in (line.split() for line in listed.splitlines() if line.startswith("  ")):
        if words[0] == "input":
            *shape, kind = words[2].split("x")
            shape, name = [int(size) for size in shape], words[1].rstrip(":")
            inputs[name] = (0.1 * random.standard_normal(shape)).astype(np.float32) if kind == "f32" else np.ones(shape, TYPES[kind])
        elif words[0] == "output":
            outputs.append(words[1].rstrip(":"))
    # A state is listed on both sides, and begins as the model says.
    return entry, {name: value for name, value in inputs.items() if name not in outputs}, outputs


def check(name, model, shares=SHARES):
    free = Case(model)
    entry, inputs, outputs = draw(free)
    expected = free.execute(inputs, outputs, "--entry", entry)
    most, before, rows = peak(free), float("inf"), []
    least = find_least(free, most)
    for share in shares:
        limit = least + int(share * (most - least))
        case = Case(model, f"--memory-limit={limit}")
        cost = case.report["selection"]["cost_seconds"]
        assert peak(case) <= limit, f"{name}: needs {peak(case)}, the limit is {limit}"
        assert cost <= before * (1 + 1e-12), f"{name}: {cost} s within {limit} bytes, {before} s within less"
        before = cost
        rows.append(f"{limit:,}: {peak(case):,} {1e6 * cost:,.1f} us")
        for output, value in case.execute(inputs, outputs, "--entry", entry).items():
            close(value, expected[output].astype(np.float64), terms=256, what=f"{name} within {limit}: {output}")
    cost = free.report["selection"]["cost_seconds"]
    assert before >= cost * (1 - 1e-12), name
    print(f"{name}: {len(rows)} of {len(shares)} limits fit: {' | '.join(rows)} | free: {most:,} {1e6 * cost:,.1f} us", flush=True)
    return least < most


def find_least(case, most):
    """What is said to fit where nothing does; the free choice's own peak where that is the least that is known."""
    probe = subprocess.run(["sbp-compile", case.model, "-o", case.path("probe.sbpx"), "--memory-limit=1"], capture_output=True, text=True)
    assert probe.returncode == 1 and re.search("no smaller plan was found|split over all ranks", probe.stderr), probe.stderr
    least = int(re.search(r"--memory-limit=(\d+) fits", probe.stderr)[1])
    assert least <= most
    return least


def find_proof(model, limit):
    """What fits instead of `limit`, where what is said to be needed in any case is more than that."""
    case = Case(model, f"--memory-limit={limit}", expect=1)
    said = case.compiled.stderr
    least = int(re.search(r"arguments and states alone take (\d+) when split over all ranks", said)[1])
    fits = int(re.search(r"--memory-limit=(\d+) fits", said)[1])
    assert limit < least <= fits, said
    return least, fits


def check_parts(name, make):
    free, one = Case(make([4])), Case(make([1]))
    entry, inputs, outputs = draw(one)
    expected = one.execute(inputs, outputs, "--entry", entry)
    for part in (2, 3):
        limit, words = peak(free) // part, ""
        if subprocess.run(
            ["sbp-compile", free.model, "-o", free.path("part.sbpx"), f"--memory-limit={limit}"], capture_output=True
        ).returncode:
            least, fits = find_proof(make([4]), limit)
            limit, words = fits, f" refused, arguments alone take {least:,};"
        case = Case(make([4]), f"--memory-limit={limit}")
        assert peak(case) <= limit, f"{name}: needs {peak(case)}, the limit is {limit}"
        for output, value in case.execute(inputs, outputs, "--entry", entry).items():
            close(value, expected[output].astype(np.float64), terms=1024, what=f"{name} within {limit}: {output}")
        print(f"{name}, 1/{part} of {peak(free):,}:{words} {peak(case):,} of {limit:,} bytes, as one rank computes it", flush=True)


PARTS = {
    "GPT": lambda axes: place(gpt("tp=4", "none"), axes),
    "MiniLM": lambda axes: example("minilm/minilm.mlir", axes),
}
FEW = {
    "mlp": lambda: example("mlp/mlp_open.mlir"),
    "GPT on [4]": lambda: gpt("tp=4", "none"),
    "GPT on [2, 2]": lambda: gpt("dp=2,tp=2", "inputs"),
    "GPT on [3]": lambda: gpt("tp=3", "none"),
}
MORE = {
    "MLP on [2, 2]": lambda: example("mlp/mlp_open.mlir", [2, 2]),
    "regression on [4]": lambda: example("regression/regression.mlir", [4]),
    "ResNet block on [4]": lambda: resnet([4]),
    "MiniLM on [4]": lambda: example("minilm/minilm.mlir", [4]),
    "PKM on [4]": lambda: example("memory_layers/pkm.mlir", [4]),
    "PEER on [2, 2]": lambda: example("memory_layers/peer.mlir", [2, 2]),
    "memory+ on [2]": lambda: example("memory_layers/memory_plus.mlir", [2]),
}


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only")
    parser.add_argument("--shares", default=",".join(map(str, SHARES)), help="of what the free choice needs")
    parser.add_argument("--parts", action="store_true")
    options = parser.parse_args()
    if options.parts:
        for name, make in PARTS.items():
            if re.search(options.only or "", name):
                check_parts(name, make)
        return
    models = {name: make for name, make in (FEW | MORE).items() if re.search(options.only, name)} if options.only is not None else FEW
    shares = [float(share) for share in options.shares.split(",")]
    for name, make in models.items():
        gives = check(name, make(), shares)
        # Its free choice cuts all that can be cut.
        assert gives or name == "MLP on [2, 2]", f"{name}: nothing needs less than the free choice"


if __name__ == "__main__":
    main()
