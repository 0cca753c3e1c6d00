"""Drawings of a report as SVG: what moves, as a table, and the schedule of a pipeline.  Standard library alone."""

from __future__ import annotations

import html
import re
from collections.abc import Iterable, Mapping
from typing import Any

WIDTH, ROW, LEFT, TOP = 960, 30, 150, 34
COLORS = {"F": "#9ecae9", "B": "#f4a582", "W": "#a6d96a"}
WORK = {"F": "forward", "B": "backward", "W": "gradients of weights"}
STYLE = 'font-family="DejaVu Sans, Arial, sans-serif" font-size="13"'
TABLE_STYLE = 'font-family="DejaVu Sans Mono, monospace" font-size="12" xml:space="preserve"'


def frame(width: float, height: float, style: str, parts: Iterable[str]) -> str:
    """An SVG document of these parts on white."""
    size = f'width="{width:.0f}" height="{height:.0f}" viewBox="0 0 {width:.0f} {height:.0f}"'
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" {size} {style}>',
            '<rect width="100%" height="100%" fill="white"/>',
            *parts,
            "</svg>",
            "",
        ]
    )


def put(x: float, y: float, text: str, more: str = "") -> str:
    """A line of text whose base line begins at (x, y)."""
    return f'<text x="{x:.1f}" y="{y:.1f}"{more}>{html.escape(text)}</text>'


def find_works(schedule: Mapping[str, Any]) -> list[tuple[int, str, int, int, float, float]]:
    """(rank, kind, micro-batch, chunk, begin, duration) of all groups of work, in units of the schedule."""
    stages = {(each["rank"], each["chunk"]): each for each in schedule["stages"]}
    durations = {"F": "forward_units", "B": "backward_units", "W": "weight_units"}
    works = []
    for rank, (names, begins) in enumerate(zip(schedule["order"], schedule["start_units"], strict=True)):
        for name, begin in zip(names, begins, strict=True):
            kind, number, chunk = re.fullmatch(r"([FBW])(\d+)(?:\.c(\d+))?", name).groups()
            works.append((rank, kind, int(number), int(chunk or 0), begin, stages[rank, int(chunk or 0)][durations[kind]]))
    return works


def draw_schedule(schedule: Mapping[str, Any]) -> str:
    """The work of all ranks over a step; numbers are those of micro-batches."""
    works = find_works(schedule)
    scale = (WIDTH - LEFT - 10) / max(1, schedule["makespan_units"])
    bubble = 100 * schedule["bubble_over_ideal"]
    title = f"{schedule['kind']}: {schedule['micro_batches']} micro-batches, {bubble:.0f} % of the ideal time idle"
    parts = [put(10, 20, title, ' font-weight="bold"')]
    for rank in range(schedule["ranks"]):
        places = [each["world_ranks"] for each in schedule["stages"] if each["rank"] == rank]
        ranks = ", ".join(map(str, places[0])) if places else str(rank)
        parts.append(put(10, TOP + rank * ROW + 19, f"ranks {ranks}" if "," in ranks else f"rank {ranks}"))
    for rank, kind, number, chunk, begin, duration in works:
        x, y, width = LEFT + begin * scale, TOP + rank * ROW + 3, max(duration * scale, 1)
        shade = 1 - 0.25 * (chunk % 3)
        parts.append(
            f'<rect x="{x:.1f}" y="{y}" width="{width:.1f}" height="{ROW - 6}" fill="{COLORS[kind]}" fill-opacity="{shade}" stroke="#555"/>'
        )
        if width > 9:
            parts.append(put(x + width / 2, y + 16, str(number), ' text-anchor="middle" font-size="11"'))
    bottom, x = TOP + schedule["ranks"] * ROW + 18, LEFT
    for kind in sorted({work[1] for work in works}, key="FBW".index):
        parts.append(f'<rect x="{x}" y="{bottom - 11}" width="12" height="12" fill="{COLORS[kind]}" stroke="#555"/>')
        parts.append(put(x + 18, bottom, WORK[kind]))
        x += 40 + 8 * len(WORK[kind])
    return frame(WIDTH, bottom + 12, STYLE, parts)


def draw_lines(lines: list[str]) -> str:
    """Lines of a table in letters of one width."""
    parts = [put(10, 20 + 17 * row, line, ' font-weight="bold"' if row == 0 else "") for row, line in enumerate(lines)]
    return frame(20 + 7.3 * max(map(len, lines)), 20 + 17 * len(lines), TABLE_STYLE, parts)
