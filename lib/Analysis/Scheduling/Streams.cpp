// Streams.cpp: one order of several launch lists
#include "Waits.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;
using namespace sbp;

namespace {

/// Runs one graph by itself and counts, for every launch, how many of each
/// stream come before its end.
class StreamMerger {
public:
  StreamMerger(const ScheduledGraph &graph, const LaunchLists &streams)
      : streams(streams), waits(getWaits(graph)), head(streams.size(), 0),
        firings(graph.tasks.size()), positions(streams.size()),
        clocks(streams.size()) {}
  MergedOrder run();

private:
  using Clock = SmallVector<int64_t, 3>;
  struct Place {
    unsigned stream;
    size_t position;
  };

  bool isReady(Launch launch) const;
  void launch(unsigned stream);
  bool launchNext();
  void findReach();

  const LaunchLists &streams;
  std::vector<SmallVector<Wait>> waits;
  std::vector<size_t> head;
  std::vector<std::vector<Place>> firings;     ///< by task, what was launched
  std::vector<std::vector<int64_t>> positions; ///< in the order, by stream
  std::vector<std::vector<Clock>> clocks;      ///< by stream
  MergedOrder order;
};

} // namespace

bool StreamMerger::isReady(Launch launch) const {
  return all_of(waits[launch.task], [&](const Wait &wait) {
    return wait.needed(launch.microBatch) <=
           static_cast<int64_t>(firings[wait.task].size());
  });
}

void StreamMerger::launch(unsigned stream) {
  size_t position = head[stream]++;
  Launch launch = streams[stream][position];
  Clock clock(streams.size(), 0);
  if (position > 0)
    clock = clocks[stream].back();
  for (const Wait &wait : waits[launch.task]) {
    int64_t needed = wait.needed(launch.microBatch);
    int64_t known = firings[wait.task].size();
    if (needed <= 0 || known == 0)
      continue;
    Place cause = firings[wait.task][std::min(needed, known) - 1];
    for (auto [mine, other] :
         zip_equal(clock, clocks[cause.stream][cause.position]))
      mine = std::max(mine, other);
  }
  clock[stream] = position + 1;
  clocks[stream].push_back(clock);
  firings[launch.task].push_back({stream, position});
  positions[stream].push_back(order.launches.size());
  order.launches.push_back(launch);
}

/// The last streams first: what they wait for is just done.
bool StreamMerger::launchNext() {
  for (unsigned stream = streams.size(); stream-- > 0;)
    if (head[stream] < streams[stream].size() &&
        isReady(streams[stream][head[stream]])) {
      launch(stream);
      return true;
    }
  return false;
}

void StreamMerger::findReach() {
  order.reach.resize(order.launches.size());
  for (unsigned stream = 0; stream < streams.size(); ++stream)
    for (auto [position, own] : enumerate(positions[stream])) {
      int64_t &reach = order.reach[own] = own;
      for (unsigned other = 0; other < streams.size(); ++other) {
        if (other == stream)
          continue;
        // Clocks grow along a stream.
        const auto *after = partition_point(
            ArrayRef(clocks[other]), [&, place = position](const Clock &clock) {
              return clock[stream] <= static_cast<int64_t>(place);
            });
        size_t beside = after - ArrayRef(clocks[other]).begin();
        if (beside > 0)
          reach = std::max(reach, positions[other][beside - 1]);
      }
    }
}

MergedOrder StreamMerger::run() {
  while (launchNext())
    ;
  // What waits for ever is left as it stands: the proof of liveness names it.
  for (unsigned stream = 0; stream < streams.size(); ++stream)
    while (head[stream] < streams[stream].size())
      launch(stream);
  findReach();
  return std::move(order);
}

MergedOrder sbp::mergeStreams(const ScheduledGraph &graph,
                              const LaunchLists &streams) {
  return StreamMerger(graph, streams).run();
}
