"""A flax model for 100 steps of optax' AdamW by `sbp.jit`, equal to JAX's, on one rank and on [2, 2].  Needs jax, flax, optax."""

import flax.linen as nn
import jax
import jax.numpy as jnp
import numpy as np
import optax
from jax.sharding import AbstractMesh, NamedSharding
from jax.sharding import PartitionSpec as P

import sbp

STEPS = 100
random = np.random.default_rng(0)


class Digits(nn.Module):
    @nn.compact
    def __call__(self, x):
        x = nn.relu(nn.Conv(8, (3, 3))(x))
        x = nn.avg_pool(x, (2, 2), (2, 2)).reshape(x.shape[0], -1)
        x = nn.LayerNorm()(nn.Dense(32)(x))
        return nn.Dense(10)(nn.gelu(x))


def split(path, mesh):
    """Dense layers as Megatron has them: the first by outputs, the second by inputs."""
    name = jax.tree_util.keystr(path, simple=True, separator=".")
    kernel = {"Dense_0.kernel": P(None, "tp"), "Dense_0.bias": P("tp"), "Dense_1.kernel": P("tp", None)}
    return NamedSharding(mesh, next((spec for end, spec in kernel.items() if name.endswith(end)), P()))


def main():
    model, optimizer = Digits(), optax.adamw(1e-3, weight_decay=0.01)
    params = jax.tree.map(np.asarray, model.init(jax.random.key(0), jnp.zeros((1, 8, 8, 1))))
    state = jax.tree.map(np.asarray, optimizer.init(params))
    batches = [(random.standard_normal((16, 8, 8, 1), np.float32), random.integers(0, 10, 16).astype(np.int32)) for _ in range(8)]

    def train_step(params, state, x, labels):
        def loss_of(params):
            return optax.softmax_cross_entropy_with_integer_labels(model.apply(params, x), labels).mean()

        loss, gradients = jax.value_and_grad(loss_of)(params)
        updates, state = optimizer.update(gradients, state, params)
        return optax.apply_updates(params, updates), state, loss

    expected, losses, theirs = (params, state), [], jax.jit(train_step)
    for step in range(STEPS):
        *expected, loss = theirs(*expected, *batches[step % 8])
        losses.append(float(loss))
    for mesh in [None, AbstractMesh((2, 2), ("dp", "tp"))]:
        options = {}
        if mesh is not None:
            trees = [jax.tree_util.tree_map_with_path(lambda path, leaf, mesh=mesh: split(path, mesh), tree) for tree in (params, state)]
            options = {"in_shardings": (*trees, *[NamedSharding(mesh, P("dp"))] * 2)}
        step_here = sbp.jit(train_step, donate_argnames=("params", "state"), **options)
        ours, worst = (params, state), 0.0
        for step in range(STEPS):
            *ours, loss = step_here(*ours, *batches[step % 8])
            worst = max(worst, abs(float(loss) - losses[step]))
        leaves = zip(jax.tree.leaves(ours[0]), jax.tree.leaves(expected[0]), strict=True)
        moved = max(np.abs(np.asarray(a) - np.asarray(b)).max() for a, b in leaves)
        name = dict(mesh.shape) if mesh else 1
        print(f"{name}: {STEPS} losses differ by {worst:.1e}, weights by {moved:.1e}; loss {losses[0]:.3f} to {losses[-1]:.3f}")
        assert worst < 1e-4 and moved < 1e-3 and losses[-1] < losses[0]


if __name__ == "__main__":
    main()
