// RunTest.cpp: whole runs, from their sources to their files
#include "Run.h"
#include "RunModels.h"
#include <atomic>
#include <nlohmann/json.hpp>

using namespace sbp;
using namespace sbp::plan;
using namespace sbp::run;
using namespace sbp::test;

namespace {
class RunTest : public RunModels {
protected:
  /// The run of `steps` steps on x, which writes w and its states.
  RunOptions makeOptions(int64_t steps, const std::string &prefix = "") const {
    RunOptions options;
    options.feed.inputs = {{"x", xText}};
    options.feed.steps = steps;
    options.feed.setsAllStates = true;
    options.fetch.outputs = {{"w", "@" + path(prefix + "w.npy:all")}};
    options.fetch.saveState = path(prefix + "states.safetensors");
    options.fetch.steps = options.checkpoint.steps = options.steps = steps;
    return options;
  }
  /// Adds checkpoints in a folder.
  static RunOptions withCheckpoint(RunOptions options,
                                   const std::string &folder, bool resume) {
    options.fetch.checkpoint = options.checkpoint.folder = folder;
    options.checkpoint.resume = resume;
    return options;
  }
  /// Runs all phases and returns the first error, "" for none.
  static std::string runAll(run::Run &run) {
    if (Status status = run.open(); status.failed())
      return status.message();
    if (run.isComplete())
      return messageOf(run.writeResumed());
    for (const std::function<Status()> &phase :
         std::initializer_list<std::function<Status()>>{
             [&] { return run.begin(); }, [&] { return run.runSteps({}); },
             [&] { return run.write(); }})
      if (Status status = phase(); status.failed())
        return status.message();
    return "";
  }
  std::string runAll(const RunOptions &options) {
    Processes processes;
    std::unique_ptr<Session> session = makeSession();
    run::Run run(options, *session, 0, processes);
    return runAll(run);
  }
};
} // namespace

TEST_F(RunTest, PhasesGiveFilesAndTimes) {
  Processes processes;
  std::unique_ptr<Session> session = makeSession();
  run::Run run(makeOptions(3), *session, 0, processes);
  expectOk(run.open());
  EXPECT_FALSE(run.isComplete());
  expectOk(run.begin());
  std::vector<int64_t> progress;
  expectOk(run.runSteps([&](int64_t steps) { progress.push_back(steps); }));
  EXPECT_THAT(progress, ElementsAre(1, 2, 3));
  EXPECT_EQ(run.getSeconds().size(), 3u);
  expectOk(run.write());
  EXPECT_EQ(readFloats(path("w.npy")).size(), 24u);
  EXPECT_TRUE(std::filesystem::exists(path("states.safetensors")));
}

TEST_F(RunTest, ABenchmarkHasWarmUpStepsAndNoFiles) {
  Processes processes;
  std::unique_ptr<Session> session = makeSession();
  RunOptions options;
  options.feed.inputs = {{"x", xText}};
  options.benchmark = 4;
  options.isTimed = true;
  run::Run run(options, *session, 0, processes);
  EXPECT_EQ(run.countSteps(), 4 + kWarmUpSteps);
  EXPECT_EQ(runAll(run), "");
  EXPECT_EQ(run.getSeconds().size(), 4u);
  EXPECT_EQ(session->getActivity().getCurrentStep(),
            uint32_t(3 + kWarmUpSteps));
}

TEST_F(RunTest, AResumedRunWritesTheFilesOfAWholeOne) {
  EXPECT_EQ(runAll(makeOptions(5, "whole-")), "");
  EXPECT_EQ(runAll(withCheckpoint(makeOptions(2, "a-"), path("c"), false)), "");
  EXPECT_EQ(runAll(withCheckpoint(makeOptions(5, "b-"), path("c"), true)), "");
  // All steps are there: the files come from the checkpoint alone.
  EXPECT_EQ(runAll(withCheckpoint(makeOptions(5, "c-"), path("c"), true)), "");
  for (const char *name : {"w.npy", "states.safetensors"})
    for (const char *prefix : {"b-", "c-"})
      EXPECT_EQ(readFile(path(textOf(prefix, name))),
                readFile(path(textOf("whole-", name))))
          << prefix << name;
}

TEST_F(RunTest, TwoProcessesWriteTheFilesOfOne) {
  EXPECT_EQ(runAll(makeOptions(3, "one-")), "");
  runTogether([&](Process &process) {
    RunOptions options =
        withCheckpoint(makeOptions(3, "two-"), path("c"), false);
    options.checkpoint.every = 1;
    options.trace = path("t.json");
    run::Run run(options, *process.session, 0, process.processes);
    EXPECT_EQ(runAll(run), "");
  });
  for (const char *name : {"w.npy", "states.safetensors"})
    EXPECT_EQ(readFile(path(textOf("one-", name))),
              readFile(path(textOf("two-", name))))
        << name;
  EXPECT_FALSE(nlohmann::json::parse(readFile(path("t.json"))).empty());
}

// A wrong input of one process fails the run in both.
TEST_F(RunTest, AnErrorOfOneProcessEndsAll) {
  std::atomic<int> failed{0};
  runTogether([&](Process &process) {
    RunOptions options = makeOptions(1);
    options.fetch = {};
    if (!process.processes.isFirst())
      options.feed.inputs.clear();
    run::Run run(options, *process.session, 0, process.processes);
    expectOk(run.open());
    failed += run.begin().failed();
    ASSERT_EQ(process.errors.size(), 1u);
    EXPECT_THAT(process.errors[0], HasSubstr("input 'x' of 4x2xf32 has no"));
  });
  EXPECT_EQ(failed, 2);
}

TEST_F(RunTest, ReferencesAreInTheArtifactOrTheRunFails) {
  RunOptions options = makeOptions(1);
  options.compares = true;
  EXPECT_EQ(runAll(options),
            "--compare: the artifact has no reference of entry 'main': compile "
            "with --with-reference");
  options.compares = false;
  options.checksIndices = true;
  EXPECT_EQ(runAll(options), "--check-indices: the artifact has no reference "
                             "of entry 'main': compile with --with-reference");
}

namespace {
/// A plan of entries with the given names, for chooseEntry alone.
PlanT makePlan(const std::vector<std::string> &names) {
  PlanT plan;
  for (const std::string &name : names) {
    plan.entries.push_back(std::make_unique<EntryT>());
    plan.entries.back()->name = name;
    plan.entries.back()->role = EntryRole::model;
  }
  return plan;
}
} // namespace

TEST(ChooseEntry, TheOnlyEntryOrMainOrTheOneOfTheName) {
  std::vector<std::string> notes;
  auto choose = [&](const std::vector<std::string> &names,
                    const std::string &wanted) -> std::string {
    Result<uint32_t> chosen =
        chooseEntry(makePlan(names), wanted,
                    [&](const std::string &note) { notes.push_back(note); });
    return chosen.failed() ? chosen.status().message() : names[*chosen];
  };
  EXPECT_EQ(choose({"decode"}, ""), "decode");
  EXPECT_EQ(choose({"decode", "main"}, "decode"), "decode");
  EXPECT_TRUE(notes.empty());
  EXPECT_EQ(choose({"decode", "main"}, ""), "main");
  EXPECT_THAT(notes, ElementsAre("runs entry 'main'; entries: decode, main; "
                                 "choose with --entry"));
  EXPECT_EQ(choose({"a", "b"}, ""), "several entries and none is 'main': "
                                    "choose with --entry: a, b");
  EXPECT_EQ(choose({"a", "b"}, "c"),
            "--entry c: no such entry; there are: a, b");
}

// A step that runs ends from another thread, though no rank can go on.
TEST_F(RunTest, AStepEndsFromAnotherThread) {
  static std::atomic<bool> isRunning, isReleased;
  isRunning = isReleased = false;
  device.functions["twice"] = [](const sbp_host_services *, void *const *,
                                 void *const *, void *, const int64_t *) {
    isRunning = true;
    while (!isReleased)
      std::this_thread::yield();
  };
  std::unique_ptr<Session> session = makeSession();
  expectOk(session->setInput(0, 0, x.data()));
  expectOk(session->initialiseState(0));
  std::thread thread([&] {
    while (!isRunning)
      std::this_thread::yield();
    session->abort(userError("ended"));
    isReleased = true;
  });
  Status status = session->step(0);
  thread.join();
  EXPECT_EQ(messageOf(status), "ended");
  EXPECT_EQ(messageOf(session->step(0)), "ended");
}
