// Streams.cpp: exported driver functions for work, streams, events and graphs
//
// A capture turns the calls on its streams into a graph: stream A begins it,
// and stream B joins when it waits for an event that was recorded in it.
// Launching the graph replays the sequences of both as streams of their own,
// ordered by the markers of the recorded events.
#include "StubDriver.h"
#include <cstring>

using namespace sbp;
using namespace sbp::cuda;
using stub::Driver;

#define SBP_ENTER_STREAM(name)                                                 \
  Driver &driver = Driver::get();                                              \
  std::lock_guard lock(driver.mutex);                                          \
  if (DriverResult result = driver.enter(#name); result != kSuccess)           \
    return result;                                                             \
  stub::Device *device = driver.current();                                     \
  if (!device)                                                                 \
    return 201;                                                                \
  if (device->error != kSuccess)                                               \
  return device->error

/// Events are shared with the work that waits for them, since they may be
/// destroyed first.
using SharedEvent = std::shared_ptr<stub::Event>;
using SharedCapture = std::shared_ptr<stub::Capture>;

static stub::Stream &at(cuda::Stream stream) {
  return *reinterpret_cast<stub::Stream *>(stream);
}
static SharedEvent &at(cuda::Event event) {
  return *reinterpret_cast<SharedEvent *>(event);
}
static SharedCapture &at(cuda::Graph graph) {
  return *reinterpret_cast<SharedCapture *>(graph);
}
static SharedCapture &at(cuda::GraphExec exec) {
  return *reinterpret_cast<SharedCapture *>(exec);
}

/// Adds a wait of which the stream or the event is in a capture. The stream
/// joins the event's capture; waits across captures are errors.
static DriverResult waitCaptured(stub::Stream &stream,
                                 const stub::Event &event) {
  SharedCapture capture = event.capture.lock();
  if (!capture || (stream.capture && stream.capture != capture))
    return kCaptureIsolation;
  if (!stream.capture) {
    stream.sequence = capture->join(stream);
    stream.capture = capture;
  }
  stream.capture->sequences[stream.sequence].push_back(
      {stub::Capture::Op::Wait, {}, event.marker});
  stream.endsWithKernel = false;
  return kSuccess;
}

/// Converts a launch for the executor. The parameters are read immediately, as
/// by cuLaunchKernel.
static ptx::Launch makeLaunch(const ptx::Kernel &kernel, void **parameters) {
  ptx::Launch launch;
  launch.kernel = kernel.name;
  launch.parameters.resize(kernel.parameterBytes);
  for (size_t i = 0; i < kernel.parameters.size(); ++i)
    std::memcpy(launch.parameters.data() + kernel.parameters[i].offset,
                parameters[i], kernel.parameters[i].bytes);
  return launch;
}

/// Appends a launch to its stream. Among its attributes only kOverlapAttribute
/// is known. A launch that overlaps must follow a launch on its stream: what it
/// would overlap with otherwise is undocumented.
static DriverResult launchKernel(Driver &driver, stub::Device &device,
                                 const LaunchConfig &config,
                                 cuda::Function handle, void **parameters) {
  auto &function = *reinterpret_cast<stub::Function *>(handle);
  stub::Stream &stream = at(config.stream);
  if (function.module->device != &device || stream.device != &device)
    return kInvalidHandle;
  if (config.sharedBytes > function.dynamicBytes)
    return kInvalidValue;
  ptx::Launch launch = makeLaunch(*function.kernel, parameters);
  std::copy(config.grid, config.grid + 3, launch.grid.begin());
  std::copy(config.block, config.block + 3, launch.block.begin());
  launch.sharedBytes = config.sharedBytes;
  for (unsigned i = 0; i < config.numAttributes; ++i) {
    if (config.attributes[i].id != kOverlapAttribute ||
        device.architecture < 90)
      return kInvalidValue;
    launch.overlaps = config.attributes[i].value != 0;
  }
  if (launch.overlaps && !stream.endsWithKernel)
    return kInvalidValue;
  uint64_t seed = driver.draw();
  if (driver.dropsNextLaunch())
    return kSuccess;
  driver.recordWork(stream);
  driver.push(stream,
              {nullptr, [&machine = function.module->machine, launch, seed] {
                 ptx::Counters counters;
                 return machine.launch(launch, seed, counters);
               }});
  stream.endsWithKernel = true;
  return kSuccess;
}

extern "C" {
DriverResult cuCtxSynchronize() {
  SBP_ENTER_STREAM(cuCtxSynchronize);
  while (driver.runSome())
    ;
  return device->error;
}

DriverResult cuMemcpyHtoDAsync_v2(Address to, const void *from, size_t bytes,
                                  cuda::Stream stream) {
  SBP_ENTER_STREAM(cuMemcpyHtoDAsync_v2);
  driver.recordWork(at(stream));
  driver.push(at(stream),
              {nullptr, [=] { return device->memory.write(to, from, bytes); }});
  return kSuccess;
}

DriverResult cuMemcpyDtoHAsync_v2(void *to, Address from, size_t bytes,
                                  cuda::Stream stream) {
  SBP_ENTER_STREAM(cuMemcpyDtoHAsync_v2);
  driver.recordWork(at(stream));
  driver.push(at(stream),
              {nullptr, [=] { return device->memory.read(to, from, bytes); }});
  return kSuccess;
}

DriverResult cuLaunchKernel(cuda::Function handle, unsigned gridX,
                            unsigned gridY, unsigned gridZ, unsigned blockX,
                            unsigned blockY, unsigned blockZ,
                            unsigned sharedBytes, cuda::Stream stream,
                            void **parameters, void **) {
  SBP_ENTER_STREAM(cuLaunchKernel);
  LaunchConfig config = {
      {gridX, gridY, gridZ}, {blockX, blockY, blockZ}, sharedBytes, stream};
  return launchKernel(driver, *device, config, handle, parameters);
}

DriverResult cuLaunchKernelEx(const LaunchConfig *config, cuda::Function handle,
                              void **parameters, void **) {
  SBP_ENTER_STREAM(cuLaunchKernelEx);
  return launchKernel(driver, *device, *config, handle, parameters);
}

DriverResult cuStreamCreate(cuda::Stream *stream, unsigned) {
  SBP_ENTER_STREAM(cuStreamCreate);
  *stream = reinterpret_cast<cuda::Stream>(driver.createStream(*device));
  return kSuccess;
}

DriverResult cuStreamDestroy_v2(cuda::Stream stream) {
  SBP_ENTER_STREAM(cuStreamDestroy_v2);
  driver.destroyStream(&at(stream));
  return kSuccess;
}

DriverResult cuStreamSynchronize(cuda::Stream stream) {
  SBP_ENTER_STREAM(cuStreamSynchronize);
  if (!stream)
    return driver.finishDefault(*device);
  if (at(stream).capture)
    return kCaptureUnsupported;
  while (!at(stream).work.empty() && driver.runSome())
    ;
  return device->error;
}

DriverResult cuStreamWaitEvent(cuda::Stream stream, cuda::Event event,
                               unsigned) {
  SBP_ENTER_STREAM(cuStreamWaitEvent);
  if (driver.dropsNextWait())
    return kSuccess;
  SharedEvent shared = at(event);
  driver.recordWait(at(stream), *shared);
  if (at(stream).capture || shared->isCaptured)
    return waitCaptured(at(stream), *shared);
  uint64_t number = shared->recorded;
  driver.push(at(stream), {[=] { return shared->reached >= number; },
                           [] { return Status(); }});
  return kSuccess;
}

DriverResult cuEventCreate(cuda::Event *event, unsigned flags) {
  SBP_ENTER_STREAM(cuEventCreate);
  auto made = std::make_shared<stub::Event>();
  made->isTimed = !(flags & kEventDisableTiming);
  *event = reinterpret_cast<cuda::Event>(new SharedEvent(std::move(made)));
  return kSuccess;
}

DriverResult cuEventDestroy_v2(cuda::Event event) {
  SBP_ENTER_STREAM(cuEventDestroy_v2);
  delete &at(event);
  return kSuccess;
}

DriverResult cuEventRecord(cuda::Event event, cuda::Stream stream) {
  SBP_ENTER_STREAM(cuEventRecord);
  SharedEvent shared = at(event);
  shared->capture = at(stream).capture;
  shared->isCaptured = at(stream).capture != nullptr;
  shared->causality = at(stream).causality;
  shared->recordedAt = stub::readClock();
  if (stub::Capture *capture = at(stream).capture.get()) {
    auto &sequence = capture->sequences[at(stream).sequence];
    shared->marker = capture->markers.size();
    capture->markers.push_back({at(stream).sequence, sequence.size()});
    sequence.push_back({stub::Capture::Op::Record, {}, shared->marker});
    at(stream).endsWithKernel = false;
    return kSuccess;
  }
  uint64_t number = ++shared->recorded;
  driver.push(at(stream), {nullptr, [=] {
                             shared->reached = number;
                             shared->reachedAt = stub::readClock();
                             return Status();
                           }});
  return kSuccess;
}

DriverResult cuEventQuery(cuda::Event event) {
  SBP_ENTER_STREAM(cuEventQuery);
  if (at(event)->isCaptured)
    return kCapturedEvent;
  if (stub::readClock() - at(event)->recordedAt <
      int64_t(driver.settings.delay))
    return kNotReady;
  driver.runOnQuery();
  if (device->error != kSuccess)
    return device->error;
  if (at(event)->reached != at(event)->recorded)
    return kNotReady;
  driver.recordHostSync(*at(event));
  return kSuccess;
}

DriverResult cuEventElapsedTime(float *milliseconds, cuda::Event from,
                                cuda::Event to) {
  SBP_ENTER_STREAM(cuEventElapsedTime);
  for (const SharedEvent &event : {at(from), at(to)}) {
    if (!event->isTimed || event->recorded == 0)
      return kInvalidHandle;
    if (event->reached != event->recorded)
      return kNotReady;
  }
  *milliseconds = float((at(to)->reachedAt - at(from)->reachedAt) * 1e-6);
  return kSuccess;
}

DriverResult cuStreamBeginCapture_v2(cuda::Stream stream, int) {
  SBP_ENTER_STREAM(cuStreamBeginCapture_v2);
  if (at(stream).capture)
    return kInvalidValue;
  at(stream).capture = std::make_shared<stub::Capture>();
  at(stream).sequence = at(stream).capture->join(at(stream));
  at(stream).endsWithKernel = false;
  return kSuccess;
}

// The capture ends even where the call fails.
DriverResult cuStreamEndCapture(cuda::Stream stream, cuda::Graph *graph) {
  SharedCapture capture;
  if (std::lock_guard lock(Driver::get().mutex);
      (capture = at(stream).capture) && at(stream).sequence == 0)
    for (stub::Stream *other : capture->streams)
      other->capture = nullptr;
  SBP_ENTER_STREAM(cuStreamEndCapture);
  if (!capture || at(stream).sequence != 0)
    return kInvalidValue;
  if (!capture->isJoined())
    return kCaptureUnjoined;
  *graph = reinterpret_cast<cuda::Graph>(new SharedCapture(capture));
  return kSuccess;
}

DriverResult cuGraphInstantiateWithFlags(cuda::GraphExec *exec,
                                         cuda::Graph graph,
                                         unsigned long long) {
  SBP_ENTER_STREAM(cuGraphInstantiateWithFlags);
  *exec = reinterpret_cast<cuda::GraphExec>(new SharedCapture(at(graph)));
  return kSuccess;
}

DriverResult cuGraphLaunch(cuda::GraphExec exec, cuda::Stream stream) {
  SBP_ENTER_STREAM(cuGraphLaunch);
  if (at(stream).capture)
    return kCaptureUnsupported;
  driver.recordWork(at(stream));
  driver.launch(at(exec), at(stream));
  return kSuccess;
}

DriverResult cuGraphDestroy(cuda::Graph graph) {
  SBP_ENTER_STREAM(cuGraphDestroy);
  delete &at(graph);
  return kSuccess;
}

DriverResult cuGraphExecDestroy(cuda::GraphExec exec) {
  SBP_ENTER_STREAM(cuGraphExecDestroy);
  delete &at(exec);
  return kSuccess;
}
}
