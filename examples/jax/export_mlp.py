"""An MLP with shardings, written in JAX, as level-0 text:  python3 export_mlp.py > mlp.mlir   (needs jax==0.10.2)"""

import os
import sys

os.environ.update(JAX_PLATFORMS="cpu", XLA_FLAGS="--xla_force_host_platform_device_count=4")
import jax
import jax.numpy as jnp
from jax.sharding import AxisType, NamedSharding, PartitionSpec

from sbp.export_jax import export

mesh = jax.make_mesh((2, 2), ("dp", "tp"), axis_types=(AxisType.Auto,) * 2)


def sharded(shape, *axes):
    return jax.ShapeDtypeStruct(shape, jnp.float32, sharding=NamedSharding(mesh, PartitionSpec(*axes)))


def mlp(params, x):
    hidden = jax.nn.relu(x @ params["w1"])
    hidden = jax.lax.with_sharding_constraint(hidden, NamedSharding(mesh, PartitionSpec("dp", "tp")))
    return hidden @ params["w2"]


if __name__ == "__main__":
    params = {"w1": sharded((64, 128), None, "tp"), "w2": sharded((128, 64), "tp", None)}
    sys.stdout.write(export(mlp, params, sharded((8, 64), "dp", None), out_shardings=NamedSharding(mesh, PartitionSpec("dp", None))))
