// Options.h: the command line of sbp
#ifndef SBP_TOOLS_SBP_COMPILE_OPTIONS_H
#define SBP_TOOLS_SBP_COMPILE_OPTIONS_H

#include <cstdint>
#include <optional>
#include <string>

namespace sbp {

/// What is written to the output file.
enum class Emission { Artifact, Executable, Tasks };

struct Options {
  std::string input, output;
  std::string target; ///< a registered one
  std::string cpu;
  Emission emission = Emission::Artifact;
  std::string reportFile, topologyFile, ratesFile, dumpFolder;
  std::optional<int64_t> memoryLimit; ///< bytes of a rank
  unsigned streams = 1;               ///< of a rank
  bool explain = false, strict = false;
  bool withReference = false, reportPerRank = false;
  std::string programPath; ///< argv[0]
};

/// Exits with 1 and a message on wrong flags.
Options parseOptions(int argc, char **argv);

} // namespace sbp

#endif // SBP_TOOLS_SBP_COMPILE_OPTIONS_H
