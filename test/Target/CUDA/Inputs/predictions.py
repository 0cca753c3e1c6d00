"""Predicted seconds against those measured on an H100 (measured_h100.json): the table, and a bound on their ratio.

Bytes of a bag are its chosen rows, scores, indices and result; those of the families are what scripts/gpu_families.py counts.
"""

import json
from pathlib import Path

import cluster_rows
import gpu_families
from sbp_testing import cuda_kernels

HERE = Path(__file__).parent

BOUND, ELEMENTS, SLOTS = 1.3, 2**26, 64
SIZES = {"f32": 4, "bf16": 2}


def write_bag(name, case):
    tokens, kind = case["tokens"], case["type"]
    table, rows = f"tensor<{case['rows']}x{case['width']}x{kind}>", f"tensor<{tokens}x{SLOTS}xi32>"
    scores, outside = f"tensor<{tokens}x{SLOTS}x{kind}>", f"tensor<{tokens}x{case['width']}x{kind}>"
    given, result = (scores, outside) if case["op"] == "bag" else (outside, scores)
    return (
        f"func.func @{name}(%t: {table}, %r: {rows}, %x: {given}) -> {result} {{\n"
        f"  %y = memory_layer.{case['op']} %t, %r, %x : ({table}, {rows}, {given}) -> {result}\n  return %y : {result} }}\n"
    )


def count_bag_bytes(case):
    size, slots = SIZES[case["type"]], case["tokens"] * SLOTS
    return slots * (case["width"] * size + 4 + size) + case["tokens"] * case["width"] * size


def write_columns(name, case):
    x, y, kind = f"tensor<{case['rows']}x{case['columns']}x{case['type']}>", f"tensor<{case['columns']}x{case['type']}>", case["type"]
    return (
        f"func.func @{name}(%x: {x}) -> {y} {{\n  %z = arith.constant 0.0 : {kind}\n  %e = tensor.empty() : {y}\n"
        f"  %f = linalg.fill ins(%z : {kind}) outs(%e : {y}) -> {y}\n"
        f"  %r = linalg.reduce {{ arith.addf }} ins(%x : {x}) outs(%f : {y}) dimensions = [0]\n  return %r : {y} }}\n"
    )


def list_attention(measured):
    """Name, text, and measured seconds of each case of attention on Hopper, where a score takes 4 operations for each of its columns."""
    for i, case in enumerate(measured["attention"]):
        sequences, length, width = case["sequences"], case["length"], case["width"]
        q, sums = f"tensor<1x{sequences}x{length}x{width}x{case['type']}>", f"tensor<1x{sequences}x{length}xf32>"
        yield (
            f"attention {sequences} x {length} x {width} {case['type']}",
            f"func.func @attention{i}(%q: {q}, %k: {q}, %v: {q}) -> ({q}, {sums}) {{\n"
            f"  %y, %l = nn.attention %q, %k, %v {{scale = 0.1 : f64}} : ({q}, {q}, {q}) -> ({q}, {sums})\n  return %y, %l : {q}, {sums} }}\n",
            4 * sequences * length**2 * width / (case["teraflops"] * 1e12),
            None,
        )


def list_attention_gradients(measured):
    """The same of its gradient, all kernels together."""
    for i, case in enumerate(measured["attention_gradient"]):
        sequences, length, width = case["sequences"], case["length"], case["width"]
        q, sums = f"tensor<1x{sequences}x{length}x{width}x{case['type']}>", f"tensor<1x{sequences}x{length}xf32>"
        yield (
            f"gradient of attention {sequences} x {length} x {width} {case['type']}",
            f"func.func @gradient{i}(%q: {q}, %y: {q}, %l: {sums}, %g: {q}) -> ({q}, {q}, {q}) {{\n"
            f"  %d:3 = nn.attention_gradient %q, %q, %q of %y, %l cotangent %g {{scale = 0.1 : f64}} : ({q}, {q}, {q}, {q}, {sums}, {q}) -> ({q}, {q}, {q})\n"
            f"  return %d#0, %d#1, %d#2 : {q}, {q}, {q} }}\n",
            case["milliseconds"] / 1e3,
            None,
        )


def list_decoding(measured):
    """The same of one query, which reads all keys and values once."""
    for i, case in enumerate(measured["decoding"]):
        batch, heads, groups, keys, width = (case[name] for name in ("batch", "heads", "groups", "keys", "width"))
        q, k = f"tensor<{batch}x{heads}x1x{width}x{case['type']}>", f"tensor<{batch}x{groups}x{keys}x{width}x{case['type']}>"
        sums = f"tensor<{batch}x{heads}x1xf32>"
        yield (
            f"one query, {batch} x {heads}/{groups} x {keys} x {width} {case['type']}",
            f"func.func @decoding{i}(%q: {q}, %k: {k}, %v: {k}) -> ({q}, {sums}) {{\n"
            f"  %y, %l = nn.attention %q, %k, %v {{scale = 0.1 : f64}} : ({q}, {k}, {k}) -> ({q}, {sums})\n  return %y, %l : {q}, {sums} }}\n",
            2 * SIZES[case["type"]] * batch * groups * keys * width / (case["of_copy"] * measured["copy_bytes_per_second"]),
            None,
        )


def list_cluster_rows(measured):
    """Rows by clusters: each case twice, where a range was measured."""
    for i, case in enumerate(measured["cluster_rows"]):
        op, columns, kind = case["op"], case["columns"], case["type"]
        rows = ELEMENTS // columns
        text = cluster_rows.OPS[op][1](f"cluster{i}", rows, columns, kind)
        elements = ELEMENTS * (1 if op == "cross_entropy" else 2)
        for share in case["of_copy"]:
            seconds = SIZES[kind] * elements / (share * measured["copy_bytes_per_second"])
            yield f"{op} {rows} x {columns} {kind} on clusters", text, seconds, None


def list_cases(measured):
    """Name, text, and measured seconds of each case."""
    copy = measured["copy_bytes_per_second"]

    def get_seconds(case, count):
        return case["microseconds"] / 1e6 if "microseconds" in case else count / (case["of_copy"] * copy)

    families = gpu_families.make_families(ELEMENTS)
    for name, rate in measured["families"].items():
        if name != "comment":
            text = families[name].write().replace("@main", f"@{name.replace(' ', '_')}")
            yield name, text, families[name].moved / (rate * 1e9), None
    size = measured["product"]["size"]
    t = f"tensor<{size}x{size}xf32>"
    yield (
        f"product {size}",
        f"func.func @product(%x: {t}, %z: {t}) -> {t} {{\n  %zero = arith.constant 0.0 : f32\n  %e = tensor.empty() : {t}\n"
        f"  %f = linalg.fill ins(%zero : f32) outs(%e : {t}) -> {t}\n"
        f"  %y = linalg.matmul ins(%x, %z : {t}, {t}) outs(%f : {t}) -> {t}\n  return %y : {t} }}\n",
        2 * size**3 / (measured["product"]["teraflops"] * 1e12),
        None,
    )
    for i, case in enumerate(measured["bags"]):
        title = f"{case['op']} {case['tokens']} x {SLOTS} of {case['rows']} x {case['width']} {case['type']}"
        yield title, write_bag(f"bag{i}", case), get_seconds(case, count_bag_bytes(case)), case.get("best")
    for i, case in enumerate(measured["columns"]):
        count = SIZES[case["type"]] * case["columns"] * (case["rows"] + 1)
        yield (
            f"columns {case['rows']} x {case['columns']} {case['type']}",
            write_columns(f"columns{i}", case),
            get_seconds(case, count),
            None,
        )


def main():
    measured = json.loads((HERE / "measured_h100.json").read_text())
    cases = list(list_cases(measured))
    # The order of a manifest is not that of the text: names of functions are found again.
    _, specs = cuda_kernels.compile_ptx("".join(text for _, text, _, _ in cases))
    hopper = [*list_attention(measured), *list_attention_gradients(measured), *list_decoding(measured), *list_cluster_rows(measured)]
    specs |= cuda_kernels.compile_ptx("".join(dict.fromkeys(text for _, text, _, _ in hopper)), "--chip=sm_90a")[1]
    cases += hopper
    right, chosen = 0, 0
    for title, text, seconds, best in cases:
        launches = specs[text.split("@")[1].split("(")[0]]["launches"]
        predicted = sum(launch["predicted_seconds"] for launch in launches)
        ratio = predicted / seconds
        schedules = ", ".join(launch["schedule"] for launch in launches)
        print(f"{title}: predicted {predicted * 1e6:.1f} us, measured {seconds * 1e6:.1f} us, ratio {ratio:.2f} ({schedules})")
        assert 1 / BOUND <= ratio <= BOUND, title
        right += 1
        if best:
            chosen += 1
            assert best in schedules, (title, best, schedules)
    print(f"{right} predictions within {BOUND}, {chosen} of {chosen} choices are the fastest")


main()
