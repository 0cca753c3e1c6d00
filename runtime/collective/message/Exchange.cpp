// Exchange.cpp: a schedule as two rounds of blocking messages
#include "Exchange.h"
#include <condition_variable>
#include <mutex>

using namespace sbp;

namespace {
/// A set of messages in flight. `wait` returns when the transport has completed
/// all of them.
struct Batch {
  std::mutex mutex;
  std::condition_variable changed;
  size_t left = 0;

  void wait() {
    std::unique_lock lock(mutex);
    changed.wait(lock, [&] { return left == 0; });
  }
};

/// A message that counts down its batch.
class Awaited final : public Message {
public:
  void done() override {
    std::lock_guard lock(batch->mutex);
    --batch->left;
    batch->changed.notify_all();
  }
  Batch *batch;
};

/// The messages of one direction and round, cut at the transport's bound. Both
/// ends cut alike, so the pieces match in order.
class Round {
public:
  Round(const HostSchedule &schedule, const std::vector<char *> &registers,
        bool isSend, unsigned round, uint64_t bound) {
    for (const PlannedMessage &plan : schedule.schedule.messages) {
      if (plan.isSend != isSend || plan.round != round)
        continue;
      char *data = plan.registerBuffer
                       ? registers[*plan.registerBuffer] + plan.offset
                       : schedule.find(plan);
      for (uint64_t at = 0; at < plan.bytes; at += bound)
        add(plan, data + at, std::min(bound, plan.bytes - at));
    }
  }
  void post(Transport &transport) {
    batch.left = messages.size();
    std::vector<Message *> list;
    for (const auto &message : messages)
      list.push_back(message.get());
    transport.post(list.data(), list.size());
  }
  void wait() { batch.wait(); }

private:
  void add(const PlannedMessage &plan, char *data, uint64_t bytes) {
    auto message = std::make_unique<Awaited>();
    message->isSend = plan.isSend;
    message->peer = plan.peer;
    message->tag = plan.round;
    message->data = data;
    message->bytes = bytes;
    message->batch = &batch;
    messages.push_back(std::move(message));
  }

  Batch batch;
  std::vector<std::unique_ptr<Awaited>> messages;
};
} // namespace

void sbp::runExchange(const HostSchedule &schedule, Transport &transport,
                      const std::vector<char *> &registers) {
  std::vector<char *> buffers = schedule.getBuffers();
  std::copy(registers.begin(), registers.end(), buffers.begin());
  std::vector<const void *> sources(buffers.begin(), buffers.end());
  std::vector<void *> destinations(buffers.begin(), buffers.end());
  auto execute = [&](const std::vector<BoxTransfer> &transfers) {
    for (const BoxTransfer &transfer : transfers)
      transfer.execute(transfer.whole(), sources.data(), destinations.data());
  };
  uint64_t bound = transport.getMessageBound();
  Round receive0(schedule, registers, /*isSend=*/false, 0, bound),
      receive1(schedule, registers, /*isSend=*/false, 1, bound),
      send0(schedule, registers, /*isSend=*/true, 0, bound),
      send1(schedule, registers, /*isSend=*/true, 1, bound);
  // All receives are posted before the first send, so that no send of a peer
  // has to be buffered; local work overlaps with messages in flight.
  receive0.post(transport);
  receive1.post(transport);
  execute(schedule.pack);
  send0.post(transport);
  execute(schedule.local);
  receive0.wait();
  execute(schedule.combine);
  send1.post(transport);
  receive1.wait();
  execute(schedule.unpack);
  send0.wait();
  send1.wait();
}
