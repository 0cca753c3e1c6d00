// MicroBatches.cpp: a cut entry, one micro-batch after another
//
// Ops run in program order. A sequence of ops that belong to micro-batches runs
// to its end for micro-batch 0, then for micro-batch 1, and so on; values of
// each micro-batch are kept in a frame of its own.

#include "sbp/Interpreter/MicroBatches.h"
#include "MicroBatchRun.h"

using namespace mlir;

namespace sbp {

TensorValue extractMicroBatch(const TensorValue &whole, TimeCut cut,
                              int64_t k) {
  Box box;
  for (int64_t extent : whole.getShape())
    box.push_back({0, extent});
  int64_t extent = whole.getShape()[cut.dim] / cut.count;
  box[cut.dim] = {k * extent, (k + 1) * extent};
  return extractBox(whole, box);
}

void appendMicroBatch(TensorValue &whole, const TensorValue &piece, TimeCut cut,
                      int64_t k) {
  int64_t extent = piece.getShape()[cut.dim];
  if (k == 0) {
    SmallVector<int64_t> shape(piece.getShape());
    shape[cut.dim] *= cut.count;
    whole = TensorValue(shape, piece.getElementType());
  }
  forEachIndex(piece.getShape(), [&](ArrayRef<int64_t> index) {
    SmallVector<int64_t> target(index);
    target[cut.dim] += k * extent;
    whole.at(target) = piece.at(index);
  });
}

void leaveTime(LeaveTimeOp op, TensorValue &result, const TensorValue &term,
               int64_t k, int64_t count, bool float64) {
  if (op.getCollect())
    return appendMicroBatch(result, term,
                            {static_cast<int64_t>(*op.getCollect()), count}, k);
  if (k == 0) {
    result = term;
    return;
  }
  Combiner combiner = *parseCombiner(*op.getAccumulate());
  for (int64_t i = 0; i < term.size(); ++i)
    result[i] =
        combine(combiner, term.getElementType(), result[i], term[i], float64);
}

LogicalResult forEachSweep(
    func::FuncOp function, function_ref<LogicalResult(Operation *)> once,
    function_ref<LogicalResult(ArrayRef<Operation *>, int64_t)> timed) {
  Sweeps sweeps(function);
  int64_t count = getMicroBatches(function);
  SmallVector<Operation *> run;
  auto finishRun = [&]() -> LogicalResult {
    for (int64_t k = 0; !run.empty() && k < count; ++k)
      if (failed(timed(run, k)))
        return failure();
    run.clear();
    return success();
  };
  for (Operation &op : function.front().without_terminator()) {
    if (sweeps.get(&op)) {
      run.push_back(&op);
      continue;
    }
    if (failed(finishRun()) || failed(once(&op)))
      return failure();
  }
  return finishRun();
}

TensorValue enterTime(EnterTimeOp op, const TensorValue &whole, int64_t k) {
  if (op.getDim()) {
    auto dim = static_cast<int64_t>(*op.getDim());
    int64_t count =
        cast<RankedTensorType>(op.getInput().getType()).getDimSize(dim) /
        cast<RankedTensorType>(op.getType()).getDimSize(dim);
    return extractMicroBatch(whole, {dim, count}, k);
  }
  if (!op.getFirst() || k == 0)
    return whole;
  Type element = whole.getElementType();
  return TensorValue::splat(
      whole.getShape(), element,
      getIdentity(*parseCombiner(*op.getFirst()), element));
}

FailureOr<RuntimeValues> evaluateMicroBatches(func::FuncOp function,
                                              ArrayRef<RuntimeValue> arguments,
                                              InterpreterOptions options,
                                              unsigned depth) {
  int64_t count = getMicroBatches(function);
  Frame base(options, depth);
  std::vector<Frame> frames;
  for (int64_t k = 0; k < count; ++k)
    frames.emplace_back(&base);
  for (auto [argument, value] :
       llvm::zip_equal(function.getArguments(), arguments)) {
    auto dim =
        getTimeDim(function, argument.getArgNumber(), /*isResult=*/false);
    if (!dim)
      base.set(argument, value);
    for (int64_t k = 0; dim && k < count; ++k)
      frames[k].set(argument, extractMicroBatch(*value, {*dim, count}, k));
  }
  llvm::DenseMap<Operation *, TensorValue> sums;
  auto evaluateTimed = [&](Operation *op, int64_t k) -> LogicalResult {
    Frame &frame = frames[k];
    if (auto number = dyn_cast<MicroBatchOp>(op)) {
      frame.set(number.getResult(), makeInteger(k));
      return success();
    }
    if (auto enter = dyn_cast<EnterTimeOp>(op)) {
      frame.set(enter.getResult(),
                enterTime(enter, *frame.get(enter.getInput()), k));
      return success();
    }
    auto leave = dyn_cast<LeaveTimeOp>(op);
    if (!leave)
      return evaluateInto(op, frame);
    leaveTime(leave, sums[op], *frame.get(leave.getInput()), k, count,
              options.float64);
    if (k + 1 == count)
      base.set(leave.getResult(), sums[op]);
    return success();
  };
  auto timed = [&](ArrayRef<Operation *> run, int64_t k) -> LogicalResult {
    for (Operation *op : run)
      if (failed(evaluateTimed(op, k)))
        return failure();
    return success();
  };
  auto once = [&](Operation *op) { return evaluateInto(op, base); };
  if (failed(forEachSweep(function, once, timed)))
    return failure();
  RuntimeValues results;
  for (OpOperand &operand : function.front().getTerminator()->getOpOperands()) {
    auto dim =
        getTimeDim(function, operand.getOperandNumber(), /*isResult=*/true);
    if (!dim) {
      results.push_back(base.get(operand.get()));
      continue;
    }
    TensorValue whole;
    for (int64_t k = 0; k < count; ++k)
      appendMicroBatch(whole, *frames[k].get(operand.get()), {*dim, count}, k);
    results.push_back(std::move(whole));
  }
  return results;
}

} // namespace sbp
