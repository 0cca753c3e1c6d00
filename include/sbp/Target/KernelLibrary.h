//===- KernelLibrary.h - what a target said about a module's kernels ------===//
#ifndef SBP_TARGET_KERNELLIBRARY_H
#define SBP_TARGET_KERNELLIBRARY_H

#include "mlir/Pass/Pass.h"
#include "sbp/Target/Target.h"
#include "llvm/ADT/StringMap.h"

namespace sbp {

/// A target together with what it said about each kernel, by the name of the
/// kernel's function. Lives from level 3 to the artifact.
class KernelLibrary {
public:
  /// `target` outlives the library; several libraries may share it.
  explicit KernelLibrary(Target &target) : target(target) {}

  /// Asks the target once per name.
  mlir::FailureOr<const PreparedRegion *> prepare(mlir::func::FuncOp kernel);
  /// Null where `prepare` was not called.
  const PreparedRegion *lookup(llvm::StringRef kernel) const;

private:
  Target &target;
  llvm::StringMap<PreparedRegion> prepared;
};

/// The pass --sbp-prepare-kernels with a library that outlives it (without one
/// it makes its own, for the host).
std::unique_ptr<mlir::Pass> createPrepareKernelsPass(KernelLibrary &library);

} // namespace sbp

#endif // SBP_TARGET_KERNELLIBRARY_H
