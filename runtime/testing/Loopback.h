// Loopback.h: processes that are threads of one
//
// A transport without a library behind it: the sessions of a test exchange
// messages through memory, in pieces as small as the test likes.
#ifndef SBP_RUNTIME_TESTING_LOOPBACK_H
#define SBP_RUNTIME_TESTING_LOOPBACK_H

#include "Transport.h"
#include <condition_variable>
#include <deque>
#include <map>
#include <memory>
#include <mutex>

namespace sbp::testing {

/// What the transports of one set of processes share.
class LoopbackHub {
public:
  explicit LoopbackHub(uint32_t processes, uint64_t messageBound = UINT64_MAX)
      : processes(processes), messageBound(messageBound) {}

  /// The transport of a process; the hub outlives it.
  std::unique_ptr<Transport> connect(uint32_t process);

private:
  class Connection;
  using Key = std::tuple<uint32_t, uint32_t, uint32_t>; ///< from, to, tag
  struct Meeting {
    std::deque<Message *> sends, receives;
  };

  void post(uint32_t process, Message &message);
  void gather(uint32_t process, const std::string &mine,
              std::vector<std::string> &all);

  uint32_t processes;
  uint64_t messageBound;
  std::mutex mutex;
  std::condition_variable gathered;
  std::map<Key, Meeting> meetings;
  std::map<uint64_t, std::vector<std::string>> said; ///< by gathering
  uint64_t calls = 0;
};

} // namespace sbp::testing

#endif // SBP_RUNTIME_TESTING_LOOPBACK_H
