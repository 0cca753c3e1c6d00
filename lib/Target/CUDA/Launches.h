// Launches.h: the launches of a region, in order
#ifndef SBP_LIB_TARGET_CUDA_LAUNCHES_H
#define SBP_LIB_TARGET_CUDA_LAUNCHES_H

#include "Buffers.h"
#include "sbp/Target/Target.h"

namespace sbp::cuda {

/// A launch whose operands are not resolved to addresses yet.
struct PlannedLaunch {
  DeviceLaunch launch;
  llvm::SmallVector<BufferRef> operands; ///< the launch's arguments, in order
  llvm::SmallVector<std::pair<BufferRef, TensorMapShape>, 0>
      tensorMaps; ///< arguments behind the operands
};

/// An ordered list of launches; each may depend on all in front of it.
class Launches {
public:
  int64_t size() const { return int64_t(planned.size()); }
  /// Labels the launches from number `first` on, for reports: their generator
  /// chose `schedule`, unless they state one, with this predicted duration of
  /// all of them.
  void label(int64_t first, llvm::StringRef schedule, double seconds);
  /// Appends a launch and extends the lifetimes of its temporaries.
  void append(PlannedLaunch launch, Scratch &scratch);
  /// Returns a launch that has been appended.
  PlannedLaunch &get(int64_t number) { return planned[number]; }
  /// Makes the last two launches one with the operands of both, whose kernel
  /// has the name of the first.
  void joinLast(Scratch &scratch);
  /// Resolves all operands, after the scratch has been packed. Leaves the list
  /// empty.
  std::vector<DeviceLaunch> resolve(const Buffers &buffers);

private:
  /// Extends the lifetimes of the temporaries that launch `number` accesses.
  void markUsed(int64_t number, Scratch &scratch) const;

  std::vector<PlannedLaunch> planned;
};

} // namespace sbp::cuda

#endif // SBP_LIB_TARGET_CUDA_LAUNCHES_H
