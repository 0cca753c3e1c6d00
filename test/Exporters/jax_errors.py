"""Functions that have no level-0 form, and the message of each:  jax_errors.py   (a Python with jax; four devices on this host)"""

import os

os.environ.update(JAX_PLATFORMS="cpu", XLA_FLAGS="--xla_force_host_platform_device_count=4")
import jax
import jax.numpy as jnp
import numpy as np
from jax.sharding import AxisType, PartitionSpec

from sbp.export_jax import export
from sbp.user_lines import ExportError

x = np.ones((8, 4), "f4")


def attempt(title, function, *arguments):
    """Prints the message of the one error that exporting raises."""
    try:
        export(function, *arguments)
        print(f"{title}: no error")
    except ExportError as error:
        print(f"{title}: {str(error).splitlines()[0]}", flush=True)


mesh = jax.make_mesh((4,), ("dp",), axis_types=(AxisType.Auto,))
total = jax.shard_map(lambda x: jax.lax.psum(x.sum(), "dp"), mesh=mesh, in_specs=PartitionSpec("dp"), out_specs=PartitionSpec())

# A pass of jaxlib ends its process on it.
# CHECK: shard_map: {{.*}}: shard_map (of the function at {{.*}}jax_errors.py:[[#@LINE-3]]) is not supported; write it with shardings
attempt("shard_map", total, x)

# CHECK: shard_map inside: {{.*}}jax_errors.py:[[#@LINE+1]]: shard_map (of the function at {{.*}}jax_errors.py:[[#@LINE-6]])
attempt("shard_map inside", jax.jit(lambda x: x * total(x + 1)), x)

# CHECK: loop: {{.*}}jax_errors.py:[[#@LINE+1]]: stablehlo.while has no level-0 form: only loops of a constant number of steps
attempt("loop", lambda x: jnp.sin(jax.lax.while_loop(lambda y: y.sum() < 100, lambda y: y * 2, x)), x)

# CHECK: no lowering: {{.*}}jax_errors.py:[[#@LINE+1]]: stablehlo.custom_call has no level-0 form
attempt("no lowering", lambda x: jax.lax.linalg.cholesky(x @ x.T, symmetrize_input=False), x)

# CHECK: complex: {{.*}}jax_errors.py:[[#@LINE+1]]: complex numbers are not supported ({{.*}} has tensor<{{.*}}xcomplex<f32>>)
attempt("complex", lambda x: jnp.abs(jnp.fft.rfft(x)), x)

# CHECK: mask: {{.*}}jax_errors.py:[[#@LINE+1]]: a boolean mask selects elements: shapes that depend on values are not supported; use jnp.where
attempt("mask", lambda x: x[x > 0], x)

# CHECK: number: {{.*}}jax_errors.py:[[#@LINE+1]]: a number is read out of an array (if, int, float, a shape): {{.*}}; use jnp.where
attempt("number", lambda x: x if x.sum() > 0 else -x, x)

# CHECK: long loop: {{.*}}jax_errors.py:[[#@LINE+1]]: a loop of 100000 steps would be unrolled to {{[0-9]+}} ops, more than 50000
attempt("long loop", lambda x: jnp.sin(jax.lax.fori_loop(0, 100000, lambda i, y: y * 0.5, x)), x)
