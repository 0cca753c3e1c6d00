// SharedTransportTest.cpp: messages through memory that processes share
#include "SharedTransport.h"
#include "Loopback.h"
#include "Results.h"
#include <gtest/gtest.h>
#include <thread>

using namespace sbp;
using sbp::test::expectValue;
using sbp::testing::LoopbackHub;

namespace {
/// A message that carries a number.
class Number final : public Message {
public:
  void done() override { isDone.store(true, std::memory_order_release); }
  uint64_t value = 0;
  std::atomic<bool> isDone{false};
};

/// Exchanges `count` messages with process `peer` under few tags.
std::vector<Number> makeNumbers(bool isSend, uint32_t peer, size_t count) {
  constexpr uint32_t tags = 2;
  std::vector<Number> numbers(count);
  for (size_t i = 0; i < count; ++i) {
    numbers[i].isSend = isSend;
    numbers[i].peer = peer;
    numbers[i].tag = i / 4 % tags;
    numbers[i].data = &numbers[i].value;
    numbers[i].bytes = sizeof(uint64_t);
    if (isSend)
      numbers[i].value = i + 1;
  }
  return numbers;
}
} // namespace

// The first message of a tag is sent first, also if its receive is posted while
// the sender searches.
TEST(SharedTransport, MessagesOfATagArriveInTheOrderOfPost) {
  LoopbackHub hub(2);
  std::unique_ptr<Transport> inner[2];
  std::unique_ptr<SharedTransport> shared[2];
  auto open = [&](uint32_t process) {
    inner[process] = hub.connect(process);
    shared[process] = expectValue(SharedTransport::open(*inner[process], true));
    ASSERT_TRUE(shared[process]);
  };
  std::thread other([&] { open(1); });
  open(0);
  other.join();
  constexpr size_t count = 200000, ahead = 64;
  std::vector<Number> sends = makeNumbers(true, 1, count),
                      receives = makeNumbers(false, 0, count);
  auto post = [&](Transport &transport, std::vector<Number> &numbers) {
    for (size_t i = 0; i < count; ++i) {
      while (i >= ahead && !numbers[i - ahead].isDone)
        std::this_thread::yield();
      Message *message = &numbers[i];
      transport.post(&message, 1);
    }
  };
  std::thread receiver([&] { post(*shared[1], receives); });
  post(*shared[0], sends);
  receiver.join();
  for (size_t i = 0; i < count; ++i) {
    while (!receives[i].isDone)
      std::this_thread::yield();
    ASSERT_EQ(receives[i].value, i + 1);
  }
  while (!sends.back().isDone)
    std::this_thread::yield();
}
