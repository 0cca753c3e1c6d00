// ScoreMask.cpp: the keys that the queries of a fragment see
//
// The keys that a query sees are a range. Tiles that lie inside of the ranges
// of all rows of a warpgroup are left as they are; of others each score is
// compared with the range of its row. For example, with causal attention of 300
// queries and tiles of 128 keys, rows 64 to 127 compare the tile of keys 0 to
// 127 and read no other.
#include "ScoreMask.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "sbp/Interfaces/TensorTypes.h"

using namespace mlir;
using namespace sbp::cuda;

ScoreMask::ScoreMask(KernelBuilder &kernel, FragmentBuilder &fragments,
                     const AttentionForm &form, bool hidesAll)
    : kernel(kernel), h(fragments), form(form),
      isComplete(!form.window && !hidesAll) {
  if (!form.window)
    return;
  if (form.offset) {
    offset = h.constantWide(*form.offset);
    return;
  }
  // Rows and columns have the positions of queries and keys, or of keys and
  // queries.
  int64_t queries = form.isTransposed ? form.keys : form.queries,
          keys = form.isTransposed ? form.queries : form.keys;
  auto toWide = [&](Value scalar) -> Value {
    return arith::IndexCastOp::create(
        kernel.builder, kernel.builder.getI64Type(), kernel.scalar(scalar));
  };
  offset = form.firstQuery
               ? toWide(form.firstQuery)
               : h.constantWide(keys - (form.isPacked ? 1 : queries));
  if (form.firstKey)
    offset =
        arith::SubIOp::create(kernel.builder, offset, toWide(form.firstKey));
  if (form.isTransposed)
    offset = arith::SubIOp::create(kernel.builder, h.constantWide(0), offset);
}

/// Returns the position of `query`, plus `by`, as a number of keys.
Value ScoreMask::clampPosition(Value query, int64_t by) {
  auto &builder = kernel.builder;
  Value wide =
      form.isPacked
          ? h.constantWide(0)
          : arith::ExtUIOp::create(builder, builder.getI64Type(), query)
                .getResult();
  Value position = arith::AddIOp::create(
      builder, arith::AddIOp::create(builder, wide, offset),
      h.constantWide(by));
  position = arith::MaxSIOp::create(builder, position, h.constantWide(0));
  position =
      arith::MinSIOp::create(builder, position, h.constantWide(form.keys));
  return arith::TruncIOp::create(builder, builder.getI32Type(), position);
}

Value ScoreMask::getBegin(Value query) {
  if (!form.window || form.window->back >= nn::kUnboundedReach)
    return h.constant(0);
  return clampPosition(query, -form.window->back);
}

Value ScoreMask::getEnd(Value query) {
  if (!form.window || form.window->forward >= nn::kUnboundedReach)
    return h.constant(form.keys);
  return clampPosition(query, form.window->forward + 1);
}

ScoreMask::Rows ScoreMask::getRows(Value first, Value row, Value batch,
                                   Value head) {
  Rows rows;
  for (int64_t half = 0; half < 2; ++half) {
    rows.query[half] = h.add(h.add(first, row), 8 * half);
    rows.begin[half] = getBegin(rows.query[half]);
    rows.end[half] = getEnd(rows.query[half]);
  }
  rows.groupBegin = getBegin(h.add(first, kGroupRows - 1));
  rows.groupEnd = getEnd(first);
  rows.batch = batch;
  rows.head = head;
  return rows;
}

void ScoreMask::hideAll(Rows &rows, Value condition) {
  for (Value *end : {&rows.end[0], &rows.end[1], &rows.groupEnd})
    *end = h.select(condition, h.constant(0), *end);
}

/// Returns the elements between neighbours of dimension `dim` of `shape`.
static int64_t getStride(ArrayRef<int64_t> shape, unsigned dim) {
  return ShapedType::getNumElements(shape.drop_front(dim + 1));
}

/// Returns the offset of the row of the mask that query `half` reads; the last
/// one for rows beyond the queries.
Value ScoreMask::findMaskRow(const Rows &rows, size_t half) {
  ArrayRef<int64_t> shape = getTensorType(form.mask).getShape();
  Value query = arith::MinUIOp::create(kernel.builder, rows.query[half],
                                       h.constant(form.queries - 1));
  std::pair<unsigned, Value> places[] = {
      {0, rows.batch}, {1, rows.head}, {getRowDimension(), query}};
  Value at = kernel.constant(0);
  for (auto [dim, place] : places)
    if (shape[dim] != 1)
      at = kernel.add(
          at, kernel.mul(kernel.toOffset(place), getStride(shape, dim)));
  return at;
}

/// Loads the elements of `width` keys of a row of the mask, the last ones for
/// keys beyond the tensor.
Registers ScoreMask::loadMask(Value row, Value key, int64_t width) {
  auto &builder = kernel.builder;
  ArrayRef<int64_t> shape = getTensorType(form.mask).getShape();
  unsigned dim = getColumnDimension();
  if (shape[dim] != 1) {
    key = arith::MinUIOp::create(builder, key, h.constant(shape[dim] - width));
    row = kernel.add(row,
                     kernel.mul(kernel.toOffset(key), getStride(shape, dim)));
  }
  Registers values;
  for (Value one : kernel.loadVector(form.mask, row, width, width > 1))
    values.push_back(arith::ExtFOp::create(builder, builder.getF32Type(), one));
  return values;
}

/// Returns the scores times the scale, plus the mask.
Registers ScoreMask::addMask(const Registers &scores, const Rows &rows,
                             Value key, int64_t tileKeys) {
  auto &builder = kernel.builder;
  Value scale = h.constantFloat(float(form.scale));
  Registers sums(scores.size());
  if (!form.mask) {
    for (auto [sum, score] : llvm::zip_equal(sums, scores))
      sum = arith::MulFOp::create(builder, score, scale);
    return sums;
  }
  ArrayRef<int64_t> shape = getTensorType(form.mask).getShape();
  // A pair of neighbours is one access where all rows begin at an even number.
  bool isPair = shape[3] % 2 == 0 && !form.isTransposed;
  Value at[2] = {findMaskRow(rows, 0), findMaskRow(rows, 1)};
  for (int64_t j = 0; j < tileKeys / 8; ++j) {
    Registers values;
    for (size_t half = 0; half < 2; ++half) {
      if (half == 0 || shape[getRowDimension()] != 1) {
        values = loadMask(at[half], h.add(key, 8 * j), isPair ? 2 : 1);
        if (!isPair)
          values.append(loadMask(at[half], h.add(key, 8 * j + 1), 1));
      }
      for (size_t e = 0; e < 2; ++e) {
        size_t i = size_t(4 * j) + 2 * half + e;
        sums[i] = math::FmaOp::create(builder, scores[i], scale, values[e]);
      }
    }
  }
  return sums;
}

Value ScoreMask::applyOne(Value score, const Rows &rows, size_t half,
                          Value key) {
  auto &builder = kernel.builder;
  if (form.scalesLate())
    return score;
  Value scale = h.constantFloat(float(form.scale));
  if (!form.mask)
    return arith::MulFOp::create(builder, score, scale);
  return math::FmaOp::create(builder, score, scale,
                             loadMask(findMaskRow(rows, half), key, 1)[0]);
}

/// A transposed row without a window's end sees all queries: those beyond the
/// tensor have no weights.
bool ScoreMask::hasEnd() const {
  return !form.isTransposed ||
         (form.window && form.window->forward < nn::kUnboundedReach);
}

Registers ScoreMask::compareAll(const Registers &values, const Rows &rows,
                                Value key, int64_t tileKeys, float hidden) {
  auto &builder = kernel.builder;
  Value instead = h.constantFloat(hidden);
  bool hasBegin = form.window && form.window->back < nn::kUnboundedReach;
  Registers seen(values.size());
  for (int64_t half = 0; half < 2; ++half) {
    Value end = h.sub(rows.end[half], key),
          begin = h.sub(rows.begin[half], key);
    for (int64_t j = 0; j < tileKeys / 8; ++j)
      for (int64_t e = 0; e < 2; ++e) {
        size_t i = size_t(4 * j + 2 * half + e);
        Value column = h.constant(8 * j + e);
        Value isSeen;
        if (hasEnd())
          isSeen = arith::CmpIOp::create(builder, arith::CmpIPredicate::slt,
                                         column, end);
        if (hasBegin) {
          Value isBehind = arith::CmpIOp::create(
              builder, arith::CmpIPredicate::sge, column, begin);
          isSeen = isSeen ? arith::AndIOp::create(builder, isSeen, isBehind)
                          : isBehind;
        }
        seen[i] = h.select(isSeen, values[i], instead);
      }
  }
  return seen;
}

Registers ScoreMask::hide(const Registers &values, const Rows &rows,
                          Value firstKey, Value column, int64_t tileKeys,
                          float hidden) {
  auto &builder = kernel.builder;
  if (isComplete && (form.isTransposed || form.keys % tileKeys == 0))
    return values;
  Value isPartial;
  if (hasEnd())
    isPartial = arith::CmpIOp::create(builder, arith::CmpIPredicate::sgt,
                                      h.add(firstKey, tileKeys), rows.groupEnd);
  if (form.window) {
    Value isEarly = arith::CmpIOp::create(builder, arith::CmpIPredicate::slt,
                                          firstKey, rows.groupBegin);
    isPartial =
        isPartial ? arith::OrIOp::create(builder, isPartial, isEarly) : isEarly;
  }
  return kernel.ifElse(isPartial, values, [&] {
    return compareAll(values, rows, h.add(firstKey, column), tileKeys, hidden);
  });
}

Registers ScoreMask::scale(const Registers &scores, const Rows &rows,
                           Value firstKey, Value column, int64_t tileKeys) {
  if (form.scalesLate())
    return scores;
  return addMask(scores, rows, h.add(firstKey, column), tileKeys);
}

Registers ScoreMask::apply(const Registers &scores, const Rows &rows,
                           Value firstKey, Value column, int64_t tileKeys) {
  Registers result = scale(scores, rows, firstKey, column, tileKeys);
  return hide(result, rows, firstKey, column, tileKeys, -INFINITY);
}
