"""Ten steps of Lion and Adafactor against numpy in the formulas of optax, on one rank, on [2, 2], and with ZeRO 1 to 3 on [2, 2]:

    optax_optimizers.py [--optax] [--only NAME]...

The loss reads a matrix and a tensor of three dimensions whose second moments are factored, a matrix that is too small for that, a vector
and a number. On [2, 2] the batch and ZeRO take one axis, and dimensions of the parameters the other. Prints a table: optimizer, plan,
largest difference of parameters and states from numpy's, relative to the largest number of each. --optax compares numpy's steps with
optax's instead, for given gradients; only that needs JAX and optax. On PATH otherwise: sbp-opt, sbp-compile, sbp-run.
"""

import argparse
import os
import tempfile

import numpy as np

STEPS, OPTAX_BOUND = 10, 1e-6
#: By type; gradients in f32 differ by their own rounding.
BOUND = 1e-12  # of f64; f32 on many ranks may differ four times as much as on one
SHAPES = {"wide": (130, 129), "deep": (3, 128, 131), "small": (129, 6), "bias": (6,), "scale": ()}
ROWS, INNER, OUTER = 8, 130, 6
#: The dimension of each parameter that the second axis of the mesh splits.
SPLIT = {"wide": 1, "deep": 2, "small": 0, "bias": 0}
OPTIMIZERS = {
    "lion": ("lion", {}, 0.01),
    "lion, options": ("lion", {"b1": 0.8, "b2": 0.95, "weight_decay": 0.1}, 0.01),
    "adafactor": ("adafactor", {}, 0.05),
    "adafactor, options": (
        "adafactor",
        {"decay_rate": 0.7, "clipping_threshold": 0.5, "momentum": 0.9, "weight_decay_rate": 0.01, "min_dim_size_to_factor": 4},
        0.05,
    ),
    "adafactor, bare": ("adafactor", {"clipping_threshold": None, "multiply_by_parameter_scale": False}, 0.01),
}
#: optax's names that are not ours with "-" for "_".
NAMES = {"b1": "beta1", "b2": "beta2", "weight_decay_rate": "weight-decay", "eps": "epsilon"}

MODEL = """
{placement}
func.func @main(%x: tensor<8x130x{t}> {{sbp.name = "x"{x}}}, %y: tensor<8x6x{t}> {{sbp.name = "y"{x}}},
                %c: tensor<3x128x131x{t}> {{sbp.name = "c"{c}}}, {weights}) -> (tensor<{t}> {{sbp.name = "loss"}}) {{
  %zero = arith.constant 0.0 : {t}
  %e0 = tensor.empty() : tensor<8x129x{t}>
  %f0 = linalg.fill ins(%zero : {t}) outs(%e0 : tensor<8x129x{t}>) -> tensor<8x129x{t}>
  %p = linalg.matmul ins(%x, %wide : tensor<8x130x{t}>, tensor<130x129x{t}>) outs(%f0 : tensor<8x129x{t}>) -> tensor<8x129x{t}>
  %h = math.tanh %p : tensor<8x129x{t}>
  %e1 = tensor.empty() : tensor<8x6x{t}>
  %b = linalg.broadcast ins(%bias : tensor<6x{t}>) outs(%e1 : tensor<8x6x{t}>) dimensions = [0]
  %o = linalg.matmul ins(%h, %small : tensor<8x129x{t}>, tensor<129x6x{t}>) outs(%b : tensor<8x6x{t}>) -> tensor<8x6x{t}>
  %s = linalg.broadcast ins(%scale : tensor<{t}>) outs(%e1 : tensor<8x6x{t}>) dimensions = [0, 1]
  %m = arith.mulf %o, %s : tensor<8x6x{t}>
  %d = arith.subf %m, %y : tensor<8x6x{t}>
  %q = arith.mulf %d, %d : tensor<8x6x{t}>
  %e2 = tensor.empty() : tensor<{t}>
  %f2 = linalg.fill ins(%zero : {t}) outs(%e2 : tensor<{t}>) -> tensor<{t}>
  %first = linalg.reduce {{ arith.addf }} ins(%q : tensor<8x6x{t}>) outs(%f2 : tensor<{t}>) dimensions = [0, 1]
  %u = arith.mulf %deep, %deep : tensor<3x128x131x{t}>
  %v = arith.mulf %u, %c : tensor<3x128x131x{t}>
  %loss = linalg.reduce {{ arith.addf }} ins(%v : tensor<3x128x131x{t}>) outs(%first : tensor<{t}>) dimensions = [0, 1, 2]
  return %loss : tensor<{t}>
}}
"""


def draw():
    """The batch and the first values of the parameters."""
    random = np.random.default_rng(5)
    batch = {"x": random.standard_normal((ROWS, INNER)) * 0.2, "y": random.standard_normal((ROWS, OUTER))}
    batch["c"] = random.uniform(0.5, 1.5, SHAPES["deep"])
    return batch, {name: random.standard_normal(shape) * 0.3 + 0.1 for name, shape in SHAPES.items()}


def differentiate(values, batch):
    """The gradients of the loss of MODEL."""
    h = np.tanh(batch["x"] @ values["wide"])
    o = h @ values["small"] + values["bias"]
    d = 2 * (o * values["scale"] - batch["y"])
    of_o = d * values["scale"]
    return {
        "wide": batch["x"].T @ ((of_o @ values["small"].T) * (1 - h * h)),
        "deep": 2 * values["deep"] * batch["c"],
        "small": h.T @ of_o,
        "bias": of_o.sum(0),
        "scale": np.asarray((d * o).sum()),
    }


class Lion:
    """optax.lion."""

    def __init__(self, rate, b1=0.9, b2=0.99, weight_decay=1e-3):
        self.rate, self.b1, self.b2, self.decay = rate, b1, b2, weight_decay

    def start(self, w):
        return {"mean": np.zeros_like(w)}

    def update(self, w, g, state, step):
        """The next weight; `state` is changed, `step` counts from 1."""
        move = np.sign(self.b1 * state["mean"] + (1 - self.b1) * g)
        state["mean"] = self.b2 * state["mean"] + (1 - self.b2) * g
        return w - self.rate * (move + self.decay * w)


class Adafactor:
    """optax.adafactor."""

    def __init__(
        self,
        rate,
        min_dim_size_to_factor=128,
        decay_rate=0.8,
        multiply_by_parameter_scale=True,
        clipping_threshold=1.0,
        momentum=None,
        weight_decay_rate=None,
        eps=1e-30,
    ):
        self.rate, self.least, self.decay_rate, self.is_scaled = rate, min_dim_size_to_factor, decay_rate, multiply_by_parameter_scale
        self.threshold, self.momentum, self.decay, self.epsilon = clipping_threshold, momentum, weight_decay_rate or 0, eps

    def get_factors(self, w):
        """The second largest and the largest dimension, where both are large enough."""
        order = sorted(range(w.ndim), key=lambda dim: w.shape[dim])[-2:]
        return order if len(order) == 2 and w.shape[order[0]] >= self.least else None

    def start(self, w):
        factors = self.get_factors(w)
        if factors:
            state = {"rows": np.zeros_like(w.mean(factors[1])), "columns": np.zeros_like(w.mean(factors[0]))}
        else:
            state = {"square": np.zeros_like(w)}
        return state | ({"velocity": np.zeros_like(w)} if self.momentum else {})

    def update(self, w, g, state, step):
        """The next weight; `state` is changed, `step` counts from 1."""
        decay = 1 - step**-self.decay_rate
        square = g * g + self.epsilon
        average = lambda name, value: state.update({name: decay * state[name] + (1 - decay) * value})
        if factors := self.get_factors(w):
            row, column = factors
            average("rows", square.mean(column))
            average("columns", square.mean(row))
            rows = np.expand_dims(state["rows"], column)
            move = g * (rows / rows.mean(row, keepdims=True)) ** -0.5 * np.expand_dims(state["columns"], row) ** -0.5
        else:
            average("square", square)
            move = g * state["square"] ** -0.5
        if self.threshold:
            move = move / max(1, np.sqrt((move * move).mean()) / self.threshold)
        move = self.rate * move
        if self.is_scaled:
            move = move * max(np.sqrt((w * w).mean()), 1e-3)
        if self.momentum:
            state["velocity"] = move = self.momentum * state["velocity"] + (1 - self.momentum) * move
        return w - (move + self.decay * w)


CLASSES = {"lion": Lion, "adafactor": Adafactor}


def train(kind, options, rate, values, slopes):
    """Parameters and states after STEPS steps in float64, as in files; `slopes` returns the gradients of parameters."""
    optimizer = CLASSES[kind](rate, **options)
    values = dict(values)
    states = {name: optimizer.start(value) for name, value in values.items()}
    for step in range(1, STEPS + 1):
        for name, g in slopes(values, step).items():
            values[name] = optimizer.update(values[name], g, states[name], step)
    return values | {f"{name}.{key}": value for name, state in states.items() for key, value in state.items()}


def write(plan, zero, kind, options, element):
    """The text of the model with its training step, on one rank for no plan."""
    annotate = lambda parts: f", sbp.distribution = #sbp.distribution<@m, [{parts}]>" if plan else ""
    spread = {name: f"B, S({dim})" for name, dim in SPLIT.items()}
    shape = lambda name: "".join(f"{size}x" for size in SHAPES[name]) + element
    weights = ", ".join(f'%{name}: tensor<{shape(name)}> {{sbp.name = "{name}"{annotate(spread.get(name, "B, B"))}}}' for name in SHAPES)
    placement = 'sbp.placement @m ["dp" = 2, "tp" = 2]' if plan else ""
    text = MODEL.format(t=element, placement=placement, x=annotate("S(0), B"), c=annotate("B, S(2)"), weights=weights)
    number = lambda value: 0 if value is None else value
    own = "".join(f":{NAMES.get(name, name.replace('_', '-'))}={float(number(value))!r}" for name, value in options.items())
    with tempfile.NamedTemporaryFile("w", suffix=".mlir") as file:
        file.write(text)
        file.flush()
        words = f"loss=loss data=x,y,c optimizer={kind}{own}" + (f" zero={zero}:dp" if zero else "")
        return run("sbp-opt", file.name, f"--sbp-add-training={words}").stdout


def compare(found, expected):
    """The largest difference, relative to the largest number of each array."""
    return max(np.abs(found[name] - value).max() / max(np.abs(value).max(), 1e-30) for name, value in expected.items())


def check(name, plan, zero, element, bound=None):
    """Trains on one rank or on [2, 2] and returns the largest difference from numpy, which must be at most `bound`."""
    from sbp import safetensors

    kind, options, rate = OPTIMIZERS[name]
    rate = float(np.float32(rate))
    batch, first = draw()
    expected = train(kind, options, rate, first, lambda values, step: differentiate(values, batch))
    case = Case(write(plan, zero, kind, options, element))
    cast = lambda arrays: {key: np.asarray(value, element.replace("f", "float")) for key, value in arrays.items()}
    safetensors.save(case.path("first"), cast(first))
    states = [f"--weights={case.path('first')}", f"--save-state={case.path('last')}"]
    inputs = {**cast(batch), "learning_rate": np.float32(rate)}
    case.execute(inputs, ["loss"], "--entry=train", f"--steps={STEPS}", *states)
    last = safetensors.load(case.path("last"))
    assert set(last) - {"step"} == set(expected), (sorted(last), sorted(expected))
    worst = compare(last, expected)
    title = f"ZeRO-{zero} on [2, 2]" if zero else "[2, 2]" if plan else "one rank"
    print(f"{name:20} {element} {title:18} largest difference {worst:.1e}", flush=True)
    assert bound is None or worst <= bound, (name, worst, bound)
    return worst


def check_optax(name):
    """Compares STEPS steps of numpy and optax by the same gradients."""
    os.environ["JAX_PLATFORMS"] = "cpu"
    import jax
    import optax

    jax.config.update("jax_enable_x64", True)
    kind, options, rate = OPTIMIZERS[name]
    _, values = draw()
    random = np.random.default_rng(6)
    gradients = [{key: np.asarray(random.standard_normal(shape)) for key, shape in SHAPES.items()} for _ in range(STEPS)]
    expected = train(kind, options, rate, values, lambda _, step: gradients[step - 1])
    optimizer = getattr(optax, kind)(rate, **options)
    values = {key: jax.numpy.asarray(value) for key, value in values.items()}
    state = optimizer.init(values)
    for gradient in gradients:
        moves, state = optimizer.update(gradient, state, values)
        values = optax.apply_updates(values, moves)
    worst = compare({key: np.asarray(value) for key, value in values.items()}, {key: expected[key] for key in values})
    print(f"{name:20} optax {optax.__version__}, largest difference {worst:.1e}, bound {OPTAX_BOUND:.0e}", flush=True)
    assert worst <= OPTAX_BOUND, name


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--optax", action="store_true")
    parser.add_argument("--only", action="append", choices=OPTIMIZERS)
    options = parser.parse_args()
    names = options.only or list(OPTIMIZERS)
    for name in names:
        if options.optax:
            check_optax(name)
            continue
        for plan, zero in ((False, 0), (True, 0), (True, 1), (True, 2), (True, 3)):
            check(name, plan, zero, "f64", BOUND)
        check(name, True, 3, "f32", 4 * check(name, False, 0, "f32"))
    print(f"{STEPS} steps of {len(names)} optimizers equal {'optax' if options.optax else 'numpy'}'s")


if __name__ == "__main__":
    from sbp_testing.harness import Case, run

    main()
