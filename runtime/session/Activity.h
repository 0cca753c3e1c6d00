// Activity.h: the launches that the ranks of a process have issued
//
// Reports of hangs and crashes, flight records and traces name them. Entries,
// ranks, streams and launches must exist in the plan: they are not checked.
// Functions may be called by any thread, during a step or after it.
#ifndef SBP_RUNTIME_SESSION_ACTIVITY_H
#define SBP_RUNTIME_SESSION_ACTIVITY_H

#include "EntryState.h"
#include <atomic>
#include <optional>
#include <string>
#include <vector>

namespace sbp {

/// The step that runs or ran last, and what its ranks are at.
class Activity {
public:
  /// Knows of no step yet. `program` outlives this object.
  explicit Activity(const Program &program) : program(program) {}

  /// Begins a step of an entry, whose state outlives this object. Called by the
  /// thread that runs steps.
  void begin(uint32_t entry, EntryState &state);
  /// Returns the state of the entry that runs or ran last, null before the
  /// first step.
  EntryState *getState() const {
    return current.load(std::memory_order_acquire);
  }

  /// Describes the activity of the ranks of this process for the watchdog, at
  /// most 16 of them; "before the first step" where none has run.
  std::string describeRanks() const;
  /// Returns the entry that runs or ran last, -1 before the first step.
  int32_t getCurrentEntry() const;
  /// The last action of a rank and the positions of its streams.
  struct RankRecord {
    /// The position of one stream.
    struct Head {
      /// Index of the next launch in the list, or of the first that a late
      /// device has not done; the list's size once finished.
      uint32_t launch;
      /// "runs", "waits in", "never started", "finished", "waits for its device
      /// at"; a literal
      const char *state;
      int64_t since; ///< when it began to wait, in ns of readClock()
      /// Number of launches of this step that an asynchronous device has
      /// completed; nullopt for the host.
      std::optional<uint32_t> done;
    };
    std::vector<Head> streams;                 ///< by number of the stream
    std::vector<FlightRecorder::Event> events; ///< the last launches, in order
  };
  /// Returns the record of a rank, which takes part in the current entry
  /// (getCurrentEntry is not -1).
  RankRecord readRecord(uint32_t rank) const;
  /// Returns the rank that the calling thread is running, -1 on a thread that
  /// runs none.
  static int32_t getRankOfThread();
  /// Sets the rank that the calling thread is running; -1: none.
  static void setRankOfThread(int32_t rank);
  /// Returns the name of the task of a launch with its location in the model.
  /// The launch must exist.
  std::string nameLaunch(uint32_t entry, uint32_t rank, uint32_t stream,
                         uint32_t launch) const;
  /// Returns entry number `launch` of the list of a stream of a rank. The plan
  /// owns it. All indices must exist: they are not checked.
  const plan::LaunchEntry &getLaunch(uint32_t entry, uint32_t rank,
                                     uint32_t stream, uint32_t launch) const;
  /// Returns the ranks that meet in the communication of a launch, empty for a
  /// task that is no communication.
  std::vector<uint32_t> getMembers(uint32_t entry, uint32_t rank,
                                   uint32_t stream, uint32_t launch) const;
  /// Returns the number, from 0, of the step that runs or ran last; 0 before
  /// the first one. Any thread.
  uint32_t getCurrentStep() const;
  /// Returns how many launches the ranks of this process have issued in all
  /// steps of the current entry, graphs left out; 0 before the first. Any
  /// thread.
  uint64_t countLaunches() const;
  /// Returns `status` with the rank and the launch at which it failed before
  /// the message.
  Status describeFailure(uint32_t rank, const Actor &actor,
                         const Status &status) const;
  /// Returns the graph of a rank in an entry, which must have one for it.
  const plan::TemplateT &getTemplate(uint32_t entry, uint32_t rank) const;

private:
  /// Returns a clause on the last launch that the device of a stream has done;
  /// empty on devices that work at once.
  std::string describeDone(uint32_t entry, uint32_t rank, uint32_t stream,
                           const RankRecord::Head &head) const;
  /// Appends the ranks that have not finished their step, with their launches.
  void listRanks(uint32_t entry, EntryState &state,
                 std::vector<std::string> &parts) const;

  const Program &program;
  std::atomic<EntryState *> current{nullptr};
  std::atomic<uint32_t> currentEntry{0};
};

} // namespace sbp

#endif // SBP_RUNTIME_SESSION_ACTIVITY_H
