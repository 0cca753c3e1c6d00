// PlanTimes.h: predicted times of the plans of many boxings
#ifndef SBP_CALCULUS_PLANTIMES_H
#define SBP_CALCULUS_PLANTIMES_H

#include "sbp/Calculus/Topology.h"
#include <memory>

namespace sbp {

/// Predicts boxings of a tensor of `shape` between distributions of one
/// placement without windows, planned as planBoxing does. Distributions and
/// steps that several plans share are computed once for all element sizes.
/// `topology` must outlive it. Not thread-safe.
class PlanTimes {
public:
  /// Copies the placement and the shape. `topology` must contain all ranks of
  /// the placement.
  PlanTimes(const Placement &placement, llvm::ArrayRef<int64_t> shape,
            const Topology &topology);
  PlanTimes(PlanTimes &&);
  ~PlanTimes();

  /// Returns the predicted seconds of the best plan between two legal
  /// distributions of the placement; zero if nothing moves. `elementBytes` is
  /// the size of an element and may be a fraction.
  double getSeconds(const Distribution &from, const Distribution &to,
                    double elementBytes);

private:
  struct Memo;
  std::unique_ptr<Memo> memo;
};

} // namespace sbp

#endif // SBP_CALCULUS_PLANTIMES_H
