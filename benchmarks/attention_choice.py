#!/usr/bin/env python3
"""Whether attention as chosen is as quick as the best way that constraints allow.

    benchmarks/attention_choice.py [--build build] [--rates FILE.json] [--rounds 7] [--steps 20] [--ranks 4] [--only REGEX]

MHA, GQA and MQA, causal and not, q, k, v and the result whole on every rank. The plans split batches, heads, queries, keys or widths of
values; plans that come out alike are run once. Plans run in turn, round after round; the quickest median of each counts. Without
--rates the machine is calibrated first. Prints per call the milliseconds as chosen, those of the best plan and their ratio; exit code 1
above 1.1.
"""

import itertools
import json
import pathlib
import re
import subprocess
import sys
import tempfile

from measuring import draw, find_rates, make_parser

CALLS = {
    f"{kind}{', causal' if causal else ''}": (groups, causal)
    for (kind, groups), causal in itertools.product({"MHA": 8, "GQA": 2, "MQA": 1}.items(), (False, True))
}
# The distributions of q, and of k and v.
WAYS = [("B", "B"), *itertools.product(("S(1)", "S(2)", "B"), ("S(1)", "S(2)", "S(3)", "B"))]


def write(ranks, groups, causal, way=None):
    q, k, sums = "tensor<1x8x512x64xf32>", f"tensor<1x{groups}x512x64xf32>", "tensor<1x8x512xf32>"
    whole = '{sbp.name = "%s", sbp.distribution = #sbp.distribution<@p, [B]>}'
    lines, names = [], {n: f"%{n}" for n in "qkv"}
    for name, component in zip("qkv", (way[0], way[1], way[1]) if way else ()):
        kind = q if name == "q" else k
        lines.append(f"  %{name}c = sbp.constrain %{name} to #sbp.distribution<@p, [{component}]> : {kind}\n")
        names[name] = f"%{name}c"
    flag = ", causal" if causal else ""
    return (
        f'sbp.placement @p ["x" = {ranks}]\nfunc.func @main(%q: {q} {whole % "q"}, %k: {k} {whole % "k"}, %v: {k} {whole % "v"}) -> ({q} {whole % "y"}) {{\n'
        + "".join(lines)
        + f"  %y, %l = nn.attention {names['q']}, {names['k']}, {names['v']} {{scale = 0.125 : f64{flag}}} : ({q}, {k}, {k}) -> ({q}, {sums})\n"
        f"  return %y : {q}\n}}\n"
    )


def main():
    parser = make_parser(__doc__, rounds=7)
    parser.add_argument("--steps", type=int, default=20)
    parser.add_argument("--ranks", type=int, default=4)
    options = parser.parse_args()
    worst = 0
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        rates = find_rates(options, folder)
        for number, (call, (groups, causal)) in enumerate(CALLS.items()):
            if not re.search(options.only, call):
                continue
            plans = {}
            for index, way in enumerate([None, *WAYS]):
                place = folder / f"{number}_{index}"
                place.mkdir()
                (place / "model.mlir").write_text(write(options.ranks, groups, causal, way))
                done = subprocess.run(
                    [options.build / "bin/sbp-compile", place / "model.mlir", "-o", place / "model.sbpx", f"--rates={rates}"],
                    capture_output=True,
                    text=True,
                )
                if done.returncode:
                    sys.exit(done.stderr)
                local = subprocess.run(
                    [options.build / "bin/sbp-run", place / "model.sbpx", "--inspect"], check=True, capture_output=True, text=True
                ).stdout
                level = subprocess.run(
                    [options.build / "bin/sbp-opt", place / "model.mlir", "--sbp-compile-to=local"], capture_output=True, text=True
                ).stdout
                key = re.sub(r"(predicted|location|model\.mlir).*", "", local) + level
                plans.setdefault(key if way else "chosen", [place, way, []])
            flags = draw(options.build, plans["chosen"][0] / "model.sbpx", plans["chosen"][0])
            for _ in range(options.rounds):
                for place, _, seconds in plans.values():
                    out = subprocess.run(
                        [options.build / "bin/sbp-run", place / "model.sbpx", *flags, f"--benchmark={options.steps}", "--json"],
                        check=True,
                        capture_output=True,
                        text=True,
                    ).stdout
                    seconds.append(json.loads(out)["seconds"]["median"])
            chosen = min(plans.pop("chosen")[2])
            best, way = min((min(seconds), way) for _, way, seconds in plans.values())
            worst = max(worst, chosen / best)
            print(
                f"{call:12} {len(plans):3} plans, chosen {1e3 * chosen:8.3f} ms, best {1e3 * best:8.3f} ms (q {way[0]}, k and v {way[1]}), "
                f"ratio {chosen / best:.2f}",
                flush=True,
            )
    sys.exit(worst > 1.1)


if __name__ == "__main__":
    main()
