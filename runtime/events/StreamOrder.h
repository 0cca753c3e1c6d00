//===- StreamOrder.h - what comes before what on several streams ----------===//
#ifndef SBP_RUNTIME_EVENTS_STREAMORDER_H
#define SBP_RUNTIME_EVENTS_STREAMORDER_H

#include "EventGraph.h"

namespace sbp {

/// A launch: its stream and its place there.
struct Place {
  uint32_t stream;
  int64_t position; ///< -1: before the step
  bool operator==(const Place &other) const = default;
};

/// The launches of one graph by itself, as its streams and its waits order
/// them. What waits for ever stands at the end: whether anything does is for
/// the proof of liveness to say.
class StreamOrder {
public:
  StreamOrder(const EventGraph &graph, const LaunchLists &streams);

  /// One order that streams and waits allow: launches of the last streams as
  /// early as they can be.
  const std::vector<Place> &getLaunches() const { return launches; }
  /// Of a task, in the order of its firings.
  const std::vector<Place> &getPlaces(uint32_t task) const {
    return places[task];
  }
  /// `a` has ended when `b` begins, whatever else is late.
  bool happensBefore(Place a, Place b) const;
  /// How many launches of `stream`, from its first one, do not wait for the one
  /// at `place`.
  int64_t countBeside(Place place, uint32_t stream) const;

private:
  int64_t *getClock(Place place) {
    return &clocks[place.stream][place.position * numStreams];
  }
  const int64_t *getClock(Place place) const {
    return &clocks[place.stream][place.position * numStreams];
  }
  void launch(const EventGraph &graph, Firing launch, Place place);

  size_t numStreams;
  /// By stream and position, for each stream: how many of its launches are
  /// over when this one is.
  std::vector<std::vector<int64_t>> clocks;
  std::vector<std::vector<Place>> places; ///< by task
  std::vector<Place> launches;
};

} // namespace sbp

#endif // SBP_RUNTIME_EVENTS_STREAMORDER_H
