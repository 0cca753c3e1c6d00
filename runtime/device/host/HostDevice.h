// HostDevice.h: the processor as a device
#ifndef SBP_RUNTIME_DEVICE_HOST_HOSTDEVICE_H
#define SBP_RUNTIME_DEVICE_HOST_HOSTDEVICE_H

#include "Device.h"
#include "Result.h"
#include "sbp/Runtime/HostServices.h"
#include <map>
#include <vector>

namespace sbp {

/// The host as a device: memory comes from mmap, code from ELF blobs through
/// memfd and dlopen. All host ranks of a process share one instance. Queues
/// execute work when it is issued.
class HostDevice : public Device {
public:
  HostDevice() = default;
  /// Unmaps all memory and closes all code. No queue has work any more.
  ~HostDevice() override;
  HostDevice(const HostDevice &) = delete;

  bool sharesHostMemory() const override { return true; }
  bool isSynchronous() const override { return true; }
  Result<void *> allocate(uint64_t bytes) override;
  Result<void *> share(const void *host, uint64_t bytes) override;
  Status write(void *device, const void *host, uint64_t bytes) override;
  Status read(void *host, const void *device, uint64_t bytes) override;
  Result<uint32_t> loadCode(const CodeModule &module) override;
  Result<KernelHandle> findKernel(uint32_t code,
                                  const std::string &symbol) override;
  Result<std::unique_ptr<BoundKernel>> bind(KernelHandle kernel,
                                            KernelOperands operands) override;
  Result<std::unique_ptr<BoundKernel>>
  bindTransfers(const TransferOperands &operands) override;
  Result<std::unique_ptr<Queue>> createQueue(uint32_t rank,
                                             Waker &waker) override;
  Result<std::unique_ptr<DeviceEvent>> createEvent() override;
  Result<bool> query(DeviceEvent &) override { return true; }

private:
  std::vector<std::pair<void *, uint64_t>> allocations; ///< sizes in bytes
  std::map<uint32_t, void *> libraries; ///< handles of dlopen, by code
};

/// Returns the service table that every kernel of this process receives. It is
/// chosen for this processor at the first call and valid until the process
/// ends. Any thread may call it.
const sbp_host_services &getHostServices();

/// Returns the first feature of a comma-separated list ("avx2,fma") that this
/// processor lacks, by cpuid. An unknown name counts as lacking. Empty where
/// none is missing.
std::string findMissingCpuFeature(const std::string &features);

} // namespace sbp

#endif // SBP_RUNTIME_DEVICE_HOST_HOSTDEVICE_H
