"""What a training step of a JAX loss is: names, states, frozen parameters, errors:  jax_training.py   (a Python with jax)

One step of SGD with rate 1 against JAX's. On PATH: sbp-opt, sbp-compile, sbp-run.
"""

import inspect
import os
import re

os.environ["JAX_PLATFORMS"] = "cpu"
import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

from sbp import safetensors
from sbp.export_jax import export_training
from sbp.user_lines import ExportError
from sbp_testing.harness import Case, run

w, x = np.array([0.25, 2.0, -1.5], "f4"), np.array([3.0, 0.3, 1.0], "f4")


def leaves(value):
    paths = jax.tree_util.tree_flatten_with_path(value)[0]
    return {jax.tree_util.keystr(path, simple=True, separator="."): np.asarray(leaf) for path, leaf in paths}


def step(title, loss, params, *others, data, expected, **options):
    """Prints the states of the step, and the largest difference of its states from `expected`, {name: value}."""
    text = export_training(loss, params, *others, data=data, optimizer="sgd", rate=1.0, **options)
    header = text[text.index("@train(") :].partition(") -> (")[0]
    states = re.findall(r'sbp\.state = "([^"]*)"', header)
    case = Case(text)
    parameters = list(inspect.signature(loss).parameters)
    held = {
        ".".join(filter(None, (name, key))): leaf
        for name, value in zip(parameters, (params, *others))
        for key, leaf in leaves(value).items()
    }
    safetensors.save(case.path("first"), {name: value for name, value in held.items() if name.partition(".")[0] not in data})
    words = case.save({name: value for name, value in held.items() if name.partition(".")[0] in data})
    run("sbp-run", case.artifact, "--entry=train", *words, f"--weights={case.path('first')}", f"--save-state={case.path('last')}")
    last = safetensors.load(case.path("last"))
    worst = max(np.abs(last[name] - value).max() for name, value in expected.items())
    print(f"{title}: states {' '.join(states)}; largest difference {worst:.1e}", flush=True)
    assert worst < 1e-6, (last, expected)


def attempt(title, loss, *arguments, **options):
    """Prints the message of the one error that exporting raises."""
    try:
        export_training(loss, *arguments, **options)
        print(f"{title}: no error")
    except ExportError as error:
        print(f"{title}: {str(error).splitlines()[0]}", flush=True)


def rounded(w, x):
    h = x * w
    return ((h + lax.stop_gradient(jnp.round(h) - h)) ** 2).sum()


# CHECK: stop_gradient: states w; largest
step("stop_gradient", rounded, w, x, data=["x"], expected={"w": [-5.75, 1.4, 2.5]})


def scaled(params, x):
    return ((params["base"] * x + params["tuned"]) ** 2).sum() * params["count"]


# Integers are no parameters, and frozen paths are not trained.
# CHECK: frozen path: states params.tuned; largest
params = {"base": w, "count": np.int32(2), "tuned": np.zeros(3, "f4")}
step(
    "frozen path",
    scaled,
    params,
    x,
    data=["x"],
    frozen=["params.base"],
    expected={"params.tuned": -jax.grad(lambda t: scaled({**params, "tuned": t}, x))(params["tuned"])},
)


def averaged(w, averages, x):
    return ((w * x - averages["mean"]) ** 2).sum(), {"mean": 0.9 * averages["mean"] + 0.1 * x}


# CHECK: states: states w averages.mean; largest
averages = {"mean": np.ones(3, "f4")}
step(
    "states", averaged, w, averages, x, data=["x"], states=["averages"],
    expected={"averages.mean": 0.9 + 0.1 * x, "w": w - np.asarray(jax.grad(lambda w: averaged(w, averages, x)[0])(w))},
)  # fmt: skip

# CHECK: wrong data: data= has 'X', which is none of the parameters of the loss: w, x; did you mean 'x'?
attempt("wrong data", rounded, w, x, data=["X"])
# CHECK: wrong path: frozen= has 'params.bias', which is none of the parameters of the loss: params.base, params.count, params.tuned, x
attempt("wrong path", scaled, params, x, data=["x"], frozen=["params.bias"])
# CHECK: two results: export_training: the loss returns 2 values (tuple); it must return the loss alone
attempt("two results", averaged, w, averages, x, data=["x"])
# CHECK: no scalar: export_training: the loss is float32[3]; it must be a float without dimensions
attempt("no scalar", lambda w, x: w * x, w, x, data=["x"])
# CHECK: other states: export_training: the next values of the states are float32[]; the states are float32[3]
attempt("other states", lambda w, s, x: ((w * x + s).sum(), x.sum()), w, w, x, data=["x"], states=["s"])
# CHECK: nothing left: export_training: no float argument of the loss is left to train
attempt("nothing left", rounded, w, x, data=["w", "x"])
