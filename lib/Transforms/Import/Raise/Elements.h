// Elements.h: scalars of elementwise ops, followed through several of them
//
// Importers write exp(x - m) as one op or as two, with casts in between. An
// element stands for the scalar, wherever it is computed. Example: for
//   %s = x - m (elementwise)   %e = exp(%s) (elementwise)
// the element of %e is math.exp in the body of the second op, and that of its
// operand, resolved, is arith.subf in the body of the first.
#ifndef SBP_LIB_TRANSFORMS_IMPORT_ELEMENTS_H
#define SBP_LIB_TRANSFORMS_IMPORT_ELEMENTS_H

#include "mlir/Dialect/Linalg/IR/Linalg.h"

namespace sbp {

/// A scalar at each position of a loop nest. Either `op` is set, an elementwise
/// op whose loops are the nest and whose body has `scalar`, or the scalar is
/// read from `tensor` at `map`, from the loops to its dimensions.
struct Element {
  mlir::linalg::LinalgOp op;
  mlir::Value scalar;
  mlir::Value tensor;
  mlir::AffineMap map;

  bool isRead() const { return tensor != nullptr; }
  /// Returns the op in the body that computes the scalar; null if none does.
  mlir::Operation *getMaker() const {
    return scalar ? scalar.getDefiningOp() : nullptr;
  }
  /// Returns an operand of the maker, unresolved.
  Element getOperand(unsigned number) const {
    return {op, getMaker()->getOperand(number), {}, {}};
  }
  bool operator==(const Element &other) const = default;
};

/// Returns the element of `tensor` at its own dimensions, resolved.
Element enterTensor(mlir::Value tensor);
/// Follows `element` to the op that computes it, or to the tensor that no
/// elementwise op of the same loops makes. Casts of floats are skipped, and
/// dimensions of size 1 that are read at 0 are dropped.
Element resolve(Element element);
/// Follows `element` one step; a cast is an op like any other here. Returns
/// `element` itself at the end.
Element step(const Element &element);
/// Resolves one operand of the op that computes `element`.
inline Element resolveOperand(const Element &element, unsigned number) {
  return resolve(element.getOperand(number));
}

} // namespace sbp

#endif // SBP_LIB_TRANSFORMS_IMPORT_ELEMENTS_H
