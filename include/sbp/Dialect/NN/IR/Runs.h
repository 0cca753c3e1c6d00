// Runs.h: loops over slots that name rows, all slots of a row one after the
// other
#ifndef SBP_DIALECT_NN_IR_RUNS_H
#define SBP_DIALECT_NN_IR_RUNS_H

#include "sbp/Dialect/NN/IR/Rows.h"

namespace sbp::nn {

/// What a row gets from all its slots is summed in a buffer and rounded once,
/// and no row is touched that no slot names. O(n log n) in the slots.
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
  /// i64. Returns what `carried` has become.
  llvm::SmallVector<mlir::Value> forEach(llvm::ArrayRef<int64_t> shape,
                                         RowOf rowOf, mlir::ValueRange carried,
                                         Body body);

private:
  Ranking sortSlots(llvm::ArrayRef<int64_t> shape, RowOf rowOf);
  Slot getSlot(mlir::OpBuilder &b, Ranking sorted,
               llvm::ArrayRef<int64_t> shape, mlir::Value number);
  mlir::Value index(mlir::OpBuilder &b, int64_t number) {
    return mlir::arith::ConstantIndexOp::create(b, loc, number);
  }

  mlir::OpBuilder &builder;
  mlir::Location loc;
};

} // namespace sbp::nn

#endif // SBP_DIALECT_NN_IR_RUNS_H
