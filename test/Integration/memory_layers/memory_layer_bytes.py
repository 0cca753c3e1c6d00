"""The bytes that a lookup and its training step move, of the report, against the ledger of plans (docs/HowTo/UseAMemoryLayer.md).

Tokens are split over p ranks at both ends, tables lie copied, by width or by rows. With T tokens, M slots, rows of Dv values of 4 bytes,
A = 8 bytes of an index and a score, f = (p - 1) / p. One case is also run, and the runner counts what was moved.
"""

import json
import sys

import numpy as np

from sbp_testing.compared import Compared
from sbp_testing.harness import Case, run

COMPARED = Compared()

TABLES = {"copied": "B", "width": "S(1)", "rows": "S(0)"}


def forward_bytes(table, p, t, m, dv):
    exchange = (p - 1) * t * m * 8
    return {"copied": 0, "width": exchange + (p - 1) * t * dv * 4 // p, "rows": exchange + (p - 1) * t * dv * 4}[table]


def backward_bytes(table, p, t, m, dv):
    scores = (p - 1) * t * m * 4
    return {"width": (p - 1) * t * dv * 4 // p + scores, "rows": (p - 1) * t * dv * 4 + scores}[table]


def write(table, p, t, m, dv, n, trains):
    split, kind = TABLES[table], f"tensor<{n}x{dv}xf32>"
    at = lambda c: f"sbp.distribution = #sbp.distribution<@mesh, [{c}]>"
    arguments = [
        f'%v: {kind} {{sbp.state = "v", {at(split)}, sbp.init = dense<1.0> : {kind}}}',
        f'%r: tensor<{t}x{m}xi32> {{sbp.name = "r", {at("S(0)")}}}',
        f'%s: tensor<{t}x{m}xf32> {{sbp.name = "s", {at("S(0)")}}}',
    ]
    results = [f'tensor<{t}x{dv}xf32> {{sbp.name = "y", {at("S(0)")}}}']
    body = [f"%y = memory_layer.bag %v, %r, %s : ({kind}, tensor<{t}x{m}xi32>, tensor<{t}x{m}xf32>) -> tensor<{t}x{dv}xf32>"]
    returned, types = ["%y"], [f"tensor<{t}x{dv}xf32>"]
    if trains:
        arguments += [f'%{name}: {kind} {{sbp.state = "{name}", {at(split)}, sbp.init = dense<0.0> : {kind}}}' for name in ("m", "q")]
        arguments += [
            f'%dy: tensor<{t}x{dv}xf32> {{sbp.name = "dy", {at("S(0)")}}}',
            f'%rate: tensor<f32> {{sbp.name = "rate", {at("B")}}}',
            f'%step: tensor<i64> {{sbp.name = "step", {at("B")}}}',
        ]
        body += [
            f"%ds = memory_layer.row_dot %v, %r, %dy : ({kind}, tensor<{t}x{m}xi32>, tensor<{t}x{dv}xf32>) -> tensor<{t}x{m}xf32>",
            f"%u:3 = memory_layer.update lazy_adam %v, (%m, %q), %r, %s, %dy, %rate, %step : ({kind}, {kind}, {kind}, tensor<{t}x{m}xi32>, "
            f"tensor<{t}x{m}xf32>, tensor<{t}x{dv}xf32>, tensor<f32>, tensor<i64>) -> ({kind}, {kind}, {kind})",
        ]
        results += [f'tensor<{t}x{m}xf32> {{sbp.name = "ds", {at("S(0)")}}}'] + [
            f'{kind} {{sbp.state = "{name}", {at(split)}}}' for name in "vmq"
        ]
        returned += ["%ds", "%u#0", "%u#1", "%u#2"]
        types += [f"tensor<{t}x{m}xf32>", kind, kind, kind]
    return (
        f'sbp.placement @mesh ["p" = {p}]\nfunc.func @main({", ".join(arguments)}) -> ({", ".join(results)}) {{\n  '
        + "\n  ".join(body)
        + f"\n  return {', '.join(returned)} : {', '.join(types)}\n}}\n"
    )


def check(table, p, t, m, dv, n, trains):
    case = Case(write(table, p, t, m, dv, n, trains))
    moved = sum(entry["total_bytes"] for entry in case.report["boxings"])
    expected = forward_bytes(table, p, t, m, dv) + (backward_bytes(table, p, t, m, dv) if trains else 0)
    COMPARED.add(f"bytes of {table}, T {t}, M {m}, Dv {dv}{', a training step' * trains}", moved, expected, 0, ranks=p)
    return case, moved


def write_two_tables(p, t, m, dp, dv, n):
    """UltraMemV2's lookup by width: products of rows of one table with z weight the rows of the other."""
    at = lambda c: f"sbp.distribution = #sbp.distribution<@mesh, [{c}]>"
    down, values = f"tensor<{n}x{dp}xf32>", f"tensor<{n}x{dv}xf32>"
    rows, scores, z, y = f"tensor<{t}x{m}xi32>", f"tensor<{t}x{m}xf32>", f"tensor<{t}x{dp}xf32>", f"tensor<{t}x{dv}xf32>"
    return (
        f'sbp.placement @mesh ["p" = {p}]\nfunc.func @main(%d: {down} {{sbp.state = "d", {at("S(1)")}}}, %v: {values} {{sbp.state = "v", {at("S(1)")}}}, '
        f'%r: {rows} {{sbp.name = "r", {at("S(0)")}}}, %s: {scores} {{sbp.name = "s", {at("S(0)")}}}, %z: {z} {{sbp.name = "z", {at("S(0)")}}}) -> '
        f'({y} {{sbp.name = "y", {at("S(0)")}}}) {{\n'
        f"  %g = memory_layer.row_dot %d, %r, %z : ({down}, {rows}, {z}) -> {scores}\n"
        f"  %e = tensor.empty() : {scores}\n"
        f"  %w = linalg.mul ins(%s, %g : {scores}, {scores}) outs(%e : {scores}) -> {scores}\n"
        f"  %y = memory_layer.bag %v, %r, %w : ({values}, {rows}, {scores}) -> {y}\n  return %y : {y}\n}}\n"
    )


def check_two_tables(p, t, m, dp, dv, n):
    """Indices are gathered once, z scattered by columns, products reduced to the owners of the tokens, weights gathered, y sent home."""
    report = Case(write_two_tables(p, t, m, dp, dv, n)).report
    expected = {
        "all_gather": 2 * (p - 1) * t * m * 4,
        "all_to_all": (p - 1) * t * (dp + dv) * 4 // p,
        "reduce_scatter": (p - 1) * t * m * 4,
    }
    moved = {}
    for entry in report["boxings"]:
        for step in entry["steps"]:
            moved[step["kind"]] = moved.get(step["kind"], 0) + entry["total_bytes"]
    assert moved.keys() == expected.keys(), f"two tables, T {t}, M {m}, [{p}]: {moved}, expected {expected}"
    for kind in expected:
        COMPARED.add(f"{kind} bytes of two tables, T {t}, M {m}", moved[kind], expected[kind], 0, ranks=p)


def main():
    # The settings of the ledger's example: 589,824 and 393,216 by width, 1,179,648 and 983,040 by rows.
    for table, both in (("copied", [0]), ("width", [589824, 393216]), ("rows", [1179648, 983040])):
        _, forward = check(table, 4, 256, 64, 256, 4096, False)
        assert forward == both[0]
        if table != "copied":
            _, whole = check(table, 4, 256, 64, 256, 4096, True)
            assert whole - forward == both[1]
    check_two_tables(4, 256, 64, 128, 384, 4096)
    check_two_tables(2, 512, 32, 64, 192, 4096)
    # Run: the runner's count, and no more memory than states, pieces of what is exchanged, and the sort of the slots.
    case, moved = check("width", 2, 64, 16, 128, 2048, True)
    rng = np.random.default_rng(0)
    inputs = {
        "r": rng.integers(0, 2048, (64, 16)).astype(np.int32),
        "s": rng.standard_normal((64, 16)).astype(np.float32),
        "dy": rng.standard_normal((64, 128)).astype(np.float32),
        "rate": np.float32(0.1),
        "step": np.int64(1),
    }
    summary = json.loads(run("sbp-run", case.artifact, *case.save(inputs), "--json").stdout)
    assert summary["moved_bytes"] == moved, summary["moved_bytes"]
    memory, states = case.report["memory"][0], 3 * 2048 * 128 * 4 // 2
    assert memory["peak_bytes"] <= states + 2**18, memory
    COMPARED.show("numbers of bytes agree")


if __name__ == "__main__":
    sys.exit(main())
