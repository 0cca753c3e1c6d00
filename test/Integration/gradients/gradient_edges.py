"""Derivatives at the edges of functions: zeros of both signs, denormals, +-1, +-90, +-1e4, infinities.

Each row is a function y = f(x), as level-0 text in one of the forms that models and exporters write, with its first and second
derivative in closed form, in numpy and f64. NaN in a closed form stands for a point where the function is not smooth, which is not
compared; an infinity must come out as that infinity. Zeros of relu and |x| have the slope 0, as in JAX and PyTorch.
"""

import re

import numpy as np

FINITE = [0.0, -0.0, 1e-310, -1e-310, 0.5, 1.0, -1.0, 3.0, -3.0, 20.0, 90.0, -90.0, 1e4, -1e4]
POINTS = np.array([*FINITE, np.inf, -np.inf])
ERF_SLOPE = 2 / np.sqrt(np.pi)
ALPHA, SCALE = 1.6732632423543772, 1.0507009873554805


def logistic(x):
    """1 / (1 + exp(-x)) without an overflow."""
    small = np.exp(-np.abs(x))
    return np.where(x >= 0, 1 / (1 + small), small / (1 + small))


def within(low, high):
    """Keeps values where low <= x <= high."""
    return lambda x, values: np.where((x >= low) & (x <= high), values, np.nan)


def unary(op):
    return f"%y = {op} %x : T"


# Text that computes %y from %x; constants %c0, %c1, %half, .. are below.
LOGISTIC = "%n = arith.negf %x : T\n%e = math.exp %n : T\n%s = arith.addf %e, %c1 : T\n%y = arith.divf %c1, %s : T"
LOG_OF_SUM = "%a = math.absf %x : T\n%n = arith.negf %a : T\n%e = math.exp %n : T\n%l = math.log1p %e : T\n"
MAX = "%p = arith.cmpf ogt, %c0, %x : T\n%m = arith.select %p, %c0, %x : TI, T\n"
MIN = "%q = arith.cmpf olt, %c0, %x : T\n%w = arith.select %q, %c0, %x : TI, T\n"
CONSTANTS = {
    "c0": 0.0,
    "c1": 1.0,
    "c2": 2.0,
    "c3": 3.0,
    "c20": 20.0,
    "half": 0.5,
    "small": 0.01,
    "alpha": ALPHA,
    "scale": SCALE,
    "minus": -1.0,
}
CONSTANTS |= {"root": float(np.sqrt(2.0)), "k": float(np.sqrt(2 / np.pi)), "cubic": 0.044715, "c15": 1.5, "tiny": 1e-200}


def make_functions():
    """Rows by name: text, first derivative, second derivative; None where no op computes one."""
    zero = lambda x: 0 * np.where(np.isfinite(x), x, 0)
    positive, unit = within(0, np.inf), within(-1, 1)
    inside = lambda x, values: np.where(np.abs(x) < 1, values, np.nan)
    beyond = lambda x, values: np.where(x > 0, values, np.nan)
    s = logistic
    rows = {
        "exp": (unary("math.exp"), np.exp, np.exp),
        "exp2": (unary("math.exp2"), lambda x: np.log(2) * np.exp2(x), lambda x: np.log(2) ** 2 * np.exp2(x)),
        "expm1": (unary("math.expm1"), np.exp, np.exp),
        "log": (unary("math.log"), lambda x: positive(x, 1 / x), lambda x: beyond(x, -1 / x / x)),
        "log2": (unary("math.log2"), lambda x: beyond(x, 1 / x / np.log(2)), lambda x: beyond(x, -1 / x / x / np.log(2))),
        "log10": (unary("math.log10"), lambda x: beyond(x, 1 / x / np.log(10)), lambda x: beyond(x, -1 / x / x / np.log(10))),
        "log1p": (
            unary("math.log1p"),
            lambda x: np.where(x > -1, 1 / (1 + x), np.nan),
            lambda x: np.where(x > -1, -1 / (1 + x) ** 2, np.nan),
        ),
        "sqrt": (unary("math.sqrt"), lambda x: beyond(x, 0.5 / np.sqrt(x)), lambda x: beyond(x, -0.25 / x / np.sqrt(x))),
        "rsqrt": (unary("math.rsqrt"), lambda x: beyond(x, -0.5 / x / np.sqrt(x)), lambda x: beyond(x, 0.75 / x / x / np.sqrt(x))),
        "cbrt": (unary("math.cbrt"), lambda x: 1 / (3 * np.cbrt(x) ** 2), lambda x: np.where(x == 0, np.nan, -2 / 9 / x / np.cbrt(x) ** 2)),
        "tanh": (unary("math.tanh"), lambda x: 1 - np.tanh(x) ** 2, lambda x: -2 * np.tanh(x) * (1 - np.tanh(x) ** 2)),
        "sinh": (unary("math.sinh"), np.cosh, np.sinh),
        "cosh": (unary("math.cosh"), np.sinh, np.cosh),
        "sin": (unary("math.sin"), np.cos, lambda x: -np.sin(x)),
        "cos": (unary("math.cos"), lambda x: -np.sin(x), lambda x: -np.cos(x)),
        "tan": (unary("math.tan"), lambda x: 1 + np.tan(x) ** 2, lambda x: 2 * np.tan(x) * (1 + np.tan(x) ** 2)),
        "asin": (unary("math.asin"), lambda x: unit(x, 1 / np.sqrt(1 - x * x)), lambda x: inside(x, x * (1 - x * x) ** -1.5)),
        "acos": (unary("math.acos"), lambda x: unit(x, -1 / np.sqrt(1 - x * x)), lambda x: inside(x, -x * (1 - x * x) ** -1.5)),
        "atan": (unary("math.atan"), lambda x: 1 / (1 + x * x), lambda x: -2 * x / (1 + x * x) ** 2),
        "asinh": (unary("math.asinh"), lambda x: 1 / np.sqrt(1 + x * x), lambda x: -x * (1 + x * x) ** -1.5),
        "acosh": (
            unary("math.acosh"),
            lambda x: np.where(x >= 1, 1 / np.sqrt(np.maximum(x * x - 1, 0)), np.nan),
            lambda x: np.where(x > 1, -x * np.abs(x * x - 1) ** -1.5, np.nan),
        ),
        "atanh": (unary("math.atanh"), lambda x: unit(x, 1 / (1 - x * x)), lambda x: inside(x, 2 * x / (1 - x * x) ** 2)),
        "erf": (unary("math.erf"), lambda x: ERF_SLOPE * np.exp(-x * x), lambda x: -2 * x * ERF_SLOPE * np.exp(-x * x)),
        "erfc": (unary("math.erfc"), lambda x: -ERF_SLOPE * np.exp(-x * x), lambda x: 2 * x * ERF_SLOPE * np.exp(-x * x)),
        "absf": (unary("math.absf"), np.sign, None),
        "relu": ("%y = arith.maximumf %x, %c0 : T", lambda x: np.where(x > 0, 1.0, 0.0), None),
        "relu by select": (
            "%p = arith.cmpf ugt, %x, %c0 : T\n%y = arith.select %p, %x, %c0 : TI, T",
            lambda x: np.where(x > 0, 1.0, 0.0),
            None,
        ),
        "x ** 0": ("%y = math.powf %x, %c0 : T", zero, None),
        "x ** 1": ("%y = math.powf %x, %c1 : T", lambda x: zero(x) + 1, zero),
        "x ** 2": ("%y = math.powf %x, %c2 : T", lambda x: 2 * x, lambda x: zero(x) + 2),
        "x ** 3": ("%y = math.powf %x, %c3 : T", lambda x: 3 * x * x, lambda x: 6 * x),
        "x ** 0.5": (
            "%y = math.powf %x, %half : T",
            lambda x: np.where(np.signbit(x), np.nan, 0.5 / np.sqrt(np.abs(x))),
            lambda x: beyond(x, -0.25 / x / np.sqrt(x)),
        ),
        "x ** 1.5": (
            "%y = math.powf %x, %c15 : T",
            lambda x: positive(x, 1.5 * np.sqrt(np.abs(x))),
            lambda x: beyond(x, 0.75 / np.sqrt(x)),
        ),
        "0 ** x": ("%y = math.powf %c0, %x : T", lambda x: np.where(x >= 0, 0.0, np.nan), lambda x: np.where(x > 0, 0.0, np.nan)),
        "atan2 of x and 1": ("%y = math.atan2 %x, %c1 : T", lambda x: 1 / (1 + x * x), lambda x: -2 * x / (1 + x * x) ** 2),
        "atan2 of 1 and x": ("%y = math.atan2 %c1, %x : T", lambda x: -1 / (1 + x * x), lambda x: 2 * x / (1 + x * x) ** 2),
        "atan2 of x and 1e-200": ("%y = math.atan2 %x, %tiny : T", lambda x: 1 / (1e-200 + x * 1e200 * x), lambda x: x * np.nan),
        "clampf": ("%y = math.clampf %x to [%minus, %c1] : T", lambda x: np.where(np.abs(x) <= 1, 1.0, 0.0), None),
        "1 / x": ("%y = arith.divf %c1, %x : T", lambda x: -1 / (x * x), lambda x: np.where(x == 0, np.nan, 2 / x / x / x)),
        "x ** -1": ("%y = math.powf %x, %minus : T", lambda x: -1 / (x * x), lambda x: np.where(x == 0, np.nan, 2 / x / x / x)),
    }
    for exponent in (0, 1, 2, 3):
        slope = lambda x, n=exponent: n * x ** (n - 1) if n else zero(x)
        curve = lambda x, n=exponent: n * (n - 1) * x ** (n - 2) if n > 1 else zero(x)
        rows[f"fpowi {exponent}"] = (
            f"%i = arith.constant dense<{exponent}> : TJ\n%y = math.fpowi %x, %i : T, TJ",
            slope,
            curve if exponent else None,
        )
    rows |= make_compositions(s, zero)
    rows |= make_branches(zero, beyond)
    return rows


def make_compositions(s, zero):
    """Functions that are smooth, of parts that overflow or tie."""
    logistic_slope = lambda x: s(x) * s(-x)
    logistic_curve = lambda x: s(x) * s(-x) * (1 - 2 * s(x))
    silu = (
        lambda x: s(x) + np.where(np.isinf(x), 0, x) * s(x) * s(-x),
        lambda x: s(x) * s(-x) * (2 + np.where(np.isinf(x), 0, x) * (1 - 2 * s(x))),
    )
    softplus = s, logistic_slope
    elu = lambda x: np.where(x > 0, 1.0, np.exp(np.minimum(x, 0))), lambda x: np.where(x > 0, 0.0, np.exp(np.minimum(x, 0)))
    log_sigmoid = lambda x: s(-x), lambda x: -s(x) * s(-x)
    finite = lambda function: lambda x: np.where(np.isfinite(x), function(np.where(np.isfinite(x), x, 0)), np.nan)
    phi = lambda x: np.exp(-x * x / 2) / np.sqrt(2 * np.pi)
    erf = np.vectorize(__import__("math").erf)

    def mish(x):
        t = np.tanh(np.logaddexp(x, 0))
        return t + x * (1 - t * t) * s(x)

    def mish_curve(x):
        t = np.tanh(np.logaddexp(x, 0))
        return 2 * (1 - t * t) * s(x) + x * ((1 - t * t) * s(x) * s(-x) - 2 * t * (1 - t * t) * s(x) ** 2)

    def gelu_tanh(x, order):
        k = np.sqrt(2 / np.pi)
        t, first, second = np.tanh(k * (x + 0.044715 * x**3)), k * (1 + 3 * 0.044715 * x * x), k * 6 * 0.044715 * x
        rest = 1 - t * t
        return 0.5 * (1 + t) + 0.5 * x * rest * first if order == 1 else rest * first + 0.5 * x * rest * (second - 2 * t * first**2)

    return {
        "logistic": (LOGISTIC, logistic_slope, logistic_curve),
        "logistic, 0 - x": (LOGISTIC.replace("arith.negf %x", "arith.subf %c0, %x"), logistic_slope, logistic_curve),
        "logistic, 1 + e": (LOGISTIC.replace("%e, %c1", "%c1, %e"), logistic_slope, logistic_curve),
        "logistic by sign": (
            "%a = math.absf %x : T\n%n = arith.negf %a : T\n%e = math.exp %n : T\n%s = arith.addf %e, %c1 : T\n%u = arith.divf %c1, %s : T\n"
            "%v = arith.divf %e, %s : T\n%p = arith.cmpf oge, %x, %c0 : T\n%y = arith.select %p, %u, %v : TI, T",
            logistic_slope,
            logistic_curve,
        ),
        "logistic, exp x by sign": (
            LOGISTIC.replace("%y", "%u") + "\n%f = math.exp %x : T\n%t = arith.addf %f, %c1 : T\n%v = arith.divf %f, %t : T\n"
            "%p = arith.cmpf oge, %x, %c0 : T\n%y = arith.select %p, %u, %v : TI, T",
            logistic_slope,
            logistic_curve,
        ),
        "silu": (LOGISTIC.replace("%y", "%l") + "\n%y = arith.mulf %x, %l : T", *map(finite, silu)),
        "silu, a quotient": (LOGISTIC.replace("divf %c1", "divf %x"), *map(finite, silu)),
        "softplus, log1p": ("%e = math.exp %x : T\n%y = math.log1p %e : T", *softplus),
        "softplus, log": ("%e = math.exp %x : T\n%t = arith.addf %c1, %e : T\n%y = math.log %t : T", *softplus),
        "softplus of PyTorch": (
            "%e = math.exp %x : T\n%l = math.log1p %e : T\n%p = arith.cmpf ogt, %x, %c20 : T\n%y = arith.select %p, %x, %l : TI, T",
            lambda x: np.where(x > 20, 1, s(x)),
            lambda x: np.where(x > 20, 0, logistic_slope(x)),
        ),
        "softplus of JAX": (
            LOG_OF_SUM + "%m = arith.maximumf %x, %c0 : T\n%u = arith.addf %m, %l : T\n%v = arith.addf %x, %c0 : T\n"
            "%p = arith.cmpf une, %x, %x : T\n%y = arith.select %p, %v, %u : TI, T",
            *softplus,
        ),
        "logaddexp of PyTorch": (
            MAX.replace("ogt, %c0, %x", "ogt, %x, %c0").replace("%c0, %x : TI", "%x, %c0 : TI") + LOG_OF_SUM + "%y = arith.addf %m, %l : T",
            *softplus,
        ),
        "logaddexp2 of PyTorch": (
            MAX.replace("ogt, %c0, %x", "ogt, %x, %c0").replace("%c0, %x : TI", "%x, %c0 : TI")
            + "%a = math.absf %x : T\n%n = arith.negf %a : T\n%e = math.powf %c2, %n : T\n%t = arith.addf %e, %c1 : T\n%l = math.log2 %t : T\n"
            "%y = arith.addf %m, %l : T",
            lambda x: s(x * np.log(2)),
            lambda x: np.log(2) * logistic_slope(x * np.log(2)),
        ),
        "log_sigmoid of PyTorch": (MIN + LOG_OF_SUM + "%y = arith.subf %w, %l : T", *log_sigmoid),
        "log_sigmoid of JAX": (
            "%z = arith.negf %x : T\n"
            + LOG_OF_SUM.replace("%x", "%z")
            + "%m = arith.maximumf %z, %c0 : T\n%u = arith.addf %m, %l : T\n%y = arith.negf %u : T",
            *log_sigmoid,
        ),
        "cross entropy of logits": (
            MIN + LOG_OF_SUM + "%u = arith.subf %w, %l : T\n%v = arith.mulf %x, %half : T\n%y = arith.subf %v, %u : T",
            lambda x: 0.5 - s(-x),
            logistic_slope,
        ),
        "elu of PyTorch": (MAX + MIN + "%e = math.exp %w : T\n%t = arith.subf %e, %c1 : T\n%y = arith.addf %m, %t : T", *elu),
        "elu of JAX": (
            "%p = arith.cmpf ogt, %x, %c0 : T\n%z = arith.select %p, %c0, %x : TI, T\n%e = math.expm1 %z : T\n%y = arith.select %p, %x, %e : TI, T",
            *elu,
        ),
        "celu of PyTorch": ("%e = math.expm1 %x : T\n%p = arith.cmpf ogt, %x, %c0 : T\n%y = arith.select %p, %x, %e : TI, T", *elu),
        "celu of JAX": (
            "%m = arith.maximumf %x, %c0 : T\n%w = arith.minimumf %x, %c0 : T\n%t = math.expm1 %w : T\n%y = arith.addf %m, %t : T",
            *elu,
        ),
        "selu": (
            MAX
            + MIN
            + "%u = arith.mulf %m, %scale : T\n%e = math.exp %w : T\n%t = arith.subf %e, %c1 : T\n%v = arith.mulf %t, %scale : T\n"
            "%z = arith.mulf %v, %alpha : T\n%y = arith.addf %u, %z : T",
            lambda x: SCALE * np.where(x > 0, 1.0, ALPHA * np.exp(np.minimum(x, 0))),
            lambda x: SCALE * np.where(x > 0, 0.0, ALPHA * np.exp(np.minimum(x, 0))),
        ),
        "leaky_relu": (MAX + MIN + "%t = arith.mulf %w, %small : T\n%y = arith.addf %m, %t : T", lambda x: np.where(x > 0, 1, 0.01), None),
        "mish": (
            "%e = math.exp %x : T\n%l = math.log1p %e : T\n%p = arith.cmpf ogt, %x, %c20 : T\n%u = arith.select %p, %x, %l : TI, T\n"
            "%t = math.tanh %u : T\n%y = arith.mulf %x, %t : T",
            *map(finite, (mish, mish_curve)),
        ),
        "gelu": (
            "%q = arith.divf %x, %root : T\n%e = math.erf %q : T\n%t = arith.addf %e, %c1 : T\n%h = arith.mulf %t, %half : T\n%y = arith.mulf %x, %h : T",
            *map(finite, (lambda x: 0.5 * (1 + erf(x / np.sqrt(2))) + x * phi(x), lambda x: phi(x) * (2 - x * x))),
        ),
        "gelu by tanh": (
            "%i = arith.constant dense<3> : TJ\n%q = math.fpowi %x, %i : T, TJ\n%a = arith.mulf %q, %cubic : T\n%b = arith.addf %x, %a : T\n"
            "%u = arith.mulf %b, %k : T\n%t = math.tanh %u : T\n%v = arith.addf %t, %c1 : T\n%h = arith.mulf %v, %half : T\n%y = arith.mulf %x, %h : T",
            *map(finite, (lambda x: gelu_tanh(x, 1), lambda x: gelu_tanh(x, 2))),
        ),
    }


def make_branches(zero, beyond):
    """Functions of which a branch that is not selected has no finite slope."""
    select = lambda op, other: (
        f"%p = arith.cmpf ogt, %x, %c0 : T\n%b = {op} %x : T\n%f = arith.mulf %b, %b : T\n%y = arith.select %p, %f, {other} : TI, T"
    )
    above = lambda values, rest: lambda x: np.where(x > 0, values(np.where(x > 0, x, 1.0)), rest)
    finite = lambda function: lambda x: np.where(np.isfinite(x), function(x), np.nan)
    return {
        "log squared, or 0": (
            select("math.log", "%c0"),
            finite(above(lambda x: 2 * np.log(x) / x, 0.0)),
            finite(above(lambda x: 2 * (1 - np.log(x)) / x / x, 0.0)),
        ),
        "sqrt squared, or x": (select("math.sqrt", "%x"), finite(lambda x: zero(x) + 1), lambda x: np.where(x == 0, 0.0, np.nan)),
        "root by powf squared, or x": (
            "%p = arith.cmpf ogt, %x, %c0 : T\n%b = math.powf %x, %half : T\n%f = arith.mulf %b, %b : T\n%y = arith.select %p, %f, %x : TI, T",
            finite(lambda x: zero(x) + 1),
            lambda x: np.where(x == 0, 0.0, np.nan),
        ),
        "1 / x, or 0": (
            "%p = arith.cmpf une, %x, %c0 : T\n%q = arith.divf %c1, %x : T\n%y = arith.select %p, %q, %c0 : TI, T",
            finite(lambda x: np.where(x == 0, 0.0, -1 / np.where(x == 0, 1, x) / np.where(x == 0, 1, x))),
            lambda x: np.where(x == 0, 0.0, np.nan),
        ),
        "maximum of log and -5": (
            "%b = math.log %x : T\n%c = arith.constant dense<-5.0> : T\n%y = arith.maximumf %b, %c : T",
            lambda x: np.where(x == 0, 0.0, beyond(x, np.where(np.log(np.abs(x)) > -5, 1 / x, 0.0))),
            lambda x: np.where(x == 0, 0.0, np.nan),
        ),
        "exp of x, or x where it is large": (
            "%p = arith.cmpf olt, %x, %c20 : T\n%e = math.exp %x : T\n%f = arith.mulf %e, %x : T\n%y = arith.select %p, %f, %x : TI, T",
            finite(lambda x: np.where(x < 20, np.exp(np.minimum(x, 20)) * (1 + x), 1.0)),
            finite(lambda x: np.where(x < 20, np.exp(np.minimum(x, 20)) * (2 + x), 0.0)),
        ),
    }


def write_edges(functions, placement=""):
    """One module with the derivatives of all functions at the points: g0, g1, .. and h0, h1, .. where there is a second one."""
    t = f"tensor<{len(POINTS)}xf64>"
    types = {"": t, "I": t.replace("f64", "i1"), "J": t.replace("f64", "i32")}
    lines, results, returned = [], [], []
    for number, (text, _, _) in enumerate(functions.values()):
        body = re.sub(r"\bT([IJ]?)\b", lambda match: types[match[1]], text)
        for name, value in CONSTANTS.items():
            if re.search(rf"%{name}\b", body) and f"%{name} =" not in body:
                body = f"%{name} = arith.constant dense<{value:.17e}> : {t}\n" + body
        lines.append(f"func.func private @row{number}(%x: {t}) -> {t} {{\n{body}\nreturn %y : {t}\n}}")
    lines.append(f'func.func @main(%x: {t} {{sbp.name = "x"}}, %s: {t} {{sbp.name = "s"}}) -> (')
    calls = []
    for number, (_, _, second) in enumerate(functions.values()):
        calls.append(f"%y{number} = func.call @row{number}(%x) : ({t}) -> {t}")
        for value, name in [(f"y{number}", f"g{number}")] + ([(f"g{number}", f"h{number}")] if second else []):
            calls.append(f"%{name} = nn.gradient %{value} seed %s wrt (%x) : ({t}, {t}, {t}) -> {t}")
            results.append(f'{t} {{sbp.name = "{name}"}}')
            returned.append(f"%{name}")
    lines[-1] += ", ".join(results) + ") {"
    return placement + "\n".join([*lines, *calls, f"return {', '.join(returned)} : {', '.join([t] * len(returned))}", "}"]) + "\n"


def compare_edges(functions, found):
    """Prints a table, and returns the rows that differ."""
    wrong = []
    with np.errstate(all="ignore"):
        for number, (name, (_, first, second)) in enumerate(functions.items()):
            compared = []
            for key, exact in [(f"g{number}", first)] + ([(f"h{number}", second)] if second else []):
                points = POINTS if key[0] == "g" else POINTS[: len(FINITE)]
                expected, value = exact(points) * np.ones(len(points)), found[key][: len(points)]
                differs = ~np.isclose(value, expected, rtol=1e-9, atol=1e-14) & ~np.isnan(expected)
                compared.append(str((~np.isnan(expected)).sum()))
                wrong += [f"{name}: {key[0]} at {points[i]}: {value[i]}, expected {expected[i]}" for i in np.flatnonzero(differs)]
            print(f"{name:60} {' and '.join(compared)} derivatives at edges")
    return wrong
