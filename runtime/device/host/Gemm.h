// Gemm.h: matrix products of the host
//
// Our own (docs/Rationale/HostProducts.md): one algorithm, compiled once per
// instruction set. An element of C is the sum over k in one fixed order, so its
// bits depend on its row of A, its column of B and k alone: not on m, n, the
// batch, transposes, the instruction set or the thread. Nothing is allocated:
// packed pieces lie on the stack (< 640 KiB).
#ifndef SBP_RUNTIME_DEVICE_HOST_GEMM_H
#define SBP_RUNTIME_DEVICE_HOST_GEMM_H

#include "sbp/Runtime/HostServices.h"

namespace sbp {

/// The products of the service table, for one instruction set.
struct GemmFunctions {
  void (*f32)(const sbp_gemm *gemm, const float *a, const float *b, float *c);
  void (*f64)(const sbp_gemm *gemm, const double *a, const double *b,
              double *c);
  sbp_call attentionF32, attentionF64, topK;
  void (*bf16)(const sbp_gemm *gemm, const uint16_t *a, const uint16_t *b,
               float *c); ///< widened to f32
};

/// Only for processors that have the set; see `canRunAvx512`.
extern const GemmFunctions gemmAvx2, gemmAvx512;

/// bf16 by the instructions for it; only where `canRunBf16`.
void multiplyPairsOfBf16(const sbp_gemm *gemm, const uint16_t *a,
                         const uint16_t *b, float *c);

/// By cpuid, the operating system's part included.
bool canRunAvx512();
bool canRunBf16();

} // namespace sbp

#endif // SBP_RUNTIME_DEVICE_HOST_GEMM_H
