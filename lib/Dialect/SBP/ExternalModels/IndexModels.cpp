//===- IndexModels.cpp - IndexingOpInterface for ops of tensor ------------===//

#include "Models.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "sbp/Dialect/NN/IR/NNDialect.h"

using namespace mlir;
using namespace sbp;
using sbp::nn::IndexedPositions;

namespace {

/// Offsets at which the slice of a tensor lies inside of it.
template <typename Op>
struct SliceModel : nn::IndexingOpInterface::ExternalModel<SliceModel<Op>, Op> {
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
struct ElementModel
    : nn::IndexingOpInterface::ExternalModel<ElementModel<Op>, Op> {
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

} // namespace

void sbp::attachIndexModels(MLIRContext *context) {
  tensor::ExtractSliceOp::attachInterface<SliceModel<tensor::ExtractSliceOp>>(
      *context);
  tensor::InsertSliceOp::attachInterface<SliceModel<tensor::InsertSliceOp>>(
      *context);
  tensor::ExtractOp::attachInterface<ElementModel<tensor::ExtractOp>>(*context);
  tensor::InsertOp::attachInterface<ElementModel<tensor::InsertOp>>(*context);
}
