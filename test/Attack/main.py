"""Attacks the programs with mutants and prints a table: attack x runs x outcome.

    scripts/attack [KIND ...] [--seed=S] [--runs=N] [--first=N] [--jobs=2] [--keep=DIR] [--check] [--bin=DIR]

Every mutant is drawn from (seed, kind, number) alone: `--seed=S --first=N --runs=1 KIND` makes it again. Mutants that fail
are saved with their commands in DIR/KIND/NUMBER. Ends with 1 if an outcome is a defect (outcomes.py says which are).
"""

import argparse
import functools
import multiprocessing
import os
import random
import resource
import shutil
import sys
import tempfile
import time
import traceback

from kinds import KINDS
from outcomes import BROKEN, Outcome, Table
from tools import Case

ROOT = os.path.abspath(os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", ".."))
CHECK_SEED = 1
MEMORY_BYTES = 6 << 30  # a mutant that wants more is told so, not the machine


def parse_arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("kinds", nargs="*", metavar="KIND", help="all without one: " + ", ".join(KINDS))
    parser.add_argument("--seed", type=int, help="drawn and printed without one")
    parser.add_argument("--runs", type=int, help="mutants of each kind (each kind has its own number)")
    parser.add_argument("--first", type=int, default=0, help="number of the first mutant")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--keep", metavar="DIR", help="where mutants that fail are saved")
    parser.add_argument("--check", action="store_true", help=f"the slice scripts/check runs, from seed {CHECK_SEED}")
    parser.add_argument("--bin", default=os.path.join(ROOT, "build", "bin"), help="the programs (build/bin)")
    options = parser.parse_args()
    for name in options.kinds:
        if name not in KINDS:
            parser.error(f"no kind '{name}'; there are: {', '.join(KINDS)}")
    options.kinds = options.kinds or list(KINDS)
    options.bin = os.path.abspath(options.bin)
    if options.seed is None:
        options.seed = CHECK_SEED if options.check else random.SystemRandom().randrange(10**6)
    return options


@functools.cache
def get_kind(name, folder, bin):
    """One object of each kind in each process, with a folder of its own."""
    os.makedirs(os.path.join(folder, "mutant"))
    return KINDS[name](folder, bin)


def attack(options, scratch, job):
    """Runs one mutant: kind, number, seconds, outcome."""
    name, index = job
    folder = os.path.join(scratch, str(os.getpid()), name)
    kind = get_kind(name, folder, options.bin)
    mutant = os.path.join(folder, "mutant")
    for entry in os.scandir(mutant):
        shutil.rmtree(entry.path) if entry.is_dir(follow_symlinks=False) else os.unlink(entry.path)
    case = Case(random.Random(f"{options.seed} {name} {index}"), index, mutant, options.bin)
    start = time.monotonic()
    try:
        outcome = kind.attack(case)
    except Exception as error:
        outcome = Outcome(BROKEN, f"{error!r} in {traceback.format_exc().splitlines()[-3].strip()}")
    seconds = time.monotonic() - start
    outcome.detail = shorten(outcome.detail, folder)
    if options.keep and not outcome.is_good:
        keep(case, outcome, folder, os.path.join(options.keep, name))
    return name, index, seconds, outcome


def shorten(text, folder):
    return text.replace(os.path.join(folder, "mutant/"), "").replace(folder, "..")


def keep(case, outcome, folder, target):
    """The files of the mutant with its commands, which run there, and beside it the files that all mutants of the kind use."""
    here = os.path.join(target, str(case.index))
    shutil.rmtree(here, ignore_errors=True)
    shutil.copytree(case.folder, here, symlinks=True)
    for entry in os.scandir(folder):
        if entry.is_file():
            shutil.copy(entry.path, target)
    with open(os.path.join(here, "outcome.txt"), "w") as file:
        file.write(shorten("\n".join([*case.commands, f"{outcome.name}: {outcome.detail}", ""]), folder))


def get_runs(options, name):
    if options.runs is not None:
        return options.runs
    return KINDS[name].checked if options.check else KINDS[name].runs


def limit_memory(bin):
    """For all children. Sanitizers reserve address space that they never use."""
    if "asan" not in bin and "tsan" not in bin:
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY_BYTES, MEMORY_BYTES))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def main():
    options = parse_arguments()
    print(f"seed {options.seed}", flush=True)
    jobs = [(name, options.first + i) for name in options.kinds for i in range(get_runs(options, name))]
    table, printed = Table(), time.monotonic()
    with (
        tempfile.TemporaryDirectory(prefix="sbp-attack-") as scratch,
        multiprocessing.Pool(options.jobs, limit_memory, (options.bin,)) as pool,
    ):
        for done, result in enumerate(pool.imap_unordered(functools.partial(attack, options, scratch), jobs, 4), 1):
            table.add(*result)
            if time.monotonic() - printed > 20:
                printed = time.monotonic()
                print(f"{done} of {len(jobs)}, {table.failures} defects", file=sys.stderr, flush=True)
    table.print_classes()
    table.print(options.kinds)
    print(f"seed {options.seed}: {len(jobs)} mutants, {table.failures} defects")
    sys.exit(1 if table.failures else 0)


if __name__ == "__main__":
    main()
