// One step of transfers: those of all plans are right, and of those that are
// spoiled none is accepted that is wrong by a count of every element's terms.
#include "TestPlacements.h"
#include "sbp/Calculus/SymbolicExecutor.h"
#include "gtest/gtest.h"
#include <map>
#include <random>

using namespace llvm;
using namespace sbp;
using namespace sbp::test;

namespace {
/// A transfer with lists of its own.
struct Transfer {
  TransferKind kind;
  Box box;
  SmallVector<int64_t> sources, destinations;
};
using Transfers = std::vector<Transfer>;
/// Per element the terms that are combined in it, ascending.
using Held = std::map<int64_t, std::vector<int64_t>>;

/// One step of a plan for a tensor of two dims.
class Step {
public:
  Step(const BoxingStep &step, ArrayRef<int64_t> shape)
      : from(step.from), to(step.to), shape(shape), combiner(step.combiner),
        before(*from.placement, from.distribution, shape),
        after(*to.placement, to.distribution, shape) {
    forEachTransfer(step, before, after, shape,
                    [&](const BoxingTransfer &transfer) {
                      if (getNumElements(transfer.box) > 0)
                        transfers.push_back({transfer.kind, transfer.box,
                                             Shape(transfer.sources),
                                             Shape(transfer.destinations)});
                    });
  }

  std::string verify(const Transfers &given) const {
    std::vector<BoxingTransfer> list;
    for (const Transfer &transfer : given)
      list.push_back({transfer.kind, transfer.box, transfer.sources,
                      transfer.destinations});
    auto fault = verifyTransfers(list, from, to, shape, combiner);
    return fault ? fault->text : "right";
  }
  bool isRight(const Transfers &given) const;

  Transfers transfers;

private:
  bool give(const Transfer &transfer, int64_t rank,
            std::map<int64_t, Held> &next) const;
  bool holds(std::map<int64_t, Held> &held) const;
  static std::optional<Box> getRoom(const Layout &layout, int64_t rank) {
    int64_t position = layout.getPosition(rank);
    if (position < 0)
      return std::nullopt;
    return layout.getGlobalBox(layout.getBox(position));
  }
  template <typename Visit>
  void forEachElement(const Box &box, Visit visit) const {
    for (int64_t i = box[0].begin; i < box[0].end; ++i)
      for (int64_t j = box[1].begin; j < box[1].end; ++j)
        visit(i * shape[1] + j);
  }
  bool has(int64_t rank, int64_t element) const {
    bool found = false;
    if (std::optional<Box> room = getRoom(before, rank))
      forEachElement(*room, [&](int64_t e) { found |= e == element; });
    return found;
  }

  PlacedDistribution from, to;
  Shape shape;
  std::optional<Combiner> combiner;
  Layout before, after;
};
} // namespace

/// What `rank` gets by `transfer`; false where that cannot be.
bool Step::give(const Transfer &transfer, int64_t rank,
                std::map<int64_t, Held> &next) const {
  std::optional<Box> room = getRoom(after, rank);
  if (!room)
    return false;
  bool right = true;
  Box part = intersect(transfer.box, *room);
  if (transfer.kind == TransferKind::Combine && part != transfer.box)
    return false;
  forEachElement(part, [&](int64_t element) {
    std::vector<int64_t> terms;
    size_t senders = 0;
    for (int64_t source : transfer.sources)
      if (has(source, element)) {
        ++senders;
        terms.push_back(before.getPartial(before.getPosition(source)));
      }
    llvm::sort(terms);
    right &= transfer.kind == TransferKind::Route
                 ? senders == 1
                 : senders == transfer.sources.size();
    right &= next[rank].try_emplace(element, terms).second;
  });
  return right;
}

/// Copies are equal, and all partial values together have every term once.
bool Step::holds(std::map<int64_t, Held> &held) const {
  std::vector<int64_t> all;
  for (int64_t term = 0; term < before.getNumPartials(); ++term)
    all.push_back(term);
  bool right = true;
  for (int64_t box = 0; box < after.getNumBoxes(); ++box)
    forEachElement(after.getGlobalBox(box), [&](int64_t element) {
      std::vector<int64_t> terms;
      for (int64_t k = 0; k < after.getNumPartials(); ++k) {
        ArrayRef<int64_t> holders = after.getHolders(box, k);
        Held &first = held[after.getRank(holders.front())];
        for (int64_t position : holders) {
          Held &copy = held[after.getRank(position)];
          right &= copy.count(element) && copy[element] == first[element];
        }
        llvm::append_range(terms, first[element]);
      }
      llvm::sort(terms);
      right &= terms == all;
    });
  return right;
}

bool Step::isRight(const Transfers &given) const {
  std::map<int64_t, Held> next;
  for (const Transfer &transfer : given)
    for (int64_t rank : transfer.destinations)
      if (!give(transfer, rank, next))
        return false;
  return holds(next);
}

/// One fault, most of which matter.
static void spoil(Transfers &transfers, int64_t ranks,
                  std::mt19937_64 &random) {
  auto pick = [&](size_t size) { return random() % size; };
  Transfer &transfer = transfers[pick(transfers.size())];
  auto &side = pick(2) ? transfer.sources : transfer.destinations;
  switch (pick(6)) {
  case 0:
    if (!side.empty())
      side.erase(side.begin() + pick(side.size()));
    return;
  case 1:
    side.push_back(pick(ranks));
    return;
  case 2:
    if (!side.empty())
      side[pick(side.size())] = pick(ranks);
    return;
  case 3: {
    Interval &range = transfer.box[pick(2)];
    pick(2) ? ++range.begin : --range.end;
    return;
  }
  case 4:
    transfers.erase(transfers.begin() + (&transfer - transfers.data()));
    return;
  case 5:
    transfers.push_back(Transfer(transfer));
    return;
  }
}

TEST(TransfersTest, stepsOfAllPlansAreRightAndWrongOnesAreRefused) {
  std::mt19937_64 random(29);
  int64_t steps = 0, refused = 0;
  for (Shape axes : {Shape{4}, Shape{2, 2}, Shape{2, 3}})
    for (Shape shape : {Shape{5, 3}, Shape{4, 6}, Shape{1, 2}})
      for (const Distribution &from : allDistributions(axes.size(), 2))
        for (const Distribution &to : allDistributions(axes.size(), 2)) {
          Placement placement = makePlacement(axes);
          BoxingPlan plan =
              planBoxing(placement, from, placement, to, shape, 4);
          for (const BoxingStep &given : plan.steps) {
            // Half an exchange is no state of a distribution.
            if (given.leavesOwners || given.spreadsOwners)
              continue;
            Step step(given, shape);
            ++steps;
            ASSERT_EQ(step.verify(step.transfers), "right")
                << toString(from) << " to " << toString(to);
            ASSERT_TRUE(step.isRight(step.transfers))
                << toString(from) << " to " << toString(to);
            for (int i = 0; i < 4 && !step.transfers.empty(); ++i) {
              Transfers spoiled = step.transfers;
              spoil(spoiled, placement.getNumRanks(), random);
              bool accepted = step.verify(spoiled) == "right";
              refused += !accepted;
              EXPECT_TRUE(!accepted || step.isRight(spoiled))
                  << toString(from) << " to " << toString(to);
            }
          }
        }
  EXPECT_GT(steps, 1000);
  EXPECT_GT(refused, steps);
}

// The number of a transfer is enough to point at it.
TEST(TransfersTest, faultsNameTheirTransfers) {
  auto placement = std::make_shared<const Placement>(makePlacement({2}));
  PlacedDistribution partial = {placement, makeDistribution({P})};
  PlacedDistribution whole = {placement, makeDistribution({B})};
  int64_t both[] = {0, 1}, absent[] = {0, 7};
  Box all = {{0, 4}};
  auto verify = [&](BoxingTransfer first, BoxingTransfer second) {
    return *verifyTransfers({first, second}, partial, whole, {4},
                            Combiner::Sum);
  };
  BoxingTransfer right = {TransferKind::Combine, all, both, both};
  BoxingTransfer outside = {TransferKind::Combine, all, absent, both};
  TransferFault fault = verify(right, right);
  EXPECT_EQ(fault.text, "rank 0 gets [0:4] twice");
  EXPECT_EQ(fault.transfers, (SmallVector<size_t, 2>{0, 1}));
  fault = verify(right, outside);
  EXPECT_EQ(fault.text, "rank 7 holds nothing of [0:4]");
  EXPECT_EQ(fault.transfers, (SmallVector<size_t, 2>{1}));
  EXPECT_FALSE(verifyTransfers({right}, partial, whole, {4}, Combiner::Sum));
  EXPECT_TRUE(verifyTransfers({right}, partial, whole, {4}, Combiner::Max));
  EXPECT_TRUE(verifyTransfers({right}, partial, whole, {4}, std::nullopt));
}
