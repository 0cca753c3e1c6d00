// Output.cpp: output files that appear under their name only when complete
//
// A file is written as NAME.XXXXXXXX.part and renamed at the end, so that
// neither an error nor a signal leaves a truncated artifact behind.

#include "Output.h"
#include "Artifact.h"

#include "sbp/Support/HeldSignals.h"
#include "sbp/Support/KeepFile.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace sbp;

/// Returns whether the path is a device, a pipe or an open file (/dev/stdout).
/// These are written directly, since a rename would replace them by a file.
static bool isWrittenInPlace(StringRef path) {
  sys::fs::file_status status;
  return !sys::fs::status(path, status) && sys::fs::exists(status) &&
         (!sys::fs::is_regular_file(status) ||
          path.starts_with("/proc/self/fd/") || path.starts_with("/dev/"));
}

bool OutputFile::writeInPlace() {
  std::error_code error;
  raw_fd_ostream os(path, error, sys::fs::CD_OpenExisting);
  if (!error) {
    os << text;
    os.flush();
    error = os.error();
    os.clear_error();
  }
  return !error || fail(error.message());
}

bool OutputFile::open(StringRef name, bool executable) {
  path = name.str();
  if (isWrittenInPlace(path)) {
    stream = std::make_unique<raw_string_ostream>(text);
    return true;
  }
  unsigned mode = sys::fs::all_read | sys::fs::owner_write;
  if (executable)
    mode |= sys::fs::all_exe;
  // Signals are held until the file is registered for removal.
  HeldSignals held;
  Expected<sys::fs::TempFile> created =
      sys::fs::TempFile::create(path + ".%%%%%%%%.part", mode);
  if (!created)
    return fail(toString(created.takeError()));
  file = std::move(*created);
  stream = std::make_unique<raw_fd_ostream>(file->FD, /*shouldClose=*/false);
  return true;
}

bool OutputFile::finish() {
  if (!file)
    return true;
  auto &os = static_cast<raw_fd_ostream &>(*stream);
  os.flush();
  std::error_code error = os.error();
  os.clear_error();
  return !error || fail(error.message());
}

bool OutputFile::keep() {
  if (!finish())
    return false;
  if (!file)
    return writeInPlace();
  stream.reset();
  Error error = keepAs(*file, path);
  file.reset();
  return !error || fail(toString(std::move(error)));
}

void OutputFile::discard() {
  if (!file)
    return;
  if (stream)
    static_cast<raw_fd_ostream &>(*stream).clear_error();
  stream.reset();
  consumeError(file->discard());
  file.reset();
}

// Returns the contents of sbp-run, next to this program in a build and in
// libexec of an installation.
static ErrorOr<std::unique_ptr<MemoryBuffer>>
findRunner(StringRef programPath) {
  static int anchor;
  std::string self =
      sys::fs::getMainExecutable(programPath.str().c_str(), &anchor);
  StringRef folder = sys::path::parent_path(self);
  for (StringRef relative : {"sbp-run", "../libexec/sbp/sbp-run"}) {
    SmallString<256> path(folder);
    sys::path::append(path, relative);
    if (sys::fs::exists(path))
      return MemoryBuffer::getFile(path, /*IsText=*/false,
                                   /*RequiresNullTerminator=*/false);
  }
  return std::make_error_code(std::errc::no_such_file_or_directory);
}

std::string sbp::makeExecutable(StringRef programPath,
                                const std::string &artifact,
                                Messages &messages) {
  auto runner = findRunner(programPath);
  if (!runner) {
    messages.fail("cannot read the runner 'sbp-run' next to this program: " +
                  runner.getError().message());
    return {};
  }
  sbp::Result<std::string> program = artifact::appendToRunner(
      {(*runner)->getBufferStart(), (*runner)->getBufferSize()},
      {artifact.data(), artifact.size()});
  if (program.failed()) {
    messages.fail(program.status().message());
    return {};
  }
  return *std::move(program);
}
