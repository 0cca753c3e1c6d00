"""Trains examples/training/digits.mlir on four ranks and prints how many of 297 digits that it has not seen it names:

    digits.py FOLDER [--zero STAGE]

The step is written by --sbp-add-training (AdamW, 300 steps of 99 digits, 20 epochs of 1,485). Of 1,797 digits in digits.csv.gz (UCI,
as scikit-learn has them) 297 are held out. sbp-opt, sbp-compile and sbp-run on PATH.
"""

import argparse
import gzip
import os
import subprocess
import sys

import numpy as np

from sbp import safetensors

HERE = os.path.dirname(os.path.abspath(__file__))

BATCH, HELD_OUT, EPOCHS = 99, 297, 20


def read_digits():
    """Pixels between 0 and 1, and classes, shuffled: the file is in the order of the writers."""
    with gzip.open(os.path.join(HERE, "digits.csv.gz"), "rt") as file:
        table = np.loadtxt(file, delimiter=",", dtype=np.float32)
    table = table[np.random.default_rng(1).permutation(len(table))]
    return table[:, :64] / 16, table[:, 64].astype(np.int64)


def write_data(folder):
    pixels, classes = read_digits()
    random = np.random.default_rng(0)
    batches = (len(pixels) - HELD_OUT) // BATCH
    order = np.concatenate([random.permutation(len(pixels) - HELD_OUT)[: batches * BATCH] for _ in range(EPOCHS)]).reshape(-1, BATCH)
    for name, places in (("train", order), ("test", np.arange(len(pixels) - HELD_OUT, len(pixels)).reshape(-1, BATCH))):
        np.save(os.path.join(folder, f"{name}.x.npy"), pixels[places])
        np.save(os.path.join(folder, f"{name}.y.npy"), classes[places])
    draw = lambda *shape: (random.standard_normal(shape) * (2 / shape[0]) ** 0.5).astype(np.float32)
    safetensors.save(
        os.path.join(folder, "first.safetensors"),
        {"w1": draw(64, 128), "b1": np.zeros(128, np.float32), "w2": draw(128, 10), "b2": np.zeros(10, np.float32)},
    )
    return len(order)


def run(*words):
    done = subprocess.run([str(word) for word in words], capture_output=True, text=True)
    if done.returncode:
        sys.exit(done.stderr)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder")
    parser.add_argument("--zero", type=int, default=0)
    options = parser.parse_args()
    os.makedirs(options.folder, exist_ok=True)
    at = lambda name: os.path.join(options.folder, name)
    steps = write_data(options.folder)
    zero = f" zero={options.zero}:dp" if options.zero else ""
    run(
        "sbp-opt",
        os.path.join(HERE, "digits.mlir"),
        f"--sbp-add-training=loss=loss data=x,y optimizer=adamw weight-decay=0.01 rate=0.003{zero}",
        "-o",
        at("train.mlir"),
    )
    run("sbp-compile", at("train.mlir"), "-o", at("digits.sbpx"))
    run(
        "sbp-run",
        at("digits.sbpx"),
        "--entry=train",
        f"--steps={steps}",
        f"--weights={at('first.safetensors')}",
        "--input",
        f"x=@{at('train.x.npy')}",
        "--input",
        f"y=@{at('train.y.npy')}",
        "--output",
        f"loss=@{at('loss.npy')}:all",
        f"--save-state={at('last.safetensors')}",
    )
    run(
        "sbp-run",
        at("digits.sbpx"),
        "--entry=main",
        f"--steps={HELD_OUT // BATCH}",
        f"--weights={at('last.safetensors')}",
        "--input",
        f"x=@{at('test.x.npy')}",
        "--input",
        f"y=@{at('test.y.npy')}",
        "--output",
        f"logits=@{at('logits.npy')}:all",
    )
    losses = np.load(at("loss.npy"))
    right = (np.load(at("logits.npy")).argmax(-1) == np.load(at("test.y.npy"))).mean()
    print(f"{steps} steps on 4 ranks: loss {losses[0]:.3f} to {losses[-1]:.4f}, {100 * right:.1f} % of {HELD_OUT} digits are right")


main()
