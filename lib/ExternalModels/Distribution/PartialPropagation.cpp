// PartialPropagation.cpp: partial values through one scalar op
//
// One function per row of the table in calculus.md B.2. What no row allows is
// refused.

#include "Additivity.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/Matchers.h"

using namespace llvm;
using namespace mlir;

namespace sbp {

namespace {

/// One scalar op with the states of its operands, while partial values combine
/// with `combiner`.
struct Step {
  Operation *op;
  ArrayRef<ScalarState> operands;
  /// The operands, body arguments of scalar operands replaced by these.
  ArrayRef<Value> values;
  Combiner combiner;
  bool allowRounding;

  bool isPartial(unsigned i) const { return operands[i].isPartial(combiner); }
  bool isConstant(unsigned i) const { return operands[i].constant; }
  bool allPartial() const {
    return llvm::all_of(operands, [&](const ScalarState &state) {
      return state.isPartial(combiner);
    });
  }
  ScalarState keep() const { return {false, combiner}; }
  ScalarState become(Combiner other) const { return {false, other}; }
  static ScalarState refuse() { return {}; }
  ScalarState keepIf(bool condition) const {
    return condition ? keep() : refuse();
  }
};

} // namespace

static ScalarState propagateSum(const Step &step) {
  Operation *op = step.op;
  if (isa<arith::AddFOp, arith::SubFOp, arith::AddIOp, arith::SubIOp,
          arith::NegFOp, arith::ExtFOp, arith::TruncIOp>(op))
    return step.keepIf(step.allPartial());
  if (isa<arith::MulFOp, arith::MulIOp>(op))
    return step.keepIf((step.isPartial(0) && step.isConstant(1)) ||
                       (step.isConstant(0) && step.isPartial(1)));
  if (isa<arith::DivFOp, arith::ShLIOp>(op))
    return step.keepIf(step.isPartial(0) && step.isConstant(1));
  if (isa<math::FmaOp>(op))
    return step.keepIf(step.isPartial(2) &&
                       ((step.isPartial(0) && step.isConstant(1)) ||
                        (step.isConstant(0) && step.isPartial(1))));
  // Rounding is not linear, so the author must allow it.
  if (isa<arith::TruncFOp>(op))
    return step.keepIf(step.allowRounding && step.isPartial(0));
  return step.refuse();
}

static ScalarState propagateProd(const Step &step) {
  if (isa<arith::MulFOp, arith::MulIOp, arith::DivFOp, math::AbsFOp>(step.op))
    return step.keepIf(step.allPartial());
  return step.refuse();
}

static ScalarState propagateBoolean(const Step &step) {
  Operation *op = step.op;
  bool isAnd = step.combiner == Combiner::And;
  // Both distribute over a constant: (x and y) or k = (x or k) and (y or k).
  if (isa<arith::AndIOp, arith::OrIOp>(op)) {
    bool same = isa<arith::AndIOp>(op) == isAnd;
    return step.keepIf(same ? step.allPartial()
                            : step.isConstant(0) || step.isConstant(1));
  }
  if (isa<arith::XOrIOp>(op) && (matchPattern(step.values[0], m_One()) ||
                                 matchPattern(step.values[1], m_One())))
    return step.become(isAnd ? Combiner::Or : Combiner::And);
  return step.refuse();
}

static bool isMaximum(Combiner combiner) {
  return combiner == Combiner::Max || combiner == Combiner::MaxNum ||
         combiner == Combiner::UMax;
}

/// A decreasing function turns the maximum of its arguments into the minimum of
/// its values.
static Combiner flip(Combiner combiner) {
  switch (combiner) {
  case Combiner::Max:
    return Combiner::Min;
  case Combiner::Min:
    return Combiner::Max;
  case Combiner::MaxNum:
    return Combiner::MinNum;
  case Combiner::MinNum:
    return Combiner::MaxNum;
  case Combiner::UMax:
    return Combiner::UMin;
  case Combiner::UMin:
    return Combiner::UMax;
  default:
    llvm_unreachable("only orders have an opposite");
  }
}

static std::optional<APFloat> getFinite(Value value) {
  APFloat literal(0.0);
  if (matchPattern(value, m_ConstantFloat(&literal)) && literal.isFinite())
    return literal;
  return std::nullopt;
}

/// Total, increasing, NaN to NaN: these commute with max and min whatever the
/// partial values are. sqrt and log are not total (partials 4 and -1).
static bool isIncreasing(Operation *op) {
  return isa<math::ExpOp, math::Exp2Op, math::ExpM1Op, math::TanhOp,
             math::ErfOp, math::AtanOp, math::SinhOp, math::AsinhOp,
             math::CbrtOp, math::FloorOp, math::CeilOp, math::RoundEvenOp,
             math::RoundOp, math::TruncOp, arith::ExtFOp, arith::TruncFOp>(op);
}

/// x + k, x - k, k - x, x * k, x / k with a finite literal k: anything else
/// meets the -inf of an empty shard with +inf, or with zero.
static ScalarState propagateAffine(const Step &step) {
  Operation *op = step.op;
  unsigned variable = step.isConstant(1) ? 0 : 1;
  if (!step.isConstant(1 - variable))
    return step.keepIf(isa<arith::AddFOp>(op) &&
                       step.values[0] == step.values[1]);
  std::optional<APFloat> literal = getFinite(step.values[1 - variable]);
  if (!literal)
    return step.refuse();
  if (isa<arith::AddFOp>(op) || (isa<arith::SubFOp>(op) && variable == 0))
    return step.keep();
  if (isa<arith::SubFOp>(op))
    return step.become(flip(step.combiner));
  bool scales =
      isa<arith::MulFOp>(op) || (isa<arith::DivFOp>(op) && variable == 0);
  if (!scales || literal->isZero())
    return step.refuse();
  return literal->isNegative() ? step.become(flip(step.combiner)) : step.keep();
}

/// max and min on partial values of an order on floats.
static ScalarState propagateExtremumFloat(const Step &step) {
  Operation *op = step.op;
  bool propagatesNan = isa<arith::MaximumFOp, arith::MinimumFOp>(op);
  bool dropsNan =
      step.combiner == Combiner::MaxNum || step.combiner == Combiner::MinNum;
  bool sameOrder =
      isa<arith::MaximumFOp, arith::MaxNumFOp>(op) == isMaximum(step.combiner);
  bool withConstant = step.isConstant(0) || step.isConstant(1);
  if (!withConstant)
    return step.keepIf(sameOrder && propagatesNan == !dropsNan);
  // An op that turns a NaN into the constant makes NaN no longer neutral:
  // minnum(NaN, 0) = 0 would beat minnum(-5, 0) in a P(maxnum).
  return step.keepIf(propagatesNan || (dropsNan && sameOrder));
}

/// `x > k` as a partial boolean. NaN is neutral for maxnum/minnum and absorbing
/// for max/min: the predicate must agree on NaN with its combiner.
static ScalarState propagateCompareFloat(const Step &step,
                                         arith::CmpFOp compare) {
  bool variableFirst = !step.isConstant(0);
  if (!step.isConstant(variableFirst ? 1 : 0))
    return step.refuse();
  using Predicate = arith::CmpFPredicate;
  bool greater, unordered;
  switch (compare.getPredicate()) {
  case Predicate::OGT:
  case Predicate::OGE:
    greater = true, unordered = false;
    break;
  case Predicate::OLT:
  case Predicate::OLE:
    greater = false, unordered = false;
    break;
  case Predicate::UGT:
  case Predicate::UGE:
    greater = true, unordered = true;
    break;
  case Predicate::ULT:
  case Predicate::ULE:
    greater = false, unordered = true;
    break;
  default:
    return step.refuse();
  }
  if (!variableFirst)
    greater = !greater;
  // max > k: some partial is; max < k: all are.
  Combiner result =
      greater == isMaximum(step.combiner) ? Combiner::Or : Combiner::And;
  bool dropsNan =
      step.combiner == Combiner::MaxNum || step.combiner == Combiner::MinNum;
  // NaN yields `unordered`; neutral for `or` is false, for `and` true.
  bool nanIsNeutral = unordered == (result == Combiner::And);
  return nanIsNeutral == dropsNan ? step.become(result) : step.refuse();
}

static ScalarState propagateOrderFloat(const Step &step) {
  Operation *op = step.op;
  if (isIncreasing(op))
    return step.keep();
  if (isa<arith::NegFOp>(op))
    return step.become(flip(step.combiner));
  if (isa<arith::AddFOp, arith::SubFOp, arith::MulFOp, arith::DivFOp>(op))
    return propagateAffine(step);
  if (isa<arith::MaximumFOp, arith::MinimumFOp, arith::MaxNumFOp,
          arith::MinNumFOp>(op))
    return propagateExtremumFloat(step);
  if (auto compare = dyn_cast<arith::CmpFOp>(op))
    return propagateCompareFloat(step, compare);
  return step.refuse();
}

static ScalarState propagateCompareInteger(const Step &step,
                                           arith::CmpIOp compare,
                                           bool isUnsigned) {
  bool variableFirst = !step.isConstant(0);
  if (!step.isConstant(variableFirst ? 1 : 0))
    return step.refuse();
  using Predicate = arith::CmpIPredicate;
  Predicate predicate = compare.getPredicate();
  bool greater = llvm::is_contained(
      {Predicate::sgt, Predicate::sge, Predicate::ugt, Predicate::uge},
      predicate);
  bool predicateUnsigned = llvm::is_contained(
      {Predicate::ugt, Predicate::uge, Predicate::ult, Predicate::ule},
      predicate);
  if (predicate == Predicate::eq || predicate == Predicate::ne ||
      predicateUnsigned != isUnsigned)
    return step.refuse();
  if (!variableFirst)
    greater = !greater;
  return step.become(greater == isMaximum(step.combiner) ? Combiner::Or
                                                         : Combiner::And);
}

static ScalarState propagateOrderInteger(const Step &step) {
  Operation *op = step.op;
  bool isUnsigned =
      step.combiner == Combiner::UMax || step.combiner == Combiner::UMin;
  bool isExtremum = isUnsigned ? isa<arith::MaxUIOp, arith::MinUIOp>(op)
                               : isa<arith::MaxSIOp, arith::MinSIOp>(op);
  if (isExtremum) {
    bool sameOrder =
        isa<arith::MaxUIOp, arith::MaxSIOp>(op) == isMaximum(step.combiner);
    return step.keepIf(sameOrder || step.isConstant(0) || step.isConstant(1));
  }
  if (isUnsigned ? isa<arith::ExtUIOp>(op) : isa<arith::ExtSIOp>(op))
    return step.keep();
  if (auto compare = dyn_cast<arith::CmpIOp>(op))
    return propagateCompareInteger(step, compare, isUnsigned);
  return step.refuse();
}

static ScalarState propagate(const Step &step) {
  // A choice that all ranks make alike.
  if (isa<arith::SelectOp>(step.op))
    return step.keepIf(step.isConstant(0) && step.isPartial(1) &&
                       step.isPartial(2));
  switch (step.combiner) {
  case Combiner::Sum:
    return propagateSum(step);
  case Combiner::Prod:
    return propagateProd(step);
  case Combiner::And:
  case Combiner::Or:
    return propagateBoolean(step);
  default:
    break;
  }
  for (auto [state, value] : llvm::zip_equal(step.operands, step.values))
    if (!state.constant)
      return isa<FloatType>(value.getType()) ? propagateOrderFloat(step)
                                             : propagateOrderInteger(step);
  llvm_unreachable("no operand is partial");
}

ScalarState propagatePartial(Operation *op, ArrayRef<ScalarState> operands,
                             ArrayRef<Value> resolved, bool allowRounding) {
  std::optional<Combiner> combiner;
  for (const ScalarState &state : operands) {
    if (state.constant)
      continue;
    if (combiner && combiner != state.partial)
      return {};
    combiner = state.partial;
  }
  return propagate({op, operands, resolved, *combiner, allowRounding});
}

ScalarState classifyLiteral(Value literal, Combiner combiner) {
  ScalarState state{true, std::nullopt};
  bool neutral =
      (combiner == Combiner::Sum &&
       (matchPattern(literal, m_Zero()) ||
        matchPattern(literal, m_AnyZeroFloat()))) ||
      (combiner == Combiner::Prod &&
       (matchPattern(literal, m_One()) || matchPattern(literal, m_OneFloat())));
  if (neutral)
    state.partial = combiner;
  return state;
}

} // namespace sbp
