// SharedArena.cpp: discovery and mapping of shared memory
#include "SharedArena.h"
#include <algorithm>
#include <climits>
#include <cstdio>
#include <cstring>
#include <fcntl.h>
#include <fstream>
#include <linux/futex.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

using namespace sbp;

void Bell::ring() {
  count.fetch_add(1);
  if (sleeping)
    syscall(SYS_futex, &count, FUTEX_WAKE, INT_MAX, nullptr, nullptr, 0);
}

void Bell::wait(uint32_t seen) {
  sleeping = 1;
  // The kernel compares the count again under its lock: a ring between the
  // check and the sleep is not lost.
  if (count == seen)
    syscall(SYS_futex, &count, FUTEX_WAIT, seen, nullptr, nullptr, 0);
  sleeping = 0;
}

void SharedPipe::copyIn(uint64_t at, const char *from, uint64_t count) {
  uint64_t begin = at % bytes, first = std::min(count, bytes - begin);
  std::memcpy(data + begin, from, first);
  std::memcpy(data, from + first, count - first);
}

void SharedPipe::copyOut(uint64_t at, char *to, uint64_t count) const {
  uint64_t begin = at % bytes, first = std::min(count, bytes - begin);
  std::memcpy(to, data + begin, first);
  std::memcpy(to + first, data, count - first);
}

/// Returns a text that is equal for processes that can open each other's files:
/// those with the same kernel boot, user, PID namespace and network namespace.
/// Processes in different network namespaces count as two hosts. Empty where it
/// cannot be determined.
static std::string describeHost() {
  std::ifstream file("/proc/sys/kernel/random/boot_id");
  std::string host;
  std::getline(file, host);
  for (const char *path : {"/proc/self/ns/pid", "/proc/self/ns/net"}) {
    char name[64] = "";
    if (host.empty() || readlink(path, name, sizeof(name) - 1) <= 0)
      return "";
    host += textOf(" ", name);
  }
  return textOf(host, " ", geteuid());
}

bool SharedArena::map(int file) {
  void *mapped =
      mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  if (mapped == MAP_FAILED)
    return false;
  // A new memfd reads as zeros, which is the initial value of all counters.
  memory = mapped;
  bells = static_cast<Bell *>(mapped);
  pipes = reinterpret_cast<SharedPipe *>(bells + members);
  return true;
}

SharedArena::~SharedArena() {
  if (memory)
    munmap(memory, size);
}

/// Three gathers: every process sends its host; the first process of each host
/// creates the file and sends its path; every process reports whether it has
/// mapped it. If one process of a host could not, none of them uses the arena.
Result<std::unique_ptr<SharedArena>> SharedArena::open(Transport &transport,
                                                       bool isEnabled) {
  std::unique_ptr<SharedArena> arena(new SharedArena);
  uint32_t here = transport.getProcess();
  std::vector<std::string> all;
  SBP_RETURN_IF_FAILED(transport.gather(isEnabled ? describeHost() : "", all));
  arena->indices.assign(all.size(), -1);
  uint32_t first = here;
  for (uint32_t i = all.size(); i-- > 0;)
    if (!all[here].empty() && all[i] == all[here])
      first = i;
  for (uint32_t i = 0; i < all.size(); ++i)
    if (!all[here].empty() && all[i] == all[here])
      arena->indices[i] = arena->members++;
  uint64_t members = arena->members;
  arena->size = members * (sizeof(Bell) + members * sizeof(SharedPipe));

  int file = -1;
  std::string name;
  if (first == here && members > 1) {
    file = memfd_create("sbp-exchange", MFD_CLOEXEC);
    if (file >= 0 && ftruncate(file, arena->size) == 0 && arena->map(file))
      name = textOf("/proc/", getpid(), "/fd/", file);
  }
  SBP_RETURN_IF_FAILED(transport.gather(name, all));
  if (first != here && !all[first].empty()) {
    file = ::open(all[first].c_str(), O_RDWR | O_CLOEXEC);
    if (file >= 0)
      arena->map(file);
  }
  std::vector<std::string> mapped;
  SBP_RETURN_IF_FAILED(transport.gather(arena->memory ? "yes" : "", mapped));
  if (file >= 0)
    close(file);
  for (uint32_t i = 0; i < mapped.size(); ++i)
    if (arena->has(i) && mapped[i].empty())
      return nullptr;
  if (members < 2)
    return nullptr;
  return arena;
}
