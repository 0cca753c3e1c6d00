// NeededCombiners.h: removes combiners that no optimal choice needs
#ifndef SBP_LIB_ANALYSIS_SELECTION_PRICES_NEEDEDCOMBINERS_H
#define SBP_LIB_ANALYSIS_SELECTION_PRICES_NEEDEDCOMBINERS_H

#include "sbp/Interfaces/SignatureEnumeration.h"
#include <set>

namespace sbp {

/// Symmetry breaking over combiners. If no op and no annotation produces
/// partial maxima, only boxings do, and a boxing makes partial minima at the
/// same cost. If in addition every op that accepts one accepts the other in the
/// same way, each choice with maxima has an equal one with minima: one combiner
/// suffices. If nothing produces partial values at all and they only pass
/// through unary ops that can be split along any dimension instead, none is
/// needed: the split passes as well and moves less afterwards. The number of
/// signatures grows with the axes as a power of the combiners, so each combiner
/// removed saves much.
class NeededCombiners {
public:
  /// Adds an op that runs on `ranks` ranks; `op` is not kept. All ops and
  /// annotations are added before `decide`.
  void addOp(const RuledOp &op, int64_t ranks);
  /// Adds the distribution of an annotated value of `shape`.
  void addAnnotation(const Placement &placement,
                     const Distribution &distribution,
                     llvm::ArrayRef<int64_t> shape);
  /// Determines the combiners that are not needed; before, all are.
  void decide();
  /// Removes all combiners if nothing produces partial values. The remaining
  /// choices keep their costs, but the cheapest may be among the removed ones,
  /// so this is only for ops with too many signatures. Returns false if nothing
  /// changed.
  bool dropUnproduced();
  /// Returns `op` without the additive sets of combiners that are not needed.
  RuledOp reduce(const RuledOp &op) const;

private:
  /// The effect of one choice for an axis on operands, then results: a combiner
  /// where it makes them partial, and the factor that it splits.
  using Use = std::vector<int>;
  /// The uses of one op, sorted; equal for ops with equal choices.
  struct Op {
    std::vector<Use> uses;
    bool operator<(const Op &other) const { return uses < other.uses; }
  };
  /// Returns true if `other` can stand for `dropped` in every op.
  bool replaces(Combiner other, Combiner dropped) const;
  /// Both return the use that a choice of the rule is; `index` is that of the
  /// factor.
  static Use getUse(const Factor &factor, size_t index);
  static Use getUse(const AdditiveSet &additive);

  std::set<Op> ops;
  bool isProduced[numCombiners] = {}, isDropped[numCombiners] = {};
  bool hasIrreplaceableUse = false; ///< partial, where no cut can stand for it
};

} // namespace sbp

#endif // SBP_LIB_ANALYSIS_SELECTION_PRICES_NEEDEDCOMBINERS_H
