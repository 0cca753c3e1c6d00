"""nn.random."""

import numpy as np

from sbp_testing import philox

from .value import FLOATS, type_of


def random_numbers(p):
    kind = p.rng.choice(["uniform", "normal", "bernoulli"])
    dtype = "i1" if kind == "bernoulli" else p.rng.choice(sorted(FLOATS))
    seed, offset, shape = p.input("i64", ()), p.rng.choice([0, 1, -1]), p.draw_shape(low=0)
    p.read(seed)
    name = p.fresh()
    share = "probability = 0.375 : f64, " * (kind == "bernoulli")
    p.emit(f"{name} = nn.random {kind} {seed.name} {{offset = {offset} : i64, {share}{p.tag}}} : (tensor<i64>) -> {type_of(dtype, shape)}")
    val = philox.random(kind, dtype, int(seed.val), offset, shape, 0.375)
    if kind == "bernoulli":
        return p.finish(name, dtype, -val.astype(np.int64))
    if kind == "uniform":
        return p.finish(name, dtype, val)
    digits = 50 if dtype == "f64" else 21  # of logarithm, cosine and angle
    return p.rounded(name, dtype, val, 16 * 2.0**-digits, np.abs(val))


FAMILIES = {"random": random_numbers}
