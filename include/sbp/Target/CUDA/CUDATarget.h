//===- CUDATarget.h - PTX through LLVM -------------------------*- C++ -*-===//
#ifndef SBP_TARGET_CUDA_CUDATARGET_H
#define SBP_TARGET_CUDA_CUDATARGET_H

#include "sbp/Target/Target.h"
#include "llvm/Support/raw_ostream.h"
#include <array>

namespace sbp {

/// What a launch hands to its kernel: a pointer, or a parameter of the region
/// (i64).
struct DeviceArgument {
  enum class Kind { Input, Output, Scratch, Parameter };
  Kind kind = Kind::Input;
  unsigned index = 0; ///< of the input, output or parameter
  int64_t offset = 0; ///< of a pointer, in bytes
};

/// One kernel with its arguments. A region is a list of them, in order.
struct DeviceLaunch {
  std::string kernel; ///< symbol
  std::string family; ///< of the generator, for reports
  std::array<int64_t, 3> grid = {1, 1, 1}, block = {1, 1, 1};
  llvm::SmallVector<DeviceArgument> arguments;
};

/// Choices that change the code.
struct CUDATargetOptions {
  std::string chip = "sm_90a";
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

} // namespace sbp

#endif // SBP_TARGET_CUDA_CUDATARGET_H
