"""Runs random programs and compares with numpy: interpreted at level 0, and at level 1 with signatures drawn at random; or,
with --compile, constrained at random and compiled and run the whole way.

    random_check.py [--seeds N] [--first SEED] [--batch PROGRAMS] [--jobs J] [--keep DIR] [--coverage] [--progress] [--compile]

The programs of a batch stand side by side in one module, over one to three placements of one to eight ranks. Prints the
coverage (family x what a signature says) and every seed that fails, with the shortest prefix of its program that still
does. `N` defaults to SBP_SEEDS, or 40. On PATH: sbp-opt and sbp-interpret, or sbp-compile and sbp-run.
"""
import argparse
import collections
import functools
import multiprocessing
import os
import random
import re
import subprocess
import sys
import tempfile
import time

import numpy as np

from random_programs import FAMILIES, FLOATS, Program, draw_distribution

# The axes of placements, by number of ranks.
AXES = {1: [[1], [1, 1]], 2: [[2], [1, 2], [2, 1]], 3: [[3], [3, 1]], 4: [[4], [2, 2], [2, 1, 2]], 5: [[5]], 6: [[6], [2, 3], [3, 2]],
        7: [[7]], 8: [[8], [2, 4], [4, 2], [2, 2, 2]]}
COMBINERS = ["sum", "prod", "max", "min", "maxnum", "minnum", "umax", "umin", "and", "or"]
NUMPY = {"f64": np.float64, "f32": np.float32, "f16": np.float16, "i64": np.int64, "i32": np.int32, "i8": np.int8}
# What no sound signature of a family may hold, whatever its operands.
MOVED = {"S", "B", "order", *(f"P({c})" for c in COMBINERS)}
POSSIBLE = {family: MOVED for family in FAMILIES} | {
    "contraction": {"S", "B", "order", "P(sum)"},
    "cumsum": {"S", "B", "order", "P(sum)"},
    "scatter": {"S", "B", "order", "P(sum)"},
    "argmax": {"S", "B", "order"},
    "top_k": {"S", "B", "order"},
    "random": {"S", "B", "order"},
    "sort": {"S", "B", "order"},
    "cast": MOVED - {"P(prod)", "P(and)", "P(or)"},
    "index": {"S", "B", "order", "P(sum)", "P(max)", "P(min)", "P(maxnum)", "P(minnum)", "P(umax)", "P(umin)"},
}


def to_file(value):
    """The array that holds a value in a file."""
    if value.dtype == "i1":
        return value.val != 0
    if value.dtype == "bf16":
        bits = value.val.astype(np.float32).reshape(-1).view(np.uint32) >> 16
        return bits.astype(np.uint16).view("V2").reshape(value.shape)
    return value.val.astype(NUMPY[value.dtype])


def from_file(dtype, array):
    if dtype == "i1":
        return -array.astype(np.int64)
    if dtype == "bf16":
        bits = array.reshape(-1).view(np.uint16).astype(np.uint32) << 16
        return bits.view(np.float32).astype(np.float64).reshape(array.shape)
    return array.astype(np.float64 if dtype in FLOATS else np.int64)


def declare_port(value, placements, draw):
    """Attributes of an argument or result; half of them say how they are distributed, if `draw` is given."""
    text = f'sbp.name = "{value.name[1:]}"'
    if draw and draw.random() < 0.5:
        text += f", sbp.distribution = {draw_distribution(draw, placements, value.dtype, len(value.shape))}"
    return f"{value.type} {{{text}}}"


def write_model(path, programs, placements, draw=None):
    """One function that holds all programs, side by side."""
    lines = [f"sbp.placement @p{i} [" + ", ".join(f'"a{a}" = {n}' for a, n in enumerate(sizes)) + "]" +
             (f" ranks {ranks}" if ranks else "") for i, (sizes, ranks) in enumerate(placements)]
    inputs = [v for p in programs for v in p.inputs]
    outputs = [v for p in programs for v in p.outputs]
    arguments = ", ".join(f"{v.name}: {declare_port(v, placements, draw)}" for v in inputs)
    results = ", ".join(declare_port(v, placements, draw) for v in outputs)
    lines.append(f"func.func @main({arguments}) -> ({results}) {{")
    lines += ["  " + line for p in programs for line in p.lines]
    lines.append(f"  return {', '.join(v.name for v in outputs)} : {', '.join(v.type for v in outputs)}")
    lines.append("}")
    with open(path, "w") as file:
        file.write("\n".join(lines) + "\n")


def run(*command):
    """What went wrong, without warnings and quoted lines of the model, or None."""
    result = subprocess.run(command, capture_output=True, text=True)
    if result.returncode == 0:
        return None
    errors = [line for line in result.stderr.splitlines() if "error:" in line]
    return "\n".join(errors) or result.stderr.strip() or f"exit code {result.returncode}"


def compare(value, found):
    """What is wrong with an output, or None."""
    if found.shape != value.shape:
        return f"{value.name}: shape {found.shape}, not {value.shape}"
    wrong = ~(np.abs(found - value.val) <= value.err) if value.is_float else found != value.val
    if not wrong.any():
        return None
    at = tuple(int(i) for i in np.argwhere(wrong)[0])
    return f"{value.name}{list(at)}: {found[at]} but numpy says {value.val[at]} (bound {value.err[at]:.3g}, {value.dtype})"


def draw_placements(seed):
    """One to three lists of (axes, ranks); the ranks are 0, 1, ... or any, in any order, some of them idle or in several lists."""
    draw, placements = random.Random(seed), []
    for _ in range(draw.randint(1, 3)):
        count = draw.randint(1, 8)
        ranks = None if draw.random() < 0.3 else draw.sample(range(draw.choice([count, 8, 10])), count)
        placements.append((draw.choice(AXES[count]), ranks))
    return placements


def write_inputs(folder, programs):
    """The flags that feed all programs."""
    flags = []
    for value in (v for p in programs for v in p.inputs):
        path = os.path.join(folder, value.name[1:] + ".in.npy")
        np.save(path, to_file(value))
        flags.append(f"--input={value.name[1:]}=@{path}")
    return flags


def run_and_compare(folder, programs, command):
    outputs = [v for p in programs for v in p.outputs]
    paths = {v.name: os.path.join(folder, v.name[1:] + ".out.npy") for v in outputs}
    error = run(*command, *write_inputs(folder, programs), *(f"--output={n[1:]}=@{path}" for n, path in paths.items()))
    if error:
        return error
    return next(filter(None, (compare(v, from_file(v.dtype, np.load(paths[v.name]))) for v in outputs)), None)


def check_interpreted(folder, seeds, seed, **arguments):
    """Error message or None, and the text of level 1."""
    programs = [Program(s, f"s{s}", **arguments) for s in seeds]
    model, level1 = os.path.join(folder, "model.mlir"), os.path.join(folder, "level1.mlir")
    write_model(model, programs, draw_placements(seed))
    error = run("sbp-opt", model, f"--sbp-randomize-distributions=seed={seed}", "-o", level1)
    if error:
        return error, ""
    text = open(level1).read()
    for level, file in ((0, model), (1, level1)):
        error = run_and_compare(folder, programs, ["sbp-interpret", file])
        if error:
            return f"level {level}: {error}", text
    return None, text


def check_compiled(folder, seeds, seed, **arguments):
    """The same for the whole way; no level 1 text."""
    placements = draw_placements(seed)
    programs = [Program(s, f"s{s}", placements=placements, **arguments) for s in seeds]
    model, artifact = os.path.join(folder, "model.mlir"), os.path.join(folder, "model.sbpx")
    write_model(model, programs, placements, random.Random(seed))
    error = run("sbp-compile", model, "-o", artifact)
    return (error and f"compile: {error}") or run_and_compare(folder, programs, ["sbp-run", artifact]), ""


def add_coverage(coverage, text):
    for signature, family in re.findall(r'sbp\.signature = #sbp\.signature<(.*?)>, test\.family = "(\w+)"', text):
        kinds = set(re.findall(r"\bP\(\w+\)", signature))
        kinds |= {"S"} if "S(" in signature else set()
        kinds |= {"B"} if re.search(r"\bB\b", signature) else set()
        kinds |= {"P(sum)"} if re.search(r"\bP\b(?!\()", signature) else set()
        kinds |= {"order"} if "order" in signature else set()
        for kind in kinds:
            coverage[family, kind] += 1


def print_coverage(coverage):
    """Counts; '-' where no sound signature can hold it."""
    kinds = ["S", "B", *(f"P({c})" for c in COMBINERS), "order"]
    print(f"{'':12}" + "".join(f"{k:>11}" for k in kinds))
    missing = []
    for family in sorted(FAMILIES):
        cells = []
        for kind in kinds:
            count = coverage[family, kind]
            possible = kind in POSSIBLE[family]
            cells.append(f"{count if possible or count else '-':>11}")
            if possible and not count:
                missing.append(f"{family} x {kind}")
        print(f"{family:12}" + "".join(cells))
    print("coverage: full" if not missing else "coverage: missing " + ", ".join(missing))


def shrink(check, folder, seed):
    """The shortest prefix of the program of a seed that fails, and how."""
    for length in range(1, 9):
        error, _ = check(folder, [seed], seed, length=length)
        if error:
            return f"seed {seed}, {length} ops ({', '.join(Program(seed, length=length).families)}): {error}"
    return None


def check_batch(check, keep, seeds):
    """What is wrong with these seeds, or None, and the text of level 1."""
    with tempfile.TemporaryDirectory() as temporary:
        folder = keep or temporary
        os.makedirs(folder, exist_ok=True)
        error, text = check(folder, seeds, seeds.start)
        if error:
            first = next(filter(None, (shrink(check, folder, seed) for seed in seeds)), "no seed fails on its own")
            error = f"seeds {seeds.start} to {seeds.stop - 1}: {error}\n{first}"
        return error, text


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--seeds", type=int, default=int(os.environ.get("SBP_SEEDS", "40")))
    parser.add_argument("--first", type=int, default=1)
    parser.add_argument("--batch", type=int, default=10)
    parser.add_argument("--jobs", type=int, default=1, help="batches at a time")
    parser.add_argument("--keep", help="leaves the files of the last batch in this folder (with one job)")
    parser.add_argument("--coverage", action="store_true", help="print the table")
    parser.add_argument("--progress", action="store_true", help="print a line every 20 seconds")
    parser.add_argument("--compile", action="store_true", help="the whole way")
    options = parser.parse_args()
    task = functools.partial(check_batch, check_compiled if options.compile else check_interpreted, options.keep)
    end = options.first + options.seeds
    batches = [range(first, min(first + options.batch, end)) for first in range(options.first, end, options.batch)]
    coverage, failures, start, printed = collections.Counter(), 0, time.monotonic(), 0
    with multiprocessing.Pool(options.jobs) as pool:
        for seeds, (error, text) in zip(batches, pool.imap(task, batches)):
            add_coverage(coverage, text)
            failures += bool(error)
            if error:
                print(error, flush=True)
            seconds = int(time.monotonic() - start)
            if options.progress and seconds >= printed + 20:
                printed = seconds
                print(f"{seconds} s: seeds {options.first} to {seeds.stop - 1} done, {failures} batches failed", flush=True)
    if options.coverage:
        print_coverage(coverage)
    print(f"{options.seeds} seeds from {options.first}: {failures} batches failed")
    sys.exit(1 if failures else 0)


if __name__ == "__main__":
    main()
