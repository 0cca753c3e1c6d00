/* Services.c: the service table in plain loops. Contractions accumulate in
 * double, so that a test sees the generated code's errors and not a library's.
 */
#include "sbp/Runtime/HostServices.h"
#include <math.h>
#include <string.h>

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

/* Whether a query at `position` sees key `j` by its position. */
static int sees(const int64_t *words, const int64_t *scalars, int64_t position,
                int64_t j) {
  if (words[8] == SBP_ATTENTION_CAUSAL)
    return j <= position;
  if (words[8] != SBP_ATTENTION_WINDOW)
    return 1;
  int64_t distance = scalars[2] + j - position;
  return -words[11] <= distance && distance <= words[12];
}

#define ATTENTION(NAME, TYPE)                                                  \
  static void NAME(const int64_t *words, void *const *buffers,                 \
                   const int64_t *scalars) {                                   \
    const int64_t *next =                                                      \
        words + (words[8] == SBP_ATTENTION_WINDOW ? SBP_ATTENTION_WINDOW_WORDS \
                                                  : SBP_ATTENTION_WORDS);      \
    const int64_t *strides[6] = {0};                                           \
    TYPE *data[6] = {0};                                                       \
    for (int i = 0; i < 6; ++i) {                                              \
      if (i == 3 && !words[9])                                                 \
        continue;                                                              \
      data[i] = (TYPE *)*buffers++;                                            \
      strides[i] = next;                                                       \
      next += 4;                                                               \
    }                                                                          \
    double scale;                                                              \
    memcpy(&scale, words + 10, sizeof(scale));                                 \
    for (int64_t b = 0; b < words[0]; ++b)                                     \
      for (int64_t h = 0; h < words[1]; ++h)                                   \
        for (int64_t i = 0; i < words[3]; ++i) {                               \
          int64_t group = (scalars[1] + h) / words[7];                         \
          group = group < 0 ? 0 : group < words[2] ? group : words[2] - 1;     \
          const TYPE *q = data[0] + b * strides[0][0] + h * strides[0][1] +    \
                          i * strides[0][2];                                   \
          const TYPE *k = data[1] + b * strides[1][0] + group * strides[1][1]; \
          const TYPE *v = data[2] + b * strides[2][0] + group * strides[2][1]; \
          TYPE *y = data[4] + b * strides[4][0] + h * strides[4][1] +          \
                    i * strides[4][2];                                         \
          double most = -INFINITY, sum = 0;                                    \
          /* First the largest score, then the sum, then the values. */        \
          for (int pass = 0; pass < 3; ++pass) {                               \
            for (int64_t e = 0; pass == 2 && e < words[6]; ++e)                \
              y[e] = 0;                                                        \
            for (int64_t j = 0; j < words[4]; ++j) {                           \
              if (!sees(words, scalars, scalars[0] + i, j))                    \
                continue;                                                      \
              double score = 0;                                                \
              for (int64_t d = 0; d < words[5]; ++d)                           \
                score += (double)q[d] * k[j * strides[1][2] + d];              \
              score *= scale;                                                  \
              if (words[9])                                                    \
                score += data[3][b * strides[3][0] + h * strides[3][1] +       \
                                 i * strides[3][2] + j * strides[3][3]];       \
              if (pass == 0)                                                   \
                most = score > most ? score : most;                            \
              else if (score == -INFINITY)                                     \
                continue;                                                      \
              else if (pass == 1)                                              \
                sum += exp(score - most);                                      \
              else                                                             \
                for (int64_t e = 0; e < words[6]; ++e)                         \
                  y[e] += (TYPE)(exp(score - most) / sum *                     \
                                 v[j * strides[2][2] + e]);                    \
            }                                                                  \
          }                                                                    \
          data[5][b * strides[5][0] + h * strides[5][1] + i * strides[5][2]] = \
              (TYPE)(most + log(sum));                                         \
        }                                                                      \
  }
ATTENTION(attention_f32, float)
ATTENTION(attention_f64, double)

/* Element `column` of a row of buffer `i` of the batch `b`. */
#define AT(I, HEAD, ROW, COLUMN)                                               \
  (data[I] + b * strides[I][0] + (HEAD) * strides[I][1] +                      \
   (ROW) * strides[I][2] + (COLUMN))
#define GRADIENT(NAME, TYPE)                                                   \
  static void NAME(const int64_t *words, void *const *buffers,                 \
                   const int64_t *scalars) {                                   \
    enum { Q, K, V, MASK, Y, SUMS, G, SUMS_G, DQ, DK, DV, COUNT };             \
    const int64_t *next = words + SBP_ATTENTION_GRADIENT_WORDS;                \
    const int64_t *strides[COUNT] = {0};                                       \
    TYPE *data[COUNT] = {0};                                                   \
    for (int i = 0; i < COUNT; ++i) {                                          \
      if ((i == MASK && !words[9]) || (i == G && !words[13]) ||                \
          (i == SUMS_G && !words[14]))                                         \
        continue;                                                              \
      data[i] = (TYPE *)*buffers++;                                            \
      strides[i] = next;                                                       \
      next += i == SUMS || i == SUMS_G ? 3 : 4;                                \
    }                                                                          \
    double scale;                                                              \
    memcpy(&scale, words + 10, sizeof(scale));                                 \
    for (int64_t b = 0; b < words[0]; ++b) {                                   \
      for (int64_t group = 0; group < words[2]; ++group)                       \
        for (int64_t j = 0; j < words[4]; ++j) {                               \
          for (int64_t d = 0; d < words[5]; ++d)                               \
            *AT(DK, group, j, d) = 0;                                          \
          for (int64_t e = 0; e < words[6]; ++e)                               \
            *AT(DV, group, j, e) = 0;                                          \
        }                                                                      \
      for (int64_t h = 0; h < words[1]; ++h)                                   \
        for (int64_t i = 0; i < words[3]; ++i) {                               \
          int64_t group = h / words[7];                                        \
          double shift = data[SUMS_G] ? -*AT(SUMS_G, h, i, 0) : 0;             \
          for (int64_t e = 0; data[G] && e < words[6]; ++e)                    \
            shift += (double)*AT(G, h, i, e) * *AT(Y, h, i, e);                \
          for (int64_t d = 0; d < words[5]; ++d)                               \
            *AT(DQ, h, i, d) = 0;                                              \
          for (int64_t j = 0; j < words[4]; ++j) {                             \
            if (!sees(words, scalars, scalars[0] + i, j))                      \
              continue;                                                        \
            double score = 0, slope = -shift;                                  \
            for (int64_t d = 0; d < words[5]; ++d)                             \
              score += (double)*AT(Q, h, i, d) * *AT(K, group, j, d);          \
            score *= scale;                                                    \
            if (data[MASK])                                                    \
              score += AT(MASK, h, i, 0)[j * strides[MASK][3]];                \
            if (score == -INFINITY)                                            \
              continue;                                                        \
            double weight = exp(score - *AT(SUMS, h, i, 0));                   \
            for (int64_t e = 0; data[G] && e < words[6]; ++e) {                \
              slope += (double)*AT(G, h, i, e) * *AT(V, group, j, e);          \
              *AT(DV, group, j, e) += (TYPE)(weight * *AT(G, h, i, e));        \
            }                                                                  \
            slope *= weight * scale;                                           \
            for (int64_t d = 0; d < words[5]; ++d) {                           \
              *AT(DQ, h, i, d) += (TYPE)(slope * *AT(K, group, j, d));         \
              *AT(DK, group, j, d) += (TYPE)(slope * *AT(Q, h, i, d));         \
            }                                                                  \
          }                                                                    \
        }                                                                      \
    }                                                                          \
  }
GRADIENT(attention_gradient_f32, float)
GRADIENT(attention_gradient_f64, double)

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
    .attention_f32 = attention_f32,
    .attention_f64 = attention_f64,
    .attention_gradient_f32 = attention_gradient_f32,
    .attention_gradient_f64 = attention_gradient_f64,
    .unary_f64 = UNARY(),
    .binary_f64 = BINARY(),
    .unary_f32 = UNARY(f),
    .binary_f32 = BINARY(f),
};
