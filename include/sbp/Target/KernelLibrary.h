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
/// Not thread-safe.
class TargetSet {
public:
  /// Stores the options with which targets are created. They must be valid, as
  /// checkTargetOptions tests.
  explicit TargetSet(TargetOptions options = {})
      : options(std::move(options)) {}
  /// Returns the target of a registered kind, created by the first call and
  /// owned by the set until its end. Another kind fails an assertion: the
  /// verifier of placements rejects it before.
  Target &get(llvm::StringRef device);
  /// Returns warnings for options that only targets read that were not
  /// requested so far; none if there are no such options.
  std::vector<std::string> describeUnusedOptions() const;

private:
  TargetOptions options;
  llvm::StringMap<std::unique_ptr<Target>> targets;
};

/// Targets together with the prepared region of every kernel, by the name of
/// the kernel's function. Lives from level 3 to the artifact. Not thread-safe.
class KernelLibrary {
public:
  /// `targets` must outlive the library; several libraries may share them.
  /// `device` is the kind for placements that name none. Kernels may have
  /// persistent memory where `allowsPersistent` is true.
  KernelLibrary(TargetSet &targets, llvm::StringRef device,
                bool allowsPersistent = true)
      : targets(targets), device(device), allowsPersistent(allowsPersistent) {}

  /// Returns the kind of device that runs the graph: that of the first
  /// placement with the graph's first rank that names a kind, else the default
  /// one. The text belongs to the module's context or to this library.
  llvm::StringRef getDevice(task::GraphOp graph) const;
  /// Returns whether kernels for `device` may keep what they compute from
  /// arguments with kFixedAttr in persistent memory.
  bool usesFixedArguments(llvm::StringRef device) const {
    return allowsPersistent && targets.get(device).usesFixedArguments();
  }
  /// Prepares `kernel` for `device`, once per name: a second kernel of an equal
  /// name gets the region of the first. The library owns the region until its
  /// end. Fails with the target's diagnostic if it cannot compile the kernel.
  mlir::FailureOr<const PreparedRegion *> prepare(mlir::func::FuncOp kernel,
                                                  llvm::StringRef device);
  /// Returns the region, which the library owns, or null if prepare() has not
  /// succeeded for this kernel and device.
  const PreparedRegion *lookup(llvm::StringRef kernel,
                               llvm::StringRef device) const;

private:
  TargetSet &targets;
  std::string device;
  bool allowsPersistent;
  std::map<std::pair<std::string, std::string>, PreparedRegion> prepared;
};

/// Creates the pass --sbp-prepare-kernels, which prepares kernels in `library`.
/// The library must outlive the pass. A pass that is created by its name
/// instead owns a library for the default target.
std::unique_ptr<mlir::Pass> createPrepareKernelsPass(KernelLibrary &library);

} // namespace sbp

#endif // SBP_TARGET_KERNELLIBRARY_H
