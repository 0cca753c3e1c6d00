"""Values of elementwise functions, as exported, against float64 of their framework:  function_values.py torch|jax

Constants and series of torch-mlir's and jaxlib's lowerings, and of our decompositions, show in f64: each value is within 1e-12 of the largest
of 1 and itself. Prints a table. On PATH: sbp-compile, sbp-run.
"""

import os
import sys

import numpy as np

from gradient_table import evaluate

BOUND = 1e-12
ALL = np.concatenate([[0.0, -0.0, 1.0, -1.0, 0.5, -0.5, 1e-9, -1e-9, 20.0, -20.0, 90.0, -90.0], np.linspace(-5, 5, 52)])
POSITIVE = np.concatenate([[1e-12, 1e-3, 1.0, 90.0, 1e4], np.linspace(0.05, 8, 59)])
UNIT = np.linspace(-0.999, 0.999, 64)


def of_torch():
    os.environ.setdefault("CUDA_VISIBLE_DEVICES", "")
    import torch
    from torch.nn import functional as F

    from sbp.export_torch import export, to_array

    everywhere = {
        **{
            name: getattr(torch, name)
            for name in ("sigmoid", "tanh", "erf", "erfc", "sin", "cos", "atan", "asinh", "sinc", "logit", "sign")
        },
        **{
            name: getattr(torch, name)
            for name in ("floor", "ceil", "round", "trunc", "frac", "exp2", "deg2rad", "square", "expm1", "sinh", "cosh")
        },
        **{
            name: getattr(F, name)
            for name in ("elu", "selu", "celu", "gelu", "silu", "mish", "softplus", "softsign", "logsigmoid", "tanhshrink")
        },
        **{name: getattr(F, name) for name in ("relu6", "hardswish", "hardsigmoid", "hardtanh", "leaky_relu", "softshrink", "hardshrink")},
        "gelu tanh": lambda x: F.gelu(x, approximate="tanh"),
        "softmax": lambda x: x.softmax(-1),
        "log_softmax": lambda x: x.log_softmax(-1),
        "logsumexp": lambda x: x.logsumexp(-1),
        "logaddexp": lambda x: torch.logaddexp(x, x.flip(0)),
        "fmod": lambda x: torch.fmod(x, 0.3),
        "remainder": lambda x: torch.remainder(x, 0.3),
        "atan2": lambda x: torch.atan2(x, x.flip(0) + 0.1),
        "hypot": lambda x: torch.hypot(x, x.flip(0)),
        "pow": lambda x: x**3,
        "cumprod": lambda x: x.clamp(-2, 2).cumprod(-1),
        "layer_norm": lambda x: F.layer_norm(x, (64,)),
        "std": lambda x: x.std(),
    }
    positive = {name: getattr(torch, name) for name in ("log", "log1p", "log2", "log10", "sqrt", "rsqrt", "reciprocal", "acosh", "xlogy")}
    positive["acosh"] = lambda x: torch.acosh(1 + x)
    positive["xlogy"] = lambda x: torch.xlogy(x, x)
    positive["pow 1.7"] = lambda x: x**1.7
    positive["entr"] = torch.special.entr
    unit = {name: getattr(torch, name) for name in ("asin", "acos", "atanh", "erfinv", "tan")}

    class Values(torch.nn.Module):
        def __init__(self, function):
            super().__init__()
            self.function = function

        def forward(self, x):
            return self.function(x)

    def values(functions, x):
        for name, function in functions.items():
            module, argument = Values(function), torch.tensor(x)
            compute = lambda module=module, argument=argument: evaluate(export(module, (argument,))[0], {}, {"x": x})["result"]
            yield name, compute, to_array(module(argument))

    return [row for functions, x in ((everywhere, ALL), (positive, POSITIVE), (unit, UNIT)) for row in values(functions, x)]


def of_jax():
    os.environ["JAX_PLATFORMS"] = "cpu"
    import jax
    import jax.numpy as jnp
    from jax import nn
    from jax.scipy import special

    from sbp.export_jax import export

    jax.config.update("jax_enable_x64", True)
    names = (
        "sigmoid",
        "elu",
        "selu",
        "celu",
        "gelu",
        "silu",
        "mish",
        "softplus",
        "log_sigmoid",
        "relu6",
        "hard_silu",
        "hard_sigmoid",
        "squareplus",
    )
    everywhere = {name: getattr(nn, name) for name in names}
    names = (
        "tanh",
        "sin",
        "cos",
        "arctan",
        "arcsinh",
        "sinc",
        "sign",
        "floor",
        "ceil",
        "round",
        "trunc",
        "exp2",
        "expm1",
        "sinh",
        "cosh",
        "cbrt",
    )
    everywhere |= {name: getattr(jnp, name) for name in names}
    everywhere |= {
        "erf": special.erf,
        "erfc": special.erfc,
        "gelu exact": lambda x: nn.gelu(x, approximate=False),
        "softmax": nn.softmax,
        "log_softmax": nn.log_softmax,
        "logsumexp": nn.logsumexp,
        "logaddexp": lambda x: jnp.logaddexp(x, x[::-1]),
        "fmod": lambda x: jnp.fmod(x, 0.3),
        "mod": lambda x: jnp.mod(x, 0.3),
        "arctan2": lambda x: jnp.arctan2(x, x[::-1] + 0.1),
        "hypot": lambda x: jnp.hypot(x, x[::-1]),
        "power": lambda x: x**3,
        "cumprod": lambda x: jnp.cumprod(jnp.clip(x, -2, 2)),
        "standardize": nn.standardize,
    }
    positive = {name: getattr(jnp, name) for name in ("log", "log1p", "log2", "log10", "sqrt", "reciprocal")}
    positive |= {
        "power 1.7": lambda x: x**1.7,
        "arccosh": lambda x: jnp.arccosh(1 + x),
        "digamma": special.digamma,
        "gammaln": special.gammaln,
    }
    unit = {"arcsin": jnp.arcsin, "arccos": jnp.arccos, "arctanh": jnp.arctanh, "erf_inv": special.erfinv, "tan": jnp.tan}

    def values(functions, x):
        for name, function in functions.items():
            call = lambda x, function=function: function(x)
            yield name, lambda call=call: evaluate(export(call, x), {}, {"x": x})["result"], np.asarray(function(jnp.asarray(x)))

    return [row for functions, x in ((everywhere, ALL), (positive, POSITIVE), (unit, UNIT)) for row in values(functions, x)]


def main():
    rows = {"torch": of_torch, "jax": of_jax}[sys.argv[1]]()
    bad = []
    for name, compute, expected in rows:
        try:
            found = compute()
        except ValueError as error:
            print(f"{name:16} refused: {str(error).splitlines()[0]}", flush=True)
            continue
        expected = np.asarray(expected, np.float64)
        finite = np.isfinite(expected)
        same = np.array_equal(found[~finite], expected[~finite], equal_nan=True)
        worst = (np.abs(found - expected) / np.maximum(1, np.abs(expected)))[finite].max(initial=0.0) if same else np.inf
        print(f"{name:16} largest difference {worst:.1e}, bound {BOUND:.0e}", flush=True)
        if not worst <= BOUND:
            bad.append(name)
    assert not bad, bad
    print(f"{len(rows)} functions have the values of float64")


if __name__ == "__main__":
    main()
