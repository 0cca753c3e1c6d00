// LaunchTest.cpp: processes by flags and launchers, and the ranks of each
#include "Launch.h"
#include <cstdlib>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <map>

using namespace sbp;
using namespace sbp::run;
using ::testing::HasSubstr;

namespace {
const char *const kVariables[] = {"WORLD_SIZE",
                                  "RANK",
                                  "LOCAL_RANK",
                                  "LOCAL_WORLD_SIZE",
                                  "OMPI_COMM_WORLD_SIZE",
                                  "OMPI_COMM_WORLD_RANK",
                                  "PMIX_SIZE",
                                  "PMIX_RANK",
                                  "PMI_SIZE",
                                  "PMI_RANK",
                                  "PMI_FD",
                                  "SLURM_NTASKS",
                                  "SLURM_PROCID",
                                  "SLURM_LOCALID"};

/// Detects a launch in an environment that holds `variables` of launchers and
/// no others, and restores it.
class LaunchTest : public ::testing::Test {
protected:
  void SetUp() override {
    for (const char *name : kVariables)
      if (const char *value = std::getenv(name))
        before[name] = value;
    clear();
  }
  void TearDown() override {
    clear();
    for (const auto &[name, value] : before)
      setenv(name.c_str(), value.c_str(), 1);
  }
  static void clear() {
    for (const char *name : kVariables)
      unsetenv(name);
  }
  Status detect(const std::map<std::string, std::string> &variables,
                LaunchOptions options = {}) {
    clear();
    for (const auto &[name, value] : variables)
      setenv(name.c_str(), value.c_str(), 1);
    launch = Launch();
    return detectLaunch(options, launch);
  }

  Launch launch;
  std::map<std::string, std::string> before;
};
} // namespace

TEST_F(LaunchTest, NoLauncherIsOneProcess) {
  ASSERT_FALSE(detect({}).failed());
  EXPECT_EQ(launch.size, 1);
  EXPECT_EQ(launch.launcher, "none");
  EXPECT_FALSE(launch.usesMpi);
}

TEST_F(LaunchTest, LaunchersAreReadInTheirOrder) {
  ASSERT_FALSE(detect({{"WORLD_SIZE", "4"},
                       {"RANK", "2"},
                       {"LOCAL_RANK", "1"},
                       {"OMPI_COMM_WORLD_SIZE", "8"},
                       {"OMPI_COMM_WORLD_RANK", "7"}})
                   .failed());
  EXPECT_EQ(launch.launcher, "torchrun");
  EXPECT_EQ(launch.size, 4);
  EXPECT_EQ(launch.rank, 2);
  EXPECT_EQ(launch.localRank, 1);
  EXPECT_TRUE(launch.usesMpi);
  ASSERT_FALSE(
      detect({{"OMPI_COMM_WORLD_SIZE", "8"}, {"OMPI_COMM_WORLD_RANK", "7"}})
          .failed());
  EXPECT_EQ(launch.launcher, "Open MPI");
  EXPECT_EQ(launch.source, "OMPI_COMM_WORLD_SIZE");
  EXPECT_STREQ(launch.rankVariable, "OMPI_COMM_WORLD_RANK");
}

// An interactive shell of Slurm has the number of tasks and is none of them.
TEST_F(LaunchTest, SlurmNeedsANumberOfTheTask) {
  ASSERT_FALSE(detect({{"SLURM_NTASKS", "3"}}).failed());
  EXPECT_EQ(launch.size, 1);
  ASSERT_FALSE(detect({{"SLURM_NTASKS", "3"}, {"SLURM_PROCID", "1"}}).failed());
  EXPECT_EQ(launch.size, 3);
  EXPECT_EQ(launch.rank, 1);
}

TEST_F(LaunchTest, FlagsTakePrecedenceAndComeTogether) {
  ASSERT_FALSE(
      detect({{"WORLD_SIZE", "4"}, {"RANK", "2"}}, {1, 2, 0}).failed());
  EXPECT_EQ(launch.launcher, "the command line");
  EXPECT_EQ(launch.size, 2);
  EXPECT_EQ(launch.rank, 1);
  EXPECT_EQ(detect({}, {1, std::nullopt, 0}).message(),
            "--rank and --world are given together");
}

TEST_F(LaunchTest, WrongNumbersAreUserErrors) {
  EXPECT_EQ(detect({{"WORLD_SIZE", "four"}}).message(),
            "WORLD_SIZE=four is not a number from 1");
  EXPECT_EQ(detect({{"WORLD_SIZE", "0"}}).message(),
            "WORLD_SIZE=0 is not a number from 1");
  Status beyond = detect({{"WORLD_SIZE", "2"}, {"RANK", "2"}});
  ASSERT_TRUE(beyond.failed());
  EXPECT_EQ(beyond.message(),
            "torchrun gives process number 2 of only 2 processes "
            "(WORLD_SIZE); processes are numbered from 0");
}

namespace {
/// Returns the error of a world, or its ranks here: "0,1 of process 0".
std::string choose(int64_t size, int64_t rank, uint32_t ranks,
                   int64_t perProcess) {
  Launch launch;
  launch.size = size;
  launch.rank = rank;
  launch.source = "TEST";
  LaunchOptions options;
  options.ranksPerProcess = perProcess;
  LocalWorld world;
  Status status = chooseWorld(options, launch, ranks, world);
  if (status.failed())
    return status.message();
  std::string text;
  for (uint32_t owned : world.ranks())
    text += textOf(text.empty() ? "" : ",", owned);
  return textOf(text, " of process ", world.getProcess());
}
} // namespace

TEST(ChooseWorld, RanksAreDealtOutInBlocks) {
  EXPECT_EQ(choose(1, 0, 4, 0), "0,1,2,3 of process 0");
  EXPECT_EQ(choose(4, 3, 4, 0), "3 of process 3");
  EXPECT_EQ(choose(2, 1, 4, 2), "2,3 of process 1");
  EXPECT_EQ(choose(2, 1, 3, 2), "2 of process 1");
}

TEST(ChooseWorld, OtherNumbersOfProcessesNameTheRemedy) {
  EXPECT_EQ(choose(3, 0, 4, 0),
            "launched as 3 processes (TEST) but the artifact has 4 ranks: "
            "start 4, or one, which runs all of them");
  EXPECT_EQ(choose(2, 0, 4, 0),
            "launched as 2 processes (TEST) but the artifact has 4 ranks: "
            "start 4, or give --ranks-per-process=2");
  EXPECT_THAT(choose(4, 0, 4, 2), HasSubstr("start 2 of 2 each"));
  EXPECT_EQ(choose(1, 0, 4, 2),
            "--ranks-per-process=2 but one process was started and the "
            "artifact has 4 ranks: start 2 processes, or one without the flag");
}
