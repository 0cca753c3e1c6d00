"""Writes NAME.mlir and NAME.npz (inputs and JAX's results, in order) for ops as JAX lowers them:  python3 make.py [--into DIR] [NAME]...

Needs jax==0.10.2; the files are committed, so the test needs none.
"""

import argparse
import os

from sbp.export_jax import export

os.environ["JAX_PLATFORMS"] = "cpu"
import jax
import jax.numpy as jnp
import numpy as np

HERE = os.path.dirname(os.path.abspath(__file__))

SQUARE, TABLE = (4, 4), (10, 4)


def embedding(table, ids):
    return table[ids]


def take_along(x, positions):
    return jnp.take_along_axis(x, positions, axis=1)


def roll(x):
    return jnp.roll(x, 1, axis=0), jnp.flip(x, 1)


def attention(query, key, value):
    return jax.nn.dot_product_attention(query, key, value, is_causal=True)


def reductions(x):
    return (
        jax.nn.softmax(x, -1),
        jnp.argmax(x, -1),
        jnp.cumsum(x, 0),
        jax.nn.logsumexp(x, 0),
        x.var(-1),
        x.min(),
        jnp.prod(x, 0),
        jnp.any(x > 1, -1),
        jnp.all(x > -1, 0),
    )


def movement(x, y):
    return (
        jnp.pad(x, ((1, 1), (0, 2))),
        jnp.concatenate([x, y], 0),
        x[::2],
        x.T,
        x.reshape(2, 8),
        jnp.tile(x, (1, 2)),
        jax.lax.dynamic_update_slice(x, y[:2], (1, 0)),
        jnp.tril(x),
        jnp.eye(4) + x,
        jnp.stack([x, y], 1),
    )


def elementwise(x, y):
    return (
        jnp.where(x > 0, x, y) ** 3,
        jnp.clip(x, 0, 1),
        jax.nn.gelu(x),
        jax.nn.silu(x),
        jnp.sign(x),
        jnp.floor(y),
        jnp.round(x),
        jnp.abs(x) ** 0.5,
        jnp.sin(x) + jnp.cos(y),
        jnp.log1p(jnp.abs(x)),
        jnp.expm1(y),
        jnp.maximum(x, y),
        jax.nn.one_hot((jnp.abs(x[:, 0]) * 2).astype(jnp.int32), 3),
        (x * 4).astype(jnp.int32) % 3,
        jnp.logical_xor(x > 0, y > 0),
    )


def products(x, y):
    return jnp.einsum("ij,kj->ik", x, y), jnp.einsum("ij,jk,kl->il", x, y, x), jnp.outer(x[0], y[0]), jnp.vdot(x, y), x @ y[0]


def ordering(x):
    return (jnp.sort(x, -1), jnp.argsort(x, -1), jnp.argsort(x, 0, descending=True), jnp.median(x, 1), *jax.lax.top_k(x, 2))


def embedding_gradient(table, ids):
    return jax.grad(lambda t: (t[ids] ** 2).sum())(table), table.at[ids[0]].add(1.0), table.T.at[:, ids[0]].add(2.0)


def writes(cache, x, ids):
    """What replaces: one position of all, one of each, a window, one of one, none (outside), a slice that is moved inside."""
    return (
        cache.at[:, ids[0]].set(x),
        cache.at[jnp.arange(2), ids].set(x),
        cache.at[:, 3:5].set(x[:, None]),
        cache.at[1, ids[0]].set(x[0]),
        cache.at[:, ids[0] + 7].set(x),
        cache.at[ids[0], ids[1] - 2].set(x[1]),
        jax.lax.dynamic_update_slice(cache, x[:, None], (0, ids[1] + 5, 0)),
        cache.at[:, :, ids].set(x[:, None, :2]),
    )


def experts(x, gate, up, down):
    weights, chosen = jax.lax.top_k(jax.nn.softmax(x @ gate, -1), 2)
    mixed = (jax.nn.one_hot(chosen, gate.shape[1]) * weights[..., None]).sum(1)
    hidden = jax.nn.silu(jnp.einsum("td,edf->etf", x, up))
    return jnp.einsum("etd,te->td", jnp.einsum("etf,efd->etd", hidden, down), mixed)


def sorted_experts(x, weights, sizes):
    """Rows sorted by expert, some of no expert, with the gradients of both factors, bf16 with results of f32, results narrower than the
    factors with sizes of i8, and integers."""

    def loss(x, weights):
        return (jax.lax.ragged_dot(x, weights, sizes) ** 2).sum()

    y = jax.lax.ragged_dot(x.astype(jnp.bfloat16), weights.astype(jnp.bfloat16), sizes, preferred_element_type=jnp.float32)
    narrow = jax.lax.ragged_dot(x, weights, sizes.astype(jnp.int8), preferred_element_type=jnp.bfloat16)
    whole = jax.lax.ragged_dot((4 * x).astype(jnp.int32), (4 * weights).astype(jnp.int32), sizes)
    return y, jax.lax.ragged_dot(x, weights, sizes), *jax.grad(loss, (0, 1))(x, weights), narrow.astype(jnp.float32), whole


def class_gradient(x, labels):
    """Both ways of picking the label's logarithm, and elements of middle dimensions, some of them twice."""

    def loss(x):
        logarithms = jax.nn.log_softmax(x)
        return -jnp.take_along_axis(logarithms, labels[:, None], 1).mean() - logarithms[jnp.arange(4), labels].sum()

    cube = x.reshape(2, 2, -1)
    return *jax.value_and_grad(loss)(x), jax.grad(lambda c: (jnp.take_along_axis(c, labels.reshape(2, 2, 1) // 2, 1) ** 2).sum())(cube)


def order_gradient(x):
    return (jax.grad(lambda x: (jnp.sort(x, 1) * jnp.arange(5.0)).sum())(x), jax.grad(lambda x: (jax.lax.top_k(x, 2)[0] ** 2).sum())(x))


def image_gradient(x, kernel):
    def loss(x, kernel):
        y = jax.lax.conv_general_dilated(x, kernel, (1, 1), "SAME", dimension_numbers=("NHWC", "HWIO", "NHWC"))
        y = jax.lax.reduce_window(jax.nn.relu(y), -jnp.inf, jax.lax.max, (1, 2, 2, 1), (1, 2, 2, 1), "VALID")
        return (y**2).sum()

    return jax.grad(loss, (0, 1))(x, kernel)


def product_keys(x, query, keys, values, dy):
    """A train step through a PKM layer: rows by product keys, softmax per head, one table for all heads."""

    def loss(x, query, keys, values):
        scores = jnp.einsum("thsk,hsnk->sthn", jnp.einsum("td,dhsk->thsk", x, query), keys)
        (first, second), (i, j) = jax.lax.top_k(scores, 3)
        best, places = jax.lax.top_k((first[..., :, None] + second[..., None, :]).reshape(*first.shape[:2], 9), 3)
        rows = jnp.take_along_axis((i[..., :, None] * 7 + j[..., None, :]).reshape(*first.shape[:2], 9), places, -1)
        return (jnp.einsum("thm,thmv->tv", jax.nn.softmax(best), values[rows]) * dy).sum()

    value, slopes = jax.value_and_grad(loss, (0, 1, 2, 3))(x, query, keys, values)
    return value, slopes[:3], values - 0.1 * slopes[3]


def recurrent(w, x):
    """Back through time: what is stacked begins with a tensor of no elements."""

    def loss(w, x):
        def step(h, xt):
            h = jnp.tanh(h @ w + xt)
            return h, h

        return (jax.lax.scan(step, jnp.zeros(x.shape[1:]), x, unroll=True)[1] ** 2).sum()

    return jax.value_and_grad(loss, (0, 1))(w, x)


def pair_scan(x, *decay):
    """A linear recurrence by pairs, which begins and ends with slices of no elements; parameters without names of their own."""
    rates = jnp.broadcast_to(jax.nn.sigmoid(decay[0] + decay[1]), x.shape)
    return jax.lax.associative_scan(lambda a, b: (a[0] * b[0], b[0] * a[1] + b[1]), (rates, x), axis=0)[1]


def mapped_gradient(x, w):
    """An outer product that is added to zeros and read along the mapped dimension."""
    return jax.vmap(jax.grad(lambda v: (jnp.sin(v) @ w[:5]).sum()))(x)


def layers(w, x):
    """A scan over stacked layers that also stacks what each gives, and its gradient: a second loop, which counts from the end."""

    def loss(w, x):
        last, all = jax.lax.scan(lambda h, a: (h + jnp.tanh(h @ a), h.sum(-1)), x, w)
        return (last**2).sum(), all

    (value, all), slopes = jax.value_and_grad(loss, (0, 1), has_aux=True)(w, x)
    return value, all, slopes


def counted(x):
    """Loops of constant bounds, one inside of the other, and one of no steps."""

    def outer(i, y):
        return jax.lax.fori_loop(0, 2, lambda j, z: z * 0.5 + x[j] + i, y)

    return jax.lax.fori_loop(1, 4, outer, x), jax.lax.fori_loop(0, 0, lambda i, y: y + 1, x)


def remat(w, x):
    layer = jax.checkpoint(lambda x, w: jnp.tanh(x @ w))
    return jax.grad(lambda w, x: layer(layer(x, w), w).sum())(w, x)


def noise(key, x):
    """Random numbers: the rounds of a threefry are loops of constant length."""
    key, other = jax.random.split(jax.random.wrap_key_data(key))
    keep = jax.random.bernoulli(key, 0.9, x.shape)
    return x * keep, jax.random.normal(other, (3, 5)), jax.random.randint(key, (7,), 0, 10)


CASES = {
    layers: [(np.float32, (3, 4, 4)), (np.float32, (2, 4))],
    counted: [(np.float32, (4, 3))],
    remat: [(np.float32, SQUARE), (np.float32, (2, 4))],
    noise: [(np.uint32, (2,)), (np.float32, SQUARE)],
    pair_scan: [(np.float32, (6, 3)), (np.float32, (3,)), (np.float32, (3,))],
    mapped_gradient: [(np.float32, (3, 4, 5)), (np.float32, (6,))],
    recurrent: [(np.float32, (3, 3)), (np.float32, (4, 2, 3))],
    product_keys: [
        (np.float32, (5, 6)),
        (np.float32, (6, 2, 2, 4)),
        (np.float32, (2, 2, 7, 4)),
        (np.float32, (49, 8)),
        (np.float32, (5, 8)),
    ],
    class_gradient: [(np.float32, (4, 6)), (np.int32, (4,))],
    order_gradient: [(np.float32, (6, 5))],
    image_gradient: [(np.float32, (2, 6, 6, 3)), (np.float32, (3, 3, 3, 4))],
    embedding: [(np.float32, TABLE), (np.int32, (2, 3))],
    take_along: [(np.float32, (3, 5)), (np.int32, (3, 2))],
    roll: [(np.float32, (4, 3))],
    attention: [(np.float32, (2, 6, 4, 8))] * 3,
    reductions: [(np.float32, (3, 4))],
    movement: [(np.float32, SQUARE)] * 2,
    elementwise: [(np.float32, SQUARE)] * 2,
    products: [(np.float32, SQUARE)] * 2,
    ordering: [(np.float32, (6, 5))],
    embedding_gradient: [(np.float32, TABLE), (np.int32, (2, 3))],
    writes: [(np.float32, (2, 6, 3)), (np.float32, (2, 3)), (np.int32, (2,))],
    sorted_experts: [(np.float32, (9, 8)), (np.float32, (4, 8, 6)), (np.int32, (4,))],
    experts: [(np.float32, (6, 8)), (np.float32, (8, 4)), (np.float32, (4, 8, 12)), (np.float32, (4, 12, 8))],
}


def signless(value):
    """Unsigned arguments are read as signed ones of the same bits."""
    return value.view(np.int32) if value.dtype == np.uint32 else value


def main(wanted, folder):
    """`wanted`: names; none for all."""
    for function, arguments in CASES.items():
        random = np.random.default_rng(0)
        name = function.__name__
        if wanted and name not in wanted:
            continue
        values = [
            random.standard_normal(shape).astype(dtype) if dtype == np.float32 else random.integers(0, 3, shape).astype(dtype)
            for dtype, shape in arguments
        ]
        results = jax.tree.leaves(jax.jit(function)(*values))
        with open(os.path.join(folder, name + ".mlir"), "w") as file:
            file.write(export(function, *values))
        np.savez(
            os.path.join(folder, name + ".npz"),
            **{f"input{i}": signless(value) for i, value in enumerate(values)},
            **{f"result{i}": np.asarray(value) for i, value in enumerate(results)},
        )


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--into", default=HERE)
    parser.add_argument("names", nargs="*")
    options = parser.parse_args()
    main(options.names, options.into)
