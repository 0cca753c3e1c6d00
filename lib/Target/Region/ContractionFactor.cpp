// ContractionFactor.cpp: computes the factors of a product as tensors
#include "sbp/Target/Region/ContractionBody.h"

using namespace mlir;
using namespace sbp::region;

/// Creates an elementwise generic over `input` with the body that `build`
/// returns.
static Value
createElementwise(RewriterBase &rewriter, Location loc, Value input,
                  Type elementType,
                  llvm::function_ref<Value(OpBuilder &, Value)> build) {
  auto type = cast<RankedTensorType>(input.getType());
  Value empty =
      tensor::EmptyOp::create(rewriter, loc, type.getShape(), elementType);
  AffineMap identity = rewriter.getMultiDimIdentityMap(type.getRank());
  SmallVector<utils::IteratorType> loops(type.getRank(),
                                         utils::IteratorType::parallel);
  return linalg::GenericOp::create(
             rewriter, loc, empty.getType(), input, empty,
             ArrayRef<AffineMap>{identity, identity}, loops,
             [&](OpBuilder &builder, Location, ValueRange arguments) {
               linalg::YieldOp::create(builder, loc,
                                       build(builder, arguments[0]));
             })
      ->getResult(0);
}

/// Casts a float up or down; values of equal width are returned as they are.
static Value castFloat(OpBuilder &builder, Location loc, Value value,
                       Type type) {
  unsigned from = value.getType().getIntOrFloatBitWidth();
  unsigned to = type.getIntOrFloatBitWidth();
  if (from == to)
    return value;
  if (from < to)
    return arith::ExtFOp::create(builder, loc, type, value);
  return arith::TruncFOp::create(builder, loc, type, value);
}

Value sbp::region::castTensor(RewriterBase &rewriter, Location loc,
                              Value tensor, Type type) {
  if (cast<RankedTensorType>(tensor.getType()).getElementType() == type)
    return tensor;
  return createElementwise(rewriter, loc, tensor, type,
                           [&](OpBuilder &builder, Value value) {
                             return castFloat(builder, loc, value, type);
                           });
}

/// Computes a factor of several inputs over the loops that they depend on.
/// Other loops are constants in its maps.
static Side computeFactor(RewriterBase &rewriter, linalg::GenericOp op,
                          const Factor &factor, Type type) {
  MLIRContext *context = op.getContext();
  SmallVector<AffineMap> maps = op.getIndexingMapsArray();
  SmallVector<int64_t> extents = op.getStaticLoopRanges(), shape;
  SmallVector<AffineExpr> places(extents.size(),
                                 getAffineConstantExpr(0, context)),
      loops;
  for (unsigned loop = 0; loop < extents.size(); ++loop) {
    if (llvm::none_of(factor.inputs, [&](unsigned input) {
          return maps[input].isFunctionOfDim(loop);
        }))
      continue;
    places[loop] = getAffineDimExpr(shape.size(), context);
    loops.push_back(getAffineDimExpr(loop, context));
    shape.push_back(extents[loop]);
  }
  SmallVector<Value> inputs;
  SmallVector<AffineMap> inputMaps;
  for (unsigned input : factor.inputs) {
    inputs.push_back(op.getDpsInputs()[input]);
    inputMaps.push_back(
        maps[input].replaceDimsAndSymbols(places, {}, shape.size(), 0));
  }
  inputMaps.push_back(rewriter.getMultiDimIdentityMap(shape.size()));
  SmallVector<utils::IteratorType> kinds(shape.size(),
                                         utils::IteratorType::parallel);
  Value empty = tensor::EmptyOp::create(rewriter, op.getLoc(), shape, type);
  auto build = [&](OpBuilder &builder, Location loc, ValueRange arguments) {
    IRMapping mapping;
    for (auto [input, value] : llvm::zip(factor.inputs, arguments))
      mapping.map(op.getBody()->getArgument(input), value);
    for (Operation *inner : factor.ops)
      builder.clone(*inner, mapping);
    linalg::YieldOp::create(
        builder, loc,
        castFloat(builder, loc, mapping.lookup(factor.value), type));
  };
  auto computed =
      linalg::GenericOp::create(rewriter, op.getLoc(), empty.getType(), inputs,
                                empty, inputMaps, kinds, build);
  return {computed->getResult(0),
          AffineMap::get(extents.size(), 0, loops, context)};
}

Side sbp::region::materializeFactor(RewriterBase &rewriter,
                                    linalg::GenericOp op, const Factor &factor,
                                    Type type) {
  if (factor.inputs.size() > 1)
    return computeFactor(rewriter, op, factor, type);
  unsigned number = factor.inputs.front();
  Value input = op.getDpsInputs()[number];
  AffineMap map = op.getIndexingMapsArray()[number];
  if (factor.ops.empty())
    return {castTensor(rewriter, op.getLoc(), input, type), map};
  auto build = [&](OpBuilder &builder, Value value) {
    IRMapping mapping;
    mapping.map(op.getBody()->getArgument(number), value);
    for (Operation *inner : factor.ops)
      builder.clone(*inner, mapping);
    return castFloat(builder, op.getLoc(), mapping.lookup(factor.value), type);
  };
  return {createElementwise(rewriter, op.getLoc(), input, type, build), map};
}
