// WideTerms.cpp: sums of bf16 and f16 over the micro-batches, in f32

#include "WideTerms.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "sbp/Dialect/SBP/IR/ReferenceAttributes.h"
#include "sbp/Dialect/SBP/IR/SBPDialect.h"
#include "sbp/Dialect/SBP/IR/StepPhases.h"
#include "sbp/Interfaces/WideAccumulation.h"

using namespace mlir;
using namespace sbp;

/// Writes where and in which phase `from` runs on the ops that follow it, up to
/// `end`. A constrain states its placement in its distribution alone.
static void copyPlace(Operation *from, FlatSymbolRefAttr placement,
                      Operation *end) {
  for (Operation *op = from->getNextNode(); op && op != end;
       op = op->getNextNode()) {
    op->setAttr(SBPDialect::kPlacementAttr, placement);
    for (StringRef name :
         {StringRef(kPhaseAttr), StringRef(SBPDialect::kLayerAttr)})
      if (Attribute note = from->getAttr(name))
        op->setAttr(name, note);
  }
}

Value sbp::buildWideTerms(OpBuilder &builder, Value terms,
                          FlatSymbolRefAttr placement) {
  Operation *producer = terms.getDefiningOp();
  Operation *end = &*builder.getInsertionPoint();
  Value wide;
  if (auto reduction = dyn_cast_or_null<linalg::LinalgOp>(producer)) {
    IRRewriter rewriter(builder.getContext());
    rewriter.setInsertionPointAfter(producer);
    wide = repeatInF32(rewriter, reduction,
                       cast<OpResult>(terms).getResultNumber());
  }
  if (!wide)
    wide = castFloats(builder, terms.getLoc(), terms, builder.getF32Type());
  if (!producer)
    return wide;
  copyPlace(producer, placement, end);
  // A numbered op has the results of the op of the uncut entry.
  wide.getDefiningOp()->removeAttr(kNumberAttr);
  return wide;
}

Value sbp::roundSum(OpBuilder &builder, Value sum, FloatType type) {
  Operation *leave = sum.getDefiningOp();
  Value rounded = castFloats(builder, sum.getLoc(), sum, type);
  copyPlace(leave,
            leave->getAttrOfType<FlatSymbolRefAttr>(SBPDialect::kPlacementAttr),
            &*builder.getInsertionPoint());
  rounded.getDefiningOp()->setAttr(SBPDialect::kAllowRoundingPartialsAttr,
                                   builder.getUnitAttr());
  return rounded;
}
