// SoftmaxMatch.cpp: softmax, as frameworks spell it

#include "SoftmaxMatch.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace sbp;

namespace {

/// A reduction over one loop.
struct Reduction {
  linalg::LinalgOp op;
  unsigned dim;        ///< of its input
  Operation *combiner; ///< in its body
};

/// A score without the values of its row that are subtracted from it.
struct Shifted {
  Element score;
  SmallVector<Element> rows; ///< resolved, in the loops of the row
};

class SoftmaxMatcher {
public:
  std::optional<Softmax> match(Value weights);

private:
  std::optional<Element> enterRow(const Element &element);
  std::optional<Shifted> matchExponential(const Element &element);
  std::optional<Reduction> matchReduction(const Element &row);
  bool isSumOf(const Element &row, const Shifted &shifted);
  std::optional<Element> findDivisor(const Element &weights,
                                     Element &numerator);
  bool takeSum(Shifted &shifted);

  std::optional<unsigned> dim; ///< the loop that rows lack
};

} // namespace

/// Returns the value of a row that `element` reads, resolved; nullopt if it is
/// no such value.
std::optional<Element> SoftmaxMatcher::enterRow(const Element &element) {
  if (!element.isRead() || !element.map.isProjectedPermutation())
    return std::nullopt;
  unsigned loops = element.map.getNumDims();
  if (element.map.getNumResults() + 1 != loops)
    return std::nullopt;
  unsigned lacking = loops - 1;
  for (auto [position, expr] : llvm::enumerate(element.map.getResults()))
    if (cast<AffineDimExpr>(expr).getPosition() != position) {
      lacking = position;
      break;
    }
  for (auto [position, expr] : llvm::enumerate(element.map.getResults()))
    if (cast<AffineDimExpr>(expr).getPosition() !=
        position + (position >= lacking))
      return std::nullopt;
  if (dim && *dim != lacking)
    return std::nullopt;
  dim = lacking;
  return enterTensor(element.tensor);
}

/// Takes from the exponent what is subtracted per row.
std::optional<Shifted>
SoftmaxMatcher::matchExponential(const Element &element) {
  if (!isa_and_nonnull<math::ExpOp>(element.getMaker()))
    return std::nullopt;
  Shifted shifted;
  shifted.score = resolveOperand(element, 0);
  while (isa_and_nonnull<arith::SubFOp>(shifted.score.getMaker())) {
    std::optional<Element> row = enterRow(resolveOperand(shifted.score, 1));
    if (!row)
      break;
    shifted.rows.push_back(*row);
    shifted.score = resolveOperand(shifted.score, 0);
  }
  return shifted;
}

/// Matches the reduction that makes the tensor which `row` reads.
std::optional<Reduction> SoftmaxMatcher::matchReduction(const Element &row) {
  if (!row.isRead() || !row.map.isIdentity())
    return std::nullopt;
  auto op = row.tensor.getDefiningOp<linalg::LinalgOp>();
  if (!op || op->getNumResults() != 1 || op.getNumDpsInputs() != 1 ||
      op.getNumReductionLoops() != 1 ||
      !op.getMatchingIndexingMap(op.getDpsInputOperand(0)).isIdentity())
    return std::nullopt;
  SmallVector<unsigned> reduced;
  op.getReductionDims(reduced);
  AffineMap result = op.getMatchingIndexingMap(op.getDpsInitOperand(0));
  for (auto [position, expr] : llvm::enumerate(result.getResults()))
    if (expr != getAffineDimExpr(position + (position >= reduced[0]),
                                 result.getContext()))
      return std::nullopt;
  Value yielded = op.getBlock()->getTerminator()->getOperand(0);
  auto skipCasts = [](Value value) {
    while (Operation *maker = value.getDefiningOp())
      if (isa<arith::ExtFOp, arith::TruncFOp>(maker))
        value = maker->getOperand(0);
      else
        break;
    return value;
  };
  Operation *combiner = skipCasts(yielded).getDefiningOp();
  if (!combiner || combiner->getNumOperands() != 2)
    return std::nullopt;
  Value a = skipCasts(combiner->getOperand(0));
  Value b = skipCasts(combiner->getOperand(1));
  Value in = op.getBlock()->getArgument(0), out = op.getBlock()->getArgument(1);
  if (!((a == in && b == out) || (a == out && b == in)))
    return std::nullopt;
  return Reduction{op, reduced[0], combiner};
}

/// Returns true for the sum over the row of the exponentials of `shifted`.
bool SoftmaxMatcher::isSumOf(const Element &row, const Shifted &shifted) {
  std::optional<Reduction> sum = matchReduction(row);
  if (!sum || !isa<arith::AddFOp>(sum->combiner) || !dim || sum->dim != *dim)
    return false;
  Value init = sum->op.getDpsInits().front();
  if (auto fill = init.getDefiningOp<linalg::FillOp>())
    init = fill.getInputs().front();
  if (!matchPattern(init, m_AnyZeroFloat()))
    return false;
  std::optional<Shifted> summed =
      matchExponential(enterTensor(sum->op.getDpsInputs().front()));
  if (!summed || !(summed->score == shifted.score) ||
      summed->rows.size() != shifted.rows.size())
    return false;
  for (auto [one, other] : llvm::zip_equal(summed->rows, shifted.rows))
    if (!(one == other))
      return false;
  return true;
}

/// Returns the row that `weights` are divided by, and sets `numerator`.
std::optional<Element> SoftmaxMatcher::findDivisor(const Element &weights,
                                                   Element &numerator) {
  Operation *maker = weights.getMaker();
  if (isa_and_nonnull<arith::DivFOp>(maker)) {
    numerator = resolveOperand(weights, 0);
    return enterRow(resolveOperand(weights, 1));
  }
  if (!isa_and_nonnull<arith::MulFOp>(maker))
    return std::nullopt;
  for (unsigned side : {0, 1}) {
    std::optional<Element> inverse = enterRow(resolveOperand(weights, side));
    if (!inverse || !isa_and_nonnull<arith::DivFOp>(inverse->getMaker()) ||
        !matchPattern(inverse->getMaker()->getOperand(0), m_OneFloat()))
      continue;
    numerator = resolveOperand(weights, 1 - side);
    return resolveOperand(*inverse, 1);
  }
  return std::nullopt;
}

/// Finds the logarithm of the sum among what is subtracted, and removes it.
bool SoftmaxMatcher::takeSum(Shifted &shifted) {
  // log z + m is subtracted as one value, or as two.
  SmallVector<Element> rows;
  SmallVector<Element> pending(shifted.rows);
  constexpr size_t kMostRows = 8;
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
  for (size_t i = 0; i < rows.size(); ++i) {
    if (!isa_and_nonnull<math::LogOp>(rows[i].getMaker()))
      continue;
    Shifted others{shifted.score, {}};
    for (size_t j = 0; j < rows.size(); ++j)
      if (j != i)
        others.rows.push_back(rows[j]);
    return isSumOf(resolveOperand(rows[i], 0), others);
  }
  return false;
}

std::optional<Softmax> SoftmaxMatcher::match(Value weights) {
  Element element = enterTensor(weights);
  Element numerator;
  std::optional<Element> divisor = findDivisor(element, numerator);
  std::optional<Shifted> shifted =
      matchExponential(divisor ? numerator : element);
  if (!shifted)
    return std::nullopt;
  if (divisor ? !isSumOf(*divisor, *shifted) : !takeSum(*shifted))
    return std::nullopt;
  return Softmax{shifted->score, *dim};
}

std::optional<Softmax> sbp::matchSoftmax(Value weights) {
  return SoftmaxMatcher().match(weights);
}
