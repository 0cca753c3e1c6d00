// Options.h: the command line of sbp-compile
#ifndef SBP_TOOLS_SBP_COMPILE_OPTIONS_H
#define SBP_TOOLS_SBP_COMPILE_OPTIONS_H

#include <cstdint>
#include <optional>
#include <string>

namespace sbp {

/// The kind of output.
enum class Emission { Artifact, Executable, Tasks };

/// The values of all flags. An empty text is a flag that was not given.
struct Options {
  std::string input, output;
  std::string target;  ///< a registered target
  std::string cpu;     ///< "native", "x86-64-v3" or "x86-64-v4"
  std::string chip;    ///< empty: the target's usual one
  std::string float32; ///< of products of f32 on GPUs; empty: exact
  std::string overlap; ///< of launches on a GPU: on or off; empty: on
  Emission emission = Emission::Artifact;
  std::string reportFile, topologyFile, ratesFile, dumpFolder;
  std::string tuningFile, tuning; ///< its name or path; its text (readTuning)
  std::optional<int64_t> memoryLimit; ///< bytes per rank; nullopt: none
  unsigned streams = 1;               ///< launch lists per rank
  std::vector<int64_t> credits; ///< per rank of a pipeline; empty to choose
  bool explain = false, strict = false;
  bool withReference = false, reportPerRank = false;
  std::string programPath; ///< argv[0]
};

/// Parses and checks the command line and makes the folder of --dump-phases. On
/// an error prints a message and exits with 1; exits with 0 after --help.
Options parseOptions(int argc, char **argv);

} // namespace sbp

#endif // SBP_TOOLS_SBP_COMPILE_OPTIONS_H
