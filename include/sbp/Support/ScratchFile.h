// ScratchFile.h: temporary files for programs that require a path
#ifndef SBP_SUPPORT_SCRATCHFILE_H
#define SBP_SUPPORT_SCRATCHFILE_H

#include "sbp/Support/HeldSignals.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/raw_ostream.h"
#include <sys/mman.h>

namespace sbp {

/// An empty file that ends with this object: a file in memory, of which nothing
/// remains when a signal ends the process. Where /proc has no name for it, a
/// file in the system's temporary folder, which a signal may leave there.
/// Registers no signal handlers.
class ScratchFile {
public:
  enum class Readers {
    ThisProcess,
    Children ///< child processes inherit the file
  };

  /// Creates the file. `suffix` is the extension of a named file. A failure is
  /// in getError().
  ScratchFile(llvm::StringRef suffix, Readers readers) {
    HeldSignals held;
    descriptor =
        memfd_create("sbp", readers == Readers::ThisProcess ? MFD_CLOEXEC : 0);
    path = "/proc/self/fd/" + std::to_string(descriptor);
    if (descriptor >= 0 && llvm::sys::fs::exists(path))
      return;
    close();
    llvm::SmallString<128> name;
    error = llvm::sys::fs::createTemporaryFile("sbp", suffix, descriptor, name);
    hasName = !error;
    path = hasName ? name.str().str() : getFolder();
  }
  ~ScratchFile() {
    close();
    if (hasName)
      (void)llvm::sys::fs::remove(path);
  }
  ScratchFile(const ScratchFile &) = delete;

  /// Appends the bytes. Does nothing after an error.
  void write(llvm::StringRef bytes) {
    if (error)
      return;
    llvm::raw_fd_ostream os(descriptor, /*shouldClose=*/false);
    os << bytes;
    os.flush();
    error = os.error();
    os.clear_error();
  }
  /// Returns the contents, which the path's users wrote; null after an error.
  std::unique_ptr<llvm::MemoryBuffer> read() {
    auto buffer = llvm::MemoryBuffer::getFile(path, /*IsText=*/false,
                                              /*RequiresNullTerminator=*/false,
                                              /*IsVolatile=*/true);
    if (buffer)
      return std::move(*buffer);
    error = buffer.getError();
    return nullptr;
  }

  /// Returns the path, or the temporary folder where the file has none.
  const std::string &getPath() const { return path; }
  /// Returns the first error of the calls above.
  std::error_code getError() const { return error; }
  /// Returns for example "cannot write '/tmp/sbp-1f.ptx': No space left on
  /// device", or success.
  llvm::Error takeError() const {
    return error ? llvm::createStringError("cannot write '" + path +
                                           "': " + error.message())
                 : llvm::Error::success();
  }
  /// Returns the system's temporary folder.
  static std::string getFolder() {
    llvm::SmallString<128> folder;
    llvm::sys::path::system_temp_directory(/*ErasedOnReboot=*/true, folder);
    return folder.str().str();
  }

private:
  void close() {
    if (descriptor >= 0)
      (void)llvm::sys::Process::SafelyCloseFileDescriptor(
          std::exchange(descriptor, -1));
  }

  std::string path;
  int descriptor = -1;
  bool hasName = false; ///< in the temporary folder
  std::error_code error;
};

} // namespace sbp

#endif // SBP_SUPPORT_SCRATCHFILE_H
