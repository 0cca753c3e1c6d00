// HostDevice.cpp: memory and code of the host
#include "HostDevice.h"
#include "Errno.h"
#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <dlfcn.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/sysinfo.h>
#include <unistd.h>

using namespace sbp;

/// The bytes that all devices of this process have reserved. Linux commits
/// pages on first use: without this sum an oversized model would make the
/// machine swap or be killed.
static std::atomic<uint64_t> allocated{0};

/// Returns the size of memory and swap, in bytes.
static uint64_t getMachineBytes() {
  struct sysinfo machine;
  if (sysinfo(&machine) != 0)
    return UINT64_MAX;
  return (uint64_t(machine.totalram) + machine.totalswap) * machine.mem_unit;
}

HostDevice::~HostDevice() {
  for (auto [index, library] : libraries)
    dlclose(library);
  for (auto [memory, bytes] : allocations) {
    munmap(memory, bytes);
    allocated -= bytes;
  }
}

/// Large allocations are aligned to huge pages: a kernel that streams through
/// them misses the TLB once per 2 MiB, not once per 4 KiB.
static constexpr uint64_t kHugePage = 2 << 20;

Result<void *> HostDevice::allocate(uint64_t bytes) {
  bytes = bytes ? bytes : 1; // an empty register has a valid pointer
  bool isLarge = bytes >= 2 * kHugePage;
  uint64_t reserved = isLarge ? bytes + kHugePage : bytes;
  static const uint64_t machine = getMachineBytes();
  if (reserved > machine || allocated + reserved > machine)
    return userError("cannot allocate ", bytes, " bytes beside the ",
                     allocated.load(), " of all ranks here: the machine has ",
                     machine);
  void *mapped = mmap(nullptr, reserved, PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (mapped == MAP_FAILED)
    return userError("cannot allocate ", bytes,
                     " bytes: ", describeError(errno));
  allocations.emplace_back(mapped, reserved);
  allocated += reserved;
  void *memory = mapped;
  if (isLarge) {
    auto address = reinterpret_cast<uint64_t>(mapped);
    memory = reinterpret_cast<void *>((address + kHugePage - 1) / kHugePage *
                                      kHugePage);
    madvise(memory, bytes,
            MADV_HUGEPAGE); // advice: small pages are correct, too
  }
  return memory;
}

/// Populates the pages of a mapped file at once; the first step would otherwise
/// fault on each of them.
Result<void *> HostDevice::share(const void *host, uint64_t bytes) {
  static const uint64_t page = sysconf(_SC_PAGESIZE);
  uint64_t begin = reinterpret_cast<uint64_t>(host) / page * page;
  uint64_t end = reinterpret_cast<uint64_t>(host) + bytes;
#ifdef MADV_POPULATE_READ
  madvise(reinterpret_cast<void *>(begin), end - begin, MADV_POPULATE_READ);
#endif
  return const_cast<void *>(host);
}

Status HostDevice::write(void *device, const void *host, uint64_t bytes) {
  std::memcpy(device, host, bytes);
  return {};
}

Status HostDevice::read(void *host, const void *device, uint64_t bytes) {
  std::memcpy(host, device, bytes);
  return {};
}

/// Moves a descriptor to a number that was never used. dlopen compares path
/// names before contents, so a reused /proc/self/fd number would return the
/// library loaded under it before. The numbers only grow, from a range that
/// other files hardly reach.
static int moveToFreshNumber(int descriptor) {
  static std::atomic<int> next = [] {
    rlimit limit;
    if (getrlimit(RLIMIT_NOFILE, &limit) != 0)
      return 256;
    limit.rlim_cur = limit.rlim_max;
    setrlimit(RLIMIT_NOFILE, &limit);
    return int(std::min<rlim_t>(256, limit.rlim_max / 2));
  }();
  int fresh = fcntl(descriptor, F_DUPFD_CLOEXEC, next.load());
  int error = errno;
  close(descriptor);
  if (fresh >= 0)
    next = fresh + 1;
  // A number beyond the limit gives EINVAL, not EMFILE.
  errno = error == EINVAL ? EMFILE : error;
  return fresh;
}

/// Writes all bytes; false on an error, with errno set.
static bool writeAll(int descriptor, artifact::Bytes bytes) {
  const char *data = static_cast<const char *>(bytes.data);
  while (bytes.size > 0) {
    ssize_t written = ::write(descriptor, data, bytes.size);
    if (written <= 0)
      return false;
    data += written;
    bytes.size -= written;
  }
  return true;
}

/// Loads a library through a temporary file that is removed at once. Used where
/// /proc is not mounted (in a bare chroot), since a memory file has no path
/// there.
static void *loadThroughFile(artifact::Bytes blob, std::string &reason) {
  for (std::string folder : {"/dev/shm", "/tmp", "."}) {
    std::string path = folder + "/sbp-kernels-XXXXXX";
    int descriptor = mkostemp(path.data(), O_CLOEXEC);
    if (descriptor < 0)
      continue;
    void *library = nullptr;
    if (writeAll(descriptor, blob))
      library = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
    if (const char *error = library ? nullptr : dlerror())
      reason = error;
    close(descriptor);
    unlink(path.c_str());
    if (library)
      return library;
  }
  return nullptr;
}

// dlopen needs a path: /proc/self/fd gives one to a file that has no name.
// Code for the host has a single variant, form and piece.
Result<uint32_t> HostDevice::loadCode(const CodeModule &module) {
  uint32_t index = module.getIndex();
  artifact::Bytes blob = module.variants.front().forms.front().pieces.front();
  if (libraries.count(index))
    return 0u;
  int descriptor = memfd_create("sbp-kernels", MFD_CLOEXEC);
  if (descriptor >= 0)
    descriptor = moveToFreshNumber(descriptor);
  if (descriptor < 0)
    return userError("cannot load code ", index, ": ", describeError(errno));
  void *library = nullptr;
  std::string reason;
  if (writeAll(descriptor, blob)) {
    std::string path = "/proc/self/fd/" + std::to_string(descriptor);
    library = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
    reason = library ? "" : dlerror();
    if (!library && access("/proc/self/fd", F_OK) != 0)
      library = loadThroughFile(blob, reason);
  } else {
    reason = describeError(errno);
  }
  close(descriptor);
  if (!library)
    return userError("cannot load code ", index, ": ", reason);
  libraries[index] = library;
  return 0u;
}

Result<KernelHandle> HostDevice::findKernel(uint32_t code,
                                            const std::string &symbol) {
  KernelHandle kernel;
  auto found = libraries.find(code);
  if (found != libraries.end())
    kernel.function = dlsym(found->second, symbol.c_str());
  if (!kernel.function)
    return userError("code ", code, " has no kernel '", symbol, "'");
  return kernel;
}
