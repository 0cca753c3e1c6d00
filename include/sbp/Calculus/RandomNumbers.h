// RandomNumbers.h: what nn.random computes
//
// The interpreter runs this; targets compile ops that do the same.
#ifndef SBP_CALCULUS_RANDOMNUMBERS_H
#define SBP_CALCULUS_RANDOMNUMBERS_H

#include <array>
#include <cstdint>
#include <vector>

namespace sbp {

/// Philox 4x32 with 10 rounds: Salmon, Moraes, Dror, Shaw, "Parallel random
/// numbers: as easy as 1, 2, 3", SC 2011; the constants are those of Random123.
struct Philox {
  static constexpr unsigned rounds = 10;
  /// Factors of counter words 0 and 2; increments of the two key words.
  static constexpr std::array<uint32_t, 2> factors = {0xD2511F53, 0xCD9E8D57};
  static constexpr std::array<uint32_t, 2> increments = {0x9E3779B9,
                                                         0xBB67AE85};

  /// Four random words for a counter of four words and a key of two.
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

/// cos(2 pi v) for v in [0, 1) is z p(z^2) with z = 1/2 - 2 |v - 1/2|, which is
/// exact: -sin(pi z), |z| <= 1/2, by its Taylor polynomial. The coefficients of
/// p, the highest first: 7 are within 1e-9, 12 within 1e-19.
inline std::vector<double> getTurnCosine(unsigned terms) {
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
