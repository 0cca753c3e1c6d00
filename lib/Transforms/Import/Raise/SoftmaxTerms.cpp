// SoftmaxTerms.cpp: what is computed of weights and their cotangent, as a
// polynomial

#include "SoftmaxTerms.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/Matchers.h"
#include "llvm/ADT/SmallBitVector.h"

using namespace mlir;
using namespace sbp;

/// Returns the finite number that all elements are, nullopt if there is none.
static std::optional<double> getNumber(const Element &element) {
  Attribute constant;
  if (!matchPattern(element.isRead() ? element.tensor : element.scalar,
                    m_Constant(&constant)))
    return std::nullopt;
  if (auto splat = dyn_cast<SplatElementsAttr>(constant))
    constant = splat.getSplatValue<Attribute>();
  auto number = dyn_cast<FloatAttr>(constant);
  if (!number || !number.getValue().isFinite())
    return std::nullopt;
  return number.getValueAsDouble();
}

static TermPowers multiply(const TermPowers &some, const TermPowers &others,
                           int sign = 1) {
  return {some.exponential + sign * others.exponential,
          some.sum + sign * others.sum,
          some.cotangent + sign * others.cotangent,
          some.product + sign * others.product};
}

static Terms scale(Terms terms, double factor) {
  for (Term &term : terms)
    term.factor *= factor;
  return terms;
}

std::optional<Terms>
SoftmaxTerms::add(std::optional<Terms> some,
                  const std::optional<Terms> &others) const {
  constexpr size_t kMostTerms = 16;
  if (!some || !others)
    return std::nullopt;
  for (const Term &term : *others) {
    Term *same = llvm::find_if(
        *some, [&](const Term &each) { return each.powers == term.powers; });
    if (same == some->end()) {
      some->push_back(term);
      continue;
    }
    double bound = tolerance * std::abs(term.factor);
    same->factor += term.factor;
    if (std::abs(same->factor) <= bound)
      some->erase(same);
  }
  if (some->size() > kMostTerms)
    return std::nullopt;
  return some;
}

/// Returns true for z, scaled by a positive number.
static bool isSum(const Terms &terms) {
  return terms.size() == 1 && terms.front().factor > 0 &&
         terms.front().powers == TermPowers{0, 1, 0, 0};
}

/// Returns true for z >= 0 and z > 0, which hold of each sum of exponentials:
/// JAX takes the derivative of its absolute value.
bool SoftmaxTerms::isAlwaysTrue(const Element &condition) {
  auto compare = dyn_cast_or_null<arith::CmpFOp>(condition.getMaker());
  if (!compare || (compare.getPredicate() != arith::CmpFPredicate::OGE &&
                   compare.getPredicate() != arith::CmpFPredicate::OGT))
    return false;
  std::optional<Terms> sum = expand(resolveOperand(condition, 0));
  std::optional<Terms> zero = expand(resolveOperand(condition, 1));
  return sum && isSum(*sum) && zero && zero->empty();
}

/// Returns the number of the condition of the scores that keeps them where
/// `condition` is `shows`; nullopt if there is none.
std::optional<unsigned> SoftmaxTerms::findCondition(const Element &condition,
                                                    bool shows) {
  for (auto [number, each] : llvm::enumerate(conditions))
    if (each.shows == shows && areEqual(each.condition, condition))
      return number;
  return std::nullopt;
}

bool SoftmaxTerms::isHidden(Element element) {
  llvm::SmallBitVector hidden(conditions.size());
  for (auto [number, each] : llvm::enumerate(conditions))
    hidden[number] = !each.isFinite;
  while (Operation *maker = element.getMaker()) {
    auto operand = [&](unsigned side) { return resolveOperand(element, side); };
    std::optional<unsigned> kept;
    if (isa<arith::SelectOp>(maker)) {
      for (unsigned side : {1, 2})
        if (auto number = findCondition(operand(0), side == 1);
            number && getNumber(operand(3 - side)) == 0.0) {
          hidden.set(*number);
          kept = side;
        }
    } else if (isa<arith::MulFOp, arith::DivFOp>(maker)) {
      for (unsigned side : {0, 1})
        if (getNumber(operand(1 - side)) &&
            (side == 0 || isa<arith::MulFOp>(maker)))
          kept = side;
    }
    if (!kept)
      break;
    element = operand(*kept);
  }
  return hidden.all();
}

std::optional<Terms> SoftmaxTerms::expandSelect(const Element &element) {
  if (isAlwaysTrue(resolveOperand(element, 0)))
    return expand(resolveOperand(element, 1));
  std::optional<Terms> sides[] = {expand(resolveOperand(element, 1)),
                                  expand(resolveOperand(element, 2))};
  auto isZero = [&](unsigned side) {
    return sides[side] && sides[side]->empty();
  };
  if (isZero(0) && isZero(1))
    return Terms();
  for (unsigned side : {0, 1})
    if (isZero(1 - side))
      if (auto number = findCondition(resolveOperand(element, 0), side == 0)) {
        hasHiddenParts |= conditions[*number].isFinite;
        return sides[side];
      }
  return std::nullopt;
}

/// Expands exp(score - rows), or that with the logarithm of z among the rows.
std::optional<Terms> SoftmaxTerms::expandExponential(const Element &element) {
  std::optional<Exponential> match = matchExponential(element, softmax.dim);
  if (!match || !(match->score == softmax.exponential.score))
    return std::nullopt;
  TermPowers powers{/*exponential=*/1};
  SmallVector<Element> rows;
  for (const Element &row : match->rows) {
    std::optional<Element> argument = matchLogarithm(row);
    std::optional<Terms> sum = argument ? expand(*argument) : std::nullopt;
    if (sum && isSum(*sum) && sum->front().factor == 1)
      --powers.sum;
    else
      rows.push_back(row);
  }
  if (!isSameSet(rows, softmax.exponential.rows))
    return std::nullopt;
  return Terms{{1, powers}};
}

/// Expands the sum of an element over its row.
std::optional<Terms> SoftmaxTerms::sumRow(const Element &summed) {
  std::optional<Terms> terms = expand(resolve(summed));
  if (!terms)
    return std::nullopt;
  std::optional<Terms> result = Terms();
  for (Term term : *terms) {
    TermPowers &powers = term.powers;
    if (powers.exponential == 0 && powers.cotangent == 0)
      term.factor *= keys;
    else if (powers.exponential == 1 && powers.cotangent == 0)
      ++powers.sum;
    else if (powers.exponential == 1 && powers.cotangent == 1)
      ++powers.product;
    else
      return std::nullopt;
    powers.exponential = powers.cotangent = 0;
    result = add(result, Terms{term});
  }
  return result;
}

std::optional<Terms> SoftmaxTerms::expandRead(const Element &element) {
  if (std::optional<Element> summed = enterSum(element, softmax.dim, keys))
    return sumRow(*summed);
  return isCotangent(element)
             ? std::optional(Terms{{1, TermPowers{0, 0, /*cotangent=*/1, 0}}})
             : std::nullopt;
}

std::optional<Terms> SoftmaxTerms::expandArithmetic(const Element &element) {
  Operation *maker = element.getMaker();
  auto operand = [&](unsigned number) {
    return expand(resolveOperand(element, number));
  };
  if (isa<arith::NegFOp>(maker)) {
    std::optional<Terms> terms = operand(0);
    return terms ? std::optional(scale(*terms, -1)) : std::nullopt;
  }
  if (!isa<arith::AddFOp, arith::SubFOp, arith::MulFOp, arith::DivFOp>(maker))
    return std::nullopt;
  std::optional<Terms> left = operand(0);
  bool isSum = isa<arith::AddFOp, arith::SubFOp>(maker);
  if (isSum && !left)
    return std::nullopt;
  if (!isSum && left && left->empty())
    return left; // 0 times what may be no polynomial
  std::optional<Terms> right = operand(1);
  if (!right)
    return std::nullopt;
  if (isSum)
    return add(left, scale(*right, isa<arith::SubFOp>(maker) ? -1 : 1));
  if (isa<arith::MulFOp>(maker) && right->empty())
    return right;
  bool isQuotient = isa<arith::DivFOp>(maker);
  if (!left || (isQuotient && right->size() != 1))
    return std::nullopt;
  std::optional<Terms> result = Terms();
  for (const Term &term : *left)
    for (const Term &other : *right)
      result = add(result, Terms{{isQuotient ? term.factor / other.factor
                                             : term.factor * other.factor,
                                  multiply(term.powers, other.powers,
                                           isQuotient ? -1 : 1)}});
  return result;
}

std::optional<Terms> SoftmaxTerms::expand(const Element &element) {
  if (budget == 0)
    return std::nullopt;
  --budget;
  if (std::optional<double> number = getNumber(element))
    return *number == 0 ? Terms() : Terms{{*number, TermPowers()}};
  if (element.isRead())
    return expandRead(element);
  Operation *maker = element.getMaker();
  if (!maker)
    return std::nullopt;
  if (isa<math::ExpOp>(maker))
    return expandExponential(element);
  if (isa<arith::SelectOp>(maker))
    return expandSelect(element);
  if (isa<math::AbsFOp>(maker)) {
    std::optional<Terms> sum = expand(resolveOperand(element, 0));
    return sum && isSum(*sum) ? sum : std::nullopt;
  }
  return expandArithmetic(element);
}
