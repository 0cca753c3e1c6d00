// MemoryLayerOps.cpp: bag, row_dot, add_outer, term by term

#include "OpTable.h"
#include "sbp/Dialect/MemoryLayer/IR/MemoryLayerDialect.h"

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

} // namespace

void addMemoryLayerOps(OpTable &table) {
  table["memory_layer.bag"] = evaluateBag;
  table["memory_layer.row_dot"] = evaluateRowDot;
  table["memory_layer.add_outer"] = evaluateAddOuter;
}

} // namespace sbp
