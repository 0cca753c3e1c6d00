// Processes.cpp: the processes that run one artifact together
#include "Processes.h"
#include "Actor.h"
#include "Errno.h"
#include "OwnFolder.h"
#include "PeerProcesses.h"
#include "SharedTransport.h"
#include <algorithm>
#include <climits>
#include <cstdlib>
#include <dlfcn.h>
#include <fstream>
#include <sstream>
#include <string_view>
#include <sys/mman.h>
#include <unistd.h>

using namespace sbp;
using namespace sbp::run;

/// Address space that MPI needs at its start (Open MPI 4 on one host: 300).
static constexpr size_t kMpiBytes = size_t(320) << 20;

/// Next to the runner as it is built and as it is installed, then wherever the
/// loader looks.
static Status loadTransport(OpenTransport *&open, std::string &found) {
  std::vector<std::string> paths;
  if (const char *given = std::getenv("SBP_MPI_LIBRARY"))
    paths = {given};
  else
    paths = {getOwnDirectory() + "../lib/sbp-mpi.so",
             getOwnDirectory() + "../../lib/sbp-mpi.so", "sbp-mpi.so"};
  std::string reasons;
  for (const std::string &path : paths) {
    // MPI loads plugins that resolve its symbols globally.
    if (void *library = dlopen(path.c_str(), RTLD_NOW | RTLD_GLOBAL)) {
      open = reinterpret_cast<OpenTransport *>(
          dlsym(library, openTransportSymbol));
      found = path;
      if (open)
        return {};
      return userError(path, " is of another version of this runner");
    }
    reasons += textOf(reasons.empty() ? "" : "; ", dlerror());
  }
  return userError("several processes need MPI, which this runner was built "
                   "without or cannot load: ",
                   reasons);
}

Status run::findTransport(std::string &path, std::string &version) {
  OpenTransport *open = nullptr;
  SBP_RETURN_IF_FAILED(loadTransport(open, path));
  // MPI_MAX_LIBRARY_VERSION_STRING is 256 or 8192.
  char text[8192] = "";
  int length = 0;
  auto *getVersion = reinterpret_cast<int (*)(char *, int *)>(
      dlsym(RTLD_DEFAULT, "MPI_Get_library_version"));
  if (getVersion && getVersion(text, &length) == 0)
    version = text;
  return {};
}

static Status refuseWithoutMpi(const Launch &launch) {
  std::string fix =
      launch.launcher == "Slurm"
          ? "start them with srun --mpi=pmix"
          : textOf("start them with mpirun -n ", launch.size, " sbp-run ...");
  return userError("launched as ", launch.size, " processes (", launch.source,
                   ") without MPI, through which ranks of different processes "
                   "exchange their values: ",
                   fix, ", or start one process, which runs all ranks");
}

Status Processes::open(const Launch &launch) {
  if (launch.size == 1)
    return {};
  PeerWatch watch(launch, [this](const std::string &cause) {
    if (events.onLoss)
      events.onLoss(cause);
  });
  return connect(launch);
}

Status Processes::connect(Transport &opened) {
  transport = &opened;
  SBP_ASSIGN_OR_RETURN(control, ControlChannel::open(*transport));
  return {};
}

/// Open MPI that gets no memory may wait for ever instead of ending.
static Status checkRoomForMpi() {
  void *room = mmap(nullptr, kMpiBytes, PROT_NONE,
                    MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (room == MAP_FAILED)
    return userError("no memory for MPI, which takes some ", kMpiBytes >> 20,
                     " MB", describeMemoryLimit());
  munmap(room, kMpiBytes);
  return {};
}

Status Processes::connect(const Launch &launch) {
  if (!launch.usesMpi)
    return refuseWithoutMpi(launch);
  SBP_RETURN_IF_FAILED(checkRoomForMpi());
  OpenTransport *openTransport = nullptr;
  std::string path;
  SBP_RETURN_IF_FAILED(loadTransport(openTransport, path));
  std::string error;
  Transport *opened = openTransport(&error);
  if (!opened)
    return userError("MPI: ", error);
  if (opened->countProcesses() != launch.size)
    return userError("launched as ", launch.size, " processes (", launch.source,
                     ") but MPI reports ", opened->countProcesses(),
                     ": the launcher belongs to another MPI library; use the "
                     "mpirun of this one, or srun --mpi=pmix");
  if (opened->getProcess() != launch.rank)
    return userError(launch.launcher, " gives process number ", launch.rank,
                     " but MPI has number ", opened->getProcess());
  return connect(*opened);
}

/// The transport that is wrapped lives as long as the process, as this one
/// does: a run that fails ends without them.
Status Processes::share() {
  if (!transport)
    return {};
  const char *wish = std::getenv("SBP_SHARED_MEMORY");
  SBP_ASSIGN_OR_RETURN(std::unique_ptr<SharedTransport> shared,
                       SharedTransport::open(
                           *transport, !wish || std::string_view(wish) != "0"));
  if (shared)
    transport = shared.release();
  return {};
}

Status Processes::gather(const std::string &mine,
                         std::vector<std::string> &all) {
  if (transport)
    return transport->gather(mine, all);
  all = {mine};
  return {};
}

/// The host's clock is one for all its processes. Of another host's: all have
/// entered a gathering before any leaves it, so that every one of them bounds
/// the difference from both sides.
Result<int64_t> Processes::measureClock() {
  std::ifstream file("/proc/sys/kernel/random/boot_id");
  std::string boot;
  std::getline(file, boot);
  std::vector<std::string> all;
  SBP_RETURN_IF_FAILED(gather(boot, all));
  bool isOneHost = std::all_of(all.begin(), all.end(),
                               [&](auto &other) { return other == all[0]; });
  if (isOneHost && !boot.empty())
    return 0;
  int64_t least = INT64_MIN, most = INT64_MAX;
  for (int round = 0; round < 32; ++round) {
    int64_t entered = readClock();
    SBP_RETURN_IF_FAILED(gather("", all));
    int64_t left = readClock();
    SBP_RETURN_IF_FAILED(gather(textOf(entered, " ", left), all));
    int64_t firstEntered = 0, firstLeft = 0;
    std::istringstream(all[0]) >> firstEntered >> firstLeft;
    least = std::max(least, entered - firstLeft);
    most = std::min(most, left - firstEntered);
  }
  return isFirst() ? 0 : least + (most - least) / 2;
}

Status Processes::adoptFirstStatus(Status first) {
  if (!transport)
    return first;
  std::string text =
      isFirst() && first.failed() ? std::to_string(int(first.code())) : "";
  std::vector<std::string> all;
  SBP_RETURN_IF_FAILED(gather(text, all));
  if (all[0].empty())
    return {};
  // The connections end with the processes, and launchers end the rest with
  // the first that ends.
  control->finish();
  if (isFirst() && events.onError)
    events.onError(first.message());
  ExitCode code = ExitCode(std::stoi(all[0]));
  SBP_RETURN_IF_FAILED(gather("", all));
  return Status(code, "");
}

/// Returns one exit code for all processes, since launchers differ in the one
/// they report: a user error takes precedence, since no process was lost.
static ExitCode findCommonCode(const std::vector<std::string> &all) {
  int code = INT_MAX;
  for (const std::string &text : all)
    if (!text.empty())
      code = std::min(code, std::stoi(text));
  return ExitCode(code);
}

Status Processes::allReduceStatus(Status mine) {
  if (!transport)
    return mine;
  std::string text =
      mine.failed() ? textOf(int(mine.code()), ' ', mine.message()) : "";
  std::vector<std::string> all;
  SBP_RETURN_IF_FAILED(gather(text, all));
  uint32_t failed = 0;
  while (failed < all.size() && all[failed].empty())
    ++failed;
  if (failed == all.size())
    return {};
  ExitCode code = findCommonCode(all);
  uint32_t here = transport->getProcess();
  // The connections end with the processes.
  control->finish();
  size_t space = all[failed].find(' ');
  // A nested agreement may have reported the error already.
  bool saidBefore = mine.failed() && (mine.message().empty() ||
                                      (failed < here && all[failed] == text));
  std::string reason = mine.failed()
                           ? mine.message()
                           : textOf(control->describe(failed),
                                    " ended: ", all[failed].substr(space + 1));
  if (!saidBefore && events.onError)
    events.onError(reason);
  // Launchers end the rest with the first that ends: all have spoken by then.
  SBP_RETURN_IF_FAILED(gather("", all));
  return Status(code, "");
}

Status Processes::compare(const std::string &what, const std::string &text) {
  std::vector<std::string> all;
  SBP_RETURN_IF_FAILED(gather(text, all));
  for (uint32_t i = 1; i < all.size(); ++i)
    if (all[i] != all[0])
      return allReduceStatus(userError(
          "processes 0 and ", i, " were started with ", what, " that differ"));
  return {};
}

Status Processes::finish() {
  if (!transport)
    return {};
  SBP_RETURN_IF_FAILED(allReduceStatus({}));
  control->finish();
  return {};
}

Status Processes::close() { return transport ? transport->close() : Status(); }
