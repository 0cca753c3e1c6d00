// GemmAvx2.cpp: products in 256-bit registers; compiled for AVX2 and FMA
#include "GemmBlocks.h"

namespace sbp {
const GemmFunctions gemmAvx2 = {multiply<float>, multiply<double>};
} // namespace sbp
