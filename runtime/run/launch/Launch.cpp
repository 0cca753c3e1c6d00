// Launch.cpp: detects the launcher and the rank of this process
#include "Launch.h"
#include <cstdlib>

using namespace sbp;
using namespace sbp::run;

/// Variables of a launcher; those it does not have are null.
static const struct {
  const char *name, *size, *rank, *localRank, *localSize;
} launchers[] = {
    {"torchrun", "WORLD_SIZE", "RANK", "LOCAL_RANK", "LOCAL_WORLD_SIZE"},
    {"Open MPI", "OMPI_COMM_WORLD_SIZE", "OMPI_COMM_WORLD_RANK",
     "OMPI_COMM_WORLD_LOCAL_RANK", "OMPI_COMM_WORLD_LOCAL_SIZE"},
    {"PMIx", "PMIX_SIZE", "PMIX_RANK", nullptr, nullptr},
    {"PMI", "PMI_SIZE", "PMI_RANK", "MPI_LOCALRANKID", "MPI_LOCALNRANKS"},
    {"Slurm", "SLURM_NTASKS", "SLURM_PROCID", "SLURM_LOCALID", nullptr}};

/// Returns the number that an environment variable holds, zero where it is not
/// set or `variable` is null.
static Result<int64_t> readNumber(const char *variable, int64_t minimum) {
  const char *text = variable ? std::getenv(variable) : nullptr;
  if (!text || *text == '\0')
    return 0;
  char *end;
  long long value = std::strtoll(text, &end, 10);
  if (*end != '\0' || value < minimum || value > INT32_MAX)
    return userError(variable, "=", text, " is not a number from ", minimum);
  return value;
}

static Status check(const Launch &launch) {
  if (launch.rank < launch.size)
    return {};
  return userError(launch.launcher, " gives process number ", launch.rank,
                   " of only ", launch.size, " processes (", launch.source,
                   "); processes are numbered from 0");
}

Status run::detectLaunch(const LaunchOptions &options, Launch &launch) {
  for (const char *variable :
       {"OMPI_COMM_WORLD_SIZE", "PMIX_RANK", "PMI_RANK", "PMI_FD"})
    launch.usesMpi |= std::getenv(variable) != nullptr;
  if (options.world.has_value() != options.rank.has_value())
    return userError("--rank and --world are given together");
  if (options.world) {
    launch.size = *options.world;
    launch.rank = *options.rank;
    launch.launcher = "the command line";
    launch.source = "--world";
    return check(launch);
  }
  for (const auto &launcher : launchers) {
    // An interactive Slurm shell has SLURM_NTASKS without being a task.
    bool needsRank = std::string(launcher.size) == "SLURM_NTASKS";
    if (needsRank && !std::getenv(launcher.rank))
      continue;
    SBP_ASSIGN_OR_RETURN(int64_t size, readNumber(launcher.size, 1));
    if (size == 0)
      continue;
    launch.size = size;
    launch.launcher = launcher.name;
    launch.source = launcher.size;
    SBP_ASSIGN_OR_RETURN(launch.rank, readNumber(launcher.rank, 0));
    SBP_ASSIGN_OR_RETURN(launch.localRank, readNumber(launcher.localRank, 0));
    SBP_ASSIGN_OR_RETURN(launch.localSize, readNumber(launcher.localSize, 1));
    launch.rankVariable = launcher.rank;
    return check(launch);
  }
  return {};
}

Status run::chooseWorld(const LaunchOptions &options, const Launch &launch,
                        uint32_t ranks, LocalWorld &world) {
  int64_t perProcess = options.ranksPerProcess;
  if (launch.size == 1) {
    if (perProcess && perProcess < ranks)
      return userError("--ranks-per-process=", perProcess,
                       " but one process was started and the artifact has ",
                       ranks, " ranks: start ",
                       (ranks + perProcess - 1) / perProcess,
                       " processes, or one without the flag");
    world = LocalWorld(ranks);
    return {};
  }
  perProcess = perProcess ? perProcess : 1;
  int64_t wanted = (ranks + perProcess - 1) / perProcess;
  if (launch.size != wanted) {
    int64_t fitting = (ranks + launch.size - 1) / launch.size;
    bool fits = (ranks + fitting - 1) / fitting == launch.size;
    std::string other = fits && fitting != perProcess
                            ? textOf(", or give --ranks-per-process=", fitting)
                            : std::string(", or one, which runs all of them");
    std::string each =
        perProcess == 1 ? "" : textOf(" of ", perProcess, " each");
    return userError("launched as ", launch.size, " processes (", launch.source,
                     ") but the artifact has ", ranks, " ranks: start ", wanted,
                     each, other);
  }
  world = LocalWorld(ranks, perProcess, launch.rank);
  return {};
}
