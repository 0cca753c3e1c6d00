// TopK.cpp: nn.top_k: constraints and distribution

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "sbp/Dialect/NN/IR/NNDialect.h"
#include "sbp/Dialect/NN/IR/Order/Order.h"
#include "sbp/Interfaces/Misfit.h"
#include "sbp/Interfaces/RuleBuilding.h"
#include "sbp/Interfaces/StructuredBuilding.h"
#include <cmath>

using namespace llvm;
using namespace mlir;
using namespace sbp;
using namespace sbp::nn;

SmallVector<Interval> TopKOp::getBlockIntervals() {
  int64_t extent =
      cast<RankedTensorType>(getInput().getType()).getDimSize(getAxis());
  int64_t blocks = getBlocks().value_or(1);
  return map_to_vector(seq(blocks), [&](int64_t block) {
    return balancedPart({0, extent}, blocks, block);
  });
}

/// (C2) and (C3).
static LogicalResult verifyCounts(TopKOp op, int64_t extent) {
  int64_t k = op.getK();
  if (k < 1)
    return op.emitOpError() << "k is " << k << "; it must be at least 1";
  if (op.getBlocks() && *op.getBlocks() < 1)
    return op.emitOpError()
           << "blocks is " << *op.getBlocks() << "; it must be at least 1";
  if (!op.getBlocks() && k > extent)
    return emitMisfit(op, {op.getInput()})
           << "k is " << k << " but dimension " << op.getAxis() << " has "
           << extent << " elements";
  return success();
}

LogicalResult TopKOp::verify() {
  auto input = cast<RankedTensorType>(getInput().getType());
  auto indices = cast<RankedTensorType>(getIndices().getType());
  Type indexType = indices.getElementType();
  int64_t axis = getAxis();
  if (failed(verifyOrderedAxis(*this, input, axis, indexType)) ||
      failed(verifyCounts(*this, input.getDimSize(axis))))
    return failure();
  if (getPositions() && getPositions().getType() != input.clone(indexType))
    return emitMisfit(*this, {getInput(), getPositions()})
           << "positions must be " << input.clone(indexType) << ", found "
           << getPositions().getType();
  SmallVector<int64_t> shape(input.getShape());
  shape[axis] = getK() * getBlocks().value_or(1);
  auto verifyResult = [&](StringRef name, Type type,
                          Type elementType) -> LogicalResult {
    auto expected = RankedTensorType::get(shape, elementType);
    if (type == expected)
      return success();
    return emitMisfit(*this, {getInput()})
           << name << " must be " << expected << ", found " << type;
  };
  if (failed(verifyResult("values", getValues().getType(),
                          input.getElementType())))
    return failure();
  return verifyResult("indices", indices, indexType);
}

Rule TopKOp::getRule() {
  Rule rule = getOrderRule(
      *this, getAxis(),
      "the greatest are sought along all of it; the alternative `N blocks` "
      "splits it over N ranks");
  if (getBlocks().value_or(1) == 1)
    return rule;
  Factor &factor = rule.factors[getAxis()];
  factor.kind = Factor::Kind::Parallel;
  factor.reason.clear();
  factor.blocks = *getBlocks();
  factor.needsOffset = !getPositions();
  llvm::fill(factor.operandDims, std::optional<int64_t>(getAxis()));
  llvm::fill(factor.resultDims, std::optional<int64_t>(getAxis()));
  return rule;
}

/// Indices of a shard that begins at `offset`, as indices of the whole. What
/// fills up a piece keeps its index.
static Value shiftIndices(OpBuilder &builder, Location loc, Value indices,
                          Value offset) {
  auto type = cast<RankedTensorType>(indices.getType());
  Type indexType = type.getElementType();
  StructuredBuilder structured(builder, loc);
  return structured.map(
      type, indices, {structured.identity(type.getRank())},
      [&](OpBuilder &builder, ValueRange arguments) -> Value {
        Value last =
            arith::ConstantOp::create(builder, loc, getLastIndex(indexType));
        Value isFill = arith::CmpIOp::create(
            builder, loc, arith::CmpIPredicate::eq, arguments[0], last);
        Value shifted = arith::AddIOp::create(
            builder, loc, arguments[0],
            arith::IndexCastOp::create(builder, loc, indexType, offset));
        return arith::SelectOp::create(builder, loc, isFill, last, shifted);
      });
}

FailureOr<SmallVector<Value>> TopKOp::buildLocal(OpBuilder &builder,
                                                 const Signature &signature,
                                                 ValueRange locals,
                                                 ShardContext &context) {
  auto built = buildLocalByCloning(*this, builder, signature, locals, context);
  int64_t parts = 1;
  for (auto [size, component] : llvm::zip_equal(
           context.getPlacement().axisSizes, signature.operands[0].components))
    parts *= component.isSplit(getAxis()) ? size : 1;
  if (failed(built) || parts == 1)
    return built;
  auto local = cast<TopKOp>((*built)[0].getDefiningOp());
  local.setBlocks(1);
  if (getPositions())
    return built;
  Value offset = context.getOffset(builder, getLoc(),
                                   cast<RankedTensorType>(getInput().getType()),
                                   signature.operands[0], getAxis());
  return SmallVector<Value>{
      local.getValues(),
      shiftIndices(builder, getLoc(), local.getIndices(), offset)};
}

/// The greatest of each block, then the greatest of these: only they travel.
static SmallVector<Value> buildInBlocks(TopKOp op, int64_t blocks,
                                        OpBuilder &builder) {
  auto values = cast<RankedTensorType>(op.getValues().getType());
  auto indices = cast<RankedTensorType>(op.getIndices().getType());
  SmallVector<int64_t> shape(values.getShape());
  shape[op.getAxis()] *= blocks;
  auto candidates = TopKOp::create(
      builder, op.getLoc(), values.clone(shape), indices.clone(shape),
      op.getInput(), op.getPositions(), op.getAxisAttr(), op.getKAttr(),
      builder.getI64IntegerAttr(blocks));
  auto merged = TopKOp::create(builder, op.getLoc(), values, indices,
                               candidates.getValues(), candidates.getIndices(),
                               op.getAxisAttr(), op.getKAttr(),
                               /*blocks=*/IntegerAttr());
  return merged.getResults();
}

SmallVector<Alternative> TopKOp::getAlternatives(const Placement &placement) {
  SmallVector<Alternative> forms;
  int64_t extent =
      cast<RankedTensorType>(getInput().getType()).getDimSize(getAxis());
  if (getBlocks())
    return forms;
  for (int64_t blocks : getPossibleParts(placement, extent))
    // With as many candidates as elements the elements may as well travel.
    if (blocks * static_cast<int64_t>(getK()) < extent)
      forms.push_back({std::to_string(blocks) + " blocks",
                       [op = *this, blocks](OpBuilder &builder) {
                         return buildInBlocks(op, blocks, builder);
                       }});
  return forms;
}

/// Rows whose insertions run together, one per vector lane.
static constexpr int kRowsTogether = 16;

/// Returns the expected insertion steps over the `k` places of the best of `n`
/// elements, for `kRowsTogether` rows in random order. Element j of a row is
/// among the r best so far with probability r / j, and the steps of one row are
/// steps of all.
static double countSteps(double n, double k) {
  double steps = 0, stride = 1;
  for (double j = 1; j <= n; j += stride) {
    stride = std::min(std::max(1.0, std::floor(j / 32)), n - j + 1);
    for (double r = 1; r <= std::min(k, j); ++r)
      steps += stride * (1 - std::pow(1 - r / j, kRowsTogether));
  }
  return steps;
}

/// Each element is compared with the least chosen one, and one that is greater
/// replaces it. In long rows or for large k, k (1 + ln(n / k)) of n elements in
/// random order do, one by one.
OpWork TopKOp::getWork() {
  OpWork work = makeStreamingWork(*this, 0, 1);
  auto input = cast<RankedTensorType>(getInput().getType());
  double n = std::max<int64_t>(1, input.getDimSize(getAxis()));
  double k = std::min(n, static_cast<double>(getK()));
  constexpr double longest = 2048, mostChosen = 96;
  double steps = n <= longest && k <= mostChosen
                     ? countSteps(n, k) / kRowsTogether
                     : std::min(n, k * (1 + std::log(n / k)));
  // Each element of a long row is compared with the least chosen one.
  double compared = n <= longest ? 0 : n;
  OpWork::Part &part = work.parts.emplace_back();
  part.flops = (kPlaceFlops * steps + compared) * (input.getNumElements() / n);
  part.kind = WorkClass::Order;
  // Buffers hold all keys of one row and the candidates.
  work.held.emplace_back().bytes = 8 * (n + std::min(3 * k + 64, n) + 16);
  work.held.back().undividedBy =
      llvm::to_vector(llvm::seq<unsigned>(0, input.getRank()));
  return work;
}
