"""A PyTorch module on four ranks: `python four_ranks.py FOLDER`, with sbp-compile and sbp-run on PATH and python/ on PYTHONPATH."""

import os
import subprocess
import sys

import numpy as np
import torch

from sbp import safetensors
from sbp.export_torch import export

os.chdir(sys.argv[1])
torch.manual_seed(1)
layer = torch.nn.TransformerEncoderLayer(256, 8, 1024, dropout=0.0, activation="gelu", batch_first=True, norm_first=True)
model = torch.nn.Sequential(layer, torch.nn.Linear(256, 100)).eval()
x = torch.randn(4, 32, 256)

text, weights = export(model, (x,), results=["logits"], placement='sbp.placement @mesh ["dp" = 2, "tp" = 2]')
with open("model.mlir", "w") as file:
    file.write(text)
safetensors.save("weights.safetensors", weights)
np.save("x.npy", x.numpy())

subprocess.run(["sbp-compile", "model.mlir", "-o", "model.sbpx"], check=True)
subprocess.run(
    ["sbp-run", "model.sbpx", "--input", "input=@x.npy", "--weights=weights.safetensors", "--output", "logits=@logits.npy"], check=True
)
print(f"largest difference to PyTorch: {np.abs(np.load('logits.npy') - model(x).detach().numpy()).max():.0e}")
