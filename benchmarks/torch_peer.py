"""PyTorch's side of compare.py for MiniLM: answers `COUNT` lines on stdin with the seconds of COUNT steps, one JSON list a line.

    python3 torch_peer.py minilm DIRECTORY --weights FILE [--compile]       ids.npy and mask.npy in DIRECTORY

The fused operators of torch.nn.functional (scaled_dot_product_attention, layer_norm, linear); eager, or through torch.compile.
Writes the first result to DIRECTORY/peer.npy. Needs torch.
"""

import argparse
import json
import os
import sys
import time

import numpy as np
import torch
import torch.nn.functional as F

from sbp import safetensors


def minilm(ids, mask, weights):
    """The encoder of examples/minilm."""

    def linear(y, name):
        return F.linear(y, weights[name + ".weight"], weights[name + ".bias"])

    def norm(y, name):
        return F.layer_norm(y, y.shape[-1:], weights[name + ".weight"], weights[name + ".bias"], 1e-12)

    prefix = "embeddings."
    x = (
        weights[prefix + "word_embeddings.weight"][ids]
        + weights[prefix + "token_type_embeddings.weight"][0]
        + weights[prefix + "position_embeddings.weight"][: ids.shape[1]]
    )
    x = norm(x, prefix + "LayerNorm")
    visible = (mask != 0)[:, None, None, :]
    for layer in range(6):
        prefix = f"encoder.layer.{layer}."
        parts = [linear(x, prefix + "attention.self." + name).unflatten(-1, (12, -1)).transpose(1, 2) for name in ("query", "key", "value")]
        mixed = F.scaled_dot_product_attention(*parts, attn_mask=visible).transpose(1, 2).flatten(2)
        x = norm(x + linear(mixed, prefix + "attention.output.dense"), prefix + "attention.output.LayerNorm")
        y = F.gelu(linear(x, prefix + "intermediate.dense"))
        x = norm(x + linear(y, prefix + "output.dense"), prefix + "output.LayerNorm")
    counted = mask[:, :, None].to(x.dtype)
    return F.normalize((x * counted).sum(1) / counted.sum(1))


@torch.inference_mode()
def main(arguments):
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("model", choices=["minilm"])
    parser.add_argument("directory")
    parser.add_argument("--weights", required=True)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--compile", action="store_true")
    parser.add_argument("--clock", choices=["wall", "cpu"], default="wall")
    options = parser.parse_args(arguments)
    clock = time.process_time if options.clock == "cpu" else time.perf_counter
    torch.set_num_threads(options.threads)
    weights = {name: torch.from_numpy(np.array(value)) for name, value in safetensors.load(options.weights).items()}
    ids, mask = (torch.from_numpy(np.load(os.path.join(options.directory, name))) for name in ("ids.npy", "mask.npy"))
    function = torch.compile(minilm) if options.compile else minilm
    np.save(os.path.join(options.directory, "peer.npy"), function(ids, mask, weights).numpy())
    print("ready", flush=True)
    for line in sys.stdin:
        seconds = []
        for _ in range(int(line)):
            begin = clock()
            function(ids, mask, weights)
            seconds.append(clock() - begin)
        print(json.dumps(seconds), flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
