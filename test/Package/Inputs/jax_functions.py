"""sbp.jit: shardings on a mesh without devices, donated states, structures, keys, and errors.  Needs jax and sbp."""

import jax
import jax.numpy as jnp
import numpy as np
from jax.sharding import AbstractMesh, NamedSharding
from jax.sharding import PartitionSpec as P

import sbp

MESHES = [None, AbstractMesh((4,), ("tp",)), AbstractMesh((2, 2), ("dp", "tp"))]
random = np.random.default_rng(0)


def array(*shape):
    return random.standard_normal(shape, np.float32)


def adam_step(params, state, x, y):
    """A step of Adam written out: two trees of states and a counter."""

    def loss_of(params):
        h = jax.nn.gelu(x @ params["up"]["kernel"] + params["up"]["bias"])
        return jnp.mean((h @ params["down"]["kernel"] - y) ** 2)

    loss, gradients = jax.value_and_grad(loss_of)(params)
    count = state["count"] + 1
    first = jax.tree.map(lambda m, g: 0.9 * m + 0.1 * g, state["first"], gradients)
    second = jax.tree.map(lambda v, g: 0.99 * v + 0.01 * g * g, state["second"], gradients)
    scale = 0.01 * jnp.sqrt(1 - 0.99**count) / (1 - 0.9**count)
    params = jax.tree.map(lambda p, m, v: p - scale * m / (jnp.sqrt(v) + 1e-8), params, first, second)
    return params, {"count": count, "first": first, "second": second}, {"loss": loss, "count": count}


def shardings(mesh):
    """Megatron's split of the two products, the batch over dp."""
    tp = "tp" if "tp" in mesh.axis_names else None
    dp = "dp" if "dp" in mesh.axis_names else None
    on = lambda *axes: NamedSharding(mesh, P(*axes))
    params = {"up": {"kernel": on(None, tp), "bias": on(tp)}, "down": {"kernel": on(tp, None)}}
    return params, {"count": on(), "first": params, "second": params}, on(dp), on(dp)


def train():
    """Twenty steps equal JAX's on one rank, [4] and [2, 2]."""
    params = {"up": {"kernel": array(8, 32) / 3, "bias": np.zeros(32, np.float32)}, "down": {"kernel": array(32, 4) / 6}}
    zeros = jax.tree.map(np.zeros_like, params)
    state = {"count": np.float32(0), "first": zeros, "second": zeros}
    batches = [(array(16, 8), array(16, 4)) for _ in range(20)]
    expected, theirs = (params, state), jax.jit(adam_step)
    for x, y in batches:
        *expected, metrics = theirs(*expected, x, y)
    for mesh in MESHES:
        options = {"in_shardings": shardings(mesh)} if mesh else {}
        step = sbp.jit(adam_step, donate_argnames=("params", "state"), **options)
        ours = (params, state)
        for x, y in batches:
            *ours, results = step(*ours, x, y=y)
        differences = [np.abs(np.asarray(a) - b).max() for a, b in zip(jax.tree.leaves(ours), jax.tree.leaves(expected))]
        loss = abs(results["loss"] - metrics["loss"])
        print(f"{dict(mesh.shape) if mesh else 1}: weights and moments differ by {max(differences):.1e}, the loss by {loss:.1e}")
        assert max(differences) < 2e-5 and loss < 2e-5 and results["count"] == 20 and len(step.compiled) == 1


@sbp.jit
def predict(weights, x, scale=2.0):
    return x @ weights * scale, {"keys": x.astype(jnp.int32)}


def call():
    """Defaults, keywords, JAX's arrays, handles as ordinary inputs, and a program for each shape."""
    w = array(4, 3)
    for rows in (2, 5):
        x = array(rows, 4)
        y, others = predict(jnp.asarray(w), x=x)
        assert np.abs(y - x @ w * 2).max() < 1e-5 and others["keys"].shape == (rows, 4)
    y, _ = predict(w, array(5, 4), scale=3.0)
    increase = sbp.jit(lambda v: (v + 1, v * 2), donate_argnums=(0,))
    v, twice = increase(w)
    assert (np.asarray(v) == w + 1).all() and (twice == w * 2).all() and v.shape == (4, 3) and v.dtype == np.float32
    assert np.abs(predict(v, array(2, 4))[0]).max() > 0
    later, _ = increase(v)
    for name, use in [("read", lambda: np.asarray(v)), ("donated", lambda: increase(v)), ("passed", lambda: predict(v, array(2, 4)))]:
        show(name, use)
    assert np.abs(later - (w + 2)).max() < 1e-6 and np.abs(jnp.asarray(w) - later).max() > 1
    print("calls:", len(predict.compiled), "programs")


def show(name, use):
    try:
        use()
        print(f"{name}: nothing was raised")
    except Exception as error:
        print(f"{name}: {type(error).__name__}: {str(error).splitlines()[0]}")


if __name__ == "__main__":
    train()
    call()
    show("argument", lambda: predict(array(4, 3), array(2, 4), scael=1))
    show("loop", lambda: sbp.jit(lambda x: jax.lax.while_loop(lambda v: v.sum() < 3, lambda v: v + 1, x))(array(3)))
