// ChipCode.h: the regions of a compilation in the code of one chip
#ifndef SBP_LIB_TARGET_CUDA_CHIPCODE_H
#define SBP_LIB_TARGET_CUDA_CHIPCODE_H

#include "Choice/Chip.h"
#include "Choice/Tuning.h"
#include "Code/Assemble.h"
#include "Steps/Float32.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/OwningOpRef.h"
#include "sbp/Target/CUDA/CUDATarget.h"

namespace sbp::cuda {

/// Compiles regions for one chip, in an MLIR context of its own, and keeps
/// their kernels until they are emitted. Several objects may generate code at
/// once; no other function may run then.
class ChipCode {
public:
  /// A compiled region.
  struct Region {
    RegionCode code;
    std::vector<DeviceLaunch> launches;
    mlir::OwningOpRef<mlir::ModuleOp> kernels;
  };

  /// Compiles for `chip` with the dialects of `registry`. `options` must
  /// outlive this object. With `isNamed`, diagnostics of regions begin with the
  /// chip's name, and kernels are numbered alike (SharedKernels.h).
  ChipCode(const Chip &chip, const Tuning &tuning,
           const CUDATargetOptions &options,
           const mlir::DialectRegistry &registry, bool isNamed);

  const Chip &getChip() const { return chip; }
  /// Compiles a region, whose kernels' names begin with `symbol`. Fails with a
  /// diagnostic if an op cannot be compiled.
  mlir::FailureOr<Region> compile(mlir::func::FuncOp function,
                                  llvm::StringRef symbol);
  /// Keeps a region under the next id, from 0.
  void keep(Region region) { regions.push_back(std::move(region)); }
  /// Returns the launches of a region that is kept, in order, valid until the
  /// next call of `keep`.
  llvm::ArrayRef<DeviceLaunch> getLaunches(unsigned region) const {
    return regions[region].launches;
  }
  /// Generates the code of these regions and of the transfer kernels, and
  /// assembles it if the options request it. Reports nothing: diagnostics are
  /// kept until `finish`, which must follow.
  void generate(llvm::ArrayRef<unsigned> ids,
                llvm::ArrayRef<TransferKernel> transfers);
  /// Returns the generated code, without the symbols of regions. Fails with a
  /// diagnostic, at `loc` if the fault has no place in the user's file.
  mlir::FailureOr<CodeBlob> finish(mlir::Location loc);
  /// Returns the choice of the tuning file for a class of shapes, or null.
  const Tuning::Choice *findTuned(llvm::StringRef shape) const {
    return tuning.find(shape);
  }

private:
  /// The outcome of `generate`.
  struct Generated {
    mlir::FailureOr<CodeBlob> blob = mlir::failure();
    std::string assembler; ///< its path; empty for no machine code
    std::optional<llvm::Expected<Assembly>> assembly;
    std::vector<mlir::Diagnostic> diagnostics;
  };
  mlir::FailureOr<CodeBlob>
  generateCode(llvm::ArrayRef<unsigned> ids,
               llvm::ArrayRef<TransferKernel> transfers);
  mlir::LogicalResult addTransfers(mlir::ModuleOp kernels,
                                   llvm::ArrayRef<TransferKernel> transfers,
                                   CodeBlob &blob);
  mlir::LogicalResult addMachineCode(Generated &generated, mlir::Location loc);

  const Chip chip;
  const Tuning tuning;
  const CUDATargetOptions &options;
  mlir::MLIRContext context;
  bool isNamed;
  std::optional<Generated> generated;
  std::vector<Region> regions;
};

} // namespace sbp::cuda

#endif // SBP_LIB_TARGET_CUDA_CHIPCODE_H
