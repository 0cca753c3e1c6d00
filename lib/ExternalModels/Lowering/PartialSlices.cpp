// PartialSlices.cpp: slices that take a part of a split dimension, on one rank
//
// A slice of 3 elements from position 4 on, of 8 that two ranks hold in halves:
// rank 0 holds none of it, rank 1 its first three. The rank's piece is compared
// with the slice element by element: shapes are static, positions are not.
// An insertion rewrites a window of the piece that is as long as the slice or
// the piece, whichever is shorter, and lies where they meet: elements of it
// that the slice does not have keep their values.

#include "PartialSlices.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "sbp/Interfaces/StructuredBuilding.h"

using namespace llvm;
using namespace mlir;
using namespace sbp;

static Value toValue(OpBuilder &builder, Location loc, OpFoldResult index) {
  return getValueOrCreateConstantIndexOp(builder, loc, index);
}

static Value add(OpBuilder &builder, Location loc, Value x, OpFoldResult y) {
  if (isZeroInteger(y))
    return x;
  return arith::AddIOp::create(builder, loc, x, toValue(builder, loc, y));
}

static Value multiply(OpBuilder &builder, Location loc, Value x,
                      int64_t factor) {
  if (factor == 1)
    return x;
  return arith::MulIOp::create(
      builder, loc, x, arith::ConstantIndexOp::create(builder, loc, factor));
}

/// Whether 0 <= `index` < `end`: a negative number is a large unsigned one.
static Value isBelow(OpBuilder &builder, Location loc, Value index,
                     int64_t end) {
  return arith::CmpIOp::create(
      builder, loc, arith::CmpIPredicate::ult, index,
      arith::ConstantIndexOp::create(builder, loc, end));
}

/// The conjunction; null stands for true.
static Value both(OpBuilder &builder, Location loc, Value x, Value y) {
  return x ? arith::AndIOp::create(builder, loc, x, y).getResult() : y;
}

Value sbp::clampPosition(OpBuilder &builder, Location loc, Value index,
                         int64_t last) {
  Value zero = arith::ConstantIndexOp::create(builder, loc, 0);
  Value end = arith::ConstantIndexOp::create(builder, loc, last);
  Value above = arith::MaxSIOp::create(builder, loc, index, zero);
  return arith::MinSIOp::create(builder, loc, above, end);
}

/// The loop index of each dim in a body over the dims that are not dropped.
static SmallVector<Value> getLoops(OpBuilder &builder, Location loc,
                                   ArrayRef<SlicedDim> dims) {
  SmallVector<Value> loops;
  int64_t small = 0;
  for (const SlicedDim &dim : dims)
    loops.push_back(
        dim.isDropped
            ? arith::ConstantIndexOp::create(builder, loc, 0).getResult()
            : linalg::IndexOp::create(builder, loc, small++).getResult());
  return loops;
}

Value PartialSliceBuilder::extract(Value piece, RankedTensorType type,
                                   TypedAttr identity) {
  StructuredBuilder structured(builder, loc);
  if (any_of(dims, [](const SlicedDim &dim) { return dim.held == 0; }))
    return structured.fill(type, identity);
  Value missing = arith::ConstantOp::create(builder, loc, identity);
  return structured.map(
      type, {}, {}, [&](OpBuilder &builder, ValueRange) -> Value {
        SmallVector<Value> at = getLoops(builder, loc, dims);
        Value isHeld;
        for (auto [dim, index] : zip_equal(dims, at)) {
          index = add(builder, loc, multiply(builder, loc, index, dim.stride),
                      dim.start);
          if (!dim.isPart)
            continue;
          isHeld = both(builder, loc, isHeld,
                        isBelow(builder, loc, index, dim.held));
          index = clampPosition(builder, loc, index, dim.held - 1);
        }
        Value value = tensor::ExtractOp::create(builder, loc, piece, at);
        return arith::SelectOp::create(builder, loc, isHeld, value, missing);
      });
}

PartialSliceBuilder::Window
PartialSliceBuilder::findWindow(const SlicedDim &dim) {
  if (!dim.isPart)
    return {dim.start, dim.size, dim.stride};
  int64_t span = (dim.size - 1) * dim.stride + 1;
  int64_t size = std::min(span, dim.held);
  Value start = clampPosition(builder, loc, toValue(builder, loc, dim.start),
                              dim.held - size);
  return {start, size, 1};
}

Value PartialSliceBuilder::getOld(OpBuilder &builder, Value piece,
                                  ArrayRef<Window> windows) {
  SmallVector<Value> at = getLoops(builder, loc, dims);
  for (auto [window, index] : zip_equal(windows, at))
    index = add(builder, loc, multiply(builder, loc, index, window.stride),
                window.start);
  return tensor::ExtractOp::create(builder, loc, piece, at);
}

namespace {
/// An element of the slice, and whether there is one.
struct SliceElement {
  SmallVector<Value> at; ///< its position in the small tensor
  Value exists;
};
} // namespace

/// The element of the slice that stands at position `loops` of the windows that
/// begin at `starts`.
static SliceElement findElement(OpBuilder &builder, Location loc,
                                ArrayRef<SlicedDim> dims, ValueRange loops,
                                ArrayRef<OpFoldResult> starts) {
  SliceElement element;
  for (auto [dim, loop, start] : zip_equal(dims, loops, starts)) {
    Value index = loop;
    if (dim.isPart) {
      int64_t span = (dim.size - 1) * dim.stride + 1;
      Value distance =
          arith::SubIOp::create(builder, loc, add(builder, loc, loop, start),
                                toValue(builder, loc, dim.start));
      element.exists = both(builder, loc, element.exists,
                            isBelow(builder, loc, distance, span));
      index = clampPosition(builder, loc, distance, span - 1);
      if (dim.stride != 1) {
        Value stride = arith::ConstantIndexOp::create(builder, loc, dim.stride);
        Value rest = arith::RemUIOp::create(builder, loc, index, stride);
        element.exists = both(builder, loc, element.exists,
                              isBelow(builder, loc, rest, /*end=*/1));
        index = arith::DivUIOp::create(builder, loc, index, stride);
      }
    }
    if (!dim.isDropped)
      element.at.push_back(index);
  }
  return element;
}

Value PartialSliceBuilder::insert(Value slice, Value piece) {
  if (any_of(dims, [](const SlicedDim &dim) {
        return dim.held == 0 || dim.size == 0;
      }))
    return piece;
  SmallVector<Window> windows;
  SmallVector<OpFoldResult> starts, sizes, strides;
  SmallVector<int64_t> shape;
  for (const SlicedDim &dim : dims) {
    const Window &window = windows.emplace_back(findWindow(dim));
    starts.push_back(window.start);
    sizes.push_back(builder.getIndexAttr(window.size));
    strides.push_back(builder.getIndexAttr(window.stride));
    if (!dim.isDropped)
      shape.push_back(window.size);
  }
  // A slice of one element in each such dimension is read as an operand.
  bool isOperand = all_of(
      dims, [](const SlicedDim &dim) { return !dim.isPart || dim.size == 1; });
  StructuredBuilder structured(builder, loc);
  auto type = RankedTensorType::get(shape, getElementTypeOrSelf(slice));
  Value written = structured.map(
      type, isOperand ? ValueRange(slice) : ValueRange(),
      isOperand ? ArrayRef(structured.identity(shape.size()))
                : ArrayRef<AffineMap>(),
      [&](OpBuilder &builder, ValueRange arguments) -> Value {
        SliceElement element = findElement(
            builder, loc, dims, getLoops(builder, loc, dims), starts);
        Value value = isOperand ? arguments[0]
                                : tensor::ExtractOp::create(builder, loc, slice,
                                                            element.at)
                                      .getResult();
        return arith::SelectOp::create(builder, loc, element.exists, value,
                                       getOld(builder, piece, windows));
      });
  return tensor::InsertSliceOp::create(builder, loc, written, piece, starts,
                                       sizes, strides);
}
