// RaiseAttention.cpp: attention that is spelled out becomes nn.attention
//
// Two products around a softmax, whose scores nothing reads but the gradient of
// the same attention, in any order of dimensions. Example, with loops named as
// dimensions:
//   s[b,h,i,j] = sum over d of q[b,i,h,d] k[b,j,h,d]
//   w = softmax over j of (s / 8, where j <= i, else -inf)
//   y[b,i,h,e] = sum over j of w[b,h,i,j] v[b,j,h,e]
// becomes nn.attention of q, k and v, transposed to [b, h, positions, width],
// whose mask RaiseMasks then finds to be causal. With g, the cotangent of y,
//   dw = g v^T    ds = w (dw - sum over j of (w dw)), where j <= i, else 0
//   dq = ds k / 8    dk = ds^T q / 8    dv = w^T g
// becomes nn.attention_gradient.

#include "AttentionGradientMatch.h"
#include "HeadLayout.h"
#include "HiddenRows.h"
#include "RaiseMasks.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Transforms/Passes.h"
#include "sbp/Dialect/NN/IR/NNDialect.h"
#include "sbp/Dialect/SBP/IR/SpelledAttention.h"
#include "sbp/Interfaces/WideAccumulation.h"
#include "sbp/Transforms/Passes.h"

namespace sbp {
#define GEN_PASS_DEF_RAISEATTENTIONPASS
#include "sbp/Transforms/Passes.h.inc"
} // namespace sbp

using namespace mlir;
using namespace sbp;

namespace {

/// The cause that leaves attention as it is.
struct AttentionObstacle {
  StringRef reason;
  Operation *reader = nullptr; ///< may be null
};

class AttentionRaiser {
public:
  AttentionRaiser(Operation *op, const AttentionMatch &attention)
      : op(op), attention(attention), builder(op),
        layout(builder, op->getLoc()) {}
  /// Replaces `op`, the product of weights and values or the gradient of the
  /// values, and the products of the gradient. Returns what is in the way, with
  /// no result replaced.
  std::optional<AttentionObstacle> raise();

private:
  std::optional<AttentionObstacle> findReaders();
  bool placeBuilder();
  bool isOfScores(Value value) const;
  Value buildMask();
  nn::AttentionOp buildForward(Value mask);
  bool showHiddenRows(nn::AttentionOp forward);
  void buildGradient(nn::AttentionOp forward);
  void replace(const GradientProduct &product, Value gradient, double scale);

  Operation *op;
  const AttentionMatch &attention;
  OpBuilder builder;
  HeadLayout layout;
  /// Numbers of the user's dimensions that make batch, heads, positions and
  /// width.
  SmallVector<unsigned> ofQuery, ofKey;
  std::optional<AttentionGradientMatch> gradient;
  llvm::SmallPtrSet<Operation *, 16> between; ///< scores to products
  SmallVector<Operation *> products;          ///< of the gradient
  Operation *first = nullptr; ///< of the products; null without a gradient
  std::optional<HiddenRows> hiddenRows; ///< where there may be some
};

} // namespace

static RankedTensorType getType(Value value) {
  return cast<RankedTensorType>(value.getType());
}

bool AttentionRaiser::isOfScores(Value value) const {
  Operation *maker = value.getDefiningOp();
  return maker && between.contains(maker);
}

/// Finds all that is computed of the scores up to `op` and the products of a
/// gradient.
std::optional<AttentionObstacle> AttentionRaiser::findReaders() {
  constexpr size_t kMost = 256;
  SmallVector<Operation *> pending{attention.score.product.getDefiningOp()};
  auto isRead = [&](Value value) { return isOfScores(value); };
  while (!pending.empty()) {
    Operation *next = pending.pop_back_val();
    if ((next == op && !attention.isOfGradient) || between.contains(next) ||
        llvm::is_contained(products, next))
      continue;
    if (isProductOfScores(next, attention, isRead)) {
      products.push_back(next);
      continue;
    }
    between.insert(next);
    if (next->getNumResults() == 0)
      return AttentionObstacle{
          "a value that is computed of its scores is returned", next};
    if (between.size() == kMost)
      return AttentionObstacle{"too much is computed of its scores", next};
    llvm::append_range(pending, next->getUsers());
  }
  if (isOfScores(attention.getValue()))
    return AttentionObstacle{"its values depend on its scores"};
  if (products.empty())
    return std::nullopt;
  Operation *stray = nullptr;
  gradient = matchAttentionGradient(attention, products, isRead, stray);
  if (!gradient)
    return AttentionObstacle{
        "a product that is no part of its gradient reads what is "
        "computed of its scores",
        stray};
  return std::nullopt;
}

/// Finds the first of the products of the gradient, and places the builder
/// where the operands of attention exist and nothing reads its results yet.
/// Returns false if there is no such place.
bool AttentionRaiser::placeBuilder() {
  for (Operation *product : products) {
    if (product->getBlock() != op->getBlock())
      return false;
    if (!first || product->isBeforeInBlock(first))
      first = product;
  }
  Operation *place =
      first && (attention.isOfGradient || first->isBeforeInBlock(op)) ? first
                                                                      : op;
  builder.setInsertionPoint(place);
  Operation *value = attention.getValue().getDefiningOp();
  return !value || value->getBlock() != place->getBlock() ||
         value->isBeforeInBlock(place);
}

/// Returns the mask with four dimensions; null where it cannot be computed
/// without scores.
Value AttentionRaiser::buildMask() {
  auto type = cast<FloatType>(attention.getElementType());
  // Heads that share a key are one dimension with it in the end.
  const ScoreRoles &roles = attention.roles;
  SmallVector<unsigned> heads;
  if (roles.query.size() == 2)
    heads = {roles.batch.back(), roles.query.front()};
  Value mask = sbp::buildMask(builder, op->getLoc(), attention.score,
                              attention.sizes, heads, type,
                              [&](Value value) { return isOfScores(value); });
  if (!mask)
    return mask;
  SmallVector<int64_t> order(roles.batch.begin(), roles.batch.end());
  llvm::append_range(order, roles.query);
  order.push_back(roles.key);
  SmallVector<unsigned> counts(ofQuery);
  return layout.arrange(mask, order, counts);
}

nn::AttentionOp AttentionRaiser::buildForward(Value mask) {
  Value query = layout.arrange(attention.getQuery(), attention.query, ofQuery);
  Value key = layout.arrange(attention.getKey(), attention.key, ofKey);
  Value value = layout.arrange(attention.getValue(), attention.value, ofKey);
  SmallVector<int64_t> shape(getType(query).getShape());
  Type type = attention.getElementType();
  RankedTensorType sums = RankedTensorType::get(
      ArrayRef(shape).drop_back(), type.isF64() ? type : builder.getF32Type());
  shape.back() = getType(value).getShape().back();
  auto forward = nn::AttentionOp::create(
      builder, op->getLoc(), getType(query).clone(shape), sums, query, key,
      value, mask, /*first_head=*/Value(), /*first_query=*/Value(),
      /*first_key=*/Value(), builder.getF64FloatAttr(attention.score.scale),
      /*causal=*/UnitAttr(), /*shared_heads=*/IntegerAttr(),
      /*window=*/DenseI64ArrayAttr());
  for (NamedAttribute note : op->getDiscardableAttrs())
    forward->setAttr(note.getName(), note.getValue());
  return forward;
}

/// Returns true if a gradient is taken in the function of `op`.
static bool isDifferentiated(Operation *op) {
  return llvm::any_of(*op->getBlock(), [](Operation &other) {
    return isa<nn::GradientOp>(other);
  });
}

/// Changes rows whose keys a finite number may hide to ones with equal weights,
/// where a gradient is taken, in the text or later. Returns false where that
/// gradient does not hide their scores.
bool AttentionRaiser::showHiddenRows(nn::AttentionOp forward) {
  bool hides = llvm::any_of(
      attention.score.conditions,
      [](const ScoreCondition &condition) { return condition.isFinite; });
  if ((!gradient && !isDifferentiated(op)) || !hides ||
      everyQuerySeesAKey(forward))
    return true;
  if (gradient && !gradient->hidesScores)
    return false;
  builder.setInsertionPoint(forward);
  hiddenRows.emplace(builder, op->getLoc(), forward.getMask());
  forward.getMaskMutable().assign(hiddenRows->shiftMask());
  forward.getQueryMutable().assign(hiddenRows->clear(forward.getQuery()));
  builder.setInsertionPointAfter(forward);
  return true;
}

/// Replaces `product` by the gradient of query, key or value, times `scale`.
void AttentionRaiser::replace(const GradientProduct &product, Value value,
                              double scale) {
  if (!product.op)
    return;
  Value old = product.op->getResult(0);
  value = layout.restore(value, product.order, product.shape);
  auto type = cast<FloatType>(attention.getElementType());
  double factor = product.scale / scale;
  bool isExact = std::abs(factor - 1) <= (type.isF64() ? 1e-15 : 1e-7);
  if (!isExact) {
    auto wide = type.getWidth() < 32 ? builder.getF32Type() : type;
    ScaleFactor constant{ScaleFactor::Kind::Multiply,
                         builder.getFloatAttr(wide, factor)};
    value = castFloats(
        builder, op->getLoc(),
        buildScaled(builder, op->getLoc(),
                    castFloats(builder, op->getLoc(), value, wide), constant),
        type);
  }
  if (value.getType() != old.getType())
    value = tensor::ExpandShapeOp::create(
        builder, op->getLoc(), old.getType(), value,
        *getReassociationIndicesForReshape(getType(value), getType(old)));
  old.replaceAllUsesWith(value);
}

void AttentionRaiser::buildGradient(nn::AttentionOp forward) {
  builder.setInsertionPoint(first);
  Value cotangent =
      layout.arrange(gradient->cotangent, gradient->cotangentOrder, ofQuery);
  auto backward = nn::AttentionGradientOp::create(
      builder, first->getLoc(), forward.getQuery().getType(),
      forward.getKey().getType(), forward.getValue().getType(),
      /*mask_gradient=*/Type(), forward.getQuery(), forward.getKey(),
      forward.getValue(), forward.getMask(), forward.getResult(),
      forward.getLogSumExp(), cotangent, /*sums_cotangent=*/Value(),
      /*first_query=*/Value(), /*first_key=*/Value(), forward.getScaleAttr(),
      /*causal=*/UnitAttr(), /*window=*/DenseI64ArrayAttr());
  for (NamedAttribute note : first->getDiscardableAttrs())
    backward->setAttr(note.getName(), note.getValue());
  // The gradient is that by query and key; scores are scaled in it.
  double scale = attention.score.scale;
  Value query = backward.getQueryGradient();
  replace(gradient->query, hiddenRows ? hiddenRows->clear(query) : query,
          scale);
  replace(gradient->key, backward.getKeyGradient(), scale);
  replace(gradient->value, backward.getValueGradient(), 1);
}

std::optional<AttentionObstacle> AttentionRaiser::raise() {
  if (std::optional<AttentionObstacle> obstacle = findReaders())
    return obstacle;
  if (!placeBuilder())
    return AttentionObstacle{"its values are computed after its gradient"};
  // Batch and heads that two dimensions could be are one dimension of size 1 in
  // a single one.
  const ScoreRoles &roles = attention.roles;
  unsigned batch = roles.batch.size() == 2;
  unsigned groups = roles.batch.size() - batch;
  unsigned repeated = roles.query.size() == 2;
  unsigned queries = roles.query.size() - repeated;
  ofQuery = {batch, groups + repeated, queries, 1};
  ofKey = {batch, groups, 1, 1};
  Value mask;
  if (attention.score.isMasked) {
    mask = buildMask();
    if (!mask)
      return AttentionObstacle{"its mask depends on its scores"};
  }
  nn::AttentionOp forward = buildForward(mask);
  if (!showHiddenRows(forward)) {
    forward.erase();
    return AttentionObstacle{
        "its gradient does not hide the scores of rows that may see no key",
        first};
  }
  Value old = op->getResult(0);
  if (!attention.isOfGradient)
    old.replaceAllUsesWith(layout.restore(forward.getResult(), attention.output,
                                          getType(old).getShape()));
  if (gradient)
    buildGradient(forward);
  return std::nullopt;
}

/// Returns the loop of the row of a softmax of scores that is one of the
/// factors of `element`, or is selected, but is not all of it.
static std::optional<unsigned> findChangedSoftmax(const Element &element,
                                                  ArrayRef<int64_t> sizes,
                                                  unsigned depth) {
  constexpr unsigned kDeepest = 6;
  Operation *maker = element.getMaker();
  if (depth == kDeepest ||
      !isa_and_nonnull<arith::MulFOp, arith::DivFOp, arith::SelectOp>(maker))
    return std::nullopt;
  for (unsigned i = isa<arith::SelectOp>(maker); i < maker->getNumOperands();
       ++i) {
    Element operand = resolveOperand(element, i);
    std::optional<unsigned> dim;
    if (std::optional<Softmax> softmax = matchSoftmax(operand, sizes)) {
      if (matchScore(softmax->exponential.score, sizes))
        dim = softmax->dim;
    } else {
      dim = findChangedSoftmax(operand, sizes, depth + 1);
    }
    if (dim)
      return dim;
  }
  return std::nullopt;
}

/// Returns what keeps `op` from being attention, if it is close to one.
static std::optional<AttentionObstacle> findChange(Operation *op) {
  std::optional<Product> product = matchProduct(op);
  if (!product || product->inputs.size() != 2 ||
      product->op.getNumReductionLoops() != 1)
    return std::nullopt;
  for (auto [input, loops] : llvm::zip_equal(product->inputs, product->loops)) {
    std::optional<unsigned> dim = findChangedSoftmax(
        resolve(enterTensor(input)), getType(input).getShape(), /*depth=*/0);
    if (dim && !findDim(product->result, loops[*dim]))
      return AttentionObstacle{
          "its weights are changed after the softmax, as by dropout",
          input.getDefiningOp()};
  }
  return std::nullopt;
}

/// Prints what keeps attention at `op` as it is written.
static void explainAttention(Operation *op, const AttentionObstacle &obstacle) {
  InFlightDiagnostic remark = op->emitRemark()
                              << "attention stays as it is written: "
                              << obstacle.reason;
  if (obstacle.reader)
    remark.attachNote(obstacle.reader->getLoc()) << "here";
}

namespace {
struct RaiseAttention : sbp::impl::RaiseAttentionPassBase<RaiseAttention> {
  using Base::Base;
  void runOnOperation() override;
  bool visit(Operation *op);
};
} // namespace

/// Raises `op` if it is attention or its gradient. Returns true if anything may
/// be changed.
bool RaiseAttention::visit(Operation *op) {
  if (std::optional<AttentionMatch> attention = matchAttention(op)) {
    std::optional<AttentionObstacle> obstacle =
        AttentionRaiser(op, *attention).raise();
    if (explain && obstacle)
      explainAttention(op, *obstacle);
    return true;
  }
  std::vector<AttentionMatch> matches = matchAttentionOfGradient(op);
  for (const AttentionMatch &attention : matches)
    if (!AttentionRaiser(op, attention).raise())
      return true;
  std::optional<AttentionObstacle> change =
      explain ? findChange(op) : std::nullopt;
  if (change)
    explainAttention(op, *change);
  return !matches.empty();
}

void RaiseAttention::runOnOperation() {
  func::FuncOp function = getOperation();
  if (off)
    function->setAttr(kSpelledAttentionAttr, UnitAttr::get(&getContext()));
  if (function->hasAttr(kSpelledAttentionAttr))
    return;
  bool changed = false;
  for (Operation &op : llvm::make_early_inc_range(function.front()))
    // The old ops of attention that was raised have no uses.
    if (isa<linalg::LinalgOp>(op) && !op.use_empty())
      changed |= visit(&op);
  if (!changed)
    return;
  OpPassManager manager(func::FuncOp::getOperationName());
  manager.addPass(createFoldConstantsPass());
  manager.addPass(createFoldLayoutsPass());
  manager.addPass(createCanonicalizerPass());
  manager.addPass(createCSEPass());
  if (failed(runPipeline(manager, function)))
    signalPassFailure();
}
