// AlignedAccess.cpp: accesses whose address is aligned though no offset is
#include "AlignedAccess.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace sbp::cuda;

/// The address is that of an access, which is erased again.
Value sbp::cuda::getAddress(KernelBuilder &b, Value tensor, Value offset) {
  Operation *access = b.load(tensor, offset).getDefiningOp();
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
SmallVector<Value> sbp::cuda::loadAligned(KernelBuilder &b, Value tensor,
                                          Value offset, int64_t count) {
  return b.loadShared(getAddress(b, tensor, offset),
                      getElementTypeOrSelf(tensor.getType()), b.constant(0),
                      count);
}

void sbp::cuda::storeAligned(KernelBuilder &b, ArrayRef<Value> values,
                             Value tensor, Value offset) {
  b.storeShared(values, getAddress(b, tensor, offset), b.constant(0));
}
