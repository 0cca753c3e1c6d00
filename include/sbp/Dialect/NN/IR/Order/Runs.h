// Runs.h: loops over slots that name rows, all slots of a row one after the
// other
#ifndef SBP_DIALECT_NN_IR_ORDER_RUNS_H
#define SBP_DIALECT_NN_IR_ORDER_RUNS_H

#include "sbp/Dialect/NN/IR/Order/Rows.h"

namespace sbp::nn {

/// The terms of a row from all its slots are summed in a buffer and rounded
/// once, and rows without a slot are not accessed. Slots are sorted by the
/// digits of their rows: a few passes over the slots, whatever the rows.
class RunBuilder {
public:
  RunBuilder(mlir::OpBuilder &builder, mlir::Location loc)
      : builder(builder), loc(loc) {}

  /// One slot in the order of rows, then of slots.
  struct Slot {
    llvm::SmallVector<mlir::Value> at; ///< its position
    mlir::Value isFirst, isLast;       ///< i1: of its row
  };
  using RowOf =
      llvm::function_ref<mlir::Value(mlir::OpBuilder &, mlir::ValueRange at)>;
  using Body = llvm::function_ref<llvm::SmallVector<mlir::Value>(
      mlir::OpBuilder &, const Slot &, mlir::ValueRange carried)>;

  /// Calls `body` for every slot of `shape`; `rowOf` gives the row of a slot in
  /// i64. Slots whose row is outside of the `numRows` come last, as if all were
  /// of one row. Returns what `carried` has become.
  llvm::SmallVector<mlir::Value> forEach(llvm::ArrayRef<int64_t> shape,
                                         int64_t numRows, RowOf rowOf,
                                         mlir::ValueRange carried, Body body);

private:
  mlir::Value findKeys(llvm::ArrayRef<int64_t> shape, int64_t numRows,
                       RowOf rowOf);
  Slot getSlot(mlir::OpBuilder &b, Ranking sorted,
               llvm::ArrayRef<int64_t> shape, mlir::Value number);
  mlir::Value index(mlir::OpBuilder &b, int64_t number) {
    return mlir::arith::ConstantIndexOp::create(b, loc, number);
  }

  mlir::OpBuilder &builder;
  mlir::Location loc;
};

} // namespace sbp::nn

#endif // SBP_DIALECT_NN_IR_ORDER_RUNS_H
