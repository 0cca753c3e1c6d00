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

/// An allocation and its bytes on the host. `begin` is its address, `bytes` its
/// size.
struct Allocation {
  uint64_t begin = 0, bytes = 0;
  std::string name; ///< name in messages
  std::vector<uint8_t> data;
  std::vector<uint8_t>
      isWritten; ///< initialised flags by byte; empty where all bytes are
  /// Returns true where the `size` bytes from `address` on are in the
  /// allocation.
  bool contains(uint64_t address, uint64_t size) const {
    return address >= begin && size <= bytes && address - begin <= bytes - size;
  }
};

/// The allocations of one device. Only accesses of kernels may come from
/// several threads at once. Sizes are in bytes; copies and fills of 0 bytes
/// succeed at any address.
class GlobalMemory {
public:
  /// Makes an empty memory whose addresses begin at `first`, a multiple of
  /// kGuardZone.
  explicit GlobalMemory(uint64_t first = uint64_t(1) << 36) : next(first) {}

  /// Allocates uninitialised memory and returns its address, a multiple of
  /// kGuardZone. It does not fail. `name` appears in messages.
  uint64_t allocate(uint64_t bytes, std::string name = "");
  /// Frees an allocation. Returns false, and frees nothing, if none begins at
  /// `address`.
  bool free(uint64_t address);
  /// Copies bytes from the host, which become initialised. Fails with a user
  /// error where no allocation contains all of them.
  Status write(uint64_t address, const void *host, uint64_t bytes);
  /// Copies bytes to the host. Fails with a user error outside of allocations
  /// and for uninitialised bytes; `host` is unchanged then.
  Status read(void *host, uint64_t address, uint64_t bytes) const;
  /// Sets bytes to `value`; they count as initialised. Fails as `write` does.
  Status fill(uint64_t address, uint8_t value, uint64_t bytes);
  /// Returns the number of uninitialised bytes of the allocation that contains
  /// `address`; 0 where there is none.
  uint64_t countUnwritten(uint64_t address) const;

  /// Returns the allocation that contains the range, null if there is none. The
  /// pointer is valid until that allocation is freed.
  Allocation *find(uint64_t address, uint64_t bytes);
  /// Describes an address that misses every allocation by the nearest one, for
  /// example ", byte 72 of 'out' (64 bytes)". Empty where none is within
  /// kGuardZone.
  std::string describe(uint64_t address) const;
  /// Returns a number that changes with every call of `allocate` and `free`.
  uint64_t getGeneration() const { return generation; }
  /// Returns the mutex that serialises atomic accesses.
  std::mutex &getAtomics() { return atomics; }

private:
  const Allocation *find(uint64_t address, uint64_t bytes) const;
  std::map<uint64_t, Allocation> allocations;
  uint64_t next, generation = 1; ///< address of the next allocation; changes
  std::mutex atomics;
};

} // namespace sbp::ptx

#endif // SBP_RUNTIME_TESTING_CUDA_MEMORY_H
