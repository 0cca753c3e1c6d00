"""Weights that are packed once, on the stub of the driver:  packed_once.py DRIVER FOLDER

Two products of TF32 whose second factors are not contiguous along k: v is an argument and w a state that no step updates. The same
plan without memory to spare packs both in each step; the bits of both must be equal, and the stub counts launches.
"""

import ctypes
import json
import os
import subprocess
import sys
from pathlib import Path

import numpy as np

from sbp import safetensors
from sbp_testing.harness import run

ROWS, INNER, HIDDEN, OUTER, STEPS = 8, 64, 72, 136, 3
SCHEDULE = "tiles of 64 x 8 x 32, 10 slots, transposed, tf32"
# Distributions of v and w on two ranks, and attributes of x, y and the function for 4 micro-batches.
SPLIT = ", sbp.distribution = #sbp.distribution<@mesh, [{}]>"
MODEL = """
sbp.placement @mesh ["tp" = {ranks}]
func.func @main(%x: tensor<{rows}x64xf32> {{sbp.name = "x"{timed}}}, %v: tensor<64x72xf32> {{{v}}},
                %w: tensor<72x136xf32> {{sbp.state = "w"{w}}})
    -> (tensor<{rows}x136xf32> {{sbp.name = "y"{timed}}}{result}) {attributes} {{
  %zero = arith.constant 0.0 : f32
  %e0 = tensor.empty() : tensor<{rows}x72xf32>
  %f0 = linalg.fill ins(%zero : f32) outs(%e0 : tensor<{rows}x72xf32>) -> tensor<{rows}x72xf32>
  %h = linalg.matmul ins(%x, %v : tensor<{rows}x64xf32>, tensor<64x72xf32>) outs(%f0 : tensor<{rows}x72xf32>) -> tensor<{rows}x72xf32>
  %e1 = tensor.empty() : tensor<{rows}x136xf32>
  %f1 = linalg.fill ins(%zero : f32) outs(%e1 : tensor<{rows}x136xf32>) -> tensor<{rows}x136xf32>
  %y = linalg.matmul ins(%h, %w : tensor<{rows}x72xf32>, tensor<72x136xf32>) outs(%f1 : tensor<{rows}x136xf32>) -> tensor<{rows}x136xf32>
  {update}
}}
"""
KEPT = "return %y : tensor<{rows}x136xf32>"
UPDATED = """%half = arith.constant dense<0.5> : tensor<72x136xf32>
  %next = arith.mulf %w, %half : tensor<72x136xf32>
  return %y, %next : tensor<{rows}x136xf32>, tensor<72x136xf32>"""


def make_model(ranks=1, micro_batches=1, updates=False):
    rows = ROWS * micro_batches
    cut = micro_batches > 1
    return MODEL.format(
        ranks=ranks,
        rows=rows,
        timed=", sbp.microbatch = 0 : i64" if cut else "",
        attributes=f"attributes {{sbp.microbatches = {micro_batches} : i64}}" if cut else "",
        # Every argument of an entry of several micro-batches is cut, unless it is a state.
        v=('sbp.state = "v"' if cut else 'sbp.name = "v"') + (SPLIT.format("S(1)") if ranks > 1 else ""),
        w=SPLIT.format("S(0)") if ranks > 1 else "",
        result=', tensor<72x136xf32> {sbp.state = "w"}' if updates else "",
        update=(UPDATED if updates else KEPT).format(rows=rows),
    )


class Plan:
    """A model compiled twice: `once` packs before the first step, `each` in each step, for lack of memory."""

    def __init__(self, folder, driver, name, *flags, **model):
        self.folder, self.driver, self.name, self.flags = folder, driver, name, flags
        self.model, self.micro_batches = folder / f"{name}.mlir", model.get("micro_batches", 1)
        self.model.write_text(make_model(**model))
        self.tuning = folder / "tuning.json"
        self.tuning.write_text(json.dumps({"chip": "sm_90a", "choices": []}))
        choices = self.compile("once")["launches"][0]["choices"]
        pinned = [{"shape": one["shape"], "generator": "hopper_product", "schedule": SCHEDULE} for one in choices]
        self.tuning.write_text(json.dumps({"chip": "sm_90a", "choices": pinned}))
        self.once = self.compile("once")
        self.peak = max(rank["peak_bytes"] for rank in self.once["memory"])
        self.each = self.compile("each", f"--memory-limit={self.peak - 1}")
        assert self.each["launches"][0]["packed_once"]["launches"] == 0, "packed once beyond the limit"

    def compile(self, kind, *flags):
        report = self.folder / "report.json"
        words = ["--target=cuda", "--chip=sm_90a", "--float32=tf32", f"--tuning={self.tuning}", f"--report={report}"]
        run("sbp-compile", self.model, "-o", self.folder / f"{self.name}-{kind}.sbpx", *words, *self.flags, *flags)
        return json.loads(report.read_text())

    def execute(self, command, **settings):
        """Runs a program on the stub. Returns its output and the number of kernels that it launched."""
        calls = self.folder / "calls.txt"
        stubs = {f"SBP_STUB_{name}": str(value) for name, value in settings.items()}
        nccl = str(Path(self.driver).parent / "libsbp_stub_nccl.so")
        environment = os.environ | stubs | {"SBP_CUDA_DRIVER": self.driver, "SBP_NCCL": nccl, "SBP_STUB_CALLS": str(calls)}
        done = subprocess.run([str(word) for word in command], env=environment, capture_output=True, text=True, timeout=120)
        assert done.returncode == 0, done.stderr
        counts = dict(line.split() for line in calls.read_text().splitlines())
        return done.stdout, sum(int(count) for name, count in counts.items() if name.startswith("cuLaunchKernel"))

    def run(self, kind, *flags, steps=STEPS, weights="weights", **settings):
        """y of all steps, and the number of launches."""
        self.x = np.load(self.folder / "x.npy")[:steps]
        np.save(self.folder / "steps.npy", np.tile(self.x, (1, self.micro_batches, 1)))
        y = self.folder / "y.npy"
        y.unlink(missing_ok=True)
        words = [f"--steps={steps}", f"--input=x=@{self.folder}/steps.npy", f"--weights={self.folder}/{weights}.safetensors"]
        artifact = self.folder / f"{self.name}-{kind}.sbpx"
        self.said, launches = self.execute(["sbp-run", artifact, *words, f"--output=y=@{y}:all", *flags], **settings)
        return np.load(y), launches


def describe(report):
    packed = report["launches"][0]["packed_once"]
    return f"{packed['launches']} launches once into {packed['bytes']} bytes"


def check_steps(plan, packed):
    """The bits of packing in each step, for 1, 2 and 3 steps; a launch fewer for each packed weight of a later step."""
    for steps in range(1, STEPS + 1):
        expected, all_launches = plan.run("each", steps=steps)
        found, launches = plan.run("once", steps=steps)
        assert found.tobytes() == expected.tobytes(), f"{plan.name}: other bits in {steps} steps"
        saved = packed * (steps * plan.micro_batches - 1)
        assert launches == all_launches - saved, f"{plan.name}: {launches} launches in {steps} steps, {all_launches} when each packs"
    weights = safetensors.load(plan.folder / "weights.safetensors")
    reference = plan.x.astype(np.float64) @ weights["v"] @ weights["w"]
    assert abs(np.split(found, plan.micro_batches, 1)[-1] - reference).max() < 2.0**-7 * abs(reference).max()
    print(f"{plan.name}: {describe(plan.once)}, equal bits in 1, 2 and {STEPS} steps")
    return expected, launches


def check_orders(plan, expected, launches):
    seeds = min(int(os.environ.get("SBP_SEEDS", "4")), 20)
    for seed in range(1, seeds + 1):
        for flags in ([], ["--cuda-graph"]):
            found, count = plan.run("once", *flags, SEED=seed, DEVICES=1 + seed % 2)
            assert found.tobytes() == expected.tobytes(), f"{plan.name}: other bits by seed {seed} {flags}"
            assert flags or seed % 2 or count == launches, (count, launches)  # NCCL moves values between two GPUs
    print(f"{plan.name}: the same in {seeds} orders, with and without graphs")


def check_memory(plan):
    """A run allocates what the report predicts."""
    plan.run("once", "--json", steps=1)
    measured = [rank["peak_bytes"] for rank in json.loads(plan.said)["memory"]]
    assert max(measured) == plan.peak, (measured, plan.peak)
    print(
        f"{plan.name}: {plan.peak} bytes predicted and allocated; without packed weights {max(r['peak_bytes'] for r in plan.each['memory'])}"
    )


def check_resume(plan):
    """A checkpoint with another w is packed, not what --weights holds."""
    checkpoint = plan.folder / "checkpoint"
    plan.run("once", f"--checkpoint={checkpoint}", "--checkpoint-every=1", steps=1, weights="others")
    found, _ = plan.run("once", f"--checkpoint={checkpoint}", "--resume", steps=2)
    weights, others = (safetensors.load(plan.folder / f"{name}.safetensors") for name in ("weights", "others"))
    expected = plan.x[1].astype(np.float64) @ weights["v"] @ others["w"]
    assert abs(found[-1] - expected).max() < 2.0**-7 * abs(expected).max(), "the weights of the checkpoint are not what is multiplied"
    print(f"{plan.name}: a resumed checkpoint's weights are packed")


# The actions of a program on a session: names of arrays in FOLDER/arrays.npz that are set, or steps.
PROGRAM = ["x0", "v0", "w0", "step", "x1", "step", "w1", "step", "v1", "step", "x0", "step"]


def run_session(library, artifact, folder):
    """Runs PROGRAM through the C interface and writes y of its steps."""
    library, handle = ctypes.CDLL(library), ctypes.c_void_p()
    library.sbp_session_message.restype = ctypes.c_char_p

    def check(status):
        assert status == 0, library.sbp_session_message(handle)

    check(library.sbp_session_create(artifact.encode(), None, ctypes.byref(handle)))
    arrays, results = np.load(f"{folder}/arrays.npz"), []
    for name in PROGRAM:
        if name == "step":
            y = np.empty((ROWS, OUTER), np.float32)
            check(library.sbp_session_step(handle, 0))
            check(library.sbp_session_get_output(handle, 0, b"y", ctypes.c_void_p(y.ctypes.data), ctypes.c_size_t(y.nbytes)))
            results.append(y)
            continue
        array = np.ascontiguousarray(arrays[name])
        data, size = ctypes.c_void_p(array.ctypes.data), ctypes.c_size_t(array.nbytes)
        if name[0] == "w":
            check(library.sbp_session_set_state(handle, b"w", data, size))
        else:
            check(library.sbp_session_set_input(handle, 0, name[0].encode(), data, size))
    np.save(f"{folder}/session.npy", results)
    library.sbp_session_destroy(handle)


def check_session(plan):
    """Only what was set anew is packed again; a launch of that packing that is left out is found."""
    weights, others = (safetensors.load(plan.folder / f"{name}.safetensors") for name in ("weights", "others"))
    x = np.load(plan.folder / "x.npy")
    np.savez(plan.folder / "arrays.npz", x0=x[0], x1=x[1], v0=weights["v"], v1=others["v"], w0=weights["w"], w1=others["w"])
    library = Path(plan.driver).parent / "libsbp_runtime.so"

    def execute(kind, **settings):
        words = [library, plan.folder / f"{plan.name}-{kind}.sbpx", plan.folder]
        _, launches = plan.execute([sys.executable, __file__, "session", *words], **settings)
        return np.load(plan.folder / "session.npy"), launches

    expected, all_launches = execute("each")
    found, launches = execute("once")
    steps, packed = PROGRAM.count("step"), 2
    assert found.tobytes() == expected.tobytes(), "other bits after weights were set"
    assert all_launches - launches == packed * steps - (packed + 2), (all_launches, launches)
    print(f"{plan.name}: w and v set anew by a program are packed again, once each")
    # Launches of this program: both packings, two steps, w, a step, v, two steps.
    per_step = (launches - packed - 2) // steps
    for name, number, wrong in (
        ("v", 1, 0),
        ("w", 2, 0),
        ("w again", packed + 2 * per_step + 1, 2),
        ("v again", packed + 3 * per_step + 2, 3),
    ):
        try:
            damaged, _ = execute("once", DROP_LAUNCH=number)
        except AssertionError:
            continue  # the executor reports that nothing has been written
        assert damaged[:wrong].tobytes() == expected[:wrong].tobytes(), f"launch {number} is not the packing of {name}"
        assert damaged[wrong].tobytes() != expected[wrong].tobytes(), f"the packing of {name} is left out and not missed"
    print(f"{plan.name}: 4 of 4 packings that are left out are found")


def check_training(plan):
    """A weight that steps update is packed in each of them, beside one that is packed once."""
    expected, all_launches = plan.run("each")
    found, launches = plan.run("once")
    assert found.tobytes() == expected.tobytes() and all_launches - launches == STEPS - 1, (all_launches, launches)
    assert found[0].tobytes() == found[1].tobytes(), "x is twice and w half of what they were, and what is packed is neither"
    print(f"{plan.name}: {describe(plan.once)}, w in each step")


def main(driver, folder):
    os.environ["SBP_PTXAS"] = ""
    folder, random = Path(folder), np.random.default_rng(0)
    x = random.standard_normal((1, ROWS, INNER), np.float32)
    np.save(folder / "x.npy", np.concatenate([x * np.float32(step + 1) for step in range(STEPS)]))
    for name in ("weights", "others"):
        v, w = random.standard_normal((INNER, HIDDEN), np.float32), random.standard_normal((HIDDEN, OUTER), np.float32)
        safetensors.save(str(folder / f"{name}.safetensors"), {"v": v, "w": w})
    one = Plan(folder, driver, "one rank")
    check_orders(one, *check_steps(one, 2))
    check_memory(one)
    check_resume(one)
    check_session(one)
    check_training(Plan(folder, driver, "training", updates=True))
    two = Plan(folder, driver, "two ranks", ranks=2)
    check_orders(two, *check_steps(two, 4))
    timed = Plan(folder, driver, "micro-batches", micro_batches=4)
    check_steps(timed, 2)


if sys.argv[1] == "session":
    run_session(*sys.argv[2:])
else:
    main(*sys.argv[1:])
