// Assemble.cpp: PTX to machine code by ptxas
//
// The assembler is a child process. Its input, output and report are files in
// memory where /proc provides names for them, so that no temporary file is left
// behind when a signal ends the compiler.
#include "Assemble.h"
#include "CubinCache.h"
#include "sbp/Support/HeldSignals.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/Program.h"
#include "llvm/Support/Signals.h"
#include <sys/mman.h>

using namespace llvm;
using namespace sbp;
using namespace sbp::cuda;

std::string cuda::findAssembler() {
  if (std::optional<std::string> named = sys::Process::GetEnv("SBP_PTXAS"))
    return *named;
  if (ErrorOr<std::string> found = sys::findProgramByName("ptxas"))
    return *found;
  std::string home =
      sys::Process::GetEnv("CUDA_HOME").value_or("/usr/local/cuda");
  ErrorOr<std::string> found = sys::findProgramByName("ptxas", {home + "/bin"});
  return found ? *found : "";
}

namespace {
/// A file for the assembler that is removed with this object: a memfd if its
/// /proc name works, else a file in the system's temporary folder.
class ScratchFile {
public:
  explicit ScratchFile(StringRef suffix) {
    HeldSignals held;
    descriptor = memfd_create("sbp-ptxas", 0); // the assembler inherits it
    path = "/proc/self/fd/" + std::to_string(descriptor);
    if (descriptor >= 0 && sys::fs::exists(path))
      return;
    close();
    SmallString<128> name;
    sys::path::system_temp_directory(/*ErasedOnReboot=*/true, name);
    path = name.str().str();
    if ((error = sys::fs::createTemporaryFile("sbp-ptxas", suffix, descriptor,
                                              name)))
      return;
    path = name.str().str();
    isNamed = true;
    sys::RemoveFileOnSignal(path);
  }
  ~ScratchFile() {
    close();
    if (!isNamed)
      return;
    sys::fs::remove(path);
    sys::DontRemoveFileOnSignal(path);
  }
  ScratchFile(const ScratchFile &) = delete;

  void write(StringRef bytes) {
    if (error)
      return;
    raw_fd_ostream os(descriptor, /*shouldClose=*/false);
    os << bytes;
    os.flush();
    error = os.error();
    os.clear_error();
  }
  std::string read() {
    auto buffer = MemoryBuffer::getFile(path, /*IsText=*/false,
                                        /*RequiresNullTerminator=*/false,
                                        /*IsVolatile=*/true);
    if (buffer)
      return (*buffer)->getBuffer().str();
    error = buffer.getError();
    return "";
  }
  StringRef getPath() const { return path; }
  /// Returns for example "cannot write '/tmp/sbp-ptxas-1f.ptx': No space left
  /// on device", or success.
  Error takeError() const {
    return error ? createStringError("cannot write '" + path +
                                     "': " + error.message())
                 : Error::success();
  }

private:
  void close() {
    if (descriptor >= 0)
      sys::Process::SafelyCloseFileDescriptor(std::exchange(descriptor, -1));
  }

  std::string path;
  int descriptor = -1;
  bool isNamed = false;
  std::error_code error;
};
} // namespace

/// Runs the assembler and returns its output. The error of an assembler that
/// fails is the first line of its output.
static Expected<std::string> execute(ArrayRef<StringRef> arguments) {
  ScratchFile printed("txt");
  if (Error unwritten = printed.takeError())
    return unwritten;
  std::string error;
  std::optional<StringRef> redirects[] = {StringRef(), printed.getPath(),
                                          printed.getPath()};
  int code = sys::ExecuteAndWait(arguments[0], arguments, std::nullopt,
                                 redirects, /*SecondsToWait=*/600,
                                 /*MemoryLimit=*/0, &error);
  std::string text = printed.read();
  if (code == 0)
    return text;
  StringRef first = StringRef(text).ltrim().split('\n').first;
  return createStringError(first.empty() ? error : first.str());
}

/// Returns the driver version that loads the output of a toolkit: 13000 for
/// "Cuda compilation tools, release 13.0, V13.0.88". Minor versions are
/// compatible.
static unsigned getDriver(StringRef version) {
  unsigned major = 0;
  StringRef rest = version.split("release ").second;
  rest.take_while([](char c) { return isDigit(c); }).getAsInteger(10, major);
  return 1000 * major;
}

/// Assembles `text` with `flags`.
static Expected<AssemblerOutput>
run(StringRef assembler, ArrayRef<StringRef> flags, StringRef text) {
  ScratchFile source("ptx"), target("cubin");
  source.write(text);
  if (Error unwritten = source.takeError())
    return unwritten;
  if (Error unwritten = target.takeError())
    return unwritten;
  SmallVector<StringRef> arguments = {assembler};
  arguments.append(flags.begin(), flags.end());
  arguments.append({source.getPath(), "-o", target.getPath()});
  Expected<std::string> report = execute(arguments);
  if (!report)
    return report.takeError();
  return AssemblerOutput{std::move(*report), target.read()};
}

Expected<Assembly> cuda::assemble(StringRef assembler, StringRef text,
                                  StringRef chip) {
  Expected<std::string> version = execute({assembler, "--version"});
  if (!version)
    return version.takeError();
  std::string name = ("--gpu-name=" + chip).str();
  const StringRef flags[] = {"-v", "-O3", name};
  // Cached output is verified like fresh output: the cache is a folder of the
  // user.
  auto check = [&](const AssemblerOutput &output) -> Expected<Assembly> {
    Assembly assembly;
    assembly.driver = getDriver(*version);
    assembly.cubin.assign(output.cubin.begin(), output.cubin.end());
    parseReport(output.report, assembly);
    if (std::string fault = findFault(assembly, text); !fault.empty())
      return createStringError(fault);
    return assembly;
  };
  CubinCache cache(*version +
                   llvm::join(std::begin(flags), std::end(flags), " ") + "\n" +
                   text.str());
  if (std::optional<AssemblerOutput> known = cache.find()) {
    Expected<Assembly> assembly = check(*known);
    if (assembly)
      return assembly;
    consumeError(assembly.takeError()); // it is assembled anew
  }
  Expected<AssemblerOutput> made = run(assembler, flags, text);
  if (!made)
    return made.takeError();
  Expected<Assembly> assembly = check(*made);
  if (assembly)
    cache.store(*made);
  return assembly;
}
