// Scratch.h: temporaries of a region in one buffer, by lifetime
#ifndef SBP_LIB_TARGET_CUDA_SCRATCH_H
#define SBP_LIB_TARGET_CUDA_SCRATCH_H

#include <cstdint>
#include <vector>

namespace sbp::cuda {

class Scratch {
public:
  /// The number of a new temporary, which nothing uses yet.
  unsigned add(int64_t bytes);
  /// Launch number `launch` reads or writes it.
  void use(unsigned temporary, int64_t launch);
  /// Places what is used, once all is said; how many bytes that takes.
  int64_t pack();
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
