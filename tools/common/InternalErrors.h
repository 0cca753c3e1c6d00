//===- InternalErrors.h - how a program ends that cannot go on --*- C++ -*-===//

#ifndef TOOLS_COMMON_INTERNALERRORS_H
#define TOOLS_COMMON_INTERNALERRORS_H

#include "FirstError.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/Signals.h"
#include "llvm/Support/raw_ostream.h"
#include <unistd.h>

namespace sbp {

inline const char *programName = "";

/// 70 is our mistake (contract.md); 1 the user's, who has read about it: some
/// parsers of MLIR report an error and then use what they did not parse.
[[noreturn]] inline void endBroken(const char *reason) {
  llvm::sys::RunInterruptHandlers(); // unfinished files
  if (errorWasPrinted)
    _exit(1);
  for (const char *part : {programName, ": internal error", reason,
                           "; please report it with the model\n"})
    (void)!write(2, part, strlen(part));
  _exit(70);
}

/// To be called first, before InitLLVM: signals and fatal errors of LLVM end
/// the program with an exit code of ours, and memory that is not there is an
/// error like others. With `trace`, signals show the stack.
inline void reportInternalErrors(const char *tool, bool trace = false) {
  programName = tool;
  llvm::sys::AddSignalHandler(
      [](void *trace) {
        if (trace && !errorWasPrinted)
          llvm::sys::PrintStackTrace(llvm::errs());
        endBroken("");
      },
      trace ? &programName : nullptr);
  llvm::install_fatal_error_handler([](void *, const char *reason, bool) {
    endBroken((std::string(": ") + reason).c_str());
  });
  llvm::install_out_of_memory_new_handler();
  llvm::install_bad_alloc_error_handler([](void *, const char *, bool) {
    llvm::sys::RunInterruptHandlers();
    for (const char *part :
         {programName, ": error: out of memory: the model, or a limit on the "
                       "memory of this process, is too much for it\n"})
      (void)!write(2, part, strlen(part));
    _exit(1);
  });
}

} // namespace sbp

#endif // TOOLS_COMMON_INTERNALERRORS_H
