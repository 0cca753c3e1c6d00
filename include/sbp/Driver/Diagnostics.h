// Diagnostics.h: messages of a compilation as values
//
// This header includes nothing of LLVM.
#ifndef SBP_DRIVER_DIAGNOSTICS_H
#define SBP_DRIVER_DIAGNOSTICS_H

#include <string>
#include <vector>

namespace sbp {

enum class CompilerSeverity { Error, Warning, Remark, Note };

/// A message about a place in a model, or about the options of a compilation
/// and the files that they name.
struct CompilerDiagnostic {
  CompilerSeverity severity = CompilerSeverity::Error;
  /// Whether it is about options, without a place. False for a message about a
  /// model whose place is not known: then `file` is empty and both numbers 0.
  bool isAboutOptions = false;
  /// Whether a note is at the place of the message before it, so that a printer
  /// need not repeat the line.
  bool repeatsPlace = false;
  std::string file;              ///< as the model's name or its locations
  unsigned line = 0, column = 0; ///< from 1; 0 where they are not known
  std::string text;
  /// Further places, and the calls ("called from") through which the place was
  /// reached. Notes have no notes.
  std::vector<CompilerDiagnostic> notes;
};

/// Returns "error", "warning", "remark" or "note".
const char *getSeverityName(CompilerSeverity severity);

/// Returns the diagnostic as one line of JSON without a line end: {"severity",
/// "file", "line", "column", "text", "notes"}, with the three keys of the place
/// left out where they are not known. Bytes that are no UTF-8 are replaced.
std::string toJson(const CompilerDiagnostic &diagnostic);

} // namespace sbp

#endif // SBP_DRIVER_DIAGNOSTICS_H
