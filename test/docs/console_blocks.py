"""Runs the ```console blocks of Markdown files and compares what they print.

    console_blocks.py [--update] [--root DIR] FILE...

A block holds commands behind "$ " and the output expected of each; a line "..." stands for any lines. Commands run with
a shell in one scratch directory per file, in which `examples` links to the project's; programs are found on PATH.
--update writes the real output into the file (blocks with "..." are left alone).
"""

import argparse
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

BLOCK = re.compile(r"^```console\n(.*?)^```$", re.M | re.S)


def split(block):
    """[(command, [expected lines])] of one block."""
    steps = []
    for line in block.splitlines():
        if line.startswith("$ "):
            steps.append((line[2:], []))
        elif steps:
            steps[-1][1].append(line)
    return steps


def matches(expected, found):
    pattern = "\n".join(expected) + "\n"
    pattern = re.escape(pattern).replace(re.escape("...\n"), r"(?:.*\n)*")
    text = "".join(line.rstrip() + "\n" for line in found.splitlines())
    return re.fullmatch(pattern if expected else "", text) is not None


def run(command, directory):
    result = subprocess.run(command, shell=True, cwd=directory, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=300)
    return result.stdout


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--update", action="store_true")
    parser.add_argument("--root", default=".")
    parser.add_argument("files", nargs="+")
    arguments = parser.parse_args()
    failures = count = 0
    for path in arguments.files:
        text = Path(path).read_text()
        with tempfile.TemporaryDirectory() as directory:
            os.symlink(os.path.abspath(os.path.join(arguments.root, "examples")), os.path.join(directory, "examples"))

            def check(match):
                nonlocal failures, count
                lines = []
                for command, expected in split(match.group(1)):
                    count += 1
                    found = run(command, directory)
                    if not matches(expected, found):
                        failures += 1
                        if not arguments.update:
                            print(f"{path}: $ {command}\n--- expected\n" + "\n".join(expected) + f"\n--- found\n{found}")
                    keep = "..." in expected or not arguments.update
                    lines += ["$ " + command] + (expected if keep else [line.rstrip() for line in found.splitlines()])
                return "```console\n" + "\n".join(lines) + "\n```"

            updated = BLOCK.sub(check, text)
        if arguments.update and updated != text:
            Path(path).write_text(updated)
    print(f"{count} commands, {failures} differ")
    return 1 if failures and not arguments.update else 0


if __name__ == "__main__":
    sys.exit(main())
