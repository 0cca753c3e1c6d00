"""--weights of what Hugging Face's libraries save: a file, an index, a folder; narrower floats are widened; wrong indices are errors.

weight_files.py DIRECTORY
"""

import json
import os
import sys

import numpy as np

from sbp import safetensors
from sbp_testing.bfloats import round_to_bits, to_floats
from sbp_testing.harness import run

MODEL = """func.func @main(%a: tensor<2xf32> {sbp.name = "a"}, %b: tensor<2xf32> {sbp.name = "b"}) -> (tensor<2xf32> {sbp.name = "y"}) {
  %y = arith.subf %a, %b : tensor<2xf32>
  return %y : tensor<2xf32>
}
"""
DIRECTORY = sys.argv[1]
A, B = np.array([1.5, 2.1], np.float32), np.array([0.25, 7.0], np.float32)


def path(*names):
    return os.path.join(DIRECTORY, *names)


def write_index(folder, weight_map, name="model.safetensors.index.json"):
    with open(path(folder, name), "w") as file:
        file.write(weight_map if isinstance(weight_map, str) else json.dumps({"metadata": {}, "weight_map": weight_map}))


def execute(weights, expected=None, expect=0):
    done = run("sbp-run", path("m.sbpx"), f"--weights={weights}", "--output", f"y=@{path('y.npy')}", expect=expect)
    if expected is not None:
        np.testing.assert_array_equal(np.load(path("y.npy")), expected)
    return done.stderr.strip().replace(DIRECTORY + "/", "")


def main():
    with open(path("m.mlir"), "w") as file:
        file.write(MODEL)
    run("sbp-compile", path("m.mlir"), "-o", path("m.sbpx"))
    for folder in ("whole", "parts", "indexed", "wrong", "narrow", "empty"):
        os.makedirs(path(folder), exist_ok=True)
    safetensors.save(path("whole", "model.safetensors"), {"a": A, "b": B})
    for folder in ("parts", "indexed", "wrong"):
        safetensors.save(path(folder, "model-1.safetensors"), {"a": A})
        safetensors.save(path(folder, "model-2.safetensors"), {"b": B})
    write_index("indexed", {"a": "model-1.safetensors", "b": "model-2.safetensors"})
    # A file that the index does not name is not read.
    with open(path("indexed", "other.safetensors"), "w") as file:
        file.write("no weights")
    for weights in ("whole/model.safetensors", "whole", "parts", "indexed", "indexed/model.safetensors.index.json"):
        assert execute(path(weights), A - B) == "", weights
        print(f"{weights}: right")
    safetensors.save(path("narrow", "model.safetensors"), {"a": round_to_bits(A), "b": B.astype(np.float16), "c": B})
    print(execute(path("narrow"), to_floats(round_to_bits(A)).astype(np.float32) - B))

    print(execute(path("empty"), expect=1))
    for weight_map in (
        {"a": "model-1.safetensors", "b": "model-1.safetensors"},
        {"a": "../whole/model.safetensors"},
        {"a": 1},
        '{"weight_map": {"a": "x", "a": "y"}}',
        {"a": "model-3.safetensors"},
    ):
        write_index("wrong", weight_map)
        print(execute(path("wrong"), expect=1))
    os.remove(path("wrong", "model.safetensors.index.json"))
    safetensors.save(path("wrong", "model-3.safetensors"), {"a": A})
    print(execute(path("wrong"), expect=1))


main()
