"""Writes the five layers of this folder, each on four ranks that hold a slice of its tables by width.

    python3 examples/memory_layers/write.py [--check]

With --check nothing is written; the exit code is 1 if a file is not what would be written.
"""

import os
import sys

from sbp.memory_layers import PEER, PKM, MemoryPlus, UltraMem, UltraMemV2, write

HERE = os.path.dirname(os.path.abspath(__file__))

TOKENS, AXES = 256, [("tp", 4)]
SIZES = dict(width=256, heads=4, keys=256, slots=16, key_width=64, value_width=256)
LAYERS = {
    "pkm": PKM(**SIZES),
    "peer": PEER(**SIZES),
    "memory_plus": MemoryPlus(**SIZES),
    "ultramem": UltraMem(
        width=256, heads=1, keys=512, slots=64, chosen=64, rank=2, cores=2, blocks=4, key_width=128, value_width=128, penalty=0.001
    ),
    "ultramem_v2": UltraMemV2(
        width=256,
        heads=1,
        keys=256,
        slots=32,
        chosen=32,
        rank=2,
        key_width=128,
        down_width=64,
        value_width=192,
        table_rows=4 * 256**2,
        base=256**2,
    ),
}


def main():
    stale = []
    for name, layer in LAYERS.items():
        path = os.path.join(HERE, name + ".mlir")
        title = f"// {type(layer).__name__}, forward and backward, its tables split by width over four ranks: written by write.py\n"
        text = title + write(layer, TOKENS, AXES, "width")
        if sys.argv[1:] == ["--check"]:
            with open(path) as file:
                stale += [] if file.read() == text else [path]
        else:
            with open(path, "w") as file:
                file.write(text)
    if stale:
        sys.exit(f"not what write.py writes: {', '.join(stale)}")


if __name__ == "__main__":
    main()
