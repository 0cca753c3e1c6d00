// BoxingExplanation.h: why a boxing exists, in sentences
#ifndef SBP_ANALYSIS_BOXING_BOXINGEXPLANATION_H
#define SBP_ANALYSIS_BOXING_BOXINGEXPLANATION_H

#include "sbp/Analysis/Boxing/BoxingReader.h"

namespace sbp {

/// One boxing with its plan and its first reader.
class BoxingExplanation {
public:
  BoxingExplanation(BoxingOp boxing, const BoxingPlan &plan)
      : boxing(boxing), plan(plan), reader(boxing) {}

  /// Nothing moves and no value changes.
  bool isNoOp() const;
  /// The tensor was cut, every rank gets all of it, and no user said so.
  bool isUnaskedGather() const;
  /// Such a gather that is there only because the reader cannot read it cut:
  /// not where sums are completed, nor where it runs on other ranks.
  bool isForcedGather() const {
    return isUnaskedGather() && reader.runsWhereMade() &&
           !reader.readsReduced();
  }

  /// "result of 'linalg.matmul' from @p:[P] to @p:[B] by all_reduce, 8 bytes a
  /// step (at least 8); because result #0 'y' is left so".
  std::string getFacts() const;
  /// How to avoid it, and why the reader does not take the value as it was.
  std::string getAdvice() const;
  /// What to do at the producer.
  std::string getRemedy() const;

  const BoxingPlan &getPlan() const { return plan; }
  const BoxingReader &getReader() const { return reader; }
  BoxingOp getBoxing() const { return boxing; }
  /// What was boxed first.
  mlir::Value getValue() const;

private:
  std::string getSteps() const;
  std::string getAskedAdvice() const;
  std::string getCheaperReading() const;

  mutable BoxingOp boxing; ///< ops have no const methods
  const BoxingPlan &plan;
  BoxingReader reader;
};

/// "@mesh:[S(0), B]".
std::string toText(DistributionAttr distribution);

} // namespace sbp

#endif // SBP_ANALYSIS_BOXING_BOXINGEXPLANATION_H
