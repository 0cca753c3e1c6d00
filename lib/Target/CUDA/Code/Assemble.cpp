// Assemble.cpp: PTX to machine code by ptxas
//
// The assembler is a child process. Its input, output and report are files in
// memory where /proc provides names for them, so that no temporary file is left
// behind when a signal ends the compiler.
#include "Assemble.h"
#include "CubinCache.h"
#include "SpilledKernels.h"
#include "sbp/Support/ScratchFile.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/Program.h"
#include <csignal>
#include <poll.h>
#include <sys/syscall.h>
#include <unistd.h>

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

/// Waits until the child ends, or ends it after ten minutes. Returns its exit
/// code, or another number than 0 with the reason in `error`. (sys::Wait with a
/// timeout would set the alarm of the process and its handler.)
static int wait(const sys::ProcessInfo &child, std::string &error) {
  constexpr int kMaxSeconds = 600;
  bool isLate = false;
  int descriptor = syscall(SYS_pidfd_open, child.Pid, 0);
  if (descriptor >= 0) {
    pollfd ended{descriptor, POLLIN, 0};
    int events;
    do
      events = poll(&ended, 1, kMaxSeconds * 1000);
    while (events < 0 && errno == EINTR);
    isLate = events == 0 && kill(child.Pid, SIGKILL) == 0;
    close(descriptor);
  }
  int code =
      sys::Wait(child, /*SecondsToWait=*/std::nullopt, &error).ReturnCode;
  if (isLate)
    error = "Child timed out";
  return code;
}

/// Runs the assembler and returns its output. The error of an assembler that
/// fails is the first line of its output.
static Expected<std::string> execute(ArrayRef<StringRef> arguments) {
  ScratchFile printed("txt", ScratchFile::Readers::Children);
  if (Error unwritten = printed.takeError())
    return unwritten;
  std::string error;
  std::optional<StringRef> redirects[] = {StringRef(), printed.getPath(),
                                          printed.getPath()};
  sys::ProcessInfo child =
      sys::ExecuteNoWait(arguments[0], arguments, std::nullopt, redirects,
                         /*MemoryLimit=*/0, &error);
  int code = child.Pid ? wait(child, error) : -1;
  auto written = printed.read();
  std::string text = written ? written->getBuffer().str() : "";
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
  ScratchFile source("ptx", ScratchFile::Readers::Children);
  ScratchFile target("cubin", ScratchFile::Readers::Children);
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
  auto cubin = target.read();
  return AssemblerOutput{std::move(*report),
                         cubin ? cubin->getBuffer().str() : ""};
}

/// Assembles `text` with `flags`, or reuses the cached output; `version` is
/// what the assembler prints of itself.
static Expected<Assembly> assembleText(StringRef assembler, StringRef version,
                                       ArrayRef<StringRef> flags,
                                       StringRef text) {
  // Cached output is verified like fresh output: the cache is a folder of the
  // user.
  auto check = [&](const AssemblerOutput &output) -> Expected<Assembly> {
    Assembly assembly;
    assembly.driver = getDriver(version);
    assembly.cubin.assign(output.cubin.begin(), output.cubin.end());
    parseReport(output.report, assembly);
    if (std::string fault = findFault(assembly, text); !fault.empty())
      return createStringError(fault);
    return assembly;
  };
  CubinCache cache(
      (version + llvm::join(flags.begin(), flags.end(), " ") + "\n" + text)
          .str());
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

Expected<Assembly> cuda::assemble(StringRef assembler, StringRef text,
                                  StringRef chip) {
  Expected<std::string> version = execute({assembler, "--version"});
  if (!version)
    return version.takeError();
  std::string name = ("--gpu-name=" + chip).str();
  const StringRef flags[] = {"-v", "-O3", name};
  return assembleWithoutSpills(text, [&](StringRef attempt) {
    return assembleText(assembler, *version, flags, attempt);
  });
}
