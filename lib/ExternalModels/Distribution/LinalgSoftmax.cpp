// LinalgSoftmax.cpp: SBPOpInterface for linalg.softmax

#include "Models.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "sbp/Interfaces/LocalBuild.h"
#include "sbp/Interfaces/RuleBuilding.h"
#include "sbp/Interfaces/StructuredBuilding.h"

using namespace llvm;
using namespace mlir;

namespace sbp {

namespace {

/// Builds softmax from a maximum, an exponential, a sum and a division. The two
/// statistics lack the normalised dim: split along it they are P(max) and
/// P(sum) of a small tensor.
class SoftmaxDecomposition {
public:
  SoftmaxDecomposition(linalg::SoftmaxOp op, OpBuilder &builder)
      : builder(builder), loc(op.getLoc()), structured(builder, loc),
        type(cast<RankedTensorType>(op.getInputOperandType())),
        whole(structured.identity(type.getRank())),
        statistic(whole.dropResult(op.getDimension())) {}

  Value build(Value input) {
    // With a NaN a row is NaN whatever its maximum is; one that keeps it runs
    // in vector lanes. Of an empty shard it is what is below all.
    Value maximum = reduce<arith::MaximumFOp>(
        input, APFloat::getInf(getSemantics(), /*Negative=*/true));
    Value shifted =
        structured.map(type, {input, maximum}, {whole, statistic},
                       [&](OpBuilder &builder, ValueRange arguments) -> Value {
                         Value difference = arith::SubFOp::create(
                             builder, loc, arguments[0], arguments[1]);
                         return math::ExpOp::create(builder, loc, difference);
                       });
    Value sum =
        reduce<arith::AddFOp>(shifted, APFloat::getZero(getSemantics()));
    return structured.map(type, {shifted, sum}, {whole, statistic},
                          [&](OpBuilder &builder, ValueRange arguments) {
                            return divide(builder, arguments[0], arguments[1]);
                          });
  }

private:
  const llvm::fltSemantics &getSemantics() {
    return cast<FloatType>(type.getElementType()).getFloatSemantics();
  }

  /// Returns x / sum as a product: the reciprocal is computed once for a row.
  /// Narrow types are widened, since a rounded reciprocal would lose digits.
  Value divide(OpBuilder &builder, Value x, Value sum) {
    Type narrow = x.getType(), wide = narrow;
    if (narrow.getIntOrFloatBitWidth() < 32) {
      wide = builder.getF32Type();
      x = arith::ExtFOp::create(builder, loc, wide, x);
      sum = arith::ExtFOp::create(builder, loc, wide, sum);
    }
    Value one = arith::ConstantOp::create(builder, loc,
                                          builder.getFloatAttr(wide, 1.0));
    Value quotient = arith::MulFOp::create(
        builder, loc, x, arith::DivFOp::create(builder, loc, one, sum));
    return narrow == wide
               ? quotient
               : arith::TruncFOp::create(builder, loc, narrow, quotient);
  }

  template <typename Combine> Value reduce(Value input, APFloat neutral) {
    SmallVector<int64_t> shape;
    for (AffineExpr kept : statistic.getResults())
      shape.push_back(type.getDimSize(cast<AffineDimExpr>(kept).getPosition()));
    return structured.reduce(
        RankedTensorType::get(shape, type.getElementType()), statistic,
        builder.getFloatAttr(type.getElementType(), neutral), input, {whole},
        [&](OpBuilder &builder, ValueRange arguments) -> Value {
          return Combine::create(builder, loc, arguments[1], arguments[0]);
        });
  }

  OpBuilder &builder;
  Location loc;
  StructuredBuilder structured;
  RankedTensorType type;
  AffineMap whole, statistic;
};

struct SoftmaxModel
    : SBPOpInterface::ExternalModel<SoftmaxModel, linalg::SoftmaxOp> {
  /// Maximum, difference, sum and quotient of rows; an exponential for each
  /// element.
  OpWork getWork(Operation *op) const {
    OpWork work = makeStreamingWork(op, 0, 4);
    OpWork::Part &elements = work.parts.emplace_back();
    elements.flops =
        cast<linalg::SoftmaxOp>(op).getInputOperandType().getNumElements();
    elements.kind = WorkClass::Functions;
    return work;
  }
  Rule getRule(Operation *op) const {
    Rule rule;
    auto softmax = cast<linalg::SoftmaxOp>(op);
    if (!isa<RankedTensorType>(softmax.getInputOperandType()) ||
        op->getNumResults() == 0) {
      rule.error = "operates on buffers";
      return rule;
    }
    addFreeDims(rule, op);
    for (auto [dim, factor] : llvm::enumerate(rule.factors))
      llvm::fill(factor.operandDims, std::optional<int64_t>(dim));
    Factor &normalised = rule.factors[softmax.getDimension()];
    normalised.kind = Factor::Kind::Blocked;
    normalised.reason = "dimension " + std::to_string(softmax.getDimension()) +
                        " is normalised as a whole; the alternative "
                        "`statistics` splits it";
    rule.shapeOnly = {false, true};
    return rule;
  }
  FailureOr<SmallVector<Value>> buildLocal(Operation *op, OpBuilder &builder,
                                           const Signature &signature,
                                           ValueRange locals,
                                           ShardContext &context) const {
    return buildLocalByCloning(op, builder, signature, locals, context);
  }
  SmallVector<Alternative> getAlternatives(Operation *op,
                                           const Placement &) const {
    auto softmax = cast<linalg::SoftmaxOp>(op);
    return {{"statistics", [softmax](OpBuilder &builder) mutable {
               SoftmaxDecomposition decomposition(softmax, builder);
               return SmallVector<Value>{
                   decomposition.build(softmax.getInput())};
             }}};
  }
};

} // namespace

void attachSoftmaxModel(MLIRContext *context) {
  linalg::SoftmaxOp::attachInterface<SoftmaxModel>(*context);
}

} // namespace sbp
