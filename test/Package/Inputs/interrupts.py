"""Signal handlers after the compiler's library was used here, and Ctrl-C between and in steps.  interrupts.py EXAMPLES"""

import os
import signal
import sys
import threading

import numpy as np

import sbp


def read_handlers():
    """Python's handlers, and the signals that the process catches."""
    with open("/proc/self/status") as file:
        caught = next(line for line in file if line.startswith("SigCgt"))
    # Signals from 32 on belong to the threads of the C library.
    return [signal.getsignal(each) for each in signal.valid_signals()], int(caught.split()[1], 16) & 0x7FFFFFFF


def main(examples):
    signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell's background process ignores Ctrl-C
    before = read_handlers()
    program = sbp.compile(f"{examples}/mlp/mlp.mlir", in_process=True)
    session = program.session()
    ones = {"x": np.ones((16, 256), np.float32), "w1": np.ones((256, 1024), np.float32), "w2": np.ones((1024, 256), np.float32)}
    session.step(**ones)
    print("handlers are those of before:", read_handlers() == before)
    threading.Timer(0.2, lambda: os.kill(os.getpid(), signal.SIGINT)).start()
    try:
        for _ in range(100000):
            session.step(**ones)
    except KeyboardInterrupt:
        print("interrupted between steps:", session.steps > 1)
    print("the next step:", session.step(**ones)["y"][0, 0])
    interrupt_step(count=1)
    interrupt_step(count=2)
    print("handlers are those of before:", read_handlers() == before)


def make_long_program():
    """A step of some seconds: a chain of products."""
    kind = "tensor<1024x1024xf32>"
    lines = [f'func.func @main(%x0: {kind} {{sbp.name = "x"}}) -> ({kind} {{sbp.name = "y"}}) {{', "  %zero = arith.constant 0.0 : f32"]
    lines += [f"  %e = tensor.empty() : {kind}", f"  %z = linalg.fill ins(%zero : f32) outs(%e : {kind}) -> {kind}"]
    for i in range(60):
        lines.append(f"  %x{i + 1} = linalg.matmul ins(%x{i}, %x{i} : {kind}, {kind}) outs(%z : {kind}) -> {kind}")
    return sbp.compile("\n".join([*lines, f"  return %x60 : {kind}", "}", ""]))


def interrupt_step(count):
    """Ctrl-C `count` times while a step runs."""
    session = make_long_program().session()
    x = np.eye(1024, dtype=np.float32)
    for number in range(count):
        threading.Timer(0.2 * (number + 1), lambda: os.kill(os.getpid(), signal.SIGINT)).start()
    try:
        session.step(x=x)
        print("nothing was raised")
    except KeyboardInterrupt:
        print(f"interrupted {count} times in a step")
    try:
        print("the next step:", (session.step(x=x)["y"] == x).all(), "after", session.steps, "steps")
    except sbp.RunError as error:
        print(f"the next step: {error}")


if __name__ == "__main__":
    main(*sys.argv[1:])
