// Gather.cpp: nn.gather and what scatters share with it: constraints, shapes

#include "Indexing/Gather.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "sbp/Dialect/NN/IR/NNDialect.h"
#include "sbp/Interfaces/Misfit.h"
#include "sbp/Interfaces/TensorTypes.h"

using namespace mlir;
using namespace sbp;
using namespace sbp::nn;

SmallVector<int64_t> GatherOp::getResultShape(ArrayRef<int64_t> data,
                                              ArrayRef<int64_t> indices,
                                              int64_t axis, int64_t batchDims) {
  SmallVector<int64_t> shape(data.take_front(axis));
  llvm::append_range(shape, indices.drop_front(batchDims));
  llvm::append_range(shape, data.drop_front(axis + 1));
  return shape;
}

void GatherOp::build(OpBuilder &builder, OperationState &state, Value data,
                     Value indices, int64_t axis, int64_t batchDims) {
  RankedTensorType type = getTensorType(data);
  auto shape = getResultShape(
      type.getShape(), getTensorType(indices).getShape(), axis, batchDims);
  build(builder, state, RankedTensorType::get(shape, type.getElementType()),
        data, indices, builder.getI64IntegerAttr(axis),
        batchDims ? builder.getI64IntegerAttr(batchDims) : IntegerAttr());
}

int64_t GatherOp::getNumIndexDims() {
  return getTensorType(getIndices()).getRank() - getBatchDims();
}

AffineMap GatherOp::getIndicesMap() {
  return nn::getIndicesMap(getContext(), getTensorType(getResult()).getRank(),
                           getAxis(), getBatchDims(), getNumIndexDims());
}

SmallVector<IndexedPositions> GatherOp::getIndexedPositions() {
  return {{getIndices(), getTensorType(getData()).getDimSize(getAxis())}};
}

LogicalResult GatherOp::verify() {
  RankedTensorType data = getTensorType(getData()),
                   indices = getTensorType(getIndices()),
                   result = getTensorType(getResult());
  if (failed(
          verifyIndexedDims(*this, data, indices, getAxis(), getBatchDims())))
    return failure();
  if (result.getElementType() != data.getElementType())
    return emitMisfit(*this, {getData()})
           << "result has elements of " << result.getElementType()
           << " but data of " << data.getElementType();
  auto expected =
      RankedTensorType::get(getResultShape(data.getShape(), indices.getShape(),
                                           getAxis(), getBatchDims()),
                            data.getElementType());
  if (result != expected)
    return emitMisfit(*this, {getData(), getIndices()})
           << "result must be " << expected << ", found " << result;
  return success();
}

LogicalResult nn::verifyIndexedDims(Operation *op, RankedTensorType table,
                                    RankedTensorType indices, int64_t axis,
                                    int64_t batchDims) {
  if (axis < 0 || axis >= table.getRank())
    return emitMisfit(op, {op->getOperand(0)})
           << "axis " << axis << " is not a dimension of " << table;
  if (batchDims < 0 || batchDims > axis || batchDims > indices.getRank())
    return emitMisfit(op, {op->getOperand(0), op->getOperand(1)})
           << "batch_dims is " << batchDims << "; it must be from 0 to "
           << std::min(axis, indices.getRank())
           << ", in front of axis and within the indices";
  for (int64_t dim = 0; dim < batchDims; ++dim)
    if (table.getDimSize(dim) != indices.getDimSize(dim))
      return emitMisfit(op, {op->getOperand(0), op->getOperand(1)})
             << "batch dimension " << dim << " has size "
             << table.getDimSize(dim) << " in " << table << " but "
             << indices.getDimSize(dim) << " in the indices, " << indices;
  return success();
}

AffineMap nn::getIndicesMap(MLIRContext *context, int64_t rank, int64_t axis,
                            int64_t batchDims, int64_t indexDims) {
  SmallVector<int64_t> dims = llvm::to_vector(llvm::seq(batchDims));
  llvm::append_range(dims, llvm::seq(axis, axis + indexDims));
  return AffineMap::getMultiDimMapWithTargets(
      rank, SmallVector<unsigned>(dims.begin(), dims.end()), context);
}

Value sbp::nn::getRow(OpBuilder &builder, Location loc, Value index,
                      int64_t rows) {
  Value wide =
      arith::IndexCastOp::create(builder, loc, builder.getIndexType(), index);
  Value first = arith::ConstantIndexOp::create(builder, loc, 0);
  Value last = arith::ConstantIndexOp::create(builder, loc, rows - 1);
  Value above = arith::MaxSIOp::create(builder, loc, wide, first);
  return arith::MinSIOp::create(builder, loc, above, last);
}

/// A gather reads the rows that its indices name, never the whole table.
OpWork GatherOp::getWork() {
  OpWork work = makeWork(*this, OpWork::Traffic::Whole, /*writes=*/true);
  work.reads[0] = OpWork::Traffic::AsResult;
  return work;
}
