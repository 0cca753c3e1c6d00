// AbstractRun.cpp: a work list of members that may make progress
//
// A member runs until all of its streams are blocked. It enters the work list
// again when a communication that it takes part in completes. Each launch is
// issued once, so the run is linear in the number of launches and their waits.
// Example of a deadlock that it finds: rank 0 launches communications a, b,
// rank 1 launches b, a on one stream each; both arrive and neither rendezvous
// completes.
#include "AbstractRun.h"

using namespace sbp;

AbstractRun::AbstractRun(const std::vector<RunMember> &members)
    : members(members), states(members.size()) {
  for (uint32_t m = 0; m < members.size(); ++m) {
    const RunGraph &graph = *members[m].graph;
    states[m].head.resize(graph.streams.size());
    states[m].arrived.resize(graph.streams.size());
    states[m].fired.resize(graph.events.size());
    for (uint32_t number : members[m].rendezvous) {
      if (number >= rendezvous.size())
        rendezvous.resize(number + 1);
      rendezvous[number].members.push_back(m);
    }
    work.push_back(m);
  }
}

/// A firing may only begin when the one before has completed and, with an
/// order, when it is the next one of its member.
bool AbstractRun::arriveAtRendezvous(uint32_t member, size_t stream,
                                     Firing launch) {
  State &state = states[member];
  const RunGraph &graph = *members[member].graph;
  Rendezvous &point =
      rendezvous[members[member].rendezvous[graph.communications[launch.task]]];
  if (state.arrived[stream]) {
    if (point.completed <= launch.microBatch)
      return false;
  } else {
    if (point.completed != launch.microBatch ||
        (!graph.order.empty() && (state.nextInOrder == graph.order.size() ||
                                  graph.order[state.nextInOrder] != launch)))
      return false;
    state.arrived[stream] = true;
    if (++point.arrived < point.members.size())
      return false;
    point.arrived = 0;
    ++point.completed;
    for (uint32_t other : point.members)
      if (other != member)
        work.push_back(other);
  }
  state.arrived[stream] = false;
  ++state.nextInOrder;
  return true;
}

bool AbstractRun::advanceStream(uint32_t member, size_t stream) {
  State &state = states[member];
  const RunGraph &graph = *members[member].graph;
  const LaunchList &list = graph.streams[stream];
  if (state.head[stream] == list.size())
    return false;
  Firing launch = list[state.head[stream]];
  if (!graph.events.isReady(launch, state.fired) ||
      (graph.communications[launch.task] >= 0 &&
       !arriveAtRendezvous(member, stream, launch)))
    return false;
  ++state.fired[launch.task];
  ++state.head[stream];
  return true;
}

void AbstractRun::advance(uint32_t member) {
  for (bool progress = true; progress;) {
    progress = false;
    for (size_t stream = 0; stream < states[member].head.size(); ++stream)
      while (advanceStream(member, stream))
        progress = true;
  }
}

std::optional<Blocked> AbstractRun::run() {
  while (!work.empty()) {
    uint32_t member = work.front();
    work.pop_front();
    advance(member);
  }
  for (uint32_t m = 0; m < members.size(); ++m) {
    const LaunchLists &streams = members[m].graph->streams;
    for (size_t stream = 0; stream < streams.size(); ++stream)
      if (states[m].head[stream] < streams[stream].size())
        return Blocked{m, streams[stream][states[m].head[stream]]};
  }
  return std::nullopt;
}
