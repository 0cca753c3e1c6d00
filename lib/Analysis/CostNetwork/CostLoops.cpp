// CostLoops.cpp: the innermost loops over cost tables
//
// The loops are written so that the compiler vectorises them; `target_clones`
// compiles each for AVX-512, AVX2 and the baseline and selects one at load
// time.

#include "CostLoops.h"
#include "sbp/Analysis/CostNetwork/WidestVectors.h"
#include <algorithm>
#include <limits>
#include <vector>

namespace sbp {

/// Computes out[i] = min(out[i], by[k] + rows[k][i]) over eight rows. One pass
/// over `out` for eight rows divides its memory traffic by eight.
__attribute__((always_inline)) static inline void
minAddEightRows(double *__restrict out, const double *const *rows,
                const double *by, size_t count) {
  static_assert(kRowsPerBatch == 8);
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

SBP_WIDEST void minAddRows(double *__restrict out, const double *const *rows,
                           const double *by, size_t count) {
  minAddEightRows(out, rows, by, count);
}

SBP_WIDEST void minAddRow(double *__restrict out, const double *__restrict row,
                          double by, size_t count) {
  for (size_t i = 0; i < count; ++i)
    out[i] = std::min(out[i], by + row[i]);
}

SBP_WIDEST void minAddSum(double *__restrict out, const double *__restrict row,
                          const double *__restrict more, double by,
                          size_t count) {
  for (size_t i = 0; i < count; ++i)
    out[i] = std::min(out[i], by + row[i] + more[i]);
}

SBP_WIDEST void minAddOverRows(double *__restrict out,
                               const double *__restrict entries,
                               const double *__restrict by, size_t rows,
                               size_t columns) {
  size_t row = 0;
  for (; row + kRowsPerBatch <= rows; row += kRowsPerBatch) {
    const double *together[kRowsPerBatch];
    for (unsigned i = 0; i < kRowsPerBatch; ++i)
      together[i] = entries + (row + i) * columns;
    minAddEightRows(out, together, by + row, columns);
  }
  for (; row < rows; ++row)
    for (size_t i = 0; i < columns; ++i)
      out[i] = std::min(out[i], by[row] + entries[row * columns + i]);
}

/// Returns the minimum of row[i] + by[i] over at least `lanes` columns. Starts
/// with the last vector, which may overlap the one before.
template <size_t lanes>
__attribute__((always_inline)) static inline double
getLeastSum(const double *__restrict row, const double *__restrict by,
            size_t columns) {
  double least[lanes];
  const double *lastRow = row + columns - lanes, *lastBy = by + columns - lanes;
  for (size_t lane = 0; lane < lanes; ++lane)
    least[lane] = lastRow[lane] + lastBy[lane];
  for (size_t i = 0; i + lanes <= columns; i += lanes)
    for (size_t lane = 0; lane < lanes; ++lane)
      least[lane] = std::min(least[lane], row[i + lane] + by[i + lane]);
  for (size_t half = lanes / 2; half > 0; half /= 2)
    for (size_t lane = 0; lane < half; ++lane)
      least[lane] = std::min(least[lane], least[lane + half]);
  return least[0];
}

SBP_WIDEST void minAddOverColumns(double *__restrict out,
                                  const double *__restrict entries,
                                  const double *__restrict by, size_t rows,
                                  size_t columns) {
  for (size_t row = 0; row < rows; ++row, entries += columns) {
    double least;
    if (columns >= 16)
      least = getLeastSum<16>(entries, by, columns);
    else if (columns >= 8)
      least = getLeastSum<8>(entries, by, columns);
    else if (columns >= 4)
      least = getLeastSum<4>(entries, by, columns);
    else
      least = getLeastSum<1>(entries, by, columns);
    out[row] = std::min(out[row], least);
  }
}

SBP_WIDEST void minAddOverBlocks(double *__restrict out,
                                 const double *__restrict entries,
                                 const double *__restrict by, size_t blocks,
                                 size_t rows, size_t columns) {
  constexpr size_t kLanes = 8;
  // Lanes of a row are kept over all blocks and compared once. Long rows hide
  // that comparison by themselves; of very many rows the lanes fill the cache.
  if (blocks < 4 || columns < kLanes || columns > 256 || rows > 2048) {
    for (size_t block = 0; block < blocks; ++block)
      minAddOverColumns(out, entries + block * rows * columns,
                        by + block * columns, rows, columns);
    return;
  }
  std::vector<double> lanes(rows * kLanes,
                            std::numeric_limits<double>::infinity());
  for (size_t block = 0; block < blocks; ++block, by += columns) {
    const double *__restrict lastBy = by + columns - kLanes;
    for (size_t row = 0; row < rows; ++row, entries += columns) {
      double *__restrict to = lanes.data() + row * kLanes;
      const double *__restrict last = entries + columns - kLanes;
      double least[kLanes];
      for (size_t lane = 0; lane < kLanes; ++lane)
        least[lane] = std::min(to[lane], last[lane] + lastBy[lane]);
      for (size_t i = 0; i + kLanes <= columns; i += kLanes)
        for (size_t lane = 0; lane < kLanes; ++lane)
          least[lane] = std::min(least[lane], entries[i + lane] + by[i + lane]);
      for (size_t lane = 0; lane < kLanes; ++lane)
        to[lane] = least[lane];
    }
  }
  for (size_t row = 0; row < rows; ++row)
    for (size_t lane = 0; lane < kLanes; ++lane)
      out[row] = std::min(out[row], lanes[row * kLanes + lane]);
}

SBP_WIDEST void addOuter(double *__restrict out, const double *__restrict a,
                         size_t rows, const double *__restrict b,
                         size_t columns) {
  for (size_t row = 0; row < rows; ++row, out += columns)
    for (size_t column = 0; column < columns; ++column)
      out[column] = a[row] + b[column];
}

SBP_WIDEST double getLargestSaving(const double *__restrict other,
                                   const double *__restrict row, size_t count) {
  // -1e300 stands for "no finite entry"; infinity would turn into NaN in sums.
  constexpr size_t kLanes = 16;
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  double most[kLanes];
  std::fill(most, most + kLanes, -1e300);
  auto add = [](double &greatest, double a, double b) {
    double saved = b == kInfinity ? -1e300 : a - b;
    greatest = std::max(greatest, saved);
  };
  size_t i = 0;
  for (; i + kLanes <= count; i += kLanes)
    for (size_t lane = 0; lane < kLanes; ++lane)
      add(most[lane], other[i + lane], row[i + lane]);
  for (; i < count; ++i)
    add(most[0], other[i], row[i]);
  return *std::max_element(most, most + kLanes);
}

/// Copies or adds a strided table. A transposed one goes through blocks, so
/// that neither reads nor writes jump over cache lines in the inner loops.
template <bool adds>
__attribute__((always_inline)) static inline void
takeStrided(double *__restrict to, const double *__restrict from, size_t rows,
            size_t columns, size_t rowStride, size_t columnStride) {
  auto take = [](double &to, double by) { to = adds ? to + by : by; };
  if (rowStride == 0 || columnStride <= rowStride) {
    for (size_t row = 0; row < rows; ++row)
      for (size_t column = 0; column < columns; ++column)
        take(to[row * columns + column],
             from[row * rowStride + column * columnStride]);
    return;
  }
  constexpr size_t kBlock = 16; // A block of 16 x 16 stays in the L1 cache.
  double block[kBlock][kBlock];
  for (size_t row = 0; row < rows; row += kBlock)
    for (size_t column = 0; column < columns; column += kBlock) {
      size_t height = std::min(kBlock, rows - row);
      size_t width = std::min(kBlock, columns - column);
      const double *at = from + row * rowStride + column * columnStride;
      for (size_t j = 0; j < width; ++j)
        for (size_t i = 0; i < height; ++i)
          block[i][j] = at[i * rowStride + j * columnStride];
      for (size_t i = 0; i < height; ++i)
        for (size_t j = 0; j < width; ++j)
          take(to[(row + i) * columns + column + j], block[i][j]);
    }
}

SBP_WIDEST void copyStrided(double *__restrict to,
                            const double *__restrict from, size_t rows,
                            size_t columns, size_t rowStride,
                            size_t columnStride) {
  takeStrided<false>(to, from, rows, columns, rowStride, columnStride);
}

SBP_WIDEST void addStrided(double *__restrict to, const double *__restrict from,
                           size_t rows, size_t columns, size_t rowStride,
                           size_t columnStride) {
  takeStrided<true>(to, from, rows, columns, rowStride, columnStride);
}

} // namespace sbp
