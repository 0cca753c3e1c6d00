// ControlChannel.h: failures and heartbeats of processes, apart from their data
//
// A connection of every process with the first, which passes on what concerns
// all. It reports lost processes (the connection ends, or the host does not
// answer), failures with their causes, and silent processes. MPI reports none
// of this in time.
#ifndef SBP_RUNTIME_RUN_CONTROL_CONTROLCHANNEL_H
#define SBP_RUNTIME_RUN_CONTROL_CONTROLCHANNEL_H

#include "Result.h"
#include "Transport.h"
#include <atomic>
#include <functional>
#include <memory>
#include <mutex>
#include <thread>
#include <utility>

namespace sbp::run {

/// The connections of this process and the thread that serves them.
class ControlChannel {
public:
  /// Opens the channel and starts its thread. All processes of the transport,
  /// which is not used afterwards, call it at once. A user error where the
  /// first process cannot listen or one does not connect in time. Throws
  /// std::system_error where the system refuses a thread.
  static Result<std::unique_ptr<ControlChannel>> open(Transport &transport);
  /// Ends the thread and closes the connections. Without finish() before, the
  /// peers report this process as lost.
  ~ControlChannel();

  /// Receives the number of a process that was lost or has failed, the code and
  /// the cause. `from` is this process's own number where its launcher was lost
  /// or a peer is silent beyond the limit. The channel's thread calls it,
  /// possibly several times for one process.
  using Listener =
      std::function<void(uint32_t from, ExitCode code, const std::string &)>;
  /// Sets the listener. Reports that came before are passed to it within this
  /// call, by the calling thread.
  void listen(Listener listener);
  /// Sends the cause to the others before this process ends. It waits for a
  /// `send` that is in progress and for nothing else: a peer whose buffer is
  /// full does not receive it. Does nothing after finish(). Any thread.
  void sendFailure(ExitCode code, const std::string &text);
  /// Sends a message to the first process, which has a MessageListener. Called
  /// by other processes. Returns once the message is in the buffer of the
  /// socket; a lost connection is reported to the Listener instead. Any thread.
  void send(const std::string &text);
  /// Receives the number of the sender and its text.
  using MessageListener =
      std::function<void(uint32_t from, const std::string &)>;
  /// Sets the listener of the messages of send(), or removes it if null. The
  /// channel's thread calls it; it must not block nor call this channel.
  /// Messages without a listener are lost. Once this returns, the previous
  /// listener is not running.
  void listenToMessages(MessageListener listener);
  /// Ends the run with code 4 once a peer has been silent for `seconds` + 2 (0:
  /// no limit): the Listener is called and the others are informed. Steps have
  /// their own, shorter limit.
  void limitSilence(double seconds);
  /// Describes the processes that were silent for some seconds, separated by
  /// commas; empty if there is none. Any thread.
  std::string describeSilence();
  /// Returns a process's name: "process 2 (pid 71 on node3)".
  std::string describe(uint32_t process) const { return names[process]; }
  /// Marks the end of the run: connections that end from here on are no losses.
  /// Later calls do nothing. Any thread.
  void finish();

private:
  /// The state of the process at the other end.
  struct Peer {
    uint32_t process = 0;
    int socket = -1;          ///< -1 once the connection has ended
    std::string received;     ///< the beginning of a frame
    int64_t lastReceived = 0; ///< time of the last message, in ns of readClock
    bool hasFarewell = false; ///< it announced its end, which is no failure
  };

  explicit ControlChannel(Transport &transport)
      : process(transport.getProcess()), count(transport.countProcesses()) {}
  /// Gathers the names and addresses of all processes, and connects each with
  /// the first. Collective.
  Status connect(Transport &transport);
  /// A socket that accepts peers, closed with this object, and its address:
  /// "PORT IP IP ...", with one IP per network of this host, since others may
  /// reach only some.
  struct ListeningSocket {
    ListeningSocket() = default;
    explicit ListeningSocket(int socket) : socket(socket) {}
    ListeningSocket(ListeningSocket &&other) noexcept
        : socket(std::exchange(other.socket, -1)),
          address(std::move(other.address)) {}
    ListeningSocket &operator=(ListeningSocket &&other) noexcept {
      std::swap(socket, other.socket);
      std::swap(address, other.address);
      return *this;
    }
    ~ListeningSocket();

    int socket = -1; ///< -1 in processes that do not listen
    std::string address;
  };
  /// Opens the socket at which the first process accepts peers; only from this
  /// host if `isOneHost`.
  Result<ListeningSocket> listenForPeers(bool isOneHost);
  /// Accepts the connections of all other processes, in the first one. Closes
  /// those that do not send `secret`. Fails where a process is missing after 30
  /// s; those that arrived stay connected.
  Status acceptPeers(int listener, const std::string &secret);
  /// Connects to the first process by the first address that answers, and sends
  /// `secret`. A user error where none does.
  Status connectToFirst(const std::string &address, const std::string &secret);
  /// Runs the channel's thread: reads messages and sends heartbeats each second
  /// until finish().
  void run();
  /// Sends a heartbeat to each peer; that of the first process lists the silent
  /// ones.
  void sendHeartbeats();
  /// Reports a peer that is silent beyond the limit as a failure with code 4.
  void detectSilence();
  /// Receives available bytes of a peer and handles the frames that are
  /// complete.
  void read(Peer &peer);
  /// Handles one frame of a peer by its kind.
  void handle(Peer &peer, char kind, const std::string &text);
  /// Closes the connection of a peer and reports its loss, unless it has
  /// announced its end.
  void reportLoss(Peer &peer, const char *how);
  /// Passes a frame from the first process to all peers but `except`; other
  /// processes do nothing.
  void forward(const std::string &frame, uint32_t except);
  /// Calls the listener, or stores the report until there is one. Nothing is
  /// reported after finish().
  void report(uint32_t from, ExitCode code, const std::string &text);

  uint32_t process, count;
  std::vector<std::string> names; ///< by process
  std::vector<Peer> peers;
  int wakeUp[2] = {-1, -1};
  int parent = 0;   ///< the launcher
  std::mutex mutex; ///< of everything below
  Listener listener;
  MessageListener messageListener;
  std::vector<std::tuple<uint32_t, ExitCode, std::string>> pendingReports;
  std::string silent; ///< as the first process sees it
  std::mutex sending;
  std::atomic<bool> finishing{false};
  std::atomic<int64_t> silenceLimit{0}; ///< nanoseconds; 0: none
  std::thread thread;
};

} // namespace sbp::run

#endif // SBP_RUNTIME_RUN_CONTROL_CONTROLCHANNEL_H
