// Version.h: the text that --version of a program built on LLVM prints

#ifndef TOOLS_COMMON_VERSION_H
#define TOOLS_COMMON_VERSION_H

#include "sbp/Runtime/Version.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Config/llvm-config.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/raw_ostream.h"

namespace sbp {

/// Has --version print "TOOL 0.1.0" and the version of LLVM in place of LLVM's
/// own text. Called before llvm::cl parses the command line; `tool` outlives
/// that.
inline void setVersionText(llvm::StringRef tool) {
  llvm::cl::SetVersionPrinter([tool](llvm::raw_ostream &os) {
    os << tool << " " SBP_VERSION "\nLLVM " LLVM_VERSION_STRING "\n";
  });
}

} // namespace sbp

#endif // TOOLS_COMMON_VERSION_H
