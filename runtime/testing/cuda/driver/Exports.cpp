// Exports.cpp: exported driver functions for devices, contexts, memory and
// modules
//
// Each function takes the driver's lock, counts the call and may fail by the
// settings (SBP_ENTER); functions of a device also need a current context
// without a sticky error (SBP_ENTER_DEVICE), as in the real driver: after a
// failed kernel every call returns its error.
#include "StubDriver.h"
#include "TensorMap.h"
#include <algorithm>
#include <cstring>

using namespace sbp;
using namespace sbp::cuda;
using stub::Driver;

#define SBP_ENTER(name)                                                        \
  Driver &driver = Driver::get();                                              \
  std::lock_guard lock(driver.mutex);                                          \
  if (DriverResult result = driver.enter(#name); result != kSuccess)           \
  return result

/// Begins a function of a device: it needs a context, on which no work has
/// failed.
#define SBP_ENTER_DEVICE(name)                                                 \
  SBP_ENTER(name);                                                             \
  stub::Device *device = driver.current();                                     \
  if (!device)                                                                 \
    return kInvalidContext;                                                    \
  if (device->error != kSuccess)                                               \
  return device->error

static constexpr DriverResult kInvalidContext = 201;
/// The shared memory of a block, static memory included, without the function
/// attribute.
static constexpr uint32_t kGivenShared = 48 * 1024;

extern "C" {
DriverResult cuInit(unsigned) {
  SBP_ENTER(cuInit);
  return driver.initialise();
}

DriverResult cuDriverGetVersion(int *version) {
  SBP_ENTER(cuDriverGetVersion);
  *version = driver.settings.driver;
  return kSuccess;
}

DriverResult cuGetErrorName(DriverResult error, const char **text) {
  struct {
    DriverResult error;
    const char *name;
  } static const names[] = {
      {kInvalidValue, "CUDA_ERROR_INVALID_VALUE"},
      {kOutOfMemory, "CUDA_ERROR_OUT_OF_MEMORY"},
      {kNoDevice, "CUDA_ERROR_NO_DEVICE"},
      {kInvalidDevice, "CUDA_ERROR_INVALID_DEVICE"},
      {kInvalidImage, "CUDA_ERROR_INVALID_IMAGE"},
      {kInvalidContext, "CUDA_ERROR_INVALID_CONTEXT"},
      {kNoBinaryForGpu, "CUDA_ERROR_NO_BINARY_FOR_GPU"},
      {kInvalidPtx, "CUDA_ERROR_INVALID_PTX"},
      {kInvalidHandle, "CUDA_ERROR_INVALID_HANDLE"},
      {kNotFound, "CUDA_ERROR_NOT_FOUND"},
      {kNotReady, "CUDA_ERROR_NOT_READY"},
      {kLaunchFailed, "CUDA_ERROR_LAUNCH_FAILED"},
      {kCaptureUnsupported, "CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED"},
      {kCaptureUnjoined, "CUDA_ERROR_STREAM_CAPTURE_UNJOINED"},
      {kCaptureIsolation, "CUDA_ERROR_STREAM_CAPTURE_ISOLATION"},
      {kCapturedEvent, "CUDA_ERROR_CAPTURED_EVENT"}};
  *text = "CUDA_ERROR_UNKNOWN";
  for (const auto &[known, name] : names)
    if (known == error)
      *text = name;
  return kSuccess;
}

DriverResult cuGetErrorString(DriverResult error, const char **text) {
  Driver &driver = Driver::get();
  std::lock_guard lock(driver.mutex);
  *text = error == kLaunchFailed || error == kInvalidPtx
              ? driver.getKernelFailure().c_str()
              : "as the stub was told";
  return kSuccess;
}

DriverResult cuDeviceGetCount(int *count) {
  SBP_ENTER(cuDeviceGetCount);
  *count = driver.countDevices();
  return kSuccess;
}

DriverResult cuDeviceGet(DeviceNumber *device, int ordinal) {
  SBP_ENTER(cuDeviceGet);
  if (!driver.getDevice(ordinal))
    return kInvalidDevice;
  *device = ordinal;
  return kSuccess;
}

DriverResult cuDeviceGetName(char *name, int length, DeviceNumber) {
  SBP_ENTER(cuDeviceGetName);
  std::strncpy(name, "stub", length);
  return kSuccess;
}

DriverResult cuDeviceGetAttribute(int *value, int attribute,
                                  DeviceNumber number) {
  SBP_ENTER(cuDeviceGetAttribute);
  const stub::Device *device = driver.getDevice(number);
  if (!device)
    return kInvalidDevice;
  if (attribute == kComputeCapabilityMajor)
    *value = device->architecture / 10;
  else if (attribute == kComputeCapabilityMinor)
    *value = device->architecture % 10;
  else if (attribute == kMaxSharedBytesPerBlock)
    *value = int(device->getMaxSharedBytes());
  else
    return kInvalidValue;
  return kSuccess;
}

DriverResult cuDeviceGetUuid_v2(unsigned char *uuid, DeviceNumber number) {
  SBP_ENTER(cuDeviceGetUuid_v2);
  std::memset(uuid, 0, 16);
  uuid[15] = number; // equal in all processes
  return kSuccess;
}

DriverResult cuDevicePrimaryCtxRetain(Context *context, DeviceNumber number) {
  SBP_ENTER(cuDevicePrimaryCtxRetain);
  *context = reinterpret_cast<Context>(driver.getDevice(number));
  return kSuccess;
}

DriverResult cuDevicePrimaryCtxRelease_v2(DeviceNumber) {
  SBP_ENTER(cuDevicePrimaryCtxRelease_v2);
  return kSuccess;
}

DriverResult cuCtxSetCurrent(Context context) {
  SBP_ENTER(cuCtxSetCurrent);
  driver.setCurrent(reinterpret_cast<stub::Device *>(context));
  return kSuccess;
}

DriverResult cuMemGetInfo_v2(size_t *free, size_t *total) {
  SBP_ENTER_DEVICE(cuMemGetInfo_v2);
  *total = driver.settings.memory;
  *free = *total - device->used;
  return kSuccess;
}

DriverResult cuMemAlloc_v2(Address *address, size_t bytes) {
  SBP_ENTER_DEVICE(cuMemAlloc_v2);
  if (bytes == 0)
    return kInvalidValue;
  if (bytes > driver.settings.memory - device->used)
    return kOutOfMemory;
  *address = device->memory.allocate(
      bytes, textOf("allocation ", device->allocated.size()));
  device->allocated[*address] = bytes;
  device->used += bytes;
  return kSuccess;
}

DriverResult cuMemFree_v2(Address address) {
  SBP_ENTER_DEVICE(cuMemFree_v2);
  if (DriverResult result = driver.finishDefault(*device); result != kSuccess)
    return result;
  auto found = device->allocated.find(address);
  if (found == device->allocated.end())
    return kInvalidValue;
  device->used -= found->second;
  device->allocated.erase(found);
  device->memory.free(address);
  return kSuccess;
}

// Non-blocking streams are not ordered with the copy. The bytes are staged at
// once and arrive later, as from pageable memory.
DriverResult cuMemcpyHtoD_v2(Address to, const void *from, size_t bytes) {
  SBP_ENTER_DEVICE(cuMemcpyHtoD_v2);
  if (DriverResult result = driver.finishDefault(*device); result != kSuccess)
    return result;
  std::string values(static_cast<const char *>(from), bytes);
  driver.push(driver.getDefault(*device),
              {nullptr, [=] {
                 return device->memory.write(to, values.data(), values.size());
               }});
  return kSuccess;
}

DriverResult cuMemcpyDtoH_v2(void *to, Address from, size_t bytes) {
  SBP_ENTER_DEVICE(cuMemcpyDtoH_v2);
  if (DriverResult result = driver.finishDefault(*device); result != kSuccess)
    return result;
  return device->memory.read(to, from, bytes).failed() ? kInvalidValue
                                                       : kSuccess;
}

DriverResult cuModuleLoadDataEx(cuda::Module *module, const void *image,
                                unsigned, int *, void **) {
  SBP_ENTER_DEVICE(cuModuleLoadDataEx);
  if (std::memcmp(image,
                  "\x7f"
                  "ELF",
                  4) == 0)
    return kNoBinaryForGpu; // cubins run on real GPUs alone
  auto made = std::make_unique<stub::Module>(*device);
  made->machine.setThreads(driver.settings.threads);
  if (Status status = made->machine.load(static_cast<const char *>(image));
      status.failed()) {
    driver.setKernelFailure(status.message());
    return kInvalidPtx;
  }
  if (!device->runs(made->machine.getModule().architecture))
    return kNoBinaryForGpu;
  *module = reinterpret_cast<cuda::Module>(made.release());
  return kSuccess;
}

DriverResult cuModuleUnload(cuda::Module module) {
  SBP_ENTER(cuModuleUnload);
  delete reinterpret_cast<stub::Module *>(module);
  return kSuccess;
}

DriverResult cuModuleGetFunction(cuda::Function *function, cuda::Module handle,
                                 const char *name) {
  SBP_ENTER_DEVICE(cuModuleGetFunction);
  auto &module = *reinterpret_cast<stub::Module *>(handle);
  const auto &kernels = module.machine.getModule().kernels;
  auto found = kernels.find(name);
  if (found == kernels.end())
    return kNotFound;
  auto &made = module.functions[name];
  if (!made)
    made = std::make_unique<stub::Function>(stub::Function{
        &module, &found->second,
        kGivenShared - std::min(kGivenShared, found->second.sharedBytes)});
  *function = reinterpret_cast<cuda::Function>(made.get());
  return kSuccess;
}

DriverResult cuTensorMapEncodeTiled(void *to, int type, uint32_t rank,
                                    void *address, const uint64_t *extents,
                                    const uint64_t *strides,
                                    const uint32_t *box, const uint32_t *steps,
                                    int interleave, int swizzle, int, int) {
  SBP_ENTER(cuTensorMapEncodeTiled);
  ptx::TensorMap map;
  static constexpr uint8_t widths[] = {1, 2, 4, 4, 8, 8, 2, 4, 8, 2};
  if (type < 0 || size_t(type) >= std::size(widths) || rank < 1 || rank > 5 ||
      interleave || swizzle < 0 || swizzle > 3 ||
      reinterpret_cast<uint64_t>(to) % kTensorMapAlignment)
    return kInvalidValue;
  map.elementBytes = widths[type];
  map.rank = uint8_t(rank);
  map.swizzle = uint8_t(swizzle);
  map.address = reinterpret_cast<uint64_t>(address);
  for (uint32_t i = 0; i < rank; ++i) {
    if (extents[i] > ~uint32_t(0) || box[i] > 256 || steps[i] != 1)
      return kInvalidValue;
    map.extents[i] = uint32_t(extents[i]);
    map.strides[i] = i ? strides[i - 1] : 0;
    map.box[i] = uint16_t(box[i]);
  }
  if (!ptx::checkTensorMap(map).empty())
    return kInvalidValue;
  std::memcpy(to, &map, sizeof map);
  return kSuccess;
}

DriverResult cuFuncSetAttribute(cuda::Function function, int attribute,
                                int value) {
  SBP_ENTER_DEVICE(cuFuncSetAttribute);
  auto &changed = *reinterpret_cast<stub::Function *>(function);
  if (attribute != kMaxDynamicSharedBytes || value < 0 ||
      uint64_t(value) + changed.kernel->sharedBytes >
          device->getMaxSharedBytes())
    return kInvalidValue;
  changed.dynamicBytes = value;
  return kSuccess;
}
}
