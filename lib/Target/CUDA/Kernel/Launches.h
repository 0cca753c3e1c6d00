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
      tensorMaps; ///< arguments after the operands
};

/// An ordered list of launches; each may depend on all before it. Numbers
/// of launches count from 0. Launches that run once have a list of their own,
/// which precedes the other, and no numbers.
class Launches {
public:
  /// Returns the number of launches of a step.
  int64_t size() const { return int64_t(planned.size()); }
  int64_t countOnce() const { return int64_t(once.size()); }
  /// Labels the launches from number `first` on, for reports: their generator
  /// chose `schedule`, unless they state one. All of them together take
  /// `seconds`, which are split evenly. Does nothing if there are none.
  void label(int64_t first, llvm::StringRef schedule, double seconds);
  /// Appends a launch to its list and extends the lifetimes of its temporaries;
  /// one that runs once has none.
  void append(PlannedLaunch launch, Scratch &scratch);
  /// Returns a launch that has been appended; valid until the list changes.
  PlannedLaunch &get(int64_t number) { return planned[number]; }
  /// Makes the last two launches one, with the operands and the blocks of both,
  /// whose kernel has the name of the first. The caller joins the kernels. At
  /// least two launches are required.
  void joinLast(Scratch &scratch);
  /// Returns the launches with all operands resolved, after the scratch of
  /// `buffers` has been packed; those that run once come first. Leaves both
  /// lists empty.
  std::vector<DeviceLaunch> resolve(const Buffers &buffers);

private:
  /// Extends the lifetimes of the temporaries that launch `number` accesses.
  void markUsed(int64_t number, Scratch &scratch) const;

  std::vector<PlannedLaunch> planned, once;
};

} // namespace sbp::cuda

#endif // SBP_LIB_TARGET_CUDA_LAUNCHES_H
