// GivenPartials.h: where boxing must not make partial sums
#ifndef SBP_ANALYSIS_SELECTION_GIVENPARTIALS_H
#define SBP_ANALYSIS_SELECTION_GIVENPARTIALS_H

#include "sbp/Interfaces/SignatureEnumeration.h"

namespace sbp {

/// Whether `signature` may multiply partial sums of operand `index` by another
/// operand. A partial sum that boxing makes is zero on all ranks but one, and
/// zero times an infinity of that operand is NaN; so operand `index` is read as
/// a partial sum only where it is one already. An operand that is only added
/// (an init) may be made partial.
bool scalesPartialSum(const RuledOp &ruled, const Signature &signature,
                      size_t index);

/// Whether `signature` multiplies partial sums that would have to be made:
/// those of operands with `mayBeGiven` false. No choice takes such a signature.
bool scalesMadePartialSum(const RuledOp &ruled, const Signature &signature,
                          llvm::ArrayRef<bool> mayBeGiven);

} // namespace sbp

#endif // SBP_ANALYSIS_SELECTION_GIVENPARTIALS_H
