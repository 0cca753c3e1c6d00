// SolverThreads.h: the thread pool of the solver
#ifndef SBP_ANALYSIS_COSTNETWORK_SOLVERTHREADS_H
#define SBP_ANALYSIS_COSTNETWORK_SOLVERTHREADS_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Support/ThreadPool.h"
#include <algorithm>
#include <atomic>
#include <memory>
#include <mutex>

namespace sbp {

/// Threads that solve branches of a network and compute parts of a table in
/// parallel. They start once, at the first reservation by any thread. A thread
/// that distributes work waits for it and takes no other work meanwhile, so
/// stacks do not grow by the work of others: helpers are idle threads only. No
/// parallelFor() may run when the object ends.
class SolverThreads {
public:
  /// `requested`: SolverOptions::threads.
  explicit SolverThreads(unsigned requested)
      : count(requested ? requested : std::min(8u, countCores())) {}
  /// Reserves up to `most` idle threads for the next parallelFor(), which must
  /// follow, and returns their number. Zero if none is idle or if the system
  /// starts no threads (a limit on processes). Any thread may call it.
  unsigned reserve(size_t most);
  /// Calls `work` once with each number below `count`, starting in ascending
  /// order, on this thread and on `helpers` threads that it has reserved.
  /// Returns, with the helpers idle again, when all calls have. `work` must be
  /// safe for concurrent calls.
  void parallelFor(size_t count, unsigned helpers,
                   llvm::function_ref<void(size_t)> work);
  /// Calls `work` with ranges [first, end) that together cover `rows`, on this
  /// thread and all idle ones; once on this thread if rows * `entries`, the
  /// entries per row, is too small, `threads` is null or none is idle.
  static void parallelForRows(SolverThreads *threads, size_t rows,
                              size_t entries,
                              llvm::function_ref<void(size_t, size_t)> work);
  /// Stops speculative solves, whose inputs may still change: the work limit is
  /// reached.
  void stopSpeculation() { isStopped = true; }
  /// Returns true after stopSpeculation(), for good. Any thread may call both.
  bool isSpeculationStopped() const { return isStopped; }

private:
  /// Starts all threads but the caller's; none if the system refuses one.
  void start();
  /// Tests whether the system has room for `count` threads by starting and
  /// ending them.
  static bool canStart(unsigned count);
  static unsigned countCores() {
    return llvm::hardware_concurrency().compute_thread_count();
  }
  unsigned count; ///< threads, the calling one included
  std::once_flag started;
  std::atomic<unsigned> idle = 0;
  std::atomic<bool> isStopped = false;
  std::unique_ptr<llvm::ThreadPoolInterface> pool;
};

} // namespace sbp

#endif // SBP_ANALYSIS_COSTNETWORK_SOLVERTHREADS_H
