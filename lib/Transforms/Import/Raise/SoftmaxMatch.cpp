// SoftmaxMatch.cpp: softmax, as frameworks spell it

#include "SoftmaxMatch.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace sbp;

/// Splits sums of values of a row. Returns false where there are too many.
static bool splitSums(SmallVector<Element> &rows) {
  constexpr size_t kMostRows = 8;
  SmallVector<Element> pending = std::exchange(rows, {});
  while (!pending.empty()) {
    if (pending.size() + rows.size() > kMostRows)
      return false;
    Element row = pending.pop_back_val();
    if (isa_and_nonnull<arith::AddFOp>(row.getMaker())) {
      pending.push_back(resolveOperand(row, 0));
      pending.push_back(resolveOperand(row, 1));
    } else {
      rows.push_back(row);
    }
  }
  return true;
}

std::optional<Exponential> sbp::matchExponential(const Element &element,
                                                 unsigned dim) {
  if (!isa_and_nonnull<math::ExpOp>(element.getMaker()))
    return std::nullopt;
  Exponential match;
  match.score = resolveOperand(element, 0);
  while (isa_and_nonnull<arith::SubFOp>(match.score.getMaker())) {
    Element row = resolveOperand(match.score, 1);
    if (row.map.isFunctionOfDim(dim))
      break;
    match.rows.push_back(row);
    match.score = resolveOperand(match.score, 0);
  }
  if (!splitSums(match.rows))
    return std::nullopt;
  return match;
}

std::optional<Element> sbp::matchLogarithm(const Element &element) {
  if (!isa_and_nonnull<math::LogOp>(element.getMaker()))
    return std::nullopt;
  Element argument = resolveOperand(element, 0);
  return isa_and_nonnull<math::AbsFOp>(argument.getMaker())
             ? resolveOperand(argument, 0)
             : argument;
}

bool sbp::isSameSet(ArrayRef<Element> some, ArrayRef<Element> others) {
  return some.size() == others.size() &&
         llvm::all_of(some, [&](const Element &element) {
           return llvm::count(some, element) == llvm::count(others, element);
         });
}

namespace {

class SoftmaxMatcher {
public:
  SoftmaxMatcher(ArrayRef<int64_t> sizes, unsigned dim)
      : sizes(sizes), dim(dim) {}
  std::optional<Softmax> match(const Element &weights);

private:
  bool isSumOf(const Element &row, const Exponential &exponential);
  std::optional<Element> findDivisor(const Element &weights,
                                     Element &numerator);
  bool takeSum(Exponential &exponential);

  ArrayRef<int64_t> sizes;
  unsigned dim; ///< the loop that rows lack
};

} // namespace

/// Returns true for the sum over the row of `exponential`.
bool SoftmaxMatcher::isSumOf(const Element &row,
                             const Exponential &exponential) {
  std::optional<Element> summed = enterSum(row, dim, sizes[dim]);
  std::optional<Exponential> match =
      summed ? matchExponential(resolve(*summed), dim) : std::nullopt;
  return match && match->score == exponential.score &&
         isSameSet(match->rows, exponential.rows);
}

/// Returns the row that `weights` are divided by, and sets `numerator`.
std::optional<Element> SoftmaxMatcher::findDivisor(const Element &weights,
                                                   Element &numerator) {
  Operation *maker = weights.getMaker();
  if (isa_and_nonnull<arith::DivFOp>(maker)) {
    numerator = resolveOperand(weights, 0);
    return resolveOperand(weights, 1);
  }
  if (!isa_and_nonnull<arith::MulFOp>(maker))
    return std::nullopt;
  for (unsigned side : {0, 1}) {
    Element inverse = resolveOperand(weights, side);
    if (!isa_and_nonnull<arith::DivFOp>(inverse.getMaker()) ||
        !matchPattern(inverse.getMaker()->getOperand(0), m_OneFloat()))
      continue;
    numerator = resolveOperand(weights, 1 - side);
    return resolveOperand(inverse, 1);
  }
  return std::nullopt;
}

/// Finds the logarithm of the sum among what is subtracted, and removes it.
bool SoftmaxMatcher::takeSum(Exponential &exponential) {
  for (Element row : exponential.rows) {
    std::optional<Element> argument = matchLogarithm(row);
    if (!argument)
      continue;
    llvm::erase(exponential.rows, row);
    return isSumOf(*argument, exponential);
  }
  return false;
}

std::optional<Softmax> SoftmaxMatcher::match(const Element &weights) {
  Element numerator;
  std::optional<Element> divisor = findDivisor(weights, numerator);
  std::optional<Exponential> exponential =
      matchExponential(divisor ? numerator : weights, dim);
  if (!exponential ||
      (divisor ? !isSumOf(*divisor, *exponential) : !takeSum(*exponential)))
    return std::nullopt;
  return Softmax{*exponential, dim};
}

std::optional<Softmax> sbp::matchSoftmax(const Element &weights,
                                         ArrayRef<int64_t> sizes) {
  // The last dimension is the most likely one.
  for (unsigned dim = sizes.size(); dim-- > 0;)
    if (std::optional<Softmax> match =
            SoftmaxMatcher(sizes, dim).match(weights))
      return match;
  return std::nullopt;
}
