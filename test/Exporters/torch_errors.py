"""Modules that have no level-0 form, and the message of each:  torch_errors.py   (a Python with torch and torch-mlir)"""

import torch

from sbp.export_torch import PIPELINES, export
from sbp.pass_process import run_passes
from sbp.user_lines import ExportError


class Lift(torch.nn.Module):
    def __init__(self, function, **buffers):
        super().__init__()
        self.function = function
        for name, value in buffers.items():
            self.register_buffer(name, value)

    def forward(self, *arguments):
        return self.function(self, *arguments)


def attempt(title, function, *arguments, results=None, **buffers):
    """Prints the message of the one error that exporting raises."""
    try:
        export(Lift(function, **buffers), arguments, results)
        print(f"{title}: no error")
    except ExportError as error:
        print(f"{title}: {str(error).splitlines()[0]}", flush=True)


x = torch.ones(4, 8)


# CHECK: one name for two: results= has 1 name, the module returns 2 values
attempt("one name for two", lambda self, x: (x + 1, x * 2), x, results=["y"])

# CHECK: three names for two: results= has 3 names, the module returns 2 values
attempt("three names for two", lambda self, x: (x + 1, x * 2), x, results=["y", "z", "w"])


def count_up(self, x):
    self.count += 1
    return x + self.count


# CHECK: a name that is no state: results= has 2 names, the module returns 1 value and forward writes 'count'
attempt("a name that is no state", count_up, x, results=["y", "total"], count=torch.zeros(8))

# CHECK: name twice: 2 results are called 'count'; give others a name with results=
attempt("name twice", count_up, x, results=["count"], count=torch.zeros(8))

# CHECK: buffers in one memory: 'count', 'first' share memory, and forward writes it; keep one of them
memory = torch.zeros(8)
attempt("buffers in one memory", lambda self, x: count_up(self, x) + self.first[0], x, count=memory, first=memory[:2])

# CHECK: constant: forward returns the constant 3; return tensors
attempt("constant", lambda self, x: (x + 1, 3), x)

# A pass of torch-mlir ends its process by a signal: it does not expect the negative dimension of a scatter.
# CHECK: crash: /models/router.py:7: torch.aten.scatter.src is not supported: a pass of torch_mlir ended by signal
CRASHES = """func.func @main(%p: !torch.vtensor<[4,8],f32>, %i: !torch.vtensor<[4,2],si64>, %w: !torch.vtensor<[4,2],f32>)
    -> !torch.vtensor<[4,8],f32> {
  %dim = torch.constant.int -1
  %0 = torch.aten.tanh %w : !torch.vtensor<[4,2],f32> -> !torch.vtensor<[4,2],f32> loc("/models/router.py":6:0)
  %1 = torch.aten.scatter.src %p, %dim, %i, %0 : !torch.vtensor<[4,8],f32>, !torch.int, !torch.vtensor<[4,2],si64>,
    !torch.vtensor<[4,2],f32> -> !torch.vtensor<[4,8],f32> loc("/models/router.py":7:0)
  %2 = torch.aten.tanh %1 : !torch.vtensor<[4,8],f32> -> !torch.vtensor<[4,8],f32> loc("/models/router.py":8:0)
  return %2 : !torch.vtensor<[4,8],f32>
}"""
try:
    run_passes("torch_mlir", CRASHES, PIPELINES)
    print("crash: no error")
except ExportError as error:
    print("crash:", error, flush=True)

# The same op through the exporter: it has a form, or it is an error at its line.
# CHECK: scatter: {{no error|.*torch_errors.py:[0-9]+: .*scatter}}
attempt(
    "scatter",
    lambda self, p, chosen, weights: torch.zeros_like(p).scatter(-1, chosen, weights * 2),
    x,
    torch.zeros(4, 2, dtype=torch.int64),
    torch.ones(4, 2),
)

# CHECK: dropout: {{.*}}torch_errors.py:[[#@LINE+1]]: dropout in training mode is not supported; export in eval mode
attempt("dropout", lambda self, x: torch.nn.functional.dropout(x, 0.1, True), x)

# CHECK: random: {{.*}}torch_errors.py:[[#@LINE+1]]: random numbers (aten.{{.*}}) are not supported inside of the module; pass them as an argument
attempt("random", lambda self, x: x + torch.rand_like(x), x)

# CHECK: complex: {{.*}}torch_errors.py:[[#@LINE+1]]: complex numbers are not supported (aten.{{.*}} gives torch.complex64)
attempt("complex", lambda self, x: torch.view_as_real(torch.complex(x, x) * 2), x)

# CHECK: complex constant: {{.*}}torch_errors.py:[[#@LINE+1]]: complex numbers are not supported
attempt("complex constant", lambda self, x: torch.view_as_real(x * 2j), x)

# CHECK: shape: {{.*}}torch_errors.py:[[#@LINE+1]]: shapes that depend on values are not supported (aten.index.Tensor gives
attempt("shape", lambda self, x: x[x > 0].sum(), x)

# CHECK: branch: {{.*}}torch_errors.py:[[#@LINE+1]]: torch.cond is not supported: control flow on values
attempt("branch", lambda self, x: torch.cond(x.sum() > 0, lambda x: x + 1, lambda x: x - 1, (x,)), x)

# CHECK: no lowering: {{.*}}torch_errors.py:[[#@LINE+1]]: torch.aten._linalg_svd is not supported: failed to legalize
attempt("no lowering", lambda self, x: torch.linalg.svdvals(x), x)
