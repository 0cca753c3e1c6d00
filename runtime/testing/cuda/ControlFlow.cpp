// ControlFlow.cpp: reconvergence points and register allocation
//
// Lanes that diverge at a branch reconverge at its immediate post-dominator
// (Fung et al., "Dynamic warp formation and scheduling for efficient GPU
// control flow", 2007). Post-dominators are dominators of the reversed
// control-flow graph. Registers are allocated by linear scan over live
// intervals (Poletto and Sarkar, "Linear scan register allocation", 1999):
//
//   0: setp p; @p bra L    blocks 0 -> {1, 2}, 1 -> {2}
//   1: mov r1, 1           the branch reconverges at L
//   2: L: st r1
#include "Lexer.h"
#include "Text.h"
#include <algorithm>
#include <set>

using namespace sbp::ptx;

namespace {
/// The control-flow graph of a kernel. Block number `count()` is the exit.
struct Blocks {
  std::vector<uint32_t> first; ///< first instruction of each block
  std::vector<uint32_t> blockOf;
  std::vector<std::vector<uint32_t>> successors, predecessors;
  uint32_t count() const { return uint32_t(first.size()); }
};
} // namespace

static bool isBranch(const ParsedInstruction &instruction) {
  return instruction.name[0] == "bra";
}
static bool isExit(const ParsedInstruction &instruction) {
  return instruction.name[0] == "ret" || instruction.name[0] == "exit" ||
         instruction.name[0] == "trap";
}
static bool isGuarded(const ParsedInstruction &instruction) {
  return instruction.guard.kind != ParsedOperand::None;
}

static Blocks findBlocks(const ParsedKernel &kernel) {
  uint32_t n = uint32_t(kernel.code.size());
  std::vector<bool> leads(n + 1);
  leads[0] = true;
  for (uint32_t i = 0; i < n; ++i) {
    const ParsedInstruction &instruction = kernel.code[i];
    if (isBranch(instruction))
      leads[instruction.target] = true;
    if (isBranch(instruction) || isExit(instruction))
      leads[i + 1] = true;
  }
  Blocks blocks;
  blocks.blockOf.resize(n);
  for (uint32_t i = 0; i < n; ++i) {
    if (leads[i])
      blocks.first.push_back(i);
    blocks.blockOf[i] = blocks.count() - 1;
  }
  uint32_t end = blocks.count();
  blocks.successors.resize(end + 1);
  blocks.predecessors.resize(end + 1);
  for (uint32_t b = 0; b < end; ++b) {
    uint32_t last = (b + 1 < end ? blocks.first[b + 1] : n) - 1;
    const ParsedInstruction &instruction = kernel.code[last];
    auto link = [&](uint32_t next) {
      uint32_t to = next < n ? blocks.blockOf[next] : end;
      blocks.successors[b].push_back(to);
      blocks.predecessors[to].push_back(b);
    };
    if (isBranch(instruction))
      link(instruction.target);
    else if (isExit(instruction))
      link(n);
    if (isGuarded(instruction) ||
        (!isBranch(instruction) && !isExit(instruction)))
      link(last + 1);
  }
  return blocks;
}

/// Returns the blocks in post-order of the reversed graph, starting at the
/// exit.
static std::vector<uint32_t> orderFromEnd(const Blocks &blocks) {
  std::vector<uint32_t> order;
  std::vector<bool> isSeen(blocks.count() + 1);
  std::vector<std::pair<uint32_t, size_t>> stack{{blocks.count(), 0}};
  isSeen[blocks.count()] = true;
  while (!stack.empty()) {
    auto &[block, next] = stack.back();
    if (next == blocks.predecessors[block].size()) {
      order.push_back(block);
      stack.pop_back();
      continue;
    }
    uint32_t before = blocks.predecessors[block][next++];
    if (!isSeen[before]) {
      isSeen[before] = true;
      stack.push_back({before, 0});
    }
  }
  return order;
}

/// Computes immediate post-dominators by the iterative algorithm of Cooper,
/// Harvey and Kennedy ("A Simple, Fast Dominance Algorithm", 2001) on the
/// reversed graph.
static std::vector<uint32_t> findPostDominators(const Blocks &blocks) {
  uint32_t end = blocks.count();
  std::vector<uint32_t> order = orderFromEnd(blocks), rank(end + 1, 0);
  for (uint32_t i = 0; i < order.size(); ++i)
    rank[order[i]] = i;
  std::vector<uint32_t> dominator(end + 1, kNoInstruction);
  dominator[end] = end;
  for (bool isChanged = true; isChanged;) {
    isChanged = false;
    for (size_t i = order.size(); i-- > 0;) {
      uint32_t block = order[i], best = kNoInstruction;
      if (block == end)
        continue;
      for (uint32_t next : blocks.successors[block]) {
        if (dominator[next] == kNoInstruction)
          continue;
        uint32_t x = next, y = best == kNoInstruction ? next : best;
        while (x != y) {
          while (rank[x] < rank[y])
            x = dominator[x];
          while (rank[y] < rank[x])
            y = dominator[y];
        }
        best = x;
      }
      isChanged |= best != dominator[block];
      dominator[block] = best;
    }
  }
  return dominator;
}

std::vector<uint32_t> sbp::ptx::findReconvergence(const ParsedKernel &kernel) {
  std::vector<uint32_t> reconvergence(kernel.code.size(), kNoInstruction);
  if (kernel.code.empty())
    return reconvergence;
  Blocks blocks = findBlocks(kernel);
  std::vector<uint32_t> dominators = findPostDominators(blocks);
  for (uint32_t i = 0; i < kernel.code.size(); ++i) {
    uint32_t postDominator = dominators[blocks.blockOf[i]];
    if (isBranch(kernel.code[i]) && postDominator < blocks.count())
      reconvergence[i] = blocks.first[postDominator];
  }
  return reconvergence;
}

namespace {
/// The live interval of a register, in instruction numbers.
struct Interval {
  uint32_t begin = kNoInstruction, end = 0;
  void include(uint32_t at) {
    begin = std::min(begin, at);
    end = std::max(end, at);
  }
};
/// A set of registers, which has operations on 64 of them at a time.
class RegisterSet {
public:
  explicit RegisterSet(uint32_t registers) : words((registers + 63) / 64) {}
  bool contains(uint32_t r) const { return words[r / 64] >> (r % 64) & 1; }
  void insert(uint32_t r) { words[r / 64] |= uint64_t(1) << (r % 64); }
  /// Adds the elements of `other`. Returns whether any was missing.
  bool insertAll(const RegisterSet &other) {
    return insertWords([&](size_t i) { return other.words[i]; });
  }
  /// Adds the elements of `other` that are not in `without`. Returns whether
  /// any was missing.
  bool insertDifference(const RegisterSet &other, const RegisterSet &without) {
    return insertWords(
        [&](size_t i) { return other.words[i] & ~without.words[i]; });
  }

private:
  template <typename Get> bool insertWords(Get get) {
    uint64_t missing = 0;
    for (size_t i = 0; i < words.size(); ++i) {
      uint64_t added = get(i) & ~words[i];
      words[i] |= added;
      missing |= added;
    }
    return missing != 0;
  }
  std::vector<uint64_t> words;
};
} // namespace

/// Calls `read` and `write` with the registers of an instruction. A guarded
/// write keeps the value of inactive lanes, so it also reads.
template <typename Read, typename Write>
static void visit(const ParsedInstruction &instruction, Read read,
                  Write write) {
  forEachRegister(instruction.guard, read);
  for (size_t i = 0; i < instruction.operands.size(); ++i)
    if (i >= instruction.numDestinations || isGuarded(instruction) ||
        instruction.readsDestinations)
      forEachRegister(instruction.operands[i], read);
  for (size_t i = 0; i < instruction.numDestinations; ++i)
    if (i < instruction.operands.size())
      forEachRegister(instruction.operands[i], write);
}

/// Computes live intervals. Diverged lanes may execute the sides of a branch
/// one after the other, so an interval is the hull of all blocks in which the
/// register is live in any lane. Liveness is the usual backward data-flow fixed
/// point.
static std::vector<Interval> findIntervals(const ParsedKernel &kernel) {
  // Bit sets cover the registers in use, not all declared ones.
  std::vector<uint32_t> compact(kernel.registers.size(), kNoInstruction);
  uint32_t registers = 0;
  auto number = [&](uint32_t declared) {
    if (compact[declared] == kNoInstruction)
      compact[declared] = registers++;
  };
  for (const ParsedInstruction &instruction : kernel.code)
    visit(instruction, number, number);
  std::vector<Interval> intervals(kernel.registers.size());
  Blocks blocks = findBlocks(kernel);
  uint32_t count = blocks.count(), n = uint32_t(kernel.code.size());
  auto lastOf = [&](uint32_t b) {
    return (b + 1 < count ? blocks.first[b + 1] : n) - 1;
  };
  if (uint64_t(count) * registers > (uint64_t(1) << 30))
    throw Failure("kernel '" + kernel.kernel.name + "' is too large");
  std::vector<RegisterSet> used(count, RegisterSet(registers)), made = used;
  for (uint32_t b = 0; b < count; ++b)
    for (uint32_t i = blocks.first[b]; i <= lastOf(b); ++i)
      visit(
          kernel.code[i],
          [&](uint32_t number) {
            intervals[number].include(i);
            if (!made[b].contains(compact[number]))
              used[b].insert(compact[number]);
          },
          [&](uint32_t number) {
            intervals[number].include(i);
            made[b].insert(compact[number]);
          });
  std::vector<RegisterSet> in = std::move(used),
                           out(count, RegisterSet(registers));
  for (bool isChanged = true; isChanged;) {
    isChanged = false;
    for (uint32_t b = count; b-- > 0;) {
      for (uint32_t next : blocks.successors[b])
        if (next < count)
          isChanged |= out[b].insertAll(in[next]);
      isChanged |= in[b].insertDifference(out[b], made[b]);
    }
  }
  for (size_t declared = 0; declared < compact.size(); ++declared)
    for (uint32_t b = 0; b < count && compact[declared] != kNoInstruction;
         ++b) {
      if (in[b].contains(compact[declared]))
        intervals[declared].include(blocks.first[b]);
      if (out[b].contains(compact[declared]))
        intervals[declared].include(lastOf(b));
    }
  // A product writes its accumulators after its issue, whatever reads them.
  for (const ParsedInstruction &instruction : kernel.code)
    if (instruction.readsDestinations && !instruction.operands.empty())
      forEachRegister(instruction.operands[0],
                      [&](uint32_t declared) { intervals[declared] = {0, n}; });
  return intervals;
}

/// Allocates registers by linear scan. Compilers assign every value once, which
/// gives thousands of registers with few of them live at a time; sharing keeps
/// a warp's register file in the cache.
std::vector<RegisterSlot>
sbp::ptx::allocateRegisters(const ParsedKernel &kernel,
                            uint32_t &registerBytes) {
  std::vector<RegisterSlot> slots(kernel.registers.size());
  registerBytes = 0;
  auto allocate = [&](uint8_t bytes) {
    uint32_t offset = registerBytes;
    registerBytes += bytes == 0 ? 64 : bytes * kLanes;
    return offset;
  };
  if (kernel.code.empty())
    return slots;
  std::vector<Interval> intervals = findIntervals(kernel);
  std::vector<uint32_t> order;
  for (uint32_t r = 0; r < slots.size(); ++r) {
    uint8_t bytes = kernel.registers[r].bytes;
    slots[r] = {0, bytes, /*isUsed=*/true};
    if (kernel.registers[r].kind != ParsedRegister::Plain)
      slots[r].offset = allocate(bytes);
    else if (intervals[r].begin != kNoInstruction)
      order.push_back(r);
  }
  std::sort(order.begin(), order.end(), [&](uint32_t x, uint32_t y) {
    return std::pair(intervals[x].begin, x) < std::pair(intervals[y].begin, y);
  });
  std::map<uint8_t, std::set<uint32_t>> free;
  std::multimap<uint32_t, uint32_t>
      live; // live registers by the end of their interval
  for (uint32_t r : order) {
    while (!live.empty() && live.begin()->first < intervals[r].begin) {
      uint32_t done = live.begin()->second;
      free[slots[done].bytes].insert(slots[done].offset);
      live.erase(live.begin());
    }
    std::set<uint32_t> &offsets = free[slots[r].bytes];
    if (offsets.empty()) {
      slots[r].offset = allocate(slots[r].bytes);
    } else {
      slots[r].offset = *offsets.begin();
      offsets.erase(offsets.begin());
    }
    live.insert({intervals[r].end, r});
  }
  return slots;
}
