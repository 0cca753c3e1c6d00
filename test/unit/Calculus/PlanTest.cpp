// Plans of all pairs of distributions: proved symbolically, run on numbers, at
// the bound, below the limits of the collectives everyone knows.
#include "NumericExecutor.h"
#include "sbp/Calculus/BoxingPlan.h"
#include "sbp/Calculus/Normalise.h"
#include "sbp/Calculus/SymbolicExecutor.h"
#include "gtest/gtest.h"

using namespace llvm;
using namespace sbp;
using namespace sbp::test;

static std::string describe(const BoxingPlan &plan, const Distribution &from,
                            const Distribution &to) {
  std::string text = toString(from) + " to " + toString(to) + " of";
  for (int64_t size : plan.shape)
    text += " " + std::to_string(size);
  text += ":";
  for (const BoxingStep &step : plan.steps)
    text += " " + getBoxingStepKindName(step.kind).str();
  return text;
}

static void checkPair(const Placement &source, const Distribution &from,
                      const Placement &target, const Distribution &to,
                      ArrayRef<int64_t> shape, std::mt19937_64 &random) {
  BoxingPlan plan = planBoxing(source, from, target, to, shape, 4);
  EXPECT_EQ(verifyPlan(plan, source, from, target, to).value_or("right"),
            "right")
      << describe(plan, from, to);
  EXPECT_EQ(plan.getTotalBytes(), plan.getBoundTotalBytes())
      << describe(plan, from, to);
  NumericExecutor executor(shape);
  executor.start(source, from, random);
  executor.run(plan);
  EXPECT_TRUE(executor.holds(target, to)) << describe(plan, from, to);
}

static void checkAllPairs(const Placement &source, const Placement &target,
                          ArrayRef<int64_t> shape, Combiner combiner,
                          unsigned sampleOneIn = 1) {
  std::mt19937_64 random(17);
  for (const Distribution &from :
       allDistributions(source.getNumAxes(), shape.size(), combiner))
    for (const Distribution &to :
         allDistributions(target.getNumAxes(), shape.size(), combiner))
      if (runsEverything() || random() % sampleOneIn == 0)
        checkPair(source, from, target, to, shape, random);
}

TEST(PlanTest, oneAxis) {
  Placement placement = makePlacement({4});
  for (unsigned combiner = 0; combiner < numCombiners; ++combiner)
    for (Shape shape :
         {Shape{7, 5, 2}, Shape{4, 8, 4}, Shape{1, 3, 0}, Shape{2, 1, 13}})
      checkAllPairs(placement, placement, shape, Combiner(combiner));
}

TEST(PlanTest, twoAxes) {
  for (Shape axes : {Shape{2, 2}, Shape{2, 3}})
    for (Combiner combiner : {Combiner::Sum, Combiner::Max})
      for (Shape shape : {Shape{7, 5}, Shape{12, 6}, Shape{1, 13}, Shape{0, 3}})
        checkAllPairs(makePlacement(axes), makePlacement(axes), shape,
                      combiner);
}

TEST(PlanTest, threeAxes) {
  Placement placement = makePlacement({2, 2, 2});
  checkAllPairs(placement, placement, {5, 3, 2}, Combiner::Sum, 16);
  checkAllPairs(placement, placement, {8, 8}, Combiner::Sum, 8);
  checkAllPairs(placement, placement, {5}, Combiner::Min, 2);
}

TEST(PlanTest, scalars) {
  for (Combiner combiner : {Combiner::Sum, Combiner::Or})
    checkAllPairs(makePlacement({2, 3}), makePlacement({2, 3}), {}, combiner);
}

TEST(PlanTest, explicitOrder) {
  Placement placement = makePlacement({2, 3});
  std::mt19937_64 random(3);
  for (const Distribution &from : allDistributions(2, 2))
    for (const Distribution &to : allDistributions(2, 2))
      for (int which = 1; which < 4; ++which) {
        Distribution a = from, b = to;
        if (which & 1)
          a.order = {1, 0};
        if (which & 2)
          b.order = {1, 0};
        checkPair(placement, a, placement, b, {7, 4}, random);
      }
}

// One reduction ends before another begins.
TEST(PlanTest, anotherCombiner) {
  Placement placement = makePlacement({2, 3});
  std::mt19937_64 random(23);
  for (Shape shape : {Shape{}, Shape{5}, Shape{1, 1}, Shape{4, 3}, Shape{0, 2}})
    for (const Distribution &from :
         allDistributions(2, shape.size(), Combiner::MaxNum))
      for (const Distribution &to :
           allDistributions(2, shape.size(), Combiner::Min))
        checkPair(placement, from, placement, to, shape, random);
}

/// The kinds of the steps, in order.
static std::string planKinds(const Placement &placement,
                             const Distribution &from, const Distribution &to,
                             ArrayRef<int64_t> shape) {
  std::string text;
  for (const BoxingStep &step :
       planBoxing(placement, from, placement, to, shape, 4).steps)
    text += (text.empty() ? "" : " ") + getBoxingStepKindName(step.kind).str();
  return text;
}

TEST(PlanTest, oneStepOnOneAxisIsTheCollective) {
  Placement p = makePlacement({4});
  auto kinds = [&](Component from, Component to) {
    return planKinds(p, makeDistribution({from}), makeDistribution({to}),
                     {8, 9});
  };
  EXPECT_EQ(kinds(P, B), "all_reduce");
  EXPECT_EQ(kinds(P, S(1)), "reduce_scatter");
  EXPECT_EQ(kinds(S(1), B), "all_gather");
  EXPECT_EQ(kinds(S(0), S(1)), "all_to_all");
  EXPECT_EQ(kinds(B, S(1)), "slice");
  EXPECT_EQ(kinds(B, P), "fill");
  EXPECT_EQ(kinds(B, P_(Combiner::Max)), "reinterpret");
  EXPECT_EQ(kinds(S(0), P), "fill"); // Each keeps its part among identities.
  EXPECT_EQ(kinds(P, P), "");
}

TEST(PlanTest, copiesAreCutBeforeAReduction) {
  Placement p = makePlacement({4, 2});
  EXPECT_EQ(
      planKinds(p, makeDistribution({P, B}), makeDistribution({B, B}), {16}),
      "slice reduce_scatter all_gather");
  EXPECT_EQ(
      planKinds(p, makeDistribution({P, B}), makeDistribution({B, S(0)}), {16}),
      "slice all_reduce");
  EXPECT_EQ(
      planKinds(p, makeDistribution({P, P}), makeDistribution({B, B}), {16}),
      "all_reduce");
  EXPECT_EQ(
      planKinds(p, makeDistribution({P, P}), makeDistribution({S(0), B}), {16}),
      "reduce_scatter all_gather");
}
