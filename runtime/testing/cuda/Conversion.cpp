// Conversion.cpp: the PTX instruction cvt
//
// A handler is instantiated for every pair of types. Values are converted
// through a type that holds them exactly and rounded once. Examples:
// cvt.rzi.s32.f32 of 2.7 is 2, of NaN 0, of 1e10 2147483647; cvt.rn.bf16.f64
// rounds to odd on the way through f32 (Boldo and Melquiond, "When double
// rounding is odd", 2005).
#include "Opcodes.h"
#include <cmath>
#include <cstring>
#include <limits>

using namespace sbp::ptx;

namespace {
enum Rounding : uint8_t { None, ToEven, ToZero, Down, Up };
constexpr uint8_t kSaturate = 8;

/// The storage of each type; `get` returns the value in a type that holds it
/// exactly.
template <Type type> struct Format;
template <typename T> struct Plain {
  using Storage = T;
  static T get(T stored) { return stored; }
};
template <> struct Format<Type::U8> : Plain<uint8_t> {};
template <> struct Format<Type::S8> : Plain<int8_t> {};
template <> struct Format<Type::U16> : Plain<uint16_t> {};
template <> struct Format<Type::S16> : Plain<int16_t> {};
template <> struct Format<Type::U32> : Plain<uint32_t> {};
template <> struct Format<Type::S32> : Plain<int32_t> {};
template <> struct Format<Type::U64> : Plain<uint64_t> {};
template <> struct Format<Type::S64> : Plain<int64_t> {};
template <> struct Format<Type::F32> : Plain<float> {};
template <> struct Format<Type::F64> : Plain<double> {};
template <> struct Format<Type::F16> {
  using Storage = uint16_t;
  static float get(uint16_t bits) {
    return float(std::bit_cast<_Float16>(bits));
  }
};
template <> struct Format<Type::BF16> {
  using Storage = uint16_t;
  static float get(uint16_t bits) { return bfloatToFloat(bits); }
};
} // namespace

template <typename T> static T roundTo(T value, uint8_t rounding) {
  switch (rounding & 7) {
  case ToEven:
    return std::nearbyint(value);
  case ToZero:
    return std::trunc(value);
  case Down:
    return std::floor(value);
  case Up:
    return std::ceil(value);
  default:
    return value;
  }
}

/// Rounds a float to an integral value where the mode requests it; other types
/// are unchanged.
template <typename Value> static Value roundWithin(Value x, uint8_t mode) {
  if constexpr (std::is_floating_point_v<Value>)
    return roundTo(x, mode);
  else
    return x;
}

/// Rounds a value to bf16 once. An inexact intermediate f32 gets an odd last
/// bit (round to odd), which preserves the direction for the second rounding.
template <typename Value> static uint16_t narrowToBFloat(Value x) {
  if constexpr (std::is_same_v<Value, float>)
    return floatToBFloat(x);
  long double wide = x; // holds every double and 64-bit integer
  float near = float(wide);
  if (wide == near || wide != wide)
    return floatToBFloat(near);
  if (std::fabs((long double)near) > std::fabs(wide))
    near = std::nextafter(near, 0.0f);
  return floatToBFloat(std::bit_cast<float>(std::bit_cast<uint32_t>(near) | 1));
}

/// Converts a float to an integer. Out of range gives the nearest integer; NaN
/// gives 0 if neither type has 64 bits, else the top bit alone (PTX ISA 9.0,
/// cvt).
template <typename Integer, typename Float> static Integer toInteger(Float x) {
  if (x != x) {
    bool isWide = sizeof(Float) == 8 || sizeof(Integer) == 8;
    return isWide ? Integer(uint64_t(1) << (8 * sizeof(Integer) - 1))
                  : Integer(0);
  }
  constexpr int digits = std::numeric_limits<Integer>::digits;
  Float end = std::ldexp(Float(1), digits);
  if (x >= end)
    return std::numeric_limits<Integer>::max();
  Float begin = std::is_signed_v<Integer> ? -end : Float(0);
  if (x < begin || (!std::is_signed_v<Integer> && x < 0))
    return std::numeric_limits<Integer>::min();
  return Integer(x);
}

template <Type to, typename Value>
static typename Format<to>::Storage convertValue(Value x, uint8_t mode) {
  using Result = typename Format<to>::Storage;
  constexpr bool fromFloat = std::is_floating_point_v<Value>;
  if constexpr (to == Type::F32 || to == Type::F64) {
    if constexpr (fromFloat && sizeof(Value) == sizeof(Result))
      x = roundTo(x, mode);
    Result result = Result(x);
    if (mode & kSaturate)
      result = result >= 1 ? Result(1) : result > 0 ? result : Result(0);
    return result;
  } else if constexpr (to == Type::F16) {
    return std::bit_cast<uint16_t>(_Float16(roundWithin(x, mode)));
  } else if constexpr (to == Type::BF16) {
    return narrowToBFloat(roundWithin(x, mode));
  } else if constexpr (fromFloat) {
    return toInteger<Result>(roundTo(x, mode));
  } else {
    if (mode & kSaturate) {
      __int128 wide = x, low = std::numeric_limits<Result>::min(),
               high = std::numeric_limits<Result>::max();
      return Result(wide < low ? low : wide > high ? high : wide);
    }
    return Result(x);
  }
}

/// Converts all lanes. Registers may be wider than the types: sources are
/// truncated, results are extended.
template <Type to, Type from>
static void runConvert(Warp &warp, const Instruction &i, uint32_t mask) {
  using Source = typename Format<from>::Storage;
  using Result = typename Format<to>::Storage;
  if (i.source[0].bytes == sizeof(Source) &&
      i.destination[0].bytes == sizeof(Result)) {
    const Source *a = warp.at<Source>(i.source[0]);
    uint8_t mode = i.mode;
    setLanes<Result>(warp, i.destination[0], mask, [&](uint32_t l) {
      return convertValue<to>(Format<from>::get(a[l]), mode);
    });
    return;
  }
  forEachLane(mask, [&](uint32_t l) {
    uint64_t bits = getBits(warp, i.source[0], l);
    Source source;
    std::memcpy(&source, &bits, sizeof(Source));
    Result result = convertValue<to>(Format<from>::get(source), i.mode);
    uint64_t out = 0;
    if constexpr (std::is_integral_v<Result> && to != Type::F16 &&
                  to != Type::BF16)
      out = uint64_t(int64_t(result));
    else
      std::memcpy(&out, &result, sizeof(Result));
    setBits(warp, i.destination[0], l, out);
  });
}

/// Selects the handler by the source type.
template <Type to> static Handler pickFrom(Type from) {
  switch (from) {
  case Type::U8:
  case Type::B8:
    return runConvert<to, Type::U8>;
  case Type::S8:
    return runConvert<to, Type::S8>;
  case Type::U16:
  case Type::B16:
    return runConvert<to, Type::U16>;
  case Type::S16:
    return runConvert<to, Type::S16>;
  case Type::U32:
  case Type::B32:
    return runConvert<to, Type::U32>;
  case Type::S32:
    return runConvert<to, Type::S32>;
  case Type::U64:
  case Type::B64:
    return runConvert<to, Type::U64>;
  case Type::S64:
    return runConvert<to, Type::S64>;
  case Type::F16:
    return runConvert<to, Type::F16>;
  case Type::BF16:
    return runConvert<to, Type::BF16>;
  case Type::F32:
    return runConvert<to, Type::F32>;
  case Type::F64:
    return runConvert<to, Type::F64>;
  default:
    return nullptr;
  }
}

/// Selects the handler by the result type.
static Handler pickConvert(Type to, Type from) {
  switch (to) {
  case Type::U8:
  case Type::B8:
    return pickFrom<Type::U8>(from);
  case Type::S8:
    return pickFrom<Type::S8>(from);
  case Type::U16:
  case Type::B16:
    return pickFrom<Type::U16>(from);
  case Type::S16:
    return pickFrom<Type::S16>(from);
  case Type::U32:
  case Type::B32:
    return pickFrom<Type::U32>(from);
  case Type::S32:
    return pickFrom<Type::S32>(from);
  case Type::U64:
  case Type::B64:
    return pickFrom<Type::U64>(from);
  case Type::S64:
    return pickFrom<Type::S64>(from);
  case Type::F16:
    return pickFrom<Type::F16>(from);
  case Type::BF16:
    return pickFrom<Type::BF16>(from);
  case Type::F32:
    return pickFrom<Type::F32>(from);
  case Type::F64:
    return pickFrom<Type::F64>(from);
  default:
    return nullptr;
  }
}

/// Packs two f32 to a pair of narrow floats; the first operand is the upper
/// half.
static void packPair(Warp &warp, const Instruction &i, uint32_t mask) {
  const float *high = warp.at<float>(i.source[0]),
              *low = warp.at<float>(i.source[1]);
  bool isHalf = i.type == Type::F16x2;
  auto narrow = [&](float x) {
    return isHalf ? std::bit_cast<uint16_t>(_Float16(x)) : floatToBFloat(x);
  };
  setLanes<uint32_t>(warp, i.destination[0], mask, [&](uint32_t l) {
    return uint32_t(narrow(high[l])) << 16 | narrow(low[l]);
  });
}

/// Rounds f32 to TF32, to nearest with ties away from zero: the low 13 bits of
/// the result are zeros.
static void roundToTF32(Warp &warp, const Instruction &i, uint32_t mask) {
  const float *a = warp.at<float>(i.source[0]);
  setLanes<uint32_t>(warp, i.destination[0], mask, [&](uint32_t l) -> uint32_t {
    return a[l] != a[l] ? 0x7fffffff
                        : (std::bit_cast<uint32_t>(a[l]) + 0x1000) & 0xffffe000;
  });
}

/// Selects cvt by its types, rounding to integers, and saturation. Other
/// roundings to floats are not supported.
static Handler selectConvert(const ParsedInstruction &w, Instruction &i) {
  if (i.type == Type::F16x2 || i.type == Type::BF16x2)
    return i.from == Type::F32 && w.has("rn") ? packPair : nullptr;
  if (i.type == Type::TF32)
    return i.from == Type::F32 && w.has("rna") && w.name.size() == 4
               ? roundToTF32
               : nullptr;
  bool intoInteger =
      w.has("rni") || w.has("rzi") || w.has("rmi") || w.has("rpi");
  if (!intoInteger && (w.has("rz") || w.has("rm") || w.has("rp")))
    return nullptr;
  i.mode = w.has("rni")   ? ToEven
           : w.has("rzi") ? ToZero
           : w.has("rmi") ? Down
           : w.has("rpi") ? Up
                          : None;
  if (w.has("sat"))
    i.mode |= kSaturate;
  return pickConvert(i.type, i.from);
}

void sbp::ptx::addConversionOpcodes(OpcodeTable &table) {
  table["cvt"] = {1, selectConvert};
}
