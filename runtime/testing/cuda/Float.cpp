// Float.cpp: floating-point arithmetic and comparisons of PTX
//
// Arithmetic rounds to nearest even; instructions with another rounding are
// rejected. Approximate instructions (ex2.approx, rcp.approx, ...) return the
// correctly rounded value, which is within the hardware's error bound. min and
// max follow IEEE 754-2019 minimumNumber and maximumNumber, or minimum and
// maximum with .NaN.
#include "Opcodes.h"
#include "TensorCore.h"
#include <cmath>

using namespace sbp::ptx;

// Selectors of the integer forms, in Integer.cpp.
Handler selectIntegerAdd(const ParsedInstruction &, Instruction &);
Handler selectIntegerSub(const ParsedInstruction &, Instruction &);
Handler selectIntegerMul(const ParsedInstruction &, Instruction &);
Handler selectIntegerDiv(const ParsedInstruction &, Instruction &);
Handler selectIntegerMin(const ParsedInstruction &, Instruction &);
Handler selectIntegerMax(const ParsedInstruction &, Instruction &);
Handler selectIntegerAbs(const ParsedInstruction &, Instruction &);
Handler selectIntegerNeg(const ParsedInstruction &, Instruction &);

namespace {
struct Add {
  template <typename T> static T apply(T a, T b) { return a + b; }
};
struct Sub {
  template <typename T> static T apply(T a, T b) { return a - b; }
};
struct Mul {
  template <typename T> static T apply(T a, T b) { return a * b; }
};
struct Div {
  template <typename T> static T apply(T a, T b) { return a / b; }
};
struct Fma {
  static float apply(float a, float b, float c) {
    return __builtin_fmaf(a, b, c);
  }
  static double apply(double a, double b, double c) {
    return __builtin_fma(a, b, c);
  }
};
/// Returns the lesser operand. A NaN operand is ignored unless `keepsNaN`; -0
/// is less than +0.
template <bool keepsNaN> struct Min {
  template <typename T> static T apply(T a, T b) {
    if (a != a)
      return keepsNaN ? a : b;
    if (b != b)
      return keepsNaN ? b : a;
    return a < b || (a == b && std::signbit(a)) ? a : b;
  }
};
template <bool keepsNaN> struct Max {
  template <typename T> static T apply(T a, T b) {
    if (a != a)
      return keepsNaN ? a : b;
    if (b != b)
      return keepsNaN ? b : a;
    return a > b || (a == b && !std::signbit(a)) ? a : b;
  }
};
struct Abs {
  template <typename T> static T apply(T a) { return std::fabs(a); }
};
struct Neg {
  template <typename T> static T apply(T a) { return -a; }
};
struct Sqrt {
  template <typename T> static T apply(T a) { return std::sqrt(a); }
};
struct Reciprocal {
  template <typename T> static T apply(T a) { return T(1) / a; }
};
struct ReciprocalRoot {
  template <typename T> static T apply(T a) {
    return T(1 / std::sqrt(double(a)));
  }
};
struct Exp2 {
  template <typename T> static T apply(T a) { return std::exp2(a); }
};
struct Log2 {
  template <typename T> static T apply(T a) { return std::log2(a); }
};
struct Sin {
  template <typename T> static T apply(T a) { return std::sin(a); }
};
struct Cos {
  template <typename T> static T apply(T a) { return std::cos(a); }
};
struct Tanh {
  template <typename T> static T apply(T a) { return std::tanh(a); }
};
/// Replaces denormal operands and results by zeros of their sign, as .ftz does.
template <typename Function> struct Flushed {
  static float flush(float a) {
    return std::fpclassify(a) == FP_SUBNORMAL ? std::copysign(0.0f, a) : a;
  }
  static float apply(float a) { return flush(Function::apply(flush(a))); }
};
/// Copies the sign of the first operand, as in PTX.
struct CopySign {
  template <typename T> static T apply(T a, T b) { return std::copysign(b, a); }
};

/// A narrow float, computed in f32 and rounded after every operation.
struct Half {
  _Float16 value;
  Half(float x) : value(_Float16(x)) {}
  operator float() const { return float(value); }
};
struct BFloat {
  uint16_t bits;
  BFloat(float x) : bits(floatToBFloat(x)) {}
  operator float() const { return bfloatToFloat(bits); }
};
/// Returns a b + c of narrow floats as an f32 that rounds to the same narrow
/// float as the exact value: cut toward zero, with a last bit of 1 where that
/// is not exact (round to odd). The product is exact in f64, and the error of
/// the sum is that of Knuth's TwoSum.
struct NarrowFma {
  static float apply(float a, float b, float c) {
    double product = double(a) * b, sum = product + c;
    float cut = cutTowardZero(sum);
    if (!std::isfinite(cut))
      return cut;
    double part = sum - product,
           error = (product - (sum - part)) + (double(c) - part);
    bool isExact = double(cut) == sum;
    uint32_t bits = std::bit_cast<uint32_t>(cut);
    if (isExact && error != 0 && (error < 0) != (sum < 0))
      --bits;
    return std::bit_cast<float>(bits | uint32_t(!isExact || error != 0));
  }
};
template <typename Function> struct Widened {
  static float apply(float a) { return Function::apply(a); }
  static float apply(float a, float b) { return Function::apply(a, b); }
};
} // namespace

/// Selects the handler of a binary function by its type.
template <typename Function> static Handler pickBinary(Type type) {
  switch (type) {
  case Type::F32:
    return runBinary<float, Function>;
  case Type::F64:
    return runBinary<double, Function>;
  case Type::F16:
    return runBinary<Half, Widened<Function>>;
  case Type::BF16:
    return runBinary<BFloat, Widened<Function>>;
  case Type::F16x2:
    return runBinary<Pair<Half>, Paired<Half, Widened<Function>>>;
  case Type::BF16x2:
    return runBinary<Pair<BFloat>, Paired<BFloat, Widened<Function>>>;
  default:
    return nullptr;
  }
}
/// Selects the handler of a unary function by its type.
template <typename Function> static Handler pickUnary(Type type) {
  switch (type) {
  case Type::F32:
    return runUnary<float, Function>;
  case Type::F64:
    return runUnary<double, Function>;
  case Type::F16:
    return runUnary<Half, Widened<Function>>;
  case Type::BF16:
    return runUnary<BFloat, Widened<Function>>;
  case Type::F16x2:
    return runUnary<Pair<Half>, Paired<Half, Widened<Function>>>;
  case Type::BF16x2:
    return runUnary<Pair<BFloat>, Paired<BFloat, Widened<Function>>>;
  default:
    return nullptr;
  }
}

/// Returns true for the roundings and modes that are not supported.
static bool isOtherRounding(const ParsedInstruction &w) {
  return w.has("rz") || w.has("rm") || w.has("rp") || w.has("sat");
}

/// Selects the float form for float types, else the integer form.
template <typename Function,
          Handler (*integer)(const ParsedInstruction &, Instruction &)>
static Handler selectBinary(const ParsedInstruction &w, Instruction &i) {
  if (!isFloat(i.type))
    return integer(w, i);
  return isOtherRounding(w) ? nullptr : pickBinary<Function>(i.type);
}
template <template <bool> typename Function,
          Handler (*integer)(const ParsedInstruction &, Instruction &)>
static Handler selectExtreme(const ParsedInstruction &w, Instruction &i) {
  if (!isFloat(i.type))
    return integer(w, i);
  if (w.has("abs") || w.has("xorsign") || w.has("relu"))
    return nullptr;
  return w.has("NaN") ? pickBinary<Function<true>>(i.type)
                      : pickBinary<Function<false>>(i.type);
}
template <typename Function,
          Handler (*integer)(const ParsedInstruction &, Instruction &)>
static Handler selectSign(const ParsedInstruction &w, Instruction &i) {
  return isFloat(i.type) ? pickUnary<Function>(i.type) : integer(w, i);
}
template <typename Function>
static Handler selectFunction(const ParsedInstruction &w, Instruction &i) {
  bool isWide = i.type == Type::F32 || i.type == Type::F64;
  if (w.has("ftz"))
    return i.type == Type::F32 && w.has("approx")
               ? runUnary<float, Flushed<Function>>
               : nullptr;
  return isWide && !isOtherRounding(w) ? pickUnary<Function>(i.type) : nullptr;
}
/// Selects fma, which rounds once.
static Handler selectFma(const ParsedInstruction &w, Instruction &i) {
  if (isOtherRounding(w) || w.has("relu"))
    return nullptr;
  switch (i.type) {
  case Type::F32:
    return runTernary<float, Fma>;
  case Type::F64:
    return runTernary<double, Fma>;
  case Type::F16:
    return runTernary<Half, NarrowFma>;
  case Type::BF16:
    return runTernary<BFloat, NarrowFma>;
  case Type::F16x2:
    return runTernary<Pair<Half>, Paired<Half, NarrowFma>>;
  case Type::BF16x2:
    return runTernary<Pair<BFloat>, Paired<BFloat, NarrowFma>>;
  default:
    return nullptr;
  }
}

namespace {
enum Comparison : uint8_t { Eq, Ne, Lt, Le, Gt, Ge, Num, Nan };
/// A flag of unordered comparisons, which are true where an operand is NaN.
constexpr uint8_t kUnordered = 16;
} // namespace

template <typename T, uint8_t comparison>
static void runCompare(Warp &warp, const Instruction &i, uint32_t mask) {
  const T *a = warp.at<T>(i.source[0]), *b = warp.at<T>(i.source[1]);
  uint32_t bits = 0;
  for (uint32_t l = 0; l < kLanes; ++l) {
    T x = a[l], y = b[l];
    bool value;
    bool isUnordered = x != x || y != y;
    switch (comparison & 15) {
    case Eq:
      value = x == y;
      break;
    case Ne:
      value = !isUnordered && x != y;
      break;
    case Lt:
      value = x < y;
      break;
    case Le:
      value = x <= y;
      break;
    case Gt:
      value = x > y;
      break;
    case Ge:
      value = x >= y;
      break;
    case Num:
      value = !isUnordered;
      break;
    default:
      value = isUnordered;
      break;
    }
    value |= (comparison & kUnordered) && isUnordered;
    bits |= uint32_t(value) << l;
  }
  if (i.source[2].isUsed) { // setp.lt.and: combined with a predicate
    uint32_t other = warp.predicate(i.source[2]);
    other = i.source[2].isNegated ? ~other : other;
    bits = i.mode == 1   ? bits & other
           : i.mode == 2 ? bits | other
                         : bits ^ other;
  }
  uint32_t &to = warp.predicate(i.destination[0]);
  to = (to & ~mask) | (bits & mask);
}

/// Selects the comparison by its PTX name. The unordered forms end in u.
template <typename T> static Handler pickCompare(std::string_view name) {
  constexpr uint8_t u = std::is_integral_v<T> ? 0 : kUnordered;
  if (name == "eq")
    return runCompare<T, Eq>;
  if (name == "ne")
    return runCompare<T, Ne>;
  if (name == "lt" || name == "lo")
    return runCompare<T, Lt>;
  if (name == "le" || name == "ls")
    return runCompare<T, Le>;
  if (name == "gt" || name == "hi")
    return runCompare<T, Gt>;
  if (name == "ge" || name == "hs")
    return runCompare<T, Ge>;
  if constexpr (u != 0) {
    if (name == "equ")
      return runCompare<T, Eq | u>;
    if (name == "neu")
      return runCompare<T, Ne | u>;
    if (name == "ltu")
      return runCompare<T, Lt | u>;
    if (name == "leu")
      return runCompare<T, Le | u>;
    if (name == "gtu")
      return runCompare<T, Gt | u>;
    if (name == "geu")
      return runCompare<T, Ge | u>;
    if (name == "num")
      return runCompare<T, Num>;
    if (name == "nan")
      return runCompare<T, Nan>;
  }
  return nullptr;
}

/// Selects setp. A boolean operation combines the result with a predicate.
static Handler selectCompare(const ParsedInstruction &w, Instruction &i) {
  if (w.name.size() < 3)
    return nullptr;
  i.mode = w.has("and") ? 1 : w.has("or") ? 2 : w.has("xor") ? 3 : 0;
  std::string_view name = w.name[1];
  switch (i.type) {
  case Type::F32:
    return pickCompare<float>(name);
  case Type::F64:
    return pickCompare<double>(name);
  case Type::F16:
    return pickCompare<Half>(name);
  case Type::BF16:
    return pickCompare<BFloat>(name);
  case Type::S16:
    return pickCompare<int16_t>(name);
  case Type::B16:
  case Type::U16:
    return pickCompare<uint16_t>(name);
  case Type::S32:
    return pickCompare<int32_t>(name);
  case Type::B32:
  case Type::U32:
    return pickCompare<uint32_t>(name);
  case Type::S64:
    return pickCompare<int64_t>(name);
  case Type::B64:
  case Type::U64:
    return pickCompare<uint64_t>(name);
  default:
    return nullptr;
  }
}

template <typename T, bool (*test)(T)>
static void runTest(Warp &warp, const Instruction &i, uint32_t mask) {
  const T *a = warp.at<T>(i.source[0]);
  setPredicate(warp, i.destination[0], mask,
               [&](uint32_t l) { return test(a[l]); });
}
template <typename T> static bool isFinite(T x) { return std::isfinite(x); }
template <typename T> static bool isInfinite(T x) { return std::isinf(x); }
template <typename T> static bool isNotANumber(T x) { return std::isnan(x); }
template <typename T> static bool isNumber(T x) { return !std::isnan(x); }

/// Selects testp by the tested class of numbers.
template <typename T> static Handler pickTest(const ParsedInstruction &w) {
  if (w.has("finite"))
    return runTest<T, isFinite<T>>;
  if (w.has("infinite"))
    return runTest<T, isInfinite<T>>;
  if (w.has("notanumber"))
    return runTest<T, isNotANumber<T>>;
  if (w.has("number"))
    return runTest<T, isNumber<T>>;
  return nullptr;
}

void sbp::ptx::addFloatOpcodes(OpcodeTable &table) {
  table["add"] = {1, selectBinary<Add, selectIntegerAdd>};
  table["sub"] = {1, selectBinary<Sub, selectIntegerSub>};
  table["mul"] = {1, selectBinary<Mul, selectIntegerMul>};
  table["div"] = {1, selectBinary<Div, selectIntegerDiv>};
  table["fma"] = {1, selectFma};
  table["min"] = {1, selectExtreme<Min, selectIntegerMin>};
  table["max"] = {1, selectExtreme<Max, selectIntegerMax>};
  table["abs"] = {1, selectSign<Abs, selectIntegerAbs>};
  table["neg"] = {1, selectSign<Neg, selectIntegerNeg>};
  table["sqrt"] = {1, selectFunction<Sqrt>, false, /*supportsFlushing=*/true};
  table["rsqrt"] = {1, selectFunction<ReciprocalRoot>, false,
                    /*supportsFlushing=*/true};
  table["rcp"] = {1, selectFunction<Reciprocal>, false,
                  /*supportsFlushing=*/true};
  table["ex2"] = {1, selectFunction<Exp2>, false, /*supportsFlushing=*/true};
  table["lg2"] = {1, selectFunction<Log2>, false, /*supportsFlushing=*/true};
  table["sin"] = {1, selectFunction<Sin>};
  table["cos"] = {1, selectFunction<Cos>};
  table["tanh"] = {1, selectFunction<Tanh>};
  table["copysign"] = {1, [](const ParsedInstruction &, Instruction &i) {
                         return pickBinary<CopySign>(i.type);
                       }};
  table["setp"] = {1, selectCompare};
  table["testp"] = {1, [](const ParsedInstruction &w, Instruction &i) {
                      return i.type == Type::F64 ? pickTest<double>(w)
                                                 : pickTest<float>(w);
                    }};
}
