// PlanTimes.cpp: what the plans of many boxings take by a topology

#include "sbp/Calculus/PlanTimes.h"
#include "WayFinder.h"

using namespace llvm;

namespace sbp {

struct PlanTimes::Memo {
  std::shared_ptr<const Placement> placement;
  PlanStages stages;
  AxisWays axisWays{stages};
};

PlanTimes::PlanTimes(const Placement &placement, ArrayRef<int64_t> shape,
                     const Topology &topology)
    : memo(new Memo{std::make_shared<const Placement>(placement),
                    PlanStages(shape, &topology)}) {}
PlanTimes::PlanTimes(PlanTimes &&) = default;
PlanTimes::~PlanTimes() = default;

double PlanTimes::getSeconds(const Distribution &from, const Distribution &to,
                             double elementBytes) {
  WayFinder finder(memo->stages, memo->axisWays, {memo->placement, from},
                   {memo->placement, to}, elementBytes);
  finder.find();
  return finder.getSeconds();
}

} // namespace sbp
