// Movement.cpp: the PTX instructions mov, ld, st, selp and cvta
#include "Opcodes.h"
#include <cstring>

using namespace sbp::ptx;

static void moveOne(Warp &warp, const Instruction &i, uint32_t mask) {
  const RegisterSlot &from = i.source[0], &to = i.destination[0];
  if (from.bytes == 4 && to.bytes == 4) {
    const uint32_t *a = warp.at<uint32_t>(from);
    setLanes<uint32_t>(warp, to, mask, [&](uint32_t l) { return a[l]; });
  } else if (from.bytes == 8 && to.bytes == 8) {
    const uint64_t *a = warp.at<uint64_t>(from);
    setLanes<uint64_t>(warp, to, mask, [&](uint32_t l) { return a[l]; });
  } else {
    forEachLane(mask, [&](uint32_t l) {
      setBits(warp, to, l, getBits(warp, from, l));
    });
  }
}

/// Unpacks a register into {a, b, ...}; the first part has the low bits.
static void unpack(Warp &warp, const Instruction &i, uint32_t mask) {
  uint32_t width = 8 * getBytes(i.type) / i.count;
  forEachLane(mask, [&](uint32_t l) {
    uint64_t bits = getBits(warp, i.source[0], l);
    for (uint32_t k = 0; k < i.count; ++k)
      if (i.destination[k].isUsed)
        setBits(warp, i.destination[k], l, bits >> (k * width));
  });
}

static void pack(Warp &warp, const Instruction &i, uint32_t mask) {
  uint32_t width = 8 * getBytes(i.type) / i.count;
  forEachLane(mask, [&](uint32_t l) {
    uint64_t bits = 0;
    for (uint32_t k = 0; k < i.count; ++k)
      bits |= (getBits(warp, i.source[k], l) & ((uint64_t(1) << width) - 1))
              << (k * width);
    setBits(warp, i.destination[0], l, bits);
  });
}

/// Moves the address of shared memory.
static void moveShared(Warp &warp, const Instruction &i, uint32_t mask) {
  uint64_t window = getOwnWindow(*warp.block);
  forEachLane(mask, [&](uint32_t l) {
    setBits(warp, i.destination[0], l, getBits(warp, i.source[0], l) + window);
  });
}

static Handler selectMove(const ParsedInstruction &w, Instruction &i) {
  using Kind = ParsedOperand::Kind;
  if (w.operands.size() != 2)
    return nullptr;
  for (const ParsedOperand &operand : w.operands)
    if (operand.kind == Kind::Vector) {
      size_t parts = operand.parts.size();
      if ((parts != 2 && parts != 4) || getBytes(i.type) < parts)
        return nullptr;
      i.count = uint8_t(parts);
      return &operand == &w.operands[0] ? unpack : pack;
    }
  return w.operands[1].isShared ? moveShared : moveOne;
}

template <typename T>
static void runSelect(Warp &warp, const Instruction &i, uint32_t mask) {
  const T *a = warp.at<T>(i.source[0]), *b = warp.at<T>(i.source[1]);
  uint32_t which = warp.predicate(i.source[2]);
  which = i.source[2].isNegated ? ~which : which;
  setLanes<T>(warp, i.destination[0], mask,
              [&](uint32_t l) { return which >> l & 1 ? a[l] : b[l]; });
}

static void loadParameter(Warp &warp, const Instruction &i, uint32_t mask) {
  const uint8_t *from = warp.execution->getParameters() + uint64_t(i.offset);
  unsigned bytes = getBytes(i.type);
  for (uint32_t k = 0; k < i.count; ++k) {
    uint64_t bits = 0;
    std::memcpy(&bits, from + k * bytes, bytes);
    if (isSigned(i.type) && bytes < 8)
      bits = uint64_t(int64_t(bits << (64 - 8 * bytes)) >> (64 - 8 * bytes));
    if (i.destination[k].isUsed)
      forEachLane(
          mask, [&](uint32_t l) { setBits(warp, i.destination[k], l, bits); });
  }
}

/// Loads a parameter at a computed address, which is its offset.
static void loadChosenParameter(Warp &warp, const Instruction &i,
                                uint32_t mask) {
  Addresses addresses = warp.execution->getAddresses(warp, i);
  forEachLane(mask, [&](uint32_t l) {
    Instruction one = i;
    one.offset = int64_t(addresses.lane[l]);
    warp.execution->checkParameter(one);
    loadParameter(warp, one, uint32_t(1) << l);
  });
}

static void load(Warp &warp, const Instruction &i, uint32_t mask) {
  warp.execution->load(warp, i, mask);
}
static void store(Warp &warp, const Instruction &i, uint32_t mask) {
  warp.execution->store(warp, i, mask);
}

static bool setAccess(const ParsedInstruction &w, Instruction &i,
                      const ParsedOperand &value) {
  if (i.type == Type::None || i.type == Type::Pred || w.has("local"))
    return false;
  i.count = w.has("v2") ? 2 : w.has("v4") ? 4 : 1;
  size_t parts = value.kind == ParsedOperand::Vector ? value.parts.size() : 1;
  if (parts != i.count || getBytes(i.type) * i.count > 16)
    return false;
  bool isShared = w.has("shared") || w.has("shared::cta");
  i.space = w.has("param")                      ? Space::Param
            : isShared                          ? Space::Shared
            : w.has("global") || w.has("const") ? Space::Global
                                                : Space::Generic;
  return true;
}

static Handler selectLoad(const ParsedInstruction &w, Instruction &i) {
  if (w.operands.size() != 2 || !setAccess(w, i, w.operands[0]) ||
      w.operands[1].kind != ParsedOperand::Address)
    return nullptr;
  if (i.space != Space::Param)
    return load;
  // selectHandlers has checked constant offsets.
  return w.operands[1].isAbsolute ? loadParameter : loadChosenParameter;
}
static Handler selectStore(const ParsedInstruction &w, Instruction &i) {
  if (w.operands.size() != 2 || !setAccess(w, i, w.operands[1]) ||
      w.operands[0].kind != ParsedOperand::Address || i.space == Space::Param)
    return nullptr;
  return store;
}

static void toShared(Warp &warp, const Instruction &i, uint32_t mask) {
  forEachLane(mask, [&](uint32_t l) {
    setBits(warp, i.destination[0], l,
            getBits(warp, i.source[0], l) - kSharedWindow);
  });
}
static void fromShared(Warp &warp, const Instruction &i, uint32_t mask) {
  forEachLane(mask, [&](uint32_t l) {
    setBits(warp, i.destination[0], l,
            getBits(warp, i.source[0], l) + kSharedWindow);
  });
}

static void fromParameters(Warp &warp, const Instruction &i, uint32_t mask) {
  forEachLane(mask, [&](uint32_t l) {
    setBits(warp, i.destination[0], l,
            getBits(warp, i.source[0], l) + kParameterWindow);
  });
}

static Handler selectAddress(const ParsedInstruction &w, Instruction &) {
  if (w.has("global") || w.has("const"))
    return moveOne;
  if (w.has("param") && !w.has("to"))
    return fromParameters;
  if (!w.has("shared") && !w.has("shared::cta") && !w.has("shared::cluster"))
    return nullptr;
  return w.has("to") ? toShared : fromShared;
}

void sbp::ptx::addMovementOpcodes(OpcodeTable &table) {
  table["mov"] = {1, selectMove};
  table["ld"] = {1, selectLoad};
  table["ldu"] = {1, selectLoad};
  table["st"] = {0, selectStore};
  table["cvta"] = {1, selectAddress};
  table["selp"] = {1, [](const ParsedInstruction &, Instruction &i) -> Handler {
                     switch (getBytes(i.type)) {
                     case 2:
                       return runSelect<uint16_t>;
                     case 4:
                       return runSelect<uint32_t>;
                     case 8:
                       return runSelect<uint64_t>;
                     default:
                       return nullptr;
                     }
                   }};
}
