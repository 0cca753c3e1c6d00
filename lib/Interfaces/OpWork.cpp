// OpWork.cpp: work estimates for ops with uniform memory traffic

#include "sbp/Interfaces/OpWork.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/Interfaces/DestinationStyleOpInterface.h"

using namespace mlir;

namespace sbp {

OpWork makeWork(Operation *op, OpWork::Traffic reads, bool writes) {
  OpWork work;
  work.reads.assign(op->getNumOperands(), reads);
  work.writes.assign(op->getNumResults(), writes);
  work.staysInRows.assign(op->getNumResults(), false);
  work.fills.assign(op->getNumResults(), false);
  work.keeps.assign(op->getNumResults(), false);
  return work;
}

bool isFreshInit(Value init) {
  // An init that fill or empty produces holds no data, so that an op that
  // accumulates into it does not read it from memory.
  auto fill = init.getDefiningOp<DestinationStyleOpInterface>();
  return fill && llvm::none_of(fill.getDpsInputs(), [](Value input) {
           return isa<ShapedType>(input.getType());
         });
}

OpWork makeStreamingWork(Operation *op, unsigned counted, double flops) {
  OpWork work = makeWork(op, OpWork::Traffic::Whole, /*writes=*/true);
  auto type = cast<RankedTensorType>(op->getOperand(counted).getType());
  work.parts.emplace_back().flops = flops * type.getNumElements();
  return work;
}

} // namespace sbp
