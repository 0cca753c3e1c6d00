// KernelLibrary.h: the prepared kernels of a module, by target
#ifndef SBP_TARGET_KERNELLIBRARY_H
#define SBP_TARGET_KERNELLIBRARY_H

#include "mlir/Pass/Pass.h"
#include "sbp/Dialect/Task/IR/TaskDialect.h"
#include "sbp/Target/Target.h"
#include "sbp/Target/TargetRegistry.h"
#include "llvm/ADT/StringMap.h"
#include <map>

namespace sbp {

/// The targets of a compilation, by kind of device, each created on first use.
class TargetSet {
public:
  /// Stores the options with which targets are created.
  explicit TargetSet(TargetOptions options = {})
      : options(std::move(options)) {}
  /// Returns the target of a registered kind, created by the first call and
  /// owned by the set. Another kind is an assertion: the verifier of placements
  /// rejects it.
  Target &get(llvm::StringRef device);

private:
  TargetOptions options;
  llvm::StringMap<std::unique_ptr<Target>> targets;
};

/// Targets together with the prepared region of every kernel, by the name of
/// the kernel's function. Lives from level 3 to the artifact.
class KernelLibrary {
public:
  /// `targets` must outlive the library; several libraries may share them.
  /// `device` is the kind for placements that name none.
  KernelLibrary(TargetSet &targets, llvm::StringRef device)
      : targets(targets), device(device) {}

  /// Returns the kind of device that runs the graph: that of the placement of
  /// its first rank, else the default one.
  llvm::StringRef getDevice(task::GraphOp graph) const;
  /// Prepares `kernel` for `device`, once per name. The library owns the
  /// region. Fails with the diagnostic of the target.
  mlir::FailureOr<const PreparedRegion *> prepare(mlir::func::FuncOp kernel,
                                                  llvm::StringRef device);
  /// Returns the prepared kernel, or null if prepare() was not called.
  const PreparedRegion *lookup(llvm::StringRef kernel,
                               llvm::StringRef device) const;

private:
  TargetSet &targets;
  std::string device;
  std::map<std::pair<std::string, std::string>, PreparedRegion> prepared;
};

/// Creates the pass --sbp-prepare-kernels with a library that outlives it.
/// Without one, the pass owns a library for the default target.
std::unique_ptr<mlir::Pass> createPrepareKernelsPass(KernelLibrary &library);

} // namespace sbp

#endif // SBP_TARGET_KERNELLIBRARY_H
