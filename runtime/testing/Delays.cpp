// Delays.cpp: forwarding wrappers that wait first
#include "Delays.h"
#include <chrono>
#include <thread>

using namespace sbp;
using namespace sbp::testing;

Delays::Delays(uint64_t seed, uint32_t number) {
  std::seed_seq numbers{uint32_t(seed), uint32_t(seed >> 32), number};
  random.seed(numbers);
  constexpr uint32_t bounds[] = {0, 50, 400};
  bound = bounds[random() % std::size(bounds)];
}

void Delays::wait() {
  if (uint32_t delay = bound ? random() % bound : 0)
    std::this_thread::sleep_for(std::chrono::microseconds(delay));
}

namespace {
class DelayedQueue final : public Queue {
public:
  DelayedQueue(std::unique_ptr<Queue> inner, Delays delays)
      : inner(std::move(inner)), delays(delays) {}

  Status issue(BoundKernel &kernel, uint32_t firing) override {
    delays.wait();
    return inner->issue(kernel, firing);
  }
  Status copyIn(void *to, const void *host, uint64_t bytes) override {
    return inner->copyIn(to, host, bytes);
  }
  Status copyOut(void *host, const void *from, uint64_t bytes) override {
    return inner->copyOut(host, from, bytes);
  }
  Status record(DeviceEvent &event) override { return inner->record(event); }
  Status wait(DeviceEvent &event) override { return inner->wait(event); }
  Result<bool> query(DeviceEvent &event) override {
    return inner->query(event);
  }

private:
  std::unique_ptr<Queue> inner;
  Delays delays;
};
} // namespace

Result<std::unique_ptr<Queue>> DelayedDevice::createQueue(uint32_t rank,
                                                          Waker &waker) {
  SBP_ASSIGN_OR_RETURN(std::unique_ptr<Queue> made,
                       inner.createQueue(rank, waker));
  return std::make_unique<DelayedQueue>(std::move(made),
                                        Delays(seed, queues++));
}

Result<uint32_t> DelayedCommunicator::open(uint32_t communication,
                                           uint32_t rank,
                                           const ChannelRegisters &registers) {
  SBP_ASSIGN_OR_RETURN(uint32_t channel,
                       inner->open(communication, rank, registers));
  delays.try_emplace(channel, seed, channel);
  return channel;
}

Status DelayedCommunicator::arrive(uint32_t channel, const void *in, void *out,
                                   Queue &queue) {
  delays.at(channel).wait();
  return inner->arrive(channel, in, out, queue);
}

Result<bool> DelayedCommunicator::progress(uint32_t channel) {
  SBP_ASSIGN_OR_RETURN(bool complete, inner->progress(channel));
  if (complete)
    delays.at(channel).wait();
  return complete;
}
