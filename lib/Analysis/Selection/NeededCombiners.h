// NeededCombiners.h: kinds of partial values that a choice can do without
#ifndef SBP_LIB_ANALYSIS_SELECTION_NEEDEDCOMBINERS_H
#define SBP_LIB_ANALYSIS_SELECTION_NEEDEDCOMBINERS_H

#include "sbp/Interfaces/SignatureEnumeration.h"
#include <set>

namespace sbp {

/// Partial maxima, say, that no op and no annotation makes are made by boxing
/// alone, and boxing makes minima as well for the same price. Where every op
/// that takes one takes the other in the same way, whatever is chosen with the
/// one can be chosen with the other: one of them is enough. Where nothing makes
/// partial values and they only pass through ops of one operand that may be cut
/// along any dim instead, not even one is: the cut that was made partial, or
/// the copy, passes as well and moves less behind. Signatures are by axis, so
/// each one less counts for as many axes as there are.
class NeededCombiners {
public:
  /// All ops of the module, on so many ranks, then `decide`.
  void addOp(const RuledOp &op, int64_t ranks);
  /// An annotation of a value of `shape` has it.
  void addGiven(const Placement &placement, const Distribution &distribution,
                llvm::ArrayRef<int64_t> shape);
  void decide();
  /// Leaves out all that boxing alone could make, where nothing makes partial
  /// values. No choice that is left gets dearer, but one that is left out may
  /// have been the cheapest: for ops that would have too many. False where that
  /// changes nothing.
  bool dropUnmade();
  /// `op` without what is not needed.
  RuledOp reduce(const RuledOp &op) const;

private:
  /// The effect of one choice for an axis on operands, then results: a combiner
  /// where it makes them partial, and the factor that it splits.
  using Use = std::vector<int>;
  struct Op {
    std::vector<Use> uses;
    bool operator<(const Op &other) const { return uses < other.uses; }
  };
  bool replaces(Combiner other, Combiner dropped) const;
  static Use getUse(const Factor &factor, size_t index);
  static Use getUse(const AdditiveSet &additive);

  std::set<Op> ops;
  bool isMade[numCombiners] = {}, isDropped[numCombiners] = {};
  bool isTakenOtherwise = false; ///< partial, where no cut can stand for it
};

} // namespace sbp

#endif // SBP_LIB_ANALYSIS_SELECTION_NEEDEDCOMBINERS_H
