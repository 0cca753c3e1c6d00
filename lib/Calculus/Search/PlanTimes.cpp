// PlanTimes.cpp: predicted times of the plans of many boxings

#include "sbp/Calculus/PlanTimes.h"
#include "PlanSearch.h"

using namespace llvm;

namespace sbp {

/// The shared graph of distributions and the searches over it.
struct PlanTimes::Memo {
  std::shared_ptr<const Placement> placement;
  PlanGraph graph;
  AxisPaths axisPaths{graph};
};

PlanTimes::PlanTimes(const Placement &placement, ArrayRef<int64_t> shape,
                     const Topology &topology)
    : memo(new Memo{std::make_shared<const Placement>(placement),
                    PlanGraph(shape, &topology)}) {}
PlanTimes::PlanTimes(PlanTimes &&) = default;
PlanTimes::~PlanTimes() = default;

double PlanTimes::getSeconds(const Distribution &from, const Distribution &to,
                             double elementBytes) {
  PlanSearch finder(memo->graph, memo->axisPaths, {memo->placement, from},
                    {memo->placement, to}, elementBytes);
  finder.find();
  return finder.getSeconds();
}

} // namespace sbp
