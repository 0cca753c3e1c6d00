// BoxingTransfer.h: what a group of a step does as a whole
//
// The atoms of a collective repeat themselves: the p atoms of an all_gather
// have the same p destinations each. A transfer says the same once per group,
// so that what looks at a plan takes time in its ranks, not in their square.
// Atoms are transfers written out; there is no second definition.
#ifndef SBP_CALCULUS_BOXINGTRANSFER_H
#define SBP_CALCULUS_BOXINGTRANSFER_H

#include "sbp/Calculus/BoxingPlan.h"

namespace sbp {

enum class TransferKind : uint8_t {
  /// Each destination gets, for all elements of the box, the combination of
  /// what all sources hold (no sources: the identity).
  Combine,
  /// The same, of the part of the box that the destination has room for.
  Scatter,
  /// Each destination gets, of the part of the box that it has room for, from
  /// each source what that one holds. The sources' pieces tile the box.
  Route
};
/// "combine", "scatter", "route".
llvm::StringRef getTransferKindName(TransferKind kind);
std::optional<TransferKind> parseTransferKind(llvm::StringRef name);

struct BoxingTransfer {
  TransferKind kind = TransferKind::Combine;
  Box box;
  llvm::ArrayRef<int64_t> sources, destinations; ///< world ranks
};

/// Calls `visit` for each transfer of `step`, whose ends have these layouts.
/// Deterministic. Lists are valid during the call.
void forEachTransfer(const BoxingStep &step, const Layout &from,
                     const Layout &to, llvm::ArrayRef<int64_t> shape,
                     llvm::function_ref<void(const BoxingTransfer &)> visit);

/// Of a fill, by position of `to`: whether the rank keeps what it has.
llvm::SmallVector<bool> getKeepers(const Layout &from, const Layout &to);

} // namespace sbp

#endif // SBP_CALCULUS_BOXINGTRANSFER_H
