// Scheduler.h: assignment of runnable ranks to worker threads
#ifndef SBP_RUNTIME_ACTOR_SCHEDULER_H
#define SBP_RUNTIME_ACTOR_SCHEDULER_H

#include "Result.h"
#include "Waker.h"
#include <functional>
#include <memory>
#include <vector>

namespace sbp {

/// The work that a scheduler runs. Calls for one rank never overlap; calls for
/// different ranks come from several workers at once.
class Advancer {
public:
  virtual ~Advancer() = default;
  /// Runs the rank until it has to wait. Returns true in the call that ends its
  /// step, false in any other; a failure ends the run of all ranks.
  virtual Result<bool> advance(uint32_t rank) = 0;
};

/// Runs ranks step by step. `run` is called by one thread; `wake` and `abort`
/// by any, except for the deterministic scheduler.
class Scheduler : public Waker {
public:
  /// Runs one step of the given ranks, all of which are woken first. Returns
  /// when every rank has finished, at once where there are none, or the first
  /// failure, which all later runs return, too. `advancer` outlives the call,
  /// and after a failure the scheduler: workers that are still in it after half
  /// a second are left there. In a deadlock, by a faulty communicator alone,
  /// the deterministic one returns an internal error, the threaded one waits.
  virtual Status run(Advancer &advancer,
                     const std::vector<uint32_t> &ranks) = 0;
  /// Ends the current run, and all later ones, with the failure `reason`, or
  /// with an earlier one if there is one. Any thread; it waits for no rank.
  virtual void abort(Status reason) = 0;
};

/// Creates a scheduler of the ranks below `ranks` with `workers` threads, at
/// least 1, of which the caller of `run` is one; the destructor joins the
/// others. A worker runs one rank at a time; an idle worker polls for about a
/// tenth of a millisecond, then sleeps. Throws std::system_error where a thread
/// cannot be started, after it has joined those that were.
std::unique_ptr<Scheduler> createThreadScheduler(uint32_t ranks,
                                                 unsigned workers);

/// Creates a scheduler of one thread that picks the next runnable rank by a
/// random number from `seed`. The same seed replays the same interleaving. Only
/// the thread of `run` may call `wake` and `abort`, which are not synchronised.
std::unique_ptr<Scheduler> createDeterministicScheduler(uint32_t ranks,
                                                        uint64_t seed);

} // namespace sbp

#endif // SBP_RUNTIME_ACTOR_SCHEDULER_H
