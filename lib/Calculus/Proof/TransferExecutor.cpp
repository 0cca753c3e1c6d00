// TransferExecutor.cpp: symbolic execution of the transfers of one step
//
// A value is a multiset of terms per element, so that adding a term twice and
// losing one are both visible. Example: on two ranks that hold the terms t0 and
// t1 of P, "combine [0, 8) from {0, 1} to {0}" leaves {t0, t1} on rank 0, and 8
// elements are counted as received there (its own term does not travel). The
// same transfer with the sources {0, 0} is rejected: t0 would count twice.

#include "TransferExecutor.h"
#include "DestinationCheck.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Twine.h"

using namespace llvm;

namespace sbp {

static ArrayRef<Interval> getLocalBox(const Layout &layout, int64_t rank) {
  return layout.getIntervals(layout.getBox(layout.getPosition(rank)));
}

/// Returns true where `box` lies in `room` in every dimension.
static bool isInside(const Box &box, ArrayRef<Interval> room) {
  return llvm::all_of(llvm::zip_equal(box, room), [](auto pair) {
    auto [part, whole] = pair;
    return whole.begin <= part.begin && part.end <= whole.end;
  });
}

void setStart(SymbolicState &state, const Layout &source) {
  for (int64_t i = 0, e = source.getNumPositions(); i < e; ++i)
    state.setStart(source.getRank(i), source.getGlobalBox(source.getBox(i)),
                   source.getPartial(i));
}

TransferExecutor::TransferExecutor(SymbolicState &state, const Layout &before,
                                   const Layout &after, StepCombiners combiners)
    : state(state), before(before), after(after), combiners(combiners),
      received(state.getWorldSize(), 0) {}

bool TransferExecutor::fail(const Twine &text) {
  error = text.str();
  return false;
}

Box TransferExecutor::getPart(const Layout &layout,
                              const BoxingTransfer &transfer, int64_t rank) {
  return transfer.kind == TransferKind::Combine
             ? transfer.box
             : intersect(transfer.box, Box(getLocalBox(layout, rank)));
}

bool TransferExecutor::checkRanks(const BoxingTransfer &transfer) {
  for (int64_t rank : transfer.sources)
    if (before.getPosition(rank) < 0)
      return fail("rank " + Twine(rank) + " holds nothing of " +
                  toString(transfer.box));
  // A route delivers to each destination the part that lies in its local box;
  // a combination has one box, which each destination has to hold completely.
  auto hasRoom = [&](int64_t rank) {
    return after.getPosition(rank) >= 0 &&
           (transfer.kind != TransferKind::Combine ||
            isInside(transfer.box, getLocalBox(after, rank)));
  };
  for (int64_t rank : transfer.destinations)
    if (!hasRoom(rank))
      return fail("rank " + Twine(rank) + " has no room for " +
                  toString(transfer.box));
  return true;
}

/// Checks the terms of the sources: a combination has different terms, a route
/// has one. If a whole value results, all terms must be among them.
bool TransferExecutor::checkTerms(const BoxingTransfer &transfer) {
  // The usual case: a whole value from one source.
  if (transfer.sources.size() == 1 && before.getNumPartials() == 1)
    return true;
  SmallVector<int64_t> terms;
  for (int64_t rank : transfer.sources)
    terms.push_back(before.getPartial(before.getPosition(rank)));
  llvm::sort(terms);
  auto *repeated = std::adjacent_find(terms.begin(), terms.end());
  if (transfer.kind != TransferKind::Route && repeated != terms.end())
    return fail("partial value " + Twine(*repeated) + " is counted twice in " +
                toString(transfer.box));
  terms.erase(llvm::unique(terms), terms.end());
  if (transfer.kind == TransferKind::Route && terms.size() > 1)
    return fail("routes " + Twine(terms.size()) +
                " partial values as if they were one in " +
                toString(transfer.box));
  // Terms of another combiner must be reduced completely before the result can
  // be a term of the destination.
  bool mustMeet = after.getNumPartials() == 1 ||
                  (before.getNumPartials() > 1 && !terms.empty() &&
                   before.getCombiner() != after.getCombiner());
  if (mustMeet && static_cast<int64_t>(terms.size()) != before.getNumPartials())
    return fail("combines " + Twine(terms.size()) + " of " +
                Twine(before.getNumPartials()) + " partial values in " +
                toString(transfer.box));
  return true;
}

bool TransferExecutor::checkCombiner(const BoxingTransfer &transfer) {
  if (transfer.kind == TransferKind::Route)
    return true;
  if (transfer.sources.size() > 1 &&
      (!combiners.step || combiners.step != combiners.source))
    return fail("combines with another combiner than the source's");
  if (transfer.sources.empty() &&
      (!combiners.step || after.getCombiner() != combiners.target))
    return fail("fills with the identity of another combiner than the "
                "destination's");
  return true;
}

/// Returns how often `rank` occurs in a sorted list.
static int64_t countIn(ArrayRef<int64_t> sorted, int64_t rank) {
  auto range = std::equal_range(sorted.begin(), sorted.end(), rank);
  return range.second - range.first;
}

bool TransferExecutor::combine(const BoxingTransfer &transfer) {
  int64_t missing = -1;
  if (!state.combine(transfer.sources, transfer.box, missing))
    return fail("rank " + Twine(missing) + " does not hold all of " +
                toString(transfer.box));
  // A destination that is a source itself receives from the others only.
  SmallVector<int64_t> sources(transfer.sources);
  llvm::sort(sources);
  for (int64_t rank : transfer.destinations) {
    Box part = getPart(after, transfer, rank);
    int64_t others = sources.size() - countIn(sources, rank);
    received[rank] += others * getNumElements(part);
    state.deliver(rank, part);
  }
  return true;
}

bool TransferExecutor::route(const BoxingTransfer &transfer) {
  auto getPiece = [&](int64_t rank) { return getPart(before, transfer, rank); };
  int64_t culprit = -1;
  Box box;
  switch (state.assemble(transfer.sources, getPiece, culprit, box)) {
  case SymbolicState::Assembly::Missing:
    return fail("rank " + Twine(culprit) + " does not hold all of " +
                toString(box));
  case SymbolicState::Assembly::Overlap: {
    // Two of the sources hold elements of `box`; the message names the first
    // two.
    SmallVector<int64_t> holders;
    for (int64_t rank : transfer.sources)
      if (getNumElements(intersect(getPiece(rank), box)) > 0)
        holders.push_back(rank);
    return fail("ranks " + Twine(holders[0]) + " and " + Twine(holders[1]) +
                " hold the same elements " + toString(box));
  }
  case SymbolicState::Assembly::Complete:
    break;
  }
  int64_t elements = getNumElements(transfer.box);
  if (int64_t held = state.getOfferedVolume(transfer.box); held != elements)
    return fail("the sources hold " + Twine(held) + " of " + Twine(elements) +
                " elements of " + toString(transfer.box));
  SmallVector<int64_t> sources(transfer.sources);
  llvm::sort(sources);
  for (int64_t rank : transfer.destinations) {
    Box part = getPart(after, transfer, rank);
    received[rank] += getNumElements(part);
    // Elements that a destination holds itself do not travel.
    if (countIn(sources, rank) > 0)
      received[rank] -= getNumElements(intersect(getPiece(rank), part));
    state.deliver(rank, part);
  }
  return true;
}

bool TransferExecutor::execute(const BoxingTransfer &transfer) {
  if (!checkRanks(transfer) || !checkTerms(transfer) ||
      !checkCombiner(transfer))
    return false;
  return transfer.kind == TransferKind::Route ? route(transfer)
                                              : combine(transfer);
}

} // namespace sbp
