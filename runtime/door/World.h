// World.h: the processes that run one session together
#ifndef SBP_RUNTIME_DOOR_WORLD_H
#define SBP_RUNTIME_DOOR_WORLD_H

#include "Launch.h"
#include "Processes.h"
#include "RunTermination.h"
#include "Session.h"
#include "sbp_runtime.h"
#include <atomic>
#include <memory>
#include <string>
#include <vector>

namespace sbp::door {

/// The processes of a run, and their one session. The handle of the world and
/// that of the session own it together.
class World {
public:
  /// Connects nothing yet.
  explicit World(const sbp_world_options &options);
  /// Ends the connections, then the session.
  ~World();

  /// Finds the launch and connects the processes. Collective. Fails where the
  /// launch is wrong, or the processes cannot be connected.
  Status open();
  /// Creates the session of this process. Collective; fails in all processes
  /// where it fails in one, or where there was a session before.
  Status createSession(artifact::Bytes bytes, SessionOptions options);
  /// Waits for all processes and ends the library that connects them. Fails
  /// where a process has failed, which would be waited for in vain.
  Status close();
  /// Informs the other processes of a failure here.
  void fail(const Status &status) {
    hasFailed = true;
    (void)termination->fail(status);
  }

  /// Gathers bytes of every process into `all`, one element for each, which
  /// live until the next call. Collective.
  Status gather(const void *data, size_t bytes, sbp_bytes *all);

  const run::Launch &getLaunch() const { return launch; }
  run::Processes &getProcesses() { return processes; }
  Session *getSession() { return session.get(); }

private:
  /// Returns `status` with the text that was to be printed as its message.
  Status complete(Status status) const;

  sbp_world_options options;
  run::Launch launch;
  run::LaunchOptions launchOptions;
  std::string error; ///< of the last agreement that failed
  std::unique_ptr<Session> session;
  run::Processes processes;
  std::unique_ptr<run::RunTermination> termination;
  std::vector<std::string> gathered; ///< by the last call of gather
  bool hadSession = false;
  std::atomic<bool> hasFailed{false}; ///< here or in another process
};

/// Returns the world of a handle; null where the handle is null or closed.
std::shared_ptr<World> findWorld(const sbp_world *world);

} // namespace sbp::door

#endif // SBP_RUNTIME_DOOR_WORLD_H
