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
// Blocks of keys begin at positions that are multiples of kKeyBlock, so the
// bits of a row depend on its query, its mask and the keys alone: not on the
// other rows of a call, nor on hidden keys, nor on the instruction set.
#ifndef SBP_RUNTIME_DEVICE_HOST_ATTENTIONBLOCKS_H
#define SBP_RUNTIME_DEVICE_HOST_ATTENTIONBLOCKS_H

#include "AttentionScores.h"

namespace {

/// Sets the results of `rows` queries from `query` on to 0.
template <typename T>
void clearResults(const Head<T> &head, int64_t query, int64_t rows) {
  for (int64_t i = query; i < query + rows; ++i)
    for (int64_t j = 0; j < head.valueWidth; ++j)
      head.y.data[i * head.y.row + j] = 0;
}

/// y += scores v, or y = scores v under the first block of keys. `scores` has a
/// row of kKeyBlock columns for each query of the tile. `lastValues` is the
/// panel that packLastValues has packed for the block, unused where it packs
/// none.
template <typename T>
void addValues(const Head<T> &head, const KeyBlock &block,
               const QueryTile &queries, const T *scores, const T *lastValues) {
  Tile<T> tile = {};
  tile.a = scores + block.lead + queries.keys.begin;
  tile.aRow = kKeyBlock;
  tile.aStep = 1;
  tile.ldc = head.y.row;
  tile.depth = queries.keys.end - queries.keys.begin;
  tile.accumulate = !queries.isFirst;
  for (int64_t j = 0; j < head.valueWidth; j += tile.columns) {
    PanelShape<T> shape(j, head.valueWidth);
    tile.b = head.v.data + (block.key + queries.keys.begin) * head.v.row + j;
    tile.bStep = head.v.row;
    tile.c = head.y.data + queries.query * head.y.row + j;
    tile.columns = shape.columns;
    // Only the last panel can be narrow; packLastValues has packed it for all
    // tiles.
    if (shape.columns < shape.width) {
      tile.b = lastValues + queries.keys.begin * shape.width;
      tile.bStep = shape.width;
    }
    runTileOfWidth(queries.rows, shape.width, tile);
  }
}

/// Does the same as addValues, but leaves out for each query the keys that it
/// does not see, and those of weight 0 that a mask of finite numbers hides. A
/// query without any gets 0 in its first block.
template <typename T>
void addSeenValues(const Head<T> &head, const KeyBlock &block,
                   const QueryTile &queries, const T *scores,
                   const T *lastValues) {
  for (int i = 0; i < queries.rows; ++i) {
    const T *weights = scores + i * kKeyBlock;
    QueryTile row = queries;
    row.query = queries.query + i;
    row.rows = 1;
    if (row.isFirst)
      clearResults(head, row.query, 1);
    row.isFirst = false;
    for (int64_t key = queries.keys.begin; key < queries.keys.end;) {
      row.keys = {key, key};
      while (row.keys.end < queries.keys.end &&
             weights[block.lead + row.keys.end] != 0)
        ++row.keys.end;
      if (!row.keys.isEmpty())
        addValues(head, block, row, weights, lastValues);
      key = row.keys.end + 1;
    }
  }
}

/// Packs the last panel of the values, where a vector load would exceed the
/// row; does nothing for whole panels. `to` has the size of
/// AttentionScratch::values.
template <typename T>
void packLastValues(const Head<T> &head, const KeyBlock &block, T *to) {
  int64_t j = (head.valueWidth - 1) / (2 * Vectors<T>::kLanes) *
              (2 * Vectors<T>::kLanes);
  PanelShape<T> shape(j, head.valueWidth);
  if (shape.columns < shape.width)
    packRows(head.v.data + block.key * head.v.row + j, head.v.row,
             Panel<T>{to, block.keys, shape.columns, shape.width});
}

/// Returns the mask of a query with that of the first key in its column. `mask`
/// begins at the first key of the block; the result is `mask` or a copy in
/// `scratch`, valid until the next call.
template <typename T>
const T *alignMask(const T *mask, const KeyBlock &block, int64_t step,
                   AttentionScratch<T> &scratch) {
  if (block.lead == 0 || step == 0)
    return mask;
  for (int64_t j = 0; j < block.lead; ++j)
    scratch.mask[j] = 0;
  for (int64_t j = 0; j < block.keys; ++j)
    scratch.mask[block.lead + j] = mask[j];
  return scratch.mask;
}

/// Returns the columns that query `query` of a tile sees, and its mask, which
/// may lie in `scratch`.
template <typename T>
ScoreRow<T> describeRow(const Head<T> &head, const KeyBlock &block,
                        const QueryTile &tile, int64_t query,
                        AttentionScratch<T> &scratch) {
  ScoreRow<T> row = {};
  row.first = int((block.lead + tile.panel) / kGroup<T> * kGroup<T>);
  row.count = int(block.lead + tile.keys.end);
  Range seen = getSeen(head, query);
  int64_t begin = seen.begin - block.key, end = seen.end - block.key;
  row.begin = int(block.lead + (begin < 0 ? 0 : smaller(begin, block.keys)));
  row.end = int(block.lead + (end < 0 ? 0 : smaller(end, block.keys)));
  row.scale = head.scale;
  if (head.mask.data) {
    row.maskStep = int(head.mask.column);
    row.mask = alignMask(head.mask.data + query * head.mask.row +
                             block.key * head.mask.column,
                         block, head.mask.column, scratch);
  }
  return row;
}

/// Processes one tile of queries. A tile that sees no key of the block is
/// skipped.
template <typename T>
void runTileOfQueries(const Head<T> &head, const KeyBlock &block, int64_t query,
                      int rows, AttentionScratch<T> &scratch) {
  QueryTile tile = cutTile(head, block, query, rows);
  if (tile.keys.isEmpty())
    return;
  computeScores(head, block, tile, scratch);
  for (int i = 0; i < rows; ++i)
    weigh(scratch.scores + i * kKeyBlock,
          describeRow(head, block, tile, query + i, scratch),
          scratch.rows[query - block.query + i],
          tile.isFirst ? nullptr : head.y.data + (query + i) * head.y.row,
          head.valueWidth);
  if (head.hidden == Hidden::Excluded)
    addSeenValues(head, block, tile, scratch.scores, scratch.values);
  else
    addValues(head, block, tile, scratch.scores, scratch.values);
}

/// Calls `run(query, rows)` for each tile of the queries.
template <typename F>
void forEachTile(int64_t query, int64_t queries, const F &run) {
  int64_t tiles = ceilDivide(queries, kTileRows);
  for (int64_t t = 0; t < tiles; ++t) {
    int rows = int(queries / tiles + (t < queries % tiles));
    run(query, rows);
    query += rows;
  }
}

/// Computes y and lse of `queries` queries, at most kQueryBlock, from `query`
/// on. Queries without visible keys get 0 and -inf.
template <typename T>
void runQueryBlock(const Head<T> &head, int64_t query, int64_t queries,
                   AttentionScratch<T> &scratch) {
  for (int64_t i = 0; i < queries; ++i)
    scratch.rows[i] = RowState<T>();
  Range keys = getComputed(head, query, queries);
  bool isPacked = queries > kColumnsRows && head.width <= kMaxDepth<T>;
  int64_t start = (keys.begin + head.phase) / kKeyBlock * kKeyBlock;
  for (start -= head.phase; start < keys.end; start += kKeyBlock) {
    int64_t key = start < 0 ? 0 : start;
    KeyBlock block = {query,       queries,
                      key,         smaller(start + kKeyBlock, head.keys) - key,
                      key - start, isPacked};
    if (isPacked)
      packKeys(head, block, 0, head.width, scratch.keys);
    packLastValues(head, block, scratch.values);
    forEachTile(query, queries, [&](int64_t first, int rows) {
      runTileOfQueries(head, block, first, rows, scratch);
    });
  }
  forEachTile(query, queries, [&](int64_t first, int rows) {
    if (getComputed(head, first, rows).isEmpty())
      clearResults(head, first, rows);
  });
  for (int64_t i = 0; i < queries; ++i)
    head.lse[(query + i) * head.lseStep] =
        finish(scratch.rows[i], head.y.data + (query + i) * head.y.row,
               head.valueWidth);
}

/// Returns true where the first `columns` elements of the first `rows` rows are
/// all finite; true without elements.
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

/// Returns true if some query may not see all keys.
template <typename T> bool hidesKeys(const Head<T> &head) {
  return head.mask.data || head.seen.end < head.keys ||
         head.seen.begin + head.queries > 1;
}

/// Computes y and lse of all queries of a head. A hidden value adds nothing,
/// finite or not: where results are not finite, because of it or of a visible
/// one, the queries are computed once more without hidden values.
template <typename T>
void runHead(Head<T> &head, AttentionScratch<T> &scratch) {
  int64_t most = cutEvenly(head.queries, kQueryBlock);
  for (int64_t query = 0; query < head.queries; query += most) {
    int64_t queries = smaller(most, head.queries - query);
    head.hidden = Hidden::Skipped;
    runQueryBlock(head, query, queries, scratch);
    Matrix<const T> y = {head.y.data + query * head.y.row, head.y.row};
    if (!hidesKeys(head) || isFinite(y, queries, head.valueWidth))
      continue;
    head.hidden = Hidden::Excluded;
    runQueryBlock(head, query, queries, scratch);
  }
}

/// Implements the services attention_f32 and attention_f64 on one thread.
/// SBP_ATTENTION_WORDS describes `words`, the strides, `buffers` and `scalars`;
/// all belong to the caller. No operand may overlap a result.
template <typename T>
void attend(const int64_t *words, void *const *buffers,
            const int64_t *scalars) {
  const int64_t batch = words[0], heads = words[1], groups = words[2];
  const int64_t shared = words[7];
  const Positions positions = readPositions(words, scalars);
  const bool isMasked = words[9] != 0;
  double scale;
  __builtin_memcpy(&scale, words + 10, sizeof(scale));
  const int64_t *strides[6] = {};
  const int64_t *next =
      words +
      (positions.hasWindow ? SBP_ATTENTION_WINDOW_WORDS : SBP_ATTENTION_WORDS);
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
      head.seen = positions.seen;
      head.phase = positions.firstKey % kKeyBlock;
      runHead(head, scratch);
    }
}

} // namespace

#endif // SBP_RUNTIME_DEVICE_HOST_ATTENTIONBLOCKS_H
