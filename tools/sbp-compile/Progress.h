// Progress.h: what the compiler is busy with, on a terminal
//
// One line on stderr for whatever takes more than two seconds: the phase, how
// many ops it began with, how long it has been at it. Only where stderr is a
// terminal. The line is gone before anything else is written.
#ifndef SBP_TOOLS_SBP_COMPILE_PROGRESS_H
#define SBP_TOOLS_SBP_COMPILE_PROGRESS_H

#include "mlir/IR/Diagnostics.h"
#include <condition_variable>
#include <mutex>
#include <optional>
#include <pthread.h>
#include <string>

namespace sbp {

class Progress {
public:
  explicit Progress(mlir::MLIRContext &context);
  ~Progress();

  /// `phase` begins on `op`; the one before is over.
  void begin(llvm::StringRef phase, mlir::Operation *op);
  /// Nothing is under way.
  void end();

private:
  void run();
  void show();
  void clear();

  bool isWatching = false; ///< stderr is a terminal, and there is a thread
  pthread_t thread;
  std::mutex mutex; ///< for all below
  std::condition_variable changed;
  std::string what; ///< empty: nothing is under way
  double since = 0;
  bool isOver = false, isShown = false;
  std::optional<mlir::ScopedDiagnosticHandler> handler;
};

} // namespace sbp

#endif // SBP_TOOLS_SBP_COMPILE_PROGRESS_H
