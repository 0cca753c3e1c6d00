"""Times a model compiled by us and its JAX peer in turns:  python3 compare.py gpt|minilm [options]   (see README.md)"""

import argparse
import json
import os
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

import numpy as np

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(HERE)


def parse(arguments):
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("model", choices=["gpt", "minilm"])
    for name, value in (("batch", 4), ("tokens", 256), ("width", 768), ("heads", 12), ("dp", 2), ("tp", 4), ("pairs", 30), ("steps", 5)):
        parser.add_argument("--" + name, type=int, default=value)
    parser.add_argument("--cores", type=int, help="cores for both sides (default: 2 for gpt, 1 for minilm)")
    parser.add_argument("--weights", help="MiniLM's model.safetensors")
    parser.add_argument("--build", default=os.path.join(ROOT, "build-release"), help="build directory")
    parser.add_argument("--peer", choices=["jax", "torch", "torch-compile"], default="jax", help="torch: minilm only")
    parser.add_argument(
        "--clock", choices=["wall", "cpu"], default="wall", help="cpu: seconds of all threads, for a machine that others use too"
    )
    parser.add_argument("--peer-python", help="an interpreter with the peer; without it only our side is timed")
    options = parser.parse_args(arguments)
    options.cores = options.cores or (2 if options.model == "gpt" else 1)
    if options.model == "minilm" and not options.weights:
        parser.error("minilm needs --weights=model.safetensors")
    if options.model == "gpt" and options.peer != "jax":
        parser.error(f"--peer={options.peer} times minilm only")
    return options


def write_model(options, directory):
    """The model's text and data in `directory`; returns the inputs for sbp-run and the name of the result."""
    path = os.path.join(directory, "model.mlir")
    if options.model == "minilm":
        source = os.path.join(ROOT, "examples", "minilm")
        for name in ("ids.npy", "mask.npy"):
            shutil.copy(os.path.join(source, name), directory)
        text = Path(os.path.join(source, "minilm.mlir")).read_text()
        # One rank: the placement and with it all distributions shrink to size 1.
        text = text.replace('["dp" = 2, "tp" = 2]', '["dp" = 1, "tp" = 1]')
        with open(path, "w") as file:
            file.write(text)
        inputs = [f"--input={name}=@{directory}/{name}.npy" for name in ("ids", "mask")]
        return inputs + [f"--weights={options.weights}"], "embedding"
    sizes = [f"--{name}={getattr(options, name)}" for name in ("batch", "tokens", "width", "heads")]
    with open(path, "w") as file:
        subprocess.run(
            [
                sys.executable,
                os.path.join(ROOT, "examples", "gpt", "generate.py"),
                *sizes,
                "--annotate=megatron",
                f"--placement=dp={options.dp},tp={options.tp}",
                f"--data={directory}",
            ],
            stdout=file,
            check=True,
        )
    return [f"--input=x=@{directory}/x.npy", f"--weights={directory}/weights.safetensors"], "y"


def pinned(options, command):
    return ["taskset", "-c", f"0-{options.cores - 1}", *command]


def products(options):
    """The matrix products of one rank of the GPT block: lines "m n k transpose_b count" for gemm-bound."""
    rows, heads = options.batch * options.tokens // options.dp, options.heads // options.tp
    width, inner, head = options.width, 4 * options.width // options.tp, options.width // options.heads
    part, scores = heads * head, heads * options.batch // options.dp
    lines = [
        (rows, part, width, 0, 3),
        (options.tokens, options.tokens, head, 1, scores),
        (options.tokens, head, options.tokens, 0, scores),
        (rows, width, part, 0, 1),
        (rows, inner, width, 0, 1),
        (rows, width, inner, 0, 1),
    ]
    return "".join(" ".join(map(str, line)) + "\n" for line in lines)


class Bound:
    """The matrix products alone (benchmarks/gemm_bound), where that program is built and the sizes divide."""

    def __init__(self, options):
        program = os.path.join(options.build, "bin", "benchmarks", "gemm-bound")
        divides = options.model == "gpt" and options.batch % options.dp == 0 and options.heads % options.tp == 0
        self.command = (
            pinned(options, [program, str(options.cores), str(options.dp * options.tp)]) if divides and os.path.exists(program) else None
        )
        self.products = products(options) if self.command else None

    def time(self, steps):
        if not self.command:
            return float("nan")
        text = subprocess.run([*self.command, str(steps)], input=self.products, check=True, capture_output=True, text=True).stdout
        return statistics.median(map(float, text.split())) * 1e-3


class Ours:
    """sbp-run on a compiled model."""

    def __init__(self, options, directory, write=write_model):
        tools = os.path.join(options.build, "bin")
        inputs, result = write(options, directory)
        artifact = os.path.join(directory, "model.sbpx")
        subprocess.run([os.path.join(tools, "sbp-compile"), os.path.join(directory, "model.mlir"), "-o", artifact], check=True)
        self.command = pinned(options, [os.path.join(tools, "sbp-run"), artifact, *inputs])
        self.clock = options.clock
        self.output = os.path.join(directory, "ours.npy")
        subprocess.run([*self.command, f"--output={result}=@{self.output}"], check=True)

    def time(self, steps):
        if self.clock == "cpu":
            # Processor seconds of `steps` steps: starting and loading cancel out in the difference.
            return (self.spend(11 * steps) - self.spend(steps)) / (10 * steps)
        text = subprocess.run([*self.command, f"--benchmark={steps}", "--json"], check=True, capture_output=True, text=True).stdout
        return json.loads(text)["seconds"]["median"]

    def spend(self, steps):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run([*self.command, f"--benchmark={steps}"], check=True, capture_output=True)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        return after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime


class Peer:
    """jax_peer.py or torch_peer.py in a process of its own, warm between the pairs."""

    def __init__(self, options, directory):
        threads = "" if options.cores > 1 else " --xla_cpu_multi_thread_eigen=false intra_op_parallelism_threads=1"
        count = options.dp * options.tp if options.model == "gpt" else 1
        environment = dict(os.environ, JAX_PLATFORMS="cpu", XLA_FLAGS=f"--xla_force_host_platform_device_count={count}{threads}")
        command = [options.peer_python, os.path.join(HERE, options.peer.split("-")[0] + "_peer.py"), options.model, directory]
        if options.peer == "jax":
            command += [f"--heads={options.heads}", f"--dp={options.dp}", f"--tp={options.tp}"]
        else:
            command += [f"--threads={options.cores}"] + ["--compile"] * (options.peer == "torch-compile")
        command.append(f"--clock={options.clock}")
        if options.weights:
            command.append(f"--weights={options.weights}")
        self.process = subprocess.Popen(pinned(options, command), stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=environment)
        if self.process.stdout.readline().strip() != "ready":
            raise SystemExit("the peer did not start")
        self.output = os.path.join(directory, "peer.npy")

    def time(self, steps):
        self.process.stdin.write(f"{steps}\n")
        self.process.stdin.flush()
        return statistics.median(json.loads(self.process.stdout.readline()))

    def close(self):
        self.process.stdin.close()
        self.process.wait()


def main(options):
    with tempfile.TemporaryDirectory() as directory:
        ours = Ours(options, directory)
        peer = Peer(options, directory) if options.peer_python else None
        if peer:
            difference = np.abs(np.load(ours.output) - np.load(peer.output)).max()
            print(f"largest difference of the results: {difference:.3g}")
            peer.time(options.steps)
        bound = Bound(options)
        rounds = [
            (ours.time(options.steps), peer.time(options.steps) if peer else float("nan"), bound.time(options.steps))
            for _ in range(options.pairs)
        ]
        if peer:
            peer.close()
    our_times, peer_times, bounds = (np.array(times) * 1e3 for times in zip(*rounds))
    print(
        f"ours {np.median(our_times):.3f} ms (best {our_times.min():.3f}), peer {np.median(peer_times):.3f} ms (best {peer_times.min():.3f}), "
        f"ratio of medians {np.median(peer_times) / np.median(our_times):.3f}, median of ratios {np.median(peer_times / our_times):.3f} "
        f"({options.pairs} pairs of {options.steps} steps, {options.cores} cores)"
    )
    if not np.isnan(bounds).any():
        print(
            f"matrix products alone {np.median(bounds):.3f} ms (best {bounds.min():.3f}): {np.median(bounds / our_times):.0%} of our time, "
            f"{np.median(bounds / peer_times):.0%} of the peer's"
        )


if __name__ == "__main__":
    main(parse(sys.argv[1:]))
