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
  /// order. They are written in place if no other op reads the old ones.
  llvm::SmallVector<mlir::Value> build();

private:
  mlir::Value literal(mlir::OpBuilder &b, double number) {
    return mlir::arith::ConstantOp::create(b, loc,
                                           b.getFloatAttr(sumType, number));
  }
  /// A tensor without dimensions, in f64.
  mlir::Value readNumber(mlir::Value tensor);
  mlir::Value power(double base, mlir::Value exponent);
  /// Returns the learning rate, corrected by the step.
  mlir::Value findRate();
  llvm::SmallVector<mlir::Value> addSlot(mlir::OpBuilder &b, const Slot &slot,
                                         const nn::RunBuilder::Slot &sorted,
                                         mlir::Value rate,
                                         mlir::ValueRange carried);
  llvm::SmallVector<mlir::Value> applyAdam(mlir::OpBuilder &b, const Slot &slot,
                                           mlir::Value isLast, mlir::Value rate,
                                           mlir::Value gradient,
                                           mlir::ValueRange tensors);
  llvm::SmallVector<mlir::Value>
  applyAdagrad(mlir::OpBuilder &b, const Slot &slot, mlir::Value isLast,
               mlir::Value rate, mlir::Value gradient,
               mlir::ValueRange tensors);
  mlir::Value meanOfSquares(mlir::OpBuilder &b, mlir::Value gradient);
  mlir::Value store(mlir::OpBuilder &b, mlir::Value sum, mlir::Value tensor,
                    mlir::ValueRange at);

  UpdateOp op;
};

} // namespace sbp::memory_layer

#endif // SBP_LIB_DIALECT_MEMORYLAYER_IR_UPDATELOOPS_H
