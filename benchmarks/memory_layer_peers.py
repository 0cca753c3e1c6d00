"""The peers of memory_layers.py: answers `COUNT` lines on stdin with the seconds of COUNT steps, one JSON list a line.

    python3 memory_layer_peers.py torch|jax CASE DIRECTORY [wall|cpu]     inputs.npz in DIRECTORY; the first result goes to DIRECTORY/torch.npy

Eager PyTorch on one thread as its users write it (embedding_bag with per_sample_weights, SparseAdam); JAX under jit.
"""

import json
import os
import sys
import time

import numpy as np


def torch_case(case, a):
    import torch
    import torch.nn.functional as F

    torch.set_num_threads(1)
    a = {name: torch.from_numpy(value) for name, value in a.items()}

    def norm(x, gain):
        return F.layer_norm(x, x.shape[-1:], gain, None, 1e-5)

    def pkm():
        q = norm(torch.einsum("td,dhsk->thsk", a["x"], a["query"]), a["query_gain"])
        best, index = torch.einsum("thsk,hsnk->thsn", q, a["keys"]).topk(16, -1)
        sums = (best[:, :, 0, :, None] + best[:, :, 1, None, :]).flatten(2)
        rows = (index[:, :, 0, :, None] * 256 + index[:, :, 1, None, :]).flatten(2)
        scores, places = sums.topk(16, -1)
        weights = scores.softmax(-1)
        return F.embedding_bag(rows.gather(-1, places).flatten(1), a["values"], per_sample_weights=weights.flatten(1), mode="sum")

    def tdqkr():
        """One embedding_bag a block and core."""
        q = norm(torch.einsum("td,dsk->tsk", a["x"], a["query"]), a["query_gain"])
        row, column = torch.einsum("tsk,shrnk->sthrn", q, norm(a["keys"], a["key_gain"]))
        total, v = a["core"].sum(1), a["v"]
        for _ in range(8):
            v = F.normalize(torch.einsum("hab,ha->hb", total, torch.einsum("hab,hb->ha", total, v)), dim=-1)
        u = F.normalize(torch.einsum("hab,hb->ha", total, v), dim=-1)
        i = torch.einsum("hr,thrn->thn", u, row).topk(64, -1)[1]
        j = torch.einsum("hr,thrn->thn", v, column).topk(64, -1)[1]
        left = row.gather(-1, i[:, :, None].expand(-1, -1, 2, -1))
        right = column.gather(-1, j[:, :, None].expand(-1, -1, 2, -1))
        grid = torch.einsum("thai,hcab,thbj->thcij", left, a["core"], right).flatten(3)
        places = grid.sum(2).topk(64, -1)[1]
        scores = grid.gather(-1, places[:, :, None].expand(-1, -1, 2, -1))
        virtual = a["permutation"][i.gather(-1, places // 64) * 512 + j.gather(-1, places % 64)].flatten(1)
        block, rows = virtual // 65536, virtual % 65536
        pooled = [
            F.embedding_bag(rows, a["values"][:, c], per_sample_weights=(scores[:, :, c].flatten(1) * (block == e)), mode="sum")
            for e in range(4)
            for c in range(2)
        ]
        return torch.einsum("tecw,ecwd->td", torch.stack(pooled, 1).unflatten(1, (4, 2)), a["out"])

    if case == "pkm" or case == "tdqkr":
        step = pkm if case == "pkm" else tdqkr
    elif case.startswith("bag"):
        half = torch.bfloat16 if case.endswith("bf16") else torch.float32
        values, scores, rows = a["values"].to(half), a["scores"].to(half), a["rows"]
        step = lambda: F.embedding_bag(rows, values, per_sample_weights=scores, mode="sum")
    else:
        count = 2**20 if case.endswith("1m") else 65536
        table = torch.nn.Parameter(torch.full((count, 256), 0.5))
        adam = torch.optim.SparseAdam([table], lr=1e-3)
        scores = a["scores"].requires_grad_()

        def step():
            adam.zero_grad()
            scores.grad = None
            y = F.embedding_bag(
                a["rows"].flatten(),
                table,
                torch.arange(0, 256 * 64, 64, dtype=torch.int32),
                mode="sum",
                sparse=True,
                per_sample_weights=scores.flatten(),
            )
            y.backward(a["dy"])
            adam.step()
            return y

    return (
        (step, lambda y: y.detach().float().numpy())
        if case.startswith("train")
        else (torch.inference_mode()(step), lambda y: y.float().numpy())
    )


def jax_case(case, a):
    os.environ["JAX_PLATFORMS"] = "cpu"
    import jax
    import jax.numpy as jnp

    @jax.jit
    def pkm(a):
        q = jnp.einsum("td,dhsk->thsk", a["x"], a["query"])
        q = q - q.mean(-1, keepdims=True)
        q = q * jax.lax.rsqrt((q**2).mean(-1, keepdims=True) + 1e-5) * a["query_gain"]
        best, index = jax.lax.top_k(jnp.einsum("thsk,hsnk->thsn", q, a["keys"]), 16)
        sums = (best[:, :, 0, :, None] + best[:, :, 1, None, :]).reshape(256, 4, 256)
        rows = (index[:, :, 0, :, None] * 256 + index[:, :, 1, None, :]).reshape(256, 4, 256)
        scores, places = jax.lax.top_k(sums, 16)
        return jnp.einsum("thm,thmv->tv", jax.nn.softmax(scores, -1), a["values"][jnp.take_along_axis(rows, places, -1)])

    a = {name: jnp.asarray(value) for name, value in a.items()}
    return lambda: pkm(a).block_until_ready(), np.asarray


def main(framework, case, directory, clock="wall"):
    now = time.process_time if clock == "cpu" else time.perf_counter
    arrays = dict(np.load(os.path.join(directory, "inputs.npz")))
    step, read = {"torch": torch_case, "jax": jax_case}[framework](case, arrays)
    np.save(os.path.join(directory, framework + ".npy"), read(step()))
    print("ready", flush=True)
    for line in sys.stdin:
        seconds = []
        for _ in range(int(line)):
            begin = now()
            step()
            seconds.append(now() - begin)
        print(json.dumps(seconds), flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
