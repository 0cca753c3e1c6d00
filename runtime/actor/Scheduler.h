// Scheduler.h: which rank runs next, and on which worker
#ifndef SBP_RUNTIME_ACTOR_SCHEDULER_H
#define SBP_RUNTIME_ACTOR_SCHEDULER_H

#include "Status.h"
#include "Waker.h"
#include <functional>
#include <memory>
#include <vector>

namespace sbp {

/// What a scheduler drives. `advance` is called by one worker at a time per
/// rank.
class Advancer {
public:
  virtual ~Advancer() = default;
  /// Runs the rank as far as it goes; sets `finished` when its step is done.
  virtual Status advance(uint32_t rank, bool &finished) = 0;
};

class Scheduler : public Waker {
public:
  /// One step of all ranks in `ranks`, which are woken first. Returns when all
  /// have finished, or with the first failure. A deadlock (only possible
  /// with a broken communicator) is an internal error in the deterministic
  /// scheduler and the watchdog's business in the other.
  virtual Status run(Advancer &advancer,
                     const std::vector<uint32_t> &ranks) = 0;
  /// Ends a run from outside with a failure; any thread.
  virtual void abort(Status reason) = 0;
};

/// `workers` threads, the caller of `run` among them; each owns one rank at a
/// time. Idle workers poll briefly, then sleep. std::system_error where a
/// thread cannot be made; those that were made have ended then.
std::unique_ptr<Scheduler> createThreadScheduler(uint32_t ranks,
                                                 unsigned workers);

/// One thread; picks the next rank by a seeded random number. All interleavings
/// of ranks can be replayed.
std::unique_ptr<Scheduler> createDeterministicScheduler(uint32_t ranks,
                                                        uint64_t seed);

} // namespace sbp

#endif // SBP_RUNTIME_ACTOR_SCHEDULER_H
