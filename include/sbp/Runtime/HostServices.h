// HostServices.h: the service table that host kernels call
//
// Generated host code and the runtime share this header and the kernel's
// signature, nothing else. It is plain C: compiled code reads the fields by
// offset, so fields are only added at the end, with a new version.
#ifndef SBP_RUNTIME_HOSTSERVICES_H
#define SBP_RUNTIME_HOSTSERVICES_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/** The version of this header; a file with code states the one it needs. */
#define SBP_HOST_SERVICES_VERSION 4u

/** C = A B + beta C for row-major matrices, batch0 * batch1 times. All counts
 * are >= 1 (generated code handles empty contractions itself).
 *
 * op(A) is m x k, op(B) is k x n, C is m x n; the transpose flags say that A is
 * stored k x m, B n x k. Leading dimensions and strides count elements; a
 * stride of 0 uses the same matrix again. C never overlaps A or B. beta is 0 (C
 * is not read, it may hold NaN) or 1. It runs on the calling thread. */
typedef struct sbp_gemm {
  int64_t transpose_a, transpose_b; /**< 0 or 1 */
  int64_t m, n, k;        /**< rows of C, columns of C, terms of a sum */
  int64_t lda, ldb, ldc;  /**< elements between stored rows */
  int64_t batch0, batch1; /**< outer and inner count */
  int64_t stride_a0, stride_b0, stride_c0;
  int64_t stride_a1, stride_b1, stride_c1;
  int64_t beta; /**< 0 or 1 */
} sbp_gemm;

/** The type of all other services. `words` begins with the words of the service
 * (see the enumerations below); the strides of all dims of its buffers follow,
 * in elements (0 for a dim of one element; the last dim is contiguous).
 * `buffers` holds the inputs, then the outputs. Outputs overlap no other
 * buffer. A service without scalars does not read `scalars`. */
typedef void (*sbp_call)(const int64_t *words, void *const *buffers,
                         const int64_t *scalars);

/** The number of words of attention: batch, heads, groups, queries, keys,
 * width, width of the values, heads that share a group, the keys that queries
 * attend to by their positions, is masked, the bits of the scale as a double;
 * with a window how far it reaches back and forward (since version 3). Its
 * scalars are the position of query 0, the number of head 0, and the position
 * of key 0 if there is a window. Its buffers are query, key, value, the mask if
 * there is one, result and log_sum_exp. */
enum { SBP_ATTENTION_WORDS = 11, SBP_ATTENTION_WINDOW_WORDS = 13 };

/** The number of words of attention_gradient: the 11 words of attention, how
 * far a window reaches back and forward (0 without a window), has a cotangent
 * of the result, has one of log_sum_exp. Its scalars are the position of query
 * 0, an unused one, and the position of key 0. Its buffers are query, key,
 * value, the mask if there is one, result, log_sum_exp, the cotangents that
 * there are, and the gradients of query, key and value. */
enum { SBP_ATTENTION_GRADIENT_WORDS = 15 };

/** The keys that a query attends to by its position. */
enum sbp_attention_positions {
  SBP_ATTENTION_ALL,
  SBP_ATTENTION_CAUSAL, /**< up to its own position */
  SBP_ATTENTION_WINDOW  /**< those of a window; the others are not read */
};

/** The number of words of top_k: outer rows, elements of a row, inner rows (the
 * distance between two elements of a row), k, is i32 instead of f32, indices
 * are i64, capacity of the scratch in candidates (16 more than k or the row, if
 * that is shorter, or above). All buffers are contiguous, no strides are read:
 * the input; then values, indices and scratch: so many i64 and one more row. */
enum { SBP_TOP_K_WORDS = 7 };

/** The service table. Every kernel receives a pointer to it; the table outlives
 * all kernels and is constant. Its functions may be called by several threads
 * at once, read their arguments during the call alone and report no errors:
 * wrong arguments are undefined behaviour. Services that are marked with a
 * version are there from that version of the table on. */
typedef struct sbp_host_services {
  uint32_t version; /**< SBP_HOST_SERVICES_VERSION of the runtime */
  uint32_t size;    /**< sizeof(sbp_host_services) of the runtime */

  /* Products of f32 and of f64, as sbp_gemm describes them. */
  void (*gemm_f32)(const sbp_gemm *gemm, const float *a, const float *b,
                   float *c);
  void (*gemm_f64)(const sbp_gemm *gemm, const double *a, const double *b,
                   double *c);

  /* The functions of the C library, indexed by the enumerations below. Kernels
   * approximate most f32 functions in line; f64 has no approximations, and f32
   * calls these where no approximation holds over the whole range. */
  double (*unary_f64[32])(double);         /**< by sbp_unary_function */
  double (*binary_f64[8])(double, double); /**< by sbp_binary_function */
  float (*unary_f32[32])(float);           /**< by sbp_unary_function */
  float (*binary_f32[8])(float, float);    /**< by sbp_binary_function */

  /* Since version 2. */
  sbp_call attention_f32, attention_f64; /**< SBP_ATTENTION_WORDS */
  sbp_call top_k;                        /**< SBP_TOP_K_WORDS, no scalars */
  /* bf16 operands are passed as bits; sums are f32. */
  void (*gemm_bf16)(const sbp_gemm *gemm, const uint16_t *a, const uint16_t *b,
                    float *c);

  /* Since version 4, with SBP_ATTENTION_GRADIENT_WORDS. */
  sbp_call attention_gradient_f32, attention_gradient_f64;
} sbp_host_services;

/** The index into unary_f64 and unary_f32. Unused entries are null. */
enum sbp_unary_function {
  SBP_ACOS,
  SBP_ACOSH,
  SBP_ASIN,
  SBP_ASINH,
  SBP_ATAN,
  SBP_ATANH,
  SBP_CBRT,
  SBP_COS,
  SBP_COSH,
  SBP_ERF,
  SBP_ERFC,
  SBP_EXP,
  SBP_EXP2,
  SBP_EXPM1,
  SBP_LOG,
  SBP_LOG10,
  SBP_LOG1P,
  SBP_LOG2,
  SBP_SIN,
  SBP_SINH,
  SBP_TAN,
  SBP_TANH,
  SBP_UNARY_FUNCTION_COUNT
};

/** The index into binary_f64 and binary_f32. Entries without a function are
 * null. */
enum sbp_binary_function {
  SBP_ATAN2,
  SBP_FMOD,
  SBP_POW,
  SBP_BINARY_FUNCTION_COUNT
};

/** The type of a kernel. `in` and `out` point to dense row-major buffers that
 * are aligned to their elements (registers to 256 bytes, weights as their file
 * has them); `scratch` has the bytes that the kernel's signature states;
 * `parameters` are in the order of the region. */
typedef void (*sbp_host_kernel)(const sbp_host_services *services,
                                void *const *in, void *const *out,
                                void *scratch, const int64_t *parameters);

#ifdef __cplusplus
}
#endif

#endif /* SBP_RUNTIME_HOSTSERVICES_H */
