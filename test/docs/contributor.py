"""Follows a page of docs/HowTo for contributors in a scratch tree, and builds and runs what it adds.

contributor.py --source ROOT --build BUILD --scratch DIR PAGE --program NAME --like FILE... [--also FILE...] [--run ARGUMENTS]

A page has two kinds of steps: "New file `path`:" and "In `path`, before `text`:", each with a code block; `path` may be a link. Both are applied to
copies below DIR; new and changed C++ files must be as clang-format writes them, new Python files as ruff does. Headers that are generated
from a changed .td are generated again, and so are the lists of optimizers and of generators of a target that have new files. Then every new .cpp file, every
changed one and every file of --also is compiled with the command of the build (a new file with that of --like), and NAME is linked
from these objects and the rest of the build. New tests (.mlir, .test) run their RUN lines with the new program, --run runs it as it is.
A page without C++ needs no --program. What is not followed: CMake, scripts/docs, and the whole suite.
"""

import argparse
import json
import os
import pathlib
import re
import shlex
import shutil
import subprocess
import sys

STEP = re.compile(
    r"(?:(?P<new>New\s+file)\s+`(?P<path>[^`]+)`|In\s+\[?`(?P<changed>[^`]+)`(?:\]\([^)]*\))?,\s+(?:before|in\s+front\s+of)\s+"
    r"`(?P<anchor>[^`]+)`):\n\n```[a-z+]*\n(?P<text>.*?)^```$",
    re.M | re.S,
)


def run(command, **options):
    result = subprocess.run(command, capture_output=True, text=True, **options)
    if result.returncode != 0:
        print(f"$ {command if isinstance(command, str) else shlex.join(command)}\n{result.stdout}{result.stderr}")
        sys.exit(f"exit {result.returncode}")
    return result.stdout


class Scratch:
    """Copies of the changed files below `root`; everything else is read from the source and the build."""

    def __init__(self, source, build, root):
        self.source, self.build, self.root = source, build, root
        self.new, self.changed = [], []
        commands = json.loads((build / "compile_commands.json").read_text())
        self.commands = {os.path.relpath(entry["file"], source): entry for entry in commands}

    def apply(self, page):
        for step in STEP.finditer(page.read_text()):
            path = step["path"] or step["changed"]
            copy = self.root / path
            copy.parent.mkdir(parents=True, exist_ok=True)
            if step["new"]:
                if (self.source / path).exists():
                    sys.exit(f"{path} exists already")
                copy.write_text(step["text"])
                self.new.append(path)
                continue
            text = (copy if copy.exists() else self.source / path).read_text()
            at = re.search(f"^{re.escape(step['anchor'])}", text, re.M)
            if not at:
                sys.exit(f"{path} has no line that begins with {step['anchor']!r}")
            copy.write_text(text[: at.start()] + step["text"] + text[at.start() :])
            if path not in self.changed:
                self.changed.append(path)

    def link_neighbours(self):
        """A Python package is one folder: links the files of the source beside new ones."""
        for package in {pathlib.Path(path).parent for path in self.new if path.startswith("python/")}:
            for file in (self.source / package).glob("*.py"):
                (self.root / package / file.name).symlink_to(file)

    def list_generators(self):
        """Returns the source that registers the generators of a target with those of new folders; none where no folder is new."""
        folders = {path.split("/Generators/")[0] for path in self.new if "/Generators/" in path and path.startswith("lib/Target/")}
        sources = []
        for target in folders:
            tree = self.root / "generators" / target
            for file in (self.source / target / "Generators").glob("*/*.cpp"):
                copy = tree / file.parent.name / file.name
                copy.parent.mkdir(parents=True, exist_ok=True)
                copy.touch()
            for path in self.new:
                if path.startswith(f"{target}/Generators/"):
                    (tree / pathlib.Path(path).parent.name).mkdir(parents=True, exist_ok=True)
                    (tree / pathlib.Path(path).parent.name / pathlib.Path(path).name).touch()
            output = self.root / target / "RegisterGenerators.cpp"
            header = next((self.source / target).rglob("Generator.h")).relative_to(self.source / target)
            definitions = [f"-DTARGET={pathlib.Path(target).name.lower()}", f"-DHEADER={header}", f"-DFOLDER={tree}", f"-DOUTPUT={output}"]
            run(["cmake", *definitions, "-P", str(self.source / "lib/Target/ListGenerators.cmake")])
            sources.append(f"{target}/RegisterGenerators.cpp")
        return sources

    def list_optimizers(self):
        """Returns the source that registers all optimizers and the new ones; none where none is new."""
        folder = "lib/Dialect/NN/IR/Optimizers"
        if not any(path.startswith(folder) for path in self.new):
            return []
        output = self.root / "lib/Dialect/NN/IR/RegisterOptimizers.cpp"
        folders = f"{self.source / folder};{self.root / folder}"
        run(["cmake", f"-DFOLDERS={folders}", f"-DOUTPUT={output}", "-P", str(self.source / "lib/Dialect/NN/IR/ListOptimizers.cmake")])
        return [str(output.relative_to(self.root))]

    def check_format(self):
        """Fails where clang-format would write a new or changed C++ file otherwise, or ruff, where it is installed, a Python file."""
        python = [str(self.root / path) for path in self.new if path.endswith(".py")]
        if python and shutil.which("ruff"):
            # From the tree, in which ruff finds the package that the page imports (ruff.toml, src).
            for words in (["check"], ["format", "--check"]):
                run(["ruff", *words, "--config", str(self.source / "ruff.toml"), *python], cwd=self.source)
        paths = [str(self.root / path) for path in [*self.new, *self.changed] if path.endswith((".cpp", ".h"))]
        if paths:
            run(["clang-format-22", f"--style=file:{self.source / '.clang-format'}", "--dry-run", "-Werror", *paths])

    def generate(self):
        """Runs the build's mlir-tblgen commands of changed .td files into the scratch tree."""
        for path in self.changed:
            if not path.endswith(".td"):
                continue
            folder = self.build / pathlib.Path(path).parent
            outputs = [str(file.relative_to(self.build)) for file in sorted(folder.glob("*.inc"))]
            for line in run(["ninja", "-C", str(self.build), "-t", "commands", *outputs]).splitlines():
                parts = [shlex.split(part) for part in line.split(" && ")]
                words = next((part for part in parts if part[0].endswith("mlir-tblgen")), None)
                if not words or ["cd", str(folder)] not in parts:
                    continue
                target = self.root / "generated" / folder.relative_to(self.build) / pathlib.Path(words[words.index("-o") + 1]).name
                target.parent.mkdir(parents=True, exist_ok=True)
                words[words.index("-o") + 1] = str(target)
                words = [
                    str(self.root / os.path.relpath(word, self.source))
                    if word.endswith(".td") and (self.root / os.path.relpath(word, self.source)).exists()
                    else word
                    for word in words
                ]
                words[1:1] = ["-I", str(self.root / "include")]
                words = [word for word in words if not word.endswith(".d") and word != "-d"]
                run(words, cwd=folder)

    def compile(self, path, like):
        """Compiles `path` with the command of the build for `like`; returns the object file."""
        entry = self.commands[like]
        words = shlex.split(entry["command"])
        written = self.root / path if (self.root / path).exists() else self.source / path
        output = self.root / "objects" / (path + ".o")
        output.parent.mkdir(parents=True, exist_ok=True)
        words[words.index("-o") + 1] = str(output)
        words = [str(written) if word == entry["file"] else word for word in words]
        compiler = next(i for i, word in enumerate(words) if re.search(r"(clang|g)\+\+[-\d.]*$", word))
        # Quoted includes find the neighbours of the original file, as they would beside it.
        words[compiler + 1 : compiler + 1] = [
            f"-I{self.root / 'include'}",
            f"-I{self.root / 'generated' / 'include'}",
            f"-I{self.root / 'runtime' / 'testing'}",
            f"-iquote{(self.source / like).parent}",
        ]
        run(words, cwd=entry["directory"])
        return output

    def link(self, program, objects):
        """Links the build's program with `objects` in place of those of the same source."""
        line = run(["ninja", "-C", str(self.build), "-t", "commands", program]).splitlines()[-1]
        words = shlex.split(next(part for part in line.split(" && ") if " -o " in part))
        output = self.root / program
        output.parent.mkdir(parents=True, exist_ok=True)
        words[words.index("-o") + 1] = str(output)
        names = {str(path.relative_to(self.root / "objects")).split("/")[-1] for path in objects}
        first = next(i for i, word in enumerate(words) if word.endswith(".o"))
        words = words[:first] + [str(path) for path in objects] + [word for word in words[first:] if word.split("/")[-1] not in names]
        run(words, cwd=self.build)
        return output

    def test(self, path, folder):
        """Runs the RUN lines of a new test with the programs of `folder` first on PATH."""
        env = dict(os.environ, PATH=f"{folder}:{os.environ['PATH']}")
        replacements = {
            "%source/python": self.root / "python",
            "%source": self.source,
            "%python": sys.executable,
            "%S": (self.root / path).parent,
            "%s": self.root / path,
            "%t": self.root / "outputs" / path,
        }
        (self.root / "outputs" / path).parent.mkdir(parents=True, exist_ok=True)
        lines = [line.split("RUN:", 1)[1].strip() for line in (self.root / path).read_text().splitlines() if "RUN:" in line]
        for line in lines:
            for name, value in replacements.items():
                line = line.replace(name, str(value))
            run("set -o pipefail; " + line, shell=True, executable="/bin/bash", env=env)
        print(f"{path}: {len(lines)} RUN lines pass")


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    for name in ("--source", "--build", "--scratch"):
        parser.add_argument(name, type=pathlib.Path, required=True)
    parser.add_argument("page", type=pathlib.Path)
    parser.add_argument("--program", help="the program that the page changes; none for a page without C++")
    parser.add_argument("--like", help="the source whose command compiles new files")
    parser.add_argument("--also", nargs="*", default=[], help="sources that read generated headers and are compiled again")
    parser.add_argument("--run", help="arguments of a run of the new program")
    options = parser.parse_args()
    scratch = Scratch(options.source.resolve(), options.build.resolve(), options.scratch.resolve())
    scratch.apply(options.page)
    scratch.check_format()
    scratch.generate()
    scratch.link_neighbours()
    sources = [(path, options.like) for path in [*scratch.new, *scratch.list_generators()] if path.endswith(".cpp")]
    sources += [(path, path) for path in [*scratch.changed, *options.also] if path.endswith(".cpp")]
    sources += [(path, options.like) for path in scratch.list_optimizers()]
    program = options.build.resolve() / "bin/sbp-opt"
    if options.program:
        program = scratch.link(options.program, [scratch.compile(path, like) for path, like in sources])
    for path in scratch.new:
        if path.endswith((".mlir", ".test")):
            scratch.test(path, program.parent)
    if options.run:
        print(run([str(program), *shlex.split(options.run)], env=dict(os.environ)))
    print(
        f"{options.page.name}: {len(scratch.new)} new files, {len(scratch.changed)} changed, {len(sources)} compiled"
        + (f", {options.program} runs" if options.program else "")
    )


if __name__ == "__main__":
    main()
