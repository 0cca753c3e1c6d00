//===- SolverThreads.h - that a cost network is solved with -----*- C++ -*-===//
#ifndef SBP_ANALYSIS_COSTNETWORK_SOLVERTHREADS_H
#define SBP_ANALYSIS_COSTNETWORK_SOLVERTHREADS_H

#include "llvm/Support/ThreadPool.h"
#include <algorithm>
#include <memory>

namespace sbp {

/// That solve parts of a network and make pieces of a table beside each other.
/// Begun where there is first something to share out, which one thread does: it
/// asks first how many they are.
class SolverThreads {
public:
  /// `wanted`: SolverOptions::threads.
  explicit SolverThreads(unsigned wanted)
      : count(wanted ? wanted : std::min(8u, countCores())) {}
  /// One where the system starts no others: a limit on processes.
  unsigned getCount() {
    if (count > 1 && !pool && !canStart(count))
      count = 1;
    return count;
  }
  llvm::ThreadPoolInterface &getPool() {
    if (!pool)
      pool = std::make_unique<llvm::DefaultThreadPool>(
          llvm::hardware_concurrency(count));
    return *pool;
  }

private:
  static bool canStart(unsigned count);
  static unsigned countCores() {
    return llvm::hardware_concurrency().compute_thread_count();
  }
  unsigned count;
  std::unique_ptr<llvm::ThreadPoolInterface> pool;
};

} // namespace sbp

#endif // SBP_ANALYSIS_COSTNETWORK_SOLVERTHREADS_H
