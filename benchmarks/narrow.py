"""Times MiniLM in bf16 and in f32 in turns, on one core:  python3 narrow.py WEIGHTS [compare.py's options]

WEIGHTS is the model's safetensors file (f32). Prints the medians, the ratio (above 1: bf16 is faster), and how far the bf16
embeddings are from those of f32. What bf16 gains depends on the processor: with AVX512_BF16 its products are twice as wide.
"""

import os
import re
import sys
import tempfile
from pathlib import Path

import numpy as np

import compare
from sbp import safetensors
from sbp_testing.bfloats import from_bf16, round_to_bits


def write_narrow(options, directory):
    """The model with bf16 for every f32, and rounded weights."""
    inputs, result = compare.write_model(options, directory)
    path = os.path.join(directory, "model.mlir")
    text = re.sub(r"(0x[0-9A-F]{4})0000 : f32", r"\1 : bf16", Path(path).read_text())
    with open(path, "w") as file:
        file.write(re.sub(r"(?<![0-9a-zA-Z_])f32|(?<=x)f32", "bf16", text))
    weights = safetensors.load(options.weights)
    rounded = os.path.join(directory, "weights.safetensors")
    safetensors.save(rounded, {name: round_to_bits(values) if values.dtype == np.float32 else values for name, values in weights.items()})
    return inputs[:-1] + ["--weights=" + rounded], result


def main(weights, *others):
    options = compare.parse(["minilm", "--weights=" + weights, *others])
    with tempfile.TemporaryDirectory() as wide_files, tempfile.TemporaryDirectory() as narrow_files:
        wide = compare.Ours(options, wide_files)
        narrow = compare.Ours(options, narrow_files, write_narrow)
        found = from_bf16(np.load(narrow.output))
        print(f"largest difference of the results: {np.abs(found - np.load(wide.output)).max():.3g}")
        times = np.array([(wide.time(options.steps), narrow.time(options.steps)) for _ in range(options.pairs)]) * 1e3
    f32, bf16 = np.median(times, axis=0)
    print(
        f"f32 {f32:.3f} ms, bf16 {bf16:.3f} ms, ratio of medians {f32 / bf16:.3f}, median of ratios "
        f"{np.median(times[:, 0] / times[:, 1]):.3f} ({options.pairs} pairs of {options.steps} steps, {options.cores} cores)"
    )


if __name__ == "__main__":
    main(*sys.argv[1:])
