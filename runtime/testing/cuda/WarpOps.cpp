// WarpOps.cpp: shuffles, votes, reductions and atomics of PTX
//
// These instructions exchange values between lanes, so the executor checks that
// the lanes named by their member mask are active. Example: shfl.sync.bfly with
// offset 1 and mask -1 swaps the values of lanes 0 and 1, 2 and 3, and so on.
#include "Opcodes.h"
#include <cstring>

using namespace sbp::ptx;

/// Checks that the live lanes of the mask operand are exactly the active ones.
static void checkMembers(Warp &warp, const Instruction &i,
                         const RegisterSlot &slot, uint32_t mask) {
  forEachLane(mask, [&](uint32_t l) {
    uint32_t members = uint32_t(getBits(warp, slot, l));
    if ((members & warp.live) != mask)
      warp.execution->fail(i, "lanes named by the mask are not here");
  });
}

namespace {
enum Shuffle : uint8_t { Up, Down, Butterfly, Index };
} // namespace

// Executes shfl.sync.mode.b32 d|p, a, b, c, members.
static void shuffle(Warp &warp, const Instruction &i, uint32_t mask) {
  checkMembers(warp, i, i.source[3], mask);
  uint32_t from[kLanes];
  std::memcpy(from, warp.at<uint32_t>(i.source[0]), sizeof from);
  uint32_t inRange = 0;
  forEachLane(mask, [&](uint32_t l) {
    uint32_t by = uint32_t(getBits(warp, i.source[1], l)) & 31,
             clamp = uint32_t(getBits(warp, i.source[2], l));
    uint32_t segment = clamp >> 8 & 31, bound = clamp & 31;
    uint32_t highest = (l & segment) | (bound & ~segment), lowest = l & segment;
    uint32_t source = l;
    bool isInside = true;
    if (i.mode == Up) {
      isInside = int32_t(l - by) >= int32_t(highest);
      source = l - by;
    } else if (i.mode == Down) {
      source = l + by;
      isInside = source <= highest;
    } else if (i.mode == Butterfly) {
      source = l ^ by;
      isInside = source <= highest;
    } else {
      source = lowest | (by & ~segment);
      isInside = source <= highest;
    }
    source = isInside ? source & 31 : l;
    if (!(mask >> source & 1))
      warp.execution->fail(i, "a shuffle from a lane that is not here");
    warp.at<uint32_t>(i.destination[0])[l] = from[source];
    inRange |= uint32_t(isInside) << l;
  });
  if (i.destination[1].isUsed) {
    uint32_t &to = warp.predicate(i.destination[1]);
    to = (to & ~mask) | inRange;
  }
}

static Handler selectShuffle(const ParsedInstruction &w, Instruction &i) {
  if (!w.has("sync"))
    return nullptr;
  i.mode = w.has("up")     ? Up
           : w.has("down") ? Down
           : w.has("bfly") ? Butterfly
                           : Index;
  return shuffle;
}

/// Executes vote.sync: the ballot of a predicate, or whether it holds in all or
/// any lanes.
static void vote(Warp &warp, const Instruction &i, uint32_t mask) {
  checkMembers(warp, i, i.source[1], mask);
  uint32_t bits = warp.predicate(i.source[0]);
  bits = (i.source[0].isNegated ? ~bits : bits) & mask;
  uint64_t value = i.mode == 0 ? bits : i.mode == 1 ? bits == mask : bits != 0;
  forEachLane(mask,
              [&](uint32_t l) { setBits(warp, i.destination[0], l, value); });
}

static Handler selectVote(const ParsedInstruction &w, Instruction &i) {
  i.mode = w.has("ballot") ? 0 : w.has("all") ? 1 : 2;
  return w.has("uni") || !w.has("sync") ? nullptr : vote;
}

static void activeMask(Warp &warp, const Instruction &i, uint32_t mask) {
  forEachLane(mask,
              [&](uint32_t l) { setBits(warp, i.destination[0], l, mask); });
}

// Executes redux.sync.op.type d, a, members.
static void reduce(Warp &warp, const Instruction &i, uint32_t mask) {
  checkMembers(warp, i, i.source[1], mask);
  const uint32_t *a = warp.at<uint32_t>(i.source[0]);
  bool isFirst = true, hasSign = isSigned(i.type);
  uint32_t value = 0;
  forEachLane(mask, [&](uint32_t l) {
    uint32_t x = a[l];
    bool isLess = hasSign ? int32_t(x) < int32_t(value) : x < value;
    if (isFirst)
      value = x;
    else
      value = i.mode == 0   ? value + x
              : i.mode == 1 ? (isLess ? x : value)
              : i.mode == 2 ? (isLess ? value : x)
              : i.mode == 3 ? value & x
              : i.mode == 4 ? value | x
                            : value ^ x;
    isFirst = false;
  });
  forEachLane(mask,
              [&](uint32_t l) { setBits(warp, i.destination[0], l, value); });
}

/// Selects redux, which combines 32-bit integers of the active lanes.
static Handler selectReduce(const ParsedInstruction &w, Instruction &i) {
  if (getBytes(i.type) != 4 || isFloat(i.type))
    return nullptr;
  i.mode = w.has("add")   ? 0
           : w.has("min") ? 1
           : w.has("max") ? 2
           : w.has("and") ? 3
           : w.has("or")  ? 4
                          : 5;
  return reduce;
}

namespace {
enum Atomic : uint8_t { Add, Exchange, Minimum, Maximum, And, Or, Xor, Swap };
} // namespace

/// Returns the new value of an atomic operation; `other` is the swapped value
/// of cas.
static uint64_t combine(const Instruction &i, uint64_t old, uint64_t value,
                        uint64_t other) {
  bool isLess = isSigned(i.type)
                    ? (getBytes(i.type) == 8
                           ? int64_t(value) < int64_t(old)
                           : int32_t(uint32_t(value)) < int32_t(uint32_t(old)))
                    : value < old;
  switch (i.mode) {
  case Add:
    if (i.type == Type::F32)
      return std::bit_cast<uint32_t>(std::bit_cast<float>(uint32_t(old)) +
                                     std::bit_cast<float>(uint32_t(value)));
    if (i.type == Type::F64)
      return std::bit_cast<uint64_t>(std::bit_cast<double>(old) +
                                     std::bit_cast<double>(value));
    return old + value;
  case Exchange:
    return value;
  case Minimum:
    return isLess ? value : old;
  case Maximum:
    return isLess ? old : value;
  case And:
    return old & value;
  case Or:
    return old | value;
  case Xor:
    return old ^ value;
  default:
    return old == value ? other : old;
  }
}

/// Executes atom d, [a], b[, c] for the lanes in order; red has no result.
static void atomic(Warp &warp, const Instruction &i, uint32_t mask) {
  Addresses addresses = warp.execution->getAddresses(warp, i);
  unsigned bytes = getBytes(i.type);
  std::lock_guard lock(warp.execution->global.getAtomics());
  forEachLane(mask, [&](uint32_t l) {
    uint8_t *memory =
        warp.execution->reach(warp, i, i.space, addresses.lane[l], bytes);
    uint64_t old = 0, other = 0;
    std::memcpy(&old, memory, bytes);
    if (i.source[1].isUsed)
      other = getBits(warp, i.source[1], l);
    uint64_t next = combine(i, old, getBits(warp, i.source[0], l), other);
    std::memcpy(memory, &next, bytes);
    if (i.destination[0].isUsed)
      setBits(warp, i.destination[0], l, old);
  });
}

/// Selects atom and red by operation, type and space. Only additions support
/// floats.
static Handler selectAtomic(const ParsedInstruction &w, Instruction &i) {
  static constexpr std::string_view names[] = {"add", "exch", "min", "max",
                                               "and", "or",   "xor", "cas"};
  size_t which = 0;
  while (which < 8 && !w.has(names[which]))
    ++which;
  unsigned bytes = getBytes(i.type);
  bool isFloatAdd = (i.type == Type::F32 || i.type == Type::F64) && which == 0;
  if (which == 8 || bytes < 4 || (isFloat(i.type) && !isFloatAdd))
    return nullptr;
  i.mode = uint8_t(which);
  i.space = w.has("global")                           ? Space::Global
            : w.has("shared") || w.has("shared::cta") ? Space::Shared
                                                      : Space::Generic;
  return atomic;
}

static void nothing(Warp &, const Instruction &, uint32_t) {}
static void trap(Warp &warp, const Instruction &i, uint32_t) {
  warp.execution->fail(i, "trap");
}

static Handler selectExit(const ParsedInstruction &, Instruction &i) {
  i.flow = Flow::Exit;
  return nothing;
}

void sbp::ptx::addWarpOpcodes(OpcodeTable &table) {
  using W = const ParsedInstruction &;
  using I = Instruction &;
  table["shfl"] = {1, selectShuffle};
  table["vote"] = {1, selectVote};
  table["activemask"] = {1, [](W, I) -> Handler { return activeMask; }};
  table["redux"] = {1, selectReduce};
  table["atom"] = {1, selectAtomic};
  table["red"] = {0, selectAtomic};
  table["membar"] = {0, [](W, I) -> Handler { return nothing; }};
  table["prefetch"] = {0, [](W, I) -> Handler { return nothing; }};
  table["trap"] = {0, [](W, I) -> Handler { return trap; }};
  table["ret"] = {0, selectExit};
  table["exit"] = {0, selectExit};
  table["bra"] = {0, [](W, I i) -> Handler {
                    i.flow = Flow::Branch;
                    return nothing;
                  }};
}
