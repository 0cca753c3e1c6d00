// LocalWorld.h: which ranks this process owns
//
// Ranks are dealt out in blocks: process p owns the ranks from p * perProcess.
// Every loop over ranks that touches memory asks it.
#ifndef SBP_RUNTIME_BASE_LOCALWORLD_H
#define SBP_RUNTIME_BASE_LOCALWORLD_H

#include <algorithm>
#include <cstdint>
#include <vector>

namespace sbp {

class LocalWorld {
public:
  LocalWorld() = default;
  /// All ranks in one process.
  explicit LocalWorld(uint32_t ranks) : LocalWorld(ranks, ranks, 0) {}
  LocalWorld(uint32_t worldRanks, uint32_t ranksPerProcess, uint32_t process)
      : total(worldRanks), perProcess(std::max(1u, ranksPerProcess)),
        process(process) {
    uint64_t begin = uint64_t(process) * perProcess;
    for (uint64_t rank = begin; rank < begin + perProcess && rank < total;
         ++rank)
      owned.push_back(rank);
  }

  /// Ascending.
  const std::vector<uint32_t> &ranks() const { return owned; }
  bool owns(uint32_t rank) const { return processOf(rank) == process; }
  uint32_t processOf(uint32_t rank) const { return rank / perProcess; }
  /// What another process owns.
  LocalWorld of(uint32_t other) const {
    return LocalWorld(total, perProcess, other);
  }
  uint32_t getProcess() const { return process; }
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
