"""What benchmarks of predictions share: options, the rates of this machine, inputs for an artifact."""

import argparse
import pathlib
import subprocess

import numpy as np

ROOT = pathlib.Path(__file__).resolve().parent.parent
TYPES = {"f32": np.float32, "f64": np.float64, "i64": np.int64, "i32": np.int32, "i1": np.bool_}
PARTS = ("compute", "memory", "boxing", "rest")


def make_parser(description, rounds):
    parser = argparse.ArgumentParser(description=description, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", type=pathlib.Path, default=ROOT / "build")
    parser.add_argument("--rates", type=pathlib.Path, help="a file that sbp-run --calibrate wrote; else the machine is calibrated first")
    parser.add_argument("--rounds", type=int, default=rounds)
    parser.add_argument("--only", default="", help="cases that this matches")
    return parser


def find_rates(options, folder):
    """The file of --rates, or one in `folder` that is measured now."""
    rates = options.rates or folder / "rates.json"
    if not options.rates:
        subprocess.run([options.build / "bin/sbp-run", "--calibrate", "-o", rates], check=True, stdout=subprocess.DEVNULL)
    return rates


def draw(build, artifact, folder):
    """Flags that feed every input: small numbers, indices below every bound."""
    listed = subprocess.run([build / "bin/sbp-run", artifact, "--inspect"], check=True, capture_output=True, text=True).stdout
    random, flags, fed = np.random.default_rng(1), [], set()
    for words in (line.split() for line in listed.splitlines() if line.startswith("  input ")):
        name, (*shape, kind) = words[1].rstrip(":"), words[2].split("x")
        if name in fed:  # by another entry
            continue
        fed.add(name)
        shape = [int(size) for size in shape]
        value = (0.1 * random.standard_normal(shape)).astype(TYPES[kind]) if kind in ("f32", "f64") else np.ones(shape, TYPES[kind])
        np.save(folder / f"{name}.npy", value)
        flags += ["--input", f"{name}=@{folder / name}.npy"]
    return flags
