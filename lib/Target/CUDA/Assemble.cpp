//===- Assemble.cpp - PTX to machine code by ptxas ------------------------===//
#include "Assemble.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FileUtilities.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/Program.h"
#include "llvm/Support/xxhash.h"

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

static std::string readText(StringRef path) {
  auto buffer = MemoryBuffer::getFile(path);
  return buffer ? (*buffer)->getBuffer().str() : "";
}

/// Runs the assembler; what it printed on success.
static std::optional<std::string> execute(ArrayRef<StringRef> arguments,
                                          std::string &error) {
  SmallString<128> path;
  if (sys::fs::createTemporaryFile("sbp-ptxas", "txt", path)) {
    error = "cannot make a temporary file";
    return std::nullopt;
  }
  FileRemover remover(path);
  std::optional<StringRef> redirects[] = {StringRef(), path.str(), path.str()};
  int code = sys::ExecuteAndWait(arguments[0], arguments, std::nullopt,
                                 redirects, /*SecondsToWait=*/600,
                                 /*MemoryLimit=*/0, &error);
  std::string text = readText(path);
  if (code == 0)
    return text;
  StringRef first = StringRef(text).ltrim().split('\n').first;
  if (!first.empty())
    error = first.str();
  return std::nullopt;
}

/// The folder of what was assembled before; empty if there is none.
static std::string getCacheFolder() {
  SmallString<128> folder;
  if (std::optional<std::string> named = sys::Process::GetEnv("XDG_CACHE_HOME");
      named && !named->empty())
    folder = *named;
  else if (!sys::path::cache_directory(folder))
    return "";
  sys::path::append(folder, "sbp-mlir", "cubin");
  return sys::fs::create_directories(folder) ? "" : folder.str().str();
}

/// Under its name at once, or not at all: others may be reading.
static void keep(const Twine &path, StringRef bytes) {
  std::string target = path.str();
  consumeError(writeToOutput(target, [&](raw_ostream &os) {
    os << bytes;
    return Error::success();
  }));
}

/// "Cuda compilation tools, release 13.0, V13.0.88": 13000 loads its code.
static unsigned getDriver(StringRef version) {
  unsigned major = 0;
  StringRef rest = version.split("release ").second;
  rest.take_while([](char c) { return isDigit(c); }).getAsInteger(10, major);
  return 1000 * major;
}

std::optional<Assembly> cuda::assemble(StringRef assembler, StringRef text,
                                       StringRef chip, std::string &error) {
  std::optional<std::string> version = execute({assembler, "--version"}, error);
  if (!version)
    return std::nullopt;
  std::string name = ("--gpu-name=" + chip).str();
  const StringRef flags[] = {"-v", "-O3", name};
  std::string key = *version +
                    llvm::join(std::begin(flags), std::end(flags), " ") + "\n" +
                    text.str();
  XXH128_hash_t hash = xxh3_128bits(arrayRefFromStringRef(key));
  std::string folder = getCacheFolder(),
              known = folder + "/" +
                      utohexstr(hash.high64, /*LowerCase=*/true, 16) +
                      utohexstr(hash.low64, /*LowerCase=*/true, 16);
  Assembly result;
  result.driver = getDriver(*version);
  auto take = [&](StringRef bytes, StringRef report) {
    result.cubin.assign(bytes.begin(), bytes.end());
    parseReport(report, result);
    return result;
  };
  // The report is written last: where it is, the code is whole.
  if (!folder.empty() && sys::fs::exists(known + ".txt"))
    if (std::string bytes = readText(known + ".cubin"); !bytes.empty())
      return take(bytes, readText(known + ".txt"));

  SmallString<128> source, target;
  if (sys::fs::createTemporaryFile("sbp-kernels", "ptx", source) ||
      sys::fs::createTemporaryFile("sbp-kernels", "cubin", target)) {
    error = "cannot make a temporary file";
    return std::nullopt;
  }
  FileRemover removeSource(source), removeTarget(target);
  keep(source, text);
  std::optional<std::string> report = execute(
      {assembler, flags[0], flags[1], flags[2], source, "-o", target}, error);
  if (!report)
    return std::nullopt;
  std::string bytes = readText(target);
  if (!folder.empty()) {
    keep(known + ".cubin", bytes);
    keep(known + ".txt", *report);
  }
  return take(bytes, *report);
}
