// ObserveTest.cpp: figures, timelines and flight records of runs
#include "FlightRecord.h"
#include "RunModels.h"
#include "Statistics.h"
#include "Summary.h"
#include "Trace.h"
#include <cmath>
#include <nlohmann/json.hpp>

using namespace sbp;
using namespace sbp::run;
using namespace sbp::test;
using nlohmann::json;

namespace {
class ObserveTest : public RunModels {
protected:
  /// Runs a step on `values`.
  void runStep(Session &session, const std::vector<float> &values) {
    expectOk(session.setInput(0, 0, values.data()));
    if (!session.isInitialised(0))
      expectOk(session.initialiseState(0));
    expectOk(session.step(0));
  }
};
} // namespace

TEST_F(ObserveTest, StatisticsLeaveOutNaN) {
  Processes processes;
  std::unique_ptr<Session> session = makeSession();
  runStep(*session, {1, 2, NAN, 4, 5, 6, 7, NAN});
  std::vector<Statistics> statistics;
  expectOk(getStatistics(*session, 0, processes, statistics));
  ASSERT_EQ(statistics.size(), 2u);
  EXPECT_EQ(statistics[0].minimum, 2);
  EXPECT_EQ(statistics[0].maximum, 14);
  EXPECT_EQ(statistics[0].nans, 2);
  EXPECT_DOUBLE_EQ(statistics[0].mean, 2 * 25.0 / 6);
}

TEST_F(ObserveTest, StatisticsWithoutNumbersAreNaN) {
  Processes processes;
  std::unique_ptr<Session> session = makeSession();
  runStep(*session, std::vector<float>(8, NAN));
  std::vector<Statistics> statistics;
  expectOk(getStatistics(*session, 0, processes, statistics));
  EXPECT_TRUE(std::isnan(statistics[0].minimum));
  EXPECT_TRUE(std::isnan(statistics[0].mean));
  EXPECT_EQ(statistics[0].nans, 8);
}

TEST_F(ObserveTest, StatisticsOfTwoProcessesAreThoseOfOne) {
  Processes processes;
  std::unique_ptr<Session> session = makeSession();
  runStep(*session, x);
  std::vector<Statistics> one;
  expectOk(getStatistics(*session, 0, processes, one));
  runTogether([&](Process &process) {
    runStep(*process.session, x);
    std::vector<Statistics> two;
    expectOk(getStatistics(*process.session, 0, process.processes, two));
    ASSERT_EQ(two.size(), one.size());
    for (size_t i = 0; i < one.size(); ++i) {
      EXPECT_EQ(two[i].minimum, one[i].minimum);
      EXPECT_EQ(two[i].maximum, one[i].maximum);
      EXPECT_EQ(two[i].mean, one[i].mean);
    }
  });
}

TEST_F(ObserveTest, SummariesCountTheBytesBetweenProcesses) {
  Processes processes;
  std::unique_ptr<Session> session = makeSession();
  expectOk(session->prepare(0));
  session->setTiming(0, true);
  runStep(*session, x);
  Summary summary;
  expectOk(collectSummary(*session, 0, 1, 1.0, processes, summary));
  EXPECT_EQ(summary.sentBytes, 0u);
  ASSERT_EQ(summary.idle.size(), 2u);
  for (auto [rank, share] : summary.idle)
    EXPECT_TRUE(share >= 0 && share <= 1) << rank;
  runTogether([&](Process &process) {
    runStep(*process.session, x);
    Summary both;
    expectOk(
        collectSummary(*process.session, 0, 1, 1.0, process.processes, both));
    EXPECT_EQ(both.sentBytes, 32u); // each sends its half of y
    EXPECT_EQ(both.idle.size(), 2u);
  });
}

TEST_F(ObserveTest, PeaksAreThoseOfAllRanks) {
  runTogether([&](Process &process) {
    auto peaks = findPeaks(*process.session, process.processes);
    ASSERT_FALSE(peaks.failed());
    ASSERT_EQ(peaks->size(), 2u);
    EXPECT_GT(peaks->at(0), 0u);
    EXPECT_EQ(peaks->at(0), peaks->at(1));
  });
}

/// Returns the names of the events of each rank in a trace.
static std::map<int, std::vector<std::string>>
readTrace(const std::string &path) {
  std::map<int, std::vector<std::string>> names;
  json trace = json::parse(readFile(path));
  for (const json &event : trace["traceEvents"])
    names[event["pid"]].push_back(event["name"]);
  return names;
}

TEST_F(ObserveTest, TracesHaveTheTasksOfEachRank) {
  Processes processes;
  std::unique_ptr<Session> session = makeSession();
  expectOk(session->prepare(0));
  std::vector<std::vector<TraceEvent>> events;
  expectOk(session->setTrace(&events, 0));
  runStep(*session, x);
  OutputFiles files;
  auto written =
      writeTrace(path("t.json"), *session, 0, events, processes, files);
  ASSERT_FALSE(written.failed());
  EXPECT_EQ(*written, nullptr);
  expectOk(files.commit());
  auto names = readTrace(path("t.json"));
  ASSERT_EQ(names.size(), 2u);
  EXPECT_EQ(names[0].size(), 4u); // the name of the rank and three tasks
  EXPECT_THAT(names[1], ::testing::Contains(HasSubstr("all_gather #0")));
}

TEST_F(ObserveTest, TwoProcessesWriteOneTrace) {
  runTogether([&](Process &process) {
    std::vector<std::vector<TraceEvent>> events;
    expectOk(process.session->prepare(0));
    expectOk(process.session->setTrace(&events, 0));
    runStep(*process.session, x);
    OutputFiles files;
    auto written = writeTrace(path("t.json"), *process.session, 0, events,
                              process.processes, files);
    ASSERT_FALSE(written.failed());
    std::vector<std::string> all; // both have written
    expectOk(process.processes.gather("", all));
    if (process.processes.isFirst())
      expectOk((*written)->rename());
  });
  auto names = readTrace(path("t.json"));
  ASSERT_EQ(names.size(), 2u);
  EXPECT_EQ(names[0].size(), names[1].size());
}

TEST_F(ObserveTest, FlightRecordsNameTheLastLaunches) {
  setenv("SBP_FLIGHT_RECORDS", folder.c_str(), 1);
  std::unique_ptr<Session> session = makeSession();
  EXPECT_EQ(writeFlightRecord(*session, "before"), "");
  runStep(*session, x);
  std::string text = writeFlightRecord(*session, "a test");
  ASSERT_THAT(text, HasSubstr("; flight record in "));
  json record = json::parse(readFile(text.substr(text.rfind(' ') + 1)));
  EXPECT_EQ(record["reason"], "a test");
  EXPECT_EQ(record["entry"], "main");
  ASSERT_EQ(record["ranks"].size(), 2u);
  EXPECT_EQ(record["ranks"][1]["streams"][0]["state"], "finished");
  EXPECT_EQ(record["ranks"][0]["launched"].size(), 3u);
  setenv("SBP_FLIGHT_RECORDS", path("no/such").c_str(), 1);
  EXPECT_EQ(writeFlightRecord(*session, "nowhere"), "");
  unsetenv("SBP_FLIGHT_RECORDS");
}
