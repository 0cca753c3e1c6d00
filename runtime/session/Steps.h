// Steps.h: runs the steps of entries by worker threads
#ifndef SBP_RUNTIME_SESSION_STEPS_H
#define SBP_RUNTIME_SESSION_STEPS_H

#include "Activity.h"
#include "Scheduler.h"
#include "Watchdog.h"
#include <functional>
#include <memory>
#include <optional>
#include <string>

namespace sbp {

/// The settings of the threads that run steps (SessionOptions).
struct StepOptions {
  std::optional<uint64_t> seed; ///< of the deterministic scheduler
  double watchdogSeconds = 60;  ///< 0: no watchdog
  std::function<void(const std::string &report)> onStall;
};

/// The scheduler and the watchdog of a session. One thread runs steps.
class Steps final : private Advancer {
public:
  /// Has no threads yet. `program` outlives this object.
  Steps(const Program &program, StepOptions options)
      : options(std::move(options)), activity(program) {}
  /// Stops the threads, which use the entries that were run.
  ~Steps() override;

  /// Creates the scheduler of all ranks below `ranks` with `workers` threads,
  /// and the watchdog. Called once, before all functions below. A user error
  /// where the system refuses a thread.
  Status start(uint32_t ranks, unsigned workers);
  /// Runs one step of a prepared entry and returns when all local ranks have
  /// finished it, or the first failure with its rank and launch.
  Status run(uint32_t entry, EntryState &state);
  /// Ends the step that runs, and all later ones (Scheduler::abort).
  void abort(Status reason) { scheduler->abort(std::move(reason)); }

  Scheduler &getScheduler() { return *scheduler; }
  const Activity &getActivity() const { return activity; }

private:
  /// Reports the activity of all ranks and ends the step with code 4. Called by
  /// the watchdog's thread.
  void stall();
  /// Issues the launches that run once and are due, on the queues of the step
  /// that begins.
  Status issueOnceLaunches(EntryState &state);
  /// Runs step `number` by actors, or by the recorded graphs once they are
  /// ready.
  Status runStep(EntryState &state, uint32_t number);
  /// Runs step `number` by actors, and records it where it is the second one
  /// and graphs are used.
  Status runActors(EntryState &state, uint32_t number);
  /// Runs a rank as far as it can. Returns true once it has finished its step,
  /// false as well for a rank without an actor.
  Result<bool> advance(uint32_t rank) override;

  StepOptions options;
  Activity activity;
  std::unique_ptr<Scheduler> scheduler;
  std::unique_ptr<Watchdog> watchdog;
};

} // namespace sbp

#endif // SBP_RUNTIME_SESSION_STEPS_H
