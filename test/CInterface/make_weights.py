"""Writes a safetensors file for count.mlir: make_weights.py FILE. The state is narrower than the model's, and one tensor is unknown."""

import json
import struct
import sys

import numpy as np

TENSORS = {"total": ("F16", np.full(7, 2, np.float16)), "a": ("F32", np.full(7, 3, np.float32)), "other": ("F32", np.zeros(1, np.float32))}

header, data = {}, b""
for name, (dtype, values) in TENSORS.items():
    header[name] = {"dtype": dtype, "shape": list(values.shape), "data_offsets": [len(data), len(data) + values.nbytes]}
    data += values.tobytes()
text = json.dumps(header).encode()
with open(sys.argv[1], "wb") as file:
    file.write(struct.pack("<Q", len(text)) + text + data)
