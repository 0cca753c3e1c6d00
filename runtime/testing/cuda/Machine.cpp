// Machine.cpp: scheduling of blocks and warps, divergence, barriers
//
// A warp executes the top entry of its SIMT stack. A divergent branch replaces
// the entry's pc by the reconvergence point and pushes one entry per side; an
// entry is popped when it reaches its reconvergence point. Example for lanes
// {0, 1} at "@p bra L" with p true in lane 1 and reconvergence at M:
//
//   [{pc, end, 01}]  ->  [{M, end, 01}, {pc + 1, M, 0}, {L, M, 1}]
//
// Warps run for a random quantum of instructions and blocks in a random
// rotation, so that each seed gives another legal interleaving.
#include "Lanes.h"
#include <algorithm>
#include <cstring>

using namespace sbp;
using namespace sbp::ptx;

Execution::Execution(GlobalMemory &memory, std::vector<Allocation> &variables,
                     const Kernel &kernel, const Launch &launch, uint64_t seed,
                     Counters &counters)
    : global(*this, memory, variables, counters, kernel.code.size()),
      shared(*this, counters, kernel.sharedBytes + launch.sharedBytes),
      bulk(*this, counters, launch.parameters), copies(*this),
      products(*this, counters, kernel.registerBytes), kernel(kernel),
      launch(launch), counters(counters), random(seed),
      threads(launch.block[0] * launch.block[1] * launch.block[2]) {
  static constexpr unsigned kEagerness[] = {2, 8, kLazy};
  eagerness = kEagerness[random() % 3];
}

void Execution::fail(const Instruction &instruction,
                     const std::string &message) const {
  throw Failure(kernel.name + ", PTX line " + std::to_string(instruction.line) +
                ": " + message);
}

/// Returns the value of a special register for a thread of a block.
static uint32_t getSpecial(SpecialRegister special, uint32_t thread,
                           const Block &block, const Launch &launch) {
  using S = SpecialRegister;
  const auto &size = launch.block;
  switch (special) {
  case S::ThreadX:
    return thread % size[0];
  case S::ThreadY:
    return thread / size[0] % size[1];
  case S::ThreadZ:
    return thread / size[0] / size[1];
  case S::BlockSizeX:
    return size[0];
  case S::BlockSizeY:
    return size[1];
  case S::BlockSizeZ:
    return size[2];
  case S::ClusterRank:
    return block.rank;
  case S::ClusterSize:
    return block.clusterSize;
  case S::ClusterX:
    return block.index[0] / block.clusterSize;
  case S::ClustersX:
    return launch.grid[0] / block.clusterSize;
  case S::BlockX:
    return block.index[0];
  case S::BlockY:
    return block.index[1];
  case S::BlockZ:
    return block.index[2];
  case S::GridX:
    return launch.grid[0];
  case S::GridY:
    return launch.grid[1];
  case S::GridZ:
    return launch.grid[2];
  case S::Lane:
    return thread % kLanes;
  case S::Warp:
    return thread / kLanes;
  case S::LaneMaskLess:
    return (1u << thread % kLanes) - 1;
  case S::LaneMaskEqual:
    return 1u << thread % kLanes;
  case S::Clock:
    return 0;
  }
  return 0;
}

/// Starts a block of the grid in a resident block, whose memory and constant
/// registers are initialised once.
void Execution::start(Block &block, uint32_t number) {
  uint32_t numWarps = (threads + kLanes - 1) / kLanes;
  bool isNew = block.warps.empty();
  block.index = {number % launch.grid[0],
                 number / launch.grid[0] % launch.grid[1],
                 number / launch.grid[0] / launch.grid[1]};
  if (isNew) {
    block.warps.resize(numWarps);
    block.registers.assign(size_t(kernel.registerBytes) * numWarps + 64, 0);
    block.shared.assign(shared.getBytes(), 0xC9);
    block.isWritten.assign(shared.getBytes(), 0);
    block.words.assign((shared.getBytes() + 3) / 4, AccessRecord());
  } else {
    std::fill(block.isWritten.begin(), block.isWritten.end(), 0);
    ++block.generation;
  }
  block.isDone = false;
  block.numLive = numWarps;
  for (uint32_t i = 0; i < numWarps; ++i) {
    Warp &warp = block.warps[i];
    uint32_t lanes = std::min(kLanes, threads - i * kLanes);
    warp.live = lanes == kLanes ? kAllLanes : (1u << lanes) - 1;
    warp.waited = launch.overlaps ? 0 : kAllLanes;
    warp.simtStack.assign(1, {0, kNoInstruction, warp.live});
    warp.isWaiting = false;
    warp.execution = this;
    warp.block = &block;
    warp.id = i;
    warp.registers = block.registers.data() + size_t(kernel.registerBytes) * i;
    for (const Special &special : kernel.specials)
      for (uint32_t lane = 0; lane < kLanes; ++lane)
        setBits(warp, special.slot, lane,
                getSpecial(special.kind, i * kLanes + lane, block, launch));
    if (isNew)
      for (const Constant &constant : kernel.constants)
        for (uint32_t lane = 0; lane < kLanes; ++lane)
          setBits(warp, constant.slot, lane, constant.bits);
  }
  startAsync(block);
}

void Execution::startAsync(Block &block) {
  block.async = BlockAsync();
  uint64_t warps = block.warps.size();
  uint32_t each = kernel.maxRegisters
                      ? kernel.maxRegisters
                      : uint32_t(kMaxRegisters / (warps * kLanes) / 8 * 8);
  each = std::min(each, kMaxThreadRegisters);
  for (Warp &warp : block.warps) {
    warp.async = WarpAsync();
    warp.async.threadRegisters = each;
    warp.isBlocked = false;
  }
}

/// Checks what a block leaves behind. Its stores may still write global memory,
/// but shared memory ends with the block.
void Execution::endAsync(Block &block) {
  bulk.end(block);
  for (const Warp &warp : block.warps) {
    if (!warp.async.copies.empty())
      fail(*warp.async.copies[0].instruction,
           "a block ends before a copy to it has been waited for");
    if (!warp.async.products.empty())
      fail(*warp.async.products[0].instruction,
           "a block ends with products in flight");
  }
}

/// Starts the blocks of a cluster, of which `number` is the first.
void Execution::startCluster(Block *first, uint64_t number) {
  for (uint32_t rank = 0; rank < kernel.clusterSize; ++rank) {
    first[rank].rank = rank;
    first[rank].clusterSize = kernel.clusterSize;
    first[rank].cluster = first;
    start(first[rank], uint32_t(number + rank));
  }
}

// A cluster that ends is replaced by the next one of the range. A round in
// which no warp could run, with no copy in flight, is a deadlock.
void Execution::run(uint64_t begin, uint64_t end,
                    const std::atomic<bool> &isEnding) {
  uint64_t size = kernel.clusterSize, total = (end - begin) / size;
  uint64_t resident =
      std::min<uint64_t>(total, std::max<uint64_t>(1, kResidentBlocks / size));
  blocks.resize(size_t(resident * size));
  uint64_t next = 0;
  uint64_t first = random() % total; // the first cluster is random
  auto startNext = [&](Block *cluster) {
    startCluster(cluster, begin + (first + next++) % total * size);
  };
  for (uint64_t i = 0; i < resident; ++i)
    startNext(&blocks[i * size]);
  for (size_t running = size_t(resident); running && !isEnding;) {
    bool isMoving = false;
    ++numRounds;
    size_t shift = random() % blocks.size();
    for (size_t i = 0; i < blocks.size(); ++i) {
      Block &block = blocks[(i + shift) % blocks.size()];
      if (block.isDone)
        continue;
      isMoving |= advance(block);
      isMoving |= bulk.advance(block);
      if (block.numLive == 0) {
        endAsync(block);
        block.isDone = true;
        bool isEnd = std::all_of(block.cluster, block.cluster + size,
                                 [](const Block &one) { return one.isDone; });
        running -= isEnd;
        if (isEnd && next < total) {
          startNext(block.cluster);
          ++running;
        }
      }
    }
    if (!isMoving && running && !bulk.force(blocks))
      reportDeadlock();
  }
}

/// Runs every runnable warp of a block for a while. Returns false where there
/// is none.
bool Execution::advance(Block &block) {
  bool isMoving = false;
  size_t count = block.warps.size(), shift = random() % count;
  for (size_t i = 0; i < count; ++i) {
    Warp &warp = block.warps[(i + shift) % count];
    if (!warp.live || warp.isWaiting)
      continue;
    isMoving |= runWarp(warp, 16 + uint32_t(random() % 512));
  }
  return isMoving;
}

/// Executes up to `quantum` instructions of a warp, fewer where one blocks it.
/// Instructions that fall through run here directly; branches, exits and
/// barriers change the stack. Returns false where it was blocked at once.
bool Execution::runWarp(Warp &warp, uint32_t quantum) {
  const Instruction *code = kernel.code.data();
  uint32_t size = uint32_t(kernel.code.size());
  uint64_t lanes = 0, executed = 0;
  while (quantum--) {
    StackEntry &entry = warp.simtStack.back();
    if (entry.pc >= size) { // falling off the end is an exit
      end(warp, entry.mask);
      if (!warp.live)
        break;
      continue;
    }
    const Instruction &instruction = code[entry.pc];
    uint32_t mask = entry.mask;
    if (instruction.guard.isUsed) {
      uint32_t guard = warp.predicate(instruction.guard);
      mask &= instruction.guard.isNegated ? ~guard : guard;
    }
    ++executed;
    lanes += countLanes(mask);
    if (warp.async.hasInFlight)
      products.checkInFlight(warp, instruction);
    if (instruction.flow == Flow::Next || instruction.flow == Flow::Wait) {
      warp.isBlocked = false;
      if (mask)
        instruction.handler(warp, instruction, mask);
      if (warp.isBlocked) {
        warp.waitLine = instruction.line;
        --executed;
        break;
      }
      ++entry.pc;
      if (entry.pc == entry.reconvergence)
        reconverge(warp);
      continue;
    }
    if (instruction.flow == Flow::Branch) {
      branch(warp, instruction, mask);
    } else if (instruction.flow == Flow::Exit) {
      ++entry.pc;
      end(warp, mask);
    } else {
      ++entry.pc;
      if (mask)
        arrive(warp, instruction, mask);
      reconverge(warp);
    }
    if (!warp.live || warp.isWaiting)
      break;
  }
  counters.warpInstructions += executed;
  counters.laneInstructions += lanes;
  return executed > 0;
}

/// Pops entries that are empty or have reached their reconvergence points; the
/// entry below continues.
void Execution::reconverge(Warp &warp) {
  while (warp.simtStack.size() > 1 &&
         (warp.simtStack.back().mask == 0 ||
          (warp.simtStack.back().pc == warp.simtStack.back().reconvergence)))
    warp.simtStack.pop_back();
}

/// Executes a branch of the lanes in `mask`. The order of the two sides is
/// random.
void Execution::branch(Warp &warp, const Instruction &instruction,
                       uint32_t mask) {
  StackEntry &entry = warp.simtStack.back();
  if (mask == 0 || mask == entry.mask) {
    entry.pc = mask ? instruction.target : entry.pc + 1;
    return reconverge(warp);
  }
  StackEntry stay = {entry.pc + 1, instruction.reconvergence,
                     entry.mask & ~mask};
  StackEntry go = {instruction.target, instruction.reconvergence, mask};
  // An entry whose lanes reconverge where the branch does is replaced by its
  // sides.
  if (instruction.reconvergence == entry.reconvergence &&
      warp.simtStack.size() > 1)
    warp.simtStack.pop_back();
  else if (instruction.reconvergence == kNoInstruction)
    entry.pc = kNoInstruction, entry.mask = 0;
  else
    entry.pc = instruction.reconvergence;
  bool stayFirst = random() & 1;
  for (const StackEntry &part : {stayFirst ? go : stay, stayFirst ? stay : go})
    if (part.pc != part.reconvergence)
      warp.simtStack.push_back(part);
  reconverge(warp);
}

/// Removes exited lanes from all entries of the stack.
void Execution::end(Warp &warp, uint32_t mask) {
  // A launch that ends early would let the next one overtake the one before.
  if (mask & ~warp.waited)
    throw Failure(textOf(kernel.name, ": warp ", warp.id,
                         " ends without griddepcontrol.wait, while the launch "
                         "before may still run"));
  warp.live &= ~mask;
  for (StackEntry &entry : warp.simtStack)
    entry.mask &= ~mask;
  while (!warp.simtStack.empty() && warp.simtStack.back().mask == 0)
    warp.simtStack.pop_back();
  if (!warp.simtStack.empty())
    reconverge(warp);
  if (warp.live == 0)
    --warp.block->numLive;
}

/// Throws Failure with the position of every warp.
void Execution::reportDeadlock() {
  std::string text = kernel.name + ": deadlock";
  for (const Block &block : blocks) {
    if (block.isDone)
      continue;
    text += textOf("; block (", block.index[0], ", ", block.index[1], ", ",
                   block.index[2], "):");
    for (const Warp &warp : block.warps)
      text +=
          !warp.live ? textOf(" warp ", warp.id, " has ended")
          : warp.isWaiting
              ? textOf(" warp ", warp.id, " waits at the barrier of PTX line ",
                       warp.waitLine)
              : textOf(" warp ", warp.id, " waits in PTX line ", warp.waitLine);
  }
  throw Failure(text);
}
