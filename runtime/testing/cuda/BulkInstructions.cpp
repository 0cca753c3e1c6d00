// BulkInstructions.cpp: cp.async.bulk and cp.async.bulk.tensor
//
// Other forms of cp.async are in AsyncCopies.cpp.
#include "Opcodes.h"
#include <algorithm>
#include <cstring>

using namespace sbp;
using namespace sbp::ptx;

/// Executes cp.async.bulk.tensor towards shared memory: destination, tensor map
/// with coordinates, mbarrier and, for a copy to several blocks of the cluster,
/// the mask of their ranks. It is read once and counts once.
static void loadTensor(Warp &warp, const Instruction &i, uint32_t mask) {
  Execution &execution = *warp.execution;
  forEachLane(mask, [&](uint32_t lane) {
    BulkCopy copy;
    copy.instruction = &i;
    copy.map =
        execution.bulk.readTensorMap(i, execution.getOperand(warp, i, 1, lane));
    if (copy.map->rank != i.mode)
      execution.fail(
          i, textOf("a tensor map of ", int(copy.map->rank), " dimensions"));
    for (unsigned k = 0; k < i.mode; ++k)
      copy.coordinates[k] = int32_t(execution.getOperand(warp, i, 2 + k, lane));
    copy.bytes = copy.map->getBoxBytes();
    uint32_t alignment = copy.map->swizzle ? 128u << copy.map->swizzle : 128;
    copy.shared = execution.getShared(warp, i, 0, lane, copy.bytes, alignment);
    execution.getMbarrier(warp, i, 2 + i.mode, lane);
    copy.barrier = execution.getShared(warp, i, 2 + i.mode, lane, 8, 8);
    execution.bulk.count(copy.bytes);
    if (i.numOperands == 3u + i.mode)
      return execution.bulk.issueLoad(warp, *warp.block, std::move(copy));
    uint64_t ranks = execution.getOperand(warp, i, 3 + i.mode, lane) & 0xffff;
    for (uint64_t rank = 0; rank < 16; ++rank)
      if (ranks >> rank & 1)
        execution.bulk.issueLoad(warp, execution.getClusterBlock(warp, i, rank),
                                 copy);
  });
}

/// Executes cp.async.bulk.tensor from shared memory: tensor map with
/// coordinates, source.
static void storeTensor(Warp &warp, const Instruction &i, uint32_t mask) {
  Execution &execution = *warp.execution;
  forEachLane(mask, [&](uint32_t lane) {
    BulkCopy copy;
    copy.instruction = &i;
    copy.isLoad = false;
    copy.map =
        execution.bulk.readTensorMap(i, execution.getOperand(warp, i, 0, lane));
    if (copy.map->rank != i.mode)
      execution.fail(
          i, textOf("a tensor map of ", int(copy.map->rank), " dimensions"));
    for (unsigned k = 0; k < i.mode; ++k)
      copy.coordinates[k] = int32_t(execution.getOperand(warp, i, 1 + k, lane));
    copy.bytes = copy.map->getBoxBytes();
    uint32_t alignment = copy.map->swizzle ? 128u << copy.map->swizzle : 128;
    copy.shared =
        execution.getShared(warp, i, 1 + i.mode, lane, copy.bytes, alignment);
    copy.thread = getThread(warp, lane);
    execution.bulk.issueStore(warp, std::move(copy));
  });
}

/// Executes cp.async.bulk of contiguous bytes: destination, source, bytes and,
/// towards shared memory, mbarrier.
static void copyContiguous(Warp &warp, const Instruction &i, uint32_t mask) {
  Execution &execution = *warp.execution;
  bool isLoad = i.mode;
  forEachLane(mask, [&](uint32_t lane) {
    BulkCopy copy;
    copy.instruction = &i;
    copy.isLoad = isLoad;
    copy.bytes = uint32_t(execution.getOperand(warp, i, 2, lane));
    copy.global = execution.getOperand(warp, i, isLoad, lane);
    if (copy.bytes == 0 || copy.bytes % 16 || copy.global % 16)
      execution.fail(i,
                     textOf("a bulk copy of ", copy.bytes, " bytes at address ",
                            copy.global, ", not in units of 16"));
    copy.shared = execution.getShared(warp, i, !isLoad, lane, copy.bytes, 16);
    copy.thread = getThread(warp, lane);
    if (!isLoad)
      return execution.bulk.issueStore(warp, std::move(copy));
    execution.getMbarrier(warp, i, 3, lane);
    copy.barrier = execution.getShared(warp, i, 3, lane, 8, 8);
    execution.bulk.count(copy.bytes);
    execution.bulk.issueLoad(warp, *warp.block, std::move(copy));
  });
}

static void commitGroup(Warp &warp, const Instruction &, uint32_t mask) {
  forEachLane(mask, [&](uint32_t lane) {
    warp.execution->bulk.commitStores(warp, lane);
  });
}

static void awaitGroups(Warp &warp, const Instruction &i, uint32_t mask) {
  forEachLane(mask, [&](uint32_t lane) {
    warp.execution->bulk.awaitStores(
        warp, lane, warp.execution->getOperand(warp, i, 0, lane), i.mode);
  });
}

/// Selects the copies that go through tensor maps.
static Handler selectTensor(const ParsedInstruction &w, Instruction &i,
                            bool isLoad) {
  using Kind = ParsedOperand::Kind;
  static constexpr std::string_view ranks[] = {"1d", "2d", "3d", "4d", "5d"};
  for (uint8_t rank = 0; rank < 5; ++rank)
    if (w.has(ranks[rank]))
      i.mode = uint8_t(rank + 1);
  size_t map = isLoad ? 1 : 0;
  bool isMulticast = w.has("multicast::cluster");
  size_t count = (isLoad ? 3u : 2u) + isMulticast;
  if (i.mode == 0 || w.operands.size() != count || (isMulticast && !isLoad))
    return nullptr;
  if (isMulticast && w.operands[3].kind != Kind::Register &&
      w.operands[3].kind != Kind::Immediate)
    return nullptr;
  for (size_t k = 0; k < count - isMulticast; ++k)
    if (w.operands[k].kind != Kind::Address ||
        w.operands[k].parts.size() != (k == map ? i.mode : 0u))
      return nullptr;
  return isLoad ? loadTensor : storeTensor;
}

static Handler selectCopy(const ParsedInstruction &w, Instruction &i) {
  using Kind = ParsedOperand::Kind;
  size_t count = w.operands.size();
  if (w.has("async") && !w.has("bulk"))
    return selectAsyncCopy(w, i);
  if (!w.has("bulk") || w.has("reduce") || w.has("im2col") ||
      (w.has("multicast::cluster") && !w.has("tensor")) || w.has("prefetch"))
    return nullptr;
  if (w.has("commit_group"))
    return count == 0 ? commitGroup : nullptr;
  if (w.has("wait_group")) {
    i.mode = w.has("read");
    return count == 1 && w.operands[0].kind == Kind::Immediate ? awaitGroups
                                                               : nullptr;
  }
  bool isLoad = w.has("mbarrier::complete_tx::bytes");
  if (!isLoad && !w.has("bulk_group"))
    return nullptr;
  if (w.has("tensor"))
    return selectTensor(w, i, isLoad);
  if (count != (isLoad ? 4u : 3u))
    return nullptr;
  for (size_t k = 0; k < count; ++k)
    if (k != 2 &&
        (w.operands[k].kind != Kind::Address || !w.operands[k].parts.empty()))
      return nullptr;
  if (w.operands[2].kind != Kind::Register &&
      w.operands[2].kind != Kind::Immediate)
    return nullptr;
  i.mode = isLoad;
  return copyContiguous;
}

void sbp::ptx::addBulkOpcodes(OpcodeTable &table) {
  table["cp"] = {0, selectCopy, /*isListed=*/true};
}
