"""Times the compiler on a training step in micro-batches over stages:  python3 benchmarks/pipeline_compile.py [--pairs 15] [--layers 12] ...

The GPT of examples/pipeline with AdamW and clipping, on 4 stages of one rank, in 32 micro-batches over one. sbp-compile runs in turns,
and processor time of the user is counted, so that other load hardly matters. The bound of the ratio of medians is 1.5. Prints both
medians, the ratio and the peak of memory. sbp-opt and sbp-compile are those of --build.
"""

import argparse
import os
import statistics
import subprocess
import sys
import tempfile

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..")
BOUND = 1.5


def write_step(options, count):
    words = [sys.executable, os.path.join(ROOT, "examples", "pipeline", "gpt.py"), f"--stages={options.stages}"]
    words += [f"--{name}={getattr(options, name)}" for name in ("layers", "width", "heads", "batch", "tokens", "vocabulary")]
    model = subprocess.run(words, check=True, text=True, stdout=subprocess.PIPE).stdout
    cut = f" micro-batches={count} schedule=1f1b" if count > 1 else ""
    step = f"--sbp-add-training=loss=loss data=ids,labels rate=0.01 clip=1{cut}"
    return subprocess.run(["sbp-opt", "-", step], check=True, text=True, input=model, stdout=subprocess.PIPE).stdout


def compile_step(path):
    """Seconds of the processor and peak kilobytes."""
    process = subprocess.Popen(["sbp-compile", path, "-o", path + ".sbpx"])
    _, status, usage = os.wait4(process.pid, 0)
    assert status == 0, status
    return usage.ru_utime, usage.ru_maxrss


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    sizes = {"pairs": 15, "count": 32, "stages": 4, "layers": 12, "width": 256, "heads": 4, "batch": 32, "tokens": 128, "vocabulary": 512}
    for name, value in sizes.items():
        parser.add_argument("--" + name, type=int, default=value)
    parser.add_argument("--build", default=os.path.join(ROOT, "build"))
    options = parser.parse_args()
    os.environ["PATH"] = os.path.join(options.build, "bin") + os.pathsep + os.environ["PATH"]
    with tempfile.TemporaryDirectory() as folder:
        paths = {count: os.path.join(folder, f"step{count}.mlir") for count in (1, options.count)}
        for count, path in paths.items():
            with open(path, "w") as file:
                file.write(write_step(options, count))
        runs = {count: [] for count in paths}
        for _ in range(options.pairs):
            for count, path in paths.items():
                runs[count].append(compile_step(path))
    medians = {count: statistics.median(seconds for seconds, _ in found) for count, found in runs.items()}
    for count, found in runs.items():
        print(f"{count:3} micro-batches: {medians[count]:.2f} s, peak {max(peak for _, peak in found) >> 10} MB")
    ratio = medians[options.count] / medians[1]
    print(f"{ratio:.2f} times one micro-batch, bound {BOUND}")
    sys.exit(ratio > BOUND)


if __name__ == "__main__":
    main()
