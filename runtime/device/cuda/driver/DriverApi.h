// DriverApi.h: declarations of the CUDA driver functions in use
//
// The constants, types and exported names of the versions to which these
// signatures belong. The runtime loads the functions from libcuda.so, and the
// stub driver implements them for tests; NVIDIA's header is not needed to
// build.
#ifndef SBP_RUNTIME_DEVICE_CUDA_DRIVER_DRIVERAPI_H
#define SBP_RUNTIME_DEVICE_CUDA_DRIVER_DRIVERAPI_H

#include <cstddef>
#include <cstdint>

namespace sbp::cuda {

/// A result code, one of the constants below or another one of CUDA.
using DriverResult = int;
/// A handle of a GPU, which cuDeviceGet returns for its number.
using DeviceNumber = int;
/// An address in the memory of a GPU.
using Address = uint64_t;
using Context = struct ContextRecord *;
using Module = struct ModuleRecord *;
using Function = struct FunctionRecord *;
using Stream = struct StreamRecord *;
using Event = struct EventRecord *;
using Graph = struct GraphRecord *;
using GraphExec = struct GraphExecRecord *;

inline constexpr DriverResult kSuccess = 0, kInvalidValue = 1, kOutOfMemory = 2,
                              kNotInitialized = 3, kNoDevice = 100,
                              kInvalidDevice = 101, kInvalidImage = 200,
                              kNoBinaryForGpu = 209, kInvalidPtx = 218,
                              kUnsupportedPtxVersion = 222,
                              kInvalidHandle = 400, kNotFound = 500,
                              kNotReady = 600, kIllegalAddress = 700,
                              kLaunchFailed = 719, kCaptureUnsupported = 900,
                              kCaptureUnjoined = 904, kCaptureIsolation = 905,
                              kCapturedEvent = 907;

inline constexpr int kComputeCapabilityMajor = 75, kComputeCapabilityMinor = 76;
/// CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN.
inline constexpr int kMaxSharedBytesPerBlock = 97;
inline constexpr int kMaxDynamicSharedBytes =
    8; ///< CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES
inline constexpr unsigned kStreamNonBlocking = 1, kEventDisableTiming = 2;
/// A tensor map that cuTensorMapEncodeTiled writes.
inline constexpr size_t kTensorMapBytes = 128, kTensorMapAlignment = 64;
inline constexpr int kPromoteTo128Bytes = 2; ///< of misses in the L2 cache
/// The attribute of a launch that may start before the one before it has
/// ended (CU_LAUNCH_ATTRIBUTE_PROGRAMMATIC_STREAM_SERIALIZATION), and the first
/// driver that also records it in graphs.
inline constexpr int kOverlapAttribute = 6, kOverlapDriver = 12030;
inline constexpr int kCaptureRelaxed =
    2; ///< other threads may make any call during a capture

/// CUlaunchAttribute: a number and a value of 64 bytes, of which we use an int.
struct LaunchAttribute {
  int id = 0, padding = 0;
  int value = 0;
  char rest[60] = {};
};
/// CUlaunchConfig.
struct LaunchConfig {
  unsigned grid[3] = {1, 1, 1}, block[3] = {1, 1, 1}, sharedBytes = 0;
  Stream stream = nullptr;
  LaunchAttribute *attributes = nullptr;
  unsigned numAttributes = 0;
};
static_assert(sizeof(LaunchAttribute) == 72 && sizeof(LaunchConfig) == 56,
              "the layouts are those of CUDA's structures");

/// Lists the functions as X(member, exported name, parameters). All sizes are
/// in bytes. Texts that they return belong to the driver.
#define SBP_CUDA_DRIVER_FUNCTIONS(X)                                           \
  X(init, cuInit, (unsigned flags))                                            \
  X(driverGetVersion, cuDriverGetVersion, (int *version))                      \
  X(getErrorName, cuGetErrorName, (DriverResult error, const char **text))     \
  X(getErrorString, cuGetErrorString, (DriverResult error, const char **text)) \
  X(deviceGetCount, cuDeviceGetCount, (int *count))                            \
  X(deviceGet, cuDeviceGet, (DeviceNumber * device, int ordinal))              \
  X(deviceGetName, cuDeviceGetName,                                            \
    (char *name, int length, DeviceNumber device))                             \
  X(deviceGetAttribute, cuDeviceGetAttribute,                                  \
    (int *value, int attribute, DeviceNumber device))                          \
  X(deviceGetUuid, cuDeviceGetUuid_v2,                                         \
    (unsigned char *uuid, DeviceNumber device))                                \
  X(primaryContextRetain, cuDevicePrimaryCtxRetain,                            \
    (Context * context, DeviceNumber device))                                  \
  X(primaryContextRelease, cuDevicePrimaryCtxRelease_v2,                       \
    (DeviceNumber device))                                                     \
  X(contextSetCurrent, cuCtxSetCurrent, (Context context))                     \
  X(contextSynchronize, cuCtxSynchronize, ())                                  \
  X(memoryGetInfo, cuMemGetInfo_v2, (size_t *free, size_t *total))             \
  X(memoryAllocate, cuMemAlloc_v2, (Address * address, size_t bytes))          \
  X(memoryFree, cuMemFree_v2, (Address address))                               \
  X(memoryCopyIn, cuMemcpyHtoD_v2,                                             \
    (Address to, const void *from, size_t bytes))                              \
  X(memoryCopyOut, cuMemcpyDtoH_v2, (void *to, Address from, size_t bytes))    \
  X(memoryCopyInAsync, cuMemcpyHtoDAsync_v2,                                   \
    (Address to, const void *from, size_t bytes, Stream stream))               \
  X(memoryCopyOutAsync, cuMemcpyDtoHAsync_v2,                                  \
    (void *to, Address from, size_t bytes, Stream stream))                     \
  X(moduleLoad, cuModuleLoadDataEx,                                            \
    (Module * module, const void *image, unsigned count, int *options,         \
     void **values))                                                           \
  X(moduleUnload, cuModuleUnload, (Module module))                             \
  X(moduleGetFunction, cuModuleGetFunction,                                    \
    (Function * function, Module module, const char *name))                    \
  X(functionSetAttribute, cuFuncSetAttribute,                                  \
    (Function function, int attribute, int value))                             \
  X(launchKernel, cuLaunchKernel,                                              \
    (Function function, unsigned gridX, unsigned gridY, unsigned gridZ,        \
     unsigned blockX, unsigned blockY, unsigned blockZ, unsigned sharedBytes,  \
     Stream stream, void **parameters, void **extra))                          \
  X(launchKernelEx, cuLaunchKernelEx,                                          \
    (const LaunchConfig *config, Function function, void **parameters,         \
     void **extra))                                                            \
  X(tensorMapEncode, cuTensorMapEncodeTiled,                                   \
    (void *map, int dataType, uint32_t rank, void *address,                    \
     const uint64_t *extents, const uint64_t *strides, const uint32_t *box,    \
     const uint32_t *elementStrides, int interleave, int swizzle,              \
     int promotion, int fill))                                                 \
  X(streamCreate, cuStreamCreate, (Stream * stream, unsigned flags))           \
  X(streamDestroy, cuStreamDestroy_v2, (Stream stream))                        \
  X(streamSynchronize, cuStreamSynchronize, (Stream stream))                   \
  X(streamWaitEvent, cuStreamWaitEvent,                                        \
    (Stream stream, Event event, unsigned flags))                              \
  X(eventCreate, cuEventCreate, (Event * event, unsigned flags))               \
  X(eventDestroy, cuEventDestroy_v2, (Event event))                            \
  X(eventRecord, cuEventRecord, (Event event, Stream stream))                  \
  X(eventQuery, cuEventQuery, (Event event))                                   \
  X(eventElapsedTime, cuEventElapsedTime,                                      \
    (float *milliseconds, Event from, Event to))                               \
  X(streamBeginCapture, cuStreamBeginCapture_v2, (Stream stream, int mode))    \
  X(streamEndCapture, cuStreamEndCapture, (Stream stream, Graph * graph))      \
  X(graphInstantiate, cuGraphInstantiateWithFlags,                             \
    (GraphExec * exec, Graph graph, unsigned long long flags))                 \
  X(graphLaunch, cuGraphLaunch, (GraphExec exec, Stream stream))               \
  X(graphExecDestroy, cuGraphExecDestroy, (GraphExec exec))                    \
  X(graphDestroy, cuGraphDestroy, (Graph graph))

} // namespace sbp::cuda

#endif // SBP_RUNTIME_DEVICE_CUDA_DRIVER_DRIVERAPI_H
