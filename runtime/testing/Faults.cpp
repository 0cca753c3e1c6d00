// Faults.cpp: forwarding wrappers with fault injection
#include "Faults.h"
#include <chrono>
#include <thread>
#include <unistd.h>

using namespace sbp;
using namespace sbp::testing;

Status FaultyDevice::count(const char *call) {
  if (calls.fetch_add(1) != failingCall)
    return {};
  while (isStuck)
    pause();
  return Status(ExitCode::UserError, textOf("injected fault in ", call));
}

Result<void *> FaultyDevice::allocate(uint64_t bytes) {
  SBP_RETURN_IF_FAILED(count("allocate"));
  return inner->allocate(bytes);
}

Result<void *> FaultyDevice::share(const void *host, uint64_t bytes) {
  SBP_RETURN_IF_FAILED(count("share"));
  return inner->share(host, bytes);
}

Status FaultyDevice::write(void *device, const void *host, uint64_t bytes) {
  SBP_RETURN_IF_FAILED(count("write"));
  return inner->write(device, host, bytes);
}

Status FaultyDevice::read(void *host, const void *device, uint64_t bytes) {
  SBP_RETURN_IF_FAILED(count("read"));
  return inner->read(host, device, bytes);
}

Result<uint32_t> FaultyDevice::loadCode(const CodeModule &module) {
  SBP_RETURN_IF_FAILED(count("loadCode"));
  return inner->loadCode(module);
}

Result<KernelHandle> FaultyDevice::findKernel(uint32_t code,
                                              const std::string &symbol) {
  SBP_RETURN_IF_FAILED(count("findKernel"));
  return inner->findKernel(code, symbol);
}

Result<std::unique_ptr<BoundKernel>>
FaultyDevice::bind(KernelHandle kernel, KernelOperands operands) {
  SBP_RETURN_IF_FAILED(count("bind"));
  return inner->bind(kernel, std::move(operands));
}

Result<std::unique_ptr<BoundKernel>>
FaultyDevice::bindTransfers(const TransferOperands &operands) {
  SBP_RETURN_IF_FAILED(count("bindTransfers"));
  return inner->bindTransfers(operands);
}

namespace {
class FaultyQueue final : public Queue {
public:
  FaultyQueue(FaultyDevice &device, std::unique_ptr<Queue> inner)
      : device(device), inner(std::move(inner)) {}

  Status issue(BoundKernel &kernel, uint32_t firing) override {
    SBP_RETURN_IF_FAILED(device.count("issue"));
    return inner->issue(kernel, firing);
  }
  Status copyIn(void *to, const void *host, uint64_t bytes) override {
    SBP_RETURN_IF_FAILED(device.count("copyIn"));
    return inner->copyIn(to, host, bytes);
  }
  Status copyOut(void *host, const void *from, uint64_t bytes) override {
    SBP_RETURN_IF_FAILED(device.count("copyOut"));
    return inner->copyOut(host, from, bytes);
  }
  Status record(DeviceEvent &event) override {
    SBP_RETURN_IF_FAILED(device.count("record"));
    return inner->record(event);
  }
  Status wait(DeviceEvent &event) override {
    SBP_RETURN_IF_FAILED(device.count("wait"));
    return inner->wait(event);
  }
  Result<bool> query(DeviceEvent &event) override {
    SBP_RETURN_IF_FAILED(device.count("query"));
    return inner->query(event);
  }

private:
  FaultyDevice &device;
  std::unique_ptr<Queue> inner;
};
} // namespace

Result<std::unique_ptr<Queue>> FaultyDevice::createQueue(uint32_t rank,
                                                         Waker &waker) {
  SBP_RETURN_IF_FAILED(count("createQueue"));
  SBP_ASSIGN_OR_RETURN(std::unique_ptr<Queue> made,
                       inner->createQueue(rank, waker));
  return std::make_unique<FaultyQueue>(*this, std::move(made));
}

Result<std::unique_ptr<DeviceEvent>> FaultyDevice::createEvent() {
  SBP_RETURN_IF_FAILED(count("createEvent"));
  return inner->createEvent();
}

static Status fail() {
  return Status(ExitCode::RankLost, "injected fault in a communication");
}

Status FaultyCommunicator::countCall() {
  bool isFailing = counts.all.fetch_add(1) == failing;
  return isFailing && fault == CommunicatorFault::ErrorOfCall ? fail()
                                                              : Status();
}

Result<uint32_t> FaultyCommunicator::open(uint32_t communication, uint32_t rank,
                                          const ChannelRegisters &registers) {
  SBP_RETURN_IF_FAILED(countCall());
  SBP_ASSIGN_OR_RETURN(uint32_t channel,
                       inner->open(communication, rank, registers));
  arrived.try_emplace(channel, false);
  return channel;
}

Status FaultyCommunicator::arrive(uint32_t channel, const void *in, void *out,
                                  Queue &queue) {
  SBP_RETURN_IF_FAILED(countCall());
  arrived.at(channel) = true;
  bool isFailing = counts.arrivals.fetch_add(1) == failing;
  if (!isFailing || fault == CommunicatorFault::ErrorOfCall)
    return inner->arrive(channel, in, out, queue);
  if (fault == CommunicatorFault::Error)
    return fail();
  if (fault == CommunicatorFault::Late) {
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    return inner->arrive(channel, in, out, queue);
  }
  lostChannel = channel;
  return {};
}

Result<bool> FaultyCommunicator::progress(uint32_t channel) {
  if (arrived.at(channel).exchange(false))
    SBP_RETURN_IF_FAILED(countCall());
  if (lostChannel == int64_t(channel))
    return false;
  return inner->progress(channel);
}
