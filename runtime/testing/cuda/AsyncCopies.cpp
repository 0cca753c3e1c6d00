// AsyncCopies.cpp: cp.async of the PTX executor
//
// A thread copies 4, 8 or 16 bytes from global to shared memory. A copy reads
// its source at its issue, at a later commit or at the wait for its group, as
// the seed chooses. Until its thread has waited for it, its destination can
// neither be read nor written; then it counts as a store of that thread, which
// other warps see after a barrier. With two groups in flight:
//
//   cp.async [s], [x]; commit; cp.async [t], [y]; commit
//   wait_group 1: s can be read, t not yet; wait_group 0: both
#include "Opcodes.h"
#include <algorithm>
#include <cstring>

using namespace sbp;
using namespace sbp::ptx;

void ThreadCopies::readSources(AsyncCopies &copies) {
  if (copies.isRead)
    return;
  copies.isRead = true;
  forEachLane(copies.lanes, [&](uint32_t lane) {
    uint8_t *to = copies.data[lane].data();
    uint32_t bytes = copies.sourceBytes[lane];
    std::fill(to, to + 16, uint8_t(0));
    if (bytes == 0)
      return;
    const Instruction &instruction = *copies.instruction;
    uint64_t address = copies.global[lane];
    Allocation *own =
        execution.global.find(instruction, address, address + bytes);
    if (!own)
      execution.fail(instruction, textOf("a copy of ", bytes,
                                         " bytes outside of every allocation",
                                         execution.global.describe(address)));
    uint64_t offset = address - own->begin;
    if (!own->isWritten.empty())
      execution.global.checkWritten(instruction, *own, offset, bytes);
    std::memcpy(to, own->data.data() + offset, bytes);
  });
}

void ThreadCopies::issue(Warp &warp, AsyncCopies copies) {
  Block &block = *warp.block;
  const Instruction &instruction = *copies.instruction;
  Addresses addresses;
  uint32_t readers = 0;
  forEachLane(copies.lanes, [&](uint32_t lane) {
    execution.shared.reach(warp, instruction, copies.shared[lane], copies.bytes,
                           /*isStore=*/true);
    std::memset(block.isWritten.data() + copies.shared[lane], Arriving,
                copies.bytes);
    copies.group[lane] = warp.async.copyGroups[lane];
    addresses.lane[lane] = copies.global[lane];
    if (copies.sourceBytes[lane])
      readers |= 1u << lane;
  });
  if (copies.bytes == 16) {
    std::vector<uint32_t> offsets;
    forEachLane(copies.lanes,
                [&](uint32_t lane) { offsets.push_back(copies.shared[lane]); });
    execution.shared.countConflicts(offsets);
  }
  if (readers) {
    execution.checkWaited(warp, instruction, readers);
    execution.global.count(addresses, readers, copies.bytes);
  }
  if (execution.isDrawn(execution.getEagerness()))
    readSources(copies);
  warp.async.copies.push_back(copies);
}

void ThreadCopies::commit(Warp &warp, uint32_t mask) {
  forEachLane(mask, [&](uint32_t lane) { ++warp.async.copyGroups[lane]; });
  if (execution.isDrawn(execution.getEagerness()))
    for (AsyncCopies &copies : warp.async.copies)
      readSources(copies);
}

void ThreadCopies::await(Warp &warp, uint32_t mask, uint64_t keep) {
  Block &block = *warp.block;
  for (AsyncCopies &copies : warp.async.copies) {
    uint32_t done = 0;
    forEachLane(copies.lanes & mask, [&](uint32_t lane) {
      if (copies.group[lane] + keep < warp.async.copyGroups[lane])
        done |= 1u << lane;
    });
    if (!done)
      continue;
    readSources(copies);
    forEachLane(done, [&](uint32_t lane) {
      uint32_t offset = copies.shared[lane];
      std::memset(block.isWritten.data() + offset, Unwritten, copies.bytes);
      uint8_t *to = execution.shared.reach(warp, *copies.instruction, offset,
                                           copies.bytes,
                                           /*isStore=*/true);
      std::memcpy(to, copies.data[lane].data(), copies.bytes);
    });
    copies.lanes &= ~done;
  }
  std::erase_if(warp.async.copies,
                [](const AsyncCopies &copies) { return copies.lanes == 0; });
}

/// Executes cp.async: destination, source, bytes and, where fewer are read and
/// zeros follow them, the bytes of the source.
static void copy(Warp &warp, const Instruction &i, uint32_t mask) {
  Execution &execution = *warp.execution;
  AsyncCopies copies;
  copies.instruction = &i;
  copies.lanes = mask;
  copies.bytes = i.mode;
  bool hasSourceBytes = i.numOperands == 4;
  if (hasSourceBytes && execution.getOperand(i, 3).slot.bytes == 0)
    execution.fail(i, "the number of bytes of the source is a predicate");
  forEachLane(mask, [&](uint32_t lane) {
    uint64_t bytes = hasSourceBytes
                         ? uint32_t(execution.getOperand(warp, i, 3, lane))
                         : copies.bytes;
    if (bytes > copies.bytes)
      execution.fail(
          i, textOf("a copy of ", copies.bytes, " bytes that reads ", bytes));
    uint64_t from = execution.getOperand(warp, i, 1, lane);
    if (from % copies.bytes)
      execution.fail(i,
                     textOf("misaligned access of ", copies.bytes, " bytes"));
    if (bytes && from >= kSharedWindow)
      execution.fail(i, "a global access of shared memory");
    copies.shared[lane] =
        execution.getShared(warp, i, 0, lane, copies.bytes, copies.bytes);
    copies.global[lane] = from;
    copies.sourceBytes[lane] = uint8_t(bytes);
  });
  execution.copies.issue(warp, copies);
}

static void commitGroup(Warp &warp, const Instruction &, uint32_t mask) {
  warp.execution->copies.commit(warp, mask);
}

static void awaitGroups(Warp &warp, const Instruction &i, uint32_t mask) {
  warp.execution->copies.await(warp, mask,
                               warp.execution->getOperand(warp, i, 0, 0));
}

/// Waits for all copies of a thread, committed or not.
static void awaitAll(Warp &warp, const Instruction &, uint32_t mask) {
  warp.execution->copies.commit(warp, mask);
  warp.execution->copies.await(warp, mask, 0);
}

/// Selects the copy itself: cp.async.{ca,cg}.shared.global [d], [s], bytes.
static Handler selectCopy(const ParsedInstruction &w, Instruction &i) {
  using Kind = ParsedOperand::Kind;
  bool isCached = w.has("ca");
  size_t count = w.operands.size();
  if (isCached == w.has("cg") || !w.has("global") ||
      (!w.has("shared") && !w.has("shared::cta")) || w.has("L2::cache_hint") ||
      count < 3 || count > 4)
    return nullptr;
  for (size_t k = 0; k < 2; ++k)
    if (w.operands[k].kind != Kind::Address || !w.operands[k].parts.empty())
      return nullptr;
  const ParsedOperand &bytes = w.operands[2];
  if (bytes.kind != Kind::Immediate ||
      (bytes.bits != 16 && (!isCached || (bytes.bits != 4 && bytes.bits != 8))))
    return nullptr;
  if (count == 4 && w.operands[3].kind != Kind::Register &&
      w.operands[3].kind != Kind::Immediate)
    return nullptr;
  i.mode = uint8_t(bytes.bits);
  return copy;
}

Handler sbp::ptx::selectAsyncCopy(const ParsedInstruction &w, Instruction &i) {
  size_t count = w.operands.size();
  if (w.has("commit_group"))
    return count == 0 ? commitGroup : nullptr;
  if (w.has("wait_all"))
    return count == 0 ? awaitAll : nullptr;
  if (w.has("wait_group"))
    return count == 1 && w.operands[0].kind == ParsedOperand::Immediate
               ? awaitGroups
               : nullptr;
  return w.has("mbarrier") ? nullptr : selectCopy(w, i);
}
