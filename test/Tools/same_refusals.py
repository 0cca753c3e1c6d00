"""Every model of a folder is refused by sbp-compile, sbp-opt and sbp-interpret with one and the same error."""

import pathlib
import subprocess
import sys

folder = pathlib.Path(sys.argv[1])
for model in sorted(folder.glob("*.mlir")):
    commands = [
        ["sbp-compile", model.name, "-o", "model.sbpx"],
        ["sbp-opt", model.name, "--sbp-compile-to=tasks"],
        ["sbp-interpret", model.name],
    ]
    said = []
    for command in commands:
        done = subprocess.run(command, cwd=folder, capture_output=True, text=True)
        errors = [line for line in done.stderr.splitlines() if "error: " in line]
        if done.returncode != 1 or len(errors) != 1:
            sys.exit(f"{' '.join(command)}: exit code {done.returncode}, {len(errors)} errors\n{done.stderr}")
        said.append(errors[0])
    if len(set(said)) != 1:
        sys.exit("\n".join(["different words:", *said]))
    print(said[0])
