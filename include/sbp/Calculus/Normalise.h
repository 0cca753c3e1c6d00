// Normalise.h: legality and semantic equality of distributions
//
// Several distributions can describe the same set of local states. Verifiers,
// boxing, sharing and selection all compare distributions through these
// functions, never by their components.
#ifndef SBP_CALCULUS_NORMALISE_H
#define SBP_CALCULUS_NORMALISE_H

#include "sbp/Calculus/Distribution.h"

namespace sbp {

/// The properties of an element type that decide which combiners it admits.
enum class ElementKind : uint8_t { Float, Integer, Boolean };

/// Returns why `distribution` is not legal for a tensor of `shape` on
/// `placement`, or nullopt if it is legal. The message is lower case, has no
/// location and includes the fix. Checks the number of components, dimensions,
/// windows, the single combiner, its element kind, and the axes of `order`.
std::optional<std::string> verifyDistribution(const Placement &placement,
                                              const Distribution &distribution,
                                              llvm::ArrayRef<int64_t> shape,
                                              ElementKind elementKind);

/// Returns why a combiner is illegal on an element kind; nullopt if it is
/// legal.
std::optional<std::string> verifyCombiner(Combiner combiner,
                                          ElementKind elementKind);

/// Returns the canonical form: axes of size 1, splits of a dimension of size 0
/// and partials of an empty tensor become B; windows that are the elements and
/// an `order` without an effect are dropped (it has one only between axes that
/// split one dimension while several elements remain), else the smallest equal
/// order is taken. Without windows, two distributions on one placement describe
/// the same states if and only if their canonical forms are equal.
Distribution normalise(const Placement &placement,
                       const Distribution &distribution,
                       llvm::ArrayRef<int64_t> shape);

/// Returns true if `from` <= `to`: every state of the first is a state of the
/// second on the same ranks, so no boxing is needed. The placements may arrange
/// the same ranks differently; false for different ranks. True implies equal
/// boxes on every rank, empty ones included, so that one local value serves
/// both (a boxing between pieces without elements is a reinterpretation).
bool isSubsumed(const Placement &fromPlacement, const Distribution &from,
                const Placement &toPlacement, const Distribution &to,
                llvm::ArrayRef<int64_t> shape);

class Layout;
/// Returns the same for layouts over the same set of ranks, of one shape and of
/// canonical forms.
bool isSubsumed(const Layout &from, const Layout &to);

} // namespace sbp

#endif // SBP_CALCULUS_NORMALISE_H
