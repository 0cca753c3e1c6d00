"""A table that two stages read (tied embedding): its gradient is accumulated on each stage and sent once a step.

Rows are gathered from the table on the first stage, and the last one multiplies by it, once or twice. Three steps of SGD equal those of
the same model in numpy (float64). Prints a table: how often the last stage reads the table, schedule, micro-batches, transfers of the
gradient and their bytes a step.
"""

import numpy as np

from sbp import safetensors
from sbp_testing.harness import Case, run

TOKENS, WORDS, WIDTH, STEPS, RATE = 16, 40, 8, 3, 0.1

MODEL = """
sbp.placement @first ["dp" = 2]
sbp.placement @last ["dp" = 2] ranks [2, 3]
func.func @main(
    %ids: tensor<16xi64> {{sbp.name = "ids", sbp.distribution = #sbp.distribution<@first, [S(0)]>}},
    %table: tensor<40x8xf32> {{sbp.name = "table", sbp.distribution = #sbp.distribution<@first, [B]>}},
    %w: tensor<8x8xf32> {{sbp.name = "w", sbp.distribution = #sbp.distribution<@last, [B]>}})
    -> (tensor<f32> {{sbp.name = "loss", sbp.distribution = #sbp.distribution<@last, [B]>}}) {{
  %x = nn.gather %table, %ids {{axis = 0 : i64}} : (tensor<40x8xf32>, tensor<16xi64>) -> tensor<16x8xf32>
  %there = sbp.constrain %x to #sbp.distribution<@last, [S(0)]> : tensor<16x8xf32>
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<16x8xf32>
  %f = linalg.fill ins(%z : f32) outs(%e : tensor<16x8xf32>) -> tensor<16x8xf32>
  %p = linalg.matmul ins(%there, %w : tensor<16x8xf32>, tensor<8x8xf32>) outs(%f : tensor<16x8xf32>) -> tensor<16x8xf32>
  %t = math.tanh %p : tensor<16x8xf32>
  %h = sbp.constrain %t to #sbp.distribution<@last, [S(0)]> : tensor<16x8xf32>
  %copy = sbp.constrain %table to #sbp.distribution<@last, [B]> : tensor<40x8xf32>
  %et = tensor.empty() : tensor<8x40xf32>
  %transposed = linalg.transpose ins(%copy : tensor<40x8xf32>) outs(%et : tensor<8x40xf32>) permutation = [1, 0]
  %el = tensor.empty() : tensor<16x40xf32>
  %fl = linalg.fill ins(%z : f32) outs(%el : tensor<16x40xf32>) -> tensor<16x40xf32>
  %logits = linalg.matmul ins(%h, %transposed : tensor<16x8xf32>, tensor<8x40xf32>) outs(%fl : tensor<16x40xf32>) -> tensor<16x40xf32>
  %q = arith.mulf %logits, %logits : tensor<16x40xf32>
{second}
  %e0 = tensor.empty() : tensor<f32>
  %f0 = linalg.fill ins(%z : f32) outs(%e0 : tensor<f32>) -> tensor<f32>
  %loss = linalg.reduce {{ arith.addf }} ins(%{summed} : tensor<16x40xf32>) outs(%f0 : tensor<f32>) dimensions = [0, 1]
  return %loss : tensor<f32>
}}
"""

# The sines of all numbers of the table are added to every row of the squares.
SECOND = """
  %again = sbp.constrain %table to #sbp.distribution<@last, [B]> : tensor<40x8xf32>
  %sines = math.sin %again : tensor<40x8xf32>
  %er = tensor.empty() : tensor<40xf32>
  %fr = linalg.fill ins(%z : f32) outs(%er : tensor<40xf32>) -> tensor<40xf32>
  %sums = linalg.reduce { arith.addf } ins(%sines : tensor<40x8xf32>) outs(%fr : tensor<40xf32>) dimensions = [1]
  %bl = linalg.broadcast ins(%sums : tensor<40xf32>) outs(%el : tensor<16x40xf32>) dimensions = [0]
  %q2 = arith.addf %q, %bl : tensor<16x40xf32>
"""


def train(ids, table, w, reads):
    """Losses and the table after STEPS steps."""
    losses = []
    for _ in range(STEPS):
        x = table[ids]
        t = np.tanh(x @ w)
        logits = t @ table.T
        losses.append((logits**2).sum() + (TOKENS * np.sin(table).sum() if reads == 2 else 0))
        slope = 2 * logits
        inner = (slope @ table) * (1 - t * t)
        gradient = slope.T @ t
        np.add.at(gradient, ids, inner @ w.T)
        if reads == 2:
            gradient += TOKENS * np.cos(table)
        table, w = table - RATE * gradient / 100, w - RATE * (x.T @ inner) / 100
    return np.array(losses), table


def main():
    source = np.random.default_rng(1)
    ids = source.integers(0, WORDS, TOKENS)
    table, w = source.standard_normal((WORDS, WIDTH)), source.standard_normal((WIDTH, WIDTH)) * 0.3
    for reads in (1, 2):
        expected, last = train(ids, table.astype(np.float32).astype(np.float64), w.astype(np.float32).astype(np.float64), reads)
        for schedule, count in (("", 1), ("gpipe", 4), ("1f1b", 4), ("1f1b", 8), ("zero_bubble", 4), ("interleaved", 4)):
            forward = Case(MODEL.format(second=SECOND if reads == 2 else "", summed="q2" if reads == 2 else "q"))
            cut = f" micro-batches={count} schedule={schedule}" if schedule else ""
            text = run("sbp-opt", forward.model, f"--sbp-add-training=loss=loss data=ids optimizer=sgd rate={RATE / 100}{cut}").stdout
            case = Case(text)
            safetensors.save(case.path("first.safetensors"), {"table": table.astype(np.float32), "w": w.astype(np.float32)})
            np.save(case.path("ids.npy"), ids)
            run(
                "sbp-run",
                case.artifact,
                "--entry=train",
                f"--steps={STEPS}",
                f"--weights={case.path('first.safetensors')}",
                f"--input=ids=@{case.path('ids.npy')}",
                f"--output=loss=@{case.path('loss.npy')}:all",
                f"--save-state={case.path('last.safetensors')}",
            )
            difference = np.abs(np.load(case.path("loss.npy")) / expected - 1).max()
            moved = np.abs(safetensors.load(case.path("last.safetensors"))["table"] - last).max()
            sent = [
                entry
                for entry in case.report["boxings"]
                if entry["entry"] == "train"
                and entry["from"].startswith("@last")
                and entry["to"].startswith("@first")
                and entry["total_bytes"] >= 4 * WORDS * WIDTH
            ]
            times = sum(entry["executions_per_step"] for entry in sent)
            total = sum(entry["total_bytes"] * entry["executions_per_step"] for entry in sent)
            print(
                f"read {reads} times, {schedule or 'whole batch':12} {count} micro-batches: sent {times} times, {total} bytes; "
                f"losses differ by {difference:.1e}, the table by {moved:.1e}"
            )
            assert difference < 1e-5 and moved < 1e-5, (expected, np.load(case.path("loss.npy")))
            assert times == 1, sent


main()
