"""Writes NAME.mlir, a loss as JAX exports it, and NAME.npz: its arguments, JAX's loss and gradient, and the losses of ten steps of
AdamW:  python3 make.py [--into DIR] [--texts] [NAME]...   (--texts: without the numbers)

Only the forward pass is exported: the backward pass is the compiler's. `encoder` is the text of ../torch_ops, which PyTorch exports;
its numbers are those of the same layer in JAX. Needs jax==0.10.2; the files are committed, so the test needs none.
"""

import argparse
import os

from sbp.export_jax import export

os.environ["JAX_PLATFORMS"] = "cpu"
import jax
import jax.numpy as jnp
import numpy as np

HERE = os.path.dirname(os.path.abspath(__file__))

RATE, DECAY, STEPS = 0.01, 0.1, 10


def norm(x, gain, shift):
    mean = x.mean(-1, keepdims=True)
    return (x - mean) * jax.lax.rsqrt(((x - mean) ** 2).mean(-1, keepdims=True) + 1e-5) * gain + shift


def cross_entropy(logits, targets):
    return -jnp.take_along_axis(jax.nn.log_softmax(logits), targets[..., None], -1).mean()


def mlp(params, x, y):
    hidden = jnp.tanh(x @ params["w1"] + params["b1"])
    return ((hidden @ params["w2"] + params["b2"] - y) ** 2).mean()


def gpt(params, tokens, targets):
    """Two layers, causal attention, embeddings tied to the head."""
    x = params["embedding"][tokens] + params["positions"]
    for layer in params["layers"]:
        h = norm(x, layer["gain1"], layer["shift1"])
        q, k, v = jnp.einsum("btd,dnhk->nbthk", h, layer["qkv"])
        x = x + jnp.einsum("bthk,hkd->btd", jax.nn.dot_product_attention(q, k, v, is_causal=True), layer["out"])
        h = norm(x, layer["gain2"], layer["shift2"])
        x = x + jax.nn.gelu(h @ layer["up"] + layer["bias"]) @ layer["down"]
    return cross_entropy(norm(x, params["gain"], params["shift"]) @ params["embedding"].T, targets)


def resnet_block(params, x, labels):
    """A strided block with a projection, behind a convolution and an overlapping pooling; the statistics are those of the batch."""
    conv = lambda x, w, stride, padding="SAME": jax.lax.conv_general_dilated(
        x, w, (stride, stride), padding, dimension_numbers=("NHWC", "HWIO", "NHWC")
    )

    def scale(x, gain, shift):
        mean, variance = x.mean((0, 1, 2)), x.var((0, 1, 2))
        return (x - mean) * jax.lax.rsqrt(variance + 1e-5) * gain + shift

    x = jax.nn.relu(scale(conv(x, params["stem"], 1), params["gain0"], params["shift0"]))
    x = jax.lax.reduce_window(x, -jnp.inf, jax.lax.max, (1, 3, 3, 1), (1, 2, 2, 1), ((0, 0), (1, 1), (1, 1), (0, 0)))
    y = jax.nn.relu(scale(conv(x, params["first"], 2), params["gain1"], params["shift1"]))
    y = scale(conv(y, params["second"], 1), params["gain2"], params["shift2"])
    x = jax.nn.relu(y + conv(x, params["projection"], 2))
    return cross_entropy(x.mean((1, 2)) @ params["head"], labels)


def choices(params, tokens, picked):
    """Gathers, a top-k, a sort, an element for each row, running sums, and rows that are added to a table."""
    x = params["table"][tokens]
    values, places = jax.lax.top_k(x @ params["gate"], 2)
    mixed = jnp.einsum("tk,tkd->td", jax.nn.softmax(values), params["experts"][places])
    sorted_ = jnp.sort(x * mixed, -1)
    running = jnp.cumsum(sorted_, 0) + jnp.take_along_axis(x, picked, 1)
    counts = jnp.zeros((6, x.shape[1])).at[tokens % 6].add(running)
    return (jnp.tanh(counts @ params["last"]) ** 2).mean()


def product_keys(scores, k):
    """Rows and sums of the best pairs of the two halves' best, [tokens, heads, k]."""
    (first, second), (i, j) = jax.lax.top_k(scores, k)
    grid = (first[..., :, None] + second[..., None, :]).reshape(*first.shape[:2], k * k)
    best, places = jax.lax.top_k(grid, k)
    rows = jnp.take_along_axis((i[..., :, None] * scores.shape[-1] + j[..., None, :]).reshape(grid.shape), places, -1)
    return rows, best


def pkm(params, x, y):
    """A layer of product keys (Lample et al. 2019)."""
    scores = jnp.einsum("thsk,hsnk->sthn", jnp.einsum("td,dhsk->thsk", x, params["query"]), params["keys"])
    rows, best = product_keys(scores, 3)
    return ((jnp.einsum("thm,thmv->tv", jax.nn.softmax(best), params["values"][rows]) - y) ** 2).mean()


def ultramem(params, x, y):
    """The scores are a Tucker form of two halves, and each value has two virtual blocks (Huang et al. 2024)."""
    q = jnp.einsum("td,dsrk->tsrk", x, params["query"])
    rows, columns = jnp.einsum("tsrk,srnk->strn", q, params["keys"])
    grid = jnp.einsum("trn,rc,tcm->tnm", rows, params["core"], columns)
    best, places = jax.lax.top_k(grid.reshape(grid.shape[0], -1), 4)
    number, block = places // 2, places % 2
    values = params["values"][number]
    expanded = jnp.einsum("tmv,tmvw->tmw", values, params["blocks"][block])
    return ((jnp.einsum("tm,tmw->tw", jax.nn.sigmoid(best), expanded) - y) ** 2).mean()


def encoder(params, src):
    """torch.nn.TransformerEncoderLayer(8, 2, 16, batch_first=True, activation="gelu"): not a loss but its result."""
    batch, length, width = src.shape
    q, k, v = jnp.split(src @ params["self_attn.in_proj_weight"].T + params["self_attn.in_proj_bias"], 3, -1)
    heads = lambda a: a.reshape(batch, length, 2, width // 2)
    attended = jax.nn.dot_product_attention(heads(q), heads(k), heads(v)).reshape(batch, length, width)
    x = norm(
        src + attended @ params["self_attn.out_proj.weight"].T + params["self_attn.out_proj.bias"],
        params["norm1.weight"],
        params["norm1.bias"],
    )
    hidden = jax.nn.gelu(x @ params["linear1.weight"].T + params["linear1.bias"], approximate=False)
    return norm(x + hidden @ params["linear2.weight"].T + params["linear2.bias"], params["norm2.weight"], params["norm2.bias"])


LAYER = dict(gain1=(8,), shift1=(8,), qkv=(8, 3, 2, 4), out=(2, 4, 8), gain2=(8,), shift2=(8,), up=(8, 16), bias=(16,), down=(16, 8))
# Shapes of parameters and of data; an integer stands for what indices lie below.
MODELS = {
    mlp: (dict(w1=(6, 8), b1=(8,), w2=(8, 4), b2=(4,)), [(12, 6), (12, 4)]),
    gpt: (dict(embedding=(12, 8), positions=(6, 8), layers=[LAYER, LAYER], gain=(8,), shift=(8,)), [((4, 6), 12), ((4, 6), 12)]),
    resnet_block: (
        dict(
            stem=(3, 3, 2, 4),
            gain0=(4,),
            shift0=(4,),
            first=(3, 3, 4, 6),
            gain1=(6,),
            shift1=(6,),
            second=(3, 3, 6, 6),
            gain2=(6,),
            shift2=(6,),
            projection=(1, 1, 4, 6),
            head=(6, 5),
        ),
        [(4, 8, 8, 2), ((4,), 5)],
    ),
    choices: (dict(table=(10, 6), gate=(6, 4), experts=(4, 6), last=(6, 3)), [((8,), 10), ((8, 6), 6)]),
    pkm: (dict(query=(6, 2, 2, 4), keys=(2, 2, 5, 4), values=(25, 6)), [(8, 6), (8, 6)]),
    ultramem: (dict(query=(6, 2, 2, 4), keys=(2, 2, 4, 4), core=(2, 2), values=(8, 6), blocks=(2, 6, 5)), [(8, 6), (8, 5)]),
}


def draw(shape, random):
    if isinstance(shape, dict):
        return {
            name: np.ones(part, np.float32) + 0.1 * draw(part, random) if name.startswith("gain") else draw(part, random)
            for name, part in shape.items()
        }
    if isinstance(shape, list):
        return [draw(part, random) for part in shape]
    if isinstance(shape, tuple) and shape and isinstance(shape[0], tuple):
        return random.integers(0, shape[1], shape[0]).astype(np.int32)
    return random.standard_normal(shape).astype(np.float32) * np.float32(0.5)


def name_leaves(prefix, tree):
    leaves = jax.tree_util.tree_flatten_with_path(tree)[0]
    return {
        ".".join(filter(None, [prefix, jax.tree_util.keystr(path, simple=True, separator=".")])): np.asarray(leaf) for path, leaf in leaves
    }


def train(gradient, params, data):
    """The losses of ten steps of AdamW, in the formulas of torch.optim, before each step."""
    losses, means, squares = [], jax.tree.map(jnp.zeros_like, params), jax.tree.map(jnp.zeros_like, params)
    for step in range(1, STEPS + 1):
        loss, slopes = gradient(params, *data)
        losses.append(loss)
        means = jax.tree.map(lambda m, g: 0.9 * m + 0.1 * g, means, slopes)
        squares = jax.tree.map(lambda v, g: 0.999 * v + 0.001 * g * g, squares, slopes)
        params = jax.tree.map(
            lambda w, m, v: w * (1 - RATE * DECAY) - RATE / (1 - 0.9**step) * m / (jnp.sqrt(v) / (1 - 0.999**step) ** 0.5 + 1e-8),
            params,
            means,
            squares,
        )
    return np.array(losses)


def write(folder, name, text, arguments, loss, slopes, losses):
    if text:
        with open(os.path.join(folder, name + ".mlir"), "w") as file:
            file.write(text)
    np.savez(
        os.path.join(folder, name + ".npz"),
        **{f"input {key}": value for key, value in arguments.items()},
        loss=np.asarray(loss),
        losses=losses,
        **{f"gradient {key}": value for key, value in slopes.items()},
    )


def write_encoder(folder):
    """The weights of the exported layer; the gradient is that of the sum of the result times `seed`."""
    saved = np.load(os.path.join(HERE, "..", "torch_ops", "encoder.npz"))
    names = [
        *(f"self_attn.{name}" for name in ("in_proj_weight", "in_proj_bias", "out_proj.weight", "out_proj.bias")),
        *(f"{part}.{kind}" for part in ("linear1", "linear2", "norm1", "norm2") for kind in ("weight", "bias")),
    ]
    params, src = {name: saved[f"input{i}"] for i, name in enumerate(names)}, saved[f"input{len(names)}"]
    np.testing.assert_allclose(encoder(params, src), saved["result0"], rtol=1e-5, atol=2e-6)
    seed = np.random.default_rng(0).standard_normal(src.shape).astype(np.float32)
    gradient = jax.jit(jax.value_and_grad(lambda params, src: (encoder(params, src) * seed).sum()))
    loss, slopes = gradient(params, src)
    write(folder, "encoder", "", {**params, "src": src, "seed": seed}, loss, slopes, train(gradient, params, (src,)))


def main(wanted, folder, texts_only):
    for function, (shapes, data_shapes) in MODELS.items():
        name, random = function.__name__, np.random.default_rng(0)
        if wanted and name not in wanted:
            continue
        params, data = draw(shapes, random), [draw(shape, random) for shape in data_shapes]
        if texts_only:
            with open(os.path.join(folder, name + ".mlir"), "w") as file:
                file.write(export(function, params, *data))
            continue
        gradient = jax.jit(jax.value_and_grad(function))
        loss, slopes = gradient(params, *data)
        words = function.__code__.co_varnames[1 : 1 + len(data)]
        arguments = {**name_leaves("params", params), **dict(zip(words, data))}
        write(folder, name, export(function, params, *data), arguments, loss, name_leaves("params", slopes), train(gradient, params, data))
    if not texts_only and (not wanted or "encoder" in wanted):
        write_encoder(folder)


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--into", default=HERE)
    parser.add_argument("--texts", action="store_true")
    parser.add_argument("names", nargs="*")
    options = parser.parse_args()
    main(options.names, options.into, options.texts)
