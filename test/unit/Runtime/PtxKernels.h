// PtxKernels.h: PTX kernels of tests and their interface
#ifndef SBP_TEST_UNIT_RUNTIME_PTXKERNELS_H
#define SBP_TEST_UNIT_RUNTIME_PTXKERNELS_H

#include "Device.h"

namespace sbp::test {

/// Selects the stub driver with eight GPUs, the last one of compute capability
/// 12.0 and the others of 9.0, and the stub of NCCL, unless the environment
/// names others. Called before the first use of either.
void useStubDriver();

/// The kernels: `double` computes out = 2 in + micro-batch of 64 f32, in two
/// launches through scratch; `scale` computes out = in * (rank + 1) / 7 of
/// `count` f32, where count and rank are parameters; `sbp_transfer_sum_f32` and
/// `sbp_transfer_copy_4` are like the compiler's.
class PtxKernels {
public:
  PtxKernels();
  /// Returns the launch of `scale` on that many elements.
  static std::unique_ptr<plan::KernelLaunchT> launchScale(uint64_t count);
  CodeModule getModule() const {
    return {{{0, &interface, {{&code, {blob}}}}}};
  }

  std::string text;
  plan::CodeT code;
  plan::CodeInterfaceT interface;
  artifact::Bytes blob;
};

} // namespace sbp::test

#endif // SBP_TEST_UNIT_RUNTIME_PTXKERNELS_H
