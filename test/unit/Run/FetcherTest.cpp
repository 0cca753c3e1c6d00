// FetcherTest.cpp: results and states in files and in memory
#include "Fetcher.h"
#include "Outputs.h"
#include "RunModels.h"

using namespace sbp;
using namespace sbp::plan;
using namespace sbp::run;
using namespace sbp::test;

namespace {
class FetcherTest : public RunModels {
protected:
  /// Runs `options.steps` steps on x, x + 1, ... and writes the files.
  std::string fetch(Session &session, Processes &processes,
                    const FetchOptions &options) {
    Fetcher fetcher(options, session, 0, processes);
    if (Status status = fetcher.begin(0); status.failed())
      return status.message();
    for (int64_t step = 0; step < options.steps; ++step) {
      std::vector<float> values = x;
      for (float &value : values)
        value += step;
      expectOk(session.setInput(0, 0, values.data()));
      if (step == 0)
        expectOk(session.initialiseState(0));
      expectOk(session.step(0));
      expectOk(fetcher.endStep(step));
    }
    OutputFiles files;
    if (Status status = fetcher.write(files); status.failed())
      return status.message();
    expectOk(processes.allReduceStatus(files.commit()));
    return messageOf(fetcher.commit());
  }
  std::string fetch(const FetchOptions &options) {
    Processes processes;
    std::unique_ptr<Session> session = makeSession();
    return fetch(*session, processes, options);
  }
  /// All files that a run of three steps may write, below the test's folder.
  FetchOptions everything(const std::string &prefix) const {
    return {.outputs = {{"y", "@" + path(prefix + "y.npy")},
                        {"w", "@" + path(prefix + "w.npy:all")}},
            .saveState = path(prefix + "states.safetensors"),
            .steps = 3};
  }
};
} // namespace

TEST_F(FetcherTest, ResultsOfTheLastAndOfAllSteps) {
  EXPECT_EQ(fetch(everything("")), "");
  EXPECT_THAT(readFloats(path("y.npy")),
              ElementsAre(6, 8, 10, 12, 14, 16, 18, 20));
  Shape shape;
  std::vector<float> w = readFloats(path("w.npy"), &shape);
  EXPECT_EQ(shape, (Shape{3, 4, 2}));
  EXPECT_EQ(w[0], 1 + 1);
  EXPECT_EQ(w[8], 1 + 1 + 2);
  EXPECT_EQ(w[16], 1 + 1 + 2 + 3);
  Safetensors states;
  expectOk(Safetensors::read(path("states.safetensors"), states));
  Tensor saved;
  Result<bool> found = states.find("w", saved);
  ASSERT_TRUE(!found.failed() && *found);
  EXPECT_EQ(readElement(saved, 0), 7);
}

// Two processes write the boxes of their ranks into the files of one.
TEST_F(FetcherTest, TwoProcessesWriteTheFilesOfOne) {
  EXPECT_EQ(fetch(everything("one-")), "");
  runTogether([&](Process &process) {
    EXPECT_EQ(fetch(*process.session, process.processes, everything("two-")),
              "");
  });
  for (const char *name : {"y.npy", "w.npy", "states.safetensors"})
    EXPECT_EQ(readFile(path(textOf("one-", name))),
              readFile(path(textOf("two-", name))))
        << name;
  for (const auto &file : std::filesystem::directory_iterator(folder))
    EXPECT_EQ(file.path().string().find(".partial"), std::string::npos);
}

TEST_F(FetcherTest, ShardsAreThePiecesOfRanksWithAList) {
  EXPECT_EQ(fetch({.outputShards = path("shards")}), "");
  EXPECT_THAT(readFloats(path("shards/w.rank1.npy")), ElementsAre(6, 7, 8, 9));
  EXPECT_EQ(readFloats(path("shards/y.rank0.npy")).size(), 8u);
  std::string list = readFile(path("shards/distributions.json"));
  EXPECT_THAT(list, HasSubstr("\"distribution\": \"@p, [S(0)]\""));
  EXPECT_THAT(list, HasSubstr("\"file\": \"w.rank1.npy\""));
}

TEST_F(FetcherTest, WrongOutputsAreUserErrors) {
  EXPECT_THAT(fetch({.outputs = {{"q", "@" + path("q.npy")}}}),
              HasSubstr("entry 'main' has no such result; it has: y, w"));
  EXPECT_THAT(fetch({.outputs = {{"y", "@y.npy:al"}}}),
              HasSubstr("expected NAME=@FILE.npy or NAME=@FILE.npy:all"));
  EXPECT_THAT(fetch({.outputs = {{"y", "@" + path("no/such.npy")}}}),
              HasSubstr("no/such.npy"));
}

TEST_F(FetcherTest, AllResultsReachTheFirstProcess) {
  runTogether([&](Process &process) {
    expectOk(process.session->setInput(0, 0, x.data()));
    expectOk(process.session->initialiseState(0));
    expectOk(process.session->step(0));
    std::vector<Tensor> outputs;
    expectOk(fetchAll(*process.session, 0, process.processes, outputs));
    ASSERT_EQ(outputs.size(), 2u);
    if (!process.processes.isFirst()) {
      EXPECT_EQ(outputs[0].data, nullptr);
      return;
    }
    for (int64_t i = 0; i < 8; ++i) {
      EXPECT_EQ(readElement(outputs[0], i), 2 * x[i]);
      EXPECT_EQ(readElement(outputs[1], i), 1 + x[i]);
    }
  });
}

TEST_F(FetcherTest, BytesAreThoseOfTheGlobalTensor) {
  std::unique_ptr<Session> session = makeSession();
  EXPECT_EQ(countBytes(*session->getPlan().entries[0]->outputs[0]), 32u);
}
