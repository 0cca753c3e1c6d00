#!/usr/bin/env python3
"""Times the choice of distributions on models that have many axes, and says how far from proved it is.

    benchmarks/many_axes.py [--build build] [--limit SECONDS] [--only REGEX] [--keep DIRECTORY] [--jax-python VENV/bin/python]
                            [--contest DIRECTORY]

Prints per case: seconds and CPU seconds of sbp-opt from text to level 1, gap. `--keep` leaves the models there.
The training steps (benchmarks/train_step.py) need an interpreter with JAX. `--contest`: where instances of the IOPDDL contest
(*.json.gz) lie; each is solved without memory, G with memory too.
"""

import argparse
import itertools
import json
import pathlib
import re
import resource
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent


def placement(sizes, name="p"):
    return f"sbp.placement @{name} [" + ", ".join(f'"{chr(97 + i)}" = {n}' for i, n in enumerate(sizes)) + "]\n"


def argument(name, shape, components=None):
    annotation = f", sbp.distribution = #sbp.distribution<@p, [{', '.join(components)}]>" if components else ""
    return f'%{name}: tensor<{shape}> {{sbp.name = "{name}"{annotation}}}'


def matmul(sizes, m=4096, k=4096, n=4096, components=(None, None, None)):
    x, w, y = f"{m}x{k}xf32", f"{k}x{n}xf32", f"{m}x{n}xf32"
    result = f", sbp.distribution = #sbp.distribution<@p, [{', '.join(components[2])}]>" if components[2] else ""
    return (
        placement(sizes)
        + f"""func.func @main({argument("x", x, components[0])}, {argument("w", w, components[1])}) -> (tensor<{y}> {{sbp.name = "y"{result}}}) {{
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<{y}>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<{y}>) -> tensor<{y}>
  %y = linalg.matmul ins(%x, %w : tensor<{x}>, tensor<{w}>) outs(%f : tensor<{y}>) -> tensor<{y}>
  return %y : tensor<{y}>
}}
"""
    )


def attention(sizes, components, shape=(4, 12, 256, 64), causal=False):
    b, h, s, d = shape
    t = f"{b}x{h}x{s}x{d}xf32"
    lines = ", ".join(argument(n, t, c) for n, c in zip("qkv", components))
    result = f", sbp.distribution = #sbp.distribution<@p, [{', '.join(components[3])}]>" if components[3] else ""
    flag = ", causal" if causal else ""
    return (
        placement(sizes)
        + f"""func.func @main({lines}) -> (tensor<{t}> {{sbp.name = "y"{result}}}) {{
  %y, %l = nn.attention %q, %k, %v {{scale = 0.125 : f64{flag}}} : (tensor<{t}>, tensor<{t}>, tensor<{t}>) -> (tensor<{t}>, tensor<{b}x{h}x{s}xf32>)
  return %y : tensor<{t}>
}}
"""
    )


def attentions(sizes, shape=(1, 8, 24, 16), keys=40):
    """Beside each other, sharing nothing: with 8, 2 and 1 heads of keys, cut along heads, queries or keys, causal and not."""
    b, h, s, d = shape
    lines, body, results = [], [], []
    for groups, what, causal in itertools.product((8, 2, 1), ("heads", "queries", "keys"), (False, True)):
        i = len(body)
        q, k, l = f"{b}x{h}x{s}x{d}xf32", f"{b}x{groups}x{keys}x{d}xf32", f"{b}x{h}x{s}xf32"
        ends = {"heads": ("S(1)", "S(1)"), "queries": ("S(2)", "S(2)"), "keys": ("B", "S(2)")}[what]
        of_q, of_k = ([component] * len(sizes) for component in ends)
        lines += [argument(f"q{i}", q, of_q), argument(f"k{i}", k, of_k), argument(f"v{i}", k, of_k)]
        body.append(
            f"  %y{i}, %l{i} = nn.attention %q{i}, %k{i}, %v{i} {{scale = 0.25 : f64{', causal' if causal else ''}}} : "
            f"(tensor<{q}>, tensor<{k}>, tensor<{k}>) -> (tensor<{q}>, tensor<{l}>)"
        )
        results.append((f"%y{i}", f"tensor<{q}>", argument(f"y{i}", q, of_q).split(": ", 1)[1]))
    return (
        placement(sizes)
        + f"""func.func @main({", ".join(lines)}) -> ({", ".join(r[2] for r in results)}) {{
"""
        + "\n".join(body)
        + f"\n  return {', '.join(r[0] for r in results)} : {', '.join(r[1] for r in results)}\n}}\n"
    )


def reshape(sizes):
    return (
        placement(sizes)
        + f"""func.func @main({argument("x", "16x24x32xf32")}) -> (tensor<16x4x6x32xf32> {{sbp.name = "y"}}) {{
  %a = math.exp %x : tensor<16x24x32xf32>
  %c = tensor.collapse_shape %a [[0, 1], [2]] : tensor<16x24x32xf32> into tensor<384x32xf32>
  %b = math.exp %c : tensor<384x32xf32>
  %d = tensor.expand_shape %b [[0, 1, 2], [3]] output_shape [16, 4, 6, 32] : tensor<384x32xf32> into tensor<16x4x6x32xf32>
  %y = math.exp %d : tensor<16x4x6x32xf32>
  return %y : tensor<16x4x6x32xf32>
}}
"""
    )


def orders(sizes):
    first, last = ["S(1)", "B", "B"], ["B", "S(1)", "S(0)"]
    return (
        placement(sizes)
        + f"""func.func @main({argument("x", "8x8xf32", first)})
    -> (tensor<2x32xf32> {{sbp.name = "y", sbp.distribution = #sbp.distribution<@p, [{", ".join(last)}]>}}) {{
  %c = tensor.collapse_shape %x [[0, 1]] : tensor<8x8xf32> into tensor<64xf32>
  %y = tensor.expand_shape %c [[0, 1]] output_shape [2, 32] : tensor<64xf32> into tensor<2x32xf32>
  return %y : tensor<2x32xf32>
}}
"""
    )


def exp(sizes, shape="32x32x32xf32"):
    return (
        placement(sizes)
        + f"""func.func @main({argument("x", shape)}) -> (tensor<{shape}> {{sbp.name = "y"}}) {{
  %y = math.exp %x : tensor<{shape}>
  return %y : tensor<{shape}>
}}
"""
    )


def add(sizes, shape="32x32x32xf32"):
    return (
        placement(sizes)
        + f"""func.func @main({argument("x", shape)}, {argument("z", shape)}) -> (tensor<{shape}> {{sbp.name = "y"}}) {{
  %y = arith.addf %x, %z : tensor<{shape}>
  return %y : tensor<{shape}>
}}
"""
    )


def gpt(layers, sizes, batch=8, tokens=1024, width=768, heads=12):
    axes = ",".join(f"{chr(97 + i)}={n}" for i, n in enumerate(sizes))
    return subprocess.run(
        [
            sys.executable,
            ROOT / "examples/gpt/generate.py",
            "--batch",
            str(batch),
            "--tokens",
            str(tokens),
            "--width",
            str(width),
            "--heads",
            str(heads),
            "--layers",
            str(layers),
            "--placement",
            axes,
            "--annotate",
            "inputs",
        ],
        capture_output=True,
        text=True,
        check=True,
    ).stdout


def on(sizes, path, annotated=False):
    """An example on other axes, nothing annotated."""
    text = re.sub(r"sbp\.placement @(\w+) .*", lambda m: placement(sizes, m[1]), (ROOT / path).read_text(), count=1)
    text = re.sub(r", sbp\.distribution = #sbp\.distribution<[^>]*>", "", text)
    return re.sub(r"sbp\.distribution = #sbp\.distribution<[^>]*>(, )?", "", text)


def llama(sizes, layers=32, batch=8, tokens=2048, width=4096, heads=32, groups=8, hidden=14336, words=128256):
    """The shapes of LLaMA-8B, forward, with `nn` ops, in bf16."""
    head = width // heads
    x, ids = f"{batch}x{tokens}x{width}xbf16", f"{batch}x{tokens}xi64"
    arguments, body, fresh = [argument("ids", ids), argument("table", f"{words}x{width}xbf16")], [], iter(range(1 << 30))

    def name():
        return f"%v{next(fresh)}"

    def contraction(a, left, b, right, out, maps, kinds):
        e, f, y = name(), name(), name()
        arity = "arith.mulf", "arith.addf"
        body.append(
            f"  {e} = tensor.empty() : tensor<{out}>\n  {f} = linalg.fill ins(%zero : bf16) outs({e} : tensor<{out}>) -> tensor<{out}>\n"
            f"  {y} = linalg.generic {{indexing_maps = [{maps}], iterator_types = [{kinds}]}} ins({a}, {b} : tensor<{left}>, tensor<{right}>) outs({f} : tensor<{out}>) {{\n"
            f"  ^bb0(%i: bf16, %j: bf16, %o: bf16):\n    %m = {arity[0]} %i, %j : bf16\n    %s = {arity[1]} %o, %m : bf16\n    linalg.yield %s : bf16\n  }} -> tensor<{out}>"
        )
        return y

    def linear(a, weight, columns, rows=width):
        arguments.append(argument(weight, f"{rows}x{columns}xbf16"))
        maps = ", ".join(f"affine_map<(b, s, n, k) -> ({m})>" for m in ("b, s, k", "k, n", "b, s, n"))
        return contraction(
            a,
            f"{batch}x{tokens}x{rows}xbf16",
            f"%{weight}",
            f"{rows}x{columns}xbf16",
            f"{batch}x{tokens}x{columns}xbf16",
            maps,
            '"parallel", "parallel", "parallel", "reduction"',
        )

    def project(a, weight, count):
        arguments.append(argument(weight, f"{width}x{count}x{head}xbf16"))
        maps = ", ".join(f"affine_map<(b, h, s, d, k) -> ({m})>" for m in ("b, s, k", "k, h, d", "b, h, s, d"))
        return contraction(
            a,
            x,
            f"%{weight}",
            f"{width}x{count}x{head}xbf16",
            f"{batch}x{count}x{tokens}x{head}xbf16",
            maps,
            '"parallel", "parallel", "parallel", "parallel", "reduction"',
        )

    def merge(a, weight):
        arguments.append(argument(weight, f"{heads}x{head}x{width}xbf16"))
        maps = ", ".join(f"affine_map<(b, s, n, h, d) -> ({m})>" for m in ("b, h, s, d", "h, d, n", "b, s, n"))
        return contraction(
            a,
            f"{batch}x{heads}x{tokens}x{head}xbf16",
            f"%{weight}",
            f"{heads}x{head}x{width}xbf16",
            x,
            maps,
            '"parallel", "parallel", "parallel", "reduction", "reduction"',
        )

    def norm(a, weight):
        arguments.append(argument(weight, f"{width}xbf16"))
        y = name()
        body.append(
            f"  {y} = nn.rms_norm {a}, %{weight} {{axis = 2 : i64, epsilon = 1.0e-5 : f64}} : (tensor<{x}>, tensor<{width}xbf16>) -> tensor<{x}>"
        )
        return y

    def each(op, a, b, shape):
        y = name()
        body.append(f"  {y} = {op} {a}, {b} : tensor<{shape}>" if b else f"  {y} = {op} {a} : tensor<{shape}>")
        return y

    h = name()
    body.append(f"  {h} = nn.gather %table, %ids {{axis = 0 : i64}} : (tensor<{words}x{width}xbf16>, tensor<{ids}>) -> tensor<{x}>")
    for i in range(layers):
        n = norm(h, f"l{i}_n1")
        q, k, v = project(n, f"l{i}_q", heads), project(n, f"l{i}_k", groups), project(n, f"l{i}_v", groups)
        qt, kt = f"{batch}x{heads}x{tokens}x{head}xbf16", f"{batch}x{groups}x{tokens}x{head}xbf16"
        a, l = name(), name()
        body.append(
            f"  {a}, {l} = nn.attention {q}, {k}, {v} {{scale = 0.08838834764 : f64, causal}} : (tensor<{qt}>, tensor<{kt}>, tensor<{kt}>) -> (tensor<{qt}>, tensor<{batch}x{heads}x{tokens}xf32>)"
        )
        h = each("arith.addf", h, merge(a, f"l{i}_o"), x)
        n = norm(h, f"l{i}_n2")
        wide = f"{batch}x{tokens}x{hidden}xbf16"
        gate, up = linear(n, f"l{i}_gate", hidden), linear(n, f"l{i}_up", hidden)
        t = each("math.tanh", gate, None, wide)
        m = each("arith.mulf", each("arith.mulf", gate, t, wide), up, wide)
        h = each("arith.addf", h, linear(m, f"l{i}_down", width, hidden), x)
    h = norm(h, "n")
    y = linear(h, "out", words)
    result = f"{batch}x{tokens}x{words}xbf16"
    return (
        placement(sizes)
        + f'func.func @main({", ".join(arguments)}) -> (tensor<{result}> {{sbp.name = "y"}}) {{\n  %zero = arith.constant 0.0 : bf16\n'
        + "\n".join(body)
        + f"\n  return {y} : tensor<{result}>\n}}\n"
    )


TOPOLOGY = {
    "format": 1,
    "links": {
        "same_host": {"latency_seconds": 5e-6, "bytes_per_second": 2e11},
        "network": {"latency_seconds": 2e-5, "bytes_per_second": 2.5e10},
    },
    "hosts": [{"devices": [{"ranks": [rank]} for rank in range(4 * host, 4 * host + 4)]} for host in range(2)],
}

TWO, THREE, FOUR, FIVE, SIX = ([2] * n for n in range(2, 7))
CASES = {
    "matmul on five axes": lambda: (matmul(FIVE), []),
    "small matmul on five axes": lambda: (matmul(FIVE, 64, 64, 64), []),
    "annotated matmul on five axes": lambda: (
        matmul(FIVE, 512, 512, 512, (["S(0)", "S(1)", "B", "S(0)", "B"], None, ["B", "S(1)", "S(0)", "B", "S(1)"])),
        [],
    ),
    "attention on [2,2,2]": lambda: (attention(THREE, [None] * 4), []),
    "mixed attention on [2,2,2]": lambda: (
        attention(THREE, (["S(1)", "S(2)", "B"], ["B", "S(2)", "S(1)"], ["S(3)", "B", "S(2)"], ["S(2)", "S(1)", "S(0)"])),
        [],
    ),
    "split keys of attention on [2,2,2]": lambda: (
        attention(THREE, (["B", "B", "S(0)"], ["S(2)", "S(2)", "B"], ["S(2)", "B", "S(0)"], None), causal=True),
        [],
    ),
    "free attention, one end, on [2,2,2]": lambda: (attention(THREE, (["S(2)", "B", "B"], None, None, ["B", "S(3)", "B"])), []),
    "mixed attention on [3,2]": lambda: (attention([3, 2], (["S(1)", "S(2)"], ["B", "S(2)"], ["S(3)", "B"], ["S(2)", "S(1)"])), []),
    "eighteen attentions on [2,2,2]": lambda: (attentions(THREE), []),
    "PKM on [2,2,2]": lambda: (on(THREE, "examples/memory_layers/pkm.mlir"), []),
    "memory_plus on [2,2,2]": lambda: (on(THREE, "examples/memory_layers/memory_plus.mlir"), []),
    "reshapes on four axes": lambda: (reshape(FOUR), []),
    "orders on [2,2,2]": lambda: (orders(THREE), []),
    "exp on six axes": lambda: (exp(SIX), []),
    "exp on six uneven axes": lambda: (exp([2, 3, 2, 3, 2, 2], "30x31x29xf32"), []),
    "sum of two on six axes": lambda: (add(SIX), []),
    "exp on [2,3,4,5]": lambda: (exp([2, 3, 4, 5], "120x240x60xf32"), []),
    "GPT-1 on four axes": lambda: (gpt(1, FOUR), []),
    "GPT-12 on four axes": lambda: (gpt(12, FOUR), []),
    "GPT-12 on [2,2,2], two hosts": lambda: (gpt(12, THREE), [TOPOLOGY]),
    "GPT-96 on [2,2,2]": lambda: (gpt(96, THREE, 8, 2048, 12288, 96), []),
    "GPT-96 on four axes": lambda: (gpt(96, FOUR, 8, 2048, 12288, 96), []),
    "LLaMA-8B on [2,4,8]": lambda: (llama([2, 4, 8]), []),
    "LLaMA-8B, 32,768 tokens, on [8,8]": lambda: (llama([8, 8], batch=1, tokens=32768), []),
    "LLaMA-8B, 32,768 tokens, on [2,4,8]": lambda: (llama([2, 4, 8], batch=1, tokens=32768), []),
    "LLaMA-8B on [2,4,8], 80 GB": lambda: (llama([2, 4, 8]), [80 * 10**9]),
}


def print_time(case, command, limit, pattern):
    """Runs `command`; `pattern` finds the gap in what it prints."""
    before, begin = resource.getrusage(resource.RUSAGE_CHILDREN), time.monotonic()
    try:
        run = subprocess.run(command, capture_output=True, text=True, timeout=limit)
    except subprocess.TimeoutExpired:
        print(f"{case:40} more than {limit} s", flush=True)
        return
    after, took = resource.getrusage(resource.RUSAGE_CHILDREN), time.monotonic() - begin
    found = re.search(pattern, run.stdout)
    outcome = f"gap {float(found[1]):.2g}" if found else "failed: " + run.stderr.strip()[:200]
    print(f"{case:40} {took:7.2f} s {after.ru_utime - before.ru_utime:7.2f} s  {outcome}", flush=True)


def print_contest(folder, options):
    for path in sorted(folder.glob("*.json.gz")):
        name = path.name.removesuffix(".json.gz").split("-")[-1]
        for more in ([], ["--without-memory"]) if name == "G" else (["--without-memory"],):
            case = f"contest {name}, {'without' if more else 'with'} memory"
            if re.search(options.only, case):
                print_time(case, [options.build / "bin/sbp-opt", f"--sbp-solve-instance={path}", *more], options.limit, r"gap ([-+.\de]+)")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--build", type=pathlib.Path, default=ROOT / "build")
    parser.add_argument("--limit", type=int, default=120, help="seconds")
    parser.add_argument("--only", default="")
    parser.add_argument("--keep", type=pathlib.Path)
    parser.add_argument("--jax-python", help="an interpreter with jax")
    parser.add_argument("--contest", type=pathlib.Path, help="where instances of the contest lie")
    options = parser.parse_args()
    cases = dict(CASES)
    if options.jax_python:
        for ops, layers in (("1,041", "2"), ("3,000", "6")):
            cases[f"train step, {ops} ops, [2,2,2]"] = lambda layers=layers: (
                subprocess.run(
                    [options.jax_python, ROOT / "benchmarks/train_step.py", layers, "a=2,b=2,c=2"],
                    capture_output=True,
                    text=True,
                    check=True,
                ).stdout,
                [],
            )
    with tempfile.TemporaryDirectory() as folder:
        folder = options.keep or pathlib.Path(folder)
        folder.mkdir(exist_ok=True)
        for case, make in cases.items():
            if not re.search(options.only, case):
                continue
            text, more = make()
            path = folder / (re.sub(r"\W+", "_", case) + ".mlir")
            flags = ""
            for what in more:
                if isinstance(what, dict):
                    quoted = json.dumps(what).replace('"', '\\"')
                    text = f'module attributes {{sbp.topology = "{quoted}"}} {{\n{text}}}\n'
                else:
                    flags = f"memory-limit={what}"
            path.write_text(text)
            print_time(
                case,
                [options.build / "bin/sbp-opt", path, "--sbp-import", "--sbp-place-operations", f"--sbp-select-distributions={flags}"],
                options.limit,
                r"sbp\.selection = \{.*?gap = ([-+.\de]+)",
            )
    if options.contest:
        print_contest(options.contest, options)


if __name__ == "__main__":
    main()
