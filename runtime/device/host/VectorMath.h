// VectorMath.h: functions of vectors with equal bits for all instruction sets
//
// Sums over lanes are added in blocks of 64 bytes, in one or more registers, so
// that the order of additions does not depend on the width of a register.
#ifndef SBP_RUNTIME_DEVICE_HOST_VECTORMATH_H
#define SBP_RUNTIME_DEVICE_HOST_VECTORMATH_H

#include "GemmVectors.h"

namespace {

constexpr int kBlockParts = 64 / kVectorBytes; ///< registers of a block

/// The integers of the width of T, and the constants of exp for it.
template <typename T> struct Bits;
template <> struct Bits<float> {
  typedef int32_t Lane;
  typedef int32_t Vector __attribute__((vector_size(kVectorBytes)));
  typedef uint32_t Words __attribute__((vector_size(kVectorBytes)));
  static constexpr int kMantissa = 23, kBias = 127;
  static constexpr float kMagic = 12582912.0f; ///< 1.5 * 2^23
  static constexpr float kLogE = 1.44269504088896341f;
  static constexpr float kLn2High = 0.693359375f, kLn2Low = -2.12194440e-4f;
  static constexpr float kLowest = -87.33f; ///< below this, the result is 0
  static constexpr int kDegree = 7;         ///< degree of the polynomial
};
template <> struct Bits<double> {
  typedef int64_t Lane;
  typedef int64_t Vector __attribute__((vector_size(kVectorBytes)));
  typedef uint64_t Words __attribute__((vector_size(kVectorBytes)));
  static constexpr int kMantissa = 52;
  static constexpr int64_t kBias = 1023;
  static constexpr double kMagic = 6755399441055744.0; ///< 1.5 * 2^52
  static constexpr double kLogE = 1.44269504088896340736;
  static constexpr double kLn2High = 6.93147180369123816490e-01;
  static constexpr double kLn2Low = 1.90821492927058770002e-10;
  static constexpr double kLowest = -708.3;
  static constexpr int kDegree = 13;
};

/// The coefficients 1 / n! of the series of exp.
constexpr double kInverseFactorials[] = {1.0,
                                         1.0,
                                         1.0 / 2,
                                         1.0 / 6,
                                         1.0 / 24,
                                         1.0 / 120,
                                         1.0 / 720,
                                         1.0 / 5040,
                                         1.0 / 40320,
                                         1.0 / 362880,
                                         1.0 / 3628800,
                                         1.0 / 39916800,
                                         1.0 / 479001600,
                                         1.0 / 6227020800};

/// Returns exp(x) for x <= 0 within 2 ulp, as 2^n p(r) with x = n ln 2 + r
/// (range reduction by Cody and Waite, 1980). NaN is kept; results that would
/// be subnormal are 0.
template <typename T> SBP_INLINE Vector<T> exponential(Vector<T> x) {
  using B = Bits<T>;
  const Vector<T> lowest = broadcast(T(B::kLowest));
  const Vector<T> magic = broadcast(T(B::kMagic));
  Vector<T> clamped = x < lowest ? lowest : x;
  Vector<T> shifted = multiplyAdd(clamped, broadcast(T(B::kLogE)), magic);
  Vector<T> n = shifted - magic;
  Vector<T> r = multiplyAdd(n, broadcast(T(-B::kLn2High)), clamped);
  r = multiplyAdd(n, broadcast(T(-B::kLn2Low)), r);
  Vector<T> sum = broadcast(T(kInverseFactorials[B::kDegree]));
  SBP_UNROLL
  for (int i = B::kDegree - 1; i >= 0; --i)
    sum = multiplyAdd(sum, r, broadcast(T(kInverseFactorials[i])));
  // Adding 1.5 * 2^mantissa rounds to an integer and leaves it in the low bits.
  auto power = (reinterpret_cast<typename B::Words>(shifted) + B::kBias)
               << B::kMantissa;
  Vector<T> result = sum * reinterpret_cast<Vector<T>>(power);
  return x < lowest ? Vector<T>{} : result;
}

/// Returns the natural logarithm, from the C library.
SBP_INLINE float logarithm(float x) { return __builtin_logf(x); }
SBP_INLINE double logarithm(double x) { return __builtin_log(x); }

/// Returns a mask of lanes: all bits are set in the first `count`, none in the
/// others.
template <typename T> SBP_INLINE typename Bits<T>::Vector areFirst(int count) {
  using Lane = typename Bits<T>::Lane;
  typename Bits<T>::Vector lane;
  SBP_UNROLL
  for (int i = 0; i < Vectors<T>::kLanes; ++i)
    lane[i] = Lane(i);
  return lane < Lane(count);
}

/// Replaces the lanes from `count` on by `other`.
template <typename T>
SBP_INLINE Vector<T> keepFirst(Vector<T> x, int count, T other) {
  return areFirst<T>(count) ? x : broadcast(other);
}

/// Replaces the first `count` lanes by `other`.
template <typename T>
SBP_INLINE Vector<T> dropFirst(Vector<T> x, int count, T other) {
  return areFirst<T>(count) ? broadcast(other) : x;
}

/// Returns the greatest lane. No lane may be NaN.
template <typename T> SBP_INLINE T findMaximum(Vector<T> x) {
  T lanes[Vectors<T>::kLanes];
  store(lanes, x);
  SBP_UNROLL
  for (int half = Vectors<T>::kLanes / 2; half > 0; half /= 2)
    SBP_UNROLL
  for (int i = 0; i < half; ++i)
    lanes[i] = lanes[i] > lanes[i + half] ? lanes[i] : lanes[i + half];
  return lanes[0];
}

/// Returns the sum of all lanes of a block, adding halves.
template <typename T>
SBP_INLINE T addLanes(const Vector<T> (&parts)[kBlockParts]) {
  constexpr int count = 64 / int(sizeof(T));
  T lanes[count];
  SBP_UNROLL
  for (int part = 0; part < kBlockParts; ++part)
    store(lanes + part * Vectors<T>::kLanes, parts[part]);
  SBP_UNROLL
  for (int half = count / 2; half > 0; half /= 2)
    SBP_UNROLL
  for (int i = 0; i < half; ++i)
    lanes[i] += lanes[i + half];
  return lanes[0];
}

} // namespace

#endif // SBP_RUNTIME_DEVICE_HOST_VECTORMATH_H
