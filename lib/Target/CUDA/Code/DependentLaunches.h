// DependentLaunches.h: launches that start before the one in front has ended
//
// Programmatic dependent launch (CUDA C++ Programming Guide). A launch with the
// attribute starts when every block of the launch before it has executed
// griddepcontrol.launch_dependents or has ended. Its griddepcontrol.wait
// returns when the launch in front has ended and its writes are visible.
//
// Kernels first wait and then start their dependents. So a launch starts when
// the last blocks of the one in front are running, accesses global memory when
// that one has ended, and ends after all launches before it; a third
// launch starts after the first one has ended, since the second has waited.
#ifndef SBP_LIB_TARGET_CUDA_DEPENDENTLAUNCHES_H
#define SBP_LIB_TARGET_CUDA_DEPENDENTLAUNCHES_H

#include "mlir/IR/BuiltinOps.h"
#include "sbp/Target/Target.h"

namespace sbp::cuda {

/// Lets every launch of a region but the first one start early: its kernel in
/// `kernels`, not lowered yet, waits at its entry, and the kernel before
/// it starts its dependents. Marks these launches. Launches that run before the
/// first step stay as they are. All kernels of `launches` are in `kernels`.
void overlapLaunches(mlir::ModuleOp kernels,
                     llvm::MutableArrayRef<DeviceLaunch> launches);

/// Returns whether the kernel of this name in a PTX text executes
/// griddepcontrol.wait, in all threads, before any branch and any instruction
/// that may access memory other than its parameters. False without such a
/// kernel.
bool waitsFirst(llvm::StringRef ptx, llvm::StringRef kernel);

/// Clears the marks of launches whose kernel in the PTX text does not wait
/// first.
void keepProvenOverlaps(llvm::StringRef ptx,
                        llvm::MutableArrayRef<DeviceLaunch> launches);

} // namespace sbp::cuda

#endif // SBP_LIB_TARGET_CUDA_DEPENDENTLAUNCHES_H
