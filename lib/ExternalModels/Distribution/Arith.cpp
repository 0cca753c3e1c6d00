// Arith.cpp: SBPOpInterface for arith

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "Models.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "sbp/Interfaces/LocalBuild.h"
#include "sbp/Interfaces/RuleBuilding.h"

using namespace llvm;
using namespace mlir;

namespace sbp {

/// The shard of a constant that is not a splat: cut out of the whole, which
/// later phases store once.
static Value sliceConstant(arith::ConstantOp constant, OpBuilder &builder,
                           const Distribution &distribution,
                           ShardContext &context) {
  Location loc = constant.getLoc();
  auto type = cast<RankedTensorType>(constant.getType());
  RankedTensorType local = context.getLocalType(type, distribution);
  // The verifier refuses a slice of an empty dim, even one at offset 0.
  if (local.getNumElements() == 0)
    return tensor::EmptyOp::create(builder, loc, local.getShape(),
                                   local.getElementType());
  Value whole = builder.clone(*constant)->getResult(0);
  SmallVector<OpFoldResult> offsets(type.getRank(), builder.getIndexAttr(0));
  for (int64_t dim = 0; dim < type.getRank(); ++dim)
    if (llvm::any_of(distribution.components,
                     [&](const Component &c) { return c.isSplit(dim); }))
      offsets[dim] = context.getOffset(builder, loc, type, distribution, dim);
  SmallVector<OpFoldResult> sizes,
      strides(type.getRank(), builder.getIndexAttr(1));
  for (int64_t size : local.getShape())
    sizes.push_back(builder.getIndexAttr(size));
  return tensor::ExtractSliceOp::create(builder, loc, local, whole, offsets,
                                        sizes, strides);
}

namespace {

struct ConstantModel
    : SBPOpInterface::ExternalModel<ConstantModel, arith::ConstantOp> {
  Rule getRule(Operation *op) const {
    Rule rule;
    auto constant = cast<arith::ConstantOp>(op);
    if (!isa<RankedTensorType>(constant.getType()))
      return rule;
    addFreeDims(rule, op);
    if (auto splat = dyn_cast<SplatElementsAttr>(constant.getValue()))
      addNeutralLiteral(rule, op, splat.getSplatValue<Attribute>());
    else
      for (Factor &factor : rule.factors)
        factor.needsOffset = true;
    return rule;
  }
  FailureOr<SmallVector<Value>> buildLocal(Operation *op, OpBuilder &builder,
                                           const Signature &signature,
                                           ValueRange,
                                           ShardContext &context) const {
    auto constant = cast<arith::ConstantOp>(op);
    auto type = dyn_cast<RankedTensorType>(constant.getType());
    if (!type)
      return SmallVector<Value>(builder.clone(*op)->getResults());
    const Distribution &distribution = signature.results[0];
    auto splat = dyn_cast<SplatElementsAttr>(constant.getValue());
    if (!splat)
      return SmallVector<Value>{
          sliceConstant(constant, builder, distribution, context)};
    auto local = splat.resizeSplat(context.getLocalType(type, distribution));
    return SmallVector<Value>{
        arith::ConstantOp::create(builder, op->getLoc(), local)};
  }
};

/// Scalars are the same everywhere. On tensors an op that works element by
/// element splits along with them; normalisation makes it a linalg.generic,
/// whose rule covers partial values too.
template <typename Op>
struct ElementwiseModel
    : SBPOpInterface::ExternalModel<ElementwiseModel<Op>, Op> {
  Rule getRule(Operation *op) const {
    Rule rule;
    if (op->getNumResults() != 1 ||
        !isa<RankedTensorType>(op->getResult(0).getType()))
      return rule;
    addFreeDims(rule, op);
    for (auto [dim, factor] : llvm::enumerate(rule.factors))
      for (auto [i, type] : llvm::enumerate(op->getOperandTypes()))
        if (isa<RankedTensorType>(type))
          factor.operandDims[i] = dim;
    return rule;
  }
  FailureOr<SmallVector<Value>> buildLocal(Operation *op, OpBuilder &builder,
                                           const Signature &signature,
                                           ValueRange locals,
                                           ShardContext &context) const {
    return buildLocalByCloning(op, builder, signature, locals, context);
  }
};

} // namespace

template <typename Op> static void attachIfElementwise(MLIRContext *context) {
  if constexpr (Op::template hasTrait<OpTrait::Elementwise>())
    Op::template attachInterface<ElementwiseModel<Op>>(*context);
}

template <typename... Ops> static void attachElementwise(MLIRContext *context) {
  (attachIfElementwise<Ops>(context), ...);
}

void attachArithModels(MLIRContext *context) {
  arith::ConstantOp::attachInterface<ConstantModel>(*context);
  attachElementwise<
#define GET_OP_LIST
#include "mlir/Dialect/Arith/IR/ArithOps.cpp.inc"
      >(context);
}

void attachMathModels(MLIRContext *context) {
  attachElementwise<
#define GET_OP_LIST
#include "mlir/Dialect/Math/IR/MathOps.cpp.inc"
      >(context);
}

} // namespace sbp
