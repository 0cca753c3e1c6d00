// BoxingTransfer.cpp: transfers of a step, and atoms derived from them
//
// A collective is one transfer per group, an exchange one transfer per atom, a
// local step one or more transfers per rank. The atoms of a transfer are
// defined in Atoms.h, which compiler and runtime share.

#include "sbp/Calculus/BoxingTransfer.h"
#include "../Exchange/WindowExchange.h"
#include "Atoms.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace sbp {

using Visit = function_ref<void(const BoxingTransfer &)>;
using Kind = TransferKind;

static constexpr StringLiteral kKindNames[] = {"combine", "scatter", "route"};

StringRef getTransferKindName(TransferKind kind) {
  return kKindNames[static_cast<unsigned>(kind)];
}

std::optional<TransferKind> parseTransferKind(StringRef name) {
  const auto *found = llvm::find(kKindNames, name);
  if (found == std::end(kKindNames))
    return std::nullopt;
  return static_cast<TransferKind>(found - kKindNames);
}

/// Returns the local box of a rank; an empty box outside of the layout.
static Box getBoxOf(const Layout &layout, int64_t rank) {
  int64_t position = layout.getPosition(rank);
  if (position < 0)
    return Box(layout.getNumDims(), Interval{0, 0});
  return layout.getGlobalBox(layout.getBox(position));
}

/// Returns the smallest box around the local boxes of `ranks`.
static Box getHull(const Layout &layout, ArrayRef<int64_t> ranks) {
  std::optional<Box> hull;
  for (int64_t rank : ranks) {
    Box box = getBoxOf(layout, rank);
    if (!hull)
      hull = box;
    if (getNumElements(box) == 0)
      continue;
    if (getNumElements(*hull) == 0)
      hull = box;
    for (auto [range, part] : llvm::zip_equal(*hull, box))
      range = {std::min(range.begin, part.begin),
               std::max(range.end, part.end)};
  }
  return hull.value_or(Box(layout.getNumDims(), Interval{0, 0}));
}

/// Returns the members that receive a broadcast: the root may lie outside of
/// the destination's placement.
static ArrayRef<int64_t> getReceivers(const Layout &to,
                                      ArrayRef<int64_t> group) {
  return to.getPosition(group.front()) < 0 ? group.drop_front() : group;
}

/// Returns the transfer that performs the collective of one group.
static BoxingTransfer getGroupTransfer(const BoxingStep &step, const Layout &to,
                                       ArrayRef<int64_t> group) {
  BoxingTransfer transfer = {Kind::Combine, {}, group, group};
  switch (step.kind) {
  case BoxingStepKind::AllGather:
  case BoxingStepKind::AllToAll:
    transfer.kind = Kind::Route;
    break;
  case BoxingStepKind::Broadcast:
    transfer.sources = group.take_front();
    transfer.destinations = getReceivers(to, group);
    break;
  case BoxingStepKind::Reduce:
    transfer.destinations = group.take_front();
    break;
  default:
    assert(!isLocal(step.kind) && step.kind != BoxingStepKind::Exchange &&
           "only collectives have groups");
  }
  transfer.box = getHull(to, transfer.destinations);
  // Members with smaller boxes (uneven splits, reduce_scatter) receive a part.
  auto takesAll = [&](int64_t rank) {
    return getBoxOf(to, rank) == transfer.box;
  };
  if (transfer.kind == Kind::Combine &&
      !llvm::all_of(transfer.destinations, takesAll))
    transfer.kind = Kind::Scatter;
  return transfer;
}

/// Visits a local copy for each rank: it keeps its box of `to`.
static void visitKept(const Layout &to, Visit visit) {
  for (int64_t i = 0, e = to.getNumPositions(); i < e; ++i) {
    int64_t rank = to.getRank(i);
    if (to.getVolume(to.getBox(i)) > 0)
      visit({Kind::Combine, to.getGlobalBox(to.getBox(i)), rank, rank});
  }
}

SmallVector<bool> getKeepers(const Layout &from, const Layout &to) {
  SmallVector<bool> keeps(to.getNumPositions());
  Exchange(from, to).forEachKeeper(
      [&](int64_t position) { keeps[position] = true; });
  return keeps;
}

/// Visits the transfers of a fill: a keeper has its piece of `from`, which lies
/// inside of its box of `to`, surrounded by identities; other ranks have
/// identities only.
static void visitFilled(const Layout &from, const Layout &to, Visit visit) {
  SmallVector<bool> keeps = getKeepers(from, to);
  for (int64_t i = 0, e = to.getNumPositions(); i < e; ++i) {
    if (to.getVolume(to.getBox(i)) == 0)
      continue;
    int64_t rank = to.getRank(i);
    Box rest = to.getGlobalBox(to.getBox(i));
    Box kept = keeps[i] ? getBoxOf(from, rank) : rest;
    if (keeps[i])
      visit({Kind::Combine, kept, rank, rank});
    // The rest around `kept`: one slab before and one after it per dimension.
    for (auto [range, inner] : llvm::zip_equal(rest, kept)) {
      Interval whole = range;
      for (Interval side : {Interval{whole.begin, inner.begin},
                            Interval{inner.end, whole.end}}) {
        range = side;
        if (getNumElements(rest) > 0)
          visit({Kind::Combine, rest, {}, rank});
      }
      range = inner;
    }
    if (!keeps[i])
      visit({Kind::Combine, kept, {}, rank});
  }
}

/// Visits the atoms of one round of an exchange.
static void forEachAtom(const Layout &from, const Layout &to,
                        Exchange::Round round, Exchange::Visit visit) {
  if (from.getNumPartials() > 1 && to.hasWindows())
    return WindowExchange(from, to).forEachAtom(round, visit);
  Exchange(from, to).forEachAtom(round, visit);
}

void forEachTransfer(const BoxingStep &step, const Layout &from,
                     const Layout &to, ArrayRef<int64_t> shape, Visit visit) {
  if (step.kind == BoxingStepKind::Reinterpret ||
      step.kind == BoxingStepKind::Slice)
    return visitKept(to, visit);
  if (step.kind == BoxingStepKind::Fill)
    return visitFilled(from, to, visit);
  for (const auto &group : step.groups)
    visit(getGroupTransfer(step, to, group));
  if (step.kind != BoxingStepKind::Exchange)
    return;
  auto visitAtom = [&](const BoxingAtom &atom) {
    visit({Kind::Combine, atom.box, atom.sources, atom.destinations});
  };
  // The second half of an exchange is derived from the origin of the first.
  if (!step.spreadsOwners)
    return forEachAtom(from, to, Exchange::Round::Gather, visitAtom);
  Layout origin(*step.origin->placement, step.origin->distribution, shape);
  forEachAtom(origin, to, Exchange::Round::Spread, visitAtom);
}

static bool isEmpty(const Box &box) { return getNumElements(box) == 0; }

// Both enumerations are converted by value.
static_assert(int(Kind::Combine) == int(atoms::Kind::Combine) &&
              int(Kind::Scatter) == int(atoms::Kind::Scatter) &&
              int(Kind::Route) == int(atoms::Kind::Route));

void forEachAtom(const BoxingStep &step, ArrayRef<int64_t> shape,
                 function_ref<void(const BoxingAtom &)> visit) {
  Layout from(*step.from.placement, step.from.distribution, shape);
  Layout to(*step.to.placement, step.to.distribution, shape);
  auto emit = [&](const Box &box, std::span<const int64_t> sources,
                  std::span<const int64_t> destinations) {
    visit({box,
           {sources.begin(), sources.end()},
           {destinations.begin(), destinations.end()}});
  };
  forEachTransfer(step, from, to, shape, [&](const BoxingTransfer &transfer) {
    atoms::Transfer<Box, int64_t> whole = {atoms::Kind(transfer.kind),
                                           transfer.box, transfer.sources,
                                           transfer.destinations};
    atoms::forEach(
        whole, [&](int64_t rank) { return getBoxOf(from, rank); },
        [&](int64_t rank) { return getBoxOf(to, rank); }, emit);
  });
}

} // namespace sbp
