// Launch.h: how many processes were started, and which of them this is
#ifndef SBP_TOOLS_SBP_RUN_LAUNCH_H
#define SBP_TOOLS_SBP_RUN_LAUNCH_H

#include "LocalWorld.h"
#include "Options.h"

namespace sbp::run {

/// The processes of a run, from flags or the launcher's environment.
struct Launch {
  /// The number of processes, the number of this one, and that on this host.
  int64_t size = 1, rank = 0, localRank = 0;
  int64_t localSize = 0;         ///< processes on this host; 0: unknown
  std::string launcher = "none"; ///< "Open MPI"
  std::string source;            ///< the variable or flag that gave the size
  const char *rankVariable = nullptr; ///< every process has one of its own
  bool usesMpi = false; ///< started by something that MPI finds again
};

/// Sets `launch` by the first source of a size: --rank and --world, torchrun,
/// Open MPI, PMIx, PMI, Slurm; without one it stays a single process. A user
/// error for a malformed number, a rank that is not below the size, or one of
/// the two flags alone.
Status detectLaunch(const Options &options, Launch &launch);

/// Prints the launcher, its source and the numbers to stdout.
void printLaunch(const Launch &launch);

/// Sets `world` to the ranks, of `ranks` in all, that this process owns:
/// --ranks-per-process of them, 1 by default, or all in a single process. A
/// user error where processes and ranks do not fit, with both numbers and the
/// remedy.
Status chooseWorld(const Options &options, const Launch &launch, uint32_t ranks,
                   LocalWorld &world);

} // namespace sbp::run

#endif // SBP_TOOLS_SBP_RUN_LAUNCH_H
