// AlignedAccess.cpp: accesses whose address is aligned though no offset is
#include "AlignedAccess.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace sbp::cuda;

/// The address is that of an access, which is erased again.
Value sbp::cuda::getAddress(KernelBuilder &builder, Value tensor,
                            Value offset) {
  Operation *access = builder.load(tensor, offset).getDefiningOp();
  if (auto narrowed = dyn_cast<arith::TruncIOp>(access)) { // a bool
    access = narrowed.getIn().getDefiningOp();
    narrowed.erase();
  }
  auto load = cast<LLVM::LoadOp>(access);
  Value address = load.getAddr();
  load.erase();
  return address;
}

/// The accesses of shared memory take any pointer.
SmallVector<Value> sbp::cuda::loadAligned(KernelBuilder &builder, Value tensor,
                                          Value offset, int64_t count) {
  return builder.loadShared(getAddress(builder, tensor, offset),
                            getElementTypeOrSelf(tensor.getType()),
                            builder.constant(0), count);
}

void sbp::cuda::storeAligned(KernelBuilder &builder, ArrayRef<Value> values,
                             Value tensor, Value offset) {
  builder.storeShared(values, getAddress(builder, tensor, offset),
                      builder.constant(0));
}
