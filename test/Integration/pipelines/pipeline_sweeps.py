"""A mean over unequal numbers of elements on four stages: the number is summed in a sweep of its own, the rest is a pipeline.

The mask stands on the last stage and holds 64 ones, so that every quotient of the integers is exact. Loss and weights of a step in eight
micro-batches equal those of the uncut step, bit for bit. Prints the numbers in flight.
"""

import os

import numpy as np

from sbp import safetensors
from sbp_testing.equal_stages import write
from sbp_testing.harness import Case, run

STAGES, ROWS, WIDTH = 4, 16, 8


def write_mean(count):
    """The model of equal_stages.py with sum(mask * squares) / sum(mask) as its loss."""
    kind = f"tensor<{ROWS}x{WIDTH}xf32>"
    text = write(STAGES, ROWS, WIDTH, count, "1f1b")
    mask = f'%mask: {kind} {{sbp.name = "mask", sbp.microbatch = 0 : i64, sbp.distribution = #sbp.distribution<@s{STAGES - 1}, [B]>}}'
    text = text.replace(f"%w0: tensor<{WIDTH}x", f"{mask}, %w0: tensor<{WIDTH}x", 1)
    text = text.replace(f"%q = arith.mulf %d, %d : {kind}", f"%dd = arith.mulf %d, %d : {kind}\n  %q = arith.mulf %dd, %mask : {kind}")
    total = "  %em = tensor.empty() : tensor<f32>\n  %fm = linalg.fill ins(%zero : f32) outs(%em : tensor<f32>) -> tensor<f32>\n"
    total += f"  %number = linalg.reduce {{ arith.addf }} ins(%mask : {kind}) outs(%fm : tensor<f32>) dimensions = [0, 1]\n"
    text = text.replace("  %loss = linalg.reduce", f"{total}  %sum = linalg.reduce")
    return text.replace("  %g:", "  %loss = arith.divf %sum, %number : tensor<f32>\n  %g:", 1)


def train(count, data, weights):
    """The loss and the next weights of one step, and the report's schedule."""
    case = Case(write_mean(count))
    safetensors.save(case.path("first.safetensors"), weights)
    loss, last = case.path("loss.npy"), case.path("last.safetensors")
    run(
        "sbp-run",
        case.artifact,
        f"--weights={case.path('first.safetensors')}",
        f"--save-state={last}",
        *case.save(data),
        f"--output=loss=@{loss}",
    )
    return np.load(loss), safetensors.load(last), case.report.get("schedule")


def main():
    seed = int(os.environ.get("SBP_PIPELINE_SEED", np.random.default_rng().integers(10**6)))
    print("seed", seed)
    source = np.random.default_rng(seed)
    mask = source.permutation(np.repeat([0, 1], ROWS * WIDTH // 2)).reshape(ROWS, WIDTH)
    data = {"x": source.integers(-1, 2, (ROWS, WIDTH)), "y": source.integers(-1, 2, (ROWS, WIDTH)), "mask": mask}
    data = {name: value.astype(np.float32) for name, value in data.items()}
    weights = {f"w{k}": source.integers(-1, 2, (WIDTH, WIDTH)).astype(np.float32) for k in range(STAGES)}
    loss, states, _ = train(1, data, weights)
    found, next_states, schedule = train(8, data, weights)
    assert np.array_equal(loss, found), (loss, found)
    assert any(not np.array_equal(states[name], weights[name]) for name in weights)
    for name, state in states.items():
        assert np.array_equal(state, next_states[name]), name
    print(f"{schedule['kind']}: in flight {schedule['in_flight']}, loss and weights equal the uncut step's")


main()
