// Transport.h: messages between processes
//
// A pure interface of what communicators need of MPI or of another library that
// carries bytes. A transport may be a shared object of its own, so that the
// runtime starts where its library is not installed.
#ifndef SBP_RUNTIME_COLLECTIVE_TRANSPORT_H
#define SBP_RUNTIME_COLLECTIVE_TRANSPORT_H

#include "Status.h"
#include <cstdint>
#include <string>
#include <vector>

namespace sbp {

/// A send or a receive. The caller owns it and leaves it unchanged from `post`
/// until `done` is called, by the transport's thread or by one in `post`, maybe
/// before that returns. `done` neither blocks nor posts messages.
class Message {
public:
  /// The transport must not hold the message any more.
  virtual ~Message() = default;
  /// Reports the completion: a send's bytes may be overwritten, a receive's
  /// bytes are there. A message that fails may never report it; the loss of a
  /// process is detected elsewhere.
  virtual void done() = 0;

  /// True for a send of this process to `peer`, false for a receive from it.
  bool isSend = false;
  uint32_t peer = 0; ///< process at the other end
  /// Messages with equal sender, receiver and tag arrive in the order of
  /// `post`.
  uint32_t tag = 0;
  void *data = nullptr; ///< memory of the caller, read by a send
  uint64_t bytes = 0;   ///< equal at both ends
};

/// The connection of this process to all processes of the run. They are
/// numbered from 0 to countProcesses() - 1.
class Transport {
public:
  virtual ~Transport() = default;

  virtual uint32_t getProcess() const = 0;
  virtual uint32_t countProcesses() const = 0;
  /// Returns the exclusive upper bound of tags.
  virtual uint32_t getTagBound() const = 0;
  /// Returns the largest size of one message, in bytes.
  virtual uint64_t getMessageBound() const = 0;
  /// Reserves capacity for `messages` messages in flight. Called before the
  /// first of them is posted, so that `post` does not allocate.
  virtual void reserve(size_t messages) = 0;
  /// Begins `count` messages in the order given. The array may be released on
  /// return; the messages stay in use until `done`. Every message has a tag
  /// below getTagBound() and at most getMessageBound() bytes. Any thread may
  /// call it; it does not block.
  virtual void post(Message *const *messages, size_t count) = 0;
  /// Gathers one string from every process (an all-gather of `mine`): sets
  /// `all` to them, indexed by process. All processes call it in the same
  /// order, and it returns when all have. At most one thread of a process calls
  /// it at a time. Fails where a process cannot be reached or the strings are
  /// too long for the library; `all` is undefined then.
  virtual Status gather(const std::string &mine,
                        std::vector<std::string> &all) = 0;
  /// Shuts the transport down after the last message is done. All processes
  /// call it once. A process that does not must exit without destroying the
  /// transport, since the library may still hold its buffers. Fails where the
  /// library reports an error.
  virtual Status close() = 0;
};

/// The symbol by which a shared object exports its function of type
/// OpenTransport.
inline constexpr const char *openTransportSymbol = "sbp_open_transport_1";
/// Opens the transport of this process. Returns null and sets `error` to the
/// reason where the library cannot be opened. The caller owns the transport and
/// deletes it.
using OpenTransport = Transport *(std::string *error);

} // namespace sbp

#endif // SBP_RUNTIME_COLLECTIVE_TRANSPORT_H
