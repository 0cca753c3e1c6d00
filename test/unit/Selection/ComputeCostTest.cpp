//===- ComputeCostTest.cpp - what ops take under a signature --------------===//

#include "mlir/IR/Builders.h"
#include "mlir/IR/MLIRContext.h"
#include "sbp/Analysis/Selection/CostModel.h"
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
