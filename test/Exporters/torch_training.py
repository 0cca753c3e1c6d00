"""What a training step of a PyTorch module is: whose gradient, which states, which errors:  torch_training.py   (a Python with torch)

Each module makes one step of SGD with rate 1; its parameters and buffers are those of PyTorch's step. On PATH: sbp-opt, sbp-compile, sbp-run.
"""

import copy
import re
import warnings

import numpy as np
import torch
from torch import nn
from torch.nn import functional

from sbp import safetensors
from sbp.export_torch import export, export_training, to_array
from sbp.user_lines import ExportError
from sbp_testing.harness import Case, run

PORT = re.compile(r'sbp\.(name|state) = "([^"]*)"')


class Module(nn.Module):
    """Calls a function of itself."""

    def __init__(self, function, **parts):
        super().__init__()
        self.function = function
        for name, part in parts.items():
            if isinstance(part, (nn.Module, nn.Parameter)):
                setattr(self, name, part)
            else:
                self.register_buffer(name, part)

    def forward(self, *arguments):
        return self.function(self, *arguments)


class Halved(torch.autograd.Function):
    """The identity, with half the gradient; without setup_context, as most are written."""

    @staticmethod
    def forward(context, x):
        return x.clone()

    @staticmethod
    def backward(context, gradient):
        return gradient / 2


def step(title, module, *arguments, steps=1, **options):
    """Prints which arguments are states, and the largest difference of parameters, buffers and loss from PyTorch's step."""
    right, modes = copy.deepcopy(module), [each.training for each in module.modules()]
    text, values = export_training(module, arguments, optimizer="sgd", rate=1.0, **options)
    assert modes == [each.training for each in module.modules()], "the module's mode has changed"
    header = text[text.index("@train(") :].partition(") -> (")[0]
    states = [name for kind, name in PORT.findall(header) if kind == "state"]
    case = Case(text)
    safetensors.save(case.path("first"), values)
    names = [name for kind, name in PORT.findall(header) if kind == "name" and name not in values]
    words = case.save({name: to_array(argument) for name, argument in zip(names, arguments)})
    run("sbp-run", case.artifact, "--entry=train", *words, f"--weights={case.path('first')}", f"--steps={steps}",
        f"--save-state={case.path('last')}", f"--output=loss=@{case.path('loss.npy')}")  # fmt: skip
    last = safetensors.load(case.path("last"))
    optimizer = torch.optim.SGD([each for each in right.parameters() if each.requires_grad], lr=1.0)
    for _ in range(steps):
        optimizer.zero_grad()
        loss = right(*arguments)
        loss.backward()
        optimizer.step()
    expected = {name: to_array(value) for name, value in [*right.named_parameters(), *right.named_buffers()]}
    differences = [np.abs(last.get(name, values.get(name, value)) - value).max() for name, value in expected.items()]
    differences.append(abs(np.load(case.path("loss.npy")).reshape(-1)[-1] - loss.item()))
    print(f"{title}: states {' '.join(states)}; largest difference {max(differences):.1e}", flush=True)
    assert max(differences) < 2e-6, differences


def attempt(title, module, *arguments, call=export_training):
    """Prints the message of the one error that exporting raises."""
    try:
        call(module, arguments[0] if arguments and isinstance(arguments[0], list) else arguments)
        print(f"{title}: no error")
    except ExportError as error:
        print(f"{title}: {str(error).splitlines()[0]}", flush=True)


torch.manual_seed(0)
x, square = torch.randn(4, 6), lambda value: (value**2).mean()
line = lambda: nn.Linear(6, 6)


def with_teacher(self, x):
    with torch.no_grad():
        target = self.teacher(x)
    return square(self.student(x) - target)


# A parameter that the loss reads without a gradient is a state that stays.
# CHECK: no_grad: states student.weight student.bias teacher.weight teacher.bias; largest
step("no_grad", Module(with_teacher, student=line(), teacher=line()), x)
# CHECK: detach: states line.weight line.bias; largest
step("detach", Module(lambda self, x: square(self.line(x) + (self.line(x).round() - self.line(x)).detach()), line=line()), x)
# CHECK: frozen: states b.weight b.bias; largest
step("frozen", Module(lambda self, x: square(self.b(self.a(x))), a=line().requires_grad_(False), b=line()), x)
# CHECK: own backward: states line.weight line.bias; largest
step("own backward", Module(lambda self, x: square(Halved.apply(self.line(x))), line=line()), x)
# CHECK: checkpoint: states line.weight line.bias; largest
step("checkpoint", Module(lambda self, x: square(torch.utils.checkpoint.checkpoint(self.line, x, use_reentrant=False)), line=line()), x)
# CHECK: padding row: states table.weight; largest
ids = torch.tensor([[0, 1], [1, 2], [3, 3], [1, 1]])
step("padding row", Module(lambda self, ids: square(self.table(ids)), table=nn.Embedding(4, 3, padding_idx=1)), ids)
# CHECK: batch norm: states norm.weight norm.bias norm.running_mean norm.running_var norm.num_batches_tracked; largest
step("batch norm", Module(lambda self, x: (self.norm(x) ** 4).mean(), norm=nn.BatchNorm1d(6)), x, steps=3)
# CHECK: frozen batch norm: states line.weight line.bias norm.weight norm.bias; largest
step("frozen batch norm", Module(lambda self, x: square(self.norm(self.line(x))), line=line(), norm=nn.BatchNorm1d(6).eval()), x, steps=2)
# CHECK: dropout of nothing: states line.weight line.bias; largest
step("dropout of nothing", Module(lambda self, x: square(self.drop(self.line(x))), line=line(), drop=nn.Dropout(0.0)), x)


def tied(self, x):
    return square(self.a(self.b(x)))


# CHECK: tied: states a.weight a.bias b.bias; largest
first, second = line(), line()
second.weight = first.weight
step("tied", Module(tied, a=first, b=second), x)


def counting(self, x):
    self.count += 1
    self.last = x.mean(0)
    return square(self.line(x) * self.scale)


# CHECK: buffers: states line.weight line.bias count last; largest
step("buffers", Module(counting, line=line(), count=torch.tensor(0), last=torch.zeros(6), scale=torch.full((6,), 0.5)), x, steps=2)
# CHECK: whole buffers: states line.weight line.bias; largest
step("whole buffers", Module(lambda self, x: square(self.line(x) * self.scale), line=line(), scale=torch.rand(6)), x, micro_batches=2)
# CHECK: norm of zeros: states w; largest
step(
    "norm of zeros", Module(lambda self, x: torch.linalg.vector_norm(self.w, dim=-1).sum() * x.mean(), w=nn.Parameter(torch.zeros(2, 3))), x
)

# CHECK: dropout: {{.*}}torch_training.py:[[#@LINE+1]]: dropout with p = 0.5 in training mode is not supported without a seed; pass random_seed=, set p = 0, or call eval() on its module
attempt("dropout", Module(lambda self, x: square(self.drop(self.line(x))), line=line(), drop=nn.Dropout(0.5)), x)
# CHECK: functional dropout: {{.*}}torch_training.py:[[#@LINE+1]]: dropout with p = 0.1 in training mode
attempt("functional dropout", Module(lambda self, x: square(functional.dropout(self.line(x), 0.1, self.training)), line=line()), x)
# CHECK: dropout of attention: {{.*}}torch_training.py:[[#@LINE+2]]: scaled_dot_product_attention with p = 0.3 in training mode
heads = nn.MultiheadAttention(6, 2, dropout=0.3)
attempt("dropout of attention", Module(lambda self, x: square(self.heads(x, x, x, need_weights=False)[0]), heads=heads), x)
# CHECK: loss and logits: {{.*}}export_training: forward returns 2 values (a tuple); forward must return the loss alone
attempt("loss and logits", Module(lambda self, x: (square(self.line(x)), self.line(x)), line=line()), x)
# CHECK: logits: {{.*}}export_training: forward returns float32 of shape [4, 6]; the loss must be a float without dimensions
attempt("logits", Module(lambda self, x: self.line(x), line=line()), x)
# CHECK: nothing to train: {{.*}}export_training: the loss depends on no parameter that requires a gradient
attempt("nothing to train", Module(lambda self, x: square(x), line=line()), x)
# CHECK: list of arguments: arguments must be a tuple, one value for each parameter of forward; found a list
attempt("list of arguments", Module(lambda self, x: square(self.line(x)), line=line()), [x])


class DynamicCache:
    """What language models of transformers return beside their logits."""


# CHECK: cache: {{.*}}forward returns a DynamicCache: pass use_cache=False, or return the logits alone
attempt("cache", Module(lambda self, x: (self.line(x), DynamicCache()), line=line()), x, call=export)
# CHECK: number: {{.*}}torch_training.py:[[#@LINE+1]]: a number is read out of a tensor (item, int, float, if): control flow on values is not supported; use torch.where
attempt("number", Module(lambda self, x: square(self.line(x)) if x.sum() > 0 else self.line(x).mean(), line=line()), x)
# CHECK: ctc: {{.*}}torch_training.py:[[#@LINE+1]]: aten._ctc_loss.Tensor is not supported: its shape depends on values
ctc = lambda self, x: functional.ctc_loss(
    self.line(x)[:, None].log_softmax(-1), torch.ones(1, 2, dtype=torch.int64), torch.tensor([4]), torch.tensor([2])
)
attempt("ctc", Module(ctc, line=line()), x)
# CHECK: inverse: {{.*}}torch_training.py:[[#@LINE+1]]: aten._linalg_check_errors.default is not supported
attempt("inverse", Module(lambda self, x: torch.linalg.inv(x[:4, :4])), x, call=export)
# CHECK: bincount: {{.*}}torch_training.py:[[#@LINE+1]]: bincount needs minlength=, which sets the size of its result
attempt("bincount", Module(lambda self, ids: torch.bincount(ids[0])), ids, call=export)


def writes_weight(self, x):
    with torch.no_grad():
        self.line.weight.mul_(0.5)
    return square(self.line(x))


# CHECK: written parameter: forward writes the parameter 'line.weight', which is trained; write it outside of forward
attempt("written parameter", Module(writes_weight, line=line()), x)
memory = torch.zeros(8)
# CHECK: one memory: 'count', 'first' share memory, and forward writes it; keep one of them
attempt(
    "one memory",
    Module(lambda self, x: square(self.line(x)) + self.count.add_(1)[0] + self.first[0], line=line(), count=memory, first=memory[:2]),
    x,
)

# CHECK: a rule that fits nothing: rule 'wieght' fits no name; nearest: weight
with warnings.catch_warnings(record=True) as caught:
    warnings.simplefilter("always")
    export(nn.Linear(4, 4), (torch.ones(2, 4),), placement='sbp.placement @mesh ["tp" = 2]', rules=[("wieght", "@mesh, [S(0)]")])
print("a rule that fits nothing:", *[each.message for each in caught if "rule" in str(each.message)])


def values(title, function, *arguments, **expected):
    """Prints the largest difference of what `function` returns from PyTorch's."""
    text, _ = export(Module(lambda self, *values: function(*values)), arguments, ["y"])
    case = Case(text)
    names = [name for kind, name in PORT.findall(text.partition("@main(")[2].partition(") -> (")[0])]
    found = case.execute({name: to_array(argument) for name, argument in zip(names, arguments)}, ["y"])["y"]
    right = function(*arguments)
    if right.dtype == torch.bfloat16:
        found, right = (np.asarray(found).view(np.uint16).astype(np.uint32) << 16).view(np.float32), right.float()
    print(f"{title}: largest difference {np.abs(found.astype(np.float64) - to_array(right)).max():.1e}", flush=True)
    assert np.abs(found.astype(np.float64) - to_array(right)).max() <= expected.get("bound", 1e-6)


# CHECK: gelu tanh: largest difference
values("gelu tanh", lambda x: functional.gelu(x, approximate="tanh"), torch.linspace(-4, 4, 81, dtype=torch.float64), bound=1e-15)
# CHECK: a row that sees nothing: largest difference
mask = torch.ones(4, 4, dtype=torch.bool)
mask[2] = False
for kind in (torch.float32, torch.bfloat16):
    q = torch.randn(1, 1, 4, 2).to(kind)
    values(
        "a row that sees nothing",
        lambda q, m: functional.scaled_dot_product_attention(q, q, q, attn_mask=m),
        q,
        mask,
        bound=1e-2 if kind != torch.float32 else 1e-6,
    )
experts = torch.tensor([0, 2, 2, 3, 2])
# CHECK: histc: largest difference 0.0e+00
values("histc", lambda e: torch.histc(e.float(), bins=4, min=0, max=3).int(), experts)
# CHECK: bincount: largest difference 0.0e+00
values("bincount", lambda e: torch.bincount(e, minlength=4)[:4], experts)
# CHECK: topk unsorted: largest difference 0.0e+00
values("topk unsorted", lambda x: torch.topk(x, 2, dim=-1, sorted=False)[0].sort(-1)[0], x)
# CHECK: cumprod: largest difference
values("cumprod", lambda x: x.cumprod(-1), x)
# CHECK: scatter_reduce: largest difference 0.0e+00
index = torch.tensor([0, 1, 0, 1])[:, None].expand(-1, 6)
for how in ("amax", "amin", "mean", "prod", "sum"):
    for include in (True, False):
        zeros = lambda x, i, how=how, include=include: torch.ones(3, 6).scatter_reduce(0, i, x, how, include_self=include)
        values("scatter_reduce", zeros, x, index.contiguous())
# CHECK: median: largest difference 0.0e+00
values("median", lambda x: x.median(-1)[0] + x.kthvalue(2)[0], x)
# CHECK: uint8: largest difference 0.0e+00
values("uint8", lambda image: image.float() / 255, torch.tensor([0, 100, 200, 255], dtype=torch.uint8))
