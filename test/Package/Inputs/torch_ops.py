"""One function of PyTorch at a time by `sbp.compile`, on one rank and on [4] with rows split, against PyTorch.  Needs torch and sbp."""

import sys
import warnings

import numpy as np
import torch
from torch.nn import functional as F

import sbp

warnings.simplefilter("ignore")
ONE = [torch.abs, torch.acos, torch.asin, torch.atan, torch.ceil, torch.cos, torch.cosh, torch.erf, torch.erfc, torch.exp, torch.expm1]
ONE += [torch.floor, torch.frac, torch.log1p, torch.neg, torch.reciprocal, torch.relu, torch.round, torch.sigmoid, torch.sign, torch.sin]
ONE += [torch.sinh, torch.square, torch.tan, torch.tanh, torch.trunc, torch.deg2rad, torch.isnan, torch.logical_not, torch.exp2]
ONE += [F.celu, F.elu, F.gelu, F.hardsigmoid, F.hardswish, F.hardtanh, F.leaky_relu, F.logsigmoid, F.mish, F.relu6, F.selu, F.silu]
ONE += [F.softplus, F.softsign, F.tanhshrink]
TWO = [
    torch.add,
    torch.sub,
    torch.mul,
    torch.div,
    torch.maximum,
    torch.minimum,
    torch.atan2,
    torch.eq,
    torch.ge,
    torch.gt,
    torch.le,
    torch.lt,
]
TWO += [torch.ne, torch.fmod, torch.remainder, torch.hypot, torch.logaddexp, F.mse_loss, F.l1_loss, F.smooth_l1_loss, F.huber_loss]
TWO += [torch.copysign, torch.xlogy, torch.floor_divide]
OTHERS = {
    "sqrt": lambda x: torch.sqrt(x.abs()),
    "rsqrt": lambda x: torch.rsqrt(x.abs() + 1),
    "log": lambda x: torch.log(x.abs() + 1),
    "log2": lambda x: torch.log2(x.abs() + 1),
    "pow": lambda x: x**3,
    "clamp": lambda x: x.clamp(-0.5, 0.5),
    "where": lambda x, y: torch.where(x > y, x, -y),
    "lerp": lambda x, y: torch.lerp(x, y, 0.25),
    "addcmul": lambda x, y: torch.addcmul(x, x, y, value=0.5),
    "sum": lambda x: x.sum(0),
    "mean": lambda x: x.mean(-1),
    "var": lambda x: x.var(1),
    "std": lambda x: x.std(),
    "prod": lambda x: x.prod(1),
    "amax": lambda x: x.amax(0),
    "argmax": lambda x: x.argmax(1),
    "argmin": lambda x: x.argmin(0),
    "logsumexp": lambda x: torch.logsumexp(x, 1),
    "norm": lambda x: torch.linalg.vector_norm(x, dim=1),
    "cumsum": lambda x: x.cumsum(0),
    "softmax": lambda x: x.softmax(0),
    "log_softmax": lambda x: x.log_softmax(1),
    "all": lambda x: (x > -9).all(1),
    "any": lambda x: (x > 2).any(0),
    "sort": lambda x: x.sort(1).values,
    "topk": lambda x: x.topk(3, 1).values,
    "matmul": lambda x, y: x @ y.T,
    "einsum": lambda x, y: torch.einsum("ij,kj->ik", x, y),
    "bmm": lambda x, y: torch.bmm(x.view(8, 2, 3), y.view(8, 3, 2)),
    "outer": lambda x, y: torch.outer(x[:, 0], y[0]),
    "transpose": lambda x: x.T,
    "reshape": lambda x: x.reshape(4, 12),
    "flip": lambda x: x.flip(0),
    "roll": lambda x: x.roll(2, 0),
    "cat": lambda x, y: torch.cat([x, y], 1),
    "stack": lambda x, y: torch.stack([x, y]),
    "chunk": lambda x: x.chunk(2, 0)[1],
    "slice": lambda x: x[1:7:2, 2:],
    "pad": lambda x: F.pad(x, (1, 2, 0, 1), value=0.5),
    "repeat": lambda x: x.repeat(2, 2),
    "repeat_interleave": lambda x: x.repeat_interleave(2, 0),
    "gather": lambda x: x.gather(1, (x > 0).long()),
    "index_select": lambda x: x.index_select(0, torch.tensor([3, 0, 3])),
    "take_rows": lambda x: x[torch.tensor([1, 5, 2])],
    "masked_fill": lambda x: x.masked_fill(x > 0, 1.5),
    "tril": lambda x: x.tril(),
    "diagonal": lambda x: x.diagonal(),
    "one_hot": lambda x: F.one_hot((x[:, 0] > 0).long(), 3),
    "scatter": lambda x, y: x.scatter(1, (y > 0).long(), y),
    "index_add": lambda x, y: x.index_add(0, torch.tensor([0, 0, 1]), y[:3]),
    "layer_norm": lambda x: F.layer_norm(x, (6,)),
    "rms_norm": lambda x: F.rms_norm(x, (6,)),
    "glu": lambda x: F.glu(x),
    "linear": lambda x, y: F.linear(x, y),
    "normalize": lambda x: F.normalize(x),
    "cosine": lambda x, y: F.cosine_similarity(x, y),
    "cross_entropy": lambda x: F.cross_entropy(x, (x[:, 0] > 0).long()),
    "kl_div": lambda x, y: F.kl_div(x.log_softmax(1), y.softmax(1), reduction="batchmean"),
    "max_pool": lambda x: F.max_pool1d(x[None], 2),
    "avg_pool": lambda x: F.avg_pool1d(x[None], 3),
    "conv": lambda x, y: F.conv1d(x[None], y[:, None, :3].expand(8, 8, 3)),
    "unfold": lambda x: x.unfold(1, 3, 1),
    "interpolate": lambda x: F.interpolate(x[None], scale_factor=2),
    "pairwise": lambda x, y: F.pairwise_distance(x, y),
}


class Function(torch.nn.Module):
    def __init__(self, function):
        super().__init__()
        self.function = function

    def forward(self, x, y):
        return self.function(x, y)


def main():
    torch.manual_seed(0)
    x, y = torch.rand(8, 6) * 1.8 - 0.9, torch.rand(8, 6) * 1.8 - 0.9
    cases = {each.__name__: (lambda x, y, each=each: each(x)) for each in ONE} | {each.__name__: each for each in TWO}
    for name, each in OTHERS.items():
        cases[name] = each if each.__code__.co_argcount == 2 else (lambda x, y, each=each: each(x))
    failures = []
    if sys.argv[1:]:
        cases = {name: cases[name] for name in sys.argv[1:]}
    for name, function in cases.items():
        module = Function(function)
        expected = module(x, y).numpy()
        try:
            for mesh in [{}, {"mesh": {"dp": 4}, "batch": "dp"}]:
                result = sbp.compile(module, x=x, y=y, **mesh).session().step(x=x, y=y)["result"]
                assert result.shape == expected.shape and result.dtype == expected.dtype, (result.dtype, expected.dtype)
                np.testing.assert_allclose(result, expected, rtol=2e-5, atol=2e-6)
        except Exception as error:
            failures.append(name)
            print(f"{name}: {type(error).__name__}: {str(error).strip().splitlines()[0][:200]}", flush=True)
    print(f"{len(cases) - len(failures)} of {len(cases)} functions of PyTorch agree on 1 and [4]; others: {', '.join(failures) or 'none'}")
    sys.exit(bool(failures) or (not sys.argv[1:] and len(cases) < 100))


if __name__ == "__main__":
    main()
