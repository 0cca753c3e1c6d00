// GemmBf16Test.cpp: bf16 products against f64 products of the same values
#include "Gemm.h"
#include <array>
#include <cmath>
#include <cstring>
#include <gtest/gtest.h>
#include <random>
#include <vector>

using namespace sbp;

namespace {
using Function = void (*)(const sbp_gemm *, const uint16_t *, const uint16_t *,
                          float *);

float widen(uint16_t bits) {
  uint32_t word = uint32_t(bits) << 16;
  float value;
  std::memcpy(&value, &word, sizeof(value));
  return value;
}

std::vector<uint16_t> draw(size_t count, unsigned seed) {
  std::mt19937 random(seed);
  std::normal_distribution<float> normal;
  std::vector<uint16_t> bits(count);
  for (uint16_t &x : bits) {
    float value = normal(random);
    uint32_t word;
    std::memcpy(&word, &value, sizeof(word));
    x = word >> 16;
  }
  return bits;
}

sbp_gemm describe(int64_t m, int64_t n, int64_t k, int flags) {
  sbp_gemm g = {};
  g.m = m;
  g.n = n;
  g.k = k;
  g.transpose_a = flags & 1;
  g.transpose_b = flags >> 1 & 1;
  g.beta = flags >> 2 & 1;
  g.lda = g.transpose_a ? m : k;
  g.ldb = g.transpose_b ? k : n;
  g.ldc = n;
  g.batch0 = g.batch1 = 1;
  return g;
}

void check(Function multiply, const sbp_gemm &g) {
  std::vector<uint16_t> a = draw(g.m * g.k, 1), b = draw(g.k * g.n, 2);
  std::vector<float> c(g.m * g.n, g.beta ? 0.5f : NAN);
  multiply(&g, a.data(), b.data(), c.data());
  for (int64_t i = 0; i < g.m; ++i)
    for (int64_t j = 0; j < g.n; ++j) {
      double sum = g.beta ? 0.5 : 0, size = sum;
      for (int64_t p = 0; p < g.k; ++p) {
        double x = widen(a[g.transpose_a ? p * g.lda + i : i * g.lda + p]),
               y = widen(b[g.transpose_b ? j * g.ldb + p : p * g.ldb + j]);
        sum += x * y;
        size += std::abs(x * y);
      }
      EXPECT_LE(std::abs(c[i * g.ldc + j] - sum), size * g.k * 0x1p-24 + 1e-30)
          << g.m << " x " << g.n << " x " << g.k << " at " << i << ", " << j;
    }
}

std::vector<Function> getFunctions() {
  std::vector<Function> functions = {gemmAvx2.bf16};
  if (canRunAvx512())
    functions.push_back(gemmAvx512.bf16);
  if (canRunBf16())
    functions.push_back(multiplyPairsOfBf16);
  return functions;
}
} // namespace

TEST(GemmBf16, AgreesWithSumsInDouble) {
  for (Function multiply : getFunctions())
    for (int flags = 0; flags < 8; ++flags)
      for (auto [m, n, k] : {std::array<int64_t, 3>{1, 1, 1},
                             {3, 5, 7},
                             {20, 33, 64},
                             {15, 70, 1601},
                             {400, 17, 20}})
        check(multiply, describe(m, n, k, flags));
}

// The bits of an element do not depend on the other elements of a call.
TEST(GemmBf16, BitsDoNotDependOnTheCut) {
  constexpr int64_t m = 90, n = 75, k = 901;
  std::vector<uint16_t> a = draw(m * k, 3), b = draw(k * n, 4);
  for (Function multiply : getFunctions()) {
    std::vector<float> whole(m * n), piece(m * n);
    sbp_gemm g = describe(m, n, k, 0);
    multiply(&g, a.data(), b.data(), whole.data());
    for (auto [row, rows, column, columns] :
         {std::array<int64_t, 4>{0, 1, 0, n}, {7, 40, 3, 50}, {89, 1, 74, 1}}) {
      g.m = rows;
      g.n = columns;
      multiply(&g, &a[row * k], &b[column], &piece[row * n + column]);
      for (int64_t i = row; i < row + rows; ++i)
        EXPECT_EQ(std::memcmp(&whole[i * n + column], &piece[i * n + column],
                              columns * sizeof(float)),
                  0);
    }
  }
}

// They do not depend on the layout either: whole pairs along k are read in
// place, from addresses that are only 2-byte aligned; other layouts are packed.
TEST(GemmBf16, BitsDoNotDependOnTheLayout) {
  for (auto [m, n, k] : {std::array<int64_t, 3>{30, 40, 3100},
                         {3, 40, 3100},
                         {40, 3, 96},
                         {40, 1, 96},
                         {1, 33, 96},
                         {29, 33, 97}}) {
    std::vector<uint16_t> a = draw(m * k, 5), b = draw(n * k, 6);
    for (Function multiply : getFunctions()) {
      std::vector<float> expected(m * n);
      sbp_gemm g = describe(m, n, k, 2);
      multiply(&g, a.data(), b.data(), expected.data());
      for (int layout = 0; layout < 8; ++layout) {
        bool transposeA = layout & 1, transposeB = layout & 2;
        int64_t gap = layout >> 2;
        g = describe(m, n, k, layout & 3);
        g.lda += gap, g.ldb += gap;
        std::vector<uint16_t> x(1 + g.lda * (transposeA ? k : m)),
            y(1 + g.ldb * (transposeB ? n : k));
        for (int64_t p = 0; p < k; ++p) {
          for (int64_t i = 0; i < m; ++i)
            x[1 + (transposeA ? p * g.lda + i : i * g.lda + p)] = a[i * k + p];
          for (int64_t j = 0; j < n; ++j)
            y[1 + (transposeB ? j * g.ldb + p : p * g.ldb + j)] = b[j * k + p];
        }
        std::vector<float> c(m * n);
        multiply(&g, &x[1], &y[1], c.data());
        EXPECT_EQ(std::memcmp(c.data(), expected.data(), m * n * sizeof(float)),
                  0)
            << m << " x " << n << " x " << k << ", layout " << layout;
      }
    }
  }
}
