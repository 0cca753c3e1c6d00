// PlanTimes.h: what the plans of many boxings take by a topology
#ifndef SBP_CALCULUS_PLANTIMES_H
#define SBP_CALCULUS_PLANTIMES_H

#include "sbp/Calculus/Topology.h"
#include <memory>

namespace sbp {

/// Boxings of a tensor of `shape` between distributions of one placement, which
/// are planned like planBoxing does. What plans have in common is worked out
/// once, whatever an element's size. `topology` stays alive. Not thread-safe.
class PlanTimes {
public:
  PlanTimes(const Placement &placement, llvm::ArrayRef<int64_t> shape,
            const Topology &topology);
  PlanTimes(PlanTimes &&);
  ~PlanTimes();

  /// Of elements of `elementBytes` bytes, which may be a fraction.
  double getSeconds(const Distribution &from, const Distribution &to,
                    double elementBytes);

private:
  struct Memo;
  std::unique_ptr<Memo> memo;
};

} // namespace sbp

#endif // SBP_CALCULUS_PLANTIMES_H
