// Scan.cpp: nn.cumsum, nn.block_sum

#include "Sums.h"
#include "sbp/Dialect/NN/IR/NNDialect.h"
#include "sbp/Interfaces/Misfit.h"
#include "sbp/Interfaces/RuleBuilding.h"
#include "sbp/Interfaces/TensorTypes.h"

using namespace llvm;
using namespace mlir;
using namespace sbp;
using namespace sbp::nn;

/// (C3): `type` with `blocks` in place of `axis`, in the type of sums.
static RankedTensorType getBlocksType(RankedTensorType type, int64_t axis,
                                      int64_t blocks) {
  SmallVector<int64_t> shape(type.getShape());
  shape[axis] = blocks;
  return RankedTensorType::get(shape, getSumType(type));
}

//===----------------------------------------------------------------------===//
// Verifiers
//===----------------------------------------------------------------------===//

/// (C1) and (C2) of both ops.
static LogicalResult verifyBlocks(Operation *op, RankedTensorType input,
                                  int64_t axis, int64_t blocks) {
  if (axis < 0 || axis >= input.getRank())
    return emitMisfit(op, {op->getOperand(0)})
           << "axis " << axis << " is not a dimension of " << input;
  constexpr int64_t mostBlocks = 1 << 16; // more than ranks of any placement
  if (blocks < 1 || blocks > mostBlocks)
    return op->emitOpError()
           << "cuts a dimension into " << blocks << " blocks; 1 to "
           << mostBlocks << " are possible";
  return success();
}

LogicalResult CumsumOp::verify() {
  RankedTensorType input = getTensorType(getInput());
  int64_t axis = getAxis(), blocks = getBlocks();
  if (failed(verifyBlocks(*this, input, axis, blocks)))
    return failure();
  RankedTensorType start = getBlocksType(input, axis, blocks);
  if (getStart() && getStart().getType() != start)
    return emitMisfit(*this, {getInput(), getStart()})
           << "start must be " << start << ", found " << getStart().getType();
  if (getResult().getType() != input)
    return emitMisfit(*this, {getInput()})
           << "result must be " << input << ", found " << getResult().getType();
  return success();
}

LogicalResult BlockSumOp::verify() {
  RankedTensorType input = getTensorType(getInput());
  int64_t axis = getAxis(), blocks = getBlocks();
  if (failed(verifyBlocks(*this, input, axis, blocks)))
    return failure();
  RankedTensorType expected = getBlocksType(input, axis, blocks);
  if (getResult().getType() != expected)
    return emitMisfit(*this, {getInput()})
           << "result must be " << expected << ", found "
           << getResult().getType();
  return success();
}

//===----------------------------------------------------------------------===//
// Rules
//===----------------------------------------------------------------------===//

/// Every dim of operands and results is one factor; `axis` only into exactly
/// `blocks` parts. Running sums are linear.
static Rule getScanRule(Operation *op, int64_t axis, int64_t blocks) {
  Rule rule;
  RankedTensorType input = getTensorType(op->getOperand(0));
  for (auto [dim, extent] : llvm::enumerate(input.getShape())) {
    Factor factor = makeFactor(op, extent);
    llvm::fill(factor.operandDims, std::optional<int64_t>(dim));
    factor.resultDims[0] = dim;
    if (static_cast<int64_t>(dim) == axis) {
      factor.blocks = blocks;
      if (blocks == 1)
        factor = makeBlockedFactor(op, extent,
                                   "dimension " + std::to_string(dim) +
                                       " is summed as a whole");
    }
    rule.factors.push_back(std::move(factor));
  }
  addLinearity(rule, op,
               llvm::to_vector(llvm::seq<unsigned>(op->getNumOperands())));
  return rule;
}

Rule CumsumOp::getRule() {
  Rule rule = getScanRule(*this, getAxis(), getBlocks());
  Factor &scanned = rule.factors[getAxis()];
  if (scanned.kind == Factor::Kind::Blocked && !getStart())
    scanned.reason += "; the alternative `N blocks` splits it over N ranks";
  return rule;
}

Rule BlockSumOp::getRule() {
  return getScanRule(*this, getAxis(), getBlocks());
}

/// A shard of a dim that is split into its blocks holds one of them.
template <typename Op>
static FailureOr<SmallVector<Value>>
buildLocalBlocks(Op op, OpBuilder &builder, const Signature &signature,
                 ValueRange locals, ShardContext &context) {
  auto results = buildLocalByCloning(op, builder, signature, locals, context);
  bool isSplit =
      llvm::any_of(signature.results[0].components,
                   [&](const Component &c) { return c.isSplit(op.getAxis()); });
  if (succeeded(results) && isSplit)
    cast<Op>(results->front().getDefiningOp()).setBlocks(1);
  return results;
}

FailureOr<SmallVector<Value>> CumsumOp::buildLocal(OpBuilder &builder,
                                                   const Signature &signature,
                                                   ValueRange locals,
                                                   ShardContext &context) {
  return buildLocalBlocks(*this, builder, signature, locals, context);
}

FailureOr<SmallVector<Value>> BlockSumOp::buildLocal(OpBuilder &builder,
                                                     const Signature &signature,
                                                     ValueRange locals,
                                                     ShardContext &context) {
  return buildLocalBlocks(*this, builder, signature, locals, context);
}

//===----------------------------------------------------------------------===//
// The alternative: reduce, then scan
//===----------------------------------------------------------------------===//

/// The sums of the blocks are summed up on every rank: a small tensor.
static Value buildInBlocks(CumsumOp op, OpBuilder &builder, int64_t blocks) {
  RankedTensorType type = getTensorType(op.getInput());
  RankedTensorType sums = getBlocksType(type, op.getAxis(), blocks);
  Value total = BlockSumOp::create(builder, op.getLoc(), sums, op.getInput(),
                                   op.getAxis(), blocks);
  Value start = CumsumOp::create(builder, op.getLoc(), sums, total,
                                 /*start=*/Value(), op.getAxis(), /*blocks=*/1,
                                 /*exclusive=*/true, op.getReverse());
  return CumsumOp::create(builder, op.getLoc(), type, op.getInput(), start,
                          op.getAxis(), blocks, op.getExclusive(),
                          op.getReverse());
}

SmallVector<Alternative> CumsumOp::getAlternatives(const Placement &placement) {
  SmallVector<Alternative> forms;
  if (getStart() || getBlocks() > 1)
    return forms;
  int64_t extent = getTensorType(getInput()).getDimSize(getAxis());
  for (int64_t blocks : getPossibleParts(placement, extent))
    forms.push_back({std::to_string(blocks) + " blocks",
                     [op = *this, blocks](OpBuilder &builder) {
                       return SmallVector<Value>{
                           buildInBlocks(op, builder, blocks)};
                     }});
  return forms;
}

//===----------------------------------------------------------------------===//
// Work
//===----------------------------------------------------------------------===//

/// Along the last dim each sum waits for the one before it; along another, rows
/// are added to rows.
OpWork CumsumOp::getWork() {
  OpWork work = makeStreamingWork(*this, 0, 1);
  auto input = cast<RankedTensorType>(getInput().getType());
  if (static_cast<int64_t>(getAxis()) + 1 == input.getRank()) {
    OpWork::Part &waits = work.parts.emplace_back();
    waits.flops = input.getNumElements();
    waits.kind = WorkClass::Order;
  }
  return work;
}

OpWork BlockSumOp::getWork() { return makeStreamingWork(*this, 0, 1); }
