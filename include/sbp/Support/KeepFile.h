// KeepFile.h: giving a temporary file its name
#ifndef SBP_SUPPORT_KEEPFILE_H
#define SBP_SUPPORT_KEEPFILE_H

#include "llvm/Support/Error.h"
#include "llvm/Support/FileSystem.h"

namespace sbp {

/// Renames `file` to `path`, which is replaced if it exists, or removes it and
/// returns the error of the renaming; a path in another file system is one.
/// (TempFile::keep(path) copies where it cannot rename, and then leaves the
/// temporary file.) Do not use `file` afterwards.
inline llvm::Error keepAs(llvm::sys::fs::TempFile &file, llvm::StringRef path) {
  std::error_code renamed = llvm::sys::fs::rename(file.TmpName, path);
  if (!renamed)
    return file.keep();
  return llvm::joinErrors(llvm::errorCodeToError(renamed), file.discard());
}

} // namespace sbp

#endif // SBP_SUPPORT_KEEPFILE_H
