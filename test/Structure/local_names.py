"""Fails where two files of one folder of the compiler define local things of one name.

local_names.py ROOT: files of a folder below lib/ may be compiled together (`sbp_join_sources` in cmake/SBPLibrary.cmake), where
their static functions, constants and local classes share one scope. Folders that are compiled file by file (APART in a
CMakeLists.txt) may repeat names. Prints each repeated name with its files, and the number of files that were read.
"""

import collections
import pathlib
import re
import sys

FUNCTION = r"static\s+(?:inline\s+)?[\w:<>,*&\s]*?\b(\w+)\("
CONSTANTS = re.compile(r"^static\s+const(?:expr)?\s[^;]*;", re.MULTILINE)
CONSTANT = re.compile(r"\b(k[A-Z]\w*)(?:\[\w*\])*\s*[={]")
CLASS = r"(?:class|struct|enum(?:\s+class)?)\s+(\w+)\s*(?:final\s*)?(?::[^:;{]*)?\{"
DEFINITION = re.compile(rf"^(?:template\s*<[^>]*>\s*)?(?:{FUNCTION}|{CLASS})", re.MULTILINE)
APART = re.compile(r"sbp_add_library\([^)]*\bAPART ((?:\w+ ?)+)")


def find_apart(root):
    """The folders that are compiled file by file."""
    apart = set()
    for lists in root.glob("lib/**/CMakeLists.txt"):
        for match in APART.finditer(lists.read_text()):
            apart |= {lists.parent / folder for folder in match[1].split()}
    return apart


def main():
    root = pathlib.Path(sys.argv[1])
    apart = find_apart(root)
    places = collections.defaultdict(set)
    files = sorted(root.glob("lib/**/*.cpp"))
    for file in files:
        if file.parent in apart:
            continue
        text = file.read_text()
        names = [next(filter(None, match.groups())) for match in DEFINITION.finditer(text)]
        names += [name for statement in CONSTANTS.findall(text) for name in CONSTANT.findall(statement)]
        for name in names:
            places[file.parent.relative_to(root), name].add(file.name)
    repeated = {place: names for place, names in places.items() if len(names) > 1}
    for (folder, name), names in sorted(repeated.items()):
        print(f"{folder}: {name} is defined in {' and '.join(sorted(names))}; call one of them otherwise, or share it")
    print(f"{len(files)} files, {len(repeated)} repeated names")
    return bool(repeated)


if __name__ == "__main__":
    sys.exit(main())
