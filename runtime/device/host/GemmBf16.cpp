// GemmBf16.cpp: products of bf16 by the instructions for them
#include "GemmBf16.h"

namespace sbp {
void multiplyPairsOfBf16(const sbp_gemm *gemm, const uint16_t *a,
                         const uint16_t *b, float *c) {
  multiplyBf16<Pair>(gemm, a, b, c);
}
} // namespace sbp
