"""Files that the runner reads: .npy, safetensors, directories of pieces. The interpreter's readers, written a second time, and
numpy's say what is right."""

import json
import os
import shutil
import warnings

import numpy as np

import mutate
from outcomes import DISAGREE, EQUAL, LEFTOVER, REFUSED, WRONG, Outcome
from sbp_testing.bfloats import from_bf16
from tools import judge, run

DTYPES = {"f64": "<f8", "f32": "<f4", "f16": "<f2", "bf16": "<V2", "i64": "<i8", "i32": "<i4", "i8": "|i1", "i1": "|b1"}
CODES = {"f64": "F64", "f32": "F32", "f16": "F16", "bf16": "BF16", "i64": "I64", "i32": "I32", "i8": "I8", "i1": "BOOL"}
SHAPES = {"f64": (3, 4), "f32": (5, 2), "f16": (7,), "bf16": (2, 3), "i64": (4,), "i32": (), "i8": (3, 2, 2), "i1": (9,)}


def make_array(draw, dtype):
    count = int(np.prod(SHAPES[dtype]))
    data = draw.randbytes(count * np.dtype(DTYPES[dtype]).itemsize)
    return np.frombuffer(bytes(b & 1 for b in data) if dtype == "i1" else data, DTYPES[dtype]).reshape(SHAPES[dtype])


def write_copies():
    """An entry per type that returns its argument, split where that is possible; and one with all arguments."""
    text, types = ['sbp.placement @p ["a" = 2]'], {}
    for dtype, shape in SHAPES.items():
        types[dtype] = f"tensor<{''.join(f'{n}x' for n in shape)}{dtype}>"
    for entry, names in [*((dtype, [dtype]) for dtype in SHAPES), ("all", list(SHAPES))]:
        d = {n: f"#sbp.distribution<@p, [{'S(0)' if SHAPES[n] else 'B'}]>" for n in names}
        arguments = ", ".join(f'%{n}_: {types[n]} {{sbp.name = "{n}", sbp.distribution = {d[n]}}}' for n in names)
        results = ", ".join(f'{types[n]} {{sbp.name = "{n}", sbp.distribution = {d[n]}}}' for n in names)
        text.append(
            f"func.func @{entry}({arguments}) -> ({results}) {{\n  return {', '.join(f'%{n}_' for n in names)} : "
            f"{', '.join(types[n] for n in names)}\n}}"
        )
    return "\n".join(text) + "\n"


def compile_base(folder, bin, name, text, *flags):
    """Writes and compiles a model; what mutants start from must compile."""
    model, artifact = os.path.join(folder, name + ".mlir"), os.path.join(folder, name + ".sbpx")
    with open(model, "w") as file:
        file.write(text)
    finished = run([os.path.join(bin, "sbp-compile"), model, "-o", artifact, *flags], limit=120)
    assert finished.code == 0, finished.errors
    return model, artifact


def is_same(left, right):
    """Equal up to the payload of NaNs."""
    if left.shape != right.shape or left.dtype != right.dtype:
        return False
    if left.dtype == np.dtype("V2"):
        left, right = from_bf16(left), from_bf16(right)
    return np.array_equal(left, right, equal_nan=left.dtype.kind == "f")


class Copies:
    """What the kinds of files share: a model that returns what it reads, in the runner and in the interpreter."""

    def __init__(self, folder, bin):
        self.model, self.artifact = compile_base(folder, bin, "copies", write_copies())

    def compare(self, case, entry, names, flags, expected):
        """Runs both on the same files. `expected`: arrays by name, None where only the other program can say."""
        found = {}
        for program, subject, letter in (("sbp-run", self.artifact, "r"), ("sbp-interpret", self.model, "i")):
            paths = {n: case.path(f"{letter}.{n}.npy") for n in names}
            finished = case.run(program, subject, f"--entry={entry}", *flags, *(f"--output={n}=@{p}" for n, p in paths.items()))
            outcome = judge(finished)
            if outcome and outcome.name != REFUSED:
                return outcome
            if outcome and any(os.path.exists(p) for p in paths.values()):
                return Outcome(LEFTOVER, f"{program} refuses and leaves an output")
            found[program] = outcome or {n: np.load(p) for n, p in paths.items()}
        ran, interpreted = found["sbp-run"], found["sbp-interpret"]
        if isinstance(ran, Outcome) != isinstance(interpreted, Outcome):
            return Outcome(DISAGREE, f"one runs, one refuses: {(ran if isinstance(ran, Outcome) else interpreted).detail}")
        if isinstance(ran, Outcome):
            return ran
        for n in names:
            for what, value in (("interpreter", interpreted[n]), ("numpy", expected.get(n))):
                if value is not None and not is_same(value, ran[n]):
                    return Outcome(WRONG, f"{n} of the runner is not that of {what}")
        return Outcome(EQUAL)


def load_or_none(path):
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return np.load(path, allow_pickle=False)
    except Exception:  # numpy raises whatever comes to its mind
        return None


class Npy(Copies):
    """Headers of other versions, orders, types, shapes and spellings; bytes anywhere."""

    name, runs, checked = "npy", 10000, 60

    def attack(self, case):
        draw = case.draw
        dtype = draw.choice(list(SHAPES))
        path = case.write("x.npy", self.make_file(draw, dtype))
        value = load_or_none(path)
        return self.compare(case, dtype, [dtype], [f"--input={dtype}=@{path}"], {dtype: value})

    def make_file(self, draw, dtype):
        array = make_array(draw, dtype)
        fortran = draw.random() < 0.3
        descr, shape = repr(np.dtype(DTYPES[dtype]).str.replace("|V2", "<V2")), list(SHAPES[dtype])
        order, end = repr(fortran), "\n"
        if draw.random() < 0.5:
            way = draw.randrange(4)
            if way == 0:
                descr = draw.choice(
                    [
                        repr(draw.choice(list(DTYPES.values()))),
                        "'>f4'",
                        "'=f4'",
                        "'f4'",
                        "'|O'",
                        "'bfloat16'",
                        "[('a', '<f4')]",
                        "'<V4'",
                        "''",
                        "'<f4",
                        "b'<f4'",
                        "'<U1'",
                        "'<c8'",
                        "'<u1'",
                    ]
                )
            elif way == 1 and shape:
                at = draw.randrange(len(shape))
                shape[at] = mutate.other_number(draw, shape[at])
            elif way == 2:
                shape.insert(draw.randint(0, len(shape)), draw.choice([1, 0, 2, 2**62]))
            else:
                order, end = draw.choice(["0", "true", "None", "'no'", "False"]), draw.choice(["\n", "", "  \n\n", "}\n", "#\n"])
        items = [f"'descr': {descr}", f"'fortran_order': {order}", f"'shape': ({', '.join(map(str, shape))}{',' * (len(shape) == 1)})"]
        if draw.random() < 0.2:
            draw.shuffle(items)
        if draw.random() < 0.1:
            items.append(draw.choice(["'extra': 1", items[0], items[-1]]))
        if draw.random() < 0.05:
            items.pop(draw.randrange(len(items)))
        header = ("{" + ", ".join(items) + draw.choice([", ", ",", ""]) + "}").encode("latin1")
        version = draw.choice([1, 1, 1, 2, 3, 0, 4, 255] if draw.random() < 0.3 else [1, 2, 3])
        width = 2 if version == 1 else 4
        header += b" " * (-(8 + width + len(header) + len(end)) % draw.choice([64, 64, 16, 1])) + end.encode()
        data = b"\x93NUMPY" + bytes([version, draw.choice([0] * 9 + [1])]) + len(header).to_bytes(width, "little") + header
        data += array.tobytes("F" if fortran else "C")
        return mutate.change_bytes(draw, data) if draw.random() < 0.6 else data


class Safetensors(Copies):
    """The tree of the header, its text, the lengths, bytes anywhere."""

    name, runs, checked = "safetensors", 10000, 60

    def attack(self, case):
        draw = case.draw
        arrays = {n: make_array(draw, n) for n in SHAPES}
        path = case.write("w.safetensors", self.make_file(draw, arrays))
        names = list(SHAPES)
        return self.compare(case, "all", names, [f"--weights={path}"], {})

    def make_file(self, draw, arrays):
        header, data = {}, b""
        for n, array in arrays.items():
            header[n] = {"dtype": CODES[n], "shape": list(array.shape), "data_offsets": [len(data), len(data) + array.nbytes]}
            data += array.tobytes()
        if draw.random() < 0.3:
            header["__metadata__"] = {"format": "pt"}
        if draw.random() < 0.6:
            header = mutate.change_tree(draw, header)
        text = json.dumps(header, ensure_ascii=draw.random() < 0.5, indent=draw.choice([None, None, 1])).encode()
        if draw.random() < 0.2:
            text = mutate.change_bytes(draw, text)
        text += b" " * (-len(text) % 8)
        length = len(text) if draw.random() < 0.9 else max(0, mutate.other_number(draw, len(text))) % 2**64
        file = length.to_bytes(8, "little") + text + data
        return mutate.change_bytes(draw, file) if draw.random() < 0.2 else file


class Shards(Copies):
    """A directory of pieces: missing, foreign, of another shape or type, different copies, mutated bytes."""

    name, runs, checked = "shards", 10000, 60

    def attack(self, case):
        draw = case.draw
        dtype = draw.choice(list(SHAPES))
        array, pieces = make_array(draw, dtype), case.path("pieces")
        os.mkdir(pieces)
        whole = [array, array] if not array.shape else np.split(array, [(len(array) + 1) // 2])
        for rank, piece in enumerate(whole):
            np.save(f"{pieces}/{dtype}.rank{rank}.npy", np.asarray(piece))
        flags = [f"--input-shards={pieces}"]
        for _ in range(draw.choice([0, 1, 1, 2])):
            flags += self.change(draw, dtype, array, pieces)
        return self.compare(case, dtype, [dtype], flags, {})

    def change(self, draw, dtype, array, pieces):
        path = f"{pieces}/{dtype}.rank{draw.randrange(2)}.npy"
        if not os.path.isfile(path):
            return []
        way = draw.randrange(8)
        if way == 0:
            os.unlink(path)
        elif way == 1:
            os.rename(path, f"{pieces}/{dtype}.rank{draw.choice(['2', '00', '-1', '1 ', '99999999999999999999', ''])}.npy")
        elif way == 2:
            other = draw.choice(list(SHAPES))
            np.save(path, draw.choice([make_array(draw, other), array, np.zeros((0,) * array.ndim, array.dtype)]))
        elif way == 3:
            os.unlink(path)
            draw.choice([os.mkdir, lambda p: os.symlink(p, p), lambda p: os.symlink("/dev/null", p)])(path)
        elif way == 4:
            target = f"{pieces}/{draw.choice(['other.rank0.npy', 'f32.rank0.npy', 'distributions.json', dtype + '.rank5.npy'])}"
            if target != path:
                shutil.copy(path, target)
        elif way == 5:
            whole = os.path.join(pieces, "..", "whole.npy")
            np.save(whole, array)
            return [f"--input={dtype}=@{whole}"]
        else:
            with open(path, "r+b") as file:
                data = mutate.change_bytes(draw, file.read())
                file.seek(0)
                file.truncate()
                file.write(data)
        return []
