// CostLoops.cpp: the innermost loops over cost tables

#include "CostLoops.h"
#include <algorithm>
#include <limits>

// Sanitizers come too late for functions that are chosen while a program is
// loaded.
#if defined(__x86_64__) && !__has_feature(address_sanitizer) &&                \
    !__has_feature(thread_sanitizer) && !__has_feature(memory_sanitizer)
#define SBP_WIDEST                                                             \
  __attribute__((target_clones("arch=x86-64-v4", "arch=x86-64-v3", "default")))
#else
#define SBP_WIDEST
#endif

namespace sbp {

SBP_WIDEST void takeLeastOfRows(double *__restrict out,
                                const double *const *rows, const double *by,
                                size_t count) {
  const double *__restrict a = rows[0], *__restrict b = rows[1],
                           *__restrict c = rows[2], *__restrict d = rows[3],
                           *__restrict e = rows[4], *__restrict f = rows[5],
                           *__restrict g = rows[6], *__restrict h = rows[7];
  for (size_t i = 0; i < count; ++i) {
    double first = std::min(std::min(by[0] + a[i], by[1] + b[i]),
                            std::min(by[2] + c[i], by[3] + d[i]));
    double second = std::min(std::min(by[4] + e[i], by[5] + f[i]),
                             std::min(by[6] + g[i], by[7] + h[i]));
    out[i] = std::min(out[i], std::min(first, second));
  }
}

SBP_WIDEST void takeLeast(double *__restrict out, const double *__restrict row,
                          double by, size_t count) {
  for (size_t i = 0; i < count; ++i)
    out[i] = std::min(out[i], by + row[i]);
}

SBP_WIDEST void takeLeastOfSums(double *__restrict out,
                                const double *__restrict row,
                                const double *__restrict more, double by,
                                size_t count) {
  for (size_t i = 0; i < count; ++i)
    out[i] = std::min(out[i], by + row[i] + more[i]);
}

SBP_WIDEST double getLeastSum(const double *__restrict row,
                              const double *__restrict more, size_t count) {
  constexpr size_t lanes = 16;
  double least[lanes];
  std::fill(least, least + lanes, std::numeric_limits<double>::infinity());
  size_t i = 0;
  for (; i + lanes <= count; i += lanes)
    for (size_t lane = 0; lane < lanes; ++lane)
      least[lane] = std::min(least[lane], row[i + lane] + more[i + lane]);
  for (; i < count; ++i)
    least[0] = std::min(least[0], row[i] + more[i]);
  return *std::min_element(least, least + lanes);
}

SBP_WIDEST double getMostSaved(const double *__restrict other,
                               const double *__restrict row, size_t count) {
  constexpr size_t lanes = 16;
  constexpr double infinite = std::numeric_limits<double>::infinity();
  double most[lanes];
  std::fill(most, most + lanes, -1e300);
  auto add = [](double &greatest, double a, double b) {
    double saved = b == infinite ? -1e300 : a - b;
    greatest = std::max(greatest, saved);
  };
  size_t i = 0;
  for (; i + lanes <= count; i += lanes)
    for (size_t lane = 0; lane < lanes; ++lane)
      add(most[lane], other[i + lane], row[i + lane]);
  for (; i < count; ++i)
    add(most[0], other[i], row[i]);
  return *std::max_element(most, most + lanes);
}

} // namespace sbp
