//===- StreamOrder.cpp - what comes before what on several streams --------===//

#include "StreamOrder.h"
#include <algorithm>

using namespace sbp;

StreamOrder::StreamOrder(const EventGraph &graph, const LaunchLists &streams)
    : numStreams(streams.size()), clocks(streams.size()), places(graph.size()) {
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
  // The last streams first: what they wait for is just done.
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

void StreamOrder::launch(const EventGraph &graph, Firing launch, Place place) {
  int64_t *clock = getClock(place);
  if (place.position > 0)
    std::copy_n(clock - numStreams, numStreams, clock);
  for (const Wait &wait : graph.getWaits(launch.task)) {
    int64_t needed = wait.needed(launch.microBatch);
    int64_t known = places[wait.task].size();
    if (needed <= 0 || known == 0)
      continue;
    const int64_t *cause =
        getClock(places[wait.task][std::min(needed, known) - 1]);
    for (size_t stream = 0; stream < numStreams; ++stream)
      clock[stream] = std::max(clock[stream], cause[stream]);
  }
  clock[place.stream] = place.position + 1;
  places[launch.task].push_back(place);
  launches.push_back(place);
}

bool StreamOrder::happensBefore(Place a, Place b) const {
  if (b.position < 0 || a == b)
    return false;
  return a.position < 0 || getClock(b)[a.stream] > a.position;
}

int64_t StreamOrder::countBeside(Place place, uint32_t stream) const {
  // Clocks grow along a stream.
  int64_t low = 0, high = clocks[stream].size() / numStreams;
  while (low < high) {
    int64_t middle = low + (high - low) / 2;
    if (getClock({stream, middle})[place.stream] <= place.position)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}
