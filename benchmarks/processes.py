"""What processes cost, in turns with what they are held against; medians and their ratio.

    processes.py all_reduce [--mib 64]     a sum of that much over 4 processes beside MPI_Allreduce of the same library
    processes.py minilm                    MiniLM's shapes, seeded weights: 4 processes beside 4 ranks of one process
    processes.py ranks                     an MLP on 256 virtual ranks of one process
    processes.py weights [--gib 2]         weights over 4 processes from the page cache beside `cat FILE > /dev/null`, and the memory
    processes.py snapshot [--mib 256]      what a checkpoint costs the steps: the time between the two it lies between, beside a copy

Common: [--pairs 10] [--before WORDS], which stand before every command that is timed: "chrt -r 10", on a machine that others use.
Files are made in TMPDIR. On PATH: sbp-compile, sbp-run, mpirun, mpicc (all_reduce).
"""

import argparse
import json
import os
import shlex
import statistics
import subprocess
import tempfile
import time
from pathlib import Path

import numpy as np

from sbp import safetensors

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..")

ENVIRONMENT = {**os.environ, "OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1"}
BEFORE = []
MPIRUN = ["mpirun", "-n", "4", "--oversubscribe", "--bind-to", "none"]

SUM = """sbp.placement @m ["a" = 4]
func.func @main(%x: tensor<{n}xf32> {{sbp.state = "x", sbp.init = dense<0.0> : tensor<{n}xf32>, sbp.distribution = #sbp.distribution<@m, [B]>}},
                %p: tensor<4x{n}xf32> {{sbp.name = "p", sbp.distribution = #sbp.distribution<@m, [S(0)]>}})
    -> (tensor<{n}xf32> {{sbp.state = "x"}}) {{
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<{n}xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<{n}xf32>) -> tensor<{n}xf32>
  %r = linalg.reduce ins(%p : tensor<4x{n}xf32>) outs(%f : tensor<{n}xf32>) dimensions = [0]
    (%a: f32, %b: f32) {{ %t = arith.addf %a, %b : f32 linalg.yield %t : f32 }}
  %c = sbp.constrain %r to #sbp.distribution<@m, [P]> : tensor<{n}xf32>
  return %c : tensor<{n}xf32>
}}
"""

PEER = r"""
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  long n = atol(argv[1]); int steps = atoi(argv[2]), rank = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  float *x = malloc(n * 4), *y = malloc(n * 4);
  for (long i = 0; i < n; ++i) x[i] = y[i] = i % 7;
  for (int s = -2; s < steps; ++s) {
    MPI_Barrier(MPI_COMM_WORLD);
    double begin = MPI_Wtime(), end, mine[2], all[2];
    MPI_Allreduce(x, y, n, MPI_FLOAT, MPI_SUM, MPI_COMM_WORLD);
    end = MPI_Wtime();
    mine[0] = begin, mine[1] = end; /* one clock for all: one host */
    MPI_Reduce(mine, all, 2, MPI_DOUBLE, MPI_MAX, 0, MPI_COMM_WORLD);
    double most = all[1] - all[0];
    if (rank == 0 && s >= 0) printf("%.9f\n", most);
  }
  MPI_Finalize();
}
"""


def run(*words, **named):
    return subprocess.run([str(word) for word in words], check=True, capture_output=True, text=True, env=ENVIRONMENT, **named).stdout


def in_turns(pairs, ours, peer, what):
    """Medians of both, and of the ratios of pairs (peer / ours: above 1 we are faster)."""
    a, b = [], []
    for i in range(pairs):
        for one in ((ours, a), (peer, b))[:: 1 if i % 2 == 0 else -1]:
            one[1].append(one[0]())
    ratios = [y / x for x, y in zip(a, b)]
    print(
        f"{what}: ours {statistics.median(a) * 1e3:.2f} ms, peer {statistics.median(b) * 1e3:.2f} ms, peer / ours "
        f"{statistics.median(ratios):.2f} (median of {pairs} pairs; {min(ratios):.2f} to {max(ratios):.2f})"
    )


def all_reduce(options, folder):
    n = options.mib << 18
    model, artifact, trace = (f"{folder}/{name}" for name in ("m.mlir", "m.sbpx", "t.json"))
    with open(model, "w") as file:
        file.write(SUM.format(n=n))
    run("sbp-compile", model, "-o", artifact)
    np.save(f"{folder}/p.npy", np.ones((4, n), np.float32))
    with open(f"{folder}/peer.c", "w") as file:
        file.write(PEER)
    run("mpicc", "-O2", f"{folder}/peer.c", "-o", f"{folder}/peer")

    def ours():
        """From the last that arrives at the sum to the last that has it."""
        run(
            *BEFORE,
            *MPIRUN,
            "sbp-run",
            artifact,
            f"--input=p=@{folder}/p.npy",
            "--steps=5",
            f"--trace={trace}",
            f"--save-state={folder}/s.safetensors",
        )
        steps = {}
        for event in json.loads(Path(trace).read_text())["traceEvents"]:
            if "communicate" in event.get("cat", "").split(","):
                assert event["name"].startswith("all_reduce"), event
                steps.setdefault(event["args"]["step"], []).append((event["ts"], event["ts"] + event["dur"]))
        return statistics.median((max(end for _, end in events) - max(begin for begin, _ in events)) * 1e-6 for events in steps.values())

    def peer():
        return statistics.median(map(float, run(*BEFORE, *MPIRUN, f"{folder}/peer", n, 5).split()))

    in_turns(options.pairs, ours, peer, f"all_reduce of {options.mib} MiB over 4 processes, MPI_Allreduce")


def benchmark(*words):
    return json.loads(run(*BEFORE, *words, "--json"))["seconds"]["median"]


def minilm(options, folder):
    from sbp_testing.run_minilm import seeded_weights

    example = os.path.join(ROOT, "examples", "minilm")
    with open(f"{example}/minilm.mlir") as file:
        safetensors.save(f"{folder}/w.safetensors", seeded_weights(file.read()))
    run("sbp-compile", f"{example}/minilm.mlir", "-o", f"{folder}/m.sbpx")
    words = [
        "sbp-run",
        f"{folder}/m.sbpx",
        f"--weights={folder}/w.safetensors",
        f"--input=ids=@{example}/ids.npy",
        f"--input=mask=@{example}/mask.npy",
        "--benchmark=10",
    ]
    in_turns(
        options.pairs, lambda: benchmark(*MPIRUN, *words), lambda: benchmark(*words), "MiniLM over 4 processes, 4 ranks of one process"
    )


def ranks(options, folder):
    with open(f"{folder}/m.mlir", "w") as file:
        file.write("""sbp.placement @m ["dp" = 16, "tp" = 16]
func.func @main(%x: tensor<256x256xf32> {sbp.name = "x", sbp.distribution = #sbp.distribution<@m, [S(0), B]>},
                %w1: tensor<256x1024xf32> {sbp.name = "w1", sbp.distribution = #sbp.distribution<@m, [B, S(1)]>},
                %w2: tensor<1024x256xf32> {sbp.name = "w2", sbp.distribution = #sbp.distribution<@m, [B, S(0)]>})
    -> (tensor<256x256xf32> {sbp.name = "y", sbp.distribution = #sbp.distribution<@m, [S(0), B]>}) {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<256x1024xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<256x1024xf32>) -> tensor<256x1024xf32>
  %h = linalg.matmul ins(%x, %w1 : tensor<256x256xf32>, tensor<256x1024xf32>) outs(%f : tensor<256x1024xf32>) -> tensor<256x1024xf32>
  %t = math.tanh %h : tensor<256x1024xf32>
  %e2 = tensor.empty() : tensor<256x256xf32>
  %f2 = linalg.fill ins(%zero : f32) outs(%e2 : tensor<256x256xf32>) -> tensor<256x256xf32>
  %y = linalg.matmul ins(%t, %w2 : tensor<256x1024xf32>, tensor<1024x256xf32>) outs(%f2 : tensor<256x256xf32>) -> tensor<256x256xf32>
  return %y : tensor<256x256xf32>
}
""")
    run("sbp-compile", f"{folder}/m.mlir", "-o", f"{folder}/m.sbpx")
    random = np.random.default_rng(1)
    values = {
        name: random.standard_normal(shape).astype(np.float32) / 16
        for name, shape in (("x", (256, 256)), ("w1", (256, 1024)), ("w2", (1024, 256)))
    }
    words = []
    for name, value in values.items():
        np.save(f"{folder}/{name}.npy", value)
        words.append(f"--input={name}=@{folder}/{name}.npy")
    begin = time.monotonic()
    run("sbp-run", f"{folder}/m.sbpx", *words, f"--output=y=@{folder}/y.npy")
    seconds = time.monotonic() - begin
    exact = np.tanh(values["x"].astype(np.float64) @ values["w1"]) @ values["w2"]
    np.testing.assert_allclose(np.load(f"{folder}/y.npy"), exact, rtol=1e-4, atol=1e-5)
    print(
        f"MLP on 256 ranks of one process, {os.cpu_count()} cores: right; {seconds:.2f} s with its start, "
        f"{benchmark('sbp-run', f'{folder}/m.sbpx', *words, '--benchmark=50') * 1e3:.2f} ms a step"
    )


def weights(options, folder):
    """A table per rank; what is read of it in a step is little. Beside it the same run of tables with a row per rank: what is left is
    what the bytes cost."""
    rows, columns = 1 << 18, 256  # 256 MiB each, 4 a GiB
    words = {}
    for size in (rows, 4):
        names = [f"w{i}" for i in range(4 * options.gib)]
        model, artifact, path = (f"{folder}/{size}.{kind}" for kind in ("mlir", "sbpx", "safetensors"))
        declared = ", ".join(
            f'%{n}: tensor<{size}x{columns}xf32> {{sbp.name = "{n}", sbp.distribution = #sbp.distribution<@m, [S(0)]>}}' for n in names
        )
        sums = "\n".join(
            f"""  %g{n} = nn.gather %{n}, %ids {{axis = 0 : i64}} : (tensor<{size}x{columns}xf32>, tensor<4xi64>) -> tensor<4x{columns}xf32>
  %s{i + 1} = arith.addf %s{i}, %g{n} : tensor<4x{columns}xf32>"""
            for i, n in enumerate(names)
        )
        with open(model, "w") as file:
            file.write(f"""sbp.placement @m ["a" = 4]
func.func @main(%ids: tensor<4xi64> {{sbp.name = "ids"}}, {declared}) -> (tensor<4x{columns}xf32> {{sbp.name = "y"}}) {{
  %s0 = arith.constant dense<0.0> : tensor<4x{columns}xf32>
{sums}
  return %s{len(names)} : tensor<4x{columns}xf32>
}}
""")
        run("sbp-compile", model, "-o", artifact)
        write_tables(path, names, size, columns)
        np.save(f"{folder}/ids{size}.npy", np.arange(4) * (size // 4))
        words[size] = [*MPIRUN, "sbp-run", artifact, f"--weights={path}", f"--input=ids=@{folder}/ids{size}.npy"]

    def timed(*command):
        begin = time.monotonic()
        run(*BEFORE, *command)
        return time.monotonic() - begin

    cat = ["sh", "-c", f"cat {folder}/{rows}.safetensors > /dev/null"]
    timed(*cat)
    timed(*words[rows])
    times = [[timed(*words[rows]), timed(*words[4]), timed(*cat)] for _ in range(options.pairs)]
    ours, start, peer = map(statistics.median, zip(*times))
    print(
        f"{options.gib} GiB of weights over 4 processes: {ours * 1e3:.0f} ms, of which the same run of small tables takes {start * 1e3:.0f} ms; "
        f"cat from the page cache {peer * 1e3:.0f} ms; cat / ours {peer / (ours - start):.2f}, with the start {peer / ours:.2f} "
        f"(medians of {options.pairs})"
    )
    peak = run(
        *MPIRUN,
        "sh",
        "-c",
        '/usr/bin/env python3 -c "import os, resource, subprocess, sys; subprocess.run(sys.argv[1:], check=True, '
        'stdout=subprocess.DEVNULL); os.write(1, b\'%d\\n\' % resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)" "$@"',
        "sh",
        *words[rows][len(MPIRUN) :],
    )
    print(
        f"peak memory of a process, mapped pages of the file too: {max(map(int, peak.split())) / 1024:.0f} MiB; its boxes: "
        f"{options.gib * 1024 / 4:.0f} MiB"
    )


def write_tables(path, names, rows, columns):
    size = rows * columns * 4
    header = {name: {"dtype": "F32", "shape": [rows, columns], "data_offsets": [i * size, (i + 1) * size]} for i, name in enumerate(names)}
    text = json.dumps(header).encode()
    text += b" " * (-len(text) % 64)  # data begin at 8 modulo 64, as they may in any file
    part = min(rows * columns, 1 << 20)
    block = np.random.default_rng(1).standard_normal(part).astype(np.float32).tobytes() * (rows * columns // part)
    with open(path, "wb") as file:
        file.write(len(text).to_bytes(8, "little") + text)
        for _ in names:
            file.write(block)


def snapshot(options, folder):
    """Steps that change a state of that size, and a checkpoint amid them."""
    n = options.mib << 18
    with open(f"{folder}/m.mlir", "w") as file:
        file.write(f"""sbp.placement @m ["a" = 2]
func.func @main(%w: tensor<{n}xf32> {{sbp.state = "w", sbp.init = dense<1.0> : tensor<{n}xf32>, sbp.distribution = #sbp.distribution<@m, [S(0)]>}})
    -> (tensor<{n}xf32> {{sbp.state = "w"}}) {{
  %a = arith.constant dense<1.5> : tensor<{n}xf32>
  %t = arith.mulf %w, %a : tensor<{n}xf32>
  return %t : tensor<{n}xf32>
}}
""")
    run("sbp-compile", f"{folder}/m.mlir", "-o", f"{folder}/m.sbpx")
    words = [
        "sbp-run",
        f"{folder}/m.sbpx",
        "--steps=40",
        f"--checkpoint={folder}/checkpoint",
        "--checkpoint-every=20",
        f"--trace={folder}/t.json",
    ]
    between, others, beside = [], [], []
    for _ in range(options.pairs):
        run("rm", "-rf", f"{folder}/checkpoint")
        run(*BEFORE, *words)
        steps = {}
        for event in json.loads(Path(f"{folder}/t.json").read_text())["traceEvents"]:
            if "step" in event.get("args", {}):
                steps.setdefault(event["args"]["step"], []).append((event["ts"], event["ts"] + event["dur"]))
        begins, ends = ([pick(time[i] for time in steps[step]) / 1e3 for step in sorted(steps)] for i, pick in enumerate((min, max)))
        gaps = [begins[i + 1] - ends[i] for i in range(len(begins) - 1)]
        between.append(gaps.pop(19))
        others.append(statistics.median(gaps))
        length = [end - begin for begin, end in zip(begins, ends)]
        beside.append(statistics.median(length[20:]) / statistics.median(length[1:20]))
    # memory to memory, what a copy of the state takes
    a = np.ones(n, np.float32)
    b = np.empty_like(a)
    b[:] = a
    copies = []
    for _ in range(5):
        begin = time.monotonic()
        b[:] = a
        copies.append(time.monotonic() - begin)
    print(
        f"snapshot of {options.mib} MiB between two steps: {statistics.median(between):.1f} ms ({min(between):.1f} to {max(between):.1f}), "
        f"between others {statistics.median(others):.2f} ms; a copy of the state {statistics.median(copies) * 1e3:.1f} ms; steps while it is "
        f"written take {statistics.median(beside):.2f} of those before; {options.pairs} runs"
    )


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=["all_reduce", "minilm", "ranks", "weights", "snapshot"])
    parser.add_argument("--pairs", type=int, default=10)
    parser.add_argument("--mib", type=int)
    parser.add_argument("--gib", type=int, default=2)
    parser.add_argument("--before", default="")
    options = parser.parse_args()
    BEFORE[:] = shlex.split(options.before)
    options.mib = options.mib or {"all_reduce": 64, "snapshot": 256}.get(options.what)
    with tempfile.TemporaryDirectory() as folder:
        globals()[options.what](options, folder)


if __name__ == "__main__":
    main()
