// Losses.cpp: nn.cross_entropy

#include "Parts.h"
#include "sbp/Dialect/NN/IR/NNDialect.h"
#include "sbp/Interfaces/Misfit.h"
#include "sbp/Interfaces/RuleBuilding.h"
#include "sbp/Interfaces/TensorTypes.h"

using namespace llvm;
using namespace mlir;
using namespace sbp;
using namespace sbp::nn;

LogicalResult CrossEntropyOp::verify() {
  auto logits = cast<RankedTensorType>(getLogits().getType());
  auto targets = cast<RankedTensorType>(getTargets().getType());
  if (logits.getRank() == 0 ||
      targets.getShape() != logits.getShape().drop_back())
    return emitMisfit(*this, {getLogits(), getTargets()})
           << "targets " << targets << " must have the dimensions of " << logits
           << " but the last";
  auto expected =
      RankedTensorType::get(targets.getShape(), getComputeType(logits));
  for (auto [number, type] : llvm::enumerate(getResultTypes()))
    if (type != expected)
      return emitMisfit(*this, {getLogits(), getTargets()})
             << "result #" << number << " must be " << expected << ", found "
             << type;
  return success();
}

Rule CrossEntropyOp::getRule() {
  Rule rule;
  auto logits = cast<RankedTensorType>(getLogits().getType());
  for (auto [dim, extent] : llvm::enumerate(logits.getShape().drop_back())) {
    Factor factor = makeFactor(*this, extent);
    factor.operandDims = {dim, dim};
    llvm::fill(factor.resultDims, std::optional<int64_t>(dim));
    rule.factors.push_back(std::move(factor));
  }
  rule.factors.push_back(makeBlockedFactor(
      *this, logits.getShape().back(),
      "the classes are normalised as a whole; the alternative `parts` splits "
      "them"));
  return rule;
}

SmallVector<Value> CrossEntropyOp::lowerToLinalg(OpBuilder &builder) {
  auto logits = cast<RankedTensorType>(getLogits().getType());
  auto type = cast<RankedTensorType>(getLoss().getType());
  PartsBuilder parts(builder, getLoc(), logits);
  int64_t classes = logits.getRank() - 1;
  AffineMap whole = parts.identity(logits.getRank());
  AffineMap row = whole.dropResult(classes);
  // The row is NaN in any case if it holds a NaN; arith.maximumf, which
  // propagates NaN, is vectorised.
  Value maximum = parts.reduce(
      type, row, parts.getLowest(), getLogits(), {whole},
      [&](OpBuilder &builder, ValueRange arguments) {
        return parts.make<arith::MaximumFOp>(
            builder, arguments[1], parts.widen(builder, arguments[0]));
      });
  Value sum = parts.reduce(
      type, row, parts.getLiteral(0.0), {getLogits(), maximum}, {whole, row},
      [&](OpBuilder &builder, ValueRange arguments) {
        Value shifted = parts.sub(builder, parts.widen(builder, arguments[0]),
                                  arguments[1]);
        return parts.add(builder, arguments[2],
                         parts.make<math::ExpOp>(builder, shifted));
      });
  Value picked = parts.reduce(
      type, row, parts.getLiteral(0.0), {getLogits(), getTargets()},
      {whole, row}, [&](OpBuilder &builder, ValueRange arguments) {
        Value index = linalg::IndexOp::create(builder, getLoc(), classes);
        Value target = arith::IndexCastOp::create(
            builder, getLoc(), builder.getIndexType(), arguments[1]);
        Value isTarget = arith::CmpIOp::create(
            builder, getLoc(), arith::CmpIPredicate::eq, index, target);
        Value term = parts.make<arith::SelectOp>(
            builder, isTarget, parts.widen(builder, arguments[0]),
            parts.literal(builder, 0.0));
        return parts.add(builder, arguments[2], term);
      });
  AffineMap element = parts.identity(type.getRank());
  Value logarithm = parts.map(
      type, {maximum, sum}, {element, element},
      [&](OpBuilder &builder, ValueRange arguments) {
        return parts.add(builder, arguments[0],
                         parts.make<math::LogOp>(builder, arguments[1]));
      });
  Value loss =
      parts.map(type, {logarithm, picked}, {element, element},
                [&](OpBuilder &builder, ValueRange arguments) {
                  return parts.sub(builder, arguments[0], arguments[1]);
                });
  return getLogSumExp() ? SmallVector<Value>{loss, logarithm}
                        : SmallVector<Value>{loss};
}

/// Eight operations per logit, one of which is an exponential.
OpWork CrossEntropyOp::getWork() {
  OpWork work = makeStreamingWork(*this, 0, 7);
  work.parts[0].flops += 3 * countElements(getLoss());
  OpWork::Part &exponentials = work.parts.emplace_back();
  exponentials.flops = countElements(getOperand(0));
  exponentials.kind = WorkClass::Functions;
  return work;
}
