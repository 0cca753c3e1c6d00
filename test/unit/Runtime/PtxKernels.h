// PtxKernels.h: kernels of tests as a GPU's code, and what it says of itself
#ifndef SBP_TEST_UNIT_RUNTIME_PTXKERNELS_H
#define SBP_TEST_UNIT_RUNTIME_PTXKERNELS_H

#include "Device.h"

namespace sbp::test {

/// Names the stub driver and the stub of NCCL, unless others are named, with
/// eight GPUs; before their first use.
void useStubDriver();

/// `double`: out = 2 in + number of the micro-batch, of 64 f32, in two launches
/// through scratch. `scale`: out = in * (rank + 1) / 7, of `count` f32; count
/// and rank are its parameters. `sbp_transfer_sum_f32`, `sbp_transfer_copy_4`:
/// as the compiler's.
class PtxKernels {
public:
  PtxKernels();
  /// The launch of `scale` on so many elements.
  static std::unique_ptr<plan::KernelLaunchT> launchScale(uint64_t count);
  CodeModule getModule() const { return {0, &interface, {{&code, blob}}}; }

  std::string text;
  plan::CodeT code;
  plan::CodeInterfaceT interface;
  artifact::Bytes blob;
};

} // namespace sbp::test

#endif // SBP_TEST_UNIT_RUNTIME_PTXKERNELS_H
