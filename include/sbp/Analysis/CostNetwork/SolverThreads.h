// SolverThreads.h: that a cost network is solved with
#ifndef SBP_ANALYSIS_COSTNETWORK_SOLVERTHREADS_H
#define SBP_ANALYSIS_COSTNETWORK_SOLVERTHREADS_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Support/ThreadPool.h"
#include <algorithm>
#include <atomic>
#include <memory>
#include <mutex>

namespace sbp {

/// That solve parts of a network and make pieces of a table beside each other.
/// Begun where there is first something to share out, which one thread does: it
/// asks first how many they are. Whoever shares something out goes on with
/// nothing else before that is done, so that no stack grows by the work of
/// others: helpers are threads that were idle.
class SolverThreads {
public:
  /// `wanted`: SolverOptions::threads.
  explicit SolverThreads(unsigned wanted)
      : count(wanted ? wanted : std::min(8u, countCores())) {}
  /// Idle ones besides this one, at most so many, for share(), which must
  /// follow. None where the system starts no others: a limit on processes.
  unsigned reserve(size_t most);
  /// Calls `work` with all numbers below `count`, beginning with the first, on
  /// this thread and on `helpers` that were reserved.
  void share(size_t count, unsigned helpers,
             llvm::function_ref<void(size_t)> work);
  /// Calls `work` with ranges that make up `rows`, on all threads that are idle
  /// if it is worth that: a row takes so many `entries`.
  static void shareRows(SolverThreads *threads, size_t rows, size_t entries,
                        llvm::function_ref<void(size_t, size_t)> work);
  /// Nothing is solved ahead of what it depends on any more: the work that was
  /// allowed is used up.
  void endAhead() { hasEnded = true; }
  bool hasEndedAhead() const { return hasEnded; }

private:
  void start();
  static bool canStart(unsigned count);
  static unsigned countCores() {
    return llvm::hardware_concurrency().compute_thread_count();
  }
  unsigned count;
  std::once_flag started;
  std::atomic<unsigned> idle = 0;
  std::atomic<bool> hasEnded = false;
  std::unique_ptr<llvm::ThreadPoolInterface> pool;
};

} // namespace sbp

#endif // SBP_ANALYSIS_COSTNETWORK_SOLVERTHREADS_H
