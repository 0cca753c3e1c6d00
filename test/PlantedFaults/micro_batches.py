"""Faults of micro-batches and schedules: what each changes, and the tests that detect it.

A change is (file, text that stands there once, what stands there instead).
"""

TESTS = "Transforms/Time|Transforms/Scheduling|micro-batches|pipeline|step-values"

CUTTER = "lib/Transforms/Time/TimeCutter.cpp"

FAULTS = {
    # A register whose tokens overlap has one copy.
    "missing-copy": [
        ("lib/Analysis/Scheduling/Copies.cpp", "needed = std::max(needed, k + 1 - last);", "needed = std::max(needed, last - k);"),
    ],
    # The list of one rank has two neighbours in the other order.
    "swapped-entry": [
        (
            "lib/Transforms/Scheduling/ScheduleTasks.cpp",
            "  OpBuilder builder = OpBuilder::atBlockEnd(&graph.getBody().front());\n",
            '  if (tasks[0].size() > 2 && graph.getSymName().ends_with("class0")) {\n'
            "    std::swap(tasks[0][1], tasks[0][2]);\n"
            "    std::swap(microBatches[0][1], microBatches[0][2]);\n"
            "  }\n"
            "  OpBuilder builder = OpBuilder::atBlockEnd(&graph.getBody().front());\n",
        ),
    ],
    # Micro-batch 0 adds to what the accumulator held before.
    "accumulator-not-cleared": [
        (
            "lib/Conversion/LocalToTask/Accumulation.cpp",
            "  return buildTensorOrIdentity(builder, op.getLoc(), number, accumulator,\n"
            "                               *parseCombiner(*op.getAccumulate()),\n"
            "                               /*isFirst=*/false);",
            "  return accumulator;",
        ),
    ],
    # Every micro-batch numbers its elements as the first does.
    "offset-without-micro-batch": [
        (
            CUTTER,
            "MicroBatchOp::create(builder, loc, builder.getIndexType());",
            "arith::ConstantIndexOp::create(builder, loc, 0);",
        ),
    ],
    # A sum over all micro-batches is read while it has the term of one.
    "prologue-value-read-early": [
        (
            CUTTER,
            "  return enter(getWhole(value), required, reader);",
            "  return state.time.isPartial() && required.isBroadcast() ? state.value : enter(getWhole(value), required, reader);",
        ),
    ],
}
