// Options.h: the command line of sbp-compile
#ifndef SBP_TOOLS_SBP_COMPILE_OPTIONS_H
#define SBP_TOOLS_SBP_COMPILE_OPTIONS_H

#include "sbp/Driver/Compiler.h"
#include <string>

namespace sbp {

/// The values of all flags.
struct Options {
  std::string input, output;
  std::string reportFile;    ///< empty: no report is written
  bool isExecutable = false; ///< appends the artifact to the runner
  bool printsJson = false;   ///< diagnostics are lines of JSON
  CompilerOptions compiler;
  std::string programPath; ///< argv[0]
};

/// Parses and checks the command line and makes the folder of --dump-phases. On
/// an error prints a message and exits with 1; exits with 0 after --help.
Options parseOptions(int argc, char **argv);

} // namespace sbp

#endif // SBP_TOOLS_SBP_COMPILE_OPTIONS_H
