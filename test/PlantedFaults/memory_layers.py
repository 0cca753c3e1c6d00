"""Faults of memory layers: what each changes, and the tests that look at them.

A change is (file, text that stands there once, what stands there instead).
"""

TESTS = "memory|tucker"

LOOPS = "lib/Dialect/MemoryLayer/IR/TrilinearLoops.cpp"
FORM = "lib/Dialect/MemoryLayer/IR/TrilinearForm.cpp"
LAYERS = "python/sbp/memory_layers.py"

FAULTS = {
    # An infinite row that no slot names would reach the sum as 0 times infinity.
    "zero-times-a-row": [
        (
            LOOPS,
            "return loopIf(\n      b, slots.front().isInside, getColumns(), sums,",
            "return loopIf(\n      b, arith::ConstantIntOp::create(b, loc, 1, 1), getColumns(), sums,",
        ),
        (
            LOOPS,
            "b, loc, readScore(b, slot, columns), readTable(b, slot, columns));",
            "b, loc, arith::SelectOp::create(b, loc, slot.isInside, readScore(b, slot, columns),\n"
            "                            arith::ConstantOp::create(b, loc, b.getFloatAttr(sumType, 0.0)).getResult()),\n"
            "                        readTable(b, slot, columns));",
        ),
    ],
    "add-outer-without-offset": [
        (FORM, "move(rows, firstRow, getNumRows());", "move(rows, isa<AddOuterOp>(op) ? Value() : firstRow, getNumRows());"),
    ],
    "segments-without-offset": [
        (FORM, "move(segment, firstSegment, getNumSegments());", "move(segment, Value(), getNumSegments());"),
    ],
    "row-updated-once-per-slot": [
        (
            "lib/Dialect/MemoryLayer/IR/UpdateLoops.cpp",
            "return arith::AndIOp::create(b, loc, slot.isInside, condition);",
            "return slot.isInside;",
        ),
    ],
    # Rows in order, the slots of a row from the last to the first.
    "unstable-sort": [
        (
            "lib/Dialect/NN/IR/SortNumbers.cpp",
            "Value number = inner.load(row.values, at);",
            "if (shift == 0)\n"
            "          at = arith::SubIOp::create(b, loc, arith::ConstantIndexOp::create(b, loc, count - 1), at);\n"
            "        Value number = inner.load(row.values, at);",
        ),
    ],
    "u-and-v-flipped": [
        (
            LAYERS,
            'return self.to_length_one(p, p.einsum("hab,hb->ha", total, v)), v',
            'flip = lambda x: p.generic([x], ["hr"], "hr", "f32", lambda b, element, _: b.op(f"arith.negf {element}"))\n'
            '        return flip(self.to_length_one(p, p.einsum("hab,hb->ha", total, v))), flip(v)',
        ),
    ],
    # Of two pairs with one sum, the lower row of the table instead of the lower place in the grid.
    "ties-by-row": [
        (
            LAYERS,
            "best, places = p.top_k(sums, self.slots)",
            "downwards = p.integers(rows, None, lambda b, row, _: b.binary('sub', b.constant(0), row))\n"
            "        order = p.top_k(downwards, len(pairs))[1]\n"
            "        sums, rows = p.gather(sums, order, 2, 2), p.gather(rows, order, 2, 2)\n"
            "        best, places = p.top_k(sums, self.slots)",
        ),
    ],
    # Of two pairs with one sum, the higher place in the grid.
    "ties-by-higher-place": [
        (
            "lib/Dialect/MemoryLayer/IR/TuckerTopKLowering.cpp",
            "return nn::buildIsGreaterOrEarlier(b, loc, x, ix, y, iy);",
            "return nn::buildIsGreaterOrEarlier(b, loc, x, iy, y, ix);",
        ),
    ],
}
