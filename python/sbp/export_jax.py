"""A JAX function as level-0 text: `export(fn, *args)`.  Needs jax==0.10.2 jaxlib==0.10.2; nothing else here does.

Arguments are named by parameter and path ("params.w1"), results "result.0". A mesh becomes an `sbp.placement`, shardings of
arguments, results and constraints become distributions, donated arguments become states ("params.w1" in and out).
`export_training` exports a loss and has the compiler derive the step that trains it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

import jax
from jax._src.interpreters import mlir as jax_mlir
from jaxlib.mlir import ir, passmanager
from jaxlib.mlir.dialects import sdy, stablehlo

from sbp.jax_step import Step, argument_names, explained
from sbp.pass_process import run_passes
from sbp.raise_jax_groups import LOWERING
from sbp.raise_jax_loops import select_branches, unroll_loops
from sbp.raise_jax_ops import check_lowered, raise_ops
from sbp.training import add_training
from sbp.user_lines import ExportError, at_line, user_line
from sbp.walk import walk

PIPELINE = "builtin.module(inline,symbol-dce,func.func(chlo-legalize-to-stablehlo,stablehlo-legalize-to-linalg,canonicalize,cse))"
CONSTRAIN = re.compile(r'"sbp\.constrain"\((%\S+)\) \{distribution = "([^"]*)"\} : \((tensor<[^>]*>)\) -> tensor<[^>]*>')


def read_mesh(op: ir.Operation) -> list[tuple[str, int]]:
    """The axes of an `sdy.mesh`: [(name, size)]."""
    axes = [sdy.MeshAxisAttr(axis) for axis in sdy.MeshAttr(op.attributes["mesh"]).axes]
    return [(axis.name, axis.size) for axis in axes]


def mesh_of(attribute: ir.Attribute) -> str:
    """The symbol of the mesh of an `sdy.sharding`."""
    return ir.FlatSymbolRefAttr(sdy.TensorShardingAttr(attribute).mesh_or_ref).value


def distribution(attribute: ir.Attribute, meshes: dict[str, list[tuple[str, int]]]) -> str:
    """`@mesh, [S(0), B]` for an `sdy.sharding`: an axis on dimension d is S(d), an unreduced one P, any other B."""
    sharding = sdy.TensorShardingAttr(attribute)
    symbol = mesh_of(attribute)
    axes = [name for name, _ in meshes[symbol]]
    parts, applied = {}, []
    for dim, entry in enumerate(sharding.dimension_shardings):
        for axis in (sdy.AxisRefAttr(item) for item in sdy.DimensionShardingAttr(entry).axes):
            if axis.sub_axis_info is not None:
                raise ValueError(f"a part of axis {axis.name!r} is sharded; give the parts names of their own in the mesh")
            parts[axis.name] = f"S({dim})"
            applied.append(axes.index(axis.name))
    for item in sharding.unreduced_axes:
        parts[sdy.AxisRefAttr(item).name] = "P"
    text = f"@{symbol}, [{', '.join(parts.get(axis, 'B') for axis in axes)}]"
    if applied != sorted(applied):
        order = applied + [i for i in range(len(axes)) if i not in applied]
        text += f", order = {order}"
    return text


@dataclass
class Ports:
    """Names of arguments and results. `states`: {argument that is one: the result that is its next value, or None}; None: those that are
    donated. `gradients`: {result: the state whose gradient it is}."""

    names: list[str]
    results: list[str]
    states: dict[int, int | None] | None = None
    gradients: dict[int, str] = field(default_factory=dict)


def result_names(lowered: Any) -> list[str]:
    """One name per result: "result.0", or "result.loss" by its path."""
    paths = [path for path, _ in jax.tree_util.tree_flatten_with_path(lowered.out_info)[0]]
    return [".".join(filter(None, ["result", jax.tree_util.keystr(path, simple=True, separator=".")])) for path in paths]


def port_attributes(function: ir.Operation, key: str, count: int) -> list[dict[str, ir.Attribute]]:
    """The attributes of each argument ("arg_attrs") or result ("res_attrs") of `function`; `count` empty ones where it has none."""
    if key in function.attributes:
        return [{item.name: item.attr for item in ir.DictAttr(entry)} for entry in ir.ArrayAttr(function.attributes[key])]
    return [{} for _ in range(count)]


def pair_states(function: ir.Operation, arguments: Sequence[dict[str, ir.Attribute]]) -> dict[int, int]:
    """{donated argument: result}. JAX says which where all shardings are known; else the first free result of the type, its own rule."""
    pairs = {i: ir.IntegerAttr(entry["tf.aliasing_output"]).value for i, entry in enumerate(arguments) if "tf.aliasing_output" in entry}
    kind = ir.FunctionType(ir.TypeAttr(function.attributes["function_type"]).value)
    for i, entry in enumerate(arguments):
        free = [j for j, type in enumerate(kind.results) if type == kind.inputs[i] and j not in pairs.values()]
        if "jax.buffer_donor" in entry and free:
            pairs[i] = free[0]
    return pairs


def annotate(function: ir.Operation, ports: Ports, meshes: dict[str, list[tuple[str, int]]]) -> None:
    """Replaces JAX's attributes of arguments and results by ours; distributions as strings for now."""
    arguments = port_attributes(function, "arg_attrs", len(ports.names))
    outputs = port_attributes(function, "res_attrs", len(ports.results))
    keys, results = ["sbp.name"] * len(ports.results), list(ports.results)
    states = pair_states(function, arguments) if ports.states is None else ports.states
    for i, target in states.items():
        if target is not None:
            keys[target], results[target] = "sbp.state", ports.names[i]

    def ours(entry: dict[str, ir.Attribute], key: str, name: str, gradient_of: str = "") -> ir.DictAttr:
        new = {key: ir.StringAttr.get(name)}
        if gradient_of:
            new["sbp.gradient_of"] = ir.StringAttr.get(gradient_of)
        if "sdy.sharding" in entry and mesh_of(entry["sdy.sharding"]) in meshes:
            new["sbp.distribution"] = ir.StringAttr.get(distribution(entry["sdy.sharding"], meshes))
        return ir.DictAttr.get(new)

    function.attributes["arg_attrs"] = ir.ArrayAttr.get(
        [ours(entry, "sbp.state" if i in states else "sbp.name", ports.names[i]) for i, entry in enumerate(arguments)]
    )
    function.attributes["res_attrs"] = ir.ArrayAttr.get(
        [ours(entry, keys[i], results[i], ports.gradients.get(i, "")) for i, entry in enumerate(outputs)]
    )


def replace_constraints(function: ir.Operation, meshes: dict[str, list[tuple[str, int]]]) -> None:
    """Makes constraints on a mesh `sbp.constrain`, and drops those on a mesh without axes (JAX has it where there is no mesh)."""
    for block in function.regions[0].blocks:
        for op in list(block.operations):
            if op.operation.name != "sdy.sharding_constraint":
                continue
            if mesh_of(op.operation.attributes["sharding"]) not in meshes:
                op.operation.results[0].replace_all_uses_with(op.operation.operands[0])
                op.operation.erase()
                continue
            text = ir.StringAttr.get(distribution(op.operation.attributes["sharding"], meshes))
            with ir.InsertionPoint(op):
                new = ir.Operation.create(
                    "sbp.constrain",
                    results=[op.operation.results[0].type],
                    operands=list(op.operation.operands),
                    attributes={"distribution": text},
                )
            op.operation.results[0].replace_all_uses_with(new.results[0])
            op.operation.erase()


def signless(kind: ir.Type) -> ir.Type:
    """`kind` without the sign of its integers: how ops read them says which they are."""
    if not isinstance(kind, ir.RankedTensorType) or not isinstance(kind.element_type, ir.IntegerType):
        return kind
    return ir.RankedTensorType.get(kind.shape, ir.IntegerType.get_signless(kind.element_type.width))


def drop_signs(module: ir.Module) -> None:
    """Makes unsigned arguments and results (random keys, positions of a sort) signless, as lowering has made them inside of functions."""
    for function in (op.operation for op in module.body.operations if op.operation.name == "func.func"):
        kind = ir.FunctionType(ir.TypeAttr(function.attributes["function_type"]).value)
        inputs, results = ([signless(each) for each in side] for side in (kind.inputs, kind.results))
        function.attributes["function_type"] = ir.TypeAttr.get(ir.FunctionType.get(inputs, results))
        for argument, type in zip(function.regions[0].blocks[0].arguments, inputs):
            argument.set_type(type)
    for op in list(walk(module.body)):
        for result in op.results:
            result.set_type(signless(result.type))
        if op.name == "builtin.unrealized_conversion_cast" and op.operands[0].type == op.results[0].type:
            op.results[0].replace_all_uses_with(op.operands[0])
            op.erase()


def fill_read_inits(module: ir.Module) -> None:
    """Where a body reads an init that is a `tensor.empty` (the gradient of a max pool does, and ignores what it read), zeros."""
    for op in [op for op in walk(module.body) if op.name == "linalg.generic"]:
        first = list(ir.DenseI32ArrayAttr(op.attributes["operandSegmentSizes"]))[0]
        for index in range(first, len(op.operands)):
            init, argument = op.operands[index], op.regions[0].blocks[0].arguments[index]
            if isinstance(init.owner, ir.Block) or init.owner.operation.name != "tensor.empty" or not list(argument.uses):
                continue
            element = argument.type
            number = ir.IntegerAttr.get(element, 0) if isinstance(element, ir.IntegerType) else ir.FloatAttr.get(element, 0)
            with ir.InsertionPoint(op), op.location:
                zero = ir.Operation.create("arith.constant", results=[element], attributes={"value": number}).results[0]
                fill = ir.Operation.create(
                    "linalg.fill",
                    results=[init.type],
                    operands=[zero, init],
                    regions=1,
                    attributes={"operandSegmentSizes": ir.DenseI32ArrayAttr.get([1, 1])},
                )
                block = fill.regions[0].blocks.append(element, element, arg_locs=[op.location] * 2)
                with ir.InsertionPoint(block):
                    ir.Operation.create("linalg.yield", operands=[block.arguments[0]])
            op.operands[index] = fill.results[0]


def is_complex(kind: ir.Type) -> bool:
    """Whether a tensor has complex elements."""
    return isinstance(kind, ir.RankedTensorType) and isinstance(kind.element_type, ir.ComplexType)


def check_supported(module: ir.Module) -> None:
    """Refuses complex numbers, and shard_map, on which a pass of jaxlib ends the process, at the line of the call; names that of its function
    too."""
    for op in walk(module.body):
        found = next((each.type for each in [*op.operands, *op.results] if is_complex(each.type)), None)
        if found is not None:
            raise ExportError(at_line(op.location, f"complex numbers are not supported ({op.name} has {found})"))
        if op.name == "sdy.manual_computation":
            lines = filter(None, (user_line(inner.location) for inner in walk(op.regions[0].blocks[0])))
            body = next((f" (of the function at {line})" for line in lines), "")
            raise ExportError(at_line(op.location, f"shard_map{body} is not supported; write it with shardings"))


def use_our_terms(module: ir.Module, ports: Ports) -> dict[str, list[tuple[str, int]]]:
    """Replaces JAX's meshes, shardings and module attributes by ours; returns {mesh: its axes} of meshes that have some."""
    for key in list(module.operation.attributes):
        name = key if isinstance(key, str) else key.name
        if name.startswith("mhlo."):
            del module.operation.attributes[name]
    operations = [op.operation for op in module.body.operations]
    meshes = {ir.StringAttr(op.attributes["sym_name"]).value: read_mesh(op) for op in operations if op.name == "sdy.mesh"}
    meshes = {name: axes for name, axes in meshes.items() if axes}
    for op in operations:
        if op.name == "sdy.mesh":
            op.erase()
        elif op.name == "func.func":
            if ir.StringAttr(op.attributes["sym_name"]).value == "main":
                annotate(op, ports, meshes)
            replace_constraints(op, meshes)
    return meshes


def print_with_distributions(module: ir.Module, meshes: dict[str, list[tuple[str, int]]]) -> str:
    """The text of a module. Our dialect is not known to jaxlib: its attributes and ops are written into the text."""
    text = module.operation.get_asm(large_elements_limit=None)
    text = re.sub(r'sbp\.distribution = "([^"]*)"', r"sbp.distribution = #sbp.distribution<\1>", text)
    text = CONSTRAIN.sub(r"sbp.constrain \1 to #sbp.distribution<\2> : \3", text)
    placements = "".join(
        f"  sbp.placement @{symbol} [" + ", ".join(f'"{name}" = {size}' for name, size in axes) + "]\n" for symbol, axes in meshes.items()
    )
    return re.sub(r"^(module[^\n]*\{\n)", lambda match: match[0] + placements, text, count=1, flags=re.MULTILINE)


def export(function: Callable, *arguments: Any, **jit_options: Any) -> str:
    """The text of `function` for arguments of these shapes (arrays or ShapeDtypeStructs, sharded or not).

    `jit_options` are those of `jax.jit`. Raises ExportError (a ValueError) with the user's line for what has no level-0 form.
    """
    lowered = trace(function, arguments, jit_options)
    return write(lowered, Ports(argument_names(function, arguments), result_names(lowered)))


def trace(function: Callable, arguments: Sequence[Any], jit_options: dict[str, Any]) -> Any:
    """`function` as JAX lowers it for processors; meshes may be abstract, without devices."""
    with explained():
        traced = jax.jit(function, keep_unused=True, **jit_options).trace(*arguments)
    return traced.lower(lowering_platforms=("cpu",), _private_parameters=LOWERING)


def write(lowered: Any, ports: Ports) -> str:
    """The text of what JAX lowered, with these arguments and results."""
    with jax_mlir.make_ir_context() as context, ir.Location.unknown():
        context.allow_unregistered_dialects = True
        module = ir.Module.parse(lowered.as_text(debug_info=True))
        check_supported(module)
        meshes = use_our_terms(module, ports)
        select_branches(module)
        unroll_loops(module)
        raise_ops(module)
        text = module.operation.get_asm(enable_debug_info=True, large_elements_limit=None)
        text = run_passes("jaxlib", text, [PIPELINE])
        # Only a pass that creates ops of linalg registers the dialect.
        stablehlo.register_stablehlo_passes()
        passmanager.PassManager.parse("builtin.module(func.func(stablehlo-legalize-to-linalg))").run(ir.Module.parse("").operation)
        module = ir.Module.parse(text)
        drop_signs(module)
        fill_read_inits(module)
        check_lowered(module)
        return print_with_distributions(module, meshes)


def export_gradients(
    loss: Callable, *arguments: Any, data: Iterable[str], frozen: Iterable[str] = (), states: Iterable[str] = ()
) -> tuple[str, list[str]]:
    """The text of `loss` and of JAX's gradients, and the names of its data.

    Results are "result", the loss, "gradient.NAME" of each parameter that is trained, and the next values of `states`. Arguments are those of
    `export_training`.
    """
    step = Step(loss, arguments, data, frozen, states)
    trained = [step.names[i] for i in step.trained]
    ports = Ports(
        step.names,
        ["result", *(f"gradient.{name}" for name in trained), *(step.names[i] for i in step.states)],
        {i: None for i in step.trained} | {i: 1 + len(trained) + k for k, i in enumerate(step.states)},
        {1 + k: name for k, name in enumerate(trained)},
    )
    return write(trace(step, arguments, {}), ports), [step.names[i] for i in step.data]


def export_training(
    loss: Callable,
    *arguments: Any,
    data: Iterable[str],
    frozen: Iterable[str] = (),
    states: Iterable[str] = (),
    gradient: str = "framework",
    **options: Any,
) -> str:
    """The text of `loss`, which returns a float without dimensions, with a second entry `train` that lowers it.

    `data`: parameters of `loss` that are batches and labels; `frozen`: parameters, or paths such as "params.base", that are not trained.
    Every other float is a state ("params.w1"). `states`: parameters whose next values the loss returns behind its value (the running averages
    of a batch norm), `loss(params, averages, x) -> (value, averages)`; they are states of the step. The gradient is JAX's own;
    `gradient="derived"` exports the loss alone and has the compiler derive it. `options` are those of `sbp.training.add_training`.
    Raises ExportError as `export` does, ValueError for wrong options.
    """
    if gradient == "framework":
        text, names = export_gradients(loss, *arguments, data=data, frozen=frozen, states=states)
        return add_training(text, loss="result", data=names, **options)
    if gradient != "derived":
        raise ValueError(f"gradient={gradient!r} is unknown; known: 'framework', 'derived'")
    if states:
        raise ValueError("states= needs the framework's gradient")
    step = Step(loss, arguments, data, frozen)
    names = [step.names[i] for i in step.data]
    fixed = [name for i, name in enumerate(step.names) if i not in step.trained and i not in step.data]
    return add_training(export(loss, *arguments), loss="result", data=names, fixed=fixed, **options)
