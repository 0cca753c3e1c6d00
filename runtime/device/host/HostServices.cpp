//===- HostServices.cpp - the table behind host kernels
//---------------------===//
//
// Matrix products are OpenBLAS's: the pthread build (the serial one has no lock
// around its buffers) with one thread, so that ranks do not fight over cores
// and the bits do not depend on a pool.
//
//===----------------------------------------------------------------------===//
#include "Errno.h"
#include "HostDevice.h"
#include <algorithm>
#include <cblas.h>
#include <cmath>
#include <cpuid.h>
#include <cstdlib>
#include <string_view>
#include <sys/mman.h>

using namespace sbp;

// OpenBLAS starts its pool and chooses its kernels in a constructor of its own:
// this one comes before. Zen 4 runs a 512-bit instruction as two halves, so the
// AVX-512 kernels gain nothing there, and OpenBLAS 0.3.21, which takes it for a
// Cooper Lake, packs slower for them: 100-106 GFLOP/s on a core against 107-112
// of the AVX2 kernels (256-1024 x 192-3072, f32). A user's choice stays.
__attribute__((constructor(101))) static void prepareBlas() {
  setenv("OPENBLAS_NUM_THREADS", "1", 1);
  __builtin_cpu_init();
  if (__builtin_cpu_is("znver4"))
    setenv("OPENBLAS_CORETYPE", "Haswell", 0);
}

// OpenBLAS's own: a product takes a buffer from a list that all threads share
// and grows the list where none is free.
extern "C" void *blas_memory_alloc(int position);
extern "C" void blas_memory_free(void *buffer);

/// OpenBLAS asks for the memory of a buffer again and again until it gets it:
/// whether there is room is asked before.
static Status checkRoom(size_t buffers) {
  constexpr size_t bufferBytes = 128ull << 20, alignment = 1 << 20;
  size_t bytes = buffers * (bufferBytes + alignment);
  void *probe = mmap(nullptr, bytes, PROT_READ | PROT_WRITE,
                     MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (probe == MAP_FAILED)
    return userError("cannot reserve ", bytes, " bytes for matrix products of ",
                     buffers, " threads: ", describeError(errno));
  munmap(probe, bytes);
  return {};
}

Status sbp::reserveProductBuffers(unsigned threads) {
  std::vector<void *> buffers(std::min(threads, 64u));
  SBP_RETURN_IF_FAILED(checkRoom(buffers.size()));
  for (void *&buffer : buffers)
    buffer = blas_memory_alloc(0);
  for (void *buffer : buffers)
    blas_memory_free(buffer);
  return {};
}

template <typename Element, typename Multiply>
static void forEachProduct(const sbp_gemm &gemm, const Element *a,
                           const Element *b, Element *c, Multiply multiply) {
  if (gemm.m <= 0 || gemm.n <= 0)
    return;
  for (int64_t i = 0; i < gemm.batch0; ++i)
    for (int64_t j = 0; j < gemm.batch1; ++j)
      multiply(a + i * gemm.stride_a0 + j * gemm.stride_a1,
               b + i * gemm.stride_b0 + j * gemm.stride_b1,
               c + i * gemm.stride_c0 + j * gemm.stride_c1);
}

static CBLAS_TRANSPOSE transposeFlag(int64_t transpose) {
  return transpose ? CblasTrans : CblasNoTrans;
}

static void gemmF32(const sbp_gemm *gemm, const float *a, const float *b,
                    float *c) {
  forEachProduct(*gemm, a, b, c, [&](const float *a, const float *b, float *c) {
    cblas_sgemm(CblasRowMajor, transposeFlag(gemm->transpose_a),
                transposeFlag(gemm->transpose_b), gemm->m, gemm->n, gemm->k,
                1.0f, a, gemm->lda, b, gemm->ldb, gemm->beta ? 1.0f : 0.0f, c,
                gemm->ldc);
  });
}

static void gemmF64(const sbp_gemm *gemm, const double *a, const double *b,
                    double *c) {
  forEachProduct(*gemm, a, b, c,
                 [&](const double *a, const double *b, double *c) {
                   cblas_dgemm(CblasRowMajor, transposeFlag(gemm->transpose_a),
                               transposeFlag(gemm->transpose_b), gemm->m,
                               gemm->n, gemm->k, 1.0, a, gemm->lda, b,
                               gemm->ldb, gemm->beta ? 1.0 : 0.0, c, gemm->ldc);
                 });
}

static sbp_host_services makeServices() {
  sbp_host_services services = {};
  services.version = SBP_HOST_SERVICES_VERSION;
  services.size = sizeof(services);
  services.gemm_f32 = gemmF32;
  services.gemm_f64 = gemmF64;
#define SBP_UNARY(index, name)                                                 \
  services.unary_f64[index] = name;                                            \
  services.unary_f32[index] = name##f;
  SBP_UNARY(SBP_ACOS, acos)
  SBP_UNARY(SBP_ACOSH, acosh)
  SBP_UNARY(SBP_ASIN, asin)
  SBP_UNARY(SBP_ASINH, asinh)
  SBP_UNARY(SBP_ATAN, atan)
  SBP_UNARY(SBP_ATANH, atanh)
  SBP_UNARY(SBP_CBRT, cbrt)
  SBP_UNARY(SBP_COS, cos)
  SBP_UNARY(SBP_COSH, cosh)
  SBP_UNARY(SBP_ERF, erf)
  SBP_UNARY(SBP_ERFC, erfc)
  SBP_UNARY(SBP_EXP, exp)
  SBP_UNARY(SBP_EXP2, exp2)
  SBP_UNARY(SBP_EXPM1, expm1)
  SBP_UNARY(SBP_LOG, log)
  SBP_UNARY(SBP_LOG10, log10)
  SBP_UNARY(SBP_LOG1P, log1p)
  SBP_UNARY(SBP_LOG2, log2)
  SBP_UNARY(SBP_SIN, sin)
  SBP_UNARY(SBP_SINH, sinh)
  SBP_UNARY(SBP_TAN, tan)
  SBP_UNARY(SBP_TANH, tanh)
#undef SBP_UNARY
  services.binary_f64[SBP_ATAN2] = atan2;
  services.binary_f32[SBP_ATAN2] = atan2f;
  services.binary_f64[SBP_FMOD] = fmod;
  services.binary_f32[SBP_FMOD] = fmodf;
  services.binary_f64[SBP_POW] = pow;
  services.binary_f32[SBP_POW] = powf;
  return services;
}

const sbp_host_services &sbp::getHostServices() {
  static const sbp_host_services services = makeServices();
  return services;
}

static bool hasCpuFeature(std::string_view name) {
#define SBP_FEATURE(text)                                                      \
  if (name == text)                                                            \
    return __builtin_cpu_supports(text);
  SBP_FEATURE("sse2")
  SBP_FEATURE("sse3")
  SBP_FEATURE("ssse3")
  SBP_FEATURE("sse4.1")
  SBP_FEATURE("sse4.2")
  SBP_FEATURE("popcnt")
  SBP_FEATURE("avx")
  SBP_FEATURE("avx2")
  SBP_FEATURE("fma")
  SBP_FEATURE("bmi")
  SBP_FEATURE("bmi2")
  SBP_FEATURE("avx512f")
  SBP_FEATURE("avx512vl")
  SBP_FEATURE("avx512bw")
  SBP_FEATURE("avx512dq")
  SBP_FEATURE("avx512cd")
  SBP_FEATURE("avx512vnni")
  SBP_FEATURE("avx512bf16")
#undef SBP_FEATURE
  // Not every compiler's builtin knows these: cpuid itself.
  unsigned a, b, c, d;
  if (name == "f16c" && __get_cpuid(1, &a, &b, &c, &d))
    return __builtin_cpu_supports("avx") && (c >> 29 & 1);
  if (name == "lzcnt" && __get_cpuid(0x80000001, &a, &b, &c, &d))
    return c >> 5 & 1;
  if (name == "movbe" && __get_cpuid(1, &a, &b, &c, &d))
    return c >> 22 & 1;
  if (name == "avx512fp16" && __get_cpuid_count(7, 0, &a, &b, &c, &d))
    return __builtin_cpu_supports("avx512f") && (d >> 23 & 1);
  return false;
}

std::string sbp::findMissingCpuFeature(const std::string &features) {
  for (size_t begin = 0; begin < features.size();) {
    size_t end = std::min(features.find(',', begin), features.size());
    std::string name = features.substr(begin, end - begin);
    if (!name.empty() && !hasCpuFeature(name))
      return name;
    begin = end + 1;
  }
  return "";
}
