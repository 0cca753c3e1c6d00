// AttentionTest.cpp: host attention against plain sums in f64
#include "Gemm.h"
#include <cmath>
#include <cstring>
#include <gtest/gtest.h>
#include <optional>
#include <random>
#include <vector>

using namespace sbp;

namespace {
template <typename T> struct Shape {
  int64_t heads, groups, queries, keys, width, values;
  bool causal = false, masked = false;
  int64_t firstQuery = 0, firstHead = 0, shared = 1;
  std::optional<std::pair<int64_t, int64_t>> window = std::nullopt;
  int64_t firstKey = 0;

  bool sees(int64_t query, int64_t key) const {
    int64_t position = firstQuery + query;
    key += firstKey;
    if (window)
      return position - window->first <= key &&
             key <= position + window->second;
    return !causal || key <= position;
  }
};

/// The operands of one call; rows of q, k, v have gaps of `slack` elements.
template <typename T> struct Call {
  Shape<T> shape;
  int64_t slack;
  std::vector<T> q, k, v, mask, y, sums;

  Call(const Shape<T> &shape, int64_t slack, unsigned seed)
      : shape(shape), slack(slack) {
    std::mt19937 random(seed);
    std::normal_distribution<double> normal;
    auto fill = [&](std::vector<T> &data, int64_t count) {
      data.resize(count);
      for (T &x : data)
        x = T(normal(random));
    };
    const auto &s = shape;
    fill(q, s.heads * s.queries * (s.width + slack));
    fill(k, s.groups * s.keys * (s.width + slack));
    fill(v, s.groups * s.keys * (s.values + slack));
    fill(mask, s.queries * s.keys);
    for (T &x : mask)
      if (x > 1)
        x = -INFINITY;
    y.assign(s.heads * s.queries * s.values, NAN);
    sums.assign(s.heads * s.queries, NAN);
  }

  T getScale() const { return T(0.25); }

  void run(const GemmFunctions &functions) {
    const auto &s = shape;
    double scale = getScale();
    int64_t bits, step = s.width + slack, valueStep = s.values + slack;
    std::memcpy(&bits, &scale, 8);
    std::vector<int64_t> words = {1,
                                  s.heads,
                                  s.groups,
                                  s.queries,
                                  s.keys,
                                  s.width,
                                  s.values,
                                  s.shared,
                                  s.window   ? SBP_ATTENTION_WINDOW
                                  : s.causal ? SBP_ATTENTION_CAUSAL
                                             : SBP_ATTENTION_ALL,
                                  s.masked,
                                  bits};
    if (s.window)
      words.insert(words.end(), {s.window->first, s.window->second});
    auto add = [&](std::initializer_list<int64_t> strides) {
      words.insert(words.end(), strides);
    };
    add({0, s.queries * step, step, 1});
    add({0, s.keys * step, step, 1});
    add({0, s.keys * valueStep, valueStep, 1});
    std::vector<void *> buffers = {q.data(), k.data(), v.data()};
    if (s.masked) {
      add({0, 0, s.keys, 1});
      buffers.push_back(mask.data());
    }
    add({0, s.queries * s.values, s.values, 1});
    add({0, s.queries, 1});
    buffers.push_back(y.data());
    buffers.push_back(sums.data());
    int64_t scalars[] = {s.firstQuery, s.firstHead, s.firstKey};
    (sizeof(T) == 4 ? functions.attentionF32 : functions.attentionF64)(
        words.data(), buffers.data(), scalars);
  }

  /// Returns the largest difference to the definition in f64.
  double findError() const {
    const auto &s = shape;
    double worst = 0;
    for (int64_t h = 0; h < s.heads; ++h)
      for (int64_t i = 0; i < s.queries; ++i)
        worst = std::max(worst, findErrorOfRow(h, i));
    return worst;
  }

private:
  double findErrorOfRow(int64_t h, int64_t i) const {
    const auto &s = shape;
    int64_t group = (s.firstHead + h) / s.shared;
    std::vector<double> weights(s.keys);
    double highest = -INFINITY, sum = 0, worst = 0;
    for (int64_t j = 0; j < s.keys; ++j) {
      double score = 0;
      for (int64_t p = 0; p < s.width; ++p)
        score += double(q[(h * s.queries + i) * (s.width + slack) + p]) *
                 k[(group * s.keys + j) * (s.width + slack) + p];
      score = score * getScale() + (s.masked ? mask[i * s.keys + j] : 0);
      weights[j] = s.sees(i, j) ? score : -INFINITY;
      highest = std::max(highest, weights[j]);
    }
    bool isEmpty = highest == -INFINITY;
    for (double &weight : weights)
      sum += weight = isEmpty ? 0 : std::exp(weight - highest);
    for (int64_t w = 0; w < s.values; ++w) {
      double wanted = 0;
      for (int64_t j = 0; j < s.keys; ++j)
        if (weights[j] != 0)
          wanted += weights[j] / sum *
                    v[(group * s.keys + j) * (s.values + slack) + w];
      worst = std::max(
          worst, getDifference(y[(h * s.queries + i) * s.values + w], wanted));
    }
    return std::max(
        worst, getDifference(sums[h * s.queries + i], highest + std::log(sum)));
  }
  /// NaN in both is no difference, NaN in one of them is.
  static double getDifference(double found, double wanted) {
    if (std::isnan(wanted) && std::isnan(found))
      return 0;
    if (found == wanted)
      return 0;
    double difference = std::abs(found - wanted);
    return std::isnan(difference) ? INFINITY : difference;
  }
};

std::vector<const GemmFunctions *> getSets() {
  std::vector<const GemmFunctions *> sets = {&gemmAvx2};
  if (canRunAvx512())
    sets.push_back(&gemmAvx512);
  return sets;
}

/// All instruction sets are correct and give equal bits.
template <typename T> void check(const Shape<T> &shape, int64_t slack) {
  std::vector<T> first;
  for (const GemmFunctions *set : getSets()) {
    Call<T> call(shape, slack, 7);
    call.run(*set);
    double epsilon = std::numeric_limits<T>::epsilon();
    EXPECT_LE(call.findError(), 40 * epsilon * std::sqrt(shape.keys + 8.0))
        << shape.heads << " heads, " << shape.queries << " queries, "
        << shape.keys << " keys, width " << shape.width << ", values "
        << shape.values;
    if (first.empty())
      first = call.y;
    EXPECT_EQ(
        std::memcmp(first.data(), call.y.data(), first.size() * sizeof(T)), 0)
        << "instruction sets differ";
  }
}

template <typename T> void checkAll() {
  for (int64_t queries : {1, 4, 5, 17, 600})
    for (int64_t keys : {1, 31, 128, 300})
      check<T>(
          {1, 1, queries, keys, 16, 24, queries > 4, keys > 31, keys - queries},
          3);
  for (int64_t width : {1, 7, 33, 64})
    for (int64_t values : {1, 15, 16, 17, 32, 47})
      check<T>({2, 1, 9, 140, width, values, false, values > 16, 0, 0, 2},
               values % 3);
  // Cases: wider than a block of the product; decoding with grouped heads; a
  // piece of the heads.
  check<T>({1, 1, 20, 40, 1000, 8}, 0);
  check<T>({1, 1, 3, 40, 1000, 8}, 0);
  check<T>({6, 3, 1, 200, 64, 64, true, false, 199, 0, 2}, 0);
  check<T>({3, 2, 10, 200, 8, 8, true, false, 50, 3, 4}, 0);
}
} // namespace

TEST(Attention, AgreesWithTheDefinitionInF32) { checkAll<float>(); }
TEST(Attention, AgreesWithTheDefinitionInF64) { checkAll<double>(); }

// A query without visible keys is 0 and does not affect others.
TEST(Attention, QueriesThatSeeNothingAreZero) {
  check<float>({1, 1, 40, 300, 8, 8, true, false, -20}, 0);
}

// Hidden values that are not finite have no effect: 0 * inf would be NaN.
TEST(Attention, HiddenInfinitiesHaveNoEffect) {
  constexpr int64_t width = 20, rows = 4;
  for (int64_t column = 0; column < width; ++column) {
    Call<float> call({1, 1, rows, 300, 8, width, true, false, 10}, 0, 3);
    call.v[299 * width + column] = column % 2 ? -INFINITY : INFINITY;
    call.run(gemmAvx2);
    for (int64_t i = 0; i < rows * width; ++i)
      EXPECT_TRUE(std::isfinite(call.y[i])) << column;
  }
}

// The bits of a row do not depend on the other rows of the call.
TEST(Attention, RowsDoNotDependOnTheirNeighbours) {
  Shape<float> shape = {1, 1, 700, 333, 24, 20, true, true, -50};
  Call<float> whole(shape, 0, 5);
  whole.run(*getSets().back());
  for (auto [begin, count] :
       {std::pair{0, 1}, {3, 250}, {499, 3}, {600, 100}}) {
    Shape<float> part = shape;
    part.queries = count;
    part.firstQuery += begin;
    Call<float> piece(part, 0, 5);
    piece.k = whole.k;
    piece.v = whole.v;
    piece.q.assign(&whole.q[begin * 24], &whole.q[begin * 24] + count * 24);
    piece.mask.assign(&whole.mask[begin * 333],
                      &whole.mask[begin * 333] + count * 333);
    piece.run(*getSets().back());
    EXPECT_EQ(std::memcmp(piece.y.data(), &whole.y[begin * 20],
                          count * 20 * sizeof(float)),
              0)
        << "queries " << begin << " to " << begin + count;
  }
}

template <typename T> void checkWindows() {
  for (auto [back, forward] :
       {std::pair{0, 0}, {6, 0}, {127, 0}, {7, 7}, {128, 128}, {3, -1}})
    for (int64_t queries : {4, 17, 400})
      for (int64_t keys : {1, 300}) {
        Shape<T> shape = {1, 1, queries, keys, 16, 24};
        shape.firstQuery = keys - queries;
        shape.window = {back, forward};
        shape.masked = keys > 31;
        check<T>(shape, 3);
      }
  // A piece of the keys begins within a block of them; wide keys, few queries.
  for (int64_t first : {0, 5, 128, 200}) {
    Shape<T> shape = {3, 2, 90, 210, 40, 24, false, true, first + 100, 1, 2};
    shape.window = {60, 10};
    shape.firstKey = first;
    check<T>(shape, 1);
    shape.width = 900;
    shape.queries = 3;
    check<T>(shape, 0);
  }
}

TEST(Attention, WindowsAgreeWithTheDefinitionInF32) { checkWindows<float>(); }
TEST(Attention, WindowsAgreeWithTheDefinitionInF64) { checkWindows<double>(); }

// Values outside of a window have no effect, even where they are not finite.
TEST(Attention, WindowsDoNotReadWhatTheyLeaveOut) {
  constexpr int64_t width = 21, keys = 300;
  for (auto [queries, key] : {std::pair{200, 0},
                              {200, 100},
                              {200, 127},
                              {200, 128},
                              {200, 140},
                              {200, 299},
                              {1, 90},
                              {1, 104},
                              {3, 89},
                              {3, 106}}) {
    Shape<float> shape = {1, 1, queries, keys, 8, width, false, true, 100};
    shape.window = {9, 3};
    Call<float> call(shape, 0, 3);
    for (int64_t column = 0; column < width; ++column)
      call.v[key * width + column] = column % 2 ? -INFINITY : NAN;
    for (int64_t column = 0; column < 8; ++column)
      call.k[(keys - 1 - key) * 8 + column] = NAN;
    for (float &x : call.mask)
      x = std::isinf(x) ? 0 : x;
    call.run(*getSets().back());
    for (int64_t i = 0; i < shape.queries; ++i) {
      bool isFinite = !shape.sees(i, key) && !shape.sees(i, keys - 1 - key);
      EXPECT_EQ(std::isfinite(call.y[i * width]), isFinite)
          << "query " << i << ", key " << key;
    }
  }
}

// A row has the same bits whichever keys outside of its window are there.
TEST(Attention, RowsDoNotDependOnKeysOutsideOfTheirWindow) {
  Shape<float> shape = {1, 1, 600, 600, 24, 20, false, true};
  shape.window = {70, 5};
  Call<float> whole(shape, 0, 5);
  whole.run(*getSets().back());
  for (auto [begin, count] :
       {std::pair{0, 150}, {150, 150}, {299, 3}, {450, 150}}) {
    Shape<float> part = shape;
    part.queries = count;
    part.firstQuery = begin;
    part.firstKey = std::max(0, begin - 70);
    part.keys = std::min(600, begin + count + 5) - part.firstKey;
    Call<float> piece(part, 0, 5);
    auto copy = [](auto &to, const auto &from, int64_t at) {
      std::copy_n(from.begin() + at, to.size(), to.begin());
    };
    copy(piece.q, whole.q, begin * 24);
    copy(piece.k, whole.k, part.firstKey * 24);
    copy(piece.v, whole.v, part.firstKey * 20);
    for (int64_t i = 0; i < count; ++i)
      std::copy_n(&whole.mask[(begin + i) * 600 + part.firstKey], part.keys,
                  &piece.mask[i * part.keys]);
    piece.run(*getSets().back());
    EXPECT_EQ(std::memcmp(piece.y.data(), &whole.y[begin * 20],
                          count * 20 * sizeof(float)),
              0)
        << "queries " << begin << " to " << begin + count;
  }
}
