// RaiseAttention.cpp: attention that is spelled out becomes nn.attention
//
// Two products around a softmax, whose scores nothing else reads, in any order
// of dimensions. Example, with loops named as dimensions:
//   s[b,h,i,j] = sum over d of q[b,i,h,d] k[b,j,h,d]
//   w = softmax over j of (s / 8, where j <= i, else -inf)
//   y[b,i,h,e] = sum over j of w[b,h,i,j] v[b,j,h,e]
// becomes nn.attention of q, k and v, transposed to [b, h, positions, width],
// whose mask RaiseMasks then finds to be causal.

#include "RowProducts.h"
#include "ScoreMask.h"
#include "SoftmaxMatch.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/IndexingUtils.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Transforms/Passes.h"
#include "sbp/Dialect/NN/IR/NNDialect.h"
#include "sbp/Dialect/SBP/IR/SpelledAttention.h"
#include "sbp/Transforms/Passes.h"

namespace sbp {
#define GEN_PASS_DEF_RAISEATTENTIONPASS
#include "sbp/Transforms/Passes.h.inc"
} // namespace sbp

using namespace mlir;
using namespace sbp;

namespace {

/// The dimensions of scores by their role, as numbers of dimensions.
struct ScoreRoles {
  SmallVector<unsigned, 2> batch; ///< of query, key and value; at most two
  SmallVector<unsigned, 2> query; ///< repeated heads, then positions
  unsigned key;
};

/// An attention that was found.
struct Found {
  Product scores, result;
  unsigned weights; ///< which input of `result` they are
  ScaledScore score;
  ScoreRoles roles;
  /// The dimensions of query, key, value and result in the order batch, heads
  /// of a group, repeated heads, positions, width.
  SmallVector<int64_t> query, key, value, output;

  Value getQuery() const { return scores.inputs[isSwapped]; }
  Value getKey() const { return scores.inputs[!isSwapped]; }
  Value getValue() const { return result.inputs[1 - weights]; }
  bool isSwapped = false; ///< the key is the first factor of the scores
};

class AttentionRaiser {
public:
  explicit AttentionRaiser(Operation *op) : op(op), builder(op) {}
  /// Replaces `op` if it is the product of weights and values.
  bool raise();

private:
  bool match(unsigned weights);
  bool findRoles(unsigned dim);
  bool findOrders();
  bool findBetween();
  bool isOfScores(Value value) const;
  Value arrange(Value value, ArrayRef<int64_t> order,
                ArrayRef<unsigned> counts);
  Value restore(Value value);
  Value buildMask();

  Operation *op;
  OpBuilder builder;
  Found found;
  llvm::SmallPtrSet<Operation *, 16> between; ///< scores to weights
};

} // namespace

static RankedTensorType getType(Value value) {
  return cast<RankedTensorType>(value.getType());
}

/// Returns the position of `loop` in `loops`, nullopt if it is not there.
static std::optional<int64_t> findDim(const Loops &loops, int64_t loop) {
  const auto *at = llvm::find(loops, loop);
  return at == loops.end() ? std::nullopt : std::optional(at - loops.begin());
}

/// Gives each dimension of the scores a role.
bool AttentionRaiser::findRoles(unsigned dim) {
  const Product &scores = found.scores;
  found.roles.key = dim;
  int64_t keyLoop = scores.result[dim];
  found.isSwapped = findDim(scores.loops[0], keyLoop).has_value();
  const Loops &query = scores.loops[found.isSwapped];
  const Loops &key = scores.loops[!found.isSwapped];
  if (findDim(query, keyLoop) || !findDim(key, keyLoop))
    return false;
  for (auto [number, loop] : llvm::enumerate(scores.result)) {
    bool isOfQuery = findDim(query, loop).has_value();
    bool isOfKey = findDim(key, loop).has_value();
    if (number == dim)
      continue;
    if (!isOfQuery)
      return false;
    (isOfKey ? found.roles.batch : found.roles.query).push_back(number);
  }
  return found.roles.batch.size() <= 2 && found.roles.query.size() <= 2;
}

/// Finds the dimension of each role in query, key, value and result.
bool AttentionRaiser::findOrders() {
  const Product &scores = found.scores, &result = found.result;
  const Loops &query = scores.loops[found.isSwapped];
  const Loops &key = scores.loops[!found.isSwapped];
  const Loops &weights = result.loops[found.weights];
  const Loops &value = result.loops[1 - found.weights];
  auto add = [](SmallVector<int64_t> &order, const Loops &loops, int64_t loop) {
    std::optional<int64_t> dim = findDim(loops, loop);
    if (dim)
      order.push_back(*dim);
    return dim.has_value();
  };
  for (unsigned dim : found.roles.batch)
    if (!add(found.query, query, scores.result[dim]) ||
        !add(found.key, key, scores.result[dim]) ||
        !add(found.value, value, weights[dim]) ||
        !add(found.output, result.result, weights[dim]))
      return false;
  for (unsigned dim : found.roles.query)
    if (!add(found.query, query, scores.result[dim]) ||
        findDim(value, weights[dim]) ||
        !add(found.output, result.result, weights[dim]))
      return false;
  int64_t keyLoop = weights[found.roles.key];
  if (!add(found.key, key, scores.result[found.roles.key]) ||
      !add(found.value, value, keyLoop) || findDim(result.result, keyLoop))
    return false;
  // One loop is left in each: the widths.
  for (int64_t loop : query)
    if (!findDim(scores.result, loop) &&
        (!add(found.query, query, loop) || !add(found.key, key, loop)))
      return false;
  for (int64_t loop : value)
    if (!findDim(weights, loop) && (!add(found.value, value, loop) ||
                                    !add(found.output, result.result, loop)))
      return false;
  size_t batch = found.roles.batch.size(), queries = found.roles.query.size();
  return found.query.size() == batch + queries + 1 &&
         found.key.size() == batch + 2 && found.value.size() == batch + 2 &&
         found.output.size() == batch + queries + 1 &&
         query.size() == found.query.size() && key.size() == found.key.size() &&
         value.size() == found.value.size() &&
         result.result.size() == found.output.size();
}

/// Finds all that is computed of the scores up to `op`. Returns false if that
/// is more than weights, or is read by what computes nothing, such as a return.
bool AttentionRaiser::findBetween() {
  constexpr size_t kMost = 64;
  SmallVector<Operation *> pending{found.score.product.getDefiningOp()};
  between.clear();
  while (!pending.empty()) {
    Operation *next = pending.pop_back_val();
    if (next == op || !between.insert(next).second)
      continue;
    if (next->getNumResults() == 0 || between.size() == kMost)
      return false;
    llvm::append_range(pending, next->getUsers());
  }
  return true;
}

bool AttentionRaiser::isOfScores(Value value) const {
  Operation *maker = value.getDefiningOp();
  return maker && between.contains(maker);
}

bool AttentionRaiser::match(unsigned weights) {
  found = Found();
  found.weights = weights;
  std::optional<Product> result = matchProduct(op);
  if (!result || result->inputs.size() != 2 || !result->factors.empty() ||
      result->op.getNumReductionLoops() != 1)
    return false;
  found.result = *result;
  std::optional<Softmax> softmax = matchSoftmax(result->inputs[weights]);
  std::optional<ScaledScore> score =
      softmax ? matchScore(softmax->score) : std::nullopt;
  if (!score)
    return false;
  found.score = *score;
  std::optional<Product> scores = matchProduct(score->product.getDefiningOp());
  if (!scores || scores->inputs.size() != 2)
    return false;
  found.scores = *scores;
  for (const ScaleFactor &factor : scores->factors) {
    double constant = factor.constant ? factor.constant.getValueAsDouble() : -1;
    found.score.scale *=
        factor.kind == ScaleFactor::Kind::Divide ? 1 / constant : constant;
  }
  Type type = getType(found.getQuery()).getElementType();
  if (getType(found.getKey()).getElementType() != type ||
      getType(found.getValue()).getElementType() != type ||
      getType(op->getResult(0)).getElementType() != type)
    return false;
  bool isNarrower = cast<FloatType>(type).getWidth() <
                    (score->score.scalar
                         ? score->score.scalar.getType().getIntOrFloatBitWidth()
                         : 0);
  if ((isNarrower && score->isAdded) || !findRoles(softmax->dim) ||
      !findOrders())
    return false;
  return findBetween() && !isOfScores(found.getValue());
}

/// Returns `value` with its dimensions in `order`, merged by `counts`, the
/// numbers of neighbours that make one dimension each; none makes a dimension
/// of size 1.
Value AttentionRaiser::arrange(Value value, ArrayRef<int64_t> order,
                               ArrayRef<unsigned> counts) {
  Location loc = op->getLoc();
  RankedTensorType type = getType(value);
  if (!isIdentityPermutation(order)) {
    SmallVector<int64_t> shape = applyPermutation(type.getShape(), order);
    Value empty =
        tensor::EmptyOp::create(builder, loc, shape, type.getElementType());
    value = linalg::TransposeOp::create(builder, loc, value, empty, order)
                ->getResult(0);
  }
  SmallVector<ReassociationIndices> merged, expanded;
  SmallVector<int64_t> shape, final;
  unsigned dim = 0;
  for (unsigned count : counts) {
    int64_t size = 1;
    ReassociationIndices group;
    for (unsigned i = 0; i < count; ++i) {
      size *= getType(value).getDimSize(dim);
      group.push_back(dim++);
    }
    if (count > 0) {
      merged.push_back(group);
      shape.push_back(size);
    }
    final.push_back(size);
  }
  if (merged.size() < dim)
    value = tensor::CollapseShapeOp::create(builder, loc, value, merged);
  if (final.size() == shape.size())
    return value;
  // Dimensions of size 1 stand with the next one that has a size, the last with
  // the one before.
  ReassociationIndices group;
  for (auto [number, count] : llvm::enumerate(counts)) {
    group.push_back(number);
    if (count > 0)
      expanded.push_back(std::exchange(group, {}));
  }
  if (expanded.empty())
    expanded.push_back({});
  llvm::append_range(expanded.back(), group);
  return tensor::ExpandShapeOp::create(
      builder, loc, RankedTensorType::get(final, type.getElementType()), value,
      expanded);
}

/// Returns the result of attention with the dimensions of `op`.
Value AttentionRaiser::restore(Value value) {
  Location loc = op->getLoc();
  ArrayRef<int64_t> wanted = getType(op->getResult(0)).getShape();
  SmallVector<int64_t> shape = applyPermutation(wanted, found.output);
  // Merged heads are split and dimensions of size 1 dropped; where both
  // happens, the batch is dropped first.
  auto type = getType(value).clone(shape);
  if (getType(value) != type && getType(value).getRank() == type.getRank())
    value = tensor::CollapseShapeOp::create(
        builder, loc, value,
        SmallVector<ReassociationIndices>{{0, 1}, {2}, {3}});
  if (getType(value) != type) {
    auto groups = getReassociationIndicesForReshape(getType(value), type);
    if (getType(value).getRank() < type.getRank())
      value = tensor::ExpandShapeOp::create(builder, loc, type, value, *groups);
    else
      value =
          tensor::CollapseShapeOp::create(builder, loc, type, value, *groups);
  }
  if (isIdentityPermutation(found.output))
    return value;
  SmallVector<int64_t> inverse = invertPermutationVector(found.output);
  Value empty = tensor::EmptyOp::create(builder, loc, wanted,
                                        getType(value).getElementType());
  return linalg::TransposeOp::create(builder, loc, value, empty, inverse)
      ->getResult(0);
}

Value AttentionRaiser::buildMask() {
  auto type = cast<FloatType>(getType(found.getQuery()).getElementType());
  ArrayRef<int64_t> sizes = getType(found.score.product).getShape();
  // Heads that share a key are one dimension with it in the end.
  const ScoreRoles &roles = found.roles;
  SmallVector<unsigned> heads;
  if (roles.query.size() == 2)
    heads = {roles.batch.back(), roles.query.front()};
  return sbp::buildMask(builder, op->getLoc(), found.score, sizes, heads, type,
                        [&](Value value) { return isOfScores(value); });
}

bool AttentionRaiser::raise() {
  if (!match(0) && !match(1))
    return false;
  builder.setInsertionPoint(op);
  const ScoreRoles &roles = found.roles;
  unsigned batch = roles.batch.size() == 2;
  unsigned groups = roles.batch.size() - batch;
  unsigned repeated = roles.query.size() == 2;
  unsigned queries = roles.query.size() - repeated;
  // Batch and heads that two dimensions could be are one dimension of size 1 in
  // a single one.
  if (repeated && !groups)
    return false;
  SmallVector<unsigned> ofQuery{batch, groups + repeated, queries, 1};
  SmallVector<unsigned> ofKey{batch, groups, 1, 1};
  Value mask;
  if (found.score.isMasked) {
    mask = buildMask();
    if (!mask)
      return false;
    SmallVector<int64_t> order;
    for (unsigned dim : roles.batch)
      order.push_back(dim);
    for (unsigned dim : roles.query)
      order.push_back(dim);
    order.push_back(roles.key);
    mask = arrange(mask, order, {batch, groups + repeated, queries, 1});
  }
  Value query = arrange(found.getQuery(), found.query, ofQuery);
  Value key = arrange(found.getKey(), found.key, ofKey);
  Value value = arrange(found.getValue(), found.value, ofKey);
  SmallVector<int64_t> shape(getType(query).getShape());
  RankedTensorType sums = RankedTensorType::get(
      ArrayRef(shape).drop_back(), getType(query).getElementType().isF64()
                                       ? builder.getF64Type()
                                       : Type(builder.getF32Type()));
  shape.back() = getType(value).getShape().back();
  auto attention = nn::AttentionOp::create(
      builder, op->getLoc(), getType(query).clone(shape), sums, query, key,
      value, mask, /*first_head=*/Value(), /*first_query=*/Value(),
      /*first_key=*/Value(), builder.getF64FloatAttr(found.score.scale),
      /*causal=*/UnitAttr(), /*shared_heads=*/IntegerAttr(),
      /*window=*/DenseI64ArrayAttr());
  for (NamedAttribute note : op->getDiscardableAttrs())
    attention->setAttr(note.getName(), note.getValue());
  op->getResult(0).replaceAllUsesWith(restore(attention.getResult()));
  return true;
}

namespace {
struct RaiseAttention : sbp::impl::RaiseAttentionPassBase<RaiseAttention> {
  using Base::Base;
  void runOnOperation() override;
};
} // namespace

void RaiseAttention::runOnOperation() {
  func::FuncOp function = getOperation();
  if (off)
    function->setAttr(kSpelledAttentionAttr, UnitAttr::get(&getContext()));
  if (function->hasAttr(kSpelledAttentionAttr))
    return;
  bool changed = false;
  for (Operation &op : llvm::make_early_inc_range(function.front()))
    if (isa<linalg::LinalgOp>(op))
      changed |= AttentionRaiser(&op).raise();
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
