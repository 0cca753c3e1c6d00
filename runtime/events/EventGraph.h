// EventGraph.h: the waits of the firings of a task
//
// The firing rules for compiler and runtime: a task fires a fixed number of
// times per step, and a register carries a fixed number of tokens in a number
// of copies (its credits). The rules are those of synchronous data flow (Lee
// and Messerschmitt, 1987).
#ifndef SBP_RUNTIME_EVENTS_EVENTGRAPH_H
#define SBP_RUNTIME_EVENTS_EVENTGRAPH_H

#include <cstddef>
#include <cstdint>
#include <vector>

namespace sbp {

/// A wait of one task for another. Firing number f of the task needs ((f *
/// tokens / ownFirings) + 1 - credits) * firings / tokens earlier firings of
/// `task`. A data edge has no credits; the reuse of a register has one credit
/// per copy. Example: a producer that fires 4 times fills 2 tokens for a
/// consumer that fires twice; the consumer's firing 1 needs (1 * 2 / 2 + 1) * 4
/// / 2 = 4 firings.
struct Wait {
  uint32_t task; ///< the task that is waited for
  /// Per step: firings of the task that waits, firings of `task`, and values
  /// that the register carries.
  uint32_t ownFirings, firings, tokens;
  int64_t credits; ///< copies of a register that is reused; 0 for data

  /// Returns how often `task` must have fired in this step before firing number
  /// `firing` (from 0) of the waiting task; 0 where it need not wait.
  int64_t needed(int64_t firing) const {
    int64_t token = firing * tokens / ownFirings + 1 - credits;
    return token <= 0 ? 0 : token * (firings / tokens);
  }
};

/// One firing of a task in a launch list. `microBatch` is its number, from 0.
struct Firing {
  uint32_t task, microBatch;
  bool operator==(const Firing &other) const = default;
};
using LaunchList = std::vector<Firing>; ///< launches of one stream, in order
using LaunchLists = std::vector<LaunchList>; ///< indexed by stream

/// The waits between the tasks of one graph. It is built by one thread and then
/// read-only.
class EventGraph {
public:
  /// Makes a graph without waits; `firings` holds the number of firings of each
  /// task per step.
  explicit EventGraph(std::vector<uint32_t> firings)
      : firings(std::move(firings)), waits(this->firings.size()) {}

  /// Adds the waits for a register of `tokens` values a step: the reader's for
  /// data; another writer's for one of `copies` copies, if fewer than `tokens`.
  void addRegister(uint32_t writer, uint32_t reader, uint32_t tokens,
                   uint32_t copies);
  /// Makes `task` wait for `other` for each of `tokens` tokens, which divide
  /// the firings of both.
  void addAfter(uint32_t task, uint32_t other, uint32_t tokens);

  /// Returns the number of tasks.
  uint32_t size() const { return firings.size(); }
  const std::vector<Wait> &getWaits(uint32_t task) const { return waits[task]; }
  /// Returns true where `fired`, the number of firings of each task, satisfies
  /// all waits of a launch.
  bool isReady(Firing launch, const std::vector<uint32_t> &fired) const;

private:
  std::vector<uint32_t> firings;
  std::vector<std::vector<Wait>> waits; ///< indexed by task
};

} // namespace sbp

#endif // SBP_RUNTIME_EVENTS_EVENTGRAPH_H
