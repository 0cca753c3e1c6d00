// DeviceTrace.cpp: timing events around every launch
#include "DeviceTrace.h"

using namespace sbp;

Status DeviceTrace::create(Device &device, const plan::TemplateT &graph,
                           std::unique_ptr<DeviceTrace> &result) {
  std::unique_ptr<DeviceTrace> made(new DeviceTrace(device));
  SBP_RETURN_IF_FAILED(device.createTimedEvent(made->origin));
  for (const auto &list : graph.streams) {
    std::vector<Launch> &launches = made->streams.emplace_back();
    launches.resize(list->entries.size());
    for (Launch &launch : launches) {
      SBP_RETURN_IF_FAILED(device.createTimedEvent(launch.begin));
      SBP_RETURN_IF_FAILED(device.createTimedEvent(launch.end));
    }
  }
  result = std::move(made);
  return {};
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
      int64_t begin = 0, length = 0;
      SBP_RETURN_IF_FAILED(device.measure(*origin, *recorded.begin, begin));
      SBP_RETURN_IF_FAILED(
          device.measure(*recorded.begin, *recorded.end, length));
      events.push_back(
          {step, stream, launch, clock + begin, clock + begin + length});
    }
  return {};
}
