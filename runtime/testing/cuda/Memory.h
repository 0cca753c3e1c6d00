// Memory.h: the global memory of a device in the PTX executor
//
// Addresses are the device's own: allocations are separated by guard zones, so
// an access beyond one never lands in another, and no host pointer is a valid
// address. Every byte has an initialised flag.
#ifndef SBP_RUNTIME_TESTING_CUDA_MEMORY_H
#define SBP_RUNTIME_TESTING_CUDA_MEMORY_H

#include "Status.h"
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

namespace sbp::ptx {

/// The minimal distance between allocations, in bytes.
inline constexpr uint64_t kGuardZone = uint64_t(1) << 20;

/// An allocation and its bytes on the host.
struct Allocation {
  uint64_t begin = 0, bytes = 0;
  std::string name; ///< name in messages
  std::vector<uint8_t> data;
  std::vector<uint8_t>
      isWritten; ///< initialised flags by byte; empty where all bytes are
  bool contains(uint64_t address, uint64_t size) const {
    return address >= begin && size <= bytes && address - begin <= bytes - size;
  }
};

/// The allocations of one device. Only accesses of kernels may come from
/// several threads at once.
class GlobalMemory {
public:
  /// Makes an empty memory whose addresses begin at `first`.
  explicit GlobalMemory(uint64_t first = uint64_t(1) << 36) : next(first) {}

  /// Allocates uninitialised memory and returns its address. `name` appears in
  /// messages.
  uint64_t allocate(uint64_t bytes, std::string name = "");
  /// Frees an allocation. Returns false if none begins at `address`.
  bool free(uint64_t address);
  /// Copies bytes from the host, which become initialised.
  Status write(uint64_t address, const void *host, uint64_t bytes);
  /// Copies bytes to the host. Fails outside of allocations and for
  /// uninitialised bytes.
  Status read(void *host, uint64_t address, uint64_t bytes) const;
  /// Sets bytes to `value`; they count as initialised.
  Status fill(uint64_t address, uint8_t value, uint64_t bytes);
  /// Returns the number of uninitialised bytes of the allocation at `address`.
  uint64_t countUnwritten(uint64_t address) const;

  /// Returns the allocation that contains the range, null if there is none.
  Allocation *find(uint64_t address, uint64_t bytes);
  /// Describes an address that misses every allocation by the nearest one, for
  /// example ", byte 72 of 'out' (64 bytes)".
  std::string describe(uint64_t address) const;
  /// Returns a number that changes with every allocation and every free.
  uint64_t getGeneration() const { return generation; }
  /// Returns the mutex that serialises atomic accesses.
  std::mutex &getAtomics() { return atomics; }

private:
  const Allocation *find(uint64_t address, uint64_t bytes) const;
  std::map<uint64_t, Allocation> allocations;
  uint64_t next, generation = 1;
  std::mutex atomics;
};

} // namespace sbp::ptx

#endif // SBP_RUNTIME_TESTING_CUDA_MEMORY_H
