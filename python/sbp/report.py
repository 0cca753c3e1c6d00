"""The compiler's report on a program: what moves, what bounds it, and the memory of the ranks."""

from __future__ import annotations

import html
import json
import re
from typing import Any

from sbp.pictures import draw_lines, draw_schedule
from sbp.user_lines import short_place

BOXINGS_IN_TEXT = 12


def format_bytes(count: float) -> str:
    """ "32.0 kB", with powers of 1000."""
    for unit in ["B", "kB", "MB", "GB"]:
        if count < 1000 or unit == "GB":
            return f"{count:.0f} {unit}" if unit == "B" else f"{count:.1f} {unit}"
        count /= 1000
    raise AssertionError("the last unit takes all counts")


class Report:
    """What the compiler reports. `json` has all of it, as `sbp-compile --report=FILE.json` writes it; `str()` is a table of what moves."""

    def __init__(self, text: bytes) -> None:
        self.json: dict[str, Any] = json.loads(text) if text else {}

    @property
    def ranks(self) -> int:
        """The number of ranks."""
        return self.json.get("ranks", 0)

    @property
    def boxings(self) -> list[dict[str, Any]]:
        """The changes of distribution that move bytes, dearest first: entry, value, from, to, steps, reason, location, total_bytes, ..."""
        return sorted((each for each in self.json.get("boxings", []) if each["total_bytes"]), key=lambda each: -moved(each))

    @property
    def moved_bytes(self) -> int:
        """Bytes that all ranks receive in one step, over all entries."""
        return sum(map(moved, self.json.get("boxings", [])))

    @property
    def bound_bytes(self) -> int:
        """The fewest bytes by which these changes of distribution are possible."""
        return sum(each["lower_bound_total_bytes"] * each["executions_per_step"] for each in self.json.get("boxings", []))

    @property
    def peak_bytes(self) -> int:
        """The memory of the rank that needs the most, with its states."""
        return max((each["peak_bytes"] for each in self.json.get("memory", [])), default=0)

    @property
    def gap(self) -> float | None:
        """The relative distance of the chosen distributions' cost from its proved bound; None where nothing was chosen."""
        return (self.json.get("selection") or {}).get("gap")

    def _groups(self) -> list[tuple[int, str, str, str]]:
        """(bytes, collectives, what changes, place) of the changes of distribution, dearest first; those of equal layers are one."""
        groups: dict[tuple[str, str, str], list[dict[str, Any]]] = {}
        for each in self.boxings:
            kinds = " + ".join(step["kind"] for step in each["steps"]) or "copy"
            change, place = f"{each['value']}: {each['from']} -> {each['to']}", short_place(each["location"])
            groups.setdefault((kinds, any_layer(change), any_layer(place)), []).append(each)
        rows = []
        for (kinds, change, place), members in groups.items():
            if len(members) == 1:
                change, place = f"{members[0]['value']}: {members[0]['from']} -> {members[0]['to']}", short_place(members[0]["location"])
            times = f"{len(members)} x " if len(members) > 1 else ""
            rows.append((sum(map(moved, members)), times + kinds, change, place))
        return sorted(rows, key=lambda row: -row[0])

    def _rows(self) -> list[tuple[str, str, str, str]]:
        return [(format_bytes(count), *row) for count, *row in self._groups()[:BOXINGS_IN_TEXT]]

    def rows(self) -> list[str]:
        """What moves, a line each, dearest first; equal layers are one."""
        return ["  ".join([format_bytes(count), *row]) for count, *row in self._groups()]

    def _summary(self) -> str:
        gap = "" if self.gap is None else f", gap {self.gap:g}"
        moves = f"{format_bytes(self.moved_bytes)} move in a step (bound {format_bytes(self.bound_bytes)})"
        return f"{self.ranks} ranks, {format_bytes(self.peak_bytes)} on the largest; {moves}{gap}"

    def __str__(self) -> str:
        rows = self._rows()
        widths = [max((len(row[column]) for row in rows), default=0) for column in range(3)]
        lines = ["  ".join([row[0].rjust(widths[0]), row[1].ljust(widths[1]), row[2].ljust(widths[2]), row[3]]).rstrip() for row in rows]
        more = len(self._groups()) - len(rows)
        return "\n".join([self._summary(), *(f"  {line}" for line in lines), *([f"  and {more} more"] if more else [])])

    __repr__ = __str__

    def _repr_html_(self) -> str:
        cells = ["".join(f"<td>{html.escape(text)}</td>" for text in row) for row in self._rows()]
        head = "<tr><th>bytes a step</th><th>by</th><th>value</th><th>place</th></tr>"
        table = f"<table>{head}{''.join(f'<tr>{row}</tr>' for row in cells)}</table>"
        return f"<p>{html.escape(self._summary())}</p>{table}{self.draw_schedule()}"

    def draw(self) -> str:
        """The table of what moves as an SVG document."""
        return draw_lines(str(self).splitlines())

    def draw_schedule(self) -> str:
        """The schedule of a pipeline as an SVG document, with the numbers of micro-batches; "" without one."""
        schedule = self.json.get("schedule")
        return draw_schedule(schedule) if schedule else ""


def any_layer(text: str) -> str:
    """`text` with * for numbers that are parts of paths: "layers.*.mlp" of "layers.3.mlp"."""
    return re.sub(r"(?<=[A-Za-z_]\.)\d+\b", "*", text)


def moved(boxing: dict[str, Any]) -> int:
    """Bytes that all ranks receive for a change of distribution in one step."""
    return boxing["total_bytes"] * boxing["executions_per_step"]
