// Progress.h: progress line of the compiler
//
// Shows one line on stderr for phases that take more than two seconds: the
// phase, the number of ops at its begin, and the elapsed time. Only if stderr
// is a terminal. Call clear() before anything else is written to stderr.
#ifndef SBP_TOOLS_SBP_COMPILE_PROGRESS_H
#define SBP_TOOLS_SBP_COMPILE_PROGRESS_H

#include "llvm/ADT/StringRef.h"
#include <condition_variable>
#include <mutex>
#include <pthread.h>
#include <string>

namespace sbp {

/// Owns the thread that updates the line. Without a terminal or a thread all
/// functions do nothing.
class Progress {
public:
  /// Starts the thread.
  Progress();
  /// Clears the line and joins the thread.
  ~Progress();

  /// Starts `phase` on a module of `ops` ops, and ends the previous phase.
  /// `phase` is copied.
  void begin(llvm::StringRef phase, int64_t ops);
  /// Removes the line until its next update.
  void clear();
  /// Ends the current phase, if there is one.
  void end();

private:
  /// Runs the thread until `isOver`.
  void run();
  /// Prints the line. The caller holds the mutex, as for `hide`.
  void show();
  /// Removes the line from the terminal, if it is shown.
  void hide();

  bool hasThread = false; ///< stderr is a terminal and the thread runs
  pthread_t thread;
  std::mutex mutex; ///< protects all members below
  std::condition_variable changed;
  std::string description; ///< the current phase, or empty
  double since = 0; ///< begin of the phase, in seconds of the steady clock
  bool isOver = false, isShown = false;
};

} // namespace sbp

#endif // SBP_TOOLS_SBP_COMPILE_PROGRESS_H
