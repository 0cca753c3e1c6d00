"""Faults of recomputation, precision and attention that is found: what each changes, and the tests that look at them.

A change is (file, text that stands there once, what stands there instead).
"""

TESTS = "training/(recomputation|memory-limits|precision|wide-sums)|attention/spellings"

KEEP = "lib/Transforms/Recomputation/KeepValues.cpp"

FAULTS = {
    # The result of a layer is made again too, from all layers before it.
    "layer-result-repeated": [
        (KEEP, "    node.canBeRepeated = groups.isInside(value) &&", "    node.canBeRepeated ="),
    ],
    # Partial gradients are rounded to the narrow type before they are summed, whatever sbp.accumulate says.
    "partial-rounded": [
        (
            "lib/Transforms/Differentiation/Gradient.cpp",
            "  if (!isInner && function.getArgAttr(number, kAccumulateAttr))",
            "  if (isInner && function.getArgAttr(number, kAccumulateAttr))",
        ),
    ],
    # Gradients of a scaled loss stay scaled.
    "scale-not-undone": [
        ("lib/Transforms/Differentiation/TrainWriter.cpp", "    return writer.multiply(gradient, factor);", "    return gradient;"),
    ],
    # A mask that is computed from the scores is taken for one that is not.
    "mask-of-scores": [
        ("lib/Transforms/Import/Raise/ScoreMask.cpp", "    return element.tensor == product;", "    return false;"),
    ],
}
