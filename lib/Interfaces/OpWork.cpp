// OpWork.cpp: the work of ops that need no more than a word

#include "sbp/Interfaces/OpWork.h"
#include "mlir/IR/BuiltinTypes.h"

using namespace mlir;

namespace sbp {

OpWork makeWork(Operation *op, OpWork::Traffic reads, bool writes) {
  OpWork work;
  work.reads.assign(op->getNumOperands(), reads);
  work.writes.assign(op->getNumResults(), writes);
  return work;
}

OpWork makeStreamingWork(Operation *op, unsigned counted, double flops) {
  OpWork work = makeWork(op, OpWork::Traffic::Whole, true);
  auto type = cast<RankedTensorType>(op->getOperand(counted).getType());
  work.parts.push_back({flops * type.getNumElements(), 0, {}});
  return work;
}

} // namespace sbp
