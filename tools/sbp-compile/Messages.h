// Messages.h: the messages of sbp-compile on stderr
#ifndef SBP_TOOLS_SBP_COMPILE_MESSAGES_H
#define SBP_TOOLS_SBP_COMPILE_MESSAGES_H

#include "sbp/Driver/Diagnostics.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/SourceMgr.h"

namespace sbp {

/// Prints messages to stderr: as text with the line of the model, or each with
/// its notes as one line of JSON (toJson).
class Messages {
public:
  explicit Messages(bool printsJson);

  /// Sets the model whose lines are printed. `text` outlives this object.
  void setModel(const std::string &text, llvm::StringRef name);
  /// Prints a diagnostic and its notes.
  void print(const CompilerDiagnostic &diagnostic);
  /// Prints an error about options, "sbp-compile: error: TEXT". Returns false,
  /// so that a function can fail with a message in one statement.
  bool fail(const llvm::Twine &text);

private:
  void printText(const CompilerDiagnostic &message);
  llvm::SMLoc findPlace(const CompilerDiagnostic &message);

  bool printsJson;
  llvm::SourceMgr sources;
};

} // namespace sbp

#endif // SBP_TOOLS_SBP_COMPILE_MESSAGES_H
