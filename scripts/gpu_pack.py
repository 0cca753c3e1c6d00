"""Bundles of scripts/gpu-check: runner, artifacts, inputs and float64 results for a machine that has only a GPU."""

import json
import os
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile

import numpy as np

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(HERE)
EXAMPLES = os.path.join(ROOT, "examples")
LARGEST_BUNDLE = 60e6
# The largest tensor of a family has so many elements.
SMALL = 2**16
# A case has so many random programs.
BATCH = 10
# Inputs (files of the folder of a case), flags, result and number of steps of a run.
FEEDS = {
    "training": {"inputs": ["x", "target"], "flags": ["--entry=train"], "output": "loss", "steps": 20},
    "minilm": {"inputs": ["ids", "mask"], "flags": [], "output": "embedding", "steps": 1},
}
# The sections whose cases are models.
OF_MODELS = "models", "compare", "timing", "streams", "graphs", "nccl", "sanitizer"
CHAIN, CHAIN_WIDTH = 100, 32
GPTS = {"gpt-1": "", "gpt-tp2": "tp=2", "gpt-dp2-tp2": "dp=2,tp=2", "gpt-tp8": "tp=8"}


def call(*command, **arguments):
    return subprocess.run([str(word) for word in command], check=True, text=True, capture_output=True, **arguments)


def draw_programs(bundle, first):
    """The bundle's own random programs: the module that checks them, their model, and for how many steps."""
    if f"{bundle}/test" not in sys.path:
        sys.path[:0] = [f"{bundle}/test", f"{bundle}/python"]
    from sbp_testing import random_check

    module, steps, _ = random_check.draw_module(range(first, first + BATCH), first)
    return random_check, module, steps


def make_mlp(folder):
    call(sys.executable, f"{EXAMPLES}/mlp/data.py", folder)
    shutil.move(f"{folder}/mlp.safetensors", f"{folder}/weights.safetensors")
    return f"{EXAMPLES}/mlp/mlp.mlir"


def make_gpt(folder, placement):
    source = f"{folder}/model.mlir"
    with open(source, "w") as file:
        subprocess.run(
            [
                sys.executable,
                f"{EXAMPLES}/gpt/generate.py",
                "--batch=5",
                "--tokens=64",
                "--width=256",
                "--heads=8",
                f"--placement={placement}",
                f"--annotate={'megatron' if placement else 'none'}",
                f"--data={folder}",
            ],
            stdout=file,
            check=True,
        )
    return source


def make_training(folder):
    """Steps of gradient descent over states on four ranks: the losses of all of them."""
    source = f"{EXAMPLES}/regression/regression.mlir"
    x, target = (np.load(f"{EXAMPLES}/regression/{name}.npy") for name in "xy")
    np.save(f"{folder}/x.npy", x)
    np.save(f"{folder}/target.npy", target)
    x, w, b, losses = x.astype(np.float64), np.zeros((x.shape[1], 1)), 0.0, []
    for _ in range(FEEDS["training"]["steps"]):
        residual = x @ w + b - target
        losses.append((residual**2).mean())
        w, b = w - 0.2 * x.T @ residual / len(x), b - 0.2 * residual.mean()
    np.save(f"{folder}/y.npy", np.array(losses))
    with open(source) as file, open(f"{folder}/model.mlir", "w") as named:  # its input y is no result
        named.write(file.read().replace('sbp.name = "y"', 'sbp.name = "target"'))
    return f"{folder}/model.mlir"


def make_minilm(folder):
    """All of the sentence encoder on four ranks. Its weights, larger than a bundle, are drawn where it runs; the host says what is right."""
    for name in ("ids", "mask"):
        shutil.copy(f"{EXAMPLES}/minilm/{name}.npy", folder)
    return f"{EXAMPLES}/minilm/minilm.mlir"


def make_chain(folder):
    """Launches in a row, each waiting for the one before: a product with an orthogonal matrix."""
    from sbp import safetensors

    random = np.random.default_rng(0)
    x, w = (random.standard_normal((CHAIN_WIDTH, CHAIN_WIDTH)).astype(np.float32) for _ in "xw")
    w = np.linalg.qr(w)[0].astype(np.float32)
    np.save(f"{folder}/x.npy", x)
    safetensors.save(f"{folder}/weights.safetensors", {"w": w})
    y = x.astype(np.float64)
    for _ in range(CHAIN):
        y = y @ w.astype(np.float64)
    np.save(f"{folder}/y.npy", y)
    kind = f"tensor<{CHAIN_WIDTH}x{CHAIN_WIDTH}xf32>"
    lines = [
        f'func.func @main(%h0: {kind} {{sbp.name = "x"}}, %w: {kind} {{sbp.name = "w"}}) -> ({kind} {{sbp.name = "y"}}) {{',
        "  %zero = arith.constant 0.0 : f32",
        f"  %e = tensor.empty() : {kind}",
        f"  %f = linalg.fill ins(%zero : f32) outs(%e : {kind}) -> {kind}",
    ]
    lines += [f"  %h{i + 1} = linalg.matmul ins(%h{i}, %w : {kind}, {kind}) outs(%f : {kind}) -> {kind}" for i in range(CHAIN)]
    with open(f"{folder}/model.mlir", "w") as file:
        file.write("\n".join([*lines, f"  return %h{CHAIN} : {kind}", "}", ""]))
    return f"{folder}/model.mlir"


def count_ranks(artifact):
    return next(int(line.split()[1]) for line in call("sbp-run", artifact, "--inspect").stdout.splitlines() if line.startswith("ranks:"))


def write_shapes(folder, inputs):
    """Of the weights, which are all other inputs."""
    ports = re.findall(r"^  input (.+?): ([0-9x]*)xf32\b", call("sbp-run", f"{folder}/model.sbpx", "--inspect").stdout, re.MULTILINE)
    with open(f"{folder}/weights.json", "w") as file:
        json.dump({name: [int(size) for size in shape.split("x")] for name, shape in ports if name not in inputs}, file)


def pack_instructions(bundle):
    """The vectors of the executor's own test, where it is built."""
    test = os.path.join(os.path.dirname(shutil.which("sbp-compile")), "unit", "PtxMachineTests")
    if os.path.exists(test):
        subprocess.run(
            [test, "--gtest_filter=PtxInstruction.*", "--gtest_brief=1"],
            check=True,
            stdout=subprocess.DEVNULL,
            env=dict(os.environ, SBP_PTX_VECTORS=f"{bundle}/instructions.jsonl"),
        )


def pack_conformance(bundle):
    """The runtime's own tests, where they are built."""
    test = os.path.join(os.path.dirname(shutil.which("sbp-compile")), "unit", "RuntimeTest")
    if os.path.exists(test):
        subprocess.run(["strip", "-o", f"{bundle}/RuntimeTest", test], check=True)


def pack_families(bundle):
    from gpu_families import make_families

    for name, family in make_families(SMALL).items():
        folder = os.path.join(bundle, "families", name)
        os.makedirs(folder)
        with open(f"{folder}/model.mlir", "w") as file:
            file.write(family.write())
        call("sbp-compile", f"{folder}/model.mlir", "-o", f"{folder}/model.sbpx", "--target=cuda")


def pack_generators(bundle, is_asked, is_full):
    """Cases of the generators of kernels; the names of those that are packed, the most valuable first."""
    from gpu_case import load_generators, pack_generator

    shutil.copytree(f"{HERE}/gpu_generators", f"{bundle}/gpu_generators", ignore=shutil.ignore_patterns("__pycache__"))
    modules = {name: module for name, module in load_generators().items() if is_asked(name, "generators")}
    for name, module in modules.items():
        pack_generator(os.path.join(bundle, "generators", name), name, module, is_full)
    return list(modules)


def pack_programs(bundle, seed, count):
    """Random programs are drawn again where they run: what draws them comes along."""
    for source in (
        *(
            f"test/sbp_testing/{name}"
            for name in ("__init__.py", "random_check.py", "random_programs", "philox.py", "bfloats.py", "float8.py")
        ),
        "python/sbp",
    ):
        target = os.path.join(bundle, source)
        os.makedirs(os.path.dirname(target), exist_ok=True)
        if os.path.isdir(f"{ROOT}/{source}"):
            shutil.copytree(f"{ROOT}/{source}", target, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copy(f"{ROOT}/{source}", target)
    for first in range(seed, seed + count, BATCH):
        folder = os.path.join(bundle, "programs", str(first))
        os.makedirs(folder)
        with open(f"{folder}/model.mlir", "w") as file:
            file.write(draw_programs(bundle, first)[1].text)
        call("sbp-compile", f"{folder}/model.mlir", "-o", f"{folder}/model.sbpx", "--target=cuda")


def choose_models(cases):
    """The functions that write the models, by name: all, or those of `cases`."""
    makers = {"mlp": make_mlp, "chain": make_chain, "training": make_training, "minilm": make_minilm}
    makers |= {name: lambda folder, placement=placement: make_gpt(folder, placement) for name, placement in GPTS.items()}
    for name in cases or ():
        if name not in makers:
            sys.exit(f"gpu-check: no model {name}; there are {', '.join(makers)}")
    return {name: makers[name] for name in cases or makers}


def pack_models(bundle, models):
    """A folder for each: an artifact, x.npy, weights.safetensors and y.npy in float64. Returns the ranks of each."""
    ranks = {}
    for name, make in models.items():
        folder = os.path.join(bundle, name)
        os.makedirs(folder)
        source = make(folder)
        call("sbp-compile", source, "-o", f"{folder}/model.sbpx", "--target=cuda", "--with-reference")
        call("sbp-compile", source, "-o", f"{folder}/streams.sbpx", "--target=cuda", "--streams=3")
        if name == "minilm":
            write_shapes(folder, FEEDS[name]["inputs"])
        ranks[name] = count_ranks(f"{folder}/model.sbpx")
    return ranks


def pack(path, seed, programs, sections, is_full, cases=None):
    """`sections`: those that the bundle is for, and `cases`: which models it has; None for all."""

    def is_asked(*names):
        return sections is None or not set(names).isdisjoint(sections)

    models = choose_models(cases)
    with tempfile.TemporaryDirectory() as bundle:
        if is_asked("instructions"):
            pack_instructions(bundle)
        if is_asked("conformance"):
            pack_conformance(bundle)
        generators = pack_generators(bundle, is_asked, is_full)
        if is_asked("families"):
            pack_families(bundle)
        programs = programs if is_asked("programs") else 0
        pack_programs(bundle, seed, programs)
        ranks = pack_models(bundle, models) if is_asked(*OF_MODELS) else {}
        shutil.copy(shutil.which("sbp-run"), bundle)
        for name in os.listdir(HERE):
            if name == "gpu-check" or name.startswith("gpu_") and name.endswith(".py"):
                shutil.copy(os.path.join(HERE, name), bundle)
        with open(f"{bundle}/cases.json", "w") as file:
            json.dump(
                {"cases": list(ranks), "ranks": ranks, "generators": generators, "is_full": is_full, "families": is_asked("families")}, file
            )
        with tarfile.open(path, "w:gz", compresslevel=1) as archive:
            archive.add(bundle, arcname="gpu-check-bundle")
    size = os.path.getsize(path)
    print(f"{path}: {len(generators)} generators, {len(ranks)} models, {programs} random programs from seed {seed}, {size / 1e6:.1f} MB")
    return 0 if size <= LARGEST_BUNDLE else f"the bundle is larger than {LARGEST_BUNDLE / 1e6:.0f} MB"
