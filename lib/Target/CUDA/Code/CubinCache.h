// CubinCache.h: an on-disk cache of assembled machine code
//
// The cache is a folder of the user with one file per text, assembler and
// flags. It only saves time: every fault of the cache or of its disk is a cache
// miss.
#ifndef SBP_LIB_TARGET_CUDA_CUBINCACHE_H
#define SBP_LIB_TARGET_CUDA_CUBINCACHE_H

#include "Assemble.h"

namespace sbp::cuda {

/// The cache entry of one compilation. Several processes may use the folder at
/// once.
class CubinCache {
public:
  /// Locates the entry for `key`, which contains the assembler's version, flags
  /// and text, and creates the folder if it is missing: sbp-mlir/cubin below
  /// XDG_CACHE_HOME, or below the user's cache folder. The key is not kept.
  explicit CubinCache(llvm::StringRef key);

  /// Returns the entry's contents. Returns nothing if there is no entry, or if
  /// its checksum does not match. The caller verifies the code itself.
  std::optional<AssemblerOutput> find() const;
  /// Writes the entry, or replaces it, atomically: a reader sees all of it or
  /// none. Faults are ignored.
  void store(const AssemblerOutput &output) const;

private:
  /// Returns the checksum of `contents` under this key.
  std::string hashContents(llvm::StringRef contents) const;

  std::string keyHash;
  std::string path; ///< empty if there is no cache folder
};

} // namespace sbp::cuda

#endif // SBP_LIB_TARGET_CUDA_CUBINCACHE_H
