// Options.h: the command line
#ifndef SBP_TOOLS_SBP_RUN_OPTIONS_H
#define SBP_TOOLS_SBP_RUN_OPTIONS_H

#include "Launch.h"
#include "NamedValue.h"
#include "Result.h"
#include <optional>
#include <string>
#include <vector>

namespace sbp::run {

/// The values of all flags, as they were given. An empty text or list is a flag
/// that was not given.
struct Options {
  std::string model; ///< empty: the artifact in this executable
  std::string entry; ///< empty: the only one, or `main`
  std::vector<NamedValue> inputs, outputs;
  std::vector<std::string> explainHang; ///< flight records
  bool cudaGraph = false;               ///< a step is one call for each GPU
  std::vector<uint32_t> gpus;           ///< their numbers; none: all
  std::string weights, inputShards, outputShards, saveState, trace;
  std::string checkpoint, checkpointInfo; ///< folders
  int64_t checkpointEvery = 0;            ///< steps; 0: after the last alone
  bool resume = false;
  std::optional<int64_t> steps; ///< nullopt: 1
  bool calibrate = false;
  std::string ratesFile; ///< of --calibrate
  int64_t benchmark = 0; ///< timed steps; 0: no benchmark
  bool json = false, compare = false, inspect = false, printLaunch = false;
  double tolerance = 1; ///< factor of the bounds of --compare
  bool checkIndices = false, doctor = false, progress = false;
  LaunchOptions launch;
  unsigned workers = 0;        ///< threads; 0: one per core
  double watchdogSeconds = 60; ///< of --timeout; 0: no limit
};

/// Parses $SBP_WORKERS, $SBP_WATCHDOG_SECONDS and a command line into
/// `options`. Returns true where it requests help or the version only, which is
/// printed already. `carriesArtifact`: the model is in this executable, and
/// no argument names one. A user error for an unknown flag, a malformed value
/// or flags that cannot be combined.
Result<bool> parseOptions(int argc, char **argv, bool carriesArtifact,
                          Options &options);

} // namespace sbp::run

#endif // SBP_TOOLS_SBP_RUN_OPTIONS_H
