// TensorMaps.cpp: tensors that kernels read by tensor copies
#include "TensorMaps.h"

using namespace mlir;
using namespace sbp::cuda;

/// Alignment of the address in a tensor map, in bytes.
static constexpr int64_t kMapAlignment = 16;

LogicalResult sbp::cuda::prepareTensorMap(LaunchPlan &plan,
                                          OpOperand &operand) {
  Value tensor = operand.get();
  BufferRef buffer = plan.buffers.lookup(tensor);
  if (buffer.kind == BufferRef::Kind::Constant)
    return plan.materialiseConstant(tensor);
  if (buffer.offset % kMapAlignment == 0)
    return success();
  Value packed = plan.buffers.createTemporary(
      tensor.getLoc(), cast<RankedTensorType>(tensor.getType()));
  if (failed(plan.copy(tensor, packed)))
    return failure();
  operand.set(packed);
  return success();
}
