"""The models of the zoos on one rank, [4] and [2, 2] against PyTorch.  compare_models.py [--write FOLDER] [NAMES]

Prints a table, and fails where fewer than 40 models agree or one is wrong: a model that has no text is listed with the error. With --write,
the text of each model that TEXTS names, and its weights, inputs and PyTorch's results, are written to FOLDER: run_texts.py runs them
without PyTorch. Needs torch and sbp, and transformers for its models.
"""

import argparse
import sys
import time
import warnings

import numpy as np
import torch

import model_zoo
import sbp

warnings.simplefilter("ignore")  # plans here are small, not good
BOUND = 2e-5  # of the largest difference, relative to the largest result where that is above 1
# Those whose texts are committed.
TEXTS = [
    "perceptron",
    "encoder_layer",
    "convolutions",
    "residual_batchnorm",
    "Characters",
    "Recommender",
    "Experts",
    "RotaryBlock",
    "Mixer",
]
TEXTS += ["GraphConvolution", "DilatedConvolutions", "Autoencoder"]


def meshes_of(module):
    """Options for one rank, four with rows of the batch, and [2, 2] with products split by outputs or as the model's own plan has them."""
    yield {}
    yield {"mesh": {"dp": 4}, "batch": "dp"}
    linear = [path for path, each in module.named_modules() if type(each) is torch.nn.Linear]
    plan = "auto" if getattr(module, "_tp_plan", None) else dict.fromkeys(linear, "column")
    yield {"mesh": {"dp": 2, "tp": 2}, "batch": "dp", "plan": plan}


def flatten(value, path=()):
    """{path: array} of what a model returns, as the package names it."""
    if isinstance(value, torch.Tensor):
        return {".".join(path) or "result": value.detach().numpy()}
    if value is None or not hasattr(value, "items") and not isinstance(value, (tuple, list)):
        return {}
    parts = value.items() if hasattr(value, "items") else enumerate(value)
    path = path if path or hasattr(value, "items") else ("result",)
    return {name: array for key, each in parts for name, array in flatten(each, (*path, str(key))).items()}


def compare(expected, results):
    """The largest difference, relative where results are large; inf where one is missing."""
    worst = 0.0
    for name, array in expected.items():
        if name not in results or results[name].shape != array.shape:
            return np.inf
        difference = np.abs(results[name].astype("f8") - array.astype("f8")).max(initial=0)
        worst = max(worst, difference / max(1.0, np.abs(array).max(initial=0)))
    return worst


def run(name, build, folder):
    """A line for a model, and whether it agrees: None where it has no text."""
    torch.manual_seed(0)
    module, inputs = build()
    with torch.no_grad():
        keywords = {"use_cache": False} if "use_cache" in module.forward.__code__.co_varnames else {}
        expected = flatten(module(**inputs, **keywords))
    differences = []
    for mesh in meshes_of(module):
        try:
            program = sbp.compile(module, **inputs, **mesh)
        except sbp.ExportError as error:
            return f"{name}: no text: {str(error).splitlines()[0][:140]}", None
        with program.session(weights=module) as session:
            differences.append(compare(expected, session.step(**inputs)))
    if folder and name in TEXTS:
        write(folder, name, module, inputs, expected)
    return f"{name}: differs by {', '.join(f'{each:.1e}' for each in differences)}", max(differences) < BOUND


def write(folder, name, module, inputs, expected):
    """The text without placement, and one file with weights, inputs and results by "weight.", "input." and "result." in front of names."""
    from sbp.export_torch import export

    text, values = export(module, (), keywords=inputs)
    arrays = {f"weight.{key}": value for key, value in values.items()} | {f"input.{key}": value.numpy() for key, value in inputs.items()}
    with open(f"{folder}/{name}.mlir", "w") as file:
        file.write(text)
    sbp.safetensors.save(f"{folder}/{name}.safetensors", arrays | {f"result.{key}": value for key, value in expected.items()})


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--write")
    parser.add_argument("names", nargs="*")
    options = parser.parse_args()
    zoo = dict(model_zoo.ZOO)
    try:
        import transformers_zoo

        zoo |= transformers_zoo.ZOO
    except ImportError as error:
        print(f"without models of transformers: {error}")
    outcomes = []
    for name in options.names or zoo:
        start = time.perf_counter()
        try:
            line, agrees = run(name, zoo[name], options.write)
        except Exception as error:
            line, agrees = f"{name}: {type(error).__name__}: {str(error).splitlines()[0][:160]}", False
        print(f"{line} ({time.perf_counter() - start:.1f} s)", flush=True)
        outcomes.append(agrees)
    wrong, right = outcomes.count(False), outcomes.count(True)
    print(f"{right} models agree with PyTorch on 1, [4] and [2, 2] to {BOUND}, {outcomes.count(None)} have no text, {wrong} are wrong")
    sys.exit(wrong > 0 or (not options.names and right < 40))


if __name__ == "__main__":
    main()
