//===- IndexBounds.cpp - inputs that are positions in a table -------------===//

#include "sbp/Analysis/Defined/IndexBounds.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "sbp/Dialect/NN/IR/NNDialect.h"
#include "sbp/Dialect/SBP/IR/SBPDialect.h"

using namespace mlir;
using namespace sbp;

/// An elementwise op that copies its one input, or widens it.
static bool isWidening(linalg::LinalgOp op) {
  Block &body = *op.getBlock();
  if (op.getNumDpsInputs() != 1 || op->getNumResults() != 1)
    return false;
  Value yielded = body.getTerminator()->getOperand(0);
  if (Operation *cast = yielded.getDefiningOp())
    if (isa<arith::ExtSIOp, arith::ExtUIOp, arith::IndexCastOp>(cast))
      yielded = cast->getOperand(0);
  return yielded == body.getArgument(0);
}

/// What `value` has the same elements as, followed back to its origin.
static Value getOrigin(Value value) {
  while (Operation *op = value.getDefiningOp()) {
    auto structured = dyn_cast<linalg::LinalgOp>(op);
    if (!isa<BoxingOp, tensor::ExpandShapeOp, tensor::CollapseShapeOp>(op) &&
        !(structured && isWidening(structured)))
      break;
    value = op->getOperand(0);
  }
  return value;
}

/// The argument whose only element `index` is; null: it is something else.
static BlockArgument getOnlyElement(Value index) {
  while (auto cast = index.getDefiningOp<arith::IndexCastOp>())
    index = cast.getIn();
  auto extract = index.getDefiningOp<tensor::ExtractOp>();
  if (!extract)
    return {};
  auto argument = dyn_cast<BlockArgument>(getOrigin(extract.getTensor()));
  return argument && cast<ShapedType>(argument.getType()).getNumElements() == 1
             ? argument
             : BlockArgument();
}

namespace {
/// What is known of the arguments so far.
struct Bounds {
  explicit Bounds(unsigned arguments) : values(arguments, -1) {}
  void add(BlockArgument argument, int64_t limit) {
    int64_t &bound = values[argument.getArgNumber()];
    bound = bound < 0 ? limit : std::min(bound, limit);
  }
  /// Offsets at which the slice of a tensor of `shape` lies inside of it.
  void addSlice(OffsetSizeAndStrideOpInterface slice, ArrayRef<int64_t> shape) {
    for (auto [dim, size] : llvm::enumerate(shape)) {
      if (!slice.isDynamicOffset(dim))
        continue;
      int64_t taken = slice.getStaticSizes()[dim] - 1;
      if (auto argument = getOnlyElement(slice.getDynamicOffset(dim)))
        add(argument, size - taken * slice.getStaticStrides()[dim]);
    }
  }
  /// Positions of an element of a tensor of `shape`.
  void addElement(ValueRange indices, ArrayRef<int64_t> shape) {
    for (auto [index, size] : llvm::zip_equal(indices, shape))
      if (auto argument = getOnlyElement(index))
        add(argument, size);
  }
  SmallVector<int64_t> values;
};
} // namespace

SmallVector<int64_t> sbp::getIndexBounds(func::FuncOp entry) {
  Bounds bounds(entry.getNumArguments());
  for (Operation &op : entry.getBody().getOps()) {
    if (auto indexing = dyn_cast<nn::IndexingOpInterface>(op)) {
      for (auto [positions, bound] : indexing.getIndexedPositions())
        if (auto argument = dyn_cast<BlockArgument>(getOrigin(positions));
            argument && bound)
          bounds.add(argument, *bound);
    } else if (auto slice = dyn_cast<tensor::ExtractSliceOp>(op)) {
      bounds.addSlice(slice, slice.getSourceType().getShape());
    } else if (auto slice = dyn_cast<tensor::InsertSliceOp>(op)) {
      bounds.addSlice(slice, slice.getDestType().getShape());
    } else if (auto extract = dyn_cast<tensor::ExtractOp>(op)) {
      bounds.addElement(extract.getIndices(),
                        extract.getTensor().getType().getShape());
    } else if (auto insert = dyn_cast<tensor::InsertOp>(op)) {
      bounds.addElement(insert.getIndices(),
                        insert.getDest().getType().getShape());
    }
  }
  return bounds.values;
}
