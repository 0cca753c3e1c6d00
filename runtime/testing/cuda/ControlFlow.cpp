//===- ControlFlow.cpp - where lanes meet, where registers lie ------------===//
#include "Lexer.h"
#include "Text.h"
#include <algorithm>
#include <set>

using namespace sbp::ptx;

namespace {
/// Basic blocks of a kernel. Block `blocks` is the end.
struct Blocks {
  std::vector<uint32_t> first; ///< instruction, by block
  std::vector<uint32_t> blockOf;
  std::vector<std::vector<uint32_t>> successors, predecessors;
  uint32_t count() const { return uint32_t(first.size()); }
};
} // namespace

static bool isBranch(const WrittenInstruction &instruction) {
  return instruction.name[0] == "bra";
}
static bool isExit(const WrittenInstruction &instruction) {
  return instruction.name[0] == "ret" || instruction.name[0] == "exit" ||
         instruction.name[0] == "trap";
}
static bool isGuarded(const WrittenInstruction &instruction) {
  return instruction.guard.kind != WrittenOperand::None;
}

static Blocks findBlocks(const WrittenKernel &kernel) {
  uint32_t n = uint32_t(kernel.code.size());
  std::vector<bool> leads(n + 1);
  leads[0] = true;
  for (uint32_t i = 0; i < n; ++i) {
    const WrittenInstruction &instruction = kernel.code[i];
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
    const WrittenInstruction &instruction = kernel.code[last];
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

/// Blocks in post-order of the reversed graph, from the end.
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

/// Cooper, Harvey, Kennedy: "A Simple, Fast Dominance Algorithm", on the
/// reversed graph.
static std::vector<uint32_t> findPostDominators(const Blocks &blocks) {
  uint32_t end = blocks.count();
  std::vector<uint32_t> order = orderFromEnd(blocks), rank(end + 1, 0);
  for (uint32_t i = 0; i < order.size(); ++i)
    rank[order[i]] = i;
  std::vector<uint32_t> dominator(end + 1, kNowhere);
  dominator[end] = end;
  for (bool isChanged = true; isChanged;) {
    isChanged = false;
    for (size_t i = order.size(); i-- > 0;) {
      uint32_t block = order[i], best = kNowhere;
      if (block == end)
        continue;
      for (uint32_t next : blocks.successors[block]) {
        if (dominator[next] == kNowhere)
          continue;
        uint32_t x = next, y = best == kNowhere ? next : best;
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

std::vector<uint32_t> sbp::ptx::findMeetings(const WrittenKernel &kernel) {
  std::vector<uint32_t> meetings(kernel.code.size(), kNowhere);
  if (kernel.code.empty())
    return meetings;
  Blocks blocks = findBlocks(kernel);
  std::vector<uint32_t> dominators = findPostDominators(blocks);
  for (uint32_t i = 0; i < kernel.code.size(); ++i) {
    uint32_t meeting = dominators[blocks.blockOf[i]];
    if (isBranch(kernel.code[i]) && meeting < blocks.count())
      meetings[i] = blocks.first[meeting];
  }
  return meetings;
}

namespace {
/// The instructions from a register's first to its last moment.
struct Interval {
  uint32_t begin = kNowhere, end = 0;
  void include(uint32_t at) {
    begin = std::min(begin, at);
    end = std::max(end, at);
  }
};
using Bits = std::vector<bool>;
} // namespace

/// Calls `read` and `write` with the registers of an instruction. What is only
/// written in some lanes, under a guard, keeps the others: it is read too.
template <typename Read, typename Write>
static void visit(const WrittenInstruction &instruction, Read read,
                  Write write) {
  forEachRegister(instruction.guard, read);
  for (size_t i = 0; i < instruction.operands.size(); ++i)
    if (i >= instruction.numDestinations || isGuarded(instruction))
      forEachRegister(instruction.operands[i], read);
  for (size_t i = 0; i < instruction.numDestinations; ++i)
    if (i < instruction.operands.size())
      forEachRegister(instruction.operands[i], write);
}

/// Lanes that part may write a register one after the other: a value lives from
/// the first to the last moment of any lane, which the hull over all blocks in
/// which it is live covers. Loops make it live throughout.
static std::vector<Interval> findIntervals(const WrittenKernel &kernel) {
  // Sets hold registers that are used, not all that are declared.
  std::vector<uint32_t> compact(kernel.registers.size(), kNowhere);
  uint32_t registers = 0;
  auto number = [&](uint32_t declared) {
    if (compact[declared] == kNowhere)
      compact[declared] = registers++;
  };
  for (const WrittenInstruction &instruction : kernel.code)
    visit(instruction, number, number);
  std::vector<Interval> intervals(kernel.registers.size());
  Blocks blocks = findBlocks(kernel);
  uint32_t count = blocks.count(), n = uint32_t(kernel.code.size());
  auto lastOf = [&](uint32_t b) {
    return (b + 1 < count ? blocks.first[b + 1] : n) - 1;
  };
  if (uint64_t(count) * registers > (uint64_t(1) << 30))
    throw Failure("kernel '" + kernel.kernel.name + "' is too large");
  std::vector<Bits> used(count, Bits(registers)), made = used, in = used;
  for (uint32_t b = 0; b < count; ++b)
    for (uint32_t i = blocks.first[b]; i <= lastOf(b); ++i)
      visit(
          kernel.code[i],
          [&](uint32_t number) {
            intervals[number].include(i);
            if (!made[b][compact[number]])
              used[b][compact[number]] = true;
          },
          [&](uint32_t number) {
            intervals[number].include(i);
            made[b][compact[number]] = true;
          });
  std::vector<Bits> out(count, Bits(registers));
  for (bool isChanged = true; isChanged;) {
    isChanged = false;
    for (uint32_t b = count; b-- > 0;) {
      for (uint32_t next : blocks.successors[b])
        if (next < count)
          for (size_t r = 0; r < registers; ++r)
            if (in[next][r] && !out[b][r])
              out[b][r] = isChanged = true;
      for (size_t r = 0; r < registers; ++r)
        if (!in[b][r] && (used[b][r] || (out[b][r] && !made[b][r])))
          in[b][r] = isChanged = true;
    }
  }
  for (size_t declared = 0; declared < compact.size(); ++declared)
    for (uint32_t b = 0; b < count && compact[declared] != kNowhere; ++b) {
      if (in[b][compact[declared]])
        intervals[declared].include(blocks.first[b]);
      if (out[b][compact[declared]])
        intervals[declared].include(lastOf(b));
    }
  return intervals;
}

/// Compilers name every value once: thousands of registers, of which few are
/// live at a time. Sharing keeps a warp's register file in the cache.
std::vector<Place> sbp::ptx::placeRegisters(const WrittenKernel &kernel,
                                            uint32_t &registerBytes) {
  std::vector<Place> places(kernel.registers.size());
  registerBytes = 0;
  auto allocate = [&](uint8_t bytes) {
    uint32_t offset = registerBytes;
    registerBytes += bytes == 0 ? 64 : bytes * kLanes;
    return offset;
  };
  if (kernel.code.empty())
    return places;
  std::vector<Interval> intervals = findIntervals(kernel);
  std::vector<uint32_t> order;
  for (uint32_t r = 0; r < places.size(); ++r) {
    uint8_t bytes = kernel.registers[r].bytes;
    places[r] = {0, bytes, /*isUsed=*/true};
    if (kernel.registers[r].kind != WrittenRegister::Plain)
      places[r].offset = allocate(bytes);
    else if (intervals[r].begin != kNowhere)
      order.push_back(r);
  }
  std::sort(order.begin(), order.end(), [&](uint32_t x, uint32_t y) {
    return std::pair(intervals[x].begin, x) < std::pair(intervals[y].begin, y);
  });
  std::map<uint8_t, std::set<uint32_t>> free;
  std::multimap<uint32_t, uint32_t> live; // by end
  for (uint32_t r : order) {
    while (!live.empty() && live.begin()->first < intervals[r].begin) {
      uint32_t done = live.begin()->second;
      free[places[done].bytes].insert(places[done].offset);
      live.erase(live.begin());
    }
    std::set<uint32_t> &offsets = free[places[r].bytes];
    if (offsets.empty()) {
      places[r].offset = allocate(places[r].bytes);
    } else {
      places[r].offset = *offsets.begin();
      offsets.erase(offsets.begin());
    }
    live.insert({intervals[r].end, r});
  }
  return places;
}
