//===- Combine.cpp
//----------------------------------------------------------===//
#include "Combine.h"
#include <bit>
#include <cmath>
#include <cstring>
#include <limits>
#include <type_traits>

using namespace sbp;
using plan::Combiner;
using plan::DType;

namespace {
struct BFloat16 {
  uint16_t bits;
};

/// Storage type to accumulator type and back.
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
      return {uint16_t(bits >> 16 | 0x40)};
    return {uint16_t((bits + 0x7fff + (bits >> 16 & 1)) >> 16)};
  }
};

template <typename T> constexpr bool isFloat = std::is_floating_point_v<T>;
/// Integers wrap: combine them unsigned.
template <typename T, bool = std::is_integral_v<T>> struct Wrapping {
  using type = std::make_unsigned_t<T>;
};
template <typename T> struct Wrapping<T, false> {
  using type = T;
};

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
    if (a == b) // -0.0 < +0.0
      return std::signbit(a) == isMax ? b : a;
    return (a > b) == isMax ? a : b;
  }
}

template <Combiner combiner, typename T> T identityOf() {
  using Limits = std::numeric_limits<T>;
  if constexpr (combiner == Combiner::sum)
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

template <typename T> CombineFunctions floatFunctions(Combiner combiner) {
  switch (combiner) {
  case Combiner::sum:
    return makeFunctions<Combiner::sum, T>();
  case Combiner::prod:
    return makeFunctions<Combiner::prod, T>();
  case Combiner::max:
    return makeFunctions<Combiner::max, T>();
  case Combiner::min:
    return makeFunctions<Combiner::min, T>();
  case Combiner::maxnum:
    return makeFunctions<Combiner::maxnum, T>();
  case Combiner::minnum:
    return makeFunctions<Combiner::minnum, T>();
  default:
    return {};
  }
}

template <typename T> CombineFunctions integerFunctions(Combiner combiner) {
  switch (combiner) {
  case Combiner::sum:
    return makeFunctions<Combiner::sum, T>();
  case Combiner::prod:
    return makeFunctions<Combiner::prod, T>();
  case Combiner::max:
    return makeFunctions<Combiner::max, T>();
  case Combiner::min:
    return makeFunctions<Combiner::min, T>();
  case Combiner::umax:
    return makeFunctions<Combiner::umax, T>();
  case Combiner::umin:
    return makeFunctions<Combiner::umin, T>();
  default:
    return {};
  }
}

CombineFunctions boolFunctions(Combiner combiner) {
  switch (combiner) {
  case Combiner::logical_and:
    return makeFunctions<Combiner::logical_and, uint8_t, true>();
  case Combiner::logical_or:
    return makeFunctions<Combiner::logical_or, uint8_t, true>();
  case Combiner::umax:
    return makeFunctions<Combiner::umax, uint8_t, true>();
  case Combiner::umin:
    return makeFunctions<Combiner::umin, uint8_t, true>();
  default:
    return {};
  }
}
} // namespace

CombineFunctions sbp::getCombineFunctions(Combiner combiner, DType type) {
  switch (type) {
  case DType::f64:
    return floatFunctions<double>(combiner);
  case DType::f32:
    return floatFunctions<float>(combiner);
  case DType::f16:
    return floatFunctions<_Float16>(combiner);
  case DType::bf16:
    return floatFunctions<BFloat16>(combiner);
  case DType::i64:
    return integerFunctions<int64_t>(combiner);
  case DType::i32:
    return integerFunctions<int32_t>(combiner);
  case DType::i8:
    return integerFunctions<int8_t>(combiner);
  case DType::i1:
    return boolFunctions(combiner);
  }
  return {};
}
