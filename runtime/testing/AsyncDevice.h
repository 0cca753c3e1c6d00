// AsyncDevice.h: a device that does its work late
//
// Memory of its own, which faults when the host touches it, and queues whose
// work waits until somebody polls: then some of it is done, in an order that a
// seed chooses and that respects only what queues and marks promise. A wait
// that is missing gives wrong numbers.
#ifndef SBP_RUNTIME_TESTING_ASYNCDEVICE_H
#define SBP_RUNTIME_TESTING_ASYNCDEVICE_H

#include "HostDevice.h"
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <random>

namespace sbp::testing {

class AsyncDevice final : public Device {
public:
  /// `code` loads and finds kernels, which run on the host.
  AsyncDevice(Device &code, uint64_t seed) : code(code), random(seed) {}
  ~AsyncDevice() override;

  /// The n-th wait of a queue (from 0) is left out.
  void dropWait(uint64_t n) { dropped = n; }
  uint64_t countWaits() const { return waits; }

  bool isHost() const override { return false; }
  Status allocate(uint64_t bytes, void *&memory) override;
  Status share(const void *host, uint64_t bytes, void *&memory) override;
  Status write(void *device, const void *host, uint64_t bytes) override;
  Status read(void *host, const void *device, uint64_t bytes) override;
  Status loadCode(const CodeModule &module) override {
    return code.loadCode(module);
  }
  Status findKernel(uint32_t index, const std::string &symbol,
                    KernelHandle &kernel) override {
    return code.findKernel(index, symbol, kernel);
  }
  Status bind(KernelHandle kernel, KernelOperands operands,
              std::unique_ptr<BoundKernel> &bound) override;
  Status bindTransfers(const TransferOperands &operands,
                       std::unique_ptr<BoundKernel> &bound) override;
  Status createQueue(uint32_t rank, Waker &waker,
                     std::unique_ptr<Queue> &queue) override;
  Status createMark(std::unique_ptr<Mark> &mark) override;
  Status look(Mark &mark, bool &reached) override;

private:
  struct AsyncMark;
  class AsyncQueue;
  struct Work {
    std::function<bool()> isReady; ///< null: at once
    std::function<void()> run;
  };
  /// The same pages twice: the host gets the address that faults.
  struct Memory {
    char *inside;
    uint64_t bytes;
  };

  char *translate(const void *device) const;
  RegisterPointer translate(RegisterPointer pointer) const;
  void doSome();

  Device &code;
  std::recursive_mutex mutex;
  std::minstd_rand random;
  std::map<const char *, Memory> memory; ///< by the address given out
  std::vector<AsyncQueue *> queues;
  uint64_t waits = 0, dropped = UINT64_MAX;
};

} // namespace sbp::testing

#endif // SBP_RUNTIME_TESTING_ASYNCDEVICE_H
