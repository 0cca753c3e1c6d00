// Files.cpp: mapping and replacing files
#include "Errno.h"
#include "Tensor.h"
#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>
#include <utility>

using namespace sbp;

Result<std::shared_ptr<MappedFile>> MappedFile::open(const std::string &path,
                                                     Access access) {
  // A pipe that nobody writes to is refused, not waited for.
  int descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (descriptor < 0)
    return userError("cannot open ", path, ": ", describeError(errno));
  struct stat information;
  bool regular =
      fstat(descriptor, &information) == 0 && S_ISREG(information.st_mode);
  auto result = std::make_shared<MappedFile>();
  if (regular && information.st_size > 0) {
    result->size = information.st_size;
    int protection =
        access == Access::Read ? PROT_READ : PROT_READ | PROT_WRITE;
    result->data = mmap(nullptr, result->size, protection,
                        MAP_PRIVATE | MAP_NORESERVE, descriptor, 0);
  }
  int error = errno;
  close(descriptor);
  if (!regular)
    return userError("cannot read ", path, ": not a regular file");
  if (result->data == MAP_FAILED) {
    result->data = nullptr;
    return userError("cannot map ", path, ": ", describeError(error));
  }
  return result;
}

void MappedFile::letGo(const void *data, uint64_t bytes) {
  static const uint64_t page = sysconf(_SC_PAGESIZE);
  uint64_t address = reinterpret_cast<uint64_t>(data);
  uint64_t begin = (address + page - 1) / page * page;
  uint64_t end = (address + bytes) / page * page;
  if (begin < end)
    madvise(reinterpret_cast<void *>(begin), end - begin, MADV_DONTNEED);
}

MappedFile::~MappedFile() {
  if (data)
    munmap(data, size);
}

//===----------------------------------------------------------------------===//
// Signals
//===----------------------------------------------------------------------===//

// Paths that a signal handler removes; nodes are never freed, since it may read
// them at any time.
namespace {
struct Doomed {
  std::string path;
  std::atomic<bool> exists{true};
  Doomed *next = nullptr;
};
} // namespace

static std::atomic<Doomed *> doomed{nullptr};
static std::atomic<int> child{0};

void sbp::setTemporary(const std::string &path, bool exists) {
  for (Doomed *node = doomed; node; node = node->next)
    if (node->path == path) {
      node->exists = exists;
      return;
    }
  if (!exists)
    return;
  auto *node = new Doomed;
  node->path = path;
  node->next = doomed;
  while (!doomed.compare_exchange_weak(node->next, node))
    ;
}

void sbp::setChild(int process) { child = process; }

void sbp::removeTemporaryFiles() {
  for (Doomed *node = doomed; node; node = node->next)
    if (node->exists)
      unlink(node->path.c_str());
}

static void removeTemporaries(int signal) {
  // The child is ended first: its own temporaries would outlive this process.
  if (int process = child; process > 0 && kill(process, signal) == 0)
    waitpid(process, nullptr, 0);
  removeTemporaryFiles();
  std::signal(signal, SIG_DFL);
  raise(signal);
}

void sbp::removeTemporariesOnSignals() {
  // Signals that are ignored already (nohup) stay ignored.
  for (int signal : {SIGINT, SIGTERM, SIGHUP})
    if (std::signal(signal, removeTemporaries) == SIG_IGN)
      std::signal(signal, SIG_IGN);
}

//===----------------------------------------------------------------------===//
// Files that are written
//===----------------------------------------------------------------------===//

OutputFiles::~OutputFiles() {
  for (const Pending &file : pending) {
    if (file.descriptor >= 0)
      close(file.descriptor);
    else
      unlink(file.temporary.c_str());
    setTemporary(file.temporary, /*exists=*/false);
  }
}

/// Errors name `path`, which is what the user named.
static Status writeBytes(int descriptor, const std::string &path,
                         const std::string &bytes) {
  if (descriptor < 0)
    return userError("cannot write ", path, ": ", describeError(errno));
  size_t done = 0;
  while (done < bytes.size()) {
    ssize_t written =
        ::write(descriptor, bytes.data() + done, bytes.size() - done);
    if (written < 0 && errno == EINTR)
      continue;
    if (written <= 0)
      return userError("cannot write ", path, ": ", describeError(errno));
    done += written;
  }
  return {};
}

static Status writeFile(const std::string &temporary, int flags,
                        const std::string &path, const std::string &bytes) {
  int descriptor =
      ::open(temporary.c_str(), flags | O_WRONLY | O_CLOEXEC, 0666);
  Status status = writeBytes(descriptor, path, bytes);
  if (descriptor >= 0 && close(descriptor) != 0 && !status.failed())
    return userError("cannot write ", path, ": ", describeError(errno));
  return status;
}

/// A file without a name next to `path`, or -1 where there are none.
static int openNameless(const std::string &path) {
  size_t slash = path.rfind('/');
  std::string directory = slash == path.npos ? "." : path.substr(0, slash + 1);
  if (access("/proc/self/fd", X_OK) != 0)
    return -1;
  return ::open(directory.c_str(), O_TMPFILE | O_WRONLY | O_CLOEXEC, 0666);
}

static bool giveName(int descriptor, const std::string &temporary) {
  std::string self = textOf("/proc/self/fd/", descriptor);
  return linkat(AT_FDCWD, self.c_str(), AT_FDCWD, temporary.c_str(),
                AT_SYMLINK_FOLLOW) == 0;
}

/// Devices and pipes are written to: a rename would put a file in their place.
static bool isSpecial(const std::string &path) {
  struct stat information;
  return stat(path.c_str(), &information) == 0 &&
         !S_ISREG(information.st_mode) && !S_ISDIR(information.st_mode);
}

static Status failToWrite(const std::string &path) {
  return userError("cannot write ", path, ": ", describeError(errno));
}

/// Sets errno if so.
static bool isFolder(const std::string &path) {
  struct stat information;
  if (stat(path.c_str(), &information) != 0 || !S_ISDIR(information.st_mode))
    return false;
  errno = EISDIR;
  return true;
}

Status OutputFiles::write(const std::string &path, const std::string &bytes) {
  if (isFolder(path))
    return failToWrite(path);
  if (isSpecial(path))
    return writeFile(path, 0, path, bytes);
  static std::atomic<unsigned> number{0};
  std::string temporary =
      textOf(path, ".", getpid(), ".", number.fetch_add(1), ".partial");
  for (const Pending &other : pending)
    if (other.path == path)
      return userError("two outputs would be written to ", path,
                       ": give each a file of its own");
  // Descriptors are few, pieces of a thousand ranks are not.
  constexpr size_t maximumNameless = 128;
  int descriptor = pending.size() < maximumNameless ? openNameless(path) : -1;
  pending.push_back({temporary, path, descriptor});
  if (descriptor >= 0)
    return writeBytes(descriptor, path, bytes);
  setTemporary(temporary, /*exists=*/true);
  return writeFile(temporary, O_CREAT | O_EXCL, path, bytes);
}

/// A name for what has none, and nothing in the way of the final one.
Status OutputFiles::prepare(Pending &file) {
  setTemporary(file.temporary, /*exists=*/true);
  if (file.descriptor >= 0) {
    if (!giveName(file.descriptor, file.temporary))
      return failToWrite(file.path);
    int descriptor = std::exchange(file.descriptor, -1);
    if (close(descriptor) != 0)
      return failToWrite(file.path);
  }
  return isFolder(file.path) ? failToWrite(file.path) : Status();
}

Status OutputFiles::commit() {
  for (Pending &file : pending)
    SBP_RETURN_IF_FAILED(prepare(file));
  for (Pending &file : pending) {
    if (rename(file.temporary.c_str(), file.path.c_str()) != 0)
      return failToWrite(file.path);
    setTemporary(file.temporary, /*exists=*/false);
  }
  pending.clear();
  return {};
}
