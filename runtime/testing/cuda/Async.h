// Async.h: asynchronous work of a block in the PTX executor
//
// Copies and warpgroup products are recorded when they are issued. They
// take effect at a random moment, at the latest when something waits for them;
// a kernel that waits for too little reads what is not there yet.
#ifndef SBP_RUNTIME_TESTING_CUDA_ASYNC_H
#define SBP_RUNTIME_TESTING_CUDA_ASYNC_H

#include "Program.h"
#include "TensorMap.h"
#include <array>
#include <map>
#include <optional>
#include <vector>

namespace sbp::ptx {

/// The state of a byte of shared memory.
enum ByteState : uint8_t {
  Unwritten = 0, ///< or the destination of a copy that has not landed
  Written = 1,
  FirstUnfenced = 2, ///< + w: written by warp w, not visible to the async proxy
  Arriving = 254,    ///< the destination of a cp.async not yet waited for
  OfBarrier = 255    ///< part of an mbarrier object
};

/// An mbarrier object.
struct Mbarrier {
  uint32_t expected = 0; ///< arrivals of a phase
  uint32_t pending = 0;  ///< arrivals that the phase still lacks
  int64_t bytes = 0;     ///< bytes that it still lacks, negative for early ones
  uint64_t phase = 0;    ///< number of completed phases
  uint32_t warp = 0, generation = 0; ///< of the initialisation
  uint32_t clusterBarriers = 0;      ///< completed before the initialisation
  bool isFenced = false; ///< true once its initialisation is visible to copies
};

/// A barrier of some warps of a block, with its number as index. Each warp
/// counts as 32 threads.
struct NamedBarrier {
  uint32_t expected = 0, arrived = 0; ///< threads
};

/// A bulk copy between global and shared memory, or a store of registers to
/// shared memory by st.async. The kernel owns the instruction.
struct BulkCopy {
  const Instruction *instruction = nullptr;
  bool isLoad = true;           ///< towards shared memory
  std::optional<TensorMap> map; ///< nothing for a copy of contiguous bytes
  std::array<int32_t, 5> coordinates = {};
  uint64_t global = 0, bytes = 0;
  uint32_t shared = 0, barrier = 0; ///< offsets in shared memory
  uint32_t thread = 0;              ///< the issuing one, of stores
  uint64_t group = 0;               ///< of that thread's stores
  bool isRead = false, isLanded = false;
  bool isAwaited = false;    ///< true once its thread has waited for the read
  std::vector<uint8_t> data; ///< of a store that has read its source, and of
                             ///< st.async from the start
};

/// A cp.async of several lanes of a warp. The arrays are indexed by lane; the
/// kernel owns the instruction.
struct AsyncCopies {
  const Instruction *instruction = nullptr;
  uint32_t lanes = 0; ///< those whose copies have not been waited for
  uint32_t bytes = 0; ///< of each copy
  std::array<uint64_t, kLanes> global;     ///< addresses of the sources
  std::array<uint32_t, kLanes> shared;     ///< offsets in shared memory
  std::array<uint8_t, kLanes> sourceBytes; ///< bytes to read; zeros follow them
  std::array<uint64_t, kLanes> group;      ///< number among those of the thread
  std::array<std::array<uint8_t, 16>, kLanes> data; ///< once `isRead`
  bool isRead = false;
};

/// A quarter of a wgmma.mma_async: the 16 rows of one warp. The kernel owns the
/// instruction.
struct WarpgroupProduct {
  const Instruction *instruction = nullptr;
  uint64_t a = 0, b = 0;    ///< descriptors
  uint32_t fragment[4][32]; ///< A, where it comes from registers
  bool isZeroed = false;    ///< true for D = A B, without adding to D
  bool isDone = false;
  uint64_t group = 0; ///< number of its group among those of the warp
};

/// The asynchronous work of one warp.
struct WarpAsync {
  std::vector<WarpgroupProduct> products; ///< in flight, in order
  uint64_t numGroups = 0;                 ///< committed
  bool isFenced = false;         ///< a wgmma.fence precedes the next product
  std::vector<uint8_t> inFlight; ///< by 64 bytes of the register file
  bool hasInFlight = false;
  uint32_t threadRegisters = 0;    ///< of a thread, changed by setmaxnreg
  uint32_t clusterArrivals = 0;    ///< at barriers of the cluster
  std::vector<AsyncCopies> copies; ///< not yet waited for, in order
  std::array<uint64_t, kLanes> copyGroups = {}; ///< committed, by lane
};

/// The asynchronous work of one block. It starts empty with every block of the
/// grid.
struct BlockAsync {
  std::map<uint32_t, Mbarrier> mbarriers; ///< by offset
  std::array<NamedBarrier, 16> named = {};
  std::vector<BulkCopy> copies; ///< loads not landed, stores not awaited
  std::map<uint32_t, uint64_t> numGroups; ///< committed bulk groups by thread
  int64_t freeRegisters = 0;              ///< released by setmaxnreg.dec
  uint32_t clusterBarriers = 0; ///< completed, in the first block of a cluster
};

} // namespace sbp::ptx

#endif // SBP_RUNTIME_TESTING_CUDA_ASYNC_H
