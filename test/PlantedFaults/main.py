"""Plants faults, one at a time, and says which tests fail; a fault that no test sees is an error.

    scripts/plant-faults [FAULT ...] [--filter=REGEX] [--keep=DIR]

Needs a finished build in build/. Sources are changed in a copy; of the compiler only the changed files are compiled, and sbp-compile,
sbp-interpret and sbp-opt linked, into a folder beside it: neither the sources nor build/ change. Then lit runs the tests of the faults
(SBP_SEEDS cuts them, 1 % unless said) on those programs. A new fault is an entry of a table as in memory_layers.py.
"""

import argparse
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile

import memory_layers
import micro_batches
import recomputation
import training

SUITES = [memory_layers, training, micro_batches, recomputation]
FOLDERS = ["lib", "python", "test", "examples", "docs", "runtime", "benchmarks", "scripts"]
PROGRAMS = ["sbp-compile", "sbp-interpret", "sbp-opt"]
SOURCE = os.path.realpath(os.path.join(os.path.dirname(__file__), "..", ".."))
BUILD = os.path.join(SOURCE, "build")
LIT = "/usr/lib/llvm-22/bin/lit"


def run(command, **options):
    finished = subprocess.run(command, text=True, capture_output=True, **options)
    if finished.returncode:
        sys.exit(f"plant-faults: {command} ended with {finished.returncode}\n{finished.stdout}{finished.stderr}")
    return finished.stdout


class Copy:
    """The sources, and a build folder of which every program is the one of build/, or one with a fault."""

    def __init__(self, directory):
        self.source, self.build = os.path.join(directory, "source"), os.path.join(directory, "source", "build")
        listed = run(["git", "ls-files", "--cached", "--others", "--exclude-standard", "--deduplicate", *FOLDERS], cwd=SOURCE)
        for name in listed.splitlines():
            if not os.path.exists(os.path.join(SOURCE, name)):
                continue  # removed, and not committed yet
            to = os.path.join(self.source, name)
            os.makedirs(os.path.dirname(to), exist_ok=True)
            shutil.copy(os.path.join(SOURCE, name), to)
        os.makedirs(os.path.join(self.build, "bin"))
        os.makedirs(os.path.join(self.build, "test"))
        for name in ("lib", os.path.join("bin", "test")):
            os.symlink(os.path.join(BUILD, name), os.path.join(self.build, name))
        with open(os.path.join(BUILD, "test", "lit.site.cfg.py")) as original:
            text = original.read().replace(BUILD, self.build).replace(SOURCE + "/test", self.source + "/test")
        with open(os.path.join(self.build, "test", "lit.site.cfg.py"), "w") as site:
            site.write(text.replace(f'"{SOURCE}"', f'"{self.source}"'))

    def write(self, name, text):
        with open(os.path.join(self.source, name), "w") as file:
            file.write(text)

    def take_programs(self):
        """Those of build/; no links, or sbp-run would find the sbp-compile of build/ beside it."""
        for name in os.listdir(os.path.join(BUILD, "bin")):
            of, to = os.path.join(BUILD, "bin", name), os.path.join(self.build, "bin", name)
            if os.path.isfile(of):
                if os.path.exists(to):
                    os.remove(to)
                shutil.copy(of, to)

    def compile(self, name, commands):
        """The object of a changed source, compiled as in build/."""
        path, copied = os.path.join(SOURCE, name), os.path.join(self.source, name)
        entry = next((entry for entry in commands if entry["file"] == path), None)
        if not entry:
            sys.exit(f"plant-faults: {name} is not compiled in {BUILD}; only sources can be changed, no headers")
        to = os.path.join(self.build, os.path.basename(name) + ".o")
        command = entry["command"].replace(f"-c {path}", f"-c {copied}")
        run(re.sub(r" -o \S+", f" -o {to}", command), shell=True, cwd=BUILD)
        return to

    def link(self, objects):
        """An object in front of the libraries takes the place of theirs."""
        for program in PROGRAMS:
            command = run(["ninja", "-t", "commands", f"bin/{program}"], cwd=BUILD).rstrip("\n").split("\n")[-1]
            to = os.path.join(self.build, "bin", program)
            run(command.replace(f" -o bin/{program} ", f" {' '.join(objects)} -o {to} "), shell=True, cwd=BUILD)

    def find_failures(self, tests):
        """Tests that fail, each with the line that says why, and how many ran."""
        report = os.path.join(self.build, "report.json")
        environment = {"SBP_SEEDS": "1", **os.environ}
        subprocess.run(
            [LIT, "-q", "-j2", "--timeout", "600", "--filter", tests, "-o", report, os.path.join(self.build, "test")],
            env=environment,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        with open(report) as file:
            ran = [test for test in json.load(file)["tests"] if test["code"] not in ("UNSUPPORTED", "SKIPPED", "EXCLUDED")]
        failures = [test for test in ran if test["code"] not in ("PASS", "XFAIL")]
        return {test["name"].split(" :: ")[1]: explain(test) for test in failures}, len(ran)


def explain(test):
    said = [line.strip("# |") for line in test["output"].splitlines() if "rror:" in line]
    return said[0][:150] if said else test["code"].lower()


def plant(copy, changes, commands):
    """Returns the texts that stood there, by file."""
    before, objects = {}, []
    for name, old, new in changes:
        with open(os.path.join(copy.source, name)) as file:
            text = file.read()
        before.setdefault(name, text)
        if text.count(old) != 1:
            sys.exit(f"plant-faults: {name} has {text.count(old)} times, not once:\n{old}")
        copy.write(name, text.replace(old, new))
    objects = [copy.compile(name, commands) for name in before if name.endswith(".cpp")]
    if objects:
        copy.link(objects)
    return before


def main():
    faults = {name: (changes, suite.TESTS) for suite in SUITES for name, changes in suite.FAULTS.items()}
    parser = argparse.ArgumentParser(prog="plant-faults", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("fault", nargs="*", help=", ".join(faults))
    parser.add_argument("--filter", help="the tests to run, instead of those of the fault")
    parser.add_argument("--keep", help="where the copy stays, with the last fault")
    arguments = parser.parse_args()
    if unknown := [name for name in arguments.fault if name not in faults]:
        parser.error(f"no fault is called {unknown[0]}; there are {', '.join(faults)}")
    with open(os.path.join(BUILD, "compile_commands.json")) as file:
        commands = json.load(file)
    unseen = []
    with tempfile.TemporaryDirectory() as scratch:
        copy = Copy(os.path.realpath(arguments.keep or scratch))
        copy.take_programs()
        for name in ["none", *(arguments.fault or faults)]:
            changes, tests = faults[name] if name != "none" else ([], "|".join(suite.TESTS for suite in SUITES))
            before = plant(copy, changes, commands)
            failures, ran = copy.find_failures(arguments.filter or tests)
            print(f"{name}: {len(failures)} of {ran} tests fail")
            for test, why in failures.items():
                print(f"  {test}: {why}", flush=True)
            if bool(failures) == (name == "none"):
                unseen.append(name)
            for file, text in before.items():
                copy.write(file, text)
            if any(file.endswith(".cpp") for file in before):
                copy.take_programs()
    if unseen:
        sys.exit(f"plant-faults: {', '.join(unseen)}: tests fail without a fault, or see none")


if __name__ == "__main__":
    main()
