// SymbolicExecutor.cpp: proof that a plan keeps the value
//
// Abstract interpretation of a plan: a rank's value is not numbers but, per
// element, the multiset of source terms combined in it. The plan is correct if
// the final multisets are those of the destination. Boxes with the same history
// share a multiset, so the cost depends on boxes, not on elements.

#include "sbp/Calculus/SymbolicExecutor.h"
#include "DestinationCheck.h"
#include "TransferExecutor.h"
#include "sbp/Calculus/Normalise.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Twine.h"

using namespace llvm;

namespace sbp {

static std::string describeTwice(int64_t rank, const Box &box) {
  return ("rank " + Twine(rank) + " gets " + toString(box) + " twice").str();
}

namespace {
class SymbolicExecutor {
public:
  SymbolicExecutor(const BoxingPlan &plan, const Placement &fromPlacement,
                   const Distribution &from, const Placement &toPlacement,
                   const Distribution &to)
      : plan(plan), fromPlacement(fromPlacement), from(from),
        toPlacement(toPlacement), to(to),
        source(fromPlacement, from, plan.shape),
        target(toPlacement, to, plan.shape), state(plan.shape, plan.worldSize) {
  }

  std::optional<std::string> run();

private:
  bool execute(const BoxingStep &step, int64_t index);
  bool checkJoins();
  bool checkTraffic(const BoxingStep &step, ArrayRef<int64_t> received);
  bool fail(const Twine &text) {
    error = (where + text).str();
    return false;
  }

  const BoxingPlan &plan;
  const Placement &fromPlacement;
  const Distribution &from;
  const Placement &toPlacement;
  const Distribution &to;
  Layout source, target;
  SymbolicState state;
  std::string where, error;
};
} // namespace

/// Checks that the reported traffic is what arrives from other ranks. An
/// all_reduce has a formula instead (its transfer states the result, not the
/// algorithm), of which only the total is checked.
bool SymbolicExecutor::checkTraffic(const BoxingStep &step,
                                    ArrayRef<int64_t> received) {
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
  Layout before(*step.from.placement, step.from.distribution, plan.shape);
  Layout after(*step.to.placement, step.to.distribution, plan.shape);
  TransferExecutor executor(
      state, before, after,
      {step.combiner, source.getCombiner(), target.getCombiner()});
  bool right = true;
  forEachTransfer(
      step, before, after, plan.shape, [&](const BoxingTransfer &transfer) {
        // Ranks with empty pieces take part, but there is nothing to deliver.
        if (right && getNumElements(transfer.box) > 0)
          right = executor.execute(transfer) || fail(executor.getError());
      });
  if (!right)
    return false;
  int64_t rank = -1;
  Box box;
  if (!state.commit(rank, box))
    return fail(describeTwice(rank, box));
  return checkTraffic(step, executor.getReceived());
}

static bool isSame(const PlacedDistribution &placed, const Placement &placement,
                   const Distribution &distribution, ArrayRef<int64_t> shape) {
  return placed.placement->sameRanks(placement) &&
         normalise(placement, placed.distribution, shape) ==
             normalise(placement, distribution, shape);
}

/// Checks that each step begins where the previous one ended, and that a plan
/// without steps has equal ends.
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
  setStart(state, source);
  bool right = checkJoins();
  for (auto [index, step] : llvm::enumerate(plan.steps))
    right = right && execute(step, index);
  if (!right)
    return error;
  return checkDestination(state, source, target);
}

std::optional<std::string> verifyPlan(const BoxingPlan &plan,
                                      const Placement &fromPlacement,
                                      const Distribution &from,
                                      const Placement &toPlacement,
                                      const Distribution &to) {
  return SymbolicExecutor(plan, fromPlacement, from, toPlacement, to).run();
}

/// Returns two transfers that deliver elements of `box` to `rank`.
static SmallVector<size_t, 2> findGivers(ArrayRef<BoxingTransfer> transfers,
                                         const Layout &after, int64_t rank,
                                         const Box &box) {
  SmallVector<size_t, 2> givers;
  for (auto [index, transfer] : llvm::enumerate(transfers))
    for (int64_t destination : transfer.destinations)
      if (givers.size() < 2 && destination == rank &&
          getNumElements(intersect(
              box, TransferExecutor::getPart(after, transfer, rank))) > 0)
        givers.push_back(index);
  return givers;
}

std::optional<TransferFault> verifyTransfers(ArrayRef<BoxingTransfer> transfers,
                                             const PlacedDistribution &from,
                                             const PlacedDistribution &to,
                                             ArrayRef<int64_t> shape,
                                             std::optional<Combiner> combiner) {
  Layout before(*from.placement, from.distribution, shape);
  Layout after(*to.placement, to.distribution, shape);
  SymbolicState state(shape,
                      std::max(before.getWorldSize(), after.getWorldSize()));
  setStart(state, before);
  TransferExecutor executor(state, before, after,
                            {combiner ? combiner : after.getCombiner(),
                             before.getCombiner(), after.getCombiner()});
  for (auto [index, transfer] : llvm::enumerate(transfers)) {
    if (getNumElements(transfer.box) == 0)
      return TransferFault{"moves nothing", {index}};
    if (!executor.execute(transfer))
      return TransferFault{executor.getError(), {index}};
  }
  int64_t rank = -1;
  Box box;
  if (!state.commit(rank, box))
    return TransferFault{describeTwice(rank, box),
                         findGivers(transfers, after, rank, box)};
  if (std::optional<std::string> wrong = checkDestination(state, before, after))
    return TransferFault{*wrong, {}};
  return std::nullopt;
}

} // namespace sbp
