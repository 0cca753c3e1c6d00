// PartsFile.h: one file that several processes write boxes of tensors into
//
// It has a temporary name until all have written; no process holds more of it
// than it writes.
#ifndef SBP_RUNTIME_FILES_PARTSFILE_H
#define SBP_RUNTIME_FILES_PARTSFILE_H

#include "Folder.h"
#include "PlanBox.h"
#include "Result.h"
#include <memory>

namespace sbp {

class PartsFile {
public:
  /// Makes the file with its room of `bytes`, or opens what another process has
  /// made. `token` is the same for all of them and new in every run.
  static Result<std::unique_ptr<PartsFile>>
  create(const std::string &path, const std::string &token, uint64_t bytes);
  static Result<std::unique_ptr<PartsFile>> open(const std::string &path,
                                                 const std::string &token);
  /// Opens the file `name` of `folder`, which has its name from the beginning,
  /// and makes it if there is none. `isNew` empties it.
  static Result<std::unique_ptr<PartsFile>>
  openInPlace(const Folder &folder, const std::string &name, bool isNew);
  /// Removes what did not get its name, if this one made it.
  ~PartsFile();

  Status write(uint64_t offset, const void *data, uint64_t bytes);
  /// A dense box of the row-major tensor of `shape` that begins at `offset`.
  Status writeBox(uint64_t offset, plan::DType type, const Shape &shape,
                  const PlanBox &box, const char *data);
  /// Flushes everything written so far to the disk.
  Status sync();
  /// Flushes and closes the file. Returns errors of late writes.
  Status close();
  /// Gives the file its name; once all have closed it, by who made it.
  Status rename();

private:
  PartsFile(const std::string &path, std::string temporary)
      : path(path), temporary(std::move(temporary)) {}
  static std::string nameTemporary(const std::string &path,
                                   const std::string &token) {
    return path + "." + token + ".partial";
  }
  Status open(int flags);
  Status fail() const;

  std::string path, temporary;
  int descriptor = -1;
  bool isMaker = false;
};

} // namespace sbp

#endif // SBP_RUNTIME_FILES_PARTSFILE_H
