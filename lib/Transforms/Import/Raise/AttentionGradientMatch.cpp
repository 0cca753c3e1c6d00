// AttentionGradientMatch.cpp: the products of attention's gradient, spelled out

#include "AttentionGradientMatch.h"
#include "SoftmaxTerms.h"
#include "llvm/ADT/SmallBitVector.h"

using namespace mlir;
using namespace sbp;

namespace {

/// A product of a tensor of the scores' dimensions and another one.
struct ScoreProduct {
  Product product;
  unsigned input; ///< the number of the input that has the scores' dimensions
  SmallVector<unsigned> dims; ///< of that input, by loops of the nest
  SmallVector<int64_t> shape; ///< of the result, by `product.result`

  Value getScores() const { return product.inputs[input]; }
  Value getOther() const { return product.inputs[1 - input]; }
  /// Returns the loop of the product for a loop of the nest.
  int64_t getLoop(unsigned loop) const {
    return product.loops[input][dims[loop]];
  }
  const Loops &getOtherLoops() const { return product.loops[1 - input]; }
};

class GradientMatcher {
public:
  GradientMatcher(const AttentionMatch &attention,
                  llvm::function_ref<bool(Value)> isOfScores);
  /// Takes `op` as one of the products; false where it is none.
  bool add(Operation *op);

  AttentionGradientMatch gradient;

private:
  bool addKeySum(const ScoreProduct &match);
  bool addQuerySum(const ScoreProduct &match);
  bool takeCotangent(Value value, const Loops &loops,
                     ArrayRef<int64_t> rowLoops);
  bool isCotangentOfWeights(const Element &element);
  std::optional<Terms> expand(const ScoreProduct &match) {
    terms.takeHiddenParts();
    return terms.expand(enterScores(match));
  }
  static Element enterScores(const ScoreProduct &match) {
    return resolve(enterTensor(match.getScores(), match.dims));
  }
  std::optional<double> matchWeights(const Terms &terms) const;
  std::optional<double> matchScores(const Terms &terms) const;

  const AttentionMatch &attention;
  llvm::function_ref<bool(Value)> isOfScores;
  /// Dimensions of scores: batch, then query or key.
  SmallVector<unsigned> rows, keys;
  double tolerance;
  SoftmaxTerms terms;
};

} // namespace

static ArrayRef<int64_t> getSizes(Value value) {
  return cast<RankedTensorType>(value.getType()).getShape();
}

/// Matches `op` as a product of scores that has the loops of a width in its
/// result and sums over dimensions of the scores.
static std::optional<ScoreProduct>
matchScoreProduct(Operation *op, const AttentionMatch &attention,
                  llvm::function_ref<bool(Value)> isOfScores) {
  std::optional<Product> product = matchProduct(op);
  if (!product || product->inputs.size() != 2 ||
      product->op.getNumReductionLoops() == 0)
    return std::nullopt;
  for (unsigned input : {0, 1}) {
    const Loops &loops = product->loops[input];
    if (loops.size() == attention.scores.result.size() &&
        isOfScores(product->inputs[input]) &&
        llvm::any_of(product->result,
                     [&](int64_t loop) { return !findDim(loops, loop); }))
      return ScoreProduct{
          *product, input, {}, llvm::to_vector(getSizes(op->getResult(0)))};
  }
  return std::nullopt;
}

/// Returns true if the dimensions of a tensor in `order` are `loops`, which
/// stand for all but the last of them, the width.
static bool hasLoops(const Loops &tensor, ArrayRef<int64_t> order,
                     ArrayRef<int64_t> loops) {
  if (tensor.size() != loops.size() + 1)
    return false;
  for (auto [dim, loop] : llvm::zip(order.drop_back(), loops))
    if (tensor[dim] != loop)
      return false;
  return true;
}

/// Returns the dimensions of a tensor that are `loops` and then the width, the
/// one loop that is left; nullopt where it has others.
static std::optional<SmallVector<int64_t>> findOrder(const Loops &tensor,
                                                     ArrayRef<int64_t> loops) {
  if (tensor.size() != loops.size() + 1)
    return std::nullopt;
  SmallVector<int64_t> order;
  for (int64_t loop : loops) {
    std::optional<int64_t> dim = findDim(tensor, loop);
    if (!dim)
      return std::nullopt;
    order.push_back(*dim);
  }
  for (auto [dim, loop] : llvm::enumerate(tensor))
    if (!llvm::is_contained(loops, loop))
      order.push_back(dim);
  return order;
}

/// Returns the map at which elementwise ops read `tensor` for `element`; null
/// if they do not, or if that takes too long to find out.
static AffineMap findRead(const Element &element, Value tensor,
                          unsigned &budget) {
  if (budget == 0)
    return {};
  --budget;
  Element end = resolve(element);
  if (end.isRead())
    return end.tensor == tensor ? end.map : AffineMap();
  Operation *maker = end.getMaker();
  for (unsigned i = 0; maker && i < maker->getNumOperands(); ++i)
    if (AffineMap map = findRead(end.getOperand(i), tensor, budget))
      return map;
  return {};
}

/// Finds the dimensions of the input by loops of the nest: both read the same
/// scores.
static bool findDims(ScoreProduct &match, const AttentionMatch &attention) {
  Value input = match.getScores(), scores = attention.score.product;
  auto shape = cast<RankedTensorType>(input.getType()).getShape();
  unsigned budget = 256;
  AffineMap map = findRead(enterTensor(input), scores, budget);
  auto dims = map ? findPermutation(map, scores, shape) : std::nullopt;
  if (!dims)
    return false;
  for (auto [dim, size] :
       llvm::zip_equal(attention.score.dims, attention.sizes)) {
    unsigned number = llvm::find(*dims, dim) - dims->begin();
    if (shape[number] != size)
      return false;
    match.dims.push_back(number);
  }
  return true;
}

/// Returns the relative difference that factors of one value may have where
/// constants of the text were rounded.
static double getTolerance(const AttentionMatch &attention) {
  return attention.getElementType().isF64() ? 1e-13 : 1e-6;
}

GradientMatcher::GradientMatcher(const AttentionMatch &attention,
                                 llvm::function_ref<bool(Value)> isOfScores)
    : attention(attention), isOfScores(isOfScores),
      rows(ArrayRef(attention.roles.batch)),
      keys(ArrayRef(attention.roles.batch)), tolerance(getTolerance(attention)),
      terms(attention.softmax, attention.score.conditions,
            attention.sizes[attention.roles.key], tolerance,
            [this](const Element &element) {
              return isCotangentOfWeights(element);
            }) {
  llvm::append_range(rows, attention.roles.query);
  keys.push_back(attention.roles.key);
}

/// Returns the loops of a product for dimensions of its scores.
static SmallVector<int64_t> findLoops(const ScoreProduct &match,
                                      ArrayRef<unsigned> dims) {
  return llvm::map_to_vector(dims,
                             [&](unsigned dim) { return match.getLoop(dim); });
}

/// Takes `value`, whose dimensions are `loops`, for the cotangent of the
/// result. Returns false where another tensor is, or where it has other loops
/// than `rowLoops` and a width.
bool GradientMatcher::takeCotangent(Value value, const Loops &loops,
                                    ArrayRef<int64_t> rowLoops) {
  std::optional<SmallVector<int64_t>> order = findOrder(loops, rowLoops);
  if (!order || isOfScores(value))
    return false;
  if (!gradient.cotangent) {
    gradient.cotangent = value;
    gradient.cotangentOrder = *order;
  }
  return gradient.cotangent == value && gradient.cotangentOrder == *order;
}

/// Returns true for a product of the cotangent of the result and the value, in
/// the dimensions of the scores.
bool GradientMatcher::isCotangentOfWeights(const Element &element) {
  std::optional<Product> product = matchProduct(element.tensor.getDefiningOp());
  auto dims =
      product ? findPermutation(element.map, element.tensor, attention.sizes)
              : std::nullopt;
  if (!dims || product->inputs.size() != 2 || !product->factors.empty())
    return false;
  SmallVector<int64_t> rowLoops, valueLoops;
  for (unsigned dim : rows)
    rowLoops.push_back(product->result[(*dims)[dim]]);
  for (unsigned dim : attention.roles.batch)
    valueLoops.push_back(product->result[(*dims)[dim]]);
  valueLoops.push_back(product->result[(*dims)[attention.roles.key]]);
  for (unsigned input : {0, 1}) {
    const Loops &loops = product->loops[1 - input];
    if (product->inputs[1 - input] != attention.getValue() ||
        !hasLoops(loops, attention.value, valueLoops) ||
        findDim(product->result, loops[attention.value.back()]))
      continue;
    return findDim(product->loops[input], loops[attention.value.back()]) &&
           takeCotangent(product->inputs[input], product->loops[input],
                         rowLoops);
  }
  return false;
}

/// Returns the factor of e / z that the terms are.
std::optional<double> GradientMatcher::matchWeights(const Terms &terms) const {
  if (terms.size() != 1 || !(terms[0].powers == TermPowers{1, -1, 0, 0}))
    return std::nullopt;
  return terms[0].factor;
}

/// Returns the factor of e g / z - e d / z^2 that the terms are.
std::optional<double> GradientMatcher::matchScores(const Terms &terms) const {
  if (terms.size() != 2)
    return std::nullopt;
  bool isReversed = terms[0].powers.product != 0;
  const Term &own = terms[isReversed], &mean = terms[!isReversed];
  if (!(own.powers == TermPowers{1, -1, 1, 0}) ||
      !(mean.powers == TermPowers{1, -2, 0, 1}) ||
      std::abs(own.factor + mean.factor) > tolerance * std::abs(own.factor))
    return std::nullopt;
  return own.factor;
}

/// Takes a product that sums over keys: the gradient of the query.
bool GradientMatcher::addKeySum(const ScoreProduct &match) {
  std::optional<Terms> polynomial = expand(match);
  std::optional<double> factor =
      polynomial ? matchScores(*polynomial) : std::nullopt;
  SmallVector<int64_t> rowLoops = findLoops(match, rows),
                       keyLoops = findLoops(match, keys);
  auto order = findOrder(match.product.result, rowLoops);
  if (!factor || !order || gradient.query.op ||
      match.getOther() != attention.getKey() ||
      !hasLoops(match.getOtherLoops(), attention.key, keyLoops))
    return false;
  gradient.hidesScores &= terms.isHidden(enterScores(match));
  gradient.query = {match.product.op, *factor, match.shape, *order};
  return true;
}

/// Takes a product that sums over queries: the gradient of the key or of the
/// value.
bool GradientMatcher::addQuerySum(const ScoreProduct &match) {
  std::optional<Terms> polynomial = expand(match);
  SmallVector<int64_t> rowLoops = findLoops(match, rows),
                       keyLoops = findLoops(match, keys);
  auto order = findOrder(match.product.result, keyLoops);
  if (!polynomial || !order)
    return false;
  if (std::optional<double> factor = matchWeights(*polynomial)) {
    if (gradient.value.op ||
        !takeCotangent(match.getOther(), match.getOtherLoops(), rowLoops))
      return false;
    gradient.hidesScores &= !terms.takeHiddenParts();
    gradient.value = {match.product.op, *factor, match.shape, *order};
    return true;
  }
  std::optional<double> factor = matchScores(*polynomial);
  if (!factor || gradient.key.op || match.getOther() != attention.getQuery() ||
      !hasLoops(match.getOtherLoops(), attention.query, rowLoops))
    return false;
  gradient.hidesScores &= terms.isHidden(enterScores(match));
  gradient.key = {match.product.op, *factor, match.shape, *order};
  return true;
}

/// Takes the sum over repeated heads with the product that it reads, where
/// nothing else reads the product: key and value were repeated in the text.
static void takeSumOfHeads(ScoreProduct &match,
                           const AttentionMatch &attention) {
  Operation *op = match.product.op;
  if (attention.roles.query.size() < 2 || !op->hasOneUse())
    return;
  int64_t repeated = match.getLoop(attention.roles.query.front());
  auto sum = dyn_cast<linalg::LinalgOp>(*op->getUsers().begin());
  std::optional<int64_t> heads = findDim(match.product.result, repeated);
  if (!heads || !sum || sum->getNumResults() != 1)
    return;
  // In a nest of the dimensions of the sum and the heads.
  Element element = enterTensor(sum->getResult(0));
  unsigned rank = element.map.getNumDims();
  element.map = AffineMap::get(rank + 1, 0, element.map.getResults(),
                               element.map.getContext());
  std::optional<Element> summed =
      enterSum(element, /*dim=*/rank, match.shape[*heads]);
  Element read = summed ? resolve(*summed) : Element();
  if (read.tensor != op->getResult(0) ||
      !read.map.isProjectedPermutation(/*allowZeroInResults=*/true))
    return;
  // Dimensions of size 1 stand for each other in their order; the sum may have
  // more of them.
  Loops result;
  SmallVector<int64_t> shape;
  llvm::SmallBitVector taken(match.shape.size());
  for (auto [dim, size] : llvm::enumerate(getSizes(sum->getResult(0))))
    for (auto [number, expr] : llvm::enumerate(read.map.getResults())) {
      AffineExpr own = size == 1 ? getAffineConstantExpr(0, expr.getContext())
                                 : getAffineDimExpr(dim, expr.getContext());
      if (taken[number] || expr != own)
        continue;
      taken.set(number);
      result.push_back(match.product.result[number]);
      shape.push_back(match.shape[number]);
      break;
    }
  match.product.op = sum;
  match.product.result = result;
  match.shape = shape;
}

bool GradientMatcher::add(Operation *op) {
  std::optional<ScoreProduct> match =
      matchScoreProduct(op, attention, isOfScores);
  if (!match || !findDims(*match, attention) ||
      getElementTypeOrSelf(op->getResult(0)) != attention.getElementType())
    return false;
  takeSumOfHeads(*match, attention);
  const Loops &result = match->product.result;
  auto isSummed = [&](unsigned dim) {
    return !findDim(result, match->getLoop(dim));
  };
  if (llvm::any_of(attention.roles.batch, isSummed))
    return false;
  double factor = getScale(match->product.factors);
  bool isTaken =
      isSummed(attention.roles.key) ? addKeySum(*match) : addQuerySum(*match);
  for (GradientProduct *part :
       {&gradient.query, &gradient.key, &gradient.value})
    if (isTaken && part->op == match->product.op)
      part->scale *= factor;
  return isTaken;
}

bool sbp::isProductOfScores(Operation *op, const AttentionMatch &attention,
                            llvm::function_ref<bool(Value)> isOfScores) {
  return matchScoreProduct(op, attention, isOfScores).has_value();
}

std::optional<AttentionGradientMatch> sbp::matchAttentionGradient(
    const AttentionMatch &attention, ArrayRef<Operation *> products,
    llvm::function_ref<bool(Value)> isOfScores, Operation *&stray) {
  GradientMatcher matcher(attention, isOfScores);
  for (Operation *op : products)
    if (!matcher.add(op)) {
      stray = op;
      return std::nullopt;
    }
  return matcher.gradient;
}
