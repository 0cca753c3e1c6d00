// Elements.h: scalars of elementwise ops, followed through several of them
//
// Importers write exp(x - m) as one op or as two, with casts, transposes and
// dimensions of size 1 in between. An element stands for the scalar, wherever
// it is computed, in the loops of a tensor of interest, its nest. Example, with
// loops (i, j):
//   %c = x - m (over i, j)   %t = transpose %c   %e = exp(%t) (over j, i)
// the element of %e read at (j, i) is math.exp in the body of the last op, and
// its operand, resolved, arith.subf in the body of the first, at (i, j).
#ifndef SBP_LIB_TRANSFORMS_IMPORT_ELEMENTS_H
#define SBP_LIB_TRANSFORMS_IMPORT_ELEMENTS_H

#include "mlir/Dialect/Linalg/IR/Linalg.h"

namespace sbp {

/// A scalar at each position of a loop nest. Either `scalar` is set, a value in
/// the body of `op` or outside of it, and `map` leads from the loops of the
/// nest to those of `op`; or the scalar is read from `tensor`, and `map` leads
/// from the loops to its dimensions. A dimension or loop of size 1 is at 0.
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
    return {op, getMaker()->getOperand(number), {}, map};
  }
  bool operator==(const Element &other) const = default;
};

/// Returns the element of `tensor` at its own dimensions, unresolved.
Element enterTensor(mlir::Value tensor);
/// Returns the element of `tensor` where each loop of a nest stands for one of
/// its dimensions, whose numbers `dims` has by loop.
Element enterTensor(mlir::Value tensor, llvm::ArrayRef<unsigned> dims);
/// Follows `element` to the op that computes it, or to the tensor that no
/// elementwise op makes. Casts of floats are skipped, and so are reshapes by
/// dimensions of size 1.
Element resolve(Element element);
/// Follows `element` one step; a cast is an op like any other here. Returns
/// `element` itself at the end.
Element step(const Element &element);
/// Follows `element` to the end, step by step.
Element followSteps(Element element);
/// Resolves one operand of the op that computes `element`.
inline Element resolveOperand(const Element &element, unsigned number) {
  return resolve(element.getOperand(number));
}

/// Returns the number in `sum` at each position of a row, where `sum` reads the
/// sum over the row from 0: the row has `size` numbers, along the loop `dim` of
/// the nest. Nullopt where it reads anything else.
std::optional<Element> enterSum(const Element &sum, unsigned dim, int64_t size);

/// Returns the dimension of `tensor` that stands for each loop of a nest of
/// `sizes`, where `map` reads each element of the tensor once; nullopt where it
/// does not.
std::optional<llvm::SmallVector<unsigned>>
findPermutation(mlir::AffineMap map, mlir::Value tensor,
                llvm::ArrayRef<int64_t> sizes);

/// Returns true if both elements are the same number at each position, because
/// the same ops compute them of the same tensors. False where that would take
/// long to find out.
bool areEqual(const Element &some, const Element &other);

} // namespace sbp

#endif // SBP_LIB_TRANSFORMS_IMPORT_ELEMENTS_H
