// PartsFile.cpp: one file into which several processes write boxes of tensors
#include "PartsFile.h"
#include "BoxTransfer.h"
#include "Errno.h"
#include "Tensor.h"
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>

using namespace sbp;

Status PartsFile::fail() const {
  return userError("cannot write ", path, ": ", describeError(errno));
}

Status PartsFile::open(int flags) {
  descriptor = ::open(temporary.c_str(),
                      flags | O_WRONLY | O_NOFOLLOW | O_CLOEXEC, 0666);
  return descriptor < 0 ? fail() : Status();
}

Result<std::unique_ptr<PartsFile>> PartsFile::create(const std::string &path,
                                                     const std::string &token,
                                                     uint64_t bytes) {
  struct stat information;
  if (stat(path.c_str(), &information) == 0 && !S_ISREG(information.st_mode))
    return userError("cannot write ", path,
                     ": several processes write regular files only");
  std::unique_ptr<PartsFile> file(
      new PartsFile(path, nameTemporary(path, token)));
  SBP_RETURN_IF_FAILED(file->open(O_CREAT | O_EXCL));
  file->isMaker = true;
  setTemporary(file->temporary, /*exists=*/true);
  // Room now: a full disk is found here, by one, and not by each in turn.
  if (int error = bytes ? posix_fallocate(file->descriptor, 0, bytes) : 0) {
    errno = error;
    return file->fail();
  }
  return file;
}

Result<std::unique_ptr<PartsFile>> PartsFile::open(const std::string &path,
                                                   const std::string &token) {
  std::unique_ptr<PartsFile> file(
      new PartsFile(path, nameTemporary(path, token)));
  SBP_RETURN_IF_FAILED(file->open(0));
  return file;
}

Result<std::unique_ptr<PartsFile>>
PartsFile::openInPlace(const Folder &folder, const std::string &name,
                       bool isNew) {
  std::unique_ptr<PartsFile> file(
      new PartsFile(folder.getPath(name), folder.getPath(name)));
  SBP_ASSIGN_OR_RETURN(file->descriptor,
                       folder.openFile(name, O_CREAT | (isNew ? O_TRUNC : 0)));
  return file;
}

PartsFile::~PartsFile() {
  if (descriptor >= 0)
    ::close(descriptor);
  if (isMaker) {
    unlink(temporary.c_str());
    setTemporary(temporary, /*exists=*/false);
  }
}

Status PartsFile::write(uint64_t offset, const void *data, uint64_t bytes) {
  const char *from = static_cast<const char *>(data);
  while (bytes > 0) {
    ssize_t written = pwrite(descriptor, from, bytes, offset);
    if (written < 0 && errno == EINTR)
      continue;
    if (written <= 0)
      return fail();
    from += written;
    offset += written;
    bytes -= written;
  }
  return {};
}

Status PartsFile::writeBox(uint64_t offset, plan::DType type,
                           const Shape &shape, const PlanBox &box,
                           const char *data) {
  if (box.elements() == 0)
    return {};
  size_t width = artifact::getByteWidth(type), rank = shape.size();
  std::vector<int64_t> strides = getStrides(shape), index = box.begin;
  // Inner dims that the box has whole are one run.
  size_t outer = rank;
  int64_t run = 1;
  while (outer > 0 && run == strides[outer - 1]) {
    --outer;
    run *= box.end[outer] - box.begin[outer];
  }
  while (true) {
    int64_t element = 0;
    for (size_t d = 0; d < rank; ++d)
      element += index[d] * strides[d];
    SBP_RETURN_IF_FAILED(write(offset + element * width, data, run * width));
    data += run * width;
    size_t d = outer;
    for (; d > 0; --d) {
      if (++index[d - 1] < box.end[d - 1])
        break;
      index[d - 1] = box.begin[d - 1];
    }
    if (d == 0)
      return {};
  }
}

Status PartsFile::sync() {
  return fsync(descriptor) == 0 || errno == EINVAL ? Status() : fail();
}

Status PartsFile::close() {
  // On a network file system the data become visible to other hosts here.
  bool isDone = fsync(descriptor) == 0 || errno == EINVAL;
  isDone &= ::close(std::exchange(descriptor, -1)) == 0;
  return isDone ? Status() : fail();
}

Status PartsFile::rename() {
  if (::rename(temporary.c_str(), path.c_str()) != 0)
    return fail();
  isMaker = false;
  setTemporary(temporary, /*exists=*/false);
  return {};
}
