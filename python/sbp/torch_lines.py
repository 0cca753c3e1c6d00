"""Lines and module paths of PyTorch ops in exported text: `loc(#line7)` behind an op.  Needs torch.

    #line7 = loc("layers.3.mlp.down_proj"("model.py":182:0))      at the end of the text

torch-mlir writes the frames of an op as nested call sites, of which most are PyTorch's own. `mark_modules` adds a frame with the path of the
module that called the op; `write_lines` replaces the frames by that path and the line that the user can change.
"""

from __future__ import annotations

import re

import torch

from sbp.user_lines import FRAME, pick_line

PATH_FRAME = re.compile(r'"module:([^"]*)":\d+')
DEFINITION = re.compile(r"^(#loc\d*) = loc\((.*)\)\n", re.MULTILINE)
ALIAS = re.compile(r"#loc\d*\b")
# Parentheses are nested no deeper than call sites and names are.
INNER = r'(?:[^()"]|"(?:[^"\\]|\\.)*")*'
LOCATION = re.compile(rf" loc\(({INNER}(?:\({INNER}(?:\({INNER}(?:\({INNER}\){INNER})*\){INNER})*\){INNER})*)\)")
# Arguments of blocks and functions, whose ends are `type loc(...),` or `type loc(...))`.
ARGUMENT = re.compile(LOCATION.pattern + r"(?=[,)])")


def mark_modules(graph: torch.fx.Graph) -> None:
    """Adds the path of the innermost module to the frames of each node that has frames."""
    for node in graph.nodes:
        stack = node.meta.get("nn_module_stack")
        path = list(stack.values())[-1][0] if stack else ""
        if path and node.stack_trace:
            node.stack_trace = f'{node.stack_trace}\n  File "module:{path}", line 1, in forward\n'


def write_lines(text: str) -> str:
    """A module's text with locations, in which each op has its module's path and the user's line, or no location."""
    definitions = dict(DEFINITION.findall(text))
    text = ARGUMENT.sub("", DEFINITION.sub("", text))
    resolved: dict[str, str] = {}
    lines: dict[str, str] = {}  # {location: its alias}

    def expand(location: str) -> str:
        return ALIAS.sub(lambda match: expand(definitions.get(match[0], "")), location)

    def name_line(location: str) -> str:
        frames = expand(location)
        line = pick_line([(path, int(number)) for path, number in FRAME.findall(frames)])
        if not line:
            return ""
        file, _, number = line.rpartition(":")
        module = PATH_FRAME.search(frames)
        place = f'"{file}":{number}:0'
        short = f'"{module[1]}"({place})' if module else place
        return f" loc({lines.setdefault(short, f'#line{len(lines)}')})"

    def shorten(match: re.Match) -> str:
        location = match[1]
        if location not in resolved:
            resolved[location] = name_line(location)
        return resolved[location]

    text = LOCATION.sub(shorten, text).rstrip("\n") + "\n"
    return text + "".join(f"{alias} = loc({location})\n" for location, alias in lines.items())
