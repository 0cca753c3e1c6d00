// TensorReshape.cpp: SBPOpInterface for expand and collapse

#include "Models.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "sbp/Interfaces/RuleBuilding.h"

using namespace llvm;
using namespace mlir;

namespace sbp {

/// The factors of one flattened dim: its parts that are not 1, outermost first.
/// An inner part can be split only where the outer ones are used up. Where all
/// parts are 1 the first of them stands for the flattened dim.
static void addGroup(Rule &rule, Operation *op, ArrayRef<int64_t> parts,
                     ArrayRef<int64_t> shape, int64_t flatDim, bool isExpand) {
  SmallVector<int64_t> kept;
  llvm::copy_if(parts, std::back_inserter(kept),
                [&](int64_t dim) { return shape[dim] != 1; });
  if (kept.empty() && !parts.empty())
    kept.push_back(parts.front());
  SmallVector<unsigned> outer;
  for (auto [i, dim] : llvm::enumerate(kept)) {
    Factor factor = makeFactor(op, shape[dim]);
    for (int64_t inner : ArrayRef(kept).drop_front(i + 1))
      factor.trailing *= shape[inner];
    factor.leading.assign(outer.begin(), outer.end());
    factor.operandDims[0] = isExpand ? flatDim : dim;
    factor.resultDims[0] = isExpand ? dim : flatDim;
    outer.push_back(rule.factors.size());
    rule.factors.push_back(std::move(factor));
  }
}

namespace {

template <typename Op>
struct ReshapeModel : SBPOpInterface::ExternalModel<ReshapeModel<Op>, Op> {
  OpWork getWork(Operation *op) const { return makeViewWork(op); }
  static constexpr bool isExpand = std::is_same_v<Op, tensor::ExpandShapeOp>;

  Rule getRule(Operation *op) const {
    Rule rule;
    auto reshape = cast<Op>(op);
    RankedTensorType expanded =
        isExpand ? reshape.getResultType() : reshape.getSrcType();
    if (!expanded.hasStaticShape()) {
      rule.error = "has a dynamic shape; give every dimension a size";
      return rule;
    }
    for (auto [flatDim, parts] :
         llvm::enumerate(reshape.getReassociationIndices()))
      addGroup(rule, op, parts, expanded.getShape(), flatDim, isExpand);
    addMovement(rule, op, {0});
    return rule;
  }
  FailureOr<SmallVector<Value>> buildLocal(Operation *op, OpBuilder &builder,
                                           const Signature &signature,
                                           ValueRange locals,
                                           ShardContext &context) const {
    auto reshape = cast<Op>(op);
    RankedTensorType type =
        context.getLocalType(reshape.getResultType(), signature.results[0]);
    return SmallVector<Value>{Op::create(builder, op->getLoc(), type, locals[0],
                                         reshape.getReassociationIndices())};
  }
};

} // namespace

void attachReshapeModels(MLIRContext *context) {
  tensor::ExpandShapeOp::attachInterface<ReshapeModel<tensor::ExpandShapeOp>>(
      *context);
  tensor::CollapseShapeOp::attachInterface<
      ReshapeModel<tensor::CollapseShapeOp>>(*context);
}

} // namespace sbp
