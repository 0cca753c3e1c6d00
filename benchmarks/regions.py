"""What a step's dearest regions are and what bounds each:  python3 regions.py gpt|minilm [compare.py's options] [--rounds N]

Prints the three regions (kernels) that take most of a step on this machine: where they are in the model, how often a rank runs
them a step, milliseconds (median of a trace; by all ranks on one core), share of the compute, GFLOP of matrix products and
GFLOP/s of the whole region, the milliseconds of the same products alone, weights in memory (gemm-bound, run in turns with the
trace, on as many cores), and megabytes of operands. A region near its products' time is bound by multiply-add units.
"""

import argparse
import collections
import json
import os
import re
import statistics
import subprocess
import tempfile
from pathlib import Path

import compare

MAPS = re.compile(r"affine_map<\([^)]*\) -> \(([^)]*)\)>")
TENSOR = re.compile(r"tensor<((?:\d+x)*)([a-z]+)(\d+)>")


def read_shape(match):
    return [int(extent) for extent in match[1].split("x") if extent]


def read_bytes(match):
    size = int(match[3]) // 8
    for extent in read_shape(match):
        size *= extent
    return max(size, 1)


def read_product(lines):
    """(m, n, k, is B transposed, how many) of a generic op that is a product of two tensors."""
    body = " ".join(lines[1:])
    types = [read_shape(match) for match in TENSOR.finditer(lines[0].split("ins(", 1)[1])]
    maps = [[term.strip() for term in terms.split(",")] for terms in MAPS.findall(lines[0])]
    if len(maps) != 3 or "reduction" not in lines[0] or "arith.mulf" not in body or "arith.addf" not in body:
        return None
    extents = {}
    for terms, shape in zip(maps, types):
        extents.update({term: extent for term, extent in zip(terms, shape) if term.startswith("d")})
    a, b, c = map(set, maps)

    def size(loops):
        result = 1
        for loop in loops:
            result *= extents.get(loop, 1)
        return result

    return size((a & c) - b), size((b & c) - a), size((a & b) - c), int(maps[1][-1] not in c), size(a & b & c)


def read_regions(text):
    """By name of the kernel: products and bytes of the operands."""
    regions, lines, name = {}, text.split("\n"), None
    for number, line in enumerate(lines):
        if found := re.match(r"\s*func\.func private @(\w+)\((.*)", line):
            name = found[1]
            operands = found[2].split(" attributes")[0]
            regions[name] = [], sum(read_bytes(match) for match in TENSOR.finditer(operands))
        elif name and "linalg.generic" in line and (product := read_product(lines[number : number + 5])):
            regions[name][0].append(product)
    return regions


def read_trace(path):
    """Milliseconds of each run, by (kernel, place in the model)."""
    with open(path) as file:
        events = json.load(file)["traceEvents"]
    times = collections.defaultdict(list)
    for event in events:
        if event.get("ph") == "X" and (found := re.match(r"task \d+ \('(\w+)' at ([^)]*)\)", event["name"])):
            times[found[1], found[2]].append(event["dur"] * 1e-3)
    return times


class Alone:
    """The products of one region, by gemm-bound."""

    def __init__(self, options, products):
        program = os.path.join(options.build, "bin", "benchmarks", "gemm-bound")
        # As many at once as cores run regions at once: they share caches and memory.
        self.command = (
            compare.pinned(options, [program, str(options.cores), str(options.cores), "5"])
            if products and os.path.exists(program)
            else None
        )
        self.products = "".join(" ".join(map(str, product)) + "\n" for product in products)
        self.times = []

    def run(self):
        if self.command:
            text = subprocess.run(self.command, input=self.products, check=True, capture_output=True, text=True).stdout
            self.times += map(float, text.split())

    def median(self):
        return statistics.median(self.times) if self.times else float("nan")


def main():
    parser = argparse.ArgumentParser(add_help=False)
    parser.add_argument("--rounds", type=int, default=5, help="traces, each with the products after it")
    own, others = parser.parse_known_args()
    options = compare.parse(others)
    with tempfile.TemporaryDirectory() as directory:
        ours = compare.Ours(options, directory)
        tasks = os.path.join(directory, "tasks.mlir")
        subprocess.run(
            [os.path.join(options.build, "bin", "sbp-compile"), os.path.join(directory, "model.mlir"), "--emit=tasks", "-o", tasks],
            check=True,
        )
        regions = read_regions(Path(tasks).read_text())
        alone = {name: Alone(options, products) for name, (products, _) in regions.items()}
        runs, trace = collections.defaultdict(list), os.path.join(directory, "trace.json")
        for _ in range(own.rounds):
            text = subprocess.run(
                [*ours.command, f"--benchmark={options.steps}", "--json", f"--trace={trace}"], check=True, capture_output=True, text=True
            ).stdout
            for place, times in read_trace(trace).items():
                runs[place] += times
            for products in alone.values():
                products.run()
    # A kernel stands at many places of the model, on every rank: one region.
    kernels = collections.defaultdict(list)
    for (kernel, place), times in runs.items():
        kernels[kernel].append((statistics.median(times), len(times), place))
    total = sum(median * count for places in kernels.values() for median, count, _ in places)
    print(f"{options.model}, {options.cores} cores; a step {json.loads(text)['seconds']['median'] * 1e3:.2f} ms (the last trace)")
    print(
        f"{'region':10} {'first at':22} {'places':>6} {'ms':>8} {'share':>6} {'GFLOP':>7} {'GFLOP/s':>8} {'products ms':>12} {'alone/whole':>12} {'operands MB':>12}"
    )
    for kernel, places in sorted(kernels.items(), key=lambda item: -sum(median * count for median, count, _ in item[1]))[:3]:
        products, size = regions[kernel]
        flops = sum(2 * m * n * k * count for m, n, k, _, count in products) * 1e-9
        median = statistics.median(median for median, _, _ in places)
        share = sum(median * count for median, count, _ in places) / total
        print(
            f"{kernel:10} {min(places, key=lambda place: int(place[2].split(':')[1]))[2]:22} {len(places):6} {median:8.3f} {share:6.1%} {flops:7.3f} {flops / median * 1e3:8.1f} "
            f"{alone[kernel].median():12.3f} {alone[kernel].median() / median:12.2f} {size * 1e-6:12.1f}"
        )


if __name__ == "__main__":
    main()
