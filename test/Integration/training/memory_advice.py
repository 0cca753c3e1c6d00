"""What a refused memory limit advises is true: followed in the text, the model compiles within the bytes that are named.

memory_advice.py

Chains of calls of private functions, each another one, so that no layers repeat. Limits: one byte, and three below the smallest plan. The notes name
the largest values that backward reads, calls with what `nn.checkpoint` keeps of them, and a limit that fits then; the values are those of the report of
the smallest plan. Where checkpoints make no smaller plan, the notes say what they would need. A GPT without calls is told about `recompute=layers`. Prints limit, need, calls and need with the advice.
"""

import re

from called_functions import get_bodies, get_types, write_call, write_function, write_model
from recomputation import write as write_gpt
from sbp_testing.harness import Case, run

SIZES = 4, 128, 32
VALUE = re.compile(r"model.mlir:\d+:\d+: note: backward reads the result of '.*', which is kept: (\d+) bytes")
CALL = re.compile(r"model.mlir:(\d+):\d+: note: this call keeps (\d+) bytes for backward; ({nn.checkpoint = .*}) would keep (\d+)\n")
CALLS = re.compile(r"on th.* calls? backward keeps (\d+) bytes instead of (\d+), and --memory-limit=(\d+) fits")
ENOUGH = re.compile(r"no checkpoint makes a smaller plan: nn.checkpoint on (\d+) calls, .* would need (\d+) bytes")
LAYERS = re.compile(r"recompute=layers would need (\d+) bytes|with recompute=layers .*, --memory-limit=(\d+) fits")
LEAST = re.compile(r"arguments and states hold at least (\d+) bytes")


def write_chain(blocks):
    """A training step of a loss that calls a function per block once, which calls those that the block lists."""
    types, bodies = get_types(*SIZES), get_bodies(*SIZES)
    functions = [write_function(name, body, types) for name, body in bodies.items()]
    lines, value = [], "%x"
    for number, block in enumerate(blocks):
        values = ["%x", *(f"%v{part}" for part in range(1, len(block))), "%y"]
        calls = [write_call(result, name, before, types) for name, before, result in zip(block, values, values[1:])]
        functions.append(write_function(f"block{number}", "\n".join(calls) + "\n", types))
        lines.append(write_call(f"%h{number}", f"block{number}", value, types))
        value = f"%h{number}"
    text = write_model(functions, lines, value, types)
    scratch = Case("func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {\n  return %x : tensor<2xf32>\n}\n")
    with open(scratch.path("forward.mlir"), "w") as file:
        file.write(text)
    return run("sbp-opt", scratch.path("forward.mlir"), "--sbp-add-training=loss=loss data=x optimizer=adamw rate=0.01").stdout


def get_peak(case):
    return max(rank["peak_bytes"] for rank in case.report["memory"])


def follow(text, calls):
    """The text with the checkpoints of the notes."""
    lines = text.split("\n")
    for line, _, attribute, _ in calls:
        before, after = lines[int(line) - 1].split(" : (", 1)
        assert "call @" in before, before
        lines[int(line) - 1] = f"{before} {attribute} : ({after}"
    return "\n".join(lines)


def check_chain(name, blocks):
    text = write_chain(blocks)
    said = Case(text, "--memory-limit=1", expect=1).compiled.stderr
    need = int(re.search(r"--memory-limit=(\d+) fits", said)[1])
    smallest = Case(text, f"--memory-limit={need}")
    kept = [each["bytes"] for each in smallest.report["saved"]]
    assert [int(bytes) for bytes in VALUE.findall(said)] == kept[:3], (said, kept)
    assert int(LEAST.search(said)[1]) <= get_peak(smallest)
    if ENOUGH.search(said):
        count, bytes = map(int, ENOUGH.search(said).groups())
        assert count == len(blocks) and bytes >= need, said
        marked = re.sub(r"(call @block\d+\(.*?\))( : )", r'\1 {nn.checkpoint = {keep = "inputs"}}\2', text)
        assert get_peak(Case(marked, f"--memory-limit={bytes}")) <= bytes
        print(f"{name}: needs {need}, {count} checkpoints need {bytes}", flush=True)
        return
    least = int(CALLS.search(said)[3])
    assert least < need, (least, need)
    for limit in (1, *(least + (need - 1 - least) * step // 2 for step in range(3))):
        said = Case(text, f"--memory-limit={limit}", expect=1).compiled.stderr
        calls, (after, before, fits) = CALL.findall(said), map(int, CALLS.search(said).groups())
        followed = Case(follow(text, calls), f"--memory-limit={fits}")
        assert get_peak(followed) <= fits
        assert limit == 1 or fits <= limit, (limit, fits)
        assert (before, after) == (smallest.report["saved_bytes"], followed.report["saved_bytes"]), said
        print(f"{name}: limit {limit}, needs {need}, {len(calls)} checkpoints need {fits}", flush=True)


def check_layers():
    text = write_gpt("one", 4, "")
    said = Case(text, "--memory-limit=1000", expect=1).compiled.stderr
    bytes = int(next(filter(None, LAYERS.search(said).groups())))
    by_hand = Case(write_gpt("one", 4, "recompute=layers"), f"--memory-limit={bytes}")
    assert get_peak(by_hand) <= bytes
    print(f"a GPT: recompute=layers needs {bytes}")


def main():
    check_chain("two", [["product", "attention", "product"], ["product", "residual", "product", "norm"]])
    check_chain("three", [["norm", "product", "product"], ["attention", "product", "centre", "product"], ["product", "attention"]])
    check_layers()


if __name__ == "__main__":
    main()
