//===- BoxingPlan.cpp - what the steps of a plan move ---------------------===//

#include "sbp/Calculus/BoxingPlan.h"
#include "sbp/Calculus/Exchange.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVectorExtras.h"
#include <map>

using namespace llvm;

namespace sbp {

StringRef getBoxingStepKindName(BoxingStepKind kind) {
  static constexpr const char *names[] = {
      "all_reduce", "reduce_scatter", "all_gather", "all_to_all",
      "broadcast",  "reduce",         "exchange",   "slice",
      "fill",       "combine",        "reinterpret"};
  return names[static_cast<unsigned>(kind)];
}

bool isLocal(BoxingStepKind kind) { return kind >= BoxingStepKind::Slice; }

raw_ostream &operator<<(raw_ostream &os, const PlacedDistribution &placed) {
  return os << "@" << placed.placement->name << ":" << placed.distribution;
}

int64_t BoxingPlan::getTotalBytes() const {
  int64_t elements = 0;
  for (const BoxingStep &step : steps)
    elements += step.totalReceived;
  return elements * elementBytes;
}

SmallVector<int64_t> BoxingPlan::getReceivedBytes() const {
  SmallVector<int64_t> bytes(worldSize, 0);
  for (const BoxingStep &step : steps)
    for (auto [rank, elements] : llvm::enumerate(step.received))
      bytes[rank] += elements * elementBytes;
  return bytes;
}

std::optional<SmallVector<int64_t>> BoxingPlan::getBoundBytes() const {
  if (!bound.perRank)
    return std::nullopt;
  return llvm::map_to_vector(*bound.perRank, [&](int64_t elements) {
    return elements * elementBytes;
  });
}

Box getBoxOfRank(const PlacedDistribution &placed, ArrayRef<int64_t> shape,
                 int64_t rank) {
  int64_t position = placed.placement->getPosition(rank);
  if (position < 0)
    return Box(shape.size(), Interval{0, 0});
  return getBoxAt(*placed.placement, placed.distribution, shape, position);
}

namespace {
/// The atoms of the collectives, from the groups and the boxes of their
/// members.
class CollectiveAtoms {
public:
  CollectiveAtoms(const BoxingStep &step, const Layout &from, const Layout &to,
                  function_ref<void(const BoxingAtom &)> visit)
      : step(step), from(from), to(to), visit(visit) {}

  void visitAll() {
    for (const auto &group : step.groups)
      visitGroup(group);
  }

private:
  Box getBox(const Layout &layout, int64_t rank) {
    return layout.getGlobalBox(layout.getBox(layout.getPosition(rank)));
  }
  void emit(const Box &box, ArrayRef<int64_t> sources,
            ArrayRef<int64_t> destinations) {
    if (getNumElements(box) > 0)
      visit({box,
             {sources.begin(), sources.end()},
             {destinations.begin(), destinations.end()}});
  }
  void visitGroup(ArrayRef<int64_t> group) {
    switch (step.kind) {
    case BoxingStepKind::AllReduce:
      return emit(getBox(to, group.front()), group, group);
    case BoxingStepKind::Reduce:
      return emit(getBox(to, group.front()), group, group.front());
    case BoxingStepKind::Broadcast:
      // The root may lie outside the destination, the last member does not.
      return emit(getBox(to, group.back()), group.front(), getTakers(group));
    case BoxingStepKind::ReduceScatter:
      for (int64_t rank : group)
        emit(getBox(to, rank), group, rank);
      return;
    case BoxingStepKind::AllGather:
      for (int64_t rank : group)
        emit(getBox(from, rank), rank, group);
      return;
    case BoxingStepKind::AllToAll:
      for (int64_t source : group)
        for (int64_t taker : group)
          emit(intersect(getBox(from, source), getBox(to, taker)), source,
               taker);
      return;
    default:
      llvm_unreachable("only collectives have groups");
    }
  }
  ArrayRef<int64_t> getTakers(ArrayRef<int64_t> group) {
    return to.getPosition(group.front()) < 0 ? group.drop_front() : group;
  }

  const BoxingStep &step;
  const Layout &from, &to;
  function_ref<void(const BoxingAtom &)> visit;
};
} // namespace

/// Every rank keeps what it has.
static void visitKept(const Layout &to,
                      function_ref<void(const BoxingAtom &)> visit) {
  for (int64_t i = 0, e = to.getNumPositions(); i < e; ++i)
    if (to.getVolume(to.getBox(i)) > 0)
      visit({to.getGlobalBox(to.getBox(i)), {to.getRank(i)}, {to.getRank(i)}});
}

void forEachAtom(const BoxingStep &step, ArrayRef<int64_t> shape,
                 function_ref<void(const BoxingAtom &)> visit) {
  Layout from(*step.from.placement, step.from.distribution, shape);
  Layout to(*step.to.placement, step.to.distribution, shape);
  if (step.kind == BoxingStepKind::Reinterpret)
    return visitKept(to, visit);
  if (!step.groups.empty())
    return CollectiveAtoms(step, from, to, visit).visitAll();
  if (!step.spreadsOwners)
    return Exchange(from, to).forEachAtom(Exchange::Round::Gather, visit);
  Layout origin(*step.origin->placement, step.origin->distribution, shape);
  Exchange(origin, to).forEachAtom(Exchange::Round::Spread, visit);
}

SmallVector<BoxingAtom> getAtoms(const BoxingStep &step,
                                 ArrayRef<int64_t> shape) {
  SmallVector<BoxingAtom> atoms;
  forEachAtom(step, shape,
              [&](const BoxingAtom &atom) { atoms.push_back(atom); });
  return atoms;
}

SmallVector<bool> getKeepers(const BoxingStep &step, ArrayRef<int64_t> shape) {
  SmallVector<bool> keeps(step.received.size(), false);
  forEachAtom(step, shape, [&](const BoxingAtom &atom) {
    for (int64_t rank : atom.destinations)
      keeps[rank] |= llvm::is_contained(atom.sources, rank);
  });
  return keeps;
}

SmallVector<BoxingMessage> getMessages(const BoxingStep &step,
                                       ArrayRef<int64_t> shape) {
  std::map<std::pair<int64_t, int64_t>, int64_t> elements;
  forEachAtom(step, shape, [&](const BoxingAtom &atom) {
    for (int64_t source : atom.sources)
      for (int64_t destination : atom.destinations)
        if (source != destination)
          elements[{source, destination}] += getNumElements(atom.box);
  });
  SmallVector<BoxingMessage> messages;
  for (auto [ends, count] : elements)
    messages.push_back({ends.first, ends.second, count});
  return messages;
}

} // namespace sbp
