#!/usr/bin/env python3
"""What compiling longer and longer models costs:  python3 benchmarks/length.py [--build build] [MODEL...]

Per model and length: lines of text, processor seconds of sbp-compile and their ratio to those of the length before, wall seconds, peak MB,
kernels, wall seconds by phase. Limits are those the project sets itself, for a machine that does nothing else. Models:
    chain    N additions, one after the other, split over two ranks
    leapfrog N ops of which each reads the last two values, on one rank
    stack    N layers of an MLP (product, bias, GELU, residual) on one rank: no communication anywhere
    parallel the same, purely data-parallel over four ranks
    gpt1     N GPT layers on one rank
    gathers  N products on two ranks with a communication behind each
    lstm     N unrolled steps of an LSTM whose outputs are concatenated, on one rank
    gpt24 gpt3232 gpt488   N GPT layers, megatron annotations, on [2,4], [32,32], [4,8,8]
    calls    a private function that calls the one before it twice, N deep (2^N inlined ops)
"""

import argparse
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
from examples.gpt import generate


def chain(length):
    split = "{sbp.distribution = #sbp.distribution<@mesh, [S(0)]>}"
    tensor = "tensor<64x32xf32>"
    lines = ['sbp.placement @mesh ["dp" = 2]', f"func.func @main(%x: {tensor} {split}) -> ({tensor} {split}) {{"]
    value = "%x"
    for i in range(length):
        lines.append(f"  %v{i} = arith.addf {value}, %x : {tensor}")
        value = f"%v{i}"
    return "\n".join(lines + [f"  return {value} : {tensor}", "}"]) + "\n"


def leapfrog(length):
    tensor = "tensor<64x32xf32>"
    lines, last = [f"func.func @main(%x: {tensor}, %v: {tensor}) -> {tensor} {{"], ["%x", "%v"]
    for i in range(length):
        lines.append(f"  %s{i} = arith.{'addf' if i % 2 else 'subf'} {last[0]}, {last[1]} : {tensor}")
        last = [last[1], f"%s{i}"]
    return "\n".join(lines + [f"  return {last[1]} : {tensor}", "}"]) + "\n"


def mlp(length, placement=None):
    """Every layer has a weight and a bias of its own."""
    x, w, b = "tensor<8x64xf32>", "tensor<64x64xf32>", "tensor<64xf32>"
    split = " {sbp.distribution = #sbp.distribution<@mesh, [S(0)]>}" if placement else ""
    whole = " {sbp.distribution = #sbp.distribution<@mesh, [B]>}" if placement else ""
    lines = [f"sbp.placement @mesh [{placement}]"] if placement else []
    arguments = [f"%x: {x}{split}"]
    for i in range(length):
        arguments += [f"%w{i}: {w}{whole}", f"%b{i}: {b}{whole}"]
    lines += [f"func.func @main({', '.join(arguments)}) -> ({x}{split}) {{", "  %zero = arith.constant 0.0 : f32"]
    text, value = generate.Text(), ("%x", (8, 64))
    for i in range(length):
        product = text.matmul("product", value, (f"%w{i}", (64, 64)), "bi,io->bo", (8, 64))
        added = text.generic("biased", [product, (f"%b{i}", (64,))], "bo,o->bo", (8, 64), ["%r = arith.addf %a, %b : f32"])
        active = text.generic("active", [added], "bo->bo", (8, 64), ["%r = math.tanh %a : f32"])
        value = text.generic("residual", [value, active], "bo,bo->bo", (8, 64), ["%r = arith.addf %a, %b : f32"])
    return "\n".join(lines + text.lines + [f"  return {value[0]} : {x}", "}"]) + "\n"


def gpt(length, placement=None, batch=8):
    arguments = ["--batch", str(batch), "--tokens", "32", "--width", "64", "--heads", "8", "--layers", str(length)]
    if placement:
        arguments += ["--placement", placement, "--annotate", "megatron"]
    return generate.module(generate.parse(arguments))


def gathers(length):
    """Products whose results are split and read whole: a communication between any two of them."""
    x, w = "tensor<8x16xf32>", "tensor<16x16xf32>"
    whole, split = (f"#sbp.distribution<@mesh, [{part}]>" for part in ("B", "S(1)"))
    arguments = [f"%x: {x} {{sbp.distribution = {whole}}}"] + [f"%w{i}: {w} {{sbp.distribution = {split}}}" for i in range(length)]
    lines = [
        'sbp.placement @mesh ["tp" = 2]',
        f"func.func @main({', '.join(arguments)}) -> ({x} {{sbp.distribution = {whole}}}) {{",
        "  %zero = arith.constant 0.0 : f32",
    ]
    text, value = generate.Text(), ("%x", (8, 16))
    for i in range(length):
        value = text.matmul("product", value, (f"%w{i}", (16, 16)), "bi,io->bo", (8, 16))
        text.add(f"%y{i} = sbp.constrain {value[0]} to {whole} : {x}")
        value = f"%y{i}", (8, 16)
    return "\n".join(lines + text.lines + [f"  return {value[0]} : {x}", "}"]) + "\n"


def lstm(length):
    batch, size = 4, 32
    state, gates = (batch, size), (batch, 4 * size)
    text = generate.Text()
    h, c = ("%h0", state), ("%c0", state)
    outputs = []
    for i in range(length):
        x = text.name("x")
        text.add(
            f"{x} = tensor.extract_slice %x[0, {i}, 0] [{batch}, 1, {size}] [1, 1, 1] : tensor<{batch}x{length}x{size}xf32> to tensor<{batch}x{size}xf32>"
        )
        both = [
            text.matmul("input", (x, state), ("%wx", (size, 4 * size)), "bi,io->bo", gates),
            text.matmul("hidden", h, ("%wh", (size, 4 * size)), "bi,io->bo", gates),
        ]
        z = text.generic(
            "z", both + [("%bias", (4 * size,))], "bo,bo,o->bo", gates, ["%s = arith.addf %a, %b : f32", "%r = arith.addf %s, %c : f32"]
        )
        parts = []
        for gate in range(4):
            part = text.name("gate")
            text.add(
                f"{part} = tensor.extract_slice {z[0]}[0, {gate * size}] [{batch}, {size}] [1, 1] : {generate.tensor(gates)} to {generate.tensor(state)}"
            )
            parts.append((part, state))
        sigmoid = lambda name: [
            f"%n{name} = arith.negf %{name} : f32",
            f"%e{name} = math.exp %n{name} : f32",  # noqa: E731
            f"%o{name} = arith.addf %e{name}, %one : f32",
            f"%s{name} = arith.divf %one, %o{name} : f32",
        ]
        one = "%one = arith.constant 1.0 : f32"
        c = text.generic(
            "c",
            [parts[0], parts[1], parts[2], c],
            "bo,bo,bo,bo->bo",
            state,
            [one]
            + sigmoid("a")
            + sigmoid("b")
            + [
                "%t = math.tanh %c : f32",
                "%new = arith.mulf %sa, %t : f32",
                "%old = arith.mulf %sb, %d : f32",
                "%r = arith.addf %new, %old : f32",
            ],
        )
        h = text.generic(
            "h", [parts[3], c], "bo,bo->bo", state, [one] + sigmoid("a") + ["%t = math.tanh %b : f32", "%r = arith.mulf %sa, %t : f32"]
        )
        row = text.name("row")
        text.add(
            f"{row} = tensor.expand_shape {h[0]} [[0, 1], [2]] output_shape [{batch}, 1, {size}] : {generate.tensor(state)} into tensor<{batch}x1x{size}xf32>"
        )
        outputs.append(row)
    result = f"tensor<{batch}x{length}x{size}xf32>"
    text.add(f"%all = tensor.concat dim(1) {', '.join(outputs)} : ({', '.join([f'tensor<{batch}x1x{size}xf32>'] * length)}) -> {result}")
    matrix, bias = generate.tensor((size, 4 * size)), generate.tensor((4 * size,))
    head = [
        f"func.func @main(%x: {result}, %h0: {generate.tensor(state)}, %c0: {generate.tensor(state)}, %wx: {matrix}, %wh: {matrix}, "
        f"%bias: {bias}) -> {result} {{",
        "  %zero = arith.constant 0.0 : f32",
    ]
    return "\n".join(head + text.lines + [f"  return %all : {result}", "}"]) + "\n"


def calls(length):
    tensor = "tensor<8xf32>"
    lines = [
        f"func.func @main(%x: {tensor}) -> {tensor} {{",
        f"  %y = call @f{length}(%x) : ({tensor}) -> {tensor}",
        f"  return %y : {tensor}",
        "}",
    ]
    lines += [f"func.func private @f0(%x: {tensor}) -> {tensor} {{", f"  %y = arith.addf %x, %x : {tensor}", f"  return %y : {tensor}", "}"]
    for i in range(length):
        lines += [
            f"func.func private @f{i + 1}(%x: {tensor}) -> {tensor} {{",
            f"  %y = call @f{i}(%x) : ({tensor}) -> {tensor}",
            f"  %z = call @f{i}(%y) : ({tensor}) -> {tensor}",
            f"  return %z : {tensor}",
            "}",
        ]
    return "\n".join(lines) + "\n"


# Model: its text by length, the lengths, and what the project asks of it: seconds by length.
MODELS = {
    "chain": (chain, [1000, 4000, 10000, 40000], {10000: 2}),
    "leapfrog": (leapfrog, [200, 2000, 8000], {}),
    "stack": (mlp, [48, 96, 192, 384, 768], {384: 6}),
    "parallel": (lambda n: mlp(n, '"dp" = 4'), [48, 96, 192, 384, 768], {384: 6}),
    "gpt1": (gpt, [12, 24, 48, 96, 192, 384], {384: 6}),
    "gathers": (gathers, [500, 1000, 2000, 4000, 8000], {}),
    "lstm": (lstm, [32, 64, 128, 256, 512], {128: 4}),
    "gpt24": (lambda n: gpt(n, "dp=2,tp=4"), [12, 24, 48, 96, 192], {}),
    "gpt3232": (lambda n: gpt(n, "dp=32,tp=32", 32), [12, 24, 48, 96, 192], {}),
    "gpt488": (lambda n: gpt(n, "dp=4,tp=8,rest=8"), [12, 24, 48, 96, 192], {}),
    "calls": (calls, [8, 10, 12, 14], {}),
}


def compile_model(compiler, folder, text, report):
    """(processor seconds, wall seconds, peak bytes, report or None) of one compilation."""
    model = folder / "model.mlir"
    model.write_text(text)
    command = [compiler, model, "-o", folder / "model.sbpx"] + ([f"--report={folder}/report.json"] if report else [])
    start = time.perf_counter()
    child = subprocess.Popen(command)
    _, status, usage = os.wait4(child.pid, 0)
    if status:
        sys.exit(f"{command} failed")
    seconds = time.perf_counter() - start
    return (
        usage.ru_utime + usage.ru_stime,
        seconds,
        usage.ru_maxrss * 1024,
        json.loads((folder / "report.json").read_text()) if report else None,
    )


def count_kernels(build, folder):
    run = subprocess.run([build / "bin/sbp-run", "--inspect", folder / "model.sbpx"], capture_output=True, text=True, check=True)
    return int(re.search(r"^kernels: (\d+)", run.stdout, re.M)[1])


def print_model(build, folder, name, longest):
    text_of, lengths, limits = MODELS[name]
    before = None
    for length in lengths:
        if longest and length > longest:
            return
        text = text_of(length)
        processor, seconds, peak, _ = compile_model(build / "bin/sbp-compile", folder, text, report=False)
        *_, report = compile_model(build / "bin/sbp-compile", folder, text, report=True)
        phases = " ".join(f"{phase} {took:.2f}" for phase, took in report["phases_seconds"].items())
        ratio = f"{processor / before:6.2f}" if before else "     -"
        limit = f"  (limit {limits[length]} s)" if length in limits else ""
        print(
            f"{name:9} {length:6} {text.count(chr(10)):8} {processor:8.2f} {ratio} {seconds:8.2f} {peak / 1e6:8.0f} {count_kernels(build, folder):8}  {phases}{limit}",
            flush=True,
        )
        before = processor


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("models", nargs="*", metavar="MODEL")
    parser.add_argument("--build", type=pathlib.Path, default=ROOT / "build")
    parser.add_argument("--longest", type=int, help="leave longer ones out")
    parser.add_argument("--print", type=int, metavar="N", help="print the text of the model at this length instead")
    options = parser.parse_args()
    if unknown := set(options.models) - set(MODELS):
        parser.error(f"unknown models {sorted(unknown)}; there are {list(MODELS)}")
    if options.print:
        for name in options.models:
            sys.stdout.write(MODELS[name][0](options.print))
        return
    print(f"{'model':9} {'length':>6} {'lines':>8} {'CPU s':>8} {'ratio':>6} {'wall s':>8} {'peak MB':>8} {'kernels':>8}  seconds by phase")
    with tempfile.TemporaryDirectory() as name:
        for model in options.models or MODELS:
            print_model(options.build.resolve(), pathlib.Path(name), model, options.longest)


if __name__ == "__main__":
    main()
