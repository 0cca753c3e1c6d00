// SharedAccess.cpp: checked accesses of shared memory in the PTX executor
//
// Races are detected by barrier epochs. Each 4-byte word stores the last writer
// and reader as (epoch, warp); two different warps in one epoch, one of them a
// writer, have no order:
//
//   warp 0: st.shared [0]; warp 1: ld.shared [0]             race
//   warp 0: st.shared [0]; bar.sync; warp 1: ld.shared [0]   none: a new epoch
//
// A word that is accessed in parts keeps one record per byte.
#include "Execution.h"
#include "LaneMoves.h"
#include <algorithm>
#include <cstring>

using namespace sbp;
using namespace sbp::ptx;

/// Checks an access of shared memory for races and records it.
void SharedAccess::checkRace(Block &block, uint32_t actor,
                             const Instruction &instruction, uint64_t offset,
                             unsigned bytes, bool isStore) {
  uint32_t now = block.generation << 6, tag = now | (actor + 1);
  auto isOther = [&](uint32_t other) {
    return other != tag && (other & ~63u) == now && (other & 63);
  };
  auto recordAccess = [&](AccessRecord &record) {
    if (isOther(record.writer) || (isStore && isOther(record.reader)))
      execution.fail(
          instruction,
          textOf("race on shared memory at byte ", offset, ": ",
                 actor < kLanes
                     ? textOf("warp ", actor)
                     : textOf("block ", actor - kLanes, " of the cluster"),
                 isStore ? " writes" : " reads", " what another warp ",
                 isOther(record.writer) ? "wrote" : "read",
                 " without a barrier between them"));
    if (isStore)
      record.writer = tag;
    else
      record.reader = isOther(record.reader) ? now | AccessRecord::kMany : tag;
  };
  uint64_t end = offset + bytes;
  for (uint64_t word = offset / 4; 4 * word < end; ++word) {
    AccessRecord &whole = block.words[word];
    bool isByBytes = whole.writer == (now | AccessRecord::kBytes);
    if (!isByBytes && bytes >= 4) {
      recordAccess(whole);
      continue;
    }
    if (block.bytes.empty())
      block.bytes.resize(4 * block.words.size());
    AccessRecord *each = &block.bytes[4 * word];
    if (!isByBytes)
      std::fill_n(each, 4, whole);
    whole.writer = now | AccessRecord::kBytes;
    for (uint64_t byte = std::max(offset, 4 * word);
         byte < std::min(end, 4 * word + 4); ++byte)
      recordAccess(each[byte - 4 * word]);
  }
}

/// Describes a byte of shared memory that is not there to be read.
std::string SharedAccess::describeByte(const Block &block,
                                       uint64_t offset) const {
  for (const Warp &warp : block.warps)
    for (const AsyncCopies &copies : warp.async.copies)
      for (uint32_t lane = 0; lane < kLanes; ++lane)
        if (copies.lanes >> lane & 1 && offset >= copies.shared[lane] &&
            offset - copies.shared[lane] < copies.bytes)
          return textOf("byte ", offset,
                        " of shared memory, where the copy of PTX line ",
                        copies.instruction->line, " has not been waited for");
  for (const BulkCopy &copy : block.async.copies)
    if (copy.isLoad && offset >= copy.shared &&
        offset - copy.shared < copy.bytes)
      return textOf("byte ", offset,
                    " of shared memory, where the copy of PTX ", "line ",
                    copy.instruction->line, " may not have landed");
  return textOf("shared memory at byte ", offset, ", which was never written");
}

uint8_t *SharedAccess::reach(Warp &warp, const Instruction &instruction,
                             uint32_t offset, unsigned bytes, bool isStore) {
  return reach(*warp.block, warp.id, instruction, offset, bytes, isStore);
}

uint8_t *SharedAccess::reach(Block &block, uint32_t actor,
                             const Instruction &instruction, uint32_t offset,
                             unsigned bytes, bool isStore) {
  uint8_t *states = block.isWritten.data() + offset;
  checkRace(block, actor, instruction, offset, bytes, isStore);
  if (std::memchr(states, OfBarrier, bytes))
    execution.fail(instruction,
                   textOf("accesses the mbarrier at byte ", offset));
  if (const void *first = std::memchr(states, Arriving, bytes))
    execution.fail(
        instruction,
        (isStore ? "writes " : "reads ") +
            describeByte(block,
                         offset + uint64_t(static_cast<const uint8_t *>(first) -
                                           states)));
  if (!isStore && std::memchr(states, Unwritten, bytes))
    execution.fail(instruction, "reads " + describeByte(block, offset));
  if (isStore) {
    if (!block.async.copies.empty())
      execution.bulk.checkSources(block, instruction, offset, bytes);
    std::memset(states, int(FirstUnfenced + actor), bytes);
  }
  return block.shared.data() + offset;
}

void SharedAccess::countConflicts(std::span<const uint32_t> offsets) {
  constexpr size_t together = 8, rowBytes = 16;
  for (size_t first = 0; first < offsets.size(); first += together) {
    std::span<const uint32_t> rows =
        offsets.subspan(first, std::min(together, offsets.size() - first));
    uint64_t most = 1;
    for (size_t i = 0; i < rows.size(); ++i) {
      // Lanes with the same row share one access.
      uint64_t others = 0;
      for (size_t j = 0; j < i; ++j)
        others += rows[j] != rows[i] && rows[j] / rowBytes % together ==
                                            rows[i] / rowBytes % together;
      most = std::max(most, others + 1);
    }
    counters.bankConflicts += most - 1;
  }
}

/// Executes an access of shared memory, with checks of bounds, races and
/// initialisation.
void SharedAccess::access(Warp &warp, const Instruction &instruction,
                          uint32_t mask, const Addresses &addresses,
                          bool isStore) {
  unsigned bytes = ptx::getBytes(instruction.type) * instruction.count;
  Block &block = *warp.block;
  ++counters.sharedRequests;
  uint64_t last = ~uint64_t(0);
  forEachLane(mask, [&](uint32_t lane) {
    uint64_t offset = addresses.lane[lane];
    if (offset == last)
      return;
    last = offset;
    if (offset > sharedBytes || bytes > sharedBytes - offset)
      execution.fail(instruction,
                     textOf(isStore ? "store" : "load", " of ", bytes,
                            " bytes at byte ", int64_t(offset),
                            " of shared memory, which has ", sharedBytes));
    reach(warp, instruction, uint32_t(offset), bytes, isStore);
  });
  auto find = [&](uint32_t lane) {
    return block.shared.data() + addresses.lane[lane];
  };
  if (isStore)
    moveAll<true>(warp, instruction, mask, find);
  else
    moveAll<false>(warp, instruction, mask, find);
}
