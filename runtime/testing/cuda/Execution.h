// Execution.h: the state of a launch while it runs
//
// Warps, blocks, and the checked access to memory, for instruction handlers and
// the scheduler. One thread runs an Execution; launches on several threads have
// one each and share the global memory.
#ifndef SBP_RUNTIME_TESTING_CUDA_EXECUTION_H
#define SBP_RUNTIME_TESTING_CUDA_EXECUTION_H

#include "BulkCopies.h"
#include "Lexer.h"
#include "ThreadCopies.h"
#include "WarpgroupProducts.h"
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

/// The number of resident blocks: enough for their interleaving to matter. A
/// larger cluster is resident as a whole.
inline constexpr size_t kResidentBlocks = 4;

/// The eagerness of copies that land when no warp can run, or after many
/// rounds.
inline constexpr unsigned kLazy = ~0u;

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
  uint32_t live = 0;   ///< mask of the lanes that have not exited
  uint32_t waited = 0; ///< mask of the lanes that may access global memory
  std::vector<StackEntry> simtStack; ///< the top entry executes
  bool isWaiting = false; ///< true while it waits at a barrier of the block
  bool isBlocked =
      false;             ///< true where the last instruction has to be repeated
  uint32_t waitLine = 0; ///< line of the instruction that made it wait
  uint32_t barrier = 0;  ///< number of the barrier that it waits at
  WarpAsync async;

  /// Returns the values of a register in all lanes, as T of the slot's width.
  /// They belong to the block.
  template <typename T> T *at(const RegisterSlot &slot) {
    return reinterpret_cast<T *>(registers + slot.offset);
  }
  /// Returns the mask of a predicate; its negation is not applied.
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

/// The bits of an address of shared memory from here on are the rank + 1 of a
/// block of a cluster, or 0 for the block of the warp.
inline constexpr uint32_t kRankShift = 24;

/// Returns the address at which the shared memory of a block begins. In a
/// cluster, it is in the window of the block, which descriptors of tiles must
/// not contain.
inline uint64_t getOwnWindow(const Block &block) {
  return block.clusterSize > 1 ? uint64_t(block.rank + 1) << kRankShift : 0;
}

/// The execution of a range of blocks.
class Execution {
public:
  /// Prepares the execution of a launch; all references must outlive it.
  /// `variables` are those of the module, `seed` chooses the interleaving, and
  /// statistics are added to `counters`.
  Execution(GlobalMemory &memory, std::vector<Allocation> &variables,
            const Kernel &kernel, const Launch &launch, uint64_t seed,
            Counters &counters);
  /// Runs the blocks [begin, end) of the grid, which are whole clusters and at
  /// least one. Called once. Returns early when another thread has set
  /// `isEnding` after a failure. Throws Failure at the first error.
  void run(uint64_t begin, uint64_t end, const std::atomic<bool> &isEnding);

  /// Throws Failure with the kernel, the line of the text and `message`.
  [[noreturn]] void fail(const Instruction &instruction,
                         const std::string &message) const;
  /// Throws Failure where a lane of `mask` accesses global memory although the
  /// launch before may still run (Clusters.cpp).
  void checkWaited(const Warp &warp, const Instruction &instruction,
                   uint32_t mask) const;
  /// Executes a load of the lanes of `mask`. Throws Failure at the first byte
  /// that fails a check.
  void load(Warp &warp, const Instruction &instruction, uint32_t mask);
  /// Executes a store of the lanes of `mask`, with the same checks.
  void store(Warp &warp, const Instruction &instruction, uint32_t mask);
  /// Returns the host memory of one lane's atomic access, after checks of
  /// alignment, bounds and initialisation. Races are not checked, since atomics
  /// have none among each other. Throws Failure where a check fails. The memory
  /// belongs to the allocation or the block.
  uint8_t *reach(Warp &warp, const Instruction &instruction, Space space,
                 uint64_t address, unsigned bytes);
  /// Returns the bytes of the kernel's parameters, which the launch owns.
  const uint8_t *getParameters() const { return launch.parameters.data(); }
  /// Returns the addresses of an access in all lanes, in bytes, those of
  /// inactive lanes included.
  Addresses getAddresses(Warp &warp, const Instruction &instruction) const;
  /// Returns the bits of operand `index` of a listed instruction in one lane:
  /// its register, if it has one, plus its offset.
  uint64_t getOperand(Warp &warp, const Instruction &instruction,
                      uint32_t index, uint32_t lane) const;
  /// Returns operand `index` of a listed instruction. The kernel owns it.
  const Operand &getOperand(const Instruction &instruction,
                            uint32_t index) const {
    return kernel.operands[instruction.firstOperand + index];
  }
  /// Returns that operand as a byte offset in shared memory. Throws Failure
  /// unless `bytes` bytes from there on are inside and the offset is a multiple
  /// of `alignment`.
  uint32_t getShared(Warp &warp, const Instruction &instruction, uint32_t index,
                     uint32_t lane, uint64_t bytes, uint32_t alignment) const;
  /// Returns the offset in the shared memory of the warp's block of an address
  /// without the base of the generic window. Throws Failure where it is that of
  /// another block.
  uint64_t getOwnOffset(const Warp &warp, const Instruction &instruction,
                        uint64_t address) const {
    return address >> kRankShift ? dropWindow(warp, instruction, address)
                                 : address;
  }
  /// Returns true once in `n` > 0 cases, drawn by the seed.
  bool isDrawn(uint64_t n) { return random() % n == 0; }
  /// Returns 64 random bits.
  uint64_t draw() { return random(); }
  /// Copies land at once in one of this many cases.
  unsigned getEagerness() const { return eagerness; }
  /// Returns the rounds of the scheduler over all resident blocks so far.
  uint64_t getRounds() const { return numRounds; }

  // Barriers (Barriers.cpp).
  /// Returns the mbarrier of the warp's own block at the address that operand
  /// `index` has in `lane`. Throws Failure where none was initialised there, or
  /// where a barrier is missing since another warp did so. The block owns it.
  Mbarrier &getMbarrier(Warp &warp, const Instruction &instruction,
                        uint32_t index, uint32_t lane);
  /// Returns the mbarrier at byte `offset` of the shared memory of a block of
  /// the warp's cluster, with the checks of getMbarrier.
  Mbarrier &findMbarrier(Warp &warp, Block &block,
                         const Instruction &instruction, uint32_t offset);
  /// Executes mbarrier.init in the lanes of `mask`: operand 0 is the address,
  /// operand 1 the number of arrivals (1 to 2^20 - 1). Throws Failure where
  /// that is exceeded or the mbarrier exists.
  void initialiseMbarrier(Warp &warp, const Instruction &instruction,
                          uint32_t mask);
  /// Completes the phase of a barrier that lacks nothing any more.
  void completePhase(Block &block, Mbarrier &barrier);
  /// Makes the mbarriers that the warp has initialised visible to the async
  /// proxy.
  void fenceMbarriers(Warp &warp);
  /// Makes what the warp has written, and the mbarriers that it has
  /// initialised, visible to bulk copies and products.
  void fenceProxy(Warp &warp);
  /// Executes setmaxnreg. Blocks the warp where an increase exceeds the
  /// registers that are free in its block. Throws Failure for an invalid number
  /// or in some lanes only.
  void changeRegisters(Warp &warp, const Instruction &instruction,
                       uint32_t mask);

  // Clusters (Clusters.cpp).
  /// Returns the block of the warp's cluster that has `rank`. Throws Failure
  /// where there is none or it has ended. The execution owns it.
  Block &getClusterBlock(Warp &warp, const Instruction &instruction,
                         uint64_t rank);
  /// Returns the mbarrier at the address of operand `index` in the shared
  /// memory of the cluster, and its block. Throws Failure as getMbarrier does.
  std::pair<Block *, Mbarrier *>
  getClusterMbarrier(Warp &warp, const Instruction &instruction, uint32_t index,
                     uint32_t lane);
  /// Arrives at the cluster's barrier with all live lanes of a warp. Throws
  /// Failure where only some lanes arrive, or where the last arrival was not
  /// waited for.
  void arriveAtCluster(Warp &warp, const Instruction &instruction,
                       uint32_t mask);
  /// Blocks the warp until all warps of the cluster have arrived. Throws
  /// Failure where this one has not.
  void waitForCluster(Warp &warp, const Instruction &instruction);

  // Products of one warp (WarpProducts.cpp).
  /// Adds one mma.sync to the counters.
  void countWarpProduct() { ++counters.warpProducts; }

  /// Throws Failure where `instruction` reads beyond the kernel's parameters.
  void checkParameter(const Instruction &instruction) const;

  // Groups of instructions.
  GlobalAccess global;
  SharedAccess shared;
  BulkCopies bulk;
  ThreadCopies copies;
  WarpgroupProducts products;

private:
  /// Starts block `number` of the grid in a resident block. Its shared memory
  /// counts as uninitialised.
  void start(Block &block, uint32_t number);
  /// Starts a cluster in the resident blocks from `first` on; `number` is the
  /// first of its blocks in the grid.
  void startCluster(Block *first, uint64_t number);
  /// Completes the barrier of the cluster if every live warp of all its blocks
  /// has arrived; otherwise does nothing. `cluster` is the block of rank 0.
  void completeClusterBarrier(Block *cluster);
  /// Runs each runnable warp of a block for a random number of instructions.
  /// Returns false where no warp could run.
  bool advance(Block &block);
  /// Executes at most `quantum` instructions of a warp. Returns false where the
  /// first one already blocks.
  bool runWarp(Warp &warp, uint32_t quantum);
  /// Executes a branch that the lanes of `mask` take, and reconverges.
  void branch(Warp &warp, const Instruction &instruction, uint32_t mask);
  /// Ends the lanes of `mask`; the warp ends with its last lane. Throws Failure
  /// where a lane has to wait for the launch before and has not.
  void end(Warp &warp, uint32_t mask);
  /// Pops the entries of the SIMT stack that have no lanes or have reached
  /// their reconvergence point.
  void reconverge(Warp &warp);
  /// Executes bar.sync: the warp waits until the last one of the barrier
  /// arrives. Throws Failure where some lanes of the warp are missing.
  void arrive(Warp &warp, const Instruction &instruction, uint32_t mask);
  /// Releases the warps that wait at a barrier of the block, which starts a
  /// barrier epoch.
  void release(Block &block, uint32_t barrier);
  /// Throws Failure with the line at which each live warp of the resident
  /// blocks waits.
  [[noreturn]] void reportDeadlock();

  /// Resets the copies, products, barriers and register counts of a block that
  /// starts.
  void startAsync(Block &block);
  /// Completes the stores of a block that ends. Throws Failure where a load has
  /// not landed, a store that was not awaited may still read shared memory, or
  /// a product is in flight.
  void endAsync(Block &block);
  /// Returns the offset of an address in the window of a block.
  uint64_t dropWindow(const Warp &warp, const Instruction &instruction,
                      uint64_t address) const;
  /// Executes a load or store in any space, split by the space of each lane's
  /// address.
  void access(Warp &warp, const Instruction &instruction, uint32_t mask,
              bool isStore);

  const Kernel &kernel;
  const Launch &launch;
  Counters &counters;
  std::mt19937_64 random;
  uint32_t threads = 0;
  unsigned eagerness = 0;    ///< copies land at once in one of this many cases
  uint64_t numRounds = 0;    ///< of the scheduler over all resident blocks
  std::vector<Block> blocks; ///< resident blocks
};

/// Returns the actor, in records of accesses, that stands for the block of this
/// rank in the shared memory of others of its cluster.
inline uint32_t getActor(uint32_t rank) { return kLanes + rank; }

} // namespace sbp::ptx

#endif // SBP_RUNTIME_TESTING_CUDA_EXECUTION_H
