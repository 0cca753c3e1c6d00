"""Measures how comments and calls read, and fails where a measure is beyond its bound.

prose.py ROOT [--report] [--list MEASURE]: reads the tracked sources below ROOT outside of test/ (CONTRIBUTING.md, "Style", has
examples). A comment block is a run of whole-line comments, or one comment behind code.

  clauses     blocks that begin with What, Who, Where or Of: a clause without its noun
  persons     blocks in which code says, tells, wants, knows, looks or hears
  comments    share of comment lines among the lines of .cpp files
  equal       blocks of at least six words that stand in the tree more than once
  literals    bool literals that are passed without the name of their parameter
  openers     files that do not open with `// Name.ext: what it holds`

--report prints every measure and never fails; --list prints the places of one.
"""

import argparse
import collections
import pathlib
import re
import subprocess
import sys

BOUNDS = {"clauses": 0.005, "persons": 0.005, "equal": 0, "literals": 0, "openers": 0}
LEAST_COMMENTS = 0.075

# No file includes it; a change of its text would recompile the whole compiler.
OPENERLESS = {"include/sbp/Precompiled.h"}

SUFFIXES = {".cpp", ".h", ".c", ".td", ".py"}
CLAUSE = re.compile(r"(What|Who|Whoever|Where|Of)\b")
PERSON = re.compile(
    r"\b(says?|said|tells?|told|wants?|wanted|knows|knew|looks? (?!up\b)|looked (?!up\b)|hears?|heard|wish|wishes)\b", re.IGNORECASE
)
STRING = re.compile(r'"(?:[^"\\\n]|\\.)*"|(?<!\w)\'(?:[^\'\\\n]|\\.)+\'')
# In parentheses or behind a comma, and not an initialiser: `f(x, true)`.
LITERAL = re.compile(r"(?<=[(,])\s*(?:true|false)\s*(?=[,)])")
# Calls whose literal is a value that is stored or searched for, not a choice; and conditions.
VALUE_CALLS = {
    "while",
    "if",
    "assert",
    "static_assert",
    "exchange",
    "store",
    "assign",
    "fill",
    "resize",
    "push_back",
    "emplace_back",
    "init",
    "is_contained",
    "find",
    "count",
    "value_or",
    "getBoolAttr",
    "BoolAttr",
    "APInt",
    "append",
    "try_emplace",
    "optional",
    "pair",
    "printOpOnDiagnostic",
}
# A container that is filled with one value: `SmallVector<bool> seen(size, false)`.
FILLED = re.compile(r"(?:vector|SmallVector|BitVector|deque)(?:<[^;(]*>)?\s+\w+$")


def find_sources(root):
    listed = subprocess.run(["git", "-C", str(root), "ls-files"], capture_output=True, text=True)
    # A scratch tree below a build folder has no tracked files.
    names = listed.stdout.split("\n") if listed.stdout else [str(p.relative_to(root)) for p in root.rglob("*") if p.is_file()]
    for name in sorted(names):
        if pathlib.PurePath(name).suffix in SUFFIXES and not name.startswith(("test/", "build")) and (root / name).is_file():
            yield name, (root / name).read_text()


def find_marker(line, marker):
    """The index of the comment marker in `line`, outside of string literals, or -1."""
    blank = STRING.sub(lambda found: "_" * len(found[0]), line)
    return blank.find(marker)


def find_blocks(name, text):
    """Yields (line number, text) of every comment block, and counts the lines that are comments alone."""
    marker = "#" if name.endswith(".py") else "//"
    block, begin = [], 0
    for number, line in enumerate(text.split("\n"), 1):
        stripped = line.strip()
        alone = stripped.startswith(marker)
        if alone and not stripped.startswith("#!"):
            begin = begin or number
            block.append(stripped.lstrip("/#").lstrip("<").strip())
            continue
        if block:
            yield begin, " ".join(block).strip(), len(block)
            block, begin = [], 0
        at = find_marker(line, marker) if stripped and "://" not in line else -1
        if at > 0:
            yield number, line[at:].lstrip("/#").lstrip("<").strip(), 0
    if block:
        yield begin, " ".join(block).strip(), len(block)


def find_callee(code, at):
    """The code in front of the parenthesis that encloses position `at`, up to the statement's beginning."""
    depth = 0
    while at > 0:
        at -= 1
        if code[at] in ")}":
            depth += 1
        elif code[at] in "({":
            if depth == 0:
                break
            depth -= 1
    begin = max(code.rfind(mark, 0, at) for mark in ";{}")
    return code[begin + 1 : at].strip() if code[at] == "(" else ""


def find_literals(name, text):
    if pathlib.PurePath(name).suffix not in (".cpp", ".h", ".c"):
        return
    code = STRING.sub(lambda found: "_" * len(found[0]), text)
    code = re.sub(r"//[^\n]*", lambda found: " " * len(found[0]), code)
    for found in LITERAL.finditer(code):
        callee = find_callee(code, found.start())
        last = re.search(r"(\w+)(?:::get)?(?:<[^()]*>)?$", callee)
        is_setter = last and re.match(r"set|enable|allow", last[1]) and code[found.start() - 1] == "(" and code[found.end()] == ")"
        if (
            callee
            and last
            and not is_setter
            and last[1] not in VALUE_CALLS
            and not last[1].startswith(("EXPECT_", "ASSERT_", "constant"))
            and not FILLED.search(callee)
        ):
            at = found.start() + len(found.group()) - len(found.group().lstrip())
            yield code.count("\n", 0, at) + 1, found.group().strip()


def measure(root):
    """Returns (places by measure, numbers by measure)."""
    places, blocks, seen = collections.defaultdict(list), 0, collections.defaultdict(list)
    lines = comment_lines = files = 0
    for name, text in find_sources(root):
        files += 1
        is_cpp = name.endswith(".cpp")
        lines += is_cpp * text.count("\n")
        opener = text.split("\n", 1)[0]
        base = re.escape(pathlib.PurePath(name).name)
        if pathlib.PurePath(name).suffix in (".cpp", ".h") and name not in OPENERLESS and not re.match(rf"(//|/\*) {base}: \S", opener):
            places["openers"].append((name, 1, opener))
        for number, block, size in find_blocks(name, text):
            blocks += 1
            comment_lines += is_cpp * size
            if CLAUSE.match(block):
                places["clauses"].append((name, number, block))
            if PERSON.search(block):
                places["persons"].append((name, number, block))
            if len(block.split()) >= 6:
                seen[block].append((name, number, block))
        for number, _literal in find_literals(name, text):
            places["literals"].append((name, number, text.split("\n")[number - 1].strip()))
    places["equal"] = [place for group in seen.values() if len(group) > 1 for place in group]
    return places, {"files": files, "blocks": blocks, "lines": lines, "comment_lines": comment_lines}


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("root", type=pathlib.Path)
    parser.add_argument("--report", action="store_true")
    parser.add_argument("--list", choices=[*BOUNDS])
    options = parser.parse_args()
    places, numbers = measure(options.root)
    if options.list:
        for name, number, block in places[options.list]:
            print(f"{name}:{number}: {block[:160]}")
        return 0
    failed = numbers["files"] == 0
    share = numbers["comment_lines"] / max(1, numbers["lines"])
    print(f"{numbers['files']} files, {numbers['blocks']} comment blocks")
    for name, bound in BOUNDS.items():
        count = len(places[name])
        shown = f"{count} ({count / max(1, numbers['blocks']):.2%} of blocks, bound {bound:.1%})" if bound else f"{count} (bound 0)"
        bad = count > bound * numbers["blocks"]
        failed |= bad
        print(f"{name}: {shown}{' TOO MANY' if bad and not options.report else ''}")
        for place in places[name][:10] if bad and not options.report else ():
            print(f"  {place[0]}:{place[1]}: {place[2][:120]}")
    failed |= share < LEAST_COMMENTS
    print(f"comments: {share:.2%} of {numbers['lines']} lines of .cpp files (at least {LEAST_COMMENTS:.1%})")
    return failed and not options.report


sys.exit(main())
