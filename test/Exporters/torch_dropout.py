"""Dropout of PyTorch modules that train with a seed:  torch_dropout.py   (a Python with torch)

The masks are those of `nn.random`, made here with numpy, and PyTorch steps with them: losses, parameters and seed must be equal, on one
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


class Masks:
    """The masks of one text, in the order in which they are drawn; each has the offset and the probability of an `nn.random`."""

    def __init__(self, text):
        found = re.findall(r'"nn.random"\(.*?\) <?\{[^}]*\}>?', text) or re.findall(r"nn\.random bernoulli .*", text)
        number = lambda name, each: re.search(rf"{name} = ([\d.e+-]+)", each)[1]
        # Once each: the entries with the loss and with the step have the same.
        self.draws = list({int(number("offset", each)): float(number("probability", each)) for each in found}.items())
        self.left, self.seed = [], 0

    def begin(self, seed):
        self.left, self.seed = list(self.draws), seed

    def draw(self, shape, p):
        """The first mask of this probability that is left."""
        at = next(i for i, (_, probability) in enumerate(self.left) if abs(probability - (1 - p)) < 1e-9)
        offset, probability = self.left.pop(at)
        return torch.from_numpy(random("bernoulli", "i1", self.seed, offset, tuple(shape), probability))


@contextmanager
def given_masks(masks):
    """PyTorch's functions with these masks, by their definitions in its documentation."""

    def plain(x, shape, p):
        return x * masks.draw(shape, p).to(x.dtype) / (1 - p)

    def alpha(x, shape, p):
        keep = masks.draw(shape, p)
        a = ((1 - p) * (1 + p * SELU_LIMIT**2)) ** -0.5
        return a * torch.where(keep, x, torch.tensor(SELU_LIMIT, dtype=x.dtype)) - a * SELU_LIMIT * p

    channels = lambda x: [*x.shape[:2], *[1] * (x.ndim - 2)]
    forms = {
        "dropout": lambda x, p: plain(x, x.shape, p),
        "dropout1d": lambda x, p: plain(x, channels(x), p),
        "dropout2d": lambda x, p: plain(x, channels(x), p),
        "dropout3d": lambda x, p: plain(x, channels(x), p),
        "alpha_dropout": lambda x, p: alpha(x, x.shape, p),
        "feature_alpha_dropout": lambda x, p: alpha(x, channels(x), p),
    }
    before = {name: getattr(functional, name) for name in [*forms, "scaled_dot_product_attention"]}

    def make(form):
        return lambda x, p=0.5, training=True, inplace=False: form(x, p) if training and p else x

    def attend(q, k, v, attn_mask=None, dropout_p=0.0, is_causal=False):
        scores = q @ k.transpose(-2, -1) / math.sqrt(q.shape[-1])
        if is_causal:
            scores = scores.masked_fill(~torch.ones(scores.shape[-2:], dtype=torch.bool).tril(), -math.inf)
        return forms["dropout"](torch.softmax(scores, -1), dropout_p) @ v

    for name, form in forms.items():
        setattr(functional, name, make(form))
    functional.scaled_dot_product_attention = attend
    try:
        yield
    finally:
        for name, function in before.items():
            setattr(functional, name, function)


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
    """Steps of SGD with rate 1 equal PyTorch's with the same masks; prints the number of masks and the last seed."""
    generator = torch.get_rng_state()
    text, values = export_training(module, arguments, placement, optimizer="sgd", rate=0.5, dropout_seed=SEED, **options)
    assert torch.equal(generator, torch.get_rng_state()), "the generator of the caller has moved"
    masks = Masks(text)
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
        masks.begin(SEED + number)
        optimizer.zero_grad()
        with given_masks(masks):
            loss = right(*arguments)
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
    differences = [np.abs(last[name] - to_array(value)).max() for name, value in right.named_parameters()]
    differences.append(abs(np.load(case.path("loss.npy")).reshape(-1)[-1] - losses[-1]))
    print(f"{title}: {len(masks.draws)} masks, seed {int(last['dropout.seed'])}; largest difference {max(differences):.1e}", flush=True)
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

# CHECK: layers: 2 masks, seed 14; largest
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
# CHECK: modes: 1 masks, seed 14; largest
step("modes", mixed, x)
# CHECK: in place: 1 masks, seed 14; largest
step("in place", Module(lambda self, x: square(self.drop(self.line(x))), line=line(), drop=nn.Dropout(0.25, inplace=True)), x)


# CHECK: torch.dropout: 1 masks, seed 14; largest
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
    # CHECK: dropout1d: 1 masks, seed 14; largest
    # CHECK: dropout2d: 1 masks, seed 14; largest
    # CHECK: dropout3d: 1 masks, seed 14; largest
    # CHECK: alpha_dropout: 1 masks, seed 14; largest
    # CHECK: feature_alpha_dropout: 1 masks, seed 14; largest
    module = Module(lambda self, x, name=name: square(getattr(functional, name)(x * self.scale, 0.4, training=True)))
    module.scale = scale
    step(name, module, argument)
heads = lambda: nn.MultiheadAttention(6, 2, dropout=0.3, batch_first=True)
sequence = torch.randn(2, 5, 6)
# CHECK: attention: 1 masks, seed 14; largest
step("attention", Module(lambda self, x: square(self.heads(x, x, x, need_weights=False)[0]), heads=heads()), sequence)
# CHECK: attention with weights: 1 masks, seed 14; largest
step("attention with weights", Module(lambda self, x: square(self.heads(x, x, x)[0]), heads=heads()), sequence)
# CHECK: encoder layer: 4 masks, seed 14; largest
step(
    "encoder layer",
    Module(lambda self, x: square(self.layer(x)), layer=nn.TransformerEncoderLayer(6, 2, 8, dropout=0.2, batch_first=True)),
    sequence,
)

# A part that runs again in backward has the mask that it had.
part = lambda self, x: self.out(functional.dropout(torch.tanh(self.line(x)), 0.5, self.training))
module = Module(lambda self, x: square(checkpoint(lambda y: part(self, y), x, use_reentrant=False)), line=line(), out=line())
text, _ = export_training(module, (x,), optimizer="sgd", rate=0.5, dropout_seed=SEED)
# CHECK: checkpoint: 1 masks
print(f"checkpoint: {len(Masks(text).draws)} masks", flush=True)

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
                              train=sbp.AdamW(), dropout_seed=SEED)  # fmt: skip
        module = Loss(copy.deepcopy(model))
        session = program.session(weights=module)
        curves.append([float(session.step("train", x=batch_x, y=batch_y, learning_rate=1e-2)["loss"]) for _ in range(4)])
worst = max(abs(a - b) for curve in curves for a, b in zip(curves[0], curve))
# CHECK: 6 plans, largest difference
print(f"{len(curves)} plans, largest difference {worst:.1e}", flush=True)
assert worst < 2e-6 and len(set(curves[0])) == 4, curves

drops = Module(lambda self, x: square(self.drop(self.line(x))), line=line(), drop=nn.Dropout(0.5))
# CHECK: no seed: {{.*}}torch_dropout.py:[[#@LINE-1]]: dropout with p = 0.5 in training mode is not supported without a seed; pass dropout_seed=, set p = 0, or call eval() on its module
attempt("no seed", lambda: export_training(drops, (x,), optimizer="sgd"))
# CHECK: probability: {{.*}}torch_dropout.py:[[#@LINE+1]]: dropout with p = 1.5: a probability is between 0 and 1
wrong = Module(lambda self, x: square(functional.dropout(self.line(x), 1.5, True)), line=line())
attempt("probability", lambda: export_training(wrong, (x,), optimizer="sgd", dropout_seed=1))
# CHECK: no training: dropout_seed= belongs to a training step; pass train=, such as sbp.AdamW(): without it modules run in eval mode
attempt("no training", lambda: sbp.compile(Loss(model), x=batch_x, y=batch_y, dropout_seed=1))
