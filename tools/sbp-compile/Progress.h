// Progress.h: progress line of the compiler
//
// Shows one line on stderr for phases that take more than two seconds: the
// phase, the number of ops at its begin, and the elapsed time. Only if stderr
// is a terminal. The line is cleared before anything else is written.
#ifndef SBP_TOOLS_SBP_COMPILE_PROGRESS_H
#define SBP_TOOLS_SBP_COMPILE_PROGRESS_H

#include "mlir/IR/Diagnostics.h"
#include <condition_variable>
#include <mutex>
#include <optional>
#include <pthread.h>
#include <string>

namespace sbp {

/// Owns the thread that updates the line. Without a terminal or a thread all
/// functions do nothing.
class Progress {
public:
  /// Starts the thread. `context` outlives this object: its diagnostics clear
  /// the line.
  explicit Progress(mlir::MLIRContext &context);
  /// Clears the line and joins the thread.
  ~Progress();

  /// Starts `phase` on `op`, which it counts with all ops nested in it, and
  /// ends the previous phase. Neither argument is kept.
  void begin(llvm::StringRef phase, mlir::Operation *op);
  /// Ends the current phase, if there is one.
  void end();

private:
  /// Runs the thread until `isOver`.
  void run();
  /// Prints the line. The caller holds the mutex, as for `clear`.
  void show();
  /// Removes the line from the terminal, if it is shown.
  void clear();

  bool hasThread = false; ///< stderr is a terminal and the thread runs
  pthread_t thread;
  std::mutex mutex; ///< protects all members below
  std::condition_variable changed;
  std::string description; ///< the current phase, or empty
  double since = 0; ///< begin of the phase, in seconds of the steady clock
  bool isOver = false, isShown = false;
  std::optional<mlir::ScopedDiagnosticHandler> handler;
};

} // namespace sbp

#endif // SBP_TOOLS_SBP_COMPILE_PROGRESS_H
