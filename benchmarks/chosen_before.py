#!/usr/bin/env python3
"""Whether a build chooses no worse plans than an earlier one, on every example and on more axes.

    benchmarks/chosen_before.py --before BUILD [--build build] [--rates FILE.json] [--rounds 7] [--steps 10] [--only REGEX]

Every model is compiled by both builds. Where the level-1 programs (distributions of arguments and results, signatures, boxings) are the
same, the ratio is 1; else both artifacts run in turn, each by the build that made it, and the quickest median of each counts. Prints per
model the ratio of the steps, now / before; exit code 1 above 1.02. With --rates both choose by the same measured rates (an earlier build that
knows none by its table), without by the table that stands for no machine.
"""

import json
import pathlib
import re
import subprocess
import sys
import tempfile

from many_axes import attention, gpt, on
from measuring import ROOT, draw, make_parser
from predictions import resnet

AXES = ([2], [4], [2, 2])


def read(path):
    """An example as it stands."""
    return (ROOT / path).read_text()


def list_models():
    examples = sorted(path.relative_to(ROOT) for path in (ROOT / "examples").glob("*/*.mlir"))
    for path in examples:
        yield str(path), lambda path=path: read(path)
        for axes in AXES:
            yield f"{path} {axes}, free", lambda path=path, axes=axes: on(axes, path)
    yield "ResNet, 4 channels", lambda: resnet(4)
    for axes in AXES:
        yield f"GPT 768 {axes}", lambda axes=axes: gpt(1, axes, batch=1, tokens=128)
        yield f"attention {axes}", lambda axes=axes: attention(axes, [None] * 4)
        yield f"attention {axes}, causal", lambda axes=axes: attention(axes, [None] * 4, causal=True)
    for ranks in (2, 4):
        yield (
            f"ResNet block [{ranks}]",
            lambda ranks=ranks: resnet(ranks, "--batch=1", "--height=56", "--width=56", "--channels=64", "--blocks=64"),
        )


def read_choice(text):
    """Of level 1: what was chosen, in the order of the program."""
    return re.findall(r"sbp\.distribution<[^>]*>|sbp\.signature<.*?>\]>|sbp\.boxing %\S+ from .*? to [^{:]*", text)


def take_rates(build, rates, folder):
    """The file, less keys that an earlier build does not know; none where it knows no rates."""
    content = json.loads(rates.read_text())
    (folder / "probe.mlir").write_text("func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {\n  return %x : tensor<4xf32>\n}\n")
    path = folder / f"rates{len(list(folder.glob('rates*')))}.json"
    while True:
        path.write_text(json.dumps(content))
        probe = subprocess.run(
            [build / "bin/sbp-compile", folder / "probe.mlir", "-o", folder / "probe.sbpx", f"--rates={path}"],
            capture_output=True,
            text=True,
        )
        if "Unknown command line argument '--rates" in probe.stderr:
            return None
        unknown = re.search(r"(\w+): unknown key '(\w+)'", probe.stderr)
        if not unknown:
            return path
        del content.get(unknown[1], content)[unknown[2]]


def compile_by(build, place, name, rates):
    """The choice, or what is wrong with the model."""
    done = subprocess.run(
        [
            build / "bin/sbp-compile",
            place / "model.mlir",
            "-o",
            place / f"{name}.sbpx",
            f"--dump-phases={place / name}",
            *([f"--rates={rates}"] if rates else []),
        ],
        capture_output=True,
        text=True,
    )
    if done.returncode:
        return None, done.stderr.strip()[:160]
    level = next((place / name).glob("*distributed*")).read_text()
    return read_choice(level), ""


def measure(options, place):
    """The quickest median of each artifact, before and now."""
    best = {}
    for _ in range(options.rounds):
        for name, build in (("before", options.before), ("now", options.build)):
            flags = draw(build, place / f"{name}.sbpx", place)
            out = subprocess.run(
                [build / "bin/sbp-run", place / f"{name}.sbpx", *flags, f"--benchmark={options.steps}", "--json"],
                capture_output=True,
                text=True,
            )
            if out.returncode:
                return None, out.stderr.strip()[:160]
            best[name] = min(json.loads(out.stdout)["seconds"]["median"], best.get(name, float("inf")))
    return best, ""


def main():
    parser = make_parser(__doc__, rounds=7)
    parser.add_argument("--before", type=pathlib.Path, required=True, help="build directory of the earlier program")
    parser.add_argument("--steps", type=int, default=10)
    options = parser.parse_args()
    worst, same, measured = 1, 0, 0
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        rates = {build: options.rates and take_rates(build, options.rates, folder) for build in (options.before, options.build)}
        for number, (model, make) in enumerate(list_models()):
            if not re.search(options.only, model):
                continue
            place = folder / str(number)
            place.mkdir()
            (place / "model.mlir").write_text(make())
            (before, wrong_before), (now, wrong) = (
                compile_by(build, place, name, rates[build]) for name, build in (("before", options.before), ("now", options.build))
            )
            if before is None or now is None:
                print(f"{model}: not compiled{' before' if before is None else ''}: {wrong or wrong_before}", flush=True)
                worst = max(worst, float("inf") if before is not None else 1)
                continue
            if before == now:
                same += 1
                continue
            seconds, wrong = measure(options, place)
            if seconds is None:
                print(f"{model}: chosen otherwise, not run: {wrong}", flush=True)
                continue
            measured += 1
            ratio = seconds["now"] / seconds["before"]
            worst = max(worst, ratio)
            print(
                f"{model}: chosen otherwise, {1e3 * seconds['before']:.4f} ms before, {1e3 * seconds['now']:.4f} now, ratio {ratio:.2f}",
                flush=True,
            )
    print(f"{same} models chosen as before, {measured} otherwise, worst ratio {worst:.2f}")
    sys.exit(worst > 1.02)


if __name__ == "__main__":
    main()
