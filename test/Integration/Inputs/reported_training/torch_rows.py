"""Modules of PyTorch whose training, gradients or results were wrong: what each is called, and its options of the step."""

import torch
from torch import nn
from torch.nn import functional

from sbp.export_torch import export, export_gradients


class Sums(nn.Module):
    """Sums the losses of several modules, each with the arguments that it takes."""

    def __init__(self, **parts):
        super().__init__()
        for name, part in parts.items():
            setattr(self, name, part)

    def add(self, terms):
        return sum(getattr(self, name)(*arguments) for name, arguments in terms.items())


class Slope(nn.Module):
    """The sum of a function of a parameter, which is all that it holds."""

    def __init__(self, function, first, kind=torch.float32):
        super().__init__()
        self.function, self.w = function, nn.Parameter(torch.tensor(first, dtype=kind))

    def forward(self, one):
        return (self.function(self.w).float() * one).sum()


class Teacher(nn.Module):
    """Distillation: the teacher is not trained."""

    def __init__(self):
        super().__init__()
        self.teacher, self.student = nn.Linear(2, 3), nn.Linear(2, 3)

    def forward(self, x):
        with torch.no_grad():
            target = self.teacher(x).softmax(-1)
        return -(target * self.student(x).log_softmax(-1)).sum(-1).mean()


class Rounded(nn.Module):
    """Rounding with the gradient of the identity."""

    def __init__(self):
        super().__init__()
        self.line = nn.Linear(2, 3)

    def forward(self, x):
        h = self.line(x)
        return ((h + (h.round() - h).detach()) ** 2).mean()


class Padded(nn.Module):
    """An embedding whose row 1 has no gradient."""

    def __init__(self):
        super().__init__()
        self.table = nn.Embedding(4, 1, padding_idx=1)
        nn.init.ones_(self.table.weight)

    def forward(self, ids):
        return self.table(ids).sum()


class Gradients(Sums):
    """What PyTorch keeps out of the gradient, and slopes at zeros."""

    def __init__(self):
        zeros, rows, labels = [0.0, 0.0], [[0.0, 0.0], [3.0, 4.0]], torch.tensor([0.0, 1.0])
        gains = torch.tensor([0.25, 0.5])
        super().__init__(
            teacher=Teacher(),
            rounded=Rounded(),
            padded=Padded(),
            bce=Slope(lambda w: functional.binary_cross_entropy_with_logits(w, labels, reduction="none"), zeros),
            elu=Slope(functional.elu, zeros),
            logaddexp=Slope(lambda w: torch.logaddexp(w, torch.zeros(2)), zeros),
            norm=Slope(lambda w: torch.linalg.vector_norm(w, dim=-1), rows),
            unit=Slope(lambda w: functional.normalize(w, dim=-1) * gains, rows),
            power=Slope(lambda w: w**0 + w, [0.0, 2.0]),
        )

    def forward(self, x, ids, one):
        slopes = {name: (one,) for name in ("bce", "elu", "logaddexp", "norm", "unit", "power")}
        return self.add({"teacher": (x,), "rounded": (x,), "padded": (ids,)} | slopes)


class Edges(Sums):
    """Functions at 0 and at large values."""

    POINTS = [0.0, 90.0, -90.0, 1.0]
    FUNCTIONS = {
        "sigmoid": torch.sigmoid,
        "silu": functional.silu,
        "softplus": functional.softplus,
        "mish": functional.mish,
        "elu": functional.elu,
        "selu": functional.selu,
        "celu": functional.celu,
        "leaky_relu": functional.leaky_relu,
        "logsigmoid": functional.logsigmoid,
        "logaddexp": lambda w: torch.logaddexp(w, torch.zeros_like(w)),
        "bce_of_0": lambda w: functional.binary_cross_entropy_with_logits(w, torch.zeros_like(w), reduction="none"),
        "bce_of_1": lambda w: functional.binary_cross_entropy_with_logits(w, torch.ones_like(w), reduction="none"),
        "glu": lambda w: functional.glu(torch.cat([torch.ones_like(w), w])),
    }

    def __init__(self):
        parts = {name: Slope(function, self.POINTS) for name, function in self.FUNCTIONS.items()}
        for name in ("sigmoid", "silu", "softplus"):
            parts[f"{name}_f16"] = Slope(self.FUNCTIONS[name], [0.0, 12.0, -12.0, 1.0], torch.float16)
        super().__init__(**parts)

    def forward(self, one):
        return self.add({name: (one,) for name, _ in self.named_children()})


class Adapter(nn.Module):
    """A frozen layer with an adapter."""

    def __init__(self):
        super().__init__()
        self.base = nn.Linear(4, 4).requires_grad_(False)
        self.a, self.b = nn.Parameter(torch.randn(4, 1)), nn.Parameter(torch.ones(1, 4))

    def forward(self, x):
        return ((self.base(x) + x @ self.a @ self.b) ** 2).mean()


class Normal(nn.Module):
    """Batch norm in training mode."""

    def __init__(self):
        super().__init__()
        self.norm = nn.BatchNorm1d(2)

    def forward(self, x):
        return (self.norm(x) ** 4).mean()


class Classifier(nn.Module):
    """Batch norm and a dropout of nothing, in training mode."""

    def __init__(self):
        super().__init__()
        self.layers = nn.Sequential(nn.Linear(8, 16), nn.BatchNorm1d(16), nn.ReLU(), nn.Dropout(0.0), nn.Linear(16, 4))

    def forward(self, x, y):
        return functional.cross_entropy(self.layers(x), y)


class Buffers(nn.Module):
    """Buffers that micro-batches read whole: scales, positions, tables of several rows and of one."""

    def __init__(self):
        super().__init__()
        self.line, self.table, self.square = nn.Linear(6, 3), nn.Embedding(6, 3), nn.Linear(4, 4, bias=False)
        self.register_buffer("scale", torch.full((6,), 0.5))
        self.register_buffer("ids", torch.arange(6)[None])
        self.register_buffer("angles", torch.randn(6, 4))
        self.register_buffer("row", torch.randn(1, 4))

    def forward(self, x, y, z):
        scaled = (self.line(x * self.scale) ** 2).mean() + ((y + self.table(self.ids)) ** 2).mean()
        return scaled + (self.square(z) * self.angles).pow(2).mean() + (self.square(z) * self.row).pow(2).mean()


class Values(nn.Module):
    """Functions that were refused or inexact."""

    def forward(self, x, wide, q, narrow, mask, index, experts, image):
        attend = lambda q: functional.scaled_dot_product_attention(q, q, q, attn_mask=mask)
        return {
            "gelu": functional.gelu(wide, approximate="tanh"),
            "masked": attend(q),
            "masked_bf16": attend(narrow),
            "histc": torch.histc(experts.float(), bins=4, min=0, max=3).int(),
            "bincount": torch.bincount(experts, minlength=4)[:4],
            "topk": torch.topk(x, 2, dim=-1, sorted=False)[1].sort(-1)[0],
            "cumprod": x.cumprod(-1),
            "scatter_amax": torch.zeros(2, 6).scatter_reduce(0, index[:, None].expand(-1, 6), x, "amax", include_self=False),
            "erfc": torch.erfc(x),
            "fmod": torch.fmod(x, 0.3),
            "median": x.median(-1)[0],
            "kthvalue": x.kthvalue(2)[0],
            "logcumsumexp": x.logcumsumexp(-1),
            "uint8": image.float() / 255,
        }


def make_values():
    mask = torch.ones(4, 4, dtype=torch.bool)
    mask[2] = False
    q = torch.randn(1, 1, 4, 2)
    return {
        "x": torch.rand(4, 6),
        "wide": torch.linspace(-4, 4, 81, dtype=torch.float64),
        "q": q,
        "narrow": q.to(torch.bfloat16),
        "mask": mask,
        "index": torch.tensor([0, 1, 0, 1]),
        "experts": torch.tensor([0, 2, 2, 3, 2]),
        "image": torch.tensor([0, 100, 200, 255], dtype=torch.uint8),
    }


one = torch.tensor(1.0)
# Name of the text: how its module is made, its arguments, options of the step, number of steps, options of torch's optimizer.
TRAINED = {
    "torch_gradients": (
        Gradients,
        lambda: {"x": torch.tensor([[1.0, 2.0], [3.0, -1.0]]), "ids": torch.tensor([0, 1, 1, 2]), "one": one},
        ["optimizer=sgd rate=1"],
        1,
        (torch.optim.SGD, {"lr": 1.0}),
    ),
    "torch_frozen": (
        Adapter,
        lambda: {"x": torch.randn(3, 4)},
        ["rate=0.1 weight-decay=0.1"],
        2,
        (torch.optim.AdamW, {"lr": 0.1, "weight_decay": 0.1}),
    ),
    "torch_batch_norm": (
        Normal,
        lambda: {"x": torch.tensor([[1.0, 20.0], [3.0, -10.0], [5.0, 4.0]])},
        ["optimizer=sgd rate=1"],
        1,
        (torch.optim.SGD, {"lr": 1.0}),
    ),
    "torch_classifier": (
        Classifier,
        lambda: {"x": torch.randn(32, 8), "y": torch.randint(0, 4, (32,))},
        ["optimizer=sgd rate=0.1"],
        5,
        (torch.optim.SGD, {"lr": 0.1}),
    ),
    "torch_buffers": (
        Buffers,
        lambda: {"x": torch.randn(8, 6), "y": torch.randn(8, 6, 3), "z": torch.randn(8, 6, 4)},
        ["optimizer=sgd rate=1 micro-batches=2", "optimizer=sgd rate=1 micro-batches=4"],
        1,
        (torch.optim.SGD, {"lr": 1.0}),
    ),
    "torch_edges": (Edges, lambda: {"one": one}, [], 1, None),
}


def make(name):
    """The text, and the row of rows.json."""
    torch.manual_seed(0)
    if name == "torch_values":
        module, inputs = Values(), make_values()
        right = module(*inputs.values())
        text, _ = export(module, tuple(inputs.values()), list(right))
        return text, {"inputs": listed(inputs), "right": listed(right)}
    build, draw, steps, count, optimizer = TRAINED[name]
    module, inputs = build(), draw()
    text, values, _ = export_gradients(module, tuple(inputs.values()))
    row = {"inputs": listed(inputs), "weights": listed(values), "training": steps, "steps": count, "bound": 1e-5}
    trained = [each for each in module.parameters() if each.requires_grad]
    if optimizer is None:
        module(*inputs.values()).backward()
        row["right"] = listed({f"gradient.{name}": each.grad for name, each in module.named_parameters()})
        return text, row
    kind, options = optimizer
    optimizer, losses = kind(trained, **options), []
    for _ in range(count):
        optimizer.zero_grad()
        loss = module(*inputs.values())
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
    row["losses"] = losses
    row["right"] = listed(dict([*module.named_parameters(), *module.named_buffers()]))
    return text, row


def listed(values):
    """{name: [type, nested list]}."""
    kinds = {torch.bfloat16: "bf16", torch.float16: "f2", torch.float32: "f4", torch.float64: "f8", torch.int64: "i8", torch.int32: "i4"}
    kinds |= {torch.bool: "?", torch.uint8: "u1"}
    as_list = lambda value: value.detach().double().tolist() if value.is_floating_point() else value.tolist()
    return {
        name: listed_array(value) if not isinstance(value, torch.Tensor) else [kinds[value.dtype], as_list(value)]
        for name, value in values.items()
    }


def listed_array(array):
    return [array.dtype.str[1:], array.tolist()]


NAMES = [*TRAINED, "torch_values"]
