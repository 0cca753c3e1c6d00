// PeerProcesses.cpp: lists the processes of a run on this host
#include "PeerProcesses.h"
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <dirent.h>
#include <new>
#include <optional>
#include <system_error>
#include <unistd.h>

using namespace sbp;
using namespace sbp::run;

/// Names of the programs that start the processes of one host: those of Open
/// MPI, PRRTE, MPICH and Slurm.
static constexpr const char *kLauncherNames[] = {
    "mpirun", "mpiexec", "orterun",         "orted",
    "prted",  "prterun", "hydra_pmi_proxy", "slurmstepd"};

static constexpr auto kPollInterval = std::chrono::milliseconds(250);
/// Children are begun one after the other, on a machine that may be busy.
static constexpr int kStartupPolls = 12;

namespace {
struct ProcessStat {
  std::string name;
  int parent = 0;
  bool isAlive = false;
};
} // namespace

/// Reads a file up to the point where its process ends (a stream would throw).
static std::string readFile(const std::string &path) {
  std::string text;
  std::FILE *file = std::fopen(path.c_str(), "rb");
  if (!file)
    return text;
  char part[4096];
  while (size_t got = std::fread(part, 1, sizeof(part), file))
    text.append(part, got);
  std::fclose(file);
  return text;
}

/// "71 (mpirun) S 1 ...": a name may have parentheses of its own.
static std::optional<ProcessStat> readStat(int pid) {
  std::string text = readFile(textOf("/proc/", pid, "/stat"));
  size_t begin = text.find('('), end = text.rfind(')');
  if (begin == text.npos || end == text.npos || end + 4 > text.size())
    return std::nullopt;
  char state = text[end + 2];
  return ProcessStat{text.substr(begin + 1, end - begin - 1),
                     std::atoi(text.c_str() + end + 4),
                     state != 'Z' && state != 'X'};
}

/// The nearest one that this process descends from; 0: none. There may be
/// shells in between.
static int findLauncher() {
  for (int pid = getppid(); pid > 0;) {
    std::optional<ProcessStat> stat = readStat(pid);
    if (!stat)
      return 0;
    for (const char *name : kLauncherNames)
      if (stat->name == name)
        return pid;
    pid = stat->parent;
  }
  return 0;
}

/// A variable of a process as it was started; empty: it has none.
static std::string readVariable(int pid, const std::string &name) {
  std::string text = '\0' + readFile(textOf("/proc/", pid, "/environ"));
  size_t at = text.find('\0' + name + '=');
  if (at == text.npos)
    return "";
  return text.c_str() + at + name.size() + 2;
}

bool run::findPeerProcesses(const Launch &launch,
                            std::set<int64_t> &processes) {
  int launcher = launch.rankVariable ? findLauncher() : 0;
  DIR *folder = launcher > 0 ? opendir("/proc") : nullptr;
  if (!folder)
    return false;
  processes.clear();
  while (const dirent *entry = readdir(folder)) {
    int pid = std::atoi(entry->d_name);
    std::optional<ProcessStat> stat;
    if (pid > 0 && (stat = readStat(pid)) && stat->parent == launcher &&
        stat->isAlive)
      if (std::string rank = readVariable(pid, launch.rankVariable);
          !rank.empty())
        processes.insert(std::atoll(rank.c_str()));
  }
  closedir(folder);
  return true;
}

/// Those of this host are all of the run, or there is no telling which.
static std::set<int64_t> findMissing(const Launch &launch,
                                     const std::set<int64_t> &processes) {
  std::set<int64_t> missing;
  if (launch.localSize == launch.size)
    for (int64_t i = 0; i < launch.size; ++i)
      if (!processes.contains(i))
        missing.insert(i);
  return missing;
}

static std::string describeLoss(const std::set<int64_t> &lost) {
  std::string names;
  for (int64_t process : lost)
    names += textOf(names.empty() ? "process " : ", process ", process);
  return textOf(names.empty() ? "a process of this host" : names,
                " ended before all were connected");
}

/// Believed at the second poll, when all were seen before or there was time for
/// them to come. Those that went first are named, not those that follow them.
void PeerWatch::run() {
  std::set<int64_t> present, lost;
  int incomplete = 0;
  bool wereComplete = false;
  std::unique_lock lock(mutex);
  for (int poll = 0;; ++poll) {
    if (wakeUp.wait_for(lock, kPollInterval, [&] { return stopping; }))
      return;
    try {
      if (!findPeerProcesses(launch, present))
        return;
    } catch (const std::bad_alloc &) {
      return; // the timeout is left
    }
    bool areComplete = int64_t(present.size()) >= launch.localSize;
    wereComplete |= areComplete;
    if (areComplete ||
        (!wereComplete && poll < kStartupPolls + launch.localSize / 8)) {
      incomplete = 0;
      continue;
    }
    std::set<int64_t> missing = findMissing(launch, present);
    if (incomplete++ == 0) {
      lost = missing;
      continue;
    }
    onLoss(describeLoss(lost));
    return;
  }
}

PeerWatch::PeerWatch(const Launch &launch, LossListener onLoss)
    : launch(launch), onLoss(std::move(onLoss)) {
  if (launch.localSize < 2)
    return;
  try {
    thread = std::thread([this] { run(); });
  } catch (const std::system_error &) {
    // As there.
  }
}

PeerWatch::~PeerWatch() {
  {
    std::lock_guard lock(mutex);
    stopping = true;
  }
  wakeUp.notify_one();
  if (thread.joinable())
    thread.join();
}
