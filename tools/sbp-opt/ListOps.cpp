// ListOps.cpp: --sbp-list-ops, the ops that models may contain

#include "ListOps.h"
#include "mlir/IR/MLIRContext.h"
#include "sbp/Interfaces/SBPOpInterface.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace mlir;

std::optional<int> sbp::listOps(ArrayRef<std::string> arguments,
                                DialectRegistry &registry) {
  if (arguments.size() != 2 ||
      StringRef(arguments[1]).ltrim('-') != "sbp-list-ops")
    return std::nullopt;
  MLIRContext context(registry);
  context.loadAllAvailableDialects();
  // The dialects of models; those of the compiler's own levels are left out.
  constexpr StringLiteral dialects[] = {"arith",        "linalg", "math",
                                        "memory_layer", "nn",     "tensor"};
  for (RegisteredOperationName op : context.getRegisteredOperations())
    if (is_contained(dialects, op.getDialectNamespace()))
      outs() << op.getStringRef() << ": "
             << (op.hasInterface<SBPOpInterface>() ? "rule" : "no rule")
             << "\n";
  return 0;
}
