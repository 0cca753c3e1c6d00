"""sbp.compile on modules of PyTorch: keywords, results by path, plans in words, training, and errors.  Needs torch, torch-mlir and sbp."""

import json
import os
import pathlib
import re
import tempfile
import warnings

import numpy as np
import torch

import sbp

warnings.simplefilter("ignore", sbp.CompileWarning)  # plans here are small, not good
MESHES = [{}, {"mesh": {"tp": 4}}, {"mesh": {"dp": 2, "tp": 2}, "batch": "dp"}]
PLAN = {"embed": "vocabulary", "up": "column", "down": "row", "layers.*.norm": "replicate", "head": "vocabulary"}


class Calls(torch.nn.Module):
    """A module whose forward is a function."""

    def __init__(self, function):
        super().__init__()
        self.function = function
        self.scale = torch.nn.Parameter(torch.ones(4))

    def forward(self, x):
        return self.function(self, x)


class SameName(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.x = torch.nn.Parameter(torch.ones(4))

    def forward(self, x):
        return (x * self.x).sum()


class Block(torch.nn.Module):
    def __init__(self, width):
        super().__init__()
        self.norm = torch.nn.LayerNorm(width)
        self.up, self.down = torch.nn.Linear(width, 4 * width), torch.nn.Linear(4 * width, width)

    def forward(self, x):
        return x + self.down(torch.nn.functional.gelu(self.up(self.norm(x))))


class Model(torch.nn.Module):
    """Token ids to logits; the head has the embedding's weight; `scale` and `gain` are buffers that no file of weights has."""

    def __init__(self, width=16, words=24):
        super().__init__()
        self.embed = torch.nn.Embedding(words, width)
        self.layers = torch.nn.ModuleList(Block(width) for _ in range(2))
        self.head = torch.nn.Linear(width, words, bias=False)
        self.head.weight = self.embed.weight
        self.register_buffer("scale", torch.linspace(0.5, 1.5, width), persistent=False)
        self.register_buffer("gain", torch.tensor(1.25), persistent=False)  # a scalar

    def forward(self, ids, *, shift, labels=None):
        x = self.embed(ids) * self.scale * self.gain
        for layer in self.layers:
            x = layer(x)
        logits = self.head(x + shift)
        loss = None if labels is None else torch.nn.functional.cross_entropy(logits.flatten(0, 1), labels.flatten())
        return {"loss": loss, "logits": logits, "aux": {"mean": x.mean(-1)}}


def compare_results():
    """Results of one rank, [4] and [2, 2] are PyTorch's, under their paths."""
    model, ids, shift = Model(), torch.randint(0, 24, (4, 6)), torch.randn(16)
    model.train()
    expected = model(ids, shift=shift)
    for mesh in MESHES:
        program = sbp.compile(model, ids=ids, shift=shift.numpy(), plan=PLAN if mesh else None, **mesh)
        results = program.session(weights=model).step(ids=ids, shift=shift)
        differences = [np.abs(results["logits"] - expected["logits"].detach().numpy()).max()]
        differences.append(np.abs(results["aux.mean"] - expected["aux"]["mean"].detach().numpy()).max())
        print(f"{mesh.get('mesh', 1)}: {', '.join(results)} differ by {max(differences):.1e}, {program.report.moved_bytes} bytes a step")
        assert max(differences) < 1e-5
    places = {re.sub(r"\([^ ]*/([^/ ]*):\d+\)", r"(\1)", each["location"]) for each in program.report.boxings}
    print(*sorted(place for place in places if "(" in place), sep=", ")
    assert all(each.training for each in model.modules())
    print("constants:", *program.constants, "weights:", len(program.weights), "mode kept")


def compare_training():
    """Losses and weights after five steps are PyTorch's AdamW with clipping, under ZeRO 2 and micro-batches too."""
    torch.manual_seed(1)
    batches = [(torch.randint(0, 24, (4, 6)), torch.randint(0, 24, (4, 6))) for _ in range(5)]
    shift = torch.zeros(16)
    for options in [{}, {"mesh": {"dp": 2, "tp": 2}, "batch": "dp", "plan": PLAN, "zero": 2, "micro_batches": 2}]:
        torch.manual_seed(2)
        model = Model()
        ids, labels = batches[0]
        program = sbp.compile(
            model, ids=ids, labels=labels, shift=shift, train=sbp.AdamW(weight_decay=0.1, clip=1.0), fixed=["shift"], **options
        )
        lines = [each for each in program.report.boxings if os.path.basename(__file__) in each["location"]]
        assert len(lines) >= 0.75 * len(program.report.boxings)  # the others are arguments
        session = program.session(weights=model)
        optimizer = torch.optim.AdamW(model.parameters(), lr=1e-2, weight_decay=0.1)
        worst = 0.0
        for ids, labels in batches:
            loss = model(ids, shift=shift, labels=labels)["loss"]
            optimizer.zero_grad()
            loss.backward()
            torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
            optimizer.step()
            ours = session.step("train", ids=ids, labels=labels, shift=shift, learning_rate=1e-2)["loss"]
            worst = max(worst, abs(ours - loss.item()))
        state = model.state_dict()
        moved = max(np.abs(session.states[name] - state[name].numpy()).max() for name in program.weights)
        print(f"training on {options.get('mesh', 1)}: losses differ by {worst:.1e}, weights by {moved:.1e}; bounds 1e-5, 1e-4")
        assert worst < 1e-5 and moved < 1e-4


def export_weights():
    """A trained model leaves in the files of the one it came from: keys, types, index and configuration; PyTorch loads it."""
    model, inputs = Model(), {"ids": torch.zeros(4, 6, dtype=torch.long), "shift": torch.zeros(16)}
    with tempfile.TemporaryDirectory() as folder:
        tensors = {name: value.numpy() for name, value in model.state_dict().items() if name != "head.weight"}
        bf16 = {name: as_bf16(value) if name.endswith("bias") else value for name, value in tensors.items()}
        os.mkdir(f"{folder}/first")
        names = sorted(bf16)
        parts = {"a.safetensors": names[:5], "b.safetensors": names[5:]}
        for file, keys in parts.items():
            sbp.safetensors.save(
                f"{folder}/first/{file}", {key: bf16[key] for key in keys} | ({"extra": np.ones(3, np.int64)} if file[0] == "b" else {})
            )
        index = {"weight_map": {key: file for file, keys in parts.items() for key in keys}}
        pathlib.Path(f"{folder}/first/model.safetensors.index.json").write_text(json.dumps(index))
        program = sbp.compile(model, labels=inputs["ids"], train=sbp.SGD(rate=0.1), fixed=["shift"], **inputs)
        session = program.session(weights=f"{folder}/first")
        session.step("train", labels=inputs["ids"], **inputs)
        session.export(f"{folder}/plain")
        session.export(f"{folder}/tuned", like=f"{folder}/first")
        print("exported:", *sorted(os.listdir(f"{folder}/tuned")))
        plain = sbp.safetensors.load(f"{folder}/plain/model.safetensors")
        assert sorted(plain) == names and all((plain[name] == session.states[name]).all() for name in names)
        missing = model.load_state_dict({name: torch.from_numpy(value.copy()) for name, value in plain.items()}, strict=False)
        assert missing.missing_keys == ["head.weight"], missing  # tied to the embedding
        for file, keys in parts.items():
            saved = sbp.safetensors.load(f"{folder}/tuned/{file}")
            for key in keys:
                expected = as_bf16(plain[key]) if key.endswith("bias") else plain[key]
                assert saved[key].dtype == expected.dtype and saved[key].tobytes() == expected.tobytes(), key
        assert (saved["extra"] == 1).all()
        os.mkdir(f"{folder}/other")
        sbp.safetensors.save(f"{folder}/other/model.safetensors", {"w": np.ones(3, np.float32)})
        show("other model", lambda: session.export(f"{folder}/none", like=f"{folder}/other"), folder)


def as_bf16(value):
    """The nearest bf16 of each f32, by PyTorch."""
    return torch.from_numpy(value.copy()).bfloat16().view(torch.int16).numpy().view("V2")


def show(name, call, folder=""):
    """Prints the first line of what `call` raises."""
    try:
        call()
        print(f"{name}: nothing was raised")
    except Exception as error:
        print(f"{name}: {type(error).__name__}: {str(error).splitlines()[0].replace(folder or '//', 'FOLDER')[:160]}")


def show_errors():
    """Wrong keywords, plans, losses and weights."""
    model, ids, shift = Model(), torch.zeros(4, 6, dtype=torch.long), torch.zeros(16)
    inputs = {"ids": ids, "shift": shift}
    on = {"mesh": {"tp": 2}}
    show("keyword", lambda: sbp.compile(model, idz=ids, shift=shift))
    show("missing", lambda: sbp.compile(model, ids=ids))
    show("path", lambda: sbp.compile(model, plan={"layers.*.upp": "column"}, **inputs, **on))
    show("word", lambda: sbp.compile(model, plan={"up": "columns"}, **inputs, **on))
    show("kind", lambda: sbp.compile(model, plan={"norm": "column"}, **inputs, **on))
    show("axis", lambda: sbp.compile(model, plan={"up": "column:model"}, **inputs, **on))
    show("two words", lambda: sbp.compile(model, plan={"up": "column", "layers.1.up": "row"}, **inputs, **on))
    show("tied", lambda: sbp.compile(model, plan={"embed": "replicate", "head": "column"}, **inputs, **on))
    show("auto", lambda: sbp.compile(model, plan="auto", **inputs, **on))
    show("loss", lambda: sbp.compile(model, train=sbp.AdamW(), result="los", **inputs))
    show("no loss", lambda: sbp.compile(model, train=sbp.AdamW(), **inputs))
    program = sbp.compile(model, **inputs)
    weights = {name.replace("up", "upp"): value for name, value in model.state_dict().items()}
    show("weights", lambda: program.session(weights=weights))
    try:
        program.session(weights=weights)
    except sbp.WeightsError as error:
        print(*str(error).splitlines()[1:3], sep="\n")


def show_refusals():
    """What has no text, at the user's line, in modules that are run and that are trained."""
    x = torch.randn(8, 4)
    branch = lambda self, x: torch.cond(x.sum() > 0, lambda a: a + 1, lambda a: a - 1, (x * self.scale,)).sum()
    cases = {
        "mask": lambda self, x: (x * self.scale)[x > 0].sum(),
        "branch": branch,
        "if": lambda self, x: (x * self.scale).sum() if x.sum() > 0 else x.sum(),
        "complex": lambda self, x: torch.view_as_complex((x * self.scale).reshape(8, 2, 2)).abs().sum(),
    }
    for name, function in cases.items():
        show(name, lambda function=function: sbp.compile(Calls(function), x=x))
        show(f"{name} in training", lambda function=function: sbp.compile(Calls(function), x=x, train=sbp.SGD()))
    show("complex input", lambda: sbp.compile(Calls(lambda self, x: x.real), x=torch.complex(x, x)))
    show("same name", lambda: sbp.compile(SameName(), x=x))
    show("same name in training", lambda: sbp.compile(SameName(), x=x, train=sbp.SGD()))
    on = {"mesh": {"dp": 2, "tp": 2}}
    show("constrain", lambda: sbp.compile(Calls(lambda self, x: sbp.constrain(x, "pp")), x=x, **on))
    show("constrain dims", lambda: sbp.compile(Calls(lambda self, x: sbp.constrain(x, "dp", None, "tp")), x=x, **on))
    show("sequence", lambda: sbp.compile(Calls(cases["mask"]), x=x, plan={"norm": "sequence"}, **on))
    show("entries", lambda: sbp.compile(SameName(), x=x, entries={"small": {"x": x}}))


def share_entries():
    """Two shapes of a module, whose weights are states of both; values that are constrained, also in a training step."""
    module = torch.nn.Sequential(torch.nn.Linear(16, 64), torch.nn.LayerNorm(64), torch.nn.Linear(64, 16))
    small, large = torch.randn(2, 8, 16), torch.randn(4, 8, 16)
    plan = {"0": "column", "1": "sequence", "2": "row"}
    on = {"mesh": {"dp": 2, "tp": 2}, "batch": "dp"}
    program = sbp.compile(module, entries={"small": {"input": small}, "large": {"input": large}}, plan=plan, **on)
    session = program.session(weights=module)
    differences = [
        np.abs(session.step(entry, input=x)["result"] - module(x).detach().numpy()).max()
        for entry, x in [("small", small), ("large", large)]
    ]
    constrained = program.text.decode().count("sbp.constrain")
    print(f"entries: {', '.join(session.entries)} share {len(session.states)} states, {constrained} constraints")
    assert max(differences) < 1e-6
    x = torch.randn(8, 4)
    losses = []
    for mesh in [{}, on]:
        function = Calls(lambda self, x: (sbp.constrain(x * self.scale, "dp", "tp") ** 2).sum())
        program = sbp.compile(function, x=x, train=sbp.SGD(rate=0.01), **mesh)
        session = program.session(weights=function)
        losses.append([session.step("train", x=x)["loss"].item() for _ in range(3)])
    print(
        f"constrained training: {'falls' if losses[0][2] < losses[0][0] else 'rises'}, {program.text.decode().count('sbp.constrain')} constraints"
    )
    np.testing.assert_allclose(losses[0], losses[1], rtol=1e-6)


def run_stages():
    """Two stages of a pipeline with ranks of a [2] mesh each: losses of three steps are those of PyTorch's AdamW."""
    torch.manual_seed(3)
    model, shift, options = Model(), torch.zeros(16), {"weight_decay": 0.1, "clip": 1.0}
    batches = [(torch.randint(0, 24, (8, 6)), torch.randint(0, 24, (8, 6))) for _ in range(3)]
    plan = {"layers.0-0": sbp.stage(0), "layers.1": sbp.stage(1), "labels": sbp.stage(1)}
    on = {"mesh": {"dp": 2}, "batch": "dp", "plan": plan, "train": sbp.AdamW(**options), "fixed": ["shift"], "micro_batches": 4}
    program = sbp.compile(model, ids=batches[0][0], labels=batches[0][1], shift=shift, **on)
    session = program.session(weights=model)
    optimizer, worst = torch.optim.AdamW(model.parameters(), lr=1e-2, weight_decay=0.1), 0.0
    for ids, labels in batches:
        loss = model(ids, shift=shift, labels=labels)["loss"]
        optimizer.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimizer.step()
        ours = session.step("train", ids=ids, labels=labels, shift=shift, learning_rate=1e-2)["loss"]
        worst = max(worst, abs(ours - loss.item()))
    schedule = program.report.json["schedule"]
    ranks = [each["world_ranks"] for each in schedule["stages"]]
    print(f"stages on {ranks}: {schedule['kind']}, in flight {schedule['in_flight']}, losses differ by {worst:.1e}")
    assert worst < 1e-5
    inputs = {"ids": ids, "labels": labels, "shift": shift}
    show("stage twice", lambda: sbp.compile(model, **inputs, **on | {"plan": plan | {"layers.*": sbp.stage(1)}}))
    show("stage path", lambda: sbp.compile(model, **inputs, **on | {"plan": plan | {"blocks.0": sbp.stage(1)}}))
    show("stage number", lambda: sbp.stage(-1))


if __name__ == "__main__":
    torch.manual_seed(0)
    compare_results()
    compare_training()
    export_weights()
    share_entries()
    run_stages()
    show_errors()
    show_refusals()
