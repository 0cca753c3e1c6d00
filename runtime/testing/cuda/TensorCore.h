// TensorCore.h: the numbers of tensor cores
//
// Products of warps and of warpgroups read the same types and round their sums
// alike.
#ifndef SBP_RUNTIME_TESTING_CUDA_TENSORCORE_H
#define SBP_RUNTIME_TESTING_CUDA_TENSORCORE_H

#include <cstdint>

namespace sbp::ptx {

/// The types of factors.
enum class Element : uint8_t { BF16, F16, TF32, E4M3, S8 };

/// Returns the bytes of an element in registers and memory.
inline uint32_t getBytes(Element element) {
  return element == Element::TF32                             ? 4
         : element == Element::E4M3 || element == Element::S8 ? 1
                                                              : 2;
}
/// Returns the value of the element whose bytes begin at `from`. TF32 drops the
/// low 13 bits of an f32.
float decodeElement(Element element, const uint8_t *from);
/// Returns the f32 next to `sum` that is not further from zero; infinity beyond
/// the largest f32. An H100's errors of long sums show this rounding.
float cutTowardZero(double sum);

} // namespace sbp::ptx

#endif // SBP_RUNTIME_TESTING_CUDA_TENSORCORE_H
