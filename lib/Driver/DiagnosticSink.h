// DiagnosticSink.h: the diagnostics of one compilation
#ifndef SBP_LIB_DRIVER_DIAGNOSTICSINK_H
#define SBP_LIB_DRIVER_DIAGNOSTICSINK_H

#include "sbp/Driver/Compiler.h"

#include "mlir/IR/Diagnostics.h"
#include "llvm/Support/Error.h"

namespace sbp {

/// Collects diagnostics in their order and forwards each to a listener. One
/// thread at a time.
class DiagnosticSink {
public:
  /// `listener` may be null; otherwise it outlives this object.
  explicit DiagnosticSink(CompilerListener *listener = nullptr)
      : listener(listener) {}

  /// Adds a diagnostic of MLIR, which is not changed.
  void add(mlir::Diagnostic &diagnostic);
  void add(CompilerDiagnostic diagnostic);
  /// Adds a message about options or the files that they name.
  void addAboutOptions(CompilerSeverity severity, const llvm::Twine &text);
  /// Adds an error about options, if `error` is one. Returns whether it is
  /// success.
  bool accept(llvm::Error error);

  /// Returns whether any error was added.
  bool hasError() const { return hasErrors; }
  /// Returns the diagnostics, and leaves none.
  std::vector<CompilerDiagnostic> take() { return std::move(diagnostics); }

private:
  CompilerListener *listener;
  std::vector<CompilerDiagnostic> diagnostics;
  bool hasErrors = false;
};

} // namespace sbp

#endif // SBP_LIB_DRIVER_DIAGNOSTICSINK_H
