"""Dropout and noise of PyTorch modules that train with a seed:  torch_random.py   (a Python with torch)

The numbers are those of `nn.random`, made here with numpy, and PyTorch steps with them: losses, parameters and seed must be equal, on one
rank and on several, whole and in micro-batches. On PATH: sbp-opt, sbp-compile, sbp-run.
"""

import copy
import math
import re
from contextlib import contextmanager

import numpy as np
import torch
from torch import nn
from torch.nn import functional
from torch.utils.checkpoint import checkpoint

import sbp
from sbp import safetensors
from sbp.export_torch import export_training, to_array
from sbp.user_lines import ExportError
from sbp_testing.harness import Case, run
from sbp_testing.philox import random

SEED, STEPS = 11, 3
SELU_LIMIT = -1.7580993408473766


class Drawn:
    """The random tensors of one text, in the order in which they stand there: kind, offset and probability of each `nn.random`."""

    def __init__(self, text):
        number = lambda name, each: re.search(rf"{name} = ([\d.e+-]+)", each)
        # Once each: the entries with the loss and with the step have the same.
        self.draws = {}
        for kind, each in re.findall(r"nn\.random (\w+) (.*)", text):
            probability = number("probability", each)
            self.draws[int(number("offset", each)[1])] = (kind, float(probability[1]) if probability else 0.0)
        self.left, self.seed = {}, 0

    def begin(self, seed):
        self.left, self.seed = dict(self.draws), seed

    def draw(self, kind, shape, probability=0.0):
        """The first tensor of this kind and probability that is left, in f32, or as booleans."""
        offset = next(offset for offset, (drawn, drawn_p) in self.left.items() if drawn == kind and abs(drawn_p - probability) < 1e-9)
        del self.left[offset]
        numbers = random(kind, "f32", self.seed, offset, tuple(shape), probability)
        return torch.from_numpy(numbers if kind == "bernoulli" else numbers.astype(np.float32))


@contextmanager
def given(drawn):
    """PyTorch's functions with these random numbers, by their definitions in its documentation."""

    def plain(x, shape, p):
        return x * drawn.draw("bernoulli", shape, 1 - p).to(x.dtype) / (1 - p)

    def alpha(x, shape, p):
        keep = drawn.draw("bernoulli", shape, 1 - p)
        a = ((1 - p) * (1 + p * SELU_LIMIT**2)) ** -0.5
        return a * torch.where(keep, x, torch.tensor(SELU_LIMIT, dtype=x.dtype)) - a * SELU_LIMIT * p

    def attend(q, k, v, attn_mask=None, dropout_p=0.0, is_causal=False):
        scores = q @ k.transpose(-2, -1) / math.sqrt(q.shape[-1])
        if is_causal:
            scores = scores.masked_fill(~torch.ones(scores.shape[-2:], dtype=torch.bool).tril(), -math.inf)
        return plain(torch.softmax(scores, -1), scores.shape, dropout_p) @ v

    channels = lambda x: [*x.shape[:2], *[1] * (x.ndim - 2)]
    drops = {
        "dropout": lambda x, p: plain(x, x.shape, p),
        "dropout1d": lambda x, p: plain(x, channels(x), p),
        "dropout2d": lambda x, p: plain(x, channels(x), p),
        "dropout3d": lambda x, p: plain(x, channels(x), p),
        "alpha_dropout": lambda x, p: alpha(x, x.shape, p),
        "feature_alpha_dropout": lambda x, p: alpha(x, channels(x), p),
    }
    make = lambda form: lambda x, p=0.5, training=True, inplace=False: form(x, p) if training and p else x
    numbers = {
        "randn_like": lambda x: drawn.draw("normal", x.shape),
        "rand_like": lambda x: drawn.draw("uniform", x.shape),
        "randn": lambda *shape: drawn.draw("normal", shape),
        "rand": lambda shape: drawn.draw("uniform", shape),
        "bernoulli": lambda p: (drawn.draw("uniform", p.shape) < p).float(),
        "normal": lambda mean, std: mean + std * drawn.draw("normal", mean.shape),
    }
    methods = {
        "uniform_": lambda x, low, high: x.copy_(low + (high - low) * drawn.draw("uniform", x.shape)),
        "normal_": lambda x, mean=0.0, std=1.0: x.copy_(mean + std * drawn.draw("normal", x.shape)),
        "bernoulli_": lambda x, p: x.copy_(drawn.draw("bernoulli", x.shape, p)),
    }
    changed = [(functional, name, make(form)) for name, form in drops.items()]
    changed += [(functional, "scaled_dot_product_attention", attend)]
    changed += [(torch, name, form) for name, form in numbers.items()] + [(torch.Tensor, name, form) for name, form in methods.items()]
    before = [(owner, name, getattr(owner, name)) for owner, name, _ in changed]
    for owner, name, form in changed:
        setattr(owner, name, form)
    try:
        yield
    finally:
        for owner, name, function in before:
            setattr(owner, name, function)


class Module(nn.Module):
    """Calls a function of itself."""

    def __init__(self, function, **parts):
        super().__init__()
        self.function = function
        for name, part in parts.items():
            setattr(self, name, part)

    def forward(self, *arguments):
        return self.function(self, *arguments)


def step(title, module, *arguments, placement="", **options):
    """Steps of SGD equal PyTorch's with the same random numbers; prints how many tensors were drawn, and the last seed."""
    generator = torch.get_rng_state()
    text, values = export_training(module, arguments, placement, optimizer="sgd", rate=0.5, random_seed=SEED, **options)
    assert torch.equal(generator, torch.get_rng_state()), "the generator of the caller has moved"
    drawn = Drawn(text)
    case = Case(text)
    safetensors.save(case.path("first"), values)
    header = text[text.index("@train(") :].partition(") -> (")[0]
    names = [name for name in re.findall(r'sbp\.name = "([^"]*)"', header) if name not in values]
    words = case.save({name: to_array(argument) for name, argument in zip(names, arguments)})
    run("sbp-run", case.artifact, "--entry=train", *words, f"--weights={case.path('first')}", f"--steps={STEPS}",
        f"--save-state={case.path('last')}", f"--output=loss=@{case.path('loss.npy')}")  # fmt: skip
    last = safetensors.load(case.path("last"))
    right = copy.deepcopy(module)
    optimizer = torch.optim.SGD(right.parameters(), lr=0.5)
    losses = []
    for number in range(STEPS):
        drawn.begin(SEED + number)
        optimizer.zero_grad()
        with given(drawn):
            loss = right(*arguments)
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
    differences = [np.abs(last[name] - to_array(value)).max() for name, value in right.named_parameters()]
    differences.append(abs(np.load(case.path("loss.npy")).reshape(-1)[-1] - losses[-1]))
    print(f"{title}: {len(drawn.draws)} drawn, seed {int(last['random.seed'])}; largest difference {max(differences):.1e}", flush=True)
    assert max(differences) < 3e-6, differences
    assert len(set(losses)) == STEPS


def attempt(title, call):
    """Prints the error that `call` raises."""
    try:
        call()
        print(f"{title}: no error")
    except (ExportError, TypeError) as error:
        print(f"{title}: {str(error).splitlines()[0]}", flush=True)


torch.manual_seed(0)
x, square = torch.randn(4, 6), lambda value: (value**2).mean()
line = lambda: nn.Linear(6, 6)

# CHECK: layers: 2 drawn, seed 14; largest
step(
    "layers", Module(lambda self, x: square(self.all(x)), all=nn.Sequential(line(), nn.Dropout(0.5), nn.Tanh(), nn.Dropout(0.1), line())), x
)
# A submodule in eval mode draws nothing, and neither does one with p = 0.
mixed = Module(
    lambda self, x: square(self.a(self.line(x)) + self.b(x) + self.c(x)),
    line=line(),
    a=nn.Dropout(0.3),
    b=nn.Dropout(0.5),
    c=nn.Dropout(0.0),
)
mixed.b.eval()
# CHECK: modes: 1 drawn, seed 14; largest
step("modes", mixed, x)
# CHECK: in place: 1 drawn, seed 14; largest
step("in place", Module(lambda self, x: square(self.drop(self.line(x))), line=line(), drop=nn.Dropout(0.25, inplace=True)), x)


# CHECK: torch.dropout: 1 drawn, seed 14; largest
class Own(nn.Module):
    """Calls the function of torch itself."""

    def __init__(self):
        super().__init__()
        self.line = line()

    def forward(self, x):
        return square(functional.dropout(self.line(x), 0.2, self.training))


step("torch.dropout", Own(), x)
images, volumes, rows = torch.randn(2, 3, 4, 4), torch.randn(2, 3, 2, 2, 2), torch.randn(2, 3, 5)
for name, argument in (
    ("dropout1d", rows),
    ("dropout2d", images),
    ("dropout3d", volumes),
    ("alpha_dropout", rows),
    ("feature_alpha_dropout", images),
):
    scale = nn.Parameter(torch.randn(argument.shape[1:]))
    # CHECK: dropout1d: 1 drawn, seed 14; largest
    # CHECK: dropout2d: 1 drawn, seed 14; largest
    # CHECK: dropout3d: 1 drawn, seed 14; largest
    # CHECK: alpha_dropout: 1 drawn, seed 14; largest
    # CHECK: feature_alpha_dropout: 1 drawn, seed 14; largest
    module = Module(lambda self, x, name=name: square(getattr(functional, name)(x * self.scale, 0.4, training=True)))
    module.scale = scale
    step(name, module, argument)
heads = lambda: nn.MultiheadAttention(6, 2, dropout=0.3, batch_first=True)
sequence = torch.randn(2, 5, 6)
# CHECK: attention: 1 drawn, seed 14; largest
step("attention", Module(lambda self, x: square(self.heads(x, x, x, need_weights=False)[0]), heads=heads()), sequence)
# CHECK: attention with weights: 1 drawn, seed 14; largest
step("attention with weights", Module(lambda self, x: square(self.heads(x, x, x)[0]), heads=heads()), sequence)
# CHECK: encoder layer: 4 drawn, seed 14; largest
step(
    "encoder layer",
    Module(lambda self, x: square(self.layer(x)), layer=nn.TransformerEncoderLayer(6, 2, 8, dropout=0.2, batch_first=True)),
    sequence,
)


def sample(self, x):
    """A variational step: what a normal distribution gives, by its mean and deviation."""
    mean, deviation = self.line(x), self.out(x).exp()
    return square(torch.distributions.Normal(mean, deviation).rsample()) + square(mean)


# CHECK: randn_like: 1 drawn, seed 14; largest
step("randn_like", Module(lambda self, x: square(self.line(x) + 0.1 * torch.randn_like(x)), line=line()), x)
# CHECK: rand_like and randn: 2 drawn, seed 14; largest
step("rand_like and randn", Module(lambda self, x: square(self.line(x) * torch.rand_like(x) + torch.randn(4, 6)), line=line()), x)
# CHECK: rand of a list: 1 drawn, seed 14; largest
step("rand of a list", Module(lambda self, x: square(self.line(x) * torch.rand([4, 1])), line=line()), x)
# CHECK: bernoulli: 1 drawn, seed 14; largest
step("bernoulli", Module(lambda self, x: square(self.line(x) * torch.bernoulli(torch.sigmoid(x))), line=line()), x)
# CHECK: in place: 3 drawn, seed 14; largest
step("in place", Module(lambda self, x: square(self.line(x) * torch.empty_like(x).uniform_(-1, 2) + torch.empty_like(x).normal_(1.0, 0.5)
                                               + x * torch.empty_like(x).bernoulli_(0.75)), line=line()), x)  # fmt: skip
# CHECK: normal: 1 drawn, seed 14; largest
step("normal", Module(lambda self, x: square(self.line(x) + torch.normal(torch.zeros(4, 6), torch.full((4, 6), 0.5))), line=line()), x)
# CHECK: a distribution: 1 drawn, seed 14; largest
step("a distribution", Module(sample, line=line(), out=line()), x)

# A part that runs again in backward has the mask that it had.
part = lambda self, x: self.out(functional.dropout(torch.tanh(self.line(x)), 0.5, self.training))
module = Module(lambda self, x: square(checkpoint(lambda y: part(self, y), x, use_reentrant=False)), line=line(), out=line())
text, _ = export_training(module, (x,), optimizer="sgd", rate=0.5, random_seed=SEED)
# CHECK: checkpoint: 1 drawn
print(f"checkpoint: {len(Drawn(text).draws)} drawn", flush=True)

# Masks are of positions in the whole tensor, so that losses depend neither on the number of ranks nor on that of micro-batches.
model = nn.Sequential(nn.Linear(8, 16), nn.GELU(), nn.Dropout(0.5), nn.Linear(16, 8), nn.Dropout(0.1))


class Loss(nn.Module):
    """The mean square of what a model returns, less a target."""

    def __init__(self, model):
        super().__init__()
        self.model = model

    def forward(self, x, y):
        return functional.mse_loss(self.model(x), y)


batch_x, batch_y = torch.randn(8, 8), torch.randn(8, 8)
curves = []
for pieces in (None, 2):
    for mesh, zero in ((None, None), ({"dp": 2}, 2), ({"dp": 2, "tp": 2}, None)):
        batch = "dp" if mesh else None
        program = sbp.compile(Loss(copy.deepcopy(model)), x=batch_x, y=batch_y, mesh=mesh, batch=batch, zero=zero, micro_batches=pieces,
                              train=sbp.AdamW(), random_seed=SEED)  # fmt: skip
        module = Loss(copy.deepcopy(model))
        session = program.session(weights=module)
        curves.append([float(session.step("train", x=batch_x, y=batch_y, learning_rate=1e-2)["loss"]) for _ in range(4)])
worst = max(abs(a - b) for curve in curves for a, b in zip(curves[0], curve))
# CHECK: 6 plans, largest difference
print(f"{len(curves)} plans, largest difference {worst:.1e}", flush=True)
assert worst < 2e-6 and len(set(curves[0])) == 4, curves

drops = Module(lambda self, x: square(self.drop(self.line(x))), line=line(), drop=nn.Dropout(0.5))
# CHECK: no seed: {{.*}}torch_random.py:[[#@LINE-1]]: dropout with p = 0.5 in training mode is not supported without a seed; pass random_seed=, set p = 0, or call eval() on its module
attempt("no seed", lambda: export_training(drops, (x,), optimizer="sgd"))
# CHECK: probability: {{.*}}torch_random.py:[[#@LINE+1]]: dropout with p = 1.5: a probability is between 0 and 1
wrong = Module(lambda self, x: square(functional.dropout(self.line(x), 1.5, True)), line=line())
attempt("probability", lambda: export_training(wrong, (x,), optimizer="sgd", random_seed=1))
# CHECK: randint: {{.*}}torch_random.py:[[#@LINE+3]]: random numbers (aten.randint.low) are not supported inside of the module
attempt(
    "randint",
    lambda: export_training(Module(lambda self, x: square(self.line(x)) * torch.randint(1, 3, ()), line=line()), (x,), random_seed=1),
)
# CHECK: integers: {{.*}}torch_random.py:[[#@LINE+1]]: random numbers of torch.int64 are not supported; draw floats
whole = Module(lambda self, x: square(self.line(x)) * torch.rand_like(x, dtype=torch.int64).sum(), line=line())
attempt("integers", lambda: export_training(whole, (x,), random_seed=1))
# CHECK: seed: 'float' object cannot be interpreted as an integer
attempt("seed", lambda: export_training(drops, (x,), random_seed=1.5))
# CHECK: no training: random_seed= belongs to a training step; pass train=, such as sbp.AdamW(): without it modules run in eval mode
attempt("no training", lambda: sbp.compile(Loss(model), x=batch_x, y=batch_y, random_seed=1))
