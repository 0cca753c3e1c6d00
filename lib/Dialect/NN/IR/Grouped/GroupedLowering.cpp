// GroupedLowering.cpp: nn.grouped_product and nn.grouped_outer as loops
//
// The group of each row is found first. A row is then multiplied by the matrix
// of its group: x = [1 2], weights of its group = [[3 4 5] [6 7 8]]:
//
//   sums [0 0 0], + 1 * [3 4 5] = [3 4 5], + 2 * [6 7 8] = [15 18 21]
//
// All loops but that of k (grouped_product) or of rows (grouped_outer) have
// independent iterations. Sums are f32 (f64 of f64) and rounded once.

#include "Grouped/Grouped.h"
#include "Sums.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "sbp/Dialect/NN/IR/NNDialect.h"

using namespace mlir;
using namespace sbp;
using namespace sbp::nn;

namespace {

/// Builds loops that add products to a tensor of sums.
class GroupedLoops : public SumBuilder {
public:
  GroupedLoops(OpBuilder &builder, Location loc, RankedTensorType result)
      : SumBuilder(builder, loc, result), result(result), loc(loc) {}

  Value literal(OpBuilder &builder, int64_t value) {
    return arith::ConstantIndexOp::create(builder, loc, value);
  }
  /// Returns element `at` of a tensor of integers as an index.
  Value readIndex(OpBuilder &builder, Value tensor, Value at) {
    return arith::IndexCastOp::create(
        builder, loc, builder.getIndexType(),
        tensor::ExtractOp::create(builder, loc, tensor, at).getResult());
  }
  /// Returns `extent` where `number` is in [0, end), else 0.
  Value skipOutside(OpBuilder &builder, Value number, int64_t end,
                    int64_t extent) {
    Value isInside = arith::CmpIOp::create(
        builder, loc, arith::CmpIPredicate::ult, number, literal(builder, end));
    return arith::SelectOp::create(
        builder, loc, isInside, literal(builder, extent), literal(builder, 0));
  }
  /// Builds a loop from `first` to below `end` that carries the sums.
  Value loop(OpBuilder &builder, Value first, Value end, Value sums,
             llvm::function_ref<Value(OpBuilder &, Value, Value)> body) {
    return scf::ForOp::create(
               builder, loc, first, end, literal(builder, 1), sums,
               [&](OpBuilder &inner, Location, Value at, ValueRange carried) {
                 Value next = body(inner, at, carried[0]);
                 scf::YieldOp::create(inner, loc, next);
               })
        .getResult(0);
  }
  Value loop(OpBuilder &builder, int64_t extent, Value sums,
             llvm::function_ref<Value(OpBuilder &, Value, Value)> body) {
    return loop(builder, literal(builder, 0), literal(builder, extent), sums,
                body);
  }
  /// Adds the product of two elements to the sum at `place`.
  Value addProduct(OpBuilder &builder, Value x, ValueRange atX, Value y,
                   ValueRange atY, Value sums, ValueRange place) {
    auto read = [&](Value tensor, ValueRange at) {
      return widen(builder,
                   tensor::ExtractOp::create(builder, loc, tensor, at));
    };
    Value product =
        arith::MulFOp::create(builder, loc, read(x, atX), read(y, atY));
    Value sum = tensor::ExtractOp::create(builder, loc, sums, place);
    return tensor::InsertOp::create(builder, loc, add(builder, sum, product),
                                    sums, place);
  }
  Value startSums() {
    return fill(SumBuilder::getType(result.getShape()), getZero());
  }
  /// Rounds the sums to the type of the result.
  Value finish(Value sums) {
    if (sums.getType() == result)
      return sums;
    return map(result, sums, {identity(result.getRank())},
               [&](OpBuilder &builder, ValueRange arguments) {
                 return narrow(builder, arguments[0], result.getElementType());
               });
  }

private:
  RankedTensorType result;
  Location loc;
};

} // namespace

/// Exchanges the last two dimensions of weights of three.
static Value turnWeights(OpBuilder &builder, Location loc, Value weights) {
  RankedTensorType type = getTensorType(weights);
  StructuredBuilder structured(builder, loc);
  auto turned = RankedTensorType::get(
      {type.getDimSize(0), type.getDimSize(2), type.getDimSize(1)},
      type.getElementType());
  return structured.map(
      turned, weights, {structured.select(3, {0, 2, 1})},
      [](OpBuilder &, ValueRange arguments) { return arguments[0]; });
}

/// The innermost loop is that of the contiguous dimension of the weights.
/// Transposed ones are turned first, so that sums do not wait for each other,
/// unless there are fewer rows than matrices.
SmallVector<Value> GroupedProductOp::lowerToLinalg(OpBuilder &builder) {
  RankedTensorType type = getTensorType(getResult());
  int64_t rows = type.getDimSize(0), columns = type.getDimSize(1),
          inner = getTensorType(getX()).getDimSize(1),
          groups = getTensorType(getWeights()).getDimSize(0);
  GroupedLoops loops(builder, getLoc(), type);
  Value sums = loops.startSums();
  if (rows == 0 || columns == 0 || inner == 0 || groups == 0)
    return {loops.finish(sums)};
  Value weights = getWeights();
  bool isTransposed = getTransposed() && rows < groups;
  if (getTransposed() && !isTransposed)
    weights = turnWeights(builder, getLoc(), weights);
  Value numbers =
      RowGroups{*this, getBounds(), rows, groups}.findGroups(builder);
  sums = loops.loop(
      builder, rows, sums, [&](OpBuilder &builder, Value row, Value now) {
        Value group = loops.readIndex(builder, numbers, row);
        Value zero = loops.literal(builder, 0),
              end = loops.skipOutside(builder, group, groups,
                                      isTransposed ? columns : inner);
        return loops.loop(builder, zero, end, now,
                          [&](OpBuilder &builder, Value outer, Value now) {
                            return loops.loop(
                                builder, isTransposed ? inner : columns, now,
                                [&](OpBuilder &builder, Value last, Value now) {
                                  Value k = isTransposed ? last : outer,
                                        column = isTransposed ? outer : last;
                                  return loops.addProduct(
                                      builder, getX(), {row, k}, weights,
                                      {group, outer, last}, now, {row, column});
                                });
                          });
      });
  return {loops.finish(sums)};
}

SmallVector<Value> GroupedOuterOp::lowerToLinalg(OpBuilder &builder) {
  RankedTensorType type = getTensorType(getResult());
  int64_t rows = getTensorType(getX()).getDimSize(0),
          groups = type.getDimSize(0), inner = type.getDimSize(1),
          columns = type.getDimSize(2);
  GroupedLoops loops(builder, getLoc(), type);
  Value sums = loops.startSums();
  if (rows == 0 || type.getNumElements() == 0)
    return {loops.finish(sums)};
  // Bounds of all groups, in [0, rows] and ascending.
  RowGroups bounds{*this, getBounds(), rows, groups};
  Value ends = bounds.buildLocalBounds(builder, /*firstRow=*/{},
                                       /*firstGroup=*/{}, groups);
  sums = loops.loop(
      builder, groups, sums, [&](OpBuilder &builder, Value group, Value now) {
        auto readBound = [&](int64_t by) -> Value {
          Value at = arith::AddIOp::create(builder, getLoc(), group,
                                           loops.literal(builder, by));
          return arith::MinSIOp::create(builder, getLoc(),
                                        loops.readIndex(builder, ends, at),
                                        loops.literal(builder, rows));
        };
        Value begin = readBound(0), end = readBound(1);
        return loops.loop(
            builder, begin, end, now,
            [&](OpBuilder &builder, Value row, Value now) {
              return loops.loop(
                  builder, inner, now,
                  [&](OpBuilder &builder, Value k, Value now) {
                    return loops.loop(
                        builder, columns, now,
                        [&](OpBuilder &builder, Value column, Value now) {
                          return loops.addProduct(builder, getX(), {row, k},
                                                  getY(), {row, column}, now,
                                                  {group, k, column});
                        });
                  });
            });
      });
  return {loops.finish(sums)};
}
