"""Every kernel of the models named, on the host and on the PTX executor, with the same random inputs.

model_regions.py [--launches] MODEL.mlir...
"""

import sys
from pathlib import Path

import numpy as np

from model_text import find_regions
from sbp_testing import bfloats, cuda_kernels, host_kernels
from sbp_testing.compared import Compared

RNG = np.random.default_rng(4)


def make(kind):
    shape, type_ = kind["shape"], kind["type"]
    if type_ == "i1":
        return RNG.integers(0, 2, shape).astype(bool)
    if type_.startswith("i"):
        return RNG.integers(0, 2, shape).astype(host_kernels.NUMPY_TYPES[type_])
    values = RNG.standard_normal(shape)
    if type_ == "bf16":
        return bfloats.to_bf16(values)
    return values.astype(host_kernels.NUMPY_TYPES[type_])


COMPARED = Compared()


def compare(name, type_, found, wanted):
    if type_.startswith("i"):
        COMPARED.add(f"{name} {type_}", found, wanted, 0)
        return
    if type_ == "bf16":
        found, wanted = bfloats.from_bf16(found), bfloats.from_bf16(wanted)
    wide = wanted.astype(np.float64)
    epsilon = {"f64": 1e-12, "f32": 1e-5, "f16": 4e-3, "bf16": 3e-2}[type_]
    bound = epsilon * (1 + np.abs(wide[np.isfinite(wide)]).max(initial=0))
    COMPARED.add(f"{name} {type_}", found, wide, bound, relative=epsilon)


def main():
    arguments = sys.argv[1:]
    show = "--launches" in arguments
    models = [argument for argument in arguments if not argument.startswith("--")]
    for model in models:
        text = find_regions(model)
        on_host, on_device = host_kernels.compile_text(text), cuda_kernels.compile_text(text)
        for name, region in on_host.items():
            spec = region.description
            inputs = [make(kind) for kind in spec["inputs"]]
            parameters = [0] * spec["parameters"]
            wanted, found = region(*inputs, parameters=parameters), on_device[name](*inputs, parameters=parameters)
            wanted, found = [result if isinstance(result, list) else [result] for result in (wanted, found)]
            for kind, a, b in zip(spec["outputs"], found, wanted, strict=True):
                compare(f"{Path(model).name} {name}", kind["type"], a, b)
            if show:
                families = [launch["family"] for launch in on_device[name].description["launches"]]
                print(Path(model).name, name, len(families), "launches:", " ".join(families))
        if show:
            print(Path(model).name, next(iter(on_device.values())).machine.count())
    COMPARED.show("results compared")
    print(len(models), "models agree")


main()
