// LocalWorld.h: the ranks that a process owns
//
// Ranks are assigned to processes in blocks: with 4 ranks per process, process
// 1 owns the ranks 4 to 7. A loop over ranks that accesses memory runs over
// `ranks()` alone. Values of this class are immutable and may be read by any
// thread.
#ifndef SBP_RUNTIME_BASE_LOCALWORLD_H
#define SBP_RUNTIME_BASE_LOCALWORLD_H

#include <algorithm>
#include <cstdint>
#include <vector>

namespace sbp {

/// The world as one process sees it.
class LocalWorld {
public:
  /// Makes a world without ranks, of one process.
  LocalWorld() = default;
  /// Makes the world of a single process that owns all ranks.
  explicit LocalWorld(uint32_t ranks) : LocalWorld(ranks, ranks, 0) {}
  /// Makes the world as `process` sees it. The last process owns fewer ranks
  /// where the numbers do not divide, a process beyond it none. 0 ranks per
  /// process count as 1.
  LocalWorld(uint32_t worldRanks, uint32_t ranksPerProcess, uint32_t process)
      : total(worldRanks), perProcess(std::max(1u, ranksPerProcess)),
        process(process) {
    uint64_t begin = uint64_t(process) * perProcess;
    for (uint64_t rank = begin; rank < begin + perProcess && rank < total;
         ++rank)
      owned.push_back(rank);
  }

  /// Returns the owned ranks in ascending order.
  const std::vector<uint32_t> &ranks() const { return owned; }
  /// Returns true if `rank` lies in this process's block, in the world or not.
  bool owns(uint32_t rank) const { return processOf(rank) == process; }
  /// Returns the process that owns `rank`; for a rank beyond the world, the one
  /// that would own it in a larger one.
  uint32_t processOf(uint32_t rank) const { return rank / perProcess; }
  /// Returns the same world as another process sees it.
  LocalWorld of(uint32_t other) const {
    return LocalWorld(total, perProcess, other);
  }
  uint32_t getProcess() const { return process; }
  /// Returns the number of processes that own ranks, at least 1.
  uint32_t countProcesses() const {
    return std::max<uint64_t>(1,
                              (uint64_t(total) + perProcess - 1) / perProcess);
  }

private:
  uint32_t total = 0, perProcess = 1, process = 0;
  std::vector<uint32_t> owned;
};

} // namespace sbp

#endif // SBP_RUNTIME_BASE_LOCALWORLD_H
