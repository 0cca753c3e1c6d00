// WarpProductKernel.h: a product by mma.sync for tests of the PTX executor
//
// C[m, n] = sum over k of A[m, k] B[n, k], 64 x 32 elements of C a block of
// four warps. k advances in slices of 64 bytes through a ring of three stages,
// which cp.async fills and ldmatrix reads; rows of a stage are swizzled.
#ifndef SBP_TEST_UNIT_PTXMACHINE_WARPPRODUCTKERNEL_H
#define SBP_TEST_UNIT_PTXMACHINE_WARPPRODUCTKERNEL_H

#include "Machine.h"

namespace sbp::ptx {

/// The types of a product: those of both factors and of the sums.
enum class FactorType { BF16, F16, TF32, S8 };

/// A product to run.
struct WarpProduct {
  uint32_t m = 64, n = 32, k = 32;
  FactorType type = FactorType::BF16;
  bool isExact = true; ///< small integers; otherwise any numbers below 2
};

/// Returns the text of the kernel.
std::string writeWarpProduct(FactorType type);

/// Runs `text` on numbers drawn by the seed and compares with sums in f64:
/// equal where they are exact, otherwise within the errors of k sums that are
/// cut.
Status runWarpProduct(const WarpProduct &product, const std::string &text,
                      uint64_t seed, Counters &counters);

} // namespace sbp::ptx

#endif // SBP_TEST_UNIT_PTXMACHINE_WARPPRODUCTKERNEL_H
