// Faults.h: devices and communicators that fail at a chosen call
//
// Wrappers behind the device and communicator interfaces, which inject the
// faults of real machines into tests.
#ifndef SBP_RUNTIME_TESTING_FAULTS_H
#define SBP_RUNTIME_TESTING_FAULTS_H

#include "Device.h"
#include "ForwardingCommunicator.h"
#include "Result.h"
#include <atomic>
#include <map>
#include <memory>

namespace sbp::testing {

/// A device on which call number `failingCall` (from 0), counted over the
/// device and its queues, fails with a user error. With `isStuck` it never
/// returns instead. Calls of the capabilities and of the device's own `query`
/// are not counted. It has no timed events and records no graphs.
class FaultyDevice final : public Device {
public:
  /// Takes ownership of `inner`. No call fails for a number that is never
  /// reached.
  FaultyDevice(std::unique_ptr<Device> inner, uint64_t failingCall,
               bool isStuck = false)
      : inner(std::move(inner)), failingCall(failingCall), isStuck(isStuck) {}

  /// Returns the number of calls so far. Any thread may call it.
  uint64_t countCalls() const { return calls; }

  bool sharesHostMemory() const override { return inner->sharesHostMemory(); }
  bool isSynchronous() const override { return inner->isSynchronous(); }
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
  Result<bool> query(DeviceEvent &event) override {
    return inner->query(event);
  }

  /// Counts a call of the device or of one of its queues and returns its fault,
  /// a success for all other calls. `call` names it in the message. Any thread
  /// may call it.
  Status count(const char *call);

private:
  std::unique_ptr<Device> inner;
  uint64_t failingCall;
  bool isStuck;
  std::atomic<uint64_t> calls{0};
};

/// The fault of a communicator. Error, Lost and Late happen at the n-th
/// arrival; ErrorOfCall at the n-th call, which counts opened channels,
/// arrivals, and the first `progress` after each arrival. Both are counted from
/// 0.
enum class CommunicatorFault { Error, ErrorOfCall, Lost, Late };

/// Counters of the calls of one or several communicators, which any thread may
/// read.
struct CommunicatorCalls {
  std::atomic<uint64_t> arrivals{0}, all{0};
};

/// A communicator with one fault. Error: the call fails and loses the rank.
/// Lost: the rank never arrives, as if it had died. Late: the call blocks for
/// 20 ms before the rank arrives.
class FaultyCommunicator final : public ForwardingCommunicator {
public:
  /// Takes ownership of `inner`; the fault happens at call or arrival
  /// `failing`. `counts`, if not null, counts the calls and must outlive the
  /// communicator. Communicators that share it count together.
  FaultyCommunicator(std::unique_ptr<Communicator> inner,
                     CommunicatorFault fault, uint64_t failing,
                     CommunicatorCalls *counts = nullptr)
      : ForwardingCommunicator(std::move(inner)), fault(fault),
        failing(failing), counts(counts ? *counts : own) {}

  Result<uint32_t> open(uint32_t communication, uint32_t rank,
                        const ChannelRegisters &registers) override;
  Status arrive(uint32_t channel, const void *in, void *out,
                Queue &queue) override;
  Result<bool> progress(uint32_t channel) override;

private:
  /// Counts a call and returns its fault, if it is an ErrorOfCall.
  Status countCall();

  CommunicatorFault fault;
  uint64_t failing;
  CommunicatorCalls own, &counts;
  /// True from an arrival of the channel until its first `progress`.
  std::map<uint32_t, std::atomic<bool>> arrived;
  std::atomic<int64_t> lostChannel{-1}; ///< -1 for none
};

} // namespace sbp::testing

#endif // SBP_RUNTIME_TESTING_FAULTS_H
