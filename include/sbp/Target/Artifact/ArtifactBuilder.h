//===- ArtifactBuilder.h - level 3 becomes a file -------------------------===//
#ifndef SBP_TARGET_ARTIFACT_ARTIFACTBUILDER_H
#define SBP_TARGET_ARTIFACT_ARTIFACTBUILDER_H

#include "mlir/IR/BuiltinOps.h"
#include "sbp/Target/KernelLibrary.h"
#include <memory>
#include <string>

namespace sbp {

/// What the entries of a module are for.
enum class ModuleRole { Model, Reference, ReferenceF64 };

/// Collects modules at level 3 into one plan, has the targets emit the code of
/// all their kernels, and serialises. Equal input gives equal bytes.
class ArtifactBuilder {
public:
  explicit ArtifactBuilder(TargetSet &targets);
  ~ArtifactBuilder();

  /// Adds the entries of `module`, whose kernels `kernels` has prepared for
  /// these targets. References come after the model.
  mlir::LogicalResult addModule(mlir::ModuleOp module, KernelLibrary &kernels,
                                ModuleRole role);
  /// The bytes of the .sbpx file; once. `loc` is where errors are reported.
  mlir::FailureOr<std::string> finish(mlir::Location loc);

private:
  struct Implementation;
  std::unique_ptr<Implementation> implementation;
};

} // namespace sbp

#endif // SBP_TARGET_ARTIFACT_ARTIFACTBUILDER_H
