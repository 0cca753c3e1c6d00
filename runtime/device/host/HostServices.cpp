// HostServices.cpp: the service table and the features of the processor
#include "Gemm.h"
#include "HostDevice.h"
#include <algorithm>
#include <cmath>
#include <cpuid.h>
#include <string_view>

using namespace sbp;

bool sbp::canRunAvx512() {
  __builtin_cpu_init();
  return __builtin_cpu_supports("avx512f") &&
         __builtin_cpu_supports("avx512vl") &&
         __builtin_cpu_supports("avx512bw") &&
         __builtin_cpu_supports("avx512dq");
}

bool sbp::canRunBf16() {
  return canRunAvx512() && __builtin_cpu_supports("avx512bf16");
}

/// Fills the table for this processor.
static sbp_host_services makeServices() {
  sbp_host_services services = {};
  services.version = SBP_HOST_SERVICES_VERSION;
  services.size = sizeof(services);
  // The compiler requires at least AVX2 of every target.
  const GemmFunctions &gemm = canRunAvx512() ? gemmAvx512 : gemmAvx2;
  services.gemm_f32 = gemm.f32;
  services.gemm_f64 = gemm.f64;
  services.attention_f32 = gemm.attentionF32;
  services.attention_f64 = gemm.attentionF64;
  services.attention_gradient_f32 = gemm.attentionGradientF32;
  services.attention_gradient_f64 = gemm.attentionGradientF64;
  services.top_k = gemm.topK;
  services.gemm_bf16 = canRunBf16() ? multiplyPairsOfBf16 : gemm.bf16;
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

/// Returns true where the processor has a feature, by LLVM's name of it.
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
  // __builtin_cpu_supports lacks these features in some compilers: they are
  // read from cpuid.
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
