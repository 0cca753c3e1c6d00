"""Results and states of a torch.export program: the user's results first, what `forward` writes behind them.  Needs torch.

PyTorch returns the next values of written buffers, parameters and arguments in front of the user's results. `order_results` moves them
behind, so that names fit. A written buffer or parameter is a state; a written argument becomes a result called as the argument.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import torch
from torch.export.graph_signature import ConstantArgument, InputKind, OutputKind
from torch.utils import _pytree as pytree

from sbp.torch_checks import refuse
from sbp.user_lines import ExportError

STATES = (OutputKind.BUFFER_MUTATION, OutputKind.PARAMETER_MUTATION)


@dataclass(frozen=True)
class Result:
    """A result or an argument of the exported function; `is_state`: it is the state of this name, or its next value; `gradient_of`: that whose
    gradient it is; `init`: the first value of a state that comes with the text, or one element of it where all are equal and `shape` is its."""

    name: str
    is_state: bool = False
    gradient_of: str = ""
    init: np.ndarray | None = None
    shape: tuple[int, ...] = ()


def count_of(count: int, noun: str) -> str:
    """ "1 result", "2 results"."""
    return f"{count} {noun}{'' if count == 1 else 's'}"


def list_paths(spec: pytree.TreeSpec, front: tuple = ()) -> list[tuple]:
    """The keys of dictionaries, names of fields and positions that lead to each leaf of a value of this structure."""
    if spec.is_leaf():
        return [front]
    children = spec.children()
    keys = spec.context if isinstance(spec.context, (list, tuple)) else getattr(spec.context, "_fields", None)
    keys = keys if keys is not None and len(keys) == len(children) else range(len(children))
    return [path for key, child in zip(keys, children) for path in list_paths(child, (*front, key))]


def name_path(path: tuple) -> str:
    """ "aux.z" of keys, "result.1" where the first one is a position, "result" of a value without structure."""
    return ".".join(map(str, path if path and isinstance(path[0], str) else ("result", *path)))


def user_names(names: Sequence[str] | None, paths: Sequence[str], written: Sequence[str]) -> list[str]:
    """One name for each of the user's results, those of `paths` by default. `names` may also hold, behind them, names of `written` values."""
    count = len(paths)
    if names is None:
        return ["result"] if count == 1 and paths[0].startswith("result") else list(paths)
    extra = Counter(names[count:]) - Counter(written)
    if len(names) < count or extra:
        writes = f" and forward writes {', '.join(map(repr, written))}" if written else ""
        raise ExportError(f"results= has {count_of(len(names), 'name')}, the module returns {count_of(count, 'value')}{writes}")
    return list(names[:count])


def refuse_effect(graph: torch.fx.Graph) -> None:
    """Raises ExportError at the user's line of an op that does something beside computing, such as the check of a matrix that is inverted."""
    for node in graph.nodes:
        if getattr(node.target, "__name__", "") == "with_effects":
            raise refuse(node, f"{node.args[1]} is not supported: it checks values while the module runs (linalg.inv, solve, cholesky do)")
    raise ExportError("an op with a side effect is not supported")


def order_results(program: torch.export.ExportedProgram, names: Sequence[str] | None, rename: Callable[[str], str]) -> list[Result]:
    """Reorders what the graph returns and names it: the user's tensors, then states, then written arguments.

    `names`: the user's names, None for their paths, such as "logits", "aux.z", "result" or "result.0". Results that are None are left out; other constants, effects
    and a wrong number of names raise ExportError.
    """
    output = program.graph.output_node()
    users, states, arguments = [], [], []
    paths = map(name_path, list_paths(program.call_spec.out_spec))
    for node, spec in zip(output.args[0], program.graph_signature.output_specs):
        if spec.kind in STATES:
            states.append((node, rename(spec.target)))
        elif spec.kind == OutputKind.USER_INPUT_MUTATION:
            arguments.append((node, rename(spec.target)))
        elif spec.kind == OutputKind.TOKEN:
            refuse_effect(program.graph)
        elif spec.kind != OutputKind.USER_OUTPUT:
            raise ExportError(f"result '{spec.arg.name}' is not supported: {spec.kind.name}")
        else:
            users.append((node, next(paths), spec.arg))
    # Values that are None, such as a loss without labels, have a place in the structure and no result.
    users = [each for each in users if not (isinstance(each[2], ConstantArgument) and each[2].value is None)]
    for node, _, _ in users:
        if not isinstance(node, torch.fx.Node):
            raise ExportError(f"forward returns the constant {node!r}; return tensors")
    written = [name for _, name in states + arguments]
    results = [Result(name) for name in user_names(names, [path for _, path, _ in users], written)]
    results += [Result(name, True) for _, name in states] + [Result(name) for _, name in arguments]
    for name, count in Counter(result.name for result in results).items():
        if count > 1:
            raise ExportError(f"{count} results are called '{name}'; give others a name with results=")
    output.args = (tuple([node for node, _, _ in users] + [node for node, _ in states + arguments]),)
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


def copy_shared(module: torch.nn.Module, arguments: Any) -> Any:
    """`arguments`, of any structure, with copies of tensors that an earlier argument or the module holds too: torch.export takes those for one input."""
    seen = {value.untyped_storage()._cdata for value in [*module.parameters(), *module.buffers()]}

    def copy_seen(value: Any) -> Any:
        if not isinstance(value, torch.Tensor):
            return value
        storage = value.untyped_storage()._cdata
        is_seen = storage in seen
        seen.add(storage)
        return value.detach().clone() if is_seen else value

    return pytree.tree_map(copy_seen, arguments)


def merge_constants(program: torch.export.ExportedProgram) -> None:
    """Takes constants out of an exported graph that are buffers or parameters too, such as the tensors of a cache that a module also
    registers: what `forward` writes to one is written to the other."""
    place = lambda value: (value.data_ptr(), value.dtype, value.shape, value.stride())
    held = {}
    for spec in program.graph_signature.input_specs:
        value = program.state_dict.get(spec.target or "", program.constants.get(spec.target or ""))
        if spec.kind in (InputKind.BUFFER, InputKind.PARAMETER) and isinstance(value, torch.Tensor) and value.numel():
            held.setdefault(place(value), spec.arg.name)
    nodes = {node.name: node for node in program.graph.nodes if node.op == "placeholder"}
    for spec in list(program.graph_signature.input_specs):
        value = program.constants.get(spec.target or "")
        if spec.kind != InputKind.CONSTANT_TENSOR or not isinstance(value, torch.Tensor) or not value.numel() or place(value) not in held:
            continue
        nodes[spec.arg.name].replace_all_uses_with(nodes[held[place(value)]])
        program.graph.erase_node(nodes[spec.arg.name])
        program.graph_signature.input_specs.remove(spec)
        del program.constants[spec.target]
    program.graph_module.recompile()


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
