"""Texts and warnings of the JAX exporter:  jax_texts.py   (a Python with jax)"""

import os
import warnings

os.environ["JAX_PLATFORMS"] = "cpu"
import jax
import jax.numpy as jnp
import numpy as np

from sbp.export_jax import export

x = np.ones((2, 4), "f4")

# Typed keys have a sharding on a mesh without axes, and are unsigned.
# CHECK-LABEL: key argument
# CHECK-NOT:   sbp.placement
# CHECK:       @main(%arg0: tensor<2xi32> {sbp.name = "state.key"}, %arg1: tensor<4x4xf32> {sbp.name = "state.w"}
# CHECK-NOT:   {{mesh|ui32}}
print("key argument", export(lambda state, x: x @ state["w"], {"key": jax.random.key(0), "w": np.ones((4, 4), "f4")}, x))

# The warning names the line of the loop; a loop of no steps is its arguments.
# CHECK-LABEL: scan
# CHECK:       {{.*}}jax_texts.py:[[#@LINE+5]]: a loop of 3 steps is unrolled
# CHECK-COUNT-3: call @closed_call
# CHECK-NOT:   call @closed_call
with warnings.catch_warnings(record=True) as caught:
    warnings.simplefilter("always")
    text = export(lambda w, x: jax.lax.scan(lambda h, a: (h + jnp.tanh(h @ a), None), x, w)[0], np.ones((3, 4, 4), "f4"), x)
    print("scan", *[warning.message for warning in caught])
    print(text.split("func.func private")[0])
