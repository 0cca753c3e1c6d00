//===- SymbolicExecutor.cpp - proof that a plan does what it says ---------===//

#include "sbp/Calculus/SymbolicExecutor.h"
#include "DestinationCheck.h"
#include "sbp/Calculus/BoxingTransfer.h"
#include "sbp/Calculus/Normalise.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Twine.h"

using namespace llvm;

namespace sbp {

namespace {
class SymbolicExecutor {
public:
  SymbolicExecutor(const BoxingPlan &plan, const Placement &fromPlacement,
                   const Distribution &from, const Placement &toPlacement,
                   const Distribution &to)
      : plan(plan), fromPlacement(fromPlacement), from(from),
        toPlacement(toPlacement), to(to),
        source(fromPlacement, from, plan.shape),
        state(plan.shape, plan.worldSize) {}

  std::optional<std::string> run();

private:
  void start();
  bool execute(const BoxingStep &step, int64_t index);
  bool executeTransfer(const BoxingStep &step, const Layout &before,
                       const Layout &after, const BoxingTransfer &transfer);
  bool combine(const Layout &after, const BoxingTransfer &transfer);
  bool route(const Layout &before, const Layout &after,
             const BoxingTransfer &transfer);
  bool checkRoom(const Layout &before, const Layout &after,
                 const BoxingTransfer &transfer);
  bool checkCombiner(const BoxingStep &step, const BoxingTransfer &transfer);
  bool checkJoins();
  bool checkTraffic(const BoxingStep &step);
  bool fail(const Twine &text) {
    error = (where + text).str();
    return false;
  }
  std::optional<Combiner> getSourceCombiner() const {
    return source.getNumPartials() > 1 ? from.getCombiner() : std::nullopt;
  }

  const BoxingPlan &plan;
  const Placement &fromPlacement;
  const Distribution &from;
  const Placement &toPlacement;
  const Distribution &to;
  Layout source;
  SymbolicState state;
  SmallVector<int64_t> received; ///< in the present step, by world rank
  std::string where, error;
};
} // namespace

static bool isInside(const Box &box, const Box &room) {
  return intersect(box, room) == box;
}

/// Empty for ranks outside the layout.
static std::optional<Box> getRoom(const Layout &layout, int64_t rank) {
  int64_t position = layout.getPosition(rank);
  if (position < 0)
    return std::nullopt;
  return layout.getGlobalBox(layout.getBox(position));
}

void SymbolicExecutor::start() {
  for (int64_t i = 0, e = source.getNumPositions(); i < e; ++i)
    state.setStart(source.getRank(i), source.getGlobalBox(source.getBox(i)),
                   source.getPartial(i));
}

bool SymbolicExecutor::checkRoom(const Layout &before, const Layout &after,
                                 const BoxingTransfer &transfer) {
  auto hasRoom = [&](const Layout &layout, int64_t rank) {
    std::optional<Box> room = getRoom(layout, rank);
    return room && (transfer.kind != TransferKind::Combine ||
                    isInside(transfer.box, *room));
  };
  for (int64_t rank : transfer.sources)
    if (!hasRoom(before, rank))
      return fail("reads " + toString(transfer.box) + " outside rank " +
                  Twine(rank));
  for (int64_t rank : transfer.destinations)
    if (!hasRoom(after, rank))
      return fail("writes " + toString(transfer.box) + " outside rank " +
                  Twine(rank));
  return true;
}

bool SymbolicExecutor::checkCombiner(const BoxingStep &step,
                                     const BoxingTransfer &transfer) {
  if (transfer.kind == TransferKind::Route)
    return true;
  if (transfer.sources.size() > 1 &&
      (!step.combiner || step.combiner != getSourceCombiner()))
    return fail("combines with another combiner than the source's");
  if (transfer.sources.empty() &&
      (!step.combiner ||
       step.to.distribution.getCombiner() != to.getCombiner()))
    return fail("fills with the identity of another combiner than the "
                "destination's");
  return true;
}

/// How often `rank` stands in a sorted list.
static int64_t countIn(ArrayRef<int64_t> sorted, int64_t rank) {
  auto range = std::equal_range(sorted.begin(), sorted.end(), rank);
  return range.second - range.first;
}

/// The part of a transfer's box that `rank` has room for.
static Box getPart(const Layout &layout, const BoxingTransfer &transfer,
                   int64_t rank) {
  return transfer.kind == TransferKind::Combine
             ? transfer.box
             : intersect(transfer.box, *getRoom(layout, rank));
}

bool SymbolicExecutor::combine(const Layout &after,
                               const BoxingTransfer &transfer) {
  int64_t missing = -1;
  if (!state.combine(transfer.sources, transfer.box, missing))
    return fail("rank " + Twine(missing) + " does not hold all of " +
                toString(transfer.box));
  SmallVector<int64_t> sources(transfer.sources);
  llvm::sort(sources);
  for (int64_t rank : transfer.destinations) {
    Box part = getPart(after, transfer, rank);
    int64_t others = sources.size() - countIn(sources, rank);
    received[rank] += others * getNumElements(part);
    state.give(rank, part);
  }
  return true;
}

bool SymbolicExecutor::route(const Layout &before, const Layout &after,
                             const BoxingTransfer &transfer) {
  auto getPiece = [&](int64_t rank) { return getPart(before, transfer, rank); };
  int64_t culprit = -1;
  Box box;
  switch (state.unite(transfer.sources, getPiece, culprit, box)) {
  case SymbolicState::Union::Missing:
    return fail("rank " + Twine(culprit) + " does not hold all of " +
                toString(box));
  case SymbolicState::Union::Overlap:
    return fail("hands out " + toString(box) + " twice");
  case SymbolicState::Union::Right:
    break;
  }
  SmallVector<int64_t> sources(transfer.sources);
  llvm::sort(sources);
  for (int64_t rank : transfer.destinations) {
    Box part = getPart(after, transfer, rank);
    received[rank] += state.getOfferedVolume(part);
    if (countIn(sources, rank) > 0)
      received[rank] -= getNumElements(intersect(getPiece(rank), part));
    state.give(rank, part);
  }
  return true;
}

bool SymbolicExecutor::executeTransfer(const BoxingStep &step,
                                       const Layout &before,
                                       const Layout &after,
                                       const BoxingTransfer &transfer) {
  if (getNumElements(transfer.box) == 0)
    return true; // Ranks with empty pieces take part.
  if (!checkRoom(before, after, transfer) || !checkCombiner(step, transfer))
    return false;
  return transfer.kind == TransferKind::Route ? route(before, after, transfer)
                                              : combine(after, transfer);
}

/// What a rank receives is what comes from others; all_reduce is counted by its
/// formula instead (its transfer says what, not how).
bool SymbolicExecutor::checkTraffic(const BoxingStep &step) {
  int64_t total = 0;
  for (int64_t elements : step.received)
    total += elements;
  if (total != step.totalReceived)
    return fail("the total of " + Twine(step.totalReceived) +
                " elements is not the sum over ranks, " + Twine(total));
  if (step.kind == BoxingStepKind::AllReduce)
    return true;
  for (auto [rank, elements] : llvm::enumerate(received))
    if (elements != step.received[rank])
      return fail("rank " + Twine(rank) + " receives " + Twine(elements) +
                  " elements, not " + Twine(step.received[rank]));
  return true;
}

bool SymbolicExecutor::execute(const BoxingStep &step, int64_t index) {
  where = ("step #" + Twine(index) + " (" + getBoxingStepKindName(step.kind) +
           "): ")
              .str();
  received.assign(plan.worldSize, 0);
  Layout before(*step.from.placement, step.from.distribution, plan.shape);
  Layout after(*step.to.placement, step.to.distribution, plan.shape);
  bool right = true;
  forEachTransfer(
      step, before, after, plan.shape, [&](const BoxingTransfer &transfer) {
        right = right && executeTransfer(step, before, after, transfer);
      });
  if (!right)
    return false;
  int64_t culprit = -1;
  Box box;
  if (!state.commit(culprit, box))
    return fail("rank " + Twine(culprit) + " gets " + toString(box) + " twice");
  return checkTraffic(step);
}

static bool isSame(const PlacedDistribution &placed, const Placement &placement,
                   const Distribution &distribution, ArrayRef<int64_t> shape) {
  return placed.placement->sameRanks(placement) &&
         normalise(placement, placed.distribution, shape) ==
             normalise(placement, distribution, shape);
}

/// Each step begins where the one before ended. Without steps both ends are the
/// same.
bool SymbolicExecutor::checkJoins() {
  const Placement *placement = &fromPlacement;
  const Distribution *distribution = &from;
  for (auto [index, step] : llvm::enumerate(plan.steps)) {
    if (!isSame(step.from, *placement, *distribution, plan.shape))
      return fail("step #" + Twine(index) +
                  " does not begin where the step before it ends");
    placement = step.to.placement.get();
    distribution = &step.to.distribution;
  }
  if (!isSame({std::make_shared<const Placement>(toPlacement), to}, *placement,
              *distribution, plan.shape))
    return fail("the last step does not end at the destination");
  return true;
}

std::optional<std::string> SymbolicExecutor::run() {
  start();
  bool right = checkJoins();
  for (auto [index, step] : llvm::enumerate(plan.steps))
    right = right && execute(step, index);
  if (!right)
    return error;
  Layout target(toPlacement, to, plan.shape);
  return checkDestination(state, source, target);
}

std::optional<std::string> verifyPlan(const BoxingPlan &plan,
                                      const Placement &fromPlacement,
                                      const Distribution &from,
                                      const Placement &toPlacement,
                                      const Distribution &to) {
  return SymbolicExecutor(plan, fromPlacement, from, toPlacement, to).run();
}

} // namespace sbp
