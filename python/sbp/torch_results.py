"""Results and states of a torch.export program: the user's results first, what `forward` writes behind them.  Needs torch.

PyTorch returns the next values of written buffers, parameters and arguments in front of the user's results. `order_results` moves them
behind, so that names fit. A written buffer or parameter is a state; a written argument becomes a result called as the argument.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import Any, Callable, Sequence

import torch
from torch.export.graph_signature import ConstantArgument, OutputKind

from sbp.user_lines import ExportError

STATES = (OutputKind.BUFFER_MUTATION, OutputKind.PARAMETER_MUTATION)


@dataclass(frozen=True)
class Result:
    """A result of the exported function; `is_state`: the next value of the state of this name."""

    name: str
    is_state: bool = False


def count_of(count: int, noun: str) -> str:
    """ "1 result", "2 results"."""
    return f"{count} {noun}{'' if count == 1 else 's'}"


def user_names(names: Sequence[str] | None, count: int, written: Sequence[str]) -> list[str]:
    """One name for each of the user's `count` results. `names` may also hold, behind them, names of `written` values."""
    if names is None:
        return ["result"] if count == 1 else [f"result.{i}" for i in range(count)]
    extra = Counter(names[count:]) - Counter(written)
    if len(names) < count or extra:
        writes = f" and forward writes {', '.join(map(repr, written))}" if written else ""
        raise ExportError(f"results= has {count_of(len(names), 'name')}, the module returns {count_of(count, 'value')}{writes}")
    return list(names[:count])


def order_results(program: torch.export.ExportedProgram, names: Sequence[str] | None, rename: Callable[[str], str]) -> list[Result]:
    """Reorders what the graph returns and names it: the user's tensors, then states, then written arguments.

    `names`: the user's names, None for "result" or "result.0", ... Results that are None are left out; other constants, effects
    and a wrong number of names raise ExportError.
    """
    output = program.graph.output_node()
    users, states, arguments = [], [], []
    for node, spec in zip(output.args[0], program.graph_signature.output_specs):
        if spec.kind in STATES:
            states.append((node, rename(spec.target)))
        elif spec.kind == OutputKind.USER_INPUT_MUTATION:
            arguments.append((node, rename(spec.target)))
        elif spec.kind != OutputKind.USER_OUTPUT:
            raise ExportError(f"result '{spec.arg.name}' is not supported: {spec.kind.name}")
        elif isinstance(spec.arg, ConstantArgument) and spec.arg.value is None:
            continue
        elif not isinstance(node, torch.fx.Node):
            raise ExportError(f"forward returns the constant {node!r}; return tensors")
        else:
            users.append(node)
    written = [name for _, name in states + arguments]
    results = [Result(name) for name in user_names(names, len(users), written)]
    results += [Result(name, True) for _, name in states] + [Result(name) for _, name in arguments]
    for name, count in Counter(result.name for result in results).items():
        if count > 1:
            raise ExportError(f"{count} results are called '{name}'; give others a name with results=")
    output.args = (tuple(users + [node for node, _ in states + arguments]),)
    return results


def drop_unused(program: torch.export.ExportedProgram, results: Sequence[Result], rename: Callable[[str], str]) -> list[Any]:
    """Erases placeholders that nothing reads, except for states that are written; the input specs of those that are left."""
    states = {result.name for result in results if result.is_state}
    specs = {spec.arg.name: spec for spec in program.graph_signature.input_specs}
    left = []
    for node in [node for node in program.graph.nodes if node.op == "placeholder"]:
        spec = specs[node.name]
        if node.users or (spec.target is not None and rename(spec.target) in states):
            left.append(spec)
        else:
            program.graph.erase_node(node)
    return left


def copy_shared(module: torch.nn.Module, arguments: tuple) -> tuple:
    """`arguments` with copies of tensors that an earlier argument or the module holds too: torch.export takes those for one input."""
    seen = {value.untyped_storage()._cdata for value in [*module.parameters(), *module.buffers()]}

    def copy_seen(value: Any) -> Any:
        if not isinstance(value, torch.Tensor):
            return value
        storage = value.untyped_storage()._cdata
        is_seen = storage in seen
        seen.add(storage)
        return value.detach().clone() if is_seen else value

    return torch.utils._pytree.tree_map(copy_seen, arguments)


def name_tied(program: torch.export.ExportedProgram, rename: Callable[[str], str]) -> Callable[[str], str]:
    """`rename` of the first key that holds the same tensor: the one that checkpoints of tied weights keep.

    A key that the graph reads too keeps its own name.
    """
    read = {node.name for node in program.graph.nodes if node.op == "placeholder" and node.users}
    taken = {spec.target for spec in program.graph_signature.input_specs if spec.arg.name in read}
    first: dict[tuple, str] = {}
    names = {}
    for key, value in (program.state_dict | program.constants).items():
        if isinstance(value, torch.Tensor) and value.numel():
            place = (value.data_ptr(), value.dtype, value.shape, value.stride())
            shared = first.setdefault(place, key)
            names[key] = key if shared in taken else shared
    return lambda key: rename(names.get(key, key))


def shared_memory(tensors: dict[str, Any]) -> list[str]:
    """Names of tensors that share memory with an earlier one or have one that shares theirs, in order."""
    groups: dict[int, list[str]] = {}
    for name, value in tensors.items():
        if isinstance(value, torch.Tensor) and value.numel():
            groups.setdefault(value.untyped_storage().data_ptr(), []).append(name)
    return [name for group in groups.values() if len(group) > 1 for name in group]
