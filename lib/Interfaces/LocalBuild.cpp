// LocalBuild.cpp: the default lowering of an op to local values, by cloning

#include "sbp/Interfaces/LocalBuild.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/Transforms/RegionUtils.h"
#include "sbp/Interfaces/RuleMemo.h"

using namespace llvm;
using namespace mlir;

namespace sbp {

// Returns whether the op reads only the shape of the operand. Such an operand
// has no local value; an empty tensor of the local type takes its place.
static bool isShapeOnly(const Rule &rule, unsigned operand) {
  return operand < rule.shapeOnly.size() && rule.shapeOnly[operand];
}

/// Clones constants that the regions of `op` read from outside, which need not
/// dominate the place of the clone. Other captured scalars are the caller's to
/// map.
static IRMapping cloneCapturedConstants(Operation *op, OpBuilder &builder) {
  IRMapping mapping;
  llvm::SetVector<Value> captured;
  getUsedValuesDefinedAbove(op->getRegions(), captured);
  for (Value value : captured)
    if (Operation *producer = value.getDefiningOp();
        producer && producer->hasTrait<OpTrait::ConstantLike>())
      mapping.map(value, builder.clone(*producer)->getResult(0));
  return mapping;
}

FailureOr<SmallVector<Value>> buildLocalByCloning(Operation *op,
                                                  OpBuilder &builder,
                                                  const Signature &signature,
                                                  ValueRange locals,
                                                  ShardContext &context) {
  auto ruled = getRuledOp(op);
  const Rule &rule = ruled->rule;
  // Operands are replaced by position, not through a mapping of values: one
  // value may be two operands that are distributed differently.
  SmallVector<Value> operands(locals);
  for (auto [index, operand] : llvm::enumerate(op->getOperands()))
    if (isShapeOnly(rule, index)) {
      auto type = context.getLocalType(
          cast<RankedTensorType>(operand.getType()), signature.operands[index]);
      operands[index] = tensor::EmptyOp::create(
          builder, op->getLoc(), type.getShape(), type.getElementType());
    }
  IRMapping mapping = cloneCapturedConstants(op, builder);
  Operation *clone = builder.clone(*op, mapping);
  clone->setOperands(operands);
  for (auto [index, result] : llvm::enumerate(clone->getResults()))
    if (auto type = dyn_cast<RankedTensorType>(result.getType()))
      result.setType(context.getLocalType(type, signature.results[index]));
  return SmallVector<Value>(clone->getResults());
}

/// Returns the offset of the first value whose dimension the factor splits, or
/// null where the signature splits none.
static Value findOffset(TypeRange types, ArrayRef<std::optional<int64_t>> dims,
                        ArrayRef<Distribution> distributions,
                        OpBuilder &builder, Location loc,
                        ShardContext &context) {
  for (auto [type, dim, distribution] : llvm::zip(types, dims, distributions)) {
    if (!dim)
      continue;
    if (llvm::any_of(distribution.components, [d = *dim](const Component &c) {
          // A window of a convolution begins at another index than the outputs
          // that the factor counts, so its offset is not the factor's.
          return c.isSplit(d) && !c.windows;
        }))
      return context.getOffset(builder, loc, cast<RankedTensorType>(type),
                               distribution, *dim);
  }
  return nullptr;
}

// Example: the loop d0 of a matmul whose left operand is S(0) on an axis of 4
// ranks with 8 rows has offset 2 * rank.
Value getFactorOffset(Operation *op, OpBuilder &builder, const Factor &factor,
                      const Signature &signature, ShardContext &context) {
  Location loc = op->getLoc();
  if (Value offset = findOffset(op->getOperandTypes(), factor.operandDims,
                                signature.operands, builder, loc, context))
    return offset;
  if (Value offset = findOffset(op->getResultTypes(), factor.resultDims,
                                signature.results, builder, loc, context))
    return offset;
  return arith::ConstantIndexOp::create(builder, loc, 0);
}

} // namespace sbp
