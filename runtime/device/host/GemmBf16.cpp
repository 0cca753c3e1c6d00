// GemmBf16.cpp: bf16 products compiled for AVX512_BF16
#include "GemmBf16.h"

namespace sbp {
void multiplyPairsOfBf16(const sbp_gemm *gemm, const uint16_t *a,
                         const uint16_t *b, float *c) {
  multiplyBf16<Pair>(gemm, a, b, c);
}
} // namespace sbp
