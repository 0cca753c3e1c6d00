//===- OpCostTest.cpp - what ops take under a signature --------------===//

#include "sbp/Analysis/Selection/Prices/OpCost.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/MLIRContext.h"
#include "sbp/Analysis/Selection/Prices/CostModel.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace sbp;

/// Bytes through memory, all ranks together, of an op that reads and writes a
/// tensor of 8 x 16 bytes on two ranks.
static double getTraffic(const OpWork &work, Component component) {
  MLIRContext context;
  Type type = RankedTensorType::get({8, 4}, Builder(&context).getF32Type());
  Placement placement{"", {"axis"}, {2}, {0, 1}};
  Signature signature{{{{component}, {}}}, {{{component}, {}}}};
  CostModel model;
  model.perTrafficByte = model.perCachedByte = 1;
  return getComputeParts(model, work, Rule(), type, type, placement, signature)
      .traffic;
}

TEST(ComputeCost, RowsGoThroughMemoryWhereTheyAreCut) {
  OpWork work;
  work.reads = {OpWork::Traffic::InRows};
  work.writes = {true};
  work.fills = work.keeps = {false};
  work.staysInRows = {true};
  work.rowDims = 1;
  EXPECT_EQ(getTraffic(work, Component::split(0)), 0);
  EXPECT_EQ(getTraffic(work, Component::broadcast()), 0);
  EXPECT_EQ(getTraffic(work, Component::split(1)), 256);
  work.reads = {OpWork::Traffic::Whole};
  EXPECT_EQ(getTraffic(work, Component::split(0)), 128);
  work.staysInRows = {false};
  EXPECT_EQ(getTraffic(work, Component::split(0)), 256);
}

/// What elements of a tensor of `extent` take on three ranks of two cores,
/// in addition to what one takes that all ranks compute on a core each.
static double getTurns(int64_t extent, Component component) {
  MLIRContext context;
  Type type = RankedTensorType::get({extent}, Builder(&context).getF32Type());
  OpWork work;
  work.parts.emplace_back();
  work.parts.front().flops = extent;
  work.writes = work.fills = work.keeps = work.staysInRows = {false};
  Rule rule;
  Factor &factor = rule.factors.emplace_back();
  factor.extent = extent;
  factor.resultDims = {0};
  Placement placement{"", {"axis"}, {3}, {0, 1, 2}};
  Signature signature{{}, {{{component}, {}}}};
  CostModel model;
  auto rates = std::make_shared<Rates>();
  rates->cores = 2;
  rates->flopsPerSecond.fill(1);
  rates->streamBytesPerSecond = rates->gatherBytesPerSecond = 1;
  rates->cachedBytesPerSecond = rates->fillBytesPerSecond = 1;
  rates->rowBytesPerSecond = rates->allCoresBytesPerSecond = 1;
  rates->boxings.push_back({"all_reduce", 3, 0, 1});
  model.setRates(rates, 3);
  ComputeCost cost =
      getComputeParts(model, work, rule, {}, type, placement, signature);
  return cost.compute / (3 * model.bytesPerSecond);
}

TEST(ComputeCost, RanksThatShareCoresTakeWholeTurns) {
  EXPECT_DOUBLE_EQ(getTurns(4, Component::broadcast()), 8);
  EXPECT_DOUBLE_EQ(getTurns(6, Component::split(0)), 4);
  EXPECT_DOUBLE_EQ(getTurns(4, Component::split(0)),
                   2); // 2 in addition to 1 and 1
  EXPECT_DOUBLE_EQ(getTurns(5, Component::split(0)), 3); // 2 and 2, 1 after one
}
