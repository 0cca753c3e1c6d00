// TrilinearTerms.h: terms of bag, row_dot, add_outer and update
#ifndef SBP_LIB_INTERPRETER_TRILINEARTERMS_H
#define SBP_LIB_INTERPRETER_TRILINEARTERMS_H

#include "OpTable.h"
#include "sbp/Dialect/MemoryLayer/IR/MemoryLayerDialect.h"

namespace sbp {

/// One term of the trilinear form, by its position in each tensor.
struct Term {
  llvm::SmallVector<int64_t> table, scores, outside;
};

/// The terms of an op of this family. Refers to the op, and to tensors and the
/// frame of the caller, which must outlive it. `segment` is null without
/// segments.
struct Terms {
  mlir::Operation *op;
  const TensorValue &rows;
  const TensorValue *segment;
  llvm::ArrayRef<int64_t> table;
  int64_t tokenDims, segments;
  bool drops;
  const Frame &frame;

  /// Clamps `index` in place to [0, extent), or with `checkIndices` fails with
  /// an error that names it by `which` and sets it to -1. If slots are dropped,
  /// an index out of range stays as it is.
  llvm::LogicalResult take(const llvm::Twine &which, int64_t &index,
                           int64_t extent) const {
    if (drops)
      return llvm::success();
    auto position =
        resolvePosition(op, which, index, extent, frame.getOptions());
    index = position.value_or(-1);
    return position;
  }

  /// Calls `visit` for every term in the order of tokens, slots, cores, width,
  /// except for dropped slots, and counts the work of all. Fails, after the
  /// terms before it, at an index that `take` rejects.
  llvm::LogicalResult
  forEach(llvm::function_ref<void(const Term &)> visit) const {
    llvm::LogicalResult isTaken = llvm::success();
    llvm::SmallVector<int64_t> columns(table.drop_front());
    forEachIndex(rows.getShape(), [&](llvm::ArrayRef<int64_t> at) {
      int64_t row = rows.at(at).i, block = segment ? segment->at(at).i : 0;
      if (llvm::failed(isTaken))
        return;
      isTaken = llvm::success(
          llvm::succeeded(take(" of a row", row, table[0])) &&
          llvm::succeeded(take(" of a segment", block, segments)));
      // Dropped slots are counted too: kernels process all of them.
      count(frame, 2 * mlir::ShapedType::getNumElements(columns));
      if (row < 0 || row >= table[0] || block < 0 || block >= segments)
        return;
      forEachIndex(columns, [&](llvm::ArrayRef<int64_t> column) {
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

/// A tensor that terms are added to. Accumulates in f32, or in f64 if a tensor
/// is f64, and rounds once at the end. Owns the tensor; the frame must outlive
/// it.
struct Sums {
  TensorValue value;
  Rounding rounding = Rounding::F32, last;
  const Frame &frame;

  /// Starts from `init`, a tensor of floats; `tensors` are the IR values whose
  /// types decide the precision.
  Sums(TensorValue init, llvm::ArrayRef<mlir::Value> tensors,
       const Frame &frame)
      : value(std::move(init)), frame(frame) {
    bool float64 = frame.getOptions().float64;
    last = getRounding(value.getElementType(), float64);
    for (mlir::Value tensor : tensors)
      if (float64 || mlir::getElementTypeOrSelf(tensor).isF64())
        rounding = Rounding::None;
  }
  /// Returns the element at `at` as a double, whatever its type.
  static double read(const TensorValue &tensor, llvm::ArrayRef<int64_t> at) {
    return tensor.isFloat() ? tensor.at(at).f
                            : static_cast<double>(tensor.at(at).i);
  }
  /// Adds a * b to the element at `at`, which must be a float.
  void add(llvm::ArrayRef<int64_t> at, double a, double b) {
    Scalar &sum = value.at(at);
    sum.f = roundTo(rounding, sum.f + roundTo(rounding, a * b));
  }
  /// Rounds all elements and returns the tensor as the one result, which leaves
  /// this object empty; fails if `ok` is a failure, whose error was reported.
  OpResult finish(llvm::LogicalResult ok) {
    if (llvm::failed(ok))
      return llvm::failure();
    for (int64_t i = 0; i < value.size(); ++i)
      value[i].f = roundTo(last, value[i].f);
    return RuntimeValues{std::move(value)};
  }
};

/// Returns the terms of `op`. `outside` is the IR value of z, or of the result
/// of a bag; `segment` is null without segments, of which there is then one.
inline Terms makeTerms(mlir::Operation *op, const TensorValue &table,
                       const TensorValue &rows, const TensorValue *segment,
                       mlir::Value outside, bool drops, const Frame &frame) {
  llvm::ArrayRef<int64_t> shape =
      mlir::cast<mlir::RankedTensorType>(outside.getType()).getShape();
  auto rank = static_cast<int64_t>(shape.size());
  int64_t tokenDims = rank - static_cast<int64_t>(table.getShape().size()) + 1 -
                      (segment != nullptr);
  return {op,        rows,
          segment,   table.getShape(),
          tokenDims, segment ? shape[tokenDims] : 1,
          drops,     frame};
}

} // namespace sbp

#endif // SBP_LIB_INTERPRETER_TRILINEARTERMS_H
