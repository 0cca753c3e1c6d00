// CubinCache.cpp: an on-disk cache of assembled machine code
//
// An entry consists of a checksum of the key and of all that follows (32
// digits), a newline, the report's size in decimal, a newline, the report, and
// the machine code.
#include "CubinCache.h"
#include "sbp/Support/HeldSignals.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/xxhash.h"

using namespace llvm;
using namespace sbp;
using namespace sbp::cuda;

/// Returns the 128-bit XXH3 of `text` as 32 hexadecimal digits.
static std::string hash(StringRef text) {
  XXH128_hash_t hash = xxh3_128bits(arrayRefFromStringRef(text));
  auto write = [](uint64_t half) {
    std::string digits = utohexstr(half, /*LowerCase=*/true);
    return std::string(16 - digits.size(), '0') + digits;
  };
  return write(hash.high64) + write(hash.low64);
}

/// Returns the folder of the cache, and creates it. Returns "" if that fails.
static std::string getFolder() {
  SmallString<128> folder;
  if (std::optional<std::string> named = sys::Process::GetEnv("XDG_CACHE_HOME");
      named && !named->empty())
    folder = *named;
  else if (!sys::path::cache_directory(folder))
    return "";
  sys::path::append(folder, "sbp-mlir", "cubin");
  return sys::fs::create_directories(folder) ? "" : folder.str().str();
}

CubinCache::CubinCache(StringRef key) : keyHash(hash(key)) {
  if (std::string folder = getFolder(); !folder.empty())
    path = folder + "/" + keyHash + ".entry";
}

std::string CubinCache::hashContents(StringRef contents) const {
  return hash(keyHash + contents.str());
}

std::optional<AssemblerOutput> CubinCache::find() const {
  if (path.empty() || !sys::fs::is_regular_file(path))
    return std::nullopt;
  // Volatile: it is read, not mapped, since another process may replace it.
  auto buffer = MemoryBuffer::getFile(path, /*IsText=*/false,
                                      /*RequiresNullTerminator=*/false,
                                      /*IsVolatile=*/true);
  if (!buffer)
    return std::nullopt;
  auto [found, contents] = (*buffer)->getBuffer().split('\n');
  auto [size, rest] = contents.split('\n');
  size_t reportSize = 0;
  if (found != hashContents(contents) || size.getAsInteger(10, reportSize) ||
      reportSize > rest.size())
    return std::nullopt;
  return AssemblerOutput{rest.take_front(reportSize).str(),
                         rest.drop_front(reportSize).str()};
}

void CubinCache::store(const AssemblerOutput &output) const {
  if (path.empty())
    return;
  std::string contents = std::to_string(output.report.size()) + "\n" +
                         output.report + output.cubin;
  // The signals that end programs wait until the file has its name. TempFile
  // would register handlers for them instead.
  HeldSignals held;
  int descriptor;
  SmallString<128> part;
  if (sys::fs::createUniqueFile(path + ".%%%%%%%%.part", descriptor, part))
    return;
  raw_fd_ostream os(descriptor, /*shouldClose=*/true);
  os << hashContents(contents) << "\n" << contents;
  os.close();
  bool isWritten = !os.error();
  os.clear_error();
  if (!isWritten || sys::fs::rename(part, path))
    (void)sys::fs::remove(part);
}
