// Faults.cpp
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

Status FaultyDevice::allocate(uint64_t bytes, void *&memory) {
  SBP_RETURN_IF_FAILED(count("allocate"));
  return inner->allocate(bytes, memory);
}

Status FaultyDevice::share(const void *host, uint64_t bytes, void *&memory) {
  SBP_RETURN_IF_FAILED(count("share"));
  return inner->share(host, bytes, memory);
}

Status FaultyDevice::write(void *device, const void *host, uint64_t bytes) {
  SBP_RETURN_IF_FAILED(count("write"));
  return inner->write(device, host, bytes);
}

Status FaultyDevice::read(void *host, const void *device, uint64_t bytes) {
  SBP_RETURN_IF_FAILED(count("read"));
  return inner->read(host, device, bytes);
}

Status FaultyDevice::loadCode(const CodeModule &module) {
  SBP_RETURN_IF_FAILED(count("loadCode"));
  return inner->loadCode(module);
}

Status FaultyDevice::findKernel(uint32_t code, const std::string &symbol,
                                KernelHandle &kernel) {
  SBP_RETURN_IF_FAILED(count("findKernel"));
  return inner->findKernel(code, symbol, kernel);
}

Status FaultyDevice::bind(KernelHandle kernel, KernelOperands operands,
                          std::unique_ptr<BoundKernel> &bound) {
  SBP_RETURN_IF_FAILED(count("bind"));
  return inner->bind(kernel, std::move(operands), bound);
}

Status FaultyDevice::bindTransfers(const TransferOperands &operands,
                                   std::unique_ptr<BoundKernel> &bound) {
  SBP_RETURN_IF_FAILED(count("bindTransfers"));
  return inner->bindTransfers(operands, bound);
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
  Status record(Mark &mark) override {
    SBP_RETURN_IF_FAILED(device.count("record"));
    return inner->record(mark);
  }
  Status wait(Mark &mark) override {
    SBP_RETURN_IF_FAILED(device.count("wait"));
    return inner->wait(mark);
  }
  Status poll(Mark &mark, bool &reached) override {
    SBP_RETURN_IF_FAILED(device.count("poll"));
    return inner->poll(mark, reached);
  }

private:
  FaultyDevice &device;
  std::unique_ptr<Queue> inner;
};
} // namespace

Status FaultyDevice::createQueue(uint32_t rank, Waker &waker,
                                 std::unique_ptr<Queue> &queue) {
  SBP_RETURN_IF_FAILED(count("createQueue"));
  std::unique_ptr<Queue> made;
  SBP_RETURN_IF_FAILED(inner->createQueue(rank, waker, made));
  queue = std::make_unique<FaultyQueue>(*this, std::move(made));
  return {};
}

Status FaultyDevice::createMark(std::unique_ptr<Mark> &mark) {
  SBP_RETURN_IF_FAILED(count("createMark"));
  return inner->createMark(mark);
}

Status FaultyCommunicator::arrive(uint32_t channel, const void *in, void *out,
                                  Queue &queue) {
  if (count)
    ++*count;
  if (arrivals.fetch_add(1) != failingArrival)
    return inner->arrive(channel, in, out, queue);
  if (fault == CommunicatorFault::Error)
    return Status(ExitCode::RankLost, "injected fault in a communication");
  if (fault == CommunicatorFault::Late) {
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    return inner->arrive(channel, in, out, queue);
  }
  lostChannel = channel;
  return {};
}

Status FaultyCommunicator::progress(uint32_t channel, bool &complete) {
  complete = false;
  if (lostChannel == int64_t(channel))
    return {};
  return inner->progress(channel, complete);
}
