// Transport.h: messages between processes
//
// What a communicator needs of MPI, or of whatever else carries bytes: a pure
// interface, so that the library behind it can be loaded where it is installed
// and left alone where it is not.
#ifndef SBP_RUNTIME_COLLECTIVE_TRANSPORT_H
#define SBP_RUNTIME_COLLECTIVE_TRANSPORT_H

#include "Status.h"
#include <cstdint>
#include <string>
#include <vector>

namespace sbp {

/// One message on its way. It belongs to the transport from `post` until
/// `done`, which the transport's thread calls: it neither blocks nor posts.
class Message {
public:
  virtual ~Message() = default;
  virtual void done() = 0;

  bool isSend = false;
  uint32_t peer = 0; ///< the other process
  /// Messages of one sender, receiver and tag arrive in the order of `post`.
  uint32_t tag = 0;
  void *data = nullptr;
  uint64_t bytes = 0; ///< both sides say the same
};

class Transport {
public:
  virtual ~Transport() = default;

  virtual uint32_t getProcess() const = 0;
  virtual uint32_t countProcesses() const = 0;
  /// Tags are below it.
  virtual uint32_t getTagBound() const = 0;
  /// Bytes of one message at most.
  virtual uint64_t getMessageBound() const = 0;
  /// Room for so many messages at once, before the first of them.
  virtual void reserve(size_t messages) = 0;
  /// Begins messages, in this order. Any thread; does not block.
  virtual void post(Message *const *messages, size_t count) = 0;
  /// What every process says, by process. All of them call it, in one order;
  /// returns when all have. Not while another thread is inside.
  virtual Status gather(const std::string &mine,
                        std::vector<std::string> &all) = 0;
  /// The end, which all processes come to. Without it the process has to end
  /// without taking down what the library holds.
  virtual Status close() = 0;
};

/// What a shared object of a transport exports by this name: null and a message
/// where it cannot be opened.
inline constexpr const char *openTransportSymbol = "sbp_open_transport_1";
using OpenTransport = Transport *(std::string *error);

} // namespace sbp

#endif // SBP_RUNTIME_COLLECTIVE_TRANSPORT_H
