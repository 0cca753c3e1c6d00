// SharedTransport.h: messages between the processes of one host
//
// A transport over another one: messages to processes of this host go through
// memory that they share, others, and those that are longer than what memory is
// quicker for, through the other one. A message is written to a pipe once its
// receive is posted, so that pipes never hold what nobody takes. Who posts
// moves what can be moved; the rest is done by a thread that sleeps until its
// bell rings: processes may be more than cores.
#ifndef SBP_RUNTIME_COLLECTIVE_SHARED_SHAREDTRANSPORT_H
#define SBP_RUNTIME_COLLECTIVE_SHARED_SHAREDTRANSPORT_H

#include "SharedArena.h"
#include <mutex>
#include <thread>

namespace sbp {

class SharedTransport final : public Transport {
public:
  /// By all processes of `inner` at once, which outlives the result; null where
  /// this process shares memory with no other.
  static Status open(Transport &inner, bool isWanted,
                     std::unique_ptr<SharedTransport> &result);
  ~SharedTransport() override;

  uint32_t getProcess() const override { return inner.getProcess(); }
  uint32_t countProcesses() const override { return inner.countProcesses(); }
  uint32_t getTagBound() const override { return inner.getTagBound(); }
  uint64_t getMessageBound() const override { return inner.getMessageBound(); }
  void reserve(size_t messages) override;
  void post(Message *const *messages, size_t count) override;
  Status gather(const std::string &mine,
                std::vector<std::string> &all) override {
    return inner.gather(mine, all);
  }
  Status close() override;

  /// Both ends of a message decide alike.
  static constexpr uint64_t longestMessage = SharedPipe::bytes / 2;

private:
  /// What stands before a message in a pipe.
  struct alignas(16) Frame {
    uint32_t tag;
    uint32_t reserved;
    uint64_t bytes;
  };
  /// Messages in the order in which they were posted, and the one that is on
  /// its way.
  struct Line {
    std::mutex mutex;
    std::vector<Message *> waiting;
    Message *current = nullptr;
    uint64_t done = 0; ///< bytes of it
    SharedPipe *pipe = nullptr;

    /// `part` more bytes of the current message went by, of which the last one
    /// was before position `at`; whether it is over, and no longer current.
    bool advance(uint64_t part, uint64_t &at);
  };
  struct Peer {
    Bell *bell;
    Line sends, receives;
    std::vector<uint32_t> begun; ///< sends so far, by tag
  };

  SharedTransport(Transport &inner, std::unique_ptr<SharedArena> arena);
  bool isShared(const Message &message) const {
    return peers[message.peer] && message.tag < SharedPipe::tags &&
           message.bytes <= longestMessage;
  }
  Message *takeSend(Peer &peer);
  bool write(Peer &peer);
  void send(Peer &peer);
  void read(Peer &peer, bool &moved);
  void receive(Peer &peer);
  void run();
  void stop();

  Transport &inner;
  std::unique_ptr<SharedArena> arena;
  std::vector<std::unique_ptr<Peer>> peers; ///< by process; null: elsewhere
  Bell *bell;                               ///< of this process
  unsigned polls;                           ///< before the thread sleeps
  std::atomic<bool> stopping{false};
  std::thread thread;
};

} // namespace sbp

#endif // SBP_RUNTIME_COLLECTIVE_SHARED_SHAREDTRANSPORT_H
