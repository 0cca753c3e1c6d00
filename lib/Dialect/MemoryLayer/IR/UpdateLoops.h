// UpdateLoops.h: update as loops that hold one row's gradient
#ifndef SBP_LIB_DIALECT_MEMORYLAYER_IR_UPDATELOOPS_H
#define SBP_LIB_DIALECT_MEMORYLAYER_IR_UPDATELOOPS_H

#include "TrilinearLoops.h"

namespace sbp::memory_layer {

/// All slots of a row one after the other: the gradient is summed in a buffer
/// of one row, and the rule is applied at the last of them.
class UpdateLoops : private TrilinearLoops {
public:
  /// Loops are built at the insertion point of `builder`, and `op` stays in
  /// place; both must outlive this object.
  UpdateLoops(UpdateOp op, mlir::OpBuilder &builder)
      : TrilinearLoops(op, builder), op(op) {}

  /// Builds the new table and states, one per result of the op and in its
  /// order; returns the old ones if a tensor of the form is empty. They are
  /// written in place if no other op reads the old ones.
  llvm::SmallVector<mlir::Value> build();

private:
  /// Builds a constant in the type of sums.
  mlir::Value literal(mlir::OpBuilder &builder, double number) {
    return mlir::arith::ConstantOp::create(
        builder, loc, builder.getFloatAttr(sumType, number));
  }
  /// Builds the element of a float tensor without dimensions, in f64.
  mlir::Value readNumber(mlir::Value tensor);
  /// Builds base^exponent in f64 for an i64 `exponent` >= 0.
  mlir::Value power(double base, mlir::Value exponent);
  /// Returns the learning rate in the type of sums; for lazy Adam it is
  /// corrected by the step, which counts as 1 at least.
  mlir::Value findRate();
  /// Adds the gradient of `slot` to the last of `carried`, a buffer of one row,
  /// and applies the rule at the last slot of the row to the others, the table
  /// and its states. Returns the new values of `carried`.
  llvm::SmallVector<mlir::Value> addSlot(mlir::OpBuilder &builder,
                                         const Slot &slot,
                                         const nn::RunBuilder::Slot &sorted,
                                         mlir::Value rate,
                                         mlir::ValueRange carried);
  /// Both build `tensors`, the table and its states, with the row of `slot`
  /// updated if the i1 `isLast` is true.
  llvm::SmallVector<mlir::Value>
  applyAdam(mlir::OpBuilder &builder, const Slot &slot, mlir::Value isLast,
            mlir::Value rate, mlir::Value gradient, mlir::ValueRange tensors);
  llvm::SmallVector<mlir::Value>
  applyAdagrad(mlir::OpBuilder &builder, const Slot &slot, mlir::Value isLast,
               mlir::Value rate, mlir::Value gradient,
               mlir::ValueRange tensors);
  /// Builds the mean of the squares of the elements of `gradient`, one row in
  /// the type of sums.
  mlir::Value meanOfSquares(mlir::OpBuilder &builder, mlir::Value gradient);
  /// Builds `tensor` with `sum`, rounded to its element type, at `at`.
  mlir::Value store(mlir::OpBuilder &builder, mlir::Value sum,
                    mlir::Value tensor, mlir::ValueRange at);

  UpdateOp op;
};

} // namespace sbp::memory_layer

#endif // SBP_LIB_DIALECT_MEMORYLAYER_IR_UPDATELOOPS_H
