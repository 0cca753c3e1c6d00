//===- Device.h - memory and code of one kind of device
//---------------------===//
//
// A pure interface: the actor runtime knows devices through it alone. Calls
// other than `launch` happen before the first step; `launch` may come from any
// worker, one at a time per rank, and neither allocates nor blocks.
//
//===----------------------------------------------------------------------===//
#ifndef SBP_RUNTIME_DEVICE_DEVICE_H
#define SBP_RUNTIME_DEVICE_DEVICE_H

#include "Artifact.h"
#include "Status.h"

namespace sbp {

/// A kernel that a device has loaded; its own meaning of the pointer.
struct KernelHandle {
  void *function = nullptr;
};

class Device {
public:
  virtual ~Device() = default;

  /// `bytes` zeroed bytes, 256-byte aligned, never null; freed with the device.
  virtual Status allocate(uint64_t bytes, void *&memory) = 0;
  /// Copies between the device and the host's memory.
  virtual Status write(void *device, const void *host, uint64_t bytes) = 0;
  virtual Status read(void *host, const void *device, uint64_t bytes) = 0;
  /// Loads a blob once; `index` is its number in the artifact.
  virtual Status loadCode(uint32_t index, artifact::Bytes blob) = 0;
  virtual Status findKernel(uint32_t code, const std::string &symbol,
                            KernelHandle &kernel) = 0;
  virtual Status launch(KernelHandle kernel, void *const *in, void *const *out,
                        void *scratch, const int64_t *parameters) = 0;
};

} // namespace sbp

#endif // SBP_RUNTIME_DEVICE_DEVICE_H
