// Scratch.h: temporaries of a region in one buffer, by lifetime
#ifndef SBP_LIB_TARGET_CUDA_SCRATCH_H
#define SBP_LIB_TARGET_CUDA_SCRATCH_H

#include <cstdint>
#include <vector>

namespace sbp::cuda {

/// Packs temporaries; two share bytes if no launch needs both.
class Scratch {
public:
  /// Returns the index of a new temporary of `bytes` bytes, rounded up to 256,
  /// which has no use yet.
  unsigned add(int64_t bytes);
  /// Records that launch number `launch`, counted from 0, reads or writes the
  /// temporary. It is live from its first to its last such launch.
  void markUsed(unsigned temporary, int64_t launch);
  /// Assigns offsets, multiples of 256, after all uses are recorded. Returns
  /// the bytes needed, 0 without uses: a temporary without one gets offset 0
  /// and no bytes. Called once.
  int64_t pack();
  /// Returns the byte offset of a temporary, after pack().
  int64_t getOffset(unsigned temporary) const {
    return temporaries[temporary].offset;
  }

private:
  struct Temporary {
    int64_t bytes = 0, first = INT64_MAX, last = -1, offset = 0;
  };
  std::vector<Temporary> temporaries;
};

} // namespace sbp::cuda

#endif // SBP_LIB_TARGET_CUDA_SCRATCH_H
