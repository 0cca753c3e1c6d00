// Norms.cpp: nn.layer_norm, nn.rms_norm

#include "Parts.h"
#include "sbp/Dialect/NN/IR/NNDialect.h"
#include "sbp/Interfaces/Misfit.h"
#include "sbp/Interfaces/RuleBuilding.h"
#include "sbp/Interfaces/TensorTypes.h"

using namespace llvm;
using namespace mlir;
using namespace sbp;
using namespace sbp::nn;

/// (C1) and (C2) of both ops: operand 0 is normalised, the others are the
/// parameters.
static LogicalResult verifyNorm(Operation *op) {
  RankedTensorType input = getTensorType(op->getOperand(0));
  for (Value parameter : op->getOperands().drop_front()) {
    RankedTensorType type = getTensorType(parameter);
    if (type.getRank() == 0 || type.getRank() > input.getRank() ||
        type.getShape() != input.getShape().take_back(type.getRank()))
      return emitMisfit(op, {op->getOperand(0), parameter})
             << "parameter " << type
             << " does not have the trailing dimensions of " << input;
    if (type.getElementType() != input.getElementType())
      return emitMisfit(op, {op->getOperand(0), parameter})
             << "parameter has elements of " << type.getElementType()
             << " but input of " << input.getElementType();
    if (type != op->getOperand(1).getType())
      return emitMisfit(op, {op->getOperand(1), parameter})
             << "parameters differ: " << op->getOperand(1).getType() << " and "
             << type;
  }
  if (op->getResult(0).getType() != input)
    return emitMisfit(op, {op->getOperand(0)})
           << "result must be " << input << ", found "
           << op->getResult(0).getType();
  return success();
}

/// Leading dims split; the normalised ones need the statistics of all.
static Rule getNormRule(Operation *op) {
  Rule rule;
  RankedTensorType input = getTensorType(op->getOperand(0));
  int64_t leading =
      input.getRank() - getTensorType(op->getOperand(1)).getRank();
  for (auto [dim, extent] : llvm::enumerate(input.getShape())) {
    if (static_cast<int64_t>(dim) >= leading) {
      rule.factors.push_back(makeBlockedFactor(
          op, extent,
          "dimension " + std::to_string(dim) +
              " is normalised as a whole; the alternative `parts` splits it"));
      continue;
    }
    Factor factor = makeFactor(op, extent);
    factor.operandDims[0] = factor.resultDims[0] = dim;
    rule.factors.push_back(std::move(factor));
  }
  return rule;
}

/// Returns whether a norm of this type multiplies by the reciprocal of the
/// root, as all but f64 do.
static bool usesReciprocal(RankedTensorType type) {
  return !type.getElementType().isF64();
}

namespace {

/// The loops, maps and statistics that both norms share.
class NormParts : public PartsBuilder {
public:
  NormParts(Operation *op, OpBuilder &builder)
      : PartsBuilder(builder, op->getLoc(), op->getOperand(0).getType()),
        input(op->getOperand(0)), type(getTensorType(input)),
        leading(type.getRank() - getTensorType(op->getOperand(1)).getRank()),
        whole(identity(type.getRank())),
        statistic(select(type.getRank(), to_vector(seq<int64_t>(0, leading)))),
        parameter(select(type.getRank(),
                         to_vector(seq<int64_t>(leading, type.getRank())))),
        count(1) {
    for (int64_t extent : type.getShape().drop_front(leading))
      count *= static_cast<double>(extent);
  }

  /// The sum of `term(input, statistics...)` over the normalised dims.
  Value sum(ValueRange statistics, Body term) {
    SmallVector<Value> inputs = {input};
    SmallVector<AffineMap> maps = {whole};
    for (Value value : statistics) {
      inputs.push_back(value);
      maps.push_back(statistic);
    }
    return reduce(getType(type.getShape().take_front(leading)), statistic,
                  getLiteral(0.0), inputs, maps,
                  [&](OpBuilder &builder, ValueRange arguments) {
                    return add(builder, arguments.back(),
                               term(builder, arguments.drop_back()));
                  });
  }

  /// Returns x / root for the root of a row. In f32 as a product: the
  /// reciprocal is computed once for a row.
  Value divideRow(OpBuilder &builder, Value x, Value root) {
    if (usesReciprocal(type))
      return mul(builder, x, div(builder, literal(builder, 1.0), root));
    return div(builder, x, root);
  }

  Value input;
  RankedTensorType type;
  int64_t leading;
  AffineMap whole, statistic, parameter;
  double count; ///< of normalised elements
};

} // namespace

LogicalResult LayerNormOp::verify() { return verifyNorm(*this); }
Rule LayerNormOp::getRule() { return getNormRule(*this); }

SmallVector<Value> LayerNormOp::lowerToLinalg(OpBuilder &builder) {
  NormParts parts(*this, builder);
  auto centre = [&](OpBuilder &builder, Value x, Value sum) {
    Value mean = parts.div(builder, sum, parts.literal(builder, parts.count));
    return parts.sub(builder, parts.widen(builder, x), mean);
  };
  Value sum = parts.sum({}, [&](OpBuilder &builder, ValueRange arguments) {
    return parts.widen(builder, arguments[0]);
  });
  Value squares = parts.sum(sum, [&](OpBuilder &builder, ValueRange arguments) {
    Value centred = centre(builder, arguments[0], arguments[1]);
    return parts.mul(builder, centred, centred);
  });
  double epsilon = getEpsilon().convertToDouble();
  return {parts.map(
      parts.type, {parts.input, sum, squares, getWeight(), getBias()},
      {parts.whole, parts.statistic, parts.statistic, parts.parameter,
       parts.parameter},
      [&](OpBuilder &builder, ValueRange arguments) {
        Value variance = parts.div(builder, arguments[2],
                                   parts.literal(builder, parts.count));
        Value root = parts.make<math::SqrtOp>(
            builder,
            parts.add(builder, variance, parts.literal(builder, epsilon)));
        Value scaled = parts.mul(
            builder,
            parts.divideRow(builder,
                            centre(builder, arguments[0], arguments[1]), root),
            parts.widen(builder, arguments[3]));
        return parts.narrow(
            builder,
            parts.add(builder, scaled, parts.widen(builder, arguments[4])),
            parts.type.getElementType());
      })};
}

LogicalResult RMSNormOp::verify() { return verifyNorm(*this); }
Rule RMSNormOp::getRule() { return getNormRule(*this); }

SmallVector<Value> RMSNormOp::lowerToLinalg(OpBuilder &builder) {
  NormParts parts(*this, builder);
  Value squares = parts.sum({}, [&](OpBuilder &builder, ValueRange arguments) {
    Value x = parts.widen(builder, arguments[0]);
    return parts.mul(builder, x, x);
  });
  double epsilon = getEpsilon().convertToDouble();
  return {parts.map(
      parts.type, {parts.input, squares, getWeight()},
      {parts.whole, parts.statistic, parts.parameter},
      [&](OpBuilder &builder, ValueRange arguments) {
        Value mean = parts.div(builder, arguments[1],
                               parts.literal(builder, parts.count));
        Value root = parts.make<math::SqrtOp>(
            builder, parts.add(builder, mean, parts.literal(builder, epsilon)));
        Value scaled = parts.mul(
            builder,
            parts.divideRow(builder, parts.widen(builder, arguments[0]), root),
            parts.widen(builder, arguments[2]));
        return parts.narrow(builder, scaled, parts.type.getElementType());
      })};
}

OpWork LayerNormOp::getWork() {
  return makeStreamingWork(*this, 0,
                           13 + usesReciprocal(getTensorType(getInput())));
}

OpWork RMSNormOp::getWork() {
  return makeStreamingWork(*this, 0,
                           7 + usesReciprocal(getTensorType(getInput())));
}
