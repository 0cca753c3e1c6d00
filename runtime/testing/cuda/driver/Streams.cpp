// Streams.cpp: what libcuda.so exports: work, streams, events
#include "StubDriver.h"
#include <cstring>

using namespace sbp;
using namespace sbp::cuda;
using stub::Driver;

#define SBP_ENTER_STREAM(name)                                                 \
  Driver &driver = Driver::get();                                              \
  std::lock_guard lock(driver.mutex);                                          \
  if (Result result = driver.enter(#name); result != kSuccess)                 \
    return result;                                                             \
  stub::Device *device = driver.current();                                     \
  if (!device)                                                                 \
    return 201;                                                                \
  if (device->error != kSuccess)                                               \
  return device->error

/// Events are shared with the work that waits for them.
using SharedEvent = std::shared_ptr<stub::Event>;

static stub::Stream &at(cuda::Stream stream) {
  return *reinterpret_cast<stub::Stream *>(stream);
}
static SharedEvent &at(cuda::Event event) {
  return *reinterpret_cast<SharedEvent *>(event);
}

/// A launch as the executor takes it; parameters are read now.
static ptx::Launch makeLaunch(const ptx::Kernel &kernel, void **parameters) {
  ptx::Launch launch;
  launch.kernel = kernel.name;
  launch.parameters.resize(kernel.parameterBytes);
  for (size_t i = 0; i < kernel.parameters.size(); ++i)
    std::memcpy(launch.parameters.data() + kernel.parameters[i].offset,
                parameters[i], kernel.parameters[i].bytes);
  return launch;
}

extern "C" {
Result cuCtxSynchronize() {
  SBP_ENTER_STREAM(cuCtxSynchronize);
  while (driver.doSome())
    ;
  return device->error;
}

Result cuMemcpyHtoDAsync_v2(Address to, const void *from, size_t bytes,
                            cuda::Stream stream) {
  SBP_ENTER_STREAM(cuMemcpyHtoDAsync_v2);
  at(stream).work.push_back(
      {nullptr, [=] { return device->memory.write(to, from, bytes); }});
  return kSuccess;
}

Result cuMemcpyDtoHAsync_v2(void *to, Address from, size_t bytes,
                            cuda::Stream stream) {
  SBP_ENTER_STREAM(cuMemcpyDtoHAsync_v2);
  at(stream).work.push_back(
      {nullptr, [=] { return device->memory.read(to, from, bytes); }});
  return kSuccess;
}

Result cuLaunchKernel(cuda::Function handle, unsigned gridX, unsigned gridY,
                      unsigned gridZ, unsigned blockX, unsigned blockY,
                      unsigned blockZ, unsigned sharedBytes,
                      cuda::Stream stream, void **parameters, void **) {
  SBP_ENTER_STREAM(cuLaunchKernel);
  auto &function = *reinterpret_cast<stub::Function *>(handle);
  if (function.module->device != device || at(stream).device != device)
    return kInvalidHandle;
  ptx::Launch launch = makeLaunch(*function.kernel, parameters);
  launch.grid = {gridX, gridY, gridZ};
  launch.block = {blockX, blockY, blockZ};
  launch.sharedBytes = sharedBytes;
  uint64_t seed = driver.draw();
  at(stream).work.push_back(
      {nullptr, [&machine = function.module->machine, launch, seed] {
         ptx::Counters counters;
         return machine.launch(launch, seed, counters);
       }});
  return kSuccess;
}

Result cuStreamCreate(cuda::Stream *stream, unsigned) {
  SBP_ENTER_STREAM(cuStreamCreate);
  *stream = reinterpret_cast<cuda::Stream>(driver.createStream(*device));
  return kSuccess;
}

Result cuStreamDestroy_v2(cuda::Stream stream) {
  SBP_ENTER_STREAM(cuStreamDestroy_v2);
  driver.destroyStream(&at(stream));
  return kSuccess;
}

Result cuStreamSynchronize(cuda::Stream stream) {
  SBP_ENTER_STREAM(cuStreamSynchronize);
  while (!at(stream).work.empty() && driver.doSome())
    ;
  return device->error;
}

Result cuStreamWaitEvent(cuda::Stream stream, cuda::Event event, unsigned) {
  SBP_ENTER_STREAM(cuStreamWaitEvent);
  if (driver.dropsWait())
    return kSuccess;
  SharedEvent shared = at(event);
  uint64_t number = shared->recorded;
  at(stream).work.push_back(
      {[=] { return shared->reached >= number; }, [] { return Status(); }});
  return kSuccess;
}

Result cuEventCreate(cuda::Event *event, unsigned) {
  SBP_ENTER_STREAM(cuEventCreate);
  *event = reinterpret_cast<cuda::Event>(
      new SharedEvent(std::make_shared<stub::Event>()));
  return kSuccess;
}

Result cuEventDestroy_v2(cuda::Event event) {
  SBP_ENTER_STREAM(cuEventDestroy_v2);
  delete &at(event);
  return kSuccess;
}

Result cuEventRecord(cuda::Event event, cuda::Stream stream) {
  SBP_ENTER_STREAM(cuEventRecord);
  SharedEvent shared = at(event);
  uint64_t number = ++shared->recorded;
  at(stream).work.push_back({nullptr, [=] {
                               shared->reached = number;
                               return Status();
                             }});
  return kSuccess;
}

Result cuEventQuery(cuda::Event event) {
  SBP_ENTER_STREAM(cuEventQuery);
  driver.doSome();
  if (device->error != kSuccess)
    return device->error;
  return at(event)->reached == at(event)->recorded ? kSuccess : kNotReady;
}
}
