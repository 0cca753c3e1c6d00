// GemmAvx512.cpp: products in 512-bit registers; compiled for AVX-512
#include "AttentionBlocks.h"

namespace sbp {
const GemmFunctions gemmAvx512 = {multiply<float>, multiply<double>,
                                  attend<float>, attend<double>};
} // namespace sbp
