"""Compilation through the Python package beside sbp-compile, of one text.  python_compile.py [--layers N] [--ranks N] [--pairs N]

The model has the shapes of SmolLM2-135M and random weights. Both compile the text that the package writes for the module; pairs run one after
the other. The time that the package takes for the module itself, which PyTorch's export is part of, is printed beside.
Needs torch, transformers and sbp.
"""

import argparse
import pathlib
import statistics
import subprocess
import tempfile
import time
import warnings

import torch
import transformers

import sbp

SIZES = {"hidden_size": 576, "intermediate_size": 1536, "num_attention_heads": 9, "num_key_value_heads": 3, "vocab_size": 49152}
SIZES |= {"rms_norm_eps": 1e-5, "tie_word_embeddings": True, "max_position_embeddings": 2048}


def timed(call):
    start = time.perf_counter()
    result = call()
    return time.perf_counter() - start, result


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--layers", type=int, default=30)
    parser.add_argument("--ranks", type=int, default=4)
    parser.add_argument("--pairs", type=int, default=5)
    options = parser.parse_args()
    warnings.simplefilter("ignore")
    torch.manual_seed(0)
    model = transformers.LlamaForCausalLM(transformers.LlamaConfig(num_hidden_layers=options.layers, **SIZES)).eval()
    ids = torch.randint(0, 49152, (1, 32))
    seconds, program = timed(lambda: sbp.compile(model, input_ids=ids, mesh={"tp": options.ranks}))
    print(f"module: {seconds:.1f} s, with PyTorch's export")
    ratios = []
    with tempfile.TemporaryDirectory() as folder:
        text = pathlib.Path(folder, "model.mlir")
        text.write_bytes(program.text)
        for _ in range(options.pairs):
            alone, _ = timed(
                lambda: subprocess.run(["sbp-compile", text, "-o", f"{folder}/model.sbpx"], check=True, stderr=subprocess.DEVNULL)
            )
            package, _ = timed(lambda: sbp.compile(text))
            ratios.append(package / alone)
            print(f"sbp-compile {alone:.2f} s, sbp.compile {package:.2f} s, ratio {ratios[-1]:.3f}", flush=True)
    print(f"ratio of {len(ratios)} pairs: median {statistics.median(ratios):.3f}, worst {max(ratios):.3f}")


main()
