// Nccl.cpp: loading of libnccl.so and its error texts
#include "Nccl.h"
#include <cstdlib>
#include <cstring>
#include <dlfcn.h>

using namespace sbp;
using namespace sbp::nccl;

static std::string formatVersion(int version) {
  return textOf(version / 10000, ".", version % 10000 / 100, ".",
                version % 100);
}

static const char *getPath() {
  const char *chosen = std::getenv("SBP_NCCL");
  return chosen && *chosen ? chosen : "libnccl.so.2";
}

/// The remedy that ends every message on a missing or unsuitable library.
static const char remedy[] =
    ": GPUs exchange values through NCCL 2.18 or later: install it "
    "(libnccl2), name it by SBP_NCCL, or let them go through memory of the "
    "host by SBP_NCCL=none";

bool Nccl::isEnabled() { return std::strcmp(getPath(), "none") != 0; }

Status Nccl::load() {
  const char *path = getPath();
  void *library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
  if (!library)
    return userError("no NCCL: ", dlerror(), remedy);
  auto find = [&](const char *name, auto &member) {
    member = reinterpret_cast<std::remove_reference_t<decltype(member)>>(
        dlsym(library, name));
    return member != nullptr;
  };
  if (!find("ncclGetVersion", getVersion))
    return userError(path, " is not NCCL: it has no ncclGetVersion", remedy);
  // Up to version 2.8 the version code is major * 1000 + minor * 100 + patch.
  if (getVersion(&version) != kSuccess || version < kLeastVersion)
    return userError("NCCL ", path, " is of version ",
                     version < 10000
                         ? textOf(version / 1000, ".", version % 1000 / 100)
                         : formatVersion(version),
                     remedy);
#define SBP_FIND(member, name, parameters)                                     \
  if (!find(#name, member))                                                    \
    return userError("NCCL ", path, " has no " #name, remedy);
  SBP_NCCL_FUNCTIONS(SBP_FIND)
#undef SBP_FIND
  if (!find("ncclGetErrorString", getErrorString) ||
      !find("ncclGetLastError", getLastError))
    return userError("NCCL ", path, " has no ncclGetErrorString", remedy);
  return {};
}

Result<const Nccl *> Nccl::open() {
  // The library is never unloaded, since its threads may outlive every object
  // of ours.
  static Nccl nccl;
  static const Status status = nccl.load();
  SBP_RETURN_IF_FAILED(status);
  return &nccl;
}

Result<std::string> Nccl::describe() {
  SBP_ASSIGN_OR_RETURN(const Nccl *nccl, open());
  return formatVersion(nccl->version);
}

/// Returns the exported name of a member, for messages.
static const char *nameOf(const char *member) {
#define SBP_NAME(known, name, parameters)                                      \
  if (std::strcmp(member, #known) == 0)                                        \
    return #name;
  SBP_NCCL_FUNCTIONS(SBP_NAME)
#undef SBP_NAME
  return member;
}

Status Nccl::check(NcclResult result, const char *call, ExitCode code) const {
  // Communicators are non-blocking: kInProgress is a success, and the outcome
  // is queried later.
  if (result == kSuccess || result == kInProgress)
    return {};
  const char *more = getLastError(nullptr);
  return Status(code, textOf(nameOf(call), " failed: ", getErrorString(result),
                             " (", result, ")", more && *more ? ": " : "",
                             more ? more : ""));
}
