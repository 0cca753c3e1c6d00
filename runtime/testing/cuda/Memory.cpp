// Memory.cpp: allocations with guard zones and initialised flags
#include "Memory.h"
#include <algorithm>
#include <cstring>
#include <utility>

using namespace sbp;
using namespace sbp::ptx;

uint64_t GlobalMemory::allocate(uint64_t bytes, std::string name) {
  uint64_t begin = next;
  next += (bytes + 2 * kGuardZone - 1) / kGuardZone * kGuardZone + kGuardZone;
  Allocation &allocation = allocations[begin];
  allocation.begin = begin;
  allocation.bytes = bytes;
  allocation.name = std::move(name);
  allocation.data.assign(bytes, 0xC9); // a pattern that is no plausible value
  allocation.isWritten.assign(bytes, 0);
  ++generation;
  return begin;
}

bool GlobalMemory::free(uint64_t address) {
  ++generation;
  return allocations.erase(address) == 1;
}

const Allocation *GlobalMemory::find(uint64_t address, uint64_t bytes) const {
  auto after = allocations.upper_bound(address);
  if (after == allocations.begin())
    return nullptr;
  const Allocation &allocation = std::prev(after)->second;
  return allocation.contains(address, bytes) ? &allocation : nullptr;
}

Allocation *GlobalMemory::find(uint64_t address, uint64_t bytes) {
  return const_cast<Allocation *>(std::as_const(*this).find(address, bytes));
}

std::string GlobalMemory::describe(uint64_t address) const {
  auto after = allocations.upper_bound(address);
  std::string text;
  if (after != allocations.begin()) {
    const Allocation &before = std::prev(after)->second;
    uint64_t offset = address - before.begin;
    if (offset < before.bytes + kGuardZone)
      return textOf(", byte ", offset, " of '", before.name, "' (",
                    before.bytes, " bytes)");
  }
  if (after != allocations.end() && after->first - address <= kGuardZone)
    return textOf(", ", after->first - address, " bytes before '",
                  after->second.name, "'");
  return "";
}

static Status outside(const char *what, uint64_t address, uint64_t bytes,
                      const std::string &where) {
  return userError(what, " of ", bytes, " bytes at ", address,
                   " outside of every allocation", where);
}

Status GlobalMemory::write(uint64_t address, const void *host, uint64_t bytes) {
  if (bytes == 0)
    return Status();
  Allocation *allocation = find(address, bytes);
  if (!allocation)
    return outside("write", address, bytes, describe(address));
  uint64_t offset = address - allocation->begin;
  std::memcpy(allocation->data.data() + offset, host, bytes);
  if (!allocation->isWritten.empty())
    std::memset(allocation->isWritten.data() + offset, 1, bytes);
  if (bytes == allocation->bytes)
    allocation->isWritten.clear();
  return Status();
}

Status GlobalMemory::fill(uint64_t address, uint8_t value, uint64_t bytes) {
  std::vector<uint8_t> host(bytes, value);
  return write(address, host.data(), bytes);
}

Status GlobalMemory::read(void *host, uint64_t address, uint64_t bytes) const {
  if (bytes == 0)
    return Status();
  const Allocation *allocation = find(address, bytes);
  if (!allocation)
    return outside("read", address, bytes, describe(address));
  uint64_t offset = address - allocation->begin;
  if (!allocation->isWritten.empty()) {
    auto begin = allocation->isWritten.begin() + int64_t(offset);
    auto missing = std::find(begin, begin + int64_t(bytes), 0);
    if (missing != begin + int64_t(bytes))
      return userError("byte ", offset + uint64_t(missing - begin), " of '",
                       allocation->name, "' was never written");
  }
  std::memcpy(host, allocation->data.data() + offset, bytes);
  return Status();
}

uint64_t GlobalMemory::countUnwritten(uint64_t address) const {
  const Allocation *allocation = find(address, 0);
  return allocation ? uint64_t(std::count(allocation->isWritten.begin(),
                                          allocation->isWritten.end(), 0))
                    : 0;
}
