// GemmAvx512.cpp: products in 512-bit registers; compiled for AVX-512
#include "AttentionBlocks.h"
#include "GemmBf16.h"
#include "TopKRows.h"

namespace sbp {
const GemmFunctions gemmAvx512 = {multiply<float>, multiply<double>,
                                  attend<float>,   attend<double>,
                                  topKOfRows,      multiplyBf16<float>};
} // namespace sbp
