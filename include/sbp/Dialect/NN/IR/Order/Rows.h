// Rows.h: loops over the rows of tensors
//
// What cannot be written as linalg without doing it n times over: sorting and
// choosing, row by row, with tensors that the loops carry and write in place.
#ifndef SBP_DIALECT_NN_IR_ORDER_ROWS_H
#define SBP_DIALECT_NN_IR_ORDER_ROWS_H

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

namespace sbp::nn {

/// Two tensors of one shape: elements, and the indices that stand for them.
/// `indices` is null where a function allows it.
struct Ranking {
  mlir::Value values, indices;
};

/// Returns an i1 that is true if the first element (value, index) precedes the
/// second. Called as (builder, x, index of x, y, index of y).
using Precedence = llvm::function_ref<mlir::Value(
    mlir::OpBuilder &, mlir::Value, mlir::Value, mlir::Value, mlir::Value)>;

/// Builds scalar and loop code on rows, which are tensors of one dimension and
/// static size, at the insertion point of a builder. Tensors are values:
/// functions return the new ones.
class RowBuilder {
public:
  RowBuilder(mlir::OpBuilder &builder, mlir::Location loc)
      : builder(builder), loc(loc) {}

  /// Called once, with a builder inside of the loops, the position of the row
  /// (null at the axis) and the carried tensors; returns their new values.
  using RowBody = llvm::function_ref<Ranking(
      RowBuilder &, llvm::ArrayRef<mlir::Value> position, Ranking)>;
  /// Builds loops that run `body` for every row of a tensor of `shape` along
  /// `axis`. Both tensors of `carried`, neither null, pass through all rows;
  /// returns their last values, equal to `carried` if there are no rows.
  Ranking forEachRow(llvm::ArrayRef<int64_t> shape, int64_t axis,
                     Ranking carried, RowBody body);

  /// Builds a row of `size` elements of the row of `tensor` at `position`, from
  /// element `begin` on. `position` has one index per dimension, and null at
  /// the axis of the row.
  mlir::Value readRow(mlir::Value tensor, llvm::ArrayRef<mlir::Value> position,
                      int64_t begin, int64_t size);
  /// Returns `tensor` with `row` written over the row at `position`, from
  /// element `begin` on.
  mlir::Value writeRow(mlir::Value row, mlir::Value tensor,
                       llvm::ArrayRef<mlir::Value> position, int64_t begin);

  /// Creates a tensor without defined elements.
  mlir::Value empty(llvm::ArrayRef<int64_t> shape, mlir::Type elementType);
  /// Creates a row of `size` copies of `literal`.
  mlir::Value fill(int64_t size, mlir::TypedAttr literal);
  /// Creates the row begin, begin + 1, .., begin + size - 1 of integers.
  mlir::Value count(int64_t size, int64_t begin, mlir::Type elementType);

  /// Sorts a row in order of precedence by merging (merge sort, O(n log n)).
  /// Both tensors must be present. Of two elements that do not precede each
  /// other the earlier one stays first.
  Ranking sort(Ranking row, Precedence precedes);
  /// Sorts a row of i64 in [0, end), with indices, upwards and stably (radix
  /// sort, least significant digit first). The sizes determine the passes.
  Ranking sortNumbers(Ranking row, int64_t end);
  /// Merges `row` into `best`, which is in order of precedence and not empty,
  /// and keeps the first elements in that order, as many as `best` has. If
  /// `row` has no indices (null), they count from `begin`. O(n) if few elements
  /// enter, O(n k) if all do.
  Ranking choose(Ranking row, int64_t begin, Ranking best, Precedence precedes);

private:
  mlir::Value index(int64_t number) {
    return mlir::arith::ConstantIndexOp::create(builder, loc, number);
  }
  /// Merges neighbouring runs of `width` elements, each of which is in order,
  /// from one pair of tensors into another.
  Ranking merge(Ranking from, Ranking to, mlir::Value width,
                Precedence precedes);
  /// Merges the runs [begin, begin + width) and [begin + width, begin + 2
  /// width), clipped to the row, into the same place of `to`.
  Ranking mergeTwo(Ranking from, Ranking to, mlir::Value begin,
                   mlir::Value width, Precedence precedes);
  /// Sorts stably by the digit of `bits` bits that starts at bit `shift`.
  Ranking sortByDigit(Ranking row, int64_t shift, int64_t bits);
  /// Builds that digit of an i64 as an index.
  mlir::Value getDigit(mlir::Value number, int64_t shift, int64_t bits);
  /// Builds the number of elements for each value of that digit: a row of
  /// 2^bits numbers in i64.
  mlir::Value countDigits(mlir::Value row, int64_t shift, int64_t bits);
  /// Builds the exclusive prefix sums of `counts`.
  mlir::Value sumInFront(mlir::Value counts);
  /// Inserts an element at its place in `best`, whose last element is dropped;
  /// `steps` is the size of `best`, or 0 to leave it as it is.
  Ranking insert(mlir::Value value, mlir::Value number, Ranking best,
                 mlir::Value steps, Precedence precedes);
  mlir::Value load(mlir::Value row, mlir::Value at) {
    return mlir::tensor::ExtractOp::create(builder, loc, row, at);
  }
  mlir::Value store(mlir::Value value, mlir::Value row, mlir::Value at) {
    return mlir::tensor::InsertOp::create(builder, loc, value, row, at);
  }
  mlir::Value select(mlir::Value condition, mlir::Value a, mlir::Value b) {
    return mlir::arith::SelectOp::create(builder, loc, condition, a, b);
  }
  int64_t getSize(mlir::Value row) const {
    return mlir::cast<mlir::RankedTensorType>(row.getType()).getDimSize(0);
  }

  mlir::OpBuilder &builder;
  mlir::Location loc;
};

} // namespace sbp::nn

#endif // SBP_DIALECT_NN_IR_ORDER_ROWS_H
