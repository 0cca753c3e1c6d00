"""Boxings on GPUs that ranks share leave every rank the bits that they leave on the host: all pairs of distributions of [2, 2].

    boxing_bits.py BUILD [--sample N] [--combiners sum,...]

{S0, S1, S2, B, P} on either axis, from and to: 625 pairs for each combiner, f32 where it is a sum (of terms that round), else the type
that test/sbp_testing/boxing_pairs.py has for it. --sample: so many pairs of each combiner, drawn; 0: all.
"""

import argparse
import itertools
import os
import random
import tempfile
from pathlib import Path

import numpy as np

from plans import use_stub
from sbp_testing import boxing_pairs
from sbp_testing.harness import list_target_flags, run

KINDS = [("S", 0), ("S", 1), ("S", 2), ("B",), ("P",)]
PAIRS = [(a, b) for a in itertools.product(KINDS, repeat=2) for b in itertools.product(KINDS, repeat=2)]
PER_MODULE = 125


class Pair(boxing_pairs.Pair):
    def __init__(self, number, combiner, source, target):
        self.name, self.placement, self.axes = f"v{number}", "b", (2, 2)
        self.shape = boxing_pairs.SHAPES[number % len(boxing_pairs.SHAPES)]
        self.combiner = self.after = combiner
        self.type, self.dtype, self.combine = ("f32", np.float32, np.add) if combiner == "sum" else boxing_pairs.COMBINERS[combiner]
        self.source, self.target = ([("P", combiner) if kind == ("P",) else kind for kind in side] for side in (source, target))
        self.coordinates = list(itertools.product(range(2), repeat=2))


def run_module(pairs, draw, folder):
    source, path = os.path.join(folder, "in"), os.path.join(folder, "model.mlir")
    os.makedirs(source)
    with open(path, "w") as file:
        file.write(boxing_pairs.model(pairs))
    for pair in pairs:
        pair.draw(draw)
        if pair.combiner == "sum":  # sums of these round
            pair.pieces = {rank: piece / np.float32(3) for rank, piece in pair.pieces.items()}
        for rank, piece in pair.pieces.items():
            np.save(os.path.join(source, f"{pair.name}.rank{rank}.npy"), piece)
    outputs = {}
    for target in ("host", "cuda"):
        artifact, output = os.path.join(folder, f"{target}.sbpx"), os.path.join(folder, target)
        run("sbp-compile", path, "-o", artifact, "--strict", *list_target_flags(target))
        run("sbp-run", artifact, f"--input-shards={source}", f"--output-shards={output}")
        outputs[target] = output
    for pair, rank in itertools.product(pairs, range(4)):
        host, cuda = (Path(os.path.join(output, f"{pair.name}.rank{rank}.npy")).read_bytes() for output in outputs.values())
        assert host == cuda, f"{pair}: rank {rank} has other bits"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("build")
    parser.add_argument("--sample", type=int, default=0)
    parser.add_argument("--combiners", default="sum," + ",".join(name for name in boxing_pairs.COMBINERS if name != "sum"))
    options = parser.parse_args()
    use_stub(options.build)
    choose, draw, count = random.Random(1), np.random.default_rng(1), 0
    for combiner in options.combiners.split(","):
        chosen = choose.sample(PAIRS, options.sample) if options.sample else PAIRS
        pairs = [Pair(number, combiner, *pair) for number, pair in enumerate(chosen)]
        for begin in range(0, len(pairs), PER_MODULE):
            with tempfile.TemporaryDirectory() as folder:
                run_module(pairs[begin : begin + PER_MODULE], draw, folder)
        count += len(pairs)
        if not options.sample:
            print(f"{combiner}: {len(pairs)} pairs", flush=True)
    print(f"{count} boxings on [2, 2]: the bits of the host")


if __name__ == "__main__":
    main()
