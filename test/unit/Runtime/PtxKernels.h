// PtxKernels.h: kernels of tests as a GPU's code, and what it says of itself
#ifndef SBP_TEST_UNIT_RUNTIME_PTXKERNELS_H
#define SBP_TEST_UNIT_RUNTIME_PTXKERNELS_H

#include "Device.h"

namespace sbp::test {

/// Names the stub driver, unless another one is named; before its first use.
void useStubDriver();

/// `double`: out = 2 in + number of the micro-batch, of 64 f32, in two launches
/// through scratch. `sbp_transfer_sum_f32`, `sbp_transfer_copy_4`: as the
/// compiler's.
class PtxKernels {
public:
  PtxKernels();
  CodeModule getModule() const { return {0, &interface, {{&code, blob}}}; }

  std::string text;
  plan::CodeT code;
  plan::CodeInterfaceT interface;
  artifact::Bytes blob;
};

} // namespace sbp::test

#endif // SBP_TEST_UNIT_RUNTIME_PTXKERNELS_H
