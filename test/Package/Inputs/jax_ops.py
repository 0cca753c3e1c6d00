"""One function of JAX at a time by `sbp.jit`, on one rank and on [4] with rows split, against JAX.  Needs jax and sbp."""

import sys
import warnings

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax
from jax.sharding import AbstractMesh, NamedSharding
from jax.sharding import PartitionSpec as P

import sbp

warnings.simplefilter("ignore")
ONE = ["abs", "arccos", "arcsin", "arctan", "arcsinh", "arctanh", "cbrt", "ceil", "cos", "cosh", "degrees", "exp", "exp2", "expm1", "floor"]
ONE += ["isfinite", "isnan", "log1p", "logical_not", "negative", "positive", "radians", "reciprocal", "rint", "sign", "signbit", "sin"]
ONE += ["sinc", "sinh", "square", "tan", "tanh", "trunc"]
NN = [
    "celu",
    "elu",
    "gelu",
    "hard_sigmoid",
    "hard_silu",
    "hard_tanh",
    "leaky_relu",
    "log_sigmoid",
    "mish",
    "relu",
    "relu6",
    "selu",
    "sigmoid",
]
NN += ["silu", "soft_sign", "softplus", "softmax", "log_softmax", "standardize"]
TWO = ["add", "arctan2", "copysign", "divide", "equal", "fmax", "fmin", "fmod", "greater", "greater_equal", "heaviside", "hypot", "less"]
TWO += ["less_equal", "logaddexp", "maximum", "minimum", "mod", "multiply", "not_equal", "subtract", "float_power", "floor_divide"]
OTHERS = {
    "sqrt": lambda x, y: jnp.sqrt(jnp.abs(x)),
    "rsqrt": lambda x, y: lax.rsqrt(jnp.abs(x) + 1),
    "log": lambda x, y: jnp.log(jnp.abs(x) + 1),
    "power": lambda x, y: x**3,
    "erf": lambda x, y: jax.scipy.special.erf(x),
    "erfc": lambda x, y: jax.scipy.special.erfc(x),
    "clip": lambda x, y: jnp.clip(x, -0.5, 0.5),
    "where": lambda x, y: jnp.where(x > y, x, -y),
    "select_cond": lambda x, y: lax.cond(x[0, 0] > 0, lambda a: a + 1, lambda a: a * 2, x),
    "select_switch": lambda x, y: lax.switch((x[0, 0] * 3).astype(int), [lambda a: a, jnp.sin, lambda a: (a @ a.T) @ a], x),
    "nested_cond": lambda x, y: lax.cond(x[0, 0] > 0, lambda a: lax.cond(a[0, 1] > 0, jnp.sin, jnp.cos, a), lambda a: a / 2, x),
    "cond_grad": jax.grad(lambda x, y: lax.cond(x[0, 0] > 0, jnp.sin, jnp.square, x).sum()),
    "cond_in_scan": lambda x, y: lax.scan(lambda s, r: (lax.cond(s[0] > 0, lambda s: s / 2, lambda s: s + r, s), s), x[0], x)[1],
    "sum": lambda x, y: x.sum(0),
    "mean": lambda x, y: x.mean(-1),
    "var": lambda x, y: x.var(1),
    "std": lambda x, y: x.std(),
    "prod": lambda x, y: x.prod(1),
    "max": lambda x, y: x.max(0),
    "argmax": lambda x, y: x.argmax(1),
    "argmin": lambda x, y: x.argmin(0),
    "logsumexp": lambda x, y: jax.nn.logsumexp(x, 1),
    "norm": lambda x, y: jnp.linalg.norm(x, axis=1),
    "cumsum": lambda x, y: x.cumsum(0),
    "all": lambda x, y: (x > -9).all(1),
    "any": lambda x, y: (x > 2).any(0),
    "sort": lambda x, y: jnp.sort(x, 1),
    "argsort": lambda x, y: jnp.argsort(x, 1),
    "top_k": lambda x, y: lax.top_k(x, 3)[0],
    "matmul": lambda x, y: x @ y.T,
    "einsum": lambda x, y: jnp.einsum("ij,kj->ik", x, y),
    "batched": lambda x, y: x.reshape(8, 2, 3) @ y.reshape(8, 3, 2),
    "outer": lambda x, y: jnp.outer(x[:, 0], y[0]),
    "transpose": lambda x, y: x.T,
    "reshape": lambda x, y: x.reshape(4, 12),
    "flip": lambda x, y: jnp.flip(x, 0),
    "roll": lambda x, y: jnp.roll(x, 2, 0),
    "concatenate": lambda x, y: jnp.concatenate([x, y], 1),
    "stack": lambda x, y: jnp.stack([x, y]),
    "split": lambda x, y: jnp.split(x, 2)[1],
    "slice": lambda x, y: x[1:7:2, 2:],
    "dynamic_slice": lambda x, y: lax.dynamic_slice(x, ((x[0, 0] > 0).astype(int), 1), (4, 3)),
    "dynamic_update": lambda x, y: lax.dynamic_update_slice(x, y[:2, :2], (3, 1)),
    "pad": lambda x, y: jnp.pad(x, ((1, 0), (0, 2)), constant_values=0.5),
    "tile": lambda x, y: jnp.tile(x, (2, 2)),
    "repeat": lambda x, y: jnp.repeat(x, 2, 0),
    "take_along": lambda x, y: jnp.take_along_axis(x, (x > 0).astype(int), 1),
    "take": lambda x, y: jnp.take(x, jnp.array([3, 0, 3]), 0),
    "at_add": lambda x, y: x.at[jnp.array([0, 0, 1])].add(y[:3]),
    "at_set": lambda x, y: x.at[jnp.array([0, 2])].set(y[:2]),
    "tril": lambda x, y: jnp.tril(x),
    "diagonal": lambda x, y: jnp.diagonal(x),
    "one_hot": lambda x, y: jax.nn.one_hot((x[:, 0] > 0).astype(int), 3),
    "glu": lambda x, y: jax.nn.glu(x),
    "attention": lambda x, y: jax.nn.dot_product_attention(x.reshape(1, 8, 2, 3), y.reshape(1, 8, 2, 3), x.reshape(1, 8, 2, 3)),
    "conv": lambda x, y: lax.conv(x[None], jnp.broadcast_to(y[:, None, :3], (8, 8, 3)), (1,), "SAME"),
    "max_pool": lambda x, y: lax.reduce_window(x, -jnp.inf, lax.max, (2, 2), (2, 2), "VALID"),
    "vmap": lambda x, y: jax.vmap(lambda a, b: a @ b)(x, y),
    "scan": lambda x, y: lax.scan(lambda state, row: (0.5 * state + row, state), jnp.zeros(6), x)[1],
    "fori": lambda x, y: lax.fori_loop(0, 3, lambda i, value: value * 0.5 + i, x),
    "grad": lambda x, y: jax.grad(lambda a: jnp.tanh(a @ y.T).sum())(x),
    "jvp": lambda x, y: jax.jvp(jnp.sin, (x,), (y,))[1],
    "astype": lambda x, y: (x * 10).astype(jnp.int32),
    "bits": lambda x, y: lax.shift_left((x * 9).astype(jnp.int32), 2) ^ 5,
}


def of_first(function):
    return lambda x, y: function(x)


def of_both(function):
    return lambda x, y: function(x, y)


def main():
    random = np.random.default_rng(0)
    x, y = (random.uniform(-0.9, 0.9, (8, 6)).astype(np.float32) for _ in range(2))
    cases = {name: of_first(getattr(jnp, name)) for name in ONE} | {f"nn.{name}": of_first(getattr(jax.nn, name)) for name in NN}
    cases |= {name: of_both(getattr(jnp, name)) for name in TWO} | OTHERS
    rows = NamedSharding(AbstractMesh((4,), ("dp",)), P("dp"))
    failures = []
    if sys.argv[1:]:
        cases = {name: cases[name] for name in sys.argv[1:]}
    for name, function in cases.items():
        expected = np.asarray(jax.jit(function)(x, y))
        try:
            for options in [{}, {"in_shardings": (rows, rows)}]:
                result = sbp.jit(function, **options)(x, y)
                assert result.shape == expected.shape and result.dtype == expected.dtype, (result.dtype, expected.dtype)
                np.testing.assert_allclose(result, expected, rtol=2e-5, atol=2e-6)
        except Exception as error:
            failures.append(name)
            print(f"{name}: {type(error).__name__}: {str(error).strip().splitlines()[0][:200]}", flush=True)
    print(f"{len(cases) - len(failures)} of {len(cases)} functions of JAX agree on 1 and [4]; others: {', '.join(failures) or 'none'}")
    sys.exit(bool(failures) or (not sys.argv[1:] and len(cases) < 100))


if __name__ == "__main__":
    main()
