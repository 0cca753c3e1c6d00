// Driver.cpp: loading of libcuda.so and its error texts
#include "Driver.h"
#include <cstdlib>
#include <cstring>
#include <dlfcn.h>

using namespace sbp;
using namespace sbp::cuda;

/// The oldest version that exports all functions in use.
static constexpr int kLeastVersion = 12000;

std::string cuda::formatVersion(unsigned version) {
  return textOf(version / 1000, ".", version % 1000 / 10);
}

/// Returns the exported name of a member of the function table.
static const char *nameOf(const char *member) {
#define SBP_NAME(known, name, parameters)                                      \
  if (std::strcmp(member, #known) == 0)                                        \
    return #name;
  SBP_CUDA_DRIVER_FUNCTIONS(SBP_NAME)
#undef SBP_NAME
  return member;
}

Status Driver::describe(DriverResult result, const char *call,
                        ExitCode code) const {
  const char *name = nullptr, *text = nullptr;
  if (getErrorName(result, &name) != kSuccess || !name)
    name = "unknown error";
  if (getErrorString(result, &text) != kSuccess || !text)
    text = "";
  return Status(code, textOf(nameOf(call), " failed: ", name, " (", result, ")",
                             *text ? ": " : "", text));
}

Status Driver::load() {
  const char *chosen = std::getenv("SBP_CUDA_DRIVER");
  const char *path = chosen && *chosen ? chosen : "libcuda.so.1";
  void *library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
  if (!library)
    return userError("no CUDA driver: ", dlerror(),
                     ": install NVIDIA's driver, or compile with "
                     "--target=host");
#define SBP_FIND(member, name, parameters)                                     \
  member = reinterpret_cast<decltype(member)>(dlsym(library, #name));          \
  if (!member)                                                                 \
    return userError("the CUDA driver ", path,                                 \
                     " has no " #name ": one of CUDA ",                        \
                     formatVersion(kLeastVersion), " or later is needed");
  SBP_CUDA_DRIVER_FUNCTIONS(SBP_FIND)
#undef SBP_FIND
  SBP_RETURN_IF_FAILED(
      begin(check(driverGetVersion(&version), "driverGetVersion")));
  if (version < kLeastVersion)
    return userError("the CUDA driver is of version ", formatVersion(version),
                     " but ", formatVersion(kLeastVersion),
                     " or later is needed: update NVIDIA's driver");
  DriverResult result = init(0);
  if (result == kNoDevice)
    return userError("the CUDA driver finds no GPU here: run where there is "
                     "one, or compile with --target=host");
  return begin(check(result, "init"));
}

Result<const Driver *> Driver::open() {
  // The library stays loaded until the process ends, since its threads may run
  // until then.
  static Driver driver;
  static const Status status = driver.load();
  SBP_RETURN_IF_FAILED(status);
  return &driver;
}
