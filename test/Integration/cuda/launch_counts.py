"""Counts the launches of a GPT block in bf16 on Hopper and of MiniLM, prints them, and compares what they compute on the stub
driver with the host's results: python3 launch_counts.py BUILD.  A GPT block has at most 8 launches, of one sequence or several and of
one token or several; a Llama block at most 10, MiniLM at most 50.

Several orders of what the stub may do late, graphs and plain steps give equal bits.
"""

import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

import numpy as np

import gpt_block
import llama_block
from sbp import safetensors
from sbp_testing.bfloats import from_bf16, to_bf16
from sbp_testing.run_minilm import EXAMPLE, seeded_weights

ORDERS = int(os.environ.get("SBP_SEEDS", 3))
# A composite is rounded once on the host, its parts on the GPU: a few units of bf16 in values around 4.
BOUNDS = {"gpt": 6e-2, "llama": 6e-2, "minilm": 2e-5}


def run(*arguments, **environment):
    done = subprocess.run([str(one) for one in arguments], capture_output=True, text=True, env=os.environ | environment)
    assert done.returncode == 0, f"{arguments}: {done.stderr}"
    return done.stdout


def list_launches(artifact):
    """The kernels of each region in order, and the launches of a step."""
    text = run("sbp-run", "--inspect", artifact)
    kernels = re.findall(r"^    (\w+) region_\w+?_(\d+) <([^>]*)>", text, re.MULTILINE)
    return kernels, int(re.search(r"(\d+) launches a step", text).group(1))


def compare(name, folder, options, inputs, output, most, build, read):
    bound = BOUNDS[name.split("-")[0]]
    model = folder / f"{name}.mlir"
    host, device = folder / "host.sbpx", folder / "cuda.sbpx"
    run("sbp-compile", model, "-o", host)
    run("sbp-compile", model, "-o", device, "--target=cuda", *options)
    kernels, launches = list_launches(device)
    for number, (generator, place, grid) in enumerate(kernels):
        print(f"{name} kernel {number}: {generator}, launch {place} of its region, grid and block {grid}")
    print(f"{name}: {launches} launches a step, at most {most}")
    assert launches <= most, launches
    at = folder / "y.npy"
    run("sbp-run", host, *inputs, f"--output={output}=@{at}")
    expected, first = read(np.load(at)), None
    for seed in range(ORDERS):
        for graph in ([], ["--cuda-graph"]) if seed == 0 else ([],):
            settings = {"SBP_CUDA_DRIVER": f"{build}/lib/libsbp_stub_cuda.so", "SBP_STUB_SEED": str(seed), "SBP_PTXAS": ""}
            run("sbp-run", device, *inputs, *graph, f"--output={output}=@{at}", "--timeout=600", **settings)
            found = np.load(at)
            assert first is None or found.tobytes() == first.tobytes(), f"order {seed} {graph} gives other bits"
            first = found
    difference = np.abs(read(first) - expected).max()
    print(f"{name}: {first.size} elements, largest difference {difference:.1e} (bound {bound:.0e}), {ORDERS} orders and a graph")
    assert difference <= bound and np.abs(expected).max() > 0.1
    return kernels


def check_block(folder, build, kind, write, batch, tokens, most):
    """Compares a block with the host, and returns the generators of its launches."""
    text, shapes = write(batch, tokens)
    name = f"{kind}-{batch}x{tokens}"
    (folder / f"{name}.mlir").write_text(text)
    rng = np.random.default_rng(0)
    values = {}
    for key, shape in shapes.items():
        scale, offset = (shape[1] ** -0.5, 0) if len(shape) == 2 else (1 if key == "x" else 0.1, float(key.startswith("g")))
        values[key] = to_bf16((offset + scale * rng.standard_normal(shape)).astype(np.float32)).view("<V2")
    safetensors.save(folder / "values.safetensors", values)
    kernels = compare(
        name,
        folder,
        ["--chip=sm_90a"],
        [f"--weights={folder / 'values.safetensors'}"],
        "y",
        most,
        build,
        lambda y: from_bf16(y.view(np.uint16)),
    )
    return [generator for generator, _, _ in kernels]


def check_gpt(folder, build, batch, tokens):
    generators = check_block(folder, build, "gpt", gpt_block.write, batch, tokens, 8)
    # Every product is on tensor cores and attention is one kernel. A pack kernel copies heads beside each other for the product that
    # reads them; no launch is left for a bias, gelu, a residual or a cast.
    assert set(generators) <= {"rows", "hopper_product", "hopper_attention", "pack"}, generators
    assert generators.count("hopper_attention") == 1, generators


def check_llama(folder, build, batch, tokens):
    generators = check_block(folder, build, "llama", llama_block.write, batch, tokens, 10)
    # Query, key and value; the output; the gated pair; and the way down are one launch each, and so are the rotations of query and key.
    assert generators.count("hopper_product") == 4 and generators.count("hopper_attention") == 1, generators
    assert generators.count("pointwise") == 2 and set(generators) <= {"rows", "pointwise", "hopper_product", "hopper_attention", "pack"}, (
        generators
    )


def check_minilm(folder, build):
    text = (Path(EXAMPLE) / "minilm.mlir").read_text().replace('"dp" = 2, "tp" = 2', '"dp" = 1, "tp" = 1')
    (folder / "minilm.mlir").write_text(text)
    safetensors.save(folder / "weights.safetensors", seeded_weights(text))
    inputs = [f"--weights={folder / 'weights.safetensors'}"] + [f"--input={name}=@{EXAMPLE}/{name}.npy" for name in ("ids", "mask")]
    compare("minilm", folder, [], inputs, "embedding", 50, build, lambda y: y)


def main(build):
    with tempfile.TemporaryDirectory() as directory:
        for batch, tokens in ((2, 64), (1, 64), (1, 1)):
            check_gpt(Path(directory), build, batch, tokens)
        for batch, tokens in ((1, 64), (2, 33), (1, 1)):
            check_llama(Path(directory), build, batch, tokens)
        if os.environ.get("SBP_FULL") == "1":
            check_minilm(Path(directory), build)
    print("counts and results agree")


if __name__ == "__main__":
    main(sys.argv[1])
