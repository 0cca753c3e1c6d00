"""The loss of a module and PyTorch's own gradients as one graph of functional ops.  Needs torch.

    step = trace_step(module, (x, y), decompositions)

The module runs once on fake tensors, in the mode in which it is, under `torch.autograd`: what `no_grad`, `detach`, functions with a
backward of their own, checkpoints, frozen parameters and `padding_idx` mean for the gradient is what `loss.backward()` makes of them.
The graph takes the parameters that have a gradient, other parameters, buffers, constants, then the tensors of the arguments; it returns the loss,
one gradient for each of the first, and the next values of the buffers that `forward` writes.
"""

from __future__ import annotations

import inspect
import operator
import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from typing import Any

import torch
from torch._functorch._aot_autograd.logging_utils import setup_stacktrace_preservation_hooks
from torch._subclasses.functional_tensor import FunctionalTensor, dispatch_functionalize
from torch.distributions import Distribution
from torch.fx.experimental.proxy_tensor import make_fx
from torch.nn.utils.stateless import _reparametrize_module
from torch.utils import _pytree as pytree

from sbp.torch_calls import CallsForTraining
from sbp.torch_checkpoint import kept_checkpoints
from sbp.torch_checks import check_arguments, check_graph, explained, refuse_forward, refuse_twice, user_frames
from sbp.torch_random import SEED, RandomNumbers
from sbp.torch_results import Result, shared_memory
from sbp.user_lines import ExportError

aten = torch.ops.aten
Node = torch.fx.Node
# In a graph without writes these are their operand.
IDENTITIES = {aten.alias.default, aten.detach.default, aten.clone.default, aten.lift_fresh_copy.default, aten.lift.default}


@dataclass
class Step:
    """`names` of the graph's arguments, in order, `results` of its results; `held`: the tensors of all arguments but `data`; `states`: those
    that require a gradient, whether or not the loss depends on them, and those that `forward` writes."""

    graph: torch.fx.Graph
    names: list[str]
    states: set[str]
    results: list[Result]
    held: dict[str, torch.Tensor]
    data: list[str]


@dataclass
class Run:
    """One run of a module under autograd, and the names of what it read and wrote."""

    module: torch.nn.Module
    trained: dict[str, torch.Tensor]
    fixed: dict[str, torch.Tensor]
    arguments: Any  # a tuple of those by position, and a dictionary of those by name
    pick: Callable[[Any], Any]
    numbers: RandomNumbers | None = None
    with_gradient: list[str] = field(default_factory=list)

    def __call__(self, *tensors: torch.Tensor) -> list[torch.Tensor]:
        """[loss, gradients, next values of parameters and buffers], of trained tensors, others, and the leaves of the arguments."""
        first, last = len(self.trained), len(self.trained) + len(self.fixed)
        weights = [tensor.detach().requires_grad_() for tensor in tensors[:first]]
        held = dict(zip(self.fixed, (tensor.detach().clone() for tensor in tensors[first:last])))
        leaves, structure = pytree.tree_flatten(self.arguments)
        given = iter(tensors[last:])
        leaves = [next(given).detach().clone() if isinstance(leaf, torch.Tensor) else leaf for leaf in leaves]
        used = dict(zip(self.trained, weights)) | {name: value for name, value in held.items() if name != SEED}
        if self.numbers is not None:
            self.numbers.seed = held[SEED]
        with torch.enable_grad(), _reparametrize_module(self.module, used, tie_weights=True):
            arguments, keywords = pytree.tree_unflatten(leaves, structure)
            loss = check_loss(self.module, self.pick(self.module(*arguments, **keywords)))
            setup_stacktrace_preservation_hooks([loss.grad_fn])
            # Backward runs checkpointed parts again, of the module with the same tensors.
            gradients = dict(zip(self.trained, torch.autograd.grad(loss, weights, allow_unused=True)))
        if self.numbers is not None:
            used[SEED] = held[SEED] + 1 if self.numbers.draws else held[SEED]
        self.with_gradient = [name for name, gradient in gradients.items() if gradient is not None]
        return [
            loss.detach(),
            *(gradients[name] for name in self.with_gradient),
            *(used[name].detach() for name in [*self.trained, *self.fixed]),
        ]


def refuse_loss(module: torch.nn.Module, message: str) -> ExportError:
    """An error at the line of the module's `forward`."""
    return refuse_forward(module, f"export_training: {message}")


def check_loss(module: torch.nn.Module, loss: Any) -> torch.Tensor:
    """What `forward` returned, if it is a loss."""
    if not isinstance(loss, torch.Tensor):
        count = sum(isinstance(leaf, torch.Tensor) for leaf in pytree.tree_leaves(loss))
        kind = type(loss).__name__
        found = f"{count} values (a {kind})" if count else f"a {kind}"
        raise refuse_loss(module, f"forward returns {found}; forward must return the loss alone")
    if loss.ndim or not loss.dtype.is_floating_point:
        found = f"{str(loss.dtype).removeprefix('torch.')} of shape {list(loss.shape)}"
        raise refuse_loss(module, f"forward returns {found}; the loss must be a float without dimensions")
    if loss.grad_fn is None:
        raise refuse_loss(module, "the loss depends on no parameter that requires a gradient")
    return loss


@contextmanager
def compiling() -> Iterator[None]:
    """Models that ask `torch.compiler.is_compiling()` leave out what reads values, such as tests of whether a mask hides anything; distributions
    do not check their parameters."""
    before = torch.compiler._is_compiling_flag, Distribution._validate_args
    torch.compiler._is_compiling_flag = True
    Distribution.set_default_validate_args(False)
    try:
        yield
    finally:
        torch.compiler._is_compiling_flag = before[0]
        Distribution.set_default_validate_args(before[1])


@contextmanager
def kept_attributes(module: torch.nn.Module) -> Iterator[None]:
    """Puts back attributes of submodules that are no parameters or buffers; one that holds a tensor of the trace raises ExportError."""
    before = {each: dict(vars(each)) for each in module.modules()}
    try:
        yield
    finally:
        stored = []
        for path, each in module.named_modules():
            for name, value in list(vars(each).items()):
                if value is not before.get(each, {}).get(name, value) and isinstance(value, FunctionalTensor):
                    stored.append(f"{path}.{name}" if path else name)
            if each in before:
                for name in set(vars(each)) - set(before[each]):
                    del vars(each)[name]
                vars(each).update(before[each])
    if stored:
        raise ExportError(f"forward stores a tensor in {', '.join(map(repr, stored))}; register it as a buffer (register_buffer)")


def remove_identities(graph: torch.fx.Graph) -> None:
    """Replaces copies and aliases by what they copy."""
    for node in list(graph.nodes):
        if node.op == "call_function" and node.target in IDENTITIES:
            node.replace_all_uses_with(node.args[0])
            graph.erase_node(node)


def attribute_names(module: torch.nn.Module) -> dict[int, str]:
    """The path of each tensor that is an attribute of a module, by the tensor's id."""
    return {
        id(value): f"{path}.{name}" if path else name
        for path, each in module.named_modules()
        for name, value in vars(each).items()
        if isinstance(value, torch.Tensor)
    }


def lift_constants(graph_module: torch.fx.GraphModule, module: torch.nn.Module, front: int) -> dict[str, torch.Tensor]:
    """Makes tensors that `forward` made or found outside of parameters and buffers arguments behind the first `front`; {name: tensor}."""
    graph, constants, made = graph_module.graph, {}, {}
    paths = attribute_names(module)
    own = {id(value) for value in [*module.parameters(), *module.buffers()]}
    last = [node for node in graph.nodes if node.op == "placeholder"][:front][-1]
    for node in [node for node in graph.nodes if node.op == "get_attr"]:
        value = getattr(graph_module, node.target)
        if id(value) in own:
            raise refuse_loss(module, "the gradient reads a parameter or buffer of the module after forward has ended")
        if id(value) not in made:
            name = paths.get(id(value), f"lifted_tensor_{len(constants)}")
            with graph.inserting_after(last):
                last = made[id(value)] = graph.placeholder(f"constant_{len(constants)}")
            last.meta["val"] = node.meta["val"] if "val" in node.meta else fake_mode_of(graph).from_tensor(value)
            constants[name] = value
        node.replace_all_uses_with(made[id(value)])
        graph.erase_node(node)
    return constants


def fake_mode_of(graph: torch.fx.Graph) -> Any:
    """The mode in which the values of `graph` are fake tensors."""
    return next(node.meta["val"].fake_mode for node in graph.nodes if hasattr(node.meta.get("val"), "fake_mode"))


def input_names(module: torch.nn.Module, arguments: tuple, keywords: dict[str, Any]) -> list[str]:
    """A name for each leaf of the arguments that is a tensor, as torch.export calls it: "x", "inputs_a", "args_0"."""
    bound = inspect.signature(module.forward).bind_partial(*arguments).arguments | keywords
    words = lambda path: "_".join(str(getattr(key, "key", getattr(key, "idx", getattr(key, "name", key)))) for key in path)
    names = [
        re.sub(r"[^a-zA-Z0-9_]", "_", words(path).lower())
        for path, leaf in pytree.tree_flatten_with_path(dict(bound))[0]
        if isinstance(leaf, torch.Tensor)
    ]
    return [name if name not in names[:i] else f"{name}_{names[:i].count(name)}" for i, name in enumerate(names)]


def trace(run: Run, tensors: list[torch.Tensor], decompositions: dict) -> torch.fx.GraphModule:
    """The graph of `run`; each node has the user's line that it is computed for, those of gradients too."""
    with ExitStack() as stack:
        for each in (
            kept_attributes(run.module),
            user_frames(),
            torch.fx.traceback.preserve_node_meta(),
            compiling(),
            explained(),
            kept_checkpoints(),
            CallsForTraining(run.numbers),
        ):
            stack.enter_context(each)
        traced = make_fx(
            dispatch_functionalize(run),
            decomposition_table=decompositions,
            tracing_mode="fake",
            _allow_non_fake_inputs=True,
            record_stack_traces=True,
        )(*tensors)
    lines: dict[int, str] = {}  # by the number that autograd gives a function and its gradient
    for node in traced.graph.nodes:
        number = node.meta.get("seq_nr", -1)
        if node.stack_trace:
            lines.setdefault(number, node.stack_trace)
        elif number in lines:
            node.stack_trace = lines[number]
        if node.op == "call_function" and getattr(getattr(node.target, "_schema", None), "is_mutable", False):
            raise ExportError(f"forward writes a tensor that is neither a buffer nor its own ({node.target}); register it as a buffer")
    remove_identities(traced.graph)
    return traced


def trace_step(
    module: torch.nn.Module,
    arguments: tuple,
    decompositions: dict,
    rename: Callable[[str], str] = str,
    keywords: Mapping[str, Any] | None = None,
    pick: Callable[[Any], Any] = lambda output: output,
    random_seed: int | None = None,
) -> Step:
    """The step of `module` for `arguments` and `keywords`; `pick` takes the loss from what it returns. Random numbers, of dropout too, depend on
    the state SEED, which begins at `random_seed`, a whole number, and are refused without one. Raises ExportError where `forward` returns no
    loss, and at the user's line for what has no level-0 form. The module keeps its mode, its values and its attributes."""
    check_arguments(arguments)
    parameters, buffers = dict(module.named_parameters()), dict(module.named_buffers())
    trained = {name: value for name, value in parameters.items() if value.requires_grad}
    fixed = {name: value for name, value in parameters.items() if not value.requires_grad} | buffers
    if random_seed is not None:
        fixed[SEED] = torch.tensor(operator.index(random_seed), dtype=torch.int64)
    keywords = dict(keywords or {})
    given = input_names(module, arguments, keywords)
    refuse_twice(module, [*trained, *fixed, *given])
    leaves = [leaf for leaf in pytree.tree_leaves((arguments, keywords)) if isinstance(leaf, torch.Tensor)]
    run = Run(module, trained, fixed, (arguments, keywords), pick, None if random_seed is None else RandomNumbers())
    traced = trace(run, [each.detach() for each in [*trained.values(), *fixed.values(), *leaves]], decompositions)
    constants = lift_constants(traced, module, len(trained) + len(fixed))
    graph = traced.graph
    placeholders = [node for node in graph.nodes if node.op == "placeholder"]
    named = [(name, True) for name in [*trained, *fixed, *constants]] + [(name, False) for name in given]
    written = select_results(graph, run, dict(zip((name for name, _ in named), placeholders)))
    refuse_shared(fixed, written)
    graph.eliminate_dead_code()
    check_graph(graph)
    kept = set(run.with_gradient) | set(written)
    names = []
    for node, (name, is_held) in zip(placeholders, named):
        if node.users or is_held and name in kept:
            names.append(rename(name) if is_held else name)
        else:
            graph.erase_node(node)
    refuse_twice(module, names)
    results = [Result("loss"), *(Result(f"gradient.{rename(name)}", gradient_of=rename(name)) for name in run.with_gradient)]
    results += [Result(rename(name), is_state=True) for name in written]
    held = {rename(name): value for name, value in (parameters | fixed | constants).items()}
    states = {rename(name) for name in [*trained, *written]}
    of_module = {name: held[name] for name in names if name not in given}
    return Step(graph, names, states, results, of_module, [name for name in names if name in given])


def select_results(graph: torch.fx.Graph, run: Run, placeholders: dict[str, Node]) -> list[str]:
    """Leaves the loss, the gradients and the next values that differ from the argument; the names of those values."""
    output = graph.output_node()
    values = list(output.args[0])
    front = 1 + len(run.with_gradient)
    written = {name: value for name, value in zip([*run.trained, *run.fixed], values[front:]) if value is not placeholders[name]}
    for name in written:
        if name in run.with_gradient:
            raise ExportError(f"forward writes the parameter '{name}', which is trained; write it outside of forward")
    output.args = (tuple(values[:front] + list(written.values())),)
    return list(written)


def refuse_shared(tensors: dict[str, torch.Tensor], written: list[str]) -> None:
    """Raises ExportError where a written buffer shares its memory with another one: each is a state of its own."""
    shared = shared_memory(tensors)
    if set(shared) & set(written):
        raise ExportError(f"{', '.join(map(repr, shared))} share memory, and forward writes it; keep one of them")
