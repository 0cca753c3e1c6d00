// ThreadCopies.h: asynchronous copies of threads in flight
#ifndef SBP_RUNTIME_TESTING_CUDA_THREADCOPIES_H
#define SBP_RUNTIME_TESTING_CUDA_THREADCOPIES_H

#include "SharedAccess.h"

namespace sbp::ptx {

/// The cp.async of one execution (AsyncCopies.cpp).
class ThreadCopies {
public:
  explicit ThreadCopies(Execution &execution) : execution(execution) {}
  /// Issues a cp.async, whose destinations may not be accessed until it is
  /// awaited. Throws Failure where a destination fails a check of a store, or
  /// where a source that is read fails one of a load.
  void issue(Warp &warp, AsyncCopies copies);
  /// Closes the group of all copies that each thread of `mask` has issued since
  /// its last commit.
  void commit(Warp &warp, uint32_t mask);
  /// Completes all but the last `keep` groups of copies of the threads of
  /// `mask`. Throws Failure as issue does.
  void await(Warp &warp, uint32_t mask, uint64_t keep);

private:
  /// Reads the sources of copies once. Throws Failure where a source is outside
  /// of every allocation or was never written.
  void readSources(AsyncCopies &copies);

  Execution &execution;
};

} // namespace sbp::ptx

#endif // SBP_RUNTIME_TESTING_CUDA_THREADCOPIES_H
