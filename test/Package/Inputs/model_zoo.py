"""Small models of PyTorch, {name: a function that returns (module, inputs by name)}: what users bring.  Needs torch."""

import math

import torch
from torch import nn
from torch.nn import functional as F

ZOO = {}


def model(**shapes):
    """Registers the class or function below it; inputs are f32 of these shapes, or int64 below the second number of a pair."""

    def register(make):
        def build():
            inputs = {
                name: torch.randint(0, shape[1], shape[0]) if isinstance(shape[0], tuple) else torch.randn(shape)
                for name, shape in shapes.items()
            }
            return make().eval(), inputs

        ZOO[make.__name__] = build
        return make

    return register


class Residual(nn.Module):
    def __init__(self, inner):
        super().__init__()
        self.inner = inner

    def forward(self, x):
        return x + self.inner(x)


@model(input=(8, 16))
def perceptron():
    return nn.Sequential(nn.Linear(16, 32), nn.GELU(), nn.Linear(32, 8))


@model(input=(8, 16))
def residual_norms():
    return nn.Sequential(*(Residual(nn.Sequential(nn.LayerNorm(16), nn.Linear(16, 32), nn.SiLU(), nn.Linear(32, 16))) for _ in range(2)))


@model(src=(4, 8, 16))
def encoder_layer():
    return nn.TransformerEncoderLayer(16, 4, 32, 0.0, batch_first=True)


@model(tgt=(4, 8, 16), memory=(4, 8, 16))
def decoder_layer():
    return nn.TransformerDecoderLayer(16, 4, 32, 0.0, batch_first=True)


@model(input=(4, 3, 8, 8))
def convolutions():
    return nn.Sequential(nn.Conv2d(3, 8, 3, padding=1), nn.ReLU(), nn.MaxPool2d(2), nn.Conv2d(8, 8, 3), nn.Flatten(), nn.Linear(32, 4))


@model(input=(4, 8, 8, 8))
def depthwise():
    return nn.Sequential(nn.Conv2d(8, 8, 3, padding=1, groups=8), nn.Conv2d(8, 16, 1), nn.ReLU6(), nn.AdaptiveAvgPool2d(1), nn.Flatten())


@model(x=(4, 8, 8, 8))
def residual_batchnorm():
    return Residual(nn.Sequential(nn.Conv2d(8, 8, 3, padding=1, bias=False), nn.BatchNorm2d(8), nn.ReLU(), nn.Conv2d(8, 8, 3, padding=1)))


@model(x=(4, 4, 8, 8))
class UNet(nn.Module):
    def __init__(self):
        super().__init__()
        self.down, self.up = nn.Conv2d(4, 8, 3, stride=2, padding=1), nn.ConvTranspose2d(8, 4, 2, stride=2)
        self.out = nn.Conv2d(8, 2, 1)

    def forward(self, x):
        return self.out(torch.cat([x, self.up(F.relu(self.down(x)))], 1))


@model(x=(4, 6, 8))
class Recurrent(nn.Module):
    def __init__(self):
        super().__init__()
        self.lstm, self.gru = nn.LSTM(8, 12, batch_first=True), nn.GRU(12, 8, batch_first=True)

    def forward(self, x):
        return self.gru(self.lstm(x)[0])[0]


@model(ids=((4, 6), 20))
class Characters(nn.Module):
    def __init__(self):
        super().__init__()
        self.embed, self.rnn, self.head = nn.Embedding(20, 8), nn.RNN(8, 16, batch_first=True), nn.Linear(16, 20)

    def forward(self, ids):
        return F.log_softmax(self.head(self.rnn(self.embed(ids))[0]), -1)


@model(dense=(8, 4), sparse=((8, 3), 10))
class Recommender(nn.Module):
    """Dot products of embeddings of categories, as DLRM has them."""

    def __init__(self):
        super().__init__()
        self.tables = nn.ModuleList(nn.Embedding(10, 8) for _ in range(3))
        self.bottom, self.top = nn.Linear(4, 8), nn.Linear(14, 1)

    def forward(self, dense, sparse):
        x = F.relu(self.bottom(dense))
        all_rows = torch.stack([x, *(table(sparse[:, i]) for i, table in enumerate(self.tables))], 1)
        products = torch.einsum("bid,bjd->bij", all_rows, all_rows)
        first, second = torch.triu_indices(4, 4, 1)
        return torch.sigmoid(self.top(torch.cat([x, products[:, first, second]], 1)))


@model(x=(8, 16))
class Experts(nn.Module):
    """Two of four experts for each row."""

    def __init__(self):
        super().__init__()
        self.gate = nn.Linear(16, 4)
        self.experts = nn.ModuleList(nn.Sequential(nn.Linear(16, 32), nn.GELU(), nn.Linear(32, 16)) for _ in range(4))

    def forward(self, x):
        weights, chosen = torch.topk(self.gate(x), 2, -1)
        share = torch.zeros(8, 4).scatter(1, chosen, torch.softmax(weights, -1))
        return sum(share[:, i : i + 1] * expert(x) for i, expert in enumerate(self.experts))


@model(x=(4, 8, 16))
class RotaryBlock(nn.Module):
    """RMSNorm, rotary positions, grouped causal attention and SwiGLU."""

    def __init__(self):
        super().__init__()
        self.norm = nn.RMSNorm(16)
        self.q, self.k, self.v, self.o = nn.Linear(16, 16), nn.Linear(16, 8), nn.Linear(16, 8), nn.Linear(16, 16)
        self.gate, self.up, self.down = nn.Linear(16, 32), nn.Linear(16, 32), nn.Linear(32, 16)

    def rotate(self, x):
        angles = torch.arange(8)[:, None] / 10 ** (torch.arange(2)[None] / 2)
        a, b = x.chunk(2, -1)
        return torch.cat([a * angles.cos() - b * angles.sin(), a * angles.sin() + b * angles.cos()], -1)

    def forward(self, x):
        y = self.norm(x)
        q, k, v = (each(y).view(4, 8, -1, 4).transpose(1, 2) for each in (self.q, self.k, self.v))
        y = F.scaled_dot_product_attention(self.rotate(q), self.rotate(k), v, is_causal=True, enable_gqa=True)
        x = x + self.o(y.transpose(1, 2).reshape(4, 8, 16))
        return x + self.down(F.silu(self.gate(x)) * self.up(x))


@model(images=(4, 3, 8, 8))
class VisionTransformer(nn.Module):
    def __init__(self):
        super().__init__()
        self.patch, self.kind = nn.Conv2d(3, 16, 4, 4), nn.Parameter(torch.randn(1, 1, 16))
        self.layer, self.head = nn.TransformerEncoderLayer(16, 2, 32, 0.0, batch_first=True, norm_first=True), nn.Linear(16, 4)

    def forward(self, images):
        x = self.patch(images).flatten(2).transpose(1, 2)
        return self.head(self.layer(torch.cat([self.kind.expand(4, 1, 16), x], 1))[:, 0])


@model(x=(4, 8, 16))
class Mixer(nn.Module):
    def __init__(self):
        super().__init__()
        self.tokens, self.channels = nn.Linear(8, 8), nn.Linear(16, 16)
        self.norms = nn.ModuleList(nn.LayerNorm(16) for _ in range(2))

    def forward(self, x):
        x = x + self.tokens(self.norms[0](x).transpose(1, 2)).transpose(1, 2)
        return x + F.gelu(self.channels(self.norms[1](x)))


@model(x=(4, 8, 8, 8))
class SqueezeExcite(nn.Module):
    def __init__(self):
        super().__init__()
        self.inner, self.squeeze, self.excite = nn.Conv2d(8, 8, 3, padding=1), nn.Linear(8, 4), nn.Linear(4, 8)

    def forward(self, x):
        y = self.inner(x)
        share = torch.sigmoid(self.excite(F.relu(self.squeeze(y.mean((2, 3))))))
        return x + y * share[..., None, None]


@model(x=(4, 8, 16))
class DilatedConvolutions(nn.Module):
    def __init__(self):
        super().__init__()
        self.filters, self.gates = (nn.ModuleList(nn.Conv1d(8, 8, 2, dilation=2**i) for i in range(3)) for _ in range(2))

    def forward(self, x):
        for i, (each, gate) in enumerate(zip(self.filters, self.gates, strict=True)):
            padded = F.pad(x, (2**i, 0))
            x = x + torch.tanh(each(padded)) * torch.sigmoid(gate(padded))
        return x


@model(x=(4, 6, 8), context=(4, 5, 8))
class CrossAttention(nn.Module):
    def __init__(self):
        super().__init__()
        self.attention, self.norm = nn.MultiheadAttention(8, 2, batch_first=True), nn.LayerNorm(8)

    def forward(self, x, context):
        y, weights = self.attention(self.norm(x), context, context)
        return {"y": x + y, "weights": weights}


@model(x=(4, 8, 8))
class LinearAttention(nn.Module):
    def __init__(self):
        super().__init__()
        self.q, self.k, self.v = (nn.Linear(8, 8) for _ in range(3))

    def forward(self, x):
        q, k = F.elu(self.q(x)) + 1, F.elu(self.k(x)) + 1
        pairs = torch.cumsum(torch.einsum("bti,btj->btij", k, self.v(x)), 1)
        return torch.einsum("bti,btij->btj", q, pairs) / torch.einsum("bti,bti->bt", q, torch.cumsum(k, 1))[..., None]


@model(x=(8, 6), links=(8, 8))
class GraphConvolution(nn.Module):
    def __init__(self):
        super().__init__()
        self.first, self.second = nn.Linear(6, 12), nn.Linear(12, 4)

    def forward(self, x, links):
        links = (links > 0).float() + torch.eye(8)
        scale = links.sum(1, keepdim=True).rsqrt()
        return self.second(scale * (links @ (scale * F.relu(self.first(scale * (links @ (scale * x)))))))


@model(ids=((8, 4), 12))
class FactorizationMachine(nn.Module):
    def __init__(self):
        super().__init__()
        self.bias, self.factors = nn.Embedding(12, 1), nn.Embedding(12, 6)

    def forward(self, ids):
        rows = self.factors(ids)
        pairs = rows.sum(1) ** 2 - (rows**2).sum(1)
        return self.bias(ids).sum((1, 2)) + 0.5 * pairs.sum(1)


@model(a=(8, 10), b=(8, 10))
class Siamese(nn.Module):
    def __init__(self):
        super().__init__()
        self.tower = nn.Sequential(nn.Linear(10, 16), nn.Tanh(), nn.Linear(16, 8))

    def forward(self, a, b):
        return F.cosine_similarity(self.tower(a), self.tower(b))


@model(x=(4, 4, 6, 6))
class DenseBlock(nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = nn.ModuleList(nn.Conv2d(4 + 4 * i, 4, 3, padding=1) for i in range(3))

    def forward(self, x):
        for each in self.layers:
            x = torch.cat([x, F.relu(each(x))], 1)
        return x


@model(input=(4, 2, 6, 6))
def super_resolution():
    return nn.Sequential(nn.Conv2d(2, 8, 3, padding=1), nn.PReLU(), nn.PixelShuffle(2))


@model(ids=((4, 10), 20))
class TextConvolutions(nn.Module):
    def __init__(self):
        super().__init__()
        self.embed = nn.Embedding(20, 8)
        self.filters, self.head = nn.ModuleList(nn.Conv1d(8, 4, k) for k in (2, 3)), nn.Linear(8, 3)

    def forward(self, ids):
        x = self.embed(ids).transpose(1, 2)
        return self.head(torch.cat([F.relu(each(x)).amax(2) for each in self.filters], 1))


@model(x=(8, 12), noise=(8, 4))
class Autoencoder(nn.Module):
    def __init__(self):
        super().__init__()
        self.encode, self.decode = nn.Linear(12, 8), nn.Linear(4, 12)

    def forward(self, x, noise):
        mean, log = self.encode(x).chunk(2, -1)
        return {"x": self.decode(mean + noise * torch.exp(0.5 * log)), "divergence": -0.5 * (1 + log - mean**2 - log.exp()).sum(-1)}


@model(x=(4, 8, 8))
class StateSpace(nn.Module):
    """A diagonal linear recurrence, unrolled."""

    def __init__(self):
        super().__init__()
        self.decay, self.enter, self.leave = nn.Parameter(torch.randn(8)), nn.Linear(8, 8), nn.Linear(8, 8)

    def forward(self, x):
        state, states, u = torch.zeros(4, 8), [], self.enter(x)
        for t in range(8):
            state = torch.sigmoid(self.decay) * state + u[:, t]
            states.append(state)
        return self.leave(torch.stack(states, 1))


@model(x=(8, 3), t=(8,))
class Diffusion(nn.Module):
    def __init__(self):
        super().__init__()
        self.time, self.x, self.out = nn.Linear(8, 16), nn.Linear(3, 16), nn.Linear(16, 3)

    def forward(self, x, t):
        angles = t[:, None] * torch.exp(-math.log(100.0) * torch.arange(4) / 4)
        return self.out(F.silu(self.x(x) + self.time(torch.cat([angles.sin(), angles.cos()], -1))))


@model(x=(4, 8, 6, 6))
class ConvNext(nn.Module):
    def __init__(self):
        super().__init__()
        self.mix, self.norm = nn.Conv2d(8, 8, 5, padding=2, groups=8), nn.LayerNorm(8)
        self.up, self.down, self.scale = nn.Linear(8, 32), nn.Linear(32, 8), nn.Parameter(torch.ones(8))

    def forward(self, x):
        y = self.norm(self.mix(x).permute(0, 2, 3, 1))
        return x + (self.scale * self.down(F.gelu(self.up(y)))).permute(0, 3, 1, 2)


@model(input=(4, 4, 8, 8))
def group_norms():
    return nn.Sequential(
        nn.GroupNorm(2, 4), nn.Conv2d(4, 4, 3, padding=1), nn.InstanceNorm2d(4), nn.Hardswish(), nn.Upsample(scale_factor=2)
    )


@model(a=(8, 6), b=(8, 5))
def bilinear():
    class Pair(nn.Module):
        def __init__(self):
            super().__init__()
            self.pair = nn.Bilinear(6, 5, 4)

        def forward(self, a, b):
            return F.normalize(self.pair(a, b), dim=-1)

    return Pair()
