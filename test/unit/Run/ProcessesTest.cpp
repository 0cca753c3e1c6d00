// ProcessesTest.cpp: the agreements of processes, and the ends of runs
#include "RunModels.h"
#include <atomic>

using namespace sbp;
using namespace sbp::run;
using namespace sbp::test;

using ProcessesTest = RunModels;

TEST_F(ProcessesTest, OneProcessAgreesWithItself) {
  Processes processes;
  EXPECT_FALSE(processes.isDistributed());
  EXPECT_TRUE(processes.isFirst());
  std::vector<std::string> all;
  expectOk(processes.gather("mine", all));
  EXPECT_THAT(all, ElementsAre("mine"));
  EXPECT_EQ(messageOf(processes.allReduceStatus(userError("no"))), "no");
  EXPECT_EQ(messageOf(processes.adoptFirstStatus(userError("no"))), "no");
  expectOk(processes.compare("texts", "mine"));
  expectOk(processes.finish());
  expectOk(processes.close());
}

TEST_F(ProcessesTest, TextsAreGatheredByNumber) {
  runTogether([](Process &process) {
    std::vector<std::string> all;
    bool isFirst = process.processes.isFirst();
    expectOk(process.processes.gather(isFirst ? "first" : "second", all));
    EXPECT_THAT(all, ElementsAre("first", "second"));
    expectOk(process.processes.compare("texts", "equal"));
    Result<int64_t> ahead = process.processes.measureClock();
    ASSERT_FALSE(ahead.failed());
    EXPECT_EQ(*ahead, 0); // one host has one clock
  });
}

// The process that failed reports its own cause, the other one the first's.
TEST_F(ProcessesTest, AFailureOfOneFailsAll) {
  runTogether([](Process &process) {
    bool isFirst = process.processes.isFirst();
    Status status = process.processes.allReduceStatus(
        isFirst ? Status() : Status(ExitCode::Internal, "broken"));
    ASSERT_TRUE(status.failed());
    EXPECT_EQ(status.code(), ExitCode::Internal);
    EXPECT_EQ(status.message(), "");
    ASSERT_EQ(process.errors.size(), 1u);
    EXPECT_THAT(process.errors[0],
                HasSubstr(isFirst ? " ended: broken" : "broken"));
  });
}

TEST_F(ProcessesTest, TheLeastCodeCountsAndEqualCausesAreReportedOnce) {
  std::atomic<int> reported{0};
  runTogether([&](Process &process) {
    bool isFirst = process.processes.isFirst();
    Status status = process.processes.allReduceStatus(
        Status(isFirst ? ExitCode::Watchdog : ExitCode::UserError, "same"));
    EXPECT_EQ(status.code(), ExitCode::UserError);
  });
  runTogether([&](Process &process) {
    Status status = process.processes.allReduceStatus(userError("same"));
    EXPECT_TRUE(status.failed());
    reported += process.errors.size();
  });
  EXPECT_EQ(reported, 1);
}

TEST_F(ProcessesTest, TheOutcomeOfTheFirstIsAdopted) {
  runTogether([](Process &process) {
    bool isFirst = process.processes.isFirst();
    expectOk(process.processes.adoptFirstStatus(
        isFirst ? Status() : userError("ignored")));
    Status status = process.processes.adoptFirstStatus(
        isFirst ? Status(ExitCode::ComparisonFailed, "differs") : Status());
    EXPECT_EQ(status.code(), ExitCode::ComparisonFailed);
    EXPECT_EQ(process.errors.size(), isFirst ? 1u : 0u);
  });
}

TEST_F(ProcessesTest, DifferentTextsAreAnError) {
  runTogether([](Process &process) {
    bool isFirst = process.processes.isFirst();
    Status status =
        process.processes.compare("flags", isFirst ? "one" : "another");
    EXPECT_TRUE(status.failed());
    if (isFirst)
      EXPECT_THAT(process.errors,
                  ElementsAre("processes 0 and 1 were started with flags that "
                              "differ"));
  });
}

TEST_F(ProcessesTest, SeveralProcessesNeedMpi) {
  Processes processes;
  Launch launch;
  launch.size = 2;
  launch.source = "WORLD_SIZE";
  launch.launcher = "torchrun";
  EXPECT_THAT(messageOf(processes.open(launch)),
              HasSubstr("launched as 2 processes (WORLD_SIZE) without MPI"));
  launch.launcher = "Slurm";
  EXPECT_THAT(messageOf(processes.open(launch)),
              HasSubstr("start them with srun --mpi=pmix"));
}

TEST_F(ProcessesTest, AFailureReachesTheOtherProcess) {
  runTogether([](Process &process) {
    RunTermination &termination = process.watch(0);
    if (!process.processes.isFirst()) {
      EXPECT_TRUE(termination.fail(userError("the disk is full")));
    } else {
      auto [code, reason] = process.reports.wait();
      EXPECT_EQ(code, ExitCode::UserError);
      EXPECT_THAT(reason, HasSubstr("rank 1, process 1 (pid "));
      EXPECT_THAT(reason, HasSubstr("the disk is full; here: before the first "
                                    "step"));
    }
    std::vector<std::string> all; // the report is complete
    expectOk(process.processes.gather("", all));
  });
}

// Both report, with what the other one reports of the same stall.
TEST_F(ProcessesTest, AStallIsReportedWithTheOtherProcess) {
  runTogether([](Process &process) {
    RunTermination &termination = process.watch(60);
    if (process.processes.isFirst())
      termination.stall("rank 0 waits");
    auto [code, reason] = process.reports.wait();
    EXPECT_EQ(code, ExitCode::Watchdog);
    EXPECT_THAT(reason, HasSubstr("process"));
    EXPECT_THAT(reason, HasSubstr(process.processes.isFirst()
                                      ? "rank 0 waits"
                                      : "reports: rank 0 waits"));
    // A listener that returns leaves a session that runs no more steps.
    EXPECT_EQ(process.session->step(0).code(), ExitCode::Watchdog);
    std::vector<std::string> all;
    expectOk(process.processes.gather("", all));
  });
}

TEST_F(ProcessesTest, AStallOfOneProcessIsReportedAtOnce) {
  Processes processes;
  std::unique_ptr<Session> session;
  Reports reports;
  RunTermination termination(processes, session, reports.listener());
  termination.watch(1);
  termination.stall("rank 0 runs task 0");
  EXPECT_EQ(reports.wait(),
            std::pair(ExitCode::Watchdog, std::string("rank 0 runs task 0")));
  EXPECT_FALSE(termination.fail(userError("no")));
}
