// Streams.cpp: merges several launch lists into one order
#include "StreamOrder.h"
#include "sbp/Analysis/Scheduling/Schedule.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;
using namespace sbp;

MergedOrder sbp::mergeStreams(const ScheduledGraph &graph,
                              const LaunchLists &streams) {
  StreamOrder order(graph.getEvents(), streams);
  MergedOrder result;
  std::vector<std::vector<int64_t>> positions(streams.size()); // Per stream.
  for (LaunchPosition place : order.getLaunches()) {
    positions[place.stream].push_back(result.launches.size());
    result.launches.push_back(streams[place.stream][place.position]);
  }
  for (auto [own, place] : enumerate(order.getLaunches())) {
    int64_t &reach = result.reach.emplace_back(own);
    for (uint32_t other = 0; other < streams.size(); ++other)
      if (other != place.stream)
        if (int64_t concurrent = order.countConcurrent(place, other))
          reach = std::max(reach, positions[other][concurrent - 1]);
  }
  return result;
}
