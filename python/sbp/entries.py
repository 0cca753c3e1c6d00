"""Several exported functions as the entries of one text, which share states by name. Needs no framework."""

from __future__ import annotations

import re
from collections.abc import Mapping

ALIAS = re.compile(r"#(map|set|line|loc)(\d*)\b")
FUNCTION = re.compile(r"func\.func (?:private |public )?@([\w.$]+)")
MODULE = re.compile(r"^module\b[^\n]*\{\n(.*?)^\}\n?", re.MULTILINE | re.DOTALL)


def rename(text: str, entry: str, number: int) -> str:
    """`text` with aliases and symbols that no other entry has; the function `main` is called `entry`."""
    text = ALIAS.sub(lambda match: f"#{match[1]}{number}_{match[2]}", text)
    for name in set(FUNCTION.findall(text)):
        new = entry if name == "main" else f"{name}_{entry}"
        text = re.sub(rf"@{re.escape(name)}(?![\w.$-])", f"@{new}", text)
    return text


def merge(texts: Mapping[str, str]) -> str:
    """One module with the functions of all texts, {entry: text of a module with a function main}."""
    heads, bodies, tails = [], [], []
    for number, (entry, text) in enumerate(texts.items()):
        renamed = rename(text, entry, number)
        module = MODULE.search(renamed)
        assert module, f"entry '{entry}' is no module"
        heads.append(renamed[: module.start()])
        bodies.append(module[1])
        tails.append(renamed[module.end() :])
    return "".join([*heads, "module {\n", *bodies, "}\n", *tails])
