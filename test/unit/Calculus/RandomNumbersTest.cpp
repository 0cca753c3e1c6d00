// RandomNumbersTest.cpp: the words of Philox, and what is made of them
#include "sbp/Calculus/RandomNumbers.h"
#include "gtest/gtest.h"
#include <cmath>

using namespace sbp;

using Words = std::array<uint32_t, 4>;

// kat_vectors of Random123, philox4x32 with 10 rounds.
TEST(RandomNumbersTest, PhiloxKnownAnswers) {
  EXPECT_EQ(Philox::getBlock({0, 0, 0, 0}, {0, 0}),
            (Words{0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8}));
  EXPECT_EQ(Philox::getBlock({0xffffffff, 0xffffffff, 0xffffffff, 0xffffffff},
                             {0xffffffff, 0xffffffff}),
            (Words{0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd}));
  EXPECT_EQ(Philox::getBlock({0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344},
                             {0xa4093822, 0x299f31d0}),
            (Words{0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1}));
}

static double getCosine(double v, unsigned terms) {
  double z = 0.5 - 2.0 * std::fabs(v - 0.5), sum = 0.0;
  for (double coefficient : getCosineCoefficients(terms))
    sum = sum * z * z + coefficient;
  return z * sum;
}

TEST(RandomNumbersTest, CosineOfTurns) {
  for (int i = 0; i < 4096; ++i) {
    double v = i / 4096.0, expected = std::cos(2.0 * M_PI * v);
    EXPECT_NEAR(getCosine(v, 7), expected, 1e-9) << v;
    EXPECT_NEAR(getCosine(v, 12), expected, 1e-15) << v;
  }
}
