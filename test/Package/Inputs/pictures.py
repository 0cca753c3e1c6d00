"""Draws the pictures of docs/images that come from a report: pictures.py FOLDER.  Needs torch, torch-mlir, transformers and sbp."""

import sys
import warnings

import torch
import transformers

import sbp

warnings.simplefilter("ignore")
SIZES = {"hidden_size": 64, "intermediate_size": 128, "num_attention_heads": 4, "num_key_value_heads": 2, "vocab_size": 128}


def make(layers):
    torch.manual_seed(0)
    return transformers.LlamaForCausalLM(transformers.LlamaConfig(num_hidden_layers=layers, max_position_embeddings=64, **SIZES))


def main(folder):
    ids = torch.randint(0, 128, (16, 16))
    report = sbp.compile(make(32), input_ids=ids, mesh={"dp": 2, "tp": 2}, plan="auto", batch="dp").report
    with open(f"{folder}/llama.svg", "w") as file:
        file.write(report.draw())
    stages = {"layers.0-1": sbp.stage(0), "layers.2-3": sbp.stage(1), "labels": sbp.stage(1)}
    on = {"mesh": {"dp": 2}, "batch": "dp", "plan": stages, "train": sbp.AdamW(), "micro_batches": 8}
    report = sbp.compile(make(4), input_ids=ids, labels=ids, **on).report
    with open(f"{folder}/llama_stages.svg", "w") as file:
        file.write(report.draw_schedule())


if __name__ == "__main__":
    main(*sys.argv[1:])
