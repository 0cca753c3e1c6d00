// GradientCheck.cpp: compares the gradients of an entry with derived ones

#include "sbp/InterpretedRun/GradientCheck.h"
#include "sbp/Dialect/NN/IR/NNDialect.h"
#include "sbp/Dialect/SBP/IR/SBPDialect.h"
#include "sbp/Dialect/SBP/IR/TrainingPorts.h"
#include "llvm/Support/Format.h"
#include <cmath>

using namespace mlir;

namespace sbp {

/// Returns the number of the only result that can be differentiated.
FailureOr<unsigned> GradientCheck::findLoss(func::FuncOp entry) {
  std::optional<unsigned> loss;
  for (unsigned i = 0; i < entry.getNumResults(); ++i) {
    auto type = dyn_cast<RankedTensorType>(entry.getResultTypes()[i]);
    bool isOther = entry.getResultAttr(i, kGradientOfAttr) ||
                   entry.getResultAttr(i, SBPDialect::kStateAttr);
    if (isOther || !type || type.getRank() != 0 ||
        !isa<FloatType>(type.getElementType()))
      continue;
    if (loss)
      return entry.emitError()
             << "--check-gradient: results #" << *loss << " and #" << i
             << " may both be the loss; expected one float "
                "without dimensions";
    loss = i;
  }
  if (!loss)
    return entry.emitError()
           << "--check-gradient: no result is a float without dimensions";
  return *loss;
}

LogicalResult GradientCheck::addDerived(func::FuncOp entry) {
  FailureOr<unsigned> loss = findLoss(entry);
  if (failed(loss))
    return failure();
  unsigned results = entry.getNumResults();
  SmallVector<Value> weights;
  SmallVector<Type> types;
  for (unsigned i = 0; i < results; ++i) {
    auto of = entry.getResultAttrOfType<StringAttr>(i, kGradientOfAttr);
    if (!of)
      continue;
    pairs.push_back({of.str(), i, results + unsigned(pairs.size())});
    for (BlockArgument argument : entry.getArguments())
      for (StringRef key : {SBPDialect::kStateAttr, SBPDialect::kNameAttr})
        if (entry.getArgAttr(argument.getArgNumber(), key) == of &&
            weights.size() < pairs.size()) {
          weights.push_back(argument);
          types.push_back(argument.getType());
        }
  }
  if (pairs.empty())
    return entry.emitError() << "--check-gradient: no result has "
                             << kGradientOfAttr << " = \"PARAMETER\"";
  entry->getContext()->getOrLoadDialect<nn::NNDialect>();
  Operation *terminator = entry.front().getTerminator();
  OpBuilder builder(terminator);
  auto gradient =
      nn::GradientOp::create(builder, entry.getLoc(), types,
                             terminator->getOperand(*loss), Value(), weights);
  terminator->insertOperands(results, gradient.getResults());
  for (auto [pair, type] : llvm::zip_equal(pairs, types)) {
    NamedAttribute name = builder.getNamedAttr(
        SBPDialect::kNameAttr,
        builder.getStringAttr("derived." + pair.parameter));
    if (failed(entry.insertResult(pair.derived, type,
                                  builder.getDictionaryAttr(name))))
      return failure();
  }
  return success();
}

/// Returns the norm of x - y, or of x where `y` is null.
static double getNorm(const TensorValue &x, const TensorValue *y) {
  double sum = 0;
  for (int64_t i = 0; i < x.size(); ++i)
    sum += std::pow(x[i].f - (y ? (*y)[i].f : 0.0), 2);
  return std::sqrt(sum);
}

bool GradientCheck::report(ArrayRef<TensorValue> values,
                           llvm::raw_ostream &out) const {
  double worst = -1;
  StringRef parameter;
  for (const Pair &pair : pairs) {
    double norm = getNorm(values[pair.given], nullptr);
    double distance = getNorm(values[pair.given], &values[pair.derived]);
    // A gradient of zeros has no norm to compare with.
    double share = distance == 0 ? 0 : norm == 0 ? INFINITY : distance / norm;
    if (share > worst || std::isnan(share)) {
      worst = share;
      parameter = pair.parameter;
    }
    if (std::isnan(worst))
      break;
  }
  out << "check-gradient: " << pairs.size()
      << " gradients; the worst is that of '" << parameter
      << "': the derived one differs by " << llvm::format("%.1e", worst)
      << " of the norm\n";
  return worst <= kTolerance;
}

} // namespace sbp
