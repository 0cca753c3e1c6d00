// Actor.h: one rank's side of one entry
//
// Owned by one worker at a time: counters are plain. What another thread may
// read (position, recorder) is atomic. A task counts as fired when it is
// issued: what follows on its queue comes after it, other queues wait for its
// mark, communicators and the end of the step for the queue.
#ifndef SBP_RUNTIME_ACTOR_ACTOR_H
#define SBP_RUNTIME_ACTOR_ACTOR_H

#include "Communicator.h"
#include "Device.h"
#include "DeviceTrace.h"
#include "PlanVerifier.h"
#include <atomic>
#include <optional>

namespace sbp {

/// A task bound to a rank: everything an execution needs, nothing looked up.
struct BoundTask {
  plan::TaskKind kind = plan::TaskKind::compute;
  std::unique_ptr<BoundKernel> kernel; ///< of a computation or copy
  /// Of a communication; a thousand ranks have hundreds of other tasks each.
  std::unique_ptr<ChannelRegisters> registers;
  uint32_t channel = 0;
  uint32_t firings = 1;
  const std::vector<Wait> *waits = nullptr; ///< those of the rank's class

  uint32_t fired = 0; ///< issued in this step
  /// Waits for tasks of other queues, and this task's marks by firing where
  /// another queue waits for them, or a device works later.
  std::vector<Wait> queueWaits;
  std::vector<std::unique_ptr<Mark>> marks;
};

/// Where a stream is, readable by the watchdog at any time.
struct StreamPosition {
  std::atomic<uint32_t> launch{0};  ///< index of the entry at its head
  std::atomic<bool> arrived{false}; ///< waits in that communication
  std::atomic<bool> running{false}; ///< executes that task
  std::atomic<int64_t> since{0};    ///< when it began to wait, readClock()
};

/// The last launches of a rank: step and stream, launch index. Always on.
class FlightRecorder {
public:
  static constexpr size_t size = 1024;
  void record(uint32_t step, uint32_t stream, uint32_t launch) {
    uint64_t at = count.load(std::memory_order_relaxed);
    events[at % size].store(uint64_t(step) << 40 |
                                uint64_t(stream & 0xff) << 32 | launch,
                            std::memory_order_relaxed);
    count.store(at + 1, std::memory_order_release);
  }
  uint64_t recorded() const { return count.load(std::memory_order_acquire); }
  struct Event {
    uint32_t step, stream, launch;
  };
  /// The last events, oldest first; any thread. While the rank goes on, the
  /// oldest may be newer ones already.
  std::vector<Event> read() const {
    uint64_t end = recorded(), begin = end > size ? end - size : 0;
    std::vector<Event> list;
    for (uint64_t index = begin; index < end; ++index) {
      uint64_t event = events[index % size].load(std::memory_order_relaxed);
      list.push_back({uint32_t(event >> 40), uint32_t(event >> 32 & 0xff),
                      uint32_t(event)});
    }
    return list;
  }

private:
  std::atomic<uint64_t> events[size] = {};
  std::atomic<uint64_t> count{0};
};

class Actor {
public:
  /// `waker` is told when a queue of the rank has gone on.
  static Status create(uint32_t rank, const plan::TemplateT &graph,
                       std::vector<BoundTask> tasks, Device &device,
                       Communicator &communicator, Waker &waker,
                       std::unique_ptr<Actor> &actor);

  uint32_t getRank() const { return rank; }
  Status beginStep(uint32_t step);
  /// The step that begins is recorded: its queues wait for a mark first, and it
  /// is finished when all is issued. `endRecording` lets another queue wait for
  /// them.
  Status beginRecording(Mark &begin);
  Status endRecording(Queue &other);
  /// Fires what can be fired; `finished` is set once a step.
  Status advance(bool &finished);
  /// Where it failed, if it did.
  uint32_t getFailedStream() const { return failedStream; }

  const StreamPosition &getPosition(size_t stream) const {
    return *streams[stream].position;
  }
  /// All that a step issued is done; any thread.
  bool isFinished() const { return reported; }
  /// Of a device that works later: how many launches of a stream in this step
  /// it has done; none where it does not tell. Any thread.
  std::optional<uint32_t> countDone(size_t stream) const;
  const FlightRecorder &getRecorder() const { return recorder; }
  /// Records executions of the following steps; null ends it.
  Status setTrace(std::vector<TraceEvent> *events);
  /// From here on the time in tasks is counted, at two looks at the clock each.
  void setTiming(bool isTimed) { timed = isTimed; }
  int64_t getBusyNanoseconds() const { return busy; }

private:
  struct Stream {
    const plan::LaunchEntry *entries;
    size_t size, head = 0;
    bool arrived = false;
    int64_t begin = 0; ///< of the communication, when traced
    std::unique_ptr<StreamPosition> position;
    std::unique_ptr<Queue> queue;
    std::unique_ptr<Mark> last; ///< of the step
    bool ended = false;         ///< `last` is recorded
  };

  Actor(uint32_t rank, const plan::TemplateT &graph,
        std::vector<BoundTask> tasks, Device &device,
        Communicator &communicator)
      : rank(rank), graph(graph), device(device), tasks(std::move(tasks)),
        communicator(communicator) {}
  Status makeMarks();
  Status makeMark(std::unique_ptr<Mark> &mark);
  Status waitForQueues(Stream &stream, const BoundTask &task, uint32_t firing);
  Status isDrained(Stream &stream, bool &drained);
  bool isReady(const BoundTask &task, uint32_t firing) const;
  Status advanceStream(uint32_t index, bool &progressed);
  Status beginLaunch(uint32_t index, const BoundTask &task, uint32_t firing);
  Status endLaunch(uint32_t index, BoundTask &task, uint32_t firing);
  Status finish();
  Status fire(Stream &stream, BoundTask &task, uint32_t firing, bool &complete);
  Status communicate(Stream &stream, BoundTask &task, uint32_t firing,
                     bool &complete);

  uint32_t rank;
  const plan::TemplateT &graph;
  Device &device;
  uint32_t step = 0, failedStream = 0;
  bool records = false;             ///< the step is recorded
  std::atomic<bool> reported{true}; ///< that the step is finished
  bool timed = false;
  int64_t busy = 0; ///< in tasks and calls of the communicator
  std::vector<BoundTask> tasks;
  std::vector<Stream> streams;
  Communicator &communicator;
  FlightRecorder recorder;
  std::vector<TraceEvent> *trace = nullptr;
  std::unique_ptr<DeviceTrace> deviceTrace; ///< null: the clock tells
};

} // namespace sbp

#endif // SBP_RUNTIME_ACTOR_ACTOR_H
