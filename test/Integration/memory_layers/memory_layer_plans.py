"""Around the crossovers of plans the compiler takes the one that moves fewer bytes (links so slow that nothing else counts).

Twelve settings of (tokens T, slots M, width Dv, rows N or width D of x, ranks p), in which the two cheapest of the plans below are 1.3
times apart, on both sides of each crossover. f32 and i32; A = 8 bytes of a row and its score. Tokens are split at both ends.

- step: SGD on a table that every rank holds: gradients summed, rows and scores and z gathered, or each rank adding to some columns.
- learn: bag, row_dot and lazy Adam on a table that may lie anywhere: whole, by width, or by rows.
- retrieve: rows found from x, summed from a table by width: x gathered and rows sought everywhere, or rows and scores gathered.
"""

import json
import os
import sys
import tempfile

from sbp_testing.harness import Case

# (T, M, Dv, N or D, p): the plan that is 1.3 times cheaper than the next
SETTINGS = {
    "step": {
        (256, 64, 64, 300, 2): "dense",
        (512, 64, 192, 300, 4): "dense",
        (256, 64, 256, 300, 4): "factors",
        (256, 48, 512, 150, 8): "columns",
    },
    "learn": {
        (256, 48, 256, 4096, 4): "width",
        (1000, 96, 512, 4096, 4): "width",
        (256, 96, 128, 4096, 2): "copied",
        (512, 128, 64, 4096, 4): "copied",
    },
    "retrieve": {
        (256, 96, 96, 256, 8): "gathered rows",
        (512, 32, 192, 96, 4): "gathered rows",
        (512, 80, 512, 96, 4): "gathered x",
        (512, 128, 96, 192, 8): "gathered x",
    },
}
KEYS = 4096


def plans_of(family, t, m, dv, more, p):
    """Bytes received by all ranks together."""
    a, f = 8, (p - 1) / p
    if family == "step":
        n = more
        return {
            "dense": 2 * (p - 1) * n * dv * 4,
            "factors": (p - 1) * t * (m * a + dv * 4),
            "columns": (p - 1) * t * m * a + f * t * dv * 4 + (p - 1) * n * dv * 4,
        }
    if family == "learn":
        return {
            "copied": (p - 1) * t * (m * a + dv * 4),
            "width": (p - 1) * t * m * (a + 4) + 2 * f * t * dv * 4,
            "rows": (p - 1) * t * m * (a + 4) + 2 * (p - 1) * t * dv * 4,
        }
    d = more
    return {
        "gathered x": (p - 1) * t * d * 4 + f * t * dv * 4,
        "gathered rows": (p - 1) * t * m * a + f * t * dv * 4,
        "gathered table": (p - 1) * KEYS * dv * 4,
    }


RATES = {
    "format": 1,
    "machine": "links of one byte in a microsecond",
    "cores": 64,
    "step_seconds": 0,
    "flops_per_second": dict.fromkeys(("contraction", "narrow_contraction", "elementwise", "rows"), 1e18),
    "bytes_per_second": {"stream": 1e18, "gather": 1e18},
    "boxings": [
        {"kind": kind, "ranks": 64, "latency_seconds": 0, "bytes_per_second": 1e6}
        for kind in ("all_reduce", "all_gather", "reduce_scatter", "all_to_all")
    ],
}


def tensor(kind, *sizes):
    return "tensor<" + "".join(f"{n}x" for n in sizes) + kind + ">"


def at(component):
    return f"sbp.distribution = #sbp.distribution<@mesh, [{component}]>"


class Text:
    """An entry on p ranks; what is split is split by tokens."""

    def __init__(self, p):
        self.p, self.arguments, self.results, self.body = p, [], [], []

    def argument(self, name, kind, *attributes):
        self.arguments.append(f'%{name}: {kind} {{sbp.name = "{name}"{"".join(", " + a for a in attributes)}}}')

    def state(self, name, kind, where=None):
        """Where nothing is said it may lie anywhere, as its next value does."""
        said = [f'sbp.state = "{name}"'] + ([at(where)] if where else [])
        self.argument(name, kind, *said)
        return lambda value: self.results.append((value, kind, f"{{{', '.join(said)}}}"))

    def result(self, value, kind):
        self.results.append((value, kind, f'{{sbp.name = "{value[1:]}", {at("S(0)")}}}'))

    def __str__(self):
        results = ", ".join(f"{kind} {attributes}" for _, kind, attributes in self.results)
        body = "\n  ".join(self.body)
        return (
            f'sbp.placement @mesh ["p" = {self.p}]\nfunc.func @main({", ".join(self.arguments)}) -> ({results}) {{\n  {body}\n'
            f"  return {', '.join(value for value, _, _ in self.results)} : {', '.join(kind for _, kind, _ in self.results)}\n}}\n"
        )


def write_step(t, m, dv, n, p):
    text, table, rows, scores, z = Text(p), tensor("f32", n, dv), tensor("i32", t, m), tensor("f32", t, m), tensor("f32", t, dv)
    give = text.state("v", table, "B")
    for name, kind in (("r", rows), ("s", scores), ("z", z)):
        text.argument(name, kind, at("S(0)"))
    text.body.append(f"%u = memory_layer.add_outer %v, %r, %s, %z : ({table}, {rows}, {scores}, {z}) -> {table}")
    give("%u")
    return text


def write_learn(t, m, dv, n, p):
    text, table, rows, scores, z = Text(p), tensor("f32", n, dv), tensor("i32", t, m), tensor("f32", t, m), tensor("f32", t, dv)
    give = [text.state(name, table) for name in ("v", "first", "second")]
    for name, kind in (("r", rows), ("s", scores), ("dy", z)):
        text.argument(name, kind, at("S(0)"))
    text.argument("rate", "tensor<f32>", at("B"))
    text.argument("step", "tensor<i64>", at("B"))
    text.body += [
        f"%y = memory_layer.bag %v, %r, %s : ({table}, {rows}, {scores}) -> {z}",
        f"%ds = memory_layer.row_dot %v, %r, %dy : ({table}, {rows}, {z}) -> {scores}",
        f"%u:3 = memory_layer.update lazy_adam %v, (%first, %second), %r, %s, %dy, %rate, %step : ({table}, {table}, {table}, {rows}, {scores}, "
        f"{z}, tensor<f32>, tensor<i64>) -> ({table}, {table}, {table})",
    ]
    text.result("%y", z)
    text.result("%ds", scores)
    for number, add in enumerate(give):
        add(f"%u#{number}")
    return text


def write_retrieve(t, m, dv, d, p):
    text, table, rows, scores, z = Text(p), tensor("f32", KEYS, dv), tensor("i32", t, m), tensor("f32", t, m), tensor("f32", t, dv)
    x, w, grid = tensor("f32", t, d), tensor("f32", d, KEYS), tensor("f32", t, KEYS)
    text.argument("x", x, at("S(0)"))
    text.argument("w", w, at("B"))
    text.argument("v", table, at("S(1)"))
    text.body += [
        "%zero = arith.constant 0.0 : f32",
        f"%e = tensor.empty() : {grid}",
        f"%f = linalg.fill ins(%zero : f32) outs(%e : {grid}) -> {grid}",
        f"%g = linalg.matmul ins(%x, %w : {x}, {w}) outs(%f : {grid}) -> {grid}",
        f"%s, %r = nn.top_k %g {{axis = 1 : i64, k = {m} : i64}} : ({grid}) -> ({scores}, {rows})",
        f"%y = memory_layer.bag %v, %r, %s : ({table}, {rows}, {scores}) -> {z}",
    ]
    text.result("%y", z)
    return text


WRITE = {"step": write_step, "learn": write_learn, "retrieve": write_retrieve}


def check(family, setting, cheapest, rates):
    plans = sorted((moved, name) for name, moved in plans_of(family, *setting).items())
    assert plans[0][1] == cheapest and 1.28 <= plans[1][0] / plans[0][0] <= 1.32, f"{family} {setting}: {plans}"
    report = Case(str(WRITE[family](*setting)), f"--rates={rates}").report
    moved = sum(entry["total_bytes"] for entry in report["boxings"])
    assert moved == plans[0][0], f"{family} {setting}: {moved} bytes are moved, the plans take {plans}"
    assert report["selection"]["gap"] == 0, f"{family} {setting}: gap {report['selection']['gap']}"


def main():
    with tempfile.TemporaryDirectory() as folder:
        rates = os.path.join(folder, "rates.json")
        with open(rates, "w") as file:
            json.dump(RATES, file)
        for family, settings in SETTINGS.items():
            for setting, cheapest in settings.items():
                check(family, setting, cheapest, rates)
    print(sum(map(len, SETTINGS.values())), "cheapest plans are taken")


if __name__ == "__main__":
    sys.exit(main())
