"""Writes NAME.mlir and NAME.npz (inputs and PyTorch's results, in order) for modules as torch-mlir lowers them:  python3 make.py [--into DIR] [NAME]...

Needs torch==2.15.0 and torch-mlir==20261001; the files are committed, so the test needs none.
"""

import argparse
import os
import re

import numpy as np
import torch
from torch import nn
from torch.nn import functional

from sbp.export_torch import export, to_array

HERE = os.path.dirname(os.path.abspath(__file__))


def ordering(x, ids):
    filled = ids != 0
    return (
        *torch.sort(x, 1),
        *torch.sort(x, 0, descending=True),
        torch.argsort(x, 1),
        *torch.sort(ids, dim=1, stable=True),
        torch.argsort(ids, dim=1, descending=True, stable=True),
        *torch.topk(x, 2),
        torch.cumsum(x, 1),
        torch.cumsum(filled, 1) * filled + 1,
    )


def scatters(x, ids, rows):
    return (
        x.scatter_add(0, ids, rows),
        x.scatter_add(1, ids, rows),
        x.index_add(0, ids[:, 0], rows),
        x.index_add(1, ids[0, :3], rows.T),
        x.index_put((ids[0], ids[1]), rows[0], accumulate=True),
        torch.ops.aten.embedding_dense_backward(rows, ids[:, 0], 5, -1, False),
    )


def writes(x, ids, rows):
    """What replaces: rows and columns, elements, a part of the table, one position for each row, numbers from the end, dimensions apart."""
    order = torch.argsort(ids[0])  # each once
    cube = torch.stack([x, -x])
    return (
        x.index_copy(0, order[:3], rows),
        x.index_copy(1, order[:3], rows.T),
        x.index_put((order[:3] - 4,), rows),
        x.index_put((order[:2], order[2:]), rows[0, :2]),
        x.index_put((torch.arange(4), order), rows[0]),
        x.scatter(1, order[None].expand(3, 4), rows),
        x.scatter(0, order[:2, None], 2.5),
        cube.index_put((order[:2] % 2 * 0 + 1, order[2:]), rows[:2]),
        torch.ops.aten.index_put(cube, [order[:1] * 0, None, order[:1]], rows[:1]),
        torch.zeros_like(x).scatter(-1, *torch.topk(x, 2, -1)[::-1]),
    )


def attentions(query, key, mask):
    return (
        functional.scaled_dot_product_attention(query, query, query, is_causal=True),
        functional.scaled_dot_product_attention(query, key, key, enable_gqa=True),
        functional.scaled_dot_product_attention(query, query, query, attn_mask=mask > 0),
    )


def narrow_attentions(query, key, mask):
    """As `attentions`, in f16, and causal with more keys than queries and fewer."""
    query, key, narrow = query.half(), key.half(), mask.half()
    attend = functional.scaled_dot_product_attention
    return tuple(
        result.float()
        for result in (
            attend(query, query, query, is_causal=True),
            attend(query, key, key, enable_gqa=True),
            attend(query, query, query, attn_mask=mask > 0),
            attend(query, query, query, attn_mask=narrow, scale=0.3),
            attend(query[:, :, :3], query, query, is_causal=True),
            attend(query, query[:, :, :3], query[:, :, :3], is_causal=True),
        )
    )


def bags(ids, more, table, many, weights):
    """Bags of one size; each has a table of its own, so that nothing else reads its rows."""
    bag = functional.embedding_bag
    return (
        bag(ids, table, per_sample_weights=weights, mode="sum"),
        bag(ids, many[0], mode="sum"),
        bag(ids, many[1]),
        bag(more, table, mode="max"),
        bag(more, table, padding_idx=2),
        bag(more, table, padding_idx=-2, mode="max"),
    )


def cut_bags(ids, offsets, table, weights):
    """An empty bag is among them."""
    bag = functional.embedding_bag
    return (
        bag(ids, table, offsets, mode="sum"),
        bag(ids, table, offsets, mode="sum", per_sample_weights=weights),
        bag(ids, table, offsets),
        bag(ids, table, offsets, padding_idx=2, include_last_offset=True),
    )


def rolls(x):
    """Windows that are shifted, along one dimension and along two, and a shift by more than the size."""
    return torch.roll(x, -2, 1), torch.roll(x, (1, 3), (0, 1)), torch.roll(x, 7, 0), torch.roll(x, 2)


def groups(x, weights, turned, ends):
    """Rows of each group times its matrix, stored either way, then the outer products of each group; computed ends."""
    y = functional.grouped_mm(x, weights, offs=ends)
    z = functional.grouped_mm(y, turned.transpose(-2, -1), offs=torch.cumsum(torch.diff(ends, prepend=ends[:1] * 0), 0, dtype=torch.int32))
    return y, z, functional.grouped_mm(x.t(), y, offs=ends)


class Lift(nn.Module):
    def __init__(self, function):
        super().__init__()
        self.forward = function


def image():
    return nn.Sequential(
        nn.Conv2d(4, 8, 3, padding=1, groups=2),
        nn.BatchNorm2d(8),
        nn.ReLU(),
        nn.MaxPool2d(3, 2, 1),
        nn.Conv2d(8, 8, 3, dilation=2, padding=2),
        nn.GELU(),
        nn.ConvTranspose2d(8, 4, 3, stride=2, padding=1),
        nn.AvgPool2d(2, 1),
        nn.GroupNorm(2, 4),
        nn.AdaptiveAvgPool2d(2),
        nn.Flatten(),
        nn.Linear(16, 5),
    )


def encoder():
    return nn.TransformerEncoderLayer(8, 2, 16, dropout=0.0, batch_first=True, activation="gelu")


class NarrowBlock(nn.Module):
    """A block of GPT in f16: one weight for query, key and value, biases, gelu."""

    def __init__(self, width=64, heads=4):
        super().__init__()
        self.heads = heads
        self.norm, self.joint, self.out = nn.LayerNorm(width), nn.Linear(width, 3 * width), nn.Linear(width, width)
        self.second, self.up, self.down = nn.LayerNorm(width), nn.Linear(width, 2 * width), nn.Linear(2 * width, width)
        self.half()

    def forward(self, x):
        x = x.half()
        batch, tokens, width = x.shape
        parts = self.joint(self.norm(x)).split(width, -1)
        query, key, value = (each.view(batch, tokens, self.heads, -1).transpose(1, 2) for each in parts)
        y = functional.scaled_dot_product_attention(query, key, value, is_causal=True)
        x = x + self.out(y.transpose(1, 2).reshape(batch, tokens, width))
        return (x + self.down(functional.gelu(self.up(self.second(x))))).float()


CASES = {
    "ordering": (lambda: Lift(ordering), [(4, 6), (4, 6, "ids")]),
    "scatters": (lambda: Lift(scatters), [(4, 4), (3, 4, "ids"), (3, 4)]),
    "writes": (lambda: Lift(writes), [(4, 4), (3, 4, "ids"), (3, 4)]),
    "attentions": (lambda: Lift(attentions), [(2, 4, 5, 4), (2, 2, 5, 4), (5, 5)]),
    "narrow_attentions": (lambda: Lift(narrow_attentions), [(2, 4, 5, 8), (2, 2, 5, 8), (5, 5)]),
    "narrow_block": (NarrowBlock, [(2, 24, 64)]),
    "image": (image, [(2, 4, 8, 8)]),
    "encoder": (encoder, [(2, 5, 8)]),
    "rolls": (lambda: Lift(rolls), [(4, 6, 3)]),
    "bags": (lambda: Lift(bags), [(5, 3, "ids"), (5, 4, "ids"), (9, 6), (2, 9, 6), (5, 3)]),
    "groups": (lambda: Lift(groups), [(16, 8), (4, 8, 12), (4, 4, 12), torch.tensor([3, 9, 9, 16], dtype=torch.int32)]),
    "cut_bags": (lambda: Lift(cut_bags), [(15, "ids"), torch.tensor([0, 3, 3, 9, 15]), (4, 6), (15,)]),
}


def draw(shape):
    if isinstance(shape, torch.Tensor):
        return shape
    return torch.randint(0, 4, shape[:-1]) if shape[-1] == "ids" else torch.randn(shape)


def main(wanted, folder):
    for name, (make, shapes) in CASES.items():
        if wanted and name not in wanted:
            continue
        torch.manual_seed(0)
        module = make().eval()
        arguments = tuple(draw(shape) for shape in shapes)
        text, held = export(module, arguments)
        with torch.no_grad():
            results = module(*arguments)
        results = results if isinstance(results, tuple) else (results,)
        values, inputs = iter(arguments), {}
        for i, port in enumerate(re.findall(r'%arg\d+: tensor<[^>]*> \{sbp\.name = "([^"]*)"', text)):
            inputs[f"input{i}"] = held[port] if port in held else to_array(next(values))
        with open(os.path.join(folder, name + ".mlir"), "w") as file:
            file.write(text)
        np.savez(os.path.join(folder, name + ".npz"), **inputs, **{f"result{i}": to_array(value) for i, value in enumerate(results)})


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--into", default=HERE)
    parser.add_argument("names", nargs="*")
    options = parser.parse_args()
    main(options.names, options.into)
