"""Faults of differentiation: what each changes, and the tests that look at them.

A change is (file, text that stands there once, what stands there instead).
"""

TESTS = "gradients|jax-losses|train|stage-crossings|zero-ledger|framework-gradients|parameter-groups|optimizers|norm-ledger|ops/narrow-sums"

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
    # The step leaves out what its entry does to its states: running averages stay as they were.
    "state-dropped": [
        (
            "lib/Transforms/Differentiation/TrainWriter.cpp",
            "  for (unsigned update : trained.getUpdates())\n",
            "  for (unsigned update : trained.getUpdates().take_front(0))\n",
        ),
        (
            "lib/Transforms/Differentiation/TrainWriter.cpp",
            "  llvm::for_each(trained.getUpdates(), addNext);\n",
            "",
        ),
    ],
    # `fixed=` is not asked: a frozen weight gets a gradient and moments.
    "frozen-weight-trained": [
        (
            "lib/Transforms/Differentiation/TrainedEntry.cpp",
            "    bool isFixed = llvm::is_contained(*data, i) || llvm::is_contained(whole, i);",
            "    bool isFixed = llvm::is_contained(*data, i);",
        ),
    ],
    # A sum of bf16 or f16 that casts its accumulator is rounded after each term.
    "sum-rounded-early": [
        (
            "lib/Interfaces/WideAccumulation.cpp",
            "    if (!isScalar || isa<arith::BitcastOp>(inner))",
            "    if (!isScalar || isa<arith::BitcastOp, arith::ExtFOp>(inner))",
        ),
    ],
    # The squares of the first gradient count twice in the norm of all.
    "norm-counted-twice": [
        (
            "lib/Dialect/NN/IR/Updates/ClipByGlobalNorm.cpp",
            "    SmallVector<Value> total = group.squares;",
            "    SmallVector<Value> total = group.squares;\n    total.push_back(total.front());",
        ),
    ],
}
