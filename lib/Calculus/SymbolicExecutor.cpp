//===- SymbolicExecutor.cpp - proof that a plan does what it says ---------===//

#include "sbp/Calculus/SymbolicExecutor.h"
#include "SymbolicState.h"
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
        target(toPlacement, to, plan.shape), state(plan.shape, plan.worldSize) {
  }

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
  bool checkPosition(int64_t position);
  bool checkBox(int64_t box);
  bool checkSum(const TermGrid &sum, const Box &box);
  bool checkEnd();
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
  Layout source, target;
  SymbolicState state;
  SmallVector<int64_t> received; ///< in the present step, by world rank
  SmallVector<int8_t> isWhole;   ///< of a set of terms; -1: not looked at yet
  std::string where, error;
};
} // namespace

static std::string toString(const Box &box) {
  std::string text;
  raw_string_ostream os(text);
  os << "[";
  llvm::interleave(
      box, os, [&](Interval range) { os << range.begin << ":" << range.end; },
      ", ");
  os << "]";
  return text;
}

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
    return room && (transfer.clips || isInside(transfer.box, *room));
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
  if (transfer.kind == BoxingTransfer::Kind::Route)
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
  return transfer.clips ? intersect(transfer.box, *getRoom(layout, rank))
                        : transfer.box;
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
  return transfer.kind == BoxingTransfer::Kind::Combine
             ? combine(after, transfer)
             : route(before, after, transfer);
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

/// A rank of the destination holds all of its piece and nothing else.
bool SymbolicExecutor::checkPosition(int64_t position) {
  Box box = target.getGlobalBox(target.getBox(position));
  int64_t rank = target.getRank(position);
  const TermGrid &held = state.get(rank);
  int64_t inside = held.getVolume(box);
  if (inside != held.getVolume())
    return fail("rank " + Twine(rank) + " holds elements of " +
                toString(held.getHull()) + " outside its " + toString(box));
  if (inside != getNumElements(box))
    return fail("rank " + Twine(rank) + " misses " +
                Twine(getNumElements(box) - inside) + " elements of its " +
                toString(box));
  return true;
}

/// Every term is there once; more than once is right where the combiner does
/// not mind.
bool SymbolicExecutor::checkSum(const TermGrid &sum, const Box &box) {
  // Values on several partial coordinates are combined by the destination.
  std::optional<Combiner> combiner =
      target.getNumPartials() > 1 ? to.getCombiner() : from.getCombiner();
  bool mayRepeat = combiner && isIdempotent(*combiner);
  isWhole.resize(state.getSets().size(), -1);
  bool right = true;
  sum.forEachPiece(box, [&](const TermGrid::Piece &piece) {
    int8_t &known = isWhole[piece.terms];
    if (!right || known == 1)
      return;
    SmallVector<int64_t> counts(source.getNumPartials(), 0);
    for (int64_t term : state.getSets().get(piece.terms))
      ++counts[term];
    for (auto [term, times] : llvm::enumerate(counts))
      if (right && times != 1 && !(mayRepeat && times > 1))
        right = fail("term " + Twine(term) + " is counted " + Twine(times) +
                     " times in " + toString(piece.box));
    known = right;
  });
  return right;
}

/// Copies agree, and the terms of all partial coordinates are all the terms.
bool SymbolicExecutor::checkBox(int64_t index) {
  Box box = target.getGlobalBox(index);
  if (getNumElements(box) == 0)
    return true;
  // Terms of another combiner than the destination's must meet.
  bool mustMeet = source.getNumPartials() > 1 && target.getNumPartials() > 1 &&
                  from.getCombiner() != to.getCombiner();
  bool right = true;
  SmallVector<int64_t> firsts;
  for (int64_t k = 0; k < target.getNumPartials(); ++k) {
    ArrayRef<int64_t> holders = target.getHolders(index, k);
    firsts.push_back(target.getRank(holders.front()));
    for (int64_t position : holders)
      if (!state.holdSame(target.getRank(position), firsts.back()))
        return fail("ranks " + Twine(firsts.back()) + " and " +
                    Twine(target.getRank(position)) + " differ on " +
                    toString(box));
    if (mustMeet)
      state.get(firsts.back())
          .forEachPiece(box, [&](const TermGrid::Piece &piece) {
            int64_t terms = state.getSets().get(piece.terms).size();
            if (right && terms != 0 && terms != source.getNumPartials())
              right = fail("terms of two combiners are mixed on " +
                           toString(piece.box));
          });
  }
  return right && checkSum(state.getSum(firsts, box), box);
}

bool SymbolicExecutor::checkEnd() {
  for (int64_t i = 0, e = target.getNumPositions(); i < e; ++i)
    if (!checkPosition(i))
      return false;
  for (int64_t box = 0; box < target.getNumBoxes(); ++box)
    if (!checkBox(box))
      return false;
  return true;
}

std::optional<std::string> SymbolicExecutor::run() {
  start();
  bool right = checkJoins();
  for (auto [index, step] : llvm::enumerate(plan.steps))
    right = right && execute(step, index);
  where.clear();
  right = right && checkEnd();
  if (right)
    return std::nullopt;
  return error;
}

std::optional<std::string> verifyPlan(const BoxingPlan &plan,
                                      const Placement &fromPlacement,
                                      const Distribution &from,
                                      const Placement &toPlacement,
                                      const Distribution &to) {
  return SymbolicExecutor(plan, fromPlacement, from, toPlacement, to).run();
}

} // namespace sbp
