// Execution.h: the state of a launch while it runs
//
// Warps, blocks, and the checked access to memory, for instruction handlers and
// the scheduler. One thread runs an Execution; launches on several threads have
// one each and share the global memory.
#ifndef SBP_RUNTIME_TESTING_CUDA_EXECUTION_H
#define SBP_RUNTIME_TESTING_CUDA_EXECUTION_H

#include "Async.h"
#include "Lexer.h"
#include "Machine.h"
#include <atomic>
#include <bit>
#include <random>

namespace sbp::ptx {

/// The generic addresses from here on denote shared memory.
inline constexpr uint64_t kSharedWindow = uint64_t(1) << 56;
/// The generic addresses from here on denote parameters of the kernel.
inline constexpr uint64_t kParameterWindow = uint64_t(1) << 54;
/// The limits of a block on sm_90. Registers are allocated to threads in units
/// of eight.
inline constexpr uint32_t kMaxSharedBytes = 232448;
inline constexpr uint32_t kMaxThreads = 1024;
inline constexpr uint32_t kMaxRegisters = 65536;
inline constexpr uint32_t kMaxThreadRegisters = 255;

/// The number of resident blocks: enough for their interleaving to matter.
inline constexpr size_t kResidentBlocks = 4;

class Execution;
struct Block;

/// An entry of the SIMT stack: the lanes of `mask` execute from `pc` until they
/// reach `reconvergence`.
struct StackEntry {
  uint32_t pc = 0, reconvergence = kNoInstruction, mask = 0;
};

/// A warp and its SIMT stack.
struct Warp {
  Execution *execution = nullptr;
  Block *block = nullptr;
  uint8_t *registers = nullptr;
  uint32_t id = 0;
  uint32_t live = 0;                 ///< mask of the lanes that have not exited
  std::vector<StackEntry> simtStack; ///< the top entry executes
  bool isWaiting = false; ///< true while it waits at a barrier of the block
  bool isBlocked =
      false; ///< true where the last instruction has to be repeated
  uint32_t waitLine = 0;
  uint32_t barrier = 0; ///< number of the barrier that it waits at
  WarpAsync async;

  template <typename T> T *at(const RegisterSlot &slot) {
    return reinterpret_cast<T *>(registers + slot.offset);
  }
  uint32_t &predicate(const RegisterSlot &slot) { return *at<uint32_t>(slot); }
};

/// The last accesses of four bytes of shared memory: the barrier epoch and the
/// warp (kMany for several). After the first access of a part of them, each
/// byte has a record of its own until the next barrier, and `writer` of the
/// word holds kBytes.
struct AccessRecord {
  static constexpr uint32_t kMany = 63, kBytes = 62;
  uint32_t writer = 0, reader = 0; ///< epoch << 6 | warp + 1
};

/// A resident block. Its memory is reused by the blocks that it runs in turn.
struct Block {
  std::array<uint32_t, 3> index = {0, 0, 0};
  std::vector<Warp> warps;
  std::vector<uint8_t> registers; ///< register files of all warps
  std::vector<uint8_t> shared;
  std::vector<uint8_t> isWritten; ///< a ByteState per byte of `shared`
  std::vector<AccessRecord> words, bytes;
  BlockAsync async;
  uint32_t numLive = 0;               ///< number of warps
  uint32_t rank = 0, clusterSize = 1; ///< place in its cluster
  Block *cluster = nullptr;           ///< the blocks of its cluster, by rank
  uint32_t generation = 1;            ///< barrier epoch: completed barriers + 1
  bool isDone = true;
};

/// The addresses of all lanes in one access.
struct Addresses {
  uint64_t lane[kLanes];
};

/// The execution of a range of blocks.
class Execution {
public:
  Execution(GlobalMemory &memory, std::vector<Allocation> &variables,
            const Kernel &kernel, const Launch &launch, uint64_t seed,
            Counters &counters);
  /// Runs the blocks [begin, end) of the grid. Returns early when another
  /// thread has set `isEnding` after a failure. Throws Failure at the first
  /// error.
  void run(uint64_t begin, uint64_t end, const std::atomic<bool> &isEnding);

  /// Throws Failure with the kernel, the line of the text and `message`.
  [[noreturn]] void fail(const Instruction &instruction,
                         const std::string &message) const;
  /// Executes a load or store of the lanes of `mask`.
  void load(Warp &warp, const Instruction &instruction, uint32_t mask);
  void store(Warp &warp, const Instruction &instruction, uint32_t mask);
  /// Returns the host memory of one lane's access, after the checks of a read
  /// and a write.
  uint8_t *reach(Warp &warp, const Instruction &instruction, Space space,
                 uint64_t address, unsigned bytes);
  /// Returns the mutex of atomic accesses, since other blocks may run on other
  /// threads.
  std::mutex &getAtomics() { return memory.getAtomics(); }
  const uint8_t *getParameters() const { return launch.parameters.data(); }
  Addresses getAddresses(Warp &warp, const Instruction &instruction) const;
  /// Returns operand `index` of a listed instruction in one lane.
  uint64_t getOperand(Warp &warp, const Instruction &instruction,
                      uint32_t index, uint32_t lane) const;
  const Operand &getOperand(const Instruction &instruction,
                            uint32_t index) const {
    return kernel.operands[instruction.firstOperand + index];
  }
  /// Returns that operand as an offset in shared memory, after a check that
  /// `bytes` from there on are inside and that it is aligned.
  uint32_t getShared(Warp &warp, const Instruction &instruction, uint32_t index,
                     uint32_t lane, uint64_t bytes, uint32_t alignment) const;
  /// Returns the host memory of shared memory that a warp reads or writes,
  /// after all checks of an access.
  uint8_t *reachShared(Warp &warp, const Instruction &instruction,
                       uint32_t offset, unsigned bytes, bool isStore);
  /// Returns the host memory of shared memory of any block of the cluster, in
  /// the name of `actor`: a warp of that block, or getActor() of another block.
  uint8_t *reachShared(Block &block, uint32_t actor,
                       const Instruction &instruction, uint32_t offset,
                       unsigned bytes, bool isStore);
  /// Returns true once in `n` cases, drawn by the seed.
  bool isDrawn(uint64_t n) { return random() % n == 0; }

  // Barriers (Barriers.cpp).
  Mbarrier &getMbarrier(Warp &warp, const Instruction &instruction,
                        uint32_t index, uint32_t lane);
  /// Returns the mbarrier of a block of the warp's cluster.
  Mbarrier &findMbarrier(Warp &warp, Block &block,
                         const Instruction &instruction, uint32_t offset);
  void initialiseMbarrier(Warp &warp, const Instruction &instruction,
                          uint32_t mask);
  /// Completes the phase of a barrier that lacks nothing any more.
  void completePhase(Block &block, Mbarrier &barrier);
  void fenceMbarriers(Warp &warp);
  /// Makes what the warp has written visible to bulk copies and products.
  void fenceProxy(Warp &warp);
  void changeRegisters(Warp &warp, const Instruction &instruction,
                       uint32_t mask);

  // Clusters (Clusters.cpp).
  /// Returns the block of the warp's cluster that has `rank`, after the check
  /// that it runs.
  Block &getClusterBlock(Warp &warp, const Instruction &instruction,
                         uint64_t rank);
  /// Returns the mbarrier that an address in the shared memory of the cluster
  /// names, and its block.
  std::pair<Block *, Mbarrier *>
  getClusterMbarrier(Warp &warp, const Instruction &instruction, uint32_t index,
                     uint32_t lane);
  void arriveAtCluster(Warp &warp, const Instruction &instruction,
                       uint32_t mask);
  void waitForCluster(Warp &warp, const Instruction &instruction);

  // Bulk copies (BulkCopies.cpp).
  /// Issues a copy to the shared memory of `block`, in the warp's cluster.
  void issueLoad(Warp &warp, Block &block, BulkCopy copy);
  void issueStore(Warp &warp, BulkCopy copy);
  void countBulk(uint64_t bytes) { counters.bulkBytes += bytes; }
  void commitStores(Warp &warp, uint32_t lane);
  /// Waits until all but the last `keep` groups of a thread's stores have read
  /// their source, or also landed.
  void awaitStores(Warp &warp, uint32_t lane, uint64_t keep, bool isRead);
  /// Returns the tensor map at an address.
  TensorMap readTensorMap(const Instruction &instruction, uint64_t address);

  // Warpgroup products (WarpgroupProducts.cpp).
  void issueProduct(Warp &warp, WarpgroupProduct product);
  void commitProducts(Warp &warp);
  /// Waits until at most `keep` groups are in flight. Blocks the warp while
  /// others of its warpgroup have not issued theirs.
  void awaitProducts(Warp &warp, uint64_t keep);
  /// Throws Failure where `instruction` reads beyond the kernel's parameters.
  void checkParameter(const Instruction &instruction) const;

private:
  void start(Block &block, uint32_t number);
  void startCluster(Block *first, uint64_t number);
  void completeClusterBarrier(Block *cluster);
  bool advance(Block &block);
  bool runWarp(Warp &warp, uint32_t quantum);
  void checkInFlight(Warp &warp, const Instruction &instruction) const;
  void branch(Warp &warp, const Instruction &instruction, uint32_t mask);
  void end(Warp &warp, uint32_t mask);
  void reconverge(Warp &warp);
  void arrive(Warp &warp, const Instruction &instruction, uint32_t mask);
  void release(Block &block, uint32_t barrier);
  [[noreturn]] void reportDeadlock();

  void startAsync(Block &block);
  void endAsync(Block &block);
  /// Lands some copies of a block, drawn by the seed. Returns true if any.
  bool advanceCopies(Block &block);
  /// Lands one copy of some block. Returns false where none is left.
  bool forceCopy();
  void land(Block &block, BulkCopy &copy);
  void readSource(Block &block, BulkCopy &copy);
  void landContiguous(Block &block, BulkCopy &copy);
  void landTensor(Block &block, BulkCopy &copy, bool toShared);
  void checkStoreSources(const Block &block, const Instruction &instruction,
                         uint64_t offset, unsigned bytes) const;
  std::string describeByte(const Block &block, uint64_t offset) const;
  uint8_t *reachGlobal(const BulkCopy &copy, uint64_t address, uint64_t bytes,
                       bool isStore);
  void multiply(Warp &warp, WarpgroupProduct &product);
  float readTile(Warp &warp, const WarpgroupProduct &product, uint64_t tile,
                 uint32_t row, uint32_t k, bool isTransposed) const;

  Allocation *findAllocation(const Instruction &instruction, uint64_t low,
                             uint64_t end);
  void access(Warp &warp, const Instruction &instruction, uint32_t mask,
              bool isStore);
  void accessGlobal(Warp &warp, const Instruction &instruction, uint32_t mask,
                    const Addresses &addresses, bool isStore);
  void accessShared(Warp &warp, const Instruction &instruction, uint32_t mask,
                    const Addresses &addresses, bool isStore);
  void checkRace(Block &block, uint32_t actor, const Instruction &instruction,
                 uint64_t offset, unsigned bytes, bool isStore);
  void count(const Addresses &addresses, uint32_t mask, unsigned bytes);
  void checkWritten(const Instruction &instruction,
                    const Allocation &allocation, uint64_t offset,
                    unsigned bytes) const;
  /// Returns the bytes that a load of partly initialised memory reads; null
  /// where all of them are initialised.
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
  unsigned eagerness = 0;    ///< copies land at once in one of this many cases
  std::vector<Block> blocks; ///< resident blocks
  std::vector<Allocation *>
      lastAllocation; ///< last allocation that each instruction accessed
};

/// Returns the actor, in records of accesses, that stands for the block of this
/// rank in the shared memory of others of its cluster.
inline uint32_t getActor(uint32_t rank) { return kLanes + rank; }

inline uint32_t countLanes(uint32_t mask) {
  return uint32_t(std::popcount(mask));
}

/// Calls `function` with the index of every lane of `mask`.
template <typename Function>
void forEachLane(uint32_t mask, Function function) {
  for (; mask; mask &= mask - 1)
    function(uint32_t(std::countr_zero(mask)));
}

/// Assigns `value(lane)` to the lanes of `mask`. `value` may also be called for
/// other lanes, which lets the loop vectorise.
template <typename T, typename Value>
inline void setLanes(Warp &warp, const RegisterSlot &slot, uint32_t mask,
                     Value value) {
  T *to = warp.at<T>(slot);
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
inline void setPredicate(Warp &warp, const RegisterSlot &slot, uint32_t mask,
                         Value value) {
  uint32_t bits = 0;
  for (uint32_t lane = 0; lane < kLanes; ++lane)
    bits |= uint32_t(value(lane)) << lane;
  uint32_t &to = warp.predicate(slot);
  to = (to & ~mask) | (bits & mask);
}

/// Returns the bits of one lane of a register of any width; a predicate gives 0
/// or 1.
inline uint64_t getBits(Warp &warp, const RegisterSlot &slot, uint32_t lane) {
  switch (slot.bytes) {
  case 0:
    return (warp.predicate(slot) >> lane & 1) ^ uint64_t(slot.isNegated);
  case 2:
    return warp.at<uint16_t>(slot)[lane];
  case 4:
    return warp.at<uint32_t>(slot)[lane];
  default:
    return warp.at<uint64_t>(slot)[lane];
  }
}

inline void setBits(Warp &warp, const RegisterSlot &slot, uint32_t lane,
                    uint64_t bits) {
  switch (slot.bytes) {
  case 0: {
    uint32_t &to = warp.predicate(slot);
    to = (to & ~(1u << lane)) | uint32_t(bits & 1) << lane;
    return;
  }
  case 2:
    warp.at<uint16_t>(slot)[lane] = uint16_t(bits);
    return;
  case 4:
    warp.at<uint32_t>(slot)[lane] = uint32_t(bits);
    return;
  default:
    warp.at<uint64_t>(slot)[lane] = bits;
  }
}

} // namespace sbp::ptx

#endif // SBP_RUNTIME_TESTING_CUDA_EXECUTION_H
