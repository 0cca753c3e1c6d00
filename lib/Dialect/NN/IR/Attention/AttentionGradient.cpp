// AttentionGradient.cpp: nn.attention_gradient

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "sbp/Dialect/NN/IR/NNDialect.h"
#include "sbp/Interfaces/LocalBuild.h"
#include "sbp/Interfaces/Misfit.h"
#include "sbp/Interfaces/RuleBuilding.h"
#include "sbp/Interfaces/TensorTypes.h"

using namespace llvm;
using namespace mlir;
using namespace sbp;
using namespace sbp::nn;

//===----------------------------------------------------------------------===//
// Constraints
//===----------------------------------------------------------------------===//

/// (C1) of nn.attention, for the operands that the two ops share.
static LogicalResult verifyGradientShapes(AttentionGradientOp op) {
  for (Value operand : {op.getQuery(), op.getKey(), op.getValue()})
    if (getTensorType(operand).getRank() != 4)
      return emitMisfit(op, {operand})
             << "operand " << operand.getType()
             << " must have 4 dimensions: batch, heads, positions, width";
  ArrayRef<int64_t> q = getTensorType(op.getQuery()).getShape(),
                    k = getTensorType(op.getKey()).getShape(),
                    v = getTensorType(op.getValue()).getShape();
  bool fits =
      q[0] == k[0] && q[3] == k[3] && k.take_front(3) == v.take_front(3);
  // A piece may have no heads at all.
  bool divides = k[1] == 0 ? q[1] == 0 : q[1] % k[1] == 0;
  if (!fits || !divides)
    return emitMisfit(op, {op.getQuery(), op.getKey(), op.getValue()})
           << "query " << op.getQuery().getType() << ", key "
           << op.getKey().getType() << " and value " << op.getValue().getType()
           << " do not fit";
  if (!op.getMask())
    return success();
  RankedTensorType mask = getTensorType(op.getMask());
  int64_t scores[] = {q[0], q[1], q[2], k[2]};
  bool broadcasts =
      mask.getRank() == 4 &&
      llvm::all_of(llvm::zip_equal(mask.getShape(), scores), [](auto pair) {
        auto [found, wanted] = pair;
        return found == 1 || found == wanted;
      });
  if (broadcasts)
    return success();
  return emitMisfit(op, {op.getMask(), op.getQuery(), op.getKey()})
         << "mask " << mask << " does not broadcast to the scores"; // (C2)
}

LogicalResult AttentionGradientOp::verify() {
  if (failed(verifyGradientShapes(*this)))
    return failure();
  RankedTensorType query = getTensorType(getQuery());
  Type element = query.getElementType();
  SmallVector<int64_t> shape(query.getShape());
  auto sums = RankedTensorType::get(
      ArrayRef<int64_t>(shape).drop_back(),
      element.isF64() ? element : Float32Type::get(getContext()));
  shape[3] = getTensorType(getValue()).getDimSize(3);
  auto output = RankedTensorType::get(shape, element);
  auto check = [&](Value value, Type expected) -> LogicalResult { // (C3), (C4)
    if (!value || value.getType() == expected)
      return success();
    return emitMisfit(*this, {value})
           << "expected " << expected << ", found " << value.getType();
  };
  if (failed(check(getOutput(), output)) ||
      failed(check(getCotangent(), output)) ||
      failed(check(getLogSumExp(), sums)) ||
      failed(check(getSumsCotangent(), sums)) ||
      failed(check(getQueryGradient(), query)) ||
      failed(check(getKeyGradient(), getKey().getType())) ||
      failed(check(getValueGradient(), getValue().getType())))
    return failure();
  if (getMaskGradient() &&
      (!getMask() || getMaskGradient().getType() != getMask().getType()))
    return emitOpError() << "result #3 is the gradient of no mask";
  for (Value operand : {getKey(), getValue(), getMask()})
    if (operand && getElementTypeOrSelf(operand) != element)
      return emitMisfit(*this, {operand, getQuery()})
             << "operand has elements of " << getElementTypeOrSelf(operand)
             << " but query of " << element;
  if (!getCotangent() && !getSumsCotangent())
    return emitOpError() << "has no cotangent";
  if (getWindow() && getWindow()->size() != 2)
    return emitOpError() << "window must have 2 numbers, found "
                         << getWindow()->size();
  return success();
}

int64_t AttentionGradientOp::getNumSharedHeads() {
  int64_t groups = getTensorType(getKey()).getDimSize(1);
  return groups == 0 ? 1 : getTensorType(getQuery()).getDimSize(1) / groups;
}

int64_t AttentionGradientOp::getDefaultFirstQuery() {
  return getTensorType(getKey()).getDimSize(2) -
         getTensorType(getQuery()).getDimSize(2);
}

std::optional<KeyWindow> AttentionGradientOp::getKeyWindow() {
  if (std::optional<ArrayRef<int64_t>> window = getWindow())
    return KeyWindow{(*window)[0], (*window)[1]};
  if (getCausal())
    return KeyWindow{kUnboundedReach, 0};
  return std::nullopt;
}

//===----------------------------------------------------------------------===//
// Distribution
//===----------------------------------------------------------------------===//

namespace {
/// Builds the factors by what they are in queries, in keys and in the mask.
class FactorBuilder {
public:
  FactorBuilder(AttentionGradientOp op, Rule &rule) : op(op), rule(rule) {}

  /// Adds a factor that is dimension `rows` of all tensors of queries, `keys`
  /// of key and value, and `scores` of the scores. What lacks the dimension is
  /// whole, and its gradient a partial sum.
  Factor &add(int64_t extent, std::optional<int64_t> rows,
              std::optional<int64_t> keys, int64_t scores) {
    Factor factor = makeFactor(op, extent);
    std::optional<int64_t> ofMask;
    if (op.getMask() && getTensorType(op.getMask()).getDimSize(scores) != 1)
      ofMask = scores;
    for (unsigned number = 0; number < op->getNumOperands(); ++number)
      factor.operandDims[number] = getDim(number, rows, keys, ofMask);
    factor.resultDims[0] = rows;
    factor.resultDims[1] = factor.resultDims[2] = keys;
    if (op.getMaskGradient())
      factor.resultDims[3] = ofMask;
    if (llvm::is_contained(factor.resultDims, std::nullopt)) {
      factor.kind = Factor::Kind::Reduction;
      for (std::optional<int64_t> dim : factor.resultDims)
        factor.combiners.push_back(
            dim ? std::nullopt : std::optional<Combiner>(Combiner::Sum));
    }
    rule.factors.push_back(std::move(factor));
    return rule.factors.back();
  }

private:
  std::optional<int64_t> getDim(unsigned number, std::optional<int64_t> rows,
                                std::optional<int64_t> keys,
                                std::optional<int64_t> ofMask) {
    auto isIn = [&](OperandRange range) {
      return !range.empty() && range.getBeginOperandIndex() == number;
    };
    if (number == 1 || number == 2)
      return keys;
    if (isIn(op.getODSOperands(3)))
      return ofMask;
    return op->getOperand(number).getType().isIndex() ? std::nullopt : rows;
  }

  AttentionGradientOp op;
  Rule &rule;
};
} // namespace

Rule AttentionGradientOp::getRule() {
  Rule rule;
  ArrayRef<int64_t> q = getTensorType(getQuery()).getShape(),
                    k = getTensorType(getKey()).getShape(),
                    v = getTensorType(getValue()).getShape();
  bool hasPositions = getKeyWindow().has_value();
  FactorBuilder factors(*this, rule);
  factors.add(q[0], 0, 0, 0);
  factors.add(k[1], 1, 1, 1).trailing = getNumSharedHeads();
  factors.add(q[2], 2, std::nullopt, 2).needsOffset = hasPositions;
  factors.add(k[2], std::nullopt, 2, 3).needsOffset = hasPositions;
  for (int64_t extent : {q[3], v[3]})
    rule.factors.push_back(makeBlockedFactor(
        *this, extent,
        "widths are contracted inside; the alternative `parts` splits them"));
  return rule;
}

static bool splitsDim(const Distribution &distribution, int64_t dim) {
  return llvm::any_of(distribution.components,
                      [=](const Component &c) { return c.isSplit(dim); });
}

/// A shard of the queries or of the keys states the positions of the first.
FailureOr<SmallVector<Value>>
AttentionGradientOp::buildLocal(OpBuilder &builder, const Signature &signature,
                                ValueRange locals, ShardContext &context) {
  auto built = buildLocalByCloning(*this, builder, signature, locals, context);
  const Distribution &ofQuery = signature.operands[0];
  const Distribution &ofKey = signature.operands[1];
  bool isSplit = splitsDim(ofQuery, 2) || splitsDim(ofKey, 2);
  if (failed(built) || !getKeyWindow() || !isSplit)
    return built;
  auto local = cast<AttentionGradientOp>((*built)[0].getDefiningOp());
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPoint(local);
  auto shift = [&](Value first, int64_t otherwise, Value tensor,
                   const Distribution &distribution) -> Value {
    if (!first)
      first = arith::ConstantIndexOp::create(builder, getLoc(), otherwise);
    if (!splitsDim(distribution, 2))
      return first;
    Value offset = context.getOffset(builder, getLoc(), getTensorType(tensor),
                                     distribution, 2);
    return arith::AddIOp::create(builder, getLoc(), first, offset);
  };
  local.getFirstQueryMutable().assign(
      shift(getFirstQuery(), getDefaultFirstQuery(), getQuery(), ofQuery));
  local.getFirstKeyMutable().assign(shift(getFirstKey(), 0, getKey(), ofKey));
  return built;
}

//===----------------------------------------------------------------------===//
// Work
//===----------------------------------------------------------------------===//

/// Five products of blocks, of which the scores of causal attention or of a
/// window are a part.
OpWork AttentionGradientOp::getWork() {
  OpWork work = makeWork(*this, OpWork::Traffic::Whole, /*writes=*/true);
  for (unsigned i = 0; i < getNumOperands(); ++i)
    if (getOperand(i).getType().isIndex())
      work.reads[i] = OpWork::Traffic::None;
  double rows = getTensorType(getLogSumExp()).getNumElements();
  double keys = getTensorType(getKey()).getDimSize(2);
  double width = getTensorType(getQuery()).getDimSize(3);
  double valueWidth = getTensorType(getValue()).getDimSize(3);
  double scores = rows * keys;
  auto add = [&](double flops, WorkClass kind) {
    OpWork::Part &part = work.parts.emplace_back();
    part.flops = flops;
    part.kind = kind;
  };
  add(scores * 2 * (3 * width + (getCotangent() ? 2 * valueWidth : 0)),
      WorkClass::Attention);
  double perComparison = getWindow() ? 7 : getKeyWindow() ? 4 : 0;
  // Weights of rows that see no key, and slopes of hidden keys, are set to 0.
  double perGuard = getMask() || getKeyWindow() ? 2 + 2 : 0;
  double perScore = 4 + perComparison + perGuard + (getMask() ? 3 : 0) +
                    (getMaskGradient() ? 1 : 0) +
                    (getCotangent() && getSumsCotangent() ? 1 : 0);
  double scaled = getTensorType(getQuery()).getNumElements() +
                  getTensorType(getKey()).getNumElements();
  double dots = getCotangent() ? rows * 2 * valueWidth : 0;
  add(scores * perScore + scaled + dots, WorkClass::Elementwise);
  add(scores, WorkClass::Functions);
  return work;
}
