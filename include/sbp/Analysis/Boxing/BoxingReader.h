// BoxingReader.h: who reads what a boxing makes, and why so
#ifndef SBP_ANALYSIS_BOXING_BOXINGREADER_H
#define SBP_ANALYSIS_BOXING_BOXINGREADER_H

#include "sbp/Analysis/Boxing/BoxingPlans.h"
#include "sbp/Interfaces/SignatureEnumeration.h"

namespace sbp {

/// The first use of what a boxing makes, through boxings behind it where
/// nobody reads it as it is.
class BoxingReader {
public:
  explicit BoxingReader(BoxingOp boxing);

  /// Null if nobody reads it.
  mlir::Operation *getOp() const { return use ? use->getOwner() : nullptr; }
  unsigned getOperand() const { return use->getOperandNumber(); }
  /// Whether a user says that the value is wanted so: a constrain or a result.
  bool isAsked() const { return asked; }
  bool isResult() const;
  /// Whether the reader runs on the placement that the value comes from.
  bool runsWhereMade() const;
  /// The signature by which an op reads the value as it was before the boxing;
  /// nothing where it cannot.
  const std::optional<Signature> &getUnboxed() const { return unboxed; }
  /// Whether it reads the value in the same pieces once they are whole.
  bool readsReduced() const { return reduced; }
  /// Why there is none: "loop d1 (512) cannot be cut: ...".
  std::string explainRefusal() const;
  /// The distribution that the op accepts and that is reached with the fewest
  /// bytes, with these; nothing if the boxing's own is.
  std::optional<std::pair<Distribution, int64_t>>
  getCheapest(const BoxingPlan &plan) const;

private:
  std::optional<Signature>
  getSignatureReading(const Distribution &distribution) const;

  mutable BoxingOp boxing; ///< ops have no const methods
  mlir::OpOperand *use;    ///< null if nobody reads it
  bool asked;
  std::optional<RuledOp> ruled; ///< of an op that is asked nothing
  Placement placement;          ///< where it runs
  std::optional<Signature> unboxed;
  bool reduced = false;
};

/// What one boxing to `to` would move at least, in bytes.
int64_t getLeastBytes(const BoxingPlan &plan, const Placement &fromPlacement,
                      const Distribution &from, const Placement &toPlacement,
                      const Distribution &to);

} // namespace sbp

#endif // SBP_ANALYSIS_BOXING_BOXINGREADER_H
