//===- PipelineTest.cpp - orders of groups of work ------------------------===//
//
// Orders and times of chains are compared with an independent simulator by
// test/Tools/pipeline_simulator.py; here are graphs that are no chain, and
// orders that are wrong.

#include "sbp/Analysis/Scheduling/PipelineKinds.h"
#include "gtest/gtest.h"
#include <map>

using namespace sbp;

static PipelineSchedule getSchedule(Pipeline pipeline, llvm::StringRef kind,
                                    llvm::ArrayRef<int64_t> credits = {}) {
  return llvm::cantFail(schedulePipeline(
      pipeline, *llvm::cantFail(findPipelineKind(kind)), credits));
}

static std::string getError(Pipeline pipeline, llvm::StringRef kind) {
  auto schedule =
      schedulePipeline(pipeline, *llvm::cantFail(findPipelineKind(kind)), {});
  return schedule ? "" : llvm::toString(schedule.takeError());
}

/// Two branches between a first and a last stage, all on ranks of their own.
static Pipeline makeDiamond(int64_t microBatches) {
  Pipeline pipeline;
  pipeline.ranks = 4;
  pipeline.microBatches = microBatches;
  for (unsigned rank = 0; rank < 4; ++rank)
    pipeline.stages.push_back({rank, 0, {1, 2, 0}});
  pipeline.edges = {{0, 1, 1}, {0, 2, 1}, {1, 3, 1}, {2, 3, 1}};
  return pipeline;
}

/// Expects that every group starts when its inputs are there.
static void expectInputs(const Pipeline &pipeline,
                         const PipelineSchedule &schedule) {
  std::map<std::tuple<unsigned, WorkKind, int64_t>, int64_t> starts;
  std::vector<std::vector<unsigned>> stages = pipeline.getStagesOfRanks();
  for (unsigned rank = 0; rank < pipeline.ranks; ++rank)
    for (size_t i = 0; i < schedule.order[rank].size(); ++i) {
      WorkGroup group = schedule.order[rank][i];
      starts[{stages[rank][group.chunk], group.kind, group.microBatch}] =
          schedule.starts[rank][i];
    }
  for (PipelineEdge edge : pipeline.edges)
    for (int64_t k = 0; k < pipeline.microBatches; ++k) {
      EXPECT_GE((starts[{edge.to, WorkKind::Forward, k}]),
                (starts[{edge.from, WorkKind::Forward, k}]) +
                    pipeline.stages[edge.from].durations[0] + edge.latency);
      EXPECT_GE((starts[{edge.from, WorkKind::Backward, k}]),
                (starts[{edge.to, WorkKind::Backward, k}]) +
                    pipeline.stages[edge.to].durations[1] + edge.latency);
    }
}

TEST(Pipeline, GreedyRunsBranchesWithinTheLengthOfTheLongestChain) {
  Pipeline pipeline = makeDiamond(6);
  PipelineSchedule schedule = getSchedule(pipeline, "greedy");
  expectInputs(pipeline, schedule);
  EXPECT_EQ(countInFlight(pipeline, schedule.order),
            (std::vector<int64_t>{3, 2, 2, 1}));
}

TEST(Pipeline, ChosenCreditsOfAGraphReachTheMakespanOfUnlimitedOnes) {
  Pipeline pipeline = makeDiamond(12);
  PipelineSchedule most = getSchedule(pipeline, "1f1b", {12, 12, 12, 12});
  PipelineSchedule chosen = getSchedule(pipeline, "1f1b");
  expectInputs(pipeline, chosen);
  EXPECT_EQ(chosen.makespan, most.makespan);
  for (auto [few, many] : llvm::zip_equal(countInFlight(pipeline, chosen.order),
                                          countInFlight(pipeline, most.order)))
    EXPECT_LE(few, many);
}

TEST(Pipeline, TablesNeedTheirChain) {
  EXPECT_NE(getError(makeDiamond(4), "interleaved").find("needs a chain"),
            std::string::npos);
  EXPECT_NE(getError(makeDiamond(4), "zero_bubble").find("needs a chain"),
            std::string::npos);
}

TEST(Pipeline, AnOrderThatWaitsForItselfIsReported) {
  Pipeline pipeline = Pipeline::makeChain(2, 1, 2, {1, 2, 0}, 0);
  WorkOrder order = getSchedule(pipeline, "1f1b").order;
  llvm::cantFail(simulateOrder(pipeline, order));
  // Rank 1 waits for a forward that rank 0 starts after that backward.
  order[0] = {{WorkKind::Forward, 0, 0},
              {WorkKind::Backward, 0, 0},
              {WorkKind::Forward, 0, 1},
              {WorkKind::Backward, 0, 1}};
  order[1] = {{WorkKind::Forward, 0, 0},
              {WorkKind::Forward, 0, 1},
              {WorkKind::Backward, 0, 0},
              {WorkKind::Backward, 0, 1}};
  EXPECT_EQ(llvm::toString(simulateOrder(pipeline, order).takeError()),
            "rank 0 waits forever at group B0.c0, which comes too early");
}

TEST(Pipeline, AnOrderWithoutAGroupIsReported) {
  Pipeline pipeline = Pipeline::makeChain(2, 1, 2, {1, 2, 0}, 0);
  WorkOrder order = getSchedule(pipeline, "gpipe").order;
  order[1].pop_back();
  EXPECT_EQ(llvm::toString(simulateOrder(pipeline, order).takeError()),
            "rank 1: group B1.c0 is missing");
  std::swap(order[0][0], order[0][1]);
  EXPECT_EQ(llvm::toString(simulateOrder(pipeline, order).takeError()),
            "rank 0: group F1.c0 comes before F0.c0");
}
