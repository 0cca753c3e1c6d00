// Indexing.cpp: positions in tensors, and what casts make of them

#include "Models.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "sbp/Interfaces/TensorInterfaces.h"

using namespace mlir;
using namespace sbp;

namespace {

/// Offsets at which the slice of a tensor lies inside of it.
template <typename Op>
struct SliceModel : IndexingOpInterface::ExternalModel<SliceModel<Op>, Op> {
  SmallVector<IndexedPositions> getIndexedPositions(Operation *op) const {
    auto slice = cast<Op>(op);
    RankedTensorType large;
    if constexpr (std::is_same_v<Op, tensor::InsertSliceOp>)
      large = slice.getDestType();
    else
      large = slice.getSourceType();
    SmallVector<IndexedPositions> found;
    for (auto [dim, size] : llvm::enumerate(large.getShape())) {
      if (!slice.isDynamicOffset(dim))
        continue;
      int64_t taken = slice.getStaticSizes()[dim] - 1;
      found.push_back({slice.getDynamicOffset(dim),
                       size - taken * slice.getStaticStrides()[dim]});
    }
    return found;
  }
};

/// Positions of one element.
template <typename Op>
struct ElementModel : IndexingOpInterface::ExternalModel<ElementModel<Op>, Op> {
  SmallVector<IndexedPositions> getIndexedPositions(Operation *op) const {
    auto element = cast<Op>(op);
    RankedTensorType tensor;
    if constexpr (std::is_same_v<Op, tensor::InsertOp>)
      tensor = element.getDest().getType();
    else
      tensor = cast<RankedTensorType>(element.getTensor().getType());
    SmallVector<IndexedPositions> found;
    for (auto [index, size] :
         llvm::zip_equal(element.getIndices(), tensor.getShape()))
      found.push_back({index, size});
    return found;
  }
};

/// Booleans are 0 and -1 to an index_cast and 0 and 1 to extui; an i8 below 0
/// is another position to extui (a wider one is beyond all tables either way).
template <typename Op>
struct CastModel : NumberCastOpInterface::ExternalModel<CastModel<Op>, Op> {
  bool keepsPositions(Operation *op) const {
    Type type = getElementTypeOrSelf(op->getOperand(0));
    unsigned width = type.isIndex() ? 64 : type.getIntOrFloatBitWidth();
    return std::is_same_v<Op, arith::ExtUIOp> ? width >= 32 : width > 1;
  }
};

} // namespace

void sbp::attachCastModels(MLIRContext *context) {
  arith::ExtUIOp::attachInterface<CastModel<arith::ExtUIOp>>(*context);
  arith::ExtSIOp::attachInterface<CastModel<arith::ExtSIOp>>(*context);
  arith::IndexCastOp::attachInterface<CastModel<arith::IndexCastOp>>(*context);
}

void sbp::attachIndexModels(MLIRContext *context) {
  tensor::ExtractSliceOp::attachInterface<SliceModel<tensor::ExtractSliceOp>>(
      *context);
  tensor::InsertSliceOp::attachInterface<SliceModel<tensor::InsertSliceOp>>(
      *context);
  tensor::ExtractOp::attachInterface<ElementModel<tensor::ExtractOp>>(*context);
  tensor::InsertOp::attachInterface<ElementModel<tensor::InsertOp>>(*context);
}
