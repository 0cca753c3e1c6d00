// Executable.cpp: a runner with an appended artifact
#include "Artifact.h"
#include "Layout.h"
#include <cstring>

using namespace sbp;
using namespace sbp::artifact;

namespace {
struct Trailer {
  char magic[8];
  uint64_t offset, size;
};
static_assert(sizeof(Trailer) == 24);
} // namespace

static constexpr char kTrailerMagic[] = "SBPXEXE1";

Result<std::string> artifact::appendToRunner(Bytes runner, Bytes artifact) {
  SBP_ASSIGN_OR_RETURN(Bytes present, findAppended(runner));
  if (present.size)
    return userError("the runner already carries an artifact");
  std::string executable(static_cast<const char *>(runner.data), runner.size);
  // A page-aligned artifact can be mapped directly from the executable.
  executable.resize(alignUp(executable.size(), 4096));
  Trailer trailer = {{}, executable.size(), artifact.size};
  std::memcpy(trailer.magic, kTrailerMagic, sizeof(trailer.magic));
  executable.append(static_cast<const char *>(artifact.data), artifact.size);
  executable.append(reinterpret_cast<const char *>(&trailer), sizeof(trailer));
  return executable;
}

Result<Bytes> artifact::findAppended(Bytes executable) {
  Trailer trailer;
  if (executable.size < sizeof(trailer))
    return Bytes();
  const char *data = static_cast<const char *>(executable.data);
  uint64_t end = executable.size - sizeof(trailer);
  std::memcpy(&trailer, data + end, sizeof(trailer));
  if (std::memcmp(trailer.magic, kTrailerMagic, sizeof(trailer.magic)) != 0)
    return Bytes();
  if (trailer.size > end || trailer.offset != end - trailer.size ||
      trailer.offset % segmentAlignment != 0)
    return userError("the executable's trailer is damaged");
  return Bytes{data + trailer.offset, trailer.size};
}
