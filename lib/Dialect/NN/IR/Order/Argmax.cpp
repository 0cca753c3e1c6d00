// Argmax.cpp: nn.argmax

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "sbp/Dialect/NN/IR/NNDialect.h"
#include "sbp/Dialect/NN/IR/Order/Order.h"
#include "sbp/Interfaces/Misfit.h"
#include "sbp/Interfaces/StructuredBuilding.h"

using namespace llvm;
using namespace mlir;
using namespace sbp;
using namespace sbp::nn;

LogicalResult ArgmaxOp::verify() {
  auto input = cast<RankedTensorType>(getInput().getType());
  auto result = cast<RankedTensorType>(getResult().getType());
  int64_t axis = getAxis();
  if (failed(verifyOrderedAxis(*this, input, axis, result.getElementType())))
    return failure();
  if (input.getDimSize(axis) == 0)
    return emitMisfit(*this, {getInput()})
           << "dimension " << axis << " of " << input
           << " is empty: it has no maximum";
  SmallVector<int64_t> shape(input.getShape());
  shape.erase(shape.begin() + axis);
  auto expected = RankedTensorType::get(shape, result.getElementType());
  if (result != expected)
    return emitMisfit(*this, {getInput()})
           << "result must be " << expected << ", found " << result;
  return success();
}

Rule ArgmaxOp::getRule() {
  return getOrderRule(*this, getAxis(),
                      "the first maximum is sought along all of it; the "
                      "alternative `parts` splits it");
}

/// The maximum of each row, then the lowest index at which it stands.
SmallVector<Value> ArgmaxOp::lowerToLinalg(OpBuilder &builder) {
  Location loc = getLoc();
  StructuredBuilder structured(builder, loc);
  auto input = cast<RankedTensorType>(getInput().getType());
  auto result = cast<RankedTensorType>(getResult().getType());
  Type indexType = result.getElementType();
  AffineMap whole = structured.identity(input.getRank());
  AffineMap row = whole.dropResult(getAxis());
  Value maximum = structured.reduce(
      result.clone(input.getElementType()), row,
      getLowest(input.getElementType()), getInput(), {whole},
      [&](OpBuilder &builder, ValueRange arguments) {
        return buildMaximum(builder, loc, arguments[1], arguments[0]);
      });
  // After all indices. Not the init: LLVM would see that nothing happens where
  // no maximum stands, make it conditional, and not vectorise it.
  TypedAttr behind =
      builder.getIntegerAttr(indexType, input.getDimSize(getAxis()));
  return {structured.reduce(
      result, row, getLastIndex(indexType), {getInput(), maximum}, {whole, row},
      [&](OpBuilder &builder, ValueRange arguments) -> Value {
        Value index = arith::IndexCastOp::create(
            builder, loc, indexType,
            linalg::IndexOp::create(builder, loc, getAxis()));
        Value found = arith::SelectOp::create(
            builder, loc,
            buildIsEqual(builder, loc, arguments[0], arguments[1]), index,
            arith::ConstantOp::create(builder, loc, behind));
        return arith::MinSIOp::create(builder, loc, arguments[2], found);
      })};
}

/// Two passes, each a reduction. Floats take more operations, since they may be
/// NaN.
OpWork ArgmaxOp::getWork() {
  bool isFloat = isa<FloatType>(getElementTypeOrSelf(getInput()));
  OpWork work = makeStreamingWork(*this, 0, isFloat ? 9 : 5);
  work.parts[0].kind = WorkClass::Rows;
  return work;
}
