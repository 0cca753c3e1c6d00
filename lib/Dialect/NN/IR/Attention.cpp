//===- Attention.cpp - nn.attention ---------------------------------------===//

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/BuiltinTypes.h"
#include "sbp/Dialect/NN/IR/NNDialect.h"
#include "sbp/Interfaces/LocalBuild.h"
#include "sbp/Interfaces/Misfit.h"
#include "sbp/Interfaces/RuleBuilding.h"

using namespace llvm;
using namespace mlir;
using namespace sbp;
using namespace sbp::nn;

static RankedTensorType getTensorType(Value value) {
  return cast<RankedTensorType>(value.getType());
}

/// (C1): four dimensions each, and those that are shared are equal.
static LogicalResult verifyShapes(AttentionOp op, RankedTensorType query,
                                  RankedTensorType key,
                                  RankedTensorType value) {
  for (Value operand : {op.getQuery(), op.getKey(), op.getValue()})
    if (auto type = getTensorType(operand); type.getRank() != 4)
      return emitMisfit(op, {operand})
             << "operand " << type
             << " must have 4 dimensions: batch, heads, "
                "positions, width";
  auto q = query.getShape(), k = key.getShape(), v = value.getShape();
  if (q[0] != k[0] || q[0] != v[0])
    return emitMisfit(op, {op.getQuery(), op.getKey(), op.getValue()})
           << "batch sizes differ: " << q[0] << ", " << k[0] << " and " << v[0];
  bool isPiece = op.getFirstHead() != nullptr;
  if (isPiece != op.getSharedHeads().has_value()) // (C5)
    return op.emitOpError()
           << "has " << (isPiece ? "first_head" : "shared_heads") << " but no "
           << (isPiece ? "shared_heads" : "first_head");
  if (isPiece && *op.getSharedHeads() < 1)
    return op.emitOpError() << "shared_heads is " << *op.getSharedHeads()
                            << "; it must be at least 1";
  if (op.getFirstQuery() && !op.getCausal()) // (C6)
    return op.emitOpError() << "has first_query but is not causal";
  if (k[1] != v[1] || k[1] == 0 || (!isPiece && q[1] % k[1] != 0))
    return emitMisfit(op, {op.getQuery(), op.getKey(), op.getValue()})
           << "heads of key (" << k[1] << ") and value (" << v[1]
           << ") must be equal and divide those of query (" << q[1] << ")";
  if (k[2] != v[2])
    return emitMisfit(op, {op.getKey(), op.getValue()})
           << "key has " << k[2] << " positions but value " << v[2];
  if (q[3] != k[3])
    return emitMisfit(op, {op.getQuery(), op.getKey()})
           << "query has width " << q[3] << " but key " << k[3];
  return success();
}

/// (C2): broadcast against the scores.
static LogicalResult verifyMask(AttentionOp op, RankedTensorType mask,
                                ArrayRef<int64_t> scores) {
  bool fits =
      mask.getRank() == 4 &&
      llvm::all_of(llvm::zip_equal(mask.getShape(), scores), [](auto pair) {
        auto [found, wanted] = pair;
        return found == 1 || found == wanted;
      });
  if (fits)
    return success();
  InFlightDiagnostic error =
      emitMisfit(op, {op.getMask(), op.getQuery(), op.getKey()})
      << "mask " << mask << " does not broadcast to ";
  llvm::interleave(
      scores, [&](int64_t extent) { error << extent; },
      [&]() { error << "x"; });
  return error;
}

LogicalResult AttentionOp::verify() {
  RankedTensorType query = getTensorType(getQuery()),
                   key = getTensorType(getKey()),
                   value = getTensorType(getValue());
  if (failed(verifyShapes(*this, query, key, value)))
    return failure();
  auto q = query.getShape();
  Type elementType = query.getElementType();
  for (Value operand : getOperands())
    if (!operand.getType().isIndex() &&
        getElementTypeOrSelf(operand) != elementType)
      return emitMisfit(*this, {operand, getQuery()})
             << "operand has elements of " << getElementTypeOrSelf(operand)
             << " but query of " << elementType;
  if (getMask() && failed(verifyMask(*this, getTensorType(getMask()),
                                     {q[0], q[1], q[2], key.getDimSize(2)})))
    return failure();
  auto result = RankedTensorType::get({q[0], q[1], q[2], value.getDimSize(3)},
                                      elementType);
  if (getResult().getType() != result)
    return emitMisfit(*this, {getQuery(), getValue()})
           << "result must be " << result << ", found "
           << getResult().getType();
  Type wide =
      elementType.isF64() ? elementType : Float32Type::get(getContext());
  auto sums = RankedTensorType::get({q[0], q[1], q[2]}, wide);
  if (getLogSumExp().getType() != sums)
    return emitMisfit(*this, {getQuery()})
           << "log_sum_exp must be " << sums << ", found "
           << getLogSumExp().getType();
  return success();
}

Rule AttentionOp::getRule() {
  Rule rule;
  auto q = getTensorType(getQuery()).getShape();
  auto k = getTensorType(getKey()).getShape();
  auto v = getTensorType(getValue()).getShape();
  auto add = [&](int64_t extent, SmallVector<std::optional<int64_t>, 4> inputs,
                 std::optional<int64_t> maskDim,
                 SmallVector<std::optional<int64_t>, 1> results) -> Factor & {
    Factor factor = makeFactor(*this, extent);
    llvm::copy(inputs, factor.operandDims.begin());
    if (getMask() && maskDim &&
        getTensorType(getMask()).getDimSize(*maskDim) != 1)
      factor.operandDims[3] = maskDim;
    factor.resultDims = std::move(results);
    rule.factors.push_back(std::move(factor));
    return rule.factors.back();
  };
  auto block = [&](int64_t extent, std::string reason) {
    rule.factors.push_back(makeBlockedFactor(*this, extent, std::move(reason)));
  };
  std::nullopt_t none = std::nullopt;
  add(q[0], {0, 0, 0}, 0, {0, 0});
  // A group of query heads stays with its head of key and value. A piece of
  // them cannot: where it begins is known when it runs.
  int64_t shared = getNumSharedHeads();
  bool isShared = getFirstHead() || (shared > 1 && k[1] > 0);
  if (getFirstHead())
    block(k[1], "the piece of the heads says which of them it reads");
  else
    add(k[1], {1, 1, 1}, 1, {1, 1}).trailing = shared;
  Factor &queries = add(q[2], {2, none, none}, 2, {2, 2});
  queries.needsOffset = getCausal();
  block(k[2], "key positions are normalised as a whole; the alternative "
              "`parts` splits them");
  block(q[3], "the width of query and key is contracted before the "
              "exponential; the alternative `parts` splits it");
  add(v[3], {none, none, 3}, none, {3, none});
  // Heads alone, inside of what their groups were cut into.
  if (isShared) {
    rule.factors[1].before.push_back(rule.factors.size());
    add(q[1], {1, none, none}, 1, {1, 1}).needsOffset = true;
  }
  return rule;
}

int64_t AttentionOp::getNumSharedHeads() {
  if (getSharedHeads())
    return *getSharedHeads();
  return getTensorType(getQuery()).getDimSize(1) /
         getTensorType(getKey()).getDimSize(1);
}

int64_t AttentionOp::getLastKeyOfFirstQuery() {
  return getTensorType(getKey()).getDimSize(2) -
         getTensorType(getQuery()).getDimSize(2);
}

static bool splits(const Distribution &distribution, int64_t dim) {
  return llvm::any_of(distribution.components,
                      [=](const Component &c) { return c.isSplit(dim); });
}

namespace {
/// The places of one shard.
struct ShardPlaces {
  OpBuilder &builder;
  Location loc;
  const Signature &signature;
  ShardContext &context;

  Value getOffset(OpOperand &operand, int64_t dim) const {
    const Distribution &distribution =
        signature.operands[operand.getOperandNumber()];
    if (!splits(distribution, dim))
      return arith::ConstantIndexOp::create(builder, loc, 0);
    return context.getOffset(builder, loc, getTensorType(operand.get()),
                             distribution, dim);
  }
  Value add(Value a, Value b) const {
    return b ? arith::AddIOp::create(builder, loc, a, b) : a;
  }
};
} // namespace

/// A shard that does not have all query heads of its groups, or not the first
/// queries of causal attention, says where it begins.
FailureOr<SmallVector<Value>>
AttentionOp::buildLocal(OpBuilder &builder, const Signature &signature,
                        ValueRange locals, ShardContext &context) {
  auto built = buildLocalByCloning(*this, builder, signature, locals, context);
  if (failed(built))
    return built;
  auto local = cast<AttentionOp>((*built)[0].getDefiningOp());
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPoint(local);
  ShardPlaces places{builder, getLoc(), signature, context};
  OpOperand &query = getQueryMutable(), &key = getKeyMutable();
  int64_t shared = getNumSharedHeads();
  int64_t heads = getTensorType(local.getQuery()).getDimSize(1);
  int64_t groups = getTensorType(local.getKey()).getDimSize(1);
  // Where all read one head, which one does not matter.
  bool hasGroups = heads == groups * shared || (groups == 1 && !getFirstHead());
  if (splits(signature.operands[0], 1) && !hasGroups) {
    Value first = places.getOffset(query, 1);
    if (splits(signature.operands[1], 1)) {
      Value ofGroups = arith::MulIOp::create(
          builder, getLoc(), places.getOffset(key, 1),
          arith::ConstantIndexOp::create(builder, getLoc(), shared));
      first = arith::SubIOp::create(builder, getLoc(), first, ofGroups);
    }
    local.getFirstHeadMutable().assign(places.add(first, getFirstHead()));
    local.setSharedHeads(shared);
  }
  if (getCausal() && splits(signature.operands[0], 2)) {
    Value first = getFirstQuery();
    if (!first)
      first = arith::ConstantIndexOp::create(builder, getLoc(),
                                             getLastKeyOfFirstQuery());
    local.getFirstQueryMutable().assign(
        places.add(first, places.getOffset(query, 2)));
  }
  return built;
}
