// DeviceTrace.cpp: timing events around every launch
#include "DeviceTrace.h"

using namespace sbp;

Result<std::unique_ptr<DeviceTrace>>
DeviceTrace::create(Device &device, const plan::TemplateT &graph) {
  std::unique_ptr<DeviceTrace> made(new DeviceTrace(device));
  SBP_ASSIGN_OR_RETURN(made->origin, device.createTimedEvent());
  for (const auto &list : graph.streams) {
    std::vector<Launch> &launches = made->streams.emplace_back();
    launches.resize(list->entries.size());
    for (Launch &launch : launches) {
      SBP_ASSIGN_OR_RETURN(launch.begin, device.createTimedEvent());
      SBP_ASSIGN_OR_RETURN(launch.end, device.createTimedEvent());
    }
  }
  return made;
}

/// The queues are empty when a step begins, so the device reaches the origin at
/// once: the host's clock and the event name the same moment.
Status DeviceTrace::beginStep(Queue &queue) {
  clock = readClock();
  return queue.record(*origin);
}

Status DeviceTrace::collect(uint32_t step, std::vector<TraceEvent> &events) {
  for (uint32_t stream = 0; stream < streams.size(); ++stream)
    for (uint32_t launch = 0; launch < streams[stream].size(); ++launch) {
      const Launch &recorded = streams[stream][launch];
      SBP_ASSIGN_OR_RETURN(int64_t begin,
                           device.measure(*origin, *recorded.begin));
      SBP_ASSIGN_OR_RETURN(int64_t length,
                           device.measure(*recorded.begin, *recorded.end));
      events.push_back(
          {step, stream, launch, clock + begin, clock + begin + length});
    }
  return {};
}
