// CheckpointsTest.cpp: states that outlive a run
#include "Checkpoints.h"
#include "Fetcher.h"
#include "RunModels.h"

using namespace sbp;
using namespace sbp::run;
using namespace sbp::test;

namespace {
class CheckpointsTest : public RunModels {
protected:
  /// Steps [first, last) of a session on x.
  void runSteps(Session &session, int64_t first, int64_t last,
                Checkpoints &checkpoints) {
    expectOk(session.setInput(0, 0, x.data()));
    for (int64_t step = first; step < last; ++step) {
      expectOk(session.step(0));
      expectOk(checkpoints.endStep(step + 1));
    }
  }
  /// Runs up to `steps` steps in the folder `name`. Returns the error of a
  /// checkpoint that cannot be opened.
  std::string run(Session &session, Processes &processes,
                  const CheckpointOptions &options) {
    Checkpoints checkpoints(options, session, 0, processes);
    if (Status status = checkpoints.open(); status.failed())
      return status.message();
    if (checkpoints.getFirstStep() == 0)
      expectOk(session.initialiseState(0));
    runSteps(session, checkpoints.getFirstStep(), options.steps, checkpoints);
    return messageOf(checkpoints.finish(options.steps));
  }
  std::string run(const CheckpointOptions &options) {
    Processes processes;
    session = makeSession();
    return run(*session, processes, options);
  }
  /// The names in the folder `name`.
  std::set<std::string> list(const std::string &name) const {
    std::set<std::string> names;
    for (const auto &file : std::filesystem::directory_iterator(path(name)))
      names.insert(file.path().filename());
    return names;
  }

  std::unique_ptr<Session> session;
};
} // namespace

TEST_F(CheckpointsTest, AResumedRunHasTheStatesOfAWholeOne) {
  EXPECT_EQ(run({.steps = 5}), "");
  std::vector<float> whole = getState(*session);
  EXPECT_EQ(run({.folder = path("c"), .steps = 3}), "");
  EXPECT_EQ(run({.folder = path("c"), .resume = true, .steps = 5}), "");
  EXPECT_EQ(getState(*session), whole);
  EXPECT_EQ(session->getActivity().getCurrentStep(), 4u);
}

TEST_F(CheckpointsTest, LaterCheckpointsReplaceEarlierOnes) {
  EXPECT_EQ(run({.folder = path("c"), .every = 1, .steps = 4}), "");
  std::set<std::string> names = list("c");
  EXPECT_EQ(names.size(), 2u);
  EXPECT_EQ(names.count("manifest.json"), 1u);
  EXPECT_THAT(*names.rbegin(), HasSubstr("step-4-"));
}

TEST_F(CheckpointsTest, AFolderIsRefusedOrLocked) {
  EXPECT_EQ(run({.folder = path("c"), .steps = 2}), "");
  EXPECT_THAT(run({.folder = path("c"), .steps = 4}),
              HasSubstr("has the checkpoint of step 2 of an earlier run"));
  EXPECT_THAT(run({.folder = path("c"), .resume = true, .steps = 1}),
              HasSubstr("is at step 2 already, but --steps=1"));
  Processes processes;
  std::unique_ptr<Session> other = makeSession();
  Checkpoints holder({.folder = path("c"), .resume = true, .steps = 4}, *other,
                     0, processes);
  expectOk(holder.open());
  EXPECT_THAT(run({.folder = path("c"), .resume = true, .steps = 4}),
              HasSubstr("is in use by another run"));
  EXPECT_THAT(run({.folder = path("no/such"), .steps = 4}),
              HasSubstr("--checkpoint: cannot make"));
}

TEST_F(CheckpointsTest, AFolderWithoutACheckpointIsNoted) {
  std::vector<std::string> notes;
  CheckpointOptions options = {.folder = path("c"), .resume = true, .steps = 1};
  options.onNote = [&](const std::string &note) { notes.push_back(note); };
  EXPECT_EQ(run(options), "");
  EXPECT_THAT(notes, ElementsAre(HasSubstr(
                         "has no checkpoint yet: starts with the first step")));
}

// A run that ends before its first checkpoint leaves no folder.
TEST_F(CheckpointsTest, ARunWithoutACheckpointLeavesNoFolder) {
  Processes processes;
  session = makeSession();
  {
    Checkpoints checkpoints({.folder = path("c")}, *session, 0, processes);
    expectOk(checkpoints.open());
    EXPECT_TRUE(std::filesystem::exists(path("c")));
  }
  EXPECT_FALSE(std::filesystem::exists(path("c")));
}

TEST_F(CheckpointsTest, ADamagedFileIsNotResumed) {
  EXPECT_EQ(run({.folder = path("c"), .steps = 2}), "");
  for (const auto &file :
       std::filesystem::recursive_directory_iterator(path("c")))
    if (file.path().extension() == ".safetensors") {
      std::string text = readFile(file.path());
      text.back() ^= 1;
      writeFile(file.path(), text);
    }
  EXPECT_THAT(run({.folder = path("c"), .resume = true, .steps = 3}),
              HasSubstr("damaged"));
}

// Each process writes a file; one process resumes what two have written.
TEST_F(CheckpointsTest, OneProcessResumesWhatTwoHaveWritten) {
  EXPECT_EQ(run({.steps = 4}), "");
  std::vector<float> whole = getState(*session);
  runTogether([&](Process &process) {
    EXPECT_EQ(run(*process.session, process.processes,
                  {.folder = path("c"), .every = 1, .steps = 2}),
              "");
  });
  EXPECT_EQ(run({.folder = path("c"), .resume = true, .steps = 4}), "");
  EXPECT_EQ(getState(*session), whole);
}

// A call of its own saves at any step, and waits for the one before.
TEST_F(CheckpointsTest, SavesAreWrittenOnRequest) {
  Processes processes;
  session = makeSession();
  Checkpoints checkpoints({.folder = path("c"), .steps = INT64_MAX}, *session,
                          0, processes);
  expectOk(checkpoints.open());
  expectOk(session->initialiseState(0));
  expectOk(checkpoints.save(1, /*isLast=*/false));
  runSteps(*session, 0, 2, checkpoints);
  expectOk(checkpoints.save(3, /*isLast=*/true));
  expectOk(checkpoints.wait());
  EXPECT_THAT(readFile(path("c/manifest.json")), HasSubstr("\"step\": 3"));
}

// A report that comes before the first process has left open() is not lost.
TEST_F(CheckpointsTest, AReportMayComeAtOnce) {
  isFirstLate = true;
  runTogether([&](Process &process) {
    expectOk(process.session->initialiseState(0));
    for (int64_t step : {1, 2}) {
      Checkpoints checkpoints(
          {.folder = path("c"), .steps = INT64_MAX, .replace = true},
          *process.session, 0, process.processes);
      expectOk(checkpoints.open());
      expectOk(checkpoints.save(step, /*isLast=*/true));
      expectOk(checkpoints.wait());
    }
  });
  EXPECT_THAT(readFile(path("c/manifest.json")), HasSubstr("\"step\": 2"));
}
