// DeviceTrace.h: when a device did a rank's launches
//
// A device that works later tells by marks: two for each launch, made before
// the first step that is traced. Owned by the actor, used as it is.
#ifndef SBP_RUNTIME_ACTOR_DEVICETRACE_H
#define SBP_RUNTIME_ACTOR_DEVICETRACE_H

#include "Device.h"

namespace sbp {

/// One execution for --trace.
struct TraceEvent {
  uint32_t step, stream, launch;
  int64_t begin, end; ///< nanoseconds of the monotonic clock
};

class DeviceTrace {
public:
  static Status create(Device &device, const plan::TemplateT &graph,
                       std::unique_ptr<DeviceTrace> &result);

  /// Before anything of a step is issued: when that is by the host's clock.
  Status beginStep(Queue &queue);
  Status begin(uint32_t stream, uint32_t launch, Queue &queue) {
    return queue.record(*streams[stream][launch].begin);
  }
  Status end(uint32_t stream, uint32_t launch, Queue &queue) {
    return queue.record(*streams[stream][launch].end);
  }
  /// All launches of a step that is done.
  Status collect(uint32_t step, std::vector<TraceEvent> &events);

private:
  struct Launch {
    std::unique_ptr<Mark> begin, end;
  };
  explicit DeviceTrace(Device &device) : device(device) {}

  Device &device;
  std::unique_ptr<Mark> origin;
  int64_t clock = 0;
  std::vector<std::vector<Launch>> streams;
};

/// Monotonic clock in nanoseconds.
int64_t readClock();

} // namespace sbp

#endif // SBP_RUNTIME_ACTOR_DEVICETRACE_H
