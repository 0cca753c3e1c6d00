// SignatureEnumeration.h: signatures from rules
//
// One-axis choices (all-B, a factor, an additive set) are applied axis by axis,
// outermost first. Combinations that satisfy the nesting conditions of
// SignatureLegality.cpp are sound.
#ifndef SBP_INTERFACES_SIGNATUREENUMERATION_H
#define SBP_INTERFACES_SIGNATUREENUMERATION_H

#include "sbp/Interfaces/SBPOpInterface.h"
#include <vector>

namespace sbp {

/// Returns true if values of `elementType` may be P(combiner): and/or on i1
/// only, no other combiner on i1, maxnum/minnum on floats, umax/umin on
/// integers. False for index and types that are no numbers.
bool isLegalCombiner(Combiner combiner, mlir::Type elementType);

/// The rule of an op together with its global types.
struct RuledOp {
  Rule rule;
  llvm::SmallVector<mlir::Type> operandTypes;
  llvm::SmallVector<mlir::Type> resultTypes;

  /// Takes over a rule for an op of these types; one entry per operand and per
  /// result.
  RuledOp(Rule rule, mlir::TypeRange operandTypes, mlir::TypeRange resultTypes);
  /// Derives the rule of `op`, which must implement SBPOpInterface. Keeps no
  /// reference to `op`. See getRuledOp for a cached one.
  explicit RuledOp(mlir::Operation *op);
};

/// Returns all sound signatures in the default order of axes, each once, the
/// all-B signature first. Axes of size 1 are B and dimensions of extent 1 are
/// not split, because a rule cannot distinguish these states. Empty iff the
/// rule is an error.
std::vector<Signature> enumerateSignatures(const RuledOp &op,
                                           const Placement &placement);

/// Returns true if `signature` follows from the rule, for any `order` of axes
/// and dimensions of any extent.
bool isSoundSignature(const RuledOp &op, const Placement &placement,
                      const Signature &signature);

/// Returns the sound signatures that accept operands distributed as `operands`,
/// one entry per operand (nullopt fits all), without boxing: those that accept
/// them literally, else those that read some B as a P of an idempotent
/// combiner, else those that accept another spelling; empty if none does.
/// Non-tensor and shape-only operands are ignored.
std::vector<Signature>
signaturesFor(const RuledOp &op, const Placement &placement,
              llvm::ArrayRef<std::optional<Distribution>> operands);

/// Returns why no signature reads operand `operand` as `distribution`, for
/// example "loop d1 (512) cannot be split: ...", or that only the combination
/// with other axes is illegal. Never empty; meaningful only if no signature
/// exists.
std::string explainRefusal(const RuledOp &op, unsigned operand,
                           const Distribution &distribution);

} // namespace sbp

#endif // SBP_INTERFACES_SIGNATUREENUMERATION_H
