"""Models of PyTorch as texts: results on one rank, [4] and [2, 2] are those that PyTorch gave.  run_texts.py FOLDER

compare_models.py --write wrote the texts, and beside each a file with its weights, inputs and results. Needs sbp and numpy alone.
"""

import pathlib
import sys
import warnings

import numpy as np

import sbp

warnings.simplefilter("ignore", sbp.CompileWarning)  # plans here are small, not good
MESHES = [{}, {"mesh": {"dp": 4}, "batch": "dp"}, {"mesh": {"dp": 2, "tp": 2}, "batch": "dp"}]
BOUND = 2e-5


def select(arrays, kind):
    """The arrays of a kind by their own names."""
    return {name.removeprefix(kind): value for name, value in arrays.items() if name.startswith(kind)}


def split_outputs(weights):
    """The first dimension of matrices of weights over tp."""
    return {name: {"tp": "S(0)"} for name, value in weights.items() if value.ndim == 2 and name.endswith("weight")}


def largest(results, expected):
    """The largest difference of all results, relative where they are large."""
    assert set(results) == set(expected)
    return max(np.abs(results[name] - value).max() / max(1, np.abs(value).max()) for name, value in expected.items())


def swap_names(weights):
    """Weights in which two matrices of one shape have each other's name; None where there are no such two. (The biases of a recurrent layer are
    added, so that they may have.)"""
    matrices = {name: value for name, value in weights.items() if value.ndim > 1}
    for name, value in matrices.items():
        for other, same in matrices.items():
            if other > name and same.shape == value.shape and same.dtype == value.dtype and (same != value).any():
                return weights | {name: same, other: value}
    return None


def main(folder):
    paths, caught = sorted(pathlib.Path(folder).glob("*.mlir")), 0
    for path in paths:
        arrays = sbp.safetensors.load(str(path.with_suffix(".safetensors")))
        weights, inputs, expected = (select(arrays, kind) for kind in ("weight.", "input.", "result."))
        worst = []
        for options in MESHES:
            if "tp" in options.get("mesh", {}):
                options = options | {"plan": split_outputs(weights)}
            program = sbp.compile(path, data=list(inputs), **options)
            with program.session(weights=weights) as session:
                results = session.step(None, inputs)
            worst.append(largest(results, expected))
        print(f"{path.stem}: differs from PyTorch by {', '.join(f'{each:.1e}' for each in worst)}")
        assert max(worst) < BOUND
        swapped = swap_names(weights)
        if swapped is not None:
            with program.session(weights=swapped) as session:
                assert largest(session.step(None, inputs), expected) > 100 * BOUND, f"{path.stem}: swapped names are not seen"
            caught += 1
    print(f"{len(paths)} models agree; swapped names are seen in {caught}")


if __name__ == "__main__":
    main(*sys.argv[1:])
