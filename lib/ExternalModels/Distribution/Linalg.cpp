// Linalg.cpp: SBPOpInterface for linalg

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "../Work/StructuredWork.h"
#include "Models.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "sbp/ExternalModels/LinalgRule.h"
#include "sbp/Interfaces/LocalBuild.h"

using namespace llvm;
using namespace mlir;

namespace sbp {

/// Adds the shard's offset to every `linalg.index` of a loop that is split.
static void shiftIndices(linalg::LinalgOp global, linalg::GenericOp local,
                         OpBuilder &builder, const Rule &rule,
                         const Signature &signature, ShardContext &context) {
  SmallVector<linalg::IndexOp> indices;
  local.getBlock()->walk(
      [&](linalg::IndexOp index) { indices.push_back(index); });
  OpBuilder::InsertionGuard guard(builder);
  for (linalg::IndexOp index : indices) {
    builder.setInsertionPoint(local);
    Value offset = getFactorOffset(
        global, builder, rule.factors[index.getDim()], signature, context);
    builder.setInsertionPointAfter(index);
    auto shifted = arith::AddIOp::create(builder, index.getLoc(),
                                         index.getResult(), offset);
    index.getResult().replaceAllUsesExcept(shifted, shifted);
  }
}

/// A named op implies its body, so a body that is changed needs a generic one.
static linalg::GenericOp generalise(linalg::LinalgOp op, OpBuilder &builder) {
  if (auto generic = dyn_cast<linalg::GenericOp>(*op))
    return generic;
  IRRewriter rewriter(builder);
  rewriter.setInsertionPoint(op);
  return *linalg::generalizeNamedOp(rewriter, op);
}

static bool isShifted(const Component &component, int64_t dim) {
  return component.isSplit(dim) && component.windows &&
         component.windows->first != 0;
}

/// A shard of a tensor that is read from an offset on (d0 * 2 + 3) begins at
/// the offset and not `first` elements before.
static linalg::LinalgOp shiftWindows(linalg::LinalgOp local, OpBuilder &builder,
                                     const Signature &signature) {
  SmallVector<AffineMap> maps = local.getIndexingMapsArray();
  bool isChanged = false;
  for (auto [distribution, map] : llvm::zip(signature.operands, maps)) {
    SmallVector<AffineExpr> results(map.getResults());
    for (auto [dim, expression] : llvm::enumerate(results)) {
      const auto *found = llvm::find_if(
          distribution.components,
          [&, d = dim](const Component &c) { return isShifted(c, d); });
      if (found == distribution.components.end())
        continue;
      expression = expression - found->windows->first;
      isChanged = true;
    }
    map = AffineMap::get(map.getNumDims(), 0, results, map.getContext());
  }
  if (!isChanged)
    return local;
  linalg::GenericOp generic = generalise(local, builder);
  generic.setIndexingMapsAttr(builder.getAffineMapArrayAttr(maps));
  return cast<linalg::LinalgOp>(generic.getOperation());
}

namespace {

/// All structured ops alike.
template <typename Op>
struct StructuredModel
    : SBPOpInterface::ExternalModel<StructuredModel<Op>, Op> {
  Rule getRule(Operation *op) const {
    return deriveRule(cast<linalg::LinalgOp>(op));
  }
  OpWork getWork(Operation *op) const {
    return getStructuredWork(cast<linalg::LinalgOp>(op));
  }
  FailureOr<SmallVector<Value>> buildLocal(Operation *op, OpBuilder &builder,
                                           const Signature &signature,
                                           ValueRange locals,
                                           ShardContext &context) const {
    FailureOr<SmallVector<Value>> results =
        buildLocalByCloning(op, builder, signature, locals, context);
    if (failed(results))
      return failure();
    auto structured = cast<linalg::LinalgOp>(op);
    linalg::LinalgOp clone =
        shiftWindows(cast<linalg::LinalgOp>(results->front().getDefiningOp()),
                     builder, signature);
    if (!structured.hasIndexSemantics())
      return SmallVector<Value>(clone->getResults());
    linalg::GenericOp local = generalise(clone, builder);
    shiftIndices(structured, local, builder, getRule(op), signature, context);
    return SmallVector<Value>(local->getResults());
  }
};

/// An op that changes the layout of its data, which only targets may do.
template <typename Op>
struct LayoutModel : SBPOpInterface::ExternalModel<LayoutModel<Op>, Op> {
  Rule getRule(Operation *op) const {
    Rule rule;
    rule.error =
        "belongs to the inside of a target, not to a model: it changes "
        "the layout or the algorithm; write the plain op";
    return rule;
  }
  FailureOr<SmallVector<Value>> buildLocal(Operation *, OpBuilder &,
                                           const Signature &, ValueRange,
                                           ShardContext &) const {
    return failure();
  }
};

} // namespace

template <typename Op> static void attachIfStructured(MLIRContext *context) {
  if constexpr (Op::template hasTrait<linalg::LinalgOp::Trait>())
    Op::template attachInterface<StructuredModel<Op>>(*context);
}

template <typename... Ops> static void attachStructured(MLIRContext *context) {
  (attachIfStructured<Ops>(context), ...);
}

template <typename... Ops> static void attachLayout(MLIRContext *context) {
  (Ops::template attachInterface<LayoutModel<Ops>>(*context), ...);
}

void attachLinalgModels(MLIRContext *context) {
  attachStructured<
#define GET_OP_LIST
#include "mlir/Dialect/Linalg/IR/LinalgStructuredOps.cpp.inc"
      >(context);
  attachLayout<
      linalg::PackOp, linalg::UnPackOp, linalg::WinogradFilterTransformOp,
      linalg::WinogradInputTransformOp, linalg::WinogradOutputTransformOp>(
      context);
  attachSoftmaxModel(context);
}

} // namespace sbp
