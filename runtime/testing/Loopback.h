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

/// The state shared by the transports of one set of processes.
class LoopbackHub {
public:
  explicit LoopbackHub(uint32_t processes, uint64_t messageBound = UINT64_MAX)
      : processes(processes), messageBound(messageBound) {}

  /// Returns the transport of a process. The hub outlives it.
  std::unique_ptr<Transport> connect(uint32_t process);

private:
  class Connection;
  using Key =
      std::tuple<uint32_t, uint32_t, uint32_t>; ///< sender, receiver, tag
  /// Sends and receives with equal key that are not matched yet.
  struct PendingMessages {
    std::deque<Message *> sends, receives;
  };

  void post(uint32_t process, Message &message);
  void gather(uint32_t process, const std::string &mine,
              std::vector<std::string> &all);

  uint32_t processes;
  uint64_t messageBound;
  std::mutex mutex;
  std::condition_variable gathered;
  std::map<Key, PendingMessages> pending;
  std::map<uint64_t, std::vector<std::string>>
      gatheredBytes; ///< by number of the gather
  uint64_t calls = 0;
};

} // namespace sbp::testing

#endif // SBP_RUNTIME_TESTING_LOOPBACK_H
