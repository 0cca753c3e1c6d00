"""Modules of PyTorch for `sbp.compile`: text, weights and constants of a module that is called with keywords.  Needs torch and torch-mlir."""

from __future__ import annotations

import inspect
import warnings
from collections.abc import Iterable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from typing import Any

try:
    import torch
    import torch_mlir  # noqa: F401
except ImportError as error:
    raise ImportError(f"{error}; modules of PyTorch need torch and torch-mlir: pip install 'sbp-mlir[torch]'", name=error.name) from None

import numpy as np

from sbp import plans
from sbp.compile_model import Source
from sbp.compiling import user_level
from sbp.constraints import active
from sbp.dtypes import BY_NAME, dtype_name, to_array
from sbp.entries import merge
from sbp.errors import PlanError
from sbp.export_torch import export, export_gradients
from sbp.torch_checks import refuse_forward
from sbp.torch_constraints import with_sequence, with_stages
from sbp.user_lines import ExportError, nearest

# The dimension of weight and bias that each word splits. A weight of Conv1D (of transformers) is transposed.
DIMENSIONS = {
    "Linear": ({"column": 0, "row": 1, "vocabulary": 0}, {"column": 0, "row": None, "vocabulary": 0}),
    "Conv1D": ({"column": 1, "row": 0}, {"column": 0, "row": None}),
    "Embedding": ({"column": 1, "vocabulary": 0}, {}),
}
# Words of transformers' plans. Those without a word here leave the choice to the compiler.
WORDS_OF_PLANS = {
    "colwise": "column",
    "colwise_gather_output": "column",
    "colwise_rep": "column",
    "rowwise": "row",
    "rowwise_split_input": "row",
    "embedding_rowwise": "vocabulary",
    "embedding_colwise": "column",
    "replicate": "replicate",
    "replicated_with_grad_allreduce": "replicate",
    "mla_kv_a_proj": "replicate",
    "local_params": "replicate",
}


def as_tensor(value: Any) -> Any:
    """A tensor of PyTorch for an array of any library; anything else as it is."""
    if isinstance(value, torch.Tensor) or not (
        isinstance(value, np.ndarray) or hasattr(value, "__dlpack__") or hasattr(value, "__array__")
    ):
        return value
    array = np.asarray(to_array(value), order="C")  # ascontiguousarray gives scalars a dimension
    element = BY_NAME.get(dtype_name(array.dtype))
    if element and element.extension:
        bits = array.view(np.int16 if array.dtype.itemsize == 2 else np.int8)
        return torch.from_numpy(bits).view(getattr(torch, element.extension))
    return torch.from_numpy(array if array.flags.writeable else array.copy())


def check_keywords(module: torch.nn.Module, inputs: Mapping[str, Any]) -> dict[str, Any]:
    """The keywords of a call of `module`. Raises TypeError for one that `forward` does not have. Caches are left out of the results."""
    parameters = inspect.signature(module.forward).parameters
    takes_all = any(each.kind is each.VAR_KEYWORD for each in parameters.values())
    named = [name for name, each in parameters.items() if each.kind is not each.VAR_KEYWORD]
    for name in inputs:
        near = nearest(name, named)
        if name not in named and (near or not takes_all):
            like = f"; did you mean '{near[0]}'?" if near else f"; it has {', '.join(map(repr, named)) or 'none'}"
            raise TypeError(f"{type(module).__name__}.forward has no parameter '{name}'{like}")
    missing = [name for name, each in parameters.items() if each.default is each.empty and name in named and name not in inputs]
    if missing and not any(each.kind is each.VAR_POSITIONAL for each in parameters.values()):
        raise TypeError(
            f"{type(module).__name__}.forward needs {', '.join(map(repr, missing))}; pass arrays of their types and shapes as keywords"
        )
    tensors = {name: as_tensor(value) for name, value in inputs.items()}
    for name, value in tensors.items():
        if isinstance(value, torch.Tensor) and value.is_complex():
            raise refuse_forward(module, f"complex numbers are not supported: input '{name}' is {value.dtype}")
    cache = {"use_cache": False} if "use_cache" in parameters and "use_cache" not in inputs else {}
    return tensors | cache


def pick_result(module: torch.nn.Module, output: Any, path: str | None) -> Any:
    """The loss in what `module` returns: the value at `path`, by default "loss" of several values."""
    if isinstance(output, torch.Tensor) and path in (None, "result"):
        return output
    value = output
    for part in (path or "loss").split("."):
        try:
            value = value[int(part)] if part.isdigit() else value[part]
        except (KeyError, IndexError, TypeError):
            names = ", ".join(map(repr, output)) if isinstance(output, Mapping) else f"a {type(output).__name__}"
            raise ExportError(
                f"{type(module).__name__}.forward returns no '{path or 'loss'}', but {names}; name its loss with result="
            ) from None
    return value


def list_modules(module: torch.nn.Module, names: Mapping[str, torch.Tensor]) -> list[plans.Module]:
    """The submodules with their weights: of one in DIMENSIONS its own, of any other all below it, which only "replicate" fits.

    `names`: the weights of the exported text; a tied weight has one of its names there.
    """
    name_of = {id(value): name for name, value in names.items()}
    found = []
    for path, each in module.named_modules():
        kind = type(each).__name__
        weight_dims, bias_dims = next((DIMENSIONS[base.__name__] for base in type(each).__mro__ if base.__name__ in DIMENSIONS), ({}, {}))
        weights = {}
        for key, value in each.named_parameters(remove_duplicate=False):
            if id(value) in name_of:
                weights[name_of[id(value)]] = {"weight": weight_dims, "bias": bias_dims}.get(key, {})
        found.append(plans.Module(path, kind, weights))
    return found


def read_plan(module: torch.nn.Module, text_names: Iterable[str]) -> dict[str, str]:
    """The plan that a model of transformers brings, in words of `sbp.plans`. Warns of words that have no meaning here; those of parameters that
    are no modules, such as the packed weights of experts, are left to the compiler."""
    own = getattr(module, "_tp_plan", None) or {}
    if not own:
        raise PlanError(f"plan='auto' needs a module that brings a plan (_tp_plan); {type(module).__name__} has none; write one")
    paths, names = [path for path, _ in module.named_modules()], list(text_names)
    unknown = sorted({word for word in own.values() if word not in WORDS_OF_PLANS})
    if unknown:
        warnings.warn(
            f"plan='auto': the compiler chooses for {', '.join(map(repr, unknown))}, which have no word here", stacklevel=user_level()
        )
    words = {key: WORDS_OF_PLANS[word] for key, word in own.items() if word in WORDS_OF_PLANS}
    of_names = {key for key, word in words.items() if word == "replicate" and any(plans.fits(key, name) for name in names)}
    return {key: word for key, word in words.items() if key in of_names or any(plans.fits(key, path) for path in paths)}


def tied_weights(module: torch.nn.Module, names: Iterable[str]) -> dict[str, torch.Tensor]:
    """{name in the text: parameter or buffer}."""
    tensors = dict(module.named_parameters(remove_duplicate=False)) | dict(module.named_buffers(remove_duplicate=False))
    return {name: tensors[name] for name in names if name in tensors}


@dataclass(frozen=True)
class Tracing:
    """How a module is traced. `result`: the path of the loss; `values`, `stages`: the parts of a plan for what modules return, and for stages; `entries`: {entry: inputs};
    `random_seed`: the first seed of random numbers in training, which are refused without one."""

    is_trained: bool = False
    result: str | None = None
    mesh: plans.Mesh | None = None
    batch: str | None = None
    values: Mapping[Any, str] = field(default_factory=dict)
    stages: Mapping[Any, plans.Stage] = field(default_factory=dict)
    entries: Mapping[str, Mapping[str, Any]] | None = None
    random_seed: int | None = None

    def each_input(self, inputs: Mapping[str, Any]) -> Iterator[list[str]]:
        """The names of the inputs of each entry that are tensors."""
        for given in self.entries.values() if self.entries is not None else [inputs]:
            yield [name for name, value in given.items() if isinstance(as_tensor(value), torch.Tensor)]

    @contextmanager
    def constraining(self, module: torch.nn.Module) -> Iterator[None]:
        """While this is entered, what `sbp.constrain` and the plan's words constrain becomes part of what is traced."""
        paths = {path: each for path, each in module.named_modules() if path}
        with ExitStack() as stack:
            stack.enter_context(active(self.mesh))
            for key, value in self.values.items():
                if self.mesh is None:
                    raise PlanError("plan= needs a mesh; pass one, such as mesh={'dp': 2, 'tp': 2}")
                word, named = plans.split_word(value)
                reached = [each for path, each in paths.items() if plans.fits(key, path)]
                if not reached:
                    raise plans.refuse_key(key, [plans.Module(path, "") for path in paths], {})
                axis = plans.word_axis(self.mesh, word, named, self.batch)
                stack.enter_context(with_sequence(reached, self.mesh, axis, self.batch))
            if self.stages and self.mesh is not None:
                stack.enter_context(with_stages(self.first_modules(paths), self.mesh, self.batch))
            yield

    def first_modules(self, paths: Mapping[str, torch.nn.Module]) -> dict[int, torch.nn.Module]:
        """The first module of each stage but the first one, {stage: module}."""
        firsts: dict[int, torch.nn.Module] = {}
        for path, module in paths.items():
            number = next((stage.number for key, stage in self.stages.items() if plans.fits(key, path)), 0)
            if number:
                firsts.setdefault(number, module)
        return firsts


def read_texts(module: torch.nn.Module, inputs: Mapping[str, Any], tracing: Tracing) -> tuple[str, dict[str, np.ndarray], list[str]]:
    """The text of a module or of its entries, {name: array} of what it holds, and the names of its data."""
    if tracing.is_trained:
        pick = lambda output: pick_result(module, output, tracing.result)
        keywords = check_keywords(module, inputs)
        return export_gradients(module, (), keywords=keywords, pick=pick, with_lines=True, random_seed=tracing.random_seed)
    texts, held = {}, {}
    for entry, given in (tracing.entries or {"main": inputs}).items():
        complete = getattr(module, "complete_inputs", dict)
        keywords = check_keywords(module, complete(given))
        texts[entry], values = export(module, (), keywords=keywords, with_lines=True, share_weights=tracing.entries is not None)
        held |= values
    text = merge(texts) if tracing.entries is not None else texts["main"]
    return text, held, [name for name in plans.find_inputs(text) if name not in held]


def read_module(module: torch.nn.Module, inputs: Mapping[str, Any], tracing: Tracing) -> Source:
    """The text of a module for `inputs`: of its results in eval mode, or of its loss and PyTorch's gradients in the mode in which it is."""
    with tracing.constraining(module):
        text, values, data = read_texts(module, inputs, tracing)
    saved = set(module.state_dict())
    ports = plans.find_ports(text)
    held = [name for name in values if name in ports]
    with_init = plans.find_inits(text)
    return Source(
        name=type(module).__name__,
        text=text,
        ports=ports,
        data=data,
        modules=list_modules(module, tied_weights(module, held)),
        weights=[name for name in held if name in saved],
        held=held,
        ignored=[name for each in tracing.each_input(inputs) for name in each if name not in ports],
        constants={name: values[name].copy() for name in held if name not in saved and name not in with_init},
        own_plan=lambda: read_plan(module, held),
    )
