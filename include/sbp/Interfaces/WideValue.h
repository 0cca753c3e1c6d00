// WideValue.h: values of bf16 and f16 whose sums are computed in f32
#ifndef SBP_INTERFACES_WIDEVALUE_H
#define SBP_INTERFACES_WIDEVALUE_H

#include "mlir/IR/Builders.h"
#include "llvm/ADT/DenseMap.h"

namespace sbp {

/// Builds a value in f32 without rounding its sums to a narrower type: a
/// reduction is built again with a result in f32, as are sums of several terms
/// and views. Other values are cast. New ops follow the ops that they replace,
/// which are left to clean-up where nothing reads them any more. Example:
///   %g = linalg.matmul -> bf16;  %w = extf %g
/// becomes a product of the same factors into f32.
class WideValue {
public:
  virtual ~WideValue();

  /// Returns `value` in f32; `value` itself where nothing on the way is narrow.
  mlir::Value widen(mlir::OpBuilder &builder, mlir::Value value);

protected:
  /// Returns whether `op` gives its only operand, in another form or place. By
  /// default reshapes do.
  virtual bool isView(mlir::Operation *op);
  /// Is called for what `producer` is replaced by: the ops between it and
  /// `end`, maybe none.
  virtual void adopt(mlir::Operation *producer, mlir::Operation *end) {}

private:
  mlir::Value build(mlir::OpBuilder &builder, mlir::OpResult result);
  mlir::Value rebuildSum(mlir::OpBuilder &builder, mlir::Operation *sum);
  mlir::Value rebuildView(mlir::OpBuilder &builder, mlir::Operation *view);

  llvm::DenseMap<mlir::Value, mlir::Value> wideOf;
};

} // namespace sbp

#endif // SBP_INTERFACES_WIDEVALUE_H
