// RemoveBarriers.cpp: barriers become marks of what is made again

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "sbp/Dialect/NN/IR/NNDialect.h"
#include "sbp/Dialect/SBP/IR/MadeAgain.h"
#include "sbp/Transforms/Passes.h"
#include "llvm/ADT/SetVector.h"

namespace sbp {
#define GEN_PASS_DEF_REMOVEBARRIERSPASS
#include "sbp/Transforms/Passes.h.inc"
} // namespace sbp

using namespace mlir;
using namespace sbp;

namespace {
struct RemoveBarriers : sbp::impl::RemoveBarriersPassBase<RemoveBarriers> {
  void runOnOperation() override;
};
} // namespace

/// The mark has an effect on ops alone that repeat one of forward, so that all
/// readers may have it.
void RemoveBarriers::runOnOperation() {
  SmallVector<nn::BarrierOp> barriers;
  getOperation().walk([&](nn::BarrierOp op) { barriers.push_back(op); });
  llvm::SetVector<Operation *> readers;
  auto addReaders = [&](Operation *op) {
    for (Operation *user : op->getUsers())
      readers.insert(getOperation().front().findAncestorOpInBlock(*user));
  };
  for (nn::BarrierOp barrier : barriers)
    addReaders(barrier);
  for (size_t i = 0; i < readers.size(); ++i)
    addReaders(readers[i]);
  Builder builder(&getContext());
  for (Operation *reader : readers)
    if (!reader->hasTrait<OpTrait::IsTerminator>())
      reader->setAttr(kMadeAgainAttr, builder.getUnitAttr());
  for (nn::BarrierOp barrier : barriers) {
    barrier->replaceAllUsesWith(barrier.getInputs());
    barrier->erase();
  }
}
