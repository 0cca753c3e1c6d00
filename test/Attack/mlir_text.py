"""Modules in MLIR's generic form as trees that can be changed and printed again; properties and types stay text."""

import re
from dataclasses import dataclass, field

OPEN, CLOSE = "([{<", ")]}>"
VALUE = re.compile(r"%[\w$.-]+(:\d+)?(#\d+)?")


@dataclass
class Block:
    label: str
    arguments: list  # of [name, type]
    ops: list = field(default_factory=list)


@dataclass
class Op:
    results: list  # names; of several results one name and #0, #1, ...
    name: str
    operands: list
    properties: list  # of [name, text]
    regions: list  # of lists of blocks
    attributes: str
    operand_types: list
    result_types: list

    def get(self, name):
        return next((text for key, text in self.properties if key == name), None)

    def set(self, name, text):
        self.properties = [[key, text if key == name else old] for key, old in self.properties]

    def walk(self):
        yield self
        for region in self.regions:
            for block in region:
                for op in block.ops:
                    yield from op.walk()

    @property
    def blocks(self):
        return [block for region in self.regions for block in region]


def find_close(text, at):
    """The position of the bracket that closes the one at `at`. An arrow closes nothing; strings are skipped."""
    depth = 0
    while at < len(text):
        c = text[at]
        if c == '"':
            at += 1
            while text[at] != '"':
                at += 2 if text[at] == "\\" else 1
        elif c in OPEN:
            depth += 1
        elif c in CLOSE and not (c == ">" and text[at - 1] == "-"):
            depth -= 1
            if depth == 0:
                return at
        at += 1
    raise ValueError("brackets do not close")


def split_top(text, separator=","):
    """The parts between separators outside all brackets, without blanks around."""
    parts, begin, at = [], 0, 0
    while at < len(text):
        if text[at] in OPEN:
            at = find_close(text, at)
        elif text[at] == '"':
            at = text.index('"', at + 1)
        elif text[at] == separator:
            parts.append(text[begin:at].strip())
            begin = at + 1
        at += 1
    parts.append(text[begin:].strip())
    return [part for part in parts if part]


class Parser:
    def __init__(self, text):
        self.text, self.at = text, 0

    def skip(self):
        while self.at < len(self.text) and self.text[self.at] in " \n":
            self.at += 1

    def take(self, word):
        self.skip()
        if not self.text.startswith(word, self.at):
            return False
        self.at += len(word)
        return True

    def need(self, word):
        if not self.take(word):
            raise ValueError(f"no '{word}' at {self.text[self.at : self.at + 40]!r}")

    def bracket(self):
        """What stands in the bracket that opens here."""
        self.skip()
        begin, self.at = self.at, find_close(self.text, self.at) + 1
        return self.text[begin + 1 : self.at - 1]

    def upto(self, pattern):
        self.skip()
        begin, found = self.at, re.compile(pattern).search(self.text, self.at)
        self.at = found.start()
        return self.text[begin : self.at].strip()

    def types(self):
        self.skip()
        if self.text[self.at] == "(":
            return split_top(self.bracket())
        begin = self.at
        while self.text[self.at] not in "\n":
            self.at = find_close(self.text, self.at) + 1 if self.text[self.at] in OPEN else self.at + 1
        return [self.text[begin : self.at].strip()]

    def op(self):
        self.skip()
        results = []
        if self.text[self.at] == "%":
            name, _, count = self.upto(" =").partition(":")
            results = [f"{name}#{i}" for i in range(int(count))] if count else [name]
            self.need("=")
        name = self.bracketless_string()
        operands = split_top(self.bracket())
        properties, regions, attributes = [], [], ""
        if self.take("<{"):
            self.at -= 1
            properties = [(part.split(" = ", 1) + [""])[:2] for part in split_top(self.bracket())]
            self.need(">")
        if self.take("("):
            while not self.take(")"):
                regions.append(self.region())
                self.take(",")
        self.skip()
        if self.text[self.at] == "{":
            attributes = self.bracket()
        self.need(":")
        operand_types = self.types()
        self.need("->")
        return Op(results, name, operands, [list(p) for p in properties], regions, attributes, operand_types, self.types())

    def bracketless_string(self):
        self.need('"')
        end = self.text.index('"', self.at)
        name, self.at = self.text[self.at : end], end + 1
        return name

    def region(self):
        self.need("{")
        blocks = []
        while not self.take("}"):
            self.skip()
            if self.text[self.at] == "^":
                label = self.upto(r"[(:]")
                arguments = []
                if self.text[self.at] == "(":
                    arguments = [part.split(": ", 1) for part in split_top(self.bracket())]
                self.need(":")
                blocks.append(Block(label, arguments))
            else:
                if not blocks:
                    blocks.append(Block("", []))
                blocks[-1].ops.append(self.op())
        return blocks


def parse(text):
    return Parser(text).op()


def print_op(op, indent=""):
    results = ""
    if op.results:
        name = op.results[0].split("#")[0]
        results = f"{name}:{len(op.results)} = " if "#" in op.results[0] else f"{name} = "
    text = f'{indent}{results}"{op.name}"({", ".join(op.operands)})'
    if op.properties:
        text += " <{" + ", ".join(f"{key} = {value}" if value else key for key, value in op.properties) + "}>"
    if op.regions:
        text += " (" + ", ".join(print_region(region, indent) for region in op.regions) + ")"
    if op.attributes:
        text += " {" + op.attributes + "}"
    return f"{text} : ({', '.join(op.operand_types)}) -> ({', '.join(op.result_types)})"


def print_region(blocks, indent):
    lines = ["{"]
    for block in blocks:
        if block.label:
            lines.append(f"{indent}{block.label}({', '.join(f'{n}: {t}' for n, t in block.arguments)}):")
        lines += [print_op(op, indent + "  ") for op in block.ops]
    return "\n".join([*lines, indent + "}"])
