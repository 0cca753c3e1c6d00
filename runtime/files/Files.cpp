//===- Files.cpp - mapping and replacing files
//------------------------------===//
#include "Tensor.h"
#include <atomic>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

using namespace sbp;

Status MappedFile::open(const std::string &path,
                        std::shared_ptr<MappedFile> &file) {
  int descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (descriptor < 0)
    return userError("cannot open ", path, ": ", std::strerror(errno));
  struct stat information;
  bool regular =
      fstat(descriptor, &information) == 0 && S_ISREG(information.st_mode);
  auto result = std::make_shared<MappedFile>();
  if (regular && information.st_size > 0) {
    result->size = information.st_size;
    result->data =
        mmap(nullptr, result->size, PROT_READ, MAP_PRIVATE, descriptor, 0);
  }
  int error = errno;
  close(descriptor);
  if (!regular)
    return userError("cannot read ", path, ": not a regular file");
  if (result->data == MAP_FAILED) {
    result->data = nullptr;
    return userError("cannot map ", path, ": ", std::strerror(error));
  }
  file = std::move(result);
  return {};
}

MappedFile::~MappedFile() {
  if (data)
    munmap(data, size);
}

OutputFiles::~OutputFiles() {
  for (const auto &[temporary, path] : pending)
    unlink(temporary.c_str());
}

/// Errors name `path`, which is what the user named.
static Status writeFile(const std::string &temporary, int flags,
                        const std::string &path, const std::string &bytes) {
  int descriptor =
      ::open(temporary.c_str(), flags | O_WRONLY | O_CLOEXEC, 0666);
  if (descriptor < 0)
    return userError("cannot write ", path, ": ", std::strerror(errno));
  size_t done = 0;
  while (done < bytes.size()) {
    ssize_t written =
        ::write(descriptor, bytes.data() + done, bytes.size() - done);
    if (written < 0 && errno == EINTR)
      continue;
    if (written <= 0)
      break;
    done += written;
  }
  int error = errno;
  if (close(descriptor) != 0 || done != bytes.size())
    return userError("cannot write ", path, ": ", std::strerror(error));
  return {};
}

/// Devices and pipes are written to: a rename would put a file in their place.
static bool isSpecial(const std::string &path) {
  struct stat information;
  return stat(path.c_str(), &information) == 0 &&
         !S_ISREG(information.st_mode) && !S_ISDIR(information.st_mode);
}

Status OutputFiles::write(const std::string &path, const std::string &bytes) {
  if (isSpecial(path))
    return writeFile(path, 0, path, bytes);
  static std::atomic<unsigned> number{0};
  std::string temporary =
      textOf(path, ".", getpid(), ".", number.fetch_add(1), ".partial");
  for (const auto &[other, final] : pending)
    if (final == path)
      return userError("two outputs go to ", path);
  pending.emplace_back(temporary, path);
  return writeFile(temporary, O_CREAT | O_EXCL, path, bytes);
}

Status OutputFiles::commit() {
  for (const auto &[temporary, path] : pending)
    if (rename(temporary.c_str(), path.c_str()) != 0)
      return userError("cannot write ", path, ": ", std::strerror(errno));
  pending.clear();
  return {};
}
