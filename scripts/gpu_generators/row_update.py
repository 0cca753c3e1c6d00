"""memory_layer.add_outer and update: rows that slots name, with repeated rows."""

import numpy as np

from gpu_case import Case, wide
from gpu_families import write_type

PRIORITY, CHIP = 34, "sm_90"
KERNELS = "add_outer", "update"


def sum_terms(t, r, s, z):
    """The gradient of the table and the sum of its terms' sizes."""
    terms = (wide(s)[:, :, None] * wide(z)[:, None]).reshape(-1, z.shape[1])
    order = np.argsort(r, axis=None, kind="stable")
    chosen, starts = np.unique(r.ravel()[order], return_index=True)
    return chosen, np.add.reduceat(terms[order], starts), np.add.reduceat(np.abs(terms[order]), starts)


def get_inputs(tokens, rows, width, slots):
    return {
        "t": ((rows, width), "f32"),
        "r": ((tokens, slots), rows),
        "s": ((tokens, slots), "f32"),
        "z": ((tokens, width), "f32"),
    }


def write_types(inputs):
    return [write_type(shape, "i32" if isinstance(each, int) else each) for shape, each in inputs.values()]


def make_add_outer(tokens, rows, width, slots=64, is_timed=True):
    inputs, table = get_inputs(tokens, rows, width, slots), write_type((rows, width), "f32")

    def compute(places, t, r, s, z):
        chosen, sums, sizes = sum_terms(t, r, s, z)
        result, bound = wide(t), np.zeros(t.shape)
        result[chosen] += sums
        bound[chosen] = 2.0**-23 * (np.abs(result[chosen]) + 64 * sizes)
        return [(result[places], bound[places])]

    def peer(torch, t, r, s, z):
        t.index_add(0, r.flatten(), (s[:, :, None] * z[:, None]).flatten(0, 1))

    return Case(
        f"add_outer, {tokens} x {slots} into {rows} x {width}",
        inputs,
        [((rows, width), "f32")],
        f"  %y0 = memory_layer.add_outer %t, %r, %s, %z : ({', '.join(write_types(inputs))}) -> {table}\n",
        compute,
        is_timed,
        peers={"pytorch": peer},
    )


def make_update(tokens, rows, width, slots=64, is_timed=True):
    """lazy_adam at the first step, from states that are 0 or positive as they are drawn, in place of its table and states."""
    shape, rate = ((rows, width), "f32"), 0.1
    inputs, table = get_inputs(tokens, rows, width, slots), write_type((rows, width), "f32")
    types = write_types(inputs)
    body = (
        f"  %zero = arith.constant 0.0 : f32\n  %empty = tensor.empty() : {table}\n"
        f"  %m = linalg.fill ins(%zero : f32) outs(%empty : {table}) -> {table}\n"
        f"  %rate = arith.constant dense<{rate}> : tensor<f32>\n  %step = arith.constant dense<1> : tensor<i64>\n"
        "  %y0, %y1, %y2 = memory_layer.update lazy_adam %t, (%m, %m), %r, %s, %z, %rate, %step "
        "{beta1 = 0.9 : f64, beta2 = 0.999 : f64, epsilon = 1.0e-3 : f64} : "
        f"({table}, {table}, {table}, {', '.join(types[1:])}, tensor<f32>, tensor<i64>) -> ({table}, {table}, {table})\n"
    )

    def compute(places, t, r, s, z):
        chosen, sums, sizes = sum_terms(t, r, s, z)
        results, bounds = [wide(t), np.zeros(t.shape), np.zeros(t.shape)], [np.zeros(t.shape) for _ in range(3)]
        mean, square, error = 0.1 * sums, 0.001 * sums * sums, 2.0**-23 * (64 * sizes + np.abs(sums))
        root = np.sqrt(square)
        results[0][chosen] -= rate * np.sqrt(0.001) / 0.1 * mean / (root + 1e-3)
        results[1][chosen], results[2][chosen] = mean, square
        # 1 - beta in f32 has errors of 2^-25 over 0.1 and 0.001; the quotient of m and the root changes by at most 1e3 times G's error.
        bounds[0][chosen] = 1e-5 + rate * 1e3 * error
        bounds[1][chosen], bounds[2][chosen] = error + 1e-6 * np.abs(mean), 2 * np.abs(sums) * error + 1e-4 * square
        return [(result[places], bound[places]) for result, bound in zip(results, bounds)]

    return Case(f"lazy_adam, {tokens} x {slots} into {rows} x {width}", inputs, [shape] * 3, body, compute, is_timed)


def list_cases(is_full):
    yield make_add_outer(9, 40, 33, 7, is_timed=False)
    yield make_update(9, 40, 33, 7, is_timed=False)
    if not is_full:
        yield make_add_outer(4, 64, 256)
        return
    yield make_add_outer(1024, 2**16, 256)
    yield make_update(256, 2**16, 256)
    yield make_update(512, 2**16, 256)
