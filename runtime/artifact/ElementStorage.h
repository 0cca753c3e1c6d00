// ElementStorage.h: the C++ types that store elements on the host
//
// The one switch of the runtime over element types. A caller passes a template
// over the storage type: visitStorage(dtype, []<typename T>() {...}).
#ifndef SBP_RUNTIME_ARTIFACT_ELEMENTSTORAGE_H
#define SBP_RUNTIME_ARTIFACT_ELEMENTSTORAGE_H

#include "plan_generated.h"
#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>

namespace sbp {

/// The storage of a bf16: the upper half of a float.
struct BFloat16 {
  uint16_t bits;
};
/// The storage of a float of eight bits: a sign, an exponent with a bias, and
/// `digits` bits of the fraction. With `hasInfinity` the largest exponent
/// stores infinity and NaN; else only its last fraction is NaN (OCP 8-bit
/// Floating Point Specification, 2023).
template <int digits, int bias, bool hasInfinity> struct Float8 {
  uint8_t bits;
};
using Float8E4M3FN = Float8<3, 7, false>;
using Float8E5M2 = Float8<2, 15, true>;
/// The storage of an i1: 0 or 1.
struct Boolean {
  uint8_t value;
};

/// Converts between a storage type and the type in which its numbers are
/// computed and combined. `store` rounds to the nearest number, ties to even.
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
template <int digits, int bias, bool hasInfinity>
struct Element<Float8<digits, bias, hasInfinity>> {
  using Accumulator = double;
  using Storage = Float8<digits, bias, hasInfinity>;
  /// The magnitude that stores NaN, and the one beyond the largest number.
  static constexpr int nan = hasInfinity ? 0x7e : 0x7f;
  static constexpr int overflow = hasInfinity ? 0x7c : 0x7f;

  static double load(Storage value) {
    int magnitude = value.bits & 0x7f;
    int exponent = std::max(magnitude >> digits, 1) - bias;
    int fraction = magnitude - ((exponent + bias - 1) << digits);
    double number = std::ldexp(fraction, exponent - digits);
    if (magnitude >= overflow)
      number = hasInfinity && magnitude == overflow
                   ? std::numeric_limits<double>::infinity()
                   : std::numeric_limits<double>::quiet_NaN();
    return value.bits & 0x80 ? -number : number;
  }
  static Storage store(double value) {
    uint8_t sign = std::signbit(value) ? 0x80 : 0;
    double number = std::fabs(value);
    if (number != number)
      return {uint8_t(sign | nan)};
    // An exponent beyond the format's overflows; one below it is a denormal's.
    int exponent =
        number == 0 ? 1 - bias : std::max(std::ilogb(number), 1 - bias);
    if (exponent > 1 + bias)
      return {uint8_t(sign | overflow)};
    int fraction = std::nearbyint(std::ldexp(number, digits - exponent));
    int magnitude = fraction + ((exponent + bias - 1) << digits);
    return {uint8_t(sign | std::min(magnitude, overflow))};
  }
};
template <> struct Element<Boolean> {
  using Accumulator = uint8_t;
  static uint8_t load(Boolean value) { return value.value; }
  static Boolean store(uint8_t value) { return {value}; }
};

/// Calls `body`, a lambda with one template parameter, with the storage type of
/// `dtype` and returns its result. `dtype` must be a type of the table.
template <typename Body> auto visitStorage(plan::DType dtype, Body body) {
  switch (dtype) {
  case plan::DType::f64:
    return body.template operator()<double>();
  case plan::DType::f32:
    return body.template operator()<float>();
  case plan::DType::f16:
    return body.template operator()<_Float16>();
  case plan::DType::bf16:
    return body.template operator()<BFloat16>();
  case plan::DType::i64:
    return body.template operator()<int64_t>();
  case plan::DType::i32:
    return body.template operator()<int32_t>();
  case plan::DType::i8:
    return body.template operator()<int8_t>();
  case plan::DType::i1:
    return body.template operator()<Boolean>();
  case plan::DType::f8E4M3FN:
    return body.template operator()<Float8E4M3FN>();
  case plan::DType::f8E5M2:
    return body.template operator()<Float8E5M2>();
  }
  __builtin_unreachable();
}

} // namespace sbp

#endif // SBP_RUNTIME_ARTIFACT_ELEMENTSTORAGE_H
