// SharedRows.cpp: ops that run on one row after the other

#include "SharedRows.h"
#include "sbp/Interfaces/RowLoops.h"

using namespace llvm;
using namespace mlir;

namespace sbp {

/// The op that reads every element once, in order; null if not so.
static linalg::LinalgOp getReader(OpOperand &use) {
  auto op = dyn_cast<linalg::LinalgOp>(use.getOwner());
  return op && op.getMatchingIndexingMap(&use).isIdentity() &&
                 !linalg::isaContractionOpInterface(op)
             ? op
             : nullptr;
}

std::optional<SharedRows> SharedRows::find(Value value) {
  constexpr int64_t mostReaders = 16; // else all would be asked for each
  if (value.hasOneUse() || value.hasNUsesOrMore(mostReaders + 1))
    return std::nullopt;
  OpOperand *first = nullptr;
  for (OpOperand &use : value.getUses()) {
    linalg::LinalgOp op = getReader(use);
    if (op && op.getNumReductionLoops() > 0 && countRowLoops(op) > 0 &&
        (!first || (op->getBlock() == first->getOwner()->getBlock() &&
                    op->isBeforeInBlock(first->getOwner()))))
      first = &use;
  }
  if (!first)
    return std::nullopt;
  return SharedRows(*first, countRowLoops(getReader(*first)));
}

/// Through few structured ops: the mean of a sum, its broadcast.
static bool derivesFrom(Value value, Operation *op, unsigned steps) {
  auto made = value.getDefiningOp<linalg::LinalgOp>();
  if (!made || steps == 0 || linalg::isaContractionOpInterface(made))
    return false;
  return made == op || any_of(made.getDpsInputs(), [&](Value input) {
           return derivesFrom(input, op, steps - 1);
         });
}

bool SharedRows::isReadAgain(OpOperand &use) const {
  constexpr unsigned mostSteps = 4;
  linalg::LinalgOp op = getReader(use);
  return op && op != first->getOwner() && countRowLoops(op) >= numDims &&
         any_of(op.getDpsInputs(), [&](Value input) {
           return derivesFrom(input, first->getOwner(), mostSteps);
         });
}

bool SharedRows::stays() const {
  auto producer = first->get().getDefiningOp<linalg::LinalgOp>();
  return producer && producer.getNumLoops() == producer.getNumParallelLoops() &&
         countRowLoops(producer) >= numDims &&
         all_of(first->get().getUses(), [&](OpOperand &use) {
           return &use == first || isReadAgain(use);
         });
}

} // namespace sbp
