//===- LinalgModels.cpp - SBPOpInterface for linalg -----------------------===//

#include "Models.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "sbp/Dialect/SBP/ExternalModels/LinalgRule.h"
#include "sbp/Interfaces/ElementBytes.h"
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

/// Where windows are read from behind the start of a tensor (d0 * 2 + 3), a
/// shard begins there and not `first` elements before.
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
/// Operations per loop point; none for copies, transposes, broadcasts.
struct PointWork {
  int64_t arithmetic = 0, functions = 0;
};
} // namespace

/// What takes many times as long as a sum: functions that are approximated,
/// roots and quotients.
static bool isFunction(Operation *op) {
  if (isa<arith::DivFOp, arith::RemFOp>(op))
    return true;
  return isa<math::MathDialect>(op->getDialect()) &&
         isa<FloatType>(op->getResult(0).getType()) &&
         !isa<math::AbsFOp, math::CeilOp, math::ClampFOp, math::CopySignOp,
              math::FloorOp, math::FmaOp, math::RoundEvenOp, math::RoundOp,
              math::TruncOp>(op);
}

/// Functions of what the innermost loop does not change are computed outside
/// of it.
static PointWork getPointWork(linalg::LinalgOp op) {
  PointWork work;
  llvm::DenseSet<Value> changing;
  unsigned innermost = op.getNumLoops() - 1; // if there is a loop
  for (auto [argument, map] : llvm::zip_equal(op.getBlock()->getArguments(),
                                              op.getIndexingMapsArray()))
    if (op.getNumLoops() > 0 &&
        (map.isFunctionOfDim(innermost) ||
         argument.getArgNumber() >= op.getNumDpsInputs()))
      changing.insert(argument);
  op.getBlock()->walk([&](Operation *inner) {
    bool changes = isa<linalg::IndexOp>(inner) ||
                   llvm::any_of(inner->getOperands(), [&](Value operand) {
                     return changing.contains(operand);
                   });
    if (changes)
      changing.insert_range(inner->getResults());
    if (isa<arith::ArithDialect, math::MathDialect>(inner->getDialect()) &&
        inner->getNumOperands() > 0)
      ++(changes && isFunction(inner) ? work.functions : work.arithmetic);
  });
  return work;
}

/// Whether `use` reads every element once from an elementwise op that has no
/// other user: code generation fuses them.
static bool isFused(OpOperand &use) {
  auto producer = use.get().getDefiningOp<linalg::LinalgOp>();
  auto consumer = dyn_cast<linalg::LinalgOp>(use.getOwner());
  return producer && consumer && use.get().hasOneUse() &&
         producer.getNumLoops() == producer.getNumParallelLoops() &&
         consumer.getMatchingIndexingMap(&use).getNumResults() ==
             consumer.getNumLoops();
}

/// The loop along which vectors run: through the innermost dim of the result,
/// which one factor of a product has, or where maps differ, so that loops over
/// several dims do not become one.
static std::optional<unsigned> getLanes(linalg::LinalgOp op) {
  AffineMap result = op.getMatchingIndexingMap(op.getDpsInitOperand(0));
  if (result.getNumResults() == 0)
    return std::nullopt;
  auto loop =
      dyn_cast<AffineDimExpr>(result.getResult(result.getNumResults() - 1));
  if (!loop)
    return std::nullopt;
  unsigned having = 0, tensors = 0;
  bool differs = false;
  for (OpOperand *input : op.getDpsInputOperands()) {
    AffineMap map = op.getMatchingIndexingMap(input);
    if (map.getNumResults() == 0)
      continue;
    ++tensors;
    having += map.isFunctionOfDim(loop.getPosition());
    differs |= map != result;
  }
  bool isProduct = op.getNumReductionLoops() > 0 && tensors == 2 && having == 1;
  bool isApart = op.getNumReductionLoops() == 0 && differs;
  if (!isProduct && !isApart)
    return std::nullopt;
  return loop.getPosition();
}

/// A product whose windows overlap runs as one of matrices: the windows of an
/// input lie one behind the other, each with elements of its own. `other`
/// weights what they hold for several outputs.
static std::optional<OpWork::Held>
getColumns(linalg::LinalgOp op, OpOperand *input, OpOperand *other) {
  AffineMap map = op.getMatchingIndexingMap(input);
  AffineMap weights = op.getMatchingIndexingMap(other);
  SmallVector<int64_t> extents = op.getStaticLoopRanges();
  auto countLoops = [&](AffineExpr index) {
    return count_if(seq<unsigned>(0, extents.size()), [&](unsigned loop) {
      return extents[loop] > 1 && index.isFunctionOfDim(loop);
    });
  };
  if (none_of(map.getResults(),
              [&](AffineExpr index) { return countLoops(index) > 1; }))
    return std::nullopt;
  OpWork::Held held;
  held.bytes = getElementBytes(input->get().getType());
  bool isShared = false;
  for (auto [loop, extent] : enumerate(extents)) {
    if (map.isFunctionOfDim(loop)) {
      held.bytes *= extent;
      continue;
    }
    held.undividedBy.push_back(loop);
    isShared |= extent > 1 && weights.isFunctionOfDim(loop);
  }
  return isShared ? std::optional(held) : std::nullopt;
}

static void addColumns(linalg::LinalgOp op, OpWork &work) {
  SmallVector<OpOperand *> inputs = op.getDpsInputOperands();
  if (inputs.size() != 2 || op.getNumReductionLoops() == 0)
    return;
  for (unsigned i : {0, 1})
    if (std::optional<OpWork::Held> held =
            getColumns(op, inputs[i], inputs[1 - i]))
      work.held.push_back(*held);
}

static OpWork getStructuredWork(linalg::LinalgOp op) {
  PointWork ofPoint = getPointWork(op);
  double points = 1;
  for (int64_t range : op.getStaticLoopRanges())
    points *= range;
  OpWork work = makeWork(op, OpWork::Traffic::None, /*writes=*/false);
  auto addPart = [&](double flops, std::optional<WorkClass> kind) {
    OpWork::Part &part = work.parts.emplace_back();
    part.flops = flops;
    part.kind = kind;
    part.lanes = getLanes(op);
  };
  addPart(ofPoint.arithmetic * points, std::nullopt);
  if (ofPoint.functions > 0)
    addPart(ofPoint.functions * points, WorkClass::Functions);
  if (work.getFlops() == 0)
    return work;
  addColumns(op, work);
  for (auto [operand, traffic] :
       llvm::zip_equal(op->getOpOperands(), work.reads))
    if (!isFused(operand))
      traffic = OpWork::Traffic::Whole;
  for (auto [result, isWritten] :
       llvm::zip_equal(op->getResults(), work.writes))
    isWritten = !(result.hasOneUse() && isFused(*result.use_begin()));
  return work;
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
