// StepGraphs.h: steps that are one call for each device
//
// The second step of an entry is recorded, by the actors that ran the first;
// from then on a rank of each device issues what came of it. Buffers, events
// and parameters are the same in every step, so the bits are.
#ifndef SBP_RUNTIME_SESSION_STEPGRAPHS_H
#define SBP_RUNTIME_SESSION_STEPGRAPHS_H

#include "Actor.h"
#include "Result.h"
#include <atomic>
#include <functional>
#include <map>
#include <mutex>

namespace sbp {

/// The graphs of one entry, one per device of this process. Functions are
/// called by the thread that runs steps, unless marked otherwise; failures have
/// the code of the device that failed.
class StepGraphs {
public:
  using DeviceOf = std::function<Device &(uint32_t rank)>;
  /// Creates the queues and events that recording needs for the local `ranks`.
  /// Devices and `waker` outlive the result. A user error where a rank works on
  /// the host, or where values pass through the host.
  static Result<std::unique_ptr<StepGraphs>>
  create(const std::vector<uint32_t> &ranks, const DeviceOf &deviceOf,
         const Communicator &communicator, Waker &waker);

  /// Returns `status` with the rank whose graph failed before its message;
  /// a success stays one.
  static Status describeFailure(uint32_t rank, const Status &status);

  /// Begin and end the recording of a step, which `actors` (by rank, null if of
  /// another process) issue in between. `drop` ends it early, or after a
  /// failure.
  Status begin(const std::vector<std::unique_ptr<Actor>> &actors);
  Status end(const std::vector<std::unique_ptr<Actor>> &actors);
  /// Discards the recorded graphs; later steps of them fail. Any thread.
  void drop();
  /// Returns true once graphs are recorded, also after `drop`. Any thread.
  bool areReady() const { return ready.load(std::memory_order_acquire); }

  /// Returns the queue that executes the graph of a local rank.
  Queue &getQueue(uint32_t rank) { return *ranks.at(rank).part->queue; }
  /// Begins a step that issues the recorded graphs.
  void beginStep();
  /// Advances a rank in that step: the first rank of each device issues its
  /// graph and queries it. Returns true once: for that rank when the graph is
  /// done, for others at once. Code 3 after `drop`. Called by its worker.
  Result<bool> advance(uint32_t rank);
  /// Returns true once `advance` has for `rank`, and before a step. Any thread.
  bool isFinished(uint32_t rank) const;

private:
  struct Part;
  using Actors = std::vector<std::unique_ptr<Actor>>;
  /// Begin and end the recording of the ranks of one device.
  static Status begin(Part &part, const Actors &actors);
  static Status end(Part &part, const Actors &actors);
  /// A device with its graph.
  struct Part {
    std::vector<uint32_t> ranks;
    std::unique_ptr<Queue> queue; ///< wakes the first of them
    std::unique_ptr<DeviceEvent> begin, done;
    std::mutex mutex; ///< of the graph
    std::unique_ptr<BoundKernel> graph;
    bool isRecording = false;
    bool issued = false;
  };
  /// The state of a rank in a step of recorded graphs.
  struct Rank {
    Part *part = nullptr;
    std::atomic<bool> reported{true}; ///< that the step is finished
  };

  std::map<Device *, Part> parts;
  std::map<uint32_t, Rank> ranks;
  std::atomic<bool> ready{false};
};

} // namespace sbp

#endif // SBP_RUNTIME_SESSION_STEPGRAPHS_H
