"""f8E4M3FN and f8E5M2 of files: the numbers of bits, and rounding to nearest even. numpy has no such types; files hold a byte an element.

Written apart from the product's own rounding, which it checks. A layout is (bits of the fraction, bias of the exponent, has infinities).
"""

import numpy as np

LAYOUTS = {"f8E4M3FN": (3, 7, False), "f8E5M2": (2, 15, True)}


def decode(bits, digits, bias, has_infinity):
    """The numbers whose bits are `bits`, in f64."""
    sizes = bits.astype(np.int64) & 0x7F
    exponents = np.maximum(sizes >> digits, 1)
    numbers = np.ldexp((sizes - ((exponents - 1) << digits)).astype(np.float64), exponents - bias - digits)
    overflow = 0x7C if has_infinity else 0x7F
    numbers = np.where(sizes > overflow - (not has_infinity), np.nan, np.where((sizes == overflow) & has_infinity, np.inf, numbers))
    return np.copysign(numbers, np.where(bits & 0x80, -1.0, 1.0))


def encode(numbers, digits, bias, has_infinity):
    """The bits of the nearest numbers, ties to even."""
    sizes = np.abs(numbers.astype(np.float64))
    finite = np.where(np.isfinite(sizes), sizes, 1e30)
    exponents = np.maximum(np.where(finite == 0, 1 - bias, np.frexp(finite)[1] - 1), 1 - bias)
    bits = np.rint(np.ldexp(finite, digits - exponents)) + np.ldexp(1.0, digits) * (exponents + bias - 1)
    bits = np.minimum(bits, 0x7C if has_infinity else 0x7F).astype(np.uint8)
    bits = np.where(np.isnan(numbers), np.uint8(0x7E if has_infinity else 0x7F), bits)
    return bits | np.where(np.signbit(numbers), np.uint8(0x80), np.uint8(0))
