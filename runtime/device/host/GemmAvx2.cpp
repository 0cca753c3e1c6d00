// GemmAvx2.cpp: the services compiled for AVX2 and FMA (256-bit registers)
#include "AttentionGradient.h"
#include "GemmBf16.h"
#include "TopKRows.h"

namespace sbp {
const GemmFunctions gemmAvx2 = {
    multiply<float>, multiply<double>,      attend<float>,
    attend<double>,  attendGradient<float>, attendGradient<double>,
    topKOfRows,      multiplyBf16<float>};
} // namespace sbp
