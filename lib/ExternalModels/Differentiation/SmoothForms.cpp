// SmoothForms.cpp: functions whose derivative is finite where that of a part is
// not

#include "SmoothForms.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace sbp;

/// Returns the number that `value` is, if it is a constant.
static std::optional<double> getConstantNumber(Value value) {
  APFloat number(0.0);
  if (!matchPattern(value, m_ConstantFloat(&number)))
    return std::nullopt;
  bool losesInfo = false;
  number.convert(APFloat::IEEEdouble(), APFloat::rmNearestTiesToEven,
                 &losesInfo);
  return number.convertToDouble();
}

/// Matches exp z, and fills the exponent of `form`.
static bool matchExp(Value value, SmoothForm &form) {
  auto exp = lookThrough(value).getDefiningOp<math::ExpOp>();
  if (!exp)
    return false;
  form.exponent = exp.getOperand();
  form.parts.push_back(exp);
  return true;
}

/// Matches c + exp z with a positive c, in either order.
static bool matchSum(Value value, SmoothForm &form) {
  auto sum = lookThrough(value).getDefiningOp<arith::AddFOp>();
  if (!sum)
    return false;
  for (auto [constant, other] : {std::pair(sum.getLhs(), sum.getRhs()),
                                 std::pair(sum.getRhs(), sum.getLhs())}) {
    std::optional<double> number = getConstantNumber(lookThrough(constant));
    if (!number || !(*number > 0.0) || !matchExp(other, form))
      continue;
    form.constant = *number;
    form.parts.push_back(sum);
    return true;
  }
  return false;
}

std::optional<SmoothForm> sbp::matchSmoothForm(Operation *op) {
  SmoothForm form;
  form.kind = SmoothForm::Kind::Logarithm;
  if (auto quotient = dyn_cast<arith::DivFOp>(op)) {
    form.kind = SmoothForm::Kind::Quotient;
    form.numerator = quotient.getLhs();
    if (matchSum(quotient.getRhs(), form))
      return form;
  } else if (auto log1p = dyn_cast<math::Log1pOp>(op)) {
    if (matchExp(log1p.getOperand(), form))
      return form;
  } else if (auto log = dyn_cast<math::LogOp>(op)) {
    if (matchSum(log.getOperand(), form) && form.constant == 1.0)
      return form;
  }
  return std::nullopt;
}

Value SmoothForm::buildByExponent(ScalarBuilder &s, Value g, Value y, Value z,
                                  Value denominator) const {
  if (kind == Kind::Logarithm) {
    Value sum = s.add(s.make<math::ExpOp>(s.neg(z)), s.number(z, 1.0));
    return s.mul(g, s.div(s.number(z, 1.0), sum));
  }
  std::optional<double> weight = getConstantNumber(numerator);
  Value share = weight && *weight == constant
                    ? y
                    : s.div(s.number(y, constant), denominator);
  return s.neg(s.mul(s.mul(g, y), s.sub(s.number(y, 1.0), share)));
}

//===----------------------------------------------------------------------===//
// Norms
//===----------------------------------------------------------------------===//

/// Returns whether `term`, in the body of a reduction, is a square.
static bool isSquare(Value term) {
  Operation *op = lookThrough(term).getDefiningOp();
  if (!op)
    return false;
  APInt exponent;
  if (isa<math::FPowIOp>(op))
    return matchPattern(op->getOperand(1), m_ConstantInt(&exponent)) &&
           exponent == 2;
  if (isa<math::PowFOp>(op))
    return getConstantNumber(op->getOperand(1)) == 2.0;
  return isa<arith::MulFOp>(op) &&
         lookThrough(op->getOperand(0)) == lookThrough(op->getOperand(1));
}

/// Returns whether `tensor` is the sum of squares, perhaps reshaped.
static bool sumsSquares(Value tensor) {
  while (auto *op = tensor.getDefiningOp()) {
    if (!isa<tensor::ExpandShapeOp, tensor::CollapseShapeOp>(op))
      break;
    tensor = op->getOperand(0);
  }
  auto op = tensor.getDefiningOp<linalg::LinalgOp>();
  if (!op || op->getNumResults() != 1 || op.getNumReductionLoops() == 0)
    return false;
  auto sum = op.getBlock()
                 ->getTerminator()
                 ->getOperand(0)
                 .getDefiningOp<arith::AddFOp>();
  Value init = op.getRegionOutputArgs().front();
  if (!sum || (sum.getLhs() != init && sum.getRhs() != init))
    return false;
  auto fill = op.getDpsInits().front().getDefiningOp<linalg::FillOp>();
  return fill && matchPattern(fill.value(), m_AnyZeroFloat()) &&
         isSquare(sum.getLhs() == init ? sum.getRhs() : sum.getLhs());
}

bool sbp::isRootOfSquares(Operation *op) {
  bool isRoot =
      isa<math::SqrtOp>(op) ||
      (isa<math::PowFOp>(op) && getConstantNumber(op->getOperand(1)) == 0.5);
  bool isSelected = op->hasOneUse() && isa<arith::SelectOp>(*op->user_begin());
  return isRoot && !isSelected &&
         sumsSquares(getLeaf(lookThrough(op->getOperand(0))));
}

Value sbp::selectZeroRoot(Operation *op) {
  OpBuilder builder(op->getContext());
  builder.setInsertionPointAfter(op);
  ScalarBuilder s(builder, op->getLoc());
  Value x = op->getOperand(0), zero = s.number(x, 0.0);
  // NaN stays NaN.
  return s.select(s.is(arith::CmpFPredicate::UGT, x, zero), op->getResult(0),
                  zero);
}
