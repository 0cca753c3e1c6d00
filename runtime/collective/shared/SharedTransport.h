// SharedTransport.h: messages through the shared memory of one host
//
// A transport over an inner one. Messages to processes of this host go through
// shared memory, except long ones, for which the inner transport is faster; all
// others go to the inner transport. A message is written to a pipe only after
// its receive is posted, so a pipe never holds bytes that nobody takes. The
// posting thread moves what can be moved; a thread of the transport does the
// rest and sleeps until its bell rings, since there may be more processes than
// cores.
#ifndef SBP_RUNTIME_COLLECTIVE_SHARED_SHAREDTRANSPORT_H
#define SBP_RUNTIME_COLLECTIVE_SHARED_SHAREDTRANSPORT_H

#include "Result.h"
#include "SharedArena.h"
#include <mutex>
#include <thread>

namespace sbp {

/// The transport of processes of which some share a host. Threads use it as
/// Transport.h allows.
class SharedTransport final : public Transport {
public:
  /// Opens the transport and starts its thread. All processes of `inner` call
  /// it together; `inner` must outlive the result. Returns null where this
  /// process shares memory with no other one, or where `isEnabled` is false.
  /// Fails where `inner` does. Throws std::system_error without a thread.
  static Result<std::unique_ptr<SharedTransport>> open(Transport &inner,
                                                       bool isEnabled);
  /// Stops the thread. `inner` stays open unless `close` was called.
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
  /// Stops the thread and closes `inner`, whose status it returns.
  Status close() override;

  /// The longest message that goes through shared memory, in bytes. Both ends
  /// choose the path by the size.
  static constexpr uint64_t longestMessage = SharedPipe::bytes / 2;

private:
  /// The header of a message in a pipe.
  struct alignas(16) Frame {
    uint32_t tag;
    uint32_t reserved;
    uint64_t bytes;
  };
  /// One direction of a connection: the messages that wait, in the order of
  /// `post`, and the one in flight. The mutex protects all fields.
  struct Line {
    std::mutex mutex;
    std::vector<Message *> waiting;
    Message *current = nullptr;
    uint64_t done = 0; ///< bytes of `current` that are moved
    SharedPipe *pipe = nullptr;

    /// Accounts for `part` more bytes of the current message and advances the
    /// pipe's position `at`. Returns true at the end of the message; `current`
    /// is null then.
    bool advance(uint64_t part, uint64_t &at);
  };
  /// The connection to another process of this host.
  struct Peer {
    Bell *bell;
    Line sends, receives;
    std::vector<uint32_t> begun; ///< number of begun sends, by tag
  };

  /// Starts the thread. `arena` must not be null and has at least two members.
  SharedTransport(Transport &inner, std::unique_ptr<SharedArena> arena);
  /// Returns true for a message that goes through shared memory.
  bool isShared(const Message &message) const {
    return peers[message.peer] && message.tag < SharedPipe::tags &&
           message.bytes <= longestMessage;
  }
  /// Removes and returns the next message to send; null where no receive is
  /// posted.
  Message *takeSend(Peer &peer);
  /// Moves bytes of the current or next message into the pipe and completes it
  /// at its end. Returns false where none could be moved. The line is locked.
  bool write(Peer &peer);
  /// Sends all that the pipe to a peer has space for. The peer rings when it
  /// can take more. Takes the lock of the line.
  void send(Peer &peer);
  /// Moves bytes of one message out of the pipe and completes it at its end;
  /// sets `moved` to false where there are none. The line is locked.
  void read(Peer &peer, bool &moved);
  /// Receives all that the pipe from a peer holds, and rings the peer where it
  /// waits for space. Any thread may call it, since it takes the lock of the
  /// line.
  void receive(Peer &peer);
  /// Runs the transport's thread: serves all peers, and sleeps while its bell
  /// is silent.
  void run();
  /// Stops and joins the thread. Later calls do nothing.
  void stop();

  Transport &inner;
  std::unique_ptr<SharedArena> arena;
  std::vector<std::unique_ptr<Peer>> peers; ///< by process; null on other hosts
  Bell *bell;                               ///< bell of this process
  unsigned spins; ///< attempts before the thread sleeps
  std::atomic<bool> stopping{false};
  std::thread thread;
};

} // namespace sbp

#endif // SBP_RUNTIME_COLLECTIVE_SHARED_SHAREDTRANSPORT_H
