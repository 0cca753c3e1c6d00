"""Trains a GPT block in bf16 on tensor cores, one step of SGD, on the stub driver: python3 train_block.py BUILD CHIP.

The gradient of attention is three kernels that store no scores: the launches are read, and with many tokens the memory of the step is
less than the scores of one layer would need. Loss and parameters agree with the host's.
"""

import re
import sys
import tempfile
from pathlib import Path

import numpy as np

import gpt_block
from launch_counts import list_launches, run
from sbp import safetensors
from sbp_testing.bfloats import from_bf16, to_bf16

# The generator of the gradient of attention by chip.
GENERATORS = {"sm_90a": "hopper_attention_gradient", "sm_80": "tensor_attention_gradient"}
BATCH, TOKENS, MANY_TOKENS = 2, 64, 4096
LOSS = """  %f = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<f32>
  %i = linalg.fill ins(%f : f32) outs(%e : tensor<f32>) -> tensor<f32>
  %loss = linalg.generic {{indexing_maps = [affine_map<(b, t, c) -> (b, t, c)>, affine_map<(b, t, c) -> ()>],
      iterator_types = ["reduction", "reduction", "reduction"]}} ins({0} : {1}) outs(%i : tensor<f32>) {{
  ^bb0(%a: bf16, %s: f32):
    %w = arith.extf %a : bf16 to f32
    %p = arith.mulf %w, %w : f32
    %q = arith.addf %s, %p : f32
    linalg.yield %q : f32 }} -> tensor<f32>
  return %loss : tensor<f32>
"""


def write_training(folder, name, tokens):
    """The path of the text of a training step, and the shapes of its inputs."""
    text, shapes = gpt_block.write(BATCH, tokens)
    stream = gpt_block.tensor(shapes["x"])
    head, value = re.fullmatch(rf"(.*)  return (%\w+) : {stream}\n}}\n", text, re.DOTALL).groups()
    head = head.replace(f'({stream} {{sbp.name = "y"}}) {{\n', '(tensor<f32> {sbp.name = "loss"}) {\n')
    model, step = folder / f"{name}.mlir", folder / f"{name}-train.mlir"
    model.write_text(head + LOSS.format(value, stream) + "}\n")
    run("sbp-opt", model, "--sbp-add-training=loss=loss data=x optimizer=sgd rate=0.001", "-o", step)
    return step, shapes


def check_memory(folder, chip):
    step, _ = write_training(folder, "many", MANY_TOKENS)
    run("sbp-compile", step, "--target=cuda", f"--chip={chip}", "-o", folder / "many.sbpx", SBP_PTXAS="")
    kernels, _ = list_launches(folder / "many.sbpx")
    arenas = [int(size) for size in re.findall(r"arena (\d+) bytes", run("sbp-run", "--inspect", folder / "many.sbpx"))]
    scores = 2 * BATCH * gpt_block.HEADS * MANY_TOKENS**2
    print(f"{MANY_TOKENS} tokens: {max(arenas)} bytes of memory, the scores in bf16 would need {scores}")
    assert [name for name, _, _ in kernels].count(GENERATORS[chip]) >= 3, kernels
    assert max(arenas) < scores


def main(build, chip):
    with tempfile.TemporaryDirectory() as directory:
        folder = Path(directory)
        step, shapes = write_training(folder, "block", TOKENS)
        rng, values = np.random.default_rng(0), {}
        for name, shape in shapes.items():
            scale, offset = (shape[1] ** -0.5, 0) if len(shape) == 2 else (1 if name == "x" else 0.1, float(name.startswith("g")))
            values[name] = to_bf16((offset + scale * rng.standard_normal(shape)).astype(np.float32)).view("<V2")
        np.save(folder / "x.npy", values.pop("x"))
        safetensors.save(folder / "values.safetensors", values)
        found = {}
        for name, options, seeds in (("host", [], [0]), ("cuda", ["--target=cuda", f"--chip={chip}"], [0, 1])):
            artifact = folder / f"{name}.sbpx"
            run("sbp-compile", step, "-o", artifact, *options, SBP_PTXAS="")
            arguments = ["--entry=train", f"--input=x=@{folder}/x.npy", f"--weights={folder}/values.safetensors", "--steps=1"]
            states = [folder / f"{name}{seed}.safetensors" for seed in seeds]
            for seed, state in zip(seeds, states):
                settings = {"SBP_CUDA_DRIVER": f"{build}/lib/libsbp_stub_cuda.so", "SBP_STUB_SEED": str(seed), "SBP_PTXAS": ""}
                run("sbp-run", artifact, *arguments, f"--save-state={state}", "--timeout=600", **settings)
            assert len({state.read_bytes() for state in states}) == 1, "another order gives other bits"
            found[name] = {key: from_bf16(np.asarray(value).view(np.uint16)) for key, value in safetensors.load(states[0]).items()}
        kernels, _ = list_launches(folder / "cuda.sbpx")
        generators = [generator for generator, _, _ in kernels]
        for generator in sorted(set(generators)):
            print(f"{generator}: {generators.count(generator)} launches")
        assert generators.count(GENERATORS[chip]) == 3 and "attention_rows" not in generators, kernels
        for name in ("w_q", "w_k", "w_v"):
            first = from_bf16(values[name].view(np.uint16))
            updates = [found[place][name].reshape(first.shape) - first for place in ("host", "cuda")]
            difference, largest = abs(updates[0] - updates[1]).max(), abs(updates[0]).max()
            print(f"update of {name}: largest {largest:.1e}, difference {difference:.1e}")
            assert largest > 0 and difference <= 0.05 * largest + 2.0**-8 * abs(first).max(), name
        check_memory(folder, chip)
        print("the step agrees")


main(*sys.argv[1:])
