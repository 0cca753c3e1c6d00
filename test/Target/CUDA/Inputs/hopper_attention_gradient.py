"""nn.attention_gradient of bf16 and f16 on tensor cores, in the PTX executor, against float64: on those of Hopper, or with "warps" first those of warps.

Some lengths and masks, each with one of the schedules in turn; with SBP_FULL=1 all lengths with every mask and schedule, and three seeds.
With --assemble PTXAS the kernels are assembled instead, those of all schedules: of the greatest widths that a schedule may be chosen for
without a mask, causal, with a window and with a mask of all scores; with SBP_FULL=1 every mask and width.
"""

import sys

import numpy as np

import assembled
from hopper_attention import FULL, HOPPER, LENGTHS, MASKS, ROUNDING, WARPS, Case, compile_chosen, widen
from sbp_testing import cuda_kernels
from sbp_testing.compared import Compared

# By generator and schedule: queries of a tile, and rows of a block.
HOPPER_SIZES = {
    "64 rows, tiles of 64 queries or 64 keys, 4 slots": (64, 64),
    "128 rows, tiles of 64 queries or 64 keys, 4 slots": (64, 128),
    "128 rows, tiles of 96 queries or 80 keys, 4 slots": (96, 128),
    "128 rows, tiles of 32 queries or 64 keys, 4 slots": (32, 128),
}
WARP_SIZES = {
    "64 rows, tiles of 64 queries or 64 keys, 2 slots": (64, 64),
    "128 rows, tiles of 64 queries or 64 keys, 2 slots": (64, 128),
    "64 rows, tiles of 32 queries or 64 keys, 2 slots": (32, 64),
    "128 rows, tiles of 32 queries or 64 keys, 2 slots": (32, 128),
}
SCHEDULES = {"hopper_attention_gradient": HOPPER_SIZES, "tensor_attention_gradient": WARP_SIZES}
GRADIENTS = tuple(one._replace(generator=f"{one.generator}_gradient") for one in (HOPPER, WARPS))
BATCH = 12  # cases that are compiled together
# A sum in the tensor core cuts its terms, an f32 instruction rounds them.
STEP = 2.0**-23


class GradientCase(Case):
    """A case whose inputs are those of the gradient; with `sums` the logarithms of the sums have a cotangent, too."""

    def __init__(self, *arguments, sums=False, **named):
        super().__init__(*arguments, **named)
        self.sums = sums
        self.name += ", cotangent of sums" * sums

    def list_shapes(self):
        """Names, shapes and element types of the operands."""
        rows, output = self.query[:3], (*self.query[:3], self.value[3])
        yield from (("q", self.query, self.kind), ("k", self.key, self.kind), ("v", self.value, self.kind))
        if self.mask:
            yield "m", self.mask, self.kind
        yield from (("y", output, self.kind), ("l", rows, "f32"), ("g", output, self.kind))
        if self.sums:
            yield "h", rows, "f32"

    def get_text(self, name):
        types = {n: f"tensor<{'x'.join(map(str, shape))}x{kind}>" for n, shape, kind in self.list_shapes()}
        if self.first is not None:
            types["p"] = "index"
        results = ", ".join(types[one] for one in "qkv")
        attributes = f"scale = {self.scale} : f64{f', {self.attributes}' if self.attributes else ''}"
        operands = (
            f"%q, %k, %v{' mask %m' if self.mask else ''} of %y, %l cotangent %g"
            f"{' sums_cotangent %h' if self.sums else ''}{' first_query %p' if self.first is not None else ''}"
        )
        return (
            f"func.func @{name}({', '.join(f'%{n}: {t}' for n, t in types.items())}) -> ({results}) {{\n"
            f"  %d:3 = nn.attention_gradient {operands} {{{attributes}}} : ({', '.join(types.values())}) -> ({results})\n"
            f"  return %d#0, %d#1, %d#2 : {results} }}\n"
        )

    def fits(self, kernels, schedule):
        """Whether the registers of a thread hold what it multiplies."""
        tile, rows = SCHEDULES[kernels.generator][schedule]
        blocks = -(-self.query[3] // 64) - (-self.value[3] // 64)
        if kernels.chip == "sm_80":
            sums, rest = sum(-(-one[3] // 16) * 8 for one in (self.query, self.value)), 48 if self.mask or self.attributes else 40
            return sums + 5 * tile // 4 + rest <= 255 and rows * blocks + 2 * 64 * blocks <= 163 * 8
        rest = tile * 47 // 64 if self.mask else 47 if "window" in self.attributes else 32
        return 32 * blocks + 5 * tile // 4 + rest <= (240 if rows == 128 else 255)

    def list_schedules(self, kernels, number=None):
        """The schedules that fit; of these one, in turn, for the case of this number."""
        fitting = [schedule for schedule in SCHEDULES[kernels.generator] if self.fits(kernels, schedule)]
        return fitting if number is None else [fitting[number % len(fitting)]]

    def get_class(self):
        def print_type(shape, kind):
            return "x".join(str(1 << (extent - 1).bit_length()) for extent in shape) + f"x{kind}"

        operands = {name: print_type(shape, kind) for name, shape, kind in self.list_shapes()}
        listed = [*operands.values(), *["index"] * (self.first is not None)]
        return f"nn.attention_gradient {' '.join(listed)} -> {' '.join(operands[one] for one in 'qkv')}"

    def make_inputs(self, rng):
        """Operands; output and logarithm are those of attention, in float64 and rounded."""
        inputs = super().make_inputs(rng)
        with np.errstate(all="ignore"):
            output, logarithm, _, _ = super().compute(inputs)
        inputs += [self.round(output), logarithm.astype(np.float32), self.round(rng.standard_normal(output.shape))]
        if self.sums:
            inputs.append(rng.standard_normal(logarithm.shape).astype(np.float32))
        return inputs

    def compute(self, inputs):
        """The gradients in float64, and bounds of the error of each element, which follow every rounding of the kernels."""
        given = {name: widen(value) for (name, _, _), value in zip(self.list_shapes(), inputs, strict=True)}
        shared = self.heads // self.key[1]
        q, g = given["q"], given["g"]
        k, v = (np.repeat(given[one], shared, 1) for one in "kv")
        y, base, mask = given["y"], given["l"][..., None], given.get("m", 0)
        # A query that sees no key contributes nothing; nor does a value outside of a window, though it may be infinite.
        visible = self.find_visible()
        hidden = ~visible.any(1)
        y, base = (np.where(hidden[:, None], 0, one) for one in (y, base))
        # Its sum is -inf where a mask hides all keys, and each weight 0.
        visible = visible & ~np.isneginf(base)
        base = np.where(np.isneginf(base), 0, base)
        with np.errstate(all="ignore"):
            products = self.scale * np.einsum("bhsd,bhtd->bhst", q, k)
            sizes = abs(self.scale) * np.einsum("bhsd,bhtd->bhst", abs(q), abs(k)) + abs(np.nan_to_num(mask, neginf=0))
            weights = np.where(visible, np.exp(products + mask - base), 0)
            # Roundings of the score, of its distance from the logarithm and of ex2 (2 ulp).
            score_error = (q.shape[3] + 4) * STEP * sizes + 4 * STEP * (sizes + abs(base)) + 4 * STEP
            slopes = np.einsum("bhsw,bhtw->bhst", g, v)
            dots = np.einsum("bhsw,bhsw->bhs", g, y)[..., None]
            shift = dots - given["h"][..., None] if self.sums else dots
            slope_error = (
                (v.shape[3] + 4)
                * STEP
                * (np.einsum("bhsw,bhtw->bhst", abs(g), abs(v)) + np.einsum("bhsw,bhsw->bhs", abs(g), abs(y))[..., None] + abs(shift))
            )
            gradients = np.where(visible, weights * (slopes - shift), 0)
            gradient_error = np.where(visible, weights * slope_error + abs(gradients) * (score_error + STEP), 0)
        rounding, least = ROUNDING[self.kind], 2.0**-25 if self.kind == "f16" else 0.0

        def contract(equation, left, error, right, scale, members):
            """A product whose left factor is rounded, summed over heads that share keys, and rounded."""
            terms = left.shape[2] + left.shape[3]
            left_error = error + rounding * (abs(left) + error) + least
            with np.errstate(all="ignore"):
                value = scale * np.einsum(equation, left, right)
                magnitude = abs(scale) * np.einsum(equation, abs(left) + left_error, abs(right))
                bound = abs(scale) * np.einsum(equation, left_error, abs(right)) + (members * terms + 4) * STEP * magnitude
            if members > 1 or value.shape[1] != self.query[1]:
                value, bound = (one.reshape(one.shape[0], -1, members, *one.shape[2:]).sum(2) for one in (value, bound))
            return value, bound + rounding * (abs(value) + bound) + least

        return (
            contract("bhst,bhtd->bhsd", gradients, gradient_error, k, self.scale, 1),
            contract("bhst,bhsd->bhtd", gradients, gradient_error, q, self.scale, shared),
            contract("bhst,bhsw->bhtw", weights, weights * score_error, g, 1.0, shared),
        )


def list_cases():
    table = [(length, mask) for length in LENGTHS for mask in MASKS]
    for i, (length, mask) in enumerate(table):
        if FULL or i % 11 == 5:
            yield GradientCase(length, length, **mask)
    yield GradientCase(150, 150, 128, "causal", heads=(1, 4, 2))
    yield GradientCase(65, 130, 128, kind="f16", sums=True)
    yield GradientCase(129, 100, 80, "window = array<i64: 60, 20>", heads=(2, 2, 1), values=72, scale=-0.3)
    # More queries than keys: the first ones see none.
    yield GradientCase(140, 70, 64, "causal")
    yield GradientCase(150, 130, 64, "window = array<i64: 30, 5>", infinite=True, heads=(1, 1, 1))
    # Most keys are seen by no query.
    yield GradientCase(9, 190, 64, "window = array<i64: 5, 2>", heads=(1, 1, 1))
    yield GradientCase(9, 190, 8, mask="b1s1", kind="f16", values=16, heads=(2, 1, 1))
    yield GradientCase(70, 100, 64, "causal", first=20, heads=(1, 1, 1))
    if FULL:
        for width in (16, 64, 96, 128):
            for kind in ("bf16", "f16"):
                for mask in MASKS:
                    yield GradientCase(150, 270, width, kind=kind, heads=(2, 4, 2), sums=width == 96, **mask)


def compile_cases(kernels, cases, schedule):
    """PTX and manifest of functions f0, f1 and so on, all of one schedule."""
    ptx, specs = compile_chosen(cases, kernels.generator, kernels.chip, schedule, 3)
    padding = np.lcm(*SCHEDULES[kernels.generator][schedule])
    for i, case in enumerate(cases):
        statistics = 2 * 4 * case.query[0] * case.query[1] * -(-case.query[2] // padding) * padding
        assert specs[f"f{i}"]["scratch"] <= statistics + 255, "scores are stored"
    return ptx, specs


def assemble(kernels, ptxas):
    """Fails where ptxas uses the stack, spills registers or warns of products that it serialises."""
    widths = ((64, 64), (128, 64), (64, 128), (128, 128))
    masks = (*MASKS, {"mask": "b1s1"}) if FULL else (MASKS[0], MASKS[1], MASKS[2], MASKS[4])
    for schedule in SCHEDULES[kernels.generator]:
        cases = []
        for mask in masks:
            table = [GradientCase(300, 300, width, values=values, **mask) for width, values in widths]
            fitting = [case for case in table if case.fits(kernels, schedule)]
            cases += fitting if FULL else fitting[-1:]
        ptx = compile_cases(kernels, cases, schedule)[0]
        for chip in kernels.assembled:
            found = assembled.check(ptxas, ptx, 3 * len(cases), chip)
            print(f"{schedule}, {chip}: {len(cases)} regions pass, at most {max(one.registers for one in found.values())} registers")


def check(compared, case, region, schedule, rng):
    inputs = case.make_inputs(rng)
    found = region(*inputs, parameters=() if case.first is None else (case.first,))
    for name, x, (y, limit) in zip(("query", "key", "value"), found, case.compute(inputs), strict=True):
        x = widen(x)
        assert (np.isnan(x) == np.isnan(y)).all(), f"{case.name}: NaNs of {name} differ"
        seen = np.isfinite(y)
        limit = np.maximum(limit[seen], 1e-300)
        compared.add(f"{case.name}, {schedule}, {name}", x[seen] / limit, y[seen] / limit, 1.0)


def main(kernels):
    cases, compared, rng = list(list_cases()), Compared(), np.random.default_rng(7)
    if FULL:
        cuda_kernels.SEEDS = (1, 2, 3)
    for schedule in SCHEDULES[kernels.generator]:
        mine = [case for number, case in enumerate(cases) if schedule in case.list_schedules(kernels, None if FULL else number)]
        for first in range(0, len(mine), BATCH):
            batch = mine[first : first + BATCH]
            ptx, specs = compile_cases(kernels, batch, schedule)
            machine = cuda_kernels.Machine(cuda_kernels.find_library(), ptx)
            for number, case in enumerate(batch):
                check(compared, case, cuda_kernels.Region(machine, specs[f"f{number}"]), schedule, rng)
            assert machine.count()["bank_conflicts"] == 0, schedule
    compared.show("regions agree")


if __name__ == "__main__":
    by_warps = sys.argv[1:2] == ["warps"]
    arguments = sys.argv[1 + by_warps :]
    assemble(GRADIENTS[by_warps], arguments[1]) if arguments[:1] == ["--assemble"] else main(GRADIENTS[by_warps])
