// AttentionScores.h: scores q k^T of a tile of queries and a block of keys
//
// Keys are packed in panels of two vectors if a whole block of queries reads
// them; few queries read them in place. A head wider than kMaxDepth is summed
// in slices of the width. Included by AttentionBlocks.h alone, whose algorithm
// it is a part of.
#ifndef SBP_RUNTIME_DEVICE_HOST_ATTENTIONSCORES_H
#define SBP_RUNTIME_DEVICE_HOST_ATTENTIONSCORES_H

#include "AttentionKeys.h"
#include "AttentionRows.h"

namespace {

constexpr int64_t kQueryBlock =
    504; ///< queries that share a packed block of keys

/// A matrix with a stride between rows, which may be 0 to repeat a row, and one
/// between columns. Strides are in elements. The data belongs to the caller of
/// the service; null stands for an absent matrix.
template <typename T> struct Matrix {
  T *data = nullptr;
  int64_t row = 0, column = 1;
};

/// The operands of one head of one sequence.
template <typename T> struct Head {
  int64_t queries, keys, width, valueWidth;
  Matrix<const T> q, k, v, mask;
  Matrix<T> y;
  T *lse; ///< logarithm of the sum of exponentials, by query
  int64_t lseStep;
  T scale;
  Range seen;    ///< keys visible to query 0; may reach beyond the keys
  Hidden hidden; ///< treatment of hidden keys
  int64_t phase; ///< column of key 0 in its block
};

/// The memory of one thread: packed keys and values, scores and mask of a tile,
/// and the state of each row. It needs no initialisation.
template <typename T> struct AttentionScratch {
  alignas(64) T keys[kKeyBlock * kMaxDepth<T>];
  alignas(64) T values[kKeyBlock * 2 * Vectors<T>::kLanes];
  alignas(64) T scores[kTileRows * kKeyBlock];
  alignas(64) T mask[kKeyBlock];
  RowState<T> rows[kQueryBlock];
};

/// A block of keys and the queries that are combined with it.
struct KeyBlock {
  int64_t query, queries; ///< first query, and number of queries
  int64_t key, keys;      ///< first key, and number of keys
  int64_t lead;           ///< columns before the first key
  bool isPacked;          ///< true where AttentionScratch::keys has its keys
};

/// A tile of queries in a block, and the keys that at least one of them sees.
struct QueryTile {
  int64_t query;
  int rows;
  Range keys;    ///< visible keys of the block
  int64_t panel; ///< first column of the panel that holds the first key
  bool isFirst;  ///< true if no earlier block has visible keys
};

/// Returns the keys that query `query` sees, within those that exist. Empty
/// where it sees none.
template <typename T> Range getSeen(const Head<T> &head, int64_t query) {
  auto clamp = [&](int64_t key) {
    return key < 0 ? 0 : smaller(key, head.keys);
  };
  return {clamp(head.seen.begin + query), clamp(head.seen.end + query)};
}

/// Returns the keys that are computed for `queries` queries from `query` on.
template <typename T>
Range getComputed(const Head<T> &head, int64_t query, int64_t queries) {
  return {getSeen(head, query).begin, getSeen(head, query + queries - 1).end};
}

/// Returns the tile of `rows` queries from `query` on, with the part of the
/// block's keys that is computed for them. The range may be empty.
template <typename T>
QueryTile cutTile(const Head<T> &head, const KeyBlock &block, int64_t query,
                  int rows) {
  constexpr int64_t panel = 2 * Vectors<T>::kLanes;
  Range keys = getComputed(head, query, rows);
  int64_t begin = keys.begin - block.key, end = keys.end - block.key;
  bool isFirst = begin >= 0;
  begin = isFirst ? begin : 0;
  return {query,
          rows,
          {begin, smaller(end, block.keys)},
          begin / panel * panel,
          isFirst};
}

/// The columns of the panel that starts at `column`, and its width in storage,
/// which is a multiple of a vector.
template <typename T> struct PanelShape {
  int columns, width;
  PanelShape(int64_t column, int64_t all) {
    constexpr int lanes = Vectors<T>::kLanes;
    columns = int(smaller(all - column, 2 * lanes));
    width = columns > lanes ? 2 * lanes : lanes;
  }
};

/// Packs elements [step, step + depth) of all keys of a block to `to`, in
/// panels of up to two vectors of keys: depth rows per panel, zeros after the
/// last key. `to` needs depth times the keys of the block, rounded up to whole
/// vectors.
template <typename T>
void packKeys(const Head<T> &head, const KeyBlock &block, int64_t step,
              int64_t depth, T *to) {
  for (int64_t j = 0; j < block.keys; j += 2 * Vectors<T>::kLanes) {
    PanelShape<T> shape(j, block.keys);
    packColumns(head.k.data + (block.key + j) * head.k.row + step, head.k.row,
                Panel<T>{to + j * depth, depth, shape.columns, shape.width});
  }
}

/// Computes a tile of `rows` rows on a panel of one or two vectors; `width` is
/// the panel's width in elements.
template <typename T>
void runTileOfWidth(int rows, int width, const Tile<T> &tile) {
  if (width == Vectors<T>::kLanes)
    runTile<T, 1, true>(rows, tile);
  else
    runTile<T, 2, true>(rows, tile);
}

/// Adds elements [step, step + depth) of q k^T to the scores of a tile; step 0
/// overwrites them. `isPacked` requires packKeys for the same elements.
template <typename T>
void addScores(const Head<T> &head, const KeyBlock &block,
               const QueryTile &queries, int64_t step, int64_t depth,
               bool isPacked, AttentionScratch<T> &scratch) {
  constexpr int lanes = Vectors<T>::kLanes;
  Tile<T> tile = {};
  tile.a = head.q.data + queries.query * head.q.row + step;
  tile.aRow = head.q.row;
  tile.aStep = 1;
  tile.ldc = kKeyBlock;
  tile.depth = depth;
  tile.accumulate = step > 0;
  for (int64_t j = queries.panel; j < queries.keys.end;) {
    PanelShape<T> shape(j, block.keys);
    tile.c = scratch.scores + block.lead + j;
    tile.columns = shape.columns;
    if (!isPacked && shape.columns >= lanes) {
      tile.b = head.k.data + (block.key + j) * head.k.row + step;
      tile.bStep = head.k.row;
      int count = shape.columns / lanes;
      tile.columns = count * lanes;
      if (count == 2)
        runColumns<T, 2>(queries.rows, tile);
      else
        runColumns<T, 1>(queries.rows, tile);
    } else {
      T *panel = scratch.keys + j * depth;
      if (!isPacked)
        packColumns(head.k.data + (block.key + j) * head.k.row + step,
                    head.k.row,
                    Panel<T>{panel, depth, shape.columns, shape.width});
      tile.b = panel;
      tile.bStep = shape.width;
      runTileOfWidth(queries.rows, shape.width, tile);
    }
    j += tile.columns;
  }
}

/// Computes the scores of a tile in `scratch.scores`, in slices of the width
/// for a head wider than kMaxDepth.
template <typename T>
void computeScores(const Head<T> &head, const KeyBlock &block,
                   const QueryTile &tile, AttentionScratch<T> &scratch) {
  if (head.width <= kMaxDepth<T>) {
    addScores(head, block, tile, 0, head.width, block.isPacked, scratch);
    return;
  }
  int64_t most = cutEvenly(head.width, kMaxDepth<T>);
  for (int64_t step = 0; step < head.width; step += most) {
    int64_t depth = smaller(most, head.width - step);
    bool isPacked = tile.rows > kColumnsRows;
    if (isPacked)
      packKeys(head, block, step, depth, scratch.keys);
    addScores(head, block, tile, step, depth, isPacked, scratch);
  }
}

} // namespace

#endif // SBP_RUNTIME_DEVICE_HOST_ATTENTIONSCORES_H
