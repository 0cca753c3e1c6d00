"""Plans: distributions by paths of modules and weights, in words, and the text that carries them.

    {"q_proj": "column", "o_proj": "row", "embed_tokens": "vocabulary", "layers.*.norm": "replicate", "head.weight": "[B, S(0)]"}

A key is the end of a path, whose parts stand between dots; `*` in a part is any text in it, `0-15` one of these numbers. A compiled regular expression is searched for in
the whole path. A word is what a module does, on the axis "tp" or the one that "column:NAME" names: "sequence" splits positions of what it
returns, the others its weights; a distribution, or {axis: "S(0)"}, is for weights and inputs. Names that no key fits are left to the compiler.
"""

from __future__ import annotations

import fnmatch
import math
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from sbp.errors import PlanError
from sbp.user_lines import nearest

WORDS = ["column", "row", "vocabulary", "replicate", "sequence"]
COMPONENT = re.compile(r"S\(\d+\)|B|P(\(\w+\))?")
PORT = re.compile(r'(%[\w$.-]+\s*:\s*)?tensor<([^<>]*)>\s*\{([^{}]*\bsbp\.(?:name|state) = "([^"]*)"[^{}]*)\}')
PLACEMENT = re.compile(r"^\s*sbp\.placement @([\w$.-]+) \[([^\]]*)\]", re.MULTILINE)


@dataclass(frozen=True)
class Mesh:
    """A placement: its name in the text and {axis: size}."""

    axes: Mapping[str, int]
    name: str = "mesh"

    def lines(self, stages: int) -> str:
        """The ops that declare it, or one for each stage, "stage0" and so on, where there are some."""
        axes = ", ".join(f'"{axis}" = {size}' for axis, size in self.axes.items())
        if not stages:
            return f"sbp.placement @{self.name} [{axes}]"
        ranks = math.prod(self.axes.values())
        return "\n".join(
            f"sbp.placement @stage{number} [{axes}] ranks {list(range(number * ranks, (number + 1) * ranks))}" for number in range(stages)
        )

    def check_axis(self, axis: str, role: str) -> str:
        """`axis`, if the mesh has it."""
        if axis not in self.axes:
            raise PlanError(f"{role} names the axis '{axis}', and the mesh has {', '.join(map(repr, self.axes)) or 'none'}")
        return axis


@dataclass(frozen=True)
class Stage:
    """The stage of a pipeline, counted from 0; `sbp.stage(1)` in a plan."""

    number: int


def stage(number: int) -> Stage:
    """In a plan, stage `number` of a pipeline, from 0, for the modules, weights or inputs that the key fits: each stage has ranks of its own,
    those of a mesh. Modules that no key fits are on the stage of the module before them. Micro-batches keep the stages busy."""
    if not isinstance(number, int) or number < 0:
        raise PlanError(f"stage({number!r}): stages are numbered from 0")
    return Stage(number)


@dataclass(frozen=True)
class Module:
    """A module of a framework: `weights` has for each name the dimension that each word of WORDS splits, None for a copy on all ranks."""

    path: str
    kind: str
    weights: Mapping[str, Mapping[str, int | None]] = field(default_factory=dict)


def make_mesh(axes: Any) -> Mesh:
    """The mesh of a mapping {axis: size}."""
    sizes = isinstance(axes, Mapping) and all(isinstance(name, str) and isinstance(size, int) and size > 0 for name, size in axes.items())
    if not sizes or not axes:
        raise TypeError(f'mesh= is a mapping of axes to sizes, such as {{"dp": 2, "tp": 2}}; found {axes!r}')
    return Mesh(dict(axes))


def find_mesh(text: str) -> Mesh | None:
    """The placement of a text that has one alone; None otherwise."""
    found = PLACEMENT.findall(text)
    return (
        Mesh({name: int(size) for name, size in re.findall(r'"([^"]*)"\s*=\s*(\d+)', found[0][1])}, found[0][0])
        if len(found) == 1
        else None
    )


def find_ports(text: str) -> dict[str, tuple[int, ...]]:
    """{name: shape} of the named arguments and results of a text."""
    return {match[4]: tuple(int(size) for size in match[2].split("x")[:-1] if size.isdigit()) for match in PORT.finditer(text)}


def find_inputs(text: str) -> list[str]:
    """The names of the arguments of a text that have one, in order."""
    return list(dict.fromkeys(match[4] for match in PORT.finditer(text) if match[1]))


def find_inits(text: str) -> set[str]:
    """The names of the states whose first value is in the text."""
    return {match[4] for match in PORT.finditer(text) if "sbp.init" in match[3]}


def fits(key: Any, path: str) -> bool:
    """Whether a key of a plan fits a path."""
    if isinstance(key, re.Pattern):
        return bool(key.search(path))
    parts, ends = path.split("."), key.split(".")
    return len(ends) <= len(parts) and all(fits_part(end, part) for part, end in zip(parts[-len(ends) :], ends, strict=True))


def fits_part(end: str, part: str) -> bool:
    """Whether a part of a key, a pattern or a range of numbers such as "0-15", fits a part of a path."""
    bounds = re.fullmatch(r"(\d+)-(\d+)", end)
    return int(bounds[1]) <= int(part) <= int(bounds[2]) if bounds and part.isdigit() else fnmatch.fnmatchcase(part, end)


def word_axis(mesh: Mesh, word: str, axis: str, batch: str | None) -> str:
    """The axis that a word splits over: the one it names, "tp", or the only one that the batch does not take."""
    if axis:
        return mesh.check_axis(axis, f"'{word}:{axis}'")
    others = [name for name in mesh.axes if name != batch]
    return others[0] if "tp" not in mesh.axes and len(others) == 1 else mesh.check_axis("tp", f"'{word}' without an axis")


def components_of(value: Any, mesh: Mesh, key: Any, ndim: int) -> list[str]:
    """The components, one per axis, of a distribution: "[B, S(0)]" or {axis: "S(0)"}. Raises PlanError for an absent axis or dimension."""
    if isinstance(value, Mapping):
        for axis in value:
            mesh.check_axis(axis, f"plan[{key!r}]")
        parts = [str(value.get(axis, "B")) for axis in mesh.axes]
    else:
        parts = [part.strip() for part in str(value).strip().removeprefix("[").removesuffix("]").split(",")]
    if len(parts) != len(mesh.axes) or not all(COMPONENT.fullmatch(part) for part in parts):
        words = ", ".join(map(repr, WORDS))
        axes = ", ".join(map(repr, mesh.axes))
        raise PlanError(f"plan[{key!r}] is {value!r}; expected one of {words}, or a distribution such as '[B, S(0)]' over {axes}")
    for part in parts:
        if part.startswith("S") and int(part[2:-1]) >= ndim:
            raise PlanError(f"plan[{key!r}] splits dimension {part[2:-1]}, and the value has {ndim}")
    return parts


def split_word(value: Any) -> tuple[str, str]:
    """("column", "model") of "column:model"; ("", "") of a distribution."""
    word, _, axis = value.partition(":") if isinstance(value, str) else ("", "", "")
    return (word, axis) if re.fullmatch(r"[A-Za-z_]+", word) and not COMPONENT.fullmatch(word) else ("", "")


def split_plan(plan: Mapping[Any, Any] | str | None) -> tuple[Mapping[Any, Any] | str | None, dict[Any, str], dict[Any, Stage]]:
    """The part of a plan that distributes weights and inputs, the part that distributes what modules return, and that which names stages."""
    if not isinstance(plan, Mapping):
        return plan, {}, {}
    values = {key: value for key, value in plan.items() if split_word(value)[0] == "sequence"}
    stages = {key: value for key, value in plan.items() if isinstance(value, Stage)}
    return {key: value for key, value in plan.items() if key not in values and key not in stages}, values, stages


def place_stages(
    stages: Mapping[Any, Stage], ports: Mapping[str, tuple[int, ...]], modules: list[Module], inputs: Iterable[str]
) -> dict[str, int]:
    """{name: stage} of all weights and inputs. Modules and the weights below them that no key fits follow the module before them; inputs are on
    the first stage. Raises PlanError where a key matches nothing, or two disagree."""
    chosen: dict[str, int] = {}
    named: dict[str, tuple[Any, int]] = {}  # by path of a module or a name
    for key, value in stages.items():
        reached = [module.path for module in modules if module.path and fits(key, module.path)]
        found = reached + [name for name in ports if fits(key, name)]
        if not found:
            raise refuse_key(key, modules, ports)
        for path in found:
            other, number = named.get(path, (key, value.number))
            if number != value.number:
                raise PlanError(f"plan[{other!r}] and plan[{key!r}] both match '{path}', and differ: stages {number} and {value.number}")
            named[path] = (key, value.number)
    current = 0
    for module in modules:
        parts = module.path.split(".")
        above = [".".join(parts[:end]) for end in range(len(parts), 0, -1)]
        current = next((named[path][1] for path in above if path in named), current)
        own = [name for name in module.weights if name.rpartition(".")[0] == module.path]
        chosen |= dict.fromkeys(own, current)
    chosen |= {name: 0 for name in inputs}
    return chosen | {name: named[name][1] for name in ports if name in named}


def check_word(key: Any, value: Any) -> str:
    """The word of a value, "" of a distribution. Raises PlanError for a word that does not exist."""
    word = split_word(value)[0]
    if word and word not in WORDS:
        like = nearest(word, WORDS)
        raise PlanError(
            f"plan[{key!r}] has the word '{word}'; known: {', '.join(WORDS)}" + (f"; did you mean '{like[0]}'?" if like else "")
        )
    return word


def refuse_key(key: Any, modules: list[Module], ports: Mapping[str, tuple[int, ...]]) -> PlanError:
    """An error with the names that are most like a key that matches nothing."""
    paths = [module.path for module in modules if module.path] + list(ports)
    like = nearest(str(key), dict.fromkeys([path.rpartition(".")[2] for path in paths] + paths), 3)
    near = (
        f"nearest: {', '.join(map(repr, like))}"
        if like
        else f"known: {', '.join(map(repr, paths[:12]))}{', ...' if len(paths) > 12 else ''}"
    )
    return PlanError(f"plan[{key!r}] matches nothing; {near}")


def apply_word(key: Any, value: str, modules: Iterable[Module], mesh: Mesh, batch: str | None) -> dict[str, list[str]]:
    """{weight: components} of the modules that a key fits. Raises PlanError for a word without a meaning for one of them."""
    word, axis = split_word(value)
    chosen = {}
    for module in modules:
        for name, dims in module.weights.items():
            if word != "replicate" and word not in dims:
                raise PlanError(
                    f"plan[{key!r}]: '{word}' has no meaning for '{module.path}', a {module.kind}; write a distribution of '{name}'"
                )
            dim = dims.get(word)
            parts = ["B"] * len(mesh.axes)
            if dim is not None:
                parts[list(mesh.axes).index(word_axis(mesh, word, axis, batch))] = f"S({dim})"
            chosen[name] = parts
    return chosen


def resolve(
    plan: Mapping[Any, Any], ports: Mapping[str, tuple[int, ...]], modules: list[Module], mesh: Mesh, batch: str | None
) -> dict[str, list[str]]:
    """{name: components} of all names that a plan distributes. Raises PlanError where a key matches nothing, or two disagree on a weight."""
    chosen: dict[str, list[str]] = {}
    origin: dict[str, Any] = {}
    for key, value in plan.items():
        word = check_word(key, value)
        reached = [module for module in modules if module.weights and fits(key, module.path)]
        names = [name for name in ports if fits(key, name)]
        if word and (reached or not names):
            found = apply_word(key, value, reached, mesh, batch)
        elif word == "replicate":
            found = {name: ["B"] * len(mesh.axes) for name in names}
        elif word:
            raise PlanError(f"plan[{key!r}]: '{value}' is a word for modules; write a distribution of '{names[0]}', such as '[B, S(0)]'")
        else:
            found = {name: components_of(value, mesh, key, len(ports[name])) for name in names}
        if not found:
            raise refuse_key(key, modules, ports)
        for name, parts in found.items():
            if chosen.get(name, parts) != parts:
                raise PlanError(f"plan[{origin[name]!r}] and plan[{key!r}] both match '{name}', and differ: {chosen[name]} and {parts}")
            chosen[name], origin[name] = parts, key
    return chosen


def split_batch(data: Iterable[str], ports: Mapping[str, tuple[int, ...]], mesh: Mesh, axis: str) -> dict[str, list[str]]:
    """{name: components} of the data that the axis of the batch splits along dimension 0: those with the most rows; positions have one."""
    shapes = {name: ports[name] for name in data if ports.get(name)}
    rows = max((shape[0] for shape in shapes.values()), default=0)
    parts = ["S(0)" if each == axis else "B" for each in mesh.axes]
    return {name: parts for name, shape in shapes.items() if shape[0] == rows}


def annotate(text: str, mesh: Mesh, chosen: Mapping[str, list[str]], has_placement: bool, stages: Mapping[str, int] | None = None) -> str:
    """`text` with these distributions, and the placement if it has none. `stages`: {name: stage}, None without a pipeline. Raises PlanError for
    a name that has a distribution there."""

    def annotate_one(match: re.Match) -> str:
        is_staged = stages is not None and match[4] in stages and bool(match[1])
        parts = chosen.get(match[4], ["B"] * len(mesh.axes) if is_staged else None)
        if parts is None:
            return match[0]
        if "sbp.distribution" in match[3]:
            raise PlanError(f"the plan distributes '{match[4]}', which has a distribution in the text")
        name = mesh.name if stages is None else f"stage{stages.get(match[4], max(stages.values()))}"
        return f"{match[0][:-1]}, sbp.distribution = #sbp.distribution<@{name}, [{', '.join(parts)}]>}}"

    text = PORT.sub(annotate_one, text)
    if has_placement:
        return text
    lines = mesh.lines(max(stages.values()) + 1 if stages else 0)
    return re.sub(r"^(?=[ \t]*func\.func)", f"{lines}\n", text, count=1, flags=re.MULTILINE)
