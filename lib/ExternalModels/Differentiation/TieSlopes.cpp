// TieSlopes.cpp: one-sided slopes where several comparisons tie

#include "TieSlopes.h"
#include "DualNumbers.h"
#include "ScalarBuilder.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace sbp;

using Is = arith::CmpFPredicate;

/// Longer expressions are left to the conventions.
static constexpr unsigned kMaxOps = 48;
static constexpr unsigned kMaxLeaves = 3;

//===----------------------------------------------------------------------===//
// The expression
//===----------------------------------------------------------------------===//

namespace {

/// The ops that compute one scalar, across the bodies of producers.
struct Expression {
  /// Fills the lists; false if the expression is too large, or has an op with
  /// regions or several results.
  bool collect(Value value);
  /// Values that can tie: the operands of a comparison or extremum; the second
  /// is null for an absolute value, which ties with zero.
  static std::pair<Value, Value> getTied(Operation *op);

  llvm::SetVector<Operation *> ops; ///< operands first
  llvm::SetVector<Value> leaves;    ///< tensors and scalars of unknown value
  SmallVector<Operation *> kinks;   ///< comparisons, extrema, absolute values
};

} // namespace

std::pair<Value, Value> Expression::getTied(Operation *op) {
  if (isa<math::AbsFOp>(op))
    return {op->getOperand(0), Value()};
  if (isa<arith::MaximumFOp, arith::MinimumFOp, arith::MaxNumFOp,
          arith::MinNumFOp, arith::CmpFOp>(op))
    return {op->getOperand(0), op->getOperand(1)};
  return {};
}

bool Expression::collect(Value value) {
  value = lookThrough(value);
  if (matchPattern(value, m_Constant()))
    return true;
  Operation *op = value.getDefiningOp();
  if (!op || !isa<linalg::GenericOp>(op->getParentOp())) {
    leaves.insert(getLeaf(value));
    return leaves.size() <= kMaxLeaves;
  }
  if (ops.contains(op))
    return true;
  if (op->getNumRegions() > 0 || op->getNumResults() != 1 ||
      ops.size() == kMaxOps ||
      !llvm::all_of(op->getOperands(),
                    [&](Value operand) { return collect(operand); }))
    return false;
  ops.insert(op);
  if (getTied(op).first)
    kinks.push_back(op);
  return true;
}

//===----------------------------------------------------------------------===//
// Where it ties
//===----------------------------------------------------------------------===//

/// Moves `leaf` to where the operands of `kink` are equal, by Newton's method.
static bool solve(DualPoint &point, Value leaf, Operation *kink) {
  auto [first, second] = Expression::getTied(kink);
  for (int step = 0; step < 4; ++step) {
    DualNumbers numbers(point, leaf, DualNumbers::Mode::Right);
    std::optional<Dual> x = numbers.evaluate(first);
    std::optional<Dual> y = second ? numbers.evaluate(second) : Dual();
    if (!x || !y)
      return false;
    double distance = x->value - y->value, slope = x->slope - y->slope;
    if (areTied(x->value, y->value))
      return slope != 0.0;
    if (slope == 0.0 || !std::isfinite(distance / slope))
      return false;
    point[leaf] -= distance / slope;
  }
  return false;
}

/// Returns the choices at one tie, by one leaf; empty if the slope of `root` is
/// right, or if they would change the number that is yielded.
static TieChoices findChoicesAt(const DualPoint &point, Value leaf, Value root,
                                Value yielded) {
  using Mode = DualNumbers::Mode;
  DualNumbers left(point, leaf, Mode::Left), right(point, leaf, Mode::Right),
      usual(point, leaf, Mode::Conventions);
  std::optional<Dual> below = left.evaluate(root);
  std::optional<Dual> above = right.evaluate(root);
  std::optional<Dual> taken = usual.evaluate(root);
  if (!below || !above || !taken || !areTied(below->value, above->value))
    return {};
  // A step to the left has the slope -1.
  auto [low, high] = std::minmax({-below->slope, above->slope});
  double tolerance = 1e-5 * (1.0 + std::abs(low) + std::abs(high));
  if (!std::isfinite(low) || !std::isfinite(high) ||
      (taken->slope >= low - tolerance && taken->slope <= high + tolerance))
    return {};
  TieChoices choices = left.getChoices();
  std::optional<Dual> before = usual.evaluate(yielded);
  std::optional<Dual> after = left.evaluate(yielded);
  return before && after && areTied(before->value, after->value) ? choices
                                                                 : TieChoices();
}

TieChoices sbp::findTieChoices(Value root, Value yielded,
                               llvm::SetVector<Operation *> &owners) {
  Expression expression, all;
  if (!expression.collect(root) || expression.kinks.size() < 2 ||
      !all.collect(yielded))
    return {};
  for (Operation *kink : expression.kinks)
    for (Value leaf : expression.leaves) {
      DualPoint point;
      for (auto [number, other] : llvm::enumerate(all.leaves))
        point[other] = 0.37 + 0.59 * number;
      if (!solve(point, leaf, kink))
        continue;
      TieChoices choices = findChoicesAt(point, leaf, root, yielded);
      if (choices.empty())
        continue;
      for (Operation *op : expression.ops)
        owners.insert(op->getParentOp());
      return choices;
    }
  return {};
}

//===----------------------------------------------------------------------===//
// Rewriting
//===----------------------------------------------------------------------===//

/// Makes a comparison that has `value` where its operands are equal.
static void rewriteComparison(arith::CmpFOp op, bool value) {
  Is predicate = op.getPredicate();
  auto pick = [&](Is strict, Is equal) {
    if (predicate == strict || predicate == equal)
      op.setPredicate(value ? equal : strict);
  };
  pick(Is::OGT, Is::OGE);
  pick(Is::OLT, Is::OLE);
  pick(Is::UGT, Is::UGE);
  pick(Is::ULT, Is::ULE);
}

Value sbp::applyTieChoice(Operation *op, unsigned choice) {
  if (auto comparison = dyn_cast<arith::CmpFOp>(op)) {
    rewriteComparison(comparison, choice != 0);
    return comparison;
  }
  OpBuilder builder(op->getContext());
  builder.setInsertionPointAfter(op);
  ScalarBuilder s(builder, op->getLoc());
  Value x = op->getOperand(0);
  if (isa<math::AbsFOp>(op)) {
    Value isPositive = s.is(choice ? Is::UGE : Is::UGT, x, s.number(x, 0.0));
    return s.select(isPositive, x, s.neg(x));
  }
  bool isMax = isa<arith::MaximumFOp, arith::MaxNumFOp>(op);
  bool dropsNaN = isa<arith::MaxNumFOp, arith::MinNumFOp>(op);
  Value y = op->getOperand(1), keeper = dropsNaN ? y : x;
  Is strict = isMax ? Is::OGT : Is::OLT, equal = isMax ? Is::OGE : Is::OLE;
  // The first operand is returned where it wins, and where it is NaN, or the
  // second one for an op that drops NaN.
  Value isFirst = s.make<arith::OrIOp>(s.is(choice == 0 ? equal : strict, x, y),
                                       s.is(Is::UNE, keeper, keeper));
  return s.select(isFirst, x, y);
}
