"""A PyTorch module as level-0 text: `export(module, arguments)`.  Needs torch and torch-mlir; nothing else here does.
`export_training` exports a module that returns its loss, and has the compiler derive the step that trains it.

Weights, buffers and constants are arguments named by their keys in `state_dict` (constants by torch.export's names), inputs by the
parameters of `forward`, results "result" or "result.0", "result.1", ... Buffers that `forward` writes are states. Random numbers inside
the model, control flow on values and dynamic shapes have no level-0 form: an ExportError with the user's line.
"""

from __future__ import annotations

import math
import re
from typing import Callable, Iterable, Sequence

import numpy as np
import torch
from torch_mlir import ir
from torch_mlir.dialects import torch as torch_dialect
from torch_mlir.extras.fx_decomp_util import get_decomposition_table
from torch_mlir.extras.fx_importer import FxImporter
from torch_mlir.passmanager import PassManager

from sbp.pass_process import run_passes
from sbp.raise_torch_ops import raise_ops
from sbp.torch_bags import SumsOfRows
from sbp.torch_checks import check_graph, naming_node, user_frames
from sbp.torch_results import Result, copy_shared, drop_unused, name_tied, order_results, shared_memory
from sbp import torch_attention
from sbp.torch_scatters import cut_ops, join_ops, keep_writes
from sbp.training import add_training
from sbp.user_lines import ExportError

PIPELINES = [
    "builtin.module(func.func(torch-match-quantized-custom-ops), torchdynamo-export-to-torch-backend-pipeline{ extra-library=})",
    "builtin.module(torch-backend-to-linalg-on-tensors-backend-pipeline{allow-non-finites=true})",
]


def layer_norm(
    x: torch.Tensor, shape: Sequence[int], weight: torch.Tensor | None, bias: torch.Tensor | None, epsilon: float
) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
    """Stays in f32; the stock decomposition computes the variance in f64."""
    dims = list(range(x.ndim - len(shape), x.ndim))
    mean = x.mean(dims, keepdims=True)
    centred = x - mean
    scale = torch.rsqrt((centred * centred).mean(dims, keepdim=True) + epsilon)
    normal = centred * scale
    if weight is not None:
        normal = normal * weight
    return normal if bias is None else normal + bias, mean, scale


def group_norm(
    x: torch.Tensor,
    weight: torch.Tensor | None,
    bias: torch.Tensor | None,
    batch: int,
    channels: int,
    size: int,
    groups: int,
    epsilon: float,
) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
    """`x` [batch, channels, ...]. Stays in f32; the stock decomposition goes through f64 and reads the groups by tables of positions."""
    rest = x.shape[2:]
    grouped = x.reshape(batch, groups, channels // groups, *rest)
    dims = list(range(2, grouped.ndim))
    mean = grouped.mean(dims, keepdim=True)
    centred = grouped - mean
    scale = torch.rsqrt((centred * centred).mean(dims, keepdim=True) + epsilon)
    normal = (centred * scale).reshape(x.shape)
    if weight is not None:
        normal = normal * weight.reshape(-1, *[1] * len(rest))
    if bias is not None:
        normal = normal + bias.reshape(-1, *[1] * len(rest))
    return normal, mean.reshape(batch, groups), scale.reshape(batch, groups)


def roll(x: torch.Tensor, shifts: Sequence[int], dims: Sequence[int] = ()) -> torch.Tensor:
    """`x` of any shape. The stock lowering takes neither shifts beyond the size nor a shift of all elements (no `dims`)."""
    if not dims:
        return roll(x.reshape(-1), shifts, [0]).reshape(x.shape)
    for shift, dim in zip(shifts, dims):
        size = x.shape[dim]
        front = shift % size if size else 0
        if front:
            x = torch.cat([x.narrow(dim, size - front, front), x.narrow(dim, 0, size - front)], dim)
    return x.clone()


def attention(
    query: torch.Tensor,
    key: torch.Tensor,
    value: torch.Tensor,
    attn_mask: torch.Tensor | None = None,
    dropout_p: float = 0.0,
    is_causal: bool = False,
    *,
    scale: float | None = None,
    enable_gqa: bool = False,
) -> torch.Tensor:
    """The stock decomposition adds a test in f64 for rows that are masked as a whole; here they are spread evenly."""
    assert dropout_p == 0.0, "dropout inside of a model has no level-0 form; export in eval mode"
    scale = 1.0 / math.sqrt(query.shape[-1]) if scale is None else scale
    if torch_attention.is_narrow(query, key, value):
        return torch_attention.decompose(query, key, value, attn_mask, is_causal, scale)
    if enable_gqa:
        key, value = (each.repeat_interleave(query.shape[-3] // each.shape[-3], -3) for each in (key, value))
    scores = (query @ key.transpose(-2, -1)) * scale
    if is_causal:
        attn_mask = torch.ones(scores.shape[-2:], dtype=torch.bool).tril()
    if attn_mask is not None:
        scores = torch.where(attn_mask, scores, -1e30) if attn_mask.dtype == torch.bool else scores + attn_mask
    return torch.softmax(scores, -1) @ value


def stable_sort(x: torch.Tensor, *, stable: bool | None, dim: int = -1, descending: bool = False) -> tuple[torch.Tensor, torch.Tensor]:
    """`nn.sort`, which plain sorts become, keeps the order of equal elements; torch-mlir lowers only those."""
    return torch.ops.aten.sort.default(x, dim, descending)


DECOMPOSITIONS = {
    torch.ops.aten.native_layer_norm.default: layer_norm,
    torch.ops.aten.native_group_norm.default: group_norm,
    torch.ops.aten.scaled_dot_product_attention.default: attention,
    torch.ops.aten.roll.default: roll,
    torch.ops.aten.sort.stable: stable_sort,
}


def to_array(value: torch.Tensor) -> np.ndarray:
    """The values for an .npy or a safetensors file; bf16 as its two bytes."""
    value = value.detach().cpu().contiguous()
    return value.view(torch.int16).numpy().view("V2") if value.dtype == torch.bfloat16 else value.numpy()


def attributes(ports: Iterable[Result]) -> ir.ArrayAttr:
    """`sbp.name` of each port, `sbp.state` of those that are states."""
    return ir.ArrayAttr.get(
        [ir.DictAttr.get({"sbp.state" if port.is_state else "sbp.name": ir.StringAttr.get(port.name)}) for port in ports]
    )


def annotate(text: str, placement: str, rules: Sequence[tuple[str, str]]) -> str:
    """`text` with the distribution of the first rule that fits each name, and the placement.

    Our dialect is not known to torch-mlir: its attributes are written into the text.
    """

    def annotate_one(match: re.Match) -> str:
        for pattern, parts in rules:
            if re.search(pattern, match[1]):
                return f"{match[0]}, sbp.distribution = #sbp.distribution<{parts}>"
        return match[0]

    text = re.sub(r'sbp\.(?:name|state) = "([^"]*)"', annotate_one, text)
    text = re.sub(r"(%arg\d+: tensor<[^>]*> \{[^}]*\},) ", r"\1\n    ", text)
    return text.replace("module {\n", f"module {{\n  {placement}\n", 1) if placement else text


def trace(module: torch.nn.Module, arguments: tuple, decompositions: dict) -> torch.export.ExportedProgram:
    """The module's graph of functional ops; raises ExportError where it has ops that no level-0 form can have."""
    with SumsOfRows(), user_frames():
        program = torch.export.export(module.eval(), copy_shared(module, arguments), strict=False)
    try:
        program = program.run_decompositions(keep_writes(get_decomposition_table()) | decompositions)
    except AssertionError as error:  # torch's own, without a word on the cause
        shared = shared_memory(program.state_dict | program.constants)
        if not shared:
            raise
        raise ExportError(f"{', '.join(map(repr, shared))} share memory, and forward writes it; keep one of them") from error
    check_graph(program.graph)
    return program


def new_context() -> ir.Context:
    """A context for torch-mlir's ops and for ops of our dialects."""
    context = ir.Context()
    context.allow_unregistered_dialects = True
    torch_dialect.register_dialect(context)
    return context


def lower(program: torch.export.ExportedProgram) -> ir.Module:
    """The program's graph as linalg on tensors; torch-mlir's passes run in a child process."""
    cuts = cut_ops(program.graph)
    importer = FxImporter(context=new_context())
    naming_node(importer.import_stateless_graph, program.graph, func_name="main")
    text = run_passes("torch_mlir", importer.module.operation.get_asm(enable_debug_info=True, large_elements_limit=None), PIPELINES)
    # Another context: resources of the first would give those of this text other names.
    with new_context():
        # Only a pass that creates ops of tm_tensor registers the dialect, which the text may have.
        PassManager.parse("builtin.module(func.func(convert-torch-to-tmtensor))").run(ir.Module.parse("").operation)
        lowered = ir.Module.parse(text)
    join_ops(lowered, cuts)
    return lowered


def export(
    module: torch.nn.Module,
    arguments: tuple,
    results: Sequence[str] | None = None,
    placement: str = "",
    rules: Sequence[tuple[str, str]] = (),
    rename: Callable[[str], str] = str,
    decompositions: dict = DECOMPOSITIONS,
) -> tuple[str, dict[str, np.ndarray]]:
    """The linalg text of `module` in eval mode for `arguments` of these shapes, and {name: array} of all that it holds.

    `placement`: a line such as 'sbp.placement @mesh ["dp" = 2]'; `rules`: (regular expression for names, "@mesh, [S(0)]"), first
    match wins; the compiler chooses what none fits. `rename` maps keys of `state_dict` (of a tied weight the first) to names;
    `results` names what `forward` returns, in order. Buffers and parameters that `forward` writes are states, in and out, named by their
    key; an argument that it writes is a further result, called as the argument. `results` may list their names behind the others.
    Raises ExportError (a ValueError) with the user's line for what has no level-0 form, and for a wrong number of names.
    """
    program = trace(module, arguments, decompositions)
    held = program.state_dict | program.constants
    rename = name_tied(program, rename)
    returned = order_results(program, results, rename)
    specs = drop_unused(program, returned, rename)
    states = {result.name for result in returned if result.is_state}
    names = [rename(spec.target or spec.arg.name) for spec in specs]
    lowered = lower(program)
    raise_ops(lowered)
    with lowered.context:
        function = next(op for op in lowered.body.operations if op.operation.name == "func.func")
        assert len(function.arguments) == len(names)
        function.attributes["arg_attrs"] = attributes(
            Result(name, spec.target is not None and name in states) for name, spec in zip(names, specs)
        )
        function.attributes["res_attrs"] = attributes(returned)
    text = annotate(lowered.operation.get_asm(large_elements_limit=None), placement, rules)
    values = {name: to_array(held[spec.target]) for name, spec in zip(names, specs) if spec.target}
    # Arrays share memory with the module, whose next forward writes its states.
    return text, {name: value.copy() if name in states else value for name, value in values.items()}


def export_training(
    module: torch.nn.Module,
    arguments: tuple,
    placement: str = "",
    rules: Sequence[tuple[str, str]] = (),
    rename: Callable[[str], str] = str,
    **options: object,
) -> tuple[str, dict[str, np.ndarray]]:
    """The text of `module`, whose `forward` returns a loss without dimensions, with a second entry `train` that lowers it.

    Parameters are trained; inputs, buffers and constants are not. Returns the text and {name: array} of all that the module holds: the first
    weights. `options` are those of `sbp.training.add_training`, the others those of `export`.
    """
    text, values = export(module, arguments, ["loss"], placement, rules, rename)
    trained = {rename(name) for name, _ in module.named_parameters()}
    arguments_text = text.partition("func.func")[2].partition(") -> ")[0]
    names = re.findall(r'sbp\.(?:name|state) = "([^"]*)"', arguments_text)
    return add_training(text, loss="loss", data=[name for name in names if name not in trained], **options), values
