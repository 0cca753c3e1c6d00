// Combine.cpp: functions that combine values, by combiner and type
//
// f16 and bf16 accumulate in f32 and are rounded once, when they are stored.
#include "Combine.h"
#include <bit>
#include <cmath>
#include <cstring>
#include <limits>
#include <type_traits>
#include <utility>

using namespace sbp;
using plan::Combiner;
using plan::DType;

namespace {
/// The storage of a bf16: the upper half of a float.
struct BFloat16 {
  uint16_t bits;
};

/// Converts between the storage type and the accumulator type.
template <typename T> struct Element {
  using Accumulator = T;
  static T load(T value) { return value; }
  static T store(T value) { return value; }
};
template <> struct Element<_Float16> {
  using Accumulator = float;
  static float load(_Float16 value) { return value; }
  static _Float16 store(float value) { return value; }
};
template <> struct Element<BFloat16> {
  using Accumulator = float;
  static float load(BFloat16 value) {
    return std::bit_cast<float>(uint32_t(value.bits) << 16);
  }
  static BFloat16 store(float value) {
    uint32_t bits = std::bit_cast<uint32_t>(value);
    if (value != value)
      return {uint16_t(bits >> 16 | 0x40)}; // quiet NaN, payload cut
    // Round to nearest, ties to even: the addition carries into the upper half.
    return {uint16_t((bits + 0x7fff + (bits >> 16 & 1)) >> 16)};
  }
};

template <typename T> constexpr bool isFloat = std::is_floating_point_v<T>;
/// The unsigned type of an integer: sums and products wrap, which is undefined
/// for signed integers.
template <typename T, bool = std::is_integral_v<T>> struct Wrapping {
  using type = std::make_unsigned_t<T>;
};
template <typename T> struct Wrapping<T, false> {
  using type = T;
};

/// Combines two values. max and min propagate NaN, maxnum and minnum ignore it.
template <Combiner combiner, typename T> T combineTwo(T a, T b) {
  using W = typename Wrapping<T>::type;
  if constexpr (combiner == Combiner::sum)
    return T(W(a) + W(b));
  else if constexpr (combiner == Combiner::prod)
    return T(W(W(a) * W(b)));
  else if constexpr (combiner == Combiner::logical_and)
    return a & b;
  else if constexpr (combiner == Combiner::logical_or)
    return a | b;
  else if constexpr (combiner == Combiner::umax)
    return W(a) > W(b) ? a : b;
  else if constexpr (combiner == Combiner::umin)
    return W(a) < W(b) ? a : b;
  else if constexpr (!isFloat<T>)
    return combiner == Combiner::max ? (a > b ? a : b) : (a < b ? a : b);
  else {
    constexpr bool isMax =
        combiner == Combiner::max || combiner == Combiner::maxnum;
    constexpr bool keepsNaN =
        combiner == Combiner::max || combiner == Combiner::min;
    if (a != a)
      return keepsNaN ? a : b;
    if (b != b)
      return keepsNaN ? b : a;
    if (a == b) // -0.0 is less than +0.0
      return std::signbit(a) == isMax ? b : a;
    return (a > b) == isMax ? a : b;
  }
}

/// Returns the identity of a combiner: -inf for max, NaN for maxnum, which
/// ignores it.
template <Combiner combiner, typename T> T identityOf() {
  using Limits = std::numeric_limits<T>;
  if constexpr (combiner == Combiner::sum)
    // +0.0 is not neutral: -0.0 + +0.0 is +0.0.
    return isFloat<T> ? T(-0.0) : T(0);
  else if constexpr (combiner == Combiner::prod)
    return T(1);
  else if constexpr (combiner == Combiner::logical_and)
    return T(1);
  else if constexpr (combiner == Combiner::logical_or ||
                     combiner == Combiner::umax)
    return T(0);
  else if constexpr (combiner == Combiner::umin)
    return T(~T(0));
  else if constexpr (combiner == Combiner::max)
    return isFloat<T> ? -Limits::infinity() : Limits::min();
  else if constexpr (combiner == Combiner::min)
    return isFloat<T> ? Limits::infinity() : Limits::max();
  else
    return Limits::quiet_NaN();
}

/// Instantiates the loops of one combiner and type. They are separate functions
/// over arrays, so that the compiler vectorises each.
template <Combiner combiner, typename T, bool isBool = false>
CombineFunctions makeFunctions() {
  using A = typename Element<T>::Accumulator;
  CombineFunctions functions;
  functions.load = [](void *accumulator, const void *source, size_t count) {
    auto *to = static_cast<A *>(accumulator);
    auto *from = static_cast<const T *>(source);
    for (size_t i = 0; i < count; ++i)
      to[i] = Element<T>::load(from[i]);
  };
  functions.combine = [](void *accumulator, const void *source, size_t count) {
    auto *to = static_cast<A *>(accumulator);
    auto *from = static_cast<const T *>(source);
    for (size_t i = 0; i < count; ++i)
      to[i] = combineTwo<combiner, A>(to[i], Element<T>::load(from[i]));
  };
  functions.store = [](void *destination, const void *accumulator,
                       size_t count) {
    auto *to = static_cast<T *>(destination);
    auto *from = static_cast<const A *>(accumulator);
    for (size_t i = 0; i < count; ++i)
      to[i] = Element<T>::store(from[i]);
  };
  functions.identity = [](void *destination, size_t count) {
    auto *to = static_cast<T *>(destination);
    A value =
        isBool && combiner == Combiner::umin ? A(1) : identityOf<combiner, A>();
    for (size_t i = 0; i < count; ++i)
      to[i] = Element<T>::store(value);
  };
  return functions;
}

/// Returns true where a combiner is defined for a type; `A` is its accumulator
/// type.
template <Combiner combiner, typename A, bool isBool> constexpr bool exists() {
  constexpr bool isLogical =
      combiner == Combiner::logical_and || combiner == Combiner::logical_or;
  constexpr bool isUnsigned =
      combiner == Combiner::umax || combiner == Combiner::umin;
  if (isBool)
    return isLogical || isUnsigned;
  if (combiner == Combiner::maxnum || combiner == Combiner::minnum)
    return isFloat<A>;
  return !isLogical && !(isUnsigned && isFloat<A>);
}

/// Finds the instance for a combiner that is known only at run time.
template <typename T, bool isBool, size_t... numbers>
CombineFunctions chooseFunctions(Combiner wanted,
                                 std::index_sequence<numbers...>) {
  CombineFunctions chosen;
  auto tryOne = [&]<Combiner combiner>() {
    using A = typename Element<T>::Accumulator;
    if constexpr (exists<combiner, A, isBool>())
      if (combiner == wanted)
        chosen = makeFunctions<combiner, T, isBool>();
  };
  (tryOne.template operator()<Combiner(numbers)>(), ...);
  return chosen;
}

template <typename T, bool isBool = false>
CombineFunctions chooseFunctions(Combiner wanted) {
  return chooseFunctions<T, isBool>(
      wanted, std::make_index_sequence<size_t(Combiner::MAX) + 1>());
}
} // namespace

CombineFunctions sbp::getCombineFunctions(Combiner combiner, DType type) {
  switch (type) {
  case DType::f64:
    return chooseFunctions<double>(combiner);
  case DType::f32:
    return chooseFunctions<float>(combiner);
  case DType::f16:
    return chooseFunctions<_Float16>(combiner);
  case DType::bf16:
    return chooseFunctions<BFloat16>(combiner);
  case DType::i64:
    return chooseFunctions<int64_t>(combiner);
  case DType::i32:
    return chooseFunctions<int32_t>(combiner);
  case DType::i8:
    return chooseFunctions<int8_t>(combiner);
  case DType::i1:
    return chooseFunctions<uint8_t, true>(combiner);
  }
  return {};
}
