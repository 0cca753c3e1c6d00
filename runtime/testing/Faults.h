// Faults.h: shims that fail on purpose
//
// Behind the device and communicator interfaces: what goes wrong on real
// machines happens here at a chosen call.
#ifndef SBP_RUNTIME_TESTING_FAULTS_H
#define SBP_RUNTIME_TESTING_FAULTS_H

#include "Communicator.h"
#include "Device.h"
#include <atomic>
#include <map>
#include <memory>

namespace sbp::testing {

/// The n-th call (from 0) of any function, of the device or its queues, fails;
/// others go through. Or it never returns.
class FaultyDevice final : public Device {
public:
  FaultyDevice(std::unique_ptr<Device> inner, uint64_t failingCall,
               bool isStuck = false)
      : inner(std::move(inner)), failingCall(failingCall), isStuck(isStuck) {}

  uint64_t countCalls() const { return calls; }

  bool isHost() const override { return inner->isHost(); }
  Status allocate(uint64_t bytes, void *&memory) override;
  Status share(const void *host, uint64_t bytes, void *&memory) override;
  Status write(void *device, const void *host, uint64_t bytes) override;
  Status read(void *host, const void *device, uint64_t bytes) override;
  Status loadCode(const CodeModule &module) override;
  Status findKernel(uint32_t code, const std::string &symbol,
                    KernelHandle &kernel) override;
  Status bind(KernelHandle kernel, KernelOperands operands,
              std::unique_ptr<BoundKernel> &bound) override;
  Status bindTransfers(const TransferOperands &operands,
                       std::unique_ptr<BoundKernel> &bound) override;
  Status createQueue(uint32_t rank, Waker &waker,
                     std::unique_ptr<Queue> &queue) override;
  Status createMark(std::unique_ptr<Mark> &mark) override;
  Status look(Mark &mark, bool &reached) override {
    return inner->look(mark, reached);
  }

  /// Counts a call, of the device or one of its queues.
  Status count(const char *call);

private:
  std::unique_ptr<Device> inner;
  uint64_t failingCall;
  bool isStuck;
  std::atomic<uint64_t> calls{0};
};

/// What happens at the n-th arrival, or at the n-th call: channels that are
/// opened, arrivals, and of each the first look at how it goes on.
enum class CommunicatorFault { Error, ErrorOfCall, Lost, Late };

struct CommunicatorCalls {
  std::atomic<uint64_t> arrivals{0}, all{0};
};

/// Error: the call fails. Lost: the rank never arrives, as if it had died.
/// Late: it arrives when the others have long been waiting.
class FaultyCommunicator final : public Communicator {
public:
  /// `counts`: also told of every call.
  FaultyCommunicator(std::unique_ptr<Communicator> inner,
                     CommunicatorFault fault, uint64_t failing,
                     CommunicatorCalls *counts = nullptr)
      : inner(std::move(inner)), fault(fault), failing(failing),
        counts(counts ? *counts : own) {}

  Status open(uint32_t communication, uint32_t rank,
              const ChannelRegisters &registers, uint32_t &channel) override;
  Status arrive(uint32_t channel, const void *in, void *out,
                Queue &queue) override;
  Status progress(uint32_t channel, bool &complete) override;

  bool isOnQueues() const override { return inner->isOnQueues(); }
  void abort() override { inner->abort(); }

private:
  Status meet();

  std::unique_ptr<Communicator> inner;
  CommunicatorFault fault;
  uint64_t failing;
  CommunicatorCalls own, &counts;
  /// By channel: whether nobody has looked since it arrived.
  std::map<uint32_t, std::atomic<bool>> arrived;
  std::atomic<int64_t> lostChannel{-1};
};

} // namespace sbp::testing

#endif // SBP_RUNTIME_TESTING_FAULTS_H
