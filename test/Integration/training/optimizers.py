"""Ten steps of SGD, Adam and AdamW against numpy in the formulas of torch.optim, on one rank and with ZeRO 1 to 3 on [4].

Each optimizer trains a linear model through --sbp-add-training; gradients are clipped in one of the cases. Prints a table: optimizer,
plan, largest difference of the parameters, bytes moved a step.
"""

import tempfile

import numpy as np

from sbp import safetensors
from sbp_testing.harness import Case, run

STEPS, RATE = 10, 0.05
ROWS, INNER, OUTER = 16, 8, 4

MODEL = """
{placement}
func.func @main(%x: tensor<16x8xf32> {{sbp.name = "x"{x}}}, %y: tensor<16x4xf32> {{sbp.name = "y"{x}}},
                %w: tensor<8x4xf32> {{sbp.name = "w"{w}}}, %b: tensor<4xf32> {{sbp.name = "b"{w}}}) -> (tensor<f32> {{sbp.name = "loss"}}) {{
  %zero = arith.constant 0.0 : f32
  %e0 = tensor.empty() : tensor<16x4xf32>
  %f0 = linalg.fill ins(%zero : f32) outs(%e0 : tensor<16x4xf32>) -> tensor<16x4xf32>
  %p = linalg.matmul ins(%x, %w : tensor<16x8xf32>, tensor<8x4xf32>) outs(%f0 : tensor<16x4xf32>) -> tensor<16x4xf32>
  %e1 = tensor.empty() : tensor<16x4xf32>
  %bb = linalg.broadcast ins(%b : tensor<4xf32>) outs(%e1 : tensor<16x4xf32>) dimensions = [0]
  %o = arith.addf %p, %bb : tensor<16x4xf32>
  %d = arith.subf %o, %y : tensor<16x4xf32>
  %q = arith.mulf %d, %d : tensor<16x4xf32>
  %e2 = tensor.empty() : tensor<f32>
  %f2 = linalg.fill ins(%zero : f32) outs(%e2 : tensor<f32>) -> tensor<f32>
  %loss = linalg.reduce {{ arith.addf }} ins(%q : tensor<16x4xf32>) outs(%f2 : tensor<f32>) dimensions = [0, 1]
  return %loss : tensor<f32>
}}
"""

OPTIMIZERS = {
    "sgd": dict(optimizer="sgd"),
    "sgd, momentum, decay": dict(optimizer="sgd", momentum=0.9, weight_decay=0.02),
    "adam, decay": dict(optimizer="adam", weight_decay=0.02),
    "adamw, clip": dict(optimizer="adamw", weight_decay=0.1, clip=1.0),
}


def write(spread, optimizer, zero):
    """The text of the model with its training step."""
    distribution = lambda component: f", sbp.distribution = #sbp.distribution<@m, [{component}]>" if spread else ""
    text = MODEL.format(placement='sbp.placement @m ["dp" = 4]' if spread else "", x=distribution("S(0)"), w=distribution("B"))
    options = [f"{key.replace('_', '-')}={value}" for key, value in optimizer.items()]
    if zero:
        options.append(f"zero={zero}:dp")
    with tempfile.NamedTemporaryFile("w", suffix=".mlir") as file:
        file.write(text)
        file.flush()
        return run("sbp-opt", file.name, f"--sbp-add-training=loss=loss data=x,y {' '.join(options)}").stdout


def train(values, x, y, optimizer="sgd", momentum=0.0, weight_decay=0.0, clip=0.0):
    """The parameters after STEPS steps, in float64."""
    values = {name: value.astype(np.float64) for name, value in values.items()}
    first = {name: np.zeros_like(value) for name, value in values.items()}
    second = {name: np.zeros_like(value) for name, value in values.items()}
    for step in range(1, STEPS + 1):
        d = 2 * (x @ values["w"] + values["b"] - y)
        slopes = {"w": x.T @ d, "b": d.sum(0)}
        if clip:
            norm = np.sqrt(sum(np.sum(g * g) for g in slopes.values()))
            slopes = {name: g * min(1.0, clip / (norm + 1e-6)) for name, g in slopes.items()}
        for name, g in slopes.items():
            w = values[name]
            if optimizer == "adamw":
                w = w * (1 - RATE * weight_decay)
            else:
                g = g + weight_decay * w
            if optimizer == "sgd":
                first[name] = momentum * first[name] + g
                values[name] = w - RATE * first[name]
                continue
            first[name] = 0.9 * first[name] + 0.1 * g
            second[name] = 0.999 * second[name] + 0.001 * g * g
            size = np.sqrt(second[name]) / np.sqrt(1 - 0.999**step) + 1e-8
            values[name] = w - RATE / (1 - 0.9**step) * first[name] / size
    return values


def main():
    source = np.random.default_rng(3)
    x = (source.standard_normal((ROWS, INNER)) * 0.3).astype(np.float32)
    y = source.standard_normal((ROWS, OUTER)).astype(np.float32)
    values = {"w": source.standard_normal((INNER, OUTER)).astype(np.float32), "b": source.standard_normal(OUTER).astype(np.float32)}
    for name, optimizer in OPTIMIZERS.items():
        expected = train(values, x.astype(np.float64), y.astype(np.float64), **optimizer)
        for spread, zero in ((False, 0), (True, 0), (True, 1), (True, 2), (True, 3)):
            case = Case(write(spread, optimizer, zero))
            safetensors.save(case.path("first.safetensors"), values)
            moved = case.execute(
                {"x": x, "y": y, "learning_rate": np.float32(RATE)},
                ["loss"],
                "--entry=train",
                f"--steps={STEPS}",
                f"--weights={case.path('first.safetensors')}",
                f"--save-state={case.path('last.safetensors')}",
            )
            last = safetensors.load(case.path("last.safetensors"))
            worst = max(np.abs(last[key] - value).max() for key, value in expected.items())
            plan = f"ZeRO-{zero} on [4]" if zero else "data parallel on [4]" if spread else "one rank"
            total = sum(entry["total_bytes"] for entry in case.report["boxings"] if entry["entry"] == "train")
            print(f"{name:22} {plan:22} largest difference {worst:.1e}, {total} bytes a step")
            assert worst < 2e-5 and np.isfinite(moved["loss"]), (name, plan, last, expected)
    print(f"{STEPS} steps equal numpy's: {len(OPTIMIZERS)} optimizers on 5 plans")


main()
