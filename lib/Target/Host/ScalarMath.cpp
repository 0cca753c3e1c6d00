// ScalarMath.cpp: scalar functions on the host
//
// Functions of f32 with a good approximation become arithmetic, which LLVM
// vectorises. All others, and all functions of f64, are calls of the C library
// through the service table.
#include "ServiceTable.h"
#include "Steps.h"
#include "mlir/Dialect/Arith/Transforms/Passes.h"
#include "mlir/Dialect/Math/Transforms/Passes.h"
#include "sbp/Runtime/HostServices.h"
#include "sbp/Support/RewriteGreedily.h"
#include "llvm/ADT/StringMap.h"
#include <cstddef>

using namespace mlir;
using namespace sbp::host;

namespace {
/// A function's index in the table, and whether f32 has an approximation of at
/// most 5.3 ulp over its whole range.
struct ServiceFunction {
  unsigned index;
  bool isBinary = false;
  bool hasApproximation = false;
};
} // namespace

/// Returns the functions by op name.
static const llvm::StringMap<ServiceFunction> &getServiceFunctions() {
  static const llvm::StringMap<ServiceFunction> table = {
      {"math.acos", {SBP_ACOS}},
      {"math.acosh", {SBP_ACOSH}},
      {"math.asin", {SBP_ASIN}},
      {"math.asinh", {SBP_ASINH}},
      {"math.atan", {SBP_ATAN}},
      {"math.atan2", {SBP_ATAN2, true}},
      {"math.atanh", {SBP_ATANH}},
      {"math.cbrt", {SBP_CBRT}},
      {"math.cos", {SBP_COS}},
      {"math.cosh", {SBP_COSH}},
      {"math.erf", {SBP_ERF, false, true}},
      {"math.erfc", {SBP_ERFC}},
      {"math.exp", {SBP_EXP, false, true}},
      {"math.exp2", {SBP_EXP2}},
      {"math.expm1", {SBP_EXPM1, false, true}},
      {"math.log", {SBP_LOG, false, true}},
      {"math.log10", {SBP_LOG10}},
      {"math.log1p", {SBP_LOG1P, false, true}},
      {"math.log2", {SBP_LOG2}},
      {"math.powf", {SBP_POW, true}},
      {"math.sin", {SBP_SIN}},
      {"math.sinh", {SBP_SINH}},
      {"math.tan", {SBP_TAN}},
      {"math.tanh", {SBP_TANH, false, true}},
      {"arith.remf", {SBP_FMOD, true}},
  };
  return table;
}

/// Replaces a scalar op by a call through the table.
static void callService(Operation *op, const ServiceFunction &function,
                        Value services) {
  OpBuilder builder(op);
  bool isDouble = op->getResult(0).getType().isF64();
  int64_t offset = function.isBinary
                       ? (isDouble ? offsetof(sbp_host_services, binary_f64)
                                   : offsetof(sbp_host_services, binary_f32))
                       : (isDouble ? offsetof(sbp_host_services, unary_f64)
                                   : offsetof(sbp_host_services, unary_f32));
  offset += function.index * sizeof(void *);
  Value callee = loadService(builder, op->getLoc(), services, offset);
  Value result = callPure(builder, op->getLoc(), callee, op->getOperands());
  op->getResult(0).replaceAllUsesWith(result);
  op->erase();
}

LogicalResult sbp::host::callServicesForMath(func::FuncOp region) {
  RewritePatternSet patterns(region.getContext());
  populateDropNaN(patterns);
  sbp::rewriteGreedily(region, std::move(patterns));
  if (failed(defineScalarMath(region)))
    return failure();
  const auto &table = getServiceFunctions();
  for (Operation *op : collect(region, [&](Operation *op) {
         return table.contains(op->getName().getStringRef()) &&
                isa<FloatType>(op->getResult(0).getType());
       })) {
    ServiceFunction function = table.lookup(op->getName().getStringRef());
    if (function.hasApproximation && op->getResult(0).getType().isF32())
      continue;
    callService(op, function, region.getArgument(0));
  }
  return success();
}

LogicalResult sbp::host::expandScalarMath(ModuleOp module) {
  const auto &table = getServiceFunctions();
  auto isApproximated = [&](StringRef name) {
    auto found = table.find(name);
    return found != table.end() && found->second.hasApproximation;
  };
  RewritePatternSet patterns(module.getContext());
  populateApproximations(patterns, /*hasExtremes=*/false);
  populateMathPolynomialApproximationPatterns(patterns, isApproximated);
  populateIntegerPower(patterns);
  arith::populateCeilFloorDivExpandOpsPatterns(patterns);
  sbp::rewriteGreedily(module, std::move(patterns));
  return success();
}
