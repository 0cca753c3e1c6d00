// GemmAvx512.cpp: products in 512-bit registers; compiled for AVX-512
#include "GemmBlocks.h"

namespace sbp {
const GemmFunctions gemmAvx512 = {multiply<float>, multiply<double>};
} // namespace sbp
