"""Runs random programs and compares with numpy: interpreted at level 0, and at level 1 with signatures drawn at random; or,
with --compile, constrained at random and compiled and run the whole way.

    random_check.py [--seeds N] [--most N] [--first SEED] [--batch PROGRAMS] [--jobs J] [--keep DIR] [--coverage] [--progress]
                    [--compile [--target host|cuda] [--streams 1|2|3] [--cuda-graph] [--orders N] [--cuts]]

The programs of a batch stand side by side in one module, over one to three placements of one to eight ranks. Prints the
coverage (family x what a signature says) and every batch that fails, with those of its programs that it takes and the shortest prefix of
them that still does. `N` defaults to SBP_SEEDS, or 40. --orders: on the stub driver, each program again on one and on three streams, with graphs and
without, in so many orders each: equal bits. On PATH: sbp-opt and sbp-interpret, or sbp-compile and sbp-run.
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
from pathlib import Path

import numpy as np

from sbp import safetensors
from sbp_testing.bfloats import round_to_bits, to_floats
from sbp_testing.float8 import LAYOUTS, decode, encode
from sbp_testing.random_programs import FAMILIES, FLOATS, Module, Program, normalisation

# The axes of placements, by number of ranks.
AXES = {
    1: [[1], [1, 1]],
    2: [[2], [1, 2], [2, 1]],
    3: [[3], [3, 1]],
    4: [[4], [2, 2], [2, 1, 2]],
    5: [[5]],
    6: [[6], [2, 3], [3, 2]],
    7: [[7]],
    8: [[8], [8], [2, 4], [4, 2], [4, 2], [2, 2, 2]],
}
COMBINERS = ["sum", "prod", "max", "min", "maxnum", "minnum", "umax", "umin", "and", "or"]
# The error of a value that every micro-batch reads over the whole batch and that a state reaches.
STATISTIC = "cannot be micro-batched here"
NUMPY = {"f64": np.float64, "f32": np.float32, "f16": np.float16, "i64": np.int64, "i32": np.int32, "i8": np.int8}
# What no sound signature of a family may hold, whatever its operands.
MOVED = {"S", "B", "order", *(f"P({c})" for c in COMBINERS)}
POSSIBLE = {family: MOVED for family in FAMILIES} | {
    "contraction": {"S", "B", "order", "P(sum)"},
    "cumsum": {"S", "B", "order", "P(sum)"},
    "scatter": {"S", "B", "order", "P(sum)"},
    "batched_scatter": {"S", "B", "order", "P(sum)"},
    "bag": {"S", "B", "order", "P(sum)"},
    "row_dot": {"S", "B", "order", "P(sum)"},
    "add_outer": {"S", "B", "order", "P(sum)"},
    "tucker_top_k": {"S", "B", "order"},
    "update": {"S", "B", "order"},
    "argmax": {"S", "B", "order"},
    "top_k": {"S", "B", "order"},
    "random": {"S", "B", "order"},
    "sort": {"S", "B", "order"},
    "cast": MOVED - {"P(prod)", "P(and)", "P(or)"},
    "index": {"S", "B", "order", "P(sum)", "P(max)", "P(min)", "P(maxnum)", "P(minnum)", "P(umax)", "P(umin)"},
}


def to_file(dtype, elements):
    """The array that holds elements in a file."""
    if dtype == "i1":
        return elements != 0
    if dtype == "bf16":
        return round_to_bits(elements)
    if dtype in LAYOUTS:
        return encode(elements, *LAYOUTS[dtype])
    return elements.astype(NUMPY[dtype])


def from_file(dtype, array):
    if dtype == "i1":
        return -array.astype(np.int64)
    if dtype == "bf16":
        return to_floats(array)
    if dtype in LAYOUTS:
        return decode(array.view(np.uint8), *LAYOUTS[dtype])
    return array.astype(np.float64 if dtype in FLOATS else np.int64)


def run(*command):
    """What went wrong, without warnings and quoted lines of the model, or None."""
    result = subprocess.run(command, capture_output=True, text=True)
    if result.returncode == 0:
        return None
    errors = [line for line in result.stderr.splitlines() if "error:" in line]
    return "\n".join(errors) or result.stderr.strip() or f"exit code {result.returncode}"


def compare(what, value, found):
    """What is wrong with an output, or None."""
    if found.shape != value.shape:
        return f"{what} ({value.name}): shape {found.shape}, not {value.shape}"
    wrong = ~(np.abs(found - value.val) <= value.err) if value.is_float else found != value.val
    if not wrong.any():
        return None
    at = tuple(int(i) for i in np.argwhere(wrong)[0])
    return f"{what} ({value.name}){list(at)}: {found[at]} but numpy says {value.val[at]} (bound {value.err[at]:.3g}, {value.dtype})"


def draw_placements(draw):
    """One to three lists of (axes, ranks); the ranks are 0, 1, ... or any, in any order, some of them idle or in several lists."""
    placements = []
    for _ in range(draw.randint(1, 3)):
        count = draw.randint(1, 8)
        ranks = None if draw.random() < 0.3 else draw.sample(range(draw.choice([count, 8, 10])), count)
        placements.append((draw.choice(AXES[count]), ranks))
    return placements


def write_model(path, module):
    with open(path, "w") as file:
        file.write(module.text)


def write_inputs(folder, module, entry):
    """The flags that feed all arguments; states, which are the module's, come from a weights file."""
    everything = [v for name in module.entries for v in module.get_inputs(name)]
    flags, states = [], {v.state: to_file(v.dtype, v.first) for v in everything if v.state}
    if states:
        safetensors.save(os.path.join(folder, "weights.safetensors"), states)
        flags.append(f"--weights={folder}/weights.safetensors")
    for value in module.get_inputs(entry):
        if not value.state:
            path = os.path.join(folder, value.name[1:] + ".in.npy")
            np.save(path, to_file(value.dtype, value.val if value.slices is None else value.slices))
            flags.append(f"--input={value.name[1:]}=@{path}")
    return flags


def run_and_compare(folder, module, command, steps=None):
    """Runs every entry; what is wrong with the first that is."""
    for entry, results in module.results.items():
        saved = os.path.join(folder, "saved.safetensors")
        paths = {r.port: os.path.join(folder, r.port + ".out.npy") for r in results if r.port}
        flags = [f"--output={port}=@{path}" for port, path in paths.items()]
        flags += [f"--entry={entry}"] * (len(module.results) > 1)
        flags += [f"--steps={steps}"] * (steps is not None)
        flags += [f"--save-state={saved}"] * any(r.state for r in results)
        error = run(*command, *write_inputs(folder, module, entry), *flags)
        if error:
            return error
        states = safetensors.load(saved) if any(r.state for r in results) else {}
        for r in results:
            found = np.load(paths[r.port]) if r.port else states[r.state]
            error = compare(r.port or r.state, r.value, from_file(r.value.dtype, found))
            if error:
                return error
    return None


def check_interpreted(folder, seeds, seed, **arguments):
    """Error message or None, and the text of level 1."""
    module = Module({"main": [Program(s, f"s{s}", **arguments) for s in seeds]}, draw_placements(random.Random(seed)))
    model, level1 = os.path.join(folder, "model.mlir"), os.path.join(folder, "level1.mlir")
    write_model(model, module)
    error = run("sbp-opt", model, f"--sbp-randomize-distributions=seed={seed}", "-o", level1)
    if error:
        return error, ""
    text = Path(level1).read_text()
    for level, file in ((0, model), (1, level1)):
        error = run_and_compare(folder, module, ["sbp-interpret", file])
        if error:
            return f"level {level}: {error}", text
    return None, text


def draw_module(seeds, seed, cuts=False, **arguments):
    """Programs with entries, private functions, steps and states, constrained at random; the number of steps; what draws on.
    `cuts`: the steps are cut into micro-batches.
    """
    draw = random.Random(seed)
    count = random.Random(seed).choice([2, 2, 3, 4]) if cuts else 1
    placements, steps = draw_placements(draw), draw.choice([None, None, 1, 2, 3])
    # The exact choice among decomposed forms on three axes takes up to a minute.
    deep = any(sum(n > 1 for n in axes) > 2 for axes, _ in placements)
    families = [f for f in FAMILIES if not (deep and f in normalisation.FAMILIES)]
    arguments.update(placements=placements, steps=steps, families=families, micro_batches=count)
    programs = [Program(s, f"s{s}", **arguments) for s in seeds]
    cut = draw.choice([0, 0, len(programs) // 2])
    entries = {name: part for name, part in (("main", programs[cut:]), ("other", programs[:cut])) if part}
    return Module(entries, placements, draw, count), steps, draw


def read_bits(folder, module, command, steps):
    """What went wrong or None, and the bytes of all results of all entries, of all steps."""
    bits = {}
    for entry, results in module.results.items():
        saved = os.path.join(folder, "saved.safetensors")
        paths = {r.port: os.path.join(folder, r.port + ".out.npy") for r in results if r.port}
        flags = [f"--output={port}=@{path}:all" for port, path in paths.items()] + [f"--steps={steps or 3}"]
        flags += [f"--entry={entry}"] * (len(module.results) > 1)
        flags += [f"--save-state={saved}"] * any(r.state for r in results)
        error = run(*command, *write_inputs(folder, module, entry), *flags)
        if error:
            return error, bits
        for path in [*paths.values(), *[saved] * any(r.state for r in results)]:
            with open(path, "rb") as file:
                bits[entry, path] = file.read()
    return None, bits


def check_orders(folder, module, how, steps, orders):
    """What is wrong with the bits of one stream and three, with graphs and without, in any order of the stub driver."""
    expected = None
    for streams in (1, 3):
        artifact = os.path.join(folder, f"streams{streams}.sbpx")
        error = run("sbp-compile", os.path.join(folder, "model.mlir"), "-o", artifact, *how[:1], f"--streams={streams}")
        if error:
            return f"compile: {error}"
        for graph in ([], ["--cuda-graph"]):
            for order in range(1, orders + 1):
                error, bits = read_bits(folder, module, ["env", f"SBP_STUB_SEED={order}", "sbp-run", artifact, *graph], steps)
                expected = expected or bits
                if error or bits != expected:
                    return f"{streams} streams {' '.join(graph)} order {order}: {error or 'other bits'}"
    return None


def check_compiled(how, flags, orders, cuts, folder, seeds, seed, **arguments):
    """The same for the whole way; no level 1 text. `how`: the target and the streams, `flags`: of sbp-run."""
    module, steps, draw = draw_module(seeds, seed, cuts, **arguments)
    model, artifact = os.path.join(folder, "model.mlir"), os.path.join(folder, "model.sbpx")
    write_model(model, module)
    reference = draw.random() < 0.2
    error = run("sbp-compile", model, "-o", artifact, *how, *["--with-reference"] * reference)
    if cuts and error and STATISTIC in error:
        return None, STATISTIC
    if error:
        return f"compile: {error}", ""
    error = run_and_compare(folder, module, ["sbp-run", artifact, *flags], steps)
    if not error and reference:
        error = run_and_compare(folder, module, ["sbp-run", artifact, "--compare"], steps)
        error = error and f"compare: {error}"
    if not error and orders:
        error = check_orders(folder, module, how, steps, orders)
    return error, ""


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


def shrink(check, folder, seeds, error):
    """Programs of a batch without which it does not fail, the shortest prefix of them that still does, and how."""
    left = list(seeds)
    for seed in seeds:
        rest = [other for other in left if other != seed]
        found = check(folder, rest, seeds.start)[0] if rest else None
        if found:
            left, error = rest, found
    for length in range(1, 9):
        found, _ = check(folder, left, seeds.start, length=length)
        if found:
            ops = "; ".join(", ".join(Program(seed, length=length).families) for seed in left)
            return f"seeds {left} as batch {seeds.start}, {length} ops ({ops}): {found}"
    return f"seeds {left} as batch {seeds.start}: {error}"


def check_batch(check, keep, seeds):
    """What is wrong with these seeds, or None, and the text of level 1."""
    with tempfile.TemporaryDirectory() as temporary:
        folder = keep or temporary
        os.makedirs(folder, exist_ok=True)
        error, text = check(folder, seeds, seeds.start)
        if error:
            with tempfile.TemporaryDirectory() as alone:
                error = f"seeds {seeds.start} to {seeds.stop - 1}: {error}\n{shrink(check, alone, seeds, error)}"
        return error, text


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--seeds", type=int, default=int(os.environ.get("SBP_SEEDS", "40")))
    parser.add_argument("--most", type=int, help="no more seeds than these")
    parser.add_argument("--first", type=int, default=1)
    parser.add_argument("--batch", type=int, default=10)
    parser.add_argument("--jobs", type=int, default=1, help="batches at a time")
    parser.add_argument("--keep", help="leaves the files of the last batch in this folder (with one job)")
    parser.add_argument("--coverage", action="store_true", help="print the table")
    parser.add_argument("--progress", action="store_true", help="print a line every 20 seconds")
    parser.add_argument("--compile", action="store_true", help="the whole way")
    parser.add_argument("--target", default="host", help="what to compile for")
    parser.add_argument("--streams", default="1", help="queues of a rank")
    parser.add_argument("--cuda-graph", action="store_true", help="steps are one call for each GPU")
    parser.add_argument("--orders", type=int, default=0, help="of the stub driver, in which all has the same bits")
    parser.add_argument("--cuts", action="store_true", help="steps are cut into micro-batches (with --compile)")
    parser.add_argument("--without", default="", help="families that are left out, as they were when a seed was written down")
    parser.add_argument("--only", default="", help="families that programs are made of")
    options = parser.parse_args()
    for family in filter(None, options.without.split(",")):
        del FAMILIES[family]
    if options.only:
        for family in set(FAMILIES) - set(options.only.split(",")):
            del FAMILIES[family]
    options.seeds = min(options.seeds, options.most or options.seeds)
    # Bundles of gpu-check, which compile nothing, have no harness.
    from sbp_testing.harness import list_target_flags

    how, flags = [*list_target_flags(options.target), f"--streams={options.streams}"], ["--cuda-graph"] * options.cuda_graph
    check = functools.partial(check_compiled, how, flags, options.orders, options.cuts) if options.compile else check_interpreted
    task = functools.partial(check_batch, check, options.keep)
    end = options.first + options.seeds
    batches = [range(first, min(first + options.batch, end)) for first in range(options.first, end, options.batch)]
    coverage, failures, start, printed = collections.Counter(), 0, time.monotonic(), 0
    refused = 0
    with multiprocessing.Pool(options.jobs) as pool:
        for seeds, (error, text) in zip(batches, pool.imap(task, batches)):
            add_coverage(coverage, text)
            failures += bool(error)
            refused += text == STATISTIC
            if error:
                print(error, flush=True)
            seconds = int(time.monotonic() - start)
            if options.progress and seconds >= printed + 20:
                printed = seconds
                print(f"{seconds} s: seeds {options.first} to {seeds.stop - 1} done, {failures} batches failed", flush=True)
    if options.coverage:
        print_coverage(coverage)
    if options.cuts:
        print(f"{refused} of {len(batches)} batches have a statistic of the whole batch that depends on a state, and are refused")
    print(f"{options.seeds} seeds from {options.first}: {failures} batches failed")
    sys.exit(1 if failures else 0)


if __name__ == "__main__":
    main()
