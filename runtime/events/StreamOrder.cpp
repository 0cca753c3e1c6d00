// StreamOrder.cpp: vector clocks of launches
//
// Vector clocks (Fidge, 1988; Mattern, 1989) over streams: the clock of a
// launch is the maximum of its predecessor's clock and those of all launches
// that it waits for, and its own entry is its position + 1. Then a happens
// before b if and only if clock(b)[stream of a] > position of a. With streams
// {a0, a1} and {b0} where b0 waits for a0: clock(a0) = (1, 0), clock(a1) = (2,
// 0), clock(b0) = (1, 1); a1 and b0 are concurrent.
#include "StreamOrder.h"
#include <algorithm>

using namespace sbp;

StreamOrder::StreamOrder(const EventGraph &graph, const LaunchLists &streams)
    : numStreams(streams.size()), clocks(streams.size()),
      positions(graph.size()) {
  size_t total = 0;
  for (size_t stream = 0; stream < numStreams; ++stream) {
    clocks[stream].resize(streams[stream].size() * numStreams);
    total += streams[stream].size();
  }
  launches.reserve(total);
  std::vector<size_t> head(numStreams);
  std::vector<uint32_t> fired(graph.size());
  auto launchHead = [&](uint32_t stream) {
    Firing next = streams[stream][head[stream]];
    launch(graph, next, {stream, int64_t(head[stream]++)});
    ++fired[next.task];
  };
  // Later streams first: their launches (communication, copies) come as early
  // as their inputs allow.
  auto launchNext = [&] {
    for (uint32_t stream = numStreams; stream-- > 0;)
      if (head[stream] < streams[stream].size() &&
          graph.isReady(streams[stream][head[stream]], fired)) {
        launchHead(stream);
        return true;
      }
    return false;
  };
  while (launchNext())
    ;
  for (uint32_t stream = 0; stream < numStreams; ++stream)
    while (head[stream] < streams[stream].size())
      launchHead(stream);
}

void StreamOrder::launch(const EventGraph &graph, Firing launch,
                         LaunchPosition at) {
  int64_t *clock = getClock(at);
  if (at.position > 0)
    std::copy_n(clock - numStreams, numStreams, clock);
  for (const Wait &wait : graph.getWaits(launch.task)) {
    int64_t needed = wait.needed(launch.microBatch);
    int64_t known = positions[wait.task].size();
    if (needed <= 0 || known == 0)
      continue;
    const int64_t *cause =
        getClock(positions[wait.task][std::min(needed, known) - 1]);
    for (size_t stream = 0; stream < numStreams; ++stream)
      clock[stream] = std::max(clock[stream], cause[stream]);
  }
  clock[at.stream] = at.position + 1;
  positions[launch.task].push_back(at);
  launches.push_back(at);
}

bool StreamOrder::happensBefore(LaunchPosition a, LaunchPosition b) const {
  if (b.position < 0 || a == b)
    return false;
  return a.position < 0 || getClock(b)[a.stream] > a.position;
}

int64_t StreamOrder::countConcurrent(LaunchPosition at, uint32_t stream) const {
  // Clocks grow along a stream: a binary search finds the first launch that
  // waits.
  int64_t low = 0, high = clocks[stream].size() / numStreams;
  while (low < high) {
    int64_t middle = low + (high - low) / 2;
    if (getClock({stream, middle})[at.stream] <= at.position)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}
