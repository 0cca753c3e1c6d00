// AttentionBlocks.h: attention with an online softmax over blocks of keys
//
// Computes softmax(scale q k^T + mask) v without storing the matrix of scores
// (Milakov and Gimelshein, "Online normalizer calculation for softmax", 2018;
// Dao et al., "FlashAttention", 2022). Scores exist for one tile of queries and
// one block of keys at a time. Each query keeps the maximum m and the sum s of
// the exponentials so far; when a block raises m to m', s and the result so far
// are multiplied by exp(m - m'). Example of one query with scores 1, 3 in
// blocks of one key:
//
//   block 0: m = 1, s = 1,            y = v0
//   block 1: m = 3, s = exp(-2) + 1,  y = exp(-2) v0 + v1; the end divides by s
//
// Blocks of keys begin at multiples of kKeyBlock, so the bits of a row depend
// on its query, mask and keys alone, not on the other rows of a call nor on the
// instruction set.
#ifndef SBP_RUNTIME_DEVICE_HOST_ATTENTIONBLOCKS_H
#define SBP_RUNTIME_DEVICE_HOST_ATTENTIONBLOCKS_H

#include "AttentionRows.h"

namespace {

constexpr int64_t kQueryBlock =
    504; ///< queries that share a packed block of keys

/// A matrix with a stride between rows, which may be 0 to repeat a row.
template <typename T> struct Matrix {
  T *data = nullptr;
  int64_t row = 0, column = 1;
};

/// The operands of one head of one sequence.
template <typename T> struct Head {
  int64_t queries, keys, width, valueWidth;
  Matrix<const T> q, k, v, mask;
  Matrix<T> y;
  T *lse;
  int64_t lseStep;
  T scale;
  bool isCausal;
  bool skipsHidden; ///< hidden keys may be skipped: all values are finite
  int64_t lastKey;  ///< last key visible to query 0, if causal
};

template <typename T> struct AttentionScratch {
  alignas(64) T keys[kKeyBlock * kMaxDepth<T>];
  alignas(64) T values[kKeyBlock * 2 * Vectors<T>::kLanes];
  alignas(64) T scores[kTileRows * kKeyBlock];
  RowState<T> rows[kQueryBlock];
};

/// A block of keys and the queries that are combined with it.
struct KeyBlock {
  int64_t query, queries; ///< first query, and number of queries
  int64_t key, keys;
  bool isPacked;
};

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

template <typename T>
void packKeys(const Head<T> &head, const KeyBlock &block, int64_t step,
              int64_t depth, T *to) {
  for (int64_t j = 0; j < block.keys; j += 2 * Vectors<T>::kLanes) {
    PanelShape<T> shape(j, block.keys);
    packColumns(head.k.data + (block.key + j) * head.k.row + step, head.k.row,
                Panel<T>{to + j * depth, depth, shape.columns, shape.width});
  }
}

template <typename T>
void runTileOfWidth(int rows, int width, const Tile<T> &tile) {
  if (width == Vectors<T>::kLanes)
    runTile<T, 1, true>(rows, tile);
  else
    runTile<T, 2, true>(rows, tile);
}

/// Adds `depth` steps of q k^T to the scores of `rows` queries from `query` on.
/// The first step overwrites them.
template <typename T>
void addScores(const Head<T> &head, const KeyBlock &block, int64_t query,
               int rows, int64_t step, int64_t depth, bool isPacked,
               AttentionScratch<T> &scratch) {
  constexpr int lanes = Vectors<T>::kLanes;
  Tile<T> tile = {};
  tile.a = head.q.data + query * head.q.row + step;
  tile.aRow = head.q.row;
  tile.aStep = 1;
  tile.ldc = kKeyBlock;
  tile.depth = depth;
  tile.accumulate = step > 0;
  for (int64_t j = 0; j < block.keys;) {
    PanelShape<T> shape(j, block.keys);
    tile.c = scratch.scores + j;
    tile.columns = shape.columns;
    if (!isPacked && shape.columns >= lanes) {
      tile.b = head.k.data + (block.key + j) * head.k.row + step;
      tile.bStep = head.k.row;
      int count = shape.columns / lanes;
      tile.columns = count * lanes;
      if (count == 2)
        runColumns<T, 2>(rows, tile);
      else
        runColumns<T, 1>(rows, tile);
    } else {
      T *panel = scratch.keys + j * depth;
      if (!isPacked)
        packColumns(head.k.data + (block.key + j) * head.k.row + step,
                    head.k.row,
                    Panel<T>{panel, depth, shape.columns, shape.width});
      tile.b = panel;
      tile.bStep = shape.width;
      runTileOfWidth(rows, shape.width, tile);
    }
    j += tile.columns;
  }
}

template <typename T>
void computeScores(const Head<T> &head, const KeyBlock &block, int64_t query,
                   int rows, AttentionScratch<T> &scratch) {
  if (head.width <= kMaxDepth<T>) {
    addScores(head, block, query, rows, 0, head.width, block.isPacked, scratch);
    return;
  }
  int64_t most = cutEvenly(head.width, kMaxDepth<T>);
  for (int64_t step = 0; step < head.width; step += most) {
    int64_t depth = smaller(most, head.width - step);
    bool isPacked = rows > kColumnsRows;
    if (isPacked)
      packKeys(head, block, step, depth, scratch.keys);
    addScores(head, block, query, rows, step, depth, isPacked, scratch);
  }
}

/// Computes y += weights v, or y = weights v for the first block of keys.
template <typename T>
void addValues(const Head<T> &head, const KeyBlock &block, int64_t query,
               int rows, AttentionScratch<T> &scratch) {
  Tile<T> tile = {};
  tile.a = scratch.scores;
  tile.aRow = kKeyBlock;
  tile.aStep = 1;
  tile.ldc = head.y.row;
  tile.depth = block.keys;
  tile.accumulate = block.key > 0;
  for (int64_t j = 0; j < head.valueWidth; j += tile.columns) {
    PanelShape<T> shape(j, head.valueWidth);
    tile.b = head.v.data + block.key * head.v.row + j;
    tile.bStep = head.v.row;
    tile.c = head.y.data + query * head.y.row + j;
    tile.columns = shape.columns;
    // Only the last panel can be narrow; packLastValues has packed it for all
    // tiles.
    if (shape.columns < shape.width) {
      tile.b = scratch.values;
      tile.bStep = shape.width;
    }
    runTileOfWidth(rows, shape.width, tile);
  }
}

/// Packs the last panel of the values, where a vector load would exceed the
/// row.
template <typename T>
void packLastValues(const Head<T> &head, const KeyBlock &block, T *to) {
  int64_t j = (head.valueWidth - 1) / (2 * Vectors<T>::kLanes) *
              (2 * Vectors<T>::kLanes);
  PanelShape<T> shape(j, head.valueWidth);
  if (shape.columns < shape.width)
    packRows(head.v.data + block.key * head.v.row + j, head.v.row,
             Panel<T>{to, block.keys, shape.columns, shape.width});
}

/// Describes the row of scores of a query: scale, mask and visible keys.
template <typename T>
ScoreRow<T> describeRow(const Head<T> &head, const KeyBlock &block,
                        int64_t query) {
  ScoreRow<T> row = {};
  row.count = int(block.keys);
  row.seen = row.count;
  row.scale = head.scale;
  if (head.isCausal) {
    int64_t seen = head.lastKey + query + 1 - block.key;
    row.seen = int(seen < 0 ? 0 : smaller(seen, block.keys));
  }
  if (head.mask.data) {
    row.mask =
        head.mask.data + query * head.mask.row + block.key * head.mask.column;
    row.maskStep = int(head.mask.column);
  }
  return row;
}

/// Processes one tile of queries. A tile that sees no key of the block is
/// skipped.
template <typename T>
void runTileOfQueries(const Head<T> &head, const KeyBlock &block, int64_t query,
                      int rows, AttentionScratch<T> &scratch) {
  if (head.skipsHidden && head.lastKey + query + rows - 1 < block.key &&
      block.key > 0)
    return;
  computeScores(head, block, query, rows, scratch);
  for (int i = 0; i < rows; ++i)
    weigh(scratch.scores + i * kKeyBlock, describeRow(head, block, query + i),
          scratch.rows[query - block.query + i],
          block.key > 0 ? head.y.data + (query + i) * head.y.row : nullptr,
          head.valueWidth);
  addValues(head, block, query, rows, scratch);
}

template <typename T>
void runQueryBlock(const Head<T> &head, int64_t query, int64_t queries,
                   AttentionScratch<T> &scratch) {
  for (int64_t i = 0; i < queries; ++i)
    scratch.rows[i] = RowState<T>();
  int64_t seen = head.keys;
  if (head.skipsHidden && head.lastKey + query + queries < seen)
    seen = head.lastKey + query + queries;
  bool isPacked = queries > kColumnsRows && head.width <= kMaxDepth<T>;
  int64_t tiles = ceilDivide(queries, kTileRows);
  for (int64_t key = 0; key < seen || key == 0; key += kKeyBlock) {
    KeyBlock block = {query, queries, key, smaller(kKeyBlock, head.keys - key),
                      isPacked};
    if (isPacked)
      packKeys(head, block, 0, head.width, scratch.keys);
    packLastValues(head, block, scratch.values);
    int64_t first = query;
    for (int64_t t = 0; t < tiles; ++t) {
      int rows = int(queries / tiles + (t < queries % tiles));
      runTileOfQueries(head, block, first, rows, scratch);
      first += rows;
    }
  }
  for (int64_t i = 0; i < queries; ++i)
    head.lse[(query + i) * head.lseStep] =
        finish(scratch.rows[i], head.y.data + (query + i) * head.y.row,
               head.valueWidth);
}

template <typename T>
void runHead(const Head<T> &head, AttentionScratch<T> &scratch) {
  int64_t most = cutEvenly(head.queries, kQueryBlock);
  for (int64_t query = 0; query < head.queries; query += most)
    runQueryBlock(head, query, smaller(most, head.queries - query), scratch);
}

template <typename T>
bool isFinite(const Matrix<const T> &matrix, int64_t rows, int64_t columns) {
  constexpr int lanes = Vectors<T>::kLanes;
  Vector<T> sum = broadcast(T(0)); // x - x is 0 for finite x, else NaN
  for (int64_t i = 0; i < rows; ++i)
    for (int64_t j = 0; j < columns; j += lanes) {
      const T *at = matrix.data + i * matrix.row + j;
      Vector<T> x =
          columns - j >= lanes ? load(at) : loadFirst(at, int(columns - j));
      sum += x - x;
    }
  for (int lane = 0; lane < lanes; ++lane)
    if (sum[lane] != 0)
      return false;
  return true;
}

/// Returns true where the causal mask hides whole blocks of keys that may be
/// skipped. The values are checked only in that case: a hidden infinite value
/// gives 0 * inf = NaN, which skipping would lose.
template <typename T> bool canSkipHidden(const Head<T> &head) {
  int64_t lastBlock = (head.keys - 1) / kKeyBlock * kKeyBlock;
  return head.isCausal && lastBlock > 0 && head.lastKey < lastBlock &&
         isFinite(head.v, head.keys, head.valueWidth);
}

/// Implements the services attention_f32 and attention_f64 (see
/// SBP_ATTENTION_WORDS).
template <typename T>
void attend(const int64_t *words, void *const *buffers,
            const int64_t *scalars) {
  const int64_t batch = words[0], heads = words[1], groups = words[2];
  const int64_t shared = words[7];
  const bool isCausal = words[8] != 0, isMasked = words[9] != 0;
  double scale;
  __builtin_memcpy(&scale, words + 10, sizeof(scale));
  const int64_t *strides[6] = {};
  const int64_t *next = words + SBP_ATTENTION_WORDS;
  T *data[6] = {};
  for (int i = 0; i < 6; ++i) {
    if (i == 3 && !isMasked)
      continue;
    data[i] = static_cast<T *>(*buffers++);
    strides[i] = next;
    next += 4;
  }
  auto at = [&](int i, int64_t b, int64_t h) {
    return data[i] + b * strides[i][0] + h * strides[i][1];
  };
  AttentionScratch<T> scratch;
  for (int64_t b = 0; b < batch; ++b)
    for (int64_t h = 0; h < heads; ++h) {
      int64_t group = (scalars[1] + h) / shared;
      group = group < 0 ? 0 : smaller(group, groups - 1);
      Head<T> head;
      head.queries = words[3];
      head.keys = words[4];
      head.width = words[5];
      head.valueWidth = words[6];
      head.q = {at(0, b, h), strides[0][2]};
      head.k = {at(1, b, group), strides[1][2]};
      head.v = {at(2, b, group), strides[2][2]};
      if (isMasked)
        head.mask = {at(3, b, h), strides[3][2], strides[3][3]};
      head.y = {at(4, b, h), strides[4][2]};
      head.lse = at(5, b, h);
      head.lseStep = strides[5][2];
      head.scale = T(scale);
      head.isCausal = isCausal;
      head.lastKey = scalars[0];
      head.skipsHidden = canSkipHidden(head);
      runHead(head, scratch);
    }
}

} // namespace

#endif // SBP_RUNTIME_DEVICE_HOST_ATTENTIONBLOCKS_H
