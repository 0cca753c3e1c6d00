// ScaledPartials.h: signatures that multiply partial sums
#ifndef SBP_ANALYSIS_SELECTION_PRICES_SCALEDPARTIALS_H
#define SBP_ANALYSIS_SELECTION_PRICES_SCALEDPARTIALS_H

#include "sbp/Interfaces/SignatureEnumeration.h"

namespace sbp {

/// Returns true if `signature`, one of `ruled`, may multiply floating-point
/// partial sums of operand `index` by another operand. A boxing makes a partial
/// sum by zeros on all ranks but one, and zero times an infinity is NaN; so
/// such an operand may be read as a partial sum only where its producer leaves
/// one. An operand that is only added (an init) may be made partial by a
/// boxing.
bool scalesPartialSum(const RuledOp &ruled, const Signature &signature,
                      size_t index);

/// Returns true if `signature` multiplies partial sums that no producer leaves
/// (operands with `mayBePartial` false; one flag per operand). Such a signature
/// is never chosen.
bool scalesCreatedPartialSum(const RuledOp &ruled, const Signature &signature,
                             llvm::ArrayRef<bool> mayBePartial);

} // namespace sbp

#endif // SBP_ANALYSIS_SELECTION_PRICES_SCALEDPARTIALS_H
