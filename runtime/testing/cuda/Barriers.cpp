// Barriers.cpp: named barriers, mbarrier objects, fences and setmaxnreg
//
// Warps count at named barriers as 32 threads each. An mbarrier completes a
// phase when it lacks neither arrivals nor bytes; a wait for parity P returns
// true once the number of completed phases has another parity:
//
//   init 1; expect_tx 64 (pending 0, bytes 64); 64 bytes land: phase 1
//   try_wait.parity 0: true; try_wait.parity 1: waits for phase 2
//
// Each completed barrier begins a new epoch of the race detection: whatever
// order it makes, it makes by a completion.
#include "Opcodes.h"
#include <algorithm>
#include <cstring>
#include <optional>
#include <tuple>

using namespace sbp;
using namespace sbp::ptx;

uint64_t Execution::getOperand(Warp &warp, const Instruction &instruction,
                               uint32_t index, uint32_t lane) const {
  const Operand &operand = getOperand(instruction, index);
  uint64_t bits = operand.slot.isUsed ? getBits(warp, operand.slot, lane) : 0;
  return bits + uint64_t(operand.offset);
}

uint32_t Execution::getShared(Warp &warp, const Instruction &instruction,
                              uint32_t index, uint32_t lane, uint64_t bytes,
                              uint32_t alignment) const {
  uint64_t address = getOperand(warp, instruction, index, lane);
  if (address >= kSharedWindow)
    address -= kSharedWindow;
  address = getOwnOffset(warp, instruction, address);
  if (address > shared.getBytes() || bytes > shared.getBytes() - address)
    fail(instruction,
         textOf(bytes, " bytes at byte ", int64_t(address),
                " of shared memory, which has ", shared.getBytes()));
  if (address % alignment)
    fail(instruction, textOf("byte ", address, " of shared memory is not a ",
                             "multiple of ", alignment));
  return uint32_t(address);
}

/// Arrives at the barrier that operand 0 names, with all lanes of the warp, as
/// bar.sync requires. Operand 1 is the number of threads, all without it.
void Execution::arrive(Warp &warp, const Instruction &instruction,
                       uint32_t mask) {
  if (mask != warp.live)
    fail(instruction, "a barrier that not all lanes of the warp reach");
  uint32_t all = threads - warp.id * kLanes >= kLanes
                     ? kAllLanes
                     : (1u << (threads - warp.id * kLanes)) - 1;
  if (mask != all)
    fail(instruction, "a barrier after lanes of the warp have ended");
  Block &block = *warp.block;
  uint64_t number = getOperand(warp, instruction, 0, 0);
  uint64_t expected = instruction.numOperands > 1
                          ? getOperand(warp, instruction, 1, 0)
                          : block.warps.size() * kLanes;
  if (number >= block.async.named.size())
    fail(instruction, textOf("barrier ", number, " of 16"));
  if (expected == 0 || expected % kLanes ||
      expected > block.warps.size() * kLanes)
    fail(instruction,
         textOf("a barrier of ", expected, " threads in a block of ", threads));
  NamedBarrier &barrier = block.async.named[number];
  if (barrier.arrived && barrier.expected != expected)
    fail(instruction,
         textOf("barrier ", number, " of ", expected,
                " threads, where others expect ", barrier.expected));
  barrier.expected = uint32_t(expected);
  barrier.arrived += kLanes;
  bool waits = instruction.mode == 0;
  warp.isWaiting = waits;
  warp.waitLine = instruction.line;
  warp.barrier = uint32_t(number);
  if (barrier.arrived == barrier.expected)
    release(block, uint32_t(number));
}

/// Releases the warps at a barrier and begins a new epoch.
void Execution::release(Block &block, uint32_t number) {
  for (Warp &warp : block.warps)
    if (warp.isWaiting && warp.barrier == number)
      warp.isWaiting = false;
  block.async.named[number].arrived = 0;
  ++block.generation;
  ++counters.barriers;
}

void Execution::initialiseMbarrier(Warp &warp, const Instruction &instruction,
                                   uint32_t mask) {
  Block &block = *warp.block;
  forEachLane(mask, [&](uint32_t lane) {
    uint32_t offset = getShared(warp, instruction, 0, lane, 8, 8);
    auto count = uint32_t(getOperand(warp, instruction, 1, lane));
    if (count == 0 || count >= 1u << 20)
      fail(instruction, textOf("an mbarrier of ", count, " arrivals"));
    Mbarrier barrier;
    barrier.expected = barrier.pending = count;
    barrier.warp = warp.id;
    barrier.generation = block.generation;
    barrier.clusterBarriers = block.cluster->async.clusterBarriers;
    if (!block.async.mbarriers.try_emplace(offset, barrier).second)
      fail(instruction,
           textOf("an mbarrier at byte ", offset, " is initialised twice"));
    shared.reach(warp, instruction, offset, 8, /*isStore=*/true);
    std::memset(block.isWritten.data() + offset, OfBarrier, 8);
  });
}

Mbarrier &Execution::getMbarrier(Warp &warp, const Instruction &instruction,
                                 uint32_t index, uint32_t lane) {
  uint32_t offset = getShared(warp, instruction, index, lane, 8, 8);
  return findMbarrier(warp, *warp.block, instruction, offset);
}

Mbarrier &Execution::findMbarrier(Warp &warp, Block &block,
                                  const Instruction &instruction,
                                  uint32_t offset) {
  auto found = block.async.mbarriers.find(offset);
  if (found == block.async.mbarriers.end())
    fail(instruction, textOf("no mbarrier at byte ", offset));
  Mbarrier &barrier = found->second;
  if (&block != warp.block) {
    if (barrier.clusterBarriers == block.cluster->async.clusterBarriers)
      fail(instruction, textOf("race on the mbarrier at byte ", offset,
                               " of block ", block.rank,
                               " of the cluster: no barrier of the cluster "
                               "follows its initialisation"));
    return barrier;
  }
  if (barrier.generation == block.generation && barrier.warp != warp.id)
    fail(instruction, textOf("race on the mbarrier at byte ", offset, ": warp ",
                             barrier.warp,
                             " initialises it without "
                             "a barrier before warp ",
                             warp.id, " uses it"));
  return barrier;
}

void Execution::completePhase(Block &block, Mbarrier &barrier) {
  if (barrier.pending || barrier.bytes)
    return;
  ++barrier.phase;
  barrier.pending = barrier.expected;
  // Blocks of a cluster may have arrived, which orders their accesses, too.
  for (uint32_t rank = 0; rank < block.clusterSize; ++rank)
    ++block.cluster[rank].generation;
  ++counters.barriers;
}

void Execution::fenceMbarriers(Warp &warp) {
  for (auto &[offset, barrier] : warp.block->async.mbarriers)
    barrier.isFenced |= barrier.warp == warp.id;
}

void Execution::fenceProxy(Warp &warp) {
  std::vector<uint8_t> &states = warp.block->isWritten;
  std::replace(states.begin(), states.end(), uint8_t(FirstUnfenced + warp.id),
               uint8_t(Written));
  fenceMbarriers(warp);
}

/// Executes setmaxnreg. A block has the registers that its launch gives it; an
/// increase waits until others have released enough.
void Execution::changeRegisters(Warp &warp, const Instruction &instruction,
                                uint32_t mask) {
  uint64_t count = getOperand(warp, instruction, 0, 0);
  uint32_t &own = warp.async.threadRegisters;
  bool isIncrease = instruction.mode;
  if (mask != kAllLanes)
    fail(instruction, "setmaxnreg in some lanes of a warp");
  if (count % 8 || count < 24 || count > 256)
    fail(instruction, textOf("setmaxnreg to ", count, " registers"));
  if (isIncrease ? count < own : count > own)
    fail(instruction,
         textOf("setmaxnreg from ", own, " to ", count, " registers"));
  int64_t change = (int64_t(count) - own) * kLanes;
  if (change > warp.block->async.freeRegisters) {
    warp.isBlocked = true;
    return;
  }
  warp.block->async.freeRegisters -= change;
  own = uint32_t(count);
}

static void initialise(Warp &warp, const Instruction &i, uint32_t mask) {
  warp.execution->initialiseMbarrier(warp, i, mask);
}

/// Executes arrive (mode 1), expect_tx (2) and arrive.expect_tx (3), and
/// arrivals at any block of the cluster (5). The number of arrivals, or of
/// bytes, is the last operand.
static void arriveAt(Warp &warp, const Instruction &i, uint32_t mask) {
  Execution &execution = *warp.execution;
  uint32_t address = i.numDestinations;
  bool hasCount = i.numOperands > address + 1;
  forEachLane(mask, [&](uint32_t lane) {
    Block *block = warp.block;
    Mbarrier *found;
    if (i.mode & 4)
      std::tie(block, found) =
          execution.getClusterMbarrier(warp, i, address, lane);
    else
      found = &execution.getMbarrier(warp, i, address, lane);
    Mbarrier &barrier = *found;
    auto count = uint32_t(
        hasCount ? execution.getOperand(warp, i, address + 1, lane) : 1);
    uint64_t phase = barrier.phase;
    if (i.mode & 2)
      barrier.bytes += count;
    if (i.mode & 1) {
      uint32_t arrivals = i.mode & 2 ? 1 : count;
      if (arrivals > barrier.pending)
        execution.fail(i, textOf("more arrivals than the ", barrier.expected,
                                 " that the mbarrier expects"));
      barrier.pending -= arrivals;
    }
    execution.completePhase(*block, barrier);
    if (i.numDestinations && execution.getOperand(i, 0).slot.isUsed)
      setBits(warp, execution.getOperand(i, 0).slot, lane, phase);
  });
}

/// Executes try_wait and test_wait: destination, address, phase or parity. A
/// wait may return false before its time is over, which a loop repeats.
static void waitAt(Warp &warp, const Instruction &i, uint32_t mask) {
  Execution &execution = *warp.execution;
  uint32_t done = 0;
  // Lanes mostly ask for the same, which is looked up once.
  std::optional<std::pair<uint64_t, uint64_t>> last;
  bool isDone = false;
  forEachLane(mask, [&](uint32_t lane) {
    std::pair<uint64_t, uint64_t> asked(execution.getOperand(warp, i, 1, lane),
                                        execution.getOperand(warp, i, 2, lane));
    if (last != asked) {
      uint64_t phase = execution.getMbarrier(warp, i, 1, lane).phase;
      isDone = i.mode & 1 ? (phase & 1) != (asked.second & 1)
                          : phase != asked.second;
      last = asked;
    }
    done |= uint32_t(isDone) << lane;
  });
  if (done != mask && !execution.isDrawn(8)) {
    warp.isBlocked = true;
    return;
  }
  forEachLane(mask, [&](uint32_t lane) {
    setBits(warp, execution.getOperand(i, 0).slot, lane, done >> lane & 1);
  });
}

static void invalidate(Warp &warp, const Instruction &i, uint32_t mask) {
  forEachLane(mask, [&](uint32_t lane) {
    warp.execution->getMbarrier(warp, i, 0, lane);
    uint32_t offset = warp.execution->getShared(warp, i, 0, lane, 8, 8);
    warp.block->async.mbarriers.erase(offset);
    std::memset(warp.block->isWritten.data() + offset, Unwritten, 8);
  });
}

static bool isAddress(const ParsedInstruction &w, size_t operand) {
  return operand < w.operands.size() &&
         w.operands[operand].kind == ParsedOperand::Address &&
         w.operands[operand].parts.empty();
}
static bool isScalar(const ParsedInstruction &w, size_t operand) {
  using Kind = ParsedOperand::Kind;
  return operand < w.operands.size() &&
         (w.operands[operand].kind == Kind::Register ||
          w.operands[operand].kind == Kind::Immediate);
}

static Handler selectMbarrier(const ParsedInstruction &w, Instruction &i) {
  size_t count = w.operands.size();
  bool isRemote = w.has("shared::cluster");
  if (w.has("noComplete") || (isRemote && !w.has("arrive")))
    return nullptr;
  if (w.has("init"))
    return count == 2 && isAddress(w, 0) && isScalar(w, 1) ? initialise
                                                           : nullptr;
  if (w.has("inval"))
    return count == 1 && isAddress(w, 0) ? invalidate : nullptr;
  if (w.has("try_wait") || w.has("test_wait")) {
    i.flow = Flow::Wait;
    i.mode = w.has("parity");
    i.numDestinations = 1;
    bool isRight = count >= 3 && count <= 4 && isScalar(w, 0) &&
                   isAddress(w, 1) && isScalar(w, 2);
    return isRight ? waitAt : nullptr;
  }
  bool expects = w.has("expect_tx"), arrives = w.has("arrive");
  i.mode = uint8_t(arrives | expects << 1);
  bool hasState = count && (w.operands[0].kind == ParsedOperand::None ||
                            w.operands[0].kind == ParsedOperand::Register);
  i.numDestinations = hasState;
  if (isRemote) {
    if (expects || !hasState || w.operands[0].kind != ParsedOperand::None)
      return nullptr;
    i.mode |= 4;
  }
  size_t address = i.numDestinations;
  bool isRight = isAddress(w, address) && count <= address + 2 &&
                 (count == address + 2 ? isScalar(w, address + 1) : !expects);
  return i.mode && isRight ? arriveAt : nullptr;
}

static void nothing(Warp &, const Instruction &, uint32_t) {}

/// Selects bar and barrier. Their numbers and counts of threads are operands;
/// bar.arrive does not wait.
static Handler selectBarrier(const ParsedInstruction &w, Instruction &i) {
  size_t count = w.operands.size();
  bool arrives = w.has("arrive");
  if (w.has("warp") || w.has("cluster") || w.has("red") ||
      (!w.has("sync") && !arrives) || count == 0 || count > 2 ||
      !isScalar(w, 0) || (count == 2 && !isScalar(w, 1)) ||
      (arrives && count != 2))
    return nullptr;
  i.flow = Flow::Barrier;
  i.mode = arrives;
  return nothing;
}

/// Executes bar.warp.sync, whose operand names lanes.
static void checkWarp(Warp &warp, const Instruction &i, uint32_t mask) {
  forEachLane(mask, [&](uint32_t l) {
    auto members = uint32_t(warp.execution->getOperand(warp, i, 0, l));
    if ((members & warp.live) != mask)
      warp.execution->fail(i, "lanes named by the mask are not here");
  });
}

static Handler selectFence(const ParsedInstruction &w, Instruction &) {
  if (!w.operands.empty())
    return nullptr;
  if (w.has("mbarrier_init"))
    return [](Warp &warp, const Instruction &, uint32_t) {
      warp.execution->fenceMbarriers(warp);
    };
  if (!w.has("proxy"))
    return nothing;
  return [](Warp &warp, const Instruction &, uint32_t) {
    warp.execution->fenceProxy(warp);
  };
}

static Handler selectRegisters(const ParsedInstruction &w, Instruction &i) {
  if (w.operands.size() != 1 ||
      w.operands[0].kind != ParsedOperand::Immediate ||
      w.has("inc") == w.has("dec"))
    return nullptr;
  i.flow = Flow::Wait;
  i.mode = w.has("inc");
  return [](Warp &warp, const Instruction &instruction, uint32_t mask) {
    warp.execution->changeRegisters(warp, instruction, mask);
  };
}

/// Selects elect.sync d|p, members: the first lane is chosen.
static Handler selectElect(const ParsedInstruction &w, Instruction &i) {
  if (w.operands.size() != 3 || !isScalar(w, 1) || !isScalar(w, 2))
    return nullptr;
  i.numDestinations = 2;
  return [](Warp &warp, const Instruction &i, uint32_t mask) {
    auto leader = uint32_t(std::countr_zero(mask));
    forEachLane(mask, [&](uint32_t l) {
      if ((uint32_t(warp.execution->getOperand(warp, i, 2, l)) & warp.live) !=
          mask)
        warp.execution->fail(i, "lanes named by the mask are not here");
      const Operand &lane = warp.execution->getOperand(i, 0);
      if (lane.slot.isUsed)
        setBits(warp, lane.slot, l, leader);
      setBits(warp, warp.execution->getOperand(i, 1).slot, l, l == leader);
    });
  };
}

void sbp::ptx::addBarrierOpcodes(OpcodeTable &table) {
  auto selectBar = [](const ParsedInstruction &w, Instruction &i) -> Handler {
    if (w.has("cluster"))
      return selectClusterBarrier(w, i);
    bool isWarp = w.has("warp") && w.operands.size() == 1 && isScalar(w, 0);
    return isWarp ? checkWarp : selectBarrier(w, i);
  };
  table["mbarrier"] = {0, selectMbarrier, /*isListed=*/true};
  table["bar"] = {0, selectBar, /*isListed=*/true};
  table["barrier"] = {0, selectBar, /*isListed=*/true};
  table["fence"] = {0, selectFence, /*isListed=*/true};
  table["setmaxnreg"] = {0, selectRegisters, /*isListed=*/true};
  table["elect"] = {0, selectElect, /*isListed=*/true};
}
