// LocalStates.h: the definition of a distribution on actual values
//
// A distribution is a predicate on local states. This file implements the
// definition: split a tensor into states that satisfy it, reassemble states,
// and check that replicas are equal. It uses no plan and no collective.
#ifndef SBP_INTERPRETER_LOCALSTATES_H
#define SBP_INTERPRETER_LOCALSTATES_H

#include "sbp/Calculus/Distribution.h"
#include "sbp/Interpreter/Interpreter.h"

namespace sbp {

/// Returns x with x (+) y = y for all y. The combiner must be legal for
/// `elementType`.
Scalar getIdentity(Combiner combiner, mlir::Type elementType);

/// Returns a (+) b, rounded or wrapped to the element type, for which the
/// combiner must be legal; floats are not rounded if `float64`.
Scalar combine(Combiner combiner, mlir::Type elementType, Scalar a, Scalar b,
               bool float64 = false);

/// Returns a copy of the elements of `box`, which must lie inside of the
/// tensor.
TensorValue extractBox(const TensorValue &global, const Box &box);

/// Returns one local value per position of the placement: its box of the
/// tensor. Along P axes the first rank of each group holds the value, the
/// others hold the identity.
std::vector<TensorValue> splitIntoStates(const TensorValue &global,
                                         const Placement &placement,
                                         const Distribution &distribution);

/// Returns the value that the states, one per position, describe: partial
/// values are combined in the order of the rank list, boxes are concatenated,
/// and the first of equal replicas is taken. States must have the shapes of
/// their boxes. Sums of f16 and bf16 are rounded once, at the end; nothing is
/// rounded if `float64`. Elements that no box contains are poison.
TensorValue reassemble(llvm::ArrayRef<TensorValue> states,
                       const Placement &placement,
                       const Distribution &distribution,
                       llvm::ArrayRef<int64_t> shape, mlir::Type elementType,
                       bool float64 = false);

/// Two positions whose states should be equal and differ.
struct CopyMismatch {
  int64_t first, second; ///< positions in the rank list
  int64_t element;       ///< row-major in the local tensor
};
/// Compares replicas, which must have one shape, with zeros of either sign
/// equal. Returns the first mismatch; nullopt if all replicas are equal.
std::optional<CopyMismatch> findCopyMismatch(llvm::ArrayRef<TensorValue> states,
                                             const Placement &placement,
                                             const Distribution &distribution);

} // namespace sbp

#endif // SBP_INTERPRETER_LOCALSTATES_H
