// PartsFile.h: one file that several processes write boxes of tensors into
//
// It has a temporary name until all have written; no process holds more of it
// than it writes. A failure is the user error "cannot write PATH: CAUSE".
// Offsets count bytes from the begin of the file.
#ifndef SBP_RUNTIME_FILES_PARTSFILE_H
#define SBP_RUNTIME_FILES_PARTSFILE_H

#include "Folder.h"
#include "PlanBox.h"
#include "Result.h"
#include <memory>

namespace sbp {

/// One process's end of the file. Threads may write to it at once.
class PartsFile {
public:
  /// Makes the file under its temporary name with room for `bytes` bytes.
  /// `token` is the same for all processes and new in every run. Fails where
  /// `path` exists and is no regular file, or the disk has no room.
  static Result<std::unique_ptr<PartsFile>>
  create(const std::string &path, const std::string &token, uint64_t bytes);
  /// Opens the file that another process has created with these arguments.
  /// Fails where it is not there.
  static Result<std::unique_ptr<PartsFile>> open(const std::string &path,
                                                 const std::string &token);
  /// Opens the file `name` of `folder`, which has its name from the beginning,
  /// and makes it if there is none. `isNew` empties it. It is never renamed nor
  /// removed.
  static Result<std::unique_ptr<PartsFile>>
  openInPlace(const Folder &folder, const std::string &name, bool isNew);
  /// Closes the file, and removes it if `create` made it and it has not been
  /// renamed.
  ~PartsFile();

  /// Writes `bytes` bytes of `data` from `offset` on.
  Status write(uint64_t offset, const void *data, uint64_t bytes);
  /// Writes the dense `data` of a box of the row-major tensor of `shape` that
  /// begins at `offset`. Does nothing for an empty box.
  Status writeBox(uint64_t offset, plan::DType type, const Shape &shape,
                  const PlanBox &box, const char *data);
  /// Flushes everything written so far to the disk.
  Status sync();
  /// Flushes and closes the file. Returns errors of late writes. Nothing may be
  /// written afterwards.
  Status close();
  /// Gives the file its name, in place of an earlier file. Called by the
  /// process that made it, once all have closed it.
  Status rename();

private:
  PartsFile(const std::string &path, std::string temporary)
      : path(path), temporary(std::move(temporary)) {}
  static std::string nameTemporary(const std::string &path,
                                   const std::string &token) {
    return path + "." + token + ".partial";
  }
  /// Opens the temporary name for writing with further `flags` of open(2).
  Status open(int flags);
  /// Returns the error that errno describes.
  Status fail() const;

  std::string path, temporary;
  int descriptor = -1;  ///< -1 once closed
  bool isMaker = false; ///< the destructor removes the file
};

} // namespace sbp

#endif // SBP_RUNTIME_FILES_PARTSFILE_H
