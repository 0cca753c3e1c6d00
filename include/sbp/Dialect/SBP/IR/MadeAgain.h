// MadeAgain.h: attributes of values that are made again instead of kept
#ifndef SBP_DIALECT_SBP_IR_MADEAGAIN_H
#define SBP_DIALECT_SBP_IR_MADEAGAIN_H

#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/Operation.h"
#include "llvm/ADT/StringRef.h"

namespace sbp {

/// Attribute of an op, a unit: it makes a value again that forward has made and
/// not kept (sbp-keep-values). No task contains such an op and its original,
/// because equal ops of a kernel are merged and the value would be held.
inline constexpr llvm::StringLiteral kMadeAgainAttr = "sbp.made_again";

/// Attribute of a function whose backward makes values again, an i64: the bytes
/// that every choice of values keeps at least, for whole tensors of the step.
inline constexpr llvm::StringLiteral kSavedBoundAttr = "sbp.saved_bound";

/// Attribute of an op of forward and of its clone in backward, an i64: equal
/// for both and for no other op of the function (sbp-keep-values with `names`).
/// A unit on holders, identities that stand for values while it is chosen what
/// is kept for backward.
inline constexpr llvm::StringLiteral kRepeatAttr = "sbp.repeat";

/// Returns the value that `value` stands for: the operand of a holder, else
/// `value`.
inline mlir::Value getHeldValue(mlir::Value value) {
  mlir::Operation *op = value.getDefiningOp();
  return op && op->getAttrOfType<mlir::UnitAttr>(kRepeatAttr)
             ? op->getOperand(0)
             : value;
}

} // namespace sbp

#endif // SBP_DIALECT_SBP_IR_MADEAGAIN_H
