// Actor.h: the execution of one entry on one rank
//
// An actor issues the launch lists of its rank. One worker at a time runs it,
// so its counters are plain integers; positions and the flight recorder, which
// other threads read, are atomic. A task counts as fired when it is issued:
// later work of the same queue follows it, and work on other queues waits for
// its event.
#ifndef SBP_RUNTIME_ACTOR_ACTOR_H
#define SBP_RUNTIME_ACTOR_ACTOR_H

#include "Communicator.h"
#include "Device.h"
#include "DeviceTrace.h"
#include "PlanVerifier.h"
#include "Result.h"
#include <atomic>
#include <optional>

namespace sbp {

/// A task bound to the registers and kernels of a rank. Firing it searches no
/// table and allocates nothing.
struct BoundTask {
  plan::TaskKind kind = plan::TaskKind::compute;
  std::unique_ptr<BoundKernel> kernel; ///< owned; null for a communication
  /// The registers of a communication, else null: kept by pointer, since a
  /// process may hold a thousand ranks with hundreds of other tasks each.
  std::unique_ptr<ChannelRegisters> registers;
  uint32_t channel = 0; ///< communicator channel; unused by a kernel
  uint32_t firings = 1; ///< firings per step: 1, or one per micro-batch
  /// Never null for an actor. The list is shared by all ranks of a class and
  /// must outlive the task.
  const std::vector<Wait> *waits = nullptr;

  uint32_t fired = 0; ///< firings issued in this step
  /// The subset of `waits` on tasks of other queues.
  std::vector<Wait> queueWaits;
  /// One event per firing, created by the actor. Empty where no other queue
  /// waits for the task and the device is synchronous.
  std::vector<std::unique_ptr<DeviceEvent>> events;
};

/// The position of a stream in its launch list. The watchdog reads it from
/// another thread at any time.
struct StreamPosition {
  std::atomic<uint32_t> launch{0};  ///< index of the next launch
  std::atomic<bool> arrived{false}; ///< true while it waits in a communication
  std::atomic<bool> running{false}; ///< true while it issues a kernel, and
                                    ///< after one that failed
  /// Begin of the last wait in a communication, in nanoseconds of readClock().
  /// Valid shortly after `arrived` became true; stale at other times.
  std::atomic<int64_t> since{0};
};

/// A ring buffer of the last launches of a rank, which is always on. The actor
/// writes it; any thread may read it.
class FlightRecorder {
public:
  static constexpr size_t size = 1024; ///< capacity in launches
  /// Appends a launch in place of the oldest one where the buffer is full.
  /// Stores the low 24 bits of `step` and the low 8 bits of `stream`. Called by
  /// the actor's worker alone.
  void record(uint32_t step, uint32_t stream, uint32_t launch) {
    uint64_t at = count.load(std::memory_order_relaxed);
    events[at % size].store(uint64_t(step) << 40 |
                                uint64_t(stream & 0xff) << 32 | launch,
                            std::memory_order_relaxed);
    count.store(at + 1, std::memory_order_release);
  }
  /// Returns the number of launches recorded since the start, those that are
  /// overwritten included.
  uint64_t recorded() const { return count.load(std::memory_order_acquire); }
  /// A launch: its step (modulo 2^24), its stream (modulo 256), and its index
  /// in the launch list.
  struct Event {
    uint32_t step, stream, launch;
  };
  /// Returns the last recorded launches, `size` at most, oldest first. While
  /// the rank runs, newer entries may already have overwritten the oldest.
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

/// The actor of a rank. All functions are called by the worker that runs the
/// rank, or between steps, unless they are marked otherwise. A stream is its
/// index in the template. A failure of the device, of a queue or of the
/// communicator is returned as it is; the actor runs no step after one.
class Actor {
public:
  /// Makes the queues and events of a rank; fails where the device cannot
  /// create one. `tasks` has one element per task of `graph`, in its order.
  /// `waker` is notified when a queue of the rank makes progress. The device,
  /// the communicator, `waker` and `graph` outlive the actor.
  static Result<std::unique_ptr<Actor>>
  create(uint32_t rank, const plan::TemplateT &graph,
         std::vector<BoundTask> tasks, Device &device,
         Communicator &communicator, Waker &waker);

  uint32_t getRank() const { return rank; }
  /// Resets all counters for step number `step`; `advance` then runs it. Fails
  /// only where a device is traced and cannot record the step's origin. Called
  /// once the step before is finished.
  Status beginStep(uint32_t step);
  /// Records the step that begins instead of executing it: its queues wait for
  /// `begin` first, and the step is finished once everything is issued. Called
  /// between `beginStep` and the first `advance`.
  Status beginRecording(DeviceEvent &begin);
  /// Ends the recording, once `advance` has returned true, and makes `other`
  /// wait for the end of the step on all queues of the rank.
  Status endRecording(Queue &other);
  /// Fires every task that is ready. Returns true in the call that ends the
  /// step, once per step, and false where the rank has to wait or no step is
  /// open. Fails where a kernel, a communication or the device fails.
  Result<bool> advance();
  /// Returns the stream whose launch failed. Meaningful after a failure of
  /// `advance` only.
  uint32_t getFailedStream() const { return failedStream; }

  /// Returns the queue that executes a task. Called between steps.
  Queue &getQueue(uint32_t task);
  /// Returns the position of a stream, which lives as long as the actor; any
  /// thread may read it.
  const StreamPosition &getPosition(size_t stream) const {
    return *streams[stream].position;
  }
  /// Returns false from beginStep until the device has done a step. Any thread.
  bool isFinished() const { return stepFinished; }
  /// Returns how many launches of a stream an asynchronous device has completed
  /// in this step. Nullopt for the host, and where the device cannot be
  /// queried. Any thread.
  std::optional<uint32_t> countDone(size_t stream) const;
  /// Returns the actor's own recorder. Any thread.
  const FlightRecorder &getRecorder() const { return recorder; }
  /// Appends the executions of the following steps to `events`, which outlives
  /// them. A null pointer ends the trace. Fails where the device cannot create
  /// the timed events. Called between steps.
  Status setTrace(std::vector<TraceEvent> *events);
  /// Starts or stops the measurement of the time in tasks and communicator
  /// calls. It costs two reads of the clock per task.
  void setTiming(bool isTimed) { timed = isTimed; }
  /// Returns the time measured since the start, in nanoseconds; 0 where timing
  /// was never on.
  int64_t getBusyNanoseconds() const { return busy; }

private:
  /// A launch list, its position and the queue that executes it.
  struct Stream {
    const plan::LaunchEntry *entries;
    size_t size, head = 0;
    bool arrived = false;
    int64_t begin = 0; ///< begin of the current launch, while tracing
    std::unique_ptr<StreamPosition> position;
    std::unique_ptr<Queue> queue;
    std::unique_ptr<DeviceEvent> stepEnd; ///< follows the last launch of a step
    bool isEndRecorded = false;           ///< `stepEnd` is recorded
  };

  Actor(uint32_t rank, const plan::TemplateT &graph,
        std::vector<BoundTask> tasks, Device &device,
        Communicator &communicator)
      : rank(rank), graph(graph), device(device), tasks(std::move(tasks)),
        communicator(communicator) {}
  /// Fills `queueWaits` and `events` of all tasks. Fails as the device does,
  /// like all private functions.
  Status createEvents();
  /// Makes the queue of `stream` wait for the firings on other queues that
  /// firing number `firing` of `task` needs.
  Status waitForQueues(Stream &stream, const BoundTask &task, uint32_t firing);
  /// Returns true when all launches of the stream are issued and its device has
  /// done them (while recording: once they are issued).
  Result<bool> isDrained(Stream &stream);
  /// Returns true if all tasks that the firing waits for have fired often
  /// enough.
  bool isReady(const BoundTask &task, uint32_t firing) const;
  /// Tries the next launch of stream `index`. Returns true if it is issued,
  /// false if it has to wait or the list is at its end.
  Result<bool> advanceStream(uint32_t index);
  /// Issues the waits of a ready launch, records and traces its begin.
  Status beginLaunch(uint32_t index, const BoundTask &task, uint32_t firing);
  /// Traces the end of an issued launch, records its event and counts it.
  Status endLaunch(uint32_t index, BoundTask &task, uint32_t firing);
  /// Appends the device's times of the step to the trace, if there are any.
  Status finish();
  /// Issues a kernel; returns true.
  Result<bool> execute(Stream &stream, BoundTask &task, uint32_t firing);
  /// Executes a task or polls its communication, and measures the time. Returns
  /// true when the launch is complete.
  Result<bool> fire(Stream &stream, BoundTask &task, uint32_t firing);
  /// Arrives at the task's channel in the first call, then polls it. Returns
  /// true when the communication is complete.
  Result<bool> communicate(Stream &stream, BoundTask &task, uint32_t firing);

  uint32_t rank;
  const plan::TemplateT &graph;
  Device &device;
  uint32_t step = 0, failedStream = 0;
  bool isRecording = false; ///< from beginRecording to endRecording
  std::atomic<bool> stepFinished{true};
  bool timed = false;           ///< tasks are measured
  int64_t busy = 0;             ///< nanoseconds in tasks and communicator calls
  std::vector<BoundTask> tasks; ///< by number in the template
  std::vector<Stream> streams;  ///< by number, never resized after `create`
  Communicator &communicator;
  FlightRecorder recorder;
  std::vector<TraceEvent> *trace = nullptr; ///< of the caller; null: no trace
  std::unique_ptr<DeviceTrace> deviceTrace; ///< null on the host
};

} // namespace sbp

#endif // SBP_RUNTIME_ACTOR_ACTOR_H
