// RandomNumbers.h: the random numbers of nn.random
//
// The interpreter calls these functions; targets compile ops that compute the
// same bits.
#ifndef SBP_CALCULUS_RANDOMNUMBERS_H
#define SBP_CALCULUS_RANDOMNUMBERS_H

#include <array>
#include <cstdint>
#include <vector>

namespace sbp {

/// Philox 4x32 with 10 rounds: Salmon, Moraes, Dror, Shaw, "Parallel random
/// numbers: as easy as 1, 2, 3", SC 2011, with the constants of Random123. It
/// is counter-based: the words of an element depend on its global index and the
/// key only, so they do not depend on how a tensor is distributed.
struct Philox {
  static constexpr unsigned rounds = 10;
  /// Factors of counter words 0 and 2; increments of the two key words.
  static constexpr std::array<uint32_t, 2> factors = {0xD2511F53, 0xCD9E8D57};
  static constexpr std::array<uint32_t, 2> increments = {0x9E3779B9,
                                                         0xBB67AE85};

  /// Returns four random words for a counter of four words and a key of two.
  static constexpr std::array<uint32_t, 4>
  getBlock(std::array<uint32_t, 4> counter, std::array<uint32_t, 2> key) {
    for (unsigned round = 0; round < rounds; ++round) {
      uint64_t a = uint64_t(factors[0]) * counter[0];
      uint64_t b = uint64_t(factors[1]) * counter[2];
      counter = {static_cast<uint32_t>(b >> 32) ^ counter[1] ^ key[0],
                 static_cast<uint32_t>(b),
                 static_cast<uint32_t>(a >> 32) ^ counter[3] ^ key[1],
                 static_cast<uint32_t>(a)};
      key = {key[0] + increments[0], key[1] + increments[1]};
    }
    return counter;
  }
};

/// Returns the coefficients, highest first, of the polynomial p with
/// cos(2 pi v) = z p(z^2) for v in [0, 1), where z = 1/2 - 2 |v - 1/2| is exact
/// in floating point: -sin(pi z) for |z| <= 1/2 by its Taylor series. 7 terms
/// are accurate to 1e-9, 12 to 1e-19. Used by the Box-Muller transform.
inline std::vector<double> getCosineCoefficients(unsigned terms) {
  constexpr double pi = 3.14159265358979323846;
  std::vector<double> coefficients(terms);
  double term = -pi;
  for (unsigned k = 0; k < terms; ++k) {
    coefficients[terms - 1 - k] = term;
    term *= -pi * pi / ((2 * k + 2) * (2 * k + 3));
  }
  return coefficients;
}

} // namespace sbp

#endif // SBP_CALCULUS_RANDOMNUMBERS_H
