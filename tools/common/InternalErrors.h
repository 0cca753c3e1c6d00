// InternalErrors.h: how a program ends that cannot go on

#ifndef TOOLS_COMMON_INTERNALERRORS_H
#define TOOLS_COMMON_INTERNALERRORS_H

#include "FirstError.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/Signals.h"
#include "llvm/Support/raw_ostream.h"
#include <array>
#include <csignal>
#include <unistd.h>

namespace sbp {

/// Signals that whoever started the program ignores (nohup) stay ignored,
/// whatever is registered while this object lives.
class IgnoredSignals {
public:
  IgnoredSignals() {
    for (auto [signal, action] : llvm::zip_equal(signals, actions))
      sigaction(signal, nullptr, &action);
  }
  ~IgnoredSignals() {
    for (auto [signal, action] : llvm::zip_equal(signals, actions))
      if (action.sa_handler == SIG_IGN)
        sigaction(signal, &action, nullptr);
  }

private:
  static constexpr std::array<int, 3> signals = {SIGHUP, SIGINT, SIGTERM};
  std::array<struct sigaction, 3> actions;
};

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

/// A full disk, a file that cannot be written: the user's.
[[noreturn]] inline void endUnwritten(const char *reason) {
  llvm::sys::RunInterruptHandlers();
  for (const char *part :
       {programName, ": error: cannot write the output: ", reason, "\n"})
    (void)!write(2, part, strlen(part));
  _exit(1);
}

/// Limits of this process: the user's.
[[noreturn]] inline void endLimited(const char *what) {
  llvm::sys::RunInterruptHandlers();
  for (const char *part : {programName, ": error: ", what, "\n"})
    (void)!write(2, part, strlen(part));
  _exit(1);
}

/// To be called first, before InitLLVM: signals and fatal errors of LLVM end
/// the program with an exit code of ours, and memory that is not there is an
/// error like others. With `trace`, signals show the stack.
inline void reportInternalErrors(const char *tool, bool trace = false) {
  programName = tool;
  IgnoredSignals ignored;
  llvm::sys::AddSignalHandler(
      [](void *trace) {
        if (trace && !errorWasPrinted)
          llvm::sys::PrintStackTrace(llvm::errs());
        endBroken("");
      },
      trace ? &programName : nullptr);
  llvm::install_fatal_error_handler([](void *, const char *reason, bool) {
    // Of LLVM's streams, when the last of what was written cannot be.
    if (llvm::StringRef(reason).starts_with("IO failure on output stream"))
      endUnwritten(reason);
    if (llvm::StringRef(reason).starts_with("pthread_create failed"))
      endLimited("a thread cannot be started: there is a limit on the "
                 "processes of this user (ulimit -u)");
    endBroken((std::string(": ") + reason).c_str());
  });
  llvm::install_out_of_memory_new_handler();
  llvm::install_bad_alloc_error_handler([](void *, const char *, bool) {
    endLimited("out of memory: the model, or a limit on the memory of this "
               "process, is too much for it");
  });
}

} // namespace sbp

#endif // TOOLS_COMMON_INTERNALERRORS_H
