// MemoryLayerOps.cpp: bag, row_dot, add_outer, term by term; tucker_top_k, pair
// by pair

#include "OpTable.h"
#include "sbp/Dialect/MemoryLayer/IR/MemoryLayerDialect.h"
#include <algorithm>
#include <cmath>

using namespace mlir;

namespace sbp {
namespace {

/// One term of the trilinear form: where it stands in each tensor.
struct Term {
  SmallVector<int64_t> table, scores, outside;
};

/// The dims of the three ops, from their operands alone.
struct Terms {
  Operation *op;
  const TensorValue &rows;
  const TensorValue *segment;
  ArrayRef<int64_t> table;
  int64_t tokenDims, segments;
  bool drops;
  InterpreterOptions options;

  /// Outside is the nearest, or, where slots are dropped, outside.
  LogicalResult take(const Twine &which, int64_t &index, int64_t extent) const {
    if (drops)
      return success();
    auto position = takePosition(op, which, index, extent, options);
    index = position.value_or(-1);
    return position;
  }

  /// Calls `visit` for every term in the order of tokens, slots, cores, width;
  /// not for slots that are dropped.
  LogicalResult forEach(llvm::function_ref<void(const Term &)> visit) const {
    LogicalResult isTaken = success();
    SmallVector<int64_t> columns(table.drop_front());
    forEachIndex(rows.getShape(), [&](ArrayRef<int64_t> at) {
      int64_t row = rows.at(at).i, block = segment ? segment->at(at).i : 0;
      if (failed(isTaken))
        return;
      isTaken = success(succeeded(take(" of a row", row, table[0])) &&
                        succeeded(take(" of a segment", block, segments)));
      if (row < 0 || row >= table[0] || block < 0 || block >= segments)
        return;
      forEachIndex(columns, [&](ArrayRef<int64_t> column) {
        Term term;
        term.table.push_back(row);
        llvm::append_range(term.table, column);
        term.scores.assign(at.begin(), at.end());
        if (column.size() == 2)
          term.scores.push_back(column[0]);
        term.outside.assign(at.begin(), at.begin() + tokenDims);
        if (segment)
          term.outside.push_back(block);
        llvm::append_range(term.outside, column);
        visit(term);
      });
    });
    return isTaken;
  }
};

/// Sums are f32, or f64 where a tensor is, and rounded once at the end.
struct Sums {
  TensorValue value;
  Rounding rounding = Rounding::F32, last;

  Sums(TensorValue init, ArrayRef<Value> tensors, bool float64)
      : value(std::move(init)),
        last(getRounding(value.getElementType(), float64)) {
    for (Value tensor : tensors)
      if (float64 || getElementTypeOrSelf(tensor).isF64())
        rounding = Rounding::None;
  }
  static double read(const TensorValue &tensor, ArrayRef<int64_t> at) {
    return tensor.isFloat() ? tensor.at(at).f
                            : static_cast<double>(tensor.at(at).i);
  }
  void add(ArrayRef<int64_t> at, double a, double b) {
    Scalar &sum = value.at(at);
    sum.f = roundTo(rounding, sum.f + roundTo(rounding, a * b));
  }
  OpResult finish(LogicalResult ok) {
    if (failed(ok))
      return failure();
    for (int64_t i = 0; i < value.size(); ++i)
      value[i].f = roundTo(last, value[i].f);
    return RuntimeValues{std::move(value)};
  }
};

TensorValue makeZeros(Value result) {
  auto type = cast<RankedTensorType>(result.getType());
  TensorValue zeros(type.getShape(), type.getElementType());
  for (int64_t i = 0; i < zeros.size(); ++i)
    zeros[i] = makeFloat(0.0);
  return zeros;
}

Terms makeTerms(Operation *op, const TensorValue &table,
                const TensorValue &rows, const TensorValue *segment,
                Value outside, bool drops, const Frame &frame) {
  ArrayRef<int64_t> shape =
      cast<RankedTensorType>(outside.getType()).getShape();
  auto rank = static_cast<int64_t>(shape.size());
  int64_t tokenDims = rank - static_cast<int64_t>(table.getShape().size()) + 1 -
                      (segment != nullptr);
  return {op,        rows,
          segment,   table.getShape(),
          tokenDims, segment ? shape[tokenDims] : 1,
          drops,     frame.getOptions()};
}

OpResult evaluateBag(Operation *op, ArrayRef<RuntimeValue> operands,
                     Frame &frame) {
  auto bag = cast<memory_layer::BagOp>(op);
  const TensorValue &values = *operands[0], &scores = *operands[2];
  Terms terms = makeTerms(op, values, *operands[1],
                          bag.getSegment() ? &*operands[3] : nullptr,
                          bag.getResult(), bag.getDropOutside(), frame);
  Sums sums(makeZeros(bag.getResult()), {bag.getValues(), bag.getScores()},
            frame.getOptions().float64);
  return sums.finish(terms.forEach([&](const Term &term) {
    sums.add(term.outside, Sums::read(scores, term.scores),
             Sums::read(values, term.table));
  }));
}

OpResult evaluateRowDot(Operation *op, ArrayRef<RuntimeValue> operands,
                        Frame &frame) {
  auto dot = cast<memory_layer::RowDotOp>(op);
  const TensorValue &values = *operands[0], &z = *operands[2];
  Terms terms = makeTerms(op, values, *operands[1],
                          dot.getSegment() ? &*operands[3] : nullptr,
                          dot.getZ(), dot.getDropOutside(), frame);
  Sums sums(makeZeros(dot.getResult()), {dot.getValues(), dot.getZ()},
            frame.getOptions().float64);
  return sums.finish(terms.forEach([&](const Term &term) {
    sums.add(term.scores, Sums::read(z, term.outside),
             Sums::read(values, term.table));
  }));
}

OpResult evaluateAddOuter(Operation *op, ArrayRef<RuntimeValue> operands,
                          Frame &frame) {
  auto outer = cast<memory_layer::AddOuterOp>(op);
  const TensorValue &scores = *operands[2], &z = *operands[3];
  Terms terms = makeTerms(op, *operands[0], *operands[1],
                          outer.getSegment() ? &*operands[4] : nullptr,
                          outer.getZ(), outer.getDropOutside(), frame);
  Sums sums(*operands[0], {outer.getInit(), outer.getScores(), outer.getZ()},
            frame.getOptions().float64);
  return sums.finish(terms.forEach([&](const Term &term) {
    sums.add(term.table, Sums::read(scores, term.scores),
             Sums::read(z, term.outside));
  }));
}

/// One token of tucker_top_k: its columns, and sums as the op rounds them.
struct TuckerToken {
  const TensorValue &row, &column, &core;
  ArrayRef<int64_t> tokens;
  Rounding rounding;

  double read(const TensorValue &tensor, ArrayRef<int64_t> front,
              ArrayRef<int64_t> rest) const {
    SmallVector<int64_t> at(front);
    llvm::append_range(at, rest);
    return tensor.at(at).f;
  }
  double readCore(int64_t core, int64_t a, int64_t b) const {
    return read(this->core, tokens.take_back(this->core.getShape().size() - 3),
                {core, a, b});
  }
  double multiplyAdd(double x, double y, double sum) const {
    return roundTo(rounding, sum + roundTo(rounding, x * y));
  }
  /// `coreAt` between column p of `row` and column q of `column`.
  double multiply(llvm::function_ref<double(int64_t, int64_t)> coreAt,
                  int64_t p, int64_t q) const {
    double sum = 0;
    ArrayRef<int64_t> shape = core.getShape().take_back(2);
    for (int64_t a = 0; a < shape[0]; ++a) {
      double product = 0;
      for (int64_t b = 0; b < shape[1]; ++b)
        product =
            multiplyAdd(coreAt(a, b), read(column, tokens, {b, q}), product);
      sum = multiplyAdd(read(row, tokens, {a, p}), product, sum);
    }
    return sum;
  }
  double sumCores(int64_t a, int64_t b) const {
    double sum = 0;
    for (int64_t c = 0; c < core.getShape().end()[-3]; ++c)
      sum = roundTo(rounding, sum + readCore(c, a, b));
    return sum;
  }
};

/// The pairs of a grid, the k greatest first.
std::vector<std::pair<double, int64_t>> choosePairs(const TuckerToken &token,
                                                    int64_t k) {
  std::vector<std::pair<double, int64_t>> pairs;
  int64_t m = token.row.getShape().back(), n = token.column.getShape().back();
  for (int64_t place = 0; place < m * n; ++place)
    pairs.emplace_back(
        token.multiply(
            [&](int64_t a, int64_t b) { return token.sumCores(a, b); },
            place / n, place % n),
        place);
  llvm::stable_sort(pairs, [](const auto &x, const auto &y) {
    return std::isnan(x.first) ? !std::isnan(y.first) : x.first > y.first;
  });
  pairs.resize(k);
  return pairs;
}

OpResult evaluateTuckerTopK(Operation *op, ArrayRef<RuntimeValue> operands,
                            Frame &frame) {
  auto top = cast<memory_layer::TuckerTopKOp>(op);
  bool float64 = frame.getOptions().float64;
  SmallVector<TensorValue> results;
  for (Type type : op->getResultTypes()) {
    auto tensor = cast<RankedTensorType>(type);
    results.emplace_back(tensor.getShape(), tensor.getElementType());
  }
  int64_t n = operands[1]->getShape().back();
  Rounding last = getRounding(results[0].getElementType(), float64);
  forEachIndex(
      operands[0]->getShape().drop_back(2), [&](ArrayRef<int64_t> tokens) {
        TuckerToken token{*operands[0], *operands[1], *operands[2], tokens,
                          getRounding(top.getSumType(), float64)};
        SmallVector<int64_t> at(tokens);
        at.push_back(0);
        for (auto [sum, place] : choosePairs(token, top.getK())) {
          results[0].at(at) = makeFloat(roundTo(last, sum));
          results[1].at(at) = makeInteger(place / n);
          results[2].at(at) = makeInteger(place % n);
          for (int64_t c = 0; c < results[3].getShape().back(); ++c) {
            at.push_back(c);
            results[3].at(at) =
                makeFloat(roundTo(last, token.multiply(
                                            [&](int64_t a, int64_t b) {
                                              return token.readCore(c, a, b);
                                            },
                                            place / n, place % n)));
            at.pop_back();
          }
          ++at.back();
        }
      });
  RuntimeValues values;
  for (TensorValue &result : results)
    values.push_back(std::move(result));
  return values;
}

} // namespace

void addMemoryLayerOps(OpTable &table) {
  table["memory_layer.bag"] = evaluateBag;
  table["memory_layer.row_dot"] = evaluateRowDot;
  table["memory_layer.add_outer"] = evaluateAddOuter;
  table["memory_layer.tucker_top_k"] = evaluateTuckerTopK;
}

} // namespace sbp
