// Runs.h: loops over slots that name rows, all slots of a row one after the
// other
#ifndef SBP_DIALECT_NN_IR_ORDER_RUNS_H
#define SBP_DIALECT_NN_IR_ORDER_RUNS_H

#include "sbp/Dialect/NN/IR/Order/Rows.h"

namespace sbp::nn {

/// Builds one loop over slots that visits all slots of a row one after the
/// other, so that the terms of a row can be summed in a buffer and rounded
/// once; rows without a slot are not accessed. Slots are sorted by the digits
/// of their rows: a few passes over the slots, however many rows there are.
class RunBuilder {
public:
  RunBuilder(mlir::OpBuilder &builder, mlir::Location loc)
      : builder(builder), loc(loc) {}

  /// One slot in the order of rows, then of slots.
  struct Slot {
    llvm::SmallVector<mlir::Value> at; ///< its position
    mlir::Value isFirst, isLast;       ///< i1: of its row
  };
  /// Builds the row, an i64, of the slot at the indices `at`.
  using RowOf =
      llvm::function_ref<mlir::Value(mlir::OpBuilder &, mlir::ValueRange at)>;
  /// Builds the code of one slot inside of the loop and returns the new values
  /// of `carried`.
  using Body = llvm::function_ref<llvm::SmallVector<mlir::Value>(
      mlir::OpBuilder &, const Slot &, mlir::ValueRange carried)>;

  /// Builds a loop that runs `body` for every slot of `shape`, in order of rows
  /// and then of slots. Slots whose row is outside of [0, numRows) come last,
  /// as if all were of one row. Returns the last values of `carried`; `carried`
  /// itself, without a loop, if there are no slots.
  llvm::SmallVector<mlir::Value> forEach(llvm::ArrayRef<int64_t> shape,
                                         int64_t numRows, RowOf rowOf,
                                         mlir::ValueRange carried, Body body);

private:
  mlir::Value findKeys(llvm::ArrayRef<int64_t> shape, int64_t numRows,
                       RowOf rowOf);
  Slot getSlot(mlir::OpBuilder &builder, Ranking sorted,
               llvm::ArrayRef<int64_t> shape, mlir::Value number);
  mlir::Value index(mlir::OpBuilder &builder, int64_t number) {
    return mlir::arith::ConstantIndexOp::create(builder, loc, number);
  }

  mlir::OpBuilder &builder;
  mlir::Location loc;
};

} // namespace sbp::nn

#endif // SBP_DIALECT_NN_IR_ORDER_RUNS_H
