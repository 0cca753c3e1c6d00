"""Modules of PyTorch whose training steps are exported: what each trains, freezes and writes, and the numbers of its optimizers."""

import torch
from torch import nn
from torch.nn import functional

from sbp.export_torch import export_gradients
from sbp_testing.exported_steps import STEPS, fill

KINDS = {torch.float32: "f32", torch.float64: "f64", torch.bfloat16: "bf16", torch.int64: "i64", torch.int32: "i32", torch.bool: "i1"}


class Adapter(nn.Module):
    """A frozen layer, an adapter of low rank, a teacher without gradient, rounding with the gradient of the identity."""

    def __init__(self):
        super().__init__()
        self.base = nn.Linear(6, 6).requires_grad_(False)
        self.down, self.up = nn.Parameter(torch.zeros(6, 2)), nn.Parameter(torch.zeros(2, 6))
        self.teacher = nn.Linear(6, 4)
        self.head = nn.Linear(6, 4)

    def forward(self, x):
        h = functional.elu(self.base(x) + x @ self.down @ self.up)
        h = h + (h.round() - h).detach()
        with torch.no_grad():
            target = self.teacher(x).softmax(-1)
        return -(target * self.head(h).log_softmax(-1)).sum(-1).mean()


class Images(nn.Module):
    """Convolutions, batch norm in training mode, overlapping pooling, logits of a weighted cross entropy."""

    def __init__(self):
        super().__init__()
        self.conv, self.norm = nn.Conv2d(3, 4, 3, padding=1, bias=False), nn.BatchNorm2d(4)
        self.wide, self.head = nn.Conv2d(4, 8, 3, stride=2, groups=2), nn.Linear(8, 3)

    def forward(self, x, labels):
        h = functional.max_pool2d(functional.relu(self.norm(self.conv(x))), 3, 2, 1)
        h = functional.silu(self.wide(h)).mean((2, 3))
        return functional.cross_entropy(self.head(h), labels, label_smoothing=0.1)


class Encoder(nn.Module):
    """Embeddings with a padding row, attention with a mask of padding, layer norm, gelu, a head that is its embedding."""

    def __init__(self):
        super().__init__()
        self.table = nn.Embedding(11, 8, padding_idx=0)
        self.layer = nn.TransformerEncoderLayer(8, 2, 16, dropout=0.0, activation="gelu", batch_first=True)
        self.register_buffer("positions", torch.zeros(1, 5, 8))
        self.head = nn.Linear(8, 11, bias=False)
        self.head.weight = self.table.weight

    def forward(self, ids, targets):
        h = self.layer(self.table(ids) + self.positions, src_key_padding_mask=ids == 0)
        return functional.cross_entropy(self.head(h).flatten(0, 1), targets.flatten())


class Patches(nn.Module):
    """A vision transformer's block: patches, gelu in the form of tanh, RMS norm, grouped heads, a sigmoid cross entropy of zeros."""

    def __init__(self):
        super().__init__()
        self.patch, self.norm = nn.Conv2d(3, 8, 2, stride=2), nn.RMSNorm(8)
        self.query, self.key, self.value = nn.Linear(8, 8), nn.Linear(8, 4), nn.Linear(8, 4)
        self.up, self.down = nn.Linear(8, 12), nn.Linear(12, 8)
        self.zeros = nn.Parameter(torch.zeros(8, 2))

    def forward(self, x, labels):
        h = self.patch(x).flatten(2).transpose(1, 2)
        n = self.norm(h)
        heads = lambda layer, count: layer(n).unflatten(-1, (count, 2)).transpose(1, 2)
        mixed = functional.scaled_dot_product_attention(heads(self.query, 4), heads(self.key, 2), heads(self.value, 2), enable_gqa=True)
        h = h + mixed.transpose(1, 2).flatten(2)
        h = h + self.down(functional.gelu(self.up(h), approximate="tanh"))
        return functional.binary_cross_entropy_with_logits(h.mean(1) @ self.zeros, labels)


class Narrow(nn.Module):
    """Causal attention and norms of bf16."""

    def __init__(self):
        super().__init__()
        self.table, self.norm = nn.Embedding(9, 8), nn.LayerNorm(8)
        self.mix, self.out, self.head = nn.Linear(8, 24, bias=False), nn.Linear(8, 8, bias=False), nn.Linear(8, 9, bias=False)
        self.to(torch.bfloat16)

    def forward(self, ids, targets):
        h = self.table(ids)
        q, k, v = self.mix(self.norm(h)).unflatten(-1, (3, 2, 4)).permute(2, 0, 3, 1, 4)
        h = h + self.out(functional.scaled_dot_product_attention(q, k, v, is_causal=True).transpose(1, 2).flatten(2))
        return functional.cross_entropy(self.head(h).float().flatten(0, 1), targets.flatten())


class Sequence(nn.Module):
    """A recurrent layer, a counter that forward writes, a Huber loss."""

    def __init__(self):
        super().__init__()
        self.layer, self.head = nn.GRU(4, 6, batch_first=True), nn.Linear(6, 1)
        self.register_buffer("calls", torch.zeros((), dtype=torch.int64))

    def forward(self, x, y):
        self.calls += 1
        return functional.huber_loss(self.head(self.layer(x)[0][:, -1]), y)


BATCH = 8
# The module, its inputs {name: (shape, type, numbers below)}, the bound of its numbers, plans that do not suit it.
MICRO = ["4 micro-batches", "ZeRO-2, 4 micro-batches"]
MODELS = {
    "torch_adapter": (Adapter, {"x": ((BATCH, 6), "f32", None)}, 1e-5, []),
    "torch_images": (Images, {"x": ((BATCH, 3, 8, 8), "f32", None), "labels": ((BATCH,), "i64", 3)}, 1e-5, MICRO),
    "torch_encoder": (Encoder, {"ids": ((BATCH, 5), "i64", 11), "targets": ((BATCH, 5), "i64", 11)}, 3e-5, []),
    "torch_patches": (Patches, {"x": ((BATCH, 3, 4, 4), "f32", None), "labels": ((BATCH, 2), "f32", None)}, 1e-5, []),
    "torch_narrow": (Narrow, {"ids": ((BATCH, 5), "i64", 9), "targets": ((BATCH, 5), "i64", 9)}, 3e-2, []),
    "torch_sequence": (Sequence, {"x": ((BATCH, 4, 4), "f32", None), "y": ((BATCH, 1), "f32", None)}, 1e-5, MICRO),
}


def make(kind, inputs):
    """The module with its first weights, and its inputs."""
    module = kind().train()
    with torch.no_grad():
        for name, value in [*module.named_parameters(), *module.named_buffers()]:
            value.copy_(torch.tensor(fill(name, list(value.shape), KINDS[value.dtype])))
    return module, tuple(torch.tensor(fill(name, list(shape), kind, below or 2)) for name, (shape, kind, below) in inputs.items())


def export_text(kind, inputs, bound, without):
    text, values, data = export_gradients(*make(kind, inputs))
    assert data == list(inputs) and not any("lifted" in name for name in values), (data, list(values))
    return text


def make_optimizer(name, module):
    parameters = [value for value in module.parameters() if value.requires_grad]
    if name == "sgd":
        return torch.optim.SGD(parameters, lr=0.05, momentum=0.9)
    groups = [
        {"params": [value for value in parameters if value.ndim > 1]},
        {"params": [value for value in parameters if value.ndim <= 1], "weight_decay": 0.0},
    ]
    return torch.optim.AdamW(groups, lr=0.01, weight_decay=0.1, betas=(0.9, 0.95), eps=1e-6)


def train(kind, inputs, bound, without):
    """The entry of expected.json."""
    expected = {"loss": "loss", "data": {name: below for name, (_, _, below) in inputs.items()}, "bound": bound, "without": without}
    for name in ("sgd", "adamw"):
        module, arguments = make(kind, inputs)
        first = {key: value.clone() for key, value in module.state_dict().items()}
        optimizer, losses = make_optimizer(name, module), []
        for _ in range(STEPS):
            optimizer.zero_grad()
            loss = module(*arguments)
            loss.backward()
            optimizer.step()
            losses.append(loss.item())
        now = {key: value for key, value in [*module.named_parameters(), *module.named_buffers()]}
        changed = {key: value for key, value in now.items() if not torch.equal(value, first[key])}
        expected[name] = {"losses": losses, "states": {key: float((value.detach().double() ** 2).sum()) for key, value in changed.items()}}
    return expected
