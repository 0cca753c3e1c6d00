// ChipCode.h: the regions of a compilation in the code of one chip
#ifndef SBP_LIB_TARGET_CUDA_CHIPCODE_H
#define SBP_LIB_TARGET_CUDA_CHIPCODE_H

#include "Choice/Chip.h"
#include "Choice/Tuning.h"
#include "Steps/Float32.h"
#include "mlir/IR/OwningOpRef.h"
#include "sbp/Target/CUDA/CUDATarget.h"

namespace sbp::cuda {

/// Compiles regions for one chip and keeps their kernels until they are
/// emitted. Not thread-safe.
class ChipCode {
public:
  /// A compiled region.
  struct Region {
    RegionCode code;
    std::vector<DeviceLaunch> launches;
    mlir::OwningOpRef<mlir::ModuleOp> kernels;
  };

  /// Compiles for `chip` in `context`. `options` and `context` must outlive
  /// this object. With `isNamed`, diagnostics begin with the chip's name.
  ChipCode(const Chip &chip, const Tuning &tuning,
           const CUDATargetOptions &options, mlir::MLIRContext &context,
           bool isNamed);

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
  /// Generates the code of these regions and of the transfer kernels. The
  /// symbols of regions are not set. Fails with a diagnostic, at `loc` if the
  /// fault has no place in the user's file.
  mlir::FailureOr<CodeBlob> emit(llvm::ArrayRef<unsigned> ids,
                                 llvm::ArrayRef<TransferKernel> transfers,
                                 mlir::Location loc);
  /// Returns the choice of the tuning file for a class of shapes, or null.
  const Tuning::Choice *findTuned(llvm::StringRef shape) const {
    return tuning.find(shape);
  }

private:
  mlir::LogicalResult addTransfers(mlir::ModuleOp kernels,
                                   llvm::ArrayRef<TransferKernel> transfers,
                                   CodeBlob &blob);
  mlir::LogicalResult addMachineCode(CodeBlob &blob, mlir::Location loc);

  const Chip chip;
  const Tuning tuning;
  const CUDATargetOptions &options;
  mlir::MLIRContext &context;
  bool isNamed;
  std::vector<Region> regions;
};

} // namespace sbp::cuda

#endif // SBP_LIB_TARGET_CUDA_CHIPCODE_H
