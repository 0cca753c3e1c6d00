// Symmetry.h: permutations of states that change no cost
//
// Solutions that a permutation maps to each other cost the same, so one of each
// orbit is enough: of one variable, the states that a permutation maps to
// others can go. Example: two equal axes, and a variable with the states
// [S, B] and [B, S]; without annotations one of them suffices. A dual bound
// mixes such states at no cost, so that a gap would stay until branches part
// them.
#ifndef SBP_LIB_ANALYSIS_COSTNETWORK_SYMMETRY_H
#define SBP_LIB_ANALYSIS_COSTNETWORK_SYMMETRY_H

#include "sbp/Analysis/CostNetwork/Solver.h"

namespace sbp {

/// A variable and the states that suffice for it, ascending.
struct SufficientStates {
  unsigned variable;
  std::vector<unsigned> states;
};

/// Returns the permutations for some of the variables of a network, in the
/// order of `variables`.
std::vector<StatePermutation>
restrictTo(llvm::ArrayRef<unsigned> variables,
           llvm::ArrayRef<StatePermutation> permutations);

/// Returns the variable of `network` that loses most by the symmetries among
/// `permutations`; nullopt where no variable loses any. Each permutation has an
/// entry per variable; those that change some cost are ignored. `known`, an
/// assignment or empty, is replaced by one of equal cost within the states.
std::optional<SufficientStates>
findSufficientStates(const CostNetwork &network,
                     llvm::ArrayRef<StatePermutation> permutations,
                     std::vector<unsigned> &known);

} // namespace sbp

#endif // SBP_LIB_ANALYSIS_COSTNETWORK_SYMMETRY_H
