// ListOps.cpp: --sbp-list-ops and --sbp-list-derivatives, the ops of models

#include "ListOps.h"
#include "mlir/IR/MLIRContext.h"
#include "sbp/Interfaces/DifferentiationInterfaces.h"
#include "sbp/Interfaces/SBPOpInterface.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace mlir;

static StringRef describeRule(RegisteredOperationName op) {
  return op.hasInterface<sbp::SBPOpInterface>() ? "rule" : "no rule";
}

static StringRef describeDerivative(RegisteredOperationName op) {
  bool hasDerivative = op.hasInterface<sbp::DifferentiableOpInterface>() ||
                       op.hasInterface<sbp::ScalarDerivativeInterface>();
  return hasDerivative ? "derivative" : "no derivative";
}

std::optional<int> sbp::listOps(ArrayRef<std::string> arguments,
                                DialectRegistry &registry) {
  if (arguments.size() != 2)
    return std::nullopt;
  StringRef request = StringRef(arguments[1]).ltrim('-');
  if (request != "sbp-list-ops" && request != "sbp-list-derivatives")
    return std::nullopt;
  auto describe = request == "sbp-list-ops" ? describeRule : describeDerivative;
  MLIRContext context(registry);
  context.loadAllAvailableDialects();
  // The dialects of models; those of the compiler's own levels are left out.
  constexpr StringLiteral dialects[] = {"arith",        "linalg", "math",
                                        "memory_layer", "nn",     "tensor"};
  for (RegisteredOperationName op : context.getRegisteredOperations())
    if (is_contained(dialects, op.getDialectNamespace()))
      outs() << op.getStringRef() << ": " << describe(op) << "\n";
  return 0;
}
