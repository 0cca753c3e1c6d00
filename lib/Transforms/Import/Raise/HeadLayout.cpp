// HeadLayout.cpp: tensors as batch x heads x positions x width and back

#include "HeadLayout.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/IndexingUtils.h"

using namespace mlir;
using namespace sbp;

static RankedTensorType getTensorType(Value value) {
  return cast<RankedTensorType>(value.getType());
}

Value HeadLayout::transpose(Value value, ArrayRef<int64_t> order) {
  if (isIdentityPermutation(order))
    return value;
  RankedTensorType type = getTensorType(value);
  SmallVector<int64_t> shape = applyPermutation(type.getShape(), order);
  Value empty =
      tensor::EmptyOp::create(builder, loc, shape, type.getElementType());
  return linalg::TransposeOp::create(builder, loc, value, empty, order)
      ->getResult(0);
}

Value HeadLayout::arrange(Value value, ArrayRef<int64_t> order,
                          ArrayRef<unsigned> counts) {
  value = transpose(value, order);
  RankedTensorType type = getTensorType(value);
  SmallVector<ReassociationIndices> merged, expanded;
  SmallVector<int64_t> shape, final;
  unsigned dim = 0;
  for (unsigned count : counts) {
    int64_t size = 1;
    ReassociationIndices group;
    for (unsigned i = 0; i < count; ++i) {
      size *= type.getDimSize(dim);
      group.push_back(dim++);
    }
    if (count > 0) {
      merged.push_back(group);
      shape.push_back(size);
    }
    final.push_back(size);
  }
  if (merged.size() < dim)
    value = tensor::CollapseShapeOp::create(builder, loc, value, merged);
  if (final.size() == shape.size())
    return value;
  // Dimensions of size 1 stand with the next one that has a size, the last with
  // the one before.
  ReassociationIndices group;
  for (auto [number, count] : llvm::enumerate(counts)) {
    group.push_back(number);
    if (count > 0)
      expanded.push_back(std::exchange(group, {}));
  }
  if (expanded.empty())
    expanded.push_back({});
  llvm::append_range(expanded.back(), group);
  return tensor::ExpandShapeOp::create(
      builder, loc, RankedTensorType::get(final, type.getElementType()), value,
      expanded);
}

Value HeadLayout::restore(Value value, ArrayRef<int64_t> order,
                          ArrayRef<int64_t> shape) {
  auto type = getTensorType(value).clone(applyPermutation(shape, order));
  // Merged heads are split and dimensions of size 1 dropped; where both
  // happens, the batch is dropped first.
  if (getTensorType(value) != type &&
      getTensorType(value).getRank() == type.getRank())
    value = tensor::CollapseShapeOp::create(
        builder, loc, value,
        SmallVector<ReassociationIndices>{{0, 1}, {2}, {3}});
  if (getTensorType(value) != type) {
    auto groups = getReassociationIndicesForReshape(getTensorType(value), type);
    if (getTensorType(value).getRank() < type.getRank())
      value = tensor::ExpandShapeOp::create(builder, loc, type, value, *groups);
    else
      value =
          tensor::CollapseShapeOp::create(builder, loc, type, value, *groups);
  }
  return transpose(value, invertPermutationVector(order));
}
