"""Mutations of a model's text by token."""

import re

import mutate

TOKEN = re.compile(
    r'"(?:[^"\\]|\\.)*"|[%@#^!][\w$.-]*|-?\d+\.\d+(?:e[-+]?\d+)?|\d+(?=x)|(?<=x)[a-z]\w*|[a-z_][\w.]*|\d+|->|\s+|.', re.S | re.I
)
TYPES = ["f64", "f32", "f16", "bf16", "i64", "i32", "i8", "i1", "index", "i16", "ui8", "complex<f32>"]
WORDS = {
    "S": ["B", "P"],
    "B": ["S(0)", "S(1)", "P", "P(max)", "S(-1)"],
    "P": ["B", "S(0)", "P(min)"],
    "parallel": ["reduction", "window"],
    "reduction": ["parallel"],
    "sum": ["max", "prod", "min", "and", "umax", "maxnum"],
    "true": ["false"],
    "false": ["true"],
    "ins": ["outs"],
    "outs": ["ins"],
}


def get_class(token):
    """Tokens of one class stand for another without breaking the syntax at once."""
    if token[0] in '%@#!^"':
        return token[0]
    if re.fullmatch(r"-?\d+(\.\d+.*)?", token):
        return "float" if "." in token else "int"
    if token in TYPES:
        return "type"
    return token.split(".")[0] + "." if "." in token else "word" if token[0].isalpha() else token


def other_token(draw, token, pool):
    kind = get_class(token)
    if token in WORDS and draw.random() < 0.9:
        return draw.choice(WORDS[token])
    if kind == "int" and draw.random() < 0.7:
        return str(mutate.other_number(draw, int(token)))
    if kind == "float" and draw.random() < 0.7:
        return draw.choice(["0.0", "-0.0", "1.0", "-1.5", "0x7F800000", "0x7FC00000", "1e39", "1e-46"])
    if kind == "type":
        return draw.choice(TYPES)
    same = [t for t in pool if get_class(t) == kind]
    return draw.choice(same or pool)


def rename_everywhere(draw, parts):
    """One number in shapes, or one type, becomes another in the whole model."""
    found = [t for t in parts if get_class(t) == draw.choice(["int", "int", "type"])]
    if not found:
        return parts
    old = draw.choice(found)
    new = draw.choice(TYPES[:8]) if old in TYPES else str(draw.choice([0, 1, int(old) + 1, max(int(old) - 1, 0), 2, 3, 7, 16]))
    return [new if t == old else t for t in parts]


def change(draw, text, texts):
    """One to three changes."""
    parts = TOKEN.findall(text)
    for _ in range(draw.choice([1, 1, 1, 2, 3])):
        solid = [i for i, t in enumerate(parts) if not t.isspace()]
        if len(solid) < 2:
            break
        at, way = draw.choice(solid), draw.random()
        if way < 0.1:
            del parts[at]
        elif way < 0.17:
            parts.insert(at, parts[at])
        elif way < 0.27:
            other = draw.choice([i for i in solid if get_class(parts[i]) == get_class(parts[at])])
            parts[at], parts[other] = parts[other], parts[at]
        elif way < 0.32:
            i = solid.index(at)
            other = solid[i - 1]
            parts[at], parts[other] = parts[other], parts[at]
        elif way < 0.5:
            parts = rename_everywhere(draw, parts)
        elif way < 0.55:
            begin, lines = draw.random(), "".join(parts).split("\n")
            line = int(begin * len(lines))
            lines[line : line + 1] = draw.choice([[], [lines[line]] * 2])
            parts = TOKEN.findall("\n".join(lines))
        elif way < 0.58:
            lines = draw.choice(texts).split("\n")
            parts.insert(at, "\n" + draw.choice(lines) + "\n")
        else:
            pool = (
                [parts[i] for i in solid] if draw.random() < 0.8 else TOKEN.findall(draw.choice(texts).replace("\n", " ").replace(" ", ""))
            )
            parts[at] = other_token(draw, parts[at], pool)
    return "".join(parts)
