// Decision.cpp: reads distributions of values and uses from a decision

#include "sbp/Analysis/Selection/Solution/Decision.h"

using namespace llvm;
using namespace mlir;

namespace sbp {

DistributionAttr Decision::getProduced(Value value) const {
  auto result = dyn_cast<OpResult>(value);
  if (!result)
    return arguments.lookup(value);
  if (auto constrain = dyn_cast<ConstrainOp>(result.getOwner()))
    return constrain.getDistribution();
  SignatureAttr signature = signatures.lookup(result.getOwner());
  return signature ? signature.getResults()[result.getResultNumber()]
                   : DistributionAttr();
}

DistributionAttr Decision::getRequired(OpOperand &use) const {
  Operation *owner = use.getOwner();
  if (auto constrain = dyn_cast<ConstrainOp>(owner))
    return constrain.getDistribution();
  if (isa<func::ReturnOp>(owner)) {
    auto it = results.find(owner->getParentOp());
    return it == results.end() ? DistributionAttr()
                               : it->second[use.getOperandNumber()];
  }
  SignatureAttr signature = signatures.lookup(owner);
  return signature ? signature.getOperands()[use.getOperandNumber()]
                   : DistributionAttr();
}

} // namespace sbp
