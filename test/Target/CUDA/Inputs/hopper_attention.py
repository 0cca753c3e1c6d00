"""nn.attention of bf16 and f16 on tensor cores, in the PTX executor, against float64: on those of Hopper, or with "warps" first those of warps.

Some lengths and masks, each with one of the schedules in turn; with SBP_FULL=1 all lengths with every mask and schedule, and three seeds.
With --assemble PTXAS the kernels are assembled instead: every mask, both widths and schedules; of warps some masks of the greater width for
sm_80, and with SBP_FULL=1 all for six chips.
"""

import os
import sys
from typing import NamedTuple

import numpy as np

import assembled
from sbp_testing import cuda_kernels
from sbp_testing.bfloats import from_bf16, to_bf16
from sbp_testing.compared import Compared

LENGTHS = (1, 63, 64, 65, 127, 129, 300)
FULL = os.environ.get("SBP_FULL") == "1"
GROUP = 16  # cases that are compiled together
# Half the distance between neighbours of 1.
ROUNDING = {"bf16": 2.0**-8, "f16": 2.0**-11}


class Case:
    """batch, query heads, heads of key and value, queries, keys, widths; `mask` is a shape of the additive mask."""

    def __init__(
        self,
        queries,
        keys,
        width=64,
        attributes="",
        mask=None,
        kind="bf16",
        heads=(1, 2, 2),
        values=None,
        scale=0.125,
        hides=False,
        infinite=False,
        first=None,
    ):
        self.first = first  # position of the first query, a parameter of the region; None for the default
        self.kind, self.attributes, self.scale, self.hides, self.infinite = kind, attributes, scale, hides, infinite
        batch, self.heads, groups = heads
        self.query = (batch, self.heads, queries, width)
        self.key = (batch, groups, keys, width)
        self.value = (batch, groups, keys, values or width)
        sizes = {"b": batch, "h": self.heads, "s": queries, "t": keys, "1": 1}
        self.mask = tuple(sizes[one] for one in mask) if mask else None
        self.name = (
            f"{kind} {queries} x {keys} x {width}{f'-{values}' if values else ''}, heads {batch}x{self.heads}/{groups}"
            f"{f', {attributes}' if attributes else ''}{f' from {first}' if first is not None else ''}{f', mask {mask}' if mask else ''}{' of -inf' * hides}{f', scale {scale}' if scale != 0.125 else ''}{', values that are not finite' * infinite}"
        )

    def get_text(self, name):
        def tensor(shape, kind=self.kind):
            return f"tensor<{'x'.join(map(str, shape))}x{kind}>"

        shapes = [self.query, self.key, self.value, *([self.mask] if self.mask else [])]
        types = [tensor(shape) for shape in shapes]
        results = f"({tensor((*self.query[:3], self.value[3]))}, {tensor(self.query[:3], 'f32')})"
        names = ["%q", "%k", "%v", "%m"][: len(types)]
        if self.first is not None:
            types, names = [*types, "index"], [*names, "%p"]
        arguments = ", ".join(f"{n}: {t}" for n, t in zip(names, types))
        attributes = f"scale = {self.scale} : f64{f', {self.attributes}' if self.attributes else ''}"
        return (
            f"func.func @{name}({arguments}) -> {results} {{\n"
            f"  %y, %l = nn.attention %q, %k, %v{' mask %m' if self.mask else ''}{' first_query %p' if self.first is not None else ''} {{{attributes}}} : ({', '.join(types)}) -> {results}\n"
            f"  return %y, %l : {results[1:-1]} }}\n"
        )

    def get_class(self):
        """The class of shapes, as tuning files name it."""

        def print_type(shape, kind=self.kind):
            return "x".join(str(1 << (extent - 1).bit_length()) for extent in shape) + f"x{kind}"

        operands = [print_type(shape) for shape in (self.query, self.key, self.value, self.mask) if shape]
        operands += ["index"] * (self.first is not None)
        results = print_type((*self.query[:3], self.value[3])), print_type(self.query[:3], "f32")
        return f"nn.attention {' '.join(operands)} -> {' '.join(results)}"

    def make_inputs(self, rng):
        inputs = [self.round(rng.standard_normal(shape)) for shape in (self.query, self.key, self.value)]
        if self.infinite:
            values = widen(inputs[2])
            values[0, 0, 3, 0], values[0, -1, -1, 1], values[0, 0, 100, 2] = np.inf, np.nan, -np.inf
            inputs[2] = self.round(values)
        if self.mask:
            mask = rng.standard_normal(self.mask)
            inputs.append(self.round(np.where(mask < 0.5, 0, -np.inf) if self.hides else mask))
        return inputs

    def add_outputs(self, weights, v):
        """The outputs, where the values of keys that a window hides count nothing."""
        outputs = np.einsum("bhst,bhtw->bhsw", weights, np.where(np.isfinite(v), v, 0))
        visible = self.find_visible() if "window" in self.attributes else np.ones(weights.shape[2:], bool)
        for batch, head, key, column in np.argwhere(~np.isfinite(v)):
            rows = visible[:, key]
            outputs[batch, head, rows, column] += weights[batch, head, rows, key] * v[batch, head, key, column]
        return outputs

    def round(self, values):
        return to_bf16(values.astype(np.float32)) if self.kind == "bf16" else values.astype(np.float16)

    def find_visible(self):
        queries, keys = self.query[2], self.key[2]
        first = keys - queries if self.first is None else self.first
        position, key = np.arange(queries)[:, None] + first, np.arange(keys)[None]
        visible = np.ones((queries, keys), bool)
        if "causal" in self.attributes:
            visible &= key <= position
        if "window" in self.attributes:
            back, forward = (int(n) for n in self.attributes.split("i64: ")[1].rstrip(">").split(","))
            visible &= (key >= position - back) & (key <= position + forward)
        return visible

    def compute(self, inputs):
        """The results in float64, and bounds of the error of each element."""
        q, k, v = (widen(one) for one in inputs[:3])
        k, v = (np.repeat(one, self.heads // one.shape[1], 1) for one in (k, v))
        mask = widen(inputs[3]) if self.mask else 0
        scores = np.where(self.find_visible(), self.scale * np.einsum("bhsd,bhtd->bhst", q, k) + mask, -np.inf)
        sizes = abs(self.scale) * np.einsum("bhsd,bhtd->bhst", abs(q), abs(k)) + abs(np.nan_to_num(mask, neginf=0))
        with np.errstate(all="ignore"):
            maxima = scores.max(-1, keepdims=True)
            weights = np.exp(scores - np.where(np.isneginf(maxima), 0, maxima))
            sums = weights.sum(-1, keepdims=True)
            # A row that sees no key is 0, and its logarithm -inf.
            weights, logarithm = weights / np.where(sums == 0, 1, sums), (maxima + np.log(sums))[..., 0]
        width, keys, step = q.shape[3], k.shape[2], 2.0**-24
        # A score has width + 3 roundings; a weight follows its error and that of the sum, and has those of ex2 (2 ulp).
        score_error = (width + 3) * step * sizes.max(-1)
        relative = 2 * score_error + 4 * keys * step + 8 * step
        magnitude = np.einsum("bhst,bhtw->bhsw", np.nan_to_num(weights), abs(np.where(np.isfinite(v), v, 0)))
        # Weights and results are rounded once; weights of f16 below its least normal number by a constant.
        bound = (2 * ROUNDING[self.kind] + relative[..., None]) * magnitude
        if self.kind == "f16":
            bound += 2.0**-25 * (abs(v).sum(2, keepdims=True) + 1)
        return self.add_outputs(weights, v), logarithm, bound, score_error + relative + 4 * step * abs(np.nan_to_num(logarithm, neginf=0))


def widen(values):
    return (from_bf16(values) if values.dtype == np.uint16 else values).astype(np.float64)


MASKS = (
    {},
    {"attributes": "causal"},
    {"attributes": "window = array<i64: 20, 7>"},
    {"attributes": "causal, window = array<i64: 70, 0>"},
    {"mask": "bhst"},
    {"mask": "11st", "hides": True},
    {"mask": "b11t", "hides": True, "attributes": "causal"},
)


def list_cases():
    table = [(length, mask) for length in LENGTHS for mask in MASKS]
    for i, (length, mask) in enumerate(table):
        if FULL or i % 9 == 4:
            yield Case(length, length, **mask)
    yield Case(300, 300, 128, "causal", heads=(1, 4, 2))
    yield Case(65, 300, 128, kind="f16")
    yield Case(129, 200, 80, "window = array<i64: 100, 20>", heads=(2, 2, 1), values=72, scale=-0.3)
    # More queries than keys: the first ones see none, their rows are NaN.
    yield Case(200, 70, 64, "causal")
    yield Case(150, 130, 64, "window = array<i64: 30, 5>", infinite=True)
    yield Case(9, 190, 8, mask="b1s1", kind="f16", values=16, heads=(2, 1, 1))
    if FULL:
        for width in (16, 64, 96, 128):
            for kind in ("bf16", "f16"):
                for mask in MASKS:
                    yield Case(150, 270, width, kind=kind, heads=(2, 4, 2), **mask)


class Kernels(NamedTuple):
    """A generator of attention: its chip, the chips that ptxas assembles for, its schedules, and that of keys that are split."""

    generator: str
    chip: str
    assembled: tuple
    schedules: tuple
    split: str


WHOLE = "64 queries, tiles of 64 keys, 2 slots", "128 queries, tiles of 128 keys, 2 slots"
HOPPER = Kernels("hopper_attention", "sm_90a", ("sm_90a",), WHOLE, "64 queries, tiles of 64 keys, 5 slots")
WARPS = Kernels(
    "tensor_attention",
    "sm_80",
    ("sm_80", "sm_86", "sm_89", "sm_90", "sm_100", "sm_120") if FULL else ("sm_80",),
    (WHOLE[0], "128 queries, tiles of 64 keys, 2 slots", WHOLE[1]),
    "64 queries, tiles of 64 keys, 4 slots",
)


def list_split_cases():
    """Few queries; heads of one query are rows of a tile. With a position as a parameter some splits have no keys."""
    yield Case(1, 700, 64, "causal", heads=(2, 4, 2)), 11
    yield Case(1, 1000, 128, kind="f16", heads=(1, 8, 1)), 16
    yield Case(7, 300, 64, "causal"), 5
    yield Case(1, 300, 64, mask="b11t", hides=True, heads=(2, 2, 1)), 5
    yield Case(2, 700, 64, "causal", first=100), 11
    yield Case(1, 100, 64, heads=(35, 16, 4)), 1
    yield Case(3, 200, 128, "causal", first=-1), 4


def compile_chosen(cases, generator, chip, schedule, launches):
    """PTX and manifest of functions f0, f1 and so on, each of which has so many launches, all of this generator and schedule."""
    text = "".join(case.get_text(f"f{i}") for i, case in enumerate(cases))
    ptx, specs = cuda_kernels.compile_chosen(text, [case.get_class() for case in cases], generator, schedule, chip=chip)
    for spec in specs.values():
        found = [(launch["family"], launch["schedule"]) for launch in spec["launches"]]
        assert found == [(generator, f"{generator}, {schedule}")] * launches, (found, schedule)
    return ptx, specs


def compile_cases(kernels, cases, schedule, splits=1):
    """PTX and manifest of functions f0, f1 and so on, all of one schedule."""
    ptx, specs = compile_chosen(cases, kernels.generator, kernels.chip, schedule, 1 if splits == 1 else 2)
    for i, case in enumerate(cases):
        rows = case.query[0] * case.query[1] * case.query[2]
        parts = rows * splits * (case.value[3] + 2) * 4 if splits > 1 else 0
        assert specs[f"f{i}"]["scratch"] <= parts + 255, "scores are stored"
    return ptx, specs


def assemble(kernels, ptxas):
    """Fails where ptxas uses the stack, spills registers or warns of products that it serialises."""
    widths, masks = (64, 128) if FULL or kernels is HOPPER else (128,), MASKS if FULL or kernels is HOPPER else MASKS[::2]
    cases = [Case(300, 300, width, **mask) for width in widths for mask in masks]
    few = [Case(7, 300, width, attributes) for width in (64, 128) for attributes in ("", "causal")]
    for schedule, splits in [*((schedule, 1) for schedule in kernels.schedules), (kernels.split + ", keys split 5 ways", 5)]:
        chosen = few if splits > 1 else cases
        ptx = compile_cases(kernels, chosen, schedule, splits)[0]
        for chip in kernels.assembled:
            found = assembled.check(ptxas, ptx, len(chosen), chip)
            print(f"{schedule}, {chip}: {len(chosen)} regions pass, at most {max(one.registers for one in found.values())} registers")


def check(compared, case, region, schedule, rng):
    inputs = case.make_inputs(rng)
    found, logarithm = region(*inputs, parameters=() if case.first is None else (case.first,))
    expected, wide, bound, other = case.compute(inputs)
    found = widen(found)
    assert (np.isnan(found) == np.isnan(expected)).all() and (np.isnan(logarithm) == np.isnan(wide)).all(), (
        f"{case.name}: rows of NaN differ"
    )
    with np.errstate(all="ignore"):
        for name, x, y, limit in (("", found, expected, bound), (", sums", logarithm, wide, other)):
            seen = ~np.isnan(y)
            compared.add(f"{case.name}, {schedule}{name}", x[seen] / limit[seen], y[seen] / limit[seen], 1.0)


def check_cases(kernels, compared, cases, schedule, rng):
    """Compiles the cases together and checks each."""
    ptx, specs = compile_cases(kernels, cases, schedule)
    machine = cuda_kernels.Machine(cuda_kernels.find_library(), ptx)
    for number, case in enumerate(cases):
        check(compared, case, cuda_kernels.Region(machine, specs[f"f{number}"]), schedule, rng)
    assert machine.count()["bank_conflicts"] == 0, schedule


def main(kernels):
    cases, compared, rng = list(list_cases()), Compared(), np.random.default_rng(7)
    if FULL:
        cuda_kernels.SEEDS = (1, 2, 3)
    for i, schedule in enumerate(kernels.schedules):
        mine = cases if FULL else cases[i :: len(kernels.schedules)]
        for first in range(0, len(mine), GROUP):
            check_cases(kernels, compared, mine[first : first + GROUP], schedule, rng)
            if FULL:
                print(f"{schedule}: {min(first + GROUP, len(mine))} of {len(mine)} cases", file=sys.stderr, flush=True)
    for case, splits in list_split_cases():
        schedule = f"{kernels.split}{f', keys split {splits} ways' if splits > 1 else ''}"
        ptx, specs = compile_cases(kernels, [case], schedule, splits)
        machine = cuda_kernels.Machine(cuda_kernels.find_library(), ptx)
        check(compared, case, cuda_kernels.Region(machine, specs["f0"]), schedule, rng)
    compared.show("regions agree")


if __name__ == "__main__":
    by_warps = sys.argv[1:2] == ["warps"]
    chosen, arguments = (WARPS, sys.argv[2:]) if by_warps else (HOPPER, sys.argv[1:])
    assemble(chosen, arguments[1]) if arguments[:1] == ["--assemble"] else main(chosen)
