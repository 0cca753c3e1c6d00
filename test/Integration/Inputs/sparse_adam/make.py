"""Twenty steps of PyTorch's SparseAdam on an embedding_bag, as steps.npz:  python3 make.py   (needs torch)"""

import os

import numpy as np
import torch

STEPS, ROWS, WIDTH, TOKENS, SLOTS, RATE = 20, 23, 12, 4, 5, 0.05


def main():
    random = np.random.default_rng(12)
    table = torch.nn.Parameter(torch.from_numpy(random.standard_normal((ROWS, WIDTH)).astype(np.float32)))
    arrays = {
        "table": table.detach().numpy().copy(),
        "row": random.integers(0, 15, (STEPS, TOKENS, SLOTS)).astype(np.int32),
        "scores": random.standard_normal((STEPS, TOKENS, SLOTS)).astype(np.float32),
        "z": random.standard_normal((STEPS, TOKENS, WIDTH)).astype(np.float32),
    }
    adam = torch.optim.SparseAdam([table], lr=RATE)
    for row, scores, z in zip(*(torch.from_numpy(arrays[name]) for name in ("row", "scores", "z"))):
        adam.zero_grad()
        torch.nn.functional.embedding_bag(row, table, per_sample_weights=scores, mode="sum", sparse=True).backward(z)
        adam.step()
    state = adam.state[table]
    np.savez(
        os.path.join(os.path.dirname(os.path.abspath(__file__)), "steps.npz"),
        **arrays,
        new_table=table.detach().numpy(),
        new_first=state["exp_avg"].numpy(),
        new_second=state["exp_avg_sq"].numpy(),
    )


if __name__ == "__main__":
    main()
