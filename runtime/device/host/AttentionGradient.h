// AttentionGradient.h: the gradient of attention by blocks of queries and keys
//
// The backward pass of FlashAttention-2 (Dao 2023, algorithm 2). The weights of
// a block of queries and a block of keys are computed again from the logarithm
// of the sums, so that the matrix of scores is never stored:
//
//   P = exp(scale q k^T + mask - lse)      dv += P^T g
//   D = sum over the width of g y          dS  = P (g v^T - D + g_lse)
//   dq += scale dS k                       dk += scale dS^T q
//
// Example: 300 queries and 300 keys are 3 x 3 blocks of at most 128; with
// causal attention the 3 blocks above the diagonal are left out. Contributions
// are added in the order of the blocks by one thread, so the bits do not depend
// on the instruction set.
#ifndef SBP_RUNTIME_DEVICE_HOST_ATTENTIONGRADIENT_H
#define SBP_RUNTIME_DEVICE_HOST_ATTENTIONGRADIENT_H

#include "AttentionBlocks.h"

namespace {

/// The operands and results of one head of one sequence.
template <typename T> struct GradientHead {
  Head<T> forward;           ///< y and lse are read
  Matrix<const T> cotangent; ///< of y; its data is null where it has none
  const T *sumsCotangent;    ///< of lse; null where it has none
  int64_t sumsStep;          ///< elements between two queries
  Matrix<T> dq, dk, dv;      ///< results, to which contributions are added
  /// True where some pairs of query and key are hidden and an operand of the
  /// products with them is not finite: 0 times it would be NaN.
  bool excludesHidden;
};

/// Weights and slopes of a block of queries (rows) and a block of keys.
template <typename T> struct GradientScratch {
  alignas(64) T weights[kKeyBlock * kKeyBlock];
  alignas(64) T slopes[kKeyBlock * kKeyBlock];
  T dots[kKeyBlock]; ///< D of each query, less the cotangent of its sum
  Scratch<T> product;
};

/// The first query and key of a block, and their numbers, at most kKeyBlock
/// each.
struct GradientBlock {
  int64_t query, queries, key, keys;
};

/// Returns the columns of a block of keys that query `row` of the block sees.
/// It may be empty.
template <typename T>
Range getSeenColumns(const Head<T> &head, const GradientBlock &block,
                     int64_t row) {
  auto toColumn = [&](int64_t key) {
    int64_t column = key - block.key;
    return column < 0 ? 0 : smaller(column, block.keys);
  };
  Range seen = getSeen(head, block.query + row);
  return {toColumn(seen.begin), toColumn(seen.end)};
}

/// Replaces what lies outside of the columns by 0.
template <typename T>
SBP_INLINE Vector<T> keepColumns(Vector<T> x, int64_t first, Range columns) {
  constexpr int lanes = Vectors<T>::kLanes;
  if (columns.end - first < lanes)
    x = keepFirst(x, int(columns.end - first), T(0));
  if (columns.begin > first)
    x = dropFirst(x, int(columns.begin - first), T(0));
  return x;
}

/// Returns exp(x). A score is at most the logarithm of the sum to rounding, but
/// a model may pass another one.
template <typename T> SBP_INLINE Vector<T> exponentialOfAny(Vector<T> x) {
  const Vector<T> highest = broadcast(sizeof(T) == 4 ? T(88.3) : T(709));
  Vector<T> result = exponential<T>(x > highest ? highest : x);
  return x > highest ? broadcast(T(__builtin_inf())) : result;
}

/// Replaces the products q k^T of a query by its weights.
template <typename T>
void weighRow(const Head<T> &head, const GradientBlock &block, int64_t row,
              T *scores) {
  constexpr int lanes = Vectors<T>::kLanes;
  const int64_t query = block.query + row;
  const Vector<T> scale = broadcast(head.scale);
  const Vector<T> lowest = broadcast(-T(__builtin_inf()));
  const Vector<T> sum = broadcast(head.lse[query * head.lseStep]);
  const T *mask = head.mask.data ? head.mask.data + query * head.mask.row +
                                       block.key * head.mask.column
                                 : nullptr;
  const Range columns = getSeenColumns(head, block, row);
  for (int64_t j = 0; j < block.keys; j += lanes) {
    Vector<T> x = load(scores + j) * scale;
    int64_t left = block.keys - j;
    Vector<T> isSeen = broadcast(T(1));
    if (mask) {
      Vector<T> added = head.mask.column == 0 ? broadcast(*mask)
                        : left >= lanes       ? load(mask + j)
                                              : loadFirst(mask + j, int(left));
      x += added;
      isSeen = added == lowest ? Vector<T>{} : isSeen;
    }
    x = exponentialOfAny<T>(x - sum);
    // A hidden key may hold a NaN, and a row that sees no key a sum of -inf.
    x = isSeen == Vector<T>{} ? isSeen : x;
    store(scores + j, keepColumns<T>(x, j, columns));
  }
}

/// Replaces the products g v^T of a query of the block by scale dS. `dot`
/// is the query's element of GradientScratch::dots (D less the cotangent of its
/// sum), and `weights` is the row that weighRow wrote. Both rows are accessed
/// in whole vectors: they have kKeyBlock elements, and those of `slopes` after
/// the keys become undefined. Without a cotangent the products count as 0 and
/// are not read.
template <typename T>
void slopeRow(const GradientHead<T> &head, const GradientBlock &block, T dot,
              const T *weights, T *slopes) {
  constexpr int lanes = Vectors<T>::kLanes;
  const Vector<T> scale = broadcast(head.forward.scale);
  const Vector<T> shift = broadcast(dot);
  for (int64_t j = 0; j < block.keys; j += lanes) {
    Vector<T> slope = head.cotangent.data ? load(slopes + j) : Vector<T>{};
    Vector<T> weight = load(weights + j);
    Vector<T> x = weight * (slope - shift) * scale;
    // A hidden key may hold an infinity: 0 times it is NaN.
    store(slopes + j, weight == Vector<T>{} ? weight : x);
  }
}

/// Returns the sum of x[i] y[i], in an order that all instruction sets share.
template <typename T> T dot(const T *x, const T *y, int64_t count) {
  constexpr int lanes = Vectors<T>::kLanes;
  Vector<T> sums[kBlockParts] = {};
  for (int64_t j = 0; j < count; j += kGroup<T>)
    for (int part = 0; part < kBlockParts; ++part) {
      int64_t at = j + part * lanes, left = count - at;
      if (left >= lanes)
        sums[part] = multiplyAdd(load(x + at), load(y + at), sums[part]);
      else if (left > 0)
        sums[part] = multiplyAdd(loadFirst(x + at, int(left)),
                                 loadFirst(y + at, int(left)), sums[part]);
    }
  return addLanes<T>(sums);
}

/// Adds x_j * scores[i][j] to row i of `result` for each i and j, or x_i to row
/// j if `toKeys`. Scores of 0 add nothing, whatever x holds.
template <typename T>
void addNonzero(const GradientBlock &block, const T *scores, const T *x,
                int64_t xRow, int64_t width, T *result, int64_t resultRow,
                bool toKeys) {
  for (int64_t i = 0; i < block.queries; ++i)
    for (int64_t j = 0; j < block.keys; ++j) {
      T score = scores[i * kKeyBlock + j];
      const T *from = x + (toKeys ? i : j) * xRow;
      T *to = result + (toKeys ? j : i) * resultRow;
      for (int64_t w = 0; score != 0 && w < width; ++w)
        to[w] += score * from[w];
    }
}

/// Adds what a block of queries and a block of keys contribute to dq, dk and
/// dv. `scratch.dots` is set for the queries.
template <typename T>
void addGradientBlock(const GradientHead<T> &head, const GradientBlock &block,
                      GradientScratch<T> &scratch) {
  const Head<T> &in = head.forward;
  auto rows = [&](const auto &matrix, int64_t row) {
    return matrix.data + row * matrix.row;
  };
  // scores = x y^T
  auto multiplyRows = [&](const Matrix<const T> &x, const Matrix<const T> &y,
                          int64_t width, T *scores) {
    run<T>({block.queries, block.keys, width, rows(x, block.query),
            rows(y, block.key), scores, x.row, y.row, kKeyBlock,
            /*transposeA=*/false,
            /*transposeB=*/true, /*accumulate=*/false},
           scratch.product);
  };
  // result += scores^T x
  auto addToKeys = [&](const T *scores, const Matrix<const T> &x, int64_t width,
                       const Matrix<T> &result) {
    if (head.excludesHidden)
      return addNonzero(block, scores, rows(x, block.query), x.row, width,
                        rows(result, block.key), result.row, /*toKeys=*/true);
    run<T>({block.keys, width, block.queries, scores, rows(x, block.query),
            rows(result, block.key), kKeyBlock, x.row, result.row, true, false,
            true},
           scratch.product);
  };
  multiplyRows(in.q, in.k, in.width, scratch.weights);
  for (int64_t i = 0; i < block.queries; ++i)
    weighRow(in, block, i, scratch.weights + i * kKeyBlock);
  if (head.cotangent.data) {
    addToKeys(scratch.weights, head.cotangent, in.valueWidth, head.dv);
    multiplyRows(head.cotangent, in.v, in.valueWidth, scratch.slopes);
  }
  for (int64_t i = 0; i < block.queries; ++i)
    slopeRow(head, block, scratch.dots[i], scratch.weights + i * kKeyBlock,
             scratch.slopes + i * kKeyBlock);
  addToKeys(scratch.slopes, in.q, in.width, head.dk);
  if (head.excludesHidden)
    return addNonzero(block, scratch.slopes, rows(in.k, block.key), in.k.row,
                      in.width, rows(head.dq, block.query), head.dq.row,
                      /*toKeys=*/false);
  run<T>({block.queries, in.width, block.keys, scratch.slopes,
          rows(in.k, block.key), rows(head.dq, block.query), kKeyBlock,
          in.k.row, head.dq.row, false, false, true},
         scratch.product);
}

/// Adds the gradients of a head to dq, dk and dv, which the caller has cleared.
template <typename T>
void runGradientHead(const GradientHead<T> &head, GradientScratch<T> &scratch) {
  const Head<T> &in = head.forward;
  for (int64_t query = 0; query < in.queries; query += kKeyBlock) {
    int64_t queries = smaller(kKeyBlock, in.queries - query);
    for (int64_t i = 0; i < queries; ++i) {
      int64_t row = query + i;
      T sum = head.cotangent.data
                  ? dot<T>(head.cotangent.data + row * head.cotangent.row,
                           in.y.data + row * in.y.row, in.valueWidth)
                  : T(0);
      if (head.sumsCotangent)
        sum -= head.sumsCotangent[row * head.sumsStep];
      scratch.dots[i] = sum;
    }
    Range keys = getComputed(in, query, queries);
    for (int64_t key = keys.begin / kKeyBlock * kKeyBlock; key < keys.end;
         key += kKeyBlock)
      addGradientBlock(head,
                       {query, queries, key, smaller(kKeyBlock, in.keys - key)},
                       scratch);
  }
}

/// Sets the first `columns` elements of the first `rows` rows to 0.
template <typename T>
void clearRows(const Matrix<T> &matrix, int64_t rows, int64_t columns) {
  for (int64_t i = 0; i < rows; ++i)
    for (int64_t j = 0; j < columns; ++j)
      matrix.data[i * matrix.row + j] = 0;
}

/// A buffer of a call with its strides: batch, heads, rows, columns. A buffer
/// that the call does not have is null.
template <typename T> struct CallBuffer {
  T *data = nullptr;
  const int64_t *strides = nullptr;

  /// Returns the matrix of a head; its data is null where the buffer is.
  /// Columns are contiguous except in a mask.
  Matrix<T> getHead(int64_t batch, int64_t head, bool isMask = false) const {
    if (!data)
      return {};
    return {data + batch * strides[0] + head * strides[1], strides[2],
            isMask ? strides[3] : 1};
  }
};

/// Implements the services attention_gradient_f32 and attention_gradient_f64 on
/// one thread. SBP_ATTENTION_GRADIENT_WORDS describes `words`, the strides,
/// `buffers` and `scalars`; all belong to the caller.
template <typename T>
void attendGradient(const int64_t *words, void *const *buffers,
                    const int64_t *scalars) {
  const int64_t batch = words[0], heads = words[1], groups = words[2];
  const int64_t shared = words[7];
  const Positions positions = readPositions(words, scalars);
  const int64_t *next = words + SBP_ATTENTION_GRADIENT_WORDS;
  auto read = [&](int dims) -> CallBuffer<T> {
    CallBuffer<T> buffer = {static_cast<T *>(*buffers++), next};
    next += dims;
    return buffer;
  };
  auto readIf = [&](int64_t isThere, int dims) {
    return isThere ? read(dims) : CallBuffer<T>();
  };
  const CallBuffer<T> q = read(4), k = read(4), v = read(4);
  const CallBuffer<T> mask = readIf(words[9], 4), y = read(4), lse = read(3);
  const CallBuffer<T> g = readIf(words[13], 4), sums = readIf(words[14], 3);
  const CallBuffer<T> dq = read(4), dk = read(4), dv = read(4);
  auto toConst = [](const Matrix<T> &m) -> Matrix<const T> {
    return {m.data, m.row, m.column};
  };
  double scale;
  __builtin_memcpy(&scale, words + 10, sizeof(scale));
  GradientScratch<T> scratch;
  for (int64_t b = 0; b < batch; ++b) {
    for (int64_t group = 0; group < groups; ++group) {
      clearRows(dk.getHead(b, group), words[4], words[5]);
      clearRows(dv.getHead(b, group), words[4], words[6]);
    }
    for (int64_t h = 0; h < heads; ++h) {
      int64_t group = h / shared;
      GradientHead<T> head = {};
      Head<T> &in = head.forward;
      in.queries = words[3];
      in.keys = words[4];
      in.width = words[5];
      in.valueWidth = words[6];
      in.q = toConst(q.getHead(b, h));
      in.k = toConst(k.getHead(b, group));
      in.v = toConst(v.getHead(b, group));
      in.mask = toConst(mask.getHead(b, h, /*isMask=*/true));
      in.y = y.getHead(b, h);
      in.lse = lse.getHead(b, h).data;
      in.lseStep = lse.strides[2];
      in.scale = T(scale);
      in.seen = positions.seen;
      head.cotangent = toConst(g.getHead(b, h));
      head.sumsCotangent = sums.getHead(b, h).data;
      head.sumsStep = sums.data ? sums.strides[2] : 0;
      head.dq = dq.getHead(b, h);
      head.dk = dk.getHead(b, group);
      head.dv = dv.getHead(b, group);
      head.excludesHidden =
          hidesKeys(in) &&
          !(isFinite(in.q, in.queries, in.width) &&
            isFinite(in.k, in.keys, in.width) &&
            (!head.cotangent.data ||
             isFinite(head.cotangent, in.queries, in.valueWidth)));
      clearRows(head.dq, in.queries, in.width);
      runGradientHead(head, scratch);
    }
  }
}

} // namespace

#endif // SBP_RUNTIME_DEVICE_HOST_ATTENTIONGRADIENT_H
