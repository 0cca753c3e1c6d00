"""Fails where a file outside of the generators names one.

generator_names.py GENERATORS FOLDER: each folder of GENERATORS is a generator, whose name in reports its getName returns. Code of
FOLDER, comments aside, may contain neither name. Prints the places and their number.
"""

import pathlib
import re
import sys


def main(generators, folder):
    names = {path.name for path in generators.iterdir() if path.is_dir()}
    count = len(names)
    for path in generators.glob("*/*.cpp"):
        names.update(f'"{name}"' for name in re.findall(r'getName\(\) const override { return "(\w+)"', path.read_text()))
    bad = 0
    files = [path for path in sorted(folder.rglob("*")) if path.suffix in (".cpp", ".h")]
    for path in files:
        for number, line in enumerate(path.read_text().splitlines(), 1):
            for word in re.findall(r'"\w+"|\b\w+\b', line.split("//")[0]):
                if word in names:
                    bad += 1
                    print(f"{path.name}:{number}: names the generator {word.strip(chr(34))}")
    print(f"{len(files)} files, {count} generators, {bad} names")
    return bad != 0 or not files or not count


sys.exit(main(*map(pathlib.Path, sys.argv[1:])))
