// LocalToTask.cpp: level 2 to level 3

#include "GraphBuilder.h"
#include "sbp/Transforms/Passes.h"

namespace sbp {
#define GEN_PASS_DEF_CONVERTLOCALTOTASKPASS
#include "sbp/Transforms/Passes.h.inc"
} // namespace sbp

using namespace mlir;
using namespace sbp;

namespace {

struct ConvertLocalToTaskPass
    : sbp::impl::ConvertLocalToTaskPassBase<ConvertLocalToTaskPass> {
  void runOnOperation() override;
};

} // namespace

// A warning and not an error, since a model has no other way to express such an
// update; reported at all because it may double the memory of a large state
// (docs/Rationale/Runtime.md).
static void warn(const CopiedStates &copied) {
  for (const auto &[key, state] : copied)
    emitWarning(state.loc)
        << "state '" << key.second.getValue()
        << "' is not updated in place: its old value is read after its next "
           "value is computed, so "
        << state.bytes
        << " more bytes per rank are stored and copied every step; to avoid "
           "it, read the old value before the next one is computed";
}

void ConvertLocalToTaskPass::runOnOperation() {
  SymbolTable symbols(getOperation());
  KernelTable kernels(getOperation());
  CopiedStates copied;
  auto programs = llvm::to_vector(getOperation().getOps<LocalProgramOp>());
  for (LocalProgramOp program : programs)
    buildGraph(program, symbols, kernels, copied);
  warn(copied);
}
