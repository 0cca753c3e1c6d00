// SymbolicExecutor.h: proof that a plan keeps the value
//
// Executes the transfers of a plan, or of one step, on symbols: every rank
// holds pieces, each a box and the multiset of source terms combined in it. At
// the end every rank must hold its piece of the destination, replicas must be
// equal, and over the partial coordinates every term must occur exactly once.
// It does not depend on how plans are found, so it detects faults of the
// planner.
#ifndef SBP_CALCULUS_SYMBOLICEXECUTOR_H
#define SBP_CALCULUS_SYMBOLICEXECUTOR_H

#include "sbp/Calculus/BoxingTransfer.h"

namespace sbp {

/// Returns what is wrong with `plan` as a boxing between two placed
/// distributions, or nullopt if it is correct. Also checks that consecutive
/// steps fit together, that they access only the local boxes of a rank, and
/// that the reported traffic is that of the atoms (for all_reduce: its sum).
std::optional<std::string> verifyPlan(const BoxingPlan &plan,
                                      const Placement &fromPlacement,
                                      const Distribution &from,
                                      const Placement &toPlacement,
                                      const Distribution &to);

/// An error in a list of transfers.
struct TransferFault {
  /// The message, without a location.
  std::string text;
  /// Indices of those at fault: two where an element is written twice (equal
  /// ones if one transfer does it), none where only the outcome is wrong.
  llvm::SmallVector<size_t, 2> transfers;
};

/// Returns what is wrong with `transfers` as one step from local values of
/// `from` to local values of `to` under `combiner` (that of `to` if absent), or
/// nullopt if they are correct: the step by itself keeps the value, whatever
/// surrounds it. A transfer of an empty box is a fault.
std::optional<TransferFault>
verifyTransfers(llvm::ArrayRef<BoxingTransfer> transfers,
                const PlacedDistribution &from, const PlacedDistribution &to,
                llvm::ArrayRef<int64_t> shape,
                std::optional<Combiner> combiner);

} // namespace sbp

#endif // SBP_CALCULUS_SYMBOLICEXECUTOR_H
