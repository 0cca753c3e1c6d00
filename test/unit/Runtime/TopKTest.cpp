// TopKTest.cpp: top-k of rows against a sort
#include "Gemm.h"
#include <algorithm>
#include <cmath>
#include <cstring>
#include <gtest/gtest.h>
#include <numeric>
#include <random>
#include <vector>

using namespace sbp;

namespace {
struct Shape {
  int64_t outer, columns, inner, k;
};

bool isGreater(float a, float b) {
  return std::isnan(a) ? !std::isnan(b) : !std::isnan(b) && a > b;
}
bool isGreater(int32_t a, int32_t b) { return a > b; }

/// Values with many equal elements, zeros of both signs, NaN and infinities.
template <typename T> T draw(std::mt19937 &random) {
  static const float special[] = {0.0f, -0.0f, NAN, -NAN, INFINITY, -INFINITY};
  if constexpr (std::is_integral_v<T>)
    return random() % 9 ? T(random() % 50) - 25 : INT32_MIN;
  else
    return random() % 4 ? T(random() % 97) : special[random() % 6];
}

template <typename T, typename Index>
void check(const GemmFunctions &functions, const Shape &s) {
  std::mt19937 random(3);
  std::vector<T> input(s.outer * s.columns * s.inner);
  for (T &x : input)
    x = draw<T>(random);
  int64_t kept = std::min(s.k, s.columns);
  int64_t room = std::min(3 * kept + 64, s.columns) + 16;
  std::vector<T> values(s.outer * s.k * s.inner);
  std::vector<Index> indices(values.size());
  std::vector<uint64_t> scratch(room + s.columns);
  int64_t words[] = {s.outer,
                     s.columns,
                     s.inner,
                     s.k,
                     std::is_integral_v<T>,
                     sizeof(Index) == 8,
                     room};
  void *buffers[] = {input.data(), values.data(), indices.data(),
                     scratch.data()};
  functions.topK(words, buffers, nullptr);
  for (int64_t row = 0; row < s.outer * s.inner; ++row) {
    auto place = [&](int64_t j, int64_t all) {
      return (row / s.inner * all + j) * s.inner + row % s.inner;
    };
    std::vector<int64_t> order(s.columns);
    std::iota(order.begin(), order.end(), 0);
    std::sort(order.begin(), order.end(), [&](int64_t a, int64_t b) {
      T x = input[place(a, s.columns)], y = input[place(b, s.columns)];
      return isGreater(x, y) || (!isGreater(y, x) && a < b);
    });
    for (int64_t p = 0; p < s.k; ++p) {
      Index index = indices[place(p, s.k)];
      const T &value = values[place(p, s.k)];
      if (p >= s.columns) {
        EXPECT_EQ(index, std::numeric_limits<Index>::max());
        continue;
      }
      ASSERT_EQ(index, Index(order[p])) << "place " << p << " of row " << row;
      EXPECT_EQ(
          std::memcmp(&value, &input[place(order[p], s.columns)], sizeof(T)),
          0);
    }
  }
}

/// Short and long rows, few and many, adjacent or strided, with k up to and
/// above the row's length.
const Shape kShapes[] = {{40, 100, 1, 16}, {16, 2048, 1, 96}, {3, 100, 1, 16},
                         {1, 50, 33, 7},   {2, 50, 3, 7},     {20, 20, 1, 25},
                         {2, 5000, 1, 40}, {1, 700, 1, 700},  {2, 3000, 2, 300},
                         {33, 1, 1, 1},    {1, 17, 1, 3}};

void checkAll(const GemmFunctions &functions) {
  for (const Shape &shape : kShapes) {
    check<float, int64_t>(functions, shape);
    check<int32_t, int32_t>(functions, shape);
  }
}
} // namespace

TEST(TopK, AgreesWithASort) { checkAll(gemmAvx2); }
TEST(TopK, AgreesWithASortInAvx512) {
  if (!canRunAvx512())
    GTEST_SKIP() << "this processor has no AVX-512";
  checkAll(gemmAvx512);
}
