// EntryState.h: an entry that is bound to devices and memory
#ifndef SBP_RUNTIME_SESSION_ENTRYSTATE_H
#define SBP_RUNTIME_SESSION_ENTRYSTATE_H

#include "Actor.h"
#include "OnceLaunches.h"
#include "Ports.h"
#include "StepGraphs.h"
#include <atomic>
#include <map>
#include <memory>
#include <vector>

namespace sbp {

/// The parts of an entry that a session prepares, once. `Session` owns them;
/// `Steps` runs them.
struct EntryState {
  explicit EntryState(const Program &program) : once(program) {}
  Status preparation;                   ///< the result of `Session::prepare`
  std::map<uint32_t, TaskGraph> graphs; ///< by template; actors read them
  std::unique_ptr<Communicator> communicator;
  std::vector<std::unique_ptr<Actor>> actors; ///< by rank, null: no part
  std::vector<uint32_t> ranks;                ///< of this process
  std::map<uint32_t, PieceMap> inputs, outputs;
  OnceLaunches once;                      ///< of all local ranks
  std::unique_ptr<StepGraphs> stepGraphs; ///< null: actors run every step
  std::atomic<uint32_t> steps{0};
  uint32_t run = 0; ///< steps of this session
};

} // namespace sbp

#endif // SBP_RUNTIME_SESSION_ENTRYSTATE_H
