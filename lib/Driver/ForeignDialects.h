// ForeignDialects.h: one sentence where a model is text of another framework

#ifndef SBP_LIB_DRIVER_FOREIGNDIALECTS_H
#define SBP_LIB_DRIVER_FOREIGNDIALECTS_H

#include "mlir/IR/Diagnostics.h"
#include "llvm/ADT/StringSwitch.h"
#include <optional>

namespace sbp {

/// Replaces the parser's error about an op of an unknown dialect, which lists
/// all dialects and links to MLIR's documentation, by one that names the form
/// of the model and the exporter to use. Lives while a model is parsed.
class ForeignDialects {
public:
  /// Registers the handler in `context`, which outlives this object.
  explicit ForeignDialects(mlir::MLIRContext &context)
      : handler(&context, [this](mlir::Diagnostic &diagnostic) {
          return record(diagnostic);
        }) {}

  /// Emits the error, if the parser met such an op: the last one.
  void report() {
    if (found)
      mlir::emitError(found->location) << describe(found->dialect);
  }

private:
  struct Found {
    mlir::Location location;
    std::string dialect;
  };

  /// Takes "Dialect `NAME' not found for custom op ..." from other handlers.
  llvm::LogicalResult record(mlir::Diagnostic &diagnostic) {
    std::string text = diagnostic.str();
    llvm::StringRef rest = text;
    if (!rest.consume_front("Dialect `"))
      return llvm::failure();
    auto [name, after] = rest.split("' not found for custom op");
    if (after.empty())
      return llvm::failure();
    found = Found{diagnostic.getLocation(), name.str()};
    return llvm::success();
  }

  /// Returns the text of the error for an op of `dialect`.
  static std::string describe(llvm::StringRef dialect) {
    llvm::StringRef form =
        llvm::StringSwitch<llvm::StringRef>(dialect)
            .Cases({"stablehlo", "chlo", "mhlo", "vhlo", "sdy"},
                   "this is StableHLO; export the function with "
                   "python/sbp/export_jax.py")
            .Cases({"torch", "torch_c", "tm_tensor"},
                   "this is torch-mlir's text; export the module with "
                   "python/sbp/export_torch.py")
            .Default("");
    if (!form.empty())
      return form.str();
    return ("dialect '" + dialect + "' is not part of the input language; " +
            "models are written in func, linalg, tensor, arith, math, nn, "
            "memory_layer and sbp")
        .str();
  }

  std::optional<Found> found;
  mlir::ScopedDiagnosticHandler handler;
};

} // namespace sbp

#endif // SBP_LIB_DRIVER_FOREIGNDIALECTS_H
