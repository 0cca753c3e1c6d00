//===- Memory.h - a device's global memory --------------------------------===//
//
// Addresses are the device's own: allocations lie a guard zone apart, so that
// an access beyond one never lands in another, and no host pointer is one.
// Every byte knows whether it was ever written.
//
//===----------------------------------------------------------------------===//
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

inline constexpr uint64_t kGuardZone = uint64_t(1) << 20;

struct Allocation {
  uint64_t begin = 0, bytes = 0;
  std::string name; ///< in messages
  std::vector<uint8_t> data;
  std::vector<uint8_t> isWritten; ///< by byte; empty: all of it is
  bool contains(uint64_t address, uint64_t size) const {
    return address >= begin && size <= bytes && address - begin <= bytes - size;
  }
};

class GlobalMemory {
public:
  /// `first`: where addresses begin.
  explicit GlobalMemory(uint64_t first = uint64_t(1) << 36) : next(first) {}

  /// Address of new memory that holds nothing yet.
  uint64_t allocate(uint64_t bytes, std::string name = "");
  /// False if nothing begins at `address`.
  bool free(uint64_t address);
  Status write(uint64_t address, const void *host, uint64_t bytes);
  /// Reading what was never written is an error.
  Status read(void *host, uint64_t address, uint64_t bytes) const;
  /// All bytes are `value`; they count as written.
  Status fill(uint64_t address, uint8_t value, uint64_t bytes);
  /// Bytes of the allocation at `address` that were never written.
  uint64_t countUnwritten(uint64_t address) const;

  Allocation *find(uint64_t address, uint64_t bytes);
  /// ": 8 bytes behind 'out' (64 bytes)"; where an access missed.
  std::string describe(uint64_t address) const;
  /// Changes with every allocation and every free.
  uint64_t getGeneration() const { return generation; }
  std::mutex &getAtomics() { return atomics; }

private:
  const Allocation *find(uint64_t address, uint64_t bytes) const;
  std::map<uint64_t, Allocation> allocations;
  uint64_t next, generation = 1;
  std::mutex atomics;
};

} // namespace sbp::ptx

#endif // SBP_RUNTIME_TESTING_CUDA_MEMORY_H
