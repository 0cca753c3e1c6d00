// StreamOrder.h: the happens-before order of launches on several streams
#ifndef SBP_RUNTIME_EVENTS_STREAMORDER_H
#define SBP_RUNTIME_EVENTS_STREAMORDER_H

#include "EventGraph.h"

namespace sbp {

/// The position of a launch in a stream.
struct LaunchPosition {
  uint32_t stream;
  int64_t position; ///< index in the launch list; -1 is before the step
  bool operator==(const LaunchPosition &other) const = default;
};

/// The partial order in which the streams and waits of one graph put its
/// launches. Launches that can never be issued come last; liveness is proved
/// elsewhere (AbstractRun.h).
class StreamOrder {
public:
  /// Computes the order. The graph may be destroyed afterwards.
  StreamOrder(const EventGraph &graph, const LaunchLists &streams);

  /// Returns one total order that the partial order allows, with launches of
  /// the last streams as early as possible.
  const std::vector<LaunchPosition> &getLaunches() const { return launches; }
  /// Returns the positions of a task's launches, in the order of its firings.
  const std::vector<LaunchPosition> &getPositions(uint32_t task) const {
    return positions[task];
  }
  /// Returns true where `a` has ended when `b` begins in every execution.
  bool happensBefore(LaunchPosition a, LaunchPosition b) const;
  /// Returns how many launches at the front of `stream` do not wait for the one
  /// at `position`, which is a launch and not before the step.
  int64_t countConcurrent(LaunchPosition position, uint32_t stream) const;

private:
  int64_t *getClock(LaunchPosition position) {
    return &clocks[position.stream][position.position * numStreams];
  }
  const int64_t *getClock(LaunchPosition position) const {
    return &clocks[position.stream][position.position * numStreams];
  }
  /// Sets the clock of the next launch of a stream and records its position.
  void launch(const EventGraph &graph, Firing launch, LaunchPosition position);

  size_t numStreams;
  /// The vector clock of each launch, by stream and position: how many launches
  /// of every stream have ended when it ends.
  std::vector<std::vector<int64_t>> clocks;
  std::vector<std::vector<LaunchPosition>> positions; ///< indexed by task
  std::vector<LaunchPosition> launches;
};

} // namespace sbp

#endif // SBP_RUNTIME_EVENTS_STREAMORDER_H
