// BoxingExplanation.h: explanations of boxings for reports and diagnostics
#ifndef SBP_ANALYSIS_BOXING_BOXINGEXPLANATION_H
#define SBP_ANALYSIS_BOXING_BOXINGEXPLANATION_H

#include "sbp/Analysis/Boxing/BoxingReader.h"

namespace sbp {

/// One boxing with its plan and its first reader. Texts are phrases without
/// location and period; placements are those of the module around the boxing.
class BoxingExplanation {
public:
  /// `plan` is the plan of `boxing`, which runs `executions` times a step. The
  /// plan and the IR must outlive this object and stay unchanged.
  BoxingExplanation(BoxingOp boxing, const BoxingPlan &plan, int64_t executions)
      : boxing(boxing), plan(plan), executions(executions), reader(boxing) {}

  /// Returns true if the boxing neither moves nor changes values.
  bool isNoOp() const;
  /// Returns true if a split tensor is gathered on every rank of its placement
  /// although no annotation, nor the decomposition of one op, requests it.
  bool isUnrequestedGather() const;
  /// Returns true for such a gather if only the reader's rule forces it: the
  /// reader runs on the same placement and cannot read the value split. False
  /// if the boxing completes partial sums for it.
  bool isForcedGather() const {
    return isUnrequestedGather() && reader.runsOnSourcePlacement() &&
           !reader.readsReduced();
  }

  /// Returns "result of 'linalg.matmul' from @p:[P] to @p:[B] by all_reduce, 8
  /// bytes a step (at least 8); because result #0 'y' has this distribution".
  std::string getFacts() const;
  /// Returns why the reader does not take the value unboxed, and how to avoid
  /// the boxing. Never empty, also for a boxing that an annotation requests.
  std::string getAdvice() const;
  /// Returns a change at the producer that avoids the boxing, with the cheapest
  /// other distribution that the reader accepts where there is one.
  std::string getRemedy() const;
  /// Returns the bytes that the boxing moves in a step, summed over all ranks.
  int64_t getBytes() const { return executions * plan.getTotalBytes(); }
  const BoxingReader &getReader() const { return reader; }
  BoxingOp getBoxing() const { return boxing; }
  /// Returns the value at the start of the chain of boxings that ends here: an
  /// argument, or the result of another op than a boxing.
  mlir::Value getValue() const;

private:
  /// Returns the kinds of the plan's moves, separated by commas.
  std::string getSteps() const;
  /// Returns the advice for a boxing that an annotation requests.
  std::string getRequestedAdvice() const;
  /// Returns a clause about BoxingReader::getCheapest, empty without one.
  std::string getCheaperReading() const;

  mutable BoxingOp boxing; ///< ops have no const methods
  const BoxingPlan &plan;
  int64_t executions;
  BoxingReader reader;
};

/// Returns text such as "@mesh:[S(0), B]".
std::string toText(DistributionAttr distribution);

} // namespace sbp

#endif // SBP_ANALYSIS_BOXING_BOXINGEXPLANATION_H
