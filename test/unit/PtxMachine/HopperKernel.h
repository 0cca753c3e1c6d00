// HopperKernel.h: a product of bf16 or f16 for tests of the PTX executor
//
// C[m, n] = sum over k of A[m, k] B[n, k], 64 x 64 elements of C a block, which
// has one producer warp and one warpgroup of consumers. k advances in slices of
// 64 through a ring of two slots.
#ifndef SBP_TEST_UNIT_PTXMACHINE_HOPPERKERNEL_H
#define SBP_TEST_UNIT_PTXMACHINE_HOPPERKERNEL_H

#include "Machine.h"
#include <random>

namespace sbp::ptx {

/// A product to run. A transposed operand has k as its outer dimension.
struct Product {
  uint32_t m = 64, n = 64, k = 64;
  bool isHalf = false; ///< f16 instead of bf16
  bool isTransposedA = false, isTransposedB = false;
  bool hasFragment = false; ///< A from registers, loaded by ldmatrix
};

/// Returns the text of the kernel.
std::string writeProduct(const Product &product);

/// Runs `text` on small integers, whose product is exact, and compares.
Status runProduct(const Product &product, const std::string &text,
                  uint64_t seed, Counters &counters);

} // namespace sbp::ptx

#endif // SBP_TEST_UNIT_PTXMACHINE_HOPPERKERNEL_H
