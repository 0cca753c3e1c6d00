// FirstError.h: one mistake is one error

#ifndef TOOLS_COMMON_FIRSTERROR_H
#define TOOLS_COMMON_FIRSTERROR_H

#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/MLIRContext.h"
#include <atomic>

namespace sbp {

/// An error of the model was printed: what happens afterwards follows from it.
inline std::atomic<bool> errorWasPrinted = false;

/// Parsers go on after an error, and what they then say follows from the first.
/// To be called after the handler that prints.
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
