"""Links sbp-cuda-region with one more generator: link_generator.py BUILD TREE NAME, where TREE holds Generators/NAME/NAME.cpp and
RegisterGenerators.cpp. Sources are compiled as the build compiles its own generators. Writes TREE/sbp-cuda-region."""

import json
import shlex
import subprocess
import sys
from pathlib import Path

build, tree, name = Path(sys.argv[1]), Path(sys.argv[2]), sys.argv[3]
known = next(
    entry
    for entry in json.loads((build / "compile_commands.json").read_text())
    if entry["file"].endswith("Generators/Reduction/Reduction.cpp")
)
words = shlex.split(known["command"])
objects = []
for source in (tree / "Generators" / name / f"{name}.cpp", tree / "RegisterGenerators.cpp"):
    objects.append(str(source.with_suffix(".o")))
    command = list(words)
    command[command.index("-o") + 1] = objects[-1]
    command[command.index("-c") + 1] = str(source)
    subprocess.run(command, cwd=known["directory"], check=True)
link = subprocess.run(["ninja", "-C", build, "-t", "commands", "-s", "bin/sbp-cuda-region"], capture_output=True, text=True, check=True)
words = shlex.split(link.stdout.splitlines()[-1])
while words[0] in (":", "&&"):
    words = words[1:]
words = words[: words.index("&&")] if "&&" in words else words
words[words.index("-o") + 1] = str(tree / "sbp-cuda-region")
# In front of the library, whose own list of generators is then not linked.
library = next(i for i, word in enumerate(words) if word.endswith(".a"))
subprocess.run(words[:library] + objects + words[library:], cwd=build, check=True)
