// NamedRates.h: rates that are installed with the compiler

#ifndef TOOLS_SBP_COMPILE_NAMEDRATES_H
#define TOOLS_SBP_COMPILE_NAMEDRATES_H

#include "llvm/ADT/StringRef.h"
#include <string>

namespace sbp {

/// Returns `given` if it is a path, else the file of the machine of that name;
/// empty if neither exists.
std::string findRates(llvm::StringRef given);
/// Returns the names of installed rates: "A100, CPU, H100", or "none".
std::string listRates();

} // namespace sbp

#endif // TOOLS_SBP_COMPILE_NAMEDRATES_H
