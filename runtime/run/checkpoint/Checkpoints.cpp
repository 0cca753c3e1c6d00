// Checkpoints.cpp: saves and loads the states of a run
#include "Checkpoints.h"
#include "Actor.h"
#include "Errno.h"
#include "Tensor.h"
#include <cstring>
#include <sstream>
#include <sys/file.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>

using namespace sbp;
using namespace sbp::checkpoint;
using namespace sbp::run;

static constexpr const char *kFolderPrefix = "step-";

Checkpoints::~Checkpoints() {
  {
    std::lock_guard lock(mutex);
    abandoned = true;
  }
  reportArrived.notify_all();
  if (thread.joinable())
    thread.join();
  if (ControlChannel *control = processes.getControl())
    control->listenToMessages(nullptr);
  leaveFolder();
}

/// A run that failed before its first checkpoint leaves no folder behind that
/// was not there.
void Checkpoints::leaveFolder() const {
  if (!isCreated || access((folder + "/" + kManifestName).c_str(), F_OK) == 0)
    return;
  Folder results;
  if (!root.openFolder(kResultsFolder, results).failed())
    for (const Fetcher::StepsFile &file : stepsFiles)
      results.remove(file.path.substr(file.path.find('/') + 1));
  root.removeFolder(kResultsFolder);
  rmdir(folder.c_str());
}

static Status fail(const char *what, const std::string &path) {
  return userError("--checkpoint: cannot ", what, " ", path, ": ",
                   describeError(errno));
}

//===----------------------------------------------------------------------===//
// The folder
//===----------------------------------------------------------------------===//

/// Removes the folder `name` with the files that processes write there. Any
/// other file stays, and the folder with it; so does a link of that name.
static void removeFolder(const Folder &root, const std::string &name) {
  Folder folder;
  if (root.openFolder(name, folder).failed())
    return;
  for (const std::string &file : folder.list())
    if (file.starts_with("process") && file.ends_with(".safetensors"))
      folder.remove(file);
  root.removeFolder(name);
}

/// Removes the files of runs that ended while they wrote.
static void removeLeftovers(const Folder &root, const std::string &current) {
  for (const std::string &name : root.list()) {
    if (name.starts_with(kFolderPrefix) && name != current)
      removeFolder(root, name);
    if (name.starts_with(kManifestName) && name.ends_with(".partial"))
      root.remove(name);
  }
}

/// By the first process: the folder is made, no other run uses it.
Status Checkpoints::openFolder() {
  isCreated = mkdir(folder.c_str(), 0777) == 0;
  if (!isCreated && errno != EEXIST)
    return fail("make", folder);
  SBP_RETURN_IF_FAILED(Folder::open(folder, root));
  if (flock(root.getDescriptor(), LOCK_EX | LOCK_NB) != 0 &&
      errno == EWOULDBLOCK)
    return userError("--checkpoint: ", folder, " is in use by another run");
  return {};
}

/// Reads an existing manifest and checks that this run may resume or replace
/// it.
Status Checkpoints::readManifest() {
  bool found = false;
  if (access(folder.c_str(), R_OK | W_OK | X_OK) != 0)
    return fail("use", folder);
  if (!root.isOpen())
    SBP_RETURN_IF_FAILED(Folder::open(folder, root));
  SBP_ASSIGN_OR_RETURN(found, Checkpoint::open(folder, resumed));
  if (!found) {
    if (options.resume && processes.isFirst() && options.onNote)
      options.onNote(
          textOf(folder, " has no checkpoint yet: starts with the first step"));
    return {};
  }
  const Manifest &manifest = resumed.getManifest();
  if (!manifest.files.empty()) {
    const std::string &path = manifest.files[0].path;
    current = path.substr(0, path.find('/'));
  }
  if (options.replace)
    return {};
  if (!options.resume)
    return userError("--checkpoint: ", folder, " has the checkpoint of step ",
                     manifest.step,
                     " of an earlier run: go on from it with --resume, or give "
                     "another folder");
  SBP_RETURN_IF_FAILED(resumed.compare(session.getPlan(), entry));
  if (manifest.step > options.steps)
    return userError("--resume: ", folder, " is at step ", manifest.step,
                     " already, but --steps=", options.steps,
                     ", which counts from the very first step");
  firstStep = lastSaved = manifest.step;
  return {};
}

Status Checkpoints::open() {
  if (folder.empty())
    return {};
  Status status;
  if (processes.isFirst())
    status = openFolder();
  SBP_RETURN_IF_FAILED(processes.allReduceStatus(std::move(status)));
  SBP_RETURN_IF_FAILED(processes.allReduceStatus(readManifest()));
  SBP_RETURN_IF_FAILED(processes.compare("checkpoints", resumed.getText()));
  // Before the gathering, which the others leave once this process is in it:
  // the first report may come right after.
  if (ControlChannel *control = processes.getControl())
    control->listenToMessages([this](uint32_t from, const std::string &text) {
      receiveReport(from, text);
    });
  std::vector<std::string> all;
  SBP_RETURN_IF_FAILED(processes.gather(
      textOf(std::hex, uint32_t(getpid()), "-", uint64_t(readClock())), all));
  token = all[0];
  if (processes.isFirst())
    removeLeftovers(root, current);
  if (firstStep > 0) {
    SBP_RETURN_IF_FAILED(processes.allReduceStatus(resumed.load(session)));
    SBP_RETURN_IF_FAILED(session.beginAt(entry, firstStep));
  }
  snapshot = std::make_unique<Snapshot>(session);
  return options.every ? processes.allReduceStatus(snapshot->prepare())
                       : Status();
}

//===----------------------------------------------------------------------===//
// Results of all steps
//===----------------------------------------------------------------------===//

/// From the file as all processes wrote it.
Status Checkpoints::hashSteps(const Fetcher::StepsFile &file, int64_t begin,
                              int64_t end, artifact::Hash &hash) const {
  std::string path = folder + "/" + file.path;
  SBP_ASSIGN_OR_RETURN(std::shared_ptr<MappedFile> mapped,
                       MappedFile::open(path));
  auto *data = static_cast<const char *>(mapped->bytes().data);
  if (mapped->bytes().size / std::max<uint64_t>(1, file.stepBytes) <
          uint64_t(end) &&
      file.stepBytes > 0)
    return userError(path, ": damaged: has ", mapped->bytes().size,
                     " bytes, but ", end, " steps are ", end * file.stepBytes);
  for (int64_t step = begin; step < end; ++step)
    hash = hashStep(hash, data + step * file.stepBytes, file.stepBytes);
  return {};
}

/// Checks the results of an earlier run against the manifest.
Status Checkpoints::checkSteps(const Fetcher::StepsFile &file) {
  for (const SavedSteps &saved : resumed.getManifest().steps) {
    if (saved.name != file.name || saved.path != file.path)
      continue;
    SBP_RETURN_IF_FAILED(hashSteps(file, 0, firstStep, stepsHashes.back()));
    if (stepsHashes.back() == saved.hash)
      return {};
    return userError(folder, "/", file.path,
                     ": damaged: the hash of its first ", firstStep,
                     " steps is not that of the manifest");
  }
  return userError("--output ", file.name,
                   ": the checkpoint has none of the first ", firstStep,
                   " steps of it: the run began without --output ", file.name,
                   "=@FILE.npy:all");
}

Status Checkpoints::addSteps(std::vector<Fetcher::StepsFile> files) {
  stepsFiles = std::move(files);
  Status status;
  for (const Fetcher::StepsFile &file : stepsFiles) {
    stepsHashes.emplace_back();
    if (firstStep > 0 && processes.isFirst() && !status.failed())
      status = checkSteps(file);
  }
  hashedSteps = firstStep;
  return processes.allReduceStatus(std::move(status));
}

//===----------------------------------------------------------------------===//
// Saving
//===----------------------------------------------------------------------===//

std::string Checkpoints::nameFolder(int64_t steps) const {
  return textOf(kFolderPrefix, steps, "-", token);
}

Status Checkpoints::wait() {
  if (thread.joinable())
    thread.join();
  return written;
}

/// Files that are written while steps go on have a lower priority.
Status Checkpoints::save(int64_t steps, bool isLast) {
  SBP_RETURN_IF_FAILED(wait());
  SBP_RETURN_IF_FAILED(snapshot->take());
  lastSaved = steps;
  isDone = false;
  thread = std::thread([this, steps, isLast] {
    if (!isLast)
      setpriority(PRIO_PROCESS, gettid(), 10);
    write(steps);
  });
  return {};
}

Status Checkpoints::endStep(int64_t steps) {
  if (folder.empty())
    return {};
  if (isDone)
    SBP_RETURN_IF_FAILED(wait());
  bool isDue = options.every && steps % options.every == 0;
  bool isLast = steps == options.steps;
  return isDue && !isLast ? save(steps, /*isLast=*/false) : Status();
}

Status Checkpoints::finish(int64_t steps) {
  if (folder.empty())
    return {};
  Status status = lastSaved < steps ? save(steps, /*isLast=*/true) : Status();
  if (!status.failed())
    status = wait();
  return processes.allReduceStatus(std::move(status));
}

/// The thread: this process's file, then what comes of it.
void Checkpoints::write(int64_t steps) {
  uint32_t process = session.getWorld().getProcess();
  Written mine;
  Folder target;
  Status status = root.makeFolder(nameFolder(steps), target);
  if (!status.failed() && !snapshot->isEmpty()) {
    auto file =
        snapshot->write(target, textOf("process", process, ".safetensors"));
    if (!file.failed()) {
      mine.bytes = file->bytes;
      mine.header = file->header;
    }
    status = std::move(file).status();
  }
  if (!status.failed())
    status = target.sync();
  for (const Fetcher::StepsFile &file : stepsFiles)
    if (!status.failed())
      status = file.file->sync();
  if (status.failed())
    mine.error = status.message();
  if (!processes.isFirst()) {
    processes.getControl()->send(textOf(steps, " ", mine.bytes, " ",
                                        mine.header.low, " ", mine.header.high,
                                        " ", mine.error));
  } else if (!status.failed()) {
    std::vector<Written> all(session.getWorld().countProcesses());
    all[process] = mine;
    status = collect(steps, all);
    if (!status.failed())
      status = commit(steps, all);
  }
  if (status.failed() && current != nameFolder(steps))
    removeFolder(root, nameFolder(steps));
  written = std::move(status);
  isDone = true;
}

void Checkpoints::receiveReport(uint32_t from, const std::string &text) {
  std::istringstream words(text);
  int64_t steps = 0;
  Written report;
  words >> steps >> report.bytes >> report.header.low >> report.header.high;
  words.ignore(1);
  report.error.assign(std::istreambuf_iterator<char>(words), {});
  std::lock_guard lock(mutex);
  reports[steps][from] = report;
  reportArrived.notify_all();
}

/// Collects the reports of all processes on their files in the first process.
Status Checkpoints::collect(int64_t steps, std::vector<Written> &all) {
  std::unique_lock lock(mutex);
  reportArrived.wait(lock, [&] {
    return abandoned || reports[steps].size() + 1 == all.size();
  });
  for (const auto &[from, report] : reports[steps]) {
    all[from] = report;
    if (!report.error.empty())
      return userError(processes.getControl()->describe(from), ": ",
                       report.error);
  }
  reports.erase(steps);
  return abandoned ? userError("the run ended before its checkpoint")
                   : Status();
}

/// Replaces the manifest of the folder by one of `text`.
static Status writeManifest(const Folder &root, const std::string &token,
                            const std::string &text) {
  std::string name = textOf(kManifestName, ".", token, ".partial");
  std::string path = root.getPath(name); // a signal removes it by its path
  setTemporary(path, /*exists=*/true);
  NewFile file(root, name);
  file.write(text.data(), text.size());
  Status status = file.finish();
  if (!status.failed() && !root.rename(name, kManifestName)) {
    status = fail("write", root.getPath(kManifestName));
    root.remove(name);
  }
  setTemporary(path, /*exists=*/false);
  return status;
}

/// The manifest gets its name; what was there before it goes.
Status Checkpoints::commit(int64_t steps, const std::vector<Written> &all) {
  const plan::PlanT &plan = session.getPlan();
  Manifest manifest = describeModel(plan, entry);
  manifest.step = steps;
  manifest.processes = all.size();
  std::vector<uint32_t> numbers(plan.states.size()); ///< in the manifest
  for (uint32_t s = 0, next = 0; s < plan.states.size(); ++s)
    numbers[s] =
        plan.states[s]->role == plan::EntryRole::model ? next++ : UINT32_MAX;
  for (uint32_t process = 0; process < all.size(); ++process) {
    SavedFile file = {
        textOf(nameFolder(steps), "/process", process, ".safetensors"),
        all[process].bytes,
        all[process].header,
        {}};
    for (StoredPart &part :
         layOutStates(plan, session.getWorld().of(process))) {
      part.piece.state = numbers[part.piece.state];
      file.pieces.push_back(std::move(part.piece));
    }
    if (!file.pieces.empty())
      manifest.files.push_back(std::move(file));
  }
  for (size_t i = 0; i < stepsFiles.size(); ++i) {
    SBP_RETURN_IF_FAILED(
        hashSteps(stepsFiles[i], hashedSteps, steps, stepsHashes[i]));
    manifest.steps.push_back(
        {stepsFiles[i].name, stepsFiles[i].path, stepsHashes[i]});
  }
  hashedSteps = steps;
  SBP_RETURN_IF_FAILED(root.sync());
  SBP_RETURN_IF_FAILED(writeManifest(root, token, formatManifest(manifest)));
  std::string previous = std::exchange(current, nameFolder(steps));
  SBP_RETURN_IF_FAILED(root.sync());
  if (!previous.empty())
    removeFolder(root, previous);
  return {};
}
