"""Faults of differentiation: what each changes, and the tests that look at them.

A change is (file, text that stands there once, what stands there instead).
"""

TESTS = "gradients|jax-losses|train|stage-crossings|zero-ledger"

GRADIENT = "lib/Transforms/Differentiation/Gradient.cpp"

FAULTS = {
    # A value with two readers keeps the cotangent of the last one alone.
    "cotangent-dropped": [
        (GRADIENT, "      terms[operand].push_back(cotangent);", "      terms[operand].assign(1, cotangent);"),
    ],
    # The first term of a sum of cotangents counts twice.
    "sum-counted-twice": [
        (GRADIENT, "    for (Value term : arguments.drop_front())", "    for (Value term : arguments)"),
    ],
    # Iterations that stand for none of the primal contribute to the cotangent of a window.
    "windows-not-masked": [
        (
            "lib/ExternalModels/Differentiation/LinalgAdjoint.cpp",
            "  if (isZero && !isIndexed && !dependsOn(term, foreign))",
            "  if (isZero || isIndexed)",
        ),
    ],
    "kernel-not-reversed": [
        ("lib/ExternalModels/Differentiation/WindowInversion.cpp", "  if (extent < 2)", "  if (extent > 0)"),
    ],
    # Adjoints run where their operands are, instead of where their primal op runs.
    "adjoint-on-the-wrong-stage": [
        (
            GRADIENT,
            "       {placements.lookup(primal), primal->getAttr(SBPDialect::kLayerAttr),",
            "       {phase == StepPhase::Backward ? FlatSymbolRefAttr() : placements.lookup(primal),\n"
            "        primal->getAttr(SBPDialect::kLayerAttr),",
        ),
    ],
    # Forward and backward read one gather of a weight, which is whole all the time between.
    "gather-shared-by-phases": [
        (
            "lib/Analysis/Selection/Graph/ReaderGroups.cpp",
            "  if (all_of(uses, isForward) || !dependsOnStatesAlone(value))",
            "  if (all_of(uses, isForward) || dependsOnStatesAlone(value) || !uses.empty())",
        ),
    ],
}
