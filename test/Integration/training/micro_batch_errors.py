"""Models and flags that cannot be cut into micro-batches or pipelined: sbp-compile ends with one error, where the model is wrong.

Every case changes a text or two of one valid model of two stages. Prints a table: case, line of the model or flag, message, notes.
"""

import re

from sbp_testing.harness import Case

MODEL = """sbp.placement @a ["x" = 1] ranks [0]
sbp.placement @b ["x" = 1] ranks [1]
func.func @train(
    %x: tensor<8x4xf32> {sbp.name = "x", sbp.microbatch = 0 : i64, sbp.distribution = #sbp.distribution<@a, [B]>},
    %y: tensor<8x4xf32> {sbp.name = "y", sbp.microbatch = 0 : i64, sbp.distribution = #sbp.distribution<@b, [B]>},
    %rate: tensor<f32> {sbp.name = "rate", sbp.distribution = #sbp.distribution<@b, [B]>},
    %v: tensor<4x4xf32> {sbp.state = "v", sbp.distribution = #sbp.distribution<@a, [B]>},
    %w: tensor<4x4xf32> {sbp.state = "w", sbp.distribution = #sbp.distribution<@b, [B]>})
    -> (tensor<f32> {sbp.name = "loss"}, tensor<4x4xf32> {sbp.state = "v"}, tensor<4x4xf32> {sbp.state = "w"})
    attributes {sbp.microbatches = 4 : i64, sbp.schedule = "1f1b"} {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<8x4xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<8x4xf32>) -> tensor<8x4xf32>
  %p = linalg.matmul ins(%x, %v : tensor<8x4xf32>, tensor<4x4xf32>) outs(%f : tensor<8x4xf32>) -> tensor<8x4xf32>
  %s = math.tanh %p : tensor<8x4xf32>
  %h = sbp.constrain %s to #sbp.distribution<@b, [B]> : tensor<8x4xf32>
  %q = linalg.matmul ins(%h, %w : tensor<8x4xf32>, tensor<4x4xf32>) outs(%f : tensor<8x4xf32>) -> tensor<8x4xf32>
  %d = arith.subf %q, %y : tensor<8x4xf32>
  %k = arith.mulf %d, %d : tensor<8x4xf32>
  %e0 = tensor.empty() : tensor<f32>
  %f0 = linalg.fill ins(%zero : f32) outs(%e0 : tensor<f32>) -> tensor<f32>
  %loss = linalg.reduce { arith.addf } ins(%k : tensor<8x4xf32>) outs(%f0 : tensor<f32>) dimensions = [0, 1]
  %g:2 = nn.gradient %loss wrt (%v, %w) : (tensor<f32>, tensor<4x4xf32>, tensor<4x4xf32>) -> (tensor<4x4xf32>, tensor<4x4xf32>)
  %nv = arith.subf %v, %g#0 : tensor<4x4xf32>
  %nw = arith.subf %w, %g#1 : tensor<4x4xf32>
  return %loss, %nv, %nw : tensor<f32>, tensor<4x4xf32>, tensor<4x4xf32>
}
"""
#: The mean of forward's result over the batch is taken from every row.
STATISTIC = """  %e4 = tensor.empty() : tensor<4xf32>
  %f4 = linalg.fill ins(%zero : f32) outs(%e4 : tensor<4xf32>) -> tensor<4xf32>
  %sum = linalg.reduce { arith.addf } ins(%p : tensor<8x4xf32>) outs(%f4 : tensor<4xf32>) dimensions = [0]
  %all = linalg.broadcast ins(%sum : tensor<4xf32>) outs(%e : tensor<8x4xf32>) dimensions = [0]
  %centred = arith.subf %p, %all : tensor<8x4xf32>
  %s = math.tanh %centred : tensor<8x4xf32>"""
COUNT, CREDITS = "sbp.microbatches = 4 : i64", "expected a number from 1 per rank of the pipeline, such as 4,3,2,1"
COUNTS = "expected a number of micro-batches from 1 to 1048576"
ENTRY = "func.func @train("
FLAG = "sbp-compile"

#: name: (replacements, flags, text of the line that the error names or FLAG, message)
CASES = {
    "data without a dimension": (
        [('sbp.name = "y", sbp.microbatch = 0 : i64', 'sbp.name = "y"')],
        [],
        "%y: ",
        "argument #1 'y' has no sbp.microbatch; in an entry of several micro-batches every data argument names the dimension that is cut, "
        'or is "whole"',
    ),
    "no data with a dimension": (
        [("sbp.microbatch = 0 : i64, ", "")],
        [],
        ENTRY,
        "has sbp.microbatches = 4 but no argument has sbp.microbatch; give data arguments the dimension that is cut",
    ),
    "m does not divide": (
        [(COUNT, "sbp.microbatches = 3 : i64")],
        [],
        "%x: ",
        "argument #0 'x' has extent 8 in dimension 0, which 3 micro-batches do not divide; expected a multiple of sbp.microbatches",
    ),
    "m above the dim": (
        [(COUNT, "sbp.microbatches = 16 : i64")],
        [],
        "%x: ",
        "argument #0 'x' has extent 8 in dimension 0, which 16 micro-batches exceed; expected a multiple of sbp.microbatches",
    ),
    "m = 0": ([(COUNT, "sbp.microbatches = 0 : i64")], [], ENTRY, f"sbp.microbatches is 0 : i64; {COUNTS}"),
    "m below 0": ([(COUNT, "sbp.microbatches = -4 : i64")], [], ENTRY, f"sbp.microbatches is -4 : i64; {COUNTS}"),
    "m beyond all bounds": ([(COUNT, "sbp.microbatches = 1048577 : i64")], [], ENTRY, f"sbp.microbatches is 1048577 : i64; {COUNTS}"),
    "m is no number": ([(COUNT, 'sbp.microbatches = "4"')], [], ENTRY, f'sbp.microbatches is "4"; {COUNTS}'),
    "no such dimension": (
        [('"x", sbp.microbatch = 0', '"x", sbp.microbatch = 2')],
        [],
        "%x: ",
        "sbp.microbatch of argument #0 is 2, which is not a dimension of 'tensor<8x4xf32>'",
    ),
    "a number is not cut": (
        [('sbp.name = "rate"', 'sbp.name = "rate", sbp.microbatch = 0 : i64')],
        [],
        "%rate: ",
        "sbp.microbatch of argument #2 is 0, which is not a dimension of 'tensor<f32>'",
    ),
    "a batch statistic": (
        [("  %s = math.tanh %p : tensor<8x4xf32>", STATISTIC)],
        [],
        "%centred = ",
        "'linalg.generic' cannot be micro-batched here: every micro-batch reads result of 'linalg.reduce' over the whole batch, which depends "
        "on a state; compute it per sample, or remove sbp.microbatches",
    ),
    "a state in every micro-batch": (
        [('sbp.state = "v", sbp.dist', 'sbp.state = "v", sbp.microbatch = 0 : i64, sbp.dist')],
        [],
        "%v: ",
        "argument #3 'v' is a state and has sbp.microbatch; a state changes once a step, not in every micro-batch: remove sbp.microbatch",
    ),
    "unknown schedule": (
        [('"1f1b"', '"2f2b"')],
        [],
        ENTRY,
        "unknown schedule '2f2b'; expected one of 1f1b, gpipe, greedy, interleaved, zero_bubble, or a file NAME.json",
    ),
    "a schedule that is no name": ([('"1f1b"', "1 : i64")], [], ENTRY, "sbp.schedule must be a string, found 1 : i64"),
    "unknown schedule of an uncut step": (
        [(COUNT + ", ", ""), ('"1f1b"', '"2f2b"')],
        [],
        ENTRY,
        "unknown schedule '2f2b'; expected one of 1f1b, gpipe, greedy, interleaved, zero_bubble, or a file NAME.json",
    ),
    "credits of an uncut step": (
        [(COUNT, "sbp.microbatches = 1 : i64")],
        ["--credits=2,1"],
        "sbp.placement @a",
        "credits are given, but no entry has stages that work on micro-batches forward and backward",
    ),
    "credits below 1": ([], ["--credits=2,0"], FLAG, f"--credits=2,0: {CREDITS}"),
    "credits are no numbers": ([], ["--credits=2,x"], FLAG, f"--credits=2,x: {CREDITS}"),
    "a credit is missing": ([], ["--credits=2,"], FLAG, f"--credits=2,: {CREDITS}"),
    "fewer credits": ([], ["--credits=2"], ENTRY, "expected 2 credits, one per rank; found 1"),
    "more credits": ([], ["--credits=2,1,1"], ENTRY, "expected 2 credits, one per rank; found 3"),
    "credits of gpipe": ([('"1f1b"', '"gpipe"')], ["--credits=2,1"], ENTRY, "credits do not apply to gpipe, whose order is fixed"),
    "credits of zero_bubble": (
        [('"1f1b"', '"zero_bubble"')],
        ["--credits=2,1"],
        ENTRY,
        "credits do not apply to zero_bubble, whose order is fixed",
    ),
    "interleaved, p does not divide m": (
        [('"1f1b"', '"interleaved"'), ("<8x4x", "<9x4x"), (COUNT, "sbp.microbatches = 3 : i64")],
        [],
        ENTRY,
        "interleaved needs a multiple of 2 micro-batches, one per rank; found 3",
    ),
    "a cycle of stages": (
        [("  %d = arith.subf %q, %y", "  %r = sbp.constrain %q to #sbp.distribution<@a, [B]> : tensor<8x4xf32>\n  %d = arith.subf %r, %r")],
        [],
        "%q = linalg.matmul",
        "forward returns from @b to @a, which it has left before: the stages form a cycle; give what runs there later a placement of its own, "
        "perhaps on the same ranks",
    ),
}


def check(name):
    changes, flags, wanted, expected = CASES[name]
    text = MODEL
    for old, new in changes:
        assert old in text, (name, old)
        text = text.replace(old, new)
    case = Case(text, *flags, expect=1)
    found = re.findall(r"^(.*?): (error|note): (.*)$", case.compiled.stderr, re.MULTILINE)
    (where, kind, message), *notes = found
    assert kind == "error" and {kind for _, kind, _ in notes} <= {"note"}, case.compiled.stderr
    place = wanted
    if wanted != FLAG:
        place = int(re.fullmatch(rf"{re.escape(case.model)}:(\d+):\d+", where)[1])
        line = text.splitlines()[place - 1]
    print(f"{name:32} {place if wanted != FLAG else 'flag':4} {message}", flush=True)
    for _, _, note in notes:
        print(f"{'':37} note: {note}")
    assert message == expected, (message, expected)
    assert where == FLAG if wanted == FLAG else wanted in line, (where, wanted, line)
    return notes


def main():
    Case(MODEL)
    for name in CASES:
        notes = check(name)
        if name == "a batch statistic":
            # The path from the state to the op.
            assert [note for _, _, note in notes] == [
                "the whole of this value is read",
                "'linalg.matmul' reads argument #3 'v'",
                "which 'linalg.reduce' reads",
            ], notes
    print(f"{len(CASES)} models and flags are refused")


if __name__ == "__main__":
    main()
