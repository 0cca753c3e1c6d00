"""Mutations that know nothing of what they change: bytes, numbers, trees of JSON."""

import copy

# Around what formats and machines count with.
NUMBERS = [
    0,
    1,
    -1,
    2,
    3,
    7,
    8,
    127,
    128,
    255,
    256,
    65535,
    65536,
    2**31 - 1,
    2**31,
    2**32 - 1,
    2**32,
    2**40,
    2**53 + 1,
    2**62,
    2**63 - 1,
    2**63,
    2**64 - 1,
    2**64,
    -(2**31),
    -(2**63),
    10**30,
]


def other_number(draw, number):
    """A number near, a multiple, or one at a limit."""
    way = draw.random()
    if way < 0.4:
        return number + draw.choice([-2, -1, 1, 2])
    if way < 0.6:
        return draw.choice([number * 2, number // 2, -number, number * 3, number + 8])
    return draw.choice(NUMBERS)


def change_bytes(draw, data):
    """One to four edits of single bits, bytes or stretches."""
    data = bytearray(data)
    for _ in range(draw.choice([1, 1, 1, 2, 4])):
        at = draw.randrange(len(data)) if data else 0
        end = min(len(data), at + draw.choice([1, 1, 2, 8, 64, 1000]))
        way = draw.randrange(8)
        if way == 0 and data:
            data[at] ^= 1 << draw.randrange(8)
        elif way == 1 and data:
            data[at] = draw.choice([0, 1, 127, 128, 255, draw.randrange(256)])
        elif way == 2:
            data[at:at] = bytes(draw.choice([b"\0", b" ", b"{", b"'", b"9", draw.randbytes(draw.randrange(1, 9))]))
        elif way == 3:
            del data[at:end]
        elif way == 4:
            data[at:at] = data[at:end]
        elif way == 5:
            del data[at:]
        elif way == 6:
            data += draw.choice([b"\0", b"\n", bytes(8), draw.randbytes(draw.randrange(1, 65))])
        elif data:
            other = draw.randrange(len(data))
            data[at:end], data[other : other + end - at] = data[other : other + end - at], data[at:end]
    return bytes(data)


def list_places(tree, path=()):
    """The path of every node below the root."""
    children = tree.items() if isinstance(tree, dict) else enumerate(tree) if isinstance(tree, list) else ()
    for key, child in children:
        yield (*path, key)
        yield from list_places(child, (*path, key))


def other_value(draw, value):
    if isinstance(value, bool) or draw.random() < 0.25:
        return draw.choice(
            [None, True, False, "", "x", [], {}, [[]], 0, -1, 1e999, 1e-320, "1", "\0", "é", "a" * 5000, [value], {"a": value}]
        )
    if isinstance(value, int):
        return other_number(draw, value)
    if isinstance(value, float):
        return draw.choice([0.0, -value, value * 1e300, value * 1e-300, 1e6, 1e18, 1e19, -0.0, float("nan"), float("inf"), value * 2])
    if isinstance(value, str):
        return draw.choice([value + " ", value[:-1], value.upper(), value.lower(), "", value * 2, value + "\n", value[::-1]])
    if isinstance(value, list):
        return draw.choice([value[:-1], value + value[-1:], value[::-1], value * 2, [], value[1:]])
    return dict(list(value.items())[1:])


def change_tree(draw, tree):
    """A copy with one to three nodes changed, dropped, renamed, or taken from elsewhere."""
    tree = copy.deepcopy(tree)
    for _ in range(draw.choice([1, 1, 2, 3])):
        places = list(list_places(tree))
        if not places:
            return tree
        *path, key = draw.choice(places)
        parent = tree
        for step in path:
            parent = parent[step]
        way = draw.random()
        if way < 0.15:
            del parent[key]
        elif way < 0.25 and isinstance(parent, dict):
            parent[draw.choice([key + "2", key.upper(), "", " " + key, "format"])] = parent.pop(key)
        elif way < 0.3 and isinstance(parent, list):
            parent.insert(key, copy.deepcopy(parent[key]))
        elif way < 0.45:
            other = tree
            for step in draw.choice(places):
                if (
                    not isinstance(other, (dict, list))
                    or (isinstance(other, list) and step >= len(other))
                    or (isinstance(other, dict) and step not in other)
                ):
                    break
                other = other[step]
            parent[key] = copy.deepcopy(other)
        else:
            parent[key] = other_value(draw, parent[key])
    return tree
