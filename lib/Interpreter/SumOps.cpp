// SumOps.cpp: running sums, sums of blocks, scatter-add and scatter

#include "OpTable.h"
#include "sbp/Calculus/Distribution.h"
#include "sbp/Dialect/NN/IR/NNDialect.h"

using namespace mlir;

namespace sbp {
namespace {

/// Adds elements of one type: f16 and bf16 in f32, integers modulo 2^n.
struct Adder {
  bool isFloat;
  Rounding rounding; ///< rounding of sums
  unsigned width;

  Adder(Type type, bool float64) : isFloat(isa<FloatType>(type)) {
    rounding = isFloat ? getRounding(type, float64) : Rounding::None;
    // f16 and bf16 accumulate in f32 and are rounded once at the end.
    if (rounding != Rounding::None)
      rounding = Rounding::F32;
    width = isFloat ? 64 : getIntegerWidth(type);
  }
  Scalar getZero() const { return isFloat ? makeFloat(0.0) : makeInteger(0); }
  Scalar add(Scalar a, Scalar b) const {
    return isFloat ? makeFloat(roundTo(rounding, a.f + b.f))
                   : makeInteger(
                         wrapTo(width, static_cast<int64_t>(
                                           static_cast<uint64_t>(a.i) + b.i)));
  }
};

/// Calls `visit(index, block, part)` for every row of `shape` along `axis` and
/// each of its blocks; `index` is 0 at `axis`.
void forEachBlock(
    ArrayRef<int64_t> shape, int64_t axis, int64_t blocks,
    llvm::function_ref<void(SmallVector<int64_t> &, int64_t, Interval)> visit) {
  SmallVector<int64_t> rows(shape);
  rows[axis] = 1;
  forEachIndex(rows, [&](ArrayRef<int64_t> row) {
    SmallVector<int64_t> index(row);
    for (int64_t block = 0; block < blocks; ++block)
      visit(index, block, balancedPart({0, shape[axis]}, blocks, block));
  });
}

} // namespace

/// nn.cumsum: a running sum within each block, from an optional start value.
static OpResult evaluateCumsum(Operation *op, ArrayRef<RuntimeValue> operands,
                               Frame &frame) {
  auto cumsum = cast<nn::CumsumOp>(op);
  const TensorValue &input = *operands[0];
  int64_t axis = cumsum.getAxis();
  bool float64 = frame.getOptions().float64;
  Adder adder(input.getElementType(), float64);
  count(frame, input.size());
  TensorValue result(input.getShape(), input.getElementType());
  forEachBlock(
      input.getShape(), axis, cumsum.getBlocks(),
      [&](SmallVector<int64_t> &index, int64_t block, Interval part) {
        index[axis] = block;
        Scalar sum =
            cumsum.getStart() ? operands[1]->at(index) : adder.getZero();
        int64_t length = part.end - part.begin;
        for (int64_t i = 0; i < length; ++i) {
          index[axis] = cumsum.getReverse() ? part.end - 1 - i : part.begin + i;
          Scalar before = sum;
          sum = adder.add(sum, input.at(index));
          // An exclusive sum at an element leaves the element itself out.
          Scalar seen = cumsum.getExclusive() ? before : sum;
          if (input.isFloat())
            seen.f =
                roundTo(getRounding(input.getElementType(), float64), seen.f);
          result.at(index) = seen;
        }
      });
  return RuntimeValues{std::move(result)};
}

/// nn.block_sum: the sum of each block.
static OpResult evaluateBlockSum(Operation *op, ArrayRef<RuntimeValue> operands,
                                 Frame &frame) {
  auto blockSum = cast<nn::BlockSumOp>(op);
  const TensorValue &input = *operands[0];
  int64_t axis = blockSum.getAxis();
  Adder adder(input.getElementType(), frame.getOptions().float64);
  count(frame, input.size());
  auto type = cast<RankedTensorType>(op->getResult(0).getType());
  TensorValue result(type.getShape(), type.getElementType());
  forEachBlock(input.getShape(), axis, blockSum.getBlocks(),
               [&](SmallVector<int64_t> &index, int64_t block, Interval part) {
                 Scalar sum = adder.getZero();
                 for (int64_t i = part.begin; i < part.end; ++i) {
                   index[axis] = i;
                   sum = adder.add(sum, input.at(index));
                 }
                 index[axis] = block;
                 result.at(index) = sum;
               });
  return RuntimeValues{std::move(result)};
}

/// Calls `write(target, index)` for every update, in row-major order: so in the
/// order of the indices for every element of the table. Updates that are
/// dropped are left out.
template <typename Op>
static LogicalResult forEachUpdate(
    Op scatter, ArrayRef<RuntimeValue> operands, Frame &frame,
    llvm::function_ref<void(ArrayRef<int64_t>, ArrayRef<int64_t>)> write) {
  TensorValue indices = *operands[1];
  int64_t axis = scatter.getAxis(), extent = operands[0]->getShape()[axis];
  int64_t batchDims = scatter.getBatchDims(),
          indexDims = indices.getRank() - batchDims;
  if (!scatter.getDropOutside()) {
    auto positions =
        resolvePositions(scatter, indices, axis, extent, frame.getOptions());
    if (failed(positions))
      return failure();
    indices = std::move(*positions);
  }
  forEachIndex(operands[2]->getShape(), [&](ArrayRef<int64_t> index) {
    SmallVector<int64_t> chosen(index.take_front(batchDims));
    llvm::append_range(chosen, index.slice(axis, indexDims));
    int64_t row = indices.at(chosen).i;
    if (row < 0 || row >= extent)
      return;
    SmallVector<int64_t> target(index.take_front(axis));
    target.push_back(row);
    llvm::append_range(target, index.drop_front(axis + indexDims));
    write(target, index);
  });
  return success();
}

/// nn.scatter_add: adds the updates in row-major order, so every element of the
/// table receives them in the order of the indices.
static OpResult evaluateScatterAdd(Operation *op,
                                   ArrayRef<RuntimeValue> operands,
                                   Frame &frame) {
  const TensorValue &updates = *operands[2];
  TensorValue result = *operands[0];
  bool float64 = frame.getOptions().float64;
  Adder adder(result.getElementType(), float64);
  count(frame, updates.size()); // Kernels process dropped updates too.
  if (failed(forEachUpdate(
          cast<nn::ScatterAddOp>(op), operands, frame,
          [&](ArrayRef<int64_t> target, ArrayRef<int64_t> index) {
            result.at(target) = adder.add(result.at(target), updates.at(index));
          })))
    return failure();
  // Sums were accumulated in f32 and are rounded to the type at the end.
  for (int64_t i = 0; result.isFloat() && i < result.size(); ++i)
    result[i].f =
        roundTo(getRounding(result.getElementType(), float64), result[i].f);
  return RuntimeValues{std::move(result)};
}

static OpResult evaluateScatter(Operation *op, ArrayRef<RuntimeValue> operands,
                                Frame &frame) {
  TensorValue result = *operands[0];
  result.markDefined();
  if (failed(
          forEachUpdate(cast<nn::ScatterOp>(op), operands, frame,
                        [&](ArrayRef<int64_t> target, ArrayRef<int64_t> index) {
                          result.at(target) = operands[2]->at(index);
                        })))
    return failure();
  return RuntimeValues{std::move(result)};
}

void addSumOps(OpTable &table) {
  table["nn.cumsum"] = evaluateCumsum;
  table["nn.block_sum"] = evaluateBlockSum;
  table["nn.scatter_add"] = evaluateScatterAdd;
  table["nn.scatter"] = evaluateScatter;
}

} // namespace sbp
