// SignatureSpace.h: the signatures of one op on one placement
#ifndef SBP_LIB_INTERFACES_SIGNATURESPACE_H
#define SBP_LIB_INTERFACES_SIGNATURESPACE_H

#include "sbp/Interfaces/SignatureEnumeration.h"

namespace sbp {

/// The effect of one axis on the op: none (all-B), split a factor, or use the
/// op's additivity.
struct Choice {
  const Factor *factor = nullptr;
  const AdditiveSet *additive = nullptr;
};

/// Enumerates choices and builds signatures from them.
class SignatureSpace {
public:
  SignatureSpace(const RuledOp &op, const Placement &placement);

  /// Returns the choices of one axis; without dimensions of extent 1 if
  /// `normalised`.
  llvm::SmallVector<Choice> getChoices(unsigned axis, bool normalised) const;
  Component getOperand(const Choice &choice, unsigned index) const;
  Component getResult(const Choice &choice, unsigned index) const;
  /// Returns the signature of one choice per axis; `order` is kept if it has an
  /// effect.
  Signature build(llvm::ArrayRef<Choice> choices,
                  llvm::ArrayRef<int64_t> order) const;
  /// Returns true if the conditions of SignatureLegality.cpp hold.
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
  bool haveEqualCombiners(const Signature &signature) const;
  std::optional<llvm::SmallVector<int64_t>>
  getNesting(const Signature &signature) const;
  bool satisfyBlocks(llvm::ArrayRef<Choice> choices) const;
  bool satisfyExtents(llvm::ArrayRef<Choice> choices,
                      llvm::ArrayRef<int64_t> nesting) const;
};

/// Calls `visit` with every tuple of one choice per axis; stops if it returns
/// true, and returns that.
bool forEachTuple(llvm::ArrayRef<llvm::SmallVector<Choice>> choices,
                  llvm::SmallVectorImpl<Choice> &tuple,
                  llvm::function_ref<bool(llvm::ArrayRef<Choice>)> visit);

} // namespace sbp

#endif // SBP_LIB_INTERFACES_SIGNATURESPACE_H
