"""A PyTorch module as level-0 text: `export(module, arguments)`.  Needs torch and torch-mlir; nothing else here does.

Weights, buffers and constants are arguments named by their keys in `state_dict` (constants by torch.export's names), inputs by the
parameters of `forward`, results "result" or "result.0", "result.1", ... Random numbers inside the model, control flow on values and
dynamic shapes have no level-0 form.
"""
import math
import re

import torch
from torch_mlir import fx, ir
from torch_mlir.compiler_utils import OutputType
from torch_mlir.dialects import torch as torch_dialect
from torch_mlir.extras.fx_decomp_util import get_decomposition_table
from torch_mlir.extras.fx_importer import FxImporter

from sbp.raise_torch_ops import raise_ops
from sbp.torch_bags import SumsOfRows


def layer_norm(x, shape, weight, bias, epsilon):
    """Stays in f32; the stock decomposition computes the variance in f64."""
    dims = list(range(x.ndim - len(shape), x.ndim))
    mean = x.mean(dims, keepdims=True)
    centred = x - mean
    scale = torch.rsqrt((centred * centred).mean(dims, keepdim=True) + epsilon)
    normal = centred * scale
    if weight is not None:
        normal = normal * weight
    return normal if bias is None else normal + bias, mean, scale


def attention(query, key, value, attn_mask=None, dropout_p=0.0, is_causal=False, *, scale=None, enable_gqa=False):
    """The stock decomposition adds a test in f64 for rows that are masked as a whole; here they are spread evenly."""
    assert dropout_p == 0.0, "dropout inside of a model has no level-0 form; export in eval mode"
    if enable_gqa:
        key, value = (each.repeat_interleave(query.shape[-3] // each.shape[-3], -3) for each in (key, value))
    scores = (query @ key.transpose(-2, -1)) * (1.0 / math.sqrt(query.shape[-1]) if scale is None else scale)
    if is_causal:
        attn_mask = torch.ones(scores.shape[-2:], dtype=torch.bool).tril()
    if attn_mask is not None:
        scores = torch.where(attn_mask, scores, -1e30) if attn_mask.dtype == torch.bool else scores + attn_mask
    return torch.softmax(scores, -1) @ value


DECOMPOSITIONS = {torch.ops.aten.native_layer_norm.default: layer_norm,
                  torch.ops.aten.scaled_dot_product_attention.default: attention}


def to_array(value):
    """For an .npy or a safetensors file; bf16 as its two bytes."""
    value = value.detach().cpu().contiguous()
    return value.view(torch.int16).numpy().view("V2") if value.dtype == torch.bfloat16 else value.numpy()


def mark(names):
    return ir.ArrayAttr.get([ir.DictAttr.get({"sbp.name": ir.StringAttr.get(name)}) for name in names])


def annotate(text, placement, rules):
    """Distributions are attributes of a dialect that torch-mlir does not know: written into the text, by the first rule that fits."""

    def annotate_one(match):
        for pattern, parts in rules:
            if re.search(pattern, match[1]):
                return f"{match[0]}, sbp.distribution = #sbp.distribution<{parts}>"
        return match[0]

    text = re.sub(r'sbp\.name = "([^"]*)"', annotate_one, text)
    text = re.sub(r"(%arg\d+: tensor<[^>]*> \{[^}]*\},) ", r"\1\n    ", text)
    return text.replace("module {\n", f"module {{\n  {placement}\n", 1) if placement else text


def export(module, arguments, results=None, placement="", rules=(), rename=str, decompositions=DECOMPOSITIONS):
    """The linalg text of `module`, and {name: array} of all that it holds.

    `placement`: a line such as 'sbp.placement @mesh ["dp" = 2]'; `rules`: (regular expression for names, "@mesh, [S(0)]"), first
    match wins; what none fits the compiler chooses. `rename` maps keys of `state_dict` to names; `results` names the results.
    """
    table = dict(get_decomposition_table()) | decompositions
    with SumsOfRows():
        program = torch.export.export(module.eval(), arguments, strict=False)
    program = program.run_decompositions(table)
    used = {node.name for node in program.graph.nodes if node.op == "placeholder" and node.users}
    for node in list(program.graph.nodes):
        if node.op == "placeholder" and node.name not in used:
            program.graph.erase_node(node)
    specs = [spec for spec in program.graph_signature.input_specs if spec.arg.name in used]
    names = [rename(spec.target or spec.arg.name) for spec in specs]
    held = dict(program.state_dict) | dict(program.constants)
    context = ir.Context()
    context.allow_unregistered_dialects = True
    torch_dialect.register_dialect(context)
    importer = FxImporter(context=context)
    importer.import_stateless_graph(program.graph, func_name="main")
    lowered = fx._module_lowering(False, False, OutputType.LINALG_ON_TENSORS, importer.module)
    raise_ops(lowered)
    with context:
        function = next(op for op in lowered.body.operations if op.operation.name == "func.func")
        assert len(function.arguments) == len(names)
        count = len(ir.FunctionType(ir.TypeAttr(function.attributes["function_type"]).value).results)
        results = results or (["result"] if count == 1 else [f"result.{i}" for i in range(count)])
        function.attributes["arg_attrs"], function.attributes["res_attrs"] = mark(names), mark(results)
    text = annotate(lowered.operation.get_asm(large_elements_limit=None), placement, rules)
    return text, {name: to_array(held[spec.target]) for name, spec in zip(names, specs) if spec.target}
