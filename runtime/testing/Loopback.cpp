// Loopback.cpp: matching of sends and receives under one lock
#include "Loopback.h"
#include <cstring>

using namespace sbp;
using namespace sbp::testing;

class LoopbackHub::Connection final : public Transport {
public:
  Connection(LoopbackHub &hub, uint32_t process) : hub(hub), process(process) {}

  uint32_t getProcess() const override { return process; }
  uint32_t countProcesses() const override { return hub.processes; }
  uint32_t getTagBound() const override { return INT32_MAX; }
  uint64_t getMessageBound() const override { return hub.messageBound; }
  void reserve(size_t) override {}
  void post(Message *const *messages, size_t count) override {
    for (size_t i = 0; i < count; ++i)
      hub.post(process, *messages[i]);
  }
  Status gather(const std::string &mine,
                std::vector<std::string> &all) override {
    hub.gather(process, mine, all);
    return {};
  }
  Status close() override { return {}; }

private:
  LoopbackHub &hub;
  uint32_t process;
};

std::unique_ptr<Transport> LoopbackHub::connect(uint32_t process) {
  return std::make_unique<Connection>(*this, process);
}

void LoopbackHub::post(uint32_t process, Message &message) {
  Message *send = nullptr, *receive = nullptr;
  {
    std::lock_guard lock(mutex);
    Key key = message.isSend ? Key(process, message.peer, message.tag)
                             : Key(message.peer, process, message.tag);
    PendingMessages &queue = pending[key];
    (message.isSend ? queue.sends : queue.receives).push_back(&message);
    if (queue.sends.empty() || queue.receives.empty())
      return;
    send = queue.sends.front();
    receive = queue.receives.front();
    queue.sends.pop_front();
    queue.receives.pop_front();
    if (send->bytes != receive->bytes)
      std::abort(); // sender and receiver disagree
    std::memcpy(receive->data, send->data, send->bytes);
  }
  send->done();
  receive->done();
}

void LoopbackHub::gather(uint32_t process, const std::string &mine,
                         std::vector<std::string> &all) {
  std::unique_lock lock(mutex);
  uint64_t round = calls / processes;
  ++calls;
  gatheredBytes[round].resize(processes);
  gatheredBytes[round][process] = mine;
  gathered.notify_all();
  gathered.wait(lock, [&] { return calls >= (round + 1) * processes; });
  all = gatheredBytes[round];
}
