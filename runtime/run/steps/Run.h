// Run.h: one run of an entry, from its sources to its files
//
// The phases of a run in their order, each of which all processes of the run
// enter together. A phase ends with the same outcome in all of them: a failure
// of one fails it everywhere. The main thread calls all functions.
#ifndef SBP_RUNTIME_RUN_STEPS_RUN_H
#define SBP_RUNTIME_RUN_STEPS_RUN_H

#include "Checkpoints.h"
#include "Compare.h"
#include "Feeder.h"
#include "Fetcher.h"
#include "Trace.h"
#include <functional>
#include <string>
#include <vector>

namespace sbp::run {

/// The number of untimed steps at the start of a benchmark.
inline constexpr int64_t kWarmUpSteps = 3;

/// The settings of a run. Those of the parts name the same steps and the same
/// folder of checkpoints.
struct RunOptions {
  FeedOptions feed;
  FetchOptions fetch;
  CheckpointOptions checkpoint;
  std::string trace;          ///< file for a timeline; empty: none
  int64_t steps = 1;          ///< counted from the very first
  int64_t benchmark = 0;      ///< timed steps; 0: no benchmark
  bool isTimed = false;       ///< the time that ranks spend in tasks is counted
  bool checksIndices = false; ///< before the first step, on one rank
  bool compares = false;      ///< `compare` is called after the last step
  double tolerance = 1;       ///< factor of the bounds of `compare`
};

/// Returns the index of the entry `wanted`; without a name that of the only
/// entry, else of `main`. A user error, which lists the entries, where there is
/// no such one. `onNote` receives a note where several could have been meant.
Result<uint32_t> chooseEntry(const plan::PlanT &plan, const std::string &wanted,
                             const NoteListener &onNote);

/// A run of one entry of a session. `open`, `begin`, `runSteps`, `write` and
/// `compare` follow each other.
class Run {
public:
  /// Does nothing yet. The references outlive the run.
  Run(RunOptions options, Session &session, uint32_t entry,
      Processes &processes);

  /// Opens the checkpoint and loads its states where the run resumes one. A
  /// user error where the artifact lacks a reference that the options need.
  Status open();
  /// Returns true if the checkpoint has all steps of the run: `writeResumed`
  /// follows in place of the other phases.
  bool isComplete() const {
    return checkpoints.getFirstStep() == options.steps;
  }
  /// Writes states and results of all steps from a complete checkpoint. Other
  /// outputs are not written.
  Status writeResumed();
  /// Opens sources and files and sets the inputs of the first step.
  Status begin();
  /// Runs all steps. `onStep` is called after each with the number of steps
  /// that were run, earlier runs included. The message of a step that fails
  /// names its flight record.
  Status runSteps(const std::function<void(int64_t steps)> &onStep);
  /// Writes all files, gives them their names, and writes the last checkpoint.
  Status write();
  /// Compares the results with the one-rank program (compareWithReference).
  Status compare(std::vector<Comparison> &values) {
    return compareWithReference(session, feeder, entry, options.steps,
                                options.tolerance, processes, values);
  }

  /// Returns the index of the first step that this run executes.
  int64_t getFirstStep() const { return checkpoints.getFirstStep(); }
  /// Returns the number of steps after the last one, warm-up included.
  int64_t countSteps() const {
    return options.benchmark ? kWarmUpSteps + options.benchmark : options.steps;
  }
  /// Returns the seconds of each timed step.
  const std::vector<double> &getSeconds() const { return seconds; }

private:
  /// Returns the outcome of all processes.
  Status agree(Status mine) {
    return processes.allReduceStatus(std::move(mine));
  }
  /// Runs the one-rank program in the first process and checks its indices.
  Status checkComputedIndices();
  /// Runs step `step` and measures it where it is timed.
  Status runStep(int64_t step);
  /// Writes the timeline, which several processes write into one file.
  Status writeTimeline(OutputFiles &files);
  /// Gives all files their names.
  Status commit(OutputFiles &files);

  RunOptions options;
  Session &session;
  uint32_t entry;
  Processes &processes;
  Feeder feeder;
  Fetcher fetcher;
  Checkpoints checkpoints;
  std::vector<std::vector<TraceEvent>> events; ///< by rank
  std::unique_ptr<PartsFile> timeline;         ///< null: in one process
  std::vector<double> seconds;
};

} // namespace sbp::run

#endif // SBP_RUNTIME_RUN_STEPS_RUN_H
