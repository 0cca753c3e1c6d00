// Launch.h: how many processes were started, and which of them this is
#ifndef SBP_TOOLS_SBP_RUN_LAUNCH_H
#define SBP_TOOLS_SBP_RUN_LAUNCH_H

#include "LocalWorld.h"
#include "Options.h"

namespace sbp::run {

/// The processes of a run, from flags or the launcher's environment.
struct Launch {
  int64_t size = 1, rank = 0, localRank = 0;
  int64_t localSize = 0;         ///< processes on this host; 0: unknown
  std::string launcher = "none"; ///< "Open MPI"
  std::string source;            ///< the variable or flag that gave the size
  const char *rankVariable = nullptr; ///< every process has one of its own
  bool usesMpi = false; ///< started by something that MPI finds again
};

/// Uses the first source of a size: --rank and --world, torchrun, Open MPI,
/// PMIx, PMI, Slurm. Errors: a malformed number, a rank that is not below the
/// size.
Status detectLaunch(const Options &options, Launch &launch);

/// Prints what was found and from where.
void printLaunch(const Launch &launch);

/// Which ranks this process owns. Errors: processes and ranks do not fit, with
/// both numbers and what to do.
Status chooseWorld(const Options &options, const Launch &launch, uint32_t ranks,
                   LocalWorld &world);

} // namespace sbp::run

#endif // SBP_TOOLS_SBP_RUN_LAUNCH_H
