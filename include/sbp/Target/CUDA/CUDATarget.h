//===- CUDATarget.h - PTX through LLVM -------------------------*- C++ -*-===//
#ifndef SBP_TARGET_CUDA_CUDATARGET_H
#define SBP_TARGET_CUDA_CUDATARGET_H

#include "sbp/Target/Target.h"
#include "llvm/Support/raw_ostream.h"

namespace sbp {

/// Choices that change the code.
struct CUDATargetOptions {
  std::string chip = "sm_90";
  /// Whether machine code comes beside the PTX, where there is a ptxas.
  bool assemble = false;
  /// Where set: the kernels before they are lowered.
  llvm::raw_ostream *printKernels = nullptr;
};

/// The CUDA target: a region is a list of launches of generated kernels.
class CUDATarget : public Target {
public:
  /// The launches of a prepared region.
  virtual llvm::ArrayRef<DeviceLaunch> getLaunches(unsigned region) const = 0;
};

/// Works in a context of its own, like the host target.
std::unique_ptr<CUDATarget> createCUDATarget(CUDATargetOptions options = {});

/// By name (TargetRegistry.h).
void registerCUDATarget();

} // namespace sbp

#endif // SBP_TARGET_CUDA_CUDATARGET_H
