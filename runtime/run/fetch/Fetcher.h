// Fetcher.h: results and states of a run in files
//
// Functions are collective: all processes call them in the same order, from
// their main threads. Errors are user errors that name the file.
#ifndef SBP_RUNTIME_RUN_FETCH_FETCHER_H
#define SBP_RUNTIME_RUN_FETCH_FETCHER_H

#include "NamedValue.h"
#include "PartsFile.h"
#include "Processes.h"
#include "Result.h"
#include "Session.h"
#include "Tensor.h"
#include <memory>
#include <string>
#include <vector>

namespace sbp::run {

/// The files that a run writes. An empty text or list is one that is not
/// written.
struct FetchOptions {
  std::vector<NamedValue> outputs =
      {};                        ///< "@FILE.npy" or "@FILE.npy:all", by name
  std::string outputShards = {}; ///< folder for the pieces by rank
  std::string saveState = {};    ///< safetensors file for all states
  std::string checkpoint = {};   ///< folder that holds results of all steps
  int64_t steps = 1;             ///< of the whole run, earlier ones included
};

/// The folder within a checkpoint that holds results of all steps.
inline constexpr const char *kResultsFolder = "results";

/// Collects outputs while steps run. One process writes them all at the end;
/// of several each writes its boxes into common files.
class Fetcher {
public:
  /// Opens no file yet. The references outlive the fetcher.
  Fetcher(FetchOptions options, Session &session, uint32_t entry,
          Processes &processes)
      : options(std::move(options)), session(session), entry(entry),
        processes(processes) {}

  /// Resolves --output and opens the files that grow with the steps and those
  /// that several processes share. The results of steps before `firstStep` are
  /// in the checkpoint's folder. A user error where the entry has no such
  /// result or a file cannot be made.
  Status begin(int64_t firstStep);
  /// Stores the results of step `step`, counted from 0, for outputs of all
  /// steps. All processes call it.
  Status endStep(int64_t step);
  /// A result of all steps so far that lies in the checkpoint's folder.
  struct StepsFile {
    std::string name, path; ///< of the result; of the file below the folder
    uint64_t stepBytes;
    PartsFile *file; ///< the fetcher owns it
  };
  /// Returns the results of all steps that lie in the checkpoint's folder;
  /// empty without one. The files stay owned by the fetcher.
  std::vector<StepsFile> getStepsFiles() const;
  /// Writes outputs, shards and states after the last step. Files of one
  /// process get their names when `files` is committed.
  Status write(OutputFiles &files);
  /// Gives the common files their names, in the first process, once all
  /// processes have written.
  Status commit();

private:
  /// One --output.
  struct Target {
    uint32_t port;       ///< index among the outputs of the entry
    std::string path;    ///< the file that the user named
    bool all;            ///< of all steps
    std::string stacked; ///< bytes of the steps so far, in a single process
    std::unique_ptr<PartsFile> parts; ///< common file of several processes
    std::unique_ptr<PartsFile> steps; ///< in the checkpoint's folder
  };
  const plan::PortT &getPort(const Target &target) const {
    return *session.getPlan().entries[entry]->outputs[target.port];
  }
  /// Opens the files of all steps in the checkpoint's folder, the first process
  /// first.
  Status openSteps(int64_t firstStep);
  /// Copies the steps of the checkpoint's folder to the output that the user
  /// named.
  Status writeSteps(Target &target, OutputFiles &files);
  /// Writes the boxes of this process to `file`, whose tensor starts at byte
  /// `offset`.
  Status writePieces(const Target &target, PartsFile &file, uint64_t offset);
  /// Creates the common files of outputs and states, and opens them in all
  /// processes.
  Status openParts();
  /// Writes this process's part of a step to the common file of an output.
  Status writeParts(Target &target, int64_t step);
  /// Returns the .npy header of an output.
  std::string makeHeader(const Target &target) const;
  /// Writes this process's part of all states to their common file.
  Status writeStateParts();
  /// Writes one file per rank and output, and a description of them, to the
  /// folder of --output-shards.
  Status writeShards(OutputFiles &files);
  /// Writes all states of the model to the file of --save-state; one that no
  /// step has set has its first value.
  Status writeStates(OutputFiles &files);

  FetchOptions options;
  Session &session;
  uint32_t entry;
  Processes &processes;
  std::vector<Target> targets;
  std::unique_ptr<PartsFile> states;  ///< of --save-state; null: one process
  std::vector<uint64_t> stateOffsets; ///< bytes in `states`, by state
};

} // namespace sbp::run

#endif // SBP_RUNTIME_RUN_FETCH_FETCHER_H
