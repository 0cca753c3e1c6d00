// PipelineAttributeTest.cpp: schedules as attributes

#include "sbp/Analysis/Scheduling/PipelineAttribute.h"
#include "mlir/IR/MLIRContext.h"
#include "gtest/gtest.h"

using namespace sbp;

// A schedule survives the attribute, chunks and weight work included.
TEST(PipelineAttribute, RoundTrip) {
  for (llvm::StringRef kind : {"interleaved", "zero_bubble", "1f1b"}) {
    unsigned chunks = kind == "interleaved" ? 3 : 1;
    StageGraph stages;
    stages.pipeline = Pipeline::makeChain(2, chunks, 4, {3, 5, 2}, 1);
    for (unsigned stage = 0; stage < 2 * chunks; ++stage)
      stages.stages.push_back(10 + stage);
    stages.kind = llvm::cantFail(findPipelineKind(kind));
    PipelineSchedule schedule =
        llvm::cantFail(schedulePipeline(stages.pipeline, *stages.kind, {}));
    mlir::MLIRContext context;
    std::optional<EntrySchedule> read =
        readSchedule(toAttribute(&context, stages, schedule));
    ASSERT_TRUE(read);
    EXPECT_EQ(read->kind, kind);
    EXPECT_EQ(read->stages, stages.stages);
    EXPECT_EQ(read->schedule.order, schedule.order);
    EXPECT_EQ(read->schedule.starts, schedule.starts);
    EXPECT_EQ(read->schedule.makespan, schedule.makespan);
    EXPECT_EQ(read->pipeline.ranks, 2u);
    EXPECT_EQ(read->pipeline.microBatches, 4);
    EXPECT_EQ(read->pipeline.getIdealMakespan(),
              stages.pipeline.getIdealMakespan());
  }
}

TEST(PipelineAttribute, NothingIsReadFromNull) {
  EXPECT_FALSE(readSchedule({}));
}
