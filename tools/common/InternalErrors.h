// InternalErrors.h: termination after internal errors and exhausted limits

#ifndef TOOLS_COMMON_INTERNALERRORS_H
#define TOOLS_COMMON_INTERNALERRORS_H

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/Signals.h"
#include "llvm/Support/raw_ostream.h"
#include <array>
#include <atomic>
#include <csignal>
#include <unistd.h>

namespace sbp {

/// Set once an error of the model was printed: later failures follow from it.
inline std::atomic<bool> errorWasPrinted = false;

/// Keeps signals ignored that the parent process ignores (nohup), whatever
/// handlers are registered during the lifetime of this object.
class IgnoredSignals {
public:
  /// Records how SIGHUP, SIGINT and SIGTERM are handled now.
  IgnoredSignals() {
    for (auto [signal, action] : llvm::zip_equal(signals, actions))
      sigaction(signal, nullptr, &action);
  }
  /// Ignores those again that were ignored at the beginning.
  ~IgnoredSignals() {
    for (auto [signal, action] : llvm::zip_equal(signals, actions))
      if (action.sa_handler == SIG_IGN)
        sigaction(signal, &action, nullptr);
  }

private:
  static constexpr std::array<int, 3> signals = {SIGHUP, SIGINT, SIGTERM};
  std::array<struct sigaction, 3> actions;
};

/// Name of the tool before the messages below, set by
/// reportInternalErrors. It points to the caller's string.
inline const char *programName = "";

/// Prints `reason` (": CAUSE", or empty) and exits with 70, an internal error.
/// Prints nothing and exits with 1 if an error of the model was printed before:
/// some parsers of MLIR report an error and then use what they did not parse.
/// Removes unfinished files, as the functions below do. Any thread, also in a
/// signal handler.
[[noreturn]] inline void exitWithInternalError(const char *reason) {
  llvm::sys::RunInterruptHandlers(); // Removes unfinished files.
  if (errorWasPrinted)
    _exit(1);
  for (const char *part : {programName, ": internal error", reason,
                           "; please report it with the model\n"})
    (void)!write(2, part, strlen(part));
  _exit(70);
}

/// Prints an error with `reason` and exits with 1: the output cannot be
/// written, for example to a full disk.
[[noreturn]] inline void exitWithWriteError(const char *reason) {
  llvm::sys::RunInterruptHandlers();
  for (const char *part :
       {programName, ": error: cannot write the output: ", reason, "\n"})
    (void)!write(2, part, strlen(part));
  _exit(1);
}

/// Prints the error `what` and exits with 1: a limit of this process is
/// exceeded.
[[noreturn]] inline void exitWithLimitError(const char *what) {
  llvm::sys::RunInterruptHandlers();
  for (const char *part : {programName, ": error: ", what, "\n"})
    (void)!write(2, part, strlen(part));
  _exit(1);
}

/// Call it first, before InitLLVM. Signals and fatal errors of LLVM then end
/// the program with our exit codes, and exhausted memory is an ordinary error.
/// With `trace`, signals print the stack. `tool` is the program's name in
/// messages and lives as long as the program.
inline void reportInternalErrors(const char *tool, bool trace = false) {
  programName = tool;
  IgnoredSignals ignored;
  llvm::sys::AddSignalHandler(
      [](void *trace) {
        if (trace && !errorWasPrinted)
          llvm::sys::PrintStackTrace(llvm::errs());
        exitWithInternalError("");
      },
      trace ? &programName : nullptr);
  llvm::install_fatal_error_handler([](void *, const char *reason, bool) {
    // LLVM's streams report a failed write when they are destroyed.
    if (llvm::StringRef(reason).starts_with("IO failure on output stream"))
      exitWithWriteError(reason);
    if (llvm::StringRef(reason).starts_with("pthread_create failed"))
      exitWithLimitError("a thread cannot be started: there is a limit on the "
                         "processes of this user (ulimit -u)");
    exitWithInternalError((std::string(": ") + reason).c_str());
  });
  llvm::install_out_of_memory_new_handler();
  llvm::install_bad_alloc_error_handler([](void *, const char *, bool) {
    exitWithLimitError(
        "out of memory: the model, or a limit on the memory of this "
        "process, needs more memory than is available");
  });
}

} // namespace sbp

#endif // TOOLS_COMMON_INTERNALERRORS_H
