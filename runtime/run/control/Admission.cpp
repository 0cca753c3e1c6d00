// Admission.cpp: recognition of the run's own connections to the control port
#include "Admission.h"
#include "Actor.h"
#include "Errno.h"
#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <optional>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

using namespace sbp;
using namespace sbp::run;

std::string run::makeHello(const std::string &secret, uint32_t process) {
  return secret +
         std::string(reinterpret_cast<const char *>(&process), sizeof(process));
}

namespace {
class Admission {
public:
  Admission(int listener, const std::string &secret, uint32_t count)
      : listener(listener), secret(secret), isIn(count) {
    isIn[0] = true;
  }
  ~Admission() {
    for (const Pending &connection : pending)
      close(connection.socket);
  }

  bool isComplete() const {
    return std::all_of(isIn.begin(), isIn.end(), [](bool in) { return in; });
  }
  bool has(uint32_t process) const { return isIn[process]; }
  /// Waits for a connection, or for bytes of a pending one, and handles both.
  /// Appends connections whose hello is complete to `admitted`.
  Status advance(int milliseconds, std::vector<Admitted> &admitted);

private:
  /// A connection before its hello is complete.
  struct Pending {
    int socket;
    std::string received;
  };
  /// The number of pending connections beyond those of the run. One more closes
  /// the oldest one, whose hello is overdue.
  static constexpr size_t kMaxUnknown = 128;

  Status accept();
  bool read(Pending &connection, std::vector<Admitted> &admitted);
  std::optional<uint32_t> authenticate(const std::string &hello) const;
  void closeOldest();

  int listener;
  const std::string &secret;
  std::vector<bool> isIn; ///< by process
  std::vector<Pending> pending;
};
} // namespace

void Admission::closeOldest() {
  close(pending.front().socket);
  pending.erase(pending.begin());
}

Status Admission::accept() {
  int socket = accept4(listener, nullptr, nullptr, SOCK_CLOEXEC);
  if (socket >= 0) {
    if (pending.size() == isIn.size() + kMaxUnknown)
      closeOldest();
    pending.push_back({socket, ""});
    return {};
  }
  bool isFull =
      errno == EMFILE || errno == ENFILE || errno == ENOBUFS || errno == ENOMEM;
  if (!isFull) // it has ended again
    return {};
  if (pending.empty())
    return userError("control channel: cannot accept a connection: ",
                     describeError(errno));
  closeOldest();
  return {};
}

/// Returns the process of a complete hello; nothing where the secret differs or
/// the process is not missing. Compares all bytes, so that the time this takes
/// reveals nothing of the secret.
std::optional<uint32_t>
Admission::authenticate(const std::string &hello) const {
  unsigned difference = 0;
  for (size_t i = 0; i < secret.size(); ++i)
    difference |= static_cast<unsigned char>(hello[i] ^ secret[i]);
  uint32_t process = 0;
  std::memcpy(&process, hello.data() + secret.size(), sizeof(process));
  if (difference != 0 || process >= isIn.size() || isIn[process])
    return std::nullopt;
  return process;
}

/// Reads bytes of a hello. Returns false where the connection is pending no
/// longer: it ended, or its hello is complete.
bool Admission::read(Pending &connection, std::vector<Admitted> &admitted) {
  char bytes[256];
  size_t size = secret.size() + sizeof(uint32_t);
  size_t missing = size - connection.received.size();
  ssize_t got = recv(connection.socket, bytes, std::min(missing, sizeof(bytes)),
                     MSG_DONTWAIT);
  if (got < 0 && (errno == EAGAIN || errno == EINTR))
    return true;
  connection.received.append(bytes, std::max<ssize_t>(got, 0));
  if (got > 0 && connection.received.size() < size)
    return true;
  std::optional<uint32_t> process;
  if (got > 0)
    process = authenticate(connection.received);
  if (process) {
    isIn[*process] = true;
    admitted.push_back({*process, connection.socket});
  } else {
    close(connection.socket);
  }
  return false;
}

Status Admission::advance(int milliseconds, std::vector<Admitted> &admitted) {
  std::vector<pollfd> polls;
  for (const Pending &connection : pending)
    polls.push_back({connection.socket, POLLIN, 0});
  polls.push_back({listener, POLLIN, 0});
  if (poll(polls.data(), polls.size(), milliseconds) < 0 && errno != EINTR)
    return userError("control channel: cannot wait for connections: ",
                     describeError(errno));
  std::vector<Pending> left;
  for (size_t i = 0; i < pending.size(); ++i)
    if (polls[i].revents == 0 || read(pending[i], admitted))
      left.push_back(std::move(pending[i]));
  pending = std::move(left);
  return polls.back().revents ? accept() : Status();
}

Status run::admitPeers(int listener, const std::string &secret,
                       const std::vector<std::string> &names, double seconds,
                       std::vector<Admitted> &admitted) {
  // One that ended between poll and accept is not waited for.
  fcntl(listener, F_SETFL, fcntl(listener, F_GETFL) | O_NONBLOCK);
  int64_t end = readClock() + int64_t(seconds * 1e9);
  Admission admission(listener, secret, names.size());
  while (!admission.isComplete()) {
    int64_t left = end - readClock();
    if (left <= 0)
      break;
    SBP_RETURN_IF_FAILED(admission.advance(left / 1000000 + 1, admitted));
  }
  std::string missing;
  for (uint32_t i = 0; i < names.size(); ++i)
    if (!admission.has(i))
      missing += (missing.empty() ? "" : ", ") + names[i];
  return missing.empty() ? Status()
                         : userError("control channel: no connection within ",
                                     seconds, " s from ", missing);
}
