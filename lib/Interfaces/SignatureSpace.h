// SignatureSpace.h: what every axis may do to an op
#ifndef SBP_LIB_INTERFACES_SIGNATURESPACE_H
#define SBP_LIB_INTERFACES_SIGNATURESPACE_H

#include "sbp/Interfaces/SignatureEnumeration.h"

namespace sbp {

/// What one axis does to the op: nothing (all-B), split a factor, or use the
/// op's additivity.
struct Choice {
  const Factor *factor = nullptr;
  const AdditiveSet *additive = nullptr;
};

/// The signatures of one op on one placement.
class SignatureSpace {
public:
  SignatureSpace(const RuledOp &op, const Placement &placement);

  /// The choices of one axis; without dims of extent 1 if `normalised`.
  llvm::SmallVector<Choice> getChoices(unsigned axis, bool normalised) const;
  Component getOperand(const Choice &choice, unsigned index) const;
  Component getResult(const Choice &choice, unsigned index) const;
  /// The signature of one choice per axis; `order` is kept where it matters.
  Signature build(llvm::ArrayRef<Choice> choices,
                  llvm::ArrayRef<int64_t> order) const;
  /// The conditions of calculus.md B.4.
  bool isLegal(llvm::ArrayRef<Choice> choices,
               const Signature &signature) const;

  bool isTensorOperand(unsigned index) const {
    return mlir::isa<mlir::RankedTensorType>(op.operandTypes[index]);
  }
  bool isShapeOnly(unsigned index) const {
    return index < op.rule.shapeOnly.size() && op.rule.shapeOnly[index];
  }
  const RuledOp &op;
  const Placement &placement;

private:
  Distribution finish(Distribution distribution,
                      llvm::ArrayRef<int64_t> order) const;
  bool combinersAgree(const Signature &signature) const;
  std::optional<llvm::SmallVector<int64_t>>
  getNesting(const Signature &signature) const;
  bool blocksAllow(llvm::ArrayRef<Choice> choices) const;
  bool extentsAllow(llvm::ArrayRef<Choice> choices,
                    llvm::ArrayRef<int64_t> nesting) const;
};

/// Calls `visit` with every tuple of one choice per axis; stops at true.
bool forEachTuple(llvm::ArrayRef<llvm::SmallVector<Choice>> choices,
                  llvm::SmallVectorImpl<Choice> &tuple,
                  llvm::function_ref<bool(llvm::ArrayRef<Choice>)> visit);

} // namespace sbp

#endif // SBP_LIB_INTERFACES_SIGNATURESPACE_H
