// Checkpoints.h: states that survive the run
//
// A step pays for the copy of the states; each process then writes its file in
// a thread of its own and reports to the first, which gives the manifest its
// name when all have written. Until then the previous checkpoint is the one
// that is there, whatever ends the run.
#ifndef SBP_TOOLS_SBP_RUN_CHECKPOINTS_H
#define SBP_TOOLS_SBP_RUN_CHECKPOINTS_H

#include "Checkpoint.h"
#include "Folder.h"
#include "Runner.h"
#include "Snapshot.h"
#include <condition_variable>
#include <map>
#include <mutex>
#include <thread>

namespace sbp::run {

class Checkpoints {
public:
  Checkpoints(const Options &options, Session &session, uint32_t entry,
              Processes &processes)
      : options(options), session(session), entry(entry), processes(processes),
        folder(options.checkpoint) {}
  ~Checkpoints();

  /// Takes the folder; reads the states of its checkpoint with --resume. By all
  /// processes together.
  Status open();
  /// Adds results of all steps to the checkpoint; those of a resumed checkpoint
  /// must match its manifest. Collective over all processes.
  Status addSteps(std::vector<Fetcher::StepsFile> files);
  /// Steps that are in the checkpoint the run goes on from.
  int64_t getFirstStep() const { return firstStep; }
  /// After `steps` steps since the very first: a checkpoint where one is due.
  /// Errors of those before.
  Status endStep(int64_t steps);
  /// The last one, when everything else the run was to write is there. By all
  /// processes together.
  Status finish(int64_t steps);

private:
  /// The report of a process on its file.
  struct Written {
    uint64_t bytes = 0;
    artifact::Hash header = {};
    std::string error; ///< empty: it is there
  };
  Status openFolder();
  void leaveFolder() const;
  Status readManifest();
  Status save(int64_t steps, bool isLast);
  Status wait();
  void write(int64_t steps);
  void receiveReport(uint32_t from, const std::string &text);
  Status checkSteps(const Fetcher::StepsFile &file);
  Status hashSteps(const Fetcher::StepsFile &file, int64_t begin, int64_t end,
                   artifact::Hash &hash) const;
  Status collect(int64_t steps, std::vector<Written> &all);
  Status commit(int64_t steps, const std::vector<Written> &all);
  std::string nameFolder(int64_t steps) const;

  const Options &options;
  Session &session;
  uint32_t entry;
  Processes &processes;
  std::string folder;
  Folder root;            ///< the folder, open; the first process locks it
  bool isCreated = false; ///< the folder, by this process
  std::string token;      ///< new in every run
  int64_t firstStep = 0, lastSaved = 0;
  std::string current; ///< folder of the checkpoint that the manifest names
  checkpoint::Checkpoint resumed;
  std::unique_ptr<checkpoint::Snapshot> snapshot;
  std::vector<Fetcher::StepsFile> stepsFiles;
  std::vector<artifact::Hash> stepsHashes; ///< up to `hashedSteps`
  int64_t hashedSteps = 0;

  std::thread thread; ///< writes
  Status written;     ///< of the thread, once it is joined
  std::atomic<bool> isDone{true};
  std::mutex mutex;
  std::condition_variable reportArrived;
  bool abandoned = false;
  std::map<int64_t, std::map<uint32_t, Written>>
      reports; ///< by step and process
};

/// Prints what a checkpoint consists of, all of it verified.
Status printCheckpoint(const std::string &folder, bool json);

} // namespace sbp::run

#endif // SBP_TOOLS_SBP_RUN_CHECKPOINTS_H
