// InstalledFiles.h: rates and tuning files that are installed with the compiler

#ifndef TOOLS_SBP_COMPILE_INSTALLEDFILES_H
#define TOOLS_SBP_COMPILE_INSTALLEDFILES_H

#include "llvm/ADT/StringRef.h"
#include <string>

namespace sbp {

/// Returns `given` if it has a folder or an extension or names a file, even if
/// no file is there; else the path of the file of that name in the folder
/// `kind` ("rates", "tuning"); empty if that does not exist.
std::string findInstalled(llvm::StringRef kind, llvm::StringRef given);
/// Returns the sorted names of the installed files of a kind: "A100, CPU,
/// H100", or "none".
std::string listInstalled(llvm::StringRef kind);

} // namespace sbp

#endif // TOOLS_SBP_COMPILE_INSTALLEDFILES_H
