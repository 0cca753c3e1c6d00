// NamedRates.h: rates of machines that come with the compiler

#ifndef TOOLS_SBP_COMPILE_NAMEDRATES_H
#define TOOLS_SBP_COMPILE_NAMEDRATES_H

#include "llvm/ADT/StringRef.h"
#include <string>

namespace sbp {

/// `given` where it is a path, else the file of the machine of this name; empty
/// where there is neither.
std::string findRates(llvm::StringRef given);
/// "A100, CPU, H100", or "none".
std::string listRates();

} // namespace sbp

#endif // TOOLS_SBP_COMPILE_NAMEDRATES_H
