//===- AbstractRun.cpp - a proof that launch lists come to their end ------===//

#include "AbstractRun.h"

using namespace sbp;

AbstractRun::AbstractRun(const std::vector<RunMember> &members)
    : members(members), states(members.size()) {
  for (uint32_t m = 0; m < members.size(); ++m) {
    const RunGraph &graph = *members[m].graph;
    states[m].head.resize(graph.streams.size());
    states[m].arrived.resize(graph.streams.size());
    states[m].fired.resize(graph.events.size());
    for (uint32_t meeting : members[m].meetings) {
      if (meeting >= meetings.size())
        meetings.resize(meeting + 1);
      meetings[meeting].members.push_back(m);
    }
    work.push_back(m);
  }
}

/// True if the communication at the head of the stream is over.
bool AbstractRun::meet(uint32_t member, size_t stream, Firing launch) {
  State &state = states[member];
  const RunGraph &graph = *members[member].graph;
  Meeting &meeting =
      meetings[members[member].meetings[graph.communications[launch.task]]];
  if (state.arrived[stream]) {
    if (meeting.completed <= launch.microBatch)
      return false;
  } else {
    if (meeting.completed != launch.microBatch ||
        (!graph.turns.empty() && (state.turn == graph.turns.size() ||
                                  graph.turns[state.turn] != launch)))
      return false;
    state.arrived[stream] = true;
    if (++meeting.arrived < meeting.members.size())
      return false;
    meeting.arrived = 0;
    ++meeting.completed;
    for (uint32_t other : meeting.members)
      if (other != member)
        work.push_back(other);
  }
  state.arrived[stream] = false;
  ++state.turn;
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
      (graph.communications[launch.task] >= 0 && !meet(member, stream, launch)))
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
