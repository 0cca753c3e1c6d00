// Normalise.h: legality and semantic equality of distributions
//
// Two ways of writing one set of local states are one distribution. Everything
// that compares distributions (verifiers, boxing, sharing, selection) asks
// here. DESIGN section 2, reference calculus.md 0.11.
#ifndef SBP_CALCULUS_NORMALISE_H
#define SBP_CALCULUS_NORMALISE_H

#include "sbp/Calculus/Distribution.h"

namespace sbp {

/// What a combiner must know of an element type.
enum class ElementKind : uint8_t { Float, Integer, Boolean };

/// Why `distribution` is not legal for a tensor of `shape` on `placement`: a
/// message without location, lower case, with the fix; nothing where it is
/// legal. Checks component count, dims, one combiner, the combiner against the
/// element kind, and that `order` is a permutation of the axes.
std::optional<std::string> verifyDistribution(const Placement &placement,
                                              const Distribution &distribution,
                                              llvm::ArrayRef<int64_t> shape,
                                              ElementKind elementKind);

/// Why a combiner is refused on an element kind; nothing where it is legal.
std::optional<std::string> verifyCombiner(Combiner combiner,
                                          ElementKind elementKind);

/// The canonical writing: axes of size 1 and splits of a dim of size 0 are B,
/// so is P of a tensor without elements; `order` is dropped where it has no
/// effect (it has one only between axes that split the same dim while more than
/// one element of it is left) and is otherwise the smallest sequence with that
/// effect. On one placement two distributions describe the same states iff
/// their canonical writings are equal.
Distribution normalise(const Placement &placement,
                       const Distribution &distribution,
                       llvm::ArrayRef<int64_t> shape);

/// `from` at `fromPlacement` <= `to` at `toPlacement`: every state of the first
/// is a state of the second on the same ranks, so no boxing is needed. The
/// placements may be different hierarchies over the same ranks; over different
/// ranks it is false. True means equal boxes on every rank, empty ones
/// included: a local value can stand for both. (Pieces without elements hold
/// anything, so that a boxing between them is a reinterpretation.)
bool isSubsumed(const Placement &fromPlacement, const Distribution &from,
                const Placement &toPlacement, const Distribution &to,
                llvm::ArrayRef<int64_t> shape);

class Layout;
/// The same for layouts over the same set of ranks.
bool isSubsumed(const Layout &from, const Layout &to);

} // namespace sbp

#endif // SBP_CALCULUS_NORMALISE_H
