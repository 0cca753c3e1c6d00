"""Training steps over stages and micro-batches: a perceptron and the GPT of examples/training, each under a plan.

A plan has the ranks of each stage, the axes of each stage's placement ("dp", "tp"), a stage of ZeRO, micro-batches and a schedule. The
ops of a model do not depend on the plan: it adds placements, distributions, and constraints where the next stage begins.
"""

import argparse
import dataclasses
import re
import tempfile

import numpy as np

from examples.training import gpt
from sbp import safetensors
from sbp_testing.harness import run


@dataclasses.dataclass(frozen=True)
class Plan:
    ranks: tuple = ((0,),)  #: world ranks of each stage
    axes: tuple = ()  #: (name, size) of each axis, or one such tuple per stage
    zero: int = 0
    micro_batches: int = 1
    schedule: str = ""

    def get_axes(self, stage):
        """Axes of a stage: those of all stages, unless its number of ranks is another; a stage of one rank has axes of extent 1."""
        size = int(np.prod([extent for _, extent in self.axes], initial=1))
        return (
            dict(self.axes)
            if len(self.ranks[stage]) == size
            else {name: len(self.ranks[stage]) if i == 0 else 1 for i, (name, _) in enumerate(self.axes)}
        )

    def placements(self):
        if not self.axes:
            return []
        lines = []
        for i, ranks in enumerate(self.ranks):
            axes = ", ".join(f'"{name}" = {size}' for name, size in self.get_axes(i).items())
            lines.append(f"sbp.placement @s{i} [{axes}] ranks {list(ranks)}")
        return lines

    def __str__(self):
        axes = " x ".join(f"{name} {size}" for name, size in self.axes) or "no axes"
        chunks = len(self.ranks) - len(set(self.ranks))
        stages = f"{len(self.ranks)} stages" + (f" on {len(set(self.ranks))} groups" if chunks else "")
        return f"{stages}, {axes}, ZeRO {self.zero}, m = {self.micro_batches}, {self.schedule or 'no schedule'}"


class Layout(gpt.Layout):
    """Distributions of a plan in the GPT."""

    def __init__(self, plan):
        self.plan, self.axes, self.staged = "staged", dict(plan.axes), plan

    def placements(self):
        return self.staged.placements()


class Gpt(gpt.Writer):
    """The GPT with its layers spread evenly over the stages of a plan."""

    data, optimizer = ("ids", "labels"), "optimizer=adamw weight-decay=0.1 clip=1 rate=0.01"

    def __init__(self, plan, layers, **sizes):
        sizes = {"width": 8, "heads": 2, "batch": 16, "tokens": 4, "vocabulary": 12, **sizes}
        super().__init__(argparse.Namespace(plan="one", layers=layers, **sizes))
        self.layout, self.stages = Layout(plan), len(plan.ranks)

    def get_stage(self, name):
        """The stage of a weight."""
        number = name.partition(".")[0][1:]
        if number.isdigit():
            return int(number) * self.stages // self.options.layers
        return self.stages - 1 if name in ("gain", "head") else 0

    def write(self):
        o, layout = self.options, self.layout
        names = [f"s{i}" for i in range(self.stages)]
        ids = self.argument("ids", (o.batch, o.tokens), layout.whole(names[0]), "i64")
        labels = self.argument("labels", (o.batch, o.tokens), layout.whole(names[-1]), "i64")
        weights = {
            name: self.argument(name, shape, layout.weight(name, names[self.get_stage(name)])) for name, shape in self.shapes().items()
        }
        x, stage = self.embed(ids, weights), 0
        for layer in range(o.layers):
            w = {name.partition(".")[2]: value for name, value in weights.items() if name.startswith(f"h{layer}.")}
            if self.get_stage(f"h{layer}.") != stage:
                stage += 1
                x = self.see(x, layout.stream(names[stage]), layout.stream(names[stage - 1]))
            x = self.block(x, w, names[stage])
        logits = self.classify(self.spread(x, weights["gain"], names[-1]), weights, names)
        logits = self.see(logits, layout.get(names[-1], "S(0)", "S(2)"))
        return finish(self, layout, names[-1], self.loss(logits, labels))

    def classify(self, x, weights, stages):
        return self.einsum("bti,io->bto", x, weights["head"])

    def embed(self, ids, w):
        # The example's layout has one first stage of another name.
        self.layout.stage = lambda: "s0"
        return super().embed(ids, w)

    def draw(self, random):
        """Data of one step and first weights."""
        o = self.options
        ids = random.integers(0, o.vocabulary, (2, o.batch, o.tokens))
        return {"ids": ids[0], "labels": ids[1]}, draw_weights(self.shapes(), random)


def finish(writer, layout, stage, loss):
    where = layout.get(stage)
    result = 'tensor<f32> {sbp.name = "loss"' + (f", sbp.distribution = {where}" if where else "") + "}"
    return "\n".join(
        [
            *layout.placements(),
            "func.func @main(\n    " + ",\n    ".join(writer.arguments) + f")\n    -> ({result}) {{",
            "  %zero = arith.constant 0.0 : f32",
            *writer.lines,
            f"  return {loss[0]} : tensor<f32>",
            "}",
            "",
        ]
    )


class TiedGpt(Gpt):
    """The GPT whose head is its embedding: the first stage stores it, the last stage reads it too."""

    def shapes(self):
        return {name: shape for name, shape in super().shapes().items() if name != "head"}

    def classify(self, x, weights, stages):
        first, last = self.layout.get(stages[0]), self.layout.get(stages[-1], tp="S(0)")
        return self.einsum("bti,oi->bto", x, self.see(weights["embedding"], last, first))


class MaskedGpt(Gpt):
    """The GPT whose loss is a mean over the tokens of a mask, of which every micro-batch has another number."""

    data = ("ids", "labels", "mask")

    def loss(self, logits, labels):
        kind = gpt.tensor(labels[1])
        mask = self.argument("mask", labels[1], self.layout.whole(f"s{self.stages - 1}"))
        losses = self.add(
            f"nn.cross_entropy {logits[0]}, {labels[0]} : ({gpt.tensor(logits[1])}, {gpt.tensor(labels[1], 'i64')}) -> {kind}", labels[1]
        )
        losses = self.add(f"arith.mulf {losses[0]}, {mask[0]} : {kind}", labels[1])
        total, count = (
            self.add(
                f"linalg.reduce {{ arith.addf }} ins({value[0]} : {kind}) outs({self.zeros(())} : tensor<f32>) dimensions = [0, 1]", ()
            )
            for value in (losses, mask)
        )
        return self.add(f"arith.divf {total[0]}, {count[0]} : tensor<f32>", ())

    def draw(self, random):
        data, weights = super().draw(random)
        shape = data["ids"].shape
        return data | {"mask": np.float64(random.random(shape) < np.linspace(0.1, 0.9, shape[0])[:, None])}, weights


class Perceptron(gpt.Writer):
    """Layers with tanh between them, one or more per stage; columns, then rows of weights over "tp"."""

    data, optimizer = ("x", "y"), "optimizer=sgd momentum=0.5 rate=0.1"

    def __init__(self, plan, layers, batch=16, widths=(6, 8)):
        super().__init__(argparse.Namespace(plan="one", layers=layers, batch=batch, widths=widths))
        self.layout, self.stages = Layout(plan), len(plan.ranks)

    def shapes(self):
        widths = [self.options.widths[i % len(self.options.widths)] for i in range(self.options.layers + 1)]
        return {f"w{i}": (inner, outer) for i, (inner, outer) in enumerate(zip(widths, widths[1:]))} | {
            f"b{i}": (outer,) for i, outer in enumerate(widths[1:])
        }

    def write(self):
        o, layout = self.options, self.layout
        shapes, count = self.shapes(), o.layers
        stages = [f"s{i * self.stages // count}" for i in range(count)]
        x = self.argument("x", (o.batch, shapes["w0"][0]), layout.get(stages[0], "S(0)"))
        y = self.argument("y", (o.batch, shapes[f"w{count - 1}"][1]), layout.get(stages[-1], "S(0)"))
        weights = {}
        for name, shape in shapes.items():
            layer = int(name[1:])
            split = {"w": f"S({1 - layer % 2})", "b": "B" if layer % 2 else "S(0)"}[name[0]]
            weights[name] = self.argument(name, shape, layout.get(stages[layer], tp=split))
        for layer in range(count):
            if layer and stages[layer] != stages[layer - 1]:
                x = self.see(x, layout.get(stages[layer], "S(0)"), layout.get(stages[layer - 1], "S(0)"))
            x = self.einsum("bi,io->bo", x, weights[f"w{layer}"])
            empty = self.add(f"tensor.empty() : {gpt.tensor(x[1])}", x[1])[0]
            bias = weights[f"b{layer}"]
            bias = self.add(
                f"linalg.broadcast ins({bias[0]} : {gpt.tensor(bias[1])}) outs({empty} : {gpt.tensor(x[1])}) dimensions = [0]", x[1]
            )
            x = self.plus(x, bias)
            x = self.add(f"math.tanh {x[0]} : {gpt.tensor(x[1])}", x[1])
            x = self.see(x, layout.get(stages[layer], "S(0)", "B" if layer % 2 else "S(1)"))
        d = self.add(f"arith.subf {x[0]}, {y[0]} : {gpt.tensor(x[1])}", x[1])
        q = self.add(f"arith.mulf {d[0]}, {d[0]} : {gpt.tensor(x[1])}", x[1])
        total = self.add(
            f"linalg.reduce {{ arith.addf }} ins({q[0]} : {gpt.tensor(x[1])}) outs({self.zeros(())} : tensor<f32>) dimensions = [0, 1]", ()
        )
        scale = self.add(f"arith.constant dense<{1 / o.batch}> : tensor<f32>", ())
        return finish(self, layout, stages[-1], self.add(f"arith.mulf {total[0]}, {scale[0]} : tensor<f32>", ()))

    def draw(self, random):
        shapes, o = self.shapes(), self.options
        data = {"x": (o.batch, shapes["w0"][0]), "y": (o.batch, shapes[f"w{o.layers - 1}"][1])}
        return {name: random.standard_normal(shape) for name, shape in data.items()}, draw_weights(shapes, random)


def draw_weights(shapes, random):
    return {
        name: 1 + 0.1 * random.standard_normal(shape) if "gain" in name else random.standard_normal(shape) * shape[0] ** -0.5
        for name, shape in shapes.items()
    }


def add_step(writer, plan, element="f64"):
    """The text with a training step in the plan's micro-batches. It computes in f64: what differs by more than rounding is a fault."""
    text = writer.write().replace("f32", element)
    for name in writer.data:
        text = text.replace(f'sbp.name = "{name}"', f'sbp.name = "{name}", sbp.microbatch = 0 : i64')
    zero = f" zero={plan.zero}:dp" if plan.zero else ""
    with tempfile.NamedTemporaryFile("w", suffix=".mlir") as file:
        file.write(text)
        file.flush()
        text = run("sbp-opt", file.name, f"--sbp-add-training=loss=loss data={','.join(writer.data)} {writer.optimizer}{zero}").stdout
    attributes = [f"sbp.microbatches = {plan.micro_batches} : i64"] * (plan.micro_batches != 1)
    attributes += [f'sbp.schedule = "{plan.schedule}"'] * bool(plan.schedule)
    return re.sub(r"(@train\(.*\)) \{$", rf"\1 attributes {{{', '.join(attributes)}}} {{", text, flags=re.M) if attributes else text


def train(case, data, weights, steps, *flags):
    """Losses of all steps and the last states."""
    first, last, loss = (case.path(name) for name in ("first.safetensors", "last.safetensors", "loss.npy"))
    safetensors.save(first, weights)
    words = case.save(data)
    run(
        "sbp-run",
        case.artifact,
        "--entry=train",
        f"--steps={steps}",
        f"--weights={first}",
        f"--save-state={last}",
        *words,
        f"--output=loss=@{loss}:all",
        *flags,
    )
    return np.load(loss), safetensors.load(last)
