"""Gradients of modules and functions of torch.nn, as exported, against PyTorch's:  torch_gradients.py [--only NAME]... [--one-by-one]

Inputs are parameters too, so that each module is differentiated by what it reads and by its own weights. Inputs of elementwise functions
have edges among random numbers: 0, ties, +-90. All in f64. On PATH: sbp-compile, sbp-run.
"""

import argparse
import warnings

import torch
from torch import nn
from torch.nn import functional

from gradient_table import EXACT, Table, evaluate
from sbp.export_torch import export_gradients, to_array
from sbp.user_lines import ExportError

torch.set_default_dtype(torch.float64)
torch.manual_seed(0)
EDGES = torch.tensor([0.0, 90.0, -90.0, 1.0, -1.0, 1.0, 0.5, -0.5, 3.0, -3.0, 6.0, 2.0])
LABELS = torch.tensor([1, 0, 3, 2])
SIGNS = torch.tensor([1.0, -1.0, -1.0, 1.0])


def edges(rows=2):
    return torch.cat([EDGES, torch.randn(12 * rows - 12)]).reshape(rows, 12)


def draw(*shape):
    return torch.randn(shape)


def positive(*shape):
    return torch.rand(shape) + 0.1


# PyTorch's own gradient of f64 has a sixth of f32.
BOUNDS = {"Hardsigmoid": 1e-7}


class Case(nn.Module):
    """The sum of the elements of what `function` makes of its parameters, weighted at random; `fixed` are constants of the module."""

    def __init__(self, function, *inputs, fixed=()):
        super().__init__()
        self.function = function
        self.inputs = nn.ParameterList(nn.Parameter(each) for each in inputs)
        for number, each in enumerate(fixed):
            self.register_buffer(f"fixed{number}", each)
        self.count = len(fixed)

    def forward(self):
        result = self.function(*self.inputs, *(getattr(self, f"fixed{number}") for number in range(self.count)))
        parts = [each for each in (result if isinstance(result, (tuple, list)) else [result]) if each is not None]
        weigh = lambda part: torch.arange(1, part.numel() + 1, dtype=torch.float64).reshape(part.shape).remainder(7) - 2.5
        return sum((part * weigh(part)).sum() for part in parts if part.is_floating_point())


ACTIVATIONS = {
    "ELU": nn.ELU(),
    "Hardshrink": nn.Hardshrink(),
    "Hardsigmoid": nn.Hardsigmoid(),
    "Hardtanh": nn.Hardtanh(),
    "Hardswish": nn.Hardswish(),
    "LeakyReLU": nn.LeakyReLU(),
    "LogSigmoid": nn.LogSigmoid(),
    "PReLU": nn.PReLU(),
    "ReLU": nn.ReLU(),
    "ReLU6": nn.ReLU6(),
    "RReLU eval": nn.RReLU().eval(),
    "SELU": nn.SELU(),
    "CELU": nn.CELU(),
    "GELU": nn.GELU(),
    "GELU tanh": nn.GELU(approximate="tanh"),
    "Sigmoid": nn.Sigmoid(),
    "SiLU": nn.SiLU(),
    "Mish": nn.Mish(),
    "Softplus": nn.Softplus(),
    "Softplus beta": nn.Softplus(2.0, 5.0),
    "Softshrink": nn.Softshrink(),
    "Softsign": nn.Softsign(),
    "Tanh": nn.Tanh(),
    "Tanhshrink": nn.Tanhshrink(),
    "Threshold": nn.Threshold(0.1, 20.0),
    "GLU": nn.GLU(),
    "Softmin": nn.Softmin(-1),
    "Softmax": nn.Softmax(-1),
    "LogSoftmax": nn.LogSoftmax(-1),
    "abs": torch.abs,
    "exp": lambda x: torch.exp(x.clamp(max=3)),
    "expm1": lambda x: torch.expm1(x.clamp(max=3)),
    "log1p": lambda x: torch.log1p(x.abs()),
    "sqrt": lambda x: torch.sqrt(x.abs() + 1e-3),
    "erf": torch.erf,
    "erfc": torch.erfc,
    "pow 0": lambda x: x**0 + x,
    "pow 3": lambda x: x**3,
    "logaddexp": lambda x: torch.logaddexp(x, torch.zeros_like(x)),
    "logcumsumexp": lambda x: torch.logcumsumexp(x, -1),
    "cumprod": lambda x: torch.cumprod(x, -1),
    "fmod": lambda x: torch.fmod(x, 0.3),
    "maximum of ties": lambda x: torch.maximum(x, x.roll(1, -1)),
    "amax of ties": lambda x: x.amax(-1),
    "max with index": lambda x: x.max(-1)[0],
    "median": lambda x: x.median(-1)[0],
    "clamp": lambda x: x.clamp(-1, 1),
    "sort": lambda x: x.sort(-1)[0],
    "topk unsorted": lambda x: x.topk(1, -1, sorted=False)[0],
    "prod": lambda x: x.prod(-1),
    "std": lambda x: x.std(-1),
    "vector norm": lambda x: torch.linalg.vector_norm(x, dim=-1),
    "norm of zeros": lambda x: torch.linalg.vector_norm(x * 0, dim=-1),
    "normalize zeros": lambda x: functional.normalize(x * torch.tensor([[0.0], [1.0]]), dim=-1),
    "atan2": lambda x: torch.atan2(x, x.roll(1, -1) + 0.3),
    "sinc": torch.sinc,
    "roll": lambda x: x.roll(5),
    "scatter_reduce amax": lambda x: torch.zeros(2, 12).scatter_reduce(
        0, torch.tensor([[1], [1]]).expand(2, 12), x, "amax", include_self=False
    ),
}
x4, x5, rows = lambda: draw(2, 4, 6, 6), lambda: draw(1, 2, 4, 4, 4), lambda: draw(4, 5)
MODULES = {
    "L1Loss": (nn.L1Loss(), rows(), rows()),
    "MSELoss": (nn.MSELoss(), rows(), rows()),
    "CrossEntropyLoss": (nn.CrossEntropyLoss(), rows(), [LABELS]),
    "CrossEntropy weighted": (nn.CrossEntropyLoss(weight=positive(5), ignore_index=2, label_smoothing=0.1), rows(), [LABELS]),
    "CrossEntropy of images": (nn.CrossEntropyLoss(), draw(2, 5, 3), [torch.tensor([[1, 0, 4], [2, 2, 3]])]),
    "CrossEntropy soft": (nn.CrossEntropyLoss(), rows(), [rows().softmax(-1)]),
    "NLLLoss": (nn.NLLLoss(ignore_index=3), rows(), [LABELS]),
    "PoissonNLLLoss": (nn.PoissonNLLLoss(), rows(), [positive(4, 5)]),
    "GaussianNLLLoss": (nn.GaussianNLLLoss(), rows(), rows(), positive(4, 5)),
    "KLDivLoss": (nn.KLDivLoss(reduction="batchmean"), rows(), [positive(4, 5)]),
    "BCELoss": (lambda x, y: functional.binary_cross_entropy(x.sigmoid(), y), rows(), [torch.rand(4, 5)]),
    "BCEWithLogits": (nn.BCEWithLogitsLoss(pos_weight=positive(12)), edges(), [torch.rand(2, 12)]),
    "BCEWithLogits of zeros": (nn.BCEWithLogitsLoss(), torch.zeros(4, 5), [torch.rand(4, 5)]),
    "MarginRankingLoss": (nn.MarginRankingLoss(0.1), draw(4), draw(4), [SIGNS]),
    "HingeEmbeddingLoss": (nn.HingeEmbeddingLoss(), draw(4), [SIGNS]),
    "MultiLabelMarginLoss": (nn.MultiLabelMarginLoss(), draw(2, 4), [torch.tensor([[3, 0, -1, 1], [1, -1, 2, 0]])]),
    "HuberLoss": (nn.HuberLoss(), edges(), [edges().flip(1)]),
    "SmoothL1Loss": (nn.SmoothL1Loss(), edges(), [edges().flip(1)]),
    "SoftMarginLoss": (nn.SoftMarginLoss(), draw(4), [SIGNS]),
    "MultiLabelSoftMarginLoss": (nn.MultiLabelSoftMarginLoss(), rows(), [(rows() > 0).double()]),
    "CosineEmbeddingLoss": (nn.CosineEmbeddingLoss(0.2), rows(), rows(), [SIGNS]),
    "MultiMarginLoss": (nn.MultiMarginLoss(), rows(), [LABELS]),
    "TripletMarginLoss": (nn.TripletMarginLoss(), rows(), rows(), rows()),
    "CTCLoss": (
        lambda x: functional.ctc_loss(x.log_softmax(-1), torch.ones(2, 3, dtype=torch.long), torch.full((2,), 7), torch.full((2,), 3)),
        draw(7, 2, 5),
    ),
    "BatchNorm1d": (nn.BatchNorm1d(5), rows()),
    "BatchNorm2d": (nn.BatchNorm2d(4), x4()),
    "BatchNorm2d eval": (nn.BatchNorm2d(4).eval(), x4()),
    "BatchNorm2d momentum None": (nn.BatchNorm2d(4, momentum=None), x4()),
    "BatchNorm3d": (nn.BatchNorm3d(2), x5()),
    "InstanceNorm2d": (nn.InstanceNorm2d(4, affine=True), x4()),
    "GroupNorm": (nn.GroupNorm(2, 4), x4()),
    "LayerNorm": (nn.LayerNorm(5), rows()),
    "RMSNorm": (nn.RMSNorm(5), rows()),
    "LocalResponseNorm": (nn.LocalResponseNorm(3), x4()),
    "weight_norm": (nn.utils.parametrizations.weight_norm(nn.Linear(5, 3)), rows()),
    "MaxPool1d": (nn.MaxPool1d(3, 2), draw(2, 4, 7)),
    "MaxPool2d": (nn.MaxPool2d(2), x4()),
    "MaxPool2d overlapping": (nn.MaxPool2d(3, 2, 1), x4()),
    "MaxPool2d dilated": (nn.MaxPool2d(2, 1, dilation=2, ceil_mode=True), x4()),
    "MaxPool2d of ties": (nn.MaxPool2d(3, 1), torch.ones(1, 2, 5, 5)),
    "MaxPool3d": (nn.MaxPool3d(2), x5()),
    "AvgPool1d": (nn.AvgPool1d(3, 2), draw(2, 4, 7)),
    "AvgPool2d": (nn.AvgPool2d(3, 2, 1), x4()),
    "AvgPool2d without padding": (nn.AvgPool2d(3, 2, 1, count_include_pad=False), x4()),
    "AvgPool3d": (nn.AvgPool3d(2), x5()),
    "LPPool2d": (nn.LPPool2d(2, 2), x4()),
    "AdaptiveAvgPool2d": (nn.AdaptiveAvgPool2d(1), x4()),
    "AdaptiveAvgPool2d 3": (nn.AdaptiveAvgPool2d(3), x4()),
    "AdaptiveAvgPool2d 4": (nn.AdaptiveAvgPool2d(4), x4()),
    "AdaptiveMaxPool2d": (nn.AdaptiveMaxPool2d(1), x4()),
    "AdaptiveMaxPool2d 3": (nn.AdaptiveMaxPool2d(3), x4()),
    "Conv1d": (nn.Conv1d(4, 3, 3, padding=1), draw(2, 4, 7)),
    "Conv2d": (nn.Conv2d(4, 6, 3, stride=2, padding=1), x4()),
    "Conv2d of groups": (nn.Conv2d(4, 8, 3, groups=4, dilation=2), x4()),
    "Conv2d of groups, strided": (nn.Conv2d(4, 8, 3, stride=2, padding=1, groups=2), x4()),
    "Conv2d depthwise, strided": (nn.Conv2d(4, 4, 2, stride=3, groups=4, dilation=2), x4()),
    "ConvTranspose2d of groups": (nn.ConvTranspose2d(4, 6, 3, 2, 1, groups=2), x4()),
    "Conv3d": (nn.Conv3d(2, 3, 2), x5()),
    "ConvTranspose1d": (nn.ConvTranspose1d(4, 3, 3, 2), draw(2, 4, 5)),
    "ConvTranspose2d": (nn.ConvTranspose2d(4, 3, 3, 2, 1, 1), x4()),
    "Unfold": (nn.Unfold(2), x4()),
    "Fold": (nn.Fold((4, 4), 2, stride=2), draw(2, 8, 4)),
    "ReflectionPad2d": (nn.ReflectionPad2d(2), x4()),
    "ReplicationPad2d": (nn.ReplicationPad2d(2), x4()),
    "CircularPad2d": (nn.CircularPad2d(2), x4()),
    "ZeroPad2d": (nn.ZeroPad2d((1, 2, 0, 1)), x4()),
    "Embedding": (nn.Embedding(6, 3), [torch.tensor([[1, 0, 1], [5, 5, 2]])]),
    "Embedding padding_idx": (nn.Embedding(6, 3, padding_idx=1), [torch.tensor([[1, 0, 1], [5, 5, 2]])]),
    "EmbeddingBag": (nn.EmbeddingBag(6, 3, padding_idx=2), [torch.tensor([[1, 0, 1], [5, 2, 2]])]),
    "Linear": (nn.Linear(5, 3), rows()),
    "Bilinear": (nn.Bilinear(5, 5, 3), rows(), rows()),
    "PixelShuffle": (nn.PixelShuffle(2), x4()),
    "Upsample nearest": (nn.Upsample(scale_factor=2), x4()),
    "Upsample bilinear": (nn.Upsample(size=(9, 9), mode="bilinear"), x4()),
    "CosineSimilarity": (nn.CosineSimilarity(-1), rows(), rows()),
    "PairwiseDistance": (nn.PairwiseDistance(), rows(), rows()),
    "cdist": (torch.cdist, rows(), rows()),
    "RNN": (lambda m, x: m(x)[0], nn.RNN(5, 3), draw(4, 2, 5)),
    "LSTM": (lambda m, x: m(x)[0], nn.LSTM(5, 3, bidirectional=True), draw(4, 2, 5)),
    "GRU": (lambda m, x: m(x)[0], nn.GRU(5, 3), draw(4, 2, 5)),
    "MultiheadAttention": (lambda m, x: m(x, x, x, need_weights=False), nn.MultiheadAttention(6, 2), draw(3, 2, 6)),
    "TransformerEncoderLayer": (nn.TransformerEncoderLayer(6, 2, 8, dropout=0.0), draw(3, 2, 6)),
    "TransformerDecoderLayer": (nn.TransformerDecoderLayer(6, 2, 8, dropout=0.0), draw(3, 2, 6), draw(4, 2, 6)),
    "attention": (functional.scaled_dot_product_attention, draw(2, 2, 3, 4), draw(2, 2, 5, 4), draw(2, 2, 5, 3)),
    "attention causal": (lambda q: functional.scaled_dot_product_attention(q, q, q, is_causal=True), draw(2, 2, 3, 4)),
    "attention masked": (
        lambda q, m: functional.scaled_dot_product_attention(q, q, q, attn_mask=m),
        draw(2, 2, 3, 4),
        [torch.tensor([[True, False, True], [False, False, False], [True, True, True]])],
    ),
    "attention biased": (lambda q, m: functional.scaled_dot_product_attention(q, q, q, attn_mask=m), draw(2, 2, 3, 4), draw(2, 1, 3, 3)),
    "attention of groups": (
        lambda q, k: functional.scaled_dot_product_attention(q, k, k, enable_gqa=True),
        draw(2, 4, 3, 4),
        draw(2, 2, 5, 4),
    ),
    "gather": (lambda x, i: x.gather(1, i), rows(), [torch.tensor([[0, 0], [1, 4], [2, 2], [3, 0]])]),
    "indexed": (lambda x, i: x[i, i], rows(), [torch.tensor([0, 1, 1, 3])]),
    "indexed by slices": (lambda x, i: x[:, i], rows(), [torch.tensor([0, 1, -1, 3])]),
    "index_select": (lambda x, i: x.index_select(1, i), rows(), [torch.tensor([0, 1, 1, 3])]),
    "masked_fill": (lambda x, m: x.masked_fill(m, 0.0), rows(), [rows() > 0]),
    "strided slice": (lambda x: x[1::2, ::3], rows()),
    "flip and unfold": (lambda x: x.flip(1).unfold(1, 2, 2), rows()),
    "einsum": (lambda x, y: torch.einsum("ab,cb->ca", x, y), rows(), rows()),
    "logsumexp": (lambda x: x.logsumexp(-1), rows()),
    "cumsum": (lambda x: x.cumsum(1), rows()),
    "diagonal": (lambda x: x @ x.diagonal().diag(), draw(5, 5)),
    "tril": (torch.tril, rows()),
    "repeat_interleave": (lambda x: x.repeat_interleave(2, 1), rows()),
    "pad": (lambda x: functional.pad(x, (1, 2), value=3.0), rows()),
    "var": (lambda x: x.var(1, correction=0), rows()),
    "outer product": (torch.outer, draw(4), draw(3)),
}


def make_cases():
    """{name: module}."""
    cases = {name: Case(function, edges()) for name, function in ACTIVATIONS.items()}
    for name, (function, *inputs) in MODULES.items():
        module = inputs.pop(0) if inputs and isinstance(inputs[0], nn.Module) else None
        fixed = inputs.pop() if inputs and isinstance(inputs[-1], list) else ()
        call = function
        if module is not None:
            call = Bound(function, module)
        cases[name] = Case(call, *inputs, fixed=fixed)
    return cases


class Bound(nn.Module):
    """A function of a module and of further values."""

    def __init__(self, function, module):
        super().__init__()
        self.function, self.module = function, module

    def forward(self, *values):
        return self.function(self.module, *values)


class Sum(nn.Module):
    """All cases as one loss."""

    def __init__(self, cases):
        super().__init__()
        self.cases = nn.ModuleList(cases)

    def forward(self):
        return sum(case() for case in self.cases)


def check(table, cases):
    """Exports all `cases` as one, and adds a row for each."""
    module = Sum(cases.values())
    text, values, data = export_gradients(module, ())
    assert not data
    found = evaluate(text, values, {})
    module().backward()
    after = {name: to_array(value) for name, value in module.named_buffers()}
    for number, name in enumerate(cases):
        rows = []
        for key, parameter in module.named_parameters():
            if key.startswith(f"cases.{number}."):
                if parameter.grad is None:
                    assert f"gradient.{key}" not in found, key
                else:
                    rows.append((key.split(".", 2)[2], found[f"gradient.{key}"], to_array(parameter.grad)))
        rows += [(key.split(".", 2)[2], found[key], after[key]) for key in found if key in after and key.startswith(f"cases.{number}.")]
        table.add(name, rows, BOUNDS.get(name, EXACT))
    table.add("loss of these", [("loss", found["loss"], to_array(module()))])


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", action="append")
    parser.add_argument("--from", dest="first")
    parser.add_argument("--one-by-one", action="store_true")
    options = parser.parse_args()
    warnings.simplefilter("ignore")
    cases = {name: case for name, case in make_cases().items() if not options.only or name in options.only}
    table, names = Table(), list(cases)
    names = names[names.index(options.first) if options.first else 0 :]
    size = 1 if options.one_by_one else 12
    for first in range(0, len(names), size):
        group = {name: cases[name] for name in names[first : first + size]}
        try:
            check(table, group)
        except ExportError as error:
            if len(group) == 1:
                table.refuse(names[first], error)
                continue
            for name in group:
                try:
                    check(table, {name: group[name]})
                except ExportError as each:
                    table.refuse(name, each)
    table.finish("PyTorch")


if __name__ == "__main__":
    main()
