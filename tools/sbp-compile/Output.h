// Output.h: files that appear only when complete
#ifndef SBP_TOOLS_SBP_COMPILE_OUTPUT_H
#define SBP_TOOLS_SBP_COMPILE_OUTPUT_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/raw_ostream.h"
#include <memory>
#include <optional>
#include <string>

namespace sbp {

/// A file under a temporary name beside its path until it is kept; without
/// that, nothing of it stays. Devices, pipes and open files get all of it at
/// the end. Calls that return a bool say what is wrong on stderr.
class OutputFile {
public:
  OutputFile() = default;
  OutputFile(const OutputFile &) = delete;
  ~OutputFile() { discard(); }

  bool open(llvm::StringRef path, bool executable = false);
  llvm::raw_ostream &os() { return *stream; }
  /// All that was written has arrived: `keep` has only to rename.
  bool finish();
  bool keep();

private:
  void discard();

  std::string path, text; ///< text: of what is written in place
  std::optional<llvm::sys::fs::TempFile> file;
  std::unique_ptr<llvm::raw_ostream> stream;
};

/// The runner found beside this program (or in ../libexec/sbp) with the
/// artifact appended. Empty with a message on stderr.
std::string makeExecutable(llvm::StringRef programPath,
                           const std::string &artifact);

} // namespace sbp

#endif // SBP_TOOLS_SBP_COMPILE_OUTPUT_H
