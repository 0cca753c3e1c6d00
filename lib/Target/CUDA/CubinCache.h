// CubinCache.h: machine code that was assembled before
//
// A folder of the user's with a file per text, assembler and flags. It is an
// optimisation: whatever is wrong with it, or with the disk below it, costs the
// time of assembling again and nothing else.
#ifndef SBP_LIB_TARGET_CUDA_CUBINCACHE_H
#define SBP_LIB_TARGET_CUDA_CUBINCACHE_H

#include "Assemble.h"

namespace sbp::cuda {

class CubinCache {
public:
  /// Finds the path of the entry for `key`: assembler, flags and text.
  explicit CubinCache(llvm::StringRef key);

  /// Returns what the entry holds; nothing where there is none, or its hash is
  /// not that of its contents under this key. The caller checks the code.
  std::optional<AssemblerOutput> find() const;
  /// Writes the entry, at once under its name or not at all.
  void keep(const AssemblerOutput &output) const;

private:
  std::string seal(llvm::StringRef contents) const;

  std::string keyHash;
  std::string path; ///< empty: there is no folder
};

} // namespace sbp::cuda

#endif // SBP_LIB_TARGET_CUDA_CUBINCACHE_H
