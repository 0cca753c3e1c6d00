// AttentionSlices.cpp: causal attention, some queries at a time
//
// Later queries of causal attention see more keys: of p pieces the last has
// 2 - 1/p times the mean work. Cut into n slices first, each of which is split
// over all ranks, it has 1 + (1 - 1/p)/n times the mean, and the op, the
// boxings and the kernels are what they are without.

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "sbp/Dialect/NN/IR/NNDialect.h"
#include "sbp/Interfaces/TensorTypes.h"

using namespace llvm;
using namespace mlir;
using namespace sbp;
using namespace sbp::nn;

/// More gain little: 1.19 times the mean is what is left on four ranks.
static constexpr int64_t kSlices = 4;
/// A piece of a slice with fewer queries is not worth the calls.
static constexpr int64_t kLeastQueries = 128;

/// `size` positions of dim 2 of `value`.
static Value sliceQueries(OpBuilder &builder, Value value, int64_t begin,
                          int64_t size) {
  RankedTensorType type = getTensorType(value);
  SmallVector<int64_t> shape(type.getShape());
  SmallVector<OpFoldResult> offsets(shape.size(), builder.getIndexAttr(0)),
      strides(shape.size(), builder.getIndexAttr(1)), sizes;
  shape[2] = size;
  offsets[2] = builder.getIndexAttr(begin);
  for (int64_t extent : shape)
    sizes.push_back(builder.getIndexAttr(extent));
  return tensor::ExtractSliceOp::create(builder, value.getLoc(),
                                        type.clone(shape), value, offsets,
                                        sizes, strides);
}

/// All keys go to every slice: a hidden value that is not finite counts, 0
/// times infinity is NaN, and the kernel passes over what is hidden itself.
static SmallVector<Value> buildSlices(AttentionOp op, OpBuilder &builder) {
  Location loc = op.getLoc();
  int64_t queries = getTensorType(op.getQuery()).getDimSize(2);
  SmallVector<Value> results, sums;
  for (int64_t i = 0; i < kSlices; ++i) {
    int64_t begin = queries * i / kSlices;
    int64_t size = queries * (i + 1) / kSlices - begin;
    Value query = sliceQueries(builder, op.getQuery(), begin, size);
    Value mask = op.getMask();
    if (mask && getTensorType(mask).getDimSize(2) != 1)
      mask = sliceQueries(builder, mask, begin, size);
    Value first = arith::ConstantIndexOp::create(
        builder, loc, op.getDefaultFirstQuery() + begin);
    SmallVector<Type, 2> types;
    for (Value result : op.getResults()) {
      SmallVector<int64_t> shape(getTensorType(result).getShape());
      shape[2] = size;
      types.push_back(getTensorType(result).clone(shape));
    }
    auto slice = AttentionOp::create(
        builder, loc, types[0], types[1], query, op.getKey(), op.getValue(),
        mask, /*first_head=*/Value(), first, /*first_key=*/Value(),
        op.getScaleAttr(), op.getCausalAttr(), /*shared_heads=*/IntegerAttr(),
        /*window=*/DenseI64ArrayAttr());
    results.push_back(slice.getResult());
    sums.push_back(slice.getLogSumExp());
  }
  return {tensor::ConcatOp::create(builder, loc, /*dim=*/2, results),
          tensor::ConcatOp::create(builder, loc, /*dim=*/2, sums)};
}

static int64_t countAxes(const Placement &placement) {
  return count_if(placement.axisSizes, [](int64_t size) { return size > 1; });
}

/// Sequences and heads that all ranks share evenly are balanced as they are:
/// queries are split where there are too few of them. On four axes one layer
/// takes seconds to choose. Queries with a window all have about as many keys.
static bool gainsBySlices(AttentionOp op, const Placement &placement) {
  if (!op.getCausal() || op.getWindow() || op.getFirstQuery() ||
      op.getFirstHead())
    return false;
  ArrayRef<int64_t> shape = getTensorType(op.getQuery()).getShape();
  int64_t ranks = placement.getNumRanks();
  return countAxes(placement) <= 3 && shape[0] * shape[1] % ranks != 0 &&
         shape[2] >= kSlices * ranks * kLeastQueries;
}

SmallVector<Alternative>
AttentionOp::getAlternatives(const Placement &placement) {
  SmallVector<Alternative> forms = {
      {"parts", [op = *this](OpBuilder &builder) mutable {
         return op.lowerToLinalg(builder);
       }}};
  if (gainsBySlices(*this, placement)) {
    int64_t axes = countAxes(placement);
    unsigned weight = axes == 1 ? 0 : axes == 2 ? 4 : 16;
    forms.push_back(
        {std::to_string(kSlices) + " slices",
         [op = *this](OpBuilder &builder) { return buildSlices(op, builder); },
         weight});
  }
  return forms;
}
