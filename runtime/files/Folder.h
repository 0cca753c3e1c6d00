// Folder.h: files of an open folder, found without following links
//
// Whatever is created or removed by a name within a folder that others may
// write to goes through here. A symbolic link of that name is never followed:
// it is an error, or is removed itself. A Status that fails is a user error
// with the path and the cause. Any thread may call const functions.
#ifndef SBP_RUNTIME_FILES_FOLDER_H
#define SBP_RUNTIME_FILES_FOLDER_H

#include "Result.h"
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace sbp {

/// An open folder, which the destructor closes. Moving swaps two folders. All
/// functions but open, isOpen and getDescriptor require an open one.
class Folder {
public:
  Folder() = default;
  Folder(Folder &&other) noexcept { *this = std::move(other); }
  Folder &operator=(Folder &&other) noexcept;
  ~Folder();

  /// Opens the folder at `path`, which may be a link: the caller chose it. Here
  /// and below, a failure leaves the out-parameter as it is.
  static Status open(const std::string &path, Folder &folder);
  /// Opens the folder `name` within this one.
  Status openFolder(const std::string &name, Folder &inner) const;
  /// Makes the folder `name` within this one if there is none (mode 0777 less
  /// the umask), and opens it. Fails where `name` is a file or a link.
  Status makeFolder(const std::string &name, Folder &inner) const;

  /// Returns the names of all entries, "." and ".." included, in no order;
  /// empty where the folder cannot be read.
  std::vector<std::string> list() const;
  /// Opens the file `name` for writing only. `flags` are further flags of
  /// open(2) without an access mode (O_CREAT: mode 0666 less the umask).
  /// Returns the descriptor, which the caller closes; fails with a user error.
  Result<int> openFile(const std::string &name, int flags) const;
  /// Removes the file of that name; a link is removed itself. Returns false,
  /// and sets errno, where that fails.
  bool remove(const std::string &name) const;
  /// Removes the empty folder of that name. Returns false, and sets errno,
  /// where that fails.
  bool removeFolder(const std::string &name) const;
  /// Replaces `to` by `from`, both names within the folder. Returns false, and
  /// sets errno, where that fails.
  bool rename(const std::string &from, const std::string &to) const;
  /// Returns when the names of the folder are on the disk.
  Status sync() const;

  bool isOpen() const { return descriptor >= 0; }
  /// Returns the descriptor, which the folder closes; -1 where it is not open.
  int getDescriptor() const { return descriptor; }
  /// Returns the path of `name` within the folder, for messages.
  std::string getPath(const std::string &name) const {
    return path + "/" + name;
  }

private:
  /// Returns the user error "cannot WHAT PATH: CAUSE" with the cause by errno.
  Status fail(const char *what, const std::string &name) const;

  std::string path;
  int descriptor = -1;
};

/// A file that did not exist before. Its destructor removes it again unless
/// `finish` succeeded.
class NewFile {
public:
  /// Creates the file `name` of `folder`, which outlives this object. Where
  /// that fails, for example because the file exists, `finish` returns why.
  NewFile(const Folder &folder, const std::string &name);
  ~NewFile();

  /// Appends `bytes` bytes of `data`; after a failure it does nothing, and
  /// `finish` returns the failure.
  void write(const char *data, uint64_t bytes);
  /// Returns once the contents are on the disk, or with the first error. The
  /// name is there for certain after Folder::sync.
  Status finish();

private:
  /// Stores the failure that errno describes where `isDone` is false.
  void check(bool isDone);

  const Folder &folder;
  std::string name;
  Status status;
  int descriptor = -1;
  bool isFinished = false;
};

} // namespace sbp

#endif // SBP_RUNTIME_FILES_FOLDER_H
