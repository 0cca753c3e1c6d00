"""Wrong calls of the package: the exception of each and its message.  errors.py EXAMPLES SCRATCH; sbp and numpy on the path."""

import os
import re
import sys
import threading
import warnings

import numpy as np

import sbp

EXAMPLES, SCRATCH = sys.argv[1:]
TEXT = """sbp.placement @ranks ["dp" = 2]
func.func @main(
    %x: tensor<4x3xf32> {sbp.name = "x"},
    %n: tensor<i64> {sbp.name = "n"},
    %w: tensor<4x3xf32> {sbp.state = "w"}) -> (tensor<4x3xf32> {sbp.state = "w"}, tensor<4x3xf32> {sbp.name = "y"}) {
  %y = arith.addf %x, %w : tensor<4x3xf32>
  return %y, %y : tensor<4x3xf32>, tensor<4x3xf32>
}
"""
OPEN = re.sub(r"sbp.placement.*", "", TEXT)
X, W = np.ones((4, 3), np.float32), np.zeros((4, 3), np.float32)


def show(name, call):
    """Prints what `call` raises."""
    try:
        call()
        print(f"{name}: nothing was raised")
    except Exception as error:
        print(f"{name}: {type(error).__name__}: {str(error).splitlines()[0].replace(SCRATCH, 'SCRATCH')}")
        for line in str(error).splitlines()[1:]:
            print(f"  {line.strip()}")


def main():
    program = sbp.compile(TEXT)
    session = program.session(weights={"w": W})
    small = {"mesh": {"dp": 2}}
    show("syntax", lambda: sbp.compile(TEXT.replace("arith.addf %x", "arith.addf %z")))
    show("syntax here", lambda: sbp.compile(TEXT.replace("arith.addf %x", "arith.addf %z"), in_process=True))
    show("option", lambda: sbp.compile(TEXT, options=sbp.CompileOptions(target="tpu")))
    show("file", lambda: sbp.compile("none.mlir"))
    show("model", lambda: sbp.compile(3))
    show("keyword", lambda: sbp.compile(TEXT, meh={"dp": 2}))
    show("mesh", lambda: sbp.compile(OPEN, mesh={"dp": 0}))
    show("two meshes", lambda: sbp.compile(TEXT, mesh={"dp": 2}))
    show("no mesh", lambda: sbp.compile(OPEN, plan={"w": "[B]"}))
    show("plan name", lambda: sbp.compile(OPEN, plan={"weight": "[B]"}, **small))
    show("plan word", lambda: sbp.compile(OPEN, plan={"w": "colunm"}, **small))
    show("plan dimension", lambda: sbp.compile(OPEN, plan={"w": "[S(2)]"}, **small))
    show("plan axis", lambda: sbp.compile(OPEN, plan={"w": {"tp": "S(0)"}}, **small))
    show("plan twice", lambda: sbp.compile(OPEN, plan={"w": "[B]", "w*": "[S(0)]"}, **small))
    show("batch", lambda: sbp.compile(OPEN, batch="dp", **small))
    show("train", lambda: sbp.compile(TEXT, train=sbp.SGD()))
    show("zero", lambda: sbp.compile(TEXT, zero=2))
    show("input name", lambda: session.step(y=X, n=1))
    show("input missing", lambda: session.step())
    show("input type", lambda: session.step(x=X.astype("f8"), n=1))
    show("input shape", lambda: session.step(x=X.T, n=1))
    show("entry", lambda: session.step("mian", x=X, n=1))
    show("state as input", lambda: session.step(x=X, n=1, w=W))
    show("state", lambda: session.states.__setitem__("w", X.T))
    show("weights shape", lambda: program.session(weights={"w": W.T}))
    show("weights name", lambda: program.session(weights={"W": W}))
    show("weights type", lambda: program.session(weights=3))
    show("weights file", lambda: program.session(weights=f"{SCRATCH}/none.safetensors"))
    show("no first value", lambda: program.session().step(x=X, n=1))
    show("nothing to save", lambda: program.session(weights={"w": W}).save(f"{SCRATCH}/none"))
    other = sbp.compile(TEXT.replace('"w"', '"v"')).session(weights={"v": W})
    other.step(x=X, n=1)
    other.save(f"{SCRATCH}/other")
    show("other checkpoint", lambda: program.session(resume=f"{SCRATCH}/other"))
    renamed = sbp.compile(TEXT.replace("@main", "@step")).session(weights={"w": W})
    show("other entry", lambda: renamed.resume(f"{SCRATCH}/other"))
    show("no checkpoint", lambda: program.session(resume=f"{SCRATCH}/empty"))
    with open(f"{SCRATCH}/other/manifest.json", "a") as file:
        file.write("{")
    show("damaged checkpoint", lambda: program.session(resume=f"{SCRATCH}/other"))
    with open(f"{SCRATCH}/damaged.safetensors", "wb") as file:
        file.write(b"\xff" * 40)
    show("damaged file", lambda: program.session(weights=f"{SCRATCH}/damaged.safetensors"))
    with open(f"{SCRATCH}/damaged.sbpx", "wb") as file:
        file.write(program.artifact[:-5])
    show("damaged artifact", lambda: sbp.load(f"{SCRATCH}/damaged.sbpx").session())
    show("attribute", lambda: sbp.compil)
    show("lent view", lambda: session.lend(x=X[::-1]))
    show("missing framework", lambda: sbp.compile(make_module()))
    show("missing jax", lambda: sbp.jit(lambda x: x))
    show_processes(session)
    show_failure(program)
    assert (session.step(x=X, n=1)["y"] == X).all()  # refused calls change nothing
    session.close()
    show("closed", lambda: session.step(x=X, n=1))
    show_warning()


def show_processes(session):
    """A session in a forked child, and in two threads at once."""
    sys.stdout.flush()
    child = os.fork()
    if not child:
        show("forked", lambda: session.step(x=X, n=1))
        sys.stdout.flush()
        os._exit(0)
    os.waitpid(child, 0)
    with session._exclusive():
        thread = threading.Thread(target=show, args=("second thread", lambda: session.step(x=X, n=1)))
        thread.start()
        thread.join()


def make_module():
    """What looks like a module of PyTorch, which is not installed."""
    base = type("Module", (), {"__module__": "torch.nn.modules.module"})
    return type("Model", (base,), {})()


def show_failure(program):
    """A session after a step that failed; others of the program go on."""
    failing, other = (program.session(weights={"w": W}) for _ in range(2))
    failing.abort("the loader has no more data")
    show("aborted", lambda: failing.step(x=X, n=1))
    show("after a failed step", lambda: failing.step(x=X, n=1))
    show("read after it", lambda: failing.states["w"])
    assert (other.step(x=X, n=1)["y"] == X).all() and failing.steps == 0


def show_warning():
    """What the compiler warns of is a Python warning at the caller's line, of a weight that a loss needs whole."""
    with open(f"{EXAMPLES}/training/classifier.mlir") as file:
        text = re.sub(r", sbp.distribution = #sbp.distribution<[^>]*>|sbp.placement.*", "", file.read())
    text = text.replace("sbp.constrain %t1 to #sbp.distribution<@mesh, [S(0)]> :", "tensor.cast %t1 : tensor<64x32xf32> to")
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        sbp.compile(
            text, mesh={"dp": 2, "tp": 2}, plan={"w1": "[B, S(1)]", "w2": "[B, S(0)]"}, batch="dp", train=sbp.SGD(), data=["x", "y"]
        )
    print("warnings:", caught[0].category.__name__, os.path.basename(caught[0].filename), str(caught[0].message).splitlines()[0])


if __name__ == "__main__":
    main()
