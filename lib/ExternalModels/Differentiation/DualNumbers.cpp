// DualNumbers.cpp: values and slopes of scalar expressions, computed while
// compiling

#include "DualNumbers.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace sbp;

bool sbp::areTied(double x, double y) {
  return x == y || std::abs(x - y) <= 1e-9 * (std::abs(x) + std::abs(y) + 1e-3);
}

/// Returns the constant that `value` is.
static std::optional<double> getConstant(Value value) {
  APFloat number(0.0);
  APInt integer;
  if (matchPattern(value, m_ConstantInt(&integer)))
    return integer.getBitWidth() == 1 ? double(!integer.isZero())
                                      : double(integer.getSExtValue());
  if (!matchPattern(value, m_ConstantFloat(&number)))
    return std::nullopt;
  bool losesInfo = false;
  number.convert(APFloat::IEEEdouble(), APFloat::rmNearestTiesToEven,
                 &losesInfo);
  return number.convertToDouble();
}

int DualNumbers::compare(Dual x, Dual y, bool &isTied) const {
  isTied = areTied(x.value, y.value);
  double difference = !isTied                     ? x.value - y.value
                      : mode == Mode::Conventions ? 0.0
                                                  : x.slope - y.slope;
  return difference > 0 ? 1 : difference < 0 ? -1 : 0;
}

/// Returns the value of a comparison of ordered numbers by the sign of their
/// difference.
static bool decide(arith::CmpFPredicate predicate, int sign) {
  using Is = arith::CmpFPredicate;
  switch (predicate) {
  case Is::OGT:
  case Is::UGT:
    return sign > 0;
  case Is::OGE:
  case Is::UGE:
    return sign >= 0;
  case Is::OLT:
  case Is::ULT:
    return sign < 0;
  case Is::OLE:
  case Is::ULE:
    return sign <= 0;
  case Is::OEQ:
  case Is::UEQ:
    return sign == 0;
  case Is::ONE:
  case Is::UNE:
    return sign != 0;
  case Is::ORD:
  case Is::AlwaysTrue:
    return true;
  case Is::UNO:
  case Is::AlwaysFalse:
    return false;
  }
  return false;
}

/// A comparison, an extremum or, with y = 0, an absolute value.
std::optional<Dual> DualNumbers::computeKink(Operation *op, Dual x, Dual y) {
  bool isTied = false;
  int sign = compare(x, y, isTied);
  auto note = [&](unsigned choice) {
    if (isTied && sign != 0)
      choices[op] = choice;
  };
  if (auto comparison = dyn_cast<arith::CmpFOp>(op)) {
    bool holds = decide(comparison.getPredicate(), sign);
    note(holds);
    return Dual{double(holds), 0.0};
  }
  if (isa<math::AbsFOp>(op)) {
    note(sign > 0);
    return Dual{std::abs(x.value), sign * x.slope};
  }
  bool isMax = isa<arith::MaximumFOp, arith::MaxNumFOp>(op);
  if (sign == 0) {
    // A constant takes the tie; two values share it.
    bool shares = !matchPattern(op->getOperand(0), m_Constant()) &&
                  !matchPattern(op->getOperand(1), m_Constant());
    return Dual{x.value, shares ? (x.slope + y.slope) / 2 : 0.0};
  }
  bool isFirst = (sign > 0) == isMax;
  note(isFirst ? 0 : 1);
  return isFirst ? x : y;
}

namespace {
/// A function of one number and its derivative at x, where it has the value y.
struct Function {
  StringLiteral name;
  double (*value)(double x);
  double (*slope)(double x, double y);
};
} // namespace

static const Function kFunctions[] = {
    {"arith.negf", [](double x) { return -x; },
     [](double, double) { return -1.0; }},
    {"arith.extf", [](double x) { return x; },
     [](double, double) { return 1.0; }},
    {"arith.truncf", [](double x) { return x; },
     [](double, double) { return 1.0; }},
    {"arith.sitofp", [](double x) { return x; },
     [](double, double) { return 1.0; }},
    {"arith.uitofp", [](double x) { return x; },
     [](double, double) { return 1.0; }},
    {"math.exp", [](double x) { return std::exp(x); },
     [](double, double y) { return y; }},
    {"math.exp2", [](double x) { return std::exp2(x); },
     [](double, double y) { return y * std::log(2.0); }},
    {"math.expm1", [](double x) { return std::expm1(x); },
     [](double, double y) { return y + 1; }},
    {"math.log", [](double x) { return std::log(x); },
     [](double x, double) { return 1 / x; }},
    {"math.log2", [](double x) { return std::log2(x); },
     [](double x, double) { return 1 / (x * std::log(2.0)); }},
    {"math.log10", [](double x) { return std::log10(x); },
     [](double x, double) { return 1 / (x * std::log(10.0)); }},
    {"math.log1p", [](double x) { return std::log1p(x); },
     [](double x, double) { return 1 / (1 + x); }},
    {"math.sqrt", [](double x) { return std::sqrt(x); },
     [](double, double y) { return 0.5 / y; }},
    {"math.tanh", [](double x) { return std::tanh(x); },
     [](double, double y) { return 1 - y * y; }},
    {"math.atan", [](double x) { return std::atan(x); },
     [](double x, double) { return 1 / (1 + x * x); }},
    {"math.sin", [](double x) { return std::sin(x); },
     [](double x, double) { return std::cos(x); }},
    {"math.cos", [](double x) { return std::cos(x); },
     [](double x, double) { return -std::sin(x); }},
    {"math.erf", [](double x) { return std::erf(x); },
     [](double x, double) {
       return 1.12837916709551257390 * std::exp(-x * x);
     }},
};

std::optional<Dual> DualNumbers::computeFunction(Operation *op, Dual x) {
  StringRef name = op->getName().getStringRef();
  const auto *function = llvm::find_if(
      kFunctions, [&](const Function &entry) { return entry.name == name; });
  if (function == std::end(kFunctions))
    return std::nullopt;
  double y = function->value(x.value);
  return Dual{y, x.slope == 0.0 ? 0.0 : function->slope(x.value, y) * x.slope};
}

/// Returns x ^ y with its slope; nullopt if both vary.
static std::optional<Dual> computePower(Dual x, Dual y) {
  double power = std::pow(x.value, y.value);
  if (y.slope == 0.0)
    return Dual{power,
                x.slope == 0.0 || y.value == 0.0
                    ? 0.0
                    : x.slope * y.value * std::pow(x.value, y.value - 1)};
  if (x.slope != 0.0)
    return std::nullopt;
  return Dual{power, y.slope * power * std::log(x.value)};
}

std::optional<Dual> DualNumbers::compute(Operation *op) {
  SmallVector<Dual, 3> x;
  for (Value operand : op->getOperands()) {
    std::optional<Dual> number = evaluate(operand);
    if (!number)
      return std::nullopt;
    x.push_back(*number);
  }
  if (isa<math::AbsFOp>(op))
    return computeKink(op, x[0], Dual());
  if (x.size() == 1)
    return computeFunction(op, x[0]);
  if (isa<arith::CmpFOp, arith::MaximumFOp, arith::MinimumFOp, arith::MaxNumFOp,
          arith::MinNumFOp>(op))
    return computeKink(op, x[0], x[1]);
  if (isa<arith::SelectOp>(op))
    return x[0].value != 0.0 ? x[1] : x[2];
  if (isa<arith::AddFOp>(op))
    return Dual{x[0].value + x[1].value, x[0].slope + x[1].slope};
  if (isa<arith::SubFOp>(op))
    return Dual{x[0].value - x[1].value, x[0].slope - x[1].slope};
  if (isa<arith::MulFOp>(op))
    return Dual{x[0].value * x[1].value,
                x[0].slope * x[1].value + x[0].value * x[1].slope};
  if (isa<arith::DivFOp>(op))
    return Dual{x[0].value / x[1].value,
                (x[0].slope - x[0].value / x[1].value * x[1].slope) /
                    x[1].value};
  if (isa<math::PowFOp, math::FPowIOp>(op))
    return computePower(x[0], x[1]);
  if (isa<arith::OrIOp>(op))
    return Dual{double(x[0].value != 0.0 || x[1].value != 0.0), 0.0};
  if (isa<arith::AndIOp>(op))
    return Dual{double(x[0].value != 0.0 && x[1].value != 0.0), 0.0};
  if (isa<arith::XOrIOp>(op))
    return Dual{double((x[0].value != 0.0) != (x[1].value != 0.0)), 0.0};
  return std::nullopt;
}

std::optional<Dual> DualNumbers::evaluate(Value value) {
  value = lookThrough(value);
  if (std::optional<double> constant = getConstant(value))
    return Dual{*constant, 0.0};
  Operation *op = value.getDefiningOp();
  if (!op || !isa<linalg::GenericOp>(op->getParentOp())) {
    Value read = getLeaf(value);
    auto number = point.find(read);
    if (number == point.end())
      return std::nullopt;
    double step = mode == Mode::Left ? -1.0 : 1.0;
    return Dual{number->second, read == leaf ? step : 0.0};
  }
  if (auto found = known.find(value); found != known.end())
    return found->second;
  std::optional<Dual> number = compute(op);
  known[value] = number;
  return number;
}
