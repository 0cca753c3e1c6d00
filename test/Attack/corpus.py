"""Level-0 models of examples/, test/ and the generator of random programs, small enough for the interpreter."""

import functools
import glob
import os
import random
import re
import subprocess

import mlir_text

ROOT = os.path.abspath(os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", ".."))
from sbp_testing import random_check
from sbp_testing.random_programs import Module, Program

MARKER = "// -----"
BEYOND_LEVEL_0 = re.compile(r"\btask\.|sbp\.(communicat|signature|boxing|local|rank_|parameter|coordinate)")
LARGEST = 20000  # elements of a tensor
LONGEST = 20000  # characters of a model
PROGRAMS = 60


def count_elements(text):
    """Elements of the largest tensor that is named."""
    largest = 0
    for shape in re.findall(r"tensor<((?:\d+x)+)", text):
        count = 1
        for size in shape[:-1].split("x"):
            count *= int(size)
        largest = max(largest, count)
    return largest


def is_small_model(text):
    # A model that asks for a GPU ends where there is none.
    return (
        "func.func" in text
        and 'on "cuda"' not in text
        and not BEYOND_LEVEL_0.search(text)
        and count_elements(text) <= LARGEST
        and len(text) <= LONGEST
        and "?x" not in text
    )


@functools.cache
def list_texts():
    """The models as they are written: files, and random programs of one to five ops over one to three placements."""
    texts = []
    for path in sorted(glob.glob(f"{ROOT}/examples/**/*.mlir", recursive=True) + glob.glob(f"{ROOT}/test/**/*.mlir", recursive=True)):
        with open(path) as file:
            pieces = file.read().split(MARKER)
        texts += [re.sub(r"(?m)^ *//.*\n", "", piece).strip() + "\n" for piece in pieces]
    texts = [text for text in texts if is_small_model(text)]
    for seed in range(PROGRAMS):
        draw = random.Random(seed)
        placements = random_check.draw_placements(draw)
        program = Program(10**6 + seed, "s", placements=placements, length=draw.randint(1, 5))
        texts.append(Module({"main": [program]}, placements, draw).text)
    return texts


def list_modules(bin):
    """The same as trees of the generic form; what does not parse, or branches, is left out."""
    text = f"\n{MARKER}\n".join(list_texts())
    printed = subprocess.run(
        [os.path.join(bin, "sbp-opt"), "--mlir-print-op-generic", "--mlir-print-local-scope", "--split-input-file", "-"],
        input=text,
        capture_output=True,
        text=True,
    ).stdout
    return [mlir_text.parse(piece) for piece in printed.split(MARKER) if piece.strip() and "[^" not in piece]
