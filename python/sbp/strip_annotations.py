"""Removes distributions from a model's text:  python3 strip_annotations.py MODEL.mlir [--keep NAME]... > open.mlir

Placements stay; `--keep ids` keeps the distribution of the argument or result with that `sbp.name`.
"""
import argparse
import re
import sys

# `{sbp.name = "w", ..., sbp.distribution = #sbp.distribution<@mesh, [..]>}` with or without a name before it.
ANNOTATION = re.compile(r'(sbp\.name = "([^"]*)"[^{}]*?)?,? ?sbp\.distribution = #sbp\.distribution<[^>]*>')


def strip(text, keep):
    """`text` without the distributions of arguments and results, except of those whose name is in `keep`."""
    return ANNOTATION.sub(lambda match: match[0] if match[2] in keep else match[1] or "", text)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("model")
    parser.add_argument("--keep", action="append", default=[], metavar="NAME")
    options = parser.parse_args()
    with open(options.model) as file:
        sys.stdout.write(strip(file.read(), options.keep))
