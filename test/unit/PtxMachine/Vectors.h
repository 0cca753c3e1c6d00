// Vectors.h: test vectors of PTX instructions
//
// A vector is an instruction on registers of given types with its operands and
// results as bits. With SBP_PTX_VECTORS=FILE the kernels are written to that
// file, one line of JSON each; scripts/gpu-check runs the same table on a GPU.
#ifndef SBP_TEST_UNIT_PTXMACHINE_VECTORS_H
#define SBP_TEST_UNIT_PTXMACHINE_VECTORS_H

#include <bit>
#include <cstdint>
#include <functional>
#include <limits>
#include <vector>

namespace sbp::ptx {

/// A result that the manual does not define: the executor's value may differ
/// from a GPU's.
inline constexpr unsigned kUnspecified = ~0u;

/// A vector. `types` lists the types of the result and of each operand: p, h
/// (16), w (32), d (64).
struct Vector {
  const char *instruction;
  const char *types;
  std::vector<uint64_t> operands;
  uint64_t result;
  unsigned ulps = 0; ///< permitted deviation of hardware, in ulps
};

/// A vector on the threads of one block, each with operands and a result of its
/// own.
struct Together {
  const char *instruction;
  const char *types;
  uint32_t threads;
  std::function<std::vector<uint64_t>(uint32_t)> getOperands;
  std::function<uint64_t(uint32_t)> getResult;
};

/// Checks the executor's results and exports the vectors if requested.
void check(const std::vector<Vector> &vectors);
void check(const std::vector<Together> &vectors);

inline uint64_t f(float x) { return std::bit_cast<uint32_t>(x); }
inline uint64_t d(double x) { return std::bit_cast<uint64_t>(x); }
inline uint64_t h(float x) { return std::bit_cast<uint16_t>(_Float16(x)); }
inline uint64_t u(int32_t x) { return uint32_t(x); }
inline constexpr float kInfinity = std::numeric_limits<float>::infinity();
inline constexpr float kNaN = std::numeric_limits<float>::quiet_NaN();

} // namespace sbp::ptx

#endif // SBP_TEST_UNIT_PTXMACHINE_VECTORS_H
