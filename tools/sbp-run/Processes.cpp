// Processes.cpp
#include "Processes.h"
#include "Runner.h"
#include <cstdio>
#include <dlfcn.h>

using namespace sbp;
using namespace sbp::run;

/// Beside the runner as it is built and as it is installed, then wherever the
/// loader looks.
static Status loadTransport(OpenTransport *&open) {
  std::vector<std::string> paths;
  if (const char *given = std::getenv("SBP_MPI_LIBRARY"))
    paths = {given};
  else
    paths = {getOwnDirectory() + "../lib/sbp-mpi.so",
             getOwnDirectory() + "../../lib/sbp-mpi.so", "sbp-mpi.so"};
  std::string reasons;
  for (const std::string &path : paths) {
    // MPI loads parts of itself that look for its symbols.
    if (void *library = dlopen(path.c_str(), RTLD_NOW | RTLD_GLOBAL)) {
      open = reinterpret_cast<OpenTransport *>(
          dlsym(library, openTransportSymbol));
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
  if (!launch.speaksMpi)
    return refuseWithoutMpi(launch);
  OpenTransport *openTransport = nullptr;
  SBP_RETURN_IF_FAILED(loadTransport(openTransport));
  std::string error;
  Transport *opened = openTransport(&error);
  if (!opened)
    return userError("MPI: ", error);
  if (opened->countProcesses() != launch.size)
    return userError("launched as ", launch.size, " processes (", launch.source,
                     ") but MPI says ", opened->countProcesses(),
                     ": the launcher and the MPI library do not know each "
                     "other; use the mpirun of this library, or srun "
                     "--mpi=pmix");
  transport = opened;
  if (opened->getProcess() != launch.rank)
    return userError(launch.launcher, " says process ", launch.rank,
                     " but MPI says ", opened->getProcess());
  return ControlChannel::open(*transport, control);
}

Status Processes::gather(const std::string &mine,
                         std::vector<std::string> &all) {
  if (transport)
    return transport->gather(mine, all);
  all = {mine};
  return {};
}

Status Processes::agree(Status mine) {
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
  uint32_t here = transport->getProcess();
  // The connections end with the processes.
  control->finish();
  size_t space = all[failed].find(' ');
  bool saidBefore = mine.failed() && failed < here && all[failed] == text;
  std::string reason = mine.failed()
                           ? mine.message()
                           : textOf(control->describe(failed),
                                    " ended: ", all[failed].substr(space + 1));
  if (!saidBefore)
    std::fprintf(stderr, "sbp-run: error: %s\n", reason.c_str());
  std::fflush(stderr);
  // Launchers end the rest with the first that ends: all have spoken by then.
  SBP_RETURN_IF_FAILED(gather("", all));
  return Status(mine.failed() ? mine.code() : ExitCode::RankLost, "");
}

Status Processes::compare(const std::string &what, const std::string &text) {
  std::vector<std::string> all;
  SBP_RETURN_IF_FAILED(gather(text, all));
  for (uint32_t i = 1; i < all.size(); ++i)
    if (all[i] != all[0])
      return agree(userError("processes 0 and ", i, " were started with ", what,
                             " that differ"));
  return {};
}

Status Processes::close() {
  if (!transport)
    return {};
  SBP_RETURN_IF_FAILED(agree({}));
  control->finish();
  return transport->close();
}
