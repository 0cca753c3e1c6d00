// ScalarGuards.h: cotangents that are zero because a branch is not selected
//
// A cotangent that comes through a select is zero where the select takes the
// other branch. A partial derivative may be infinite or NaN there, and zero
// times infinity is NaN, so the product is masked by the condition. Example:
// for y = select(x > 0, log x, 0) with the cotangent g of y
//   h  = select(x > 0, g, 0)        the cotangent of log x
//   dx = select(x > 0, h / x, 0)    masked: h / x is 0 / 0 at 0
// A zero that no select explains is not masked: the derivative of g * f'(x) by
// g is f'(x), also where g is 0, and second derivatives need it.
#ifndef SBP_INTERFACES_SCALARGUARDS_H
#define SBP_INTERFACES_SCALARGUARDS_H

#include "mlir/IR/Builders.h"
#include "llvm/ADT/DenseMap.h"
#include <functional>

namespace sbp {

enum class ZeroKind {
  Open,    ///< may be any number
  Guarded, ///< exactly zero where a condition does not hold
  Zero     ///< a constant zero
};

/// The conditions under which floats of one block may differ from zero, from
/// the ops that compute them.
class ScalarGuards {
public:
  using ArgumentKind = std::function<ZeroKind(mlir::BlockArgument)>;

  /// `argumentKind` is called for block arguments; without it all are open.
  explicit ScalarGuards(ArgumentKind argumentKind = nullptr)
      : argumentKind(std::move(argumentKind)) {}

  /// Sets the condition, an i1, outside of which `value` is zero.
  void setGuard(mlir::Value value, mlir::Value condition) {
    kinds[value] = ZeroKind::Guarded;
    conditions[value] = condition;
  }
  ZeroKind classify(mlir::Value value);
  /// Returns whether `value` is zero wherever `cotangent`, that it is computed
  /// from, is zero, whatever the other values are.
  static bool isZeroWith(mlir::Value value, mlir::Value cotangent);
  /// Returns the condition, an i1, outside of which `value` is zero, built at
  /// the insertion point of `builder` where it does not exist. `value` is
  /// guarded, and each guarded argument that it depends on has a condition.
  mlir::Value getCondition(mlir::OpBuilder &builder, mlir::Location loc,
                           mlir::Value value);
  /// Returns `term`, the product of `cotangent` and a partial derivative, with
  /// zero where a branch that is not selected makes `cotangent` zero.
  mlir::Value mask(mlir::OpBuilder &builder, mlir::Value term,
                   mlir::Value cotangent);

private:
  ZeroKind compute(mlir::Value value);
  mlir::Value buildCondition(mlir::OpBuilder &builder, mlir::Location loc,
                             mlir::Value value);

  ArgumentKind argumentKind;
  llvm::DenseMap<mlir::Value, ZeroKind> kinds;
  llvm::DenseMap<mlir::Value, mlir::Value> conditions;
};

} // namespace sbp

#endif // SBP_INTERFACES_SCALARGUARDS_H
