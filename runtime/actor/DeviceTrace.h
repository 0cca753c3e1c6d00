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

/// One execution of a launch, as `--trace` prints it.
struct TraceEvent {
  uint32_t step, stream, launch;
  int64_t begin, end; ///< nanoseconds, by readClock()
};

/// The timing events of one rank. A step adds one begin and one end event per
/// launch to the queues.
class DeviceTrace {
public:
  /// Creates the events of all launches of `graph`. The device outlives the
  /// trace.
  static Result<std::unique_ptr<DeviceTrace>>
  create(Device &device, const plan::TemplateT &graph);

  /// Records the origin of a step's times and the host's clock at that moment.
  /// Called before any work of the step is issued.
  Status beginStep(Queue &queue);
  /// Records the begin of a launch on its queue.
  Status begin(uint32_t stream, uint32_t launch, Queue &queue) {
    return queue.record(*streams[stream][launch].begin);
  }
  /// Records the end of a launch on its queue.
  Status end(uint32_t stream, uint32_t launch, Queue &queue) {
    return queue.record(*streams[stream][launch].end);
  }
  /// Appends the executions of all launches of a step to `events`. All work of
  /// the step is done.
  Status collect(uint32_t step, std::vector<TraceEvent> &events);

private:
  struct Launch {
    std::unique_ptr<DeviceEvent> begin, end;
  };
  explicit DeviceTrace(Device &device) : device(device) {}

  Device &device;
  std::unique_ptr<DeviceEvent> origin;
  int64_t clock = 0;
  std::vector<std::vector<Launch>> streams;
};

/// Returns the monotonic clock in nanoseconds; all times of a trace are read
/// from it.
int64_t readClock();

} // namespace sbp

#endif // SBP_RUNTIME_ACTOR_DEVICETRACE_H
