"""Times a GPT training step under memory limits, and with each layer checkpointed, against the step without a limit:

    recomputation.py [--pairs 15] [--steps 5] [--layers 4] [--shares 0.9 0.75] [--build BUILD]

4 layers, width 256, 4 heads, batch 8 x 128, 1,024 words, AdamW, f32, one core. The programs run in turns; medians of --pairs rounds of --steps steps.
Prints a table: program, median milliseconds a step, median ratio to the step without a limit, the ratio that was predicted, peak of memory.
"""

import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile

import numpy as np

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(HERE)
WORDS = {"width": 256, "heads": 4, "batch": 8, "tokens": 128, "vocabulary": 1024}


def write(layers, training, *data):
    """The text of a step, with other options of --sbp-add-training. `data`: further words of gpt.py."""
    script = os.path.join(ROOT, "examples", "training", "gpt.py")
    flags = [f"--{name}={value}" for name, value in {"layers": layers, **WORDS}.items()] + list(data)
    text = subprocess.run([sys.executable, script, "--plan=one", *flags], check=True, capture_output=True, text=True).stdout
    option = f"--sbp-add-training=loss=loss data=ids,labels optimizer=adamw rate=0.01 {training}"
    return subprocess.run(["sbp-opt", "-", option], input=text, check=True, capture_output=True, text=True).stdout


class Program:
    """A compiled step and what its report says."""

    def __init__(self, folder, name, text, *options):
        self.artifact = os.path.join(folder, f"{name}.sbpx")
        report = os.path.join(folder, f"{name}.json")
        command = ["sbp-compile", "-", "-o", self.artifact, f"--report={report}", *options]
        subprocess.run(command, input=text, check=True, text=True, stderr=subprocess.DEVNULL)
        with open(report) as file:
            found = json.load(file)
        self.peak = max(rank["peak_bytes"] for rank in found["memory"])
        self.cost = found["selection"]["cost_seconds"]

    def time(self, inputs, steps):
        command = ["taskset", "-c", "0", "sbp-run", self.artifact, "--entry=train", *inputs, f"--benchmark={steps}", "--json"]
        return json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)["seconds"]["median"]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    for name, value in (("pairs", 15), ("steps", 5), ("layers", 4)):
        parser.add_argument("--" + name, type=int, default=value)
    parser.add_argument("--shares", type=float, nargs="*", default=[0.9, 0.75])
    parser.add_argument("--build", default=os.path.join(ROOT, "build"))
    options = parser.parse_args()
    os.environ["PATH"] = os.path.join(options.build, "bin") + os.pathsep + os.environ["PATH"]
    random = np.random.default_rng(1)
    with tempfile.TemporaryDirectory() as folder:
        text = write(options.layers, "", f"--data={folder}", "--steps=1")
        inputs = [f"--weights={os.path.join(folder, 'weights.safetensors')}"]
        for name in ("ids", "labels"):
            path = os.path.join(folder, f"{name}.npy")
            np.save(path, random.integers(0, WORDS["vocabulary"], (WORDS["batch"], WORDS["tokens"])))
            inputs.append(f"--input={name}=@{path}")
        free = Program(folder, "free", text)
        programs = {"no limit": free, "layers": Program(folder, "layers", write(options.layers, "recompute=layers"))}
        for share in options.shares:
            limit = int(share * free.peak)
            programs[f"{share:g} of peak"] = Program(folder, f"limit{limit}", text, f"--memory-limit={limit}")
        rounds = [{name: program.time(inputs, options.steps) for name, program in programs.items()} for _ in range(options.pairs)]
    for name, program in programs.items():
        ratio = statistics.median(each[name] / each["no limit"] for each in rounds)
        median = 1000 * statistics.median(each[name] for each in rounds)
        print(
            f"{name:13} {median:7.1f} ms, {ratio:.3f} of no limit, predicted {program.cost / free.cost:.3f}, peak {program.peak / 1e6:.1f} MB"
        )


if __name__ == "__main__":
    main()
