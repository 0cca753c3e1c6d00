"""A compiler that aborts, one that is missing, and a disk that is full: this process goes on.  faults.py LIBRARY EXAMPLES SCRATCH"""

import os
import resource
import signal
import sys

import numpy as np

import sbp
import sbp.compiling

LIBRARY, EXAMPLES, SCRATCH = sys.argv[1:]
MODEL = f"{EXAMPLES}/training/classifier.mlir"


def show(name, call):
    try:
        call()
        print(f"{name}: nothing was raised")
    except Exception as error:
        print(f"{name}: {type(error).__name__}: {str(error).replace(EXAMPLES, 'EXAMPLES').replace(SCRATCH, 'SCRATCH')}")


def make_session(program):
    """A session that has run a step."""
    shapes = [("w1", (16, 32)), ("b1", (32,)), ("w2", (32, 4))]
    session = program.session(weights={name: np.ones(shape, np.float32) for name, shape in shapes})
    session.step("train", x=np.ones((64, 16), np.float32), y=np.zeros(64, np.int64), learning_rate=0.1)
    return session


def fill_disk(program):
    """Checkpoints beyond the largest file that this process may write: the one before stays, and so do the states."""
    session, other = make_session(program), make_session(program)
    session.save(f"{SCRATCH}/full")
    before = session.states["w1"]
    session.states["w1"] = before + 1
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (1024, resource.RLIM_INFINITY))
    show("full disk", lambda: session.save(f"{SCRATCH}/full"))
    session.save(f"{SCRATCH}/full", wait=False)
    show("full disk later", lambda: session.save(f"{SCRATCH}/full"))
    other.save(f"{SCRATCH}/elsewhere", wait=False)
    show("full disk at the end", other.close)
    show("full disk of weights", lambda: session.export(f"{SCRATCH}/weights"))
    resource.setrlimit(resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
    assert (session.states["w1"] == before + 1).all()
    session.resume(f"{SCRATCH}/full")
    assert (session.states["w1"] == before).all() and len(os.listdir(f"{SCRATCH}/full")) == 2
    session.save(f"{SCRATCH}/full")
    print("the checkpoint before is whole")


if __name__ == "__main__":
    program = sbp.compile(MODEL, train=sbp.AdamW(), data=["x", "y"])
    find = sbp.compiling.find_library
    sbp.compiling.find_library = lambda name: LIBRARY
    show("abort", lambda: sbp.compile(MODEL))
    sbp.compiling.find_library = lambda name: f"{SCRATCH}/none.so"
    show("missing", lambda: sbp.compile(MODEL))
    sbp.compiling.find_library = find
    fill_disk(program)
