// GemmAvx2.cpp: products in 256-bit registers; compiled for AVX2 and FMA
#include "AttentionBlocks.h"
#include "GemmBf16.h"
#include "TopKRows.h"

namespace sbp {
const GemmFunctions gemmAvx2 = {multiply<float>, multiply<double>,
                                attend<float>,   attend<double>,
                                topKOfRows,      multiplyBf16<float>};
} // namespace sbp
