"""The byte-level model of lm.py in JAX: two decoder blocks, the second with a memory layer beside its FFN, and one step of Adam.

Kinds: "ffn" (no memory layer, a wider FFN: equal FLOPs), "pkm", "ultramem". Needs jax==0.10.2, to export and nothing else.
"""

import jax
import jax.numpy as jnp
import numpy as np

BLOCKS, WIDTH, HEADS, CONTEXT, BATCH, BYTES = 2, 128, 4, 64, 32, 256
INNER = {"ffn": 768, "pkm": 512, "ultramem": 512}
RATE, VALUE_RATE, WARM_UP = 2e-3, 1e-2, 100  # rates grow over so many steps
PKM = dict(keys=128, heads=2, slots=16, key_width=64, value_width=128)
ULTRA = dict(keys=256, heads=1, slots=32, rank=2, cores=2, blocks=4, key_width=64, value_width=128, penalty=0.001, margin=0.15)
ROWS = 128 * 128
PAIRS = [(i, j) for i in range(PKM["slots"]) for j in range(PKM["slots"]) if (i + 1) * (j + 1) <= PKM["slots"]]


def norm(x, gain):
    centred = x - x.mean(-1, keepdims=True)
    return centred * jax.lax.rsqrt((centred**2).mean(-1, keepdims=True) + 1e-5) * gain


def attention(w, x):
    query, key, value = (jnp.einsum("btd,dhk->bhtk", x, w[name]) for name in ("query", "key", "value"))
    scores = jnp.einsum("bhqk,bhtk->bhqt", query, key) * (WIDTH // HEADS) ** -0.5
    scores = jnp.where(jnp.tril(jnp.ones((CONTEXT, CONTEXT), bool)), scores, -1e9)
    return jnp.einsum("bhqt,bhtk,hkd->bqd", jax.nn.softmax(scores, -1), value, w["mixed"])


def pkm(w, x):
    """Rows by the sum of two scores: only pairs of places (i, j) with (i + 1)(j + 1) <= slots can win."""
    m = PKM["slots"]
    query = norm(jnp.einsum("td,dhsk->thsk", x, w["query"]), w["gain"])
    (first, second), (i, j) = jax.lax.top_k(jnp.einsum("thsk,hsnk->sthn", query, w["keys"]), m)
    left, right = (jnp.array([pair[side] for pair in PAIRS]) for side in range(2))
    best, places = jax.lax.top_k(jnp.take(first, left, -1) + jnp.take(second, right, -1), m)
    rows = jnp.take_along_axis(jnp.take(i, left, -1) * PKM["keys"] + jnp.take(j, right, -1), places, -1)
    return jnp.einsum("thm,thmv->tv", jax.nn.softmax(best, -1), w["values"][rows])


def unit(vector):
    return vector * jax.lax.rsqrt((vector**2).sum(-1, keepdims=True))


def find_vectors(core, v):
    """The leading singular vectors of each head's sum of cores, by power steps from the last v: its sign stays."""
    total = jax.lax.stop_gradient(core.sum(1))
    for _ in range(8):
        v = unit(jnp.einsum("hab,ha->hb", total, jnp.einsum("hab,hb->ha", total, v)))
    return unit(jnp.einsum("hab,hb->ha", total, v)), v


def tucker_keys(w, x, v):
    """Rows by a bilinear form of two factors (TDQKR): logical rows [t, h, m], each core's score [t, h, m, c], the next v."""
    m, n = ULTRA["slots"], ULTRA["keys"]
    query = norm(jnp.einsum("td,dsk->tsk", x, w["query"]), w["gain"])
    row, column = jnp.einsum("tsk,shrnk->sthrn", query, norm(w["keys"], w["key_gain"]))
    u, v = find_vectors(w["core"], v)
    stop = jax.lax.stop_gradient
    i = jax.lax.top_k(jnp.einsum("hr,thrn->thn", u, stop(row)), m)[1]
    j = jax.lax.top_k(jnp.einsum("hr,thrn->thn", v, stop(column)), m)[1]
    left, right = jnp.take_along_axis(row, i[:, :, None], -1), jnp.take_along_axis(column, j[:, :, None], -1)
    grid = jnp.einsum("thai,hcab,thbj->thcij", left, w["core"], right).reshape(*i.shape[:2], ULTRA["cores"], m * m)
    places = jax.lax.top_k(stop(grid.sum(2)), m)[1]
    scores = jnp.take_along_axis(grid, places[:, :, None], -1).transpose(0, 1, 3, 2)
    pick = lambda table, at: jnp.take_along_axis(table, at, -1)
    return pick(i, places // m) * n + pick(j, places % m), scores, v


def ultramem(w, x, v):
    """A logical row stands for a block and a row; a slot's row is added to its block (a bag for each block)."""
    logical, scores, v = tucker_keys(w, x, v)
    virtual = w["permutation"][logical]
    block, rows = virtual // ROWS, virtual % ROWS
    pooled = [jnp.einsum("thmc,thmcw->tcw", scores * (block == e)[..., None], w["values"][rows]) for e in range(ULTRA["blocks"])]
    return jnp.einsum("etcw,ecwd->td", jnp.stack(pooled), w["out"]), v


def penalty(core):
    """The auxiliary loss on second singular values (rank 2: from the determinant and the sum of squares)."""
    total = core.sum(1)
    squares, determinant = (total**2).sum((1, 2)), jnp.abs(total[:, 0, 0] * total[:, 1, 1] - total[:, 0, 1] * total[:, 1, 0])
    second = 0.5 * (jnp.sqrt(squares + 2 * determinant) - jnp.sqrt(jnp.maximum(squares - 2 * determinant, 0) + 1e-12))
    return ULTRA["penalty"] * (jnp.maximum(second - ULTRA["margin"], 0) ** 2).sum()


def loss(w, kept, kind, tokens):
    """Mean loss of the next byte, and what the memory layer keeps (its v)."""
    ids, labels = tokens[:, :-1], tokens[:, 1:]
    x = w["bytes"][ids] + w["places"]
    extra, next_kept = 0.0, kept
    for number in range(BLOCKS):
        block = w[f"block{number}"]
        x = x + attention(block, norm(x, block["gain1"]))
        normed = norm(x, block["gain2"])
        y = jax.nn.gelu(normed @ block["up"]) @ block["down"]
        if number == BLOCKS - 1 and kind != "ffn":
            flat = normed.reshape(-1, WIDTH)
            if kind == "pkm":
                memory = pkm(w["memory"], flat)
            else:
                memory, v = ultramem(w["memory"] | {"permutation": kept["permutation"]}, flat, kept["v"])
                next_kept, extra = kept | {"v": v}, penalty(w["memory"]["core"])
            y = y + memory.reshape(x.shape)
        x = x + y
    logits = norm(x, w["gain"]) @ w["head"]
    chosen = jnp.take_along_axis(jax.nn.log_softmax(logits, -1), labels[..., None], -1)
    return -chosen.mean() + extra, (-chosen.mean(), next_kept)


def train_step(kind, state, tokens):
    """Adam; rows of tables have a rate of their own. The state comes first: JAX gives a donated argument to the first result of its type."""
    (_, (value, kept)), slopes = jax.value_and_grad(loss, has_aux=True)(state["w"], state["kept"], kind, tokens)
    step = state["step"] + 1.0
    first = jax.tree.map(lambda m, g: 0.9 * m + 0.1 * g, state["m"], slopes)
    second = jax.tree.map(lambda s, g: 0.999 * s + 0.001 * g * g, state["s"], slopes)
    size, root = 1 - 0.9**step, jax.lax.rsqrt(1 - 0.999**step)

    def move(path, w, m, s):
        rate = jnp.minimum(step / WARM_UP, 1.0) * (VALUE_RATE if path[-1].key == "values" else RATE)
        return w - rate / size * m / (jnp.sqrt(s) * root + 1e-8)

    moved = jax.tree_util.tree_map_with_path(move, state["w"], first, second)
    return {"w": moved, "m": first, "s": second, "kept": kept, "step": step}, value


def first_state(kind, seed=0):
    """Weights by the papers' formulas, moments of zeros, as numpy arrays."""
    random = np.random.default_rng(seed)
    draw = lambda deviation, *shape: (deviation * random.standard_normal(shape)).astype(np.float32)
    ones = lambda *shape: np.ones(shape, np.float32)
    inner, part = INNER[kind], WIDTH // HEADS
    w = {
        "bytes": draw(0.02, BYTES, WIDTH),
        "places": draw(0.02, CONTEXT, WIDTH),
        "gain": ones(WIDTH),
        "head": draw(WIDTH**-0.5, WIDTH, BYTES),
    }
    for number in range(BLOCKS):
        w[f"block{number}"] = {
            **{name: draw(WIDTH**-0.5, WIDTH, HEADS, part) for name in ("query", "key", "value")},
            "mixed": draw((2 * BLOCKS * WIDTH) ** -0.5, HEADS, part, WIDTH),
            "gain1": ones(WIDTH),
            "gain2": ones(WIDTH),
            "up": draw(WIDTH**-0.5, WIDTH, inner),
            "down": draw((2 * BLOCKS * inner) ** -0.5, inner, WIDTH),
        }
    kept = {}
    if kind == "pkm":
        k, heads = PKM["key_width"], PKM["heads"]
        keys = random.uniform(-(k**-0.5), k**-0.5, (heads, 2, PKM["keys"], k)).astype(np.float32)
        w["memory"] = {
            "query": draw(WIDTH**-0.5, WIDTH, heads, 2, k),
            "gain": ones(k),
            "keys": keys,
            "values": draw(PKM["value_width"] ** -0.5, ROWS, PKM["value_width"]),
        }
    if kind == "ultramem":
        k, heads, cores, width = ULTRA["key_width"], ULTRA["heads"], ULTRA["cores"], ULTRA["value_width"]
        deviation = (ULTRA["blocks"] / (2 * ULTRA["slots"] * heads * BLOCKS)) ** 0.5
        w["memory"] = {
            "query": draw(WIDTH**-0.5, WIDTH, 2, k),
            "gain": ones(k),
            "keys": draw(1.0, 2, heads, ULTRA["rank"], ULTRA["keys"], k),
            "key_gain": k**-0.5 * ones(k),
            "core": random.uniform(0, 1, (heads, cores, 2, 2)).astype(np.float32),
            "values": draw(deviation, ROWS, cores, width // cores),
            "out": draw((ULTRA["blocks"] * width) ** -0.5, ULTRA["blocks"], cores, width // cores, WIDTH),
        }
        kept = {
            "v": np.full((heads, ULTRA["rank"]), ULTRA["rank"] ** -0.5, np.float32),
            "permutation": random.permutation(ULTRA["keys"] ** 2).astype(np.int32),
        }
        # A gain of the queries with which the mean score of a slot, over its cores, is 1 at the start: it goes as the square.
        x = norm(draw(1.0, 256, WIDTH), 1.0)
        mean = float(tucker_keys(w["memory"], x, kept["v"])[1].sum(-1).mean())
        w["memory"]["gain"] /= np.float32(abs(mean) ** 0.5)
    zeros = lambda: jax.tree.map(np.zeros_like, w)
    return {"w": w, "m": zeros(), "s": zeros(), "kept": kept, "step": np.float32(0).reshape(())}
