// BoxingReader.h: the first reader of a boxed value
#ifndef SBP_ANALYSIS_BOXING_BOXINGREADER_H
#define SBP_ANALYSIS_BOXING_BOXINGREADER_H

#include "sbp/Analysis/Boxing/BoxingPlans.h"
#include "sbp/Interfaces/SignatureEnumeration.h"

namespace sbp {

/// The first use of a boxing's result in program order. Skips further boxings
/// if they are the only uses.
class BoxingReader {
public:
  /// Finds the reader and its rule. `boxing` is at level 1 and must outlive
  /// this object, as must its reader.
  explicit BoxingReader(BoxingOp boxing);

  /// Returns the reading op; null without a use.
  mlir::Operation *getOp() const { return use ? use->getOwner() : nullptr; }
  /// Returns the number of the operand that reads the value. Requires a use.
  unsigned getOperand() const { return use->getOperandNumber(); }
  /// Returns true if an annotation requests the distribution: a constrain, a
  /// result, or no use at all.
  bool isRequested() const { return requested; }
  /// Returns true if the reader is the function's return.
  bool isResult() const;
  /// Returns true if the reader runs on the placement of the boxing's input.
  /// Requires a use.
  bool runsOnSourcePlacement() const;
  /// Returns the signature with which the reader could read the unboxed value;
  /// nullopt if it has none, if it runs on another placement, or if an
  /// annotation requests the boxing.
  const std::optional<Signature> &getUnboxed() const { return unboxed; }
  /// Returns true if the reader could read the same pieces after a reduction;
  /// false also where its choice is not free or it runs on another placement.
  bool readsReduced() const { return reduced; }
  /// Returns why it cannot read the unboxed value, never empty, for example
  /// "loop d1 (512) cannot be split: ..."; meaningless if getUnboxed() has one.
  std::string explainRefusal() const;
  /// Returns the distribution that the reader accepts and that is reached with
  /// the fewest bytes, without new partial values, and these bytes, summed over
  /// all ranks. Nullopt if the boxing's own is best, or if the choice is not
  /// free. `plan` is the plan of the boxing.
  std::optional<std::pair<Distribution, int64_t>>
  getCheapest(const BoxingPlan &plan) const;

private:
  /// Returns the first signature of the reader that reads `distribution`;
  /// nullopt if none does. Requires a rule.
  std::optional<Signature>
  getSignatureReading(const Distribution &distribution) const;

  mutable BoxingOp boxing; ///< ops have no const methods
  mlir::OpOperand *use;    ///< null without a use
  bool requested;
  std::optional<RuledOp> ruled; ///< rule of the reader, if its choice is free
  Placement placement;          ///< placement of the reader
  std::optional<Signature> unboxed;
  bool reduced = false;
};

/// Returns the least bytes, summed over all ranks, that a boxing from `from` to
/// `to` moves for a tensor with the shape and element size of `plan`.
int64_t getLeastBytes(const BoxingPlan &plan, const Placement &fromPlacement,
                      const Distribution &from, const Placement &toPlacement,
                      const Distribution &to);

} // namespace sbp

#endif // SBP_ANALYSIS_BOXING_BOXINGREADER_H
