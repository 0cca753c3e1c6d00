"""The layers of python/sbp/memory_layers.py on real ranks against numpy in float64: outputs, and gradients by finite differences.

The forward passes here share nothing with the generator: product keys are sought in the full grid of all rows, UltraMem's pairs in the
full grid of the chosen rows and columns. Gradients are differences of these functions, whose choices stay as they are under small
changes. LAYERS_SEED, printed, draws every number.
"""

import os
import random
import sys

import numpy as np

from sbp.level0 import Program
from sbp.memory_layers import PEER, PKM, MemoryPlus, ProductKeys, UltraMem, UltraMemV2, write
from sbp_testing.compared import Compared
from sbp_testing.harness import Case

TOKENS = 6
ONE, FOUR, THREE, GRID, TWELVE = [("p", 1)], [("tp", 4)], [("p", 3)], [("a", 2), ("b", 2)], [("p", 12)]
CUBE = [("a", 2), ("b", 2), ("c", 2)]
MESHES = [(ONE, "copied"), (FOUR, "copied"), (FOUR, "width"), (FOUR, "rows"), (GRID, "both"), (THREE, "rows")]
# One of these for each layer, drawn; all with SBP_FULL, and every table on every mesh.
LARGER = [(axes, table) for axes in (CUBE, TWELVE) for table in ("copied", "width", "rows", "both")]
OTHERS = [(GRID, "copied"), (GRID, "width"), (GRID, "rows"), (THREE, "copied"), (THREE, "width")]
LAYERS = {
    "PKM": PKM(width=12, heads=2, keys=7, slots=4, key_width=6, value_width=10),
    "PEER": PEER(width=12, heads=2, keys=7, slots=5, key_width=6, value_width=12),
    "Memory+": MemoryPlus(width=12, heads=3, keys=6, slots=4, key_width=6, value_width=9),
    "UltraMem": UltraMem(width=12, heads=2, keys=8, slots=4, chosen=5, rank=2, cores=2, blocks=4, key_width=6, value_width=8, penalty=0.01),
    "UltraMemV2": UltraMemV2(
        width=12, heads=1, keys=8, slots=4, chosen=6, rank=2, key_width=6, down_width=5, value_width=8, table_rows=100, base=70
    ),
}


def shapes_of(name, layer):
    n, k, h, d = layer.keys, layer.key_width, layer.heads, layer.width
    if not name.startswith("UltraMem"):
        shapes = {"query": (d, h, 2, k), "keys": (h, 2, n, k), "query_gain": (k,), "values": (n * n, layer.value_width)}
        if name == "PEER":
            shapes["down"] = (n * n, d)
        if name == "Memory+":
            shapes |= {"gate": (d, layer.value_width), "out": (layer.value_width, d)}
        return shapes
    r, cores = layer.rank, 2 if name == "UltraMem" else 1
    shapes = {"query_gain": (k,), "keys": (2, h, r, n, k), "key_gain": (k,), "core": (h, cores, r, r), "v": (h, r)}
    if name == "UltraMem":
        columns = layer.value_width // cores
        return shapes | {"query": (d, 2, k), "values": (n * n // layer.blocks, cores, columns), "out": (layer.blocks, cores, columns, d)}
    return shapes | {
        "query": (d, 2, r, k),
        "inner": (d, layer.down_width),
        "down": (layer.table_rows, layer.down_width),
        "values": (layer.table_rows, layer.value_width),
        "out": (layer.value_width, d),
    }


def normalise(x, gain):
    centred = x - x.mean(-1, keepdims=True)
    return centred / np.sqrt((centred**2).mean(-1, keepdims=True) + 1e-5) * gain


def greatest(x, k):
    """Along the last dimension."""
    return np.argsort(-x, axis=-1, kind="stable")[..., :k]


def erf(x):
    return np.vectorize(__import__("math").erf)(x)


def product_rows(a, layer):
    q = normalise(np.einsum("td,dhsk->thsk", a["x"], a["query"]), a["query_gain"])
    scores = np.einsum("thsk,hsnk->thsn", q, a["keys"])
    grid = (scores[:, :, 0, :, None] + scores[:, :, 1, None, :]).reshape(*scores.shape[:2], -1)
    rows = greatest(grid, layer.slots)
    best = np.exp(np.take_along_axis(grid, rows, -1))
    return rows, best / best.sum(-1, keepdims=True)


def pkm(a, layer):
    rows, scores = product_rows(a, layer)
    return {"y": np.einsum("thm,thmv->tv", scores, a["values"][rows])}


def peer(a, layer):
    rows, scores = product_rows(a, layer)
    g = np.einsum("thmd,td->thm", a["down"][rows], a["x"])
    return {"y": np.einsum("thm,thmv->tv", scores * g * 0.5 * (1 + erf(g / np.sqrt(2))), a["values"][rows])}


def memory_plus(a, layer):
    gate = a["x"] @ a["gate"]
    return {"y": (pkm(a, layer)["y"] * gate / (1 + np.exp(-gate))) @ a["out"]}


def tucker_rows(a, layer, per_rank):
    q = normalise(np.einsum("td,dsrk->tsrk" if per_rank else "td,dsk->tsk", a["x"], a["query"]), a["query_gain"])
    q = q if per_rank else np.repeat(q[:, :, None], layer.rank, 2)
    scores = np.einsum("tsrk,shrnk->sthrn", q, normalise(a["keys"], a["key_gain"]))
    total, v = a["core"].sum(1), a["v"]
    for _ in range(8):
        v = np.stack([m.T @ m @ w for m, w in zip(total, v)])
        v /= np.linalg.norm(v, axis=-1, keepdims=True)
    u = np.stack([m @ w for m, w in zip(total, v)])
    u /= np.linalg.norm(u, axis=-1, keepdims=True)
    places = [greatest(np.einsum("hr,thrn->thn", w, s), layer.slots) for w, s in zip((u, v), scores)]
    shape = len(a["x"]), layer.heads, layer.chosen
    rows, chosen = np.zeros(shape, int), np.zeros((*shape, a["core"].shape[1]))
    for t, h in np.ndindex(shape[:2]):
        i, j = places[0][t, h], places[1][t, h]
        grid = np.einsum("ap,cab,bq->pqc", scores[0, t, h][:, i], a["core"][h], scores[1, t, h][:, j])
        best = greatest(grid.sum(-1).reshape(-1), layer.chosen)
        rows[t, h] = i[best // layer.slots] * layer.keys + j[best % layer.slots]
        chosen[t, h] = grid.reshape(-1, grid.shape[-1])[best]
    return rows, chosen, v


def ultramem(a, layer):
    logical, scores, v = tucker_rows(a, layer, False)
    virtual = a["permutation"][logical]
    count = layer.keys**2 // layer.blocks
    y = np.zeros(a["x"].shape)
    for t, h, k in np.ndindex(virtual.shape):
        block, row = divmod(virtual[t, h, k], count)
        y[t] += np.einsum("c,cw,cwd->d", scores[t, h, k], a["values"][row], a["out"][block])
    second = np.linalg.svd(a["core"].sum(1), compute_uv=False)[:, 1]
    return {"y": y, "next_v": v, "penalty": layer.penalty * (np.maximum(0, second - layer.margin) ** 2).sum()}


def ultramem_v2(a, layer):
    logical, scores, v = tucker_rows(a, layer, True)
    rows = (a["permutation"][logical] % layer.keys**2 + layer.base) % layer.table_rows
    g = np.einsum("tp,thkp->thk", a["x"] @ a["inner"], a["down"][rows])
    return {"y": np.einsum("thk,thkv->tv", scores[..., 0] * g, a["values"][rows]) @ a["out"], "next_v": v}


FORWARD = {"PKM": pkm, "PEER": peer, "Memory+": memory_plus, "UltraMem": ultramem, "UltraMemV2": ultramem_v2}


def draw(name, layer, rng, tokens=TOKENS):
    a = {key: rng.standard_normal(shape) for key, shape in shapes_of(name, layer).items()}
    a["x"] = rng.standard_normal((tokens, layer.width))
    a["dy"] = rng.standard_normal((tokens, layer.value_width if name in ("PKM", "PEER") else layer.width))
    if name.startswith("UltraMem"):
        a["permutation"] = rng.permutation(layer.keys**2).astype(np.int32)
    return {key: value if key == "permutation" else value.astype(np.float32).astype(np.float64) for key, value in a.items()}


def check_slopes(name, layer, a, gradients, rng):
    """Along one random direction of each parameter, and at some of its elements."""

    def loss(changed):
        found = FORWARD[name](changed, layer)
        return (found["y"] * a["dy"]).sum() + found.get("penalty", 0)

    for key, gradient in gradients.items():
        parameter = a[key[2:]]
        directions = [rng.standard_normal(parameter.shape)]
        for _ in range(6):
            directions.append(np.zeros(parameter.shape))
            directions[-1].flat[rng.integers(parameter.size)] = 1
        touched = np.argmax(np.abs(gradient))
        directions.append(np.zeros(parameter.shape))
        directions[-1].flat[touched] = 1
        for direction in directions:
            step = 1e-6
            slope = (loss(a | {key[2:]: parameter + step * direction}) - loss(a | {key[2:]: parameter - step * direction})) / (2 * step)
            found = (gradient * direction).sum()
            limit = 1e-4 * (np.abs(gradient) * np.abs(direction)).sum() + 1e-4 * np.abs(gradient).max() + 1e-6
            assert abs(found - slope) <= limit, f"{name}, {key}: slope {found}, differences give {slope}"


def check_ties(rng):
    """Whole scores tie all the time: the lists are sorted with the lower key first, sums with the lower place in their grid first."""
    for axes, keys, slots in ((ONE, 9, 4), (FOUR, 17, 6), (THREE, 5, 5)):
        p = Program(*axes)
        scores = p.argument("scores", (2, TOKENS, 2, keys), split=["S(1)"])
        for name, value in zip(("rows", "best"), ProductKeys(2, keys, slots, 1).choose(p, scores)):
            p.result(name, value)
        given = rng.integers(0, 3, (2, TOKENS, 2, keys)).astype(np.float32)
        found = Case(p.text()).execute({"scores": given}, ["rows", "best"])
        lists = greatest(given, slots)
        sorted_scores = np.take_along_axis(given, lists, -1)
        grid = (sorted_scores[0][..., :, None] + sorted_scores[1][..., None, :]).reshape(TOKENS, 2, -1)
        places = greatest(grid, slots)
        rows = np.take_along_axis((lists[0][..., :, None] * keys + lists[1][..., None, :]).reshape(TOKENS, 2, -1), places, -1)
        assert np.array_equal(found["best"], np.take_along_axis(grid, places, -1)), axes
        assert np.array_equal(found["rows"], rows), f"{axes}: rows {found['rows']}, expected {rows}"


def main():
    seed = int(os.environ.get("LAYERS_SEED", random.randrange(10**6)))
    print("seed", seed)
    rng = np.random.default_rng(seed)
    check_ties(rng)
    ran, compared, largest = 0, Compared(), 0.0
    for name, layer in LAYERS.items():
        a = draw(name, layer, rng)
        expected, first = FORWARD[name](a, layer), None
        meshes = MESHES + (LARGER + OTHERS if os.environ.get("SBP_FULL") else [LARGER[rng.integers(len(LARGER))]])
        if os.environ.get("SBP_SANITIZED"):  # sanitizers look at the code, which one rank and one mesh run
            meshes = [(ONE, "copied"), (GRID, "both")]
        for axes, table in meshes:
            ran += 1
            case = Case(write(layer, TOKENS, axes, table))
            wanted = list(expected) + ["d_" + key for key in a if key not in ("dy", "v", "permutation")]
            found = case.execute({key: value if key == "permutation" else value.astype(np.float32) for key, value in a.items()}, wanted)
            ranks = int(np.prod([size for _, size in axes]))
            what = f"seed {seed}, {name} on {axes}, table {table}"
            for key, value in expected.items():
                scale = np.max(np.abs(value))
                compared.add(f"{name}, table {table}, {key}", found[key], value, 2e-5 * scale + 1e-7, ranks)
            if first is None:
                first = {key: value.astype(np.float64) for key, value in found.items() if key.startswith("d_")}
                check_slopes(name, layer, a, first, rng)
            for key, value in first.items():
                off = np.max(np.abs(found[key] - value))
                largest = max(largest, off / np.max(np.abs(value), initial=1e-7))
                assert off <= 1e-5 * np.max(np.abs(value)) + 1e-7, f"{what}, {key}: off by {off} from one rank"
    compared.show(f"values compared, largest difference of gradients on several ranks to one rank: {largest:.1e} of the value")
    print(ran, "layers agree")


if __name__ == "__main__":
    sys.exit(main())
