/* Services.c: the service table in plain loops. Contractions accumulate in
 * double, so that a test sees the generated code's errors and not a library's.
 */
#include "sbp/Runtime/HostServices.h"
#include <math.h>

static double widen_f32(float value) { return value; }
static double widen_f64(double value) { return value; }
static double widen_bf16(uint16_t bits) {
  union {
    uint32_t bits;
    float value;
  } wide = {(uint32_t)bits << 16};
  return wide.value;
}

#define GEMM(NAME, SIDE, TYPE, WIDEN)                                          \
  static void NAME(const sbp_gemm *g, const SIDE *a, const SIDE *b, TYPE *c) { \
    for (int64_t p = 0; p < g->batch0; ++p)                                    \
      for (int64_t q = 0; q < g->batch1; ++q) {                                \
        const SIDE *pa = a + p * g->stride_a0 + q * g->stride_a1;              \
        const SIDE *pb = b + p * g->stride_b0 + q * g->stride_b1;              \
        TYPE *pc = c + p * g->stride_c0 + q * g->stride_c1;                    \
        for (int64_t i = 0; i < g->m; ++i)                                     \
          for (int64_t j = 0; j < g->n; ++j) {                                 \
            double sum = g->beta ? (double)pc[i * g->ldc + j] : 0.0;           \
            for (int64_t k = 0; k < g->k; ++k)                                 \
              sum +=                                                           \
                  WIDEN(                                                       \
                      pa[g->transpose_a ? k * g->lda + i : i * g->lda + k]) *  \
                  WIDEN(pb[g->transpose_b ? j * g->ldb + k : k * g->ldb + j]); \
            pc[i * g->ldc + j] = (TYPE)sum;                                    \
          }                                                                    \
      }                                                                        \
  }
GEMM(gemm_f32, float, float, widen_f32)
GEMM(gemm_f64, double, double, widen_f64)
GEMM(gemm_bf16, uint16_t, float, widen_bf16)

#define UNARY(SUFFIX)                                                          \
  {                                                                            \
      [SBP_ACOS] = acos##SUFFIX,   [SBP_ACOSH] = acosh##SUFFIX,                \
      [SBP_ASIN] = asin##SUFFIX,   [SBP_ASINH] = asinh##SUFFIX,                \
      [SBP_ATAN] = atan##SUFFIX,   [SBP_ATANH] = atanh##SUFFIX,                \
      [SBP_CBRT] = cbrt##SUFFIX,   [SBP_COS] = cos##SUFFIX,                    \
      [SBP_COSH] = cosh##SUFFIX,   [SBP_ERF] = erf##SUFFIX,                    \
      [SBP_ERFC] = erfc##SUFFIX,   [SBP_EXP] = exp##SUFFIX,                    \
      [SBP_EXP2] = exp2##SUFFIX,   [SBP_EXPM1] = expm1##SUFFIX,                \
      [SBP_LOG] = log##SUFFIX,     [SBP_LOG10] = log10##SUFFIX,                \
      [SBP_LOG1P] = log1p##SUFFIX, [SBP_LOG2] = log2##SUFFIX,                  \
      [SBP_SIN] = sin##SUFFIX,     [SBP_SINH] = sinh##SUFFIX,                  \
      [SBP_TAN] = tan##SUFFIX,     [SBP_TANH] = tanh##SUFFIX,                  \
  }
#define BINARY(SUFFIX)                                                         \
  {                                                                            \
      [SBP_ATAN2] = atan2##SUFFIX,                                             \
      [SBP_FMOD] = fmod##SUFFIX,                                               \
      [SBP_POW] = pow##SUFFIX,                                                 \
  }

/* Found by name from Python. */
__attribute__((visibility("default")))
const sbp_host_services sbp_test_services = {
    .version = SBP_HOST_SERVICES_VERSION,
    .size = sizeof(sbp_host_services),
    .gemm_f32 = gemm_f32,
    .gemm_f64 = gemm_f64,
    .gemm_bf16 = gemm_bf16,
    .unary_f64 = UNARY(),
    .binary_f64 = BINARY(),
    .unary_f32 = UNARY(f),
    .binary_f32 = BINARY(f),
};
