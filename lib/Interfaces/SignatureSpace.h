// SignatureSpace.h: the signatures of one op on one placement
#ifndef SBP_LIB_INTERFACES_SIGNATURESPACE_H
#define SBP_LIB_INTERFACES_SIGNATURESPACE_H

#include "sbp/Interfaces/SignatureEnumeration.h"

namespace sbp {

/// The effect of one axis on the op: none (both null: all-B), split a factor,
/// or use the op's additivity. The pointers lead into the rule of the RuledOp.
struct Choice {
  const Factor *factor = nullptr;
  const AdditiveSet *additive = nullptr;
};

/// Enumerates choices and builds signatures from them. An axis is its index in
/// the placement.
class SignatureSpace {
public:
  /// Both arguments must outlive this object and the choices that it returns.
  SignatureSpace(const RuledOp &op, const Placement &placement);

  /// Returns the choices of one axis, all-B first; without dimensions of extent
  /// 1 if `normalised`. All-B alone for an axis of size 1, and for an op whose
  /// rule refuses distribution.
  llvm::SmallVector<Choice> getChoices(unsigned axis, bool normalised) const;
  /// Returns the component of operand `index` under a choice; B where it has no
  /// effect on it.
  Component getOperand(const Choice &choice, unsigned index) const;
  /// Returns the component of result `index` in the same way.
  Component getResult(const Choice &choice, unsigned index) const;
  /// Returns the signature of one choice per axis; `order` lists all axes, the
  /// outermost first, and is kept by distributions in which it has an effect.
  /// The signature need not be legal.
  Signature build(llvm::ArrayRef<Choice> choices,
                  llvm::ArrayRef<int64_t> order) const;
  /// Returns true if `signature`, built from `choices`, is sound: each value
  /// has one combiner that its element type allows, all values nest the splits
  /// of a dimension in one order, no partial value has halos, and every nested
  /// split meets the conditions of its factor on extents and blocks.
  bool isLegal(llvm::ArrayRef<Choice> choices,
               const Signature &signature) const;

  /// Returns true if operand `index` is a ranked tensor.
  bool isTensorOperand(unsigned index) const {
    return mlir::isa<mlir::RankedTensorType>(op.operandTypes[index]);
  }
  /// Returns true if the op reads only the shape of operand `index`.
  bool isShapeOnly(unsigned index) const {
    return index < op.rule.shapeOnly.size() && op.rule.shapeOnly[index];
  }
  const RuledOp &op;
  const Placement &placement;

private:
  /// Returns `distribution` with `order` where it differs from the default one.
  Distribution finish(Distribution distribution,
                      llvm::ArrayRef<int64_t> order) const;
  /// Returns true if each value has one combiner, legal for its element type.
  bool haveEqualCombiners(const Signature &signature) const;
  /// Returns the axes, outermost first, in an order that fits every value;
  /// nullopt if two values contradict each other.
  std::optional<llvm::SmallVector<int64_t>>
  getNesting(const Signature &signature) const;
  /// Returns true if factors with blocks are split into as many parts.
  bool satisfyBlocks(llvm::ArrayRef<Choice> choices) const;
  /// Returns true if every split in the order `nesting` divides the pieces of
  /// the splits outside of it as its factor requires.
  bool satisfyExtents(llvm::ArrayRef<Choice> choices,
                      llvm::ArrayRef<int64_t> nesting) const;
};

/// Calls `visit` with every tuple of one choice per axis that begins with
/// `tuple`; stops and returns true once it returns true, otherwise returns
/// false. `tuple` is empty at first and unchanged at the end. A tuple lives
/// during its visit.
bool forEachTuple(llvm::ArrayRef<llvm::SmallVector<Choice>> choices,
                  llvm::SmallVectorImpl<Choice> &tuple,
                  llvm::function_ref<bool(llvm::ArrayRef<Choice>)> visit);

} // namespace sbp

#endif // SBP_LIB_INTERFACES_SIGNATURESPACE_H
