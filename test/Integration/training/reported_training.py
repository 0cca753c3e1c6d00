"""Small inputs that were once wrong or refused, on one rank, on [4] and on [2, 2]:  reported_training.py [--only NAME]... [--plans PLAN+...]

Rows of TEXTS are written by hand, with their right values here. Those of Inputs/reported_training/rows.json are texts that PyTorch and
JAX export, with the frameworks' results (make.py wrote both). On a mesh either nothing is annotated, or the batch is split over the first
axis ("dp") and everything else over the last one. Prints a table: row, plan, options of the step, largest difference.
On PATH: sbp-opt, sbp-compile, sbp-run.
"""

import argparse
import json
import os
import re
import tempfile

import numpy as np

from sbp import safetensors
from sbp_testing.bfloats import load_as, round_to_bits
from sbp_testing.harness import Case, run
from sbp_testing.paths import INPUTS as TEXTS

INPUTS = TEXTS / "reported_training"
#: The axes of the mesh, and whether tensors are split.
PLANS = {
    "[1]": ([1], False),
    "[4]": ([4], False),
    "[4], split": ([4], True),
    "[2, 2]": ([2, 2], False),
    "[2, 2], split": ([2, 2], True),
}
NAMES = ["dp", "tp"]
PORT = re.compile(r'(tensor<([^>]*)> \{)((?:[^{}]|\{[^{}]*\})*?sbp\.(?:name|state) = "([^"]*)")')


def softmax(scores):
    shares = np.exp(scores - scores.max(-1, keepdims=True))
    return shares / shares.sum(-1, keepdims=True)


def differentiate_log_sum_exp(x, w, scale=0.7):
    """The gradient of sum(w * log(sum(exp(scale * x x^T), -1))) by x; x: batch, head, position, channel, w: without channels."""
    found = np.zeros_like(x)
    for batch, head in np.ndindex(x.shape[:2]):
        rows = x[batch, head]
        shares = w[batch, head][:, None] * softmax(scale * rows @ rows.T) * scale
        found[batch, head] = shares @ rows + shares.T @ rows
    return found


def count(*shape):
    return np.arange(1.0, 1 + np.prod(shape)).reshape(shape)


X = np.sin(count(1, 3, 3, 2))
W = np.cos(count(1, 3, 3))
SUMMED = np.ones((256, 4))
SUMMED[0] = 256
CLIPPED = np.cos(count(3, 2)) * np.array([[1], [0], [1]])
WINDOWS = {"x": count(3), "w": np.array([[0.5], [0.2]]), "s": np.ones(2), "c": np.ones(3)}
TANH = np.broadcast_to(np.tanh([[1.0], [2.0]]), (2, 3))
#: Rows by hand: inputs, results that are right; of a step: its options, first states, the last states that are right.
TEXTS = {
    "acosh_at_one": {"inputs": {"x": np.array([1.0, 2.0]), "s": np.ones(2)}, "right": {"g": [np.inf, 3**-0.5]}},
    "gradient_of_broadcast": {
        "inputs": {"a": count(2), "b": count(2, 3)},
        "right": {"g": count(2, 3), "h": TANH},
    },
    "gradient_of_copy": {"inputs": {"x": count(2), "b": 10 * count(2)}, "right": {"g": [10, 20], "h": [10, 20]}},
    "product_with_init": {"inputs": {"x": count(3)}, "right": {"y": 12, "g": [12, 6, 4]}},
    "product_with_init, 0": {"inputs": {"x": count(3)}, "right": {"y": 0, "g": [0, 0, 0]}, "replaced": ("2.0", "0.0")},
    "second_derivative_of_max_windows": {
        "inputs": WINDOWS,
        "right": {"g": [0.43879128094519, 0, 0.16506712298194], "h": [-0.11985638465105, 0, -0.02258569893580]},
    },
    "attention_key_is_value": {
        "inputs": {"x": X, "w": W, "c": np.zeros_like(X)},
        "right": {"h": differentiate_log_sum_exp(X, W)},
    },
    "slice_of_batch": {"inputs": {"x": count(3, 2)}, "right": {"g": CLIPPED}},
    "slice_of_batch_by_hand": {"inputs": {"x": count(3, 2)}, "right": {"g": [[1, 2], [0, 0], [5, 6]]}},
    # The weights of Adam in f64; moments of f16 gave -93.8 after four steps.
    "f16_adam": {
        "inputs": {"x": np.array([1e-3, 0, 1e-3, 0], "f2")},
        "data": ["x"],
        "training": ["rate=0.001"],
        "steps": 4,
        "weights": {"w": np.float16(1)},
        "right": {"w": np.float16(0.9968)},
    },
    # -511 in bf16, however the sum is cut: 256 rows of which the first is 256.
    "bf16_accumulation": {
        "inputs": {"x": round_to_bits(SUMMED)},
        "data": ["x"],
        "training": [f"optimizer=sgd rate=1{cut}" for cut in ("", " micro-batches=64", " micro-batches=256")],
        "weights": {"w": round_to_bits(np.zeros((4, 4)))},
        "right": {"w": np.full((4, 4), -512)},
    },
    "training_drops_states": {
        "inputs": {"x": np.ones((4, 2), "f4")},
        "data": ["x"],
        "training": ["optimizer=sgd rate=0.1"],
        "steps": 2,
        "weights": {"w": np.ones(2, "f4"), "average": np.zeros(2, "f4")},
        "right": {"average": [0.75, 0.75]},
    },
}


def read_rows():
    """All rows by name."""
    rows = {name: {"text": name.partition(",")[0], **row} for name, row in TEXTS.items()}
    with open(os.path.join(INPUTS, "rows.json")) as file:
        exported = json.load(file)
    parse = lambda kind, value: round_to_bits(value) if kind == "bf16" else np.array(value, kind)
    for name, row in exported.items():
        for key in ("inputs", "weights", "right"):
            row[key] = {port: parse(*value) for port, value in row.get(key, {}).items()}
        rows[name] = {"text": name, "data": list(row["inputs"]), **row}
    return rows


def distribute(text, sizes, is_split, data):
    """`text` on a mesh; `data` split over the first axis in dimension 0, all else in its last dimension over the last axis."""
    axes = ", ".join(f'"{name}" = {size}' for name, size in zip(NAMES, sizes))
    text = re.sub(r"sbp\.placement .*\n", "", text)
    text = re.sub(r", sbp\.distribution = #sbp\.distribution<@\w+, \[[^\]]*\]>", "", text)

    def annotate(match):
        rank = len(match[2].split("x")) - 1
        if not is_split or rank == 0 or "..." in match[0]:
            return match[0]
        parts = ["B"] * len(sizes)
        if match[4] in data:
            parts[0] = "S(0)"
        else:
            parts[-1] = f"S({rank - 1})"
        return f"{match[1]}sbp.distribution = #sbp.distribution<@mesh, [{', '.join(parts)}]>, {match[3]}"

    begin = text.index("func.func")
    end = re.compile(r"\)\s*-> \(").search(text, begin).start()
    header = PORT.sub(annotate, text[begin:end]) if is_split else text[begin:end]
    text = f"{text[:begin]}{header}{text[end:]}"
    within = re.search(r"^module[^\n]*\{\n", text, re.M)
    begin = within.end() if within else begin
    return f"{text[:begin]}sbp.placement @mesh [{axes}]\n{text[begin:]}"


def as_numbers(array):
    return load_as(np.asarray(array))


def compare(found, right):
    """The largest difference, relative to values above 1 and to what the type of `right` resolves; infinities must be equal."""
    unit = {np.dtype("V2"): 2**16, np.dtype("f2"): 2**13}.get(np.asarray(right).dtype, 1)
    found, right = as_numbers(found), as_numbers(right)
    if found.size != right.size:
        return np.inf
    found, right = found.ravel(), right.ravel()
    equal = found == right
    with np.errstate(invalid="ignore"):
        difference = np.where(equal, 0, np.abs(found - right) / np.maximum(np.abs(right), 1))
    return np.nan_to_num(difference / unit, nan=np.inf).max(initial=0)


def check_step(title, row, text, options):
    """Runs the training step, and the states and losses that are right."""
    loss = re.search(r'sbp\.name = "(loss|result)"', text)[1]
    with tempfile.NamedTemporaryFile("w", suffix=".mlir") as file:
        file.write(text)
        file.flush()
        case = Case(run("sbp-opt", file.name, f"--sbp-add-training=loss={loss} data={','.join(row['data'])} {options}").stdout)
    safetensors.save(case.path("first"), row["weights"])
    steps = row.get("steps", 1)
    words = [f"--steps={steps}", f"--weights={case.path('first')}", f"--save-state={case.path('last')}"]
    run("sbp-run", case.artifact, "--entry=train", *words, *case.save(row["inputs"]), f"--output={loss}=@{case.path('loss.npy')}:all")
    last = safetensors.load(case.path("last"))
    found = {name: last.get(name, row["weights"].get(name)) for name in row["right"]}
    worst = max(compare(found[name], right) for name, right in row["right"].items())
    if "losses" in row:
        worst = max(worst, compare(np.load(case.path("loss.npy")), row["losses"]))
    # A frozen weight has no moments.
    frozen = [name for name in row["weights"] if name not in last]
    assert not any(state.startswith(f"{name}.") for name in frozen for state in last), (title, sorted(last))
    return worst


def check(name, row, plan):
    sizes, is_split = PLANS[plan]
    with open(os.path.join(INPUTS, row["text"] + ".mlir")) as file:
        text = file.read()
    if "replaced" in row:
        text = text.replace(*row["replaced"])
    text = distribute(text, sizes, is_split, row.get("data", row["inputs"]))
    for options in row.get("training") or [None]:
        title = f"{name:34} {plan:14} {options or 'results':40}"
        if options:
            worst = check_step(title, row, text, options)
        else:
            case = Case(text)
            words = []
            if row.get("weights"):
                safetensors.save(case.path("first"), row["weights"])
                words = [f"--weights={case.path('first')}"]
            found = case.execute(row["inputs"], list(row["right"]), *words)
            worst = max(compare(found[port], right) for port, right in row["right"].items())
        bound = row.get("bound", 1e-6)
        print(f"{title} {worst:.1e}, bound {bound:.0e}", flush=True)
        assert worst <= bound, title


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", action="append")
    parser.add_argument("--plans", default="+".join(PLANS))
    options = parser.parse_args()
    rows = {name: row for name, row in read_rows().items() if not options.only or name in options.only}
    plans = options.plans.split("+")
    for name, row in rows.items():
        for plan in plans:
            check(name, row, plan)
    print(f"{len(rows)} rows are right under {len(plans)} plans")


if __name__ == "__main__":
    main()
