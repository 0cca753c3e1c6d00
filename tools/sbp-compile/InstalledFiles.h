// InstalledFiles.h: rates and tuning files that are installed with the compiler

#ifndef TOOLS_SBP_COMPILE_INSTALLEDFILES_H
#define TOOLS_SBP_COMPILE_INSTALLEDFILES_H

#include "llvm/ADT/StringRef.h"
#include <string>

namespace sbp {

/// Returns `given` if it is a path, else the file of that name in the folder
/// `kind` ("rates", "tuning"); empty if neither exists.
std::string findInstalled(llvm::StringRef kind, llvm::StringRef given);
/// Returns the names of the installed files: "A100, CPU, H100", or "none".
std::string listInstalled(llvm::StringRef kind);

} // namespace sbp

#endif // TOOLS_SBP_COMPILE_INSTALLEDFILES_H
