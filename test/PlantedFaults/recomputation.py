"""Faults of recomputation, precision and attention that is found: what each changes, and the tests that look at them.

A change is (file, text that stands there once, what stands there instead).
"""

TESTS = "training/(recomputation|memory-limits|precision|wide-sums)|attention/(spellings|gradients)"

RAISE = "lib/Transforms/Import/Raise/"
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
        (RAISE + "ScoreMask.cpp", "    return element.tensor == product;", "    return false;"),
    ],
    # Another mask in the gradient than in the attention is taken for the same.
    "mask-of-gradient": [
        (
            RAISE + "SoftmaxTerms.cpp",
            "    if (each.shows == shows && areEqual(each.condition, condition)) {",
            "    if (each.shows == shows) {",
        ),
    ],
    # A cotangent of the scores with a part of the mean is taken for the whole.
    "part-of-mean": [
        (
            RAISE + "AttentionGradientMatch.cpp",
            "      std::abs(own.factor + mean.factor) > tolerance * std::abs(own.factor))",
            "      false)",
        ),
    ],
    # Rows whose keys are all hidden by a finite number have weights of 1 in the gradient.
    "hidden-rows": [
        (RAISE + "RaiseAttention.cpp", "  if ((!gradient && !isDifferentiated(op)) || !hides ||", "  if (hides || !hides ||"),
    ],
}
