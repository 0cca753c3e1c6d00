"""Times single ops compiled by us and PyTorch's in turns, on one core:  python3 ops.py attention|top_k [options]   (see README.md)

python3 ops.py attention --peer-python VENV/bin/python            # 1 x 16 heads x 4,096 x 64
python3 ops.py top_k --peer-python VENV/bin/python                # the shapes of retrieval
"""

import argparse
import json
import os
import resource
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

import numpy as np

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(HERE)
TOP_K = [(1024, 256, 16), (1024, 512, 32), (256, 1138, 80), (256, 4224, 128), (64, 65536, 16), (64, 16384, 256), (64, 16384, 768)]

PEER = """
import json, sys, time
import numpy as np, torch
op, clock = sys.argv[1], time.process_time if sys.argv[2] == "cpu" else time.perf_counter
torch.set_num_threads(1)
arrays = [torch.from_numpy(np.load(path)) for path in sys.argv[4:]]
if op == "top_k":
    function = lambda: torch.topk(arrays[0], int(sys.argv[3]), dim=1)
else:
    function = lambda: torch.nn.functional.scaled_dot_product_attention(*arrays, is_causal=sys.argv[3] == "causal")
with torch.inference_mode():
    result = function()
    result = result[0] if op == "top_k" else result
    print(json.dumps(result.double().sum().item()), flush=True)
    for line in sys.stdin:
        seconds = []
        for _ in range(int(line)):
            begin = clock()
            function()
            seconds.append(clock() - begin)
        print(json.dumps(seconds), flush=True)
"""


def shape(*sizes):
    return "tensor<" + "".join(f"{n}x" for n in sizes)


def attention_model(options):
    q = shape(1, options.heads, options.positions, options.width) + "f32>"
    k = shape(1, options.groups or options.heads, options.positions, options.width) + "f32>"
    sums = shape(1, options.heads, options.positions) + "f32>"
    flags = ", causal" if options.causal else ""
    return (
        f'func.func @main(%q: {q} {{sbp.name = "q"}}, %k: {k} {{sbp.name = "k"}}, %v: {k} {{sbp.name = "v"}}) -> ({q} {{sbp.name = "y"}}) {{\n'
        f"  %y, %l = nn.attention %q, %k, %v {{scale = {options.width**-0.5} : f64{flags}}} : ({q}, {k}, {k}) -> ({q}, {sums})\n"
        f"  return %y : {q}\n}}\n"
    )


def top_k_model(rows, columns, k):
    x, y, i = shape(rows, columns) + "f32>", shape(rows, k) + "f32>", shape(rows, k) + "i32>"
    return (
        f'func.func @main(%x: {x} {{sbp.name = "x"}}) -> ({y} {{sbp.name = "y"}}, {i} {{sbp.name = "i"}}) {{\n'
        f"  %y, %i = nn.top_k %x {{axis = 1 : i64, k = {k} : i64}} : ({x}) -> ({y}, {i})\n  return %y, %i : {y}, {i}\n}}\n"
    )


def ours(options, folder, model, inputs):
    """Compiles and runs the model; returns what answers with the seconds of one of so many steps."""
    with open(f"{folder}/model.mlir", "w") as file:
        file.write(model)
    programs = os.path.join(options.build, "bin")
    subprocess.run(
        [f"{programs}/sbp-compile", f"{folder}/model.mlir", "-o", f"{folder}/model.sbpx", f"--report={folder}/report.json"], check=True
    )
    words = [f"--input={name}=@{folder}/{name}.npy" for name in inputs]
    run = ["taskset", "-c", "0", f"{programs}/sbp-run", f"{folder}/model.sbpx", *words]
    subprocess.run([*run, f"--output=y=@{folder}/y.npy"], check=True)

    def spend(steps):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run([*run, f"--benchmark={steps}"], check=True, capture_output=True)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime

    def ask(steps):
        if options.clock == "cpu":
            # The difference of two runs leaves out starting and loading.
            return (spend(5 * steps) - spend(steps)) / (4 * steps)
        text = subprocess.run([*run, f"--benchmark={steps}", "--json"], check=True, capture_output=True, text=True).stdout
        return json.loads(text)["seconds"]["median"]

    return ask


def peer(options, folder, op, argument, inputs):
    command = ["taskset", "-c", "0", options.peer_python, "-c", PEER, op, options.clock, argument, *(f"{folder}/{n}.npy" for n in inputs)]
    process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    total = json.loads(process.stdout.readline())
    wanted = float(np.load(f"{folder}/y.npy").astype(np.float64).sum())
    assert abs(total - wanted) <= 1e-3 * max(1.0, abs(total)) + 1e-2, f"{op}: the sum of the results is {wanted} here and {total} there"

    def ask(steps):
        process.stdin.write(f"{steps}\n")
        process.stdin.flush()
        return statistics.median(json.loads(process.stdout.readline()))

    return ask


def compare(options, what, op, argument, model, inputs):
    with tempfile.TemporaryDirectory() as folder:
        for name, value in inputs.items():
            np.save(f"{folder}/{name}.npy", value)
        sides = [ours(options, folder, model, inputs)]
        if options.peer_python:
            sides.append(peer(options, folder, op, argument, inputs))
        times = [[] for _ in sides]
        for _ in range(options.pairs):
            for side, seconds in zip(sides, times):
                seconds.append(side(options.steps))
        medians = [statistics.median(seconds) for seconds in times]
        arena = json.loads(Path(f"{folder}/report.json").read_text())["memory"][0]["peak_bytes"]
        line = f"{what}: {medians[0] * 1e3:.3f} ms, peak {arena / 1e6:.2f} MB"
        if len(medians) > 1:
            line += f"; PyTorch {medians[1] * 1e3:.3f} ms, ratio {medians[1] / medians[0]:.2f}"
        print(line, flush=True)


def main(arguments):
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("op", choices=["attention", "top_k"])
    for name, value in (("heads", 16), ("groups", 0), ("positions", 4096), ("width", 64), ("pairs", 30), ("steps", 5)):
        parser.add_argument("--" + name, type=int, default=value)
    parser.add_argument("--causal", action="store_true")
    parser.add_argument("--clock", choices=["wall", "cpu"], default="wall")
    parser.add_argument("--build", default=os.path.join(ROOT, "build-release"), help="build directory")
    parser.add_argument("--peer-python", help="an interpreter with torch; without it only our side is timed")
    options = parser.parse_args(arguments)
    rng = np.random.default_rng(1)
    if options.op == "attention":
        sizes = [options.heads, options.groups or options.heads, options.groups or options.heads]
        inputs = {
            name: rng.standard_normal((1, heads, options.positions, options.width)).astype(np.float32) for name, heads in zip("qkv", sizes)
        }
        compare(
            options,
            f"1 x {options.heads} x {options.positions} x {options.width}",
            "attention",
            "causal" if options.causal else "whole",
            attention_model(options),
            inputs,
        )
        return
    for rows, columns, k in TOP_K:
        compare(
            options,
            f"top {k} of {rows} x {columns}",
            "top_k",
            str(k),
            top_k_model(rows, columns, k),
            {"x": rng.standard_normal((rows, columns)).astype(np.float32)},
        )


if __name__ == "__main__":
    main(sys.argv[1:])
