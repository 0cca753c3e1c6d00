//===- Output.h - files that appear only when complete --------------------===//
#ifndef SBP_TOOLS_SBP_COMPILE_OUTPUT_H
#define SBP_TOOLS_SBP_COMPILE_OUTPUT_H

#include "llvm/ADT/StringRef.h"
#include <string>

namespace sbp {

/// Writes beside `path`, then renames. False with a message on stderr.
bool writeFile(llvm::StringRef path, llvm::StringRef bytes,
               bool executable = false);

/// The runner found beside this program (or in ../libexec/sbp) with the
/// artifact appended. Empty with a message on stderr.
std::string makeExecutable(llvm::StringRef programPath,
                           const std::string &artifact);

} // namespace sbp

#endif // SBP_TOOLS_SBP_COMPILE_OUTPUT_H
