// FirstError.h: prints only the first error

#ifndef TOOLS_COMMON_FIRSTERROR_H
#define TOOLS_COMMON_FIRSTERROR_H

#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/MLIRContext.h"
#include <atomic>

namespace sbp {

/// Set once an error of the model was printed: later failures follow from it.
inline std::atomic<bool> errorWasPrinted = false;

/// Suppresses all errors of a context after the first, for the context's life:
/// parsers continue after an error, and later errors follow from it. Call it
/// after registering the printing handler.
inline void stopAfterFirstError(mlir::MLIRContext &context) {
  context.getDiagEngine().registerHandler(
      [isFirst = true](mlir::Diagnostic &diagnostic) mutable {
        if (diagnostic.getSeverity() != mlir::DiagnosticSeverity::Error)
          return llvm::failure();
        errorWasPrinted = true;
        return llvm::success(!std::exchange(isFirst, false));
      });
}

} // namespace sbp

#endif // TOOLS_COMMON_FIRSTERROR_H
