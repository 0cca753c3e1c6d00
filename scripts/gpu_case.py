"""Cases of the generators of kernels, for scripts/gpu-check: regions with fresh inputs, results in float64, and peers to be timed beside them.

`gpu_generators` has a module for each folder of lib/Target/CUDA/Generators, by its name in snake case, with `PRIORITY` (the least goes
first), `CHIP`, `list_cases(is_full)` and, where its kernels have other names than the module, `KERNELS`. Cases that are timed have shapes of practice, or tiny ones where `is_full` is false.
"""

import functools
import importlib
import itertools
import json
import os
import pkgutil
import shutil
import subprocess
import sys
import zlib

import numpy as np

import gpu_families
import gpu_generators
from gpu_families import write_type
from gpu_region import STORAGE, Region, Stopwatch, compile_regions, narrow, store_inputs, wide

ROUNDS, LEAST_COPIED = 5, 2**25
# Timed regions go over at most so many copies of their tensors, until they have so many bytes together, which the cache does not hold.
MOST_COPIES, CYCLED = 8, 2**27
# A case has at most so many schedules beside the chosen one.
MOST_OTHERS = 7
# Schedules that are predicted to take so many times as long as the chosen one are not timed.
SLOWEST_TIMED = 4
SAMPLED = 64
# Larger tensors repeat so many numbers, a prime.
DRAWN = 2**24 - 3


def snake(folder):
    """HopperProduct is hopper_product."""
    return "".join("_" * (i > 0 and letter.isupper()) + letter.lower() for i, letter in enumerate(folder))


def load_generators():
    """The modules by name, those of the least priority first."""
    names = [each.name for each in pkgutil.iter_modules(gpu_generators.__path__)]
    modules = {name: importlib.import_module(f"gpu_generators.{name}") for name in names}
    return dict(sorted(modules.items(), key=lambda each: (each[1].PRIORITY, each[0])))


class Case:
    """A region; `is_timed` ones are timed, and their results are looked at in some places alone.

    inputs: {name: (shape, kind)}, kind a type or the bound of indices, whose type is then i32
    outputs: [(shape, kind)]
    body: the ops between arguments and results, which are called %y0, %y1, ...
    reference: reference(places, **inputs) returns (values in float64, bound of the difference) of each output, in `places` of dimension
        `axis` of the outputs (a slice or indices; `sampled` of them where the case is timed), from inputs as they are stored
    moved: bytes that have to move; 0: the case is not compared with copies
    operations: of a run, where they bound it
    peers: {name: peer(torch, **tensors)}
    """

    def __init__(self, name, inputs, outputs, body, reference, is_timed=False, axis=0, moved=0, operations=0, peers=None, sampled=SAMPLED):
        self.name, self.inputs, self.outputs, self.body, self.reference = name, inputs, outputs, body, reference
        self.is_timed, self.axis, self.moved, self.operations, self.peers, self.sampled = (
            is_timed,
            axis,
            moved,
            operations,
            peers or {},
            sampled,
        )

    def write(self, symbol):
        arguments = ", ".join(f"%{name}: {write_type(shape, get_type(kind))}" for name, (shape, kind) in self.inputs.items())
        types = ", ".join(write_type(shape, kind) for shape, kind in self.outputs)
        results = ", ".join(f"%y{i}" for i in range(len(self.outputs)))
        return f"func.func @{symbol}({arguments}) -> ({types}) {{\n{self.body}  return {results} : {types}\n}}\n"

    def draw(self, seed):
        random = np.random.default_rng([seed, zlib.crc32(self.name.encode())])
        return {name: draw(random, shape, kind) for name, (shape, kind) in self.inputs.items()}

    def choose_places(self, seed):
        count = self.outputs[0][0][self.axis] if self.outputs[0][0] else 0
        if not self.is_timed or count <= self.sampled:
            return slice(None)
        return np.sort(np.random.default_rng(seed).choice(count, self.sampled, replace=False))

    def check(self, found, expected, places):
        """The largest difference as a share of its bound; integers and where NaN and infinities stand are equal."""
        largest = 0.0
        for values, (right, bound) in zip(found, expected):
            values = wide(values[(slice(None),) * self.axis + (places,)] if values.ndim else values)
            right, bound = (np.broadcast_to(each, values.shape) for each in (right, bound))
            if values.dtype.kind != "f":
                if (values != right).any():
                    raise RuntimeError(f"{np.count_nonzero(values != right)} integers differ from numpy's")
                continue
            is_finite = np.isfinite(right)
            if not np.array_equal(values[~is_finite], right[~is_finite], equal_nan=True):
                raise RuntimeError("NaN or infinities are not where numpy has them")
            shares = np.abs(values[is_finite] - right[is_finite]) / np.maximum(bound[is_finite], 1e-300)
            share = float(shares.max(initial=0.0))
            if not share <= 1:  # NaN too
                raise RuntimeError(f"differs from numpy by {share:.3g} of what is allowed")
            largest = max(largest, share)
        return largest


def get_type(kind):
    return "i32" if isinstance(kind, int) else kind


def draw(random, shape, kind):
    """Numbers between -1 and 1, or indices below `kind`."""
    if np.prod(shape) > DRAWN:
        return np.resize(draw(random, [DRAWN], kind), shape)
    if isinstance(kind, int):
        return random.integers(0, kind, shape, np.int32)
    if kind[0] == "i":
        limits = np.iinfo(STORAGE[kind])
        return random.integers(limits.min, limits.max, shape, STORAGE[kind], endpoint=True)
    return narrow(2 * random.random(shape, np.float32 if kind != "f64" else np.float64) - 1, kind)


def from_family(name, elements, sampled=(), is_timed=False, peer=None, title=""):
    """A family of gpu_families as a case; without `sampled`, the inputs that have the places of the result, all of it is computed."""
    family = gpu_families.make_families(elements)[name]

    def compute(places, **inputs):
        values = {port: wide(value[places] if port in sampled else value) for port, value in inputs.items()}
        expected = family.reference(**values)
        if not sampled and np.ndim(expected):
            expected = expected[places]
        size = np.abs(expected).max(initial=0) if family.kind[0] != "i" else 0
        return [(expected, family.tolerance * size)]

    result = write_type(family.result, family.kind)
    zero = "0.0" if family.kind[0] != "i" else "0"
    head = f"  %zero = arith.constant {zero} : {family.kind}\n  %e = tensor.empty() : {result}\n"
    case = Case(
        f"{name}{f', {title}' if title else ''}",
        family.inputs,
        [(family.result, family.kind)],
        head + family.body.replace("%y", "%y0") + "\n",
        compute,
        is_timed,
    )
    case.moved, case.peers = family.moved if is_timed else 0, {"pytorch": peer} if peer else {}
    return case


def find_assembler():
    """ptxas, as the compiler finds it; SBP_PTXAS may name it, or be empty for none."""
    named = os.environ.get("SBP_PTXAS")
    if named is not None:
        return named and shutil.which(named)
    return shutil.which("ptxas") or shutil.which("ptxas", path="/usr/local/cuda/bin")


def compile_round(folder, chip, choices):
    """The manifest of the regions in cases.mlir; with machine code beside their PTX where there is ptxas."""
    manifest = compile_regions(f"{folder}/cases.mlir", folder, chip, choices)
    assembler = find_assembler()
    if assembler:
        subprocess.run([assembler, f"--gpu-name={chip}", f"{folder}/kernels.ptx", "-o", f"{folder}/kernels.cubin"], capture_output=True)
    return manifest


def pack_generator(folder, name, module, is_full):
    """Compiles all cases as one file for the static choices, and then those that have further candidates once for each.

    Round number r is a folder with code; rounds.json lists, for each case, the rounds that gave it another schedule, as (round, region).
    """
    own = getattr(module, "KERNELS", [name])
    cases = {f"c{i}": case for i, case in enumerate(module.list_cases(is_full))}
    rounds, choices, due = {case.name: [] for case in cases.values()}, {}, list(cases)
    if len(rounds) != len(cases):
        raise RuntimeError(f"{name}: two cases have the same name")
    for number in range(1 + (MOST_OTHERS if is_full else 1)):
        os.makedirs(f"{folder}/{number}")
        with open(f"{folder}/{number}/cases.mlir", "w") as file:
            file.write("".join(cases[symbol].write(symbol) for symbol in due))
        tuned = [{"shape": shape, **pick(each[number - 1])} for shape, each in choices.items() if 0 < number <= len(each)]
        manifest = compile_round(f"{folder}/{number}", module.CHIP, tuned)
        for symbol in due:
            add_round(rounds[cases[symbol].name], number, manifest[symbol], cases[symbol].is_timed)
        if number == 0:
            # Those of this generator first.
            choices = {
                each["shape"]: sorted(each["others"], key=lambda one: one["generator"] not in own)
                for region in manifest.values()
                for each in region["choices"]
            }
            shapes = {symbol: [each["shape"] for each in manifest[symbol]["choices"]] for symbol in due}
        due = [symbol for symbol in due if any(len(choices[shape]) > number for shape in shapes[symbol])]
        if not due:
            break
    for case, regions in rounds.items():
        if not any(is_of(own, region) for _, region in regions):
            raise RuntimeError(f"{name}: no kernel of '{case}' is of this generator")
    with open(f"{folder}/rounds.json", "w") as file:
        json.dump(rounds, file)


def add_round(regions, number, region, is_timed):
    """Adds a region whose schedules are others than those of the regions before it; what is timed may not be predicted to be slow."""

    def list_schedules(region):
        return [launch["schedule"] for launch in region["launches"]]

    def predict(region):
        return sum(launch["predicted_seconds"] for launch in region["launches"])

    if any(list_schedules(region) == list_schedules(each) for _, each in regions):
        return
    if not regions or not is_timed or predict(region) <= SLOWEST_TIMED * predict(regions[0][1]):
        regions.append((number, region))


def pick(candidate):
    return {key: candidate[key] for key in ("generator", "schedule")}


def is_of(names, region):
    """Whether a launch of the region is one of these kernels."""
    return any(launch["family"] in names for launch in region["launches"])


class GeneratorCheck:
    """The cases of a generator on the first GPU. Peers are those of PyTorch, if this Python has one for CUDA."""

    def __init__(self, gpu, folder, module, is_full, seed):
        self.gpu, self.folder, self.module, self.seed, self.modules = gpu, folder, module, seed, {}
        self.cases = {case.name: case for case in module.list_cases(is_full)}
        with open(f"{folder}/rounds.json") as file:
            self.rounds = json.load(file)
        self.watch, self.copies = None, None
        self.torch = find_torch()

    def get_module(self, number):
        """Machine code, where the driver takes it; else it compiles the PTX."""
        if number not in self.modules:
            names = [each for each in ("kernels.cubin", "kernels.ptx") if os.path.exists(f"{self.folder}/{number}/{each}")]
            for name in names:
                with open(f"{self.folder}/{number}/{name}", "rb") as file:
                    try:
                        self.modules[number] = self.gpu.load(file.read())
                        break
                    except RuntimeError:
                        if name == names[-1]:
                            raise
        return self.modules[number]

    def run(self, name):
        """What was found of a case; raises an error if a schedule gives wrong results."""
        if self.module.CHIP.endswith("a") and self.gpu.get_capability() != int(self.module.CHIP[3:-1]):
            return {"unproven": f"needs {self.module.CHIP}"}
        case = self.cases[name]
        drawn = case.draw(self.seed)
        stored = store_inputs(self.gpu, drawn.values())
        regions = []
        try:
            regions = [Region(self.gpu, self.get_module(number), region, stored) for number, region in self.rounds[name]]
            places = case.choose_places(self.seed)
            with np.errstate(all="ignore"):
                expected = case.reference(places, **drawn)
            schedules = [self.check(case, region, expected, places) for region in regions]
            wrong = [f"{each['schedule']}: {each['error']}" for each in schedules if "error" in each]
            if wrong:
                raise RuntimeError("; ".join(wrong))
            result = {"schedule": schedules[0]["schedule"], "of_bound": max(each["of_bound"] for each in schedules)}
            if case.is_timed:
                result |= self.measure_copies(name, regions, schedules, drawn)
            return {**result, "schedules": schedules}
        finally:
            for region in regions:
                region.free()
            for address, _ in stored:
                self.gpu.free(address)

    def check(self, case, region, expected, places):
        """A schedule's results, twice: the bits are equal. The second time launches do not overlap."""
        described = {"schedule": "; ".join(filter(None, region.get_schedules())), "predicted_us": round(region.predict() * 1e6, 3)}
        try:
            first = region.run_fresh()
            described["of_bound"] = float(f"{case.check(first, expected, places):.3g}")
            if not case.is_timed and any(a.tobytes() != b.tobytes() for a, b in zip(first, region.run_fresh(may_overlap=False))):
                raise RuntimeError("two runs, the second one without overlapping launches, give different bits")
        except RuntimeError as error:
            described["error"] = str(error)
        return described

    def measure_copies(self, name, regions, schedules, drawn):
        """Measures the regions and others that are like them on copies of the tensors."""
        described = regions[0].region
        size = sum(value.nbytes for value in drawn.values()) + sum(result.nbytes for result in regions[0].results) + described["scratch"]
        copies, stored = [regions], []
        try:
            for _ in range(1, min(MOST_COPIES, -(-CYCLED // max(1, size)))):
                stored.append(store_inputs(self.gpu, drawn.values()))
                copies.append([])
                for number, region in self.rounds[name]:
                    copies[-1].append(Region(self.gpu, self.get_module(number), region, stored[-1]))
            return self.measure(self.cases[name], copies, schedules, drawn)
        finally:
            for region in itertools.chain(*copies[1:]):
                region.free()
            for address, _ in itertools.chain(*stored):
                self.gpu.free(address)

    def measure(self, case, copies, schedules, drawn):
        """Durations of all schedules and peers, which take turns. `copies`: the regions of each copy of the tensors."""
        self.watch = self.watch or Stopwatch(self.gpu)
        peers, failed = self.prepare_peers(case, drawn, len(copies))
        regions = copies[0]
        runs = [alternate([region.run for region in each]) for each in zip(*copies)] + list(peers.values())
        if regions[0].has_overlaps():
            runs.append(alternate([functools.partial(each[0].run, may_overlap=False) for each in copies]))
        seconds, full = self.watch.compare(runs, ROUNDS)
        for schedule, each in zip(schedules, seconds):
            schedule["measured_us"] = round(each * 1e6, 3)
        ours, best = seconds[0], min(range(len(regions)), key=lambda i: seconds[i])
        result = {"measured_us": schedules[0]["measured_us"], "predicted_us": schedules[0]["predicted_us"]}
        result["predicted_of_measured"] = round(regions[0].predict() / max(ours, 1e-9), 3)
        result["best_of_chosen"] = round(seconds[best] / max(ours, 1e-9), 3)
        if best:
            result["best_schedule"] = schedules[best]["schedule"]
        if regions[0].has_overlaps():
            result["of_launches_in_turn"] = round(seconds[-1] / max(ours, 1e-9), 3)
        for name, each in zip(peers, seconds[len(regions) :]):
            result[f"of_{name}"] = round(each / max(ours, 1e-9), 3)
        if case.operations:
            result["teraflops"] = round(case.operations / max(ours, 1e-9) / 1e12, 2)
        if case.moved:
            result["gigabytes_a_second"] = round(case.moved / max(ours, 1e-9) / 1e9, 1)
            result |= self.compare_with_copy(case.moved, ours)
        return result | failed | ({} if all(full) else {"waited_for_host": True})

    def compare_with_copy(self, moved, seconds):
        self.copies = self.copies or self.gpu.measure_copies(2**28 if moved >= LEAST_COPIED else 2**16) or -1.0
        return {"of_copy": round(moved / max(seconds, 1e-9) / self.copies, 3)} if self.copies > 0 else {}

    def prepare_peers(self, case, drawn, count):
        """Functions that put a peer's work into our stream, and the errors of those that do not run here."""
        if not self.torch or not case.peers:
            return {}, {}
        torch, ready, failed = self.torch, {}, {}
        stream = torch.cuda.ExternalStream(self.gpu.stream.value)
        copies = [{name: to_torch(torch, value, case.inputs[name][1]) for name, value in drawn.items()} for _ in range(count)]
        for name, peer in case.peers.items():
            tensors = itertools.cycle(copies)

            def run(peer=peer, tensors=tensors):
                with torch.cuda.stream(stream), torch.no_grad():
                    peer(torch, **next(tensors))

            try:
                run()
                self.gpu.synchronize()
                ready[name] = run
            except Exception as error:  # a peer that this PyTorch does not have
                failed[f"{name}_error"] = str(error).splitlines()[0][:200]
        return ready, failed


def alternate(runs):
    """A function whose calls call these functions in turn."""
    cycle = itertools.cycle(runs)
    return lambda: next(cycle)()


def to_torch(torch, values, kind):
    if kind == "bf16":
        return torch.from_numpy(values.view(np.int16)).view(torch.bfloat16).cuda()
    return torch.from_numpy(np.ascontiguousarray(values)).cuda()


def find_torch():
    """PyTorch, where it finds NVIDIA's driver and a GPU."""
    if "SBP_CUDA_DRIVER" in os.environ:
        return None
    try:
        import torch
    except ImportError:
        return None
    return torch if torch.cuda.is_available() else None


def main(arguments):
    """Lists the sections and their cases."""
    for name, module in load_generators().items():
        for case in module.list_cases(is_full="--small" not in arguments):
            print(f"{name} {case.name}{' timed' if case.is_timed else ''}")


if __name__ == "__main__":
    main(sys.argv[1:])
