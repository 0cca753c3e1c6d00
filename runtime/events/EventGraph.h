//===- EventGraph.h - what the firings of a task wait for -----------------===//
//
// The rules of firing, for compiler and runtime alike: a task fires a number of
// times a step, registers carry tokens in a number of copies. What a plan may
// do is proved with these before it is written and again before it is run.
//
//===----------------------------------------------------------------------===//
#ifndef SBP_RUNTIME_EVENTS_EVENTGRAPH_H
#define SBP_RUNTIME_EVENTS_EVENTGRAPH_H

#include <cstddef>
#include <cstdint>
#include <vector>

namespace sbp {

/// `task` must have fired ((firing * tokens / ownFirings) + 1 - credits)
/// * firings / tokens times: a data edge (credits 0), or the reuse of a
/// register with that many copies.
struct Wait {
  uint32_t task;
  uint32_t ownFirings, firings, tokens;
  int64_t credits;

  int64_t needed(int64_t firing) const {
    int64_t token = firing * tokens / ownFirings + 1 - credits;
    return token <= 0 ? 0 : token * (firings / tokens);
  }
};

/// One firing of a task in a launch list.
struct Firing {
  uint32_t task, microBatch;
  bool operator==(const Firing &other) const = default;
};
using LaunchList = std::vector<Firing>;      ///< of one stream
using LaunchLists = std::vector<LaunchList>; ///< by stream

/// The tasks of one graph as far as waiting goes.
class EventGraph {
public:
  /// `firings`: of each task in a step.
  explicit EventGraph(std::vector<uint32_t> firings)
      : firings(std::move(firings)), waits(this->firings.size()) {}

  /// A register with `tokens` values a step in `copies` places.
  void addRegister(uint32_t writer, uint32_t reader, uint32_t tokens,
                   uint32_t copies);
  /// Token by token, `task` comes after `other`.
  void addAfter(uint32_t task, uint32_t other, uint32_t tokens);

  uint32_t size() const { return firings.size(); }
  const std::vector<Wait> &getWaits(uint32_t task) const { return waits[task]; }
  /// `fired`: by task, how often.
  bool isReady(Firing launch, const std::vector<uint32_t> &fired) const;

private:
  std::vector<uint32_t> firings;
  std::vector<std::vector<Wait>> waits; ///< by task
};

} // namespace sbp

#endif // SBP_RUNTIME_EVENTS_EVENTGRAPH_H
