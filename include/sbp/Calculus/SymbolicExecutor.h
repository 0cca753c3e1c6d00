// SymbolicExecutor.h - proof that a plan does what it says
//
// Runs the transfers of a plan, or of one step of it, on symbols: every rank
// holds pieces, each a box and the multiset of source terms combined in it. At
// the end every rank must hold its piece of the destination, copies must agree,
// and over the partial coordinates every term must be there once. Knows nothing
// of how plans are found. Reference calculus.md C.5.
#ifndef SBP_CALCULUS_SYMBOLICEXECUTOR_H
#define SBP_CALCULUS_SYMBOLICEXECUTOR_H

#include "sbp/Calculus/BoxingTransfer.h"

namespace sbp {

/// What is wrong with `plan` as a way from one placed distribution to the
/// other; nothing if it is right. Also checks that steps join up, that they
/// read and write only what a rank has room for, and that the reported
/// received elements are what the atoms move.
std::optional<std::string> verifyPlan(const BoxingPlan &plan,
                                      const Placement &fromPlacement,
                                      const Distribution &from,
                                      const Placement &toPlacement,
                                      const Distribution &to);

/// What is wrong with transfers.
struct TransferFault {
  std::string text;
  llvm::SmallVector<size_t, 2> transfers; ///< those that show it, by number
};

/// What is wrong with `transfers` as one step from local values of `from` to
/// local values of `to`, in which `combiner` combines; nothing if they are
/// right. Whatever comes before and after the step: it keeps the value alone.
std::optional<TransferFault>
verifyTransfers(llvm::ArrayRef<BoxingTransfer> transfers,
                const PlacedDistribution &from, const PlacedDistribution &to,
                llvm::ArrayRef<int64_t> shape,
                std::optional<Combiner> combiner);

} // namespace sbp

#endif // SBP_CALCULUS_SYMBOLICEXECUTOR_H
