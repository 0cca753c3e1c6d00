// CUDATarget.h: the CUDA target, PTX through LLVM
#ifndef SBP_TARGET_CUDA_CUDATARGET_H
#define SBP_TARGET_CUDA_CUDATARGET_H

#include "sbp/Target/Target.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/raw_ostream.h"

namespace sbp {

/// Options that change the generated code.
struct CUDATargetOptions {
  std::string chip = "sm_90";
  /// Whether machine code is added to the PTX, if ptxas is installed.
  bool assemble = false;
  /// Text of a tuning file (lib/Target/CUDA/Tuning.h), which checkCUDATuning
  /// accepts, and the file's name. Empty: all choices are static.
  std::string tuning = {}, tuningFile = {};
  /// Receives the kernels before they are lowered. May be null.
  llvm::raw_ostream *printKernels = nullptr;
};

/// The CUDA target: a region becomes a list of launches of generated kernels.
class CUDATarget : public Target {
public:
  /// Returns the launches of the prepared region with this id.
  virtual llvm::ArrayRef<DeviceLaunch> getLaunches(unsigned region) const = 0;
};

/// Returns an error that lists the chips there are if `chip` is unknown. An
/// empty name stands for the usual one.
llvm::Error checkCUDAChip(llvm::StringRef chip);

/// Returns an error that names the file if `tuning` is no tuning file. An empty
/// text is valid.
llvm::Error checkCUDATuning(llvm::StringRef tuning, llvm::StringRef file);

/// Creates the target. It compiles in an MLIR context of its own, like the host
/// target.
std::unique_ptr<CUDATarget> createCUDATarget(CUDATargetOptions options = {});

/// Registers the kind "cuda" (TargetRegistry.h).
void registerCUDATarget();

} // namespace sbp

#endif // SBP_TARGET_CUDA_CUDATARGET_H
