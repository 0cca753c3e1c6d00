"""Prints the character GPT of examples/training/gpt.py on a chain of stages, as level-0 text:

    gpt.py [--stages S --ranks R --dp D --tp T] [--layers L] ... [--data FOLDER --steps N] > gpt.mlir

Stage s has layers s * L / S and following; the first one also has the embedding, the last one the head and the loss. A stage has D x T
ranks: batches are split over "dp", matrices over "tp". With S > R, stage s is on the ranks of stage s mod R, as interleaved schedules
need. The step of training, its micro-batches and its schedule come from sbp-opt --sbp-add-training.
"""

import argparse
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "training"))
import gpt


class Chain(gpt.Layout):
    """Placements of the stages; each has the axes "dp" and "tp"."""

    def __init__(self, options):
        self.plan = "stages"
        self.axes = {"dp": options.dp, "tp": options.tp}
        self.stages, self.ranks = options.stages, options.ranks or options.stages

    def placements(self):
        size = self.axes["dp"] * self.axes["tp"]
        axes = ", ".join(f'"{name}" = {count}' for name, count in self.axes.items())
        firsts = [stage % self.ranks * size for stage in range(self.stages)]
        return [f"sbp.placement @stage{k} [{axes}] ranks {list(range(first, first + size))}" for k, first in enumerate(firsts)]

    def stage(self, number=0):
        return f"stage{number}"


class ChainWriter(gpt.Writer):
    def __init__(self, options):
        options.plan = "one"
        super().__init__(options)
        self.layout = Chain(options)

    def get_stage(self, name):
        """The number of the stage that reads a weight."""
        number = name.partition(".")[0][1:]
        if number.isdigit():
            return int(number) * self.options.stages // self.options.layers
        return self.options.stages - 1 if name in ("gain", "head") else 0

    def write(self):
        o, layout = self.options, self.layout
        last = layout.stage(o.stages - 1)
        ids = self.argument("ids", (o.batch, o.tokens), layout.whole(layout.stage()), "i64")
        labels = self.argument("labels", (o.batch, o.tokens), layout.whole(last), "i64")
        weights = {
            name: self.argument(name, shape, layout.weight(name, layout.stage(self.get_stage(name))))
            for name, shape in self.shapes().items()
        }
        x, current = self.embed(ids, weights), 0
        for layer in range(o.layers):
            stage = self.get_stage(f"h{layer}.")
            if stage != current:
                # The cotangent comes back to the stage that sent the activation.
                x = self.see(x, layout.stream(layout.stage(stage)), layout.stream(layout.stage(current)))
                current = stage
            w = {name.partition(".")[2]: value for name, value in weights.items() if name.startswith(f"h{layer}.")}
            x = self.block(x, w, layout.stage(stage))
        logits = self.einsum("bti,io->bto", self.spread(x, weights["gain"], last), weights["head"])
        logits = self.see(logits, layout.get(last, "S(0)", "S(2)"))
        loss = self.loss(logits, labels)
        arguments = ",\n    ".join(self.arguments)
        result = f'tensor<f32> {{sbp.name = "loss", sbp.distribution = {layout.get(last)}}}'
        lines = [*layout.placements(), f"func.func @main(\n    {arguments})\n    -> ({result}) {{", "  %zero = arith.constant 0.0 : f32"]
        return "\n".join([*lines, *self.lines, f"  return {loss[0]} : tensor<f32>", "}", ""])


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    sizes = {"stages": 2, "ranks": 0, "dp": 1, "tp": 1}
    sizes |= {"layers": 8, "width": 16, "heads": 2, "batch": 8, "tokens": 8, "vocabulary": 32, "steps": 3}
    for name, value in sizes.items():
        parser.add_argument("--" + name, type=int, default=value)
    parser.add_argument("--data", help="also write inputs and first weights into this folder")
    options = parser.parse_args()
    sys.stdout.write(ChainWriter(options).write())
    if options.data:
        gpt.write_data(options)


if __name__ == "__main__":
    main()
