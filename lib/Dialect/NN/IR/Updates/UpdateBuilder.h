// UpdateBuilder.h: builds the ops of an optimizer's update
//
// An update should be one generic with a result per state, so that a kernel
// reads and writes every state once, in place. Numbers that all elements share
// are computed before, in f64, by a generic without loops.
#ifndef SBP_LIB_DIALECT_NN_IR_UPDATES_UPDATEBUILDER_H
#define SBP_LIB_DIALECT_NN_IR_UPDATES_UPDATEBUILDER_H

#include "Parts.h"

namespace sbp::nn {

/// Returns the type that an update is computed in: f32, or f64 where an operand
/// is.
mlir::FloatType getUpdateType(mlir::Operation *op);

/// A tensor that an op over all elements of a parameter reads, and the
/// dimensions of the parameter that it has, ascending. The tensor is read again
/// along the others.
struct Read {
  mlir::Value tensor;
  llvm::SmallVector<int64_t> dims;
};

/// Builds the generics of an update. Bodies work on floats of the type of the
/// update, and results are rounded once.
class UpdateBuilder : public PartsBuilder {
public:
  using RunWhere = llvm::function_ref<void(mlir::Operation *, unsigned)>;
  /// Called with a builder of the body and the elements that are read; returns
  /// one value per result.
  using Results = llvm::function_ref<llvm::SmallVector<mlir::Value>(
      mlir::OpBuilder &, mlir::ValueRange)>;

  /// Ops are built at the insertion point of `builder`. `runWhere` is called
  /// with each and the number of the operand of `op` where it is to run.
  UpdateBuilder(mlir::Operation *op, mlir::OpBuilder &builder,
                RunWhere runWhere)
      : PartsBuilder(builder, op->getLoc(), getUpdateType(op)),
        builder(builder), runWhere(runWhere) {}

  /// Builds an elementwise op with a result of each of `types`, which have one
  /// shape; operands without dimensions are read as numbers.
  llvm::SmallVector<mlir::Value> map(llvm::ArrayRef<mlir::Type> types,
                                     mlir::ValueRange operands, Results body);
  /// The same for operands that lack dimensions of the results.
  llvm::SmallVector<mlir::Value> map(llvm::ArrayRef<mlir::Type> types,
                                     llvm::ArrayRef<Read> reads, Results body);
  /// Builds the sums of the one value that `body` returns over all dimensions
  /// of `shape` but `kept`, in the type of the update.
  mlir::Value sum(llvm::ArrayRef<int64_t> shape, llvm::ArrayRef<int64_t> kept,
                  llvm::ArrayRef<Read> reads, Results body);
  /// Called with a builder of a body, one element and the value so far.
  using Fold = llvm::function_ref<mlir::Value(mlir::OpBuilder &, mlir::Value,
                                              mlir::Value)>;
  /// Folds all elements of all `tensors`, which are the first operands of the
  /// op, into one number per placement, of the type of `init`: `fold` takes an
  /// element, `join` the numbers of two tensors. Those of split tensors are
  /// partial; the number of a placement is partial too and reduced once.
  llvm::SmallVector<mlir::Value> foldByPlace(mlir::ValueRange tensors,
                                             mlir::TypedAttr init, Fold fold,
                                             Fold join);
  /// Joins numbers of one type into one, where `setPlace` says.
  mlir::Value joinNumbers(mlir::ValueRange numbers, Fold join);
  /// Builds `count` numbers that `body` computes from tensors without
  /// dimensions. Its arguments have the types of the operands, and it returns
  /// f64.
  llvm::SmallVector<mlir::Value>
  getNumbers(unsigned count, mlir::ValueRange operands, Results body);

  /// Returns `value`, a number of a body of `getNumbers`, as f64.
  mlir::Value toDouble(mlir::OpBuilder &builder, mlir::Value value);
  /// Returns a constant of f64.
  mlir::Value getDouble(mlir::OpBuilder &builder, double value);

  /// Ops that follow run where operand `number` is.
  void setPlace(unsigned number) { place = number; }
  void run(mlir::Operation *built) { runWhere(built, place); }

private:
  mlir::OpBuilder &builder;
  RunWhere runWhere;
  unsigned place = 0;
};

} // namespace sbp::nn

#endif // SBP_LIB_DIALECT_NN_IR_UPDATES_UPDATEBUILDER_H
