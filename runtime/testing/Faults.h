//===- Faults.h - shims that fail on purpose
//--------------------------------===//
//
// Behind the device and communicator interfaces: what goes wrong on real
// machines happens here at a chosen call.
//
//===----------------------------------------------------------------------===//
#ifndef SBP_RUNTIME_TESTING_FAULTS_H
#define SBP_RUNTIME_TESTING_FAULTS_H

#include "Communicator.h"
#include "Device.h"
#include <atomic>
#include <memory>

namespace sbp::testing {

/// The n-th call (from 0) of any function fails; others go through.
class FaultyDevice final : public Device {
public:
  FaultyDevice(std::unique_ptr<Device> inner, uint64_t failingCall)
      : inner(std::move(inner)), failingCall(failingCall) {}

  uint64_t countCalls() const { return calls; }

  Status allocate(uint64_t bytes, void *&memory) override;
  Status write(void *device, const void *host, uint64_t bytes) override;
  Status read(void *host, const void *device, uint64_t bytes) override;
  Status loadCode(uint32_t index, artifact::Bytes blob) override;
  Status findKernel(uint32_t code, const std::string &symbol,
                    KernelHandle &kernel) override;
  Status launch(KernelHandle kernel, void *const *in, void *const *out,
                void *scratch, const int64_t *parameters) override;

private:
  Status count(const char *call);

  std::unique_ptr<Device> inner;
  uint64_t failingCall;
  std::atomic<uint64_t> calls{0};
};

/// What happens at the n-th arrival.
enum class CommunicatorFault { Error, Lost };

/// Error: the call fails. Lost: the rank never arrives, as if it had died.
class FaultyCommunicator final : public Communicator {
public:
  FaultyCommunicator(std::unique_ptr<Communicator> inner,
                     CommunicatorFault fault, uint64_t failingArrival)
      : inner(std::move(inner)), fault(fault), failingArrival(failingArrival) {}

  Status arrive(uint32_t channel, const void *in, void *out) override;
  Status progress(uint32_t channel, bool &complete) override;

private:
  std::unique_ptr<Communicator> inner;
  CommunicatorFault fault;
  uint64_t failingArrival;
  std::atomic<uint64_t> arrivals{0};
  std::atomic<int64_t> lostChannel{-1};
};

} // namespace sbp::testing

#endif // SBP_RUNTIME_TESTING_FAULTS_H
