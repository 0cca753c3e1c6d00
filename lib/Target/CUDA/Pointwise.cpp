//===- Pointwise.cpp - one thread, up to 16 bytes of the innermost loop ---===//
#include "KernelBuilder.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;
using namespace sbp::cuda;

static constexpr int64_t kThreads = 256;

static int64_t getCoefficient(const std::optional<Access> &access) {
  return access && !access->coefficients.empty() ? access->coefficients.back()
                                                 : 0;
}

/// Whether `length` neighbours of the innermost loop are one aligned access.
static bool isAligned(const std::optional<Access> &access, int64_t length) {
  if (!access || getCoefficient(access) != 1 || access->constant % length)
    return false;
  return llvm::all_of(
      ArrayRef(access->coefficients).drop_back(),
      [&](int64_t coefficient) { return coefficient % length == 0; });
}

/// As many elements as make 16 bytes of the widest tensor that is streamed.
static int64_t chooseLength(linalg::GenericOp op,
                            ArrayRef<std::optional<Access>> accesses) {
  SmallVector<int64_t> extents = op.getStaticLoopRanges();
  if (extents.empty())
    return 1;
  int64_t widest = 1;
  for (auto [operand, access] : llvm::zip_equal(op->getOpOperands(), accesses))
    if (getCoefficient(access) != 0)
      widest = std::max(widest, getElementBytes(getElementTypeOrSelf(
                                    operand.get().getType())));
  int64_t length = std::max<int64_t>(1, 16 / widest);
  while (extents.back() % length)
    length /= 2;
  return length;
}

LogicalResult sbp::cuda::buildPointwise(LaunchPlan &plan,
                                        linalg::GenericOp op) {
  SmallVector<Value> tensors = getGathered(op);
  SmallVector<std::optional<Access>> accesses;
  for (OpOperand &operand : op->getOpOperands()) {
    accesses.push_back(
        getAccess(op.getMatchingIndexingMap(&operand), op.getShape(&operand)));
    if (isRead(op, operand))
      tensors.push_back(operand.get());
  }
  llvm::append_range(tensors, op->getResults());
  SmallVector<int64_t> extents = op.getStaticLoopRanges();
  int64_t length = chooseLength(op, accesses), total = 1;
  for (int64_t extent : extents)
    total *= extent;
  KernelBuilder k(plan, op.getLoc(), "pointwise", tensors, kThreads, total);
  Value id = k.add(k.mul(k.blockId(), kThreads), k.threadId());
  k.when(k.isLess(id, total / length), [&] {
    SmallVector<int64_t> cut(extents);
    if (!cut.empty())
      cut.back() /= length;
    SmallVector<Value> loops = k.delinearise(id, cut);
    if (!loops.empty())
      loops.back() = k.mul(loops.back(), length);
    SmallVector<SmallVector<Value>> at(length, loops), arguments(length);
    for (int64_t i = 1; i < length; ++i)
      at[i].back() = k.add(loops.back(), k.number(i));
    auto offsetOf = [&](OpOperand &operand, int64_t i) {
      return k.offset(op.getMatchingIndexingMap(&operand),
                      op.getShape(&operand), at[i]);
    };
    auto alignmentOf = [&](OpOperand &operand, int64_t i) {
      int64_t bytes = getElementBytes(getElementTypeOrSelf(operand.get()));
      bool isWhole =
          i == 0 && isAligned(accesses[operand.getOperandNumber()], length);
      return isWhole ? bytes * length : bytes;
    };
    for (OpOperand &operand : op->getOpOperands()) {
      const auto &access = accesses[operand.getOperandNumber()];
      for (int64_t i = 0; i < length; ++i) {
        Value value;
        if (isRead(op, operand))
          value = i && access && getCoefficient(access) == 0
                      ? arguments[0].back()
                      : k.load(operand.get(), offsetOf(operand, i),
                               alignmentOf(operand, i));
        arguments[i].push_back(value);
      }
    }
    SmallVector<SmallVector<Value>> results;
    for (int64_t i = 0; i < length; ++i)
      results.push_back(k.inlineBody(op, arguments[i], at[i]));
    for (auto [number, init] : llvm::enumerate(op.getDpsInitsMutable()))
      for (int64_t i = 0; i < length; ++i)
        k.store(results[i][number], op->getResult(number), offsetOf(init, i),
                alignmentOf(init, i));
  });
  k.finish(
      {std::max<int64_t>(1, llvm::divideCeil(total / length, kThreads)), 1, 1});
  return success();
}

LogicalResult sbp::cuda::buildSliceCopy(LaunchPlan &plan, Location loc,
                                        ArrayRef<Value> gathered, Value from,
                                        Value to, ArrayRef<int64_t> extents,
                                        ArrayRef<OpFoldResult> fromOffsets,
                                        ArrayRef<int64_t> fromSteps,
                                        ArrayRef<OpFoldResult> toOffsets,
                                        ArrayRef<int64_t> toSteps) {
  int64_t total = 1;
  for (int64_t extent : extents)
    total *= extent;
  SmallVector<Value> tensors = {from, to};
  llvm::append_range(tensors, gathered);
  KernelBuilder k(plan, loc, "copy", tensors, kThreads, total);
  Value id = k.add(k.mul(k.blockId(), kThreads), k.threadId());
  k.when(k.isLess(id, total), [&] {
    SmallVector<Value> loops = k.delinearise(id, extents);
    auto offsetIn = [&](Value tensor, ArrayRef<OpFoldResult> offsets,
                        ArrayRef<int64_t> steps) {
      Value sum = k.number(0);
      ArrayRef<int64_t> shape =
          cast<RankedTensorType>(tensor.getType()).getShape();
      // The slice itself, with the dims that it dropped.
      if (shape.size() != extents.size())
        shape = extents;
      for (size_t d = 0; d < shape.size(); ++d) {
        Value place = k.mul(loops[d], steps[d]);
        if (std::optional<int64_t> known = getConstantIntValue(offsets[d]))
          place = k.add(place, k.number(*known));
        else
          place = k.add(place, k.fromIndex(k.scalar(cast<Value>(offsets[d]))));
        sum = k.add(k.mul(sum, shape[d]), place);
      }
      return sum;
    };
    Value value = k.load(from, offsetIn(from, fromOffsets, fromSteps));
    k.store(value, to, offsetIn(to, toOffsets, toSteps));
  });
  k.finish({std::max<int64_t>(1, llvm::divideCeil(total, kThreads)), 1, 1});
  return success();
}
