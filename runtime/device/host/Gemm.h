// Gemm.h: matrix products of the host
//
// One algorithm, compiled once per instruction set
// (docs/Rationale/HostProducts.md). An element of C is the sum over k in one
// fixed order, so its bits depend on its row of A, its column of B and k alone:
// not on m, n, the batch, transposes, the instruction set or the number of
// threads. Nothing is allocated: packed panels lie on the stack (less than 640
// KiB).
#ifndef SBP_RUNTIME_DEVICE_HOST_GEMM_H
#define SBP_RUNTIME_DEVICE_HOST_GEMM_H

#include "sbp/Runtime/HostServices.h"

namespace sbp {

/// The services of HostServices.h that are compiled per instruction set. An
/// sbp_gemm has the sizes and strides of all matrices, which belong to the
/// caller; C may not overlap A or B. Any thread may call the functions.
struct GemmFunctions {
  void (*f32)(const sbp_gemm *gemm, const float *a, const float *b, float *c);
  void (*f64)(const sbp_gemm *gemm, const double *a, const double *b,
              double *c);
  sbp_call attentionF32, attentionF64;
  sbp_call attentionGradientF32, attentionGradientF64, topK;
  void (*bf16)(const sbp_gemm *gemm, const uint16_t *a, const uint16_t *b,
               float *c); ///< multiplies elements widened to f32
};

/// The functions for each instruction set. They may be called only on
/// processors that support it: AVX2 and FMA, or AVX-512 (see `canRunAvx512`).
extern const GemmFunctions gemmAvx2, gemmAvx512;

/// Multiplies bf16 matrices with the AVX512_BF16 instructions. Callable only
/// where `canRunBf16` is true.
void multiplyPairsOfBf16(const sbp_gemm *gemm, const uint16_t *a,
                         const uint16_t *b, float *c);

/// Return true where the processor (by cpuid) and the operating system support
/// the instruction set, AVX-512 or AVX512_BF16.
bool canRunAvx512();
bool canRunBf16();

} // namespace sbp

#endif // SBP_RUNTIME_DEVICE_HOST_GEMM_H
