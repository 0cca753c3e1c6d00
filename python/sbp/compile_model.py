"""`sbp.compile`: a program from the text of a model or from a module of PyTorch."""

from __future__ import annotations

import contextlib
import inspect
import math
import os
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any

import numpy as np

from sbp import plans
from sbp.compiling import run_compiler
from sbp.errors import PlanError
from sbp.native.files import find_share
from sbp.optimizers import Optimizer
from sbp.processes import process_count, share
from sbp.program import Program
from sbp.report import Report
from sbp.training import training_words
from sbp.user_lines import nearest


@dataclass(frozen=True, kw_only=True)
class CompileOptions:
    """Options of the machine and of the search; zero and None mean the compiler's default, and `sbp-compile --help` describes each.

    `target`: "host" or "cuda"; `cpu`, `chip`: what runs the program; `rates`, `topology`, `tuning`: paths, or names of installed files;
    `memory_limit`: bytes per rank; `credits`: micro-batches in flight, per rank; `streams`: 1 to 3; `strict`: choose no distribution;
    `reference`: add the one-rank program, which `sbp-run --compare` runs.
    """

    target: str | None = None
    cpu: str | None = None
    chip: str | None = None
    float32: str | None = None
    overlap: str | None = None
    rates: str | None = None
    topology: str | None = None
    tuning: str | None = None
    memory_limit: int = 0
    credits: tuple[int, ...] = ()
    streams: int = 0
    strict: bool = False
    reference: bool = False

    def given(self) -> dict[str, Any]:
        """The options that are not defaults."""
        values = {each.name: getattr(self, each.name) for each in fields(self)}
        return {name: list(value) if name == "credits" else value for name, value in values.items() if value}


@dataclass
class Source:
    """A model as text. `data`: its inputs that are no weights, None where that is not known; `ports`: {name: shape}; `weights`: names in files;
    `held`: all that a module holds; `ignored`: inputs that it does not read; `own_plan`: the plan that the model brings."""

    name: str
    text: str
    ports: Mapping[str, tuple[int, ...]]
    data: list[str] | None = None
    modules: list[plans.Module] = field(default_factory=list)
    weights: list[str] = field(default_factory=list)
    held: list[str] = field(default_factory=list)
    ignored: list[str] = field(default_factory=list)
    constants: Mapping[str, np.ndarray] = field(default_factory=dict)
    loss: str = "loss"
    own_plan: Callable[[], Mapping[str, str]] | None = None


def is_torch_module(model: Any) -> bool:
    """Whether `model` is a module of PyTorch, which is not imported for the answer."""
    return any(base.__module__ == "torch.nn.modules.module" and base.__name__ == "Module" for base in type(model).__mro__)


def read_text(model: Any) -> Source:
    """The model of a path, or of a text, which has a line break or a brace."""
    if isinstance(model, str) and ("\n" in model or "{" in model):
        return Source("model", model, plans.find_ports(model))
    path = Path(model)
    text = path.read_text()
    return Source(str(path), text, plans.find_ports(text))


def read_model(model: Any, inputs: Mapping[str, Any], **tracing: Any) -> Source:
    """The text of `model`. `tracing`: fields of from_torch.Tracing. Raises TypeError where it is no model, or where a text is given inputs."""
    if is_torch_module(model):
        from sbp.from_torch import Tracing, read_module

        return read_module(model, inputs, Tracing(**tracing))
    if not isinstance(model, (str, os.PathLike)):
        raise TypeError(f"a model is a text, the path of one, or a module of PyTorch; found a {type(model).__name__}")
    if inputs:
        names = ", ".join(f"'{name}'" + "".join(f" (did you mean '{near}'?)" for near in nearest(name, KEYWORDS)) for name in inputs)
        raise TypeError(f"compile() got keywords that it does not have: {names}; a model in text has its inputs in the text")
    if tracing["random_seed"] is not None:
        raise TypeError("random_seed= belongs to a module of PyTorch; a text draws with nn.random")
    if tracing["entries"] is not None:
        raise TypeError("entries= belongs to a module of PyTorch; a text has a function for each entry")
    for key, word in tracing["values"].items():
        raise PlanError(f"plan[{key!r}]: '{word}' is a word for what modules return; write sbp.constrain into the text")
    source = read_text(model)
    source.loss = tracing["result"] or source.loss
    return source


def distribute(
    source: Source,
    mesh: Mapping[str, int] | None,
    plan: Mapping[Any, Any] | str | None,
    batch: str | None,
    stages: Mapping[Any, plans.Stage],
) -> plans.Mesh | None:
    """Writes placements and distributions into the text of `source`; the mesh that it has then, or each of its stages."""
    if isinstance(plan, str):
        if plan != "auto" or source.own_plan is None:
            raise PlanError(f"plan={plan!r}: expected a mapping, or 'auto' for a module that brings a plan")
        plan = source.own_plan()
    own = plans.find_mesh(source.text)
    if mesh is not None and plans.PLACEMENT.search(source.text):
        raise PlanError(f"mesh= is given, and {source.name} has a placement of its own")
    used = own if mesh is None else plans.make_mesh(mesh)
    if used is None:
        if plan or stages or batch:
            raise PlanError(f"{'plan' if plan or stages else 'batch'}= needs a mesh; pass one, such as mesh={{'dp': 2, 'tp': 2}}")
        return None
    chosen = plans.resolve(plan, source.ports, source.modules, used, batch) if plan else {}
    if batch:
        used.check_axis(batch, "batch=")
        if source.data is None:
            raise PlanError("batch= splits the data of a model, which a text does not name; pass data=[...] with names of its inputs")
        chosen = plans.split_batch(source.data, source.ports, used, batch) | chosen
    placed = None
    if stages:
        if mesh is None:
            raise PlanError("sbp.stage() needs mesh=, which each stage has; the text has a placement of its own")
        inputs = [name for name in plans.find_inputs(source.text) if name not in source.held]
        placed = plans.place_stages(stages, source.ports, source.modules, inputs)
    source.text = plans.annotate(source.text, used, chosen, mesh is None, placed)
    return used


def zero_words(zero: int | str | None, mesh: plans.Mesh | None, batch: str | None) -> str | None:
    """ "2:dp" of a ZeRO stage, over the axis of the batch, "dp" or the only one; None of stage 0."""
    if not zero or isinstance(zero, str):
        return zero or None
    axes = list(mesh.axes) if mesh else []
    axis = batch or ("dp" if "dp" in axes else axes[0] if len(axes) == 1 else None)
    if axis is None:
        raise PlanError(f"zero={zero} needs an axis; write it as zero='{zero}:AXIS', the mesh has {', '.join(map(repr, axes)) or 'none'}")
    return f"{zero}:{axis}"


def count_ranks(model: Any, mesh: Any, plan: Any) -> int:
    """The ranks of a mesh, or of the placement of a text, of which several processes share out; 0 where neither is known yet."""
    if process_count() == 1:
        return 0
    if mesh is None and isinstance(model, (str, os.PathLike)):
        with contextlib.suppress(OSError):
            found = plans.find_mesh(read_text(model).text)
            mesh = found.axes if found else {}
    sizes = list(mesh.values()) if isinstance(mesh, Mapping) else []
    stages = [each.number + 1 for each in plans.split_plan(plan)[2].values()]
    return math.prod(sizes) * max(stages, default=1) if sizes and all(isinstance(size, int) for size in sizes) else 0


def compile(
    model: Any,
    /,
    *,
    mesh: Mapping[str, int] | None = None,
    plan: Mapping[Any, Any] | str | None = None,
    batch: str | None = None,
    inputs: Mapping[str, Any] | None = None,
    entries: Mapping[str, Mapping[str, Any]] | None = None,
    result: str | None = None,
    train: Optimizer | None = None,
    data: Iterable[str] | None = None,
    fixed: Iterable[str] = (),
    zero: int | str | None = None,
    micro_batches: int | None = None,
    schedule: str | None = None,
    precision: str | None = None,
    accumulate: str | None = None,
    recompute: str | None = None,
    random_seed: int | None = None,
    options: CompileOptions | None = None,
    in_process: bool = False,
    **arguments: Any,
) -> Program:
    """Compiles a model for the ranks of a mesh.

    `model`: level-0 text, the path of a file with one, or a module of PyTorch, whose inputs follow as keywords, or in `inputs` where a name
    is taken or no identifier: arrays whose types and shapes count, and not their values.
    `mesh`: {axis: size}; a text may have its own placement. `plan`: see `sbp.plans`, or "auto" for that of
    a model of transformers; what it leaves open the compiler chooses. `batch`: the
    axis that splits dimension 0 of all data. `entries`: {entry: its inputs}, of a module that is called with several shapes: all that it holds
    is a state, which the entries share.
    `train`: an optimizer, which adds the entry "train". It lowers `result`, by default "loss". Texts need `data`, the names of inputs that are
    no parameters; those that `fixed` names are neither trained nor cut. `zero`: a ZeRO stage, 1 to 3, with its axis as "2:dp". `micro_batches` and `schedule`
    cut the step in time. `precision` ("bf16" or "f16" products of f32 parameters), `accumulate` ("f32" sums of their gradients over ranks) and
    `recompute` ("layers" or "contractions", made again in backward) are for gradients that the compiler derives, those of texts. `random_seed`: the first seed of a module's random numbers in training, of dropout too: a state of the step
    that grows by 1 in each. Without one they are an error.
    The compiler runs in a child process, so that no text ends this one; `in_process` uses its library here. Of several processes (mpirun) the
    first compiles, and all of them get its program or its exception.

    Raises CompileError with file and line for a wrong model or option, ExportError at the user's line for a module that has no text,
    PlanError for a plan that does not fit, CompilerFault for a fault of the compiler. Warnings are CompileWarning.
    """

    def make() -> Program:
        weights_plan, values, stages = plans.split_plan(plan)
        tracing = {
            "is_trained": train is not None,
            "result": result,
            "batch": batch,
            "values": values,
            "stages": stages,
            "entries": entries,
            "random_seed": random_seed,
        }
        own_mesh = plans.make_mesh(mesh) if mesh is not None else None
        source = read_model(model, {**(inputs or {}), **arguments}, mesh=own_mesh, **tracing)
        given = source.data if data is None else data
        source.data = None if given is None else [name for name in given if name not in whole]
        used = distribute(source, mesh, weights_plan, batch, stages)
        words = ""
        if train is not None:
            if source.data is None:
                raise TypeError("train= needs data=[...], the names of inputs that are no parameters; all others are trained")
            step["zero"] = zero_words(zero, used, batch)
            words = training_words(source.loss, source.data, whole, **train.options(), **step)
        elif given_words := [f"{name}=" for name, value in step.items() if value]:
            verb = "belongs" if len(given_words) == 1 else "belong"
            raise TypeError(f"{', '.join(given_words)} {verb} to a training step; pass train=, such as sbp.AdamW()")
        elif random_seed is not None:
            raise TypeError(
                "random_seed= belongs to a training step; pass train=, such as sbp.AdamW(): without it modules run in eval mode"
            )
        given_options = {"share_folder": find_share(), **(options or CompileOptions()).given()}
        request = {"name": source.name, "training": words, "options": given_options}
        answer = run_compiler(source.text.encode(), request, in_process)
        return Program(
            answer["result"], answer["text"], Report(answer["report"]), source.weights, source.constants, request, source.ignored
        )

    whole = [*fixed]
    step: dict[str, Any] = {"zero": zero, "micro_batches": micro_batches, "schedule": schedule}
    step |= {"precision": precision, "accumulate": accumulate, "recompute": recompute}
    if entries is not None and (train is not None or inputs or arguments):
        raise TypeError("entries= has the inputs of each entry; it goes with neither train= nor inputs of its own")
    return share(make, count_ranks(model, mesh, plan))


KEYWORDS = [name for name, each in inspect.signature(compile).parameters.items() if each.kind is each.KEYWORD_ONLY]
