// KernelLibrary.h: what targets said about a module's kernels
#ifndef SBP_TARGET_KERNELLIBRARY_H
#define SBP_TARGET_KERNELLIBRARY_H

#include "mlir/Pass/Pass.h"
#include "sbp/Dialect/Task/IR/TaskDialect.h"
#include "sbp/Target/Target.h"
#include "sbp/Target/TargetRegistry.h"
#include "llvm/ADT/StringMap.h"
#include <map>

namespace sbp {

/// The targets of a compilation, by kind of device. Each is made when it is
/// asked for first.
class TargetSet {
public:
  explicit TargetSet(TargetOptions options = {})
      : options(std::move(options)) {}
  /// Of a registered kind: placements name no other.
  Target &get(llvm::StringRef device);

private:
  TargetOptions options;
  llvm::StringMap<std::unique_ptr<Target>> targets;
};

/// Targets together with what they said about each kernel, by the name of the
/// kernel's function. Lives from level 3 to the artifact.
class KernelLibrary {
public:
  /// `targets` outlive the library; several libraries may share them. `device`
  /// is meant by placements that do not say where they are.
  KernelLibrary(TargetSet &targets, llvm::StringRef device)
      : targets(targets), device(device) {}

  /// The kind of device that runs the graph.
  llvm::StringRef getDevice(task::GraphOp graph) const;
  /// Asks the target once per name.
  mlir::FailureOr<const PreparedRegion *> prepare(mlir::func::FuncOp kernel,
                                                  llvm::StringRef device);
  /// Null where `prepare` was not called.
  const PreparedRegion *lookup(llvm::StringRef kernel,
                               llvm::StringRef device) const;

private:
  TargetSet &targets;
  std::string device;
  std::map<std::pair<std::string, std::string>, PreparedRegion> prepared;
};

/// The pass --sbp-prepare-kernels with a library that outlives it (without one
/// it makes its own, for the default target).
std::unique_ptr<mlir::Pass> createPrepareKernelsPass(KernelLibrary &library);

} // namespace sbp

#endif // SBP_TARGET_KERNELLIBRARY_H
