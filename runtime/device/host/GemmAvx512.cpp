// GemmAvx512.cpp: the services compiled for AVX-512 (512-bit registers)
#include "AttentionGradient.h"
#include "GemmBf16.h"
#include "TopKRows.h"

namespace sbp {
const GemmFunctions gemmAvx512 = {
    multiply<float>, multiply<double>,      attend<float>,
    attend<double>,  attendGradient<float>, attendGradient<double>,
    topKOfRows,      multiplyBf16<float>};
} // namespace sbp
