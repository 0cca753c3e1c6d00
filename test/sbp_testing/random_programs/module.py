"""The module that holds random programs side by side: placements, entries, private functions, arguments and results."""

import re

from .program import draw_distribution


class Result:
    """A result of an entry; one value may be several."""

    def __init__(self, port, value, state=None):
        self.port, self.value, self.state = port, value, state


def declare(draw, placements, value, attributes, whole=False):
    """The type with its attributes; half of them say how they are distributed, if `draw` is given. `whole`: not partially."""
    if draw and draw.random() < 0.5:
        where = draw_distribution(draw, placements, value.dtype, len(value.shape))
        if not (whole and "P" in where):
            attributes = [*attributes, f"sbp.distribution = {where}"]
    return f"{value.type} {{{', '.join(attributes)}}}"


class Module:
    """`entries`: name -> programs; `draw`: where given, ports are annotated and lines moved to private functions at random;
    `micro_batches`: the steps of all entries are cut into so many, along random dimensions of their inputs.
    """

    def __init__(self, entries, placements, draw=None, micro_batches=1):
        self.entries, self.placements, self.draw, self.micro_batches = entries, placements, draw, micro_batches
        self.results = {name: [r for p in programs for r in self.get_results(p)] for name, programs in entries.items()}
        self.functions = []
        lines = [
            f"sbp.placement @p{i} [" + ", ".join(f'"a{a}" = {n}' for a, n in enumerate(sizes)) + "]" + (f" ranks {ranks}" if ranks else "")
            for i, (sizes, ranks) in enumerate(placements)
        ]
        for name, programs in entries.items():
            lines += self.write_entry(name, programs)
        self.text = "\n".join(lines + self.functions) + "\n"

    def get_inputs(self, entry):
        return [v for p in self.entries[entry] for v in p.inputs]

    def get_results(self, program):
        """What nothing reads, the next values of states, and, if at random, any other value, arguments too, once or twice."""
        values = list(program.outputs)
        if self.draw:
            values += [self.draw.choice(program.values) for _ in range(self.draw.choice([0, 0, 1, 2]))]
        results = [Result(f"{program.prefix}r{i}", v) for i, v in enumerate(values)]
        return results + [Result(None, after, before.state) for before, after in program.updates]

    def write_entry(self, name, programs):
        inputs, results = self.get_inputs(name), self.results[name]
        body = [line for p in programs for line in self.write_body(p)]
        arguments = ", ".join(f"{v.name}: {self.declare_input(p, v)}" for p in programs for v in p.inputs)
        # Entries whose inputs are numbers have nothing that could be cut.
        is_cut = self.micro_batches > 1 and any(v.shape and not v.state for v in inputs)
        cut = f"attributes {{sbp.microbatches = {self.micro_batches} : i64}} " if is_cut else ""
        kinds = ", ".join(
            declare(self.draw, self.placements, r.value, [f'sbp.name = "{r.port}"'])
            if r.port
            else f'{r.value.type} {{sbp.state = "{r.state}"}}'
            for r in results
        )
        return [
            f"func.func @{name}({arguments}) -> ({kinds}) {cut}{{",
            *("  " + line for line in body),
            f"  return {', '.join(r.value.name for r in results)} : {', '.join(r.value.type for r in results)}",
            "}",
        ]

    def declare_input(self, program, value):
        if value.state:
            return declare(self.draw, self.placements, value, [f'sbp.state = "{value.state}"'], whole=True)
        attributes = [f'sbp.name = "{value.name[1:]}"']
        if self.micro_batches > 1 and value.shape:
            attributes.append(f"sbp.microbatch = {self.draw.choice(program.get_cuts(value.shape))} : i64")
        return declare(self.draw, self.placements, value, attributes)

    def write_body(self, program):
        """The lines of a program; now and then some of its ops are a private function, called once or twice."""
        if not self.draw or self.draw.random() < 0.7 or not program.segments:
            return program.lines
        first = self.draw.randrange(len(program.segments))
        last = self.draw.randrange(first, len(program.segments))
        begin, end = program.segments[first][0], program.segments[last][1]
        inside = program.lines[begin:end]
        names = lambda lines: set(re.findall(rf"%{program.prefix}[av]\d+", "\n".join(lines)))
        defined = set(name for line in inside if " = " in line for name in names([line.split(" = ")[0]]))
        rest = names(program.lines[end:]) | {r.value.name for results in self.results.values() for r in results}
        values = {v.name: v for v in program.values}
        arguments = [values[name] for name in sorted(names(inside) - defined)]
        results = [values[name] for name in sorted(defined & rest)]
        function = f"{program.prefix}_part"
        types = ", ".join(v.type for v in results)
        self.functions += [
            f"func.func private @{function}({', '.join(f'{v.name}: {v.type}' for v in arguments)}) -> ({types}) {{",
            *("  " + line for line in inside),
            "  return" + (f" {', '.join(v.name for v in results)} : {types}" if results else ""),
            "}",
        ]
        call = f"call @{function}({', '.join(v.name for v in arguments)}) : ({', '.join(v.type for v in arguments)}) -> ({types})"
        calls = [(", ".join(v.name for v in results) + " = " if results else "") + call]
        if self.draw.random() < 0.3:
            calls.insert(0, (", ".join(f"{v.name}_again" for v in results) + " = " if results else "") + call)
        return program.lines[:begin] + calls + program.lines[end:]
