// Output.h: output files that appear only when complete
#ifndef SBP_TOOLS_SBP_COMPILE_OUTPUT_H
#define SBP_TOOLS_SBP_COMPILE_OUTPUT_H

#include "Messages.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/raw_ostream.h"
#include <memory>
#include <optional>
#include <string>

namespace sbp {

/// A file under a temporary name next to its path, renamed by keep() and
/// removed otherwise. Devices, pipes and open descriptors (/dev/stdout) are
/// written by keep() from memory instead. Functions that return false have
/// printed an error.
class OutputFile {
public:
  /// `messages` prints the errors and outlives this object.
  explicit OutputFile(Messages &messages) : messages(messages) {}
  OutputFile(const OutputFile &) = delete;
  ~OutputFile() { discard(); }

  /// Makes the temporary file of `path`, once per object. Its mode has the bits
  /// of programs if `executable`.
  bool open(llvm::StringRef path, bool executable = false);
  /// Returns the stream of an open file, which this object owns until keep().
  llvm::raw_ostream &os() { return *stream; }
  /// Flushes all data, so that `keep` only has to rename.
  bool finish();
  /// Finishes the file and gives it its name in place of an earlier one.
  bool keep();

private:
  /// Removes a file that was not kept.
  void discard();
  /// Prints that the file cannot be written and returns false.
  bool fail(const std::string &reason) {
    return messages.fail("cannot write '" + path + "': " + reason);
  }
  bool writeInPlace();

  Messages &messages;
  std::string path, text; ///< text: buffer of output that is not renamed
  std::optional<llvm::sys::fs::TempFile> file;
  std::unique_ptr<llvm::raw_ostream> stream;
};

/// Returns the bytes of the runner (next to this program, or in
/// ../libexec/sbp) with the artifact appended. `programPath` is argv[0]. Empty
/// after an error, which is printed by `messages`.
std::string makeExecutable(llvm::StringRef programPath,
                           const std::string &artifact, Messages &messages);

} // namespace sbp

#endif // SBP_TOOLS_SBP_COMPILE_OUTPUT_H
