"""Mutated models: what the compiler accepts runs and is compared with the interpreter."""

import json
import os
import re
from pathlib import Path

import numpy as np

import corpus
import structure
import tokens
import values
from outcomes import DISAGREE, EQUAL, HANG, LISTED, REFUSED, WRONG, Outcome
from sbp_testing.random_check import from_file, safetensors
from tools import judge, use_stubs

# Refusals of a runner that lacks what this machine cannot give.
SCARCE = ("out of memory", "not enough memory", "cannot allocate", "memory limit")


def has_many_axes(path):
    """A placement divides by three axes or more."""
    text = Path(path).read_text(errors="replace")
    sizes = [
        re.findall(r"(?:= |^|, )(\d+)", part)
        for parts in re.findall(r"axis_sizes = array<i64: ([^>]*)>|sbp\.placement @\w+ \[([^\]]*)\]", text)
        for part in parts
        if part
    ]
    return any(sum(int(size) > 1 for size in axes) > 2 for axes in sizes)


class Models:
    """What both kinds share: compile, run, interpret, compare."""

    target = ()

    def __init__(self, folder, bin):
        self.bin = bin

    def attack(self, case):
        model = os.path.basename(case.write("model.mlir", self.mutate(case.draw)))
        reference = case.draw.random() < 0.03
        compiled = case.run("sbp-compile", model, "-o", "model.sbpx", *["--with-reference"] * reference, *self.target)
        outcome = judge(compiled)
        if outcome and outcome.name == HANG and has_many_axes(case.path(model)):
            return Outcome(LISTED, "choosing distributions on three axes and more takes over 10 s (docs/Status.md)")
        if outcome:
            return outcome
        inspected = case.run("sbp-run", "model.sbpx", "--inspect", "--json")
        outcome = judge(inspected)
        if outcome:
            return self.explain(outcome, "its own runner")
        plan = json.loads(inspected.output)
        entries = [entry for entry in plan["entries"] if entry["role"] == "model"][:3]
        best = Outcome(EQUAL)
        for entry in entries:
            outcome = self.check_entry(case, model, plan, entry, reference)
            if not outcome.is_good:
                return outcome
            best = outcome if outcome.name == LISTED else best
        return best

    def explain(self, outcome, by):
        """A refusal of what was compiled."""
        if outcome.name != REFUSED:
            return outcome
        if any(word in outcome.detail for word in SCARCE):
            return Outcome(LISTED, "more memory than this machine gives: " + outcome.detail)
        if "has no first value" in outcome.detail:
            return Outcome(LISTED, "a state of another entry is to be saved and has no value: " + outcome.detail)
        return Outcome(DISAGREE, f"compiled, but refused by {by}: {outcome.detail}")

    def explain_oracle(self, outcome):
        """The interpreter does not run what the compiler accepts."""
        if "is unknown to the interpreter" in outcome.detail:
            return Outcome(LISTED, "an op that the compiler drops and the interpreter does not know: " + outcome.detail)
        if outcome.name == HANG or any(word in outcome.detail for word in SCARCE):
            return Outcome(LISTED, "too much for the interpreter: " + outcome.detail)
        if outcome.name == REFUSED:
            return Outcome(DISAGREE, "compiled and run, but refused by the interpreter: " + outcome.detail)
        return outcome

    def check_entry(self, case, model, plan, entry, reference):
        types = {port.get("state", port["name"]): port["type"] for port in entry["inputs"]}
        outputs = [port for port in entry["outputs"] if "state" not in port]
        states = [port for port in entry["outputs"] if "state" in port]
        try:
            inputs = values.draw_inputs(case.draw, types)
        except MemoryError:
            return Outcome(LISTED, "more memory than this machine gives: inputs of " + ", ".join(types.values()))
        values.save(case.path("in.safetensors"), inputs)

        def execute(program, subject, letter, weights="in.safetensors", *flags):
            finished = case.run(
                program,
                subject,
                f"--entry={entry['name']}",
                f"--weights={weights}",
                *flags,
                *(f"--output={port['name']}=@{letter}.{i}.npy" for i, port in enumerate(outputs)),
                *[f"--save-state={letter}.states"] * bool(states),
            )
            outcome = judge(finished)
            if outcome:
                return outcome
            saved = safetensors.load(case.path(f"{letter}.states")) if states else {}
            found = [np.load(case.path(f"{letter}.{i}.npy")) for i in range(len(outputs))]
            found += [saved[port["state"]] for port in states]
            dtypes = [values.parse_type(port["type"])[1] for port in outputs + states]
            return [(dtype, from_file(dtype, array)) for dtype, array in zip(dtypes, found)]

        found = execute("sbp-run", "model.sbpx", "run")
        if isinstance(found, Outcome) and found.name == REFUSED and "not an index below" in found.detail:
            inputs = {name: (dtype, value if dtype in values.EPSILON else value * 0) for name, (dtype, value) in inputs.items()}
            values.save(case.path("in.safetensors"), inputs)
            found = execute("sbp-run", "model.sbpx", "run")
        if isinstance(found, Outcome):
            return self.explain(found, "its own runner")
        if reference:
            outcome = judge(case.run("sbp-run", "model.sbpx", f"--entry={entry['name']}", "--weights=in.safetensors", "--compare"))
            if outcome:
                return Outcome(WRONG, "--compare: " + outcome.detail) if "exit code 2" in outcome.detail else outcome
        same = execute("sbp-interpret", model, "interpreted")
        exact = execute("sbp-interpret", model, "float64", "in.safetensors", "--float64")
        for oracle in (same, exact):
            if isinstance(oracle, Outcome):
                return self.explain_oracle(oracle)
        return self.compare(case, entry, [port["name"] for port in outputs + states], found, same, exact, inputs, execute, model)

    def compare(self, case, entry, names, found, same, exact, inputs, execute, model):
        shaken, worst = None, Outcome(EQUAL)
        for i, name in enumerate(names):
            outcome = values.compare(f"@{entry['name']} {name}", found[i][0], found[i][1], same[i][1], exact[i][1])
            if outcome.name == WRONG and found[i][1].shape == exact[i][1].shape:
                if shaken is None:
                    shaken = [self.run_shaken(case, k, inputs, execute, model) for k in range(4)]
                others = [run[i][1] for run in shaken if not isinstance(run, Outcome)] + [same[i][1]]
                if values.is_sensitive(found[i][0], found[i][1], exact[i][1], others):
                    outcome = Outcome(LISTED, values.SENSITIVE)
            if outcome.name == WRONG:
                return outcome
            worst = outcome if outcome.name == LISTED else worst
        return worst

    def run_shaken(self, case, k, inputs, execute, model):
        name = f"shaken{k}.safetensors"
        values.save(case.path(name), values.shake(case.draw, inputs))
        return execute("sbp-interpret", model, f"shaken{k}", name, *["--float64"] * (k % 2))


class ModelTokens(Models):
    """The text as it is written: tokens dropped, doubled, swapped, replaced; numbers and types changed here or everywhere."""

    name, runs, checked = "models-tokens", 10000, 60

    def mutate(self, draw):
        texts = corpus.list_texts()
        return tokens.change(draw, draw.choice(texts), texts)


class ModelStructure(Models):
    """The tree: operands, ops, attributes, maps, results, distributions, placements; ops of other models spliced in."""

    name, runs, checked = "models-structure", 10000, 60

    def __init__(self, folder, bin):
        super().__init__(folder, bin)
        self.modules = corpus.list_modules(bin)
        self.donors = structure.Donors(self.modules)

    def mutate(self, draw):
        return structure.change(draw, draw.choice(self.modules), self.donors)


class CudaModels(ModelStructure):
    """Text and tree in turn, compiled for GPUs and run on the stub driver."""

    name, runs, checked, target = "cuda-models", 10000, 40, ("--target=cuda", "--chip=sm_90")

    def __init__(self, folder, bin):
        use_stubs(bin)
        super().__init__(folder, bin)

    def mutate(self, draw):
        return draw.choice((ModelTokens, ModelStructure)).mutate(self, draw)
