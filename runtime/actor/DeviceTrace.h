// DeviceTrace.h: the times at which a device executed a rank's launches
//
// An asynchronous device reports times by events: two per launch, created
// before the first traced step. The actor owns the trace and calls it as its
// worker.
#ifndef SBP_RUNTIME_ACTOR_DEVICETRACE_H
#define SBP_RUNTIME_ACTOR_DEVICETRACE_H

#include "Device.h"
#include "Result.h"

namespace sbp {

/// One execution of a launch, as `--trace` prints it: the number of the step,
/// the index of the stream, and the launch's index in the stream's list.
struct TraceEvent {
  uint32_t step, stream, launch;
  int64_t begin, end; ///< nanoseconds, by readClock()
};

/// The timing events of one rank. A step adds one begin and one end event per
/// launch to the queues. Functions fail where the device or the queue does.
class DeviceTrace {
public:
  /// Creates the events of all launches of `graph`, which is read by this call
  /// alone. Fails where the device cannot create a timed event. The device
  /// outlives the trace.
  static Result<std::unique_ptr<DeviceTrace>>
  create(Device &device, const plan::TemplateT &graph);

  /// Records the origin of a step's times on `queue` and reads the host's
  /// clock. The queue is empty: no work of the step is issued yet.
  Status beginStep(Queue &queue);
  /// Records the begin of a launch on its queue.
  Status begin(uint32_t stream, uint32_t launch, Queue &queue) {
    return queue.record(*streams[stream][launch].begin);
  }
  /// Records the end of a launch on its queue.
  Status end(uint32_t stream, uint32_t launch, Queue &queue) {
    return queue.record(*streams[stream][launch].end);
  }
  /// Appends the executions of all launches of a step to `events`, stream by
  /// stream. All work of the step is done, and every launch has recorded its
  /// begin and end. After a failure `events` may hold a part of the step.
  Status collect(uint32_t step, std::vector<TraceEvent> &events);

private:
  /// The events of one launch of the list.
  struct Launch {
    std::unique_ptr<DeviceEvent> begin, end;
  };
  explicit DeviceTrace(Device &device) : device(device) {}

  Device &device;
  std::unique_ptr<DeviceEvent> origin; ///< of the times of a step
  int64_t clock = 0; ///< nanoseconds of readClock() at the origin
  std::vector<std::vector<Launch>> streams; ///< by stream and launch
};

/// Returns the time of the monotonic clock in nanoseconds since an arbitrary
/// origin; all times of a trace are read from it. Any thread.
int64_t readClock();

} // namespace sbp

#endif // SBP_RUNTIME_ACTOR_DEVICETRACE_H
