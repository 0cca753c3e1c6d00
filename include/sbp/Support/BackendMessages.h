// BackendMessages.h: messages of LLVM's optimiser and backends as diagnostics
#ifndef SBP_SUPPORT_BACKENDMESSAGES_H
#define SBP_SUPPORT_BACKENDMESSAGES_H

#include "mlir/IR/Diagnostics.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/DiagnosticPrinter.h"
#include "llvm/IR/LLVMContext.h"

namespace sbp {

/// Emits errors and warnings of an LLVM context as diagnostics of MLIR. Without
/// it LLVM prints them and ends the process after an error. `context` emits no
/// messages after the end of this object.
class BackendMessages {
public:
  BackendMessages(llvm::LLVMContext &context, mlir::Location loc) : loc(loc) {
    context.setDiagnosticHandlerCallBack(
        [](const llvm::DiagnosticInfo *message, void *self) {
          static_cast<BackendMessages *>(self)->receive(*message);
        },
        this, /*RespectFilters=*/true);
  }
  BackendMessages(const BackendMessages &) = delete;

  /// Returns whether there was an error. Code that was generated then is of no
  /// use.
  bool hasError() const { return hasErrors; }

private:
  void receive(const llvm::DiagnosticInfo &message) {
    bool isError = message.getSeverity() == llvm::DS_Error;
    if (!isError && message.getSeverity() != llvm::DS_Warning)
      return;
    hasErrors |= isError;
    std::string text;
    llvm::raw_string_ostream stream(text);
    llvm::DiagnosticPrinterRawOStream printer(stream);
    message.print(printer);
    (isError ? mlir::emitError(loc) : mlir::emitWarning(loc))
        << "LLVM cannot compile the kernels as requested: " << text;
  }

  mlir::Location loc;
  bool hasErrors = false;
};

} // namespace sbp

#endif // SBP_SUPPORT_BACKENDMESSAGES_H
