"""One script in several processes: mpirun -n N processes.py EXAMPLES SCRATCH [fail]  Each prints what it has; sbp and numpy on the path."""

import sys

import numpy as np

import sbp

EXAMPLES, SCRATCH = sys.argv[1:3]
random = np.random.default_rng(0)
MODEL = f"{EXAMPLES}/training/classifier.mlir"


def array(*shape):
    return random.standard_normal(shape, np.float32) / 4


def say(*words):
    print(f"process {sbp.process_index()} of {sbp.process_count()}:", *words, flush=True)


def main():
    """Ten steps, of which the last three are repeated from a checkpoint; results, states and files are whole in all processes."""
    program = sbp.compile(MODEL, train=sbp.AdamW(), data=["x", "y"])
    x, y = array(64, 16), random.integers(0, 4, 64)
    session = program.session(weights={"w1": array(16, 32), "b1": np.zeros(32, np.float32), "w2": array(32, 4)})
    losses = [session.step("train", x=x, y=y, learning_rate=0.02)["loss"].item() for _ in range(7)]
    session.save(f"{SCRATCH}/run")
    after = [session.step("train", x=x, y=y, learning_rate=0.02)["loss"].item() for _ in range(3)]
    session.resume(f"{SCRATCH}/run")
    again = [session.step("train", x=x, y=y, learning_rate=0.02)["loss"].item() for _ in range(3)]
    session.export(f"{SCRATCH}/weights")
    exported = sbp.safetensors.load(f"{SCRATCH}/weights/model.safetensors")
    same = all((session.states[name] == value).all() for name, value in exported.items())
    say(f"loss {losses[0]:.4f} to {again[-1]:.4f}, resumed: {after == again}, {len(exported)} weights as exported: {same}")
    try:
        sbp.compile(MODEL.replace("classifier", "none"))
    except FileNotFoundError as error:
        say(type(error).__name__, error.strerror)
    try:
        program.session()
    except sbp.RunError as error:
        say(error)


def fail():
    """Process 1 raises between two steps: the others end with it."""
    program = sbp.compile(MODEL, train=sbp.SGD(rate=0.1), data=["x", "y"])
    session = program.session(weights={"w1": array(16, 32), "b1": np.zeros(32, np.float32), "w2": array(32, 4)})
    for step in range(3):
        if step == 1 and sbp.process_index() == 1:
            raise ValueError("no more data")
        session.step("train", x=array(64, 16), y=random.integers(0, 4, 64))
    say("went on")


if __name__ == "__main__":
    fail() if sys.argv[3:] == ["fail"] else main()
