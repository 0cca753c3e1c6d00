"""Floats of eight bits: casts equal ml_dtypes bit for bit, and distributions, states and files move their bits.

float8.py casts            casts on one rank, on three, and interpreted. SBP_TEST_TARGET=cuda runs on the stub driver.
float8.py moves            every pair of distributions on [2, 2], constants, states, weights, gathers
float8.py record           prints RECORDED, by ml_dtypes

RECORDED has a hash of the bits that ml_dtypes gives for each cast. A saturating cast is one of values that were clamped before. NaN
counts as the quiet one of its sign. ml_dtypes rounds f64 twice, by way of f32; the formulas below, which equal it from all other types, round once.
"""

import hashlib
import sys

import numpy as np

from sbp import safetensors
from sbp_testing.bfloats import to_floats
from sbp_testing.compared import Compared
from sbp_testing.float8 import LAYOUTS, decode, encode
from sbp_testing.harness import Case

# The digits, the bias and whether there is an infinity; the largest number; the name in ml_dtypes.
FORMATS = {"f8E4M3FN": (LAYOUTS["f8E4M3FN"], 448.0, "float8_e4m3fn"), "f8E5M2": (LAYOUTS["f8E5M2"], 57344.0, "float8_e5m2")}
RECORDED = {
    ("f8E4M3FN", "float64"): "bab4a7ff33d1cb3c",
    ("f8E4M3FN", "float32"): "fbfd40716d3eddc5",
    ("f8E4M3FN", "float16"): "fbfd40716d3eddc5",
    ("f8E4M3FN", "bfloat16"): "fbfd40716d3eddc5",
    ("bf16", "f8E4M3FN"): "ecbb201b2182a3e8",
    ("bf16", "f8E4M3FN", "saturated"): "2f8096b3b00699a8",
    ("f16", "f8E4M3FN"): "66c4d3a1fa3d9858",
    ("f16", "f8E4M3FN", "saturated"): "0212e2599adcd330",
    ("f32", "f8E4M3FN"): "f6f7c969524c88ec",
    ("f32", "f8E4M3FN", "saturated"): "03ac2bd7a2e73163",
    ("f8E5M2", "float64"): "1ceb87beba293a68",
    ("f8E5M2", "float32"): "e119e01810d2e0b1",
    ("f8E5M2", "float16"): "e119e01810d2e0b1",
    ("f8E5M2", "bfloat16"): "e119e01810d2e0b1",
    ("bf16", "f8E5M2"): "090ec74f2f7cc325",
    ("bf16", "f8E5M2", "saturated"): "55effcaf686b8cc4",
    ("f16", "f8E5M2"): "15ab0c3901962e79",
    ("f16", "f8E5M2", "saturated"): "2f041a78e41c9b96",
    ("f32", "f8E5M2"): "c30f0801708374de",
    ("f32", "f8E5M2", "saturated"): "d87e877c33201703",
}
SAFETENSORS = {"f8E4M3FN": "F8_E4M3", "f8E5M2": "F8_E5M2"}
COMPARED = Compared()


def draw(count, bits):
    """`count` unsigned integers of 32 or 64 bits (Knuth's generator)."""
    state, numbers = 1, []
    for _ in range(count):
        state = (state * 6364136223846793005 + 1442695040888963407) % 2**64
        numbers.append(state >> (64 - bits))
    return np.array(numbers, f"<u{bits // 8}")


def sources():
    """{type: array} of every bf16 and f16, and of the f32 and f64 around every tie, random ones, denormals, NaN and infinities."""
    every = np.arange(65536, dtype=np.uint16)
    values = {"bf16": every.view("V2"), "f16": every.view(np.float16)}
    for name, kind, bits in (("f32", np.float32, 32), ("f64", np.float64, 64)):
        parts = [[0.0, -0.0, np.nan, -np.nan, np.inf, -np.inf, np.finfo(kind).tiny / 4, 464.0, 465.0, 480.0, 61440.0, 65536.0, 1e30]]
        for (digits, bias, has_infinity), _, _ in FORMATS.values():
            numbers = np.unique(decode(np.arange(128, dtype=np.uint8), digits, bias, has_infinity))
            numbers = numbers[np.isfinite(numbers)]
            ties = (numbers[1:] + numbers[:-1]) / 2
            for each in (numbers, ties, np.array([numbers[-1] + (numbers[-1] - numbers[-2]) / 2])):
                parts += [np.nextafter(each.astype(kind), kind(away)) for away in (0, np.inf)] + [each]
        near = np.concatenate([np.asarray(part, np.float64).astype(kind) for part in parts])
        sure = draw(8192, bits).view(kind)
        scaled = (draw(8192, 32).astype(np.float64) / 2**32 * 2 - 1).astype(kind) * kind(600)
        values[name] = np.concatenate([near, -near, np.where(np.isnan(sure), kind(1), sure), scaled])
    return values


def as_f64(array):
    """The numbers of an array of floats, of bf16 too, in f64."""
    with np.errstate(invalid="ignore"):
        return to_floats(array) if array.dtype.kind == "V" else array.astype(np.float64)


def quiet(array):
    """Bits of floats; every NaN is the quiet one of its sign."""
    values = as_f64(array)
    values = np.where(np.isnan(values), np.copysign(np.nan, values), values)
    return np.asarray(values, np.float32 if array.dtype != np.float64 else np.float64).tobytes()


def canonical(bits, layout, keeps_sign=True):
    """Bits of f8 in which every NaN is the quiet one; a maximum or minimum need not keep its sign."""
    is_nan = (bits & 0x7F) >= (0x7D if layout[2] else 0x7F)
    return np.where(is_nan, (0x7E if layout[2] else 0x7F) | (bits & 0x80) * keeps_sign, bits).astype(np.uint8)


def digest(data):
    return hashlib.sha256(data).hexdigest()[:16]


def clamp(values, largest):
    return np.clip(values, -largest, largest)


def record():
    """Prints the table of hashes by ml_dtypes."""
    import ml_dtypes

    for name, (layout, largest, extension) in FORMATS.items():
        kind = getattr(ml_dtypes, extension)
        every = np.arange(256, dtype=np.uint8).view(kind)
        for wide in (np.float64, np.float32, np.float16):
            print(f'    ("{name}", "{np.dtype(wide).name}"): "{digest(quiet(every.astype(wide)))}",')
        print(f'    ("{name}", "bfloat16"): "{digest(quiet(every.astype(ml_dtypes.bfloat16).astype(np.float32)))}",')
        for source, values in sources().items():
            if source == "f64":
                continue
            given = values.view(ml_dtypes.bfloat16) if source == "bf16" else values
            bounded = clamp(given.astype(np.float64), largest).astype(given.dtype)
            with np.errstate(all="ignore"):
                print(f'    ("{source}", "{name}"): "{digest(given.astype(kind).tobytes())}",')
                bits = canonical(bounded.astype(kind).view(np.uint8), layout, keeps_sign=False)
                print(f'    ("{source}", "{name}", "saturated"): "{digest(bits.tobytes())}",')


def elementwise(result, operand, shape, source, target, body):
    """A linalg.generic over elements; `body` gives %r from %x."""
    before, after = f"tensor<{shape}x{source}>", f"tensor<{shape}x{target}>"
    return f"""  %e{result} = tensor.empty() : {after}
  %{result} = linalg.generic {{indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]}}
      ins(%{operand} : {before}) outs(%e{result} : {after}) {{
  ^bb0(%x: {source}, %out: {target}):
    {body}
    linalg.yield %r : {target}
  }} -> {after}
"""


def write_casts(ranks):
    """A model of all casts; inputs are split over the ranks."""
    where = ", sbp.distribution = #sbp.distribution<@p, [S(0)]>" if ranks > 1 else ""
    arguments, results, values, text = [], [], [], ""
    sizes = {kind: len(values) for kind, values in sources().items()}
    for name in FORMATS:
        arguments.append(f'%b{name}: tensor<256x{name}> {{sbp.name = "b{name}"{where}}}')
        for wide in ("f64", "f32", "f16", "bf16"):
            label = f"{name}_{wide}"
            text += elementwise(label, f"b{name}", 256, name, wide, f"%r = arith.extf %x : {name} to {wide}")
            results.append((label, f"tensor<256x{wide}>"))
    for kind, size in sizes.items():
        arguments.append(f'%i{kind}: tensor<{size}x{kind}> {{sbp.name = "i{kind}"{where}}}')
        for name, (_, largest, _) in FORMATS.items():
            label = f"{kind}_{name}"
            text += elementwise(label, f"i{kind}", size, kind, name, f"%r = arith.truncf %x : {kind} to {name}")
            limited = (
                f"%h = arith.constant {largest} : {kind}\n    %l = arith.constant -{largest} : {kind}\n"
                f"    %a = arith.minimumf %x, %h : {kind}\n    %c = arith.maximumf %a, %l : {kind}\n"
                f"    %r = arith.truncf %c : {kind} to {name}"
            )
            text += elementwise(f"{label}_saturated", f"i{kind}", size, kind, name, limited)
            results += [(label, f"tensor<{size}x{name}>"), (f"{label}_saturated", f"tensor<{size}x{name}>")]
    signature = ", ".join(f'{kind} {{sbp.name = "{label}"}}' for label, kind in results)
    placement = f'sbp.placement @p ["a" = {ranks}]\n' if ranks > 1 else ""
    text = f"{placement}func.func @main({', '.join(arguments)})\n    -> ({signature}) {{\n{text}"
    values = ", ".join(f"%{label}" for label, _ in results)
    return text + f"  return {values} : {', '.join(kind for _, kind in results)}\n}}\n", [label for label, _ in results]


def check_casts(found, how, ranks):
    """Compares results with ml_dtypes, by hashes, and with the formulas above, to show what differs."""
    for name, (layout, largest, _) in FORMATS.items():
        numbers = decode(np.arange(256, dtype=np.uint8), *layout)
        for wide, label in (("f64", "float64"), ("f32", "float32"), ("f16", "float16"), ("bf16", "bfloat16")):
            array = found[f"{name}_{wide}"]
            COMPARED.add(f"{how}: {name} to {wide}", to_floats(array) if array.dtype.kind == "V" else array, numbers, 0.0, ranks)
            assert digest(quiet(array)) == RECORDED[name, label], (how, name, wide)
        for kind, values in sources().items():
            given = as_f64(values)
            for suffix, expected in (("", given), ("_saturated", clamp(given, largest))):
                bits = canonical(found[f"{kind}_{name}{suffix}"].view(np.uint8), layout, keeps_sign=not suffix)
                right = canonical(encode(expected, *layout), layout, keeps_sign=not suffix)
                COMPARED.add(f"{how}: {kind} to {name}{suffix}", bits, right, 0.0, ranks)
                key = (kind, name, "saturated") if suffix else (kind, name)
                assert kind == "f64" or digest(bits.tobytes()) == RECORDED[key], (how, key)


def casts():
    inputs = {f"i{kind}": values for kind, values in sources().items()}
    inputs |= {f"b{name}": np.arange(256, dtype=np.uint8) for name in FORMATS}
    for ranks in (1, 3):
        text, names = write_casts(ranks)
        case = Case(text)
        check_casts(case.execute(inputs, names), "compiled", ranks)
        if ranks == 1:
            check_casts(case.interpret(inputs, names), "interpreted", ranks)
    COMPARED.show("casts equal ml_dtypes")


def check_bits(case, found, expected, ranks):
    """Compares the bits of an array of f8."""
    COMPARED.add(case, np.asarray(found).view(np.uint8), expected, 0.0, ranks)


def boxings(name):
    """Every pair of distributions of S and B on [2, 2]."""
    components = [f"{a}, {b}" for a in ("S(0)", "S(1)", "B") for b in ("S(0)", "S(1)", "B")]
    kind = f"tensor<5x7x{name}>"
    arguments = ", ".join(
        f'%x{i}: {kind} {{sbp.name = "x{i}", sbp.distribution = #sbp.distribution<@p, [{c}]>}}' for i, c in enumerate(components)
    )
    pairs = [(i, k) for i in range(9) for k in range(9)]
    results = ", ".join(f'{kind} {{sbp.name = "y{i}_{k}", sbp.distribution = #sbp.distribution<@p, [{components[k]}]>}}' for i, k in pairs)
    text = f"""sbp.placement @p ["a" = 2, "b" = 2]
func.func @main({arguments}) -> ({results}) {{
  return {", ".join(f"%x{i}" for i, _ in pairs)} : {", ".join([kind] * 81)}
}}
"""
    inputs = {f"x{i}": (np.arange(35, dtype=np.uint8).reshape(5, 7) * 7 + i) for i in range(9)}
    found = Case(text).execute(inputs, [f"y{i}_{k}" for i, k in pairs])
    for i, k in pairs:
        check_bits(f"{name} [{components[i]}] to [{components[k]}]", found[f"y{i}_{k}"], inputs[f"x{i}"], 4)


STORED = """sbp.placement @p ["a" = 2, "b" = 2]
func.func @main(
    %x: tensor<6x8xF8> {sbp.name = "x", sbp.distribution = #sbp.distribution<@p, [S(0), B]>},
    %i: tensor<3xi32> {sbp.name = "i"},
    %a: tensor<5x6xf32> {sbp.name = "a", sbp.distribution = #sbp.distribution<@p, [B, S(1)]>},
    %s: tensor<6x8xF8> {sbp.state = "s", sbp.init = dense<1.5> : tensor<6x8xF8>, sbp.distribution = #sbp.distribution<@p, [S(0), S(1)]>})
    -> (tensor<3x8xF8> {sbp.name = "rows"}, tensor<8x6xF8> {sbp.name = "turned", sbp.distribution = #sbp.distribution<@p, [S(0), S(1)]>},
        tensor<4xF8> {sbp.name = "constant"}, tensor<12x8xF8> {sbp.name = "joined"}, tensor<6x8xF8> {sbp.name = "chosen"},
        tensor<5x8xf32> {sbp.name = "product"}, tensor<6x8xF8> {sbp.name = "old"}, tensor<6x8xF8> {sbp.state = "s"}) {
  %rows = nn.gather %x, %i {axis = 0 : i64} : (tensor<6x8xF8>, tensor<3xi32>) -> tensor<3x8xF8>
  %e = tensor.empty() : tensor<8x6xF8>
  %turned = linalg.transpose ins(%x : tensor<6x8xF8>) outs(%e : tensor<8x6xF8>) permutation = [1, 0]
  %constant = arith.constant dense<[0.5, -2.0, 448.0, 0.015625]> : tensor<4xF8>
  %joined = tensor.concat dim(0) %x, %s : (tensor<6x8xF8>, tensor<6x8xF8>) -> tensor<12x8xF8>
  %c = tensor.empty() : tensor<6x8xF8>
  %chosen = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>],
      iterator_types = ["parallel", "parallel"]} ins(%x, %s : tensor<6x8xF8>, tensor<6x8xF8>) outs(%c : tensor<6x8xF8>) {
  ^bb0(%u: F8, %v: F8, %out: F8):
    %wide = arith.extf %u : F8 to f32
    %zero = arith.constant 0.0 : f32
    %sign = arith.cmpf oge, %wide, %zero : f32
    %r = arith.select %sign, %u, %v : F8
    linalg.yield %r : F8
  } -> tensor<6x8xF8>
  %w = tensor.empty() : tensor<6x8xf32>
  %wide = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}
      ins(%x : tensor<6x8xF8>) outs(%w : tensor<6x8xf32>) {
  ^bb0(%u: F8, %out: f32):
    %r = arith.extf %u : F8 to f32
    linalg.yield %r : f32
  } -> tensor<6x8xf32>
  %z = arith.constant 0.0 : f32
  %q = tensor.empty() : tensor<5x8xf32>
  %f = linalg.fill ins(%z : f32) outs(%q : tensor<5x8xf32>) -> tensor<5x8xf32>
  %product = linalg.matmul ins(%a, %wide : tensor<5x6xf32>, tensor<6x8xf32>) outs(%f : tensor<5x8xf32>) -> tensor<5x8xf32>
  return %rows, %turned, %constant, %joined, %chosen, %product, %s, %x
      : tensor<3x8xF8>, tensor<8x6xF8>, tensor<4xF8>, tensor<12x8xF8>, tensor<6x8xF8>, tensor<5x8xf32>, tensor<6x8xF8>, tensor<6x8xF8>
}
"""


def stored_tensors(name):
    """Gathers, constants, joins, choices, products of widened weights and states, one rank and four."""
    layout = FORMATS[name][0]
    x = np.arange(48, dtype=np.uint8).reshape(6, 8) * 5 % 120 + np.arange(6, dtype=np.uint8)[:, None] % 2 * 128
    i, a = np.array([4, 0, 4], np.int32), (np.arange(30, dtype=np.float32).reshape(5, 6) - 11) / 4
    s = encode(np.full((6, 8), 1.5), *layout)
    expected = {
        "rows": x[i],
        "turned": x.T,
        "constant": encode(np.array([0.5, -2.0, 448.0, 0.015625]), *layout),
        "joined": np.concatenate([x, s]),
        "chosen": np.where(decode(x, *layout) >= 0, x, s),
        "old": s,
    }
    product = a.astype(np.float64) @ decode(x, *layout)
    text = STORED.replace("F8", name)
    for ranks, model in ((1, text.replace('"a" = 2, "b" = 2', '"a" = 1, "b" = 1')), (4, text)):
        case = Case(model, "--with-reference")
        inputs, state = {"x": x, "i": i, "a": a}, case.path("state.safetensors")
        for how, found in (
            ("compiled", case.execute(inputs, [*expected, "product"], f"--save-state={state}", "--compare")),
            ("interpreted", case.interpret(inputs, [*expected, "product"])),
        ):
            for label, bits in expected.items():
                check_bits(f"{name}, {how}: {label}", found[label], bits, ranks)
            COMPARED.add(f"{name}, {how}: product", found["product"], product, 1e-5 * np.abs(product).max(), ranks)
        # The state is x after the step; a file gives it to the next run.
        again = case.execute(inputs, ["old"], f"--weights={state}")
        check_bits(f"{name}, compiled: a state from a file", again["old"], x, ranks)
        saved = safetensors.load(state)["s"]
        check_bits(f"{name}: a state in a file", saved, x, ranks)


def widened(name):
    """A weight that a file has in eight bits becomes the model's f32."""
    case = Case(
        'func.func @main(%w: tensor<256xf32> {sbp.name = "w"}) -> (tensor<256xf32> {sbp.name = "y"}) {\n  return %w : tensor<256xf32>\n}\n'
    )
    header = f'{{"w":{{"dtype":"{SAFETENSORS[name]}","shape":[256],"data_offsets":[0,256]}}}}'.encode()
    with open(case.path("w.safetensors"), "wb") as file:
        file.write(len(header).to_bytes(8, "little") + header + bytes(range(256)))
    found = case.execute({}, ["y"], f"--weights={case.path('w.safetensors')}")["y"]
    COMPARED.add(f"{name}: a weight widened to f32", found, decode(np.arange(256, dtype=np.uint8), *FORMATS[name][0]), 0.0)


def moves():
    for name in FORMATS:
        boxings(name)
        stored_tensors(name)
        widened(name)
    COMPARED.show("tensors keep their bits")


if __name__ == "__main__":
    {"casts": casts, "moves": moves, "record": record}[sys.argv[1]]()
