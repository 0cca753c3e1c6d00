//===- Execution.h - a launch while it runs -------------------------------===//
//
// For handlers and the scheduler: warps, blocks, and checked access to memory.
//
//===----------------------------------------------------------------------===//
#ifndef SBP_RUNTIME_TESTING_CUDA_EXECUTION_H
#define SBP_RUNTIME_TESTING_CUDA_EXECUTION_H

#include "Lexer.h"
#include "Machine.h"
#include <atomic>
#include <bit>
#include <random>

namespace sbp::ptx {

/// Generic addresses from here on are shared memory.
inline constexpr uint64_t kSharedWindow = uint64_t(1) << 56;
/// What a block may have on sm_90; registers are given to threads by eights.
inline constexpr uint32_t kMaxSharedBytes = 232448;
inline constexpr uint32_t kMaxThreads = 1024;
inline constexpr uint32_t kMaxRegisters = 65536;
inline constexpr uint32_t kMaxThreadRegisters = 255;

/// Blocks that run at a time: enough for their order to matter.
inline constexpr size_t kResidentBlocks = 4;

class Execution;
struct Block;

/// Lanes that run together: `mask` from `pc` on, until they are at `meet`.
struct Level {
  uint32_t pc = 0, meet = kNowhere, mask = 0;
};

struct Warp {
  Execution *execution = nullptr;
  Block *block = nullptr;
  uint8_t *registers = nullptr;
  uint32_t id = 0;
  uint32_t live = 0;         ///< lanes that have not ended
  std::vector<Level> levels; ///< the last one runs
  bool isWaiting = false;    ///< at the block's barrier
  uint32_t waitLine = 0;

  template <typename T> T *at(const Place &place) {
    return reinterpret_cast<T *>(registers + place.offset);
  }
  uint32_t &predicate(const Place &place) { return *at<uint32_t>(place); }
};

/// Who touched four bytes of shared memory last: the block's barrier count, and
/// the warp (kMany: several). From the first access of a part of them until the
/// next barrier each byte has a Touch of its own, and kBytes is written here.
struct Touch {
  static constexpr uint32_t kMany = 63, kBytes = 62;
  uint32_t writer = 0, reader = 0; ///< barrier count << 6 | warp + 1
};

struct Block {
  std::array<uint32_t, 3> index = {0, 0, 0};
  std::vector<Warp> warps;
  std::vector<uint8_t> registers; ///< of all warps
  std::vector<uint8_t> shared;
  std::vector<uint8_t> isWritten; ///< by byte of `shared`
  std::vector<Touch> words, bytes;
  uint32_t numWaiting = 0, numLive = 0; ///< warps
  uint32_t generation = 1;              ///< barriers completed, and one
  bool isDone = true;
};

/// Lanes' addresses of one access.
struct Addresses {
  uint64_t lane[kLanes];
};

class Execution {
public:
  Execution(GlobalMemory &memory, std::vector<Allocation> &variables,
            const Kernel &kernel, const Launch &launch, uint64_t seed,
            Counters &counters);
  /// Blocks [begin, end) of the grid; `isEnding`: somebody else has failed.
  void run(uint64_t begin, uint64_t end, const std::atomic<bool> &isEnding);

  [[noreturn]] void fail(const Instruction &instruction,
                         const std::string &message) const;
  /// Host address minus device address, if one allocation holds all lanes'
  /// accesses; lanes one by one otherwise.
  void load(Warp &warp, const Instruction &instruction, uint32_t mask);
  void store(Warp &warp, const Instruction &instruction, uint32_t mask);
  /// The host's memory of one lane's access, checked as written and read.
  uint8_t *reach(Warp &warp, const Instruction &instruction, Space space,
                 uint64_t address, unsigned bytes);
  /// Held by atomic accesses: other blocks may be on other threads.
  std::mutex &getAtomics() { return memory.getAtomics(); }
  const uint8_t *getParameters() const { return launch.parameters.data(); }
  Addresses getAddresses(Warp &warp, const Instruction &instruction) const;
  /// Fails where `instruction` reads beyond the parameters.
  void checkParameter(const Instruction &instruction) const;

private:
  void start(Block &block, uint32_t number);
  bool advance(Block &block);
  void runWarp(Warp &warp, uint32_t quantum);
  void branch(Warp &warp, const Instruction &instruction, uint32_t mask);
  void end(Warp &warp, uint32_t mask);
  void settle(Warp &warp);
  void arrive(Warp &warp, const Instruction &instruction, uint32_t mask);
  void release(Block &block);
  [[noreturn]] void reportDeadlock();

  Allocation *findAllocation(const Instruction &instruction, uint64_t low,
                             uint64_t end);
  void access(Warp &warp, const Instruction &instruction, uint32_t mask,
              bool isStore);
  void accessGlobal(Warp &warp, const Instruction &instruction, uint32_t mask,
                    const Addresses &addresses, bool isStore);
  void accessShared(Warp &warp, const Instruction &instruction, uint32_t mask,
                    const Addresses &addresses, bool isStore);
  void touch(Warp &warp, const Instruction &instruction, uint64_t offset,
             unsigned bytes, bool isStore);
  void count(const Addresses &addresses, uint32_t mask, unsigned bytes);
  void checkWritten(const Instruction &instruction,
                    const Allocation &allocation, uint64_t offset,
                    unsigned bytes) const;
  /// What a load of partly written memory sees; null where all of it is.
  uint8_t *fillGaps(const Instruction &instruction,
                    const Allocation &allocation, uint64_t offset,
                    unsigned bytes, uint8_t *seen);

  GlobalMemory &memory;
  std::vector<Allocation> &variables;
  const Kernel &kernel;
  const Launch &launch;
  Counters &counters;
  std::mt19937_64 random;
  uint32_t threads = 0, sharedBytes = 0;
  std::vector<Block> blocks;                ///< resident
  std::vector<Allocation *> lastAllocation; ///< by instruction
};

inline uint32_t countLanes(uint32_t mask) {
  return uint32_t(std::popcount(mask));
}

/// Calls `function` with the number of every lane of `mask`.
template <typename Function>
void forEachLane(uint32_t mask, Function function) {
  for (; mask; mask &= mask - 1)
    function(uint32_t(std::countr_zero(mask)));
}

/// Lanes of `mask` get `value(lane)`; `value` is total: it may be asked for
/// any.
template <typename T, typename Value>
inline void setLanes(Warp &warp, const Place &place, uint32_t mask,
                     Value value) {
  T *to = warp.at<T>(place);
  if (mask == kAllLanes) {
#pragma clang loop vectorize(assume_safety)
    for (uint32_t lane = 0; lane < kLanes; ++lane)
      to[lane] = value(lane);
    return;
  }
#pragma clang loop vectorize(assume_safety)
  for (uint32_t lane = 0; lane < kLanes; ++lane) {
    T computed = value(lane);
    to[lane] = (mask >> lane & 1) ? computed : to[lane];
  }
}

template <typename Value>
inline void setPredicate(Warp &warp, const Place &place, uint32_t mask,
                         Value value) {
  uint32_t bits = 0;
  for (uint32_t lane = 0; lane < kLanes; ++lane)
    bits |= uint32_t(value(lane)) << lane;
  uint32_t &to = warp.predicate(place);
  to = (to & ~mask) | (bits & mask);
}

/// The bits of a register of any width.
inline uint64_t getBits(Warp &warp, const Place &place, uint32_t lane) {
  switch (place.bytes) {
  case 0:
    return (warp.predicate(place) >> lane & 1) ^ uint64_t(place.isNegated);
  case 2:
    return warp.at<uint16_t>(place)[lane];
  case 4:
    return warp.at<uint32_t>(place)[lane];
  default:
    return warp.at<uint64_t>(place)[lane];
  }
}

inline void setBits(Warp &warp, const Place &place, uint32_t lane,
                    uint64_t bits) {
  switch (place.bytes) {
  case 0: {
    uint32_t &to = warp.predicate(place);
    to = (to & ~(1u << lane)) | uint32_t(bits & 1) << lane;
    return;
  }
  case 2:
    warp.at<uint16_t>(place)[lane] = uint16_t(bits);
    return;
  case 4:
    warp.at<uint32_t>(place)[lane] = uint32_t(bits);
    return;
  default:
    warp.at<uint64_t>(place)[lane] = bits;
  }
}

} // namespace sbp::ptx

#endif // SBP_RUNTIME_TESTING_CUDA_EXECUTION_H
