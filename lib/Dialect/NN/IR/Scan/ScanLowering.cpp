// ScanLowering.cpp: nn.cumsum, nn.block_sum in linalg
//
// A running sum is a generic with two results: the sum so far, which lacks the
// summed loop, and the sums as they grow. Loops run in order, so no target may
// tile or re-associate that loop.

#include "Sums.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "sbp/Calculus/Distribution.h"
#include "sbp/Dialect/NN/IR/NNDialect.h"
#include "sbp/Interfaces/TensorTypes.h"

using namespace llvm;
using namespace mlir;
using namespace sbp;
using namespace sbp::nn;

namespace {

/// Cuts tensors along one dim and sums along it.
class ScanBuilder : public SumBuilder {
public:
  ScanBuilder(OpBuilder &builder, Location loc, RankedTensorType type,
              int64_t axis)
      : SumBuilder(builder, loc, type), axis(axis),
        whole(identity(type.getRank())), rest(whole.dropResult(axis)) {}

  /// `part` of dim `axis`; without that dim if `drops`, where it has one index.
  Value cut(Value value, Interval part, bool drops = false);
  Value insert(Value piece, Value into, Interval part);
  /// The elements in reverse order along `axis`.
  Value flip(Value value);
  /// Running sums from `start` (without `axis`; null: from 0).
  Value scan(Value input, Value start, bool isExclusive);
  /// The sums along `axis`, which the result lacks.
  Value sum(Value input);

private:
  SmallVector<int64_t> dropAxis(ArrayRef<int64_t> shape) const {
    SmallVector<int64_t> kept(shape);
    kept.erase(kept.begin() + axis);
    return kept;
  }
  /// Offsets, sizes and strides of `part` in a tensor of `shape`.
  std::array<SmallVector<OpFoldResult>, 3> getSlice(ArrayRef<int64_t> shape,
                                                    Interval part) const;

  int64_t axis;
  AffineMap whole, rest;
};

} // namespace

std::array<SmallVector<OpFoldResult>, 3>
ScanBuilder::getSlice(ArrayRef<int64_t> shape, Interval part) const {
  SmallVector<OpFoldResult> offsets(shape.size(), builder.getIndexAttr(0));
  SmallVector<OpFoldResult> strides(shape.size(), builder.getIndexAttr(1));
  SmallVector<OpFoldResult> sizes =
      getAsIndexOpFoldResult(builder.getContext(), llvm::to_vector(shape));
  offsets[axis] = builder.getIndexAttr(part.begin);
  sizes[axis] = builder.getIndexAttr(part.end - part.begin);
  return {offsets, sizes, strides};
}

Value ScanBuilder::cut(Value value, Interval part, bool drops) {
  RankedTensorType type = getTensorType(value);
  bool isWhole = part.begin == 0 && part.end == type.getDimSize(axis);
  if (isWhole && !drops)
    return value;
  SmallVector<int64_t> shape(type.getShape());
  shape[axis] = part.end - part.begin;
  auto piece = RankedTensorType::get(drops ? dropAxis(shape) : shape,
                                     type.getElementType());
  auto [offsets, sizes, strides] = getSlice(type.getShape(), part);
  return tensor::ExtractSliceOp::create(builder, loc, piece, value, offsets,
                                        sizes, strides);
}

Value ScanBuilder::insert(Value piece, Value into, Interval part) {
  if (piece.getType() == into.getType())
    return piece;
  auto [offsets, sizes, strides] =
      getSlice(getTensorType(into).getShape(), part);
  return tensor::InsertSliceOp::create(builder, loc, piece, into, offsets,
                                       sizes, strides);
}

Value ScanBuilder::flip(Value value) {
  RankedTensorType type = getTensorType(value);
  return map(type, {}, {}, [&](OpBuilder &builder, ValueRange) -> Value {
    SmallVector<Value> position;
    for (int64_t dim = 0; dim < type.getRank(); ++dim)
      position.push_back(linalg::IndexOp::create(builder, loc, dim));
    Value last =
        arith::ConstantIndexOp::create(builder, loc, type.getDimSize(axis) - 1);
    position[axis] = arith::SubIOp::create(builder, loc, last, position[axis]);
    return tensor::ExtractOp::create(builder, loc, value, position);
  });
}

Value ScanBuilder::scan(Value input, Value start, bool isExclusive) {
  RankedTensorType type = getTensorType(input);
  RankedTensorType sums = getType(dropAxis(type.getShape()));
  Value init = start ? start : fill(sums, getZero());
  Value empty = tensor::EmptyOp::create(builder, loc, type.getShape(),
                                        type.getElementType());
  SmallVector<utils::IteratorType> iterators(type.getRank(),
                                             utils::IteratorType::parallel);
  iterators[axis] = utils::IteratorType::reduction;
  auto body = [&](OpBuilder &builder, Location, ValueRange arguments) {
    Value sum = add(builder, arguments[1], widen(builder, arguments[0]));
    Value seen = isExclusive ? arguments[1] : sum;
    linalg::YieldOp::create(
        builder, loc,
        ValueRange{sum, narrow(builder, seen, type.getElementType())});
  };
  return linalg::GenericOp::create(builder, loc, TypeRange{sums, type}, input,
                                   ValueRange{init, empty},
                                   ArrayRef{whole, rest, whole}, iterators,
                                   body)
      .getResult(1);
}

Value ScanBuilder::sum(Value input) {
  return reduce(
      getType(dropAxis(getTensorType(input).getShape())), rest, getZero(),
      input, {whole}, [&](OpBuilder &builder, ValueRange arguments) {
        return add(builder, arguments[1], widen(builder, arguments[0]));
      });
}

/// A tensor without elements is made of nothing.
static Value makeEmpty(OpBuilder &builder, Location loc,
                       RankedTensorType type) {
  return tensor::EmptyOp::create(builder, loc, type.getShape(),
                                 type.getElementType());
}

SmallVector<Value> CumsumOp::lowerToLinalg(OpBuilder &builder) {
  auto type = cast<RankedTensorType>(getInput().getType());
  int64_t axis = getAxis(), blocks = getBlocks();
  Value result = makeEmpty(builder, getLoc(), type);
  if (type.getNumElements() == 0)
    return {result};
  ScanBuilder parts(builder, getLoc(), type, axis);
  for (int64_t block = 0; block < blocks; ++block) {
    Interval part = balancedPart({0, type.getDimSize(axis)}, blocks, block);
    if (part.begin == part.end)
      continue;
    Value input = parts.cut(getInput(), part);
    Value start =
        getStart() ? parts.cut(getStart(), {block, block + 1}, /*drops=*/true)
                   : Value();
    Value sums = parts.scan(getReverse() ? parts.flip(input) : input, start,
                            getExclusive());
    result = parts.insert(getReverse() ? parts.flip(sums) : sums, result, part);
  }
  return {result};
}

SmallVector<Value> BlockSumOp::lowerToLinalg(OpBuilder &builder) {
  auto type = cast<RankedTensorType>(getInput().getType());
  auto sums = cast<RankedTensorType>(getResult().getType());
  int64_t axis = getAxis(), blocks = getBlocks();
  if (sums.getNumElements() == 0)
    return {makeEmpty(builder, getLoc(), sums)};
  ScanBuilder parts(builder, getLoc(), type, axis);
  Value result = parts.fill(sums, parts.getZero());
  for (int64_t block = 0; block < blocks; ++block) {
    Interval part = balancedPart({0, type.getDimSize(axis)}, blocks, block);
    if (part.begin == part.end)
      continue;
    Value sum = parts.sum(parts.cut(getInput(), part));
    result = parts.insert(sum, result, {block, block + 1});
  }
  return {result};
}
