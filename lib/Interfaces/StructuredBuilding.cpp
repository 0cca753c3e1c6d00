// StructuredBuilding.cpp: linalg ops of decomposed forms (softmax, norms)

#include "sbp/Interfaces/StructuredBuilding.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace llvm;
using namespace mlir;

namespace sbp {

AffineMap StructuredBuilder::select(unsigned loops, ArrayRef<int64_t> dims) {
  SmallVector<AffineExpr> results;
  for (int64_t dim : dims)
    results.push_back(builder.getAffineDimExpr(dim));
  return AffineMap::get(loops, 0, results, builder.getContext());
}

Value StructuredBuilder::fill(RankedTensorType type, TypedAttr literal) {
  Value value = arith::ConstantOp::create(builder, loc, literal);
  Value empty = tensor::EmptyOp::create(builder, loc, type.getShape(),
                                        type.getElementType());
  return linalg::FillOp::create(builder, loc, value, empty).getResult(0);
}

// An elementwise op over the shape of `type`; `maps` index the inputs.
Value StructuredBuilder::map(RankedTensorType type, ValueRange inputs,
                             ArrayRef<AffineMap> maps, Body body) {
  Value empty = tensor::EmptyOp::create(builder, loc, type.getShape(),
                                        type.getElementType());
  SmallVector<AffineMap> allMaps(maps);
  allMaps.push_back(identity(type.getRank()));
  SmallVector<utils::IteratorType> iterators(type.getRank(),
                                             utils::IteratorType::parallel);
  return linalg::GenericOp::create(
             builder, loc, type, inputs, empty, allMaps, iterators,
             [&](OpBuilder &builder, Location l, ValueRange arguments) {
               linalg::YieldOp::create(builder, l,
                                       body(builder, arguments.drop_back()));
             })
      .getResult(0);
}

// Loops that `resultMap` omits are reductions, starting at `init`.
Value StructuredBuilder::reduce(RankedTensorType type, AffineMap resultMap,
                                TypedAttr init, ValueRange inputs,
                                ArrayRef<AffineMap> maps, Body body) {
  SmallVector<AffineMap> allMaps(maps);
  allMaps.push_back(resultMap);
  SmallVector<utils::IteratorType> iterators(resultMap.getNumDims(),
                                             utils::IteratorType::reduction);
  for (AffineExpr kept : resultMap.getResults())
    iterators[cast<AffineDimExpr>(kept).getPosition()] =
        utils::IteratorType::parallel;
  return linalg::GenericOp::create(
             builder, loc, type, inputs, fill(type, init), allMaps, iterators,
             [&](OpBuilder &builder, Location l, ValueRange arguments) {
               linalg::YieldOp::create(builder, l, body(builder, arguments));
             })
      .getResult(0);
}

} // namespace sbp
