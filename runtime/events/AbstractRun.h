//===- AbstractRun.h - a proof that launch lists come to their end --------===//
//
// A plan is a marked graph: whether it comes to its end does not depend on the
// order of firings. So one abstract run of a step, with every communication as
// one node of all its members, is a proof.
//
//===----------------------------------------------------------------------===//
#ifndef SBP_RUNTIME_EVENTS_ABSTRACTRUN_H
#define SBP_RUNTIME_EVENTS_ABSTRACTRUN_H

#include "EventGraph.h"
#include <deque>
#include <optional>

namespace sbp {

/// What members with the same tasks share.
struct RunGraph {
  EventGraph events;
  LaunchLists streams;
  /// By task: its number among the graph's communications, -1: none.
  std::vector<int32_t> communications = {};
  /// Communications in the order in which a member begins them, whatever
  /// streams they are on; none: as the streams come to them.
  LaunchList turns = {};
};

/// A graph at one place: a class of ranks, or a rank.
struct RunMember {
  const RunGraph *graph;
  /// By communication of the graph: where it meets the members that have the
  /// same number. Numbers count from 0.
  std::vector<uint32_t> meetings = {};
};

/// A launch that waits for ever.
struct Blocked {
  uint32_t member;
  Firing launch;
};

class AbstractRun {
public:
  /// `members` outlive the run.
  explicit AbstractRun(const std::vector<RunMember> &members);
  /// The first that waits for ever, if any does.
  std::optional<Blocked> run();

private:
  struct State {
    std::vector<size_t> head;    ///< by stream
    std::vector<bool> arrived;   ///< by stream: where it meets others
    std::vector<uint32_t> fired; ///< by task
    size_t turn = 0;
  };
  struct Meeting {
    std::vector<uint32_t> members;
    uint32_t arrived = 0;
    uint64_t completed = 0; ///< firings
  };

  void advance(uint32_t member);
  bool advanceStream(uint32_t member, size_t stream);
  bool meet(uint32_t member, size_t stream, Firing launch);

  const std::vector<RunMember> &members;
  std::vector<State> states;
  std::vector<Meeting> meetings;
  std::deque<uint32_t> work;
};

} // namespace sbp

#endif // SBP_RUNTIME_EVENTS_ABSTRACTRUN_H
