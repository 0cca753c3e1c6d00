"""Compiles the sentence encoder for four ranks, runs it with real weights and compares:  python3 run.py WEIGHTS [FOLDER]

Prints the cosine similarities of the sentences, what moved between ranks, memory and times, and how far the embeddings are
from one rank's and from those of the original PyTorch model. Ends with 1 if a similarity is off by more than 1e-4.
WEIGHTS is the model's safetensors file; FOLDER takes what is written (default: a temporary one).
"""

import json
import os
import re
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import numpy as np

HERE = os.path.dirname(os.path.abspath(__file__))
ONE_RANK = 'sbp.placement @mesh ["dp" = 1, "tp" = 1]'


def sentences():
    text = Path(os.path.join(HERE, "export_minilm.py")).read_text()
    return re.findall(r'^    "(.*)",$', text.split("SENTENCES = [")[1].split("]")[0], re.M)


def execute(model, weights, folder, tag):
    """Compiles and runs `model`: embeddings [8, 384], report, run summary, seconds of the compilation."""
    artifact, report, out = (os.path.join(folder, tag + suffix) for suffix in (".sbpx", ".report.json", ".npy"))
    start = time.time()
    subprocess.run(["sbp-compile", model, "-o", artifact, "--report=" + report], check=True)
    seconds = time.time() - start
    summary = subprocess.run(
        [
            "sbp-run",
            artifact,
            "--weights=" + weights,
            f"--input=ids=@{HERE}/ids.npy",
            f"--input=mask=@{HERE}/mask.npy",
            "--output=embedding=@" + out,
            "--benchmark=5",
            "--json",
        ],
        check=True,
        text=True,
        stdout=subprocess.PIPE,
    ).stdout
    return np.load(out), json.load(open(report)), json.loads(summary), seconds


def main():
    weights = sys.argv[1]
    with tempfile.TemporaryDirectory() as scratch:
        folder = sys.argv[2] if len(sys.argv) > 2 else scratch
        model = os.path.join(HERE, "minilm.mlir")
        single = os.path.join(folder, "one.mlir")
        with open(single, "w") as file:
            file.write(re.sub(r"sbp\.placement @mesh.*", ONE_RANK, Path(model).read_text()))
        four, report, summary, seconds = execute(model, weights, folder, "four")
        one, _, alone, _ = execute(single, weights, folder, "one")
    reference = np.load(os.path.join(HERE, "reference.npy"))

    names = sentences()
    similarity = four @ four.T
    print("Cosine similarities of")
    for i, name in enumerate(names):
        print(f"  {i}  {name}")
    print("     " + "".join(f"{i:7d}" for i in range(len(names))))
    for i, row in enumerate(similarity):
        print(f"  {i}  " + "".join(f"{value:7.3f}" for value in row))

    kinds = {}
    for collective in report["collectives"]:
        count, moved = kinds.get(collective["kind"], (0, 0))
        kinds[collective["kind"]] = (count + 1, moved)
    total = sum(boxing["total_bytes"] * boxing["executions_per_step"] for boxing in report["boxings"])
    bound = sum(boxing["lower_bound_total_bytes"] * boxing["executions_per_step"] for boxing in report["boxings"])
    print(f"\nFour ranks (dp=2 x tp=2), compiled in {seconds:.1f} s, choice of distributions: gap {report['selection']['gap']}")
    print(
        "moved between ranks: "
        + ", ".join(f"{count} {kind}" for kind, (count, _) in sorted(kinds.items()))
        + f"; {total} bytes a step, lower bound {bound}"
    )
    for entry in report["memory"]:
        print(
            f"memory of rank {entry['rank']}: {entry['state_bytes'] / 1e6:.1f} MB weights and states, "
            f"{entry['peak_bytes'] / 1e6:.1f} MB peak"
        )
    print(
        f"a step: {summary['seconds']['median'] * 1e3:.1f} ms on four ranks in one process, "
        f"{alone['seconds']['median'] * 1e3:.1f} ms on one rank"
    )

    deviation = np.abs(similarity - reference @ reference.T).max()
    print(
        f"largest difference to one rank: {np.abs(four - one).max():.1e}; to PyTorch: embeddings "
        f"{np.abs(four - reference).max():.1e}, similarities {deviation:.1e}"
    )
    return 0 if deviation <= 1e-4 else 1


if __name__ == "__main__":
    sys.exit(main())
