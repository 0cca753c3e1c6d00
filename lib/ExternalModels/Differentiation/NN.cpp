// NN.cpp: adjoints of nn ops and of linalg.softmax, in closed form
//
// g is the cotangent of the result. Sums over rows are written once per
// statistic, so that a split of the rows reduces only what has one value a row.

#include "Models.h"
#include "RowBuilder.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "sbp/Dialect/NN/IR/NNDialect.h"
#include "sbp/Interfaces/DifferentiationInterfaces.h"
#include "sbp/Interfaces/TensorTypes.h"

using namespace mlir;
using namespace sbp;

using Is = arith::CmpFPredicate;

static Value buildZeros(OpBuilder &builder, Location loc, Value like) {
  RankedTensorType type = getTensorType(like);
  return StructuredBuilder(builder, loc)
      .fill(type, builder.getZeroAttr(type.getElementType()));
}

namespace {

/// The model of an op whose result #0 alone has a cotangent `g`, not null.
template <typename Model, typename Op>
struct NNAdjoint
    : DifferentiableOpInterface::ExternalModel<NNAdjoint<Model, Op>, Op> {
  FailureOr<SmallVector<Value>> buildAdjoint(Operation *op, OpBuilder &builder,
                                             ArrayRef<Value> cotangents,
                                             const BitVector &needed) const {
    SmallVector<Value> result(op->getNumOperands());
    if (Value g = cotangents.front())
      Model::build(cast<Op>(op), builder, getAdjointLoc(op), g, needed, result);
    return result;
  }
};

//===----------------------------------------------------------------------===//
// Rows by index
//===----------------------------------------------------------------------===//

/// The rows that were read receive what was read of them.
struct GatherAdjoint : NNAdjoint<GatherAdjoint, nn::GatherOp> {
  static void build(nn::GatherOp op, OpBuilder &builder, Location loc, Value g,
                    const BitVector &, MutableArrayRef<Value> result) {
    Value zeros = buildZeros(builder, loc, op.getData());
    result[0] = nn::ScatterAddOp::create(
        builder, loc, zeros.getType(), zeros, op.getIndices(), g,
        op.getAxisAttr(), op.getBatchDimsAttr(), /*drop_outside=*/nullptr);
  }
};

/// An update that was added to a row has the cotangent of the row; one that was
/// dropped has none.
struct ScatterAddAdjoint : NNAdjoint<ScatterAddAdjoint, nn::ScatterAddOp> {
  static void build(nn::ScatterAddOp op, OpBuilder &builder, Location loc,
                    Value g, const BitVector &needed,
                    MutableArrayRef<Value> result) {
    if (needed.test(0))
      result[0] = g;
    if (!needed.test(2))
      return;
    bool drops = op.getDropOutside();
    Value indices = drops ? moveInside(op, builder, loc) : op.getIndices();
    auto gathered = nn::GatherOp::create(
        builder, loc, g, indices, static_cast<int64_t>(op.getAxis()),
        static_cast<int64_t>(op.getBatchDims()));
    result[2] = drops ? mask(op, gathered, builder, loc) : gathered.getResult();
  }

private:
  static Value isInside(nn::ScatterAddOp op, OpBuilder &b, Location loc,
                        Value index) {
    int64_t rows = getTensorType(op.getInit()).getDimSize(op.getAxis());
    Value end = arith::ConstantOp::create(
        b, loc, b.getIntegerAttr(index.getType(), rows));
    // Unsigned, so that negative indices are outside too.
    return arith::CmpIOp::create(b, loc, arith::CmpIPredicate::ult, index, end);
  }
  /// Row 0 in place of rows outside of the table, which an op that reads rows
  /// does not allow.
  static Value moveInside(nn::ScatterAddOp op, OpBuilder &builder,
                          Location loc) {
    RankedTensorType type = getTensorType(op.getIndices());
    StructuredBuilder structured(builder, loc);
    return structured.map(
        type, op.getIndices(), structured.identity(type.getRank()),
        [&](OpBuilder &b, ValueRange arguments) -> Value {
          Value first = arith::ConstantOp::create(
              b, loc, b.getZeroAttr(type.getElementType()));
          return arith::SelectOp::create(
              b, loc, isInside(op, b, loc, arguments[0]), arguments[0], first);
        });
  }
  /// Zeros where the index is outside of the table.
  static Value mask(nn::ScatterAddOp op, nn::GatherOp gathered,
                    OpBuilder &builder, Location loc) {
    RankedTensorType type = getTensorType(gathered);
    StructuredBuilder structured(builder, loc);
    return structured.map(
        type, {gathered.getResult(), op.getIndices()},
        {structured.identity(type.getRank()), gathered.getIndicesMap()},
        [&](OpBuilder &b, ValueRange arguments) -> Value {
          Value zero = arith::ConstantOp::create(
              b, loc, b.getZeroAttr(type.getElementType()));
          return arith::SelectOp::create(
              b, loc, isInside(op, b, loc, arguments[1]), arguments[0], zero);
        });
  }
};

//===----------------------------------------------------------------------===//
// Norms, softmax, loss
//===----------------------------------------------------------------------===//

/// Layer norm (Ba et al. 2016) y = xh w + b with xh = (x - mean) r and
/// r = 1 / sqrt(variance + epsilon): with gw = g w,
///   dx = r (gw - mean(gw) - xh mean(gw xh)),  dw = sum g xh,  db = sum g.
struct LayerNormAdjoint : NNAdjoint<LayerNormAdjoint, nn::LayerNormOp> {
  static void build(nn::LayerNormOp op, OpBuilder &builder, Location loc,
                    Value g, const BitVector &needed,
                    MutableArrayRef<Value> result) {
    RankedTensorType type = getTensorType(op.getInput());
    RowBuilder rows(builder, loc, type);
    int64_t normalised = getTensorType(op.getWeight()).getRank();
    auto leading = rows.getLeading(normalised);
    auto trailing = rows.getTrailing(normalised);
    double count = 1, epsilon = op.getEpsilon().convertToDouble();
    for (int64_t dim : trailing)
      count *= static_cast<double>(type.getDimSize(dim));
    auto x = rows.whole(op.getInput()), gOf = rows.whole(g);
    RowBuilder::Operand w = {op.getWeight(), trailing};
    RowBuilder::Operand sum = {
        rows.sum(leading, {x}, [](auto &, ValueRange e) { return e[0]; }),
        leading};
    auto centre = [&](ScalarBuilder &b, Value value, Value total) {
      return b.sub(value, b.div(total, b.number(total, count)));
    };
    RowBuilder::Operand squares = {rows.sum(leading, {x, sum},
                                            [&](auto &b, ValueRange e) {
                                              return b.square(
                                                  centre(b, e[0], e[1]));
                                            }),
                                   leading};
    auto root = [&](ScalarBuilder &b, Value total) {
      Value variance = b.div(total, b.number(total, count));
      return b.template make<math::SqrtOp>(
          b.add(variance, b.number(total, epsilon)));
    };
    auto normalise = [&](ScalarBuilder &b, Value value, Value total,
                         Value square) {
      return b.div(centre(b, value, total), root(b, square));
    };
    Type stored = type.getElementType();
    if (needed.test(2))
      result[2] = rows.sum(
          trailing, {gOf}, [](auto &, ValueRange e) { return e[0]; }, stored);
    if (needed.test(1))
      result[1] = rows.sum(
          trailing, {gOf, x, sum, squares},
          [&](auto &b, ValueRange e) {
            return b.mul(e[0], normalise(b, e[1], e[2], e[3]));
          },
          stored);
    if (!needed.test(0))
      return;
    RowBuilder::Operand gSum = {
        rows.sum(leading, {gOf, w},
                 [](auto &b, ValueRange e) { return b.mul(e[0], e[1]); }),
        leading};
    RowBuilder::Operand gxSum = {rows.sum(leading, {gOf, w, x, sum, squares},
                                          [&](auto &b, ValueRange e) {
                                            return b.mul(
                                                b.mul(e[0], e[1]),
                                                normalise(b, e[2], e[3], e[4]));
                                          }),
                                 leading};
    result[0] = rows.map(
        {gOf, w, x, sum, squares, gSum, gxSum}, [&](auto &b, ValueRange e) {
          Value xh = normalise(b, e[2], e[3], e[4]);
          Value mean = b.div(e[5], b.number(e[5], count));
          Value slope = b.div(e[6], b.number(e[6], count));
          Value centred =
              b.sub(b.sub(b.mul(e[0], e[1]), mean), b.mul(xh, slope));
          return b.div(centred, root(b, e[4]));
        });
  }
};

/// RMS norm (Zhang and Sennrich 2019) y = x r w with
/// r = 1 / sqrt(mean(x x) + epsilon): dx = r (g w - x r mean(g w x r)),
/// dw = sum g x r.
struct RMSNormAdjoint : NNAdjoint<RMSNormAdjoint, nn::RMSNormOp> {
  static void build(nn::RMSNormOp op, OpBuilder &builder, Location loc, Value g,
                    const BitVector &needed, MutableArrayRef<Value> result) {
    RankedTensorType type = getTensorType(op.getInput());
    RowBuilder rows(builder, loc, type);
    int64_t normalised = getTensorType(op.getWeight()).getRank();
    auto leading = rows.getLeading(normalised);
    auto trailing = rows.getTrailing(normalised);
    double count = 1, epsilon = op.getEpsilon().convertToDouble();
    for (int64_t dim : trailing)
      count *= static_cast<double>(type.getDimSize(dim));
    auto x = rows.whole(op.getInput()), gOf = rows.whole(g);
    RowBuilder::Operand w = {op.getWeight(), trailing};
    RowBuilder::Operand squares = {
        rows.sum(leading, {x},
                 [](auto &b, ValueRange e) { return b.square(e[0]); }),
        leading};
    auto root = [&](ScalarBuilder &b, Value total) {
      Value mean = b.div(total, b.number(total, count));
      return b.template make<math::SqrtOp>(
          b.add(mean, b.number(total, epsilon)));
    };
    if (needed.test(1))
      result[1] = rows.sum(
          trailing, {gOf, x, squares},
          [&](auto &b, ValueRange e) {
            return b.mul(e[0], b.div(e[1], root(b, e[2])));
          },
          type.getElementType());
    if (!needed.test(0))
      return;
    RowBuilder::Operand gxSum = {
        rows.sum(leading, {gOf, w, x, squares},
                 [&](auto &b, ValueRange e) {
                   return b.mul(b.mul(e[0], e[1]), b.div(e[2], root(b, e[3])));
                 }),
        leading};
    result[0] =
        rows.map({gOf, w, x, squares, gxSum}, [&](auto &b, ValueRange e) {
          Value r = root(b, e[3]), xh = b.div(e[2], r);
          Value slope = b.div(e[4], b.number(e[4], count));
          return b.div(b.sub(b.mul(e[0], e[1]), b.mul(xh, slope)), r);
        });
  }
};

/// dx = y (g - sum(g y)) along the dimension.
struct SoftmaxAdjoint : NNAdjoint<SoftmaxAdjoint, linalg::SoftmaxOp> {
  static void build(linalg::SoftmaxOp op, OpBuilder &builder, Location loc,
                    Value g, const BitVector &needed,
                    MutableArrayRef<Value> result) {
    if (!needed.test(0))
      return;
    RowBuilder rows(builder, loc, getTensorType(op.getResult()[0]));
    auto others = rows.getOthers(op.getDimension());
    auto y = rows.whole(op.getResult()[0]), gOf = rows.whole(g);
    RowBuilder::Operand sum = {
        rows.sum(others, {gOf, y},
                 [](auto &b, ValueRange e) { return b.mul(e[0], e[1]); }),
        others};
    result[0] = rows.map({gOf, y, sum}, [](auto &b, ValueRange e) {
      return b.mul(e[1], b.sub(e[0], e[2]));
    });
  }
};

/// dx = g (exp(x - lse) - [class == target]), where the logarithm of the sum of
/// exponentials is the loss plus the logit of the target.
struct CrossEntropyAdjoint
    : NNAdjoint<CrossEntropyAdjoint, nn::CrossEntropyOp> {
  static void build(nn::CrossEntropyOp op, OpBuilder &builder, Location loc,
                    Value g, const BitVector &, MutableArrayRef<Value> result) {
    RankedTensorType type = getTensorType(op.getLogits());
    RowBuilder rows(builder, loc, type);
    auto leading = rows.getLeading(1);
    auto isTarget = [&](ScalarBuilder &b, Value target) -> Value {
      Value number =
          linalg::IndexOp::create(b.getBuilder(), loc, type.getRank() - 1);
      Value column = arith::IndexCastOp::create(b.getBuilder(), loc,
                                                target.getType(), number);
      return arith::CmpIOp::create(b.getBuilder(), loc,
                                   arith::CmpIPredicate::eq, column, target);
    };
    auto x = rows.whole(op.getLogits());
    RowBuilder::Operand target = {op.getTargets(), leading},
                        loss = {op.getResult(), leading}, gOf = {g, leading};
    RowBuilder::Operand chosen = {rows.sum(leading, {x, target},
                                           [&](auto &b, ValueRange e) {
                                             return b.select(
                                                 isTarget(b, e[1]), e[0],
                                                 b.number(e[0], 0.0));
                                           }),
                                  leading};
    result[0] =
        rows.map({x, target, loss, gOf, chosen}, [&](auto &b, ValueRange e) {
          Value p =
              b.template make<math::ExpOp>(b.sub(e[0], b.add(e[2], e[4])));
          Value one = b.number(p, 1.0);
          return b.mul(e[3], b.select(isTarget(b, e[1]), b.sub(p, one), p));
        });
  }
};

//===----------------------------------------------------------------------===//
// Order and scans
//===----------------------------------------------------------------------===//

/// A running sum's adjoint is the running sum from the other end.
struct CumsumAdjoint : NNAdjoint<CumsumAdjoint, nn::CumsumOp> {
  static void build(nn::CumsumOp op, OpBuilder &builder, Location loc, Value g,
                    const BitVector &needed, MutableArrayRef<Value> result) {
    if (needed.test(0))
      result[0] = nn::CumsumOp::create(
          builder, loc, g.getType(), g, Value(), op.getAxisAttr(),
          op.getBlocksAttr(), op.getExclusiveAttr(),
          op.getReverse() ? UnitAttr() : builder.getUnitAttr());
    if (op.getStart() && needed.test(1))
      result[1] =
          nn::BlockSumOp::create(builder, loc, op.getStart().getType(), g,
                                 op.getAxisAttr(), op.getBlocksAttr());
  }
};

} // namespace

/// `values` along `axis` were taken from `input` at `indices`: their cotangents
/// `g` go back there. Dimensions in front of `axis` belong together; those
/// behind it are brought in front.
static Value scatterBack(OpBuilder &builder, Location loc, Value input, Value g,
                         Value indices, int64_t axis) {
  RankedTensorType type = getTensorType(input);
  int64_t rank = type.getRank();
  SmallVector<int64_t> order;
  for (int64_t dim = 0; dim < rank; ++dim)
    if (dim != axis)
      order.push_back(dim);
  order.push_back(axis);
  auto transpose = [&](Value value, ArrayRef<int64_t> permutation) -> Value {
    if (axis == rank - 1)
      return value;
    RankedTensorType from = getTensorType(value);
    SmallVector<int64_t> shape;
    for (int64_t dim : permutation)
      shape.push_back(from.getDimSize(dim));
    Value empty =
        tensor::EmptyOp::create(builder, loc, shape, from.getElementType());
    return linalg::TransposeOp::create(builder, loc, value, empty, permutation)
        ->getResult(0);
  };
  SmallVector<int64_t> shape;
  for (int64_t dim : order)
    shape.push_back(type.getDimSize(dim));
  Value zeros = StructuredBuilder(builder, loc)
                    .fill(RankedTensorType::get(shape, type.getElementType()),
                          builder.getZeroAttr(type.getElementType()));
  Value scattered = nn::ScatterAddOp::create(
      builder, loc, zeros.getType(), zeros, transpose(indices, order),
      transpose(g, order), builder.getI64IntegerAttr(rank - 1),
      builder.getI64IntegerAttr(rank - 1), /*drop_outside=*/nullptr);
  SmallVector<int64_t> inverse(rank);
  for (auto [to, from] : llvm::enumerate(order))
    inverse[from] = static_cast<int64_t>(to);
  return transpose(scattered, inverse);
}

namespace {

/// With `positions` the indices do not count along the axis, so that they are
/// no way back.
struct TopKAdjoint
    : DifferentiableOpInterface::ExternalModel<TopKAdjoint, nn::TopKOp> {
  FailureOr<SmallVector<Value>> buildAdjoint(Operation *operation,
                                             OpBuilder &builder,
                                             ArrayRef<Value> cotangents,
                                             const BitVector &) const {
    auto op = cast<nn::TopKOp>(operation);
    if (op.getPositions() || op.getBlocks())
      return op.emitOpError() << "with positions or blocks has no derivative; "
                                 "write nn.top_k without them";
    SmallVector<Value> result(1);
    if (cotangents.front())
      result[0] = scatterBack(builder, getAdjointLoc(op), op.getInput(),
                              cotangents.front(), op.getIndices(),
                              static_cast<int64_t>(op.getAxis()));
    return result;
  }
};

struct SortAdjoint : NNAdjoint<SortAdjoint, nn::SortOp> {
  static void build(nn::SortOp op, OpBuilder &builder, Location loc, Value g,
                    const BitVector &needed, MutableArrayRef<Value> result) {
    if (needed.test(0))
      result[0] = scatterBack(builder, loc, op.getInput(), g, op.getIndices(),
                              static_cast<int64_t>(op.getAxis()));
  }
};

struct StopGradientAdjoint
    : DifferentiableOpInterface::ExternalModel<StopGradientAdjoint,
                                               nn::StopGradientOp> {
  bool blocksGradient(Operation *) const { return true; }
  FailureOr<SmallVector<Value>> buildAdjoint(Operation *op, OpBuilder &,
                                             ArrayRef<Value>,
                                             const BitVector &) const {
    return SmallVector<Value>(op->getNumOperands());
  }
};

} // namespace

void sbp::attachNNAdjoints(MLIRContext *context) {
  attachAttentionAdjoint(context);
  nn::GatherOp::attachInterface<GatherAdjoint>(*context);
  nn::ScatterAddOp::attachInterface<ScatterAddAdjoint>(*context);
  nn::LayerNormOp::attachInterface<LayerNormAdjoint>(*context);
  nn::RMSNormOp::attachInterface<RMSNormAdjoint>(*context);
  nn::CrossEntropyOp::attachInterface<CrossEntropyAdjoint>(*context);
  nn::CumsumOp::attachInterface<CumsumAdjoint>(*context);
  nn::TopKOp::attachInterface<TopKAdjoint>(*context);
  nn::SortOp::attachInterface<SortAdjoint>(*context);
  nn::StopGradientOp::attachInterface<StopGradientAdjoint>(*context);
  linalg::SoftmaxOp::attachInterface<SoftmaxAdjoint>(*context);
}
