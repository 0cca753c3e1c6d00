// NN.cpp: adjoints of nn ops and of linalg.softmax, in closed form
//
// g is the cotangent of the result. Sums over rows are written once per
// statistic, so that a split of the rows reduces only what has one value a row.

#include "Models.h"
#include "NNAdjoint.h"
#include "RowBuilder.h"
#include "ZeroGuard.h"
#include "sbp/Calculus/Distribution.h"
#include "sbp/Dialect/NN/IR/NNDialect.h"
#include "sbp/Interfaces/DifferentiationInterfaces.h"

using namespace mlir;
using namespace sbp;

using Is = arith::CmpFPredicate;

/// Returns `y` with zeros in the rows along `dim` of which `guard` selects no
/// element: NaN in a row that is not selected would meet its zero cotangents.
static Value clearUnselected(OpBuilder &builder, Location loc, Value y,
                             Value guard, int64_t dim) {
  RankedTensorType type = getTensorType(y);
  StructuredBuilder structured(builder, loc);
  SmallVector<int64_t> others, shape;
  for (int64_t other = 0; other < type.getRank(); ++other)
    if (other != dim) {
      others.push_back(other);
      shape.push_back(type.getDimSize(other));
    }
  AffineMap all = structured.identity(type.getRank());
  AffineMap row = structured.select(type.getRank(), others);
  Value isSelected =
      structured.reduce(RankedTensorType::get(shape, builder.getI1Type()), row,
                        builder.getBoolAttr(false), guard, all,
                        [&](OpBuilder &builder, ValueRange e) -> Value {
                          return arith::OrIOp::create(builder, loc, e[0], e[1]);
                        });
  return structured.map(type, {y, isSelected}, {all, row},
                        [&](OpBuilder &builder, ValueRange e) {
                          ScalarBuilder s(builder, loc);
                          return s.select(e[1], e[0], s.number(e[0], 0.0));
                        });
}

namespace {

//===----------------------------------------------------------------------===//
// Softmax and loss
//===----------------------------------------------------------------------===//

/// dx = y (g - sum(g y)) along the dimension.
struct SoftmaxAdjoint : NNAdjoint<SoftmaxAdjoint, linalg::SoftmaxOp> {
  static void build(linalg::SoftmaxOp op, OpBuilder &builder, Location loc,
                    Value g, const BitVector &needed,
                    MutableArrayRef<Value> result) {
    if (!needed.test(0))
      return;
    RowBuilder rows(builder, loc, getTensorType(op.getResult()[0]));
    auto others = rows.getOthers(op.getDimension());
    Value taken = op.getResult()[0];
    if (Value guard = buildZeroGuard(builder, loc, g))
      taken = clearUnselected(builder, loc, taken, guard,
                              static_cast<int64_t>(op.getDimension()));
    auto y = rows.whole(taken), gOf = rows.whole(g);
    RowBuilder::Operand sum = {rows.sum(others, {gOf, y},
                                        [](auto &builder, ValueRange e) {
                                          return builder.mul(e[0], e[1]);
                                        }),
                               others};
    result[0] = rows.map({gOf, y, sum}, [](auto &builder, ValueRange e) {
      return builder.mul(e[1], builder.sub(e[0], e[2]));
    });
  }
};

/// With p = exp(x - log_sum_exp), dx = g (p - [class == target]) + g_lse p: no
/// sum over the classes, which may be split.
struct CrossEntropyAdjoint
    : DifferentiableOpInterface::ExternalModel<CrossEntropyAdjoint,
                                               nn::CrossEntropyOp> {
  Operation *saveForAdjoint(Operation *operation, OpBuilder &builder) const {
    auto op = cast<nn::CrossEntropyOp>(operation);
    if (op.getLogSumExp())
      return op;
    Type loss = op.getLoss().getType();
    auto saving = nn::CrossEntropyOp::create(builder, op.getLoc(), loss, loss,
                                             op.getLogits(), op.getTargets());
    saving->setDiscardableAttrs(op->getDiscardableAttrDictionary());
    op.getLoss().replaceAllUsesWith(saving.getLoss());
    op->erase();
    return saving;
  }
  FailureOr<SmallVector<Value>> buildAdjoint(Operation *operation,
                                             OpBuilder &builder,
                                             ArrayRef<Value> cotangents,
                                             const BitVector &) const {
    auto op = cast<nn::CrossEntropyOp>(operation);
    Location loc = getAdjointLoc(op);
    RankedTensorType type = getTensorType(op.getLogits());
    RowBuilder rows(builder, loc, type);
    SmallVector<int64_t> leading = rows.getLeading(1);
    SmallVector<RowBuilder::Operand> operands = {rows.whole(op.getLogits()),
                                                 {op.getLogSumExp(), leading}};
    Value g = cotangents[0], gSums = cotangents[1];
    if (g)
      operands.append({{op.getTargets(), leading}, {g, leading}});
    if (gSums)
      operands.push_back({gSums, leading});
    Value result =
        rows.map(operands, [&](ScalarBuilder &builder, ValueRange e) {
          Value p = builder.make<math::ExpOp>(builder.sub(e[0], e[1]));
          Value slope = p;
          if (g) {
            Value isTarget = isClass(builder, loc, e[2], type.getRank() - 1);
            slope = builder.mul(
                e[3], builder.select(
                          isTarget, builder.sub(p, builder.number(p, 1.0)), p));
          }
          if (!gSums)
            return slope;
          Value ofSums = builder.mul(e.back(), p);
          return g ? builder.add(slope, ofSums) : ofSums;
        });
    return SmallVector<Value>{result, Value()};
  }

private:
  /// Whether `target` is the number of the loop over the classes.
  static Value isClass(ScalarBuilder &builder, Location loc, Value target,
                       int64_t loop) {
    OpBuilder &scalar = builder.getBuilder();
    Value number = linalg::IndexOp::create(scalar, loc, loop);
    Value column =
        arith::IndexCastOp::create(scalar, loc, target.getType(), number);
    return arith::CmpIOp::create(scalar, loc, arith::CmpIPredicate::eq, column,
                                 target);
  }
};

//===----------------------------------------------------------------------===//
// Scans
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

/// Every element has the cotangent of the sum of its piece.
struct BlockSumAdjoint : NNAdjoint<BlockSumAdjoint, nn::BlockSumOp> {
  static void build(nn::BlockSumOp op, OpBuilder &builder, Location loc,
                    Value g, const BitVector &, MutableArrayRef<Value> result) {
    RankedTensorType type = getTensorType(op.getInput());
    auto axis = static_cast<int64_t>(op.getAxis());
    auto blocks = static_cast<int64_t>(op.getBlocks());
    SmallVector<int64_t> pieces;
    for (int64_t block = 0; block < blocks; ++block)
      pieces.append(
          balancedPart({0, type.getDimSize(axis)}, blocks, block).size(),
          block);
    auto counts = RankedTensorType::get(static_cast<int64_t>(pieces.size()),
                                        builder.getI64Type());
    Value piece = arith::ConstantOp::create(
        builder, loc,
        DenseElementsAttr::get(counts, ArrayRef<int64_t>(pieces)));
    Value spread = nn::GatherOp::create(builder, loc, g, piece, axis);
    StructuredBuilder structured(builder, loc);
    result[0] =
        getTensorType(spread) == type
            ? spread
            : structured.map(type, spread, structured.identity(type.getRank()),
                             [&](OpBuilder &builder, ValueRange e) {
                               return ScalarBuilder(builder, loc)
                                   .narrow(e[0], type.getElementType());
                             });
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

struct VariableAdjoint
    : DifferentiableOpInterface::ExternalModel<VariableAdjoint,
                                               nn::VariableOp> {
  FailureOr<SmallVector<Value>> buildAdjoint(Operation *, OpBuilder &,
                                             ArrayRef<Value> cotangents,
                                             const BitVector &) const {
    return SmallVector<Value>(cotangents);
  }
};

struct BarrierAdjoint
    : DifferentiableOpInterface::ExternalModel<BarrierAdjoint, nn::BarrierOp> {
  FailureOr<SmallVector<Value>> buildAdjoint(Operation *, OpBuilder &,
                                             ArrayRef<Value> cotangents,
                                             const BitVector &) const {
    return SmallVector<Value>(cotangents);
  }
};

} // namespace

void sbp::attachNNAdjoints(MLIRContext *context) {
  attachAttentionAdjoint(context);
  attachGroupedAdjoints(context);
  attachIndexingAdjoints(context);
  attachNormAdjoints(context);
  nn::CrossEntropyOp::attachInterface<CrossEntropyAdjoint>(*context);
  nn::CumsumOp::attachInterface<CumsumAdjoint>(*context);
  nn::BlockSumOp::attachInterface<BlockSumAdjoint>(*context);
  nn::StopGradientOp::attachInterface<StopGradientAdjoint>(*context);
  nn::VariableOp::attachInterface<VariableAdjoint>(*context);
  nn::BarrierOp::attachInterface<BarrierAdjoint>(*context);
  linalg::SoftmaxOp::attachInterface<SoftmaxAdjoint>(*context);
}
