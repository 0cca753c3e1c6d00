// ControlChannelTest.cpp: connections that are not the run's delay nobody
//
// Processes are threads with a transport through memory; the control channel
// and the strangers at its port are real.
#include "ControlChannel.h"
#include "Admission.h"
#include "Loopback.h"
#include <arpa/inet.h>
#include <chrono>
#include <condition_variable>
#include <filesystem>
#include <functional>
#include <gtest/gtest.h>
#include <sys/socket.h>
#include <unistd.h>

using namespace sbp;
using namespace sbp::run;
using Clock = std::chrono::steady_clock;

namespace {

/// Connections to a port of this host, closed at the end.
class Connections {
public:
  explicit Connections(int port) : port(port) {}
  ~Connections() {
    for (int socket : sockets)
      close(socket);
  }
  /// Opens one that has sent `bytes`.
  int open(const std::string &bytes) {
    sockaddr_in name = {};
    name.sin_family = AF_INET;
    name.sin_port = htons(port);
    name.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    int socket = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    EXPECT_EQ(
        ::connect(socket, reinterpret_cast<sockaddr *>(&name), sizeof(name)),
        0);
    send(socket, bytes);
    sockets.push_back(socket);
    return socket;
  }
  static void send(int socket, const std::string &bytes) {
    EXPECT_EQ(::send(socket, bytes.data(), bytes.size(), MSG_NOSIGNAL),
              ssize_t(bytes.size()));
  }

private:
  int port;
  std::vector<int> sockets;
};

/// A port of this host.
class Listener {
public:
  Listener() : socket(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
    sockaddr_in name = {};
    socklen_t size = sizeof(name);
    name.sin_family = AF_INET;
    name.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    auto *generic = reinterpret_cast<sockaddr *>(&name);
    EXPECT_EQ(bind(socket, generic, size), 0);
    EXPECT_EQ(::listen(socket, SOMAXCONN), 0);
    EXPECT_EQ(getsockname(socket, generic, &size), 0);
    port = ntohs(name.sin_port);
  }
  ~Listener() { close(socket); }

  int socket, port;
};

/// Lets strangers connect as soon as the first process has a port, before any
/// other process has read where it is.
class BesetTransport : public Transport {
public:
  BesetTransport(std::unique_ptr<Transport> inner,
                 std::function<void(const std::string &)> beset)
      : inner(std::move(inner)), beset(std::move(beset)) {}

  uint32_t getProcess() const override { return inner->getProcess(); }
  uint32_t countProcesses() const override { return inner->countProcesses(); }
  uint32_t getTagBound() const override { return inner->getTagBound(); }
  uint64_t getMessageBound() const override { return inner->getMessageBound(); }
  void reserve(size_t messages) override { inner->reserve(messages); }
  void post(Message *const *messages, size_t count) override {
    inner->post(messages, count);
  }
  Status gather(const std::string &mine,
                std::vector<std::string> &all) override {
    if (gatherings++ == 1) // host names, then the address
      beset(mine);
    return inner->gather(mine, all);
  }
  Status close() override { return inner->close(); }

private:
  std::unique_ptr<Transport> inner;
  std::function<void(const std::string &)> beset;
  int gatherings = 0;
};

double secondsSince(Clock::time_point begin) {
  return std::chrono::duration<double>(Clock::now() - begin).count();
}

// One stranger alone once took 5 s.
constexpr double limit = 10;
} // namespace

TEST(ControlChannel, UnknownConnectionsDelayNoProcess) {
  constexpr uint32_t count = 4;
  sbp::testing::LoopbackHub hub(count);
  std::unique_ptr<Connections> strangers;
  auto beset = [&](const std::string &address) { // "PORT 127.0.0.1 SECRET"
    size_t size = makeHello(address.substr(address.rfind(' ') + 1), 0).size();
    strangers = std::make_unique<Connections>(std::stoi(address));
    for (int i = 0; i < 20; ++i) {
      strangers->open("");
      strangers->open(std::string(10 * size, 'x'));
      strangers->open(std::string(1 + i % (size - 1), 'x'));
    }
  };
  Clock::time_point begin = Clock::now();
  std::vector<std::unique_ptr<ControlChannel>> channels(count);
  std::vector<std::string> errors(count);
  std::vector<std::thread> threads;
  for (uint32_t i = 0; i < count; ++i)
    threads.emplace_back([&, i] {
      std::unique_ptr<Transport> transport = hub.connect(i);
      if (i == 0)
        transport =
            std::make_unique<BesetTransport>(std::move(transport), beset);
      auto channel = ControlChannel::open(*transport);
      if (channel.failed())
        errors[i] = channel.status().message();
      else
        channels[i] = *std::move(channel);
    });
  for (std::thread &thread : threads)
    thread.join();
  EXPECT_EQ(errors, std::vector<std::string>(count));
  EXPECT_LT(secondsSince(begin), limit);
  // Each is at the right end: what it sends arrives under its number.
  std::mutex mutex;
  std::condition_variable arrived;
  std::map<uint32_t, std::string> messages;
  channels[0]->listenToMessages([&](uint32_t from, const std::string &text) {
    std::lock_guard lock(mutex);
    messages[from] = text;
    arrived.notify_all();
  });
  for (uint32_t i = 1; i < count; ++i)
    channels[i]->send("I am " + std::to_string(i));
  {
    std::unique_lock lock(mutex);
    arrived.wait(lock, [&] { return messages.size() + 1 == count; });
    for (uint32_t i = 1; i < count; ++i)
      EXPECT_EQ(messages[i], "I am " + std::to_string(i));
  }
  for (auto &channel : channels)
    channel->finish();
}

namespace {
/// A process alone whose second exchange fails, that of the address.
class FailingTransport : public BesetTransport {
public:
  explicit FailingTransport(std::unique_ptr<Transport> inner)
      : BesetTransport(std::move(inner), [](const std::string &) {}) {}
  Status gather(const std::string &mine,
                std::vector<std::string> &all) override {
    if (exchanges++ == 1)
      return userError("no exchange");
    return BesetTransport::gather(mine, all);
  }

private:
  int exchanges = 0;
};

size_t countDescriptors() {
  std::filesystem::directory_iterator begin("/proc/self/fd"), end;
  return std::distance(begin, end);
}
} // namespace

TEST(ControlChannel, AFailedStartLeavesNoSocketOpen) {
  sbp::testing::LoopbackHub hub(1);
  FailingTransport transport(hub.connect(0));
  size_t before = countDescriptors();
  auto channel = ControlChannel::open(transport);
  ASSERT_TRUE(channel.failed());
  EXPECT_EQ(channel.status().message(), "no exchange");
  EXPECT_EQ(countDescriptors(), before);
}

static const std::string secret = "4711";

// Its hello arrives in pieces, between those of others.
TEST(Admission, SlowSendersOfTheRunGetIn) {
  Listener listener;
  Connections connections(listener.port);
  std::string slow = makeHello(secret, 1);
  int socket = connections.open("");
  std::vector<Admitted> admitted;
  std::thread sender([&] {
    for (char byte : slow)
      Connections::send(socket, std::string(1, byte));
    connections.open(makeHello(secret, 2) + "frames follow");
  });
  Status status =
      admitPeers(listener.socket, secret, {"a", "b", "c"}, 60, admitted);
  sender.join();
  ASSERT_FALSE(status.failed()) << status.message();
  ASSERT_EQ(admitted.size(), 2u);
  EXPECT_EQ(admitted[0].process, 1u);
  EXPECT_EQ(admitted[1].process, 2u);
  char frames[13];
  EXPECT_EQ(recv(admitted[1].socket, frames, sizeof(frames), MSG_WAITALL), 13);
  EXPECT_EQ(std::string(frames, sizeof(frames)), "frames follow");
  for (const Admitted &one : admitted)
    close(one.socket);
}

TEST(Admission, OnlyTheSecretAndANumberThatIsMissingGetIn) {
  Listener listener;
  Connections connections(listener.port);
  connections.open(makeHello("4712", 1));
  connections.open(makeHello("5711", 1));
  connections.open(makeHello(secret, 0));
  connections.open(makeHello(secret, 2));
  connections.open(makeHello(secret, UINT32_MAX));
  std::vector<Admitted> admitted;
  Status status =
      admitPeers(listener.socket, secret, {"a", "process 1"}, 0.2, admitted);
  EXPECT_TRUE(admitted.empty());
  ASSERT_TRUE(status.failed());
  EXPECT_EQ(status.message(),
            "control channel: no connection within 0.2 s from process 1");
  // Those before are refused; that does not count against the next.
  connections.open(makeHello(secret, 1));
  status =
      admitPeers(listener.socket, secret, {"a", "process 1"}, 60, admitted);
  EXPECT_FALSE(status.failed());
  ASSERT_EQ(admitted.size(), 1u);
  close(admitted[0].socket);
}

// More silent connections than are kept at a time: the oldest ones go.
TEST(Admission, ManyUnknownConnectionsCloseTheOldest) {
  Listener listener;
  Connections connections(listener.port);
  for (int i = 0; i < 200; ++i)
    connections.open("");
  connections.open(makeHello(secret, 1));
  std::vector<Admitted> admitted;
  Status status = admitPeers(listener.socket, secret, {"a", "b"}, 60, admitted);
  ASSERT_FALSE(status.failed()) << status.message();
  ASSERT_EQ(admitted.size(), 1u);
  close(admitted[0].socket);
}
