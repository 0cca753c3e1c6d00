"""Runs MLIR passes of a framework's wheel in a child process, so that a pass that crashes is an exception in the caller.

    text = run_passes("torch_mlir", text, ["builtin.module(...)"])

The child parses the text, runs the pipelines in order and writes the result. Where it fails, or ends by a signal, the op at fault is
found by bisection: the passes run, each time in a new child, on the first n ops of the function, which return all that is not used; the
op number n of the smallest n that fails is the one. Where it is a call, its callee is searched too. That is log2(ops) children.
"""

from __future__ import annotations

import importlib
import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from typing import Any

from sbp.user_lines import ExportError, user_line

# The child gets the caller's search path before it imports anything.
BOOT = "import sys; sys.path[:] = sys.argv[1:]; from sbp.pass_process import serve; serve()"


# --- the child --- #


def load_torch_mlir() -> tuple[Any, Any, Any]:
    """torch-mlir's ir and passmanager modules, and a context with its dialects."""
    ir, passmanager = importlib.import_module("torch_mlir.ir"), importlib.import_module("torch_mlir.passmanager")
    context = ir.Context()
    importlib.import_module("torch_mlir.dialects.torch").register_dialect(context)
    return ir, passmanager, context


def load_jaxlib() -> tuple[Any, Any, Any]:
    """jaxlib's ir and passmanager modules, and a context with its dialects and passes."""
    ir, passmanager = importlib.import_module("jaxlib.mlir.ir"), importlib.import_module("jaxlib.mlir.passmanager")
    dialects = {name: importlib.import_module("jaxlib.mlir.dialects." + name) for name in ("sdy", "mpmd", "chlo", "stablehlo")}
    registry, context = ir.DialectRegistry(), ir.Context()
    importlib.import_module("jaxlib.mlir._mlir_libs._jax_mlir_ext").register_dialects(registry)
    context.append_dialect_registry(registry)
    context.load_all_available_dialects()
    for dialect in dialects.values():
        dialect.register_dialect(context)
    importlib.import_module("jaxlib.mlir.dialects.mhlo").register_mhlo_dialect(context)
    dialects["stablehlo"].register_stablehlo_passes()
    return ir, passmanager, context


LOAD: dict[str, Callable[[], tuple[Any, Any, Any]]] = {"torch_mlir": load_torch_mlir, "jaxlib": load_jaxlib}


def functions_of(ir: Any, module: Any) -> dict[str, Any]:
    """The functions of `module` by their names."""
    return {
        ir.StringAttr(op.operation.attributes["sym_name"]).value: op.operation
        for op in module.body.operations
        if op.operation.name == "func.func"
    }


def calls_in(ir: Any, function: Any) -> list[str]:
    """Callees of a function, those of nested regions included."""
    from sbp.walk import walk

    return [
        ir.FlatSymbolRefAttr(op.attributes["callee"]).value
        for block in function.regions[0].blocks
        for op in walk(block)
        if op.name == "func.call"
    ]


def isolate(ir: Any, module: Any, name: str) -> Any:
    """Leaves the function `name`, public, and those that it calls."""
    functions, reached, pending = functions_of(ir, module), set(), [name]
    while pending:
        callee = pending.pop()
        if callee not in reached and callee in functions:
            reached.add(callee)
            pending += calls_in(ir, functions[callee])
    for other, function in functions.items():
        if other not in reached:
            function.erase()
    if "sym_visibility" in functions[name].attributes:
        del functions[name].attributes["sym_visibility"]
    return functions[name]


def keep_prefix(ir: Any, function: Any, count: int) -> None:
    """Leaves the first `count` ops of a function of one block; it returns those of their tensors that are not used."""
    block = function.regions[0].blocks[0]
    operations = [op.operation for op in block.operations]
    for op in reversed(operations[count:]):
        op.erase()
    is_tensor = lambda value: isinstance(value.type, ir.RankedTensorType) or str(value.type).startswith("!torch.vtensor")
    values = [value for op in operations[:count] for value in op.results if is_tensor(value) and not list(value.uses)]
    with ir.InsertionPoint(block), ir.Location.unknown():
        ir.Operation.create("func.return", operands=values)
    inputs = ir.FunctionType(ir.TypeAttr(function.attributes["function_type"]).value).inputs
    function.attributes["function_type"] = ir.TypeAttr.get(ir.FunctionType.get(inputs, [value.type for value in values]))
    if "res_attrs" in function.attributes:
        del function.attributes["res_attrs"]


def describe(ir: Any, function: Any) -> list[dict[str, str]]:
    """Name, location and callee of each op of a function's first block, without the terminator."""
    found = []
    for op in list(function.regions[0].blocks[0].operations)[:-1]:
        op = op.operation
        callee = ir.FlatSymbolRefAttr(op.attributes["callee"]).value if op.name == "func.call" else ""
        # An op that torch-mlir has no definition of is one op with the name as an attribute.
        name = ir.StringAttr(op.attributes["name"]).value if op.name == "torch.operator" else op.name
        found.append({"name": name, "location": str(op.location), "callee": callee})
    return found


def answer(request: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """What the child writes: the ops of `function` where one is named, then the text or the diagnostics."""
    ir, passmanager, context = LOAD[request["binding"]]()
    context.allow_unregistered_dialects = True
    with context:
        try:
            module = ir.Module.parse(request["text"])
            if request["function"]:
                function = isolate(ir, module, request["function"])
                yield {"ops": describe(ir, function)}
                if request["count"] is not None:
                    keep_prefix(ir, function, request["count"])
            for pipeline in request["pipelines"]:
                passmanager.PassManager.parse(pipeline).run(module.operation)
            yield {"text": module.operation.get_asm(enable_debug_info=True, large_elements_limit=None)}
        except ir.MLIRError as error:
            yield {"diagnostics": [{"message": each.message, "location": str(each.location)} for each in error.error_diagnostics]}


def serve() -> None:
    """Answers the one request on standard input. What passes print goes to standard error."""
    with os.fdopen(os.dup(1), "w") as answers:
        os.dup2(2, 1)
        for part in answer(json.load(sys.stdin)):
            answers.write(json.dumps(part) + "\n")
            answers.flush()


# --- the caller --- #


class Failure:
    """How a child ended without a text: by diagnostics, by a signal or by an exception of its own."""

    def __init__(self, parts: list[dict[str, Any]], code: int, printed: str) -> None:
        self.ops = next((part["ops"] for part in parts if "ops" in part), [])
        self.diagnostics = next((part["diagnostics"] for part in parts if "diagnostics" in part), [])
        self.code, self.printed = code, printed.strip()

    def crashed(self) -> bool:
        """Whether a signal ended the child."""
        return self.code < 0

    def reason(self, binding: str) -> str:
        """The cause in the words of the passes, of the signal or of the child's last line."""
        if self.diagnostics:
            # Behind the sentence passes may print the op.
            return "; ".join(each["message"].split(": %")[0] for each in self.diagnostics)
        fatal = [line for line in self.printed.splitlines() if line.startswith("LLVM ERROR") or "Assertion" in line]
        detail = f" ({fatal[-1]})" if fatal else ""
        if self.crashed():
            return f"a pass of {binding} ended by signal {-self.code}, {signal.strsignal(-self.code)}{detail}"
        last = self.printed.splitlines()[-1] if self.printed else f"exit code {self.code}"
        return f"passes of {binding} failed: {last}"


def run_child(request: dict[str, Any]) -> str | Failure:
    """The text after the passes, or how they failed."""
    child = subprocess.run([sys.executable, "-c", BOOT, *sys.path], input=json.dumps(request), capture_output=True, text=True)
    parts = [json.loads(line) for line in child.stdout.splitlines() if line.endswith("}")]
    for part in parts:
        if "text" in part:
            return part["text"]
    return Failure(parts, child.returncode, child.stderr)


def find_op(request: dict[str, Any], function: str) -> dict[str, str] | None:
    """The first op of `function` with which the passes fail; None where the whole function passes by itself."""
    whole = run_child(request | {"function": function})
    if isinstance(whole, str) or not whole.ops:
        return None

    def fails(count: int) -> bool:
        result = run_child(request | {"function": function, "count": count})
        return isinstance(result, Failure) and result.crashed() == whole.crashed()

    low, high = 0, len(whole.ops)
    if not fails(high):
        return None
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if fails(middle) else (middle, high)
    op = whole.ops[high - 1]
    inner = find_op(request, op["callee"]) if op["callee"] else None
    # A function of the framework has no line of the user's: that of its call.
    return op if inner is None else inner | ({} if user_line(inner["location"]) else {"location": op["location"]})


def run_passes(binding: str, text: str, pipelines: list[str], function: str = "main") -> str:
    """The module `text` after `pipelines`, printed with locations.

    `binding`: "torch_mlir" or "jaxlib". Raises ExportError with the user's line and the op where a pass fails or crashes.
    """
    request = {"binding": binding, "text": text, "pipelines": pipelines, "function": "", "count": None}
    result = run_child(request)
    if isinstance(result, str):
        return result
    op = find_op(request, function)
    line = user_line(op["location"]) if op else next(filter(None, (user_line(each["location"]) for each in result.diagnostics)), "")
    name = f"{op['name']} is not supported" if op else "the function is not supported"
    raise ExportError(f"{line + ': ' if line else ''}{name}: {result.reason(binding)}")
