"""torch-mlir, jaxlib and the compiler's library in one process, in every order.  orders.py; a Python with both frameworks and sbp.

Each order is a process of its own, in which the library compiles last and first and between the exports of the other two.
"""

import itertools
import subprocess
import sys

TEXT = 'func.func @main(%x: tensor<4xf32> {sbp.name = "x"}) -> (tensor<4xf32> {sbp.name = "y"}) {\n  return %x : tensor<4xf32>\n}\n'


def use_torch():
    import torch

    import sbp
    from sbp.export_torch import export

    sbp.compile(export(torch.nn.Linear(3, 4), (torch.ones(2, 3),))[0], in_process=True)


def use_jax():
    import jax.numpy as jnp

    import sbp
    from sbp.export_jax import export

    sbp.compile(export(lambda x: jnp.sin(x) @ x.T, jnp.ones((2, 3))), in_process=True)


def use_sbp():
    import sbp

    assert sbp.compile(TEXT, in_process=True).session().step(x=[1.0, 2.0, 3.0, 4.0])["y"][3] == 4


USES = {"torch": use_torch, "jax": use_jax, "sbp": use_sbp}


def main():
    for order in itertools.permutations(USES):
        done = subprocess.run([sys.executable, __file__, *order], capture_output=True, text=True)
        print(f"{', '.join(order)}: {'agree' if done.returncode == 0 else done.stderr.strip().splitlines()[-1:]}", flush=True)
        assert done.returncode == 0, done.stderr
    print("6 orders")


if __name__ == "__main__":
    if sys.argv[1:]:
        for name in [*sys.argv[1:], sys.argv[1]]:
            USES[name]()
    else:
        main()
