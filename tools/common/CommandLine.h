// CommandLine.h: llvm::cl with uniform errors

#ifndef TOOLS_COMMON_COMMANDLINE_H
#define TOOLS_COMMON_COMMANDLINE_H

#include "Version.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/WithColor.h"
#include <sys/mman.h>
#include <unistd.h>

namespace sbp {

/// Captures the standard error stream during its lifetime: llvm::cl prints
/// errors about values nowhere else.
class CapturedErrors {
public:
  /// Redirects the descriptor of the stream to memory; captures nothing where
  /// the system refuses that.
  CapturedErrors() : file(memfd_create("errors", MFD_CLOEXEC)) {
    if (file >= 0 && (stream = dup(STDERR_FILENO)) >= 0)
      dup2(file, STDERR_FILENO);
  }
  ~CapturedErrors() { release(); }

  /// Restores the stream and returns the text that was written to it; empty in
  /// later calls.
  std::string release() {
    std::string text;
    if (stream >= 0) {
      dup2(stream, STDERR_FILENO);
      text.resize(lseek(file, 0, SEEK_END));
      text.resize(
          std::max<ssize_t>(pread(file, text.data(), text.size(), 0), 0));
    }
    for (int *descriptor : {&stream, &file})
      if (*descriptor >= 0)
        close(std::exchange(*descriptor, -1));
    return text;
  }

private:
  int file, stream = -1;
};

/// Prints the error "TOOL: error: MESSAGE" to stderr and exits with 1.
[[noreturn]] inline void failUsage(llvm::StringRef tool,
                                   const llvm::Twine &message) {
  llvm::WithColor::error(llvm::errs(), tool) << message << "\n";
  exit(1);
}

/// Parses the command line into the flags of llvm::cl; an error is printed in
/// one line with exit code 1. Only flags of `category` are listed by --help. A
/// flag of it with one value must occur once, because the last one would
/// silently win.
inline void parseCommandLine(llvm::StringRef tool, int argc, char **argv,
                             llvm::StringRef overview,
                             llvm::cl::OptionCategory &category) {
  using namespace llvm;
  cl::HideUnrelatedOptions(category);
  setVersionText(tool);
  std::string text;
  raw_string_ostream errors(text);
  CapturedErrors values;
  bool parsed = cl::ParseCommandLineOptions(argc, argv, overview, &errors);
  text = values.release() + text;
  if (!parsed) {
    StringRef message = StringRef(text).trim().split('\n').first.rtrim('!');
    message.consume_front(tool);
    message.consume_front(": ");
    message.consume_front("for the ");
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
