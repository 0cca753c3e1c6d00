// Integer.cpp: integer arithmetic and bit operations of PTX
//
// Every handler is a loop over the lanes of a warp, generated from a function
// on one lane. Arithmetic wraps. Examples at 32 bits: div.s32 by 0 gives -1,
// shl by 32 gives 0, shr.s32 by 40 gives copies of the sign, bfe.u32 of 0xABCD
// at 4, length 8 gives 0xBC.
#include "Opcodes.h"
#include <algorithm>
#include <limits>
#include <type_traits>

using namespace sbp::ptx;

namespace {
template <typename T> using Unsigned = std::make_unsigned_t<T>;

struct Add {
  template <typename T> static T apply(T a, T b) {
    return T(Unsigned<T>(a) + Unsigned<T>(b));
  }
};
struct Sub {
  template <typename T> static T apply(T a, T b) {
    return T(Unsigned<T>(a) - Unsigned<T>(b));
  }
};
struct MulLow {
  template <typename T> static T apply(T a, T b) {
    return T(uint64_t(a) * uint64_t(b));
  }
};
struct MulHigh {
  template <typename T> static T apply(T a, T b) {
    if constexpr (std::is_signed_v<T>)
      return T((__int128(a) * b) >> (8 * sizeof(T)));
    else
      return T(((unsigned __int128)(a)*b) >> (8 * sizeof(T)));
  }
};
struct MadLow {
  template <typename T> static T apply(T a, T b, T c) {
    return T(uint64_t(a) * uint64_t(b) + uint64_t(c));
  }
};
/// Divides. Division by zero sets all bits, like the hardware; the lowest
/// number divided by -1 is itself.
struct Div {
  template <typename T> static T apply(T a, T b) {
    if (b == 0)
      return T(~T(0));
    if (std::is_signed_v<T> && b == T(-1))
      return T(Unsigned<T>(0) - Unsigned<T>(a));
    return T(a / b);
  }
};
struct Rem {
  template <typename T> static T apply(T a, T b) {
    if (b == 0)
      return a;
    return std::is_signed_v<T> && b == T(-1) ? T(0) : T(a % b);
  }
};
struct Min {
  template <typename T> static T apply(T a, T b) { return a < b ? a : b; }
};
struct Max {
  template <typename T> static T apply(T a, T b) { return a > b ? a : b; }
};
/// `.relu`: what is negative becomes zero.
template <typename Extreme> struct Positive {
  template <typename T> static T apply(T a, T b) {
    return Max::apply(Extreme::apply(a, b), T(0));
  }
};
struct Abs {
  template <typename T> static T apply(T a) {
    return a < 0 ? T(Unsigned<T>(0) - Unsigned<T>(a)) : a;
  }
};
struct Neg {
  template <typename T> static T apply(T a) {
    return T(Unsigned<T>(0) - Unsigned<T>(a));
  }
};
struct Not {
  template <typename T> static T apply(T a) { return T(~a); }
};
struct And {
  template <typename T> static T apply(T a, T b) { return T(a & b); }
};
struct Or {
  template <typename T> static T apply(T a, T b) { return T(a | b); }
};
struct Xor {
  template <typename T> static T apply(T a, T b) { return T(a ^ b); }
};
struct Reverse {
  template <typename T> static T apply(T a) {
    return sizeof(T) == 8 ? T(__builtin_bitreverse64(uint64_t(a)))
                          : T(__builtin_bitreverse32(uint32_t(a)));
  }
};
} // namespace

/// Applies a bit operation to two predicates.
template <typename Function>
static void runPredicates(Warp &warp, const Instruction &i, uint32_t mask) {
  auto get = [&](const RegisterSlot &place) {
    uint32_t bits = warp.predicate(place);
    return place.isNegated ? ~bits : bits;
  };
  uint32_t value = Function::apply(get(i.source[0]), get(i.source[1]));
  uint32_t &to = warp.predicate(i.destination[0]);
  to = (to & ~mask) | (value & mask);
}

/// Inverts a predicate in the active lanes.
static void notPredicate(Warp &warp, const Instruction &i, uint32_t mask) {
  uint32_t &to = warp.predicate(i.destination[0]);
  to = (to & ~mask) | (~warp.predicate(i.source[0]) & mask);
}

/// Shifts all lanes. A shift by the width or more gives zeros, or copies of the
/// sign.
template <typename T, bool isLeft>
static void runShift(Warp &warp, const Instruction &i, uint32_t mask) {
  const T *a = warp.at<T>(i.source[0]);
  const uint32_t *by = warp.at<uint32_t>(i.source[1]);
  constexpr uint32_t bits = 8 * sizeof(T);
  setLanes<T>(warp, i.destination[0], mask, [&](uint32_t l) {
    uint32_t n = by[l];
    if constexpr (isLeft)
      return n >= bits ? T(0) : T(Unsigned<T>(a[l]) << n);
    else if constexpr (std::is_signed_v<T>)
      return T(a[l] >> (n >= bits ? bits - 1 : n));
    else
      return n >= bits ? T(0) : T(a[l] >> n);
  });
}

template <bool isLeft>
static Handler selectShift(const ParsedInstruction &, Instruction &i) {
  switch (i.type) {
  case Type::B16:
  case Type::U16:
    return runShift<uint16_t, isLeft>;
  case Type::S16:
    return runShift<int16_t, isLeft>;
  case Type::B32:
  case Type::U32:
    return runShift<uint32_t, isLeft>;
  case Type::S32:
    return runShift<int32_t, isLeft>;
  case Type::B64:
  case Type::U64:
    return runShift<uint64_t, isLeft>;
  case Type::S64:
    return runShift<int64_t, isLeft>;
  default:
    return nullptr;
  }
}

/// Multiplies to twice the width.
template <typename T, typename Wide>
static void runMulWide(Warp &warp, const Instruction &i, uint32_t mask) {
  const T *a = warp.at<T>(i.source[0]), *b = warp.at<T>(i.source[1]);
  setLanes<Wide>(warp, i.destination[0], mask,
                 [&](uint32_t l) { return Wide(Wide(a[l]) * Wide(b[l])); });
}
template <typename T, typename Wide>
static void runMadWide(Warp &warp, const Instruction &i, uint32_t mask) {
  const T *a = warp.at<T>(i.source[0]), *b = warp.at<T>(i.source[1]);
  const auto *c = warp.at<Unsigned<Wide>>(i.source[2]);
  setLanes<Unsigned<Wide>>(warp, i.destination[0], mask, [&](uint32_t l) {
    return Unsigned<Wide>(Unsigned<Wide>(Wide(a[l]) * Wide(b[l])) + c[l]);
  });
}

/// Selects mul.lo, mul.hi or mul.wide; the latter doubles the width.
Handler selectIntegerMul(const ParsedInstruction &w, Instruction &i) {
  if (w.has("wide")) {
    switch (i.type) {
    case Type::U16:
      return runMulWide<uint16_t, uint32_t>;
    case Type::S16:
      return runMulWide<int16_t, int32_t>;
    case Type::U32:
      return runMulWide<uint32_t, uint64_t>;
    case Type::S32:
      return runMulWide<int32_t, int64_t>;
    default:
      return nullptr;
    }
  }
  return w.has("hi") ? pickIntegerBinary<MulHigh>(i.type)
                     : pickIntegerBinary<MulLow>(i.type);
}

/// Selects mad.lo or mad.wide; mad.hi is not supported.
static Handler selectMad(const ParsedInstruction &w, Instruction &i) {
  if (w.has("wide")) {
    switch (i.type) {
    case Type::U16:
      return runMadWide<uint16_t, uint32_t>;
    case Type::S16:
      return runMadWide<int16_t, int32_t>;
    case Type::U32:
      return runMadWide<uint32_t, uint64_t>;
    case Type::S32:
      return runMadWide<int32_t, int64_t>;
    default:
      return nullptr;
    }
  }
  if (w.has("hi"))
    return nullptr;
  switch (getBytes(i.type)) {
  case 2:
    return runTernary<uint16_t, MadLow>;
  case 4:
    return runTernary<uint32_t, MadLow>;
  case 8:
    return runTernary<uint64_t, MadLow>;
  default:
    return nullptr;
  }
}

template <typename Function>
static Handler selectBits(const ParsedInstruction &, Instruction &i) {
  return i.type == Type::Pred ? runPredicates<Function>
                              : pickIntegerBinary<Function>(i.type);
}
static Handler selectNot(const ParsedInstruction &, Instruction &i) {
  return i.type == Type::Pred ? notPredicate : pickIntegerUnary<Not>(i.type);
}

/// Executes bfe: bits [at, at + length) of a value, sign-extended for signed
/// types. Bits beyond the width are zeros or copies of the sign.
static void bitFieldExtract(Warp &warp, const Instruction &i, uint32_t mask) {
  uint32_t width = 8 * getBytes(i.type);
  forEachLane(mask, [&](uint32_t l) {
    uint64_t value = getBits(warp, i.source[0], l);
    uint32_t at = getBits(warp, i.source[1], l) & 255,
             length = getBits(warp, i.source[2], l) & 255;
    uint64_t sign = 0;
    if (isSigned(i.type) && length)
      sign = value >> std::min(at + length - 1, width - 1) & 1;
    uint64_t field = at >= width ? 0 : value >> at;
    uint32_t kept = at >= width ? 0 : std::min(length, width - at);
    uint64_t low = kept >= 64 ? ~uint64_t(0) : (uint64_t(1) << kept) - 1;
    setBits(warp, i.destination[0], l, (field & low) | (sign ? ~low : 0));
  });
}

/// Executes bfi: replaces bits [at, at + length) of a value by the low bits of
/// a field.
static void bitFieldInsert(Warp &warp, const Instruction &i, uint32_t mask) {
  uint32_t width = 8 * getBytes(i.type);
  forEachLane(mask, [&](uint32_t l) {
    uint64_t field = getBits(warp, i.source[0], l),
             value = getBits(warp, i.source[1], l);
    uint32_t at = getBits(warp, i.source[2], l) & 255,
             length = getBits(warp, i.source[3], l) & 255;
    uint64_t low = length >= 64 ? ~uint64_t(0) : (uint64_t(1) << length) - 1;
    uint64_t place = at >= width ? 0 : low << at;
    setBits(warp, i.destination[0], l,
            (value & ~place) | (at >= width ? 0 : (field & low) << at));
  });
}

/// Executes prmt: each nibble of the selector chooses one of eight bytes, or
/// its sign eight times.
static void permute(Warp &warp, const Instruction &i, uint32_t mask) {
  forEachLane(mask, [&](uint32_t l) {
    uint64_t bytes =
        getBits(warp, i.source[0], l) | getBits(warp, i.source[1], l) << 32;
    uint32_t select = uint32_t(getBits(warp, i.source[2], l)), result = 0;
    for (uint32_t k = 0; k < 4; ++k) {
      uint32_t nibble = select >> (4 * k) & 15;
      uint32_t byte = uint32_t(bytes >> (8 * (nibble & 7))) & 255;
      if (nibble & 8)
        byte = byte & 128 ? 255 : 0;
      result |= byte << (8 * k);
    }
    setBits(warp, i.destination[0], l, result);
  });
}

/// Executes shf: the upper half of (high : low) << n, or the lower half of it
/// >> n.
static void funnelShift(Warp &warp, const Instruction &i, uint32_t mask) {
  bool isLeft = i.mode & 1, wraps = i.mode & 2;
  forEachLane(mask, [&](uint32_t l) {
    uint64_t both =
        getBits(warp, i.source[0], l) | getBits(warp, i.source[1], l) << 32;
    uint32_t n = uint32_t(getBits(warp, i.source[2], l));
    n = wraps ? n & 31 : std::min(n, 32u);
    setBits(warp, i.destination[0], l,
            isLeft ? (n == 32 ? both << 32 : both << n) >> 32 : both >> n);
  });
}

/// Executes lop3: the table has one result bit for each combination of three
/// input bits.
static void logic3(Warp &warp, const Instruction &i, uint32_t mask) {
  forEachLane(mask, [&](uint32_t l) {
    uint32_t a = uint32_t(getBits(warp, i.source[0], l)),
             b = uint32_t(getBits(warp, i.source[1], l)),
             c = uint32_t(getBits(warp, i.source[2], l)),
             table = uint32_t(getBits(warp, i.source[3], l)), result = 0;
    for (uint32_t k = 0; k < 8; ++k)
      if (table >> k & 1)
        result |= (k & 4 ? a : ~a) & (k & 2 ? b : ~b) & (k & 1 ? c : ~c);
    setBits(warp, i.destination[0], l, result);
  });
}

template <int (*count)(uint64_t, uint32_t)>
static void runCount(Warp &warp, const Instruction &i, uint32_t mask) {
  uint32_t bits = 8 * getBytes(i.type);
  forEachLane(mask, [&](uint32_t l) {
    setBits(warp, i.destination[0], l,
            uint64_t(int64_t(count(getBits(warp, i.source[0], l), bits))));
  });
}
static int countOnes(uint64_t value, uint32_t) { return std::popcount(value); }
static int countZeros(uint64_t value, uint32_t bits) {
  return std::countl_zero(value) - int(64 - bits);
}
/// Returns the position of the highest set bit, -1 for zero.
static int findHighest(uint64_t value, uint32_t) {
  return 63 - std::countl_zero(value);
}

template <typename Function>
static Handler selectBinary(const ParsedInstruction &, Instruction &i) {
  return pickIntegerBinary<Function>(i.type);
}

Handler selectIntegerAdd(const ParsedInstruction &w, Instruction &i) {
  return w.has("cc") || w.has("sat") ? nullptr : pickIntegerBinary<Add>(i.type);
}
Handler selectIntegerSub(const ParsedInstruction &w, Instruction &i) {
  return w.has("cc") || w.has("sat") ? nullptr : pickIntegerBinary<Sub>(i.type);
}
Handler selectIntegerDiv(const ParsedInstruction &, Instruction &i) {
  return pickIntegerBinary<Div>(i.type);
}
Handler selectIntegerMin(const ParsedInstruction &w, Instruction &i) {
  return w.has("relu") ? pickIntegerBinary<Positive<Min>>(i.type)
                       : pickIntegerBinary<Min>(i.type);
}
Handler selectIntegerMax(const ParsedInstruction &w, Instruction &i) {
  return w.has("relu") ? pickIntegerBinary<Positive<Max>>(i.type)
                       : pickIntegerBinary<Max>(i.type);
}
Handler selectIntegerAbs(const ParsedInstruction &, Instruction &i) {
  return pickIntegerUnary<Abs>(i.type);
}
Handler selectIntegerNeg(const ParsedInstruction &, Instruction &i) {
  return pickIntegerUnary<Neg>(i.type);
}

void sbp::ptx::addIntegerOpcodes(OpcodeTable &table) {
  using W = const ParsedInstruction &;
  using I = Instruction &;
  table["rem"] = {1, selectBinary<Rem>};
  table["mad"] = {1, selectMad};
  table["and"] = {1, selectBits<And>};
  table["or"] = {1, selectBits<Or>};
  table["xor"] = {1, selectBits<Xor>};
  table["not"] = {1, selectNot};
  table["shl"] = {1, selectShift<true>};
  table["shr"] = {1, selectShift<false>};
  table["bfe"] = {1, [](W, I) -> Handler { return bitFieldExtract; }};
  table["bfi"] = {1, [](W, I) -> Handler { return bitFieldInsert; }};
  table["prmt"] = {1, [](W w, I) -> Handler {
                     return w.name.size() == 2 ? permute : nullptr;
                   }};
  table["shf"] = {1, [](W w, I i) -> Handler {
                    i.mode = uint8_t(w.has("l") | w.has("wrap") << 1);
                    return funnelShift;
                  }};
  table["lop3"] = {1, [](W, I) -> Handler { return logic3; }};
  table["popc"] = {1, [](W, I) -> Handler { return runCount<countOnes>; }};
  table["clz"] = {1, [](W, I) -> Handler { return runCount<countZeros>; }};
  table["bfind"] = {1, [](W w, I i) -> Handler {
                      bool isPlain = !isSigned(i.type) && !w.has("shiftamt");
                      return isPlain ? runCount<findHighest> : nullptr;
                    }};
  table["brev"] = {1, [](W, I i) { return pickIntegerUnary<Reverse>(i.type); }};
}
