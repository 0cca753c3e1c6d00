// BulkCopies.cpp: the landing of bulk copies and tensor copies
//
// A load lands at a random moment after its issue: it writes shared memory and
// takes its bytes from the mbarrier's. Until then its destination counts as
// unwritten. A store reads its source and writes global memory at two random
// moments, which only cp.async.bulk.wait_group bounds. Example of a tensor of 5
// rows of 8 f32 with a box of 4 x 4 at coordinates {6, 3}:
//
//   row 3: x[3][6] x[3][7] 0 0      columns 8 and 9 are outside: zeros
//   row 4: x[4][6] x[4][7] 0 0
//   rows 5 and 6: zeros             a store leaves out what is outside
#include "Opcodes.h"
#include <algorithm>
#include <cstring>

using namespace sbp;
using namespace sbp::ptx;

/// In so many rounds, copies that land as late as possible are tried once.
static constexpr uint64_t kLazyRounds = 64;

TensorMap BulkCopies::readTensorMap(const Instruction &instruction,
                                    uint64_t address) {
  TensorMap map;
  if (address >= kParameterWindow && address < kVariableWindow) {
    uint64_t offset = address - kParameterWindow;
    if (offset > parameters.size() || sizeof(map) > parameters.size() - offset)
      execution.fail(instruction,
                     "a tensor map beyond the kernel's parameters");
    std::memcpy(&map, parameters.data() + offset, sizeof map);
  } else {
    Allocation *own =
        execution.global.find(instruction, address, address + sizeof(map));
    if (!own)
      execution.fail(instruction, "a tensor map outside of every allocation");
    std::memcpy(&map, own->data.data() + (address - own->begin), sizeof map);
  }
  if (std::string message = checkTensorMap(map); !message.empty())
    execution.fail(instruction, message);
  return map;
}

void BulkCopies::landContiguous(Block &block, BulkCopy &copy) {
  if (copy.isLoad && !copy.data.empty()) {
    std::memcpy(block.shared.data() + copy.shared, copy.data.data(),
                copy.bytes);
    return;
  }
  uint8_t *global =
      execution.global.reach(copy, copy.global, copy.bytes, !copy.isLoad);
  if (copy.isLoad)
    std::memcpy(block.shared.data() + copy.shared, global, copy.bytes);
  else
    std::memcpy(global, copy.data.data(), copy.bytes);
}

/// Copies the box of a tensor copy row by row.
void BulkCopies::landTensor(Block &block, BulkCopy &copy, bool toShared) {
  const TensorMap &map = *copy.map;
  uint64_t rowBytes = uint64_t(map.box[0]) * map.elementBytes;
  uint64_t rows = map.getBoxBytes() / rowBytes;
  std::vector<uint8_t> line(rowBytes);
  for (uint64_t row = 0; row < rows; ++row) {
    bool isInside = true;
    uint64_t address = map.address, rest = row;
    for (unsigned i = 1; i < map.rank; ++i) {
      int64_t at = int64_t(copy.coordinates[i]) + int64_t(rest % map.box[i]);
      rest /= map.box[i];
      isInside &= at >= 0 && at < int64_t(map.extents[i]);
      address += uint64_t(at) * map.strides[i];
    }
    int64_t first = copy.coordinates[0];
    int64_t low = std::clamp<int64_t>(first, 0, map.extents[0]),
            high = std::clamp<int64_t>(first + map.box[0], 0, map.extents[0]);
    uint64_t bytes = isInside ? uint64_t(high - low) * map.elementBytes : 0;
    uint64_t begin = uint64_t(low - first) * map.elementBytes;
    uint8_t *global =
        bytes
            ? execution.global.reach(copy,
                                     address + uint64_t(low) * map.elementBytes,
                                     bytes, !toShared)
            : nullptr;
    auto place = [&](uint64_t byte) {
      return swizzle(uint32_t(row * rowBytes + byte + copy.shared),
                     map.swizzle);
    };
    std::fill(line.begin(), line.end(), 0);
    if (toShared && bytes)
      std::memcpy(line.data() + begin, global, bytes);
    for (uint64_t byte = 0; byte < rowBytes; byte += 16)
      if (toShared)
        std::memcpy(block.shared.data() + place(byte), line.data() + byte, 16);
      else
        std::memcpy(line.data() + byte,
                    copy.data.data() + (place(byte) - copy.shared), 16);
    if (!toShared && bytes)
      std::memcpy(global, line.data() + begin, bytes);
  }
}

/// Reads the source of a store.
void BulkCopies::readSource(Block &block, BulkCopy &copy) {
  if (copy.isRead)
    return;
  const uint8_t *from = block.shared.data() + copy.shared;
  copy.data.assign(from, from + copy.bytes);
  copy.isRead = true;
}

/// Completes a copy.
void BulkCopies::land(Block &block, BulkCopy &copy) {
  if (copy.isLanded)
    return;
  if (!copy.isLoad)
    readSource(block, copy);
  if (copy.map)
    landTensor(block, copy, copy.isLoad);
  else
    landContiguous(block, copy);
  copy.isLanded = true;
  if (!copy.isLoad)
    return;
  std::memset(block.isWritten.data() + copy.shared, Written, copy.bytes);
  auto found = block.async.mbarriers.find(copy.barrier);
  if (found == block.async.mbarriers.end())
    execution.fail(*copy.instruction,
                   "the mbarrier of a copy has been invalidated");
  found->second.bytes -= int64_t(copy.bytes);
  execution.completePhase(block, found->second);
}

/// Removes loads that have landed; stores stay until they are awaited.
static void removeLanded(std::vector<BulkCopy> &copies) {
  std::erase_if(copies, [](const BulkCopy &copy) {
    return copy.isLanded && (copy.isLoad || copy.isAwaited);
  });
}

void BulkCopies::end(Block &block) {
  for (BulkCopy &copy : block.async.copies) {
    if (copy.isLoad)
      execution.fail(*copy.instruction,
                     "a block ends before a copy to it has landed");
    if (!copy.isAwaited)
      execution.fail(
          *copy.instruction,
          "a block ends while a copy may still read its shared memory");
    land(block, copy);
  }
  block.async.copies.clear();
}

bool BulkCopies::advance(Block &block) {
  bool isMoving = false;
  unsigned chance = execution.getEagerness();
  if (chance == kLazy) {
    // Waits that return early keep warps moving, so that no copy is forced.
    if (execution.getRounds() % kLazyRounds)
      return isMoving;
    chance = 2;
  }
  for (BulkCopy &copy : block.async.copies)
    if (!copy.isLanded && execution.isDrawn(chance)) {
      land(block, copy);
      isMoving = true;
    }
  removeLanded(block.async.copies);
  return isMoving;
}

bool BulkCopies::force(std::vector<Block> &blocks) {
  size_t shift = execution.draw() % blocks.size();
  for (size_t i = 0; i < blocks.size(); ++i) {
    Block &block = blocks[(i + shift) % blocks.size()];
    std::vector<BulkCopy> &copies = block.async.copies;
    size_t first = copies.empty() ? 0 : execution.draw() % copies.size();
    for (size_t j = 0; j < copies.size() && !block.isDone; ++j) {
      BulkCopy &copy = copies[(j + first) % copies.size()];
      if (copy.isLanded || !copy.isLoad)
        continue;
      land(block, copy);
      removeLanded(copies);
      return true;
    }
  }
  return false;
}

void BulkCopies::issueLoad(Warp &warp, Block &block, BulkCopy copy) {
  const Instruction &instruction = *copy.instruction;
  if (copy.data.empty()) // st.async has its values
    execution.checkWaited(warp, instruction, warp.simtStack.back().mask);
  const Mbarrier &barrier =
      execution.findMbarrier(warp, block, instruction, copy.barrier);
  uint32_t actor = &block == warp.block ? warp.id : getActor(warp.block->rank);
  // Stores from registers are no accesses of the async proxy.
  if (!barrier.isFenced && copy.data.empty())
    execution.fail(instruction,
                   textOf("no fence follows the initialisation of the "
                          "mbarrier at byte ",
                          copy.barrier));
  for (uint64_t at = 0; at < copy.bytes; at += 16)
    execution.shared.reach(block, actor, instruction,
                           uint32_t(copy.shared + at),
                           unsigned(std::min<uint64_t>(16, copy.bytes - at)),
                           /*isStore=*/true);
  std::memset(block.isWritten.data() + copy.shared, Unwritten, copy.bytes);
  block.async.copies.push_back(std::move(copy));
  if (execution.isDrawn(execution.getEagerness())) {
    land(block, block.async.copies.back());
    removeLanded(block.async.copies);
  }
}

void BulkCopies::issueStore(Warp &warp, BulkCopy copy) {
  Block &block = *warp.block;
  const Instruction &instruction = *copy.instruction;
  execution.checkWaited(warp, instruction, warp.simtStack.back().mask);
  for (uint64_t at = 0; at < copy.bytes; at += 16) {
    auto offset = uint32_t(copy.shared + at);
    execution.shared.reach(warp, instruction, offset, 16, /*isStore=*/false);
    for (uint32_t i = offset; i < offset + 16; ++i)
      if (block.isWritten[i] != Written)
        execution.fail(instruction,
                       textOf("no fence.proxy.async follows the write of ",
                              "byte ", i, " of shared memory"));
  }
  counters.bulkBytes += copy.bytes;
  copy.group = block.async.numGroups[copy.thread];
  block.async.copies.push_back(std::move(copy));
  if (execution.isDrawn(execution.getEagerness()))
    land(block, block.async.copies.back());
}

void BulkCopies::commitStores(Warp &warp, uint32_t lane) {
  ++warp.block->async.numGroups[getThread(warp, lane)];
}

void BulkCopies::awaitStores(Warp &warp, uint32_t lane, uint64_t keep,
                             bool isRead) {
  Block &block = *warp.block;
  uint32_t thread = getThread(warp, lane);
  uint64_t groups = block.async.numGroups[thread];
  uint64_t target = groups > keep ? groups - keep : 0;
  for (BulkCopy &copy : block.async.copies) {
    if (copy.isLoad || copy.thread != thread || copy.group >= target)
      continue;
    copy.isAwaited = true;
    readSource(block, copy);
    if (!isRead)
      land(block, copy);
  }
  removeLanded(block.async.copies);
}

void BulkCopies::checkSources(const Block &block,
                              const Instruction &instruction, uint64_t offset,
                              unsigned bytes) const {
  for (const BulkCopy &copy : block.async.copies)
    if (!copy.isLoad && !copy.isAwaited && offset < copy.shared + copy.bytes &&
        copy.shared < offset + bytes)
      execution.fail(instruction,
                     textOf("writes byte ", offset,
                            " of shared memory, "
                            "which the copy of PTX line ",
                            copy.instruction->line, " may still read"));
}
