// AttentionGradientTest.cpp: the host's gradient of attention against its
// definition in f64
#include "Gemm.h"
#include <cmath>
#include <cstring>
#include <gtest/gtest.h>
#include <limits>
#include <optional>
#include <random>
#include <vector>

using namespace sbp;

namespace {

struct Shape {
  int64_t heads, shared, queries, keys, width, values;
  bool isCausal = false, isMasked = false;
  int64_t firstQuery = 0, firstKey = 0;
  std::optional<std::pair<int64_t, int64_t>> window = std::nullopt;
  bool hasCotangent = true, hasSums = false;

  bool sees(int64_t query, int64_t key) const {
    int64_t distance = firstKey + key - firstQuery - query;
    if (window)
      return -window->first <= distance && distance <= window->second;
    return !isCausal || distance <= 0;
  }
};

/// A dense tensor of heads x rows x columns.
template <typename T> struct Tensor {
  int64_t rows, columns;
  std::vector<T> data;
  Tensor(int64_t heads, int64_t rows, int64_t columns)
      : rows(rows), columns(columns), data(heads * rows * columns) {}
  T &at(int64_t head, int64_t row, int64_t column) {
    return data[(head * rows + row) * columns + column];
  }
};

template <typename T> struct Call {
  Shape s;
  Tensor<T> q, k, v, mask, y, lse, g, sums, dq, dk, dv;

  Call(const Shape &s, unsigned seed)
      : s(s), q(s.heads, s.queries, s.width),
        k(s.heads / s.shared, s.keys, s.width),
        v(s.heads / s.shared, s.keys, s.values), mask(1, s.queries, s.keys),
        y(s.heads, s.queries, s.values), lse(s.heads, s.queries, 1),
        g(s.heads, s.queries, s.values), sums(s.heads, s.queries, 1), dq(q),
        dk(k), dv(v) {
    std::mt19937 random(seed);
    std::normal_distribution<double> normal;
    for (Tensor<T> *tensor : {&q, &k, &v, &mask, &g, &sums})
      for (T &x : tensor->data)
        x = T(normal(random));
    for (Tensor<T> *tensor : {&dq, &dk, &dv})
      tensor->data.assign(tensor->data.size(), T(NAN));
    attend();
  }

  double getScale() const { return 0.25; }

  double getScore(int64_t h, int64_t i, int64_t j) {
    double score = 0;
    for (int64_t p = 0; p < s.width; ++p)
      score += double(q.at(h, i, p)) * k.at(h / s.shared, j, p);
    return score * getScale() + (s.isMasked ? mask.at(0, i, j) : 0);
  }

  /// Fills the result and the logarithms of the sums.
  void attend() {
    for (int64_t h = 0; h < s.heads; ++h)
      for (int64_t i = 0; i < s.queries; ++i) {
        double sum = 0;
        std::vector<double> row(s.values);
        for (int64_t j = 0; j < s.keys; ++j) {
          double weight = s.sees(i, j) ? std::exp(getScore(h, i, j)) : 0;
          sum += weight;
          for (int64_t w = 0; w < s.values; ++w)
            row[w] += weight * v.at(h / s.shared, j, w);
        }
        lse.at(h, i, 0) = T(std::log(sum));
        for (int64_t w = 0; w < s.values; ++w)
          y.at(h, i, w) = T(row[w] / sum);
      }
  }

  void run(const GemmFunctions &functions) {
    double scale = getScale();
    int64_t bits;
    std::memcpy(&bits, &scale, 8);
    int64_t positions = s.window     ? SBP_ATTENTION_WINDOW
                        : s.isCausal ? SBP_ATTENTION_CAUSAL
                                     : SBP_ATTENTION_ALL;
    auto window = s.window.value_or(std::pair<int64_t, int64_t>{0, 0});
    std::vector<int64_t> words = {
        1,       s.heads,      s.heads / s.shared, s.queries,      s.keys,
        s.width, s.values,     s.shared,           positions,      s.isMasked,
        bits,    window.first, window.second,      s.hasCotangent, s.hasSums};
    std::vector<void *> buffers;
    auto add = [&](Tensor<T> &tensor, bool isOfRows = false) {
      buffers.push_back(tensor.data.data());
      bool isShared = &tensor == &mask;
      words.insert(words.end(), {0, isShared ? 0 : tensor.rows * tensor.columns,
                                 tensor.columns});
      if (!isOfRows)
        words.push_back(1);
    };
    for (Tensor<T> *tensor : {&q, &k, &v})
      add(*tensor);
    if (s.isMasked)
      add(mask);
    add(y);
    add(lse, /*isOfRows=*/true);
    if (s.hasCotangent)
      add(g);
    if (s.hasSums)
      add(sums, /*isOfRows=*/true);
    for (Tensor<T> *tensor : {&dq, &dk, &dv})
      add(*tensor);
    int64_t scalars[] = {s.window ? s.firstQuery : s.firstQuery - s.firstKey, 0,
                         s.firstKey};
    (sizeof(T) == 4 ? functions.attentionGradientF32
                    : functions.attentionGradientF64)(words.data(),
                                                      buffers.data(), scalars);
  }

  /// Returns the largest difference of a gradient from its definition.
  double findError() {
    Tensor<double> q2(s.heads, s.queries, s.width);
    Tensor<double> k2(s.heads / s.shared, s.keys, s.width);
    Tensor<double> v2(s.heads / s.shared, s.keys, s.values);
    for (int64_t h = 0; h < s.heads; ++h)
      for (int64_t i = 0; i < s.queries; ++i)
        for (int64_t j = 0; j < s.keys; ++j)
          if (s.sees(i, j))
            addPair(h, i, j, q2, k2, v2);
    double worst = 0;
    auto compare = [&](const Tensor<T> &found, const Tensor<double> &expected) {
      for (size_t i = 0; i < expected.data.size(); ++i) {
        double difference = std::abs(found.data[i] - expected.data[i]);
        worst = std::isnan(difference) ? INFINITY : std::max(worst, difference);
      }
    };
    compare(dq, q2);
    compare(dk, k2);
    compare(dv, v2);
    return worst;
  }

private:
  void addPair(int64_t h, int64_t i, int64_t j, Tensor<double> &q2,
               Tensor<double> &k2, Tensor<double> &v2) {
    int64_t group = h / s.shared;
    double weight = std::exp(getScore(h, i, j) - lse.at(h, i, 0));
    double slope = s.hasSums ? sums.at(h, i, 0) : 0;
    for (int64_t w = 0; s.hasCotangent && w < s.values; ++w) {
      slope += double(g.at(h, i, w)) * (v.at(group, j, w) - y.at(h, i, w));
      v2.at(group, j, w) += weight * g.at(h, i, w);
    }
    for (int64_t p = 0; p < s.width; ++p) {
      q2.at(h, i, p) += getScale() * weight * slope * k.at(group, j, p);
      k2.at(group, j, p) += getScale() * weight * slope * q.at(h, i, p);
    }
  }
};

template <typename T> void check(const Shape &shape) {
  std::vector<T> first;
  std::vector<const GemmFunctions *> sets = {&gemmAvx2};
  if (canRunAvx512())
    sets.push_back(&gemmAvx512);
  for (const GemmFunctions *set : sets) {
    Call<T> call(shape, 7);
    call.run(*set);
    double bound = 200 * std::numeric_limits<T>::epsilon() *
                   std::sqrt(shape.keys + shape.queries + 8.0);
    EXPECT_LE(call.findError(), bound)
        << shape.heads << " heads, " << shape.queries << " queries, "
        << shape.keys << " keys, width " << shape.width << ", values "
        << shape.values;
    if (first.empty())
      first = call.dk.data;
    EXPECT_EQ(std::memcmp(first.data(), call.dk.data.data(),
                          first.size() * sizeof(T)),
              0)
        << "instruction sets differ";
  }
}

template <typename T> void checkAll() {
  for (int64_t queries : {1, 5, 128, 129, 300})
    for (int64_t keys : {1, 31, 128, 257})
      check<T>({1, 1, queries, keys, 16, 24, /*isCausal=*/queries > 4,
                /*isMasked=*/keys > 31, std::max<int64_t>(0, keys - queries)});
  for (int64_t width : {1, 7, 33})
    for (int64_t values : {1, 15, 17})
      check<T>({4, 2, 9, 140, width, values});
  Shape sums = {2, 1, 40, 150, 8, 12, true, true, 110};
  sums.hasSums = true;
  check<T>(sums);
  sums.hasCotangent = false;
  check<T>(sums);
  // A piece of the keys of causal attention, and windows.
  check<T>({1, 1, 200, 90, 8, 8, true, false, 150, 130});
  for (auto [back, forward] : {std::pair{0, 0}, {60, 0}, {130, 9}}) {
    Shape shape = {2, 2, 200, 300, 8, 12, false, true, 120, 20};
    shape.window = {back, forward};
    check<T>(shape);
  }
}

} // namespace

TEST(AttentionGradient, AgreesWithTheDefinitionInF32) { checkAll<float>(); }
TEST(AttentionGradient, AgreesWithTheDefinitionInF64) { checkAll<double>(); }

// Queries that see no key contribute nothing: their sums are -inf.
TEST(AttentionGradient, QueriesThatSeeNothingContributeNothing) {
  Shape shape = {1, 1, 40, 30, 8, 8, true, false, -20};
  Call<float> call(shape, 3);
  for (int64_t i = 0; i < 20; ++i) {
    call.lse.at(0, i, 0) = -INFINITY;
    for (int64_t w = 0; w < shape.values; ++w)
      call.y.at(0, i, w) = 0;
  }
  call.run(gemmAvx2);
  EXPECT_LE(call.findError(), 1e-4);
}
