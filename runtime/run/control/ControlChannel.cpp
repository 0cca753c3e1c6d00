// ControlChannel.cpp: frames and heartbeats between the processes of a run
//
// Frames: u32 length of the text, one character of kind, the text. Beats are
// sent every second; a peer whose host does not acknowledge them for 8 s is
// lost, one that is only stopped is silent.
#include "ControlChannel.h"
#include "Actor.h"
#include "Admission.h"
#include "HostName.h"
#include <arpa/inet.h>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <ifaddrs.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <random>
#include <sstream>
#include <sys/socket.h>
#include <unistd.h>

using namespace sbp;
using namespace sbp::run;

static constexpr char kHeartbeatKind = 'B', kFailureKind = 'F',
                      kFarewellKind = 'E', kMessageKind = 'M';
static constexpr uint32_t kMaxText = 1 << 20;
static constexpr int64_t kSecond = 1000000000;

static std::string makeFrame(char kind, const std::string &text) {
  uint32_t size = std::min<size_t>(text.size(), kMaxText);
  std::string frame(reinterpret_cast<const char *>(&size), sizeof(size));
  frame += kind;
  return frame.append(text, 0, size);
}

/// Sends without blocking, so that a stopped peer cannot stop the others;
/// frames that its buffer has no room for are dropped.
static void sendFrame(int socket, const std::string &frame) {
  if (socket >= 0)
    (void)!::send(socket, frame.data(), frame.size(),
                  MSG_NOSIGNAL | MSG_DONTWAIT);
}

static bool sendAll(int socket, const std::string &bytes) {
  size_t done = 0;
  while (done < bytes.size()) {
    ssize_t sent =
        ::send(socket, bytes.data() + done, bytes.size() - done, MSG_NOSIGNAL);
    if (sent <= 0)
      return false;
    done += sent;
  }
  return true;
}

static void prepareSocket(int socket) {
  int yes = 1;
  unsigned milliseconds = 8000;
  setsockopt(socket, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof(yes));
  setsockopt(socket, IPPROTO_TCP, TCP_USER_TIMEOUT, &milliseconds,
             sizeof(milliseconds));
}

static Status fail(const char *what) {
  return userError("control channel: cannot ", what, ": ",
                   std::strerror(errno));
}

Result<std::unique_ptr<ControlChannel>>
ControlChannel::open(Transport &transport) {
  std::unique_ptr<ControlChannel> channel(new ControlChannel(transport));
  channel->parent = getppid();
  if (pipe2(channel->wakeUp, O_CLOEXEC | O_NONBLOCK) != 0)
    return fail("make a pipe");
  SBP_RETURN_IF_FAILED(channel->connect(transport));
  for (Peer &peer : channel->peers)
    peer.lastReceived = readClock();
  channel->thread = std::thread([made = channel.get()] { made->run(); });
  return channel;
}

/// Without `finish` the others report a loss, correctly: an exception ended the
/// run.
ControlChannel::~ControlChannel() {
  finishing = true;
  (void)!write(wakeUp[1], "x", 1);
  if (thread.joinable())
    thread.join();
  for (Peer &peer : peers)
    close(peer.socket);
  for (int end : wakeUp)
    close(end);
}

Status ControlChannel::connect(Transport &transport) {
  std::vector<std::string> hosts, addresses;
  SBP_RETURN_IF_FAILED(
      transport.gather(textOf(getHostName(), " ", getpid()), hosts));
  bool isOneHost = true;
  auto hostOf = [&](uint32_t i) {
    return hosts[i].substr(0, hosts[i].find(' '));
  };
  for (uint32_t i = 0; i < count; ++i) {
    isOneHost &= hostOf(i) == hostOf(0);
    names.push_back(textOf("process ", i, " (pid ",
                           hosts[i].substr(hosts[i].find(' ') + 1), " on ",
                           hostOf(i), ")"));
  }
  std::string secret;
  Result<ListeningSocket> listener = ListeningSocket();
  if (process == 0) {
    std::random_device random;
    secret = textOf(random(), random(), random());
    listener = listenForPeers(isOneHost);
  }
  SBP_RETURN_IF_FAILED(transport.gather(
      listener.failed() ? "" : listener->address + " " + secret, addresses));
  SBP_RETURN_IF_FAILED(listener.status());
  if (addresses[0].size() < 2)
    return userError("control channel: ", names[0], " cannot listen");
  size_t space = addresses[0].rfind(' ');
  std::string address = addresses[0].substr(0, space);
  secret = addresses[0].substr(space + 1);
  if (process != 0)
    return connectToFirst(address, secret);
  return acceptPeers(listener->socket, secret);
}

ControlChannel::ListeningSocket::~ListeningSocket() {
  if (socket >= 0)
    close(socket);
}

/// If all processes are on one host the socket accepts no connection from
/// outside.
Result<ControlChannel::ListeningSocket>
ControlChannel::listenForPeers(bool isOneHost) {
  ListeningSocket listener(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
  sockaddr_in name = {};
  socklen_t size = sizeof(name);
  name.sin_family = AF_INET;
  name.sin_addr.s_addr = htonl(isOneHost ? INADDR_LOOPBACK : INADDR_ANY);
  auto *generic = reinterpret_cast<sockaddr *>(&name);
  if (listener.socket < 0 || bind(listener.socket, generic, size) != 0 ||
      ::listen(listener.socket, SOMAXCONN) != 0 ||
      getsockname(listener.socket, generic, &size) != 0)
    return fail("listen");
  listener.address = std::to_string(ntohs(name.sin_port));
  if (isOneHost) {
    listener.address += " 127.0.0.1";
    return listener;
  }
  ifaddrs *interfaces = nullptr;
  if (getifaddrs(&interfaces) != 0)
    return fail("list the addresses of this host");
  for (ifaddrs *at = interfaces; at; at = at->ifa_next) {
    if (!at->ifa_addr || at->ifa_addr->sa_family != AF_INET)
      continue;
    in_addr ip = reinterpret_cast<sockaddr_in *>(at->ifa_addr)->sin_addr;
    char text[INET_ADDRSTRLEN];
    inet_ntop(AF_INET, &ip, text, sizeof(text));
    listener.address += textOf(" ", text);
  }
  freeifaddrs(interfaces);
  return listener;
}

Status ControlChannel::acceptPeers(int listener, const std::string &secret) {
  constexpr double limitSeconds = 30;
  std::vector<Admitted> admitted;
  Status status = admitPeers(listener, secret, names, limitSeconds, admitted);
  for (const Admitted &other : admitted) {
    prepareSocket(other.socket);
    peers.push_back({other.process, other.socket, "", 0, false});
  }
  return status;
}

Status ControlChannel::connectToFirst(const std::string &address,
                                      const std::string &secret) {
  std::istringstream words(address);
  int port = 0;
  words >> port;
  for (std::string ip; words >> ip;) {
    sockaddr_in name = {};
    name.sin_family = AF_INET;
    name.sin_port = htons(port);
    inet_pton(AF_INET, ip.c_str(), &name.sin_addr);
    int socket = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    timeval patience = {5, 0};
    setsockopt(socket, SOL_SOCKET, SO_SNDTIMEO, &patience, sizeof(patience));
    if (::connect(socket, reinterpret_cast<sockaddr *>(&name), sizeof(name)) ==
            0 &&
        sendAll(socket, makeHello(secret, process))) {
      prepareSocket(socket);
      peers.push_back({0, socket, "", 0, false});
      return {};
    }
    close(socket);
  }
  return userError("control channel: cannot reach ", names[0], " at ", address);
}

void ControlChannel::run() {
  int64_t lastBeat = 0;
  while (!finishing) {
    if (int64_t now = readClock(); now - lastBeat >= kSecond) {
      // This process was suspended (SIGSTOP, a debugger) and read nothing, so
      // the silence of its peers is its own.
      if (now - lastBeat >= 3 * kSecond)
        for (Peer &peer : peers)
          peer.lastReceived = now;
      lastBeat = now;
      sendHeartbeats();
      detectSilence();
    }
    std::vector<pollfd> polls = {{wakeUp[0], POLLIN, 0}};
    for (const Peer &peer : peers)
      polls.push_back({peer.socket, POLLIN, 0});
    ::poll(polls.data(), polls.size(), 1000);
    for (size_t i = 0; i < peers.size() && !finishing; ++i)
      if (polls[i + 1].revents)
        read(peers[i]);
  }
}

/// Sends a heartbeat; the first process also sends the list of silent ones.
void ControlChannel::sendHeartbeats() {
  std::string text;
  for (const Peer &peer : peers)
    if (int64_t quiet = (readClock() - peer.lastReceived) / kSecond;
        quiet >= 3 && !peer.hasFarewell)
      text += textOf(text.empty() ? "" : ", ", "no message from ",
                     names[peer.process], " for ", quiet, " s");
  {
    std::lock_guard lock(mutex);
    if (process == 0 || !text.empty() || silent.find(names[0]) != silent.npos)
      silent = text;
  }
  std::lock_guard lock(sending);
  for (const Peer &peer : peers)
    sendFrame(peer.socket, makeFrame(kHeartbeatKind, process == 0 ? text : ""));
  if (getppid() != parent && !finishing)
    report(process, ExitCode::RankLost, "its launcher was lost");
}

void ControlChannel::limitSilence(double seconds) {
  // Longer than what a step waits for.
  silenceLimit = seconds > 0 ? int64_t((seconds + 2) * kSecond) : 0;
}

/// Ends the run if a peer is silent beyond the limit. Steps have the watchdog,
/// but loading and writing have no other limit.
void ControlChannel::detectSilence() {
  int64_t limit = silenceLimit;
  for (const Peer &peer : peers) {
    int64_t quiet = readClock() - peer.lastReceived;
    if (limit == 0 || quiet < limit || peer.hasFarewell || finishing)
      continue;
    silenceLimit = 0;
    std::string text = textOf("no message from ", names[peer.process], " for ",
                              quiet / kSecond, " s");
    sendFailure(ExitCode::Watchdog, text);
    report(process, ExitCode::Watchdog, text);
    return;
  }
}

void ControlChannel::read(Peer &peer) {
  char bytes[4096];
  ssize_t got = recv(peer.socket, bytes, sizeof(bytes), MSG_DONTWAIT);
  if (got < 0 && (errno == EAGAIN || errno == EINTR))
    return;
  if (got <= 0)
    return reportLoss(peer, got == 0 ? "ended without a report"
                                     : "cannot be reached any more");
  peer.lastReceived = readClock();
  peer.received.append(bytes, got);
  uint32_t size = 0;
  while (peer.received.size() > sizeof(size)) {
    std::memcpy(&size, peer.received.data(), sizeof(size));
    size_t whole = sizeof(size) + 1 + std::min(size, kMaxText);
    if (peer.received.size() < whole)
      return;
    char kind = peer.received[sizeof(size)];
    std::string text = peer.received.substr(sizeof(size) + 1, size);
    peer.received.erase(0, whole);
    handle(peer, kind, text);
  }
}

void ControlChannel::handle(Peer &peer, char kind, const std::string &text) {
  if (kind == kFarewellKind)
    peer.hasFarewell = true;
  if (kind == kHeartbeatKind && process != 0) {
    std::lock_guard lock(mutex);
    silent = text;
  }
  if (kind == kMessageKind) {
    std::lock_guard lock(mutex);
    if (messageListener)
      messageListener(peer.process, text);
  }
  if (kind != kFailureKind)
    return;
  // "FROM CODE TEXT"
  std::istringstream words(text);
  uint32_t from = 0;
  int code = 0;
  words >> from >> code;
  words.ignore(1);
  std::string reason{std::istreambuf_iterator<char>(words), {}};
  peer.hasFarewell |= from == peer.process;
  forward(makeFrame(kFailureKind, text), peer.process);
  report(from, ExitCode(code), reason);
}

void ControlChannel::reportLoss(Peer &peer, const char *how) {
  close(peer.socket);
  peer.socket = -1;
  if (peer.hasFarewell || finishing)
    return;
  peer.hasFarewell = true;
  forward(makeFrame(kFailureKind, textOf(peer.process, " ",
                                         int(ExitCode::RankLost), " ", how)),
          peer.process);
  report(peer.process, ExitCode::RankLost, how);
}

/// Forwards a frame from the first process to all others but `except`: only the
/// first process is connected with all.
void ControlChannel::forward(const std::string &frame, uint32_t except) {
  std::lock_guard lock(sending);
  for (const Peer &peer : peers)
    if (process == 0 && peer.process != except)
      sendFrame(peer.socket, frame);
}

void ControlChannel::report(uint32_t from, ExitCode code,
                            const std::string &text) {
  Listener callback;
  {
    std::lock_guard lock(mutex);
    callback = listener;
    if (!callback)
      pendingReports.push_back({from, code, text});
  }
  if (callback && !finishing)
    callback(from, code, text);
}

void ControlChannel::listen(Listener given) {
  decltype(pendingReports) before;
  {
    std::lock_guard lock(mutex);
    listener = given;
    before.swap(pendingReports);
  }
  for (const auto &[from, code, text] : before)
    given(from, code, text);
}

void ControlChannel::sendFailure(ExitCode code, const std::string &text) {
  if (finishing) // the run is over in all processes
    return;
  std::lock_guard lock(sending);
  for (const Peer &peer : peers)
    sendFrame(
        peer.socket,
        makeFrame(kFailureKind, textOf(process, " ", int(code), " ", text)));
}

void ControlChannel::listenToMessages(MessageListener given) {
  std::lock_guard lock(mutex);
  messageListener = std::move(given);
}

void ControlChannel::send(const std::string &text) {
  std::lock_guard lock(sending);
  for (const Peer &peer : peers)
    sendAll(peer.socket, makeFrame(kMessageKind, text));
}

std::string ControlChannel::describeSilence() {
  std::lock_guard lock(mutex);
  return silent;
}

void ControlChannel::finish() {
  if (finishing.exchange(true))
    return;
  std::lock_guard lock(sending);
  for (const Peer &peer : peers)
    sendFrame(peer.socket, makeFrame(kFarewellKind, ""));
  (void)!write(wakeUp[1], "x", 1);
}
