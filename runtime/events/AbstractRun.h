// AbstractRun.h: a proof that every launch list reaches its end
//
// A plan is a marked graph (Commoner et al., "Marked directed graphs", 1971):
// whether it reaches its end does not depend on the order of firings. One
// abstract run of a step, in which every communication is a node shared by all
// of its members, is therefore a proof. The compiler runs it before it writes a
// plan, the loader before it runs one.
#ifndef SBP_RUNTIME_EVENTS_ABSTRACTRUN_H
#define SBP_RUNTIME_EVENTS_ABSTRACTRUN_H

#include "EventGraph.h"
#include <deque>
#include <optional>

namespace sbp {

/// The graph of all members with the same tasks.
struct RunGraph {
  EventGraph events;
  LaunchLists streams;
  /// The number of each task of the graph among its communications, -1 for
  /// other tasks. One entry per task.
  std::vector<int32_t> communications = {};
  /// The order in which a member begins its communications, whatever streams
  /// they are on. Empty where the streams alone determine the order.
  LaunchList order = {};
};

/// One participant of the run: a rank, or a class of ranks.
struct RunMember {
  const RunGraph *graph; ///< outlives the run; members may share it
  /// The rendezvous of each communication of the graph, in the order of their
  /// numbers; members with equal ones take part in the same, from 0.
  std::vector<uint32_t> rendezvous = {};
};

/// A launch that can never be issued.
struct Blocked {
  uint32_t member; ///< index among the members
  Firing launch;   ///< the one at the front of its stream
};

/// An abstract run of one step. It is used once, by one thread.
class AbstractRun {
public:
  /// Prepares a run of `members`, which outlive it.
  explicit AbstractRun(const std::vector<RunMember> &members);
  /// Runs one step. Returns the first launch, by member and stream, that can
  /// never be issued; nullopt where all lists reach their ends.
  std::optional<Blocked> run();

private:
  /// The progress of one member.
  struct State {
    std::vector<size_t> head; ///< index of the next launch, by stream
    std::vector<bool>
        arrived; ///< by stream; true while it waits at a rendezvous
    std::vector<uint32_t> fired; ///< firings so far, by task
    size_t nextInOrder = 0;
  };
  /// A communication and the arrivals for its next firing.
  struct Rendezvous {
    std::vector<uint32_t> members;
    uint32_t arrived = 0;
    uint64_t completed = 0; ///< number of completed firings
  };

  /// Issues launches of a member until all of its streams are blocked.
  void advance(uint32_t member);
  /// Issues the next launch of a stream. Returns false where it is blocked or
  /// the stream has ended.
  bool advanceStream(uint32_t member, size_t stream);
  /// Arrives with a launch, or polls after an earlier arrival. Returns true
  /// once the communication is complete.
  bool arriveAtRendezvous(uint32_t member, size_t stream, Firing launch);

  const std::vector<RunMember> &members;
  std::vector<State> states;
  std::vector<Rendezvous> rendezvous;
  std::deque<uint32_t> work;
};

} // namespace sbp

#endif // SBP_RUNTIME_EVENTS_ABSTRACTRUN_H
