// Delays.h: devices and communicators whose calls take a random time
//
// Wrappers that change the interleaving of ranks, for tests which compare
// results. A seed determines the delays of every queue and channel, whatever
// the order of their calls.
#ifndef SBP_RUNTIME_TESTING_DELAYS_H
#define SBP_RUNTIME_TESTING_DELAYS_H

#include "Device.h"
#include "ForwardingCommunicator.h"
#include "Result.h"
#include <map>
#include <memory>
#include <random>

namespace sbp::testing {

/// The delays of one queue or channel: at least zero and below a bound that is
/// drawn for all of them, so that some queues and channels are always late. One
/// thread at a time uses it.
class Delays {
public:
  /// Draws the bound for queue or channel `number`: 0, 50 or 400 microseconds.
  Delays(uint64_t seed, uint32_t number);
  /// Blocks the calling thread for the next delay.
  void wait();

private:
  std::minstd_rand random;
  uint32_t bound; ///< in microseconds
};

/// A device whose queues block before they issue a kernel. All calls are
/// forwarded to `inner`, which must outlive the device; it has no timed events
/// and records no graphs.
class DelayedDevice final : public Device {
public:
  /// Gives the queues, in the order of their creation, the delays of `seed`.
  DelayedDevice(Device &inner, uint64_t seed) : inner(inner), seed(seed) {}

  bool sharesHostMemory() const override { return inner.sharesHostMemory(); }
  bool isSynchronous() const override { return inner.isSynchronous(); }
  Result<void *> allocate(uint64_t bytes) override {
    return inner.allocate(bytes);
  }
  Result<void *> share(const void *host, uint64_t bytes) override {
    return inner.share(host, bytes);
  }
  Status write(void *device, const void *host, uint64_t bytes) override {
    return inner.write(device, host, bytes);
  }
  Status read(void *host, const void *device, uint64_t bytes) override {
    return inner.read(host, device, bytes);
  }
  Result<uint32_t> loadCode(const CodeModule &module) override {
    return inner.loadCode(module);
  }
  Result<KernelHandle> findKernel(uint32_t code,
                                  const std::string &symbol) override {
    return inner.findKernel(code, symbol);
  }
  Result<std::unique_ptr<BoundKernel>> bind(KernelHandle kernel,
                                            KernelOperands operands) override {
    return inner.bind(kernel, std::move(operands));
  }
  Result<std::unique_ptr<BoundKernel>>
  bindTransfers(const TransferOperands &operands) override {
    return inner.bindTransfers(operands);
  }
  Result<std::unique_ptr<Queue>> createQueue(uint32_t rank,
                                             Waker &waker) override;
  Result<std::unique_ptr<DeviceEvent>> createEvent() override {
    return inner.createEvent();
  }
  Result<bool> query(DeviceEvent &event) override { return inner.query(event); }

private:
  Device &inner;
  uint64_t seed;
  uint32_t queues = 0; ///< created so far
};

/// A communicator at which ranks arrive late, and whose transfers are reported
/// as complete after a delay. Both delays block the calling worker.
class DelayedCommunicator final : public ForwardingCommunicator {
public:
  /// Takes ownership of `inner`, whose channels get the delays of `seed`.
  DelayedCommunicator(std::unique_ptr<Communicator> inner, uint64_t seed)
      : ForwardingCommunicator(std::move(inner)), seed(seed) {}

  Result<uint32_t> open(uint32_t communication, uint32_t rank,
                        const ChannelRegisters &registers) override;
  Status arrive(uint32_t channel, const void *in, void *out,
                Queue &queue) override;
  Result<bool> progress(uint32_t channel) override;

private:
  uint64_t seed;
  std::map<uint32_t, Delays> delays; ///< by channel
};

} // namespace sbp::testing

#endif // SBP_RUNTIME_TESTING_DELAYS_H
