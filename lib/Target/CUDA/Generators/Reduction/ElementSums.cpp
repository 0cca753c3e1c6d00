// ElementSums.cpp: the reduction loops of one element of a result
#include "ElementSums.h"
#include "sbp/Target/Region/Steps.h"

using namespace mlir;
using namespace sbp::cuda;

ElementLoops::ElementLoops(linalg::GenericOp op)
    : resultExtents(op.getStaticLoopRanges()) {
  for (auto [loop, kind] : llvm::enumerate(op.getIteratorTypesArray())) {
    if (kind == utils::IteratorType::reduction) {
      reduced.push_back(loop);
      terms *= std::exchange(resultExtents[loop], 1);
    }
    elements *= resultExtents[loop];
  }
}

bool sbp::cuda::startsFrom(linalg::GenericOp op, OpOperand &init) {
  return isRead(op, init) && !op->hasAttr(sbp::region::kBetaZeroAttr);
}

/// Returns the initial value of an element; that of a fill needs no load.
static Value getInitialValue(KernelBuilder &k, OpOperand &init,
                             ArrayRef<Value> loops, LoadElement load) {
  Operation *producer = init.get().getDefiningOp();
  if (sbp::region::isFill(producer))
    return k.inlineBody(cast<linalg::GenericOp>(producer), {Value()}, {})[0];
  return load(init, loops);
}

SmallVector<Value> sbp::cuda::sumElement(KernelBuilder &k, linalg::GenericOp op,
                                         SmallVector<Value> loops,
                                         LoadElement load,
                                         VisitIteration visit) {
  SmallVector<int64_t> extents = op.getStaticLoopRanges();
  // Sums in registers; results that accumulate in memory have none.
  SmallVector<Value> state;
  for (OpOperand &init : op.getDpsInitsMutable())
    state.push_back(startsFrom(op, init) && !accumulatesInMemory(op, init)
                        ? getInitialValue(k, init, loops, load)
                        : k.zero(getElementTypeOrSelf(init.get())));
  SmallVector<scf::ForOp> nest;
  for (unsigned loop : ElementLoops(op).reduced) {
    auto inner =
        scf::ForOp::create(k.builder, k.constant(0), k.constant(extents[loop]),
                           k.constant(1), state);
    nest.push_back(inner);
    loops[loop] = inner.getInductionVar();
    state.assign(inner.getRegionIterArgs().begin(),
                 inner.getRegionIterArgs().end());
    k.builder.setInsertionPointToStart(inner.getBody());
  }
  SmallVector<Value> arguments;
  for (OpOperand *input : op.getDpsInputOperands())
    arguments.push_back(isRead(op, *input) ? load(*input, loops) : Value());
  for (auto [i, init] : llvm::enumerate(op.getDpsInitsMutable()))
    arguments.push_back(accumulatesInMemory(op, init) ? load(init, loops)
                                                      : state[i]);
  SmallVector<Value> results = k.inlineBody(op, arguments, loops);
  visit(results, loops);
  for (scf::ForOp inner : llvm::reverse(nest)) {
    scf::YieldOp::create(k.builder, results);
    results.assign(inner.getResults().begin(), inner.getResults().end());
    k.builder.setInsertionPointAfter(inner);
  }
  return results;
}
