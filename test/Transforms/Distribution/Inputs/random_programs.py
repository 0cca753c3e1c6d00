"""Random programs: chosen distributions must not change a single result.

    random_programs.py [COUNT [FIRST_SEED]]        # COUNT: $SBP_SEEDS, else 12

Every program has one to three placements (overlapping, permuted ranks), annotations with splits, partial values and orders,
and ops that contract, reduce, transpose, reshape and normalise. It is run by sbp-interpret at level 0 on one rank and at
level 1 on all ranks; the results must agree to 1e-4 and the choice must be proved optimal. Prints the seed that fails.
"""

import math
import os
import pathlib
import random
import subprocess
import sys
import tempfile

import numpy as np

from sbp_testing.compared import Compared

COMPARED = Compared()
RATES = ["", "per-boxing=0", "per-boxing=0 per-traffic-byte=5", "per-stored-byte=50 per-boxing=0"]


def tensor(shape):
    return "tensor<" + "x".join(map(str, shape)) + "xf32>"


class Program:
    """One random module; `text` is its source, `arguments` and `results` are shapes."""

    def __init__(self, seed):
        self.random = random.Random(seed)
        self.values, self.lines, self.placements, self.ranks = [], [], [], 0
        self.header = "".join(self.place(i) for i in range(self.random.choice([1, 1, 2, 3])))
        rows, columns = self.random.choice([1, 2, 3, 5, 7]), self.random.choice([1, 2, 4, 5])
        self.arguments = [
            (rows, columns) if self.random.random() < 0.7 else (columns, self.random.choice([1, 3, 4]))
            for _ in range(self.random.randint(1, 3))
        ]
        self.values = [(f"%a{i}", shape) for i, shape in enumerate(self.arguments)]
        for number in range(self.random.randint(2, 7)):
            self.random.choice(
                [
                    self.unary,
                    self.binary,
                    self.binary,
                    self.matmul,
                    self.matmul,
                    self.transpose,
                    self.reduce,
                    self.reduce,
                    self.merge,
                    self.softmax,
                    self.constrain,
                    self.constrain,
                ]
            )(f"%v{number}")
        self.results = [self.random.choice(self.values) for _ in range(self.random.randint(1, 3))]

    def place(self, number):
        axes = self.random.choice([[2], [3], [2, 2], [2, 3], [4], [1, 2]])
        first = self.random.choice([0, 0, 1, 2, 4])
        ranks = list(range(first, first + math.prod(axes)))
        self.ranks = max(self.ranks, first + len(ranks))
        self.random.shuffle(ranks)
        self.placements.append((f"@p{number}", len(axes)))
        names = ", ".join(f'"{name}" = {size}' for name, size in zip("xyz", axes))
        return f"sbp.placement @p{number} [{names}] ranks {ranks}\n"

    def distribution(self, partial):
        placement, axes = self.random.choice(self.placements)
        components = [self.random.choice(["B", "S(0)", "S(1)"] + ["P"] * partial) for _ in range(axes)]
        order = list(range(axes))
        self.random.shuffle(order)
        suffix = f", order = {order}" if axes > 1 and self.random.random() < 0.2 else ""
        return f"#sbp.distribution<{placement}, [{', '.join(components)}]{suffix}>"

    def port(self, kind, number, shape, chance):
        partial = self.random.random() < 0.3
        annotation = f", sbp.distribution = {self.distribution(partial)}" if self.random.random() < chance else ""
        return f'{tensor(shape)} {{sbp.name = "{kind}{number}"{annotation}}}'

    def define(self, name, shape, line):
        self.lines.append(line)
        self.values.append((name, shape))

    def empty(self, name, shape):
        self.lines.append(f"{name}_e = tensor.empty() : {tensor(shape)}")
        return f"{name}_e : {tensor(shape)}"

    def fill(self, name, shape, value="%zero"):
        empty = self.empty(name, shape)
        self.lines.append(f"{name}_f = linalg.fill ins({value} : f32) outs({empty}) -> {tensor(shape)}")
        return f"{name}_f : {tensor(shape)}"

    def unary(self, name):
        value, shape = self.random.choice(self.values)
        out = self.empty(name, shape)
        self.define(name, shape, f"{name} = linalg.tanh ins({value} : {tensor(shape)}) outs({out}) -> {tensor(shape)}")

    def binary(self, name):
        value, shape = self.random.choice(self.values)
        other = self.random.choice([v for v, s in self.values if s == shape])
        op, out, kind = self.random.choice(["add", "mul", "max"]), self.empty(name, shape), tensor(shape)
        self.define(name, shape, f"{name} = linalg.{op} ins({value}, {other} : {kind}, {kind}) outs({out}) -> {kind}")

    def matmul(self, name):
        value, shape = self.random.choice(self.values)
        fitting = [(v, s) for v, s in self.values if s[0] == shape[1]]
        if not fitting:
            return
        other, right = self.random.choice(fitting)
        result = (shape[0], right[1])
        self.define(
            name,
            result,
            f"{name} = linalg.matmul ins({value}, {other} : {tensor(shape)}, {tensor(right)}) "
            f"outs({self.fill(name, result)}) -> {tensor(result)}",
        )

    def transpose(self, name):
        value, shape = self.random.choice(self.values)
        out = self.empty(name, shape[::-1])
        self.define(name, shape[::-1], f"{name} = linalg.transpose ins({value} : {tensor(shape)}) outs({out}) permutation = [1, 0]")

    def reduce(self, name):
        value, shape = self.random.choice(self.values)
        op, init = self.random.choice([("addf", "%zero"), ("maximumf", "%lowest")])
        out, row = self.fill(name, shape[:1], init), tensor(shape[:1])
        self.lines.append(f"{name}_r = linalg.reduce {{arith.{op}}} ins({value} : {tensor(shape)}) outs({out}) dimensions = [1]")
        self.define(
            name,
            (shape[0], 1),
            f"{name} = tensor.expand_shape {name}_r [[0, 1]] output_shape [{shape[0]}, 1] : {row} into {tensor((shape[0], 1))}",
        )

    def merge(self, name):
        value, shape = self.random.choice(self.values)
        size = math.prod(shape)
        self.lines.append(f"{name}_c = tensor.collapse_shape {value} [[0, 1]] : {tensor(shape)} into {tensor((size,))}")
        self.define(
            name,
            (size, 1),
            f"{name} = tensor.expand_shape {name}_c [[0, 1]] output_shape [{size}, 1] : {tensor((size,))} into {tensor((size, 1))}",
        )

    def softmax(self, name):
        value, shape = self.random.choice(self.values)
        out = self.empty(name, shape)
        self.define(name, shape, f"{name} = linalg.softmax dimension(1) ins({value} : {tensor(shape)}) outs({out}) -> {tensor(shape)}")

    def constrain(self, name):
        value, shape = self.random.choice(self.values)
        partial = self.random.random() < 0.5
        self.define(name, shape, f"{name} = sbp.constrain {value} to {self.distribution(partial)} : {tensor(shape)}")

    @property
    def text(self):
        arguments = ", ".join(f"%a{i}: {self.port('a', i, shape, 0.6)}" for i, shape in enumerate(self.arguments))
        results = ", ".join(self.port("r", i, shape, 0.4) for i, (_, shape) in enumerate(self.results))
        constants = "%zero = arith.constant 0.0 : f32\n%lowest = arith.constant 0xFF800000 : f32\n"
        values, kinds = ", ".join(v for v, _ in self.results), ", ".join(tensor(s) for _, s in self.results)
        return (
            self.header
            + f"func.func @main({arguments}) -> ({results}) {{\n"
            + constants
            + "\n".join(self.lines)
            + f"\nreturn {values} : {kinds}\n}}\n"
        )


def run(*command):
    process = subprocess.run(command, capture_output=True, text=True, timeout=120)
    if process.returncode:
        raise RuntimeError(" ".join(map(str, command)) + "\n" + process.stderr[:2000])


def interpret(folder, module, program):
    """Runs `module` on the arguments in `folder`; returns its results."""
    inputs = [word for i in range(len(program.arguments)) for word in ("--input", f"a{i}=@{folder}/a{i}.npy")]
    outputs = [word for i in range(len(program.results)) for word in ("--output", f"r{i}=@{module}.{i}.npy")]
    run("sbp-interpret", module, *inputs, *outputs)
    return [np.load(f"{module}.{i}.npy") for i in range(len(program.results))]


def check(seed, folder):
    program = Program(seed)
    model, level1 = folder / "model.mlir", folder / "distributed.mlir"
    model.write_text(program.text)
    for i, shape in enumerate(program.arguments):
        np.save(folder / f"a{i}.npy", np.random.default_rng([seed, i]).integers(-3, 4, shape).astype(np.float32) * 0.5)
    rates = random.Random(seed).choice(RATES)
    run(
        "sbp-opt",
        model,
        "--sbp-place-operations",
        f"--sbp-select-distributions={rates}",
        "--sbp-plan-boxings",
        "--sbp-verify-phase=phase=distributed",
        "-o",
        level1,
    )
    if "gap = 0.000000e+00" not in level1.read_text():
        raise RuntimeError("the choice is not proved optimal")
    for one, all_ranks in zip(interpret(folder, model, program), interpret(folder, level1, program)):
        COMPARED.add(f"seed {seed}", all_ranks, one, 1e-4, program.ranks, relative=1e-4)


def main():
    count = int(sys.argv[1] if len(sys.argv) > 1 else os.environ.get("SBP_SEEDS", "12"))
    first = int(sys.argv[2]) if len(sys.argv) > 2 else 0
    for seed in range(first, first + count):
        with tempfile.TemporaryDirectory() as folder:
            try:
                check(seed, pathlib.Path(folder))
            except Exception:
                print(f"seed {seed} fails:\n{Program(seed).text}", file=sys.stderr)
                raise
    COMPARED.show("results compared")
    print(f"{count} programs agree")


if __name__ == "__main__":
    main()
