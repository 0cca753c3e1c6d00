// Checkpoints.h: states that survive the run
//
// A step pays for the copy of the states; each process then writes its file in
// a thread of its own and reports to the first, which gives the manifest its
// name when all have written. Until then the previous checkpoint is the one
// that is there, whatever ends the run.
#ifndef SBP_RUNTIME_RUN_CHECKPOINT_CHECKPOINTS_H
#define SBP_RUNTIME_RUN_CHECKPOINT_CHECKPOINTS_H

#include "Checkpoint.h"
#include "Fetcher.h"
#include "Folder.h"
#include "Note.h"
#include "Processes.h"
#include "Snapshot.h"
#include <atomic>
#include <condition_variable>
#include <map>
#include <mutex>
#include <thread>

namespace sbp::run {

/// The settings of the checkpoints of a run.
struct CheckpointOptions {
  std::string folder = {}; ///< empty: no checkpoints
  int64_t every = 0;       ///< steps between them; 0: after the last step alone
  bool resume = false;     ///< go on from the checkpoint of the folder
  int64_t steps = 1;       ///< of the run with those before it was resumed
  NoteListener onNote = {};
  bool replace = false; ///< write over the checkpoint of the folder
};

/// The checkpoints of one run in one folder. Without a folder no function has
/// an effect. The main thread calls them.
class Checkpoints {
public:
  /// Opens nothing yet. The references outlive this object.
  Checkpoints(CheckpointOptions options, Session &session, uint32_t entry,
              Processes &processes)
      : options(std::move(options)), session(session), entry(entry),
        processes(processes), folder(this->options.folder) {}
  /// Waits for the thread that writes. Removes the folder if this run created
  /// it and has no checkpoint.
  ~Checkpoints();

  /// Makes and locks the folder, removes from it what runs that were ended left
  /// there, and loads the states of its checkpoint, if there is one, with
  /// --resume. Collective. Fails where another run uses the folder, where it
  /// has a checkpoint that is neither resumed nor replaced, or where that
  /// checkpoint is damaged, or is resumed and of another model or beyond
  /// --steps.
  Status open();
  /// Adds results of all steps to the checkpoint; those of a resumed checkpoint
  /// must match its manifest. The fetcher that owns the files outlives this
  /// object. Collective over all processes.
  Status addSteps(std::vector<Fetcher::StepsFile> files);
  /// Returns the number of steps in the checkpoint that the run resumes, which
  /// is the index of its first step; 0 for a new run.
  int64_t getFirstStep() const { return firstStep; }
  /// Begins a checkpoint after `steps` steps since the very first, where one is
  /// due and more steps follow. Waits for the previous one then, and returns
  /// the error of one that has ended.
  Status endStep(int64_t steps);
  /// Begins a checkpoint after `steps` steps: waits for the previous one,
  /// copies the states, and starts the thread that writes them. Its priority is
  /// low unless `isLast`.
  Status save(int64_t steps, bool isLast);
  /// Waits for the checkpoint that is being written. Returns its outcome; a
  /// success if none was begun.
  Status wait();
  /// Writes the last checkpoint, after `steps` steps, and waits for it. Called
  /// when all other files of the run are there. Fails in all processes where
  /// one fails to write it or the one before. Collective.
  Status finish(int64_t steps);

private:
  /// The report of a process on its file.
  struct Written {
    uint64_t bytes = 0;         ///< size of the file; 0: it stores no state
    artifact::Hash header = {}; ///< hash of the safetensors header
    std::string error;          ///< empty: it is there
  };
  /// Makes, opens and locks the folder, in the first process.
  Status openFolder();
  /// Removes a folder that this run created and that has no checkpoint.
  void leaveFolder() const;
  /// Reads an existing manifest into `resumed`, and checks that this run may
  /// resume it.
  Status readManifest();
  /// Runs in the thread: writes this process's file and reports it, or, in the
  /// first process, commits once all have reported. Sets `written`.
  void write(int64_t steps);
  /// Stores the report of a process; called by the channel's thread.
  void receiveReport(uint32_t from, const std::string &text);
  /// Compares the results of resumed steps with the hash of the manifest.
  Status checkSteps(const Fetcher::StepsFile &file);
  /// Continues `hash` by the results of the steps [begin, end).
  Status hashSteps(const Fetcher::StepsFile &file, int64_t begin, int64_t end,
                   artifact::Hash &hash) const;
  /// Waits for the reports of all other processes. Returns the first error.
  Status collect(int64_t steps, std::vector<Written> &all);
  /// Replaces the manifest and removes the previous checkpoint.
  Status commit(int64_t steps, const std::vector<Written> &all);
  /// Returns the name of the folder of a checkpoint: "step-STEPS-TOKEN".
  std::string nameFolder(int64_t steps) const;

  CheckpointOptions options;
  Session &session;
  uint32_t entry;
  Processes &processes;
  std::string folder;
  Folder root;            ///< the folder, open; the first process locks it
  bool isCreated = false; ///< the folder, by this process
  std::string token;      ///< new in every run
  int64_t firstStep = 0, lastSaved = 0; ///< in steps since the very first
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

} // namespace sbp::run

#endif // SBP_RUNTIME_RUN_CHECKPOINT_CHECKPOINTS_H
