// Image.cpp: the sources of an artifact
#include "Errno.h"
#include "OwnFolder.h"
#include "Runner.h"
#include "Tensor.h"
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <sys/auxv.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace sbp;
using namespace sbp::run;

/// This program's file; without /proc (a bare chroot) as it was called.
static const char *getOwnPath() {
  const char *path = "/proc/self/exe";
  auto called = reinterpret_cast<const char *>(getauxval(AT_EXECFN));
  return access(path, R_OK) == 0 || !called ? path : called;
}

Result<bool> run::findOwnArtifact(Image &image) {
  SBP_ASSIGN_OR_RETURN(std::shared_ptr<MappedFile> file,
                       MappedFile::open(getOwnPath()));
  SBP_ASSIGN_OR_RETURN(image.bytes, artifact::findAppended(file->bytes()));
  bool found = image.bytes.size > 0;
  if (found)
    image.owner = file;
  return found;
}

/// A program that ends with this process, however that ends; -1 and errno
/// where there is none.
static pid_t startChild(std::vector<std::string> words) {
  std::vector<char *> arguments;
  for (std::string &word : words)
    arguments.push_back(word.data());
  arguments.push_back(nullptr);
  sigset_t held, before;
  sigemptyset(&held);
  for (int signal : {SIGHUP, SIGINT, SIGTERM})
    sigaddset(&held, signal);
  pthread_sigmask(SIG_BLOCK, &held, &before);
  pid_t parent = getpid(), child = fork();
  if (child == 0) {
    prctl(PR_SET_PDEATHSIG, SIGTERM);
    pthread_sigmask(SIG_SETMASK, &before, nullptr);
    if (getppid() == parent)
      execv(arguments[0], arguments.data());
    _exit(127);
  }
  int error = errno;
  if (child > 0)
    setChild(child);
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
  errno = error;
  return child;
}

/// Runs the compiler, which writes to `artifactPath`; its messages go to our
/// stderr.
static Status compile(const Options &options, const std::string &artifactPath) {
  std::string compiler = getOwnDirectory() + "sbp-compile";
  std::vector<std::string> words = {compiler, options.model, "-o",
                                    artifactPath};
  if (options.compare || options.checkIndices)
    words.push_back("--with-reference");
  bool isThere = access(compiler.c_str(), X_OK) == 0;
  pid_t child = isThere ? startChild(words) : -1;
  if (child < 0)
    return userError("cannot start ", compiler, ": ", describeError(errno));
  int state = 0;
  while (waitpid(child, &state, 0) < 0 && errno == EINTR)
    ;
  setChild(0);
  if (WIFEXITED(state) && WEXITSTATUS(state) == 0)
    return {};
  // The compiler has printed the error.
  if (WIFEXITED(state) && WEXITSTATUS(state) == 1)
    return userError("");
  // Also a limit that the compiler did not live with.
  std::string limit = describeMemoryLimit();
  bool isLimited =
      !limit.empty() && (!WIFEXITED(state) || WEXITSTATUS(state) == 127);
  return Status(isLimited ? ExitCode::UserError : ExitCode::Internal,
                textOf(compiler, " failed on ", options.model, limit));
}

static Status openFile(const std::string &path, Image &image) {
  SBP_ASSIGN_OR_RETURN(std::shared_ptr<MappedFile> file,
                       MappedFile::open(path));
  image.bytes = file->bytes();
  image.owner = file;
  return {};
}

Status run::openModel(const Options &options, Image &image) {
  const std::string &path = options.model;
  if (!path.ends_with(".mlir"))
    return openFile(path, image);
  if (access(path.c_str(), R_OK) != 0)
    return userError("cannot open ", path, ": ", describeError(errno));
  // In memory: nothing is left of it, however this process ends.
  int descriptor = memfd_create("model.sbpx", 0);
  if (descriptor < 0)
    return userError("cannot compile ", path, ": ", describeError(errno));
  std::string artifactPath = textOf("/proc/self/fd/", descriptor);
  Status status = compile(options, artifactPath);
  if (!status.failed())
    status = openFile(artifactPath, image);
  close(descriptor); // the mapping keeps what it needs
  return status;
}
