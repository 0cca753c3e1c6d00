//===- SoftmaxModel.cpp - SBPOpInterface for linalg.softmax ---------------===//

#include "Models.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "sbp/Interfaces/LocalBuild.h"
#include "sbp/Interfaces/RuleBuilding.h"

using namespace llvm;
using namespace mlir;

namespace sbp {

namespace {

/// Builds softmax from a maximum, an exponential, a sum and a division. The two
/// statistics lack the normalised dim: split along it they are P(maxnum) and
/// P(sum) of a small tensor.
class SoftmaxDecomposition {
public:
  SoftmaxDecomposition(linalg::SoftmaxOp op, OpBuilder &builder)
      : builder(builder), loc(op.getLoc()),
        type(cast<RankedTensorType>(op.getInputOperandType())),
        dimension(op.getDimension()) {}

  Value build(Value input) {
    // A NaN in the row comes back through the exponential; dropping it here
    // makes the empty shard's statistic neutral.
    Value maximum = reduce<arith::MaxNumFOp>(
        input, APFloat::getInf(getSemantics(), /*Negative=*/true));
    Value shifted =
        combine(input, maximum,
                [](OpBuilder &b, Location l, Value x, Value m) -> Value {
                  Value difference = arith::SubFOp::create(b, l, x, m);
                  return math::ExpOp::create(b, l, difference);
                });
    Value sum =
        reduce<arith::AddFOp>(shifted, APFloat::getZero(getSemantics()));
    return combine(shifted, sum,
                   [](OpBuilder &b, Location l, Value x, Value s) -> Value {
                     return arith::DivFOp::create(b, l, x, s);
                   });
  }

private:
  using Body = llvm::function_ref<Value(OpBuilder &, Location, Value, Value)>;

  const llvm::fltSemantics &getSemantics() {
    return cast<FloatType>(type.getElementType()).getFloatSemantics();
  }
  AffineMap getWholeMap() {
    return builder.getMultiDimIdentityMap(type.getRank());
  }
  AffineMap getStatisticMap() { return getWholeMap().dropResult(dimension); }

  template <typename Combine> Value reduce(Value input, APFloat neutral) {
    SmallVector<int64_t> shape(type.getShape());
    shape.erase(shape.begin() + dimension);
    Value literal = arith::ConstantOp::create(
        builder, loc, builder.getFloatAttr(type.getElementType(), neutral));
    Value empty =
        tensor::EmptyOp::create(builder, loc, shape, type.getElementType());
    Value init =
        linalg::FillOp::create(builder, loc, literal, empty).getResult(0);
    SmallVector<utils::IteratorType> iterators(type.getRank(),
                                               utils::IteratorType::parallel);
    iterators[dimension] = utils::IteratorType::reduction;
    return linalg::GenericOp::create(
               builder, loc, init.getType(), input, init,
               ArrayRef{getWholeMap(), getStatisticMap()}, iterators,
               [](OpBuilder &b, Location l, ValueRange arguments) {
                 Value combined =
                     Combine::create(b, l, arguments[1], arguments[0]);
                 linalg::YieldOp::create(b, l, combined);
               })
        .getResult(0);
  }

  Value combine(Value whole, Value statistic, Body body) {
    Value empty = tensor::EmptyOp::create(builder, loc, type.getShape(),
                                          type.getElementType());
    SmallVector<utils::IteratorType> iterators(type.getRank(),
                                               utils::IteratorType::parallel);
    return linalg::GenericOp::create(
               builder, loc, type, ValueRange{whole, statistic}, empty,
               ArrayRef{getWholeMap(), getStatisticMap(), getWholeMap()},
               iterators,
               [&](OpBuilder &b, Location l, ValueRange arguments) {
                 linalg::YieldOp::create(
                     b, l, body(b, l, arguments[0], arguments[1]));
               })
        .getResult(0);
  }

  OpBuilder &builder;
  Location loc;
  RankedTensorType type;
  int64_t dimension;
};

struct SoftmaxModel
    : SBPOpInterface::ExternalModel<SoftmaxModel, linalg::SoftmaxOp> {
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
    normalised = makeBlockedFactor(op, normalised.extent,
                                   "dimension " +
                                       std::to_string(softmax.getDimension()) +
                                       " is normalised as a whole; the "
                                       "alternative `statistics` splits it");
    rule.shapeOnly = {false, true};
    return rule;
  }
  FailureOr<SmallVector<Value>> buildLocal(Operation *op, OpBuilder &builder,
                                           const Signature &signature,
                                           ValueRange locals,
                                           ShardContext &context) const {
    return buildLocalByCloning(op, builder, signature, locals, context);
  }
  SmallVector<Alternative> getAlternatives(Operation *op) const {
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
