// AsyncDevice.h: a test device that defers its work
//
// Its memory faults when the host accesses it. Its queues execute work only
// when an event is queried: then a few pieces run, in an order that a seed
// chooses among those that queues and events allow. A missing wait therefore
// gives wrong numbers for some seeds.
#ifndef SBP_RUNTIME_TESTING_ASYNCDEVICE_H
#define SBP_RUNTIME_TESTING_ASYNCDEVICE_H

#include "HostDevice.h"
#include "Result.h"
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <random>

namespace sbp::testing {

/// The device. A mutex serialises accesses of memory, queues and events; code
/// is loaded and bound by one thread at a time, as Device.h requires.
class AsyncDevice final : public Device {
public:
  /// Makes a device with the interleaving of `seed`. `code` loads and binds
  /// kernels, which run on the host; it must be a host device and outlive this
  /// one.
  AsyncDevice(Device &code, uint64_t seed) : code(code), random(seed) {}
  /// Unmaps all memory. Queues are destroyed before; work that they still hold
  /// is not run.
  ~AsyncDevice() override;

  /// Makes the n-th wait of all queues, counted from 0, have no effect. Called
  /// before the first one.
  void dropWait(uint64_t n) { dropped = n; }
  /// Returns the number of waits so far, a dropped one included. Called while
  /// no queue is used.
  uint64_t countWaits() const { return waits; }

  bool sharesHostMemory() const override { return false; }
  bool isSynchronous() const override { return false; }
  Result<void *> allocate(uint64_t bytes) override;
  Result<void *> share(const void *host, uint64_t bytes) override;
  Status write(void *device, const void *host, uint64_t bytes) override;
  Status read(void *host, const void *device, uint64_t bytes) override;
  Result<uint32_t> loadCode(const CodeModule &module) override {
    return code.loadCode(module);
  }
  Result<KernelHandle> findKernel(uint32_t index,
                                  const std::string &symbol) override {
    return code.findKernel(index, symbol);
  }
  Result<std::unique_ptr<BoundKernel>> bind(KernelHandle kernel,
                                            KernelOperands operands) override;
  Result<std::unique_ptr<BoundKernel>>
  bindTransfers(const TransferOperands &operands) override;
  Result<std::unique_ptr<Queue>> createQueue(uint32_t rank,
                                             Waker &waker) override;
  Result<std::unique_ptr<DeviceEvent>> createEvent() override;
  /// Runs no work, unlike a query of a queue.
  Result<bool> query(DeviceEvent &event) override;

private:
  struct AsyncEvent;
  class AsyncQueue;
  /// A piece of work of a queue.
  struct Work {
    std::function<bool()> isReady; ///< null for work without a condition
    std::function<void()> run;
  };
  /// Pages that are mapped twice: the host receives the address without access
  /// rights, and work uses `inside`.
  struct Memory {
    char *inside;
    uint64_t bytes;
  };

  /// Returns the accessible address of device memory, null for null. The
  /// address must be in an allocation.
  char *translate(const void *device) const;
  /// Returns the pointer with an accessible base.
  RegisterPointer translate(RegisterPointer pointer) const;
  /// Runs up to three pieces of work from random queues, each the first of its
  /// queue that may run.
  void runSome();

  Device &code;
  std::recursive_mutex mutex;
  std::minstd_rand random;
  std::map<const char *, Memory> memory; ///< by the address that the host has
  std::vector<AsyncQueue *> queues;
  uint64_t waits = 0, dropped = UINT64_MAX;
};

} // namespace sbp::testing

#endif // SBP_RUNTIME_TESTING_ASYNCDEVICE_H
