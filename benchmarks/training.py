"""Times a GPT training step whose gradient we derive against one with JAX's gradient, the step that JAX exports whole, with its attention found and as it is
written (--sbp-import=attention=off), and jax.jit:

    python3 training.py [--pairs 15] [--steps 5] [--layers 4] [--peer]      (a Python with jax; sbp-* of --build)

4 layers, width 256, 8 heads, batch 8 x 128, 256 words, AdamW, f32, one core. The programs run in turns; medians of --pairs rounds of
--steps steps. Prints a table: program, median milliseconds a step, median ratio to ours, peak of memory. --peer also times jax.jit in this process.
"""

import argparse
import json
import os
import statistics
import subprocess
import tempfile
import time

os.environ["JAX_PLATFORMS"] = "cpu"
os.environ["XLA_FLAGS"] = "--xla_cpu_multi_thread_eigen=false intra_op_parallelism_threads=1"
HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(HERE)
import jax
import jax.numpy as jnp
import numpy as np

from sbp import safetensors
from sbp.export_jax import export, export_training

RATE, DECAY = 1e-3, 0.1


class Model:
    def __init__(self, options):
        self.layers, self.width, self.heads, self.batch, self.tokens, self.words = options.layers, 256, 8, 8, 128, 256

    def weights(self):
        random, width = np.random.default_rng(0), self.width
        draw = lambda *shape: (shape[0] ** -0.5 * random.standard_normal(shape)).astype(np.float32)
        layer = lambda: {
            "query": draw(width, width),
            "key": draw(width, width),
            "value": draw(width, width),
            "output": draw(width, width),
            "up": draw(width, 4 * width),
            "down": draw(4 * width, width),
            "gain1": np.ones(width, np.float32),
            "bias1": np.zeros(width, np.float32),
            "gain2": np.ones(width, np.float32),
            "bias2": np.zeros(width, np.float32),
        }
        return {
            "embedding": draw(self.words, width),
            "places": draw(self.tokens, width),
            **{f"layer{i}": layer() for i in range(self.layers)},
        }

    def loss(self, w, ids, labels):
        norm = lambda x, gain, bias: (x - x.mean(-1, keepdims=True)) * jax.lax.rsqrt(x.var(-1, keepdims=True) + 1e-5) * gain + bias
        x = w["embedding"][ids] + w["places"]
        seen = jnp.tril(jnp.ones((self.tokens, self.tokens), bool))
        for i in range(self.layers):
            v = w[f"layer{i}"]
            y = norm(x, v["gain1"], v["bias1"])
            query, key, value = (
                (y @ v[name]).reshape(self.batch, self.tokens, self.heads, -1).transpose(0, 2, 1, 3) for name in ("query", "key", "value")
            )
            scores = jnp.where(seen, query @ key.transpose(0, 1, 3, 2) / (self.width // self.heads) ** 0.5, -1e9)
            x = x + (jax.nn.softmax(scores, -1) @ value).transpose(0, 2, 1, 3).reshape(x.shape) @ v["output"]
            x = x + jax.nn.gelu(norm(x, v["gain2"], v["bias2"]) @ v["up"]) @ v["down"]
        logits = x @ w["embedding"].T
        return -jnp.take_along_axis(jax.nn.log_softmax(logits, -1), labels[..., None], -1).mean()

    def step(self, state, ids, labels):
        """AdamW, as JAX differentiates it."""
        value, slopes = jax.value_and_grad(self.loss)(state["w"], ids, labels)
        step = state["step"] + 1.0
        mean = jax.tree.map(lambda m, g: 0.9 * m + 0.1 * g, state["m"], slopes)
        square = jax.tree.map(lambda s, g: 0.999 * s + 0.001 * g * g, state["s"], slopes)
        move = lambda w, m, s: w * (1 - RATE * DECAY) - RATE / (1 - 0.9**step) * m / (jnp.sqrt(s) * jax.lax.rsqrt(1 - 0.999**step) + 1e-8)
        return {"w": jax.tree.map(move, state["w"], mean, square), "m": mean, "s": square, "step": step}, value


def flatten(prefix, tree):
    return {".".join([prefix, *[key.key for key in path]]): value for path, value in jax.tree_util.tree_flatten_with_path(tree)[0]}


class Program:
    """One of our artifacts, timed by sbp-run --benchmark."""

    def __init__(self, directory, name, text, entry, data, weights, build):
        at = lambda file: os.path.join(directory, f"{name}.{file}")
        self.run, self.at = os.path.join(build, "bin", "sbp-run"), at
        with open(at("mlir"), "w") as file:
            file.write(text)
        subprocess.run([os.path.join(build, "bin", "sbp-compile"), at("mlir"), "-o", at("sbpx"), f"--report={at('json')}"], check=True)
        with open(at("json")) as file:
            self.peak = max(rank["peak_bytes"] for rank in json.load(file)["memory"])
        safetensors.save(at("safetensors"), weights)
        self.words = [at("sbpx"), f"--entry={entry}", f"--weights={at('safetensors')}"]
        for key, value in data.items():
            np.save(at(f"{key}.npy"), value)
            self.words.append(f"--input={key}=@{at(f'{key}.npy')}")

    @staticmethod
    def spelled(text, build):
        """`text` with its attention as it is written."""
        words = [os.path.join(build, "bin", "sbp-opt"), "-", "--sbp-import=attention=off"]
        return subprocess.run(words, input=text, check=True, capture_output=True, text=True).stdout

    def seconds(self, steps):
        done = subprocess.run(
            ["taskset", "-c", "0", self.run, *self.words, f"--benchmark={steps}", "--json"], check=True, capture_output=True, text=True
        )
        return json.loads(done.stdout)["seconds"]["median"]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    for name, value in (("pairs", 15), ("steps", 5), ("layers", 4)):
        parser.add_argument("--" + name, type=int, default=value)
    parser.add_argument("--build", default=os.path.join(ROOT, "build"))
    parser.add_argument("--peer", action="store_true")
    options = parser.parse_args()
    os.environ["PATH"] = os.path.join(options.build, "bin") + os.pathsep + os.environ["PATH"]
    model, random = Model(options), np.random.default_rng(1)
    data = {name: random.integers(0, model.words, (model.batch, model.tokens)).astype(np.int32) for name in ("ids", "labels")}
    w = model.weights()
    zeros = jax.tree.map(np.zeros_like, w)
    state = {"w": w, "m": zeros, "s": zeros, "step": np.float32(0)}
    with tempfile.TemporaryDirectory() as directory:
        of = lambda whose: export_training(model.loss, w, *data.values(), data=list(data), gradient=whose, rate=RATE, weight_decay=DECAY)
        exported = export(model.step, state, *data.values(), donate_argnums=0)
        programs = {
            "derived": Program(directory, "derived", of("derived"), "train", data, flatten("w", w), options.build),
            "JAX's gradient": Program(directory, "framework", of("framework"), "train", data, flatten("w", w), options.build),
            "exported by JAX": Program(directory, "exported", exported, "main", data, flatten("state", state), options.build),
            "attention=off": Program(
                directory, "spelled", Program.spelled(exported, options.build), "main", data, flatten("state", state), options.build
            ),
        }
        timers = {name: lambda program=program: program.seconds(options.steps) for name, program in programs.items()}
        if options.peer:
            jitted = jax.jit(model.step)
            jax.block_until_ready(jitted(state, *data.values()))

            def peer():
                began = time.perf_counter()
                for _ in range(options.steps):
                    jax.block_until_ready(jitted(state, *data.values()))
                return (time.perf_counter() - began) / options.steps

            timers["jax.jit"] = peer
        rounds = [{name: timer() for name, timer in timers.items()} for _ in range(options.pairs)]
    for name in timers:
        ratio = statistics.median(each["derived"] / each[name] for each in rounds)
        peak = f", peak {programs[name].peak / 1e6:.1f} MB" if name in programs else ""
        print(f"{name:16} {1000 * statistics.median(each[name] for each in rounds):8.1f} ms a step, derived / this {ratio:.3f}{peak}")


if __name__ == "__main__":
    main()
