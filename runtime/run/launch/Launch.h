// Launch.h: number of processes of a run, and the number of this one
#ifndef SBP_RUNTIME_RUN_LAUNCH_LAUNCH_H
#define SBP_RUNTIME_RUN_LAUNCH_LAUNCH_H

#include "LocalWorld.h"
#include "Result.h"
#include <optional>
#include <string>

namespace sbp::run {

/// The settings of processes that no launcher gives.
struct LaunchOptions {
  /// The number of this process and of all; set together or not at all.
  std::optional<int64_t> rank, world;
  int64_t ranksPerProcess = 0; ///< 0: 1 with several processes, else all
};

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
Status detectLaunch(const LaunchOptions &options, Launch &launch);

/// Sets `world` to the ranks, of `ranks` in all, that this process owns:
/// --ranks-per-process of them, 1 by default, or all in a single process. A
/// user error where processes and ranks do not fit, with both numbers and the
/// remedy.
Status chooseWorld(const LaunchOptions &options, const Launch &launch,
                   uint32_t ranks, LocalWorld &world);

} // namespace sbp::run

#endif // SBP_RUNTIME_RUN_LAUNCH_LAUNCH_H
