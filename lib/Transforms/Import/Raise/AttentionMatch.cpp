// AttentionMatch.cpp: two products around a softmax, with roles of dimensions

#include "AttentionMatch.h"

using namespace mlir;
using namespace sbp;

std::optional<int64_t> sbp::findDim(const Loops &loops, int64_t loop) {
  const auto *at = llvm::find(loops, loop);
  return at == loops.end() ? std::nullopt : std::optional(at - loops.begin());
}

/// Gives each dimension of the scores a role.
static bool findRoles(AttentionMatch &match) {
  const Product &scores = match.scores;
  unsigned dim = match.softmax.dim;
  match.roles.key = dim;
  int64_t keyLoop = scores.result[dim];
  match.isSwapped = findDim(scores.loops[0], keyLoop).has_value();
  const Loops &query = scores.loops[match.isSwapped];
  const Loops &key = scores.loops[!match.isSwapped];
  if (findDim(query, keyLoop) || !findDim(key, keyLoop))
    return false;
  for (auto [number, loop] : llvm::enumerate(scores.result)) {
    bool isOfQuery = findDim(query, loop).has_value();
    bool isOfKey = findDim(key, loop).has_value();
    if (number == dim)
      continue;
    if (!isOfQuery)
      return false;
    (isOfKey ? match.roles.batch : match.roles.query).push_back(number);
  }
  // Heads are repeated where others of key and value exist.
  return match.roles.batch.size() <= 2 && match.roles.query.size() <= 2 &&
         (match.roles.query.size() < 2 || !match.roles.batch.empty());
}

/// Finds the dimension of each role in query, key, value and result.
static bool findOrders(AttentionMatch &match) {
  const Product &scores = match.scores, &result = match.result;
  const Loops &query = scores.loops[match.isSwapped];
  const Loops &key = scores.loops[!match.isSwapped];
  const Loops &weights = result.loops[match.weights];
  const Loops &value = result.loops[1 - match.weights];
  auto add = [](SmallVector<int64_t> &order, const Loops &loops, int64_t loop) {
    std::optional<int64_t> dim = findDim(loops, loop);
    if (dim)
      order.push_back(*dim);
    return dim.has_value();
  };
  for (unsigned dim : match.roles.batch)
    if (!add(match.query, query, scores.result[dim]) ||
        !add(match.key, key, scores.result[dim]) ||
        !add(match.value, value, weights[dim]) ||
        !add(match.output, result.result, weights[dim]))
      return false;
  for (unsigned dim : match.roles.query)
    if (!add(match.query, query, scores.result[dim]) ||
        findDim(value, weights[dim]) ||
        !add(match.output, result.result, weights[dim]))
      return false;
  int64_t keyLoop = weights[match.roles.key];
  if (!add(match.key, key, scores.result[match.roles.key]) ||
      !add(match.value, value, keyLoop) || findDim(result.result, keyLoop))
    return false;
  // One loop is left in each: the widths.
  for (int64_t loop : query)
    if (!findDim(scores.result, loop) &&
        (!add(match.query, query, loop) || !add(match.key, key, loop)))
      return false;
  for (int64_t loop : value)
    if (!findDim(weights, loop) && (!add(match.value, value, loop) ||
                                    !add(match.output, result.result, loop)))
      return false;
  size_t batch = match.roles.batch.size(), queries = match.roles.query.size();
  return match.query.size() == batch + queries + 1 &&
         match.key.size() == batch + 2 && match.value.size() == batch + 2 &&
         match.output.size() == batch + queries + 1 &&
         query.size() == match.query.size() && key.size() == match.key.size() &&
         value.size() == match.value.size() &&
         result.result.size() == match.output.size();
}

/// Matches the softmax and the scores that make one input of `result`.
static std::optional<AttentionMatch> matchWeights(const Product &result,
                                                  unsigned weights) {
  AttentionMatch match;
  match.result = result;
  match.weights = weights;
  Value tensor = result.inputs[weights];
  llvm::append_range(match.sizes,
                     cast<RankedTensorType>(tensor.getType()).getShape());
  std::optional<Softmax> softmax =
      matchSoftmax(resolve(enterTensor(tensor)), match.sizes);
  std::optional<ScaledScore> score =
      softmax ? matchScore(softmax->exponential.score, match.sizes)
              : std::nullopt;
  if (!score)
    return std::nullopt;
  match.softmax = *softmax;
  match.score = *score;
  std::optional<Product> scores =
      matchProduct(score->product.getDefiningOp(), /*foldsSplats=*/false,
                   /*widens=*/true);
  if (!scores || scores->inputs.size() != 2)
    return std::nullopt;
  match.scores = *scores;
  for (auto [loop, dim] : llvm::enumerate(score->dims))
    match.scores.result[loop] = scores->result[dim];
  match.score.scale *= getScale(scores->factors);
  Type type = match.getElementType();
  if (getElementTypeOrSelf(match.getKey()) != type ||
      getElementTypeOrSelf(match.getValue()) != type ||
      getElementTypeOrSelf(result.op->getResult(0)) != type)
    return std::nullopt;
  bool isNarrower = cast<FloatType>(type).getWidth() <
                    (score->score.scalar
                         ? score->score.scalar.getType().getIntOrFloatBitWidth()
                         : 0);
  if ((isNarrower && score->isAdded) || !findRoles(match) || !findOrders(match))
    return std::nullopt;
  return match;
}

std::optional<AttentionMatch> sbp::matchAttention(Operation *op) {
  std::optional<Product> result = matchProduct(op);
  if (!result || result->inputs.size() != 2 || !result->factors.empty() ||
      result->op.getNumReductionLoops() != 1)
    return std::nullopt;
  for (unsigned weights : {0, 1})
    if (auto match = matchWeights(*result, weights))
      return match;
  return std::nullopt;
}

/// Returns the product of `weights`, an input of `gradient`, and of the value
/// that `inner` multiplies with the other input, the cotangent of the product;
/// nullopt where `inner` is no product of a cotangent and a value. Loops are
/// the dimensions of the weights, and then the width.
static std::optional<Product>
findResult(const Product &gradient, unsigned weights, const Product &inner) {
  const Loops &own = gradient.loops[weights];
  const Loops &cotangent = gradient.loops[1 - weights];
  bool isSecond = inner.inputs[0] != gradient.inputs[1 - weights];
  if (inner.inputs[isSecond] != gradient.inputs[1 - weights])
    return std::nullopt;
  int64_t width = own.size();
  Product result{gradient.op, {gradient.inputs[weights]}, {{}, {}}, {}, {}};
  result.inputs.push_back(inner.inputs[!isSecond]);
  for (auto [number, loop] : llvm::enumerate(own)) {
    result.loops[0].push_back(number);
    if (findDim(cotangent, loop))
      result.result.push_back(number);
  }
  result.result.push_back(width);
  for (int64_t loop : inner.loops[!isSecond]) {
    // A loop that the cotangent lacks is that of keys.
    std::optional<int64_t> dim = findDim(inner.loops[isSecond], loop);
    const int64_t *number = dim ? llvm::find(own, cotangent[*dim])
                                : llvm::find_if(own, [&](int64_t each) {
                                    return !findDim(cotangent, each);
                                  });
    if (number == own.end() && !dim)
      return std::nullopt;
    result.loops[1].push_back(number - own.begin());
  }
  return result;
}

std::vector<AttentionMatch> sbp::matchAttentionOfGradient(Operation *op) {
  std::optional<Product> gradient = matchProduct(op);
  if (!gradient || gradient->inputs.size() != 2 ||
      gradient->op.getNumReductionLoops() == 0)
    return {};
  constexpr unsigned kMostReaders = 16;
  std::vector<AttentionMatch> matches;
  for (unsigned weights : {0, 1}) {
    Value cotangent = gradient->inputs[1 - weights];
    unsigned readers = 0;
    for (Operation *reader : cotangent.getUsers()) {
      std::optional<Product> inner = matchProduct(reader);
      if (++readers > kMostReaders)
        break;
      if (reader == op || !inner || inner->inputs.size() != 2)
        continue;
      std::optional<Product> result = findResult(*gradient, weights, *inner);
      std::optional<AttentionMatch> match =
          result ? matchWeights(*result, /*weights=*/0) : std::nullopt;
      if (!match)
        continue;
      match->isOfGradient = true;
      matches.push_back(*match);
    }
  }
  return matches;
}
