//===- CommandLine.h - llvm::cl, with errors like all others --------------===//

#ifndef TOOLS_COMMON_COMMANDLINE_H
#define TOOLS_COMMON_COMMANDLINE_H

#include "llvm/Support/CommandLine.h"
#include "llvm/Support/WithColor.h"

namespace sbp {

[[noreturn]] inline void failUsage(llvm::StringRef tool,
                                   const llvm::Twine &message) {
  llvm::WithColor::error(llvm::errs(), tool) << message << "\n";
  exit(1);
}

/// Parses the command line; what is wrong with it is one error, exit code 1.
/// A flag that takes one value is given once: the last would win silently.
inline void parseCommandLine(llvm::StringRef tool, int argc, char **argv,
                             llvm::StringRef overview,
                             llvm::cl::OptionCategory &category) {
  using namespace llvm;
  cl::HideUnrelatedOptions(category);
  std::string text;
  raw_string_ostream errors(text);
  if (!cl::ParseCommandLineOptions(argc, argv, overview, &errors)) {
    StringRef message = StringRef(text).trim().split('\n').first;
    message.consume_front(tool);
    message.consume_front(": ");
    failUsage(tool, message);
  }
  for (auto &[name, option] : cl::getRegisteredOptions())
    if (llvm::is_contained(option->Categories, &category) &&
        option->getNumOccurrences() > 1 &&
        option->getNumOccurrencesFlag() == cl::Optional)
      failUsage(tool, Twine(name.size() == 1 ? "-" : "--") + name +
                          " is given more than once");
}

} // namespace sbp

#endif
