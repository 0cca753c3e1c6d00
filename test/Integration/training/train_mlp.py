"""Steps of gradient descent on a two-layer perceptron against numpy, with the gradient that the compiler derives.

One text, with the distributions of a mesh filled in: one rank, data parallel on [2], two stages of [2]; chosen, and --strict,
where every cotangent that is partial is constrained before it is used. Prints a table: mesh, mode, largest difference, bound.
"""

import numpy as np

from sbp import safetensors
from sbp_testing.harness import Case, close

BATCH, INNER, HIDDEN, OUTER, RATE, STEPS = 8, 6, 10, 3, 0.05, 4

MODEL = """
{placements}
func.func @train(
    %x: tensor<8x6xf32> {{sbp.name = "x"{x}}}, %y: tensor<8x3xf32> {{sbp.name = "y"{y}}},
    %w1: tensor<6x10xf32> {{sbp.state = "w1"{first}}}, %b1: tensor<10xf32> {{sbp.state = "b1"{first}}},
    %w2: tensor<10x3xf32> {{sbp.state = "w2"{second}}})
    -> (tensor<f32> {{sbp.name = "loss"{second}}}, tensor<6x10xf32> {{sbp.state = "w1"}}, tensor<10xf32> {{sbp.state = "b1"}},
        tensor<10x3xf32> {{sbp.state = "w2"}}) {{
  %zero = arith.constant 0.0 : f32
  %e1 = tensor.empty() : tensor<8x10xf32>
  %f1 = linalg.fill ins(%zero : f32) outs(%e1 : tensor<8x10xf32>) -> tensor<8x10xf32>
  %p1 = linalg.matmul ins(%x, %w1 : tensor<8x6xf32>, tensor<6x10xf32>) outs(%f1 : tensor<8x10xf32>) -> tensor<8x10xf32>
  %e2 = tensor.empty() : tensor<8x10xf32>
  %b = linalg.broadcast ins(%b1 : tensor<10xf32>) outs(%e2 : tensor<8x10xf32>) dimensions = [0]
  %s1 = arith.addf %p1, %b : tensor<8x10xf32>
  %h = math.tanh %s1 : tensor<8x10xf32>
{cross}
  %e3 = tensor.empty() : tensor<8x3xf32>
  %f3 = linalg.fill ins(%zero : f32) outs(%e3 : tensor<8x3xf32>) -> tensor<8x3xf32>
  %o = linalg.matmul ins(%hh, %w2 : tensor<8x10xf32>, tensor<10x3xf32>) outs(%f3 : tensor<8x3xf32>) -> tensor<8x3xf32>
  %d = arith.subf %o, %y : tensor<8x3xf32>
  %q = arith.mulf %d, %d : tensor<8x3xf32>
  %e4 = tensor.empty() : tensor<f32>
  %f4 = linalg.fill ins(%zero : f32) outs(%e4 : tensor<f32>) -> tensor<f32>
  %loss = linalg.reduce {{ arith.addf }} ins(%q : tensor<8x3xf32>) outs(%f4 : tensor<f32>) dimensions = [0, 1]
  %g:3 = nn.gradient %loss wrt (%w1, %b1, %w2) : (tensor<f32>, tensor<6x10xf32>, tensor<10xf32>, tensor<10x3xf32>)
      -> (tensor<6x10xf32>, tensor<10xf32>, tensor<10x3xf32>)
{gradients}
  %r1 = arith.constant dense<0.05> : tensor<6x10xf32>
  %r2 = arith.constant dense<0.05> : tensor<10xf32>
  %r3 = arith.constant dense<0.05> : tensor<10x3xf32>
  %u1 = arith.mulf %g1, %r1 : tensor<6x10xf32>
  %u2 = arith.mulf %g2, %r2 : tensor<10xf32>
  %u3 = arith.mulf %g3, %r3 : tensor<10x3xf32>
  %n1 = arith.subf %w1, %u1 : tensor<6x10xf32>
  %n2 = arith.subf %b1, %u2 : tensor<10xf32>
  %n3 = arith.subf %w2, %u3 : tensor<10x3xf32>
  return %loss, %n1, %n2, %n3 : tensor<f32>, tensor<6x10xf32>, tensor<10xf32>, tensor<10x3xf32>
}}
"""


def distribution(placement, component):
    return f"#sbp.distribution<@{placement}, [{component}]>"


def constrain(name, source, where, shape, gradient=None):
    kind = f"tensor<{''.join(f'{size}x' for size in shape)}f32>"
    attributes = f" {{gradient = {gradient}}}" if gradient else ""
    return f"  {name} = sbp.constrain {source} to {where}{attributes} : {kind}"


def write(mesh):
    """The text for no placement, one of two ranks, or two stages of two ranks each."""
    shapes = [(INNER, HIDDEN), (HIDDEN,), (HIDDEN, OUTER)]
    if mesh == "one":
        fields = dict(placements="", x="", y="", first="", second="")
        cross, back, where = None, None, None
    else:
        first, second = ("a", "b") if mesh == "stages" else ("a", "a")
        placements = 'sbp.placement @a ["dp" = 2]' + ('\nsbp.placement @b ["dp" = 2] ranks [2, 3]' if mesh == "stages" else "")
        say = lambda placement, component: f", sbp.distribution = {distribution(placement, component)}"
        fields = dict(placements=placements, x=say(first, "S(0)"), y=say(second, "S(0)"), first=say(first, "B"), second=say(second, "B"))
        # --strict moves nothing by itself: the cotangent returns to the first stage because the constrain says so.
        cross, back = distribution(second, "S(0)"), distribution(first, "S(0)")
        where = [distribution(first, "B"), distribution(first, "B"), distribution(second, "B")]
    text = []
    for number, shape in enumerate(shapes):
        if where:
            text.append(constrain(f"%g{number + 1}", f"%g#{number}", where[number], shape))
    model = MODEL.format(**fields, cross=constrain("%hh", "%h", cross, (BATCH, HIDDEN), back) if cross else "", gradients="\n".join(text))
    if not cross:
        model = model.replace("%hh", "%h")
        for number in range(3):
            model = model.replace(f"%g{number + 1},", f"%g#{number},")
    return model


def reference(x, y, w1, b1, w2):
    losses = []
    for _ in range(STEPS):
        h = np.tanh(x @ w1 + b1)
        d = h @ w2 - y
        losses.append(np.sum(d * d))
        ds = 2 * d @ w2.T * (1 - h * h)
        w2 = w2 - RATE * (h.T @ (2 * d))
        w1, b1 = w1 - RATE * (x.T @ ds), b1 - RATE * ds.sum(0)
    return losses, {"w1": w1, "b1": b1, "w2": w2}


def main():
    source = np.random.default_rng(7)
    draw = lambda *shape: (source.standard_normal(shape) * 0.4).astype(np.float32)
    inputs = {"x": draw(BATCH, INNER), "y": draw(BATCH, OUTER)}
    states = {"w1": draw(INNER, HIDDEN), "b1": draw(HIDDEN), "w2": draw(HIDDEN, OUTER)}
    wide = {name: value.astype(np.float64) for name, value in {**inputs, **states}.items()}
    losses, expected = reference(*(wide[name] for name in ("x", "y", "w1", "b1", "w2")))
    for mesh, flags in (("one", []), ("[2]", []), ("[2]", ["--strict"]), ("stages", []), ("stages", ["--strict"])):
        case = Case(write(mesh), *flags)
        safetensors.save(case.path("first.safetensors"), states)
        found = case.execute(
            inputs,
            ["loss"],
            f"--steps={STEPS}",
            f"--weights={case.path('first.safetensors')}",
            f"--save-state={case.path('last.safetensors')}",
        )
        last = safetensors.load(case.path("last.safetensors"))
        close(found["loss"], losses[-1], terms=BATCH * HIDDEN, what=f"{mesh} loss")
        worst = 0.0
        for name, value in expected.items():
            close(last[name], value, terms=BATCH * HIDDEN, what=f"{mesh} {name}")
            worst = max(worst, np.abs(last[name] - value).max())
        crossing = [entry["kind"] for entry in case.report["collectives"]]
        print(
            f"{mesh:8} {' '.join(flags) or 'chosen':9} largest difference {worst:.1e}; {len(crossing)} communications: {', '.join(crossing)}"
        )
    print(f"{STEPS} steps equal numpy's on 5 plans")


main()
