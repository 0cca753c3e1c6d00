"""Walking MLIR's Python bindings; knows neither jaxlib's nor torch-mlir's."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any


def walk(block: Any) -> Iterator[Any]:
    """All operations of a block and of its regions, outermost first; what is erased or added meanwhile does not disturb."""
    for op in list(block.operations):
        yield op.operation
        for region in op.operation.regions:
            for inner in region.blocks:
                yield from walk(inner)
