"""Updates of a data-parallel step run as soon as their gradients are there: a rank never holds the gradients of all parameters at once.

update_order.py         the GPT of recomputation.py with twelve layers, on four ranks

With checkpointed layers the arena, which holds everything but arguments and states, stays below three quarters of the gradients. A norm of all
gradients needs them all. States after two steps are those of one rank. Prints arena and gradients in bytes.
"""

import numpy as np

from recomputation import get_weights, train, write
from sbp_testing.harness import Case

LAYERS = 12


def get_arena(case):
    return max(rank["peak_bytes"] - rank["state_bytes"] for rank in case.report["memory"])


def count_gradients(text):
    """Bytes of all parameters, which have no first value of their own."""
    shapes = [value.shape for value in get_weights(text).values()]
    return sum(4 * int(np.prod(shape)) for shape in shapes)


def main():
    expected = None
    for plan, training in (("one", ""), ("dp", ""), ("dp", "clip=1000"), ("dp", "zero=1:dp")):
        text = write(plan, LAYERS, f"recompute=layers {training}")
        case = Case(text)
        arena, gradients = get_arena(case), count_gradients(text)
        assert training == "clip=1000" or plan == "one" or arena < 0.75 * gradients, (arena, gradients)
        assert training != "clip=1000" or arena >= gradients, (arena, gradients)
        states = train(case, get_weights(text))
        expected = expected or states
        for name, value in expected.items():
            np.testing.assert_allclose(states[name], value, rtol=1e-4, atol=2e-5, err_msg=f"{plan} {training} {name}")
        print(f"{plan} {training or 'plain'}: arena {arena}, gradients {gradients}")


main()
