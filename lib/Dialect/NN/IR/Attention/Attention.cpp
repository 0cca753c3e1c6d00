// Attention.cpp: nn.attention

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Matchers.h"
#include "sbp/Dialect/NN/IR/NNDialect.h"
#include "sbp/Interfaces/LocalBuild.h"
#include "sbp/Interfaces/Misfit.h"
#include "sbp/Interfaces/RuleBuilding.h"
#include "sbp/Interfaces/TensorTypes.h"

using namespace llvm;
using namespace mlir;
using namespace sbp;
using namespace sbp::nn;

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

/// (C6) and (C7).
static LogicalResult verifyPositions(AttentionOp op) {
  std::optional<ArrayRef<int64_t>> window = op.getWindow();
  if (op.getFirstQuery() && !op.getCausal() && !window)
    return op.emitOpError()
           << "has first_query but is not causal and has no window";
  if (op.getFirstKey() && !window)
    return op.emitOpError() << "has first_key but no window";
  if (!window)
    return success();
  if (window->size() != 2)
    return op.emitOpError() << "window must have 2 numbers, how far it reaches "
                               "back and forward, found "
                            << window->size();
  int64_t back = (*window)[0], forward = (*window)[1];
  constexpr int64_t most = int64_t(1) << 31;
  for (int64_t reach : {back, forward})
    if (reach < -most || reach > most)
      return op.emitOpError()
             << "window reaches " << reach << " keys; it must reach at most "
             << most << " in either direction";
  if (back + forward < 0)
    return op.emitOpError()
           << "window is empty: it reaches " << back << " keys back and "
           << forward << " forward; their sum must be at least 0";
  if (op.getCausal() && forward != 0)
    return op.emitOpError() << "is causal but its window reaches " << forward
                            << " keys forward; it must reach 0 keys forward";
  return success();
}

/// (C2): broadcast against the scores.
static LogicalResult verifyMask(AttentionOp op, RankedTensorType mask,
                                ArrayRef<int64_t> scores) {
  bool fits =
      mask.getRank() == 4 &&
      llvm::all_of(llvm::zip_equal(mask.getShape(), scores), [](auto pair) {
        auto [found, expected] = pair;
        return found == 1 || found == expected;
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

/// The sums have the compute type.
bool AttentionOp::keepsWide(unsigned number) { return number == 1; }

LogicalResult AttentionOp::verify() {
  RankedTensorType query = getTensorType(getQuery()),
                   key = getTensorType(getKey()),
                   value = getTensorType(getValue());
  if (failed(verifyShapes(*this, query, key, value)) ||
      failed(verifyPositions(*this)))
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

/// The windows of the keys that a split of the queries reads, where these are
/// known and leave something out. A mask is whole along its keys then, unless
/// it is the same for all queries.
static void readKeysInWindows(AttentionOp op, Factor &queries) {
  int64_t numKeys = getTensorType(op.getKey()).getDimSize(2);
  std::optional<int64_t> offset = op.getStaticOffset();
  std::optional<KeyWindow> window = op.getKeyWindow();
  // The values of keys that are only hidden count, as 0 times infinity.
  if (!op.getWindow() || !offset ||
      !window->hides(queries.extent, numKeys, *offset))
    return;
  Windows windows{queries.extent, window->size(), 1, *offset - window->back};
  queries.operandWindows.resize(op->getNumOperands());
  for (unsigned operand : {1, 2}) {
    queries.operandDims[operand] = 2;
    queries.operandWindows[operand] = windows;
  }
  if (!op.getMask() || queries.operandDims[3] ||
      getTensorType(op.getMask()).getDimSize(3) == 1)
    return;
  queries.operandDims[3] = 3;
  queries.operandWindows[3] = windows;
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
    block(k[1], "the piece of heads determines which values it reads");
  else
    add(k[1], {1, 1, 1}, 1, {1, 1}).trailing = shared;
  Factor &queries = add(q[2], {2, none, none}, 2, {2, 2});
  queries.needsOffset = getKeyWindow().has_value();
  readKeysInWindows(*this, queries);
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

int64_t AttentionOp::getDefaultFirstQuery() {
  return getTensorType(getKey()).getDimSize(2) -
         getTensorType(getQuery()).getDimSize(2);
}

std::optional<int64_t> AttentionOp::getStaticOffset() {
  auto fold = [](Value position, int64_t otherwise) -> std::optional<int64_t> {
    IntegerAttr known;
    if (!position)
      return otherwise;
    if (matchPattern(position, m_Constant(&known)))
      return known.getInt();
    return std::nullopt;
  };
  auto query = fold(getFirstQuery(), getDefaultFirstQuery());
  auto key = fold(getFirstKey(), 0);
  return query && key ? std::optional(*query - *key) : std::nullopt;
}

std::optional<KeyWindow> AttentionOp::getKeyWindow() {
  if (std::optional<ArrayRef<int64_t>> window = getWindow())
    return KeyWindow{(*window)[0], (*window)[1]};
  if (getCausal())
    return KeyWindow{kUnboundedReach, 0};
  return std::nullopt;
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

/// A piece of the keys needs as much of a mask, which has all of them.
static void sliceMask(AttentionOp local, Value firstKey, OpBuilder &builder) {
  int64_t keys = getTensorType(local.getKey()).getDimSize(2);
  RankedTensorType mask = getTensorType(local.getMask());
  if (mask.getDimSize(3) == keys || mask.getDimSize(3) == 1)
    return;
  SmallVector<int64_t> shape(mask.getShape());
  shape[3] = keys;
  Location loc = local.getLoc();
  // The verifier refuses slices of an empty dimension.
  if (mask.clone(shape).getNumElements() == 0)
    return local.getMaskMutable().assign(
        tensor::EmptyOp::create(builder, loc, shape, mask.getElementType()));
  SmallVector<OpFoldResult> offsets(4, builder.getIndexAttr(0)),
      strides(4, builder.getIndexAttr(1));
  offsets[3] = firstKey;
  local.getMaskMutable().assign(tensor::ExtractSliceOp::create(
      builder, loc, mask.clone(shape), local.getMask(), offsets,
      getAsIndexOpFoldResult(builder.getContext(), shape), strides));
}

/// A shard of the heads that does not have all query heads of its groups states
/// where it begins.
static void setFirstHead(AttentionOp op, AttentionOp local,
                         const ShardPlaces &places) {
  OpBuilder &builder = places.builder;
  int64_t shared = op.getNumSharedHeads();
  int64_t heads = getTensorType(local.getQuery()).getDimSize(1);
  int64_t groups = getTensorType(local.getKey()).getDimSize(1);
  // A single head is read by all queries, wherever they begin.
  bool hasGroups =
      heads == groups * shared || (groups == 1 && !op.getFirstHead());
  if (!splits(places.signature.operands[0], 1) || hasGroups)
    return;
  Value first = places.getOffset(op.getQueryMutable(), 1);
  if (splits(places.signature.operands[1], 1)) {
    Value ofGroups = arith::MulIOp::create(
        builder, op.getLoc(), places.getOffset(op.getKeyMutable(), 1),
        arith::ConstantIndexOp::create(builder, op.getLoc(), shared));
    first = arith::SubIOp::create(builder, op.getLoc(), first, ofGroups);
  }
  local.getFirstHeadMutable().assign(places.add(first, op.getFirstHead()));
  local.setSharedHeads(shared);
}

/// A shard of the queries states the positions of its first query and of the
/// first key that it reads.
static void setPositions(AttentionOp op, AttentionOp local,
                         const ShardPlaces &places) {
  OpBuilder &builder = places.builder;
  if (!op.getKeyWindow() || !splits(places.signature.operands[0], 2))
    return;
  Value first = op.getFirstQuery();
  if (!first)
    first = arith::ConstantIndexOp::create(builder, op.getLoc(),
                                           op.getDefaultFirstQuery());
  local.getFirstQueryMutable().assign(
      places.add(first, places.getOffset(op.getQueryMutable(), 2)));
  if (!splits(places.signature.operands[1], 2))
    return;
  Value firstKey = places.getOffset(op.getKeyMutable(), 2);
  if (op.getMask())
    sliceMask(local, firstKey, builder);
  local.getFirstKeyMutable().assign(places.add(firstKey, op.getFirstKey()));
}

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
  setFirstHead(*this, local, places);
  setPositions(*this, local, places);
  return built;
}
