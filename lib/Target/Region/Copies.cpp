// Copies.cpp: lowers copies of buffers to loops
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "sbp/Target/Region/Steps.h"

using namespace mlir;

LogicalResult sbp::region::lowerCopies(func::FuncOp region) {
  SmallVector<memref::CopyOp> copies;
  region.walk([&](memref::CopyOp op) { copies.push_back(op); });
  for (memref::CopyOp copy : copies) {
    auto from = cast<MemRefType>(copy.getSource().getType());
    auto to = cast<MemRefType>(copy.getTarget().getType());
    if (copy.getSource() == copy.getTarget()) {
      copy.erase();
      continue;
    }
    // Contiguous on both sides: a memcpy, which need not read the lines that it
    // overwrites.
    if (from.getLayout().isIdentity() && to.getLayout().isIdentity())
      continue;
    OpBuilder builder(copy);
    AffineMap identity = builder.getMultiDimIdentityMap(from.getRank());
    SmallVector<utils::IteratorType> loops(from.getRank(),
                                           utils::IteratorType::parallel);
    linalg::GenericOp::create(
        builder, copy.getLoc(), copy.getSource(), copy.getTarget(),
        ArrayRef<AffineMap>{identity, identity}, loops,
        [](OpBuilder &nested, Location loc, ValueRange arguments) {
          linalg::YieldOp::create(nested, loc, arguments[0]);
        });
    copy.erase();
  }
  return success();
}
