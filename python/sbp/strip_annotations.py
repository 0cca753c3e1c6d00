"""Removes distributions from a model's text:  python3 strip_annotations.py MODEL.mlir [--keep NAME]... > open.mlir

Placements stay; `--keep ids` keeps the distribution of the argument or result with that `sbp.name`.
"""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Container

DICTIONARY = re.compile(r"\{[^{}]*\}")
DISTRIBUTION = re.compile(r"sbp\.distribution = #sbp\.distribution<[^>]*>(, )?")
NAME = re.compile(r'sbp\.name = "([^"]*)"')


def strip(text: str, keep: Container[str]) -> str:
    """`text` without the distributions of arguments and results, except of those whose name is in `keep`."""

    def strip_one(match: re.Match[str]) -> str:
        name = NAME.search(match[0])
        if name and name[1] in keep:
            return match[0]
        return re.sub(r",?\s*\}$", "}", DISTRIBUTION.sub("", match[0])) if DISTRIBUTION.search(match[0]) else match[0]

    return DICTIONARY.sub(strip_one, text)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("model")
    parser.add_argument("--keep", action="append", default=[], metavar="NAME")
    options = parser.parse_args()
    with open(options.model) as file:
        sys.stdout.write(strip(file.read(), options.keep))
