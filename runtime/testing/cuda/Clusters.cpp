// Clusters.cpp: clusters of blocks in the PTX executor
//
// The blocks of a cluster run at a time. An address in the shared memory of the
// cluster is an offset in that of a block, with the block's rank + 1 from bit
// 24 on; without a rank it is the warp's own block. The names of shared memory
// are addresses of this kind in clusters of several blocks, as on a GPU. A
// barrier of the cluster is complete when all warps that have not ended have
// arrived as often:
//
//   block 0: init [b]; arrive; wait; mapa r, b, 1; arrive [r]
//   block 1: init [b]; arrive; wait                              one phase of b
//
// Without the barrier, the arrival could meet no mbarrier.
//
// st.async is a copy of up to 16 bytes from registers to the shared memory of a
// block: it lands at a random moment, as bulk copies do, and takes its bytes
// from those that an mbarrier of the same block expects.
#include "Opcodes.h"
#include <algorithm>
#include <cstring>

using namespace sbp;
using namespace sbp::ptx;

/// Returns the offset in shared memory of an address in that of the cluster.
static uint64_t getOffset(uint64_t address) {
  return address & ((1u << kRankShift) - 1);
}

uint64_t Execution::dropWindow(const Warp &warp, const Instruction &instruction,
                               uint64_t address) const {
  uint64_t rank = address >> kRankShift;
  if (address >> 32)
    return address;
  if (rank != warp.block->rank + 1)
    fail(instruction, textOf("reaches the shared memory of block ", rank - 1,
                             " of the cluster as if it were its own"));
  return getOffset(address);
}

Block &Execution::getClusterBlock(Warp &warp, const Instruction &instruction,
                                  uint64_t rank) {
  if (rank >= warp.block->clusterSize)
    fail(instruction,
         textOf("block ", rank, " of a cluster of ", warp.block->clusterSize));
  Block &block = warp.block->cluster[rank];
  if (block.numLive == 0)
    fail(instruction, textOf("accesses shared memory of block ", rank,
                             " of the cluster, which has ended"));
  return block;
}

std::pair<Block *, Mbarrier *>
Execution::getClusterMbarrier(Warp &warp, const Instruction &instruction,
                              uint32_t index, uint32_t lane) {
  uint64_t address = getOperand(warp, instruction, index, lane);
  uint64_t rank = address >> kRankShift, offset = getOffset(address);
  Block &block =
      rank ? getClusterBlock(warp, instruction, rank - 1) : *warp.block;
  if (offset % 8 || offset + 8 > shared.getBytes())
    fail(instruction, textOf("no mbarrier at byte ", offset));
  return {&block, &findMbarrier(warp, block, instruction, uint32_t(offset))};
}

/// Completes the barrier of a cluster where no warp is missing any more.
void Execution::completeClusterBarrier(Block *cluster) {
  uint32_t &completed = cluster->async.clusterBarriers;
  for (uint32_t rank = 0; rank < cluster->clusterSize; ++rank)
    for (const Warp &warp : cluster[rank].warps)
      if (warp.live && warp.async.clusterArrivals <= completed)
        return;
  ++completed;
  ++counters.barriers;
  for (uint32_t rank = 0; rank < cluster->clusterSize; ++rank)
    ++cluster[rank].generation;
}

void Execution::arriveAtCluster(Warp &warp, const Instruction &instruction,
                                uint32_t mask) {
  if (mask != warp.live)
    fail(instruction, "a barrier that not all lanes of the warp reach");
  if (warp.async.clusterArrivals > warp.block->cluster->async.clusterBarriers)
    fail(instruction, "arrives at the cluster's barrier without a wait for the "
                      "last one");
  ++warp.async.clusterArrivals;
  completeClusterBarrier(warp.block->cluster);
}

void Execution::waitForCluster(Warp &warp, const Instruction &instruction) {
  Block *cluster = warp.block->cluster;
  if (warp.async.clusterArrivals == 0)
    fail(instruction, "waits for the cluster's barrier before it arrives");
  if (warp.async.clusterArrivals <= cluster->async.clusterBarriers)
    return;
  // Warps may have ended since the last arrival.
  completeClusterBarrier(cluster);
  warp.isBlocked = warp.async.clusterArrivals > cluster->async.clusterBarriers;
}

Handler sbp::ptx::selectClusterBarrier(const ParsedInstruction &w,
                                       Instruction &i) {
  if (!w.operands.empty() || w.has("arrive") == w.has("wait"))
    return nullptr;
  if (w.has("arrive"))
    return [](Warp &warp, const Instruction &i, uint32_t mask) {
      warp.execution->arriveAtCluster(warp, i, mask);
    };
  i.flow = Flow::Wait;
  return [](Warp &warp, const Instruction &i, uint32_t) {
    warp.execution->waitForCluster(warp, i);
  };
}

/// Executes mapa.shared::cluster: the address of the same place in the shared
/// memory of the block with this rank.
static void mapAddress(Warp &warp, const Instruction &i, uint32_t mask) {
  forEachLane(mask, [&](uint32_t lane) {
    uint64_t address = getBits(warp, i.source[0], lane),
             rank = getBits(warp, i.source[1], lane);
    warp.execution->getClusterBlock(warp, i, rank);
    uint64_t offset = getOffset(address);
    setBits(warp, i.destination[0], lane, offset | (rank + 1) << kRankShift);
  });
}

/// Executes st.async: destination, values, mbarrier. Destination and mbarrier
/// are of one block of the cluster.
static void storeAsync(Warp &warp, const Instruction &i, uint32_t mask) {
  Execution &execution = *warp.execution;
  unsigned bytes = getBytes(i.type), total = bytes * i.count;
  forEachLane(mask, [&](uint32_t lane) {
    uint64_t address = execution.getOperand(warp, i, 0, lane);
    uint32_t last = i.numOperands - 1;
    auto [block, barrier] = execution.getClusterMbarrier(warp, i, last, lane);
    uint64_t rank = address >> kRankShift;
    if ((rank ? rank - 1 : warp.block->rank) != block->rank)
      execution.fail(i, "stores to another block than that of its mbarrier");
    BulkCopy copy;
    copy.instruction = &i;
    copy.bytes = total;
    copy.shared = uint32_t(getOffset(address));
    copy.barrier =
        uint32_t(getOffset(execution.getOperand(warp, i, last, lane)));
    if (copy.shared % total || copy.shared + total > block->shared.size())
      execution.fail(i, textOf(total, " bytes at byte ", copy.shared,
                               " of shared memory, which has ",
                               block->shared.size()));
    copy.data.resize(total);
    for (unsigned k = 0; k < i.count; ++k) {
      uint64_t bits = execution.getOperand(warp, i, 1 + k, lane);
      std::memcpy(copy.data.data() + k * bytes, &bits, bytes);
    }
    execution.bulk.issueLoad(warp, *block, std::move(copy));
  });
}

/// Selects st.async to the cluster, of 4 or 8 bytes or a vector of these.
static Handler selectStoreAsync(const ParsedInstruction &w, Instruction &i) {
  using Kind = ParsedOperand::Kind;
  i.count = w.has("v4") ? 4 : w.has("v2") ? 2 : 1;
  unsigned bytes = getBytes(i.type);
  if (w.operands.size() != 3 || !w.has("shared::cluster") ||
      !w.has("mbarrier::complete_tx::bytes") || (bytes != 4 && bytes != 8) ||
      bytes * i.count > 16)
    return nullptr;
  for (size_t k : {size_t(0), size_t(2)})
    if (w.operands[k].kind != Kind::Address || !w.operands[k].parts.empty())
      return nullptr;
  bool isVector = w.operands[1].kind == Kind::Vector;
  bool isRight = i.count > 1 ? isVector && w.operands[1].parts.size() == i.count
                             : w.operands[1].kind == Kind::Register;
  return isRight ? storeAsync : nullptr;
}

void Execution::checkWaited(const Warp &warp, const Instruction &instruction,
                            uint32_t mask) const {
  if (mask & ~warp.waited)
    fail(instruction, "access of global memory without griddepcontrol.wait, "
                      "while the launch before may still run");
}

/// Selects griddepcontrol.wait and griddepcontrol.launch_dependents. A launch
/// runs when all before it have ended: a wait is a permission to access
/// global memory, and a start of dependents needs no action.
static Handler selectDependentLaunch(const ParsedInstruction &w,
                                     Instruction &) {
  if (!w.operands.empty() || w.has("wait") == w.has("launch_dependents"))
    return nullptr;
  if (w.has("launch_dependents"))
    return [](Warp &, const Instruction &, uint32_t) {};
  return [](Warp &warp, const Instruction &, uint32_t mask) {
    warp.waited |= mask;
  };
}

void sbp::ptx::addClusterOpcodes(OpcodeTable &table) {
  table["griddepcontrol"] = {0, selectDependentLaunch, /*isListed=*/true};
  table["st.async"] = {0, selectStoreAsync, /*isListed=*/true};
  table["mapa"] = {1, [](const ParsedInstruction &w, Instruction &i) {
                     bool isKnown = w.operands.size() == 3 &&
                                    w.has("shared::cluster") &&
                                    i.type == Type::U32;
                     return isKnown ? mapAddress : Handler();
                   }};
}
