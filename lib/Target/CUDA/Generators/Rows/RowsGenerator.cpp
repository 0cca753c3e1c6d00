// RowsGenerator.cpp: the row group that a window begins with
//
// A group reads each of its inputs once and writes the results that ops outside
// of it read. For softmax(x + b) of f32[64, 128] these are x, b and the result.
#include "Choice/Prediction.h"
#include "RowKernel.h"
#include "llvm/ADT/MapVector.h"

using namespace mlir;
using namespace sbp::cuda;

int64_t sbp::cuda::getRegisterBytesPerColumn(const RowGroup &group) {
  int64_t widest = getWidestBytes(group);
  return widest == 8 ? 16 : widest;
}

bool sbp::cuda::fitsRegisters(const RowGroup &group) {
  return group.columns * getRegisterBytesPerColumn(group) <= kMaxRowBytes;
}

RowGroup RowsGenerator::findGroup(Window window) {
  RowGroup group;
  for (Operation *op : window) {
    auto generic = dyn_cast<linalg::GenericOp>(op);
    if (!generic || !group.join(generic))
      break;
  }
  return group;
}

/// Returns the bytes that the group's kernel reads and writes.
static double getGroupBytes(const RowGroup &group) {
  llvm::MapVector<Value, double> moved;
  for (linalg::GenericOp op : group.members) {
    for (OpOperand *input : op.getDpsInputOperands())
      if (!group.contains(input->get().getDefiningOp())) {
        double &bytes = moved[input->get()];
        bytes = std::max(bytes, getAccessedBytes(op, *input));
      }
    if (isWritten(group, op))
      moved[op->getResult(0)] =
          getAccessedBytes(op, op.getDpsInitsMutable()[0]);
  }
  double bytes = 0;
  for (auto [tensor, each] : moved)
    bytes += each;
  return bytes;
}

void RowsGenerator::match(Window window, const Chip &chip,
                          SmallVectorImpl<Candidate> &candidates) const {
  RowGroup group = findGroup(window);
  if (!group.reduces || !accepts(group, chip))
    return;
  candidates.push_back(
      candidate(getSchedule(group, chip),
                predictSeconds(group, chip, getGroupBytes(group)),
                unsigned(group.members.size())));
}

LogicalResult RowsGenerator::prepare(Window ops, LaunchPlan &plan) const {
  RowGroup group = findGroup(ops);
  for (linalg::GenericOp op : group.members) {
    for (OpOperand *input : op.getDpsInputOperands())
      if (isRead(op, *input) && !group.contains(input->get().getDefiningOp()) &&
          failed(plan.read(input->get())))
        return failure();
    if (failed(plan.readAll(getGatheredTensors(op))))
      return failure();
    plan.buffers.assign(op->getResult(0));
  }
  return success();
}

LogicalResult RowsGenerator::emit(const Candidate &, Window ops,
                                  LaunchPlan &plan) const {
  return build(plan, findGroup(ops));
}
