"""nn.random in numpy: Philox 4x32-10 (Salmon et al., SC 2011) on positions, and what is made of its words."""

import numpy as np

DIGITS = {"f64": 53, "f32": 24, "f16": 11, "bf16": 8}


def philox(counter, key):
    """Four counter words and two key words (arrays of uint32 that broadcast) to four words in uint64."""
    mask = np.uint64(0xFFFFFFFF)
    c = [np.asarray(word, np.uint64) for word in counter]
    k = [int(word) for word in key]
    for _ in range(10):
        a, b = np.uint64(0xD2511F53) * c[0], np.uint64(0xCD9E8D57) * c[2]
        half = np.uint64(32)
        c = [(b >> half) ^ c[1] ^ np.uint64(k[0]), b & mask, (a >> half) ^ c[3] ^ np.uint64(k[1]), a & mask]
        k = [(k[0] + 0x9E3779B9) & 0xFFFFFFFF, (k[1] + 0xBB67AE85) & 0xFFFFFFFF]
    return c


def words_of(value):
    value &= 2**64 - 1
    return value & 0xFFFFFFFF, value >> 32


def draw_words(seed, offset, shape):
    """The four words of every element."""
    position = np.arange(int(np.prod(shape)), dtype=np.uint64).reshape(shape)
    mask = np.uint64(0xFFFFFFFF)
    return philox([position & mask, position >> np.uint64(32), *words_of(offset)], words_of(seed))


def uniform(dtype, low, high):
    """In [0, 1), in float64."""
    if dtype == "f64":
        return ((high << np.uint64(32) | low) >> np.uint64(11)).astype(np.float64) * 2.0**-53
    return (low >> np.uint64(32 - DIGITS[dtype])).astype(np.float64) * 2.0 ** -DIGITS[dtype]


def random(kind, dtype, seed, offset, shape, probability=0.5):
    """Exact for uniform and bernoulli; normal numbers in float64, not rounded."""
    w = draw_words(seed, offset, shape)
    if kind == "bernoulli":
        return w[0] < np.uint64(int(np.floor(probability * 2**32 + 0.5)))
    if kind == "uniform":
        return uniform(dtype, w[0], w[1])
    if dtype == "f64":
        u, v = uniform("f64", w[0], w[1]) + 2.0**-54, uniform("f64", w[2], w[3])
    else:
        # In f32, as the op does: near 1 the rounding of u matters.
        u, v = w[0].astype(np.float32) * np.float32(2.0**-32) + np.float32(2.0**-33), uniform("f32", w[1], w[2])
        u = u.astype(np.float64)
    return np.sqrt(-2 * np.log(u)) * np.cos(2 * np.pi * v)


for counter, key, answer in (
    ([0] * 4, [0] * 2, "6627e8d5 e169c58d bc57ac4c 9b00dbd8"),
    ([0xFFFFFFFF] * 4, [0xFFFFFFFF] * 2, "408f276d 41c83b0e a20bc7c6 6d5451fd"),
    ([0x243F6A88, 0x85A308D3, 0x13198A2E, 0x03707344], [0xA4093822, 0x299F31D0], "d16cfe09 94fdcceb 5001e420 24126ea1"),
):
    assert " ".join(f"{int(word):08x}" for word in philox(counter, key)) == answer  # the known answers of Random123
