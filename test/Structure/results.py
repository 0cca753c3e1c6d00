"""Fails where a fallible call returns its value through a parameter.

results.py ROOT: the runtime and its tools return a `Result` in place of a `Status` beside a `bool &`, a number or a smart pointer; the
compiler returns `FailureOr` or `llvm::Expected` in place of a `bool` beside a `std::string &error`. Objects that a call fills piece by
piece may stay parameters. Prints one line per place and a count.
"""

import pathlib
import re
import sys

FUNCTION = re.compile(r"\b(Status|bool) +((?:\w+::)*\w+)\(([^(){};]*)\)\s*(?:const)?\s*(?:override|final)?\s*(?:= 0)?\s*[;{]")
# The last word of a parameter may be missing: `bool &`.
VALUE = re.compile(r"^(?:bool|double|int|unsigned|size_t|u?int\d+_t|void \*|std::(?:unique|shared)_ptr<.*>) ?&\w*$")
ERROR = re.compile(r"^std::string &(?:error|reason|message)\w*$")


def split(parameters):
    """Yields the parameters of a list, whitespace normalised; commas inside of <> do not separate."""
    depth, begin = 0, 0
    for at, character in enumerate(parameters + ","):
        depth += (character == "<") - (character == ">")
        if character == "," and depth == 0:
            yield " ".join(parameters[begin:at].split())
            begin = at + 1


def find(root, path, text):
    is_runtime = path.relative_to(root).parts[0] == "runtime" or "sbp-run" in path.parts
    for found in FUNCTION.finditer(text):
        kind, name, parameters = found.groups()
        pattern, better = (VALUE, "Result") if kind == "Status" else (ERROR, "Result" if is_runtime else "FailureOr or Expected")
        for parameter in split(parameters):
            if pattern.match(parameter):
                yield f"{path.relative_to(root)}:{text.count(chr(10), 0, found.start()) + 1}: {name} returns '{parameter}': use {better}"
                break


def main(root):
    files = bad = 0
    for top in ("lib", "include", "runtime", "tools"):
        for path in sorted((root / top).rglob("*")):
            if path.suffix in (".cpp", ".h"):
                files += 1
                for line in find(root, path, path.read_text()):
                    bad += 1
                    print(line)
    print(f"{files} files, {bad} values returned through parameters")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main(pathlib.Path(sys.argv[1]).resolve()))
