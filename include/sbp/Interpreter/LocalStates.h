// LocalStates.h: what a distribution says, on real values
//
// A distribution is a predicate on local states (calculus.md B.1). Here it is,
// literally: cut a tensor into a state that satisfies it, put a state together
// again, and check that copies are equal. No plan, no collective.
#ifndef SBP_INTERPRETER_LOCALSTATES_H
#define SBP_INTERPRETER_LOCALSTATES_H

#include "sbp/Calculus/Distribution.h"
#include "sbp/Interpreter/Interpreter.h"

namespace sbp {

/// The element x with x (+) y = y for all y. `and`, `or` are for i1.
Scalar getIdentity(Combiner combiner, mlir::Type elementType);

/// a (+) b, rounded or wrapped to the element type.
Scalar combine(Combiner combiner, mlir::Type elementType, Scalar a, Scalar b,
               bool float64 = false);

/// The sub-tensor of `box`.
TensorValue extractBox(const TensorValue &global, const Box &box);

/// One local value per position of the placement: the box of each; of a P axis
/// the first rank of each group holds the value, the others the identity.
std::vector<TensorValue> splitIntoStates(const TensorValue &global,
                                         const Placement &placement,
                                         const Distribution &distribution);

/// The value that the states describe: partial ones are combined in the order
/// of the placement's rank list, boxes put side by side, of copies the first
/// one taken. States must have the shapes of their boxes.
TensorValue reassemble(llvm::ArrayRef<TensorValue> states,
                       const Placement &placement,
                       const Distribution &distribution,
                       llvm::ArrayRef<int64_t> shape, mlir::Type elementType,
                       bool float64 = false);

/// Two positions whose states should be equal and are not.
struct CopyMismatch {
  int64_t first, second; ///< positions in the rank list
  int64_t element;       ///< row-major in the local tensor
};
std::optional<CopyMismatch> findCopyMismatch(llvm::ArrayRef<TensorValue> states,
                                             const Placement &placement,
                                             const Distribution &distribution);

} // namespace sbp

#endif // SBP_INTERPRETER_LOCALSTATES_H
