// GemmPack.h: copies of A and B in the order in which tiles read them
#ifndef SBP_RUNTIME_DEVICE_HOST_GEMMPACK_H
#define SBP_RUNTIME_DEVICE_HOST_GEMMPACK_H

#include "GemmVectors.h"

namespace {

/// A packed panel of B: `depth` rows of `width` elements (whole vectors), of
/// which the first `columns` are B's and the others zero. The caller owns
/// `data`, aligned or not.
template <typename T> struct Panel {
  T *data;
  int64_t depth;
  int columns, width;
};

/// Packs a panel of a B that is stored k x n, with rows `stride` elements
/// apart, from the element `b` on.
template <typename T>
void packRows(const T *b, int64_t stride, const Panel<T> &panel) {
  constexpr int lanes = Vectors<T>::kLanes;
  T *to = panel.data;
  for (int64_t p = 0; p < panel.depth; ++p, b += stride, to += panel.width)
    for (int j = 0; j < panel.width; j += lanes) {
      int left = panel.columns - j;
      store(to + j, left >= lanes ? load(b + j) : loadFirst(b + j, left));
    }
}

/// Packs a panel of a B that is stored n x k, with rows `stride` elements
/// apart, transposing it.
template <typename T>
void packColumns(const T *b, int64_t stride, const Panel<T> &panel) {
  constexpr int lanes = Vectors<T>::kLanes, part = Vectors<T>::kPartLanes;
  for (int j0 = 0; j0 < panel.width; j0 += lanes, b += lanes * stride) {
    T *to = panel.data + j0;
    int64_t p = 0;
    if (j0 + lanes <= panel.columns)
      for (; p + part <= panel.depth; p += part) {
        Vector<T> step[part];
        loadColumns(b + p, stride, step);
        SBP_UNROLL
        for (int q = 0; q < part; ++q)
          store(to + (p + q) * panel.width, step[q]);
      }
    for (; p < panel.depth; ++p)
      for (int j = 0; j < lanes; ++j)
        to[p * panel.width + j] =
            j0 + j < panel.columns ? b[j * stride + p] : T{};
  }
}

/// Packs `rows` columns of an A that is stored k x m, with rows `stride`
/// elements apart, to [depth][rows].
template <typename T>
void packTileOfA(const T *a, int64_t stride, int64_t depth, int rows, T *to) {
  constexpr int lanes = Vectors<T>::kLanes;
  for (int64_t p = 0; p < depth; ++p, a += stride, to += rows) {
    int i = 0;
    for (; i + lanes <= rows; i += lanes)
      store(to + i, load(a + i));
    if (i < rows)
      storeFirst(to + i, loadFirst(a + i, rows - i), rows - i);
  }
}

} // namespace

#endif // SBP_RUNTIME_DEVICE_HOST_GEMMPACK_H
