// Clones.cpp: ops of forward that run again in backward

#include "Clones.h"
#include "mlir/IR/Builders.h"
#include "sbp/Analysis/Selection/Graph/PlacedOps.h"
#include "sbp/Dialect/SBP/IR/MadeAgain.h"
#include "sbp/Dialect/SBP/IR/ReferenceAttributes.h"
#include "sbp/Dialect/SBP/IR/SBPDialect.h"
#include "sbp/Dialect/SBP/IR/StepPhases.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace sbp;

/// Marks `copy`, which runs in the phase of `reader`.
static void mark(Operation *copy, Operation *reader) {
  copy->removeAttr(kNumberAttr);
  copy->setAttr(kMadeAgainAttr, UnitAttr::get(copy->getContext()));
  setPhase(copy, getPhaseOf(reader));
}

/// Clones the sources that the clone of an op reads.
static void cloneSources(Operation *clone, std::vector<Operation *> &added) {
  for (OpOperand &operand : clone->getOpOperands()) {
    Operation *source = operand.get().getDefiningOp();
    if (!source || !isSource(source))
      continue;
    OpBuilder builder(clone);
    Operation *copy = builder.clone(*source);
    mark(copy, clone);
    operand.set(
        copy->getResult(cast<OpResult>(operand.get()).getResultNumber()));
    cloneSources(copy, added);
    added.push_back(copy);
  }
}

Operation *sbp::cloneForBackward(Operation *op, Operation *reader,
                                 IRMapping &mapping,
                                 std::vector<Operation *> &added) {
  OpBuilder builder(reader);
  Operation *copy = builder.clone(*op, mapping);
  mark(copy, reader);
  if (Attribute layer = reader->getAttr(SBPDialect::kLayerAttr))
    copy->setAttr(SBPDialect::kLayerAttr, layer);
  else
    copy->removeAttr(SBPDialect::kLayerAttr);
  cloneSources(copy, added);
  added.push_back(copy);
  return copy;
}
