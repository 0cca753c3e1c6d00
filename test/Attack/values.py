"""Inputs for any model, and how far compiled code may be from the interpreter."""

import numpy as np

from outcomes import EQUAL, LISTED, WRONG, Outcome
from sbp import safetensors
from sbp_testing import float8, random_check

EPSILON = {"f64": 2.0**-52, "f32": 2.0**-23, "f16": 2.0**-10, "bf16": 2.0**-7, "f8E4M3FN": 2.0**-3, "f8E5M2": 2.0**-2}
ROUNDING = "rounding decides: the interpreter itself gives something else in f64"
SENSITIVE = "ill-conditioned: inputs a few roundings away give something else by as much"
VACUOUS = "within bounds so wide that they say little"


def parse_type(text):
    """(shape, element type) of '2x3xf32'."""
    *shape, dtype = text.split("x")
    return tuple(map(int, shape)), dtype


def draw_inputs(draw, types):
    """{name: (element type, elements as f64 or i64)}. Mostly quarters, whose sums and products are exact; integers mostly small, so
    that they are positions too. No float is so large that a partial sum overflows where the whole does not (docs/Rationale/Signatures.md)."""
    generator = np.random.default_rng(draw.randrange(2**32))
    style, inputs = draw.random(), {}
    for name, text in types.items():
        shape, dtype = parse_type(text)
        if dtype in EPSILON:
            value = generator.integers(-6, 7, shape) / 4.0 if style < 0.75 else generator.standard_normal(shape)
            if style > 0.88 and value.size:
                value = np.where(generator.random(shape) < 0.1, generator.choice([np.nan, np.inf, -np.inf, -0.0, 1e30], shape), value)
        elif dtype == "i1":
            value = generator.integers(0, 2, shape)
        else:
            value = generator.integers(0, 3, shape) if style < 0.8 else generator.integers(-128, 128, shape)
        inputs[name] = (dtype, np.asarray(value))
    return inputs


def save(path, inputs):
    """Writes inputs as a file of weights."""
    with np.errstate(all="ignore"):
        arrays = {name: random_check.to_file(dtype, value) for name, (dtype, value) in inputs.items()}
    safetensors.save(path, arrays, types={name: dtype for name, (dtype, _) in inputs.items() if dtype in float8.LAYOUTS})


def shake(draw, inputs):
    """The same inputs, each float a few roundings away."""
    generator = np.random.default_rng(draw.randrange(2**32))
    shaken = {}
    for name, (dtype, value) in inputs.items():
        if dtype in EPSILON:
            with np.errstate(all="ignore"):
                value = value * (1 + 4 * EPSILON[dtype] * generator.uniform(-1, 1, value.shape))
        shaken[name] = (dtype, value)
    return shaken


def compare(name, dtype, found, same, exact):
    """What became of one output: `found` by compiled code, `same` by the interpreter in the same types, `exact` in f64. A claim of
    WRONG is to be examined with shaken inputs (`is_sensitive`)."""
    if found.shape != same.shape:
        return Outcome(WRONG, f"{name}: shape {found.shape}, not {same.shape}")
    with np.errstate(all="ignore"):
        if dtype not in EPSILON:
            different = found != same
            bound, doubtful = 0.0, different & (same != exact)
        else:
            finite = np.isfinite(same) & np.isfinite(exact)
            scale = np.max(np.abs(exact), initial=0.0, where=finite)
            noise = np.max(np.abs(same - exact), initial=0.0, where=finite)
            bound = 8 * noise + 32 * EPSILON[dtype] * scale
            equal = (found == same) | (np.isnan(found) & np.isnan(same)) | (finite & (np.abs(found - exact) <= bound))
            different, doubtful = ~equal, ~equal & ~finite & ~((same == exact) | (np.isnan(same) & np.isnan(exact)))
            if not different.any() and bound > 0.01 * scale and not np.array_equal(found, same, equal_nan=True):
                return Outcome(LISTED, VACUOUS)
    if not different.any():
        return Outcome(EQUAL)
    if np.array_equal(different, doubtful):
        return Outcome(LISTED, ROUNDING)
    at = tuple(int(i) for i in np.argwhere(different & ~doubtful)[0])
    return Outcome(
        WRONG,
        f"{name}{list(at)} of {dtype}: {found[at]}, interpreter {same[at]}, in f64 {exact[at]} (bound {bound:.3g}, "
        f"{int(different.sum())} of {different.size})",
    )


def is_sensitive(dtype, found, exact, others):
    """Shaken inputs move the oracle's result by as much as the compiled one is away."""
    with np.errstate(all="ignore"):
        away = np.abs(found.astype(np.float64) - exact)
        moved = np.max([np.abs(other.astype(np.float64) - exact) for other in others], axis=0)
        strange = ~np.isfinite(away)
        explained = np.where(
            strange,
            np.any([np.isfinite(other) != np.isfinite(exact) for other in others], axis=0),
            away <= 8 * np.max(moved, initial=0.0, where=np.isfinite(moved)),
        )
        same = (found == exact) | (np.isnan(found) & np.isnan(exact)) if dtype in EPSILON else found == exact
    return bool(np.all(explained | same))
