// GemmVectors.h: vectors of the widest registers of the instruction set
//
// One .cpp per instruction set includes this header and those that build on it.
// Everything is in unnamed namespaces, and no header of the C++ library is
// included: the linker must not merge a function compiled for one instruction
// set with the same function compiled for another.
#ifndef SBP_RUNTIME_DEVICE_HOST_GEMMVECTORS_H
#define SBP_RUNTIME_DEVICE_HOST_GEMMVECTORS_H

#include <immintrin.h>
#include <stdint.h>

#ifdef __clang__
#define SBP_UNROLL _Pragma("clang loop unroll(full)")
#define SBP_ROLLED _Pragma("clang loop unroll(disable)")
#else
#define SBP_UNROLL _Pragma("GCC unroll 16")
#define SBP_ROLLED _Pragma("GCC unroll 1")
#endif
#define SBP_INLINE inline __attribute__((always_inline))

namespace {

#ifdef __AVX512F__
#define SBP_WIDE(name) _mm512_##name
constexpr int kVectorBytes = 64;
constexpr int kTileRows = 14; ///< x 2 vectors: 28 of 32 registers are sums
constexpr int kWideRows = 6;  ///< x 4 vectors
#else
#define SBP_WIDE(name) _mm256_##name
constexpr int kVectorBytes = 32;
constexpr int kTileRows = 6; ///< x 2 vectors: 12 of 16 registers are sums
constexpr int kWideRows = 2; ///< x 4 vectors
#endif

/// The vector of elements T, of kLanes lanes in kParts parts of 128 bits.
template <typename T> struct Vectors {
  static constexpr int kLanes = kVectorBytes / sizeof(T);
  /// Lanes of a part of 128 bits; shuffles work within parts.
  static constexpr int kPartLanes = 16 / sizeof(T);
  static constexpr int kParts = kVectorBytes / 16;
  typedef T Vector __attribute__((vector_size(kVectorBytes)));
};
/// One register of elements T; operators work lane by lane.
template <typename T> using Vector = typename Vectors<T>::Vector;

/// The type in which products of T are summed.
template <typename T> struct SumOf {
  typedef T Type;
};
/// The element of C for factors of type T.
template <typename T> using Sum = typename SumOf<T>::Type;

/// Two bf16 that are adjacent along k. AVX512_BF16 adds the products of both at
/// once. Pairs are read in place, so they are aligned like one bf16.
struct __attribute__((packed, aligned(2))) Pair {
  uint32_t bits;
  operator uint32_t() const { return bits; }
};

/// True for elements that span several steps of k: A is then stored m x k and B
/// n x k.
template <typename T> constexpr bool kLiesAlongK = false;
template <> constexpr bool kLiesAlongK<Pair> = true;

#ifdef __AVX512BF16__
/// Vectors of pairs, whose lanes are their bits.
template <> struct Vectors<Pair> {
  static constexpr int kLanes = kVectorBytes / sizeof(Pair);
  static constexpr int kPartLanes = 16 / sizeof(Pair);
  typedef uint32_t Vector __attribute__((vector_size(kVectorBytes)));
};
template <> struct SumOf<Pair> {
  typedef float Type;
};
SBP_INLINE Vector<Pair> load(const Pair *from) {
  return (Vector<Pair>)_mm512_loadu_si512(from);
}
SBP_INLINE void store(Pair *to, Vector<Pair> value) {
  _mm512_storeu_si512(to, (__m512i)value);
}
SBP_INLINE Vector<Pair> broadcast(Pair value) {
  return (Vector<Pair>)_mm512_set1_epi32(int(value.bits));
}
SBP_INLINE Vector<float> multiplyAdd(Vector<Pair> a, Vector<Pair> b,
                                     Vector<float> c) {
  return _mm512_dpbf16_ps(c, (__m512bh)a, (__m512bh)b);
}
#endif

/// Loads and stores of whole vectors, which need no alignment.
SBP_INLINE Vector<float> load(const float *from) {
  return SBP_WIDE(loadu_ps)(from);
}
SBP_INLINE Vector<double> load(const double *from) {
  return SBP_WIDE(loadu_pd)(from);
}
SBP_INLINE void store(float *to, Vector<float> value) {
  SBP_WIDE(storeu_ps)(to, value);
}
SBP_INLINE void store(double *to, Vector<double> value) {
  SBP_WIDE(storeu_pd)(to, value);
}
/// Returns a vector with the value in all lanes.
SBP_INLINE Vector<float> broadcast(float value) {
  return SBP_WIDE(set1_ps)(value);
}
SBP_INLINE Vector<double> broadcast(double value) {
  return SBP_WIDE(set1_pd)(value);
}
/// Returns a * b + c with one rounding.
SBP_INLINE Vector<float> multiplyAdd(Vector<float> a, Vector<float> b,
                                     Vector<float> c) {
  return SBP_WIDE(fmadd_ps)(a, b, c);
}
SBP_INLINE Vector<double> multiplyAdd(Vector<double> a, Vector<double> b,
                                      Vector<double> c) {
  return SBP_WIDE(fmadd_pd)(a, b, c);
}

/// Loads and stores of the first `count` < kLanes elements do not touch memory
/// after them. The other lanes of a loaded vector are 0.
#ifdef __AVX512F__
SBP_INLINE Vector<float> loadFirst(const float *from, int count) {
  return _mm512_maskz_loadu_ps((1u << count) - 1, from);
}
SBP_INLINE Vector<double> loadFirst(const double *from, int count) {
  return _mm512_maskz_loadu_pd((1u << count) - 1, from);
}
SBP_INLINE void storeFirst(float *to, Vector<float> value, int count) {
  _mm512_mask_storeu_ps(to, (1u << count) - 1, value);
}
SBP_INLINE void storeFirst(double *to, Vector<double> value, int count) {
  _mm512_mask_storeu_pd(to, (1u << count) - 1, value);
}
#else
/// Returns a mask of the first `count` lanes for AVX2; the pointer chooses the
/// type.
SBP_INLINE __m256i selectFirst(const float *, int count) {
  return _mm256_cmpgt_epi32(_mm256_set1_epi32(count),
                            _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7));
}
SBP_INLINE __m256i selectFirst(const double *, int count) {
  return _mm256_cmpgt_epi64(_mm256_set1_epi64x(count),
                            _mm256_setr_epi64x(0, 1, 2, 3));
}
SBP_INLINE Vector<float> loadFirst(const float *from, int count) {
  return _mm256_maskload_ps(from, selectFirst(from, count));
}
SBP_INLINE Vector<double> loadFirst(const double *from, int count) {
  return _mm256_maskload_pd(from, selectFirst(from, count));
}
SBP_INLINE void storeFirst(float *to, Vector<float> value, int count) {
  _mm256_maskstore_ps(to, selectFirst(to, count), value);
}
SBP_INLINE void storeFirst(double *to, Vector<double> value, int count) {
  _mm256_maskstore_pd(to, selectFirst(to, count), value);
}
#endif

/// Loads 16 bytes at `from` + q * `stride` elements into part q of the result.
template <typename T>
SBP_INLINE Vector<T> gatherParts(const T *from, int64_t stride) {
  auto part = [&](int q) __attribute__((always_inline)) {
    return _mm_loadu_ps(reinterpret_cast<const float *>(from + q * stride));
  };
#ifdef __AVX512F__
  __m512 parts = _mm512_castps128_ps512(part(0));
  parts = _mm512_insertf32x4(parts, part(1), 1);
  parts = _mm512_insertf32x4(parts, part(2), 2);
  parts = _mm512_insertf32x4(parts, part(3), 3);
#else
  __m256 parts = _mm256_castps128_ps256(part(0));
  parts = _mm256_insertf128_ps(parts, part(1), 1);
#endif
  return reinterpret_cast<Vector<T>>(parts);
}

/// Transposes the small matrices that each part of the kPartLanes rows forms.
SBP_INLINE void transposeParts(Vector<float> (&row)[4]) {
  using Pairs = Vector<double>;
  auto low0 = (Pairs)SBP_WIDE(unpacklo_ps)(row[0], row[1]);
  auto high0 = (Pairs)SBP_WIDE(unpackhi_ps)(row[0], row[1]);
  auto low1 = (Pairs)SBP_WIDE(unpacklo_ps)(row[2], row[3]);
  auto high1 = (Pairs)SBP_WIDE(unpackhi_ps)(row[2], row[3]);
  row[0] = (Vector<float>)SBP_WIDE(unpacklo_pd)(low0, low1);
  row[1] = (Vector<float>)SBP_WIDE(unpackhi_pd)(low0, low1);
  row[2] = (Vector<float>)SBP_WIDE(unpacklo_pd)(high0, high1);
  row[3] = (Vector<float>)SBP_WIDE(unpackhi_pd)(high0, high1);
}
SBP_INLINE void transposeParts(Vector<double> (&row)[2]) {
  Vector<double> low = SBP_WIDE(unpacklo_pd)(row[0], row[1]);
  row[1] = SBP_WIDE(unpackhi_pd)(row[0], row[1]);
  row[0] = low;
}

#ifdef __AVX512BF16__
SBP_INLINE void transposeParts(Vector<Pair> (&row)[4]) {
  // The transposition of f32 serves all types of 32 bits.
  transposeParts(reinterpret_cast<Vector<float>(&)[4]>(row));
}
#endif

/// Loads kPartLanes steps of k for kLanes columns of a B that is stored n x k:
/// step[p][j] = from[j * stride + p].
template <typename T>
SBP_INLINE void loadColumns(const T *from, int64_t stride,
                            Vector<T> (&step)[Vectors<T>::kPartLanes]) {
  constexpr int lanes = Vectors<T>::kPartLanes;
  SBP_UNROLL
  for (int r = 0; r < lanes; ++r)
    step[r] = gatherParts(from + r * stride, lanes * stride);
  transposeParts(step);
}

} // namespace

#endif // SBP_RUNTIME_DEVICE_HOST_GEMMVECTORS_H
