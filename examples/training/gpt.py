"""Prints a character GPT that returns its loss, annotated for one of several plans, as level-0 text:

    gpt.py --plan one|dp|tp|sequence|fsdp-tp|stages [--layers L] [--width W] ... [--data FOLDER --steps N] > gpt.mlir

The text of the ops is one; a plan is a placement, distributions of arguments, and constraints on the residual stream. ZeRO comes
with the training step: sbp-opt gpt.mlir --sbp-add-training="loss=loss data=ids,labels zero=3:dp". --data writes ids.npy and
labels.npy (N batches of consecutive bytes of examples/memory_layers/lm_corpus.txt.gz) and weights.safetensors.

Attention is causal, norms have gains, linear maps no biases; matrices of attention keep heads as a dimension, so that "tp" splits it.
"""

import argparse
import gzip
import os
import sys

HERE = os.path.dirname(os.path.abspath(__file__))

PLANS = ["one", "dp", "tp", "sequence", "fsdp-tp", "stages"]
#: The dimension of each weight that "tp" splits; a copy on every rank where there is none.
TENSOR_PARALLEL = {"query": 1, "key": 1, "value": 1, "mixed": 0, "up": 1, "down": 0, "head": 1}


def tensor(shape, element="f32"):
    return "tensor<" + "".join(f"{size}x" for size in shape) + element + ">"


class Layout:
    """Distributions of one plan. Components are those over "dp" and over "tp", of which a plan has one, both or none."""

    def __init__(self, plan):
        self.plan = plan
        self.axes = {
            "one": {},
            "dp": {"dp": 4},
            "tp": {"tp": 4},
            "sequence": {"tp": 4},
            "fsdp-tp": {"dp": 2, "tp": 2},
            "stages": {"dp": 2},
        }[plan]

    def placements(self):
        axes = ", ".join(f'"{name}" = {size}' for name, size in self.axes.items())
        if self.plan == "stages":
            return [f"sbp.placement @first [{axes}]", f"sbp.placement @second [{axes}] ranks [2, 3]"]
        return [f"sbp.placement @mesh [{axes}]"] if self.axes else []

    def stage(self, is_second=False):
        return ("second" if is_second else "first") if self.plan == "stages" else "mesh"

    def get(self, stage, dp="B", tp="B"):
        """The attribute; None on one rank."""
        parts = [{"dp": dp, "tp": tp}[axis] for axis in self.axes]
        return f"#sbp.distribution<@{stage}, [{', '.join(parts)}]>" if parts else None

    def weight(self, name, stage):
        split = TENSOR_PARALLEL.get(name.rpartition(".")[2])
        if self.plan == "sequence" and name == "positions":
            split = 0  # as the stream that they are added to
        return self.get(stage, tp="B" if split is None else f"S({split})")

    def stream(self, stage):
        """The residual stream: batches over "dp"; with sequence parallelism positions over "tp"."""
        return self.get(stage, "S(0)", "S(1)" if self.plan == "sequence" else "B")

    def whole(self, stage):
        """What column-parallel products read: whole over "tp"."""
        return self.get(stage, "S(0)", "B")


class Writer:
    """Collects the ops of one function; every method appends one and returns its value, a pair (name, shape)."""

    def __init__(self, options):
        self.options, self.layout = options, Layout(options.plan)
        self.lines, self.count, self.arguments = [], 0, []

    def add(self, text, shape):
        self.count += 1
        self.lines.append(f"  %v{self.count} = {text}")
        return f"%v{self.count}", tuple(shape)

    def argument(self, name, shape, where, element="f32"):
        attributes = f'sbp.name = "{name}"' + (f", sbp.distribution = {where}" if where else "")
        self.arguments.append(f"%{name}: {tensor(shape, element)} {{{attributes}}}")
        return f"%{name}", tuple(shape)

    def see(self, value, where, gradient=None):
        """The value as its readers see it, and its cotangent."""
        if not where:
            return value
        attribute = f" {{gradient = {gradient}}}" if gradient else ""
        return self.add(f"sbp.constrain {value[0]} to {where}{attribute} : {tensor(value[1])}", value[1])

    def zeros(self, shape):
        empty = self.add(f"tensor.empty() : {tensor(shape)}", shape)[0]
        return self.add(f"linalg.fill ins(%zero : f32) outs({empty} : {tensor(shape)}) -> {tensor(shape)}", shape)[0]

    def einsum(self, spec, *inputs):
        """Products, summed over letters that the result lacks."""
        words, result = spec.split("->")
        words = words.split(",")
        sizes = {letter: size for word, value in zip(words, inputs) for letter, size in zip(word, value[1])}
        letters = list(dict.fromkeys(result + "".join(words)))
        shape = [sizes[letter] for letter in result]
        dims = ", ".join(f"d{i}" for i in range(len(letters)))
        maps = ", ".join(
            f"affine_map<({dims}) -> ({', '.join(f'd{letters.index(letter)}' for letter in word)})>" for word in [*words, result]
        )
        kinds = ", ".join('"parallel"' if letter in result else '"reduction"' for letter in letters)
        names, types = ", ".join(v[0] for v in inputs), ", ".join(tensor(v[1]) for v in inputs)
        return self.add(
            f"linalg.generic {{indexing_maps = [{maps}], iterator_types = [{kinds}]}}\n"
            f"      ins({names} : {types}) outs({self.zeros(shape)} : {tensor(shape)}) {{\n"
            f"  ^bb0(%a: f32, %b: f32, %o: f32):\n    %p = arith.mulf %a, %b : f32\n    %s = arith.addf %o, %p : f32\n"
            f"    linalg.yield %s : f32\n  }} -> {tensor(shape)}",
            shape,
        )

    def plus(self, left, right):
        return self.add(f"arith.addf {left[0]}, {right[0]} : {tensor(left[1])}", left[1])

    def norm(self, x, gain):
        return self.add(
            f"nn.rms_norm {x[0]}, {gain[0]} {{epsilon = 1.0e-5 : f64}} : ({tensor(x[1])}, {tensor(gain[1])}) -> {tensor(x[1])}", x[1]
        )

    def gelu(self, x):
        """In the form of the hyperbolic tangent."""
        kind = tensor(x[1])

        def constant(number):
            return self.add(f"arith.constant dense<{number}> : {kind}", x[1])[0]

        cube = self.add(f"arith.mulf {x[0]}, {x[0]} : {kind}", x[1])[0]
        cube = self.add(f"arith.mulf {cube}, {x[0]} : {kind}", x[1])[0]
        cube = self.add(f"arith.mulf {cube}, {constant(0.044715)} : {kind}", x[1])[0]
        inner = self.add(f"arith.addf {x[0]}, {cube} : {kind}", x[1])[0]
        inner = self.add(f"arith.mulf {inner}, {constant(0.7978845608)} : {kind}", x[1])[0]
        inner = self.add(f"math.tanh {inner} : {kind}", x[1])[0]
        inner = self.add(f"arith.addf {inner}, {constant(1.0)} : {kind}", x[1])[0]
        inner = self.add(f"arith.mulf {inner}, {constant(0.5)} : {kind}", x[1])[0]
        return self.add(f"arith.mulf {x[0]}, {inner} : {kind}", x[1])

    def attention(self, query, key, value):
        kind, rows = tensor(query[1]), query[1][:3]
        self.count += 1
        self.lines.append(
            f"  %v{self.count}, %lse{self.count} = nn.attention {query[0]}, {key[0]}, {value[0]} "
            f"{{scale = {query[1][3] ** -0.5} : f64, causal}} : ({kind}, {kind}, {kind}) -> ({kind}, {tensor(rows)})"
        )
        return f"%v{self.count}", query[1]

    # --- the model ---#

    def shapes(self):
        o = self.options
        size = o.width // o.heads
        layer = {
            "gain1": (o.width,),
            "query": (o.width, o.heads, size),
            "key": (o.width, o.heads, size),
            "value": (o.width, o.heads, size),
            "mixed": (o.heads, size, o.width),
            "gain2": (o.width,),
            "up": (o.width, 4 * o.width),
            "down": (4 * o.width, o.width),
        }
        return {
            "embedding": (o.vocabulary, o.width),
            "positions": (o.tokens, o.width),
            **{f"h{i}.{name}": shape for i in range(o.layers) for name, shape in layer.items()},
            "gain": (o.width,),
            "head": (o.width, o.vocabulary),
        }

    def is_second(self, name):
        """Whether a weight belongs to the second stage."""
        number = name.partition(".")[0][1:]
        return name in ("gain", "head") or (number.isdigit() and 2 * int(number) >= self.options.layers)

    def join(self, x, product, stage):
        """A row-parallel product joins the residual stream: one reduction; its cotangent is whole over "tp" again."""
        return self.plus(x, self.see(product, self.layout.stream(stage), self.layout.whole(stage)))

    def spread(self, x, gain, stage):
        """A norm and what column-parallel products read of it: their cotangents are reduced once, together."""
        stream = self.layout.stream(stage)
        return self.see(self.see(self.norm(x, gain), stream), self.layout.whole(stage), stream)

    def block(self, x, w, stage):
        y = self.spread(x, w["gain1"], stage)
        query, key, value = (self.einsum("bti,ihd->bhtd", y, w[name]) for name in ("query", "key", "value"))
        x = self.join(x, self.einsum("bhtd,hdo->bto", self.attention(query, key, value), w["mixed"]), stage)
        y = self.gelu(self.einsum("bti,io->bto", self.spread(x, w["gain2"], stage), w["up"]))
        return self.join(x, self.einsum("bti,io->bto", y, w["down"]), stage)

    def embed(self, ids, w):
        o = self.options
        shape = (o.batch, o.tokens, o.width)
        x = self.add(
            f"nn.gather {w['embedding'][0]}, {ids[0]} {{axis = 0 : i64}} : ({tensor(w['embedding'][1])}, {tensor(ids[1], 'i64')}) -> {tensor(shape)}",
            shape,
        )
        empty = self.add(f"tensor.empty() : {tensor(shape)}", shape)[0]
        places = self.add(
            f"linalg.broadcast ins({w['positions'][0]} : {tensor(w['positions'][1])}) outs({empty} : {tensor(shape)}) dimensions = [0]",
            shape,
        )
        return self.see(self.plus(x, places), self.layout.stream(self.layout.stage()))

    def loss(self, logits, labels):
        """The mean over all tokens."""
        count = labels[1][0] * labels[1][1]
        losses = self.add(
            f"nn.cross_entropy {logits[0]}, {labels[0]} : ({tensor(logits[1])}, {tensor(labels[1], 'i64')}) -> {tensor(labels[1])}",
            labels[1],
        )
        total = self.add(
            f"linalg.reduce {{ arith.addf }} ins({losses[0]} : {tensor(labels[1])}) outs({self.zeros(())} : tensor<f32>) dimensions = [0, 1]",
            (),
        )
        scale = self.add(f"arith.constant dense<{1 / count}> : tensor<f32>", ())
        return self.add(f"arith.mulf {total[0]}, {scale[0]} : tensor<f32>", ())

    def write(self):
        o, layout = self.options, self.layout
        stages = [layout.stage(second) for second in (False, True)]
        ids = self.argument("ids", (o.batch, o.tokens), layout.whole(stages[0]), "i64")
        labels = self.argument("labels", (o.batch, o.tokens), layout.whole(stages[1]), "i64")
        weights = {
            name: self.argument(name, shape, layout.weight(name, stages[self.is_second(name)])) for name, shape in self.shapes().items()
        }
        x, is_second = self.embed(ids, weights), False
        for layer in range(o.layers):
            w = {name.partition(".")[2]: value for name, value in weights.items() if name.startswith(f"h{layer}.")}
            if not is_second and layout.plan == "stages" and self.is_second(f"h{layer}."):
                x, is_second = self.see(x, layout.stream("second"), layout.stream("first")), True
            x = self.block(x, w, stages[is_second])
        logits = self.einsum("bti,io->bto", self.spread(x, weights["gain"], stages[1]), weights["head"])
        logits = self.see(logits, layout.get(stages[1], "S(0)", "S(2)"))
        loss = self.loss(logits, labels)
        where = layout.get(stages[1])
        result = 'tensor<f32> {sbp.name = "loss"' + (f", sbp.distribution = {where}" if where else "") + "}"
        return "\n".join(
            [
                *layout.placements(),
                "func.func @main(\n    " + ",\n    ".join(self.arguments) + f")\n    -> ({result}) {{",
                "  %zero = arith.constant 0.0 : f32",
                *self.lines,
                f"  return {loss[0]} : tensor<f32>",
                "}",
                "",
            ]
        )


def write_data(options):
    import numpy as np

    from sbp import safetensors

    with gzip.open(os.path.join(HERE, "..", "memory_layers", "lm_corpus.txt.gz")) as file:
        text = np.frombuffer(file.read(), np.uint8).astype(np.int64) % options.vocabulary
    random = np.random.default_rng(0)
    starts = random.integers(0, len(text) - options.tokens - 1, (options.steps, options.batch, 1))
    places = starts + np.arange(options.tokens)
    os.makedirs(options.data, exist_ok=True)
    np.save(os.path.join(options.data, "ids.npy"), text[places])
    np.save(os.path.join(options.data, "labels.npy"), text[places + 1])
    weights = {}
    for name, shape in Writer(options).shapes().items():
        kind = name.rpartition(".")[2]
        inner = np.prod(shape[:2]) if kind == "mixed" else shape[0]
        scale = 0.02 if kind in ("embedding", "positions") else inner**-0.5
        weights[name] = (np.ones(shape) if kind.startswith("gain") else scale * random.standard_normal(shape)).astype(np.float32)
    safetensors.save(os.path.join(options.data, "weights.safetensors"), weights)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--plan", choices=PLANS, default="one")
    for name, value in (("layers", 2), ("width", 64), ("heads", 4), ("batch", 8), ("tokens", 32), ("vocabulary", 128), ("steps", 100)):
        parser.add_argument("--" + name, type=int, default=value)
    parser.add_argument("--data", help="also write inputs and first weights into this folder")
    options = parser.parse_args()
    sys.stdout.write(Writer(options).write())
    if options.data:
        write_data(options)


if __name__ == "__main__":
    main()
