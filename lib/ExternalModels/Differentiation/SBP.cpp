// SBP.cpp: the adjoint of sbp.constrain

#include "Models.h"
#include "sbp/Dialect/SBP/IR/SBPDialect.h"
#include "sbp/Interfaces/DifferentiationInterfaces.h"

using namespace mlir;
using namespace sbp;

namespace {

/// The value does not change, so the cotangent passes as it is. The attribute
/// `gradient` constrains it; without one its distribution is free.
struct ConstrainAdjoint
    : DifferentiableOpInterface::ExternalModel<ConstrainAdjoint, ConstrainOp> {
  FailureOr<SmallVector<Value>> buildAdjoint(Operation *op, OpBuilder &builder,
                                             ArrayRef<Value> cotangents,
                                             const BitVector &) const {
    Value g = cotangents.front();
    if (auto gradient = op->getAttrOfType<DistributionAttr>("gradient"))
      g = ConstrainOp::create(builder, getAdjointLoc(op), g.getType(), g,
                              gradient);
    return SmallVector<Value>{g};
  }
};

} // namespace

void sbp::attachSBPAdjoints(MLIRContext *context) {
  ConstrainOp::attachInterface<ConstrainAdjoint>(*context);
}
