// SignatureEnumeration.h: signatures from rules
//
// One-axis choices (all-B, a factor, an additive set) are applied axis by axis,
// outermost first; what survives the conditions of calculus.md B.4 is sound.
#ifndef SBP_INTERFACES_SIGNATUREENUMERATION_H
#define SBP_INTERFACES_SIGNATUREENUMERATION_H

#include "sbp/Interfaces/SBPOpInterface.h"
#include <vector>

namespace sbp {

/// Whether values of `elementType` may be P(combiner): and/or on i1 only, i1
/// with nothing else, maxnum/minnum on floats, umax/umin on integers.
bool isLegalCombiner(Combiner combiner, mlir::Type elementType);

/// What an op says about itself together with its global types.
struct RuledOp {
  Rule rule;
  llvm::SmallVector<mlir::Type> operandTypes;
  llvm::SmallVector<mlir::Type> resultTypes;

  RuledOp(Rule rule, mlir::TypeRange operandTypes, mlir::TypeRange resultTypes);
  /// Asks the interface of `op`, which must have it.
  explicit RuledOp(mlir::Operation *op);
};

/// All sound signatures in the default order of axes, all-B first, each once.
/// Axes of size 1 are B and dims of extent 1 are not split: a rule cannot tell
/// these states apart. Empty iff the rule is an error.
std::vector<Signature> enumerateSignatures(const RuledOp &op,
                                           const Placement &placement);

/// Whether `signature` follows from the rule, in any `order` of axes and with
/// dims of any extent.
bool isSoundSignature(const RuledOp &op, const Placement &placement,
                      const Signature &signature);

/// The sound signatures that accept operands distributed as `operands`
/// (nothing: undetermined, fits all) without boxing. Where some accept them as
/// they are written only these are returned, else those that accept them by
/// subsumption. Non-tensor and shape-only operands are ignored.
std::vector<Signature>
signaturesFor(const RuledOp &op, const Placement &placement,
              llvm::ArrayRef<std::optional<Distribution>> operands);

/// Why no signature reads operand `operand` as `distribution`: "loop d1 (512)
/// cannot be cut: ...", or that only the other operands are in the way.
std::string explainRefusal(const RuledOp &op, unsigned operand,
                           const Distribution &distribution);

} // namespace sbp

#endif // SBP_INTERFACES_SIGNATUREENUMERATION_H
