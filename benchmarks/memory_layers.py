"""Times memory layers compiled by us beside PyTorch's and JAX's in turns, on one core:  python3 memory_layers.py [CASE...] [options]

    bag, bag_bf16       256 x 64 weighted rows of 256 from 65,536, against embedding_bag
    train, train_1m     bag, row_dot and lazy Adam, against embedding_bag and SparseAdam; from 65,536 rows and from 1,048,576
    pkm, tdqkr          whole layers, forward: T 256, D 256, H 4, n 256, m 16, Dv 256; T 512, r 2, n 512, m 64, two cores, four blocks
    pkm_two             PKM on two ranks that hold the table by width, on two cores, beside one rank on one
    large_bag           20,971,520 rows of 64 bf16 on four ranks, beside 1,048,576 rows (no peer; 2.7 GB)

Every case prints medians over pairs of runs and their ratio (above 1: we are faster). Needs torch for --torch, jax for --jax. On a
machine that others use, `--clock=cpu` counts the processor's seconds of both sides (not for pkm_two, whose point is the wall's).
"""

import argparse
import json
import os
import resource
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

import numpy as np

from sbp import safetensors
from sbp.memory_layers import PKM, UltraMem, write
from sbp_testing.bfloats import from_bf16, round_to_bits

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(HERE)

TOKENS, SLOTS, WIDTH, ROWS, MANY = 256, 64, 256, 65536, 2**20
PRODUCT = PKM(width=256, heads=4, keys=256, slots=16, key_width=64, value_width=256)
TUCKER = UltraMem(width=256, heads=1, keys=512, slots=64, chosen=64, rank=2, cores=2, blocks=4, key_width=128, value_width=128)


def tensor(kind, *sizes):
    return "tensor<" + "".join(f"{n}x" for n in sizes) + kind + ">"


def write_bag(rows=ROWS, width=WIDTH, kind="f32", ranks=1, tokens=TOKENS, slots=SLOTS):
    table, at, weights, sums = (
        tensor(kind, rows, width),
        tensor("i32", tokens, slots),
        tensor(kind, tokens, slots),
        tensor(kind, tokens, width),
    )
    lie = lambda c: f", sbp.distribution = #sbp.distribution<@mesh, [{c}]>"
    return (
        f'sbp.placement @mesh ["p" = {ranks}]\nfunc.func @main(%v: {table} {{sbp.state = "values"{lie("S(1)")}, sbp.init = dense<0.5> : {table}}}, '
        f'%r: {at} {{sbp.name = "rows"}}, %s: {weights} {{sbp.name = "scores"}}) -> ({sums} {{sbp.name = "y"{lie("S(1)")}}}) {{\n'
        f"  %y = memory_layer.bag %v, %r, %s : ({table}, {at}, {weights}) -> {sums}\n  return %y : {sums}\n}}\n"
    )


def write_training(rows):
    table, at, weights, sums = (
        tensor("f32", rows, WIDTH),
        tensor("i32", TOKENS, SLOTS),
        tensor("f32", TOKENS, SLOTS),
        tensor("f32", TOKENS, WIDTH),
    )
    states = ", ".join(
        f'%{name}: {table} {{sbp.state = "{name}", sbp.init = dense<{first}> : {table}}}'
        for name, first in (("values", 0.5), ("m", 0.0), ("s", 0.0))
    )
    after = ", ".join(f'{table} {{sbp.state = "{name}"}}' for name in ("values", "m", "s"))
    return (
        f'func.func @main({states}, %r: {at} {{sbp.name = "rows"}}, %w: {weights} {{sbp.name = "scores"}}, %z: {sums} {{sbp.name = "dy"}}, '
        f'%rate: tensor<f32> {{sbp.name = "rate"}}, %step: tensor<i64> {{sbp.name = "step"}}) -> ({sums} {{sbp.name = "y"}}, {weights} {{sbp.name = "ds"}}, {after}) {{\n'
        f"  %y = memory_layer.bag %values, %r, %w : ({table}, {at}, {weights}) -> {sums}\n"
        f"  %d = memory_layer.row_dot %values, %r, %z : ({table}, {at}, {sums}) -> {weights}\n"
        f"  %u:3 = memory_layer.update lazy_adam %values, (%m, %s), %r, %w, %z, %rate, %step : ({table}, {table}, {table}, {at}, {weights}, {sums}, "
        f"tensor<f32>, tensor<i64>) -> ({table}, {table}, {table})\n"
        f"  return %y, %d, %u#0, %u#1, %u#2 : {sums}, {weights}, {table}, {table}, {table}\n}}\n"
    )


def draw_slots(rows, rng, tokens=TOKENS, slots=SLOTS):
    return {
        "rows": rng.integers(0, rows, (tokens, slots)).astype(np.int32),
        "scores": rng.standard_normal((tokens, slots)).astype(np.float32),
    }


def draw_training(rows, rng):
    return draw_slots(rows, rng) | {
        "dy": rng.standard_normal((TOKENS, WIDTH)).astype(np.float32),
        "rate": np.float32(1e-3),
        "step": np.int64(1),
    }


def draw_product(rng):
    n = lambda *shape: rng.standard_normal(shape).astype(np.float32)
    return {
        "x": n(256, 256),
        "query": n(256, 4, 2, 64) / 16,
        "keys": n(4, 2, 256, 64) / 8,
        "query_gain": np.ones(64, np.float32),
        "values": n(ROWS, 256),
    }


def draw_tucker(rng):
    n = lambda *shape: rng.standard_normal(shape).astype(np.float32)
    return {
        "x": n(512, 256),
        "query": n(256, 2, 128) / 16,
        "query_gain": np.ones(128, np.float32),
        "keys": n(2, 1, 2, 512, 128),
        "key_gain": np.full(128, 128**-0.5, np.float32),
        "core": rng.random((1, 2, 2, 2)).astype(np.float32),
        "v": np.full((1, 2), 0.5**0.5, np.float32),
        "permutation": rng.permutation(512**2).astype(np.int32),
        "values": n(ROWS, 2, 64),
        "out": n(4, 2, 64, 256) / 16,
    }


CASES = {
    "bag": (lambda: write_bag(), lambda rng: draw_slots(ROWS, rng) | {"values": rng.standard_normal((ROWS, WIDTH)).astype(np.float32)}),
    "bag_bf16": (
        lambda: write_bag(kind="bf16"),
        lambda rng: draw_slots(ROWS, rng) | {"values": rng.standard_normal((ROWS, WIDTH)).astype(np.float32)},
    ),
    "train": (lambda: write_training(ROWS), lambda rng: draw_training(ROWS, rng)),
    "train_1m": (lambda: write_training(MANY), lambda rng: draw_training(MANY, rng)),
    "pkm": (lambda: write(PRODUCT, 256, gradients=False), draw_product),
    "tdqkr": (lambda: write(TUCKER, 512, gradients=False), draw_tucker),
}


class Ours:
    """A model on our runtime: `ask(steps)` gives the median of so many steps, in seconds."""

    def __init__(self, options, folder, text, inputs, cores="0", half=()):
        self.clock = options.clock
        self.run = ["taskset", "-c", cores, f"{options.build}/bin/sbp-run", f"{folder}/model.sbpx", "--timeout=0"]
        with open(f"{folder}/model.mlir", "w") as file:
            file.write(text)
        subprocess.run(
            [f"{options.build}/bin/sbp-compile", f"{folder}/model.mlir", "-o", f"{folder}/model.sbpx", f"--report={folder}/report.json"],
            check=True,
        )
        self.memory = json.loads(Path(f"{folder}/report.json").read_text())["memory"][0]
        resident = {name: value for name, value in inputs.items() if name in ("values", "query", "keys", "out")}
        if resident:
            safetensors.save(
                f"{folder}/weights.safetensors", {name: round_to_bits(value) if name in half else value for name, value in resident.items()}
            )
            self.run.append(f"--weights={folder}/weights.safetensors")
        for name, value in inputs.items():
            if name not in resident:
                np.save(f"{folder}/{name}.npy", round_to_bits(value) if name in half else value)
                self.run.append(f"--input={name}=@{folder}/{name}.npy")
        subprocess.run([*self.run, f"--output=y=@{folder}/y.npy"], check=True)
        y = np.load(f"{folder}/y.npy")
        self.y = from_bf16(y) if y.dtype.kind == "V" else y

    def ask(self, steps):
        if self.clock == "cpu":
            # Starting and loading are in both runs, so their difference is the cost of the steps.
            return (self.spend(11 * steps) - self.spend(steps)) / (10 * steps)
        text = subprocess.run([*self.run, f"--benchmark={steps}", "--json"], check=True, capture_output=True, text=True).stdout
        return json.loads(text)["seconds"]["median"]

    def spend(self, steps):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run([*self.run, f"--benchmark={steps}"], check=True, capture_output=True)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


class Peer:
    def __init__(self, python, framework, case, folder, clock):
        command = ["taskset", "-c", "0", python, os.path.join(HERE, "memory_layer_peers.py"), framework, case, folder, clock]
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        assert self.process.stdout.readline() == "ready\n"

    def ask(self, steps):
        self.process.stdin.write(f"{steps}\n")
        self.process.stdin.flush()
        return statistics.median(json.loads(self.process.stdout.readline()))


def time_in_turns(sides, options):
    times = [[] for _ in sides]
    for _ in range(options.pairs):
        for side, seconds in zip(sides, times):
            seconds.append(side.ask(options.steps))
    return [statistics.median(seconds) for seconds in times]


def compare(case, options):
    text, draw = CASES[case]
    with tempfile.TemporaryDirectory() as folder:
        inputs = draw(np.random.default_rng(1))
        np.savez(f"{folder}/inputs.npz", **inputs)
        ours = Ours(options, folder, text(), inputs, half=("values", "scores") if case.endswith("bf16") else ())
        names = [name for name, python in (("torch", options.torch), ("jax", options.jax)) if python and (name == "torch" or case == "pkm")]
        peers = [Peer(getattr(options, name), name, case, folder, options.clock) for name in names]
        for name in names:
            theirs = np.load(f"{folder}/{name}.npy")
            apart = np.abs(theirs - ours.y).max() / np.abs(theirs).max()
            assert apart < (2e-2 if case.endswith("bf16") else 1e-4), (
                f"{case}: results differ from those of {name} by {apart} of the largest"
            )
        medians = time_in_turns([ours, *peers], options)
        beside = ours.memory["peak_bytes"] - ours.memory["state_bytes"]
        line = f"{case}: {medians[0] * 1e3:.3f} ms, {beside} bytes beside states"
        for name, seconds in zip(names, medians[1:]):
            line += f"; {name} {seconds * 1e3:.3f} ms, ratio {seconds / medians[0]:.2f}"
        print(line, flush=True)


def compare_ranks(options):
    """PKM on two ranks and two cores beside one rank on one core."""
    inputs = draw_product(np.random.default_rng(1))
    with tempfile.TemporaryDirectory() as one, tempfile.TemporaryDirectory() as two:
        sides = [
            Ours(options, one, write(PRODUCT, 256, gradients=False), inputs),
            Ours(options, two, write(PRODUCT, 256, [("p", 2)], "width", gradients=False), inputs, cores="0,1"),
        ]
        medians = time_in_turns(sides, options)
        print(
            f"pkm_two: {medians[0] * 1e3:.3f} ms on one core, {medians[1] * 1e3:.3f} ms on two, ratio {medians[0] / medians[1]:.2f}",
            flush=True,
        )


def compare_sizes(options):
    """A bag from 20,971,520 rows of 64 bf16 on four ranks beside one from 1,048,576."""
    sides, folders = [], []
    for rows in (MANY, 20 * MANY):
        folders.append(tempfile.TemporaryDirectory())
        inputs = draw_slots(rows, np.random.default_rng(1))
        sides.append(Ours(options, folders[-1].name, write_bag(rows, 64, "bf16", 4), inputs, cores="0,1", half=("scores",)))
    medians = time_in_turns(sides, options)
    beside = sides[1].memory["peak_bytes"] - sides[1].memory["state_bytes"]
    print(
        f"large_bag: {medians[0] * 1e3:.3f} ms from 1,048,576 rows, {medians[1] * 1e3:.3f} ms from 20,971,520, ratio {medians[1] / medians[0]:.2f}, "
        f"{beside} bytes of a rank beside states",
        flush=True,
    )


def main(arguments):
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("cases", nargs="*", metavar="CASE")
    parser.add_argument("--pairs", type=int, default=10)
    parser.add_argument("--steps", type=int, default=20)
    parser.add_argument("--build", default=os.path.join(ROOT, "build-release"), help="build directory")
    parser.add_argument("--clock", choices=["wall", "cpu"], default="wall", help="cpu: seconds of all threads")
    parser.add_argument("--torch", help="an interpreter with torch")
    parser.add_argument("--jax", help="an interpreter with jax")
    options = parser.parse_args(arguments)
    others = {"pkm_two": compare_ranks, "large_bag": compare_sizes}
    unknown = [case for case in options.cases if case not in CASES and case not in others]
    if unknown:
        parser.error(f"unknown case {unknown[0]!r}; there are {', '.join([*CASES, *others])}")
    for case in options.cases or [*CASES, *others]:
        others[case](options) if case in others else compare(case, options)


if __name__ == "__main__":
    main(sys.argv[1:])
