// BoxingTransfer.h: the movement of one group of a step as a whole
//
// The atoms of a collective are repetitive: the p atoms of an all_gather have
// the same p destinations each. A transfer describes them once per group, so
// that passes over a plan take time linear in its ranks instead of quadratic.
// Atoms are derived from transfers; there is no second definition.
#ifndef SBP_CALCULUS_BOXINGTRANSFER_H
#define SBP_CALCULUS_BOXINGTRANSFER_H

#include "sbp/Calculus/BoxingPlan.h"

namespace sbp {

/// The rule by which a transfer distributes its box.
enum class TransferKind : uint8_t {
  /// Each destination receives, for all elements of the box, the combination of
  /// the values of all sources (without sources: the identity).
  Combine,
  /// Like Combine, restricted to the part of the box inside of the
  /// destination's local box.
  Scatter,
  /// Each destination receives, for the part of the box inside of its local
  /// box, the value of the source that holds it. The sources' boxes tile the
  /// box.
  Route
};
/// Returns "combine", "scatter" or "route".
llvm::StringRef getTransferKindName(TransferKind kind);
/// Returns the kind of that name, or nullopt for any other text.
std::optional<TransferKind> parseTransferKind(llvm::StringRef name);

/// One group's part of a step. The lists are borrowed: they belong to the
/// caller of the visitor or to the attribute that the transfer was read from.
struct BoxingTransfer {
  TransferKind kind = TransferKind::Combine;
  Box box;
  llvm::ArrayRef<int64_t> sources, destinations; ///< world ranks
};

/// Calls `visit` for each transfer of `step` between its two layouts, which are
/// those of `step.from` and `step.to` for `shape`, always in the same order.
/// The lists of a transfer are valid during the call only.
void forEachTransfer(const BoxingStep &step, const Layout &from,
                     const Layout &to, llvm::ArrayRef<int64_t> shape,
                     llvm::function_ref<void(const BoxingTransfer &)> visit);

/// Returns for each position of `to` whether a fill from `from`, each of whose
/// boxes lies inside of the rank's box of `to`, keeps that rank's value.
llvm::SmallVector<bool> getKeepers(const Layout &from, const Layout &to);

} // namespace sbp

#endif // SBP_CALCULUS_BOXINGTRANSFER_H
