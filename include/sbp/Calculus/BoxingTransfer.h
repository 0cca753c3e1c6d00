//===- BoxingTransfer.h - what a group of a step does as a whole ----------===//
//
// The atoms of a collective repeat themselves: the p atoms of an all_gather
// have the same p destinations each. A transfer says the same once per group,
// so that what looks at a plan takes time in its ranks, not in their square.
// Atoms are transfers written out; there is no second definition.
//
//===----------------------------------------------------------------------===//
#ifndef SBP_CALCULUS_BOXINGTRANSFER_H
#define SBP_CALCULUS_BOXINGTRANSFER_H

#include "sbp/Calculus/BoxingPlan.h"

namespace sbp {

struct BoxingTransfer {
  enum class Kind : uint8_t {
    /// Each destination gets, for the elements of `box`, the combination of
    /// what all sources hold (no sources: the identity).
    Combine,
    /// Each destination gets from each source what it holds inside `box`.
    Route
  };
  Kind kind = Kind::Combine;
  Box box;
  llvm::ArrayRef<int64_t> sources, destinations; ///< world ranks
  /// Destinations take the part of `box` that they have room for; else they
  /// must have room for all of it.
  bool clips = false;
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
