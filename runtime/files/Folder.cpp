// Folder.cpp: files of an open folder, found without following links
#include "Folder.h"
#include "Errno.h"
#include <algorithm>
#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

using namespace sbp;

static constexpr int kFolderFlags = O_RDONLY | O_DIRECTORY | O_CLOEXEC;

Folder &Folder::operator=(Folder &&other) noexcept {
  std::swap(path, other.path);
  std::swap(descriptor, other.descriptor);
  return *this;
}

Folder::~Folder() {
  if (descriptor >= 0)
    close(descriptor);
}

/// The codes of a link that is not followed (ELOOP, ENOTDIR) name no link.
Status Folder::fail(const char *what, const std::string &name) const {
  int error = errno;
  struct stat information;
  bool isLink = (error == ELOOP || error == ENOTDIR) &&
                fstatat(descriptor, name.c_str(), &information,
                        AT_SYMLINK_NOFOLLOW) == 0 &&
                S_ISLNK(information.st_mode);
  return userError("cannot ", what, " ", getPath(name), ": ",
                   isLink ? "it is a symbolic link, which is not followed"
                          : describeError(error));
}

Status Folder::open(const std::string &path, Folder &folder) {
  Folder opened;
  opened.path = path;
  opened.descriptor = ::open(path.c_str(), kFolderFlags);
  if (opened.descriptor < 0)
    return userError("cannot open ", path, ": ", describeError(errno));
  folder = std::move(opened);
  return {};
}

Status Folder::openFolder(const std::string &name, Folder &inner) const {
  Folder opened;
  opened.path = getPath(name);
  opened.descriptor =
      openat(descriptor, name.c_str(), kFolderFlags | O_NOFOLLOW);
  if (opened.descriptor < 0)
    return fail("open", name);
  inner = std::move(opened);
  return {};
}

Status Folder::makeFolder(const std::string &name, Folder &inner) const {
  if (mkdirat(descriptor, name.c_str(), 0777) != 0 && errno != EEXIST)
    return fail("make", name);
  return openFolder(name, inner);
}

std::vector<std::string> Folder::list() const {
  std::vector<std::string> names;
  // A descriptor of its own: closedir closes it.
  int copy = openat(descriptor, ".", kFolderFlags);
  DIR *stream = copy < 0 ? nullptr : fdopendir(copy);
  if (!stream) {
    if (copy >= 0)
      close(copy);
    return names;
  }
  while (const dirent *item = readdir(stream))
    names.push_back(item->d_name);
  closedir(stream);
  return names;
}

Result<int> Folder::openFile(const std::string &name, int flags) const {
  int file = openat(descriptor, name.c_str(),
                    flags | O_WRONLY | O_NOFOLLOW | O_CLOEXEC, 0666);
  if (file < 0)
    return fail("write", name);
  return file;
}

bool Folder::remove(const std::string &name) const {
  return unlinkat(descriptor, name.c_str(), 0) == 0;
}

bool Folder::removeFolder(const std::string &name) const {
  return unlinkat(descriptor, name.c_str(), AT_REMOVEDIR) == 0;
}

bool Folder::rename(const std::string &from, const std::string &to) const {
  return renameat(descriptor, from.c_str(), descriptor, to.c_str()) == 0;
}

Status Folder::sync() const {
  // Some file systems have nothing to do for a folder, and return EINVAL.
  if (fsync(descriptor) == 0 || errno == EINVAL)
    return {};
  return userError("cannot write ", path, ": ", describeError(errno));
}

//===----------------------------------------------------------------------===//
// A new file
//===----------------------------------------------------------------------===//

NewFile::NewFile(const Folder &folder, const std::string &name)
    : folder(folder), name(name) {
  Result<int> file = folder.openFile(name, O_CREAT | O_EXCL);
  descriptor = file.failed() ? -1 : *file;
  status = std::move(file).status();
}

NewFile::~NewFile() {
  if (descriptor < 0)
    return;
  close(descriptor);
  if (!isFinished)
    folder.remove(name);
}

void NewFile::check(bool isDone) {
  if (!isDone)
    status = userError("cannot write ", folder.getPath(name), ": ",
                       describeError(errno));
}

void NewFile::write(const char *data, uint64_t bytes) {
  constexpr uint64_t limit = 1 << 30; // of one call
  while (bytes > 0 && !status.failed()) {
    ssize_t written = ::write(descriptor, data, std::min(bytes, limit));
    if (written < 0 && errno == EINTR)
      continue;
    check(written > 0);
    data += std::max<ssize_t>(written, 0);
    bytes -= std::max<ssize_t>(written, 0);
  }
}

Status NewFile::finish() {
  if (!status.failed())
    check(fsync(descriptor) == 0);
  isFinished = !status.failed();
  return status;
}
