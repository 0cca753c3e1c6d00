"""Artifacts whose plans somebody changed and made whole again, run through the C interface in forked children.

`rehashed`: all hashes of the file are right again, the code is untouched: nothing of it may run. `resealed`: the code, too,
claims to be compiled with the changed plan; what is left to find the change is what the plan means. Then every mutant is refused,
gives the bits of the original, or changes a field of MEANING: another model, which nothing in the file contradicts."""

import os

import numpy as np

import session
from artifact_models import FLAGS, MODELS
from files import compile_base
from outcomes import EQUAL, HANG, INTERNAL, LISTED, ODD_EXIT, REFUSED, SIGNAL, WRONG, Outcome
from plan_mutations import Mutator
from sbp_testing import container
from tools import use_stubs

# What a re-sealed plan may say otherwise without contradiction, and why nothing else in the file says it.
WIRING = "which of several values of one type an operand or result is, the plan alone says"
KERNEL = "which of several kernels of one signature computes a value, the plan alone says"
FIRST = "which of several constants of its type a state begins with, the plan alone says"
NAMES = "which of several ports of one type has a name, the plan alone says"
TERMS = "what a kernel's result is to the whole, a piece or a term, its distribution alone says"
MEANING = {
    "templates.tasks": WIRING,
    "templates.tasks.inputs": WIRING,
    "templates.tasks.outputs": WIRING,
    "templates.outputs": WIRING,
    "templates.outputs.register": WIRING,
    "templates.outputs.port": WIRING,
    "templates.inputs": WIRING,
    "templates.inputs.port": WIRING,
    "templates.registers": WIRING,
    "templates.registers.index": WIRING,
    "templates.registers.alias_of": WIRING,
    "templates.tasks.kernel": KERNEL,
    "kernels": KERNEL,
    "kernels.symbol": KERNEL,
    "templates.tasks.parameters": KERNEL,
    "templates.offsets": KERNEL,
    "states": FIRST,
    "states.initial": FIRST,
    "entries.outputs.distribution": TERMS,
    "entries.inputs": NAMES,
    "entries.outputs": NAMES,
    "entries.inputs.name": NAMES,
    "entries.outputs.name": NAMES,
    "states.name": NAMES,
    "entries.inputs.state": NAMES,
    "entries.outputs.state": NAMES,
    "distributions": TERMS,
    "distributions.components": TERMS,
    "distributions.components.kind": TERMS,
    "distributions.components.dim": TERMS,
    "distributions.components.combiner": TERMS,
}


def make_inputs(ports):
    generator = np.random.default_rng(7)
    inputs = {}
    for name, dtype, shape, is_state in ports:
        if is_state:
            continue
        if np.issubdtype(dtype, np.integer):
            inputs[name] = generator.integers(0, 5, shape).astype(dtype)
        else:
            inputs[name] = (generator.standard_normal(shape) ** 2 + 0.25).astype(dtype)
    return inputs


class Subject:
    """One artifact: what it takes, what it gives, and its plan to be mutated."""

    def __init__(self, library, path):
        self.library, self.path = library, path
        with open(path, "rb") as file:
            self.container = container.Container(file.read())
        self.mutator = Mutator(container.read_plan(self.container.segments[0]))
        opened = session.Session(library, path)
        ports = opened.ports("input")
        self.outputs = {n: (d, s) for n, d, s, is_state in opened.ports("output") if not is_state}
        self.states = {n: (d, s) for n, d, s, is_state in ports if is_state}
        self.inputs = make_inputs(ports)
        opened.close()
        self.expected = self.run(path)

    def run(self, path):
        return session.run(self.library, path, self.inputs, self.outputs, self.states)

    def judge(self, path):
        try:
            return "same" if self.run(path) == self.expected else "other numbers"
        except session.Refused as refused:
            return f"status {refused.status}: {refused}"


class Rehashed:
    name, runs, checked, reseals = "rehashed", 10000, 120, False
    target = ()

    def __init__(self, folder, bin):
        library = session.load(os.path.dirname(bin))
        self.subjects = []
        for name in sorted(MODELS):
            _, path = compile_base(folder, bin, name, MODELS[name], *FLAGS.get(name, []), *self.target)
            # The library's threads are not there after a fork: it is used in children alone.
            self.subjects.append((name, session.in_child(lambda: Subject(library, path))))

    def attack(self, case):
        name, subject = self.subjects[case.index % len(self.subjects)]
        if not self.reseals and case.draw.randrange(8) == 0:
            where, data = subject.container.flip(case.draw)
            return self.run(case, subject, name, where, data)
        while True:  # some numbers do not fit their field at all
            field, plan = subject.mutator.mutate(case.draw)
            (data,) = container.write_plans([plan])
            if data is not None:
                break
        return self.run(case, subject, name, field, subject.container.pack(data, self.reseals))

    def run(self, case, subject, name, field, data):
        path = case.write("mutant.sbpx", data)
        case.commands.append(f"sbp-run mutant.sbpx  # {name}: {field}")
        (outcome,) = session.in_children(1, lambda _: subject.judge(path))
        return self.classify(f"{name}: {field}", field, outcome)

    def classify(self, detail, field, outcome):
        if outcome == "same":
            return Outcome(EQUAL)
        if outcome == "other numbers":
            reasons = [MEANING.get(part) for part in field.split(" + ")]
            reason = next((reason for reason in reasons if reason), None)
            return Outcome(LISTED, f"{field}: {reason}") if self.reseals and reason else Outcome(WRONG, detail)
        if outcome.startswith("status 1: "):
            return Outcome(REFUSED, outcome)
        kinds = {"hang": HANG, "signal": SIGNAL, "status 70": INTERNAL}
        return Outcome(next((kind for text, kind in kinds.items() if outcome.startswith(text)), ODD_EXIT), f"{detail}: {outcome}")


class Resealed(Rehashed):
    name, runs, checked, reseals = "resealed", 20000, 300, True


class CudaResealed(Resealed):
    """Plans of three streams, on the stub driver."""

    name, runs, checked, target = "cuda-resealed", 20000, 60, ("--target=cuda", "--chip=sm_90", "--streams=3")

    def __init__(self, folder, bin):
        use_stubs(bin)
        super().__init__(folder, bin)
