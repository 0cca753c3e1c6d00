//===- KernelLibrary.h - what targets said about a module's kernels -------===//
#ifndef SBP_TARGET_KERNELLIBRARY_H
#define SBP_TARGET_KERNELLIBRARY_H

#include "mlir/Pass/Pass.h"
#include "sbp/Dialect/Task/IR/TaskDialect.h"
#include "sbp/Target/Target.h"
#include "llvm/ADT/StringMap.h"
#include <functional>
#include <map>

namespace sbp {

/// The targets of a compilation, by kind of device. Each is made when it is
/// asked for first: as added, else as registered.
class TargetSet {
public:
  using Maker = std::function<std::unique_ptr<Target>()>;
  void add(llvm::StringRef device, Maker maker);
  Target &get(llvm::StringRef device);

private:
  llvm::StringMap<Maker> makers;
  llvm::StringMap<std::unique_ptr<Target>> targets;
};

/// Makes `device` a kind that every set of targets knows. Not thread-safe:
/// tools call it at their start (InitAll.h).
void registerTarget(llvm::StringRef device, TargetSet::Maker maker);

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
/// it makes its own, for the registered host).
std::unique_ptr<mlir::Pass> createPrepareKernelsPass(KernelLibrary &library);

} // namespace sbp

#endif // SBP_TARGET_KERNELLIBRARY_H
