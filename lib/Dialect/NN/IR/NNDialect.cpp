//===- NNDialect.cpp - the nn dialect -------------------------------------===//

#include "sbp/Dialect/NN/IR/NNDialect.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Builders.h"

using namespace mlir;
using namespace sbp::nn;

#include "sbp/Dialect/NN/IR/NNDialect.cpp.inc"
#include "sbp/Dialect/NN/IR/NNInterfaces.cpp.inc"
#define GET_OP_CLASSES
#include "sbp/Dialect/NN/IR/NNOps.cpp.inc"

void NNDialect::initialize() {
  addOperations<
#define GET_OP_LIST
#include "sbp/Dialect/NN/IR/NNOps.cpp.inc"
      >();
}

//===----------------------------------------------------------------------===//
// nn.gather
//===----------------------------------------------------------------------===//

SmallVector<int64_t> GatherOp::getResultShape(ArrayRef<int64_t> data,
                                              ArrayRef<int64_t> indices,
                                              int64_t axis) {
  SmallVector<int64_t> shape(data.take_front(axis));
  llvm::append_range(shape, indices);
  llvm::append_range(shape, data.drop_front(axis + 1));
  return shape;
}

void GatherOp::build(OpBuilder &builder, OperationState &state, Value data,
                     Value indices, int64_t axis) {
  auto type = cast<RankedTensorType>(data.getType());
  auto indexType = cast<RankedTensorType>(indices.getType());
  auto shape = getResultShape(type.getShape(), indexType.getShape(), axis);
  build(builder, state, RankedTensorType::get(shape, type.getElementType()),
        data, indices, builder.getI64IntegerAttr(axis));
}

Value GatherOp::getIndexOperand() { return getIndices(); }

std::optional<int64_t> GatherOp::getIndexBound() {
  return cast<RankedTensorType>(getData().getType()).getDimSize(getAxis());
}

LogicalResult GatherOp::verify() {
  auto data = cast<RankedTensorType>(getData().getType());
  auto indices = cast<RankedTensorType>(getIndices().getType());
  auto result = cast<RankedTensorType>(getResult().getType());
  int64_t axis = getAxis();
  if (axis < 0 || axis >= data.getRank())
    return emitOpError() << "axis " << axis << " is not a dimension of "
                         << data;
  if (result.getElementType() != data.getElementType())
    return emitOpError() << "result has elements of " << result.getElementType()
                         << " but data of " << data.getElementType();
  auto expected = RankedTensorType::get(
      getResultShape(data.getShape(), indices.getShape(), axis),
      data.getElementType());
  if (result != expected)
    return emitOpError() << "result must be " << expected << ", found "
                         << result;
  return success();
}
