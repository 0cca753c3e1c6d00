// ArtifactBuilder.h: writes a module at level 3 to an artifact
#ifndef SBP_TARGET_ARTIFACT_ARTIFACTBUILDER_H
#define SBP_TARGET_ARTIFACT_ARTIFACTBUILDER_H

#include "mlir/IR/BuiltinOps.h"
#include "sbp/Target/KernelLibrary.h"
#include <memory>
#include <string>

namespace sbp {

/// Purpose of a module's entries: the model itself, or the reference that it is
/// compared with, in the model's precision or in f64. The values are those of
/// the file format.
enum class ModuleRole { Model, Reference, ReferenceF64 };

/// Collects modules at level 3 in one plan, has the targets emit the code of
/// all their kernels, and serialises the result. Equal input gives equal bytes.
class ArtifactBuilder {
public:
  /// Creates a builder without modules. `targets` must outlive it.
  explicit ArtifactBuilder(TargetSet &targets);
  ~ArtifactBuilder();

  /// Adds the entries of `module`, whose kernels `kernels` has prepared for the
  /// same targets. Nothing refers to `module` or `kernels` after the call.
  /// References must follow the model. Fails with a diagnostic if a state has
  /// another type or distribution in an entry before, of any module; the
  /// builder must not be used after that.
  mlir::LogicalResult addModule(mlir::ModuleOp module, KernelLibrary &kernels,
                                ModuleRole role);
  /// Returns the bytes of the .sbpx file. May be called once. Fails with a
  /// diagnostic at `loc` if a target cannot emit its code, or the plan cannot
  /// be written.
  mlir::FailureOr<std::string> finish(mlir::Location loc);

private:
  struct Implementation;
  std::unique_ptr<Implementation> implementation;
};

} // namespace sbp

#endif // SBP_TARGET_ARTIFACT_ARTIFACTBUILDER_H
