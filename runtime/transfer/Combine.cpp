// Combine.cpp: functions that combine values, by combiner and type
//
// f16 and bf16 accumulate in f32 and are rounded once, when they are stored.
#include "Combine.h"
#include "ElementStorage.h"
#include "PlanBox.h"
#include <cmath>
#include <cstring>
#include <limits>
#include <type_traits>
#include <utility>

using namespace sbp;
using plan::Combiner;
using plan::DType;

namespace {
template <typename T> constexpr bool isFloat = std::is_floating_point_v<T>;
template <typename T> constexpr bool isBool = std::is_same_v<T, Boolean>;
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
template <Combiner combiner, typename T> CombineFunctions makeFunctions() {
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
    A value = isBool<T> && combiner == Combiner::umin
                  ? A(1)
                  : identityOf<combiner, A>();
    for (size_t i = 0; i < count; ++i)
      to[i] = Element<T>::store(value);
  };
  return functions;
}

/// Returns true where a combiner is defined for a storage type.
template <Combiner combiner, typename T> constexpr bool exists() {
  using A = typename Element<T>::Accumulator;
  constexpr bool isLogical =
      combiner == Combiner::logical_and || combiner == Combiner::logical_or;
  constexpr bool isUnsigned =
      combiner == Combiner::umax || combiner == Combiner::umin;
  if (isBool<T>)
    return isLogical || isUnsigned;
  if (combiner == Combiner::maxnum || combiner == Combiner::minnum)
    return isFloat<A>;
  return !isLogical && !(isUnsigned && isFloat<A>);
}

/// Finds the instance for a combiner that is known only at run time.
template <typename T, size_t... numbers>
CombineFunctions chooseFunctions(Combiner wanted,
                                 std::index_sequence<numbers...>) {
  CombineFunctions chosen;
  auto tryOne = [&]<Combiner combiner>() {
    if constexpr (exists<combiner, T>())
      if (combiner == wanted)
        chosen = makeFunctions<combiner, T>();
  };
  (tryOne.template operator()<Combiner(numbers)>(), ...);
  return chosen;
}

template <typename T> CombineFunctions chooseFunctions(Combiner wanted) {
  return chooseFunctions<T>(
      wanted, std::make_index_sequence<size_t(Combiner::MAX) + 1>());
}
} // namespace

CombineFunctions sbp::getCombineFunctions(Combiner combiner, DType type) {
  if (!canCombine(combiner, type))
    return {};
  return visitStorage(
      type, [combiner]<typename T>() { return chooseFunctions<T>(combiner); });
}
