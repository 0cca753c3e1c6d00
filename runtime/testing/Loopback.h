// Loopback.h: a transport between threads of one process
//
// Tests run several sessions as threads that exchange messages through memory,
// in pieces as small as the test requires. No library is involved.
#ifndef SBP_RUNTIME_TESTING_LOOPBACK_H
#define SBP_RUNTIME_TESTING_LOOPBACK_H

#include "Transport.h"
#include <condition_variable>
#include <deque>
#include <map>
#include <memory>
#include <mutex>

namespace sbp::testing {

/// The state shared by the transports of one set of processes. Any thread may
/// use them. A send whose size differs from that of its receive aborts the
/// process.
class LoopbackHub {
public:
  /// Makes a hub of `processes` processes, whose messages have at most
  /// `messageBound` bytes.
  explicit LoopbackHub(uint32_t processes, uint64_t messageBound = UINT64_MAX)
      : processes(processes), messageBound(messageBound) {}

  /// Returns the transport of a process, which is called once for each. The hub
  /// must outlive it. Its functions do not fail.
  std::unique_ptr<Transport> connect(uint32_t process);

private:
  class Connection;
  using Key =
      std::tuple<uint32_t, uint32_t, uint32_t>; ///< sender, receiver, tag
  /// Sends and receives with equal key that are not matched yet.
  struct PendingMessages {
    std::deque<Message *> sends, receives;
  };

  /// Matches a message with the other end, if that one is posted: copies the
  /// bytes and completes both.
  void post(uint32_t process, Message &message);
  /// Blocks until all processes have made the same gather; sets `all`.
  void gather(uint32_t process, const std::string &mine,
              std::vector<std::string> &all);

  uint32_t processes;
  uint64_t messageBound; ///< in bytes
  std::mutex mutex;
  std::condition_variable gathered;
  std::map<Key, PendingMessages> pending;
  std::map<uint64_t, std::vector<std::string>>
      gatheredBytes;  ///< by number of the gather
  uint64_t calls = 0; ///< number of calls of `gather` by all processes
};

} // namespace sbp::testing

#endif // SBP_RUNTIME_TESTING_LOOPBACK_H
