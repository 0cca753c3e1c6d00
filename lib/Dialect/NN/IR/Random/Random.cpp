// Random.cpp: nn.random

#include "Random/RandomBody.h"
#include "sbp/Dialect/NN/IR/NNDialect.h"
#include "sbp/Interfaces/LocalBuild.h"
#include "sbp/Interfaces/RuleBuilding.h"
#include "sbp/Interfaces/StructuredBuilding.h"
#include "sbp/Interfaces/TensorTypes.h"

using namespace llvm;
using namespace mlir;
using namespace sbp;
using namespace sbp::nn;

#include "sbp/Dialect/NN/IR/NNEnums.cpp.inc"

LogicalResult RandomOp::verify() {
  Type element = getElementTypeOrSelf(getResult());
  bool isBernoulli = getKind() == RandomKind::Bernoulli;
  if (isa<FloatType>(element) == isBernoulli)
    return emitOpError() << stringifyRandomKind(getKind()) << " numbers are "
                         << (isBernoulli ? "i1" : "floats") << ", found "
                         << element;
  std::optional<APFloat> probability = getProbability();
  if (!isBernoulli && probability)
    return emitOpError() << stringifyRandomKind(getKind())
                         << " numbers have no probability; remove it";
  if (!isBernoulli)
    return success();
  if (!probability)
    return emitOpError() << "bernoulli numbers need a probability from 0 to 1";
  double value = probability->convertToDouble();
  if (!(value >= 0.0 && value <= 1.0))
    return emitOpError() << "probability " << std::to_string(value)
                         << " is not from 0 to 1";
  return success();
}

Rule RandomOp::getRule() {
  Rule rule;
  addFreeDims(rule, *this);
  for (Factor &factor : rule.factors)
    factor.needsOffset = true;
  return rule;
}

/// The elements of `type` that stand at `offsets` of the op's result.
static Value buildElements(RandomOp op, OpBuilder &builder,
                           RankedTensorType type, Value seed,
                           ArrayRef<Value> offsets) {
  StructuredBuilder structured(builder, op.getLoc());
  AffineMap toSeed = structured.select(type.getRank(), {});
  return structured.map(type, seed, {toSeed},
                        [&](OpBuilder &builder, ValueRange arguments) {
                          RandomBody body(op, builder);
                          return body.build(arguments[0], offsets);
                        });
}

FailureOr<SmallVector<Value>> RandomOp::buildLocal(OpBuilder &builder,
                                                   const Signature &signature,
                                                   ValueRange locals,
                                                   ShardContext &context) {
  RankedTensorType type = context.getLocalType(
      cast<RankedTensorType>(getResult().getType()), signature.results[0]);
  SmallVector<Value> offsets;
  for (const Factor &factor : getRule().factors)
    offsets.push_back(
        getFactorOffset(*this, builder, factor, signature, context));
  return SmallVector<Value>{
      buildElements(*this, builder, type, locals[0], offsets)};
}

SmallVector<Value> RandomOp::lowerToLinalg(OpBuilder &builder) {
  auto type = cast<RankedTensorType>(getResult().getType());
  return {buildElements(*this, builder, type, getSeed(),
                        SmallVector<Value>(type.getRank()))};
}

/// Ten rounds of Philox produce four words; an element is computed from up to
/// four of them.
OpWork RandomOp::getWork() {
  OpWork work = makeWork(*this, OpWork::Traffic::None, /*writes=*/true);
  work.parts.emplace_back().flops = 40 * countElements(getResult());
  return work;
}
