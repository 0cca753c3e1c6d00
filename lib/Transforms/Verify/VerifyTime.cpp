// VerifyTime.cpp: the points where values may enter and leave micro-batches

#include "VerifyPhase.h"

#include "sbp/Dialect/SBP/IR/SBPDialect.h"
#include "sbp/Dialect/SBP/IR/TimeAxis.h"

using namespace mlir;
using namespace sbp;

namespace {

class TimeVerifier {
public:
  explicit TimeVerifier(func::FuncOp entry)
      : entry(entry), count(getMicroBatches(entry)), sweeps(entry) {}
  LogicalResult run();

private:
  LogicalResult verify(Operation &op);
  LogicalResult verifyEnter(EnterTimeOp op);
  LogicalResult verifyLeave(LeaveTimeOp op);
  LogicalResult verifyReturn(func::ReturnOp op);

  func::FuncOp entry;
  int64_t count;
  Sweeps sweeps;
  llvm::DenseSet<Operation *> constants; ///< ops that read no argument
};

} // namespace

static int64_t getExtent(Value value, int64_t dim) {
  return cast<RankedTensorType>(value.getType()).getDimSize(dim);
}

LogicalResult TimeVerifier::verifyEnter(EnterTimeOp op) {
  if (sweeps.isTimed(op.getInput()))
    return op.emitOpError() << "enters a value that micro-batches make";
  if (!op.getDim() || getExtent(op.getInput(), *op.getDim()) ==
                          count * getExtent(op.getResult(), *op.getDim()))
    return success();
  return op.emitOpError() << "cuts dimension " << *op.getDim() << " of "
                          << op.getInput().getType() << " into pieces of "
                          << op.getType() << ", expected " << count
                          << " of them";
}

LogicalResult TimeVerifier::verifyLeave(LeaveTimeOp op) {
  if (!sweeps.isTimed(op.getInput()) &&
      !constants.contains(op.getInput().getDefiningOp()))
    return op.emitOpError() << "leaves a value that exists once a step";
  if (!op.getCollect() ||
      getExtent(op.getResult(), *op.getCollect()) ==
          count * getExtent(op.getInput(), *op.getCollect()))
    return success();
  return op.emitOpError() << "collects " << op.getInput().getType() << " to "
                          << op.getType() << ", expected " << count
                          << " pieces";
}

LogicalResult TimeVerifier::verifyReturn(func::ReturnOp op) {
  for (OpOperand &operand : op->getOpOperands()) {
    unsigned index = operand.getOperandNumber();
    bool isPort = getTimeDim(entry, index, /*isResult=*/true).has_value();
    if (isPort == sweeps.isTimed(operand.get()))
      continue;
    return op.emitOpError()
           << "operand #" << index << " is "
           << (isPort ? "a value of the whole step but the result has "
                      : "a value of a micro-batch but the result has no ")
           << SBPDialect::kMicrobatchAttr;
  }
  return success();
}

LogicalResult TimeVerifier::verify(Operation &op) {
  if (count == 1)
    return isa<EnterTimeOp, LeaveTimeOp, MicroBatchOp>(op)
               ? op.emitOpError() << "stands in an entry without " << kTimeAttr
               : success();
  if (auto enter = dyn_cast<EnterTimeOp>(op))
    return verifyEnter(enter);
  if (auto leave = dyn_cast<LeaveTimeOp>(op))
    return verifyLeave(leave);
  if (auto terminator = dyn_cast<func::ReturnOp>(op))
    return verifyReturn(terminator);
  bool isConstant = !isa<MicroBatchOp>(op);
  Value whole;
  forEachOperand(&op, [&](Value value) {
    if (constants.contains(value.getDefiningOp()))
      return;
    isConstant = false;
    if (isa<RankedTensorType>(value.getType()) && !sweeps.isTimed(value))
      whole = value;
  });
  if (isConstant)
    constants.insert(&op);
  if (!whole || !sweeps.get(&op))
    return success();
  InFlightDiagnostic error =
      op.emitOpError() << "runs in every micro-batch but reads a value of the "
                          "whole step, which has to enter them";
  error.attachNote(whole.getLoc()) << "the value";
  return error;
}

LogicalResult TimeVerifier::run() {
  for (Operation &op : entry.front())
    if (failed(verify(op)))
      return failure();
  return success();
}

LogicalResult sbp::verifyTime(func::FuncOp entry) {
  return TimeVerifier(entry).run();
}
