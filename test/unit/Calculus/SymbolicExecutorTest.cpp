// Wrong plans are told from right ones.
#include "sbp/Calculus/SymbolicExecutor.h"
#include "TestPlacements.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

using namespace llvm;
using namespace sbp;
using namespace sbp::test;
using ::testing::HasSubstr;

namespace {
/// A correct plan to be spoiled.
struct SymbolicExecutorTest : ::testing::Test {
  Placement placement = makePlacement({2, 2});
  Distribution from, to;
  BoxingPlan plan;

  void makePlan(Distribution source, Distribution target) {
    from = source;
    to = target;
    plan = planBoxing(placement, from, placement, to, {6}, 4);
  }
  std::string verify() {
    return verifyPlan(plan, placement, from, placement, to).value_or("right");
  }
};
} // namespace

TEST_F(SymbolicExecutorTest, acceptsTheRightPlan) {
  makePlan(makeDistribution({P, B}), makeDistribution({B, B}));
  EXPECT_EQ(verify(), "right");
}

TEST_F(SymbolicExecutorTest, missingReduction) {
  makePlan(makeDistribution({P, S(0)}), makeDistribution({B, S(0)}));
  plan.steps[0].kind = BoxingStepKind::Reinterpret;
  plan.steps[0].groups.clear();
  plan.steps[0].received.assign(4, 0);
  plan.steps[0].totalReceived = 0;
  EXPECT_THAT(verify(), HasSubstr("combines 1 of 2 partial values"));
}

TEST_F(SymbolicExecutorTest, termCountedTwice) {
  makePlan(makeDistribution({P, S(0)}), makeDistribution({B, S(0)}));
  plan.steps[0].groups[0][1] = plan.steps[0].groups[0][0];
  EXPECT_NE(verify(), "right");
  makePlan(makeDistribution({B, B}), makeDistribution({P, B}));
  plan.steps[0].kind = BoxingStepKind::Reinterpret;
  EXPECT_THAT(verify(), HasSubstr("counted 2 times"));
}

TEST_F(SymbolicExecutorTest, swappedGroups) {
  makePlan(makeDistribution({S(0), P}), makeDistribution({S(0), B}));
  std::swap(plan.steps[0].groups[0][1], plan.steps[0].groups[1][1]);
  EXPECT_NE(verify(), "right");
}

TEST_F(SymbolicExecutorTest, droppedStep) {
  makePlan(makeDistribution({P, B}), makeDistribution({B, B}));
  plan.steps.pop_back();
  EXPECT_NE(verify(), "right");
}

TEST_F(SymbolicExecutorTest, wrongByteCount) {
  makePlan(makeDistribution({S(0), B}), makeDistribution({B, B}));
  plan.steps[0].received[1] += 1;
  plan.steps[0].totalReceived += 1;
  EXPECT_THAT(verify(), HasSubstr("receives"));
}

TEST_F(SymbolicExecutorTest, wrongCombiner) {
  makePlan(makeDistribution({P, S(0)}), makeDistribution({B, S(0)}));
  plan.steps[0].combiner = Combiner::Max;
  EXPECT_THAT(verify(), HasSubstr("another combiner"));
}

TEST_F(SymbolicExecutorTest, lostGroup) {
  makePlan(makeDistribution({S(0), P}), makeDistribution({S(0), B}));
  plan.steps[0].groups.pop_back();
  EXPECT_THAT(verify(), HasSubstr("misses 3 elements"));
}
