"""A PyTorch module as level-0 text: `export(module, arguments)`.  Needs torch and torch-mlir; nothing else here does.
`export_training` exports a module that returns its loss, and has the compiler derive the step that trains it.

Weights, buffers and constants are arguments named by their keys in `state_dict` (constants by torch.export's names), inputs by the
parameters of `forward`, results by their path in what it returns: "logits", "aux.z", else "result" or "result.0", ... Buffers that `forward` writes are states. Random numbers inside
the model, control flow on values and dynamic shapes have no level-0 form: an ExportError with the user's line.
"""

from __future__ import annotations

import re
import warnings
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager

import numpy as np
import torch
from torch.export.graph_signature import InputKind, InputSpec
from torch_mlir import ir
from torch_mlir.dialects import torch as torch_dialect
from torch_mlir.extras.fx_decomp_util import get_decomposition_table
from torch_mlir.extras.fx_importer import FxImporter
from torch_mlir.passmanager import PassManager

from sbp.dtypes import from_torch
from sbp.pass_process import run_passes
from sbp.raise_torch_ops import raise_ops
from sbp.torch_backward import BACKWARD
from sbp.torch_calls import Calls
from sbp.torch_checks import check_arguments, check_graph, explained, naming_node, refuse_twice, user_frames
from sbp.torch_decompositions import DECOMPOSITIONS
from sbp.torch_lines import mark_modules, write_lines
from sbp.torch_results import Result, copy_shared, drop_unused, merge_constants, name_tied, order_results, shared_memory
from sbp.torch_scatters import CUT, CUT_IN_TRAINING, cut_ops, join_ops, keep_writes
from sbp.torch_step import trace_step
from sbp.training import add_training
from sbp.user_lines import ExportError, nearest

# Constants and buffers that no file of weights has; larger ones stay arguments, of which `export` returns the values.
LARGEST_INIT_BYTES = 1 << 16
INIT_TYPES = (torch.float64, torch.float32, torch.float16, torch.int64, torch.int32)

CONSTRAIN = re.compile(r'"sbp\.constrain"\((%\S+)\) \{distribution = "([^"]*)"\} : \((tensor<[^>]*>)\) -> tensor<[^>]*>')

PIPELINES = [
    "builtin.module(func.func(torch-match-quantized-custom-ops), torchdynamo-export-to-torch-backend-pipeline{ extra-library=})",
    "builtin.module(torch-backend-to-linalg-on-tensors-backend-pipeline{allow-non-finites=true})",
]


def to_array(value: torch.Tensor) -> np.ndarray:
    """The values for an .npy or a safetensors file; bf16 as its two bytes, uint8 as the int8 of the same bits."""
    value = value.detach().cpu().contiguous()
    return from_torch(value.view(torch.int8) if value.dtype == torch.uint8 else value)


def dense(port: Result) -> ir.DenseElementsAttr:
    """The first value of a state; one element stands for all of them where they are equal."""
    if port.init.shape == port.shape:
        return ir.DenseElementsAttr.get(np.asarray(port.init, order="C"))
    element = ir.ShapedType(ir.DenseElementsAttr.get(port.init).type).element_type
    kind = ir.FloatAttr if port.init.dtype.kind == "f" else ir.IntegerAttr
    with ir.Location.unknown():
        return ir.DenseElementsAttr.get_splat(ir.RankedTensorType.get(port.shape, element), kind.get(element, port.init.item()))


def attributes(ports: Iterable[Result]) -> ir.ArrayAttr:
    """`sbp.name` of each port, `sbp.state` of those that are states, with `sbp.init` where they have one, `sbp.gradient_of` of gradients."""

    def describe(port: Result) -> ir.DictAttr:
        entries = {"sbp.state" if port.is_state else "sbp.name": ir.StringAttr.get(port.name)}
        if port.init is not None:
            entries["sbp.init"] = dense(port)
        if port.gradient_of:
            entries["sbp.gradient_of"] = ir.StringAttr.get(port.gradient_of)
        return ir.DictAttr.get(entries)

    return ir.ArrayAttr.get([describe(port) for port in ports])


def find_init(spec: InputSpec, value: torch.Tensor, is_written: bool) -> np.ndarray | None:
    """The value of a constant or of a buffer that `state_dict` lacks, which no file of weights has: it comes with the text where it is small,
    or, of a state that is written, such as a cache, where all its elements are equal."""
    saved = spec.kind == InputKind.PARAMETER or (spec.kind == InputKind.BUFFER and spec.persistent)
    if saved or not value.numel() or value.dtype not in INIT_TYPES:
        return None
    if is_written:
        first = value.detach().reshape(-1)[:1]
        return to_array(first) if bool((value == first).all()) else None
    return to_array(value) if value.numel() * value.element_size() <= LARGEST_INIT_BYTES else None


def annotate(text: str, placement: str, rules: Sequence[tuple[str, str]]) -> str:
    """`text` with the distribution of the first rule that fits each name, and the placement. Warns of a rule that fits none.

    Our dialect is not known to torch-mlir: its attributes are written into the text.
    """

    def annotate_one(match: re.Match) -> str:
        for pattern, parts in rules:
            if re.search(pattern, match[1]):
                return f"{match[0]}, sbp.distribution = #sbp.distribution<{parts}>"
        return match[0]

    names = re.findall(r'sbp\.(?:name|state) = "([^"]*)"', text)
    for pattern in [pattern for pattern, _ in rules if not any(re.search(pattern, name) for name in names)]:
        like = nearest(re.sub(r"[^\w.]", "", pattern), names, 3)
        warnings.warn(
            f"rule {pattern!r} fits no name; " + (f"nearest: {', '.join(like)}" if like else f"names: {', '.join(names)}"), stacklevel=4
        )
    text = re.sub(r'sbp\.(?:name|state) = "([^"]*)"', annotate_one, text)
    text = re.sub(r"(%arg\d+: tensor<[^>]*> \{[^}]*\},) ", r"\1\n    ", text)
    return text.replace("module {\n", f"module {{\n  {placement}\n", 1) if placement else text


def trace(
    module: torch.nn.Module, arguments: tuple, decompositions: dict, keywords: Mapping[str, object] | None = None
) -> torch.export.ExportedProgram:
    """The module's graph of functional ops; raises ExportError where it has ops that no level-0 form can have."""
    check_arguments(arguments)
    arguments, keywords = copy_shared(module, (arguments, dict(keywords or {})))
    with explained(), Calls(), user_frames(), in_eval_mode(module):
        program = torch.export.export(module, arguments, keywords, strict=False)
    merge_constants(program)
    try:
        with explained():
            program = program.run_decompositions(keep_writes(get_decomposition_table()) | decompositions)
    except AssertionError as error:  # torch's own, without a word on the cause
        shared = shared_memory(program.state_dict | program.constants)
        if not shared:
            raise
        raise ExportError(f"{', '.join(map(repr, shared))} share memory, and forward writes it; keep one of them") from error
    check_graph(program.graph)
    return program


@contextmanager
def in_eval_mode(module: torch.nn.Module) -> Iterator[None]:
    """Each submodule is in eval mode while this is entered, then in its own."""
    before = {each: each.training for each in module.modules()}
    module.eval()
    try:
        yield
    finally:
        for each, training in before.items():
            each.training = training


def new_context() -> ir.Context:
    """A context for torch-mlir's ops and for ops of our dialects."""
    context = ir.Context()
    context.allow_unregistered_dialects = True
    torch_dialect.register_dialect(context)
    return context


def lower(graph: torch.fx.Graph, handlers: dict = CUT) -> ir.Module:
    """A graph as linalg on tensors; torch-mlir's passes run in a child process. `handlers`: see cut_ops."""
    cuts = cut_ops(graph, handlers)
    importer = FxImporter(context=new_context())
    naming_node(importer.import_stateless_graph, graph, func_name="main")
    text = run_passes("torch_mlir", importer.module.operation.get_asm(enable_debug_info=True, large_elements_limit=None), PIPELINES)
    # Another context: resources of the first would give those of this text other names.
    with new_context():
        # Only a pass that creates ops of tm_tensor registers the dialect, which the text may have.
        PassManager.parse("builtin.module(func.func(convert-torch-to-tmtensor))").run(ir.Module.parse("").operation)
        lowered = ir.Module.parse(text)
    join_ops(lowered, cuts)
    raise_ops(lowered)
    return lowered


def write(
    lowered: ir.Module,
    arguments: Sequence[Result],
    results: Sequence[Result],
    placement: str,
    rules: Sequence[tuple[str, str]],
    with_lines: bool = False,
) -> str:
    """The text of `lowered`, whose function has these ports."""
    with lowered.context:
        function = next(op for op in lowered.body.operations if op.operation.name == "func.func")
        assert len(function.arguments) == len(arguments)
        function.attributes["arg_attrs"] = attributes(arguments)
        function.attributes["res_attrs"] = attributes(results)
    text = lowered.operation.get_asm(enable_debug_info=with_lines, large_elements_limit=None)
    text = CONSTRAIN.sub(r"sbp.constrain \1 to #sbp.distribution<\2> : \3", text)
    return annotate(write_lines(text) if with_lines else text, placement, rules)


def export(
    module: torch.nn.Module,
    arguments: tuple,
    results: Sequence[str] | None = None,
    placement: str = "",
    rules: Sequence[tuple[str, str]] = (),
    rename: Callable[[str], str] = str,
    decompositions: dict = DECOMPOSITIONS,
    keywords: Mapping[str, object] | None = None,
    with_lines: bool = False,
    share_weights: bool = False,
) -> tuple[str, dict[str, np.ndarray]]:
    """The linalg text of `module` in eval mode for `arguments` and `keywords` of these shapes, and {name: array} of all that it holds.

    `placement`: a line such as 'sbp.placement @mesh ["dp" = 2]'; `rules`: (regular expression for names, "@mesh, [S(0)]"), first
    match wins; the compiler chooses what none fits. `rename` maps keys of `state_dict` (of a tied weight the first) to names;
    `results` names what `forward` returns, in order. Buffers and parameters that `forward` writes are states, in and out, named by their
    key; an argument that it writes is a further result, called as the argument. `results` may list their names behind the others. Constants, and
    buffers that `state_dict` lacks, are states with their values where they are small: files of weights lack them.
    `with_lines`: ops have locations, the path of their module and the user's line, which the compiler's messages name. `share_weights`: all that
    the module holds is a state, which several entries of one text share.
    Raises ExportError (a ValueError) with the user's line for what has no level-0 form, and for a wrong number of names.
    """
    program = trace(module, arguments, decompositions, keywords)
    held = program.state_dict | program.constants
    rename = name_tied(program, rename)
    returned = order_results(program, results, rename)
    specs = drop_unused(program, returned, rename)
    states = {result.name for result in returned if result.is_state}
    names = [rename(spec.target or spec.arg.name) for spec in specs]
    refuse_twice(module, names)
    inits = [find_init(spec, held[spec.target], name in states) if spec.target else None for name, spec in zip(names, specs)]
    arguments_of = [
        Result(
            name,
            init is not None or (spec.target is not None and (share_weights or name in states)),
            init=init,
            shape=tuple(held[spec.target].shape) if spec.target else (),
        )
        for name, spec, init in zip(names, specs, inits)
    ]
    if with_lines:
        mark_modules(program.graph)
    text = write(lower(program.graph), arguments_of, returned, placement, rules, with_lines)
    values = {name: to_array(held[spec.target]) for name, spec in zip(names, specs) if spec.target}
    # Arrays share memory with the module, whose next forward writes its states.
    return text, {name: value.copy() if name in states else value for name, value in values.items()}


def export_gradients(
    module: torch.nn.Module,
    arguments: tuple,
    placement: str = "",
    rules: Sequence[tuple[str, str]] = (),
    rename: Callable[[str], str] = str,
    decompositions: dict = DECOMPOSITIONS | BACKWARD,
    keywords: Mapping[str, object] | None = None,
    pick: Callable[[object], object] = lambda output: output,
    with_lines: bool = False,
    random_seed: int | None = None,
) -> tuple[str, dict[str, np.ndarray], list[str]]:
    """The text of the loss that `module` returns and of PyTorch's gradients, {name: array} of all that it holds, and the names of its data.

    Results are "loss", "gradient.NAME" of each parameter that has a gradient, and the next values of the buffers that `forward` writes.
    The module runs in the mode in which it is. Random numbers, of dropout too, depend on the state "random.seed", which begins at `random_seed` and grows by 1 in
    each step; without a seed they are an error. `pick` takes the loss from what it returns. `placement`, `rules`, `rename`, `keywords` and
    `with_lines` are those of `export`, which raises the same errors.
    """
    table = keep_writes(get_decomposition_table(), CUT_IN_TRAINING) | decompositions
    step = trace_step(module, arguments, table, rename, keywords, pick, random_seed)
    inputs = [Result(name, name in step.states) for name in step.names]
    text = write(lower(step.graph, CUT_IN_TRAINING), inputs, step.results, placement, rules, with_lines)
    return text, {name: to_array(value).copy() for name, value in step.held.items()}, step.data


def export_training(
    module: torch.nn.Module,
    arguments: tuple,
    placement: str = "",
    rules: Sequence[tuple[str, str]] = (),
    rename: Callable[[str], str] = str,
    gradient: str = "framework",
    random_seed: int | None = None,
    **options: object,
) -> tuple[str, dict[str, np.ndarray]]:
    """The text of `module`, whose `forward` returns a loss without dimensions, with a second entry `train` that lowers it.

    Parameters that have a gradient are trained; frozen ones, inputs, buffers and constants are not. The gradient is PyTorch's own, of the
    module in the mode in which it is; buffers that `forward` writes are states of the step. `gradient="derived"` exports `forward` alone, in
    eval mode, and has the compiler derive the gradient. Returns the text and {name: array} of all that the module holds:
    the first weights. `random_seed`: see `export_gradients`. `options` are those of `sbp.training.add_training`, the others those of `export`.
    """
    if gradient == "framework":
        text, values, data = export_gradients(module, arguments, placement, rules, rename, random_seed=random_seed)
        return add_training(text, loss="loss", data=data, **options), values
    if gradient != "derived":
        raise ValueError(f"gradient={gradient!r} is unknown; known: 'framework', 'derived'")
    if random_seed is not None:
        raise ValueError("random_seed= belongs to gradient='framework': a derived gradient is of forward in eval mode")
    text, values = export(module, arguments, ["loss"], placement, rules, rename)
    trained = {rename(name) for name, value in module.named_parameters() if value.requires_grad}
    names = re.findall(r'sbp\.(?:name|state) = "([^"]*)"', text.partition("func.func")[2].partition(") -> ")[0])
    data = [name for name in names if name not in values]
    fixed = [name for name in names if name in values and name not in trained]
    return add_training(text, loss="loss", data=data, fixed=fixed, **options), values
