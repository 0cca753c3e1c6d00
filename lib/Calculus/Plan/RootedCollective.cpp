// RootedCollective.cpp: recognises broadcasts and reduces

#include "Collectives.h"

using namespace llvm;

namespace sbp {

/// One rank holds exactly the box that several others need: one group per
/// piece, its root first. Two ranks alone are a message, which an exchange
/// sends.
std::optional<BoxingStep> findBroadcast(const PlanNode &from,
                                        const PlanNode &to) {
  const Layout &a = from.layout, &b = to.layout;
  if (a.getNumPartials() > 1 || b.getNumPartials() > 1)
    return std::nullopt;
  BoxingStep step = makeStep(BoxingStepKind::Broadcast, from, to);
  bool worthwhile = false;
  for (int64_t box = 0; box < b.getNumBoxes(); ++box) {
    SmallVector<int64_t> lacking;
    std::optional<int64_t> root;
    for (int64_t position : b.getHolders(box, 0)) {
      int64_t rank = b.getRank(position), j = a.getPosition(rank);
      if (j >= 0 && haveEqualIntervals(a, a.getBox(j), b, box))
        root = root.value_or(rank);
      else if (j >= 0 && a.getOverlap(a.getBox(j), b, box) > 0)
        return std::nullopt;
      else
        lacking.push_back(rank);
    }
    // No receiver holds the box: take a rank outside of the destination that
    // holds exactly this box (one inside would have another piece to receive).
    for (int64_t i = 0; !root && i < a.getNumBoxes(); ++i)
      if (haveEqualIntervals(a, i, b, box))
        for (int64_t position : a.getHolders(i, 0))
          if (!root && b.getPosition(a.getRank(position)) < 0)
            root = a.getRank(position);
    if (!root)
      return std::nullopt;
    if (lacking.empty() || b.getVolume(box) == 0)
      continue;
    worthwhile |= lacking.size() > 1;
    step.groups.push_back({*root});
    step.groups.back().append(lacking);
    for (int64_t rank : lacking)
      step.totalReceived += step.received[rank] = b.getVolume(box);
  }
  if (!worthwhile)
    return std::nullopt;
  // Ranks that hold the value and send it to no one keep it in a group of one.
  SmallVector<bool> grouped(step.received.size());
  for (const auto &group : step.groups)
    for (int64_t rank : group)
      grouped[rank] = true;
  for (int64_t rank : b.getRanks())
    if (!grouped[rank])
      step.groups.push_back({rank});
  return step;
}

/// The terms of each piece are combined at a rank that holds one of them: one
/// group per piece, that rank first.
std::optional<BoxingStep> findReduce(const PlanNode &from, const PlanNode &to) {
  const Layout &a = from.layout, &b = to.layout;
  if (a.getNumPartials() == 1 || b.getNumPartials() > 1 ||
      b.getNumReplicas() > 1)
    return std::nullopt;
  BoxingStep step = makeStep(BoxingStepKind::Reduce, from, to);
  step.combiner = a.getCombiner();
  for (int64_t box = 0; box < b.getNumBoxes(); ++box) {
    int64_t root = b.getRank(b.getHolders(box, 0).front());
    int64_t j = a.getPosition(root);
    if (j < 0 || !haveEqualIntervals(a, a.getBox(j), b, box))
      return std::nullopt;
    step.groups.push_back({root});
    for (int64_t term = 0; term < a.getNumPartials(); ++term)
      if (term != a.getPartial(j))
        step.groups.back().push_back(
            a.getRank(a.getHolders(a.getBox(j), term)[a.getReplica(j)]));
    step.received[root] = (a.getNumPartials() - 1) * b.getVolume(box);
    step.totalReceived += step.received[root];
  }
  return step;
}

} // namespace sbp
