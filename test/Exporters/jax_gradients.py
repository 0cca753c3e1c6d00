"""Gradients of functions of jax.nn, jax.numpy, optax and flax, as exported, against JAX's:  jax_gradients.py [--only NAME]... [--one-by-one]

Inputs of elementwise functions have edges among random numbers: 0, ties, +-90. All in f64. optax and flax are left out where they are not
installed. On PATH: sbp-compile, sbp-run.
"""

import argparse
import importlib.util
import os
import warnings

os.environ["JAX_PLATFORMS"] = "cpu"
import jax
import jax.numpy as jnp
import numpy as np

jax.config.update("jax_enable_x64", True)
from jax import lax, nn
from jax.scipy import special

from gradient_table import EXACT, Table, evaluate
from sbp.export_jax import export_gradients
from sbp.user_lines import ExportError

RANDOM = np.random.default_rng(0)
EDGES = np.array([0.0, 90.0, -90.0, 1.0, -1.0, 1.0, 0.5, -0.5, 3.0, -3.0, 6.0, 2.0])
LABELS = np.array([1, 0, 3, 2])


def draw(*shape):
    return RANDOM.standard_normal(shape)


def edges():
    return np.concatenate([EDGES, draw(12)]).reshape(2, 12)


def positive(*shape):
    return RANDOM.random(shape) + 0.1


def pool(x, initial, combine, window, stride, padding="SAME"):
    return lax.reduce_window(x, initial, combine, window, stride, padding)


def convolve(x, w, **options):
    return lax.conv_general_dilated(x, w, dimension_numbers=("NHWC", "HWIO", "NHWC"), **options)


# JAX computes the scores of f64 in f32.
BOUNDS = dict.fromkeys(("attention", "attention causal", "attention masked"), 1e-6)


@jax.custom_vjp
def doubled_back(x):
    return jnp.sin(x)


doubled_back.defvjp(lambda x: (jnp.sin(x), x), lambda x, g: (2 * g * jnp.cos(x),))


@jax.custom_jvp
def own_slope(x):
    return jnp.round(x)


own_slope.defjvp(lambda primals, tangents: (own_slope(*primals), 3 * tangents[0]))

ELEMENTWISE = {
    "relu": nn.relu,
    "relu6": nn.relu6,
    "sigmoid": nn.sigmoid,
    "softplus": nn.softplus,
    "sparse_plus": nn.sparse_plus,
    "sparse_sigmoid": nn.sparse_sigmoid,
    "soft_sign": nn.soft_sign,
    "silu": nn.silu,
    "mish": nn.mish,
    "log_sigmoid": nn.log_sigmoid,
    "leaky_relu": nn.leaky_relu,
    "hard_sigmoid": nn.hard_sigmoid,
    "hard_silu": nn.hard_silu,
    "hard_tanh": nn.hard_tanh,
    "elu": nn.elu,
    "celu": nn.celu,
    "selu": nn.selu,
    "gelu": nn.gelu,
    "gelu exact": lambda x: nn.gelu(x, approximate=False),
    "glu": nn.glu,
    "squareplus": nn.squareplus,
    "log_softmax": nn.log_softmax,
    "softmax": nn.softmax,
    "logsumexp": lambda x: nn.logsumexp(x, -1),
    "standardize": nn.standardize,
    "identity": nn.identity,
    "abs": jnp.abs,
    "sign": lambda x: jnp.sign(x) * x,
    "exp": lambda x: jnp.exp(jnp.minimum(x, 3)),
    "exp2": lambda x: jnp.exp2(jnp.minimum(x, 3)),
    "expm1": lambda x: jnp.expm1(jnp.minimum(x, 3)),
    "log1p": lambda x: jnp.log1p(jnp.abs(x)),
    "sqrt": lambda x: jnp.sqrt(jnp.abs(x) + 1e-3),
    "cbrt": lambda x: jnp.cbrt(jnp.abs(x) + 1e-3),
    "power 0": lambda x: x**0 + x,
    "power 3": lambda x: x**3,
    "power 1.5": lambda x: jnp.power(jnp.abs(x) + 1e-3, 1.5),
    "sin": jnp.sin,
    "tan": lambda x: jnp.tan(x / 100),
    "arctan": jnp.arctan,
    "arcsinh": jnp.arcsinh,
    "arctan2": lambda x: jnp.arctan2(x, jnp.roll(x, 1) + 0.3),
    "hypot": lambda x: jnp.hypot(x, jnp.roll(x, 1) + 0.3),
    "tanh": jnp.tanh,
    "sinc": jnp.sinc,
    "erf": special.erf,
    "erfc": special.erfc,
    "erf_inv": lambda x: special.erfinv(jnp.tanh(x / 100)),
    "xlogy": lambda x: special.xlogy(jnp.abs(x), jnp.abs(x) + 1),
    "digamma": lambda x: special.digamma(jnp.abs(x) + 1),
    "gammaln": lambda x: special.gammaln(jnp.abs(x) + 1),
    "logaddexp": lambda x: jnp.logaddexp(x, 0.0),
    "maximum of ties": lambda x: jnp.maximum(x, jnp.roll(x, 1, 1)),
    "clip": lambda x: jnp.clip(x, -1, 1),
    "max of ties": lambda x: x.max(-1),
    "fmod": lambda x: jnp.fmod(x, 0.3),
    "floor": lambda x: jnp.floor(x) * x,
    "where of sqrt": lambda x: jnp.where(x > 0, jnp.sqrt(jnp.where(x > 0, x, 1.0)), 0.0),
    "stop_gradient": lambda x: x * lax.stop_gradient(x),
    "custom_vjp": doubled_back,
    "custom_jvp": own_slope,
    "checkpoint": jax.checkpoint(lambda x: jnp.sin(jnp.tanh(x))),
    "scan": lambda x: lax.scan(lambda c, row: (jnp.tanh(c + row), c * row), x[0], x)[1],
}
x4, rows = lambda: draw(2, 6, 6, 4), lambda: draw(4, 5)
OTHERS = {
    "mean": (lambda x: x.mean(0), rows()),
    "var": (lambda x: x.var(0), rows()),
    "std": (lambda x: x.std(0), rows()),
    "prod": (lambda x: x.prod(0), rows()),
    "cumsum": (lambda x: jnp.cumsum(x, 1), rows()),
    "cumprod": (lambda x: jnp.cumprod(x, 1), rows()),
    "cummax": (lambda x: lax.cummax(x, 1), rows()),
    "logcumsumexp": (lambda x: lax.cumlogsumexp(x, 1), rows()),
    "sort": (lambda x: jnp.sort(x, 1), rows()),
    "top_k": (lambda x: lax.top_k(x, 2)[0], rows()),
    "median": (lambda x: jnp.median(x, 1), rows()),
    "quantile": (lambda x: jnp.quantile(x, 0.3, axis=1), rows()),
    "norm": (lambda x: jnp.linalg.norm(x, axis=1), rows()),
    "einsum": (lambda x, y: jnp.einsum("ab,cb->ca", x, y), rows(), rows()),
    "attention": (lambda q, k, v: nn.dot_product_attention(q, k, v), draw(2, 3, 2, 4), draw(2, 5, 2, 4), draw(2, 5, 2, 4)),
    "attention causal": (lambda q: nn.dot_product_attention(q, q, q, is_causal=True), draw(2, 3, 2, 4)),
    "attention masked": (
        lambda q: nn.dot_product_attention(q, q, q, mask=jnp.array([[True, False, True], [True, False, False], [True, True, True]])),
        draw(2, 3, 2, 4),
    ),
    "take": (lambda x: jnp.take(x, jnp.array([0, 1, 1, 3]), 0), rows()),
    "take_along_axis": (lambda x: jnp.take_along_axis(x, LABELS[:, None], 1), rows()),
    "indexed": (lambda x: x[jnp.arange(4), LABELS], rows()),
    "at add": (lambda x, y: x.at[LABELS[:2]].add(y), rows(), draw(2, 5)),
    "at set": (lambda x, y: x.at[LABELS[:2]].set(y), rows(), draw(2, 5)),
    "at max": (lambda x, y: x.at[jnp.array([1, 1])].max(y), rows(), draw(2, 5)),
    "at multiply": (lambda x, y: x.at[jnp.array([1, 2])].multiply(y, unique_indices=True), rows(), draw(2, 5)),
    "segment_sum": (lambda x: jax.ops.segment_sum(x, LABELS // 2, 2), rows()),
    "segment_max": (lambda x: jax.ops.segment_max(x, LABELS // 2, 2), rows()),
    "dynamic_slice": (lambda x: lax.dynamic_slice(x, (1, 2), (2, 2)), rows()),
    "one_hot": (lambda x: nn.one_hot(LABELS, 5) * x, rows()),
    "pad": (lambda x: jnp.pad(x, ((1, 0), (0, 2)), constant_values=3.0), rows()),
    "pad edge": (lambda x: jnp.pad(x, ((1, 0), (0, 2)), mode="edge"), rows()),
    "pad reflect": (lambda x: jnp.pad(x, ((1, 0), (0, 2)), mode="reflect"), rows()),
    "roll and flip": (lambda x: jnp.flip(jnp.roll(x, 2, 1), 0), rows()),
    "interp": (lambda x: jnp.interp(jnp.array([0.3, 1.2]), jnp.arange(5.0), x), draw(5)),
    "resize": (lambda x: jax.image.resize(x, (1, 9, 9, 4), "bilinear"), draw(1, 6, 6, 4)),
    "conv": (lambda x, w: convolve(x, w, window_strides=(2, 2), padding="SAME"), x4(), draw(3, 3, 4, 3)),
    "conv of groups": (lambda x, w: convolve(x, w, window_strides=(1, 1), padding="VALID", feature_group_count=4), x4(), draw(3, 3, 1, 8)),
    "conv dilated": (lambda x, w: convolve(x, w, window_strides=(1, 1), padding="SAME", rhs_dilation=(2, 2)), x4(), draw(3, 3, 4, 3)),
    "conv_transpose": (lambda x, w: lax.conv_transpose(x, w, (2, 2), "SAME"), x4(), draw(3, 3, 4, 3)),
    "max_pool": (lambda x: pool(x, -jnp.inf, lax.max, (1, 2, 2, 1), (1, 2, 2, 1)), x4()),
    "max_pool overlapping": (lambda x: pool(x, -jnp.inf, lax.max, (1, 3, 3, 1), (1, 2, 2, 1)), x4()),
    "max_pool of ties": (lambda x: pool(x, -jnp.inf, lax.max, (1, 3, 3, 1), (1, 1, 1, 1), "VALID"), np.ones((1, 5, 5, 2))),
    "avg_pool": (lambda x: pool(x, 0.0, lax.add, (1, 3, 3, 1), (1, 2, 2, 1)) / 9, x4()),
    "min_pool": (lambda x: pool(x, jnp.inf, lax.min, (1, 3, 3, 1), (1, 2, 2, 1)), x4()),
}


def add_optax():
    import optax

    probabilities = lambda: nn.softmax(jnp.asarray(rows()))
    OTHERS.update(
        {
            "softmax_cross_entropy": (optax.losses.softmax_cross_entropy, rows(), probabilities()),
            "cross_entropy of integers": (lambda x: optax.losses.softmax_cross_entropy_with_integer_labels(x, LABELS), rows()),
            "sigmoid_binary_cross_entropy": (lambda x: optax.losses.sigmoid_binary_cross_entropy(x, jnp.array([0.0, 1.0] * 6)), edges()),
            "squared_error": (optax.losses.squared_error, rows(), rows()),
            "huber_loss": (optax.losses.huber_loss, edges(), edges()),
            "log_cosh": (optax.losses.log_cosh, edges()),
            "hinge_loss": (lambda x: optax.losses.hinge_loss(x, jnp.array([1.0, -1.0] * 6)), edges()),
            "cosine_distance": (optax.losses.cosine_distance, rows(), rows()),
            "kl_divergence": (lambda x, y: optax.losses.kl_divergence(nn.log_softmax(x), y), rows(), probabilities()),
            "poly_loss_cross_entropy": (optax.losses.poly_loss_cross_entropy, rows(), probabilities()),
            "sigmoid_focal_loss": (lambda x: optax.losses.sigmoid_focal_loss(x, jnp.array([0.0, 1.0] * 6)), edges()),
            "safe_norm of zeros": (lambda x: optax.safe_norm(x * jnp.array([[0.0], [1.0]]), 1e-6, axis=-1), edges()),
            "triplet_margin_loss": (optax.losses.triplet_margin_loss, rows(), rows(), rows()),
            "ctc_loss": (
                lambda x: optax.losses.ctc_loss(x, jnp.zeros((2, 7)), jnp.ones((2, 3), jnp.int32), jnp.zeros((2, 3))),
                draw(2, 7, 5),
            ),
        }
    )


def add_flax():
    from flax import linen

    def layer(module, *inputs):
        variables = module.init(jax.random.key(0), *inputs)
        return (lambda v, *values: module.apply(v, *values), jax.tree.map(np.asarray, variables), *inputs)

    f64 = {"param_dtype": jnp.float64, "dtype": jnp.float64}
    OTHERS.update(
        {
            "Dense": layer(linen.Dense(3, **f64), rows()),
            "Conv": layer(linen.Conv(3, (3, 3), **f64), x4()),
            "ConvTranspose": layer(linen.ConvTranspose(3, (3, 3), (2, 2), **f64), x4()),
            "LayerNorm": layer(linen.LayerNorm(**f64), rows()),
            "GroupNorm": layer(linen.GroupNorm(2, **f64), x4()),
            "RMSNorm": layer(linen.RMSNorm(**f64), rows()),
            "BatchNorm": (
                lambda v, x: linen.BatchNorm(use_running_average=False, **f64).apply(v, x, mutable=["batch_stats"])[0],
                jax.tree.map(np.asarray, linen.BatchNorm(use_running_average=False, **f64).init(jax.random.key(0), x4())),
                x4(),
            ),
            "Embed": (lambda v: linen.Embed(6, 3, **f64).apply(v, LABELS), {"params": {"embedding": draw(6, 3)}}),
            "SelfAttention": layer(linen.MultiHeadDotProductAttention(2, **f64), draw(2, 3, 4)),
            "LSTM": (
                lambda v, x: linen.RNN(linen.LSTMCell(3, **f64)).apply(v, x),
                jax.tree.map(np.asarray, linen.RNN(linen.LSTMCell(3, **f64)).init(jax.random.key(0), draw(2, 4, 5))),
                draw(2, 4, 5),
            ),
            "linen max_pool": (lambda x: linen.max_pool(x, (3, 3), (2, 2), "SAME"), x4()),
            "linen avg_pool": (lambda x: linen.avg_pool(x, (3, 3), (2, 2), "SAME"), x4()),
        }
    )


def make_cases():
    """{name: (function, inputs)}."""
    for package, add in (("optax", add_optax), ("flax", add_flax)):
        if importlib.util.find_spec(package):
            add()
        else:
            print(f"without {package}")
    cases = {name: (function, [edges()]) for name, function in ELEMENTWISE.items()}
    return cases | {name: (function, inputs) for name, (function, *inputs) in OTHERS.items()}


def weigh(result):
    """The sum of all elements, weighted."""
    parts = [part for part in jax.tree.leaves(result) if jnp.issubdtype(part.dtype, jnp.floating)]
    return sum((part * (jnp.arange(1.0, part.size + 1).reshape(part.shape) % 7 - 2.5)).sum() for part in parts)


def check(table, cases):
    """Exports all `cases` as one loss, and adds a row for each."""
    functions = [function for function, _ in cases.values()]
    weights = [jax.tree.map(np.asarray, inputs) for _, inputs in cases.values()]

    def loss(w):
        return sum(weigh(function(*inputs)) for function, inputs in zip(functions, w))

    text, _ = export_gradients(loss, weights, data=[])
    paths = jax.tree_util.tree_flatten_with_path(weights)[0]
    named = {"w." + jax.tree_util.keystr(path, simple=True, separator="."): leaf for path, leaf in paths}
    found = evaluate(text, named, {})
    value, gradients = jax.value_and_grad(loss)(weights)
    expected = dict(zip(named, jax.tree.leaves(gradients)))
    for number, name in enumerate(cases):
        table.add(
            name,
            [(key, found[f"gradient.{key}"], expected[key]) for key in named if key.startswith(f"w.{number}.")],
            BOUNDS.get(name, EXACT),
        )
    table.add("loss of these", [("loss", found["result"], value)], max(BOUNDS.get(name, EXACT) for name in cases))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", action="append")
    parser.add_argument("--one-by-one", action="store_true")
    options = parser.parse_args()
    warnings.simplefilter("ignore")
    cases = {name: case for name, case in make_cases().items() if not options.only or name in options.only}
    table, names = Table(), list(cases)
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
    table.finish("JAX")


if __name__ == "__main__":
    main()
