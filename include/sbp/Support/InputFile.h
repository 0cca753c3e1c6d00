// InputFile.h: reads files named by the user

#ifndef SBP_SUPPORT_INPUTFILE_H
#define SBP_SUPPORT_INPUTFILE_H

#include "llvm/Support/Error.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"

namespace sbp {

/// Returns the contents of a file, or of a pipe up to its end, in a buffer that
/// the caller owns; "-" is standard input if `mayBeInput`. The error is "cannot
/// read 'FILE': why". Devices are refused, because some never end.
inline llvm::Expected<std::unique_ptr<llvm::MemoryBuffer>>
readInputFile(llvm::StringRef path, bool mayBeInput = false) {
  using namespace llvm;
  auto fail = [&](const Twine &reason) {
    return createStringError("cannot read '" + path + "': " + reason);
  };
  sys::fs::file_status status;
  if (!sys::fs::status(path, status) &&
      (status.type() == sys::fs::file_type::character_file ||
       status.type() == sys::fs::file_type::block_file))
    return fail("is a device, not a file");
  ErrorOr<std::unique_ptr<MemoryBuffer>> buffer =
      mayBeInput ? MemoryBuffer::getFileOrSTDIN(path)
                 : MemoryBuffer::getFile(path);
  if (!buffer)
    return fail(buffer.getError().message());
  return std::move(*buffer);
}

} // namespace sbp

#endif // SBP_SUPPORT_INPUTFILE_H
