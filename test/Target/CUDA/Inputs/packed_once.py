"""Factors that no step writes, in the PTX executor: the launch that packs them runs once, into persistent memory.

Regions differ in how the second factor comes from an argument with sbp.fixed, or is a constant. Each runs with and without the mark:
equal bits, and what packs in each step has no persistent memory. With the mark, three steps follow one packing.
"""

import numpy as np

from hopper_products import make
from sbp_testing import cuda_kernels
from sbp_testing.compared import Compared

M, N, K, STEPS = 8, 72, 40, 3
SCHEDULES = {
    "exact": "tiles of 64 x 8 x 64, 10 slots, transposed",
    "tf32": "tiles of 64 x 8 x 32, 10 slots, transposed, tf32",
    "3xtf32": "tiles of 64 x 8 x 32, 5 slots, transposed, 3xtf32",
}
# How the factor b of K x N comes from the argument w: the argument's shape ("" without one), ops, and whether it is packed once.
FACTORS = {
    "an argument": ("40x{n}", "", True),
    "a reshape": ("8x5x{n}", "%b = tensor.collapse_shape %w [[0, 1], [2]] : tensor<8x5x{n}x{t}> into tensor<40x{n}x{t}>", True),
    "a slice of rows": ("80x{n}", "%b = tensor.extract_slice %w[40, 0] [40, {n}] [1, 1] : tensor<80x{n}x{t}> to tensor<40x{n}x{t}>", True),
    "a slice of columns": ("40x90", "%b = tensor.extract_slice %w[0, 9] [40, {n}] [1, 1] : tensor<40x90x{t}> to tensor<40x{n}x{t}>", False),
    "a constant": ("", "%b = arith.constant dense<{values}> : tensor<40x{n}x{t}>", True),
    "a value of the step": ("40x{n}", "%b = arith.addf %w, %w : tensor<40x{n}x{t}>", False),
}


def write(name, factor, kind, n, mark):
    shape, ops, _ = FACTORS[factor]
    t, values = kind, [[(7 * i + 3 * j) % 11 - 5.0 for j in range(n)] for i in range(K)]
    argument = f", {'%w' if ops else '%b'}: tensor<{shape.format(n=n)}x{t}>{mark}" if shape else ""
    ops = ops.format(n=n, t=t, values=values)
    return f"""
func.func @{name}(%a: tensor<{M}x{K}x{t}>{argument}) -> tensor<{M}x{n}xf32> {{
  %zero = arith.constant 0.0 : f32
  {ops}
  %e = tensor.empty() : tensor<{M}x{n}xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<{M}x{n}xf32>) -> tensor<{M}x{n}xf32>
  %y = linalg.matmul ins(%a, %b : tensor<{M}x{K}x{t}>, tensor<{K}x{n}x{t}>) outs(%f : tensor<{M}x{n}xf32>) -> tensor<{M}x{n}xf32>
  return %y : tensor<{M}x{n}xf32>
}}"""


def compile_pinned(text, mode):
    flags = ["--chip=sm_90a", f"--float32={mode}"]
    _, specs = cuda_kernels.compile_ptx(text, *flags)
    shapes = [choice["shape"] for spec in specs.values() for choice in spec["choices"]]
    return cuda_kernels.compile_chosen(text, shapes, "hopper_product", SCHEDULES[mode], f"--float32={mode}")


def run_steps(region, factors, steps):
    """The results of steps with the inputs `steps` after one packing of `factors`, the second input or none."""
    machine, spec, results = region.machine, region.description, []
    shape = spec["outputs"][0]["shape"]
    pointers = {
        "input": [machine.allocate(one.nbytes, "input") for one in (steps[0], *factors)],
        "output": [machine.allocate(4 * int(np.prod(shape)), "y")],
        "scratch": [machine.allocate(spec["scratch"], "scratch")],
        "persistent": [machine.allocate(spec["persistent"], "persistent")],
        "parameter": [],
    }
    for address, factor in zip(pointers["input"][1:], factors):
        machine.write(address, factor)
    for number, value in enumerate(steps):
        machine.write(pointers["input"][0], value)
        for launch in spec["launches"]:
            if number == 0 or not launch["once"]:
                machine.launch(launch, cuda_kernels.list_words(launch, pointers), number + 1)
        results.append(np.empty(shape, np.float32))
        machine.read(results[-1], pointers["output"][0])
    return results


def check(compared, rng, mode):
    kind, n = ("bf16", 71) if mode == "exact" else ("f32", N)
    text = "".join(
        write(f"{kept}{i}", factor, kind, n, mark)
        for i, factor in enumerate(FACTORS)
        for kept, mark in (("each", ""), ("once", " {sbp.fixed}"))
    )
    regions = cuda_kernels.load_regions(*compile_pinned(text, mode))
    for i, (factor, (shape, _, isonce)) in enumerate(FACTORS.items()):
        each, once = regions[f"each{i}"], regions[f"once{i}"]
        launches = once.description["launches"]
        # The first factor of 3xTF32 is split in each step. Launches that run once come first.
        packed = 1 + (mode == "3xtf32")
        assert sum(one["family"] == "pack" for one in launches) == packed, launches
        assert [one["family"] for one in launches if one["once"]] == ["pack"] * isonce and launches[0]["once"] == isonce, launches
        assert (once.description["persistent"] > 0) == isonce
        if shape:
            assert not any(one["once"] for one in each.description["launches"]) and each.description["persistent"] == 0
        factors = [make(rng, kind, [int(x) for x in shape.format(n=n).split("x")])] if shape else []
        steps = [make(rng, kind, (M, K)) for _ in range(STEPS)]
        for number, found in enumerate(run_steps(once, factors, steps)):
            compared.add(f"{mode}, {factor}, step {number}", found, each(steps[number], *factors), 0.0)
        print(f"{mode}, {factor}: {once.description['persistent']} bytes packed once")


def main():
    compared, rng = Compared(), np.random.default_rng(7)
    for mode in SCHEDULES:
        check(compared, rng, mode)
    compared.show("regions agree")


main()
