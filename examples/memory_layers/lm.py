"""A byte-level language model with a memory layer: exported from JAX, trained by sbp-run on one rank and on four.

    python3 lm.py export DIR           DIR/KIND.{train,held_out}.mlir for 1 and 4 ranks, first states, tokens (needs jax==0.10.2)
    python3 lm.py train DIR [KIND...]  compiles and trains on 1 rank and on 4, whose tables are split by width; DIR/KIND.RANKS.json
    python3 lm.py show DIR             the table of README.md, and lm.svg beside it; fails where a bound of README.md does not hold

Kinds: ffn, pkm, ultramem. The text is lm_corpus.txt.gz, documents and sources of this project; every tenth 4 KB is held out.
"""

import gzip
import json
import os
import subprocess
import sys

import numpy as np

from sbp import safetensors

HERE = os.path.dirname(os.path.abspath(__file__))

KINDS, RANKS, STEPS, PIECE, BATCH, CONTEXT = ("ffn", "pkm", "ultramem"), (1, 4), 800, 4096, 32, 64
COLOURS = {"ffn": "#777777", "pkm": "#c0392b", "ultramem": "#2471a3"}


def read_corpus():
    """(text to learn, text held out) as bytes."""
    with gzip.open(os.path.join(HERE, "lm_corpus.txt.gz")) as file:
        text = np.frombuffer(file.read(), np.uint8).astype(np.int32)
    pieces = [text[at : at + PIECE] for at in range(0, len(text), PIECE)]
    held_out = [piece for number, piece in enumerate(pieces) if number % 10 == 9]
    return np.concatenate([piece for number, piece in enumerate(pieces) if number % 10 != 9]), np.concatenate(held_out)


def write_tokens(directory, seed=0):
    """Batches of windows of CONTEXT + 1 bytes, one a step."""
    learn, held_out = read_corpus()
    starts = np.random.default_rng(seed).integers(0, len(learn) - CONTEXT, (STEPS, BATCH, 1))
    np.save(os.path.join(directory, "tokens.npy"), learn[starts + np.arange(CONTEXT + 1)])
    count = (len(held_out) - 1) // (BATCH * CONTEXT)
    starts = np.arange(count * BATCH).reshape(count, BATCH, 1) * CONTEXT
    np.save(os.path.join(directory, "held_out.npy"), held_out[starts + np.arange(CONTEXT + 1)])


def export_all(directory):
    os.environ["JAX_PLATFORMS"] = "cpu"
    os.environ["XLA_FLAGS"] = f"--xla_force_host_platform_device_count={max(RANKS)}"
    import jax
    import lm_model
    from jax.sharding import Mesh, NamedSharding, PartitionSpec

    from sbp.export_jax import export

    write_tokens(directory)
    for kind in KINDS:
        first = lm_model.first_state(kind)
        names = {
            "state." + jax.tree_util.keystr(path, simple=True, separator="."): np.asarray(leaf)
            for path, leaf in jax.tree_util.tree_flatten_with_path(first)[0]
        }
        safetensors.save(os.path.join(directory, f"{kind}.safetensors"), names)
        for ranks in RANKS:
            mesh = Mesh(np.array(jax.devices()[:ranks]), ("ranks",))

            def shape(path, leaf):
                """Tables and their moments are split by width; the compiler chooses where everything else lies."""
                if path[-1].key != "values":
                    return jax.ShapeDtypeStruct(leaf.shape, leaf.dtype)
                split = NamedSharding(mesh, PartitionSpec(*[None] * (leaf.ndim - 1), "ranks"))
                return jax.ShapeDtypeStruct(leaf.shape, leaf.dtype, sharding=split)

            state = jax.tree_util.tree_map_with_path(shape, first)
            tokens = jax.ShapeDtypeStruct((BATCH, CONTEXT + 1), np.int32, sharding=NamedSharding(mesh, PartitionSpec("ranks", None)))
            train = lambda state, tokens: lm_model.train_step(kind, state, tokens)
            held_out = lambda state, tokens: lm_model.loss(state["w"], state["kept"], kind, tokens)[1][0]
            for name, function, options in (("train", train, {"donate_argnums": 0}), ("held_out", held_out, {})):
                with open(os.path.join(directory, f"{kind}.{name}.{ranks}.mlir"), "w") as file:
                    file.write(export(function, state, tokens, **options))


def run(*words):
    subprocess.run(words, check=True, stdout=subprocess.DEVNULL)


def measure(directory, kind, ranks):
    """Trains and returns {"loss" of each step, "held_out"}."""
    at = lambda name: os.path.join(directory, name)
    for name in ("train", "held_out"):
        run("sbp-compile", at(f"{kind}.{name}.{ranks}.mlir"), "-o", at(f"{kind}.{name}.{ranks}.sbpx"))
    learned = at(f"{kind}.{ranks}.safetensors")
    losses = at(f"{kind}.{ranks}.npy")
    run(
        "sbp-run",
        at(f"{kind}.train.{ranks}.sbpx"),
        f"--weights={at(kind + '.safetensors')}",
        "--input",
        f"tokens=@{at('tokens.npy')}",
        f"--steps={STEPS}",
        "--output",
        f"result.1=@{losses}:all",
        f"--save-state={learned}",
    )
    curve = np.load(losses)
    batches = len(np.load(at("held_out.npy"), mmap_mode="r"))
    run(
        "sbp-run",
        at(f"{kind}.held_out.{ranks}.sbpx"),
        f"--weights={learned}",
        "--input",
        f"tokens=@{at('held_out.npy')}",
        f"--steps={batches}",
        "--output",
        f"result=@{losses}:all",
    )
    return {"loss": curve.tolist(), "held_out": float(np.load(losses).mean())}


def train(directory, kinds):
    for kind in kinds or KINDS:
        for ranks in RANKS:
            with open(os.path.join(directory, f"{kind}.{ranks}.json"), "w") as file:
                json.dump(measure(directory, kind, ranks), file)


def draw(results):
    """The losses of one rank, each the mean of 20 steps, as SVG."""
    width, height, low, high = 640, 360, 1.0, 4.0
    x = lambda step: 50 + (width - 70) * step / STEPS
    y = lambda loss: 15 + (height - 55) * (high - min(loss, high)) / (high - low)
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" font-family="sans-serif" font-size="12">',
        f'<rect width="{width}" height="{height}" fill="white"/>',
    ]
    for tick in np.arange(low, high + 0.1, 0.5):
        lines.append(
            f'<path d="M50 {y(tick):.1f}H{width - 20}" stroke="#dddddd"/><text x="42" y="{y(tick) + 4:.1f}" text-anchor="end">{tick:.1f}</text>'
        )
    for tick in range(0, STEPS + 1, 200):
        lines.append(f'<text x="{x(tick):.1f}" y="{height - 22}" text-anchor="middle">{tick}</text>')
    lines.append(f'<text x="{width / 2}" y="{height - 5}" text-anchor="middle">step; loss in nats a byte</text>')
    for place, kind in enumerate(KINDS):
        means = np.array(results[kind, 1]["loss"]).reshape(-1, 20).mean(1)
        points = " ".join(f"{x(20 * i + 10):.1f},{y(loss):.1f}" for i, loss in enumerate(means))
        lines.append(f'<polyline points="{points}" fill="none" stroke="{COLOURS[kind]}" stroke-width="1.5"/>')
        lines.append(
            f'<text x="{width - 150}" y="{40 + 18 * place}" fill="{COLOURS[kind]}">{kind}: held out {results[kind, 1]["held_out"]:.3f}</text>'
        )
    return "\n".join(lines + ["</svg>", ""])


def check(results):
    """Memory layers learn more than a wider FFN; one rank and four learn the same."""
    held_out = {kind: results[kind, 1]["held_out"] for kind in KINDS}
    assert held_out["pkm"] <= held_out["ffn"] - 0.04, held_out
    assert held_out["ultramem"] <= held_out["ffn"], held_out
    for kind in KINDS:
        one, four = (np.array(results[kind, ranks]["loss"]) for ranks in RANKS)
        assert np.abs(one - four)[:20].max() <= 1e-4, (
            f"{kind}: first losses on one rank and on four differ by {np.abs(one - four)[:20].max()}"
        )
        ends = abs(one[-100:].mean() - four[-100:].mean()), abs(results[kind, 1]["held_out"] - results[kind, 4]["held_out"])
        assert max(ends) <= 0.02, f"{kind}: one rank and four end {ends} apart"


def show(directory):
    results = {}
    for kind in KINDS:
        for ranks in RANKS:
            with open(os.path.join(directory, f"{kind}.{ranks}.json")) as file:
                results[kind, ranks] = json.load(file)
    print(
        "| model | held out, 1 rank | 4 ranks | largest difference of the first 20 losses | of the last 100, in the mean |\n|---|---|---|---|---|"
    )
    for kind in KINDS:
        one, four = results[kind, 1], results[kind, 4]
        apart = np.abs(np.array(one["loss"]) - np.array(four["loss"]))
        end = abs(np.mean(one["loss"][-100:]) - np.mean(four["loss"][-100:]))
        print(f"| {kind} | {one['held_out']:.3f} | {four['held_out']:.3f} | {apart[:20].max():.1e} | {end:.4f} |")
    with open(os.path.join(HERE, "lm.svg"), "w") as file:
        file.write(draw(results))
    check(results)


if __name__ == "__main__":
    if len(sys.argv) < 3 or sys.argv[1] not in ("export", "train", "show"):
        sys.exit(__doc__)
    command, directory, *kinds = sys.argv[1:]
    os.makedirs(directory, exist_ok=True)
    {"export": export_all, "train": lambda d: train(d, kinds), "show": show}[command](directory)
