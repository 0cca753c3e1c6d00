// Link.cpp: links kernels by lld within the process
//
// lld reads and writes files. An output that is a regular file is written under
// another name first, which registers signal handlers that remove it; one that
// is a pipe is made in memory and then written. So the output is a pipe, which
// a thread reads.
#include "Link.h"
#include "lld/Common/Driver.h"
#include "mlir/IR/Diagnostics.h"
#include "sbp/Support/ScratchFile.h"
#include "llvm/Support/CommandLine.h"
#include <csignal>
#include <fcntl.h>
#include <pthread.h>
#include <sys/stat.h>
#include <unistd.h>

LLD_HAS_DRIVER(elf)

using namespace llvm;
using namespace sbp;

namespace {
/// lld resets all command-line options of the process and parses its own. While
/// this object lives, the process has none that it could reset.
class HiddenOptions {
public:
  HiddenOptions() { exchange(); }
  ~HiddenOptions() { exchange(); }

private:
  void exchange() {
    cl::SubCommand &top = cl::SubCommand::getTopLevel();
    std::swap(top.OptionsMap, named);
    std::swap(top.PositionalOpts, positional);
    std::swap(top.SinkOpts, sinks);
    std::swap(top.ConsumeAfterOpt, last);
  }
  decltype(cl::SubCommand::OptionsMap) named;
  decltype(cl::SubCommand::PositionalOpts) positional;
  decltype(cl::SubCommand::SinkOpts) sinks;
  cl::Option *last = nullptr;
};
} // namespace

namespace {
/// A pipe with a path and the thread that reads it.
class OutputPipe {
public:
  /// Opens the pipe and starts the thread. An error is in getError().
  OutputPipe() {
    if (!openUnnamed() && !openNamed())
      error = std::error_code(errno, std::generic_category());
    else
      start();
  }
  ~OutputPipe() {
    take();
    if (ends[0] >= 0)
      close(ends[0]);
    if (hasName)
      unlink(path.c_str());
  }
  OutputPipe(const OutputPipe &) = delete;

  std::error_code getError() const { return error; }
  const std::string &getPath() const { return path; }
  /// Returns all bytes that were written, after the last writer has closed the
  /// path; in later calls none.
  std::vector<char> take() {
    if (ends[1] >= 0)
      close(std::exchange(ends[1], -1));
    if (std::exchange(isRunning, false))
      pthread_join(thread, nullptr);
    return std::move(bytes);
  }

private:
  /// Opens a pipe that /proc has a name for.
  bool openUnnamed() {
    if (pipe2(ends, O_CLOEXEC) != 0)
      return false;
    path = "/proc/self/fd/" + std::to_string(ends[1]);
    if (sys::fs::exists(path))
      return true;
    for (int &end : ends)
      close(std::exchange(end, -1));
    return false;
  }
  /// Opens a pipe in the system's temporary folder.
  bool openNamed() {
    SmallString<128> name(ScratchFile::getFolder());
    sys::path::append(name, "sbp-%%%%%%%%%%.pipe");
    sys::fs::createUniquePath(name, name, /*MakeAbsolute=*/false);
    path = name.str().str();
    hasName = mkfifo(path.c_str(), 0600) == 0;
    // The end for reading opens without waiting for a writer, then waits.
    ends[0] = open(path.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC);
    ends[1] = open(path.c_str(), O_WRONLY | O_CLOEXEC);
    return ends[0] >= 0 && ends[1] >= 0 && fcntl(ends[0], F_SETFL, 0) == 0;
  }
  /// Starts the thread, which handles no signals of the process.
  void start() {
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    int code = pthread_create(
        &thread, nullptr,
        [](void *self) -> void * {
          static_cast<OutputPipe *>(self)->read();
          return nullptr;
        },
        this);
    pthread_sigmask(SIG_SETMASK, &before, nullptr);
    isRunning = code == 0;
    error = std::error_code(code, std::generic_category());
  }
  void read() {
    char part[65536];
    for (ssize_t count; (count = ::read(ends[0], part, sizeof(part))) > 0;)
      bytes.insert(bytes.end(), part, part + count);
  }

  std::string path;
  int ends[2] = {-1, -1}; ///< for reading and for writing
  bool hasName = false, isRunning = false;
  std::error_code error;
  pthread_t thread;
  std::vector<char> bytes; ///< of the thread until it ends
};
} // namespace

mlir::FailureOr<std::vector<char>> sbp::host::link(StringRef object,
                                                   mlir::Location loc) {
  ScratchFile input("o", ScratchFile::Readers::ThisProcess);
  OutputPipe output;
  input.write(object);
  if (std::error_code error =
          input.getError() ? input.getError() : output.getError()) {
    mlir::emitError(loc) << "cannot write temporary files in '"
                         << ScratchFile::getFolder()
                         << "' (TMPDIR): " << error.message();
    return mlir::failure();
  }
  std::string messages;
  raw_string_ostream log(messages);
  const char *arguments[] = {"ld.lld",
                             "-shared",
                             "--gc-sections",
                             "--build-id=none",
                             "-z",
                             "noexecstack",
                             "--hash-style=gnu",
                             "--threads=1",
                             "-o",
                             output.getPath().c_str(),
                             input.getPath().c_str()};
  HiddenOptions hidden;
  lld::Result result =
      lld::lldMain(arguments, log, log, {{lld::Gnu, &lld::elf::link}});
  std::vector<char> bytes = output.take();
  if (result.retCode == 0 && !bytes.empty())
    return bytes;
  return mlir::emitError(loc) << "cannot link the kernels: " << messages;
}
